"""A brain that says megabytes in one line."""

from good import Good


class Floods(Good):
    def move(self) -> None:
        while True:
            print("x" * 10_000, end="", flush=True)


Floods().serve()
