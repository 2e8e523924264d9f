"""Levels `random`, `rules` and `scorer` against their rules written out again."""

import pytest
from hypothesis import given

from tests.support.reference import Board, Cell
from tests.support.strategies import (
    cell_of,
    choices_of,
    games,
    make_setup,
    many,
    placement_of,
    play,
    position_of,
    reference_of,
    some,
)
from ttt_tui.computer import LEVELS, Thought
from ttt_tui.computer.one_ply import points, rating
from ttt_tui.engine import Game, Limit, Move, Opening, Position


def think(level: str, position: Position, seed: int = 0) -> Thought:
    return LEVELS[level].make(seed).think(position, Limit())


def moves(level: str, position: Position, seeds: int = 40) -> set[Cell]:
    """All the cells that the level takes here, one seed after the other."""
    return {cell_of(position.geometry, think(level, position, seed).move) for seed in range(seeds)}


def named(*names: str) -> set[Cell]:
    return {(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in names}


def test_random_takes_any_free_square() -> None:
    position = position_of(Board.read("XO. .X. ..O", k=3))
    assert moves("random", position, 200) == named("c1", "a2", "c2", "a3", "b3")


def stones_left(board: Board) -> int:
    """How many stones the player to move places in this turn."""
    return 2 if board.double and len(board.cells) % 2 == 1 else 1


def is_too_long(board: Board, line: list[Cell]) -> bool:
    """Whether a line of somebody's stones does not count, for there is another stone beside it."""
    owners = {board.cells[cell] for cell in line if cell in board.cells}
    is_exact = board.exactly or owners == {board.black}
    return is_exact and any(board.cells.get(cell) in owners for cell in board.ends(line))


def gaps(board: Board, player: int, stones: int) -> list[set[Cell]]:
    """The empty squares of each line that a player could complete with so many stones, if all were legal."""
    return [
        {cell for cell in line if cell not in board.cells}
        for line in board.lines()
        if all(board.cells.get(cell) in (player, None) for cell in line)
        and 0 < sum(cell not in board.cells for cell in line) <= stones
        and not is_too_long(board, line)
    ]


def possible(board: Board, found: list[set[Cell]]) -> list[set[Cell]]:
    """Those of which all squares are legal now."""
    return [gap for gap in found if gap <= set(board.legal())]


def soonest(board: Board) -> set[Cell]:
    """The squares of the lines that the player to move can complete in this turn, with the fewest stones."""
    found = possible(board, gaps(board, board.to_move, stones_left(board)))
    fewest = min(map(len, found), default=0)
    return set().union(*(gap for gap in found if len(gap) == fewest))


# --- rules


def by_the_rules(board: Board) -> set[Cell]:
    """The squares that the three rules leave, else every free one."""
    turns, mover = [], board.to_move
    for _ in board.playing:
        turns.append(mover)
        mover = board.after(mover)
    if board.misere:
        return harmless(board)
    if board.marks != "own":
        return board.wins_at(board.to_move) or least_given(board)
    if board.double:
        if found := soonest(board):
            return found
        threats = possible(board, gaps(board, turns[1], 2))
        hits = {cell: sum(cell in gap for gap in threats) for cell in set().union(*threats)}
        if hits:
            return {cell for cell, count in hits.items() if count == max(hits.values())}
    for player in turns:  # its own win comes first, then the threats in turn
        if wins := board.wins_at(player):
            return wins
    fullest, squares, legal = 0, set(), set(board.legal())
    for line in board.lines():
        if legal.isdisjoint(line):
            continue
        owners = [board.cells.get(cell) for cell in line]
        mine = owners.count(board.to_move)
        if mine and mine + owners.count(None) == len(line) and mine >= fullest:
            if mine > fullest:
                fullest, squares = mine, set()
            squares |= legal.intersection(line)
    return squares or legal


def harmless(board: Board) -> set[Cell]:
    """The squares of the moves by which nobody would complete a line, else those where the others would."""
    return {cell for cell, _ in harmless_moves(board)}


def harmless_moves(board: Board) -> set[tuple[Cell, int]]:
    """The moves where nobody would complete a line, else where the player to move would not, else all."""
    free = set(board.choices(board.to_move))
    others = [board.wins_with(other) for other in board.playing if other != board.to_move]
    theirs = {
        (cell, board.to_move if board.marks == "own" else stone) for cell, stone in set().union(*others)
    }
    safe = free - board.wins_with(board.to_move) or free
    return safe - theirs or safe


def given_by(board: Board) -> dict[tuple[Cell, int], int]:
    """By each move, in how many ways the next player could complete a line; below 0 if that is the mover."""
    found = {}
    for cell, stone in board.choices(board.to_move):
        after = board.copy()
        after.place(cell, stone)
        ways = len(after.wins_with(after.to_move))
        found[cell, stone] = -ways if after.to_move == board.to_move else ways
    return found


def least_given(board: Board) -> set[Cell]:
    """The squares of the moves that give the next player the fewest ways."""
    given = given_by(board)
    return {cell for (cell, _), count in given.items() if count == min(given.values())}


@pytest.mark.slow
@many
@given(games(running=True, openings=[Opening.FREE]))
def test_rules_moves_by_the_first_rule_that_applies(game: Game) -> None:
    allowed = by_the_rules(reference_of(game))
    taken = moves("rules", game.position, seeds=5)
    assert taken <= allowed


@pytest.mark.parametrize(
    ("drawn", "k", "players", "to_move", "expected"),
    [
        ("XX. OO. ...", 3, 2, 0, ["c1"]),  # its own win comes before the block
        ("XX. OO. ..X", 3, 2, 1, ["c2"]),
        ("X.XX. OO.O. .....", 4, 2, 0, ["b1"]),  # in a gap
        ("XX.XX OO... O...O", 3, 2, 0, ["c1"]),  # more than enough
        ("X.. OO. ..X", 3, 2, 0, ["c2"]),  # nothing to win: block
        ("XO. .X. ...", 3, 2, 1, ["c3"]),
        ("OO... ...X. AA... ..... ....X", 3, 3, 0, ["c1"]),  # O moves before A
        ("XX... ...A. OO... ..... ....A", 3, 3, 2, ["c1"]),  # X moves before O
        ("X.. ... ..O", 3, 2, 0, ["b1", "c1", "a2", "a3"]),  # build, where O is not
        ("XX.. .... ..O. O...", 4, 2, 0, ["c1", "d1"]),  # the fullest line
        ("... .X. ...", 3, 2, 1, ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]),  # nothing to build on
    ],
)
def test_rules_wins_else_blocks_else_builds_else_guesses(
    drawn: str, k: int, players: int, to_move: int, expected: list[str]
) -> None:
    board = Board.read(drawn, k, players, to_move)
    assert by_the_rules(board) == named(*expected)
    assert moves("rules", position_of(board), 100) == named(*expected), "each, with one seed or another"


def test_rules_fears_nobody_who_has_resigned() -> None:
    position = position_of(Board.read("XX... ...A. OO... ..... ....A", k=3, players=3, to_move=2))
    position.resign(0)
    assert moves("rules", position) == named("c3")


# --- scorer


def worths(board: Board) -> dict[Cell, int]:
    """The points of every free square, line by line as in the table."""
    me = board.to_move
    denial = board.k * board.k * board.k
    total = dict.fromkeys(board.legal(), 0)
    denied: set[Cell] = set()
    for line in board.lines():
        owners = {board.cells[cell] for cell in line if cell in board.cells}
        if not owners:
            value = 1
        elif owners == {me}:
            value = 2
        elif len(owners) == 1 and owners <= set(board.playing):
            value = 3
        else:
            value = 0
        if is_too_long(board, line):
            value = 0
        for cell in line:
            if cell in total:
                total[cell] += value
    for player in board.playing:
        found = gaps(board, player, stones_left(board) if player == me else 1 + board.double)
        for cell in total:
            ways = sum(cell in gap for gap in found)
            if player == me:
                total[cell] += 2 * denial * (ways > 0)
            elif board.double:
                total[cell] += denial * ways
            elif ways:
                denied.add(cell)
    for cell in denied:  # once, however many are
        total[cell] += denial
    return total


def ratings(board: Board) -> dict[tuple[Cell, int], int]:
    """The points of each move, or what it gives away where lines are everybody's; the more, the better."""
    if board.marks != "own":
        return {move: ways if board.misere else -ways for move, ways in given_by(board).items()}
    sign = -1 if board.misere else 1
    return {(cell, board.to_move): sign * total for cell, total in worths(board).items()}


@pytest.mark.slow
@some
@given(games(running=True, openings=[Opening.FREE]))
def test_scorer_counts_points_by_its_table(game: Game) -> None:
    expected, geometry = ratings(reference_of(game)), game.setup.geometry
    assert {move: rating(game.position, placement_of(geometry, *move)) for move in expected} == expected


@some
@given(games(largest=8, running=True, openings=[Opening.FREE]))
def test_scorer_takes_a_win_or_else_the_most_points(game: Game) -> None:
    board, geometry = reference_of(game), game.setup.geometry
    expected, completing = ratings(board), board.wins_with(board.to_move)
    if board.double and board.marks == "own" and not completing:
        completing = {(cell, board.to_move) for cell in soonest(board)}
    allowed = harmless_moves(board) if board.misere else completing or {*expected}
    counted = {move: total for move, total in expected.items() if move in allowed}

    def meant(placement: int) -> tuple[Cell, int]:
        (move,) = choices_of(geometry, 1 << placement, board.to_move)
        return move

    thought = think("scorer", game.position)
    assert counted[meant(thought.move)] == max(counted.values()) == thought.score
    assert {meant(ranked.square): ranked.score for ranked in thought.ranked} == counted


@pytest.mark.parametrize(
    ("drawn", "k", "to_move", "expected"),
    [
        # an empty board: as many points as there are lines through a square
        ("... ... ...", 3, 0, {"a1": 3, "b1": 2, "c1": 3, "a2": 2, "b2": 4, "c3": 3}),
        # X in the middle: three points for blocking there, one for each line still empty
        ("... .X. ...", 3, 1, {"a1": 3 + 1 + 1, "b1": 3 + 1, "a2": 3 + 1}),
        # two points for building; the diagonal with O counts nothing
        ("X.. ... ..O", 3, 0, {"b1": 2 + 1, "a3": 2 + 3 + 1, "c1": 2 + 3 + 1, "b2": 1 + 1 + 1, "c2": 3 + 1}),
        # a win: 2 × 27 more; a win denied: 27 more
        ("XX. OO. ...", 3, 0, {"c1": 2 + 54 + 1 + 3, "c2": 3 + 27 + 1, "a3": 1 + 3}),
        # two threats denied by one stone are still one denial
        ("OO. X.O XXO", 3, 0, {"c1": 3 + 3 + 27 + 2}),
        # k = 4: 64 for a denial
        ("XXX. OOO. .... ....", 4, 1, {"d1": 3 + 64 + 1 + 2, "d2": 2 + 128 + 1}),
    ],
)
def test_scorer_gives_the_points_that_a_person_counts(
    drawn: str, k: int, to_move: int, expected: dict[str, int]
) -> None:
    board = Board.read(drawn, k, to_move=to_move)
    position = position_of(board)
    assert {name: points(position, position.geometry.parse(name)) for name in expected} == expected
    assert {name: worths(board)[cell] for name in expected for cell in named(name)} == expected


def test_scorer_prefers_a_win_to_any_number_of_blocked_lines() -> None:
    # On d4 all twelve lines hold stones of O alone, one of them is a threat; X can win in the corner.
    board = Board.read(
        """
        ........X...
        .O...O......
        ...O.....X..
        ..O.O.......
        ..O.O...X...
        ...O........
        ............
        ...........X
        ...........X
        X..X..X.....
        """,
        k=3,
    )
    wins = board.wins_at(0)
    assert wins == named("l10", "l7")
    assert worths(board)[3, 3] == 12 * 3 + 27 > max(worths(board)[cell] for cell in wins)
    assert moves("scorer", position_of(board)) <= wins


def test_scorer_fears_nobody_who_has_resigned() -> None:
    game = Game(make_setup(5, 5, 3, players=3))
    play(game, "a1 c4 e2 b1 e5")
    c1 = game.setup.geometry.parse("c1")
    before = points(game.position, c1)
    game.push(Move(0, None))
    after = points(game.position, c1)
    assert (before - after) == 27 + 2 * 3, "two lines with X alone, one of them a threat"
    assert after == worths(reference_of(game))[2, 0]
