"""No sentence claims more than is proved: what loses, what is a bound, how many stones were in a row."""

from dataclasses import replace

import pytest

from tests.support.driving import a_setup
from tests.support.sure import sure
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.judge import Judgement
from ttt_tui.analysis.reasons import reasons
from ttt_tui.analysis.review import GameReview, reviewed_move
from ttt_tui.analysis.review_sentences import (
    better_move_phrase,
    cost_sentence,
    mistake_sentence,
    reason_sentence,
    standing_text,
    time_sentence,
    turning_point_sentence,
)
from ttt_tui.analysis.sentences import log_phrases, phrase
from ttt_tui.analysis.verdict import Verdict, standing
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.engine import HUMAN, Game, Geometry, Match, Move, Position, Setup, mask_of
from ttt_tui.session import wording
from ttt_tui.session.results import result_of

# --- lengths ---------------------------------------------------------------------------------------------

BOARD = Setup(Geometry(15, 15, 5))


def phrases(**known: object) -> list[str]:
    """Return what is said of the move h8 on the empty board, with what is known of it."""
    position = Position(BOARD.geometry, players=2)
    found = reasons(position, BOARD.geometry.parse("h8"), **known)  # type: ignore[arg-type]  # as each has them
    return [phrase(reason, BOARD, None) for reason in found]


@pytest.mark.parametrize(("is_exact", "length"), [(True, "11 moves"), (False, "at most 11 moves")])
def test_a_length_that_is_a_bound_says_at_most(is_exact: bool, length: str) -> None:
    h8, a1 = map(BOARD.geometry.parse, ("h8", "a1"))
    win, loss = Proof(Value.WIN, 11, is_exact), Proof(Value.LOSS, 12, is_exact)
    assert phrases(values={h8: win}) == [f"wins by force in {length}"]
    assert phrases(values={a1: win}) == [f"a1 would have won in {length}"]
    assert phrases(values={h8: loss}) == [f"O can win in {length}"]
    assert phrases(after=Thought(a1, proof=win)) == [f"O can win in {length}"]
    assert phrases(after=Thought(a1, proof=Proof(Value.LOSS, 10, is_exact))) == [f"wins by force in {length}"]
    assert wording.proved(win) == f"wins in {length}"
    assert wording.proved(loss) == f"loses in {length.replace('11', '12')}"
    position = Position(BOARD.geometry, players=2)
    assert hint(position, BOARD, Thought(h8, proof=win)).why == f"h8 wins by force in {length}"
    verdict = Verdict.proved(Value.WIN, 11, is_exact)
    assert standing(position, verdict, (1.0, 0.0)) == (0, f"wins in {length.removesuffix(' moves')}, proved")


def test_of_several_moves_one_bound_is_enough_and_after_any_move_of_a_lost_position_it_is_one() -> None:
    a1, b1 = map(BOARD.geometry.parse, ("a1", "b1"))
    exact, bound = Proof(Value.WIN, 11, is_exact=True), Proof(Value.WIN, 11)
    assert phrases(values={a1: exact, b1: exact}) == ["a1 or b1 would have won in 11 moves"]
    assert phrases(values={a1: exact, b1: bound}) == ["a1 or b1 would have won in at most 11 moves"]
    lost = Thought(a1, proof=Proof(Value.LOSS, 12, is_exact=True))
    assert phrases(before=lost) == ["O can win in at most 11 moves"], "it may be sooner"


# --- what was better -------------------------------------------------------------------------------------


def judged_review(*moves: str, chances: tuple[float, ...], pv: str = "", players: int = 2) -> GameReview:
    """Return a review in which each position has this chance for the first player, and one best move."""
    game = Game(a_setup(*[HUMAN] * players, board=(15, 15), k=5))
    for name in moves:
        game.place(name)
    review = GameReview(game)
    squares = tuple(map(game.setup.geometry.parse, pv.split()))
    for ply, chance in enumerate(chances):
        mover = review.positions[ply].to_move
        everybody = chance, *[(1 - chance) / (players - 1)] * (players - 1)
        review.known[ply] = Judgement(mover, Verdict.judged(everybody[mover]), everybody, squares)
    return review


def test_a_bad_move_is_not_said_to_be_better_than_itself() -> None:
    review = judged_review("h8", "a1", chances=(0.8, 0.2, 0.2), pv="h8 h9")
    lost = replace(review.known[1], verdict=Verdict.proved(Value.WIN, 9), chances=(0.0, 1.0))  # type: ignore[type-var]
    review.known[1] = lost
    move = sure(reviewed_move(review, 1))
    assert move.worth.mark.is_bad
    assert "better" not in mistake_sentence(review, move)
    assert move.better == ()


@pytest.mark.parametrize(
    ("players", "stands"), [(2, "X 48 %, O 52 % (judged)"), (3, "X leads with 48 % (judged)")]
)
def test_a_chance_is_said_to_be_judged_and_what_a_bad_move_cost(players: int, stands: str) -> None:
    review = judged_review("h8", chances=(0.62, 0.48), pv="i8", players=players)
    assert standing_text(review, 1) == stands
    move = sure(reviewed_move(review, 1))
    assert reason_sentence(review, move) == "X's winning chance drops from 62 % to 48 % (judged)"
    assert reason_sentence(review, move, 0) == "your winning chance drops from 62 % to 48 % (judged)"
    assert mistake_sentence(review, move) == (
        "move 1 (X h8) is an inaccuracy: X's winning chance drops from 62 % to 48 % (judged); "
        "i8 was judged better"
    )


def test_a_proved_win_that_was_missed_is_not_said_to_be_judged_and_named_once() -> None:
    review = judged_review("h8", chances=(0.9, 0.3), pv="i8")
    known = sure(review.known[0])
    review.known[0] = replace(known, verdict=Verdict.proved(Value.WIN, 13), chances=(1.0, 0.0))
    move = sure(reviewed_move(review, 1))
    assert better_move_phrase(review.setup, move) == "i8 would have won"
    assert (
        mistake_sentence(review, move) == "move 1 (X h8) is a blunder: i8 would have won in at most 13 moves"
    )
    assert turning_point_sentence(review, move) == (
        "Turning point: move 1 (X h8), a blunder; i8 would have won in at most 13 moves"
    )


EXACT_WIN, DRAW = Verdict.proved(Value.WIN, 5, is_exact=True), Verdict.proved(Value.DRAW)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (DRAW, Verdict.judged(0.2), "X had a proved draw, now a winning chance of 20 % (judged)"),
        (Verdict.judged(0.6), Verdict.proved(Value.LOSS, 6),
         "X had a winning chance of 60 % (judged), now a proved loss in at most 6 moves"),
        (EXACT_WIN, DRAW, "X had a proved win in 5 moves, now a proved draw"),
    ],
)  # fmt: skip
def test_what_a_move_cost_says_what_is_proved(before: Verdict, after: Verdict, said: str) -> None:
    assert cost_sentence(a_setup(HUMAN, HUMAN), 0, before, after) == said


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (Verdict.judged(0.7), "gave up a winning chance of 70 % (judged)"),
        (Verdict.proved(Value.DRAW), "gave up a proved draw"),
        (Verdict.proved(Value.WIN, 9), "gave up a proved win in at most 9 moves"),
        (Verdict.proved(Value.WIN, 9, is_exact=True), "gave up a proved win in 9 moves"),
        (Verdict.proved(Value.LOSS, 8), ""),
    ],
)
def test_a_resignation_says_what_it_gave_up(verdict: Verdict, said: str) -> None:
    game = Game(a_setup(HUMAN, HUMAN, board=(15, 15), k=5))
    game.place("h8")
    game.push(Move(1, None))
    review = GameReview(game)
    review.known[1] = Judgement(1, verdict, (1 - verdict.chance, verdict.chance))
    move = sure(reviewed_move(review, 2))
    assert reason_sentence(review, move) == said


# --- stones in a row -------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [3, 4])
def test_an_overline_is_told_with_all_its_stones(k: int) -> None:
    names = {3: "a1 a5 b1 b5 d1 d5 e1 e4 c1", 4: "a1 a5 b1 b5 c1 d4 e1 e5 f1 a4 d1"}[k]
    count = {3: "five", 4: "six"}[k]
    match = Match(a_setup(board=(6, 6), k=k))
    for name in names.split():
        match.place(name)
    outcome = sure(match.game.outcome)
    assert wording.game_end_text(match, outcome) == f"Ada (X) wins with {count} in a row"
    assert result_of(match, outcome).how == f"{5 if k == 3 else 6} in a row, move {len(names.split())}"
    assert log_phrases(match.game, len(match.game.moves), None) == (f"won with {count} in a row",)


def test_the_longest_run_is_that_of_one_direction() -> None:
    geometry = Geometry(9, 7, 3)
    assert geometry.longest_run(0) == 0
    for names, count in (("a1", 1), ("a1 b2 c3 d4", 4), ("i1 a2 b2", 2), ("g7 f7 e7 e6 e5 e4 e3", 5)):
        assert geometry.longest_run(mask_of(map(geometry.parse, names.split()))) == count


# --- times -----------------------------------------------------------------------------------------------


def timed_game(*times: int | None, levels: tuple[str, ...] = (HUMAN, HUMAN)) -> Game:
    game = Game(a_setup(*levels))
    for time, name in zip(times, ("b2", "a1", "c3", "a3", "a2", "c2"), strict=False):
        game.push(Move(game.position.to_move, game.setup.geometry.parse(name), time))
    return game


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ((None, None, None), ""),
        ((None, 3_000, 12_430, 900, 99_600), "Most time: 1:39 on move 5 (X, of 1:52)"),
        ((None, 3_000, 2_000, 3_000), "Most time: 3.0 s on move 2 (O, of 6.0 s)"),
        ((None, 0, 0), ""),
    ],
)
def test_a_review_says_where_the_time_went(times: tuple[int | None, ...], expected: str) -> None:
    assert time_sentence(GameReview(timed_game(*times))) == expected


def test_a_computers_time_is_not_where_a_humans_went() -> None:
    game = timed_game(None, 60_000, 1_000, 60_000, levels=(HUMAN, "expert"))
    assert time_sentence(GameReview(game)) == "Most time: 1.0 s on move 3 (X, of 1.0 s)"
