"""`ttt-tui bench`: a fixed amount of searching, whose count of nodes is the build's signature.

No time is limited, so every count is the same on every machine and in every run; a change of the sum is a
change of the search. The idea is that of Stockfish's `bench`. Seconds and nodes a second are this machine's.
"""

import json
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass

from rich.table import Table

from ttt_tui.cli.quiet_positions import QUIET_POSITIONS
from ttt_tui.computer import LEVELS
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.engine import Geometry, Limit, Position
from ttt_tui.errors import EndedBySignal
from ttt_tui.process.signals import Signals
from ttt_tui.session.history_tables import print_table

SEED = 1


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of work: a level's search to a depth, or a proof; of one position, or of several in turn."""

    board: tuple[int, int]
    line: int
    moves: str | tuple[str, ...] = ""
    """Those that lead to the position, or to each of several."""
    level: str = "proof"
    depth: int | None = None
    """Plies."""
    players: int = 2

    @property
    def name(self) -> str:
        """What it is called: `negamax 5x5x4, 5 plies`."""
        board = "x".join(map(str, (*self.board, self.line)))
        players = f", {self.players} players" if self.players > 2 else ""
        depth = f", {self.depth} plies" if self.depth else ""
        if isinstance(self.moves, str):
            moves = f" after {self.moves}" if self.moves else ""
        else:
            moves = f", {len(self.moves)} quiet positions"
        return f"{self.level} {board}{players}{moves}{depth}"

    def positions(self) -> Iterator[Position]:
        """Give the positions."""
        geometry = Geometry(*self.board, self.line)
        for moves in (self.moves,) if isinstance(self.moves, str) else self.moves:
            position = Position(geometry, self.players)
            for name in moves.split():
                position.play(geometry.parse(name))
            yield position


@dataclass(frozen=True, slots=True)
class Measured:
    """An item and what it took."""

    item: Item
    nodes: int
    seconds: float


ITEMS = (
    Item((3, 3), 3, level="minimax", depth=9),
    Item((3, 3), 3, level="negamax", depth=9),
    Item((5, 5), 4, "c3 b2", level="minimax", depth=3),
    Item((5, 5), 4, "c3 b2", level="negamax", depth=5),
    Item((9, 9), 5, "e5 f6 d4", level="negamax", depth=3),
    Item((4, 4), 3, level="minimax", depth=3, players=3),
    Item((5, 5), 4, level="negamax", depth=4, players=3),
    Item((15, 15), 5, "h8 i9 h9 h7", level="expert", depth=7),
    Item((15, 15), 5, "h8 h9 g8 i8 g7 f6 i7", level="expert", depth=8),
    Item((15, 15), 5, QUIET_POSITIONS, level="expert", depth=8),
    Item((9, 9), 5, "e5 d4", level="expert", depth=8),
    Item((20, 20), 6, "j10 k11 j11", level="expert", depth=6),
    Item((9, 9), 4, "e5 d4 f6", level="expert", depth=5, players=3),
    Item((9, 9), 4, "e5 d4 f6 c3", level="expert", depth=4, players=4),
    Item((6, 6), 3),
    Item((5, 4), 4),
    Item((5, 5), 4),
    Item((6, 5), 4),
    Item((7, 7), 4),
    Item((6, 6), 5),
    Item((7, 7), 5, "d4 c3 d3 d2 c4"),
)
"""Every kind of search is there, and each takes seconds at most."""


def run(options: Namespace) -> int:
    """Do all the work, print what it took and return the exit status; a signal ends it."""
    measured: list[Measured] = []
    with Signals().heard() as signals:
        try:
            measured.extend(measure(signals))
        except EndedBySignal as ended:
            return ended.status
    rows = [(done.item.name, done.nodes, done.seconds) for done in measured]
    total = sum(nodes for _, nodes, _ in rows), sum(seconds for _, _, seconds in rows)
    if options.json:
        items = [{"name": name, **_numbers(nodes, seconds)} for name, nodes, seconds in rows]
        print(json.dumps({"items": items, "signature": total[0], **_numbers(*total)}, indent=2))
        return 0
    table = Table(box=None, pad_edge=False)
    table.add_column("search", no_wrap=True)
    for column in ("nodes", "seconds", "nodes/s"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, nodes, seconds in (*rows, ("total (signature)", *total)):
        table.add_row(name, f"{nodes:,}", f"{seconds:.2f}", f"{nodes / seconds:,.0f}")
    print_table(table)
    return 0


def _numbers(nodes: int, seconds: float) -> dict[str, float]:
    return {"nodes": nodes, "seconds": round(seconds, 6), "nodes_per_second": round(nodes / seconds)}


def measure(signals: Signals, items: tuple[Item, ...] = ITEMS) -> Iterator[Measured]:
    """Do the items one after the other; raises `EndedBySignal`."""
    for item in items:
        nodes, seconds = 0, 0.0
        for position in item.positions():
            more, longer = _measured(item, position, signals)
            nodes, seconds = nodes + more, seconds + longer
            signals.check()
        yield Measured(item, nodes, seconds)


def _measured(item: Item, position: Position, signals: Signals) -> tuple[int, float]:
    """Return the nodes and the seconds that a position takes."""
    if item.level == "proof":
        budget = Budget(Limit(), signals)
        Solver(position.geometry).solve(position, budget)
        return budget.nodes, budget.seconds
    computer = LEVELS[item.level].make(SEED)
    try:
        thought = computer.think(position, Limit(depth=item.depth), signals)
    finally:
        computer.close()
    return thought.nodes, thought.seconds
