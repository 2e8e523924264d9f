"""A brain that says one meaningless line after the other."""

from good import Good


class Chatters(Good):
    def move(self) -> None:
        for number in range(100):
            self.say(f"thought {number}")


Chatters().serve()
