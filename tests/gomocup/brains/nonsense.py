"""A brain that answers what is no move, with what would disturb a terminal."""

from good import Good


class Nonsense(Good):
    def move(self) -> None:
        self.say("my \x1b[31m lucky\u202e square")


Nonsense().serve()
