"""Clocks, against one that counts down tick by tick."""

from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.engine import Move
from ttt_tui.engine.clock import Clock, TimeControl, TimeLeft, times_left
from ttt_tui.errors import InvalidClock

TICK = 100
"""Milliseconds between two looks at the slow clock."""


@pytest.mark.parametrize(
    ("text", "control", "written"),
    [
        ("3m+2s", (180_000, 2000, 0, 0), "3m+2s"),
        ("3+2", (180_000, 2000, 0, 0), "3m+2s"),
        ("1+0", (60_000, 0, 0, 0), "1m"),
        (" 90S ", (90_000, 0, 0, 0), "90s"),
        ("0.5s/move", (0, 0, 1, 500), "0.5s/move"),
        ("5m:3x20s", (300_000, 0, 3, 20_000), "5m:3x20s"),
        ("3d/move", (0, 0, 1, 259_200_000), "3d/move"),
        ("1h+0.25s", (3_600_000, 250, 0, 0), "1h+0.25s"),
        ("0s:2x10s", (0, 0, 2, 10_000), "0s:2x10s"),
    ],
)
def test_clocks_are_read_and_written(text: str, control: tuple[int, ...], written: str) -> None:
    assert TimeControl.parse(text) == TimeControl(*control)
    assert str(TimeControl.parse(text)) == written
    assert TimeControl.parse(written) == TimeControl.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown clock"),
        ("nan", "unknown clock"),
        ("infs", "unknown clock"),
        ("-3m", "unknown clock"),
        ("1e9s", "unknown clock"),
        ("3m+2s:3x20s", "unknown clock"),
        ("٣m", "unknown clock"),
        ("x" * 10_000, "unknown clock"),
        ("0s", "needs some time"),
        ("0s+2s", "needs some time"),
        ("11d", "at most 10d"),
        ("999999d/move", "at most 10d"),
        ("5m+2h", "at most 1h"),
        ("5m:0x20s", "periods"),
        ("5m:3x0s", "periods"),
    ],
)
def test_what_is_no_clock_is_refused_with_one_line(text: str, reason: str) -> None:
    with pytest.raises(InvalidClock, match=reason) as refused:
        TimeControl.parse(text)
    assert len(str(refused.value)) < 120


# --- a slow reference ------------------------------------------------------------------------------------


class TickingClock:
    """Counts down what each player has, a tick at a time, as a clock on a table does."""

    def __init__(self, control: TimeControl, players: int) -> None:
        self.control = control
        self.main = [control.main] * players
        self.periods = [control.periods] * players
        self.period = [control.period] * players

    def tick(self, player: int) -> None:
        if self.main[player] > 0:
            self.main[player] -= TICK
        elif self.periods[player] > 0:
            self.period[player] -= TICK
            if self.period[player] == 0:
                self.periods[player] -= 1
                self.period[player] = self.control.period

    def is_up(self, player: int) -> bool:
        return self.main[player] <= 0 and self.periods[player] <= 0

    def press(self, player: int) -> None:
        """End the player's turn."""
        if not self.is_up(player):
            if self.main[player] > 0:
                self.main[player] += self.control.increment
            self.period[player] = self.control.period

    def copy(self) -> "TickingClock":
        other = TickingClock(self.control, len(self.main))
        other.main, other.periods, other.period = self.main[:], self.periods[:], self.period[:]
        return other


def a_control(rng: Random) -> TimeControl:
    def ticks(most: int) -> int:
        return TICK * rng.randint(0, most)

    while True:
        kind = rng.randrange(3)
        if kind == 0:
            control = TimeControl(ticks(60), ticks(10))
        else:
            control = TimeControl(ticks(40) * (kind == 1), 0, rng.randint(1, 3), TICK * rng.randint(1, 15))
        if control.total:
            return control


def play_and_compare(rng: Random) -> None:
    """Play one game of random moves, undos and pauses by both clocks."""
    control, players = a_control(rng), rng.choice([2, 2, 3])
    moves: list[Move] = []
    slow = TickingClock(control, players)
    before: list[TickingClock] = []  # the slow clock before each move
    now, to_move = rng.uniform(0, 1000), 0
    clock = Clock(control, players)
    clock.update(moves, to_move, now)
    for _ in range(rng.randint(1, 30)):
        if moves and rng.random() < 0.15:
            back = rng.randint(1, len(moves))
            slow, to_move = before[-back], moves[-back].player
            del before[-back:], moves[-back:]
            clock.update(moves, to_move, now)
            slow = slow.copy()
        before.append(slow.copy())
        used = 0
        for _ in range(rng.choice([0, 1, 3, 10, 25])):
            if rng.random() < 0.05:
                clock.pause(now)
                now += rng.uniform(0, 50)
                clock.resume(now)
            now += TICK / 1000
            used += TICK
            if moves:  # the first move takes nothing
                slow.tick(to_move)
            for player in range(players):
                left = clock.left(player, now)
                assert left.is_up == slow.is_up(player), (control, moves, player)
                if not left.is_up:
                    state = slow.main[player], slow.periods[player], slow.period[player]
                    assert left == state, (control, moves, player)
            assert clock.flagged(now) == (to_move if moves and slow.is_up(to_move) else None)
        # The message with the move travels for a while, which the host gives back, or a part of it.
        late = TICK * rng.choice([0, 0, 1, 4])
        credit = min(late, TICK * rng.choice([0, 2, 5]))
        now += late / 1000
        assert clock.elapsed(now - credit / 1000) == (used + late - credit if moves else 0)
        for _ in range((late - credit) // TICK):
            used += TICK
            if moves:
                slow.tick(to_move)
        assert clock.flagged(now - credit / 1000) == (to_move if moves and slow.is_up(to_move) else None)
        if slow.is_up(to_move):
            return
        moves.append(Move(to_move, len(moves), used if len(moves) else rng.choice([None, used])))
        following = (to_move + rng.choice([0, 1, 1, 1])) % players  # a turn may have two stones
        if following != to_move:
            slow.press(to_move)
        to_move = following
        clock.update(moves, to_move, now)


def test_a_clock_agrees_with_one_that_counts_down() -> None:
    rng = Random(64)
    for _ in range(sampled(10_000, 500)):
        play_and_compare(rng)


# --- single facts ----------------------------------------------------------------------------------------


def test_the_first_move_takes_no_time_and_an_unknown_time_neither() -> None:
    control = TimeControl.parse("1m")
    moves = [Move(0, 0, 50_000), Move(1, 1, 5000), Move(0, 2, None), Move(1, 3, 1)]
    left, used = times_left(control, 2, moves, 0)
    assert [player.main for player in left] == [60_000, 54_999]
    assert used == 0


def test_after_the_game_nobodys_time_runs() -> None:
    clock = Clock(TimeControl.parse("1s"), 2)
    clock.update([Move(0, 0), Move(1, 1, 400)], None, 10.0)
    assert not clock.runs
    assert clock.seconds_to_flag(99.0) is None
    assert clock.flagged(99.0) is None
    assert clock.left(1, 99.0).main == 600


def test_a_guests_clock_begins_with_what_has_gone_by() -> None:
    clock = Clock(TimeControl.parse("1m:2x10s"), 2)
    clock.update([Move(0, 0)], 1, 5.0, elapsed=58_000)
    assert clock.left(1, 5.0) == TimeLeft(2000, 2, 10_000)
    assert clock.seconds_to_flag(5.0) == 22.0
    assert clock.left(1, 17.0) == TimeLeft(0, 1, 10_000)
    assert clock.flagged(26.9) is None
    assert clock.flagged(27.0) == 1


def test_a_clock_that_is_set_back_adds_no_time() -> None:
    clock = Clock(TimeControl.parse("1m"), 2)
    clock.update([Move(0, 0)], 1, 100.0)
    assert clock.left(1, 50.0).main == 60_000


def test_correspondence_is_a_day_or_longer() -> None:
    assert [TimeControl.parse(text).is_correspondence for text in ("3d/move", "1d", "23h")] == [
        True,
        True,
        False,
    ]
