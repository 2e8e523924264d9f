"""A brain that says megabytes."""

from good import Good


class Floods(Good):
    def move(self) -> None:
        while True:
            self.say("\n".join(["MESSAGE depth 3 " + "x" * 3000] * 20))


Floods().serve()
