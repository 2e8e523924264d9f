"""A brain that says what it is given before each move, which it makes when a file is there."""

import sys
import time
from pathlib import Path

from good import Good


class Says(Good):
    def move(self) -> None:
        self.say(f"MESSAGE {sys.argv[2]}")
        signal = Path(sys.argv[1] + ".go")
        while not signal.exists():
            time.sleep(0.005)
        super().move()


sys.stdout.reconfigure(encoding="utf-8")
Says().serve()
