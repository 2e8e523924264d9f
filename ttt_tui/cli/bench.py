"""`ttt-tui bench`: a fixed amount of searching, whose number of nodes is the build's signature.

Without a time limit every count is the same on every machine and in every run, so a changed sum means a
changed search (an idea of Stockfish's `bench`). Seconds and nodes per second are this machine's.
"""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass

from rich.table import Table

from ttt_tui.computer import LEVELS
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solver import make_solver
from ttt_tui.engine import Geometry, Limit, Position, Rules, start_position
from ttt_tui.errors import EndedBySignal
from ttt_tui.process.signals import Signals
from ttt_tui.process.streams import print_json
from ttt_tui.session.history_tables import print_table

SEED = 1

QUIET_POSITIONS = (
    "d3 g5 d4 f4",
    "h6 j7 f5 i8",
    "e10 e8 e7 f9 d8",
    "n11 m13 l11 m12 m14 k11 l12",
    "f10 e5 f6 e3 e6 d6 f4 f5 d4",
    "n10 n13 m9 l8 m11 m8 n8 l10 n9",
    "g9 e9 g11 f11 e7 f8 g7 g8 f7 h7 e8",
    "l11 j13 k12 n8 j11 k11 l13 i10 l9 l12 k10 i12 i8",
    "f6 h4 g5 i5 g3 g4 f4 h6 e5 d6 d5 f5 h2 i1",
    "c8 c6 c10 i8 h9 g8 h8 h7 f9 g6 j9 g9 g7 e4 f5 e6 f6",
    "j8 i11 k7 i9 i8 h8 j10 j9 k9 i7 k8 k10 l8 m8 j6 i5 j11",
    "i8 e8 f6 e3 e9 f8 d8 e7 d6 c7 d7 d9 e6 g6 f7 d5 f3 f5",
    "k10 l9 j4 i8 j8 j7 k9 i6 k8 k11 i7 l10 h6 g5 i5 g7 k3 l2",
    "m4 k5 m7 i6 h3 n5 j5 k6 j6 k7 k8 m5 m8 k3 k4 l4 n6 l5 o5",
    "e10 g6 g7 k7 e7 j9 e9 e11 f8 h6 h7 f7 e8 e6 c11 d10 d6 g9 c4 c9",
    "c3 d1 e2 e3 d2 f2 c5 c4 e5 d4 d5 f5 f4 g3 b4 a5 e7 d6 e6 e8 h4 g4 g5 f6",
    "d9 e8 h9 f9 d5 c5 d7 d8 c8 e10 e6 b9 g8 f7 f6 e7 d6 e9 e11 g6 c6 b6 c7 d4 e3 e4 f4 e5 f3",
    "g8 h7 e5 e11 h9 h8 f7 e6 g9 g6 j11 i10 j9 i9 i8 "
    "g12 j10 j8 f4 g11 h10 i11 f11 g10 d6 c7 e7 f8 i12 f12 g13",
    "m3 n7 l3 j7 k5 l7 k3 j3 k4 k7 m7 k2 j6 i7 h7 i4 h5 j5 k6 i6 i5 j4 m5 j2 j1 m6 l4 n2 n6 o7 l2",
    "n10 m9 i8 i10 m10 k10 l9 k8 l10 k12 l11 l12 l7 l8 k9 j11 "
    "h9 j9 j8 m14 l13 h11 g12 i7 g10 j7 m11 n12 f11 e12 m12 g7",
)
"""Positions of 15×15 with five in a row where no player wins by force for long: they measure the cost of a
search that finds nothing. They come from quick games of the expert against itself with some random moves; a
strong engine judged none of them nearly won."""


@dataclass(frozen=True, slots=True)
class Item:
    """A search of a level to a depth, or a proof, of one position or of several in turn."""

    board: tuple[int, int]
    line: int
    moves: str | tuple[str, ...] = ""
    """The moves to the position, or to each of several."""
    level: str = "proof"
    depth: int | None = None
    """Plies."""
    players: int = 2
    rules: str = "usual"
    """The rules as `Rules.parse` reads them."""

    @property
    def name(self) -> str:
        """For example `negamax 5x5x4, 5 plies`."""
        rules = "" if self.rules == "usual" else f" {self.rules}"
        board = "x".join(map(str, (*self.board, self.line))) + rules
        players = f", {self.players} players" if self.players > 2 else ""
        depth = f", {self.depth} plies" if self.depth else ""
        if isinstance(self.moves, str):
            moves = f" after {self.moves}" if self.moves else ""
        else:
            moves = f", {len(self.moves)} quiet positions"
        return f"{self.level} {board}{players}{moves}{depth}"

    def positions(self) -> Iterator[Position]:
        geometry = Geometry(*self.board, self.line, Rules.parse(self.rules))
        for moves in (self.moves,) if isinstance(self.moves, str) else self.moves:
            position = start_position(geometry, self.players)
            for name in moves.split():
                position.play(geometry.parse(name))
            yield position


@dataclass(frozen=True, slots=True)
class Measurement:
    """An item and its cost."""

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
    Item((15, 15), 5, "h8 i9 h9 h7", level="expert", depth=6, rules="exactly"),
    Item((5, 5), 4, "c3 b2 d4 c2 b4 d2 e3 a3", level="expert", depth=4, rules="misere"),
    Item((5, 5), 3, "c3 b2 d4 c2 b3 d2", level="negamax", depth=4, players=3, rules="exactly, misere"),
    Item((4, 3), 3, "b2 d1", rules="misere"),
    Item((4, 4), 4, "b2 c3", rules="exactly"),
    Item((4, 4), 4, "b2 c3 a1", rules="double"),
    Item((9, 9), 6, "e5 f6 d4", level="negamax", depth=3, rules="double"),
    Item((9, 9), 3, "e5 f6 h8 d5 a5 b6", level="expert", depth=7, rules="ultimate"),
)
"""Every kind of search; each item takes seconds at most."""


def run(options: Namespace) -> int:
    """Run all items, print their cost and return the exit status; a signal ends them."""
    measured: list[Measurement] = []
    with Signals().installed() as signals:
        try:
            measured.extend(measure(signals))
        except EndedBySignal as ended:
            return ended.status
    rows = [(done.item.name, done.nodes, done.seconds) for done in measured]
    total = sum(nodes for _, nodes, _ in rows), sum(seconds for _, _, seconds in rows)
    if options.json:
        items = [{"name": name, **_numbers(nodes, seconds)} for name, nodes, seconds in rows]
        print_json({"items": items, "signature": total[0], **_numbers(*total)})
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


def measure(signals: Signals, items: tuple[Item, ...] = ITEMS) -> Iterator[Measurement]:
    """Run the items one after the other. Raises `EndedBySignal`."""
    for item in items:
        nodes, seconds = 0, 0.0
        for position in item.positions():
            more, longer = _measured(item, position, signals)
            nodes, seconds = nodes + more, seconds + longer
            signals.check()
        yield Measurement(item, nodes, seconds)


def _measured(item: Item, position: Position, signals: Signals) -> tuple[int, float]:
    """Return the nodes and the seconds of a search of a position."""
    if item.level == "proof":
        budget = Budget(Limit(), signals)
        make_solver(position.geometry).solve(position, budget)
        return budget.nodes, budget.seconds
    computer = LEVELS[item.level].make(SEED)
    try:
        thought = computer.think(position, Limit(depth=item.depth), signals)
    finally:
        computer.close()
    return thought.nodes, thought.seconds
