"""Whether reasons of moves are true, from the definitions: every square and every line is tried.

It stands on the rules of `tests.support.reference`, not on the package under test.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.analysis import slow_facts
from tests.support.reference import CERTAIN, STEPS, Board, Cell, MaxN


class Claim(NamedTuple):
    """A reason, with squares as columns and rows."""

    kind: str
    player: int
    cells: tuple[Cell, ...]
    plies: int | None = None


def played(board: Board, *cells: Cell) -> Board:
    board = board.copy()
    for cell in cells:
        board.place(cell)
    return board


def passed_to(board: Board, player: int) -> Board:
    board = board.copy()
    board.to_move = player
    return board


def completing(board: Board, player: int) -> set[Cell]:
    """Where a player who will have a turn completes a line."""
    return {cell for _, cell in slow_facts.lacking_one(board, player)}


# --- what follows from the two positions -----------------------------------------------------------------

COMPLETE = ("wins", "misses a line", "lets complete a line", "lets make two threats", "makes two threats",
            "blocks", "only answer", "threatens a line", "stops a run", "makes a run")  # fmt: skip
"""The kinds that are told wherever they are true."""


def complete(before: Board, cell: Cell) -> set[Claim]:
    """All claims of these kinds that are true of a move."""
    mover = before.to_move
    could = completing(before, mover)
    if cell in could:
        return {Claim("wins", mover, (cell,))}
    return {*_complete(before, played(before, cell), cell, could)}


def _complete(before: Board, after: Board, cell: Cell, could: set[Cell]) -> Iterator[Claim]:
    mover, following = before.to_move, after.to_move
    if could:
        yield Claim("misses a line", mover, in_order(could))
    added = completing(after, mover) - could
    if len(added) == 1:
        yield Claim("threatens a line", mover, in_order(added))
    elif added:
        yield Claim("makes two threats", mover, in_order(added))
    if let := completing(after, following):
        yield Claim("lets complete a line", following, in_order(let))
    elif len(before.playing) == 2:
        forks = {reply for reply in after.empty() if is_fork(after, reply)}
        if forks:
            yield Claim("lets make two threats", following, in_order(forks))
    for player in before.playing:
        if player != mover and completing(before, player) == {cell}:
            yield Claim("blocks", player, (cell,))
    others = [other for other in before.empty() if other != cell]
    if not could and not let and others and all(lets_complete(before, other) for other in others):
        yield Claim("only answer", following, (cell,))
    for step in STEPS:
        for player in before.playing:
            for run in slow_facts.open_runs(before, player, step):
                is_stopped = run not in slow_facts.open_runs(after, player, step)
                if player != mover and before.turns_left(player) >= 2 and is_stopped:
                    yield Claim("stops a run", player, in_order(run[1:-1]))
        for run in slow_facts.open_runs(after, mover, step):
            if cell in run[1:-1] and after.turns_left(mover) >= 2:
                yield Claim("makes a run", mover, in_order(run[1:-1]))


def lets_complete(board: Board, cell: Cell) -> bool:
    """Whether the next player can complete a line after a stone of the player to move."""
    after = played(board, cell)
    return bool(completing(after, after.to_move))


def is_fork(board: Board, cell: Cell) -> bool:
    """Whether a stone of the player to move lacks two squares then, and the other side none."""
    mover = board.to_move
    after = played(board, cell)
    return len(completing(after, mover)) >= 2 and not completing(after, after.to_move)


def in_order(cells: Sequence[Cell] | set[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


# --- wins by fours ---------------------------------------------------------------------------------------


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


# --- the other kinds, each whether it is true ------------------------------------------------------------


def is_true(claim: Claim, before: Board, cell: Cell, exact: MaxN | None) -> bool:
    """Whether a claim about a move of one of two players is true; `exact` knows what positions are worth."""
    after = played(before, cell)
    mover, other = before.to_move, after.to_move
    stones = len(before.cells)

    def worth(move: Cell) -> int:
        assert exact is not None, f"{claim} without any proof"
        return exact.worth_of_move(before, move)[mover]

    others = [move for move in before.empty() if move != cell]
    match claim.kind:
        case "lets win by fours":
            return len(claim.cells) > 1 and claim.player == other and wins_by(after, claim.cells)
        case "wins by fours":
            return claim.cells[0] == cell and len(claim.cells) > 1 and wins_by(before, claim.cells)
        case "misses fours":
            return claim.cells[0] != cell and len(claim.cells) > 1 and wins_by(before, claim.cells)
        case "threatens fours":
            again = passed_to(after, mover)
            nobody = not completing(after, mover) and not completing(after, other)
            return nobody and wins_by(again, claim.cells) and not can_win_by_fours(before, set())
        case "stops fours":
            nobody = not completing(before, other) and not completing(after, other)
            had = wins_by(passed_to(before, other), claim.cells)
            return nobody and had and before.k > 3 and not can_win_by_fours(after, set())
        case "lets win by force":
            return claim.plies is not None and worth(cell) <= stones + claim.plies + 1 - CERTAIN
        case "wins by force":
            return claim.plies is not None and worth(cell) >= CERTAIN - stones - claim.plies
        case "misses a win":
            assert claim.plies is not None
            won = CERTAIN - stones - claim.plies
            return worth(cell) < CERTAIN // 2 and all(worth(move) >= won for move in claim.cells)
        case "misses a draw":
            return worth(cell) < 0 and all(worth(move) == 0 for move in claim.cells)
        case "only win":
            return bool(others) and worth(cell) > 0 and all(worth(move) <= 0 for move in others)
        case "only draw":
            return bool(others) and worth(cell) == 0 and all(worth(move) < 0 for move in others)
        case "others lose":
            return bool(others) and all(worth(move) < 0 for move in others)
        case "gives a run":
            return any(
                in_order(run[1:-1]) == claim.cells and reply in run[1:-1]
                for step in STEPS
                for reply in claim.cells
                if reply not in after.cells
                for run in slow_facts.open_runs(played(after, reply), other, step)
            )
    raise AssertionError(f"{claim.kind} has no definition here")
