"""A brain that moves where there never is a square."""

from good import Good


class Negative(Good):
    def choose(self) -> tuple[int, int]:
        return -1, 0


Negative().serve()
