"""What guests cost the host: its screen does none of the work for requests, and memory is bounded."""

import gc
import socket
import time
import tracemalloc
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.hostile import ATTACKS, PLAYS
from tests.support.terminals import PATIENCE, GuestBench, HostBench, seated, stranger, until
from ttt_tui.engine import Game, Geometry, Setup
from ttt_tui.engine.records import Record
from ttt_tui.multiplayer import connection, server
from ttt_tui.multiplayer.protocol import (
    FROM_HOSTS,
    VERSION,
    Earlier,
    Finished,
    Hello,
    Place,
    State,
    read,
    wire_name,
    write,
)

pytestmark = pytest.mark.usefixtures("all_may_come_often")

HELLO = write(Hello(VERSION, "Eve", "", watches=True))


def after_games(place: Path, count: int) -> tuple[HostBench, GuestBench]:
    """A host and a guest who have played so many games before the current one."""
    host, guest = seated(place)
    assert host.controller is not None
    for _ in range(count):
        host.controller.resign(0)
        host.controller.start_next_game()
    until(lambda: guest.match.game_number == count + 1, host, guest)
    return host, guest


def watchers(count: int, host: HostBench, guest: GuestBench) -> list[socket.socket]:
    lines = [stranger(HELLO) for _ in range(count)]
    until(lambda: len(host.multiplayer.seats.watchers) == count, host, guest)
    return lines


def heard(connected: socket.socket, last: type, count: int) -> list[Any]:
    """Read until so many messages of this kind have come, and return them."""
    data = b""
    while data.count(f'"say": "{wire_name(last)}"'.encode()) < count or not data.endswith(b"\n"):
        more = connected.recv(65536)
        assert more, data
        data += more
    messages = (read(line, FROM_HOSTS) for line in data.splitlines())
    return [message for message in messages if isinstance(message, last)]


def test_requests_for_earlier_games_are_answered_in_turn_at_a_pace_without_the_screens_help(
    place: Path, written: Counter[str]
) -> None:
    count = 2 * server.PORTION
    host, guest = after_games(place, count)
    lines = watchers(3, host, guest)
    for line in lines:
        heard(line, State, 1)
    written.clear()
    began = time.monotonic()
    for line in lines:
        line.sendall(write(Earlier(1)) * 6 + write(Earlier(count)))
    for line in lines:
        numbers = [message.game for message in heard(line, Finished, 6 * count + 1)]
        assert numbers == [*range(1, count + 1)] * 6 + [count]
    assert time.monotonic() - began >= 6 * 2 * server.PORTION_SECONDS
    assert host.multiplayer.server.events() == [], "the screen is not even told of it"
    assert written["finished"] == 0
    assert written["elsewhere finished"] == count, "each is written once"


def test_a_request_for_earlier_games_counts_as_several_lines(place: Path) -> None:
    host, guest = after_games(place, 1)
    stranger(HELLO + write(Earlier(1)) * 30)
    until(lambda: any(said.endswith("stopped watching") for said in host.said), host, guest)


@pytest.mark.slow
def test_all_games_of_a_long_match_reach_a_new_guest(place: Path) -> None:
    host, guest = after_games(place, 130)
    watcher = GuestBench(place / "eve", "Eve", watches=True)
    until(lambda: watcher.multiplayer.setup is not None, host, guest, watcher)
    assert watcher.match.game_number == 131
    assert watcher.match.points == host.match.points


def test_a_state_is_written_once_for_all_guests_and_not_again_for_refusals(
    place: Path, written: Counter[str]
) -> None:
    host, guest = seated(place)
    watchers(5, host, guest)
    written.clear()
    host.place("a1")
    assert written["state"] == 1
    for _ in range(20):
        guest.multiplayer.client.send(Place(1, 1, "a1"))
    until(lambda: guest.said.count("a1 is taken") == 20, host, guest)
    assert written["state"] == 1
    assert written["refused"] == 20


def test_many_messages_at_once_wake_the_screen_rarely_and_let_it_work_between(place: Path) -> None:
    wakes: list[None] = []
    front = server.Server(lambda: wakes.append(None))
    stranger(PLAYS + write(Place(1, 0, "a1")) * 30)
    portions: list[int] = []
    end = time.monotonic() + PATIENCE
    while sum(portions) < 31:
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
        before = len(wakes)
        portions.append(len(front.events()))
        assert len(wakes) - before <= 2, "what was left, and perhaps what came meanwhile"
    assert max(portions) <= connection.MOST_EVENTS
    assert len(wakes) < 15
    front.close("")


LINES_AT_ONCE = 20
"""Connections that are open while memory is measured."""

HELD = (
    b'{"say": "place", "ga' + b"x" * 60_000,
    write(Place(1, 0, "a1")) * 90,
)
"""What guests may say at once who stay, and read no answer."""

MEGABYTE = 1024 * 1024


@pytest.mark.slow
def test_memory_is_bounded_whatever_is_said(place: Path) -> None:
    host, guest = after_games(place, 0)
    game = Game(Setup(Geometry(20, 20, 20)))
    while game.outcome is None:
        game.place(game.setup.geometry.name(game.position.moves[0]))
    host.multiplayer.server.earlier = server.FinishedGames([("2026-11-22T17:00:00", Record(game))] * 100)
    tracemalloc.start()
    try:
        for said in (*HELD, *ATTACKS):
            peak, after = growth(said.removeprefix(HELLO), host, guest)
            what = f"{len(said)} bytes: {said[:100]!r}"
            assert peak < 5 * MEGABYTE, what
            assert after < MEGABYTE / 2, what
    finally:
        tracemalloc.stop()


def growth(said: bytes, host: HostBench, guest: GuestBench) -> tuple[int, int]:
    """Let many say this at once; return how many bytes it takes at most, and when they are gone."""
    gc.collect()
    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    lines = watchers(LINES_AT_ONCE, host, guest)
    for line in lines:
        line.settimeout(0.05)
        with suppress(OSError):  # shown out, or not heard any more
            line.sendall(said)
    end = time.monotonic() + 0.5  # for answers to come
    until(lambda: time.monotonic() > end, host, guest)
    _, peak = tracemalloc.get_traced_memory()
    for line in lines:
        line.close()
    until(lambda: not host.multiplayer.seats.watchers, host, guest)
    host.said.clear()
    guest.said.clear()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    return peak - before, after - before
