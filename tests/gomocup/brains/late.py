"""A brain that moves after its time."""

import time

from good import Good


class Late(Good):
    def obey(self, line: str) -> bool:
        if line.startswith("INFO timeout_turn"):
            self.milliseconds = int(line.split()[-1])
        return super().obey(line)

    def move(self) -> None:
        time.sleep(self.milliseconds / 1000 + 0.1)
        super().move()


Late().serve()
