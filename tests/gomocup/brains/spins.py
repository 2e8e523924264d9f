"""A brain that spins on the end of input, and does not know END."""

from good import Good


class Spins(Good):
    def obey(self, line: str) -> bool:
        return line == "END" or super().obey(line)

    def read(self) -> str:
        while not (line := super().read()):
            pass
        return line


Spins().serve()
