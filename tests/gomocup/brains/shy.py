"""A brain that does not say what it is."""

from good import Good


class Shy(Good):
    def about(self) -> None:
        self.say("who knows")


Shy().serve()
