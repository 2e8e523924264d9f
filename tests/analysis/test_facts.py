"""What a move did: each kind where it is true and where it is not, and all of them against slow_facts."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.analysis import slow_facts
from tests.analysis.slow_facts import Told
from tests.support.reference import Board, Cell
from tests.support.sampling import sampled
from ttt_tui.analysis.facts import Fact, FactKind, facts, would_have_won
from ttt_tui.engine import Game, Geometry, Move, Setup, Square, squares_of

TIC_TAC_TOE = 3, 3, 3
FOUR = 7, 7, 4
GOMOKU = 15, 15, 5


def played(board: tuple[int, int, int], moves: str, players: int = 2) -> Game:
    """A game of these moves, in which `O!` is that O resigns."""
    game = Game(Setup(Geometry(*board), players))
    symbols = [player.symbol for player in game.setup.players]
    for name in moves.split():
        if name.endswith("!"):
            game.push(Move(symbols.index(name[0]), None))
        else:
            game.place(name)
    return game


def told(game: Game, ply: int | None = None) -> list[str]:
    """Each fact about a move, the last if none is named, as `O closed a3`."""
    symbols = [player.symbol for player in game.setup.players]
    return [
        " ".join([symbols[fact.player], fact.kind, *map(game.setup.geometry.name, fact.squares)])
        for fact in facts(game, ply or len(game.moves))
    ]


def lines(game: Game) -> dict[FactKind, str]:
    """The squares of the line of each kind of fact about the last move."""
    geometry = game.setup.geometry
    return {
        fact.kind: " ".join(map(geometry.name, squares_of(fact.line)))
        for fact in facts(game, len(game.moves))
    }


@pytest.mark.parametrize(
    ("board", "moves", "expected"),
    [
        # won
        (TIC_TAC_TOE, "a1 b1 a2 b2 a3", ["X won a3"]),
        (FOUR, "a1 a7 b1 b7 d1 d7 e1 e7 c1", ["X won c1"]),
        (TIC_TAC_TOE, "a1 b1 c3 b2 a3 b3", ["O won b3"]),  # and closed a row
        # missed
        (TIC_TAC_TOE, "a1 b1 a2 c3 c1", ["X missed a3"]),
        (TIC_TAC_TOE, "a1 b1 a2 b2 b3", ["X missed a3", "O closed b3"]),
        # closed: none of the stones has a line that way any more
        (TIC_TAC_TOE, "b2 a1 c1 a3", ["X closed a3", "O wants a2"]),
        (GOMOKU, "a8 a1 b8 c1 c8 e1 d8 e8", ["X closed e8"]),
        (TIC_TAC_TOE, "a1 b2 c3 a3 c1 c2", ["X closed c2", "O wants a2", "X left open b1"]),
        # blocked: some have
        (GOMOKU, "f8 a1 g8 c1 h8 e1 i8 e8", ["X blocked e8", "X left open j8"]),
        (GOMOKU, "b8 a1 c8 c1 e8 e1 f8 d8", ["X blocked d8"]),
        # two lines in two directions are two facts, two in one direction are one
        (FOUR, "b1 b7 c1 d7 d1 f7 a2 b5 a3 d5 a4 a1", ["X blocked a1", "X blocked a1", "X left open e1 a5"]),
        (FOUR, "b1 b7 c1 d7 e1 f7 f1 d1", ["X closed d1"]),
        # wants
        (TIC_TAC_TOE, "a1 b3 c1", ["X wants b1"]),
        (TIC_TAC_TOE, "a1 b2 c3 a3 c1", ["O closed c1", "X wants b1 c2"]),
        (FOUR, "b1 b7 c1 d7 d1", ["X wants a1 e1"]),
        # left open
        (TIC_TAC_TOE, "a1 b3 b1 a3", ["O wants c3", "X left open c1"]),
        # stopped: at an end, or beyond it
        (GOMOKU, "f8 a1 g8 c1 h8 e8", ["X stopped f8 g8 h8"]),
        (GOMOKU, "f8 d8 g8 a1 h8 j8", ["X stopped f8 g8 h8"]),
        (GOMOKU, "f8 a1 g8 c1 h8 d8", []),  # still open: j8 is empty
        # opened
        (GOMOKU, "f8 a1 g8 c1 h8", ["X opened f8 g8 h8"]),
        (GOMOKU, "f8 a1 g8 c1 h9 e1 h10 g1 h8", ["X opened f8 g8 h8", "X opened h8 h9 h10"]),
        (FOUR, "c3 a7 d4", ["X opened c3 d4"]),
        # extended: at the edge, shut in, with a gap
        (GOMOKU, "a8 a1 b8 c1 c8", ["X extended a8 b8 c8"]),
        (GOMOKU, "f8 e8 g8 a1 h8", ["X extended f8 g8 h8"]),
        (GOMOKU, "f8 d8 g8 j8 h8", ["X extended f8 g8 h8"]),
        (GOMOKU, "f8 a1 g8 c1 i8", ["X extended f8 g8 i8"]),
        (GOMOKU, "f8 d8 g8 i8 h8", []),  # only e8 is left
        (GOMOKU, "f8 a1 g8", []),  # two of five are nothing yet
        (TIC_TAC_TOE, "b2 a1", ["O corner a1"]),  # nor is one of three
        # places
        (TIC_TAC_TOE, "b2", ["X middle b2"]),
        (TIC_TAC_TOE, "a2", []),
        ((5, 3, 3), "c2 e3", ["O corner e3"]),
        ((4, 4, 4), "b2", []),
        ((6, 6, 4), "a1", []),
    ],
)
def test_what_a_move_did(board: tuple[int, int, int], moves: str, expected: list[str]) -> None:
    assert told(played(board, moves)) == expected


def test_the_lines_that_are_meant() -> None:
    assert lines(played(FOUR, "a1 a7 b1 b7 d1 d7 e1 e7 c1")) == {FactKind.WON: "a1 b1 c1 d1 e1"}
    assert lines(played(TIC_TAC_TOE, "a1 b1 c1 b2 a2 b3"))[FactKind.WON] == "b1 b2 b3"
    assert lines(played(FOUR, "b1 b7 c1 d7 e1 f7 f1 d1")) == {FactKind.CLOSED: "b1 c1 d1 e1 f1"}
    fork = lines(played(TIC_TAC_TOE, "a1 b2 c3 a3 c1"))
    assert fork == {FactKind.CLOSED: "c1 b2 a3", FactKind.WANTS: "a1 b1 c1 c2 c3"}
    assert lines(played(GOMOKU, "f8 a1 g8 c1 h8")) == {FactKind.OPENED: "e8 f8 g8 h8 i8"}
    assert lines(played(GOMOKU, "f8 a1 g8 c1 h8 e8")) == {FactKind.STOPPED: "e8 f8 g8 h8 i8"}
    assert lines(played(GOMOKU, "a8 a1 b8 c1 c8")) == {FactKind.EXTENDED: "a8 b8 c8 d8 e8"}
    assert lines(played(TIC_TAC_TOE, "b2")) == {FactKind.MIDDLE: ""}


def test_a_win_that_two_lines_want_on_one_square_is_one_square() -> None:
    game = played(TIC_TAC_TOE, "a1 a2 c1 c2 a3 b2")  # O has won: the middle row
    assert told(game) == ["O won b2"]
    game = played(FOUR, "a1 b7 b1 d7 c1 f7 d2 g5 d3 b5 d4 e6")
    assert "X left open d1 d5" in told(game)


def test_opponents_come_in_the_order_of_their_turns() -> None:
    game = played((5, 5, 3), "a1 a5 c3 b1 b5 d3 e3 e5", players=3)
    assert told(game) == ["O missed c5", "A left open b3", "X left open c1"]


def test_a_square_that_several_want_is_blocked_for_each() -> None:
    game = played((6, 6, 3), "a1 c2 f6 b1 c3 c1", players=3)
    assert told(game) == ["X closed c1", "O blocked c1", "O left open c4"]


def test_who_resigned_wants_nothing_and_is_stopped_by_nobody() -> None:
    game = played((5, 5, 3), "a1 a5 e3 b1 b5", players=3)
    assert told(game) == ["O wants c5", "X left open c1"]
    game = played((5, 5, 3), "a1 a5 e3 b1 X! b5 c1", players=3)
    assert told(game, 5) == []
    assert told(game, 6) == ["O wants c5"]
    assert told(game, 7) == ["A wants d2", "O left open c5"]


def test_a_resignation_can_have_missed_a_win() -> None:
    assert told(played(TIC_TAC_TOE, "a1 b1 a2 b3 X!")) == ["X missed a3"]
    out_of_turn = played(TIC_TAC_TOE, "a1 b1 a2 b2 c3 X!")
    assert told(out_of_turn) == []
    assert would_have_won(out_of_turn, 6) == ()


def test_who_has_no_turn_left_wants_nothing_and_is_not_blocked() -> None:
    game = played(TIC_TAC_TOE, "c2 c1 a2 b2 b1 b3 c3", players=3)
    assert would_complete(game, "X") == "a1"  # O and A have the two turns left
    assert told(game) == ["O left open a1"]
    game = played(TIC_TAC_TOE, "b2 b3 a3 c3 b1 a2 c1", players=3)
    assert would_complete(game, "X") == "a1 c2"
    game.place("c2")
    assert told(game) == ["A left open a1"]


def test_a_run_of_who_has_no_turns_left_is_nothing() -> None:
    moves = "a2 b2 d2 a3 a4 b3 c4 d3 b4 c3 c2 b1 d4 e2 e3 e4 c1"
    game = played((5, 4, 4), moves, players=5)  # O has b1 and c1, and of row 1 nothing else is taken
    assert told(game) == ["A left open d1"]
    game.place("a1")
    assert told(game) == ["A missed d1"]


def would_complete(game: Game, symbol: str) -> str:
    player = [player.symbol for player in game.setup.players].index(symbol)
    return " ".join(map(game.setup.geometry.name, squares_of(game.position.completing(player))))


@pytest.mark.parametrize("ply", [-1, 0, 4])
def test_a_move_that_was_not_made_is_refused(ply: int) -> None:
    game = played(TIC_TAC_TOE, "a1 b2 c3")
    with pytest.raises(ValueError, match=f"no move {ply} in a game of 3"):
        facts(game, ply)
    with pytest.raises(ValueError, match=f"no move {ply} in a game of 3"):
        would_have_won(game, ply)


def test_a_move_is_judged_by_what_was_there_then() -> None:
    game = played(TIC_TAC_TOE, "b2 a1 c1 a3 a2")
    assert told(game, 4) == ["X closed a3", "O wants a2"]
    game.pop()
    assert told(game, 4) == ["X closed a3", "O wants a2"]
    assert len(game.moves) == 4
    assert len(game.undone) == 1


def test_squares_that_would_have_won() -> None:
    game = played(TIC_TAC_TOE, "a1 b1 a2 b2 c2 b3")
    assert [names(game, ply) for ply in range(1, 7)] == ["", "", "", "", "a3", "b3"]


def names(game: Game, ply: int) -> str:
    return " ".join(map(game.setup.geometry.name, would_have_won(game, ply)))


# --- against the definitions -----------------------------------------------------------------------------

BOARDS = (
    *((3, 3, 3, 2), (3, 3, 3, 3), (3, 3, 3, 4), (4, 3, 3, 2), (3, 5, 3, 4), (4, 4, 4, 2), (4, 4, 3, 5)),
    *((5, 5, 4, 2), (5, 5, 4, 3), (5, 5, 5, 2), (7, 3, 5, 2), (6, 6, 4, 3), (7, 6, 4, 2), (8, 8, 5, 2)),
    *((9, 7, 6, 2), (9, 9, 5, 3), (12, 4, 7, 3), (10, 10, 4, 15), (15, 15, 5, 2), (20, 9, 3, 7)),
    *((20, 20, 5, 2), (20, 20, 6, 4), (20, 20, 18, 2), (20, 20, 3, 15)),
)
"""Columns, rows, line length, players."""


def test_the_facts_are_those_of_the_definitions() -> None:
    positions = 0
    kinds: Counter[FactKind] = Counter()
    for board in sampled(BOARDS, BOARDS[:14]):
        wanted, seed = sampled(1.0, 0.13) * min(800, 18_000 // (board[0] * board[1])), 0
        while wanted > 0:
            game = random_game(board, seed)
            kinds += compared(game)
            wanted, positions, seed = wanted - len(game.moves), positions + len(game.moves), seed + 1
    assert positions >= sampled(10_000, 900)
    assert min(kinds[kind] for kind in FactKind) >= sampled(50, 8), kinds


def compared(game: Game) -> Counter[FactKind]:
    """How many facts of each kind are in a game, all of which have been compared."""
    geometry = game.setup.geometry
    board = Board(geometry.columns, geometry.rows, geometry.line_length, [*game.position.active], game.first)
    board.playing = [*range(len(game.setup.players))]
    kinds: Counter[FactKind] = Counter()
    for ply, move in enumerate(game.moves, 1):
        found = facts(game, ply)
        kinds.update(fact.kind for fact in found)
        if move.square is None:
            winning = board.wins_at(move.player) if move.player == board.to_move else set()
            assert {fact.kind for fact in found} == ({FactKind.MISSED} if winning else set())
            board.resign(move.player)
        else:
            (cell,) = cells(geometry, [move.square])
            winning = board.wins_at(move.player)
            expected = slow_facts.facts(board, cell)
            assert {seen(geometry, fact) for fact in found} == expected, f"{game}\nmove {ply}"
            assert len(found) == len(expected)
            board.place(cell)
        assert cells(geometry, would_have_won(game, ply)) == winning
    return kinds


def seen(geometry: Geometry, fact: Fact) -> Told:
    line = cells(geometry, squares_of(fact.line))
    return Told(fact.kind, cells(geometry, fact.squares), line, fact.player)


def cells(geometry: Geometry, squares: Iterable[Square]) -> frozenset[Cell]:
    return frozenset((geometry.column(square), geometry.row(square)) for square in squares)


def random_game(board: tuple[int, int, int, int], seed: int) -> Game:
    """Up to 120 moves of players who build, mind what others want now and then, and miss most wins."""
    columns, rows, k, players = board
    game = Game(Setup(Geometry(columns, rows, k), players), first=seed % players)
    geometry, position, dice = game.setup.geometry, game.position, random.Random(f"{board} {seed}")
    favourites = [dice.choice(geometry.lines) for _ in range(players)]
    while game.outcome is None and len(game.moves) < 120:
        if len(position.active) > 2 and dice.random() < 0.03:
            game.push(Move(dice.choice(position.active), None))
            continue
        mover = position.to_move
        if not favourites[mover] & position.empty:
            favourites[mover] = dice.choice(
                geometry.lines_through[dice.choice(position.moves)] or geometry.lines
            )
        wins = position.completing(mover)
        others = [position.completing(player) for player in position.active if player != mover]
        chosen = dice.choice([favourites[mover], favourites[mover], *others, geometry.board]) & position.empty
        if dice.random() < 0.9:
            chosen &= ~wins
        game.place(dice.choice([*squares_of(chosen)] or position.moves))
    return game
