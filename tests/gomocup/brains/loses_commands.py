"""A brain that loses what comes together with another command."""

import os

from good import Good


class Loses(Good):
    rest: list[str] = []

    def read(self) -> str:
        if self.rest:
            return self.rest.pop(0)
        lines = os.read(0, 65536).decode().splitlines(keepends=True)
        if lines and lines[0].strip() == "BOARD":
            self.rest = lines[1:]
        return lines[0] if lines else ""


Loses().serve()
