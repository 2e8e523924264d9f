"""The rules of the game once more, for the tests to compare with: slow, plain and without any trick.

A board is a dict from (column, row) to the player whose stone is there. Lines are walked square by square.
Nothing here imports the package under test.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

Cell = tuple[int, int]
"""Column and row, both from 0 at the top left."""

CHOICES = {"stay": (-1, 0), "swap": (-1, 1), "two-more": (-1, 2)}
"""What can be chosen in an opening, each as a cell that is on no board."""

SCRIPTS = {"free": "", "pie": "1?", "swap": "111?", "swap2": "111+"}
"""How a game opens: 1 and 2 place a stone, the player who began and the other; there the other chooses."""

TWO_MORE = "22!"
"""What follows the choice of two more stones; at ! the player who began chooses."""

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Along a row, down a column, down and up the two diagonals."""

SYMBOLS = "XOAHKMNSTVWYZEU"


@cache
def lines(columns: int, rows: int, k: int, torus: bool = False) -> list[list[Cell]]:
    """Every row of k squares in one direction that is wholly on the board.

    On a torus none leaves the board; those with the same squares are one, those that cross themselves none.
    """
    found: dict[frozenset[Cell], list[Cell]] = {}
    for row in range(rows):
        for column in range(columns):
            for across, down in STEPS:
                line = [(column + i * across, row + i * down) for i in range(k)]
                if torus:
                    line = [(c % columns, r % rows) for c, r in line]
                if len(set(line)) == k and all(0 <= c < columns and 0 <= r < rows for c, r in line):
                    found.setdefault(frozenset(line), line)
    return list(found.values())


@dataclass
class Board:
    """A position: who has which squares, who is still playing, in seat order, and who is to move."""

    columns: int
    rows: int
    k: int
    playing: list[int]
    to_move: int = 0
    cells: dict[Cell, int] = field(default_factory=dict)
    exactly: bool = False
    """Whether only runs of exactly k count."""
    misere: bool = False
    """Whether a line puts its player out."""
    drop: bool = False
    """Whether a stone falls to the lowest empty square of its column."""
    torus: bool = False
    """Whether rows, columns and diagonals continue at the opposite edge."""
    black: int | None = None
    """The player who needs exactly five, and whom renju forbids some squares; None in other games."""
    marks: str = "own"
    """`own`, `shared` (all stones are 0) or `wild` (each player places 0 or 1)."""
    double: bool = False
    """Whether a turn has two stones, but for the first one, which has one."""
    latest: int = 0
    """The player who moved last."""
    script: str = ""
    """What is left of the opening."""
    began: int = 0
    """The player who began; only openings ask."""
    front: int = 0
    """The player with the side that placed the first stone; only openings ask."""

    @classmethod
    def read(cls, text: str, k: int, players: int = 2, to_move: int = 0) -> "Board":
        """Read a drawn board: rows between blanks, a dot for an empty square, X, O, A … for stones."""
        drawn = text.split()
        board = cls(len(drawn[0]), len(drawn), k, list(range(players)), to_move)
        for row, squares in enumerate(drawn):
            for column, square in enumerate(squares):
                if square != ".":
                    board.cells[column, row] = SYMBOLS.index(square)
        return board

    def copy(self) -> "Board":
        return replace(self, playing=list(self.playing), cells=dict(self.cells))

    def key(self) -> tuple[object, ...]:
        cells = tuple(self.cells.get(cell) for cell in self.squares())
        return cells, self.to_move, tuple(self.playing), self.script

    # --- squares and lines

    def squares(self) -> list[Cell]:
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    def empty(self) -> list[Cell]:
        return [cell for cell in self.squares() if cell not in self.cells]

    def legal(self) -> list[Cell]:
        """The cells where a stone can stay, and the player to move may place one."""
        return [cell for cell in self.empty() if self.is_legal(cell)]

    def is_legal(self, cell: Cell) -> bool:
        """Whether a stone can stay on an empty cell, and the player to move may place one."""
        column, row = cell
        if self.drop and row < self.rows - 1 and (column, row + 1) not in self.cells:
            return False
        return self.to_move != self.black or not self.forbidden(cell)

    def stones(self, player: int) -> tuple[int, ...]:
        """Which stones a player may place."""
        return {"own": (player,), "shared": (0,), "wild": (0, 1)}[self.marks]

    def choices(self, player: int) -> list[tuple[Cell, int]]:
        """All that a player can place: the cells, each with the stones that may be put there.

        In an opening that is a stone of the side whose turn it is, or what can be chosen instead.
        """
        if self.script[:1] in ("?", "!", "+"):
            return [(CHOICES[word], 0) for word in ("stay", "swap", "two-more")[: 2 + (self.script == "+")]]
        if self.script:
            side = self.front if len(self.cells) % 2 == 0 else 1 - self.front
            return [(cell, side) for cell in self.legal()]
        return [(cell, stone) for cell in self.legal() for stone in self.stones(player)]

    def lines(self) -> list[list[Cell]]:
        return lines(self.columns, self.rows, self.k, self.torus)

    def beside(self, cell: Cell, step: Cell) -> Cell:
        """The next cell in a direction, on the board or not; on a torus always on it."""
        column, row = cell[0] + step[0], cell[1] + step[1]
        return (column % self.columns, row % self.rows) if self.torus else (column, row)

    def ends(self, line: list[Cell]) -> list[Cell]:
        """The cells before and after a line, on the board or not; none if the line is closed to a ring."""
        across, down = next(step for step in STEPS if self.beside(line[0], step) == line[1])
        around = [self.beside(line[0], (-across, -down)), self.beside(line[-1], (across, down))]
        return [cell for cell in around if cell not in line]

    def run(self, cell: Cell, step: Cell) -> set[Cell]:
        """The unbroken row of one player's stones through a stone, in one direction and back."""
        owner = self.cells[cell]
        run = {cell}
        for sign in (1, -1):
            beside = self.beside(cell, (sign * step[0], sign * step[1]))
            while self.cells.get(beside) == owner and beside not in run:
                run.add(beside)
                beside = self.beside(beside, (sign * step[0], sign * step[1]))
        return run

    def completed(self, cell: Cell) -> set[Cell]:
        """The squares of all lines through this stone; empty if there is none, or it is a choice."""
        if cell in CHOICES.values():
            return set()
        runs = [self.run(cell, step) for step in STEPS]
        return set().union(*(run for run in runs if self.counts(len(run), self.cells[cell])))

    def counts(self, length: int, player: int) -> bool:
        """Whether a run of so many stones is a line."""
        return length == self.k if self.exactly or player == self.black else length >= self.k

    def has_line(self, player: int) -> bool:
        return any(self.completed(cell) for cell, owner in self.cells.items() if owner == player)

    def wins_at(self, player: int) -> set[Cell]:
        """The squares where one stone of the player makes a line, were it the player's turn."""
        return {cell for cell, _ in self.wins_with(player)}

    def wins_with(self, player: int) -> set[tuple[Cell, int]]:
        """The same with the stone that does."""
        found = set()
        choices = self.choices(player)
        if self.black is not None:  # where it makes a line black may place, whoever is to move
            choices = [(cell, player) for cell in self.empty()]
        for cell, stone in choices:
            self.cells[cell] = stone
            if self.completed(cell):
                found.add((cell, stone))
            del self.cells[cell]
        return found

    def winner_by(self, cell: Cell) -> int | None:
        """Who has won now that the latest stone is here."""
        if self.misere:
            return self.playing[0] if len(self.playing) == 1 else None
        if not self.completed(cell):
            return None
        if self.marks == "own":
            return self.cells[cell]
        return self.latest

    # --- renju

    def forbidden(self, cell: Cell) -> str:
        """What a stone of black on an empty cell makes that it must not: overline, fours, threes or ""."""
        assert self.black is not None
        assert cell not in self.cells
        self.cells[cell] = self.black
        lengths = [len(self.run(cell, step)) for step in STEPS]
        try:
            if 5 in lengths:
                return ""
            if max(lengths) > 5:
                return "overline"
            if len(self.fours(cell)) > 1:
                return "fours"
            return "threes" if len(self.threes(cell)) > 1 else ""
        finally:
            del self.cells[cell]

    def fours(self, cell: Cell) -> set[frozenset[Cell]]:
        """The fours that this stone is part of: four stones that one more makes five in a row."""
        found = set()
        for step in STEPS:
            for added in self.near(cell, step):
                run = self.run_with(added, step)
                if len(run) == 5 and cell in run:
                    found.add(frozenset(run - {added}))
        return found

    def threes(self, cell: Cell) -> set[frozenset[Cell]]:
        """The threes that this stone is part of: three that one more, if it may, makes a straight four."""
        found = set()
        for step in STEPS:
            for added in self.near(cell, step):
                run = self.run_with(added, step)
                if len(run) != 4 or cell not in run:
                    continue
                makes_five = any(len(self.run_with(added, other)) == 5 for other in STEPS)
                self.cells[added] = self.cells[cell]
                longer = [self.run_with(each, step) for each in self.near(cell, step)]
                del self.cells[added]
                ways = sum(len(run) == 5 and cell in run for run in longer)
                if ways == 2 and not makes_five and not self.forbidden(added):
                    found.add(frozenset(run - {added}))
        return found

    def near(self, cell: Cell, step: Cell) -> list[Cell]:
        """The empty cells of a direction and its opposite, at most four steps away."""
        around = [(cell[0] + i * step[0], cell[1] + i * step[1]) for i in range(-4, 5)]
        return [
            (column, row)
            for column, row in around
            if 0 <= column < self.columns and 0 <= row < self.rows and (column, row) not in self.cells
        ]

    def run_with(self, cell: Cell, step: Cell) -> set[Cell]:
        """The run of black's stones through an empty cell if one more stood there."""
        assert self.black is not None
        self.cells[cell] = self.black
        try:
            return self.run(cell, step)
        finally:
            del self.cells[cell]

    # --- moving

    def after(self, player: int) -> int:
        """The player who moves after this one."""
        later = [other for other in self.playing if other > player]
        return later[0] if later else self.playing[0]

    def place(self, cell: Cell, stone: int | None = None) -> None:
        """Place a stone of the player to move; `stone` says which one where there is a choice."""
        mover = self.to_move
        if stone is None:
            (stone,) = (each for where, each in self.choices(mover) if where == cell)
        self.latest = mover
        if self.script:
            assert (cell, stone) in self.choices(mover)
            self.open(cell, stone)
            return
        assert stone in self.stones(mover)
        assert cell not in self.cells
        assert self.is_legal(cell)
        self.cells[cell] = stone
        if not self.double or len(self.cells) % 2 == 1:
            self.to_move = self.after(mover)
        if self.misere and self.completed(cell):
            self.playing.remove(mover)

    def open(self, cell: Cell, stone: int) -> None:
        """Make a move of the opening."""
        step, self.script = self.script[0], self.script[1:]
        if step in "12":
            self.cells[cell] = stone
        elif cell == CHOICES["two-more"]:
            self.script = TWO_MORE
        elif cell == CHOICES["swap"]:
            self.cells = {cell: 1 - owner for cell, owner in self.cells.items()}
            self.front = 1 - self.front
            self.black = None if self.black is None else self.front
        if self.script:
            self.to_move = self.began if self.script[0] in "1!" else 1 - self.began
        else:
            self.to_move = 1 - self.front

    def resign(self, player: int) -> None:
        if player == self.to_move:
            self.to_move = self.after(player)
        self.playing.remove(player)

    def children(self) -> Iterator[tuple[Cell, "Board"]]:
        """Each legal square in reading order, and the board with a stone there, or with each that may be."""
        for cell, stone in self.choices(self.to_move):
            child = self.copy()
            child.place(cell, stone)
            yield cell, child

    # --- dead boards

    def turns_left(self, player: int) -> int:
        """How often the player moves until the board is full, found by taking turns until it is."""
        turns, mover = 0, self.to_move
        for stones, _ in enumerate(self.empty(), len(self.cells) + 1):
            turns += mover == player
            if not self.double or stones % 2 == 1:
                mover = self.after(mover)
        return turns

    def is_dead(self) -> bool:
        """Whether every line has a stranger's stone or more empty squares than its player has turns left.

        If lines are of exactly k, those do not count that have a stone of the player before or after them.
        Where stones fall the squares below are not asked about: a board can be dead that is not called so.
        Nor are the cells that are forbidden to black, unless there are no others, where renju is drawn.
        Where lines are everybody's, every turn counts. In an opening no board is called dead.
        """
        if self.script:
            return False
        if not self.legal():
            return True
        lines = self.lines()
        for player in {"own": self.playing, "shared": [0], "wild": [0, 1]}[self.marks]:
            turns = self.turns_left(player) if self.marks == "own" else len(self.empty())
            for line in lines:
                owners = [self.cells.get(cell) for cell in line]
                is_exact = self.exactly or player == self.black
                is_long = is_exact and any(self.cells.get(cell) == player for cell in self.ends(line))
                if (
                    all(owner in (player, None) for owner in owners)
                    and owners.count(None) <= turns
                    and not is_long
                ):
                    return False
        return True

    def nobody_can_complete_a_line(self) -> bool:
        """The same by the definition: no way at all to play on, everybody helping, makes a line."""
        tried = set()

        def can(board: Board) -> bool:
            key = tuple(sorted(board.cells.items()))
            if key in tried:
                return False
            tried.add(key)
            return any(child.completed(cell) or can(child) for cell, child in board.children())

        return not can(self)


def perft(board: Board, depth: int, dead_rule: bool) -> list[int]:
    """How many ways there are to play 0, 1, … `depth` plies."""
    counts = [1] + [0] * depth

    def play(board: Board, ply: int) -> None:
        for cell, child in board.children():
            counts[ply] += 1
            if ply < depth and not child.completed(cell) and not (dead_rule and child.is_dead()):
                play(child, ply + 1)

    play(board, 1)
    return counts


def census(board: Board) -> Iterator[tuple[int, int]]:
    """For 0, 1, 2 … plies, how many ways there are to play them, and to how many different positions.

    A game that ends is counted at its last ply alone; draws end on full boards.
    """
    yield 1, 1
    going_on = {board.key(): (board, 1)}
    while going_on:
        ways: Counter[object] = Counter()
        after = {}
        for before, count in going_on.values():
            for cell, child in before.children():
                ways[child.key()] += count
                if child.winner_by(cell) is None:
                    after[child.key()] = child
        yield ways.total(), len(ways)
        going_on = {key: (child, ways[key]) for key, child in after.items()}


# --- what a position is worth

CERTAIN = 1000
"""A win with n stones on the board is worth 1000 - n: a quick one is better."""

Worth = tuple[int, ...]
"""What a position is worth to each player."""


class MaxN:
    """Everybody picks what is best for itself, the first such square in reading order.

    With two players that is minimax. Beyond `depth` plies everything counts as a draw.
    """

    def __init__(self) -> None:
        self._known: dict[object, Worth] = {}

    def worth(self, board: Board, depth: int = 400) -> Worth:
        key = board.key(), min(depth, len(board.empty()))
        if key not in self._known:
            self._known[key] = max(
                (self.worth_of_move(board, *choice, depth) for choice in board.choices(board.to_move)),
                key=lambda worth: worth[board.to_move],
                default=(0,) * len(SYMBOLS),
            )
        return self._known[key]

    def worth_of_move(self, board: Board, cell: Cell, stone: int | None = None, depth: int = 400) -> Worth:
        child = board.copy()
        child.place(cell, stone)
        winner = child.winner_by(cell)
        if winner is not None:
            worth = CERTAIN - len(child.cells)
            return tuple(worth if player == winner else -worth for player in range(len(SYMBOLS)))
        return self.worth(child, depth - 1) if depth > 1 else (0,) * len(SYMBOLS)


class Paranoid:
    """One player against all others, who help one another."""

    def __init__(self, me: int) -> None:
        self.me = me
        self._known: dict[object, int] = {}

    def worth(self, board: Board) -> int:
        key = board.key()
        if key not in self._known:
            choose = max if board.to_move == self.me else min
            self._known[key] = choose(
                (self._worth_of_move(cell, child) for cell, child in board.children()), default=0
            )
        return self._known[key]

    def _worth_of_move(self, cell: Cell, child: Board) -> int:
        winner = child.winner_by(cell)
        if winner is not None:
            worth = CERTAIN - len(child.cells)
            return worth if winner == self.me else -worth
        return self.worth(child)


# --- all positions of a small board


def images(board: Board) -> list[tuple[int | None, ...]]:
    """A square board as seen in every rotation and reflection."""
    last = board.columns - 1
    turns = (
        lambda c, r: (c, r),
        lambda c, r: (last - c, r),
        lambda c, r: (c, last - r),
        lambda c, r: (last - c, last - r),
        lambda c, r: (r, c),
        lambda c, r: (last - r, c),
        lambda c, r: (r, last - c),
        lambda c, r: (last - r, last - c),
    )
    return [tuple(board.cells.get(turn(*cell)) for cell in board.squares()) for turn in turns]


def unlike(board: Board) -> list[Board]:
    """One board of each kind, up to symmetry, that play from this square board reaches and goes on from."""
    seen = set()
    found = []
    waiting = [board]
    while waiting:
        board = waiting.pop()
        looks = images(board)
        if seen.isdisjoint(looks):
            seen.add(looks[0])
            found.append(board)
            for cell, child in board.children():
                if not child.completed(cell) and child.empty():
                    waiting.append(child)
    return found
