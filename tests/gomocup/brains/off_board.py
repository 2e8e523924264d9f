"""A brain that moves beside the board."""

from good import Good


class OffBoard(Good):
    def choose(self) -> tuple[int, int]:
        return self.size


OffBoard().serve()
