"""A brain that can begin no game."""

from good import Good


class Refuses(Good):
    def start(self) -> None:
        self.say("ERROR no such board")


Refuses().serve()
