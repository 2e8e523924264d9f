"""A brain that closes its output and goes on."""

import os

from good import Good, for_ever


class Closes(Good):
    def move(self) -> None:
        os.close(1)
        for_ever()


Closes().serve()
