"""A brain that does not know what a turn is."""

from good import Good


class Refuses(Good):
    def move(self) -> None:
        self.say("UNKNOWN command")


Refuses().serve()
