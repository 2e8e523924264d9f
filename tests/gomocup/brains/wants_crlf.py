"""A brain that reads no line which LF alone ends."""

import sys

from good import Good


class WantsCrLf(Good):
    def read(self) -> str:
        read = b""
        while not read.endswith(b"\r\n"):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                return ""
            read += byte
        return read.decode()


WantsCrLf().serve()
