"""A brain that ends its lines with CR or CR LF, as its second argument says."""

import os
import sys
import time

from good import Good

END = {"cr": "\r", "crlf": "\r\n", "late": "\r"}[sys.argv[2]]


class LineEnds(Good):
    def say(self, text: str) -> None:
        os.write(1, f"{text}{END}".encode())
        if sys.argv[2] == "late":
            time.sleep(0.02)
            os.write(1, b"\n")


sys.argv[1] = sys.argv[1] if sys.argv[1] != "-" else os.devnull
LineEnds().serve()
