"""The review of a game: its units, what follows from what, and the truth about small boards."""

import threading
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.judging import CountingJudge, MadeUp, RememberingJudge
from tests.analysis.positions import complete_games, scattered, stones_of, truth_of, worth_of
from tests.analysis.truth import Stones, text
from tests.support.sampling import sampled
from tests.support.strategies import games, make_setup, play, some
from ttt_tui.analysis.judge import Judge, Judgement, judgement_of_outcome
from ttt_tui.analysis.review import GameReview, reviewed_moves
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.worth import Mark, Worth, worth
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Limit, Move, Position

FEW = (0.01, 0.02)
"""Seconds of passes in which little is found out."""

QUIET = "h8 i9 h9 h7 j10 i10 g8 j8 f8 e8"


# --- units


def test_every_move_is_judged_after_the_first_pass_and_no_unit_is_done_twice() -> None:
    review, judge = GameReview(play(Game(make_setup(15, 15, 5)), QUIET), FEW), CountingJudge()
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
    judge.close()


def test_a_pass_goes_from_the_end_to_the_beginning() -> None:
    review, judge = GameReview(play(Game(make_setup(15, 15, 5)), QUIET), FEW), CountingJudge()
    while review.work(judge):
        pass
    for seconds in FEW:
        stones = [ply for ply, given in judge.asked if given == seconds]
        assert stones == sorted(stones, reverse=True)
    judge.close()


def test_what_a_stop_cut_short_is_done_again_and_the_rest_is_not() -> None:
    review, judge = GameReview(play(Game(make_setup(15, 15, 5)), QUIET), FEW), CountingJudge()
    stop = threading.Event()
    for _ in range(5):
        assert review.work(judge, stop)
    stop.set()
    before = review.done
    assert not review.work(judge, stop)
    assert review.done == before
    stop.clear()
    while review.work(judge, stop):
        pass
    assert review.is_full
    assert sorted(Counter(judge.asked).values())[-2:] == [1, 2]
    judge.close()


def test_a_copy_stays_as_it_was_while_the_work_goes_on() -> None:
    review, judge = GameReview(play(Game(make_setup()), "b2 a1 c1"), FEW), Judge()
    before = review.copy()
    assert before.next_position == 3
    while review.work(judge):
        pass
    review.deepen()
    judge.close()
    assert (before.done, before.known, before.passes) == (0, [None] * 4, list(FEW))
    assert review.is_judged


def test_a_deeper_pass_gives_every_position_twice_the_time() -> None:
    review, judge = GameReview(play(Game(make_setup(15, 15, 5)), "h8 i9 h9"), FEW), CountingJudge()
    while review.work(judge):
        pass
    asked = len(judge.asked)
    review.deepen()
    assert not review.is_full
    while review.work(judge):
        pass
    assert {seconds for _, seconds in judge.asked[asked:]} == {2 * FEW[-1]}
    judge.close()


def test_a_finished_game_needs_nobody_to_judge_its_end() -> None:
    review, judge = GameReview(play(Game(make_setup()), "a1 b1 a2 b2 a3")), CountingJudge()
    assert review.known[-1] is not None
    assert str(review.known[-1].verdict) == "L0"
    while review.work(judge):
        pass
    assert review.is_full
    assert all(ply < 5 for ply, _ in judge.asked)
    assert len(judge.asked) <= 5, "what is proved needs no second pass"
    judge.close()


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
    assert all(move is not None for move in reviewed_moves(review))


# --- what follows from what


class Told(MadeUp):
    """Proves what it is told, by the number of stones, and makes up the rest."""

    def __init__(self, told: dict[int, Judgement]) -> None:
        super().__init__(1)
        self.told = told

    def judge(self, position: Position, limit: Limit, *_: object) -> Judgement:
        return self.told.get(position.ply) or super().judge(position, limit)


def proved(game: Game, ply: int, value: Value, plies: int | None, *pv: str) -> Judgement:
    mover = (game.first + ply) % 2
    verdict = Verdict.proved(value, plies)
    chances = (verdict.chance, 1 - verdict.chance)
    squares = tuple(map(game.setup.geometry.parse, pv))
    return Judgement(mover, verdict, chances if mover == 0 else chances[::-1], squares)


def told_values(game: Game, told: dict[int, Judgement]) -> list[str]:
    review, judge = GameReview(game, FEW), Told(told)
    while review.work(judge):
        pass
    return [str(known.verdict) if known and known.verdict.is_proved else "?" for known in review.known]


def test_a_move_to_a_proved_loss_of_the_other_side_proves_a_win() -> None:
    game = play(Game(make_setup(15, 15, 5)), QUIET)
    found = told_values(game, {7: proved(game, 7, Value.LOSS, 10, "a1")})
    assert found == ["?"] * 6 + ["W≤11", "L≤10"] + ["W≤9", "?", "?"]


def test_the_move_that_was_proved_to_win_leaves_a_loss() -> None:
    game = play(Game(make_setup(15, 15, 5)), QUIET)
    found = told_values(game, {6: proved(game, 6, Value.WIN, 11, "g8", "a1")})
    assert found[5:9] == ["?", "W≤11", "L≤10", "W≤9"]
    found = told_values(game, {6: proved(game, 6, Value.WIN, 11, "a1", "g8")})
    assert found[5:9] == ["?", "W≤11", "?", "?"]


def test_the_move_that_was_proved_to_hold_a_draw_holds_it() -> None:
    game = play(Game(make_setup(15, 15, 5)), QUIET)
    assert told_values(game, {6: proved(game, 6, Value.DRAW, None, "g8")})[5:9] == ["?", "D", "D", "?"]
    assert told_values(game, {6: proved(game, 6, Value.DRAW, None, "a1")})[5:9] == ["?", "D", "?", "?"]


def test_a_loss_proves_the_win_after_any_move_whose_move_is_still_looked_for() -> None:
    game = play(Game(make_setup(15, 15, 5)), QUIET)
    review, judge = GameReview(game, FEW), Told({6: proved(game, 6, Value.LOSS, 8, "a1")})
    while review.work(judge):
        pass
    after = review.known[7]
    assert after is not None
    assert str(after.verdict) == "W≤7"
    assert review.passed[7] == len(FEW)


def test_not_every_move_that_loses_proves_a_loss() -> None:
    game = play(Game(make_setup(15, 15, 5)), QUIET)
    assert told_values(game, {7: proved(game, 7, Value.WIN, 9, "a1")})[5:8] == ["?", "?", "W≤9"]


def test_an_only_move_passes_everything_on_and_costs_nothing() -> None:
    game = play(Game(make_setup(15, 15, 5)), "h8 h7 h9 a2 h10 o1 h11 h12 c3")
    review, judge = GameReview(game, FEW), CountingJudge()
    while review.work(judge):
        pass
    before, after = review.known[7], review.known[8]
    assert before is not None
    assert after is not None
    assert before.verdict == after.verdict.turned().before()
    assert before.pv == (game.moves[7].square, *after.pv)
    assert 7 not in [ply for ply, _ in judge.asked]
    judge.close()


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
    if (before > 0) - (before < 0) != (after > 0) - (after < 0):
        return Mark.BLUNDER
    return Mark.BEST if before == after else Mark.INACCURACY


def check(stones: Stones, cell: int, best: Verdict, after: Verdict, found: Worth) -> None:
    """A move of 3×3 has its true verdicts, and the worth that follows from them."""
    truth = truth_of(3, 3, 3)
    before, then = truth.worth(stones), truth.after(stones, cell)
    assert str(best) == text(before)
    assert str(after.before()) == text(then)
    assert found.is_proved
    assert found.mark is expected_mark(before, then)
    assert found.lost == abs(sign(before) - sign(then)) / 2


def cell(game: Game, square: int | None) -> int:
    assert square is not None
    return game.setup.geometry.number(square) - 1


def test_every_move_of_many_games_of_tic_tac_toe_has_its_true_verdicts_and_worth() -> None:
    """Equal moves of equal positions are compared once."""
    judge = RememberingJudge()
    marks: dict[tuple[Stones, int], Mark] = {}
    moves = 0
    for game in complete_games(sampled(5000, 150)):
        replay = Game(game.setup)
        for move in game.moves:
            moves += 1
            case = stones_of(replay.position), cell(game, move.square)
            if case in marks:
                replay.push(move)
                continue
            best = judge.judge(replay.position, Limit()).verdict_of(move.player)
            replay.push(move)
            position, outcome = replay.position, replay.outcome
            then = (
                judge.judge(position, Limit()) if outcome is None else judgement_of_outcome(position, outcome)
            )
            after = then.verdict_of(move.player)
            found = worth(best, after)
            check(*case, best, after, found)
            marks[case] = found.mark
    assert moves > sampled(35_000, 900)
    assert min(
        Counter(marks.values())[mark] for mark in (Mark.BEST, Mark.INACCURACY, Mark.BLUNDER)
    ) > sampled(300, 40)
    judge.close()


def test_a_review_of_a_game_of_tic_tac_toe_has_them_too() -> None:
    judge = RememberingJudge()
    for game in complete_games(sampled(200, 30)):
        review = GameReview(game, (1.0,))
        while review.work(judge):
            pass
        for position, move in zip(review.positions, reviewed_moves(review), strict=False):
            assert move is not None
            check(stones_of(position), cell(game, move.square), move.best, move.after, move.worth)
    judge.close()


def sign(worth: int) -> int:
    return (worth > 0) - (worth < 0)


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (5, 4, 4)])
def test_the_ends_of_games_on_small_boards_are_reviewed_as_they_are(board: tuple[int, int, int]) -> None:
    rng, judge = Random(f"review {board}"), Judge()
    for _ in range(6):
        position = scattered(*board, empty=11, rng=rng)
        game = Game(make_setup(*board))
        for _, square, _ in position._past:
            assert square is not None
            game.place(square)
        while game.outcome is None:
            game.place(rng.choice(game.position.moves))
        review = GameReview(game, (5.0,))
        review.passed[: position.ply] = [1] * position.ply  # these have too many empty squares to be certain
        while review.work(judge):
            pass
        for ply in range(position.ply, len(game.moves)):
            known = review.known[ply]
            assert known is not None
            assert str(known.verdict) == text(worth_of(review.positions[ply]))
    judge.close()


def test_who_resigns_has_given_away_what_there_was() -> None:
    game = play(Game(make_setup()), "a1 b2")
    game.push(Move(0, None))
    review, judge = GameReview(game), Judge()
    while review.work(judge):
        pass
    moves = reviewed_moves(review)
    assert moves[-1] is not None
    assert (moves[-1].worth.mark, moves[-1].worth.lost) == (Mark.BLUNDER, 0.5)
    game = play(Game(make_setup()), "a1 b1 a2")
    game.push(Move(1, None))
    review = GameReview(game)
    while review.work(judge):
        pass
    moves = reviewed_moves(review)
    assert moves[-1] is not None
    assert (moves[-1].worth.mark, moves[-1].worth.lost) == (Mark.FINE, 0)
    judge.close()


def test_more_players_and_resignations_are_reviewed_too() -> None:
    game = play(Game(make_setup(5, 5, 4, players=3)), "c3 b2 d4 c2 d2 b4")
    game.push(Move(1, None))
    play(game, "c4 d3")
    review, judge = GameReview(game, FEW), Judge()
    while review.work(judge):
        pass
    assert review.is_full
    for known in review.known:
        assert known is not None
        assert sum(known.chances) == pytest.approx(1)
    assert review.known[-1] is not None
    assert review.known[-1].chances[1] == 0
    judge.close()


def test_with_three_players_a_win_that_is_left_to_the_next_one_is_a_blunder() -> None:
    game = play(Game(make_setup(5, 5, 4, players=3)), "a1 b3 e3 c1 c3 a5 e1 d3 b5 c5")
    assert game.position.completing(1)
    review, judge = GameReview(game, FEW), Judge()
    while review.work(judge):
        pass
    judge.close()
    moves = reviewed_moves(review)
    assert moves[-1] is not None
    assert (moves[-1].player, str(moves[-1].after), moves[-1].worth.mark) == (0, "L1", Mark.BLUNDER)
