"""Accuracy: which moves are counted as decisions, and what each of them costs."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.analysis.positions import scattered
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.decisions import FEW_SQUARES, Decisions
from ttt_tui.analysis.game_review import GameReview
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.judgement import Judgement
from ttt_tui.analysis.summary import accuracy, reviewed_move
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.worth import Mark
from ttt_tui.cli.main import main
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Move, Position
from ttt_tui.engine.record import Record
from ttt_tui.store.games import History


def whole(game: Game) -> GameReview:
    """Return the whole review of a game on a small board."""
    review, judge = GameReview(game), Judge()
    while review.work(judge):
        pass
    judge.close()
    return review


def loss_after(position: Position, square: int) -> tuple[int, int]:
    """Return what a move is worth, by trying everything: -1, 0 or 1, and for a loss its plies."""
    after = position.copy()
    after.play(square)
    if position.completing(position.to_move) >> square & 1:
        return 1, 0
    if not after.empty:
        return 0, 0
    replies = [loss_after(after, reply) for reply in after.moves]
    worst = max(worth for worth, _ in replies)
    if worst < 1:
        return -worst, 0
    wins = [reply for reply, (worth, _) in zip(after.moves, replies, strict=True) if worth == 1]
    return -1, 1 + min(win_in(after, reply) for reply in wins)


def win_in(position: Position, square: int) -> int:
    """Return in how many plies a move that wins does so at most."""
    if position.completing(position.to_move) >> square & 1:
        return 1
    after = position.copy()
    after.play(square)
    return 1 + max(loss_after(after, reply)[1] for reply in after.moves)


# --- decisions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "rows", "k"), [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 3)])
def test_moves_differ_exactly_if_trying_everything_says_so(columns: int, rows: int, k: int) -> None:
    rng, decisions = Random(7), Decisions()
    for empty in (1, 2, 3, 4, 5, 5, 5):
        position = scattered(columns, rows, k, empty, rng)
        kinds = {loss_after(position, square) for square in position.moves}
        assert decisions.differ(position) == (len(kinds) > 1), position


def test_where_many_squares_are_empty_it_is_not_known() -> None:
    position = Position(make_setup(4, 4, 3).geometry, players=2)
    assert position.empty.bit_count() > FEW_SQUARES
    assert Decisions().differ(position) is None


# --- accuracy --------------------------------------------------------------------------------------------


def test_a_move_without_an_alternative_is_not_counted() -> None:
    drawn = whole(play(Game(make_setup()), "b2 a1 c1 a3 a2 c2 b1 b3"))
    assert accuracy(drawn, 0) == accuracy(drawn, 1) == 100
    assert accuracy(whole(play(Game(make_setup()), "b2")), 0) is None, "any first move draws"


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
    before = accuracy(whole(game), last)
    game.push(Move(last, None))
    review = whole(game)
    move = reviewed_move(review, len(game.moves))
    assert move is not None
    assert (move.worth.mark is Mark.BLUNDER) == blunders
    after = accuracy(review, last)
    assert (after != before) == blunders
    assert after is None or not blunders or after < 100


@pytest.mark.parametrize(("chance", "mark"), [(0.7, "??"), (0.25, "??"), (0.12, "??"), (0.03, "fine")])
def test_so_is_one_of_what_is_judged_not_to_be_lost(chance: float, mark: str) -> None:
    game = play(Game(make_setup(15, 15, 5)), "h8 a1")
    game.push(Move(0, None))
    review = GameReview(game)
    for ply, position in enumerate(review.positions[:-1]):
        own = chance if position.to_move == 0 else 1 - chance
        review.known[ply] = Judgement(position.to_move, Verdict.judged(own), (chance, 1 - chance))
    move = reviewed_move(review, 3)
    assert move is not None
    assert move.worth.mark == mark
    share = accuracy(review, 0)
    assert share is not None
    assert share < 100


def test_who_does_not_stop_a_win_in_one_has_not_played_accurately() -> None:
    # O, lost from move 2 on, leaves a2 open to X twice.
    review = whole(play(Game(make_setup()), "a1 b1 a3 c1 c2 b3 a2"))
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


def test_it_has_two_decimals_in_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path))
    history = History(tmp_path / "history.db")
    number = history.add(Record(play(Game(make_setup()), "a1 b1 b2 c3 a3 a2 c1"), "2026-11-22"))
    assert main(["history", "review", str(number), "--json"]) == 0
    history.close()
    shares = json.loads(capsys.readouterr().out)["accuracy"]
    assert all(share == round(share, 2) for share in shares)
    assert shares[0] == 100
