"""Proves what whole boards are worth: python -m tests.session.known_values.

    python -m tests.session.known_values                     all that the setup screen says the solver proves
    python -m tests.session.known_values 9x9x6 6x6x6     these boards of it
    python -m tests.session.known_values --generate      looks for all of these and writes their table
    python -m tests.session.known_values --seconds 300   with more time for each

Boards are columns x rows x line length, seconds those of a processor. The status is 1 if a value is wrong;
out of time is said, no error.

To find what nobody published, `--generate` tries each board from 3x3 to 20x20 whose value `known_value` does
not know otherwise. One that contains another which was not settled is left out: with more lines, a draw is
harder to prove. So each board inside a drawn one was proved itself, and the table names only the largest.
"""

import argparse
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ttt_tui.cli.solve import game_of, solve
from ttt_tui.computer import Value
from ttt_tui.engine import Geometry, Limit
from ttt_tui.engine.geometry import LARGEST_SIDE, SHORTEST_LINE
from ttt_tui.session import known_results
from ttt_tui.session.known_results import PROVED, published

Board = tuple[int, int, int]
"""Columns, rows and line length; or the longer side first."""

USUAL_SECONDS, GENERATED_SECONDS = 60.0, 10.0

TABLE = '''SOLVER_SECONDS = {seconds:g}
"""How long the solver had for a board of `PROVED`."""

PROVED = (
    # longer and shorter side, line length, value, nodes and seconds of the proof
{entries}
)
'''


class Proved(NamedTuple):
    """A board and what the solver found out about it: an entry of the table."""

    longer: int
    shorter: int
    line: int
    value: str | None
    """None if the time ran out."""
    nodes: int
    seconds: float

    def contains(self, other: "Proved") -> bool:
        """Whether the other one is a board inside this one, with the same lines."""
        fits = other.longer <= self.longer and other.shorter <= self.shorter
        return fits and self.line == other.line


class ProcessorTime:
    """Stops a search after so many seconds of the processor, however busy the machine is."""

    def __init__(self, seconds: float) -> None:
        self.started = time.process_time()
        self._limit = seconds

    @property
    def used(self) -> float:
        """Seconds so far."""
        return time.process_time() - self.started

    def is_set(self) -> bool:
        """Whether they are over."""
        return self.used >= self._limit


def prove(columns: int, rows: int, k: int, seconds: float) -> Proved:
    """What `ttt-tui solve` says of a board, printed too."""
    stop = ProcessorTime(seconds)
    answer = solve(game_of((columns, rows), k, ""), Limit(), stop, all_moves=False)
    used = stop.used
    value = None if answer.value is None else str(answer.value)
    board = f"{columns}x{rows}x{k}"
    print(
        f"{board:12} {value or 'out of time':12} {answer.plies or '-':>5} {used:8.3f} {answer.nodes:9}",
        flush=True,
    )
    return Proved(max(columns, rows), min(columns, rows), k, value, answer.nodes, used)


def search(seconds: float, sides: int = LARGEST_SIDE) -> Iterator[Proved]:
    """All boards with sides up to so many squares that are settled in time and by nobody else."""
    for k in range(SHORTEST_LINE, sides + 1):
        unsettled: list[Proved] = []
        for shorter in range(SHORTEST_LINE, sides + 1):
            for longer in range(max(shorter, k), sides + 1):
                board = Proved(longer, shorter, k, None, 0, 0.0)
                if published(Geometry(longer, shorter, k)) or any(map(board.contains, unsettled)):
                    continue
                found = prove(longer, shorter, k, seconds)
                if found.value is None:
                    unsettled.append(found)
                else:
                    yield found


def largest(proved: list[Proved]) -> list[Proved]:
    """All but the draws that another one contains."""
    draws = [one for one in proved if one.value == Value.DRAW]
    return [
        one
        for one in proved
        if one.value != Value.DRAW or not any(other.contains(one) for other in draws if other is not one)
    ]


def table(entries: list[Proved], seconds: float) -> str:
    """The source of the table in `known_results`."""
    lines = (
        f'    ({one.longer}, {one.shorter}, {one.line}, "{one.value}", {one.nodes}, {one.seconds:.1f}),'
        for one in entries
    )
    return TABLE.format(seconds=seconds, entries="\n".join(lines))


def inside(entry: Proved) -> Iterator[Board]:
    """The boards that an entry of the table stands for, and nobody else tells of."""
    if entry.value != Value.DRAW:
        yield entry[:3]
        return
    for shorter in range(entry.line, entry.shorter + 1):
        for longer in range(shorter, entry.longer + 1):
            if not published(Geometry(longer, shorter, entry.line)):
                yield longer, shorter, entry.line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--proved", action="store_true", help="the default")
    parser.add_argument("--generate", action="store_true")
    arguments = parser.parse_args()
    print(f"{'board':12} {'value':12} {'plies':>5} {'seconds':>8} {'nodes':>9}")
    if arguments.generate:
        seconds = arguments.seconds or GENERATED_SECONDS
        module = Path(known_results.__file__)
        source = table(largest(list(search(seconds))), seconds)
        module.write_text(re.sub(r"SOLVER_SECONDS = .*?\n\)\n", source, module.read_text(), flags=re.DOTALL))
        return 0
    said = {board: entry.value for entry in map(Proved._make, PROVED) for board in inside(entry)}
    wrong = 0
    for board in sorted(said, key=lambda board: (board[2], board[1], board[0])):
        if not arguments.boards or "x".join(map(str, board)) in arguments.boards:
            found = prove(*board, arguments.seconds or USUAL_SECONDS).value
            wrong += found not in (None, said[board])
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
