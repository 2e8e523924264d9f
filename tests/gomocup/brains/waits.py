"""A brain that moves when a file is there, whose name it was given; it says a variation before."""

import sys
import time
from pathlib import Path

from good import Good


class Waits(Good):
    def move(self) -> None:
        if len(sys.argv) > 2:
            self.say(f"MESSAGE depth 3 pv {sys.argv[2]}")
        signal = Path(sys.argv[1] + ".go")
        while not signal.exists():
            time.sleep(0.005)
        super().move()


Waits().serve()
