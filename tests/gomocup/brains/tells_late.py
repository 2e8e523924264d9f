"""A brain that tells its name when a file is there, whose name it was given."""

import sys
import time
from pathlib import Path

from good import Good


class TellsLate(Good):
    def about(self) -> None:
        while not Path(sys.argv[1]).exists():
            time.sleep(0.005)
        super().about()


brain = TellsLate()
brain.log = None
brain.serve()
