"""Proves the known values of whole boards and prints what each took: python -m tests.computer.known_values.

    python -m tests.computer.known_values                 the boards that take less than a minute each
    python -m tests.computer.known_values 8x8x5 9x4x4     these boards
    python -m tests.computer.known_values --seconds 300   with more time for each

Boards are columns x rows x line length. The status is 1 if a value is wrong; out of time is said, no error.
The sources of the values: small boards by enumeration, 7x7x5 by W.-Y. Hsu and others (2020).
"""

import argparse
import sys
import threading
import time

from ttt_tui.computer.base import Clock, OutOfTime, Value
from ttt_tui.computer.expert.solver import Solver
from ttt_tui.engine import Geometry, Limit, Position

KNOWN = {
    **{f"{c}x{r}x3": Value.DRAW if c == r == 3 else Value.WIN for c in range(3, 7) for r in range(3, c + 1)},
    **dict.fromkeys(["4x4x4", "5x4x4", "6x4x4", "5x5x4", "7x4x4", "8x4x4"], Value.DRAW),
    **dict.fromkeys(["6x5x4", "6x6x4", "7x7x4", "8x8x4"], Value.WIN),
    **dict.fromkeys(["6x6x5", "7x6x5", "8x8x6", "7x7x5"], Value.DRAW),
}
HARD = {"9x4x4": Value.WIN, "8x8x5": Value.DRAW}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", default=list(KNOWN))
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    wrong = 0
    print(f"{'board':8} {'value':12} {'plies':>5} {'seconds':>8} {'nodes':>9}")
    for board in arguments.boards:
        position = Position(Geometry(*map(int, board.split("x"))), 2)
        clock = Clock(Limit(seconds=arguments.seconds), threading.Event())
        clock.armed = True
        started = time.process_time()
        try:
            found = Solver(position.geometry).solve(position, clock)
            value, plies = str(found.value), found.plies or "-"
            expected = (KNOWN | HARD).get(board, found.value)
            wrong += found.value is not expected
        except OutOfTime:
            value, plies = "out of time", "-"
        seconds = time.process_time() - started
        print(f"{board:8} {value:12} {plies:>5} {seconds:8.3f} {clock.nodes:9}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
