"""Hints: three steps that each say more, in exact words."""

import random
from collections import Counter
from itertools import islice

import pytest

from tests.analysis.claims import Case, confirm
from tests.analysis.known import expert_thought, thought_of, values_of
from tests.analysis.positions import moves_of_games, played
from tests.analysis.test_reasons import GOMOKU, MOST_EMPTY, THREE_AND_TWO, TIC_TAC_TOE
from tests.support.sampling import sampled
from tests.support.strategies import cell_of
from tests.support.sure import sure
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.hint_writer import WIDEST
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.engine import Game
from ttt_tui.engine.diagram import cells

TABLE = [
    # board, moves, what is thought: by whom, or square, proof and the moves after it; the three steps
    (TIC_TAC_TOE, "a1 b1 a2 b2", "values", ("You can win at once", "Look at a3", "a3 wins at once")),
    (TIC_TAC_TOE, "a1 b1 a2", "values", (
        "X threatens to complete a line", "Look at a3",
        "a3 blocks X's line: every other move loses at once")),
    (TIC_TAC_TOE, "a1 b2 c3 a3 c1", "values", (
        "X threatens to complete a line in two places", "Look at b1", "You can stop only one of b1 and c2")),
    (TIC_TAC_TOE, "a1 b1 a2 a3", "values", (
        "Look for two threats at once", "Look at b2", "b2 makes two threats at once: then c2 or c3")),
    (TIC_TAC_TOE, "a1 b1", "values", ("You can win by force", "Look at a2", "a2 wins by force: a2 b2")),
    (TIC_TAC_TOE, "a1", "values", (
        "Only one move holds the draw", "Look at b2",
        "b2 is the only move that draws; expected: X b1, O c1, X a3")),
    (TIC_TAC_TOE, "a1", "thoughts", (
        "This is a proven draw; keep it", "Look at b2",
        "b2 holds the draw; expected: X b1, O c1, X a3, O a2, X c2")),
    (GOMOKU, f"{THREE_AND_TWO} a3", "expert", (
        "You can win by fours", "Look at h8", "h8 wins by fours: h8 j6")),
    ((4, 4, 3), "", "c3 win 5", (
        "You can win by force", "Look at c3", "c3 wins by force in at most 5 moves")),
    ((4, 4, 3), "b2", "c2 loss 4 b3 b4", (
        "X can win by force: hold out as long as you can", "Look at c2",
        "c2 seems to hold out longest; expected: X b3, O b4")),
    # judged
    (GOMOKU, THREE_AND_TWO, "h8", (
        "X threatens to win by fours", "Look at h8", "h8 stops X from winning by fours")),
    (GOMOKU, "h8 a1 i8 a3 j8", "k8 i7", (
        "X threatens to make two threats at once", "Look at k8", "k8 stops X's open three; expected: X i7")),
    (GOMOKU, "h8 a1 i8 a3", "j8", ("You can make an open three", "Look at j8", "j8 makes an open three")),
    (GOMOKU, "h8 g8 i8 a3 j8 o1", "k8", (
        "You can threaten to complete a line", "Look at k8", "k8 threatens a line at l8")),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 i7 h13", "k5", (
        "You can threaten to win by fours", "Look at k5", "k5 threatens to win by fours: h8 j6")),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 h12 h13 h11 a1", "h10", (
        "You can threaten to make two threats at once", "Look at h10",
        "h10 threatens to make two threats at h8")),
    (GOMOKU, "h8 g8 i8 a3", "k8 j8", (
        "You can line up three of five", "Look at k8", "k8 looks best to the search; expected: O j8")),
    (GOMOKU, "h8", "i9 g7", (
        "No forced win found for either side", "Look at i9",
        "i9 looks best to the search; expected: X g7")),
    ((5, 5, 5), "", "c3", ("The centre is free", "Look at c3", "c3 looks best to the search")),
    ((5, 5, 5), "c3", "a1", ("A corner is free", "Look at a1", "a1 looks best to the search")),
]  # fmt: skip


def read_thought(game: Game, known: str) -> Thought | None:
    """The thought that a row of the table names."""
    if known in ("values", "thoughts"):
        return thought_of(game)
    if known == "expert":
        return expert_thought(game)
    words = known.split()
    proof = Proof(Value(words[1]), int(words[2])) if len(words) > 2 else None
    line = [game.setup.geometry.parse(name) for name in words[:1] + words[3 if proof else 1 :]]
    return Thought(line[0], proof=proof, pv=tuple(line))


@pytest.mark.sample(every=10)
@pytest.mark.parametrize(("board", "moves", "known", "steps"), TABLE)
def test_three_steps(
    board: tuple[int, int, int], moves: str, known: str, steps: tuple[str, str, str]
) -> None:
    game = played(board, moves)
    thought = sure(read_thought(game, known))
    values = values_of(game) if known == "values" else None
    assert hint(game.position, game.setup, thought, values).steps == steps


def test_all_other_moves_lose() -> None:
    game = played(GOMOKU, "h8 a1")
    h9 = game.setup.geometry.parse("h9")
    values = {square: Proof(Value.LOSS, 10) for square in game.position.moves if square != h9}
    steps = hint(game.position, game.setup, Thought(h9, pv=(h9,)), values).steps
    assert steps == ("Every move but one is proved to lose", "Look at h9", "h9: every other move loses")


def test_many_threats_are_counted() -> None:
    game = played((9, 9, 3), "a1 a9 c1 c8 e1 e9 a3 g8 c3 i9 e3")
    thought = Thought(game.position.moves[0])
    assert hint(game.position, game.setup, thought).why == "You can stop only one of 9 threats"


def test_a_long_line_is_cut() -> None:
    game = played(GOMOKU, "h8")
    line = tuple(game.position.moves[:40])
    why = hint(game.position, game.setup, Thought(line[0], pv=line)).why
    assert why == "a1 looks best to the search; expected: X b1, O c1, X d1"
    assert WIDEST - cells(", O e1") < cells(why) <= WIDEST


def test_more_than_two_players() -> None:
    game = played((6, 6, 4), "a1 c2 f6 b1 c3", players=3)
    c1 = game.setup.geometry.parse("c1")
    steps = hint(game.position, game.setup, Thought(c1, proof=Proof(Value.WIN, 3), pv=(c1,))).steps
    assert steps == ("Stop O's open two", "Look at c1", "c1 stops O's open two")  # whatever is proved


# --- in any game ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("board", [(3, 3, 3, 3), (5, 5, 4, 3), (7, 7, 4, 2), (15, 15, 5, 2)], ids=str)
def test_each_step_fits_and_begins_with_a_capital_or_the_square(board: tuple[int, int, int, int]) -> None:
    seen = set[str]()
    for game, move in islice(moves_of_games(board), sampled(120, 40)):
        found = hint(game.position, game.setup, Thought(move, pv=(move,)))
        name = game.setup.geometry.name(move)
        assert found.where == f"Look at {name}"
        assert found.why.startswith((name, "You can stop only one of "))
        for step in found.steps:
            assert 0 < cells(step) <= WIDEST, found
            assert step[:1].isupper() or step.startswith(name), found
        seen.add(found.look_for)
    assert len(seen) > 3


PLAYED = {
    (3, 3, 3, 3): 200, (4, 4, 4, 2): 500, (5, 5, 4, 2): 400, (5, 5, 4, 3): 200, (6, 6, 5, 2): 200,
    (7, 7, 4, 2): 100,
}  # fmt: skip
"""Columns, rows, line length, players: how many positions. `test_true_sentences` has two players only."""


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("board", PLAYED)
def test_what_to_look_for_is_true(board: tuple[int, int, int, int]) -> None:
    dice = random.Random(f"{board}")
    for game, move in islice(moves_of_games(board), sampled(PLAYED[board], PLAYED[board] // 2)):
        is_solved = len(game.position.active) == 2 and game.position.empty.bit_count() <= MOST_EMPTY
        thought = thought_of(game) if is_solved else Thought(move, pv=(move,))
        values = values_of(game) if is_solved and dice.random() < 0.5 else None
        assert thought is not None
        look_for = hint(game.position, game.setup, thought, values).look_for
        if (
            is_solved or look_for != "No forced win found for either side"
        ):  # by a thought that was no search's
            confirm(Case(game, cell_of(game.setup.geometry, thought.move)), look_for, Counter())
