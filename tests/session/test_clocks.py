"""Clocks of the games at this terminal: whose time runs, what undo gives back, flags, and computers' time."""

from random import Random

import pytest

from tests.session.test_controller import Runner
from tests.support.strategies import make_setup
from ttt_tui.engine import Limit, MatchRules, Move, Setup, Termination
from ttt_tui.engine.clock import TimeControl, TimeLeft
from ttt_tui.engine.records import Record, result_text
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.sgf import from_sgf, to_sgf
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.session import controller as controller_module
from ttt_tui.session.clocks import by_clock, clock_text, clock_words, is_short
from ttt_tui.session.controller import Controller
from ttt_tui.session.session import Session


class Watch:
    """The time that the controller sees."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    found = Watch()
    monkeypatch.setattr(controller_module, "time", found)
    return found


def clocked(clock: str, *levels: str, board: tuple[int, int, int] = (3, 3, 3)) -> Setup:
    rules = MatchRules(clock=TimeControl.parse(clock))
    return make_setup(*board, players=max(len(levels), 2), rules=rules, levels=levels)


def started(setup: Setup) -> tuple[Controller, Runner]:
    session, runner = Session(1), Runner()
    return Controller(session, session.new_match(setup), runner), runner


def lefts(controller: Controller, now: float) -> list[int]:
    assert controller.clock is not None
    return [controller.clock.left(player, now).shown for player in range(2)]


def place(controller: Controller, name: str) -> None:
    controller.place(controller.match.setup.geometry.parse(name))


def test_time_runs_from_the_second_stone_on_and_undo_gives_it_back(watch: Watch) -> None:
    controller, _ = started(clocked("1m+2s"))
    watch.now += 50
    place(controller, "b2")
    assert lefts(controller, watch.now) == [62_000, 60_000]
    watch.now += 10
    assert lefts(controller, watch.now) == [62_000, 50_000]
    place(controller, "a1")
    assert lefts(controller, watch.now) == [62_000, 52_000]
    watch.now += 5
    place(controller, "c1")
    assert lefts(controller, watch.now) == [59_000, 52_000]
    assert [move.milliseconds for move in controller.match.game.moves] == [None, 10_000, 5000]
    watch.now += 30
    controller.undo()
    assert lefts(controller, watch.now) == [62_000, 52_000], "of the turn that was taken back nothing is gone"
    controller.redo()
    assert lefts(controller, watch.now) == [59_000, 52_000]


def test_whose_time_is_up_loses_also_when_the_stone_comes_too_late(watch: Watch) -> None:
    controller, _ = started(clocked("10s"))
    place(controller, "b2")
    watch.now += 9.9
    assert not controller.check_clock()
    watch.now += 0.1
    place(controller, "a1")
    game = controller.match.game
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.winner) == (Termination.TIME, 0)
    assert result_text(game) == "X wins: time"
    assert not controller.check_clock(), "only once"
    controller.undo()
    assert game.outcome is None
    assert lefts(controller, watch.now) == [10_000, 10_000]
    controller.next_game()
    watch.now += 1000
    assert lefts(controller, watch.now) == [10_000, 10_000], "the next game has not begun"


def test_nobody_wins_on_time_who_cannot_make_a_line_any_more(watch: Watch) -> None:
    controller, _ = started(clocked("10s"))
    for name in ["b2", "a1", "c1", "a3", "a2", "c2", "b1"]:
        place(controller, name)
    watch.now += 10
    assert controller.check_clock()
    assert result_text(controller.match.game) == "X wins: time", "b3 makes a line"
    drawn, _ = started(clocked("10s"))
    for name in ["b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1"]:
        place(drawn, name)
    game = drawn.match.game
    assert game.outcome is None or game.outcome.termination is Termination.DEAD_BOARD


def test_a_player_of_three_whose_time_is_up_is_out(watch: Watch) -> None:
    controller, _ = started(clocked("10s", "human", "human", "human", board=(5, 5, 4)))
    place(controller, "c3")
    watch.now += 10
    assert controller.check_clock()
    game = controller.match.game
    assert game.outcome is None
    assert game.position.active == [2, 0] or set(game.position.active) == {0, 2}
    place(controller, "a1")
    assert game.moves[1] == Move(1, None, is_time_up=True)


def test_a_pause_stops_the_clock(watch: Watch) -> None:
    controller, _ = started(clocked("1m", "rules", "rules"))
    controller.pause()
    controller.match.place("b2")
    controller.follow_clock()
    watch.now += 30
    assert lefts(controller, watch.now) == [60_000, 60_000]
    controller.pause()
    watch.now += 3
    assert lefts(controller, watch.now) == [60_000, 57_000]


def test_a_computer_thinks_by_its_clock(watch: Watch) -> None:
    controller, runner = started(clocked("50s", "human", "expert"))
    place(controller, "b2")
    limit = runner.questions[-1].limit
    assert limit.seconds is not None
    assert limit.seconds <= 50 / 8
    control = TimeControl.parse("50s")
    assert by_clock(Limit(seconds=0.2), control.initial, control, 9).seconds == 0.2


@pytest.mark.parametrize("text", ["1m", "3m+2s", "10s/move", "5m:3x20s", "0.3s/move", "1s+1s"])
def test_a_computer_that_thinks_as_long_as_it_may_never_loses_on_time(text: str) -> None:
    control, rng = TimeControl.parse(text), Random(text)
    left = control.initial
    for turn in range(113):  # of one player on 15×15
        seconds = by_clock(Limit(), left, control, 113 - turn).seconds
        assert seconds is not None
        left = left.after(round(1000 * seconds) + rng.randint(0, 40), control)
        assert not left.is_up, (text, left)


def test_times_are_read_at_a_glance() -> None:
    texts = {167_400: "2:48", 180_000: "3:00", 10_000: "0:10", 9999: "9.9", 50: "0.0", 3_600_000: "1:00:00"}
    assert {left: clock_text(TimeLeft(left, 0, 0)) for left in texts} == texts
    assert clock_text(TimeLeft(0, 1, 18_000)) == "0:18"
    words = ["3m+2s", "10s/move", "5m:3x20s", "3d/move", "0.5s", "0s:2x9s"]
    assert [clock_words(TimeControl.parse(text)) for text in words] == [
        "3 min + 2 s", "10 s a move", "5 min, then 3 × 20 s", "3 d a move", "0.5 s", "2 × 9 s",
    ]  # fmt: skip
    control = TimeControl.parse("5m:2x20s")
    shorts = [TimeLeft(29_000, 2, 20_000), TimeLeft(0, 2, 1000), TimeLeft(0, 1, 2000), TimeLeft(0, 1, 1999)]
    assert [is_short(left, control) for left in shorts] == [False, False, False, True]


def test_a_game_that_ended_on_time_comes_back_from_every_format(watch: Watch) -> None:
    controller, _ = started(clocked("1m+2s"))
    for name in ["b2", "a1", "c1"]:
        watch.now += 4
        place(controller, name)
    watch.now += 100
    assert controller.check_clock()
    game = controller.match.game
    record = Record(game)
    for again in (from_text(to_text(record)), from_json(to_json(record)), from_sgf(to_sgf(record))):
        assert result_text(again.game) == "X wins: time"
        assert again.game.moves == game.moves
        assert again.game.setup.rules.clock == TimeControl.parse("1m+2s")
    from_elsewhere = from_sgf("(;GM[4]SZ[15]RU[free]RE[B+T];B[hh];W[hi])")
    assert result_text(from_elsewhere.game) == "X wins: time"
