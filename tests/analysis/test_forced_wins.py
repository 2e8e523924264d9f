"""Wins by continuous fours, found and told from other lines, and refutations, which beat every defence."""

from collections.abc import Callable

import pytest

from tests.analysis import definitions
from tests.analysis.positions import played, random_game
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, reference_of
from ttt_tui.analysis import forced_wins as module
from ttt_tui.analysis.forced_wins import FoursSearch, fours_of, refutation
from ttt_tui.computer import LEVELS, Proof, Thought, Value
from ttt_tui.engine import Game, Geometry, Limit, LineRule, Position, Rules, Setup

TIC_TAC_TOE = 3, 3, 3
GOMOKU = 15, 15, 5
NINE = 9, 9, 5
THREE_AND_TWO = "e8 d8 f8 o1 g8 o3 i7 h13 k5 a1"


def found(game: Game, player: int) -> str | None:
    fours = FoursSearch(game.setup.geometry).win(game.position, player)
    return None if fours is None else " ".join(map(game.setup.geometry.name, fours))


def told(game: Game, line: str) -> str:
    geometry = game.setup.geometry
    fours = fours_of(game.position, tuple(map(geometry.parse, line.split())))
    return " ".join(map(geometry.name, fours))


def test_a_win_is_found_for_either_player() -> None:
    game = played(GOMOKU, THREE_AND_TWO)
    assert found(game, 0) == "h8 j6"
    assert found(game, 1) == ""
    game.place("a3")
    assert found(game, 0) == "h8 j6"  # as if it were to move


def test_a_stone_in_the_way_is_in_the_way_whoever_has_resigned() -> None:
    moves = "e8 d8 o5 f8 o1 o7 g8 o3 o9 i7 h13 o11 k5 a1 A!"
    game = played(GOMOKU, moves, players=3)
    assert found(game, 0) == "h8 j6"
    game = played(GOMOKU, moves.replace("o5", "h8"), players=3)
    assert found(game, 0) == ""


def test_what_takes_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NODES", 1)
    assert found(played(GOMOKU, THREE_AND_TWO), 0) is None


@pytest.mark.parametrize(
    ("line", "fours"),
    [
        ("h8 i8 j6 l4 g9", "h8 j6"),
        ("h8 i8 j6", "h8 j6"),  # what follows does not count
        ("h8 i8", ""),  # it breaks off
        ("h8 a15 j6 l4 g9", ""),  # this answer is not needed
        ("j6 i8 h8", ""),  # the first is no four
        ("h8 i8 i8", ""),  # the square is taken
        ("e8", ""),
        ("", ""),
    ],
)
def test_a_line_is_one_by_fours_if_every_stone_is_needed(line: str, fours: str) -> None:
    assert told(played(GOMOKU, THREE_AND_TWO), line) == fours


@pytest.mark.slow
@pytest.mark.parametrize("board", [(6, 6, 4, 2), (9, 7, 5, 2)], ids=str)
def test_fours_of_exact_lines_win_and_none_are_overlooked(board: tuple[int, int, int, int]) -> None:
    wins = 0
    for seed in range(sampled(200, 12)):
        whole = random_game(board, seed, Rules(LineRule.EXACTLY))
        game, search = Game(whole.setup, whole.first), FoursSearch(whole.setup.geometry)
        for move in whole.moves:
            if len(game.moves) % 3 == 0 and not any(map(game.position.completing, (0, 1))):
                reference = reference_of(game)
                fours = search.win(game.position, game.position.to_move)
                if fours:
                    wins += 1
                    cells = [cell_of(whole.setup.geometry, square) for square in fours]
                    assert definitions.wins_by(reference, cells), game
                elif fours == ():
                    assert not definitions.can_win_by_fours(reference, set()), game
            game.push(move)
    assert wins > 3


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("e8 d8 f8 o1 g8 o2 i7 o3 k5 o4", "h8 i8 j6"),  # it leaves the other side a line
        ("e8 d8 f8 a1 g8 a3 h8 a5", "i8"),  # who can complete a line needs no four
    ],
)
def test_what_is_no_four_is_neither_found_nor_told(moves: str, line: str) -> None:
    game = played(GOMOKU, moves)
    assert (told(game, line), found(game, 0)) == ("", "")


# --- refutations -----------------------------------------------------------------------------------------

LOST = [
    # board, moves of which the last is bad, plies of the win
    (TIC_TAC_TOE, "a1 b1", 5),
    (TIC_TAC_TOE, "a1 b2 c3 a3", 3),
    (TIC_TAC_TOE, "b2 c2", 5),
    ((4, 4, 3), "b2 a1", 3),
    ((6, 5, 4), "c3 a1", 7),
    (NINE, "e5 a1 e6 a9 e7 i1", 3),  # an open three is left alone
    (NINE, "e5 a1 e6 a9 f4 i1 g4 i9", 5),  # two threes in one move
    (GOMOKU, THREE_AND_TWO, 5),  # by fours
    ((13, 13, 5), "g7 a1 h7 a3 i8 c1 i9 c3", 5),
]


@pytest.fixture(scope="module")
def think() -> Callable[[Position], Thought]:
    """The expert, which keeps what it has found and needs far less time than it may have."""
    expert = LEVELS["expert"].make()
    return lambda position: expert.think(position, Limit(seconds=5))


def beats_every_defence(position: Position, think: Callable[[Position], Thought], plies: int) -> int:
    """Let the player to move follow the search to the end, within so many plies, against every defence.

    Returns how many moves it has made in all.
    """
    winner, geometry = position.to_move, position.geometry
    thought = think(position)
    assert thought.proof is not None, position
    assert thought.proof.value is Value.WIN, position
    assert plies > 0, position
    position.play(thought.move)
    moves = 1
    if not geometry.has_line(position.stones[winner]):
        assert position.moves, position
        for defence in position.moves:
            position.play(defence)
            assert not geometry.has_line(position.stones[1 - winner]), position
            moves += beats_every_defence(position, think, plies - 2)
            position.undo()
    position.undo()
    return moves


@pytest.mark.sample(every=5)
@pytest.mark.parametrize(("board", "moves", "plies"), LOST)
def test_a_refutation_beats_every_defence(
    board: tuple[int, int, int], moves: str, plies: int, think: Callable[[Position], Thought]
) -> None:
    game = played(board, moves)
    position, winner = game.position, game.position.to_move
    thought = think(position)
    assert thought.proof is not None
    assert (thought.proof.value, thought.proof.plies) == (Value.WIN, plies)
    line = refutation(position, thought, think)
    assert len(line) <= plies
    for square in line:
        assert game.outcome is None
        game.place(square)
    assert game.outcome is not None
    assert game.outcome.winner == winner
    for _ in line:
        game.pop()
    assert beats_every_defence(position, think, plies) >= len(line) // 2


def test_a_line_that_breaks_off_is_gone_on_with(think: Callable[[Position], Thought]) -> None:
    game = played(GOMOKU, THREE_AND_TWO)
    proof = Proof(Value.WIN, 5)
    whole = refutation(game.position, think(game.position), think)
    for moves in range(5):
        broken = Thought(whole[0], proof=proof, pv=whole[:moves])
        assert refutation(game.position, broken, think)[:3] == whole[:3]


def test_without_a_proof_there_is_none_and_a_search_that_loses_sight_of_the_win_ends_it(
    think: Callable[[Position], Thought],
) -> None:
    game = played(TIC_TAC_TOE, "a1 b2")
    assert refutation(game.position, think(game.position), think) == ()
    game = played(TIC_TAC_TOE, "a1 b1")
    first = game.position.moves
    thought = Thought(first[1], proof=Proof(Value.WIN, 5))
    line = refutation(game.position, thought, lambda position: Thought(position.moves[0]))
    assert line == (first[1], first[0])


def test_on_a_torus_no_win_by_fours_is_claimed() -> None:
    game = Game(Setup(Geometry(*TIC_TAC_TOE, Rules(wrap=True)), 2))
    for name in ("c1", "c2"):
        game.place(name)
    assert found(game, 0) is None, "after b2 a3, O completes b1 c2 a3 unless X stops it"
