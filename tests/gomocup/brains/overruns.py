"""A brain that never moves, but says what it thinks."""

from good import Good, for_ever


class Overruns(Good):
    def move(self) -> None:
        self.say("MESSAGE Depth 4-9 | Eval 17 | Time 5ms | C3 D4")
        for_ever()


Overruns().serve()
