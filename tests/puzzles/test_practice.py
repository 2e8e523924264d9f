"""Practice at a bad move: what is accepted, what is refuted, and how a try to escape is answered."""

import threading
from collections.abc import Iterator

import pytest

from tests.analysis.judging import reviewed as reviewed_by
from tests.analysis.positions import worth_of
from tests.support.sample_review import MOVES, sample_review
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.judge import Judge, Judgement
from ttt_tui.analysis.review import GameReview, ReviewedMove, mistakes
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Value
from ttt_tui.engine import Game, IllegalMove, Rules
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.puzzles.practice import LIMIT, JudgedLine, Practice

LOST = "a1 b1 b2 c3 a3 a2 c1"
"""b1 loses by force; b2 would have held the draw."""


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    judge = Judge()
    yield judge
    judge.close()


def reviewed(judge: Judge, moves: str, mistake: int = 0, players: int = 2) -> tuple[GameReview, ReviewedMove]:
    """Return the whole review of a game of tic-tac-toe, and one of its mistakes, the first."""
    review = reviewed_by(play(Game(make_setup(players=players)), moves), judge=judge)
    return review, mistakes(review)[mistake]


def answered(practice: Practice, judge: Judge) -> None:
    while practice.stage is Stage.CHECKING:
        practice.take(practice.question()(judge, threading.Event()))


def names(game: Game) -> list[str]:
    return [game.setup.geometry.name(move.square) for move in game.moves if move.square is not None]


def test_in_misere_the_loser_completes_the_line(judge: Judge) -> None:
    game = play(Game(make_setup(kind=Rules(misere=True))), "b2 a1 c3 b1 a3 c1")
    review = reviewed_by(game, judge=judge)
    for move in mistakes(review):
        if move.square is None or move.number == len(game.moves):
            continue
        practice = Practice(review, move, is_escape=True)
        while practice.stage is not Stage.OVER:
            answered(practice, judge)
            if practice.stage is Stage.TURN:
                practice.place(practice.game.position.moves[0])
        outcome = practice.game.outcome
        if outcome is not None and outcome.winner not in (None, move.player):
            assert practice.message.startswith(f"{game.setup.players[move.player].symbol} completes a line")


def test_every_first_reply_of_tic_tac_toe_is_accepted_exactly_if_it_holds(judge: Judge) -> None:
    review, move = reviewed(judge, LOST)
    assert move.number == 2
    geometry = review.setup.geometry
    held = set()
    for square in set(geometry.squares) - {geometry.parse("a1"), geometry.parse("b1")}:
        practice = Practice(review, move, is_escape=False)
        practice.place(square)
        holds = worth_of(practice.game.position) <= 0  # to X, who is to move then
        answered(practice, judge)
        assert practice.has_reached == holds
        if practice.has_reached:
            held.add(geometry.name(square))
            assert practice.stage is Stage.OVER
            assert "holds the draw, proved" in practice.message
    assert held == {"b2"}


def test_a_bad_try_is_refuted_stone_by_stone_until_a_line_is_complete(judge: Judge) -> None:
    review, move = reviewed(judge, LOST)
    practice = Practice(review, move, is_escape=False)
    practice.place(review.setup.geometry.parse("a2"))
    answered(practice, judge)
    assert practice.stage is Stage.LINE
    assert practice.message.startswith("a2 loses by force: X plays ")
    while practice.stage is Stage.LINE:
        practice.step()
    assert practice.game.outcome is not None
    assert practice.game.outcome.winner == 0
    assert practice.message == "a2 loses by force: X completes a line"
    assert practice.cost == "O had a proved draw, now a proved loss in 5 moves"


def test_what_was_played_is_no_try_and_neither_is_a_taken_square(judge: Judge) -> None:
    review, move = reviewed(judge, LOST)
    practice = Practice(review, move, is_escape=False)
    with pytest.raises(IllegalMove, match="b1 was played in the game"):
        practice.place(review.setup.geometry.parse("b1"))
    with pytest.raises(IllegalMove, match="a1 is taken"):
        practice.place(review.setup.geometry.parse("a1"))
    assert names(practice.game) == ["a1"]
    practice.place(review.setup.geometry.parse("b2"))
    with pytest.raises(IllegalMove, match="still checking b2"):
        practice.place(review.setup.geometry.parse("c3"))
    answered(practice, judge)
    with pytest.raises(IllegalMove, match="this try is over: t starts over"):
        practice.place(review.setup.geometry.parse("c3"))


def escapes(review: GameReview, move: ReviewedMove, judge: Judge, tries: list[str]) -> Iterator[Practice]:
    """Give what comes at last of every way to try to escape that begins so."""
    geometry = review.setup.geometry
    practice = Practice(review, move, is_escape=True)
    answered(practice, judge)
    for name in tries:
        practice.place(geometry.parse(name))
        answered(practice, judge)
    if practice.stage is Stage.OVER:
        yield practice
        return
    for square in practice.game.position.moves:
        yield from escapes(review, move, judge, [*tries, geometry.name(square)])


def test_there_is_no_escape_from_a_proved_loss_whatever_is_tried(judge: Judge) -> None:
    review, move = reviewed(judge, LOST)
    practice = Practice(review, move, is_escape=True)
    assert practice.stage is Stage.CHECKING
    with pytest.raises(IllegalMove, match="wait for X's reply"):
        practice.place(practice.game.position.moves[0])
    answered(practice, judge)
    assert practice.stage is Stage.TURN
    assert names(practice.game)[:2] == ["a1", "b1"]
    assert len(practice.game.moves) == 3, "the other side leads on"
    assert practice.message.startswith("X plays ")
    assert practice.message.endswith(": try to get out")
    ends = list(escapes(review, move, judge, []))
    assert len(ends) == 9, "five tries that lose at once, and four after the one that does not"
    for end in ends:
        assert not end.has_reached
        assert end.message == "X completes a line: there was no way out"
        assert end.game.outcome is not None
        assert end.game.outcome.winner == 0


def test_a_win_that_was_missed_is_accepted_by_whatever_way_it_comes(judge: Judge) -> None:
    review, missed = reviewed(judge, "a1 b1 c3 b2 b3 a3 c1 c2", 1)
    assert (missed.number, missed.best.value) == (3, Value.WIN)
    geometry, held = review.setup.geometry, set()
    for square in review.positions[2].moves:
        practice = Practice(review, missed, is_escape=False)
        if square == missed.square:
            continue
        practice.place(square)
        won = worth_of(practice.game.position) < 0
        answered(practice, judge)
        assert practice.has_reached == won, geometry.name(square)
        if won:
            held.add(geometry.name(square))
    assert len(held) > 1, "a longer win is a win"


def test_after_a_win_was_given_away_a_draw_is_an_escape(judge: Judge) -> None:
    review, missed = reviewed(judge, "a1 b1 c3 b2 b3 a3 c1 c2", 1)
    practice = Practice(review, missed, is_escape=True)
    answered(practice, judge)
    while practice.stage is Stage.TURN:
        position = practice.game.position
        best = judge.judge(position, LIMIT).move
        practice.place(position.moves[0] if best is None else best)
        answered(practice, judge)
    assert practice.stage is Stage.OVER
    assert practice.has_reached
    assert practice.message in ("Draw: you held it", "That wins: more than you had to find")


@pytest.mark.slow
def test_a_try_that_ends_the_game_in_a_draw_is_told_so(judge: Judge) -> None:
    review, missed = reviewed(judge, "c1 b1 a2 c3 b2 b3 a1", -1, players=3)
    assert missed.number == 7
    practice = Practice(review, missed, is_escape=False)
    practice.place(review.setup.geometry.parse("a3"))
    answered(practice, judge)
    assert practice.stage is Stage.MISSED
    assert practice.message == "a3 is also a blunder: the game is drawn"


# --- where nothing is proved, with answers that the test makes up -----------------------------------------


def judged(practice: Practice, chance: float, *line: str) -> JudgedLine:
    """What a judge may say: the chance of who tries, and what would follow."""
    mover = practice.game.position.to_move
    chances = tuple(chance if player == practice.player else 1 - chance for player in range(2))
    squares = tuple(practice.game.setup.geometry.parse(name) for name in line)
    return JudgedLine(Judgement(mover, Verdict.judged(chances[mover]), chances), squares)


def at_a_judged_mistake(*, is_escape: bool) -> Practice:
    review = sample_review(play(Game(make_setup(15, 15, 5)), MOVES))
    move = mistakes(review)[0]
    assert not move.after.is_proved
    return Practice(review, move, is_escape=is_escape)


def test_a_try_that_is_judged_bad_is_answered_as_far_as_was_seen() -> None:
    practice = at_a_judged_mistake(is_escape=False)
    practice.place(practice.game.setup.geometry.parse("a1"))
    practice.take(judged(practice, 0.02, "h7", "h10"))
    assert practice.message == "a1 is a blunder, judged: X plays h7"
    while practice.stage is Stage.LINE:
        practice.step()
    assert practice.stage is Stage.MISSED
    assert not practice.has_reached
    assert practice.message == "a1 is a blunder, judged; the board shows the expected line"
    assert names(practice.game)[-3:] == ["a1", "h7", "h10"]


def test_a_try_that_is_judged_good_is_accepted_as_far_as_was_seen() -> None:
    practice = at_a_judged_mistake(is_escape=False)
    practice.place(practice.game.setup.geometry.parse("h10"))
    practice.take(judged(practice, 0.9))
    assert practice.has_reached
    assert practice.message == "h10 is not a mistake, as far as the search shows"


def test_an_escape_that_is_judged_to_hold_is_one() -> None:
    practice = at_a_judged_mistake(is_escape=True)
    practice.take(judged(practice, 0.2, "h10"))
    assert practice.message == "X plays h10: play on"
    practice.place(practice.game.setup.geometry.parse("h11"))
    practice.take(judged(practice, 0.1, "a1"))
    assert practice.message == "X plays a1: play on"
    practice.place(practice.game.setup.geometry.parse("a2"))
    practice.take(judged(practice, 0.9, "a3"))
    assert practice.has_reached
    assert practice.message == "a2 is not a mistake, as far as the search shows"


def test_where_the_whole_way_is_not_found_again_that_is_said(judge: Judge) -> None:
    review, move = reviewed(judge, LOST)
    practice = Practice(review, move, is_escape=True)
    practice.take(judged(practice, 0.3, "b2"))
    assert practice.message == "X plays b2, but the win was not proved this time: try to get out"
