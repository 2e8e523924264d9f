"""What can be said of a move, once more from the definitions: lists of squares and dicts, slow and obvious.

It stands on the rules of `tests.support.reference`, not on the package under test: every square and line is
tried.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tests.support.reference import STEPS, Board, Cell

Line = list[Cell]


class Claim(NamedTuple):
    """A reason, with squares as columns and rows."""

    kind: str
    player: int
    cells: tuple[Cell, ...]
    plies: int | None = None
    line: frozenset[Cell] = frozenset()
    earlier: tuple[Cell, ...] = ()


def in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def played(board: Board, *moves: Cell | tuple[Cell, int]) -> Board:
    """The board after moves: cells, each with its stone where there is a choice."""
    board = board.copy()
    for one, other in moves:
        if isinstance(one, tuple):
            board.place(one, other)
        else:
            board.place((one, other))
    return board


def passed_to(board: Board, player: int) -> Board:
    board = board.copy()
    board.to_move = player
    return board


# --- lines and runs --------------------------------------------------------------------------------------


def lacking_one(board: Board, player: int) -> list[tuple[Line, Cell]]:
    """The lines that the player could complete with one stone in a turn to come, and where."""
    found = []
    for line in board.lines():
        owners = [board.cells.get(cell) for cell in line]
        if owners.count(player) == board.k - 1 and None in owners and not too_long(board, line, player):
            found.append((line, line[owners.index(None)]))
    return found if found and board.turns_left(player) else []


def completing(board: Board, player: int) -> set[Cell]:
    """Where a player who will have a turn completes a line."""
    return {cell for _, cell in lacking_one(board, player)}


def live(board: Board, player: int, step: Cell) -> list[Line]:
    """The lines in one direction that the player can still complete."""
    turns = board.turns_left(player)
    found = []
    for line in board.lines():
        if runs_along(line, step):
            owners = [board.cells.get(cell) for cell in line]
            is_free = {*owners} <= {player, None} and not too_long(board, line, player)
            if is_free and owners.count(None) <= turns:
                found.append(line)
    return found


def too_long(board: Board, line: Line, player: int) -> bool:
    """Whether the player's own stone before or after a line keeps it from counting."""
    return board.exactly and any(board.cells.get(cell) == player for cell in board.ends(line))


def runs_along(line: Line, step: Cell) -> bool:
    return (line[1][0] - line[0][0], line[1][1] - line[0][1]) == step


def open_runs(board: Board, player: int, step: Cell) -> list[Line]:
    """Where k−2 stones stand between two empty squares, and a third empty one is beyond: those k squares.

    If lines are of exactly k, a stone at one end has to make two lines that count.
    """
    k = board.k
    empty = {*board.empty()}
    found = []
    for start, owner in board.cells.items():
        squares = [(start[0] + i * step[0], start[1] + i * step[1]) for i in range(-2, k)]
        beyond, first, *run, last, further = squares
        if owner != player or k == 3 or not {first, last} <= empty:
            continue
        if not all(board.cells.get(cell) == player for cell in run):
            continue
        inner = [first, *run, last]
        places = [[beyond, *inner[:-1]]] * (beyond in empty) + [[*inner[1:], further]] * (further in empty)
        if any(not too_long(board, line, player) for line in places if not too_long(board, inner, player)):
            found.append(inner)
    return found


# --- by the rules ----------------------------------------------------------------------------------------


def facts(before: Board, cell: Cell) -> set[Claim]:
    """What a stone of the player to move does on an empty square."""
    after = played(before, cell)
    if won := after.completed(cell):
        return {Claim("wins", before.to_move, (cell,), line=frozenset(won))}
    found = {*of_the_mover(before, after, cell)}
    for player in before.playing:
        if player != before.to_move:
            found |= {*of_an_opponent(before, after, cell, player)}
    return found or {*places(before, cell)}


def of_the_mover(before: Board, after: Board, cell: Cell) -> Iterator[Claim]:
    mover, k = before.to_move, before.k
    could, can = completing(before, mover), completing(after, mover)
    if could:
        yield Claim("misses a line", mover, in_order(could), line=all_of(lacking_one(before, mover)))
    if added := can - could:
        kind = "threatens a line" if len(added) == 1 else "makes two threats"
        line = all_of(lacking_one(after, mover))
        yield Claim(kind, mover, in_order(added), line=line, earlier=in_order(can - added))
    if k == 3 or after.turns_left(mover) < 2:
        return
    for step in STEPS:
        runs = [run for run in open_runs(after, mover, step) if cell in run[1:-1]]
        if runs:
            for run in runs:
                yield Claim("makes a run", mover, in_order(run[1:-1]), line=frozenset(run))
            continue
        lines = [line for line in live(after, mover, step) if cell in line]
        counts = [[after.cells.get(square) for square in line].count(mover) for line in lines]
        if counts and max(counts) == k - 2:
            squares = {square for line, n in zip(lines, counts, strict=True) if n == k - 2 for square in line}
            stones = {square for square in squares if after.cells.get(square) == mover}
            yield Claim("extends a line", mover, in_order(stones), line=frozenset(squares))


def of_an_opponent(before: Board, after: Board, cell: Cell, player: int) -> Iterator[Claim]:
    lacked = lacking_one(before, player)
    for step in STEPS:
        taken = [line for line, square in lacked if square == cell and runs_along(line, step)]
        if taken:
            squares = {square for line in taken for square in line}
            stones = squares - {cell}
            is_open = any(stones & {*line} for line in live(after, player, step))
            kind = "blocks a line" if is_open else "closes a line"
            yield Claim(kind, player, (cell,), line=frozenset(squares))
        if before.turns_left(player) >= 2:
            for run in open_runs(before, player, step):
                if run not in open_runs(after, player, step):
                    yield Claim("stops a run", player, in_order(run[1:-1]), line=frozenset(run))
    if left := lacking_one(after, player):
        yield Claim("lets complete a line", player, in_order(completing(after, player)), line=all_of(left))


def places(before: Board, cell: Cell) -> Iterator[Claim]:
    if before.columns <= 5 and before.rows <= 5:
        columns, rows = range(before.columns), range(before.rows)
        corners = [(column, row) for column in (columns[0], columns[-1]) for row in (rows[0], rows[-1])]
        if sorted(columns)[len(columns) // 2] == cell[0] and sorted(rows)[len(rows) // 2] == cell[1]:
            if len(columns) % 2 and len(rows) % 2:
                yield Claim("takes the centre", before.to_move, (cell,))
        elif cell in corners:
            yield Claim("takes a corner", before.to_move, (cell,))


def all_of(lines: list[tuple[Line, Cell]]) -> frozenset[Cell]:
    return frozenset(square for line, _ in lines for square in line)


# --- for and against -------------------------------------------------------------------------------------

COMPLETE = ("wins", "misses a line", "lets complete a line", "lets make two threats", "makes two threats",
            "blocks", "only answer", "threatens a line", "stops a run", "makes a run")  # fmt: skip
"""The kinds of reasons that are given wherever they are true."""


def complete(before: Board, cell: Cell) -> set[Claim]:
    """All reasons of these kinds that are true of a move."""
    known = facts(before, cell)
    found = {claim for claim in known if claim.kind in COMPLETE}
    if any(claim.kind == "wins" for claim in known):
        return found
    after = played(before, cell)
    mover, following = before.to_move, after.to_move
    found = {claim for claim in found if claim.kind != "lets complete a line" or claim.player == following}
    let = completing(after, following)
    if not let and len(before.playing) == 2:
        forks = {reply for reply in after.empty() if is_fork(after, reply)}
        if forks:
            found.add(Claim("lets make two threats", following, in_order(forks)))
    for player in before.playing:
        if player != mover and completing(before, player) == {cell}:
            found.add(Claim("blocks", player, (cell,)))
    others = [other for other in before.empty() if other != cell]
    could = completing(before, mover)
    if not could and not let and others and all(lets_complete(before, other) for other in others):
        found.add(Claim("only answer", following, (cell,)))
    return found


def lets_complete(board: Board, cell: Cell) -> bool:
    """Whether the next player can complete a line after a stone of the player to move."""
    after = played(board, cell)
    return bool(completing(after, after.to_move))


def is_fork(board: Board, cell: Cell) -> bool:
    """Whether a stone of the player to move lacks two squares then, and the other side none."""
    mover = board.to_move
    after = played(board, cell)
    return len(completing(after, mover)) >= 2 and not completing(after, after.to_move)


def wins_by(board: Board, fours: Sequence[Cell]) -> bool:
    """Whether the player to move wins by making these fours, whatever the other side answers."""
    attacker = board.to_move
    for cell in fours:
        if board.to_move != attacker or cell in board.cells:
            return False
        board = played(board, cell)
        lacking = completing(board, attacker)
        if not lacking or completing(board, board.to_move):
            return False
        if len(lacking) >= 2:
            return cell == fours[-1]
        board = played(board, *lacking)
    return False


def can_win_by_fours(board: Board, tried: set[frozenset[tuple[Cell, int]]]) -> bool:
    """Whether the player to move wins by any fours, every one tried."""
    key = frozenset(board.cells.items())
    if key in tried:
        return False
    tried.add(key)
    attacker = board.to_move
    for cell in board.empty():
        after = played(board, cell)
        lacking = completing(after, attacker)
        if not lacking or completing(after, after.to_move):
            continue
        if len(lacking) >= 2 or can_win_by_fours(played(after, *lacking), tried):
            return True
    return False


def can_win_within(board: Board, stones: int) -> bool:
    """Whether the player to move wins by so few stones of their own, all moves and replies tried.

    A move that makes no four is tried on only if its player would win even after a pass of the other.
    """
    attacker = board.to_move
    if completing(board, attacker):
        return True
    if stones <= 1:
        return False
    for cell in completing(board, played(board, board.empty()[0]).to_move) or board.empty():
        after = played(board, cell)
        if after.is_dead():
            continue
        fours = completing(after, attacker)
        if not fours and not can_win_within(passed_to(after, attacker), stones - 1):
            continue
        if completing(after, after.to_move):
            continue
        if all(can_win_within(played(after, reply), stones - 1) for reply in fours or after.empty()):
            return True
    return False
