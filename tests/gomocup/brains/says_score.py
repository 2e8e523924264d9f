"""A brain that says a score and a variation before each move; with an argument, that score."""

import sys

from good import Good


class SaysScore(Good):
    def __init__(self) -> None:
        super().__init__()
        self.score, self.log = self.log or "100", None

    def about(self) -> None:
        self.say('name="Sayer"')

    def move(self) -> None:
        x, y = self.choose()
        if "silent" not in sys.argv:
            self.say(f"MESSAGE depth 7 ev {self.score} n 12K pv {chr(65 + x)}{y + 1}")
        self.answer(x, y)


SaysScore().serve()
