"""A brain that says a line every 20 ms, whatever else it does."""

import os
import threading
import time

from good import Good


def tick() -> None:
    while True:
        os.write(1, b"MESSAGE tick\n")
        time.sleep(0.02)


threading.Thread(target=tick, daemon=True).start()
Good().serve()
