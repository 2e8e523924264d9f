"""The review of a game: its units, what follows from what, the truth about small boards, and the summary."""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.judging import CountingJudge, MadeUp, RememberingJudge, finish, reviewed
from tests.analysis.positions import complete_games, played, worth_of, worth_of_move
from tests.analysis.test_small_games import CountedJudge
from tests.support.sampling import sampled
from tests.support.strategies import games, make_setup, play, some
from tests.support.sure import sure
from tests.support.truth import sign, text
from ttt_tui.analysis.judge import Judge, Judgement
from ttt_tui.analysis.review import (
    GameReview,
    accuracy,
    curve,
    mistakes,
    reviewed_move,
    reviewed_moves,
    turning_point,
)
from ttt_tui.analysis.review_json import from_json, to_json
from ttt_tui.analysis.review_sentences import standing_text, unrated_sentence
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.worth import Mark
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Limit, Move, Position, Rules

FEW = (0.01, 0.02)
"""Seconds of passes in which little is found out."""

QUIET = "h8 i9 h9 h7 j10 i10 g8 j8 f8 e8"


# --- units


@pytest.fixture
def judge() -> Iterator[CountingJudge]:
    judge = CountingJudge()
    yield judge
    judge.close()


def test_an_opening_is_not_judged_and_the_moves_after_it_are(judge: CountingJudge) -> None:
    setup = make_setup(5, 5, 4, kind=Rules.parse("swap2"))
    game = play(Game(setup), "c3 c4 b2 two-more d2 a5 swap d4 d5 a1 b4 e3")
    review = GameReview(game, (0.01,))
    assert (review.start, review.units) == (7, 6)
    while review.work(judge):
        pass
    assert min(stones for stones, _ in judge.asked) >= 5, "nothing of the opening"
    assert review.is_judged
    assert [move is None for move in reviewed_moves(review)] == [True] * 7 + [False] * 5
    assert curve(review)[:7] == [None] * 7
    assert None not in curve(review)[7:]
    assert all(standing_text(review, ply) == "opening, not judged" for ply in range(7))
    assert unrated_sentence(review) == ""
    assert from_json(to_json(review), game).known == review.known
    resigned = Game(setup)
    for word in ("c3", "c4"):
        resigned.place(word)
    resigned.push(Move(0, None))
    ended = GameReview(resigned)
    assert (ended.units, ended.is_full, ended.is_judged, mistakes(ended)) == (0, True, True, [])
    assert standing_text(ended, 3) == "O has won"


@pytest.mark.slow
def test_a_pass_judges_every_move_from_the_end_to_the_beginning_and_no_unit_is_done_twice(
    judge: CountingJudge,
) -> None:
    review = GameReview(play(Game(make_setup(15, 15, 5)), QUIET), FEW)
    assert (review.units, review.done) == (22, 0)
    done = [0]
    judged_after = None
    while review.work(judge):
        done.append(review.done)
        if review.is_judged and judged_after is None:
            judged_after = {seconds for _, seconds in judge.asked}
    assert judged_after == {FEW[0]}
    assert done == sorted(done)
    assert review.done == review.units
    assert review.is_full
    assert max(Counter(judge.asked).values()) == 1
    assert not review.work(judge)
    for seconds in FEW:
        stones = [ply for ply, given in judge.asked if given == seconds]
        assert stones == sorted(stones, reverse=True)
    asked = len(judge.asked)
    review.deepen()
    assert not review.is_full
    finish(review, judge)
    assert {seconds for _, seconds in judge.asked[asked:]} == {2 * FEW[-1]}


@pytest.mark.slow
def test_what_a_stop_cut_short_is_done_again_and_the_rest_is_not(judge: CountingJudge) -> None:
    review = GameReview(play(Game(make_setup(15, 15, 5)), QUIET), FEW)
    stop = threading.Event()
    for _ in range(5):
        assert review.work(judge, stop)
    stop.set()
    before = review.done
    assert not review.work(judge, stop)
    assert review.done == before
    stop.clear()
    finish(review, judge)
    assert review.is_full
    assert sorted(Counter(judge.asked).values())[-2:] == [1, 2]


def test_a_copy_stays_as_it_was_while_the_work_goes_on() -> None:
    review, judge = GameReview(play(Game(make_setup()), "b2 a1 c1"), FEW), Judge()
    before = review.copy()
    assert before.next_position == 3
    finish(review, judge)
    review.deepen()
    judge.close()
    assert (before.done, before.known, before.passes) == (0, [None] * 4, list(FEW))
    assert review.is_judged


def test_a_finished_game_needs_nobody_to_judge_its_end(judge: CountingJudge) -> None:
    review = GameReview(play(Game(make_setup()), "a1 b1 a2 b2 a3"))
    assert review.known[-1] is not None
    assert str(review.known[-1].verdict) == "L0"
    finish(review, judge)
    assert review.is_full
    assert all(ply < 5 for ply, _ in judge.asked)
    assert len(judge.asked) <= 5, "what is proved needs no second pass"


def test_a_draw_by_agreement_says_nothing_about_the_position(judge: CountingJudge) -> None:
    game = play(Game(make_setup(3, 3, 3)), "a1 b1 b2")
    game.agree_draw()
    review = GameReview(game)
    while review.work(judge):
        pass
    assert review.is_full
    last = review.known[-1]
    assert last is not None
    assert last.winner == 0, "X, who agreed to a draw, was winning"
    assert "wins" in standing_text(review, 3)
    assert from_json(to_json(review), game).known == review.known


@pytest.mark.slow
@some
@given(games(largest=9), st.integers(0, 99))
def test_any_game_can_be_reviewed_to_the_end(game: Game, seed: int) -> None:
    review, judge = GameReview(game, FEW), MadeUp(seed)
    steps = 0
    while review.work(judge):
        steps += 1
    assert steps <= review.units == review.done
    assert review.is_judged
    assert [known.mover for known in review.known if known] == [p.to_move for p in review.positions]
    assert all(move is not None for move in reviewed_moves(review)[review.start :])


# --- what follows from what


class GivenProofs(MadeUp):
    """Proves what it is told, by the number of stones, and makes up the rest."""

    def __init__(self, proofs: dict[int, Judgement]) -> None:
        super().__init__(1)
        self.proofs = proofs

    def judge(self, position: Position, limit: Limit, *_: object) -> Judgement:
        return self.proofs.get(position.ply) or super().judge(position, limit)


def proved(game: Game, ply: int, value: Value, plies: int | None, *pv: str) -> Judgement:
    mover = (game.first + ply) % 2
    verdict = Verdict.proved(value, plies)
    chances = (verdict.chance, 1 - verdict.chance)
    squares = tuple(map(game.setup.geometry.parse, pv))
    return Judgement(mover, verdict, chances if mover == 0 else chances[::-1], squares)


@pytest.mark.parametrize(
    ("ply", "value", "plies", "pv", "expected"),
    [
        # a move to a proved loss of the other side proves a win
        (7, Value.LOSS, 10, ("a1",), ["?", "W≤11", "L≤10", "W≤9", "?", "?"]),
        # not every move that loses proves a loss
        (7, Value.WIN, 9, ("a1",), ["?", "?", "W≤9", "?", "?", "?"]),
        # the move that was proved to win leaves a loss, any other one nothing
        (6, Value.WIN, 11, ("g8", "a1"), ["?", "W≤11", "L≤10", "W≤9", "?", "?"]),
        (6, Value.WIN, 11, ("a1", "g8"), ["?", "W≤11", "?", "?", "?", "?"]),
        # the move that was proved to hold a draw holds it
        (6, Value.DRAW, None, ("g8",), ["?", "D", "D", "?", "?", "?"]),
        (6, Value.DRAW, None, ("a1",), ["?", "D", "?", "?", "?", "?"]),
    ],
)
def test_what_a_proof_of_one_position_proves_of_others(
    ply: int, value: Value, plies: int | None, pv: tuple[str, ...], expected: list[str]
) -> None:
    game = play(Game(make_setup(15, 15, 5)), QUIET)
    review = reviewed(game, FEW, GivenProofs({ply: proved(game, ply, value, plies, *pv)}))
    found = [str(known.verdict) if known and known.verdict.is_proved else "?" for known in review.known]
    assert found == ["?"] * 5 + expected


def test_a_loss_proves_the_win_after_any_move_whose_move_is_still_looked_for() -> None:
    game = play(Game(make_setup(15, 15, 5)), QUIET)
    review = reviewed(game, FEW, GivenProofs({6: proved(game, 6, Value.LOSS, 8, "a1")}))
    assert str(review.known[7] and review.known[7].verdict) == "W≤7"
    assert review.passed[7] == len(FEW)


@pytest.mark.slow
def test_an_only_move_passes_everything_on_and_costs_nothing(judge: CountingJudge) -> None:
    game = play(Game(make_setup(15, 15, 5)), "h8 h7 h9 a2 h10 o1 h11 h12 c3")
    review = reviewed(game, FEW, judge)
    before, after = review.known[7], review.known[8]
    assert before is not None
    assert after is not None
    assert before.verdict == after.verdict.turned().before()
    assert before.pv == (game.moves[7].square, *after.pv)
    assert 7 not in [ply for ply, _ in judge.asked]


@given(games(largest=9), st.integers(0, 10**6))
@some
def test_what_is_proved_stays_whatever_is_judged_later(game: Game, seed: int) -> None:
    """Judgements at random, a part of them proofs that agree with nothing."""
    rng = Random(seed)
    review, judge = GameReview(game, (0.1, 0.2, 0.3)), MadeUp(seed)

    class Wild(MadeUp):
        def judge(self, position: Position, limit: Limit, *_: object) -> Judgement:
            found = judge.judge(position, limit)
            if rng.random() < 0.7 or len(position.active) > 2:
                return found
            verdict = Verdict.proved(rng.choice(list(Value)), rng.randint(3, 20), rng.random() < 0.5)
            chances = tuple(
                verdict.chance if player == position.to_move else (1 - verdict.chance)
                for player in position.active
            )
            if len(position.stones) > 2:
                return found
            return Judgement(position.to_move, verdict, chances, found.pv)

    seen: dict[int, Verdict] = {}
    wild = Wild(seed)
    while review.work(wild):
        for ply, known in enumerate(review.known):
            if known is None:
                assert ply not in seen
                continue
            if ply in seen:
                assert known.verdict.value is seen[ply].value
            if known.verdict.is_proved:
                seen[ply] = known.verdict


# --- the truth


def expected_mark(before: int, after: int) -> Mark:
    """The mark of a move by the true worths before and after it, both counted from before it."""
    if sign(before) != sign(after):
        return Mark.BLUNDER
    return Mark.BEST if before == after else Mark.INACCURACY


@pytest.mark.slow
def test_every_move_of_a_game_of_tic_tac_toe_has_its_true_verdicts_and_worth() -> None:
    judge = RememberingJudge()
    for game in complete_games(sampled(400, 40)):
        review = reviewed(game, (1.0,), judge)
        for position, move in zip(review.positions, reviewed_moves(review), strict=False):
            assert move is not None
            assert move.square is not None
            before, then = worth_of(position), worth_of_move(position, move.square)
            assert (str(move.best), str(move.after.before())) == (text(before), text(then))
            assert move.worth.is_proved
            assert move.worth.mark is expected_mark(before, then)
            assert move.worth.lost == abs(sign(before) - sign(then)) / 2


def test_more_players_and_resignations_are_reviewed_too() -> None:
    review = reviewed(played((5, 5, 4), "c3 b2 d4 c2 d2 b4 O! c4 d3", players=3), FEW)
    assert review.is_full
    for known in review.known:
        assert known is not None
        assert sum(known.chances) == pytest.approx(1)
    assert review.known[-1] is not None
    assert review.known[-1].chances[1] == 0


def test_with_three_players_a_win_that_is_left_to_the_next_one_is_a_blunder() -> None:
    game = play(Game(make_setup(5, 5, 4, players=3)), "a1 b3 e3 c1 c3 a5 e1 d3 b5 c5")
    assert game.position.completing(1)
    review = reviewed(game, FEW)
    moves = reviewed_moves(review)
    assert moves[-1] is not None
    assert (moves[-1].player, str(moves[-1].after), moves[-1].worth.mark) == (0, "L1", Mark.BLUNDER)


# --- the summary ------------------------------------------------------------------------------------------

WON_BY_FIRST = "h8 a1 i8 c1 j8 e1 k8 g1 l8"
"""Nine moves, a line of five of the first player's."""


def with_chances(chances: Sequence[float | None], moves: str = WON_BY_FIRST) -> GameReview:
    """A review in which the first player had these chances after 0, 1, 2 … moves."""
    review = GameReview(played((15, 15, 5), moves))
    for ply, chance in enumerate(chances):
        if chance is None:
            review.known[ply] = None
            continue
        mover = review.positions[ply].to_move
        pv = (review.positions[ply].moves[-1],)
        own = chance if mover == 0 else 1 - chance
        review.known[ply] = Judgement(mover, Verdict.judged(own), (chance, 1 - chance), pv)
    return review


def test_a_move_loses_what_two_searches_to_the_same_ply_tell_and_not_that_one_looked_further() -> None:
    review = with_chances([0.5, 0.38, 0.55, 0.5, 0.5])
    first, second = review.known[:2]
    assert first is not None
    assert second is not None
    review.known[0] = replace(first, looks=((6, 0.55), (7, 0.41), (8, 0.5)))
    review.known[1] = replace(second, looks=((5, 0.44), (6, 0.6), (9, 0.62)))
    move = reviewed_moves(review)[0]
    assert move is not None
    assert (move.best, move.after) == (Verdict.judged(0.41), Verdict.judged(0.4)), "to ply 7"
    assert (move.worth.mark, move.worth.lost) == (Mark.FINE, 0.01)
    review.known[1] = replace(second, looks=((2, 0.6),))
    move = reviewed_moves(review)[0]
    assert move is not None
    assert move.worth.lost == pytest.approx(0.12), "no two looked equally far"


def test_the_curve_has_chances_and_a_move_is_known_between_two_known_positions() -> None:
    review = with_chances([0.5, 0.6, None, 0.7, 0.7])
    assert curve(review)[:4] == [(0.5, 0.5), (0.6, 0.4), None, (0.7, pytest.approx(0.3))]
    assert curve(review)[-1] == (1, 0), "how it ended is known"
    assert [move and move.number for move in reviewed_moves(review)][:5] == [1, None, None, 4, None]
    assert reviewed_move(review, 2) is None


def test_mistakes_come_in_order_with_what_was_better() -> None:
    review = with_chances([0.5, 0.5, 0.7, 0.3, 0.4, 0.4, 0.4, 0.4, 0.4])
    found = mistakes(review)
    marks = [(move.number, move.player, move.worth.mark) for move in found]
    assert marks == [(2, 1, Mark.MISTAKE), (3, 0, Mark.BLUNDER), (4, 1, Mark.INACCURACY)]
    assert all(move.better for move in found)


def test_accuracy_is_100_for_nothing_lost_and_falls_with_the_chance() -> None:
    assert accuracy(with_chances([0.5] * 9), 1) == pytest.approx(100, abs=0.01)
    one_lost = with_chances([0.5, 0.5, 0.8] + [0.8] * 6)
    by_formula = 103.1668 * 2.718281828 ** (-0.04354 * 30) - 3.1669
    assert accuracy(one_lost, 0) == pytest.approx(100, abs=0.01)
    assert accuracy(one_lost, 1) == pytest.approx((by_formula + 3 * 100) / 4, abs=0.01)
    assert accuracy(with_chances([None] * 9), 0) is None


def test_a_game_has_its_turning_point_where_the_loser_lost_most_for_good() -> None:
    # The loser loses .4 with move 2 and is given it back, loses .45 with 6 and .15 with 8.
    found = sure(turning_point(with_chances([0.5, 0.5, 0.9, 0.35, 0.35, 0.35, 0.8, 0.8, 0.95])))
    assert (found.number, found.player) == (6, 1)


def test_there_is_none_in_a_clean_game_and_as_long_as_something_is_unknown() -> None:
    assert turning_point(with_chances([0.95] * 9)) is None
    assert turning_point(with_chances([0.5, 0.5, None] + [0.9] * 6)) is None
    running = with_chances([0.5, 0.5, 0.9], "h8 a1")
    assert turning_point(running) is None


@pytest.mark.slow
def test_in_tic_tac_toe_it_is_the_last_move_before_which_the_loser_was_not_lost() -> None:
    judge, several = RememberingJudge(), 0
    for game in complete_games(sampled(300, 60)):
        review = reviewed(game, judge=judge)
        assert game.outcome is not None
        found = turning_point(review)
        if game.outcome.winner is None:
            assert found is None
            continue
        losing = [
            number
            for number, (position, move) in enumerate(zip(review.positions, review.moves, strict=False), 1)
            if move.player != game.outcome.winner
            and move.square is not None
            and worth_of(position) >= 0 > worth_of_move(position, move.square)
        ]
        assert found is not None
        assert found.number == losing[-1]
        several += len(losing) > 1
    assert several > sampled(20, 3)


def test_resigning_a_position_that_was_no_loss_is_the_turning_point() -> None:
    review = reviewed(played((3, 3, 3), "a1 b2 X!"))
    found = sure(turning_point(review))
    assert (found.number, found.square, found.after) == (3, None, Verdict.proved(Value.LOSS))
    assert accuracy(review, 0) == 8.53, "the first stone was no decision, the resignation cost half a win"


# --- accuracy --------------------------------------------------------------------------------------------


def test_a_move_without_an_alternative_is_not_counted() -> None:
    drawn = reviewed(play(Game(make_setup()), "b2 a1 c1 a3 a2 c2 b1 b3"))
    assert accuracy(drawn, 0) == accuracy(drawn, 1) == 100
    assert accuracy(reviewed(play(Game(make_setup()), "b2")), 0) is None, "any first move draws"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "last", "blunders"),
    [
        ("a1 b2", 0, True),  # a draw
        ("a1 b1 a2", 0, True),  # the other one could not stop everything: a win is given away
        ("a1 b1", 1, False),  # the one who is proved to lose
    ],
)
def test_a_resignation_is_a_blunder_and_counted_exactly_if_nothing_was_lost(
    moves: str, last: int, blunders: bool
) -> None:
    game = play(Game(make_setup()), moves)
    before = accuracy(reviewed(game), last)
    game.push(Move(last, None))
    review = reviewed(game)
    move = sure(reviewed_move(review, len(game.moves)))
    assert (move.worth.mark is Mark.BLUNDER) == blunders
    after = accuracy(review, last)
    assert (after != before) == blunders
    assert after is None or not blunders or after < 100


@pytest.mark.parametrize(("chance", "mark"), [(0.7, "??"), (0.25, "??"), (0.12, "??"), (0.03, "fine")])
def test_so_is_one_of_what_is_judged_not_to_be_lost(chance: float, mark: str) -> None:
    review = with_chances([chance] * 3, "h8 a1 X!")
    assert sure(reviewed_move(review, 3)).worth.mark == mark
    assert sure(accuracy(review, 0)) < 100


def test_who_does_not_stop_a_win_in_one_has_not_played_accurately() -> None:
    # O, lost from move 2 on, leaves a2 open to X twice.
    review = reviewed(play(Game(make_setup()), "a1 b1 a3 c1 c2 b3 a2"))
    ends = [reviewed_move(review, number) for number in (4, 6)]
    assert [move and (move.best.value, move.worth.lost) for move in ends] == [(Value.LOSS, 0)] * 2
    cost_half_a_win, lasted = 8.5267, 100 * 2 / 4
    assert accuracy(review, 1) == pytest.approx((cost_half_a_win + 2 * lasted) / 3, abs=0.005)


@pytest.mark.parametrize("is_exact", [True, False])
@pytest.mark.parametrize(("reply", "share"), [("m9", {True: 100 * 2 / 6, False: 50.0}), ("m8", 100.0)])
def test_on_large_boards_one_move_that_stops_a_line_is_a_decision(
    reply: str, share: dict[bool, float] | float, is_exact: bool
) -> None:
    game = play(Game(make_setup(15, 15, 5)), f"i8 h8 j8 a1 k8 a3 l8 {reply}")
    review = GameReview(game)
    for ply, position in enumerate(review.positions):
        plies = 6 if reply == "m8" or ply < 8 else 1
        mine = position.to_move == 0
        verdict = Verdict.proved(Value.WIN if mine else Value.LOSS, plies, is_exact or plies == 1)
        review.known[ply] = Judgement(position.to_move, verdict, (1.0, 0.0)) if ply >= 7 else None
    wanted = share[is_exact] if isinstance(share, dict) else share
    assert accuracy(review, 1) == pytest.approx(wanted, abs=0.005)


def test_a_lost_position_without_a_line_to_stop_says_nothing() -> None:
    review = GameReview(play(Game(make_setup(15, 15, 5)), "h8 a1 i8 a3"))
    for ply, position in enumerate(review.positions):
        value = Value.WIN if position.to_move == 0 else Value.LOSS
        review.known[ply] = Judgement(position.to_move, Verdict.proved(value, 20 - ply), (1.0, 0.0))
    assert accuracy(review, 1) is None


def test_a_player_who_is_out_by_a_line_decides_nothing_between_those_who_stay() -> None:
    setup = make_setup(4, 3, 3, players=3, kind=Rules.parse("exactly, misere, drop"))
    review = GameReview(play(Game(setup), "c3 c2 c1 b3 b2 b1 d3 d2"), (1.0,))
    finish(review, CountedJudge(5))
    before, after = (sure(known).verdict for known in review.known[6:8])
    assert str(before) == "L1", "each of X's moves completes a line"
    assert after.value is not Value.WIN, "O can hold a draw"
