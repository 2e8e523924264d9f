"""Nothing is lost: whatever ends the program, the game is there when it is started again."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.end_to_end.kill import PLAYERS, Killer, stored
from tests.support.reading import (
    agree,
    answer_result,
    board,
    cursor,
    is_over,
    moves,
    place_and_see,
    place_with_digit,
    status,
    stones,
)
from tests.support.restored import modes_left
from tests.support.sampling import sampled
from tests.support.stores import patient, recorded
from tests.support.terminal import (
    CTRL_C,
    CTRL_Q,
    DOWN,
    ENTER,
    LEFT,
    PROGRAM,
    RIGHT,
    Terminal,
    environment,
)
from ttt_tui.engine import COLOURS, HUMAN, Geometry, Limit, MatchRules, Player, Setup

KEPT = "Game kept: ttt-tui --resume"
TWO_PEOPLE = ("--board", "3", "--player", "human,name=Ada", "--player", "human,name=Bob", "--seed", "1")
HOSTILE = "[red]x[/]"


class Store:
    """A place for a test's games, and programs that use it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def start(self, *arguments: str, **options: Any) -> Terminal:
        return Terminal(*arguments, TTT_TUI_HOME=str(self.path), **options)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [PROGRAM, *arguments],
            capture_output=True,
            env=environment(str(self.path), TTT_TUI_HOME=str(self.path)),
            timeout=60,
            check=False,
        )

    @property
    def games(self) -> list[dict[str, Any]]:
        return stored(self.path)

    def words(self) -> list[list[str]]:
        return [game["moves"] for game in self.games]

    def put(self, *names: str) -> None:
        """Put such a game with these moves into the store, as a program that ends leaves it."""
        ada, bob = (
            Player(name, symbol, colour, HUMAN, Limit())
            for name, symbol, colour in zip(("Ada", "Bob"), "XO", COLOURS, strict=False)
        )
        history = patient(self.path / "history.db")
        match, recorder = recorded(history, Setup(Geometry(3, 3, 3), (ada, bob), MatchRules(points=5)))
        for name in names:
            match.place(match.setup.geometry.parse(name))
        recorder.close()
        history.close()

    def keep(self, *digits: str, arguments: tuple[str, ...] = TWO_PEOPLE) -> None:
        """Leave a game on 3×3 with these moves of two people in the store."""
        with self.start(*arguments) as terminal:
            play(terminal, *digits)
            terminal.send(CTRL_Q)
            assert terminal.wait_exit() == 0


@pytest.fixture
def store(tmp_path: Path) -> Store:
    path = tmp_path / "store"
    path.mkdir()
    return Store(path)


def squares(screen: Terminal) -> list[str]:
    return [square for _, square in moves(screen)]


def ready(terminal: Terminal, count: int = 0) -> None:
    """Wait for a game on 3×3 with so many moves."""
    terminal.wait_for(lambda: len(board(terminal)) == 9 and len(moves(terminal)) == count and agree(terminal))
    terminal.wait_for(lambda: status(terminal) != "")


def play(terminal: Terminal, *names: str) -> None:
    """Play these squares for two people on 3×3."""
    ready(terminal)
    for ply, name in enumerate(names):
        place_and_see(terminal, name, "XO"[ply % 2], place_with_digit)
    terminal.wait_for(lambda: squares(terminal) == list(names))


def said_after(terminal: Terminal) -> str:
    """Return what was written after the program's own screen was left."""
    _, _, after = bytes(terminal.raw).rpartition(b"\x1b[?1049l")
    return re.sub(rb"\x1b\[[?\d;<>]*[a-zA-Z]", b"", after).decode().strip()


def expect_clean_terminal(terminal: Terminal) -> None:
    modes = modes_left(bytes(terminal.raw))
    assert {"1049", "25", "1000"} <= modes.keys()
    assert modes == {mode: mode in {"7", "25"} for mode in modes}
    assert terminal.attributes == terminal.attributes_before


# --- killed ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("who", PLAYERS)
def test_nothing_that_was_on_the_screen_is_lost_by_kill_9(who: str, store: Store) -> None:
    killer = Killer(store.path, PLAYERS[who], Random(f"kill {who}"))
    for _ in range(times := sampled(10, 6)):
        killer.kill()
    assert killer.stones > times, "there were moves on the screen to be lost"


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT], ids=lambda n: n.name)
def test_a_signal_ends_the_program_cleanly_and_keeps_the_game(number: signal.Signals, store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "b2", "a1", "c3")
        os.kill(terminal.process.pid, number)
        sent = time.monotonic()
        assert terminal.wait_exit() == 128 + number
        assert time.monotonic() - sent < 2
        expect_clean_terminal(terminal)
        assert said_after(terminal) == KEPT
    assert store.words() == [["b2", "a1", "c3"]]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT], ids=lambda n: n.name)
def test_a_signal_does_not_wait_for_a_computer_that_thinks(number: signal.Signals, store: Store) -> None:
    thinker = "minimax,name=Deep Thinker"
    with store.start("--board", "15", "--player", "human", "--player", thinker, "--time", "30") as terminal:
        terminal.wait_for(lambda: status(terminal) == "Your move" and cursor(terminal) is not None)
        terminal.send(ENTER)
        terminal.wait_for("Deep Thinker is thinking")
        terminal.wait_for(lambda: len(stones(terminal)) == 1)
        os.kill(terminal.process.pid, number)
        sent = time.monotonic()
        assert terminal.wait_exit() == 128 + number
        assert time.monotonic() - sent < 2
        expect_clean_terminal(terminal)
        assert said_after(terminal) == KEPT
    assert store.words() == [["h8"]]


def test_a_terminal_that_goes_away_ends_the_program_and_keeps_the_game(store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "b2", "a1")
        os.close(terminal._slave)
        os.close(terminal._master)  # what a dropped line does
        try:
            terminal.process.wait(5)
        finally:
            terminal._master, terminal._slave = os.openpty()
    assert store.words() == [["b2", "a1"]]


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["qq", CTRL_Q, CTRL_C], ids=["q q", "Ctrl+Q", "Ctrl+C"])
def test_leaving_an_unfinished_game_tells_how_to_resume_it(keys: str, store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "b2")
        terminal.send(keys)
        assert terminal.wait_exit() == 0
        assert said_after(terminal) == KEPT


def leave(terminal: Terminal, how: str) -> None:
    if how == "q q":
        terminal.send("qq")
    else:
        terminal.process.terminate()
    assert terminal.wait_exit() == (0 if how == "q q" else 128 + signal.SIGTERM)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["q q", "SIGTERM"])
def test_nothing_is_said_where_nothing_is_to_be_resumed(how: str, store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal)
        leave(terminal, how)
        assert said_after(terminal) == ""


@pytest.mark.slow
@pytest.mark.parametrize("how", ["q q", "SIGTERM"])
def test_a_match_that_is_left_between_two_games_goes_on_with_its_score(how: str, store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "a1", "a2", "b1", "b2", "c1")
        terminal.wait_for(lambda: is_over(terminal))
        leave(terminal, how)
        assert said_after(terminal) == KEPT
    with store.start("--resume") as terminal:
        ready(terminal)
        assert "Game 2" in terminal.text()[0]
        assert re.search(r"X  Ada +1 *$", str(terminal), re.MULTILINE)
        assert status(terminal) == "Bob (O) to move"
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0


# --- taken up again --------------------------------------------------------------------------------------


def test_the_setup_offers_the_last_unfinished_game_and_r_resumes_it(store: Store) -> None:
    store.put("b2", "a1", "c3")
    with store.start() as terminal:
        terminal.wait_for("r: resume Ada v Bob, 3×3, 3 moves")
        terminal.send("r")
        ready(terminal, 3)
        assert squares(terminal) == ["b2", "a1", "c3"]
        place_and_see(terminal, "c1", "O", place_with_digit)
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert store.words() == [["b2", "a1", "c3", "c1"]], "it is the same game that goes on"


@pytest.mark.slow
def test_a_game_that_was_left_without_a_move_does_not_hide_one_with_moves(store: Store) -> None:
    store.keep("b2", "a1", "c3")
    store.keep()
    with store.start("--resume") as terminal:
        ready(terminal, 3)


def test_resume_takes_the_last_game_or_the_one_with_the_id(store: Store) -> None:
    store.put("b2")
    store.put("a1", "c3")
    older = min(game["id"] for game in store.games)
    for arguments, expected in ((("--resume",), ["a1", "c3"]), (("--resume", str(older)), ["b2"])):
        with store.start(*arguments) as terminal:
            ready(terminal, len(expected))
            assert squares(terminal) == expected


@pytest.mark.slow
def test_a_wrong_id_is_told_in_one_line_with_status_2(store: Store) -> None:
    store.keep("b2")
    for id in ("99", "x", "-1", "1.5", "99999999999999999999", ""):
        with store.start(f"--resume={id}") as terminal:
            assert terminal.wait_exit() == 2
            said = terminal.raw.decode().strip().splitlines()
            assert len(said) == 1
            assert said[0].startswith("ttt-tui: ")
            assert "history list" in said[0]


def test_resume_without_any_game_is_told_in_one_line_with_status_2(store: Store) -> None:
    with store.start("--resume") as terminal:
        assert terminal.wait_exit() == 2
        assert (
            terminal.raw.decode().strip() == "ttt-tui: error: argument --resume: no unfinished game to resume"
        )


@pytest.mark.slow
def test_a_finished_game_is_not_resumed(store: Store) -> None:
    store.keep("a1", "a2", "b1", "b2", "c1")
    id = store.games[-1]["id"]  # the newest is the next one of the match
    with store.start("--resume", str(id)) as terminal:
        assert terminal.wait_exit() == 2
        assert f"game {id} is finished" in terminal.raw.decode()


@pytest.mark.slow
def test_a_resumed_game_has_its_score_number_and_what_was_undone(store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "a1", "a2", "b1", "b2", "c1")
        terminal.wait_for(lambda: is_over(terminal))
        answer_result(terminal)
        terminal.wait_for("Game 2")
        ready(terminal)
        place_and_see(terminal, "b2", "O", place_with_digit)  # Bob starts this one
        place_and_see(terminal, "a1", "X", place_with_digit)
        place_and_see(terminal, "c3", "O", place_with_digit)
        terminal.send("uu")
        terminal.wait_for(lambda: squares(terminal) == ["b2"])
        terminal.process.kill()
        terminal.process.wait()
    with store.start("--resume") as terminal:
        ready(terminal, 1)
        assert "Game 2" in terminal.text()[0]
        assert re.search(r"X  Ada +1 *$", str(terminal), re.MULTILINE)
        assert re.search(r"O  Bob +0 *$", str(terminal), re.MULTILINE)
        assert status(terminal) == "Ada (X) to move"
        for expected in (["b2", "a1"], ["b2", "a1", "c3"]):
            terminal.send("U")
            terminal.wait_for(lambda expected=expected: squares(terminal) == expected and agree(terminal))


@pytest.mark.slow
def test_a_resumed_computer_goes_on_playing(store: Store) -> None:
    players = ("--board", "3", "--player", "human", "--player", "rules,name=Uno", "--seed", "1")
    with store.start(*players) as terminal:
        ready(terminal)
        place_and_see(terminal, "b2", place=place_with_digit)
        terminal.wait_for(lambda: len(moves(terminal)) == 2 and status(terminal) == "Your move")
        terminal.process.kill()
        terminal.process.wait()
    with store.start("--resume") as terminal:
        ready(terminal, 2)
        assert re.search(r"O  Uno +0 *$", str(terminal), re.MULTILINE)
        free = next(square for square in ("a2", "c2") if square not in stones(terminal))
        place_and_see(terminal, free, place=place_with_digit)
        terminal.wait_for(lambda: len(stones(terminal)) == 4)


# --- two programs ----------------------------------------------------------------------------------------


def from_setup(store: Store) -> Terminal:
    terminal = store.start()
    terminal.wait_for(lambda: re.search(r"open elsewhere since \d\d:\d\d", str(terminal)))
    terminal.send("r")
    return terminal


def from_the_command_line(store: Store) -> Terminal:
    return store.start("--resume")


def from_the_history(store: Store) -> Terminal:
    terminal = store.start()
    terminal.wait_for("open elsewhere since")
    terminal.send("h")
    terminal.wait_for("1 game")
    terminal.send(ENTER)
    terminal.wait_for("Another terminal has had it open since")
    terminal.wait_for("y take over")
    terminal.send("y")
    return terminal


@pytest.mark.slow
@pytest.mark.parametrize("take", [from_setup, from_the_command_line, from_the_history])
def test_a_game_that_is_taken_over_is_no_longer_written_by_the_other_program(take: Any, store: Store) -> None:
    with store.start(*TWO_PEOPLE) as first:
        play(first, "b2", "a1")
        with take(store) as second:
            ready(second, 2)
            place_and_see(second, "c3", place=place_with_digit)
            assert store.words() == [["b2", "a1", "c3"]]
            place_and_see(first, "c1", place=place_with_digit)
            first.wait_for("taken over")
            place_and_see(first, "a3", "O", place=place_with_digit)
            assert store.words() == [["b2", "a1", "c3"]], "the one that was taken over writes no more"
            place_and_see(second, "a3", "O", place=place_with_digit)
            assert store.words() == [["b2", "a1", "c3", "a3"]]
        first.send(CTRL_Q)
        assert first.wait_exit() == 0
        assert said_after(first) == "", "there is nothing of it to be resumed"


@pytest.mark.slow
def test_a_program_that_was_killed_leaves_its_game_open_nowhere(store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "b2")
        terminal.process.kill()
        terminal.process.wait()
    with store.start() as terminal:
        terminal.wait_for("r: resume")
        assert "open elsewhere" not in str(terminal)


@pytest.mark.slow
def test_two_programs_on_one_store_both_keep_their_games_whole(store: Store) -> None:
    names = [["a1", "a2", "b1", "b2", "c1"], ["c3", "a2", "c2", "b2", "c1"]]
    with store.start(*TWO_PEOPLE) as first, store.start(*TWO_PEOPLE) as second:
        ready(first)
        ready(second)
        for ply, both in enumerate(zip(*names, strict=True)):
            for terminal, name in zip((first, second), both, strict=True):
                terminal.send(str((int(name[1]) - 1) * 3 + ord(name[0]) - ord("a") + 1))
            for terminal, name in zip((first, second), both, strict=True):
                terminal.wait_for(
                    lambda terminal=terminal, name=name, ply=ply: board(terminal)[name] == "XO"[ply % 2]
                )
        for terminal in (first, second):
            terminal.wait_for(lambda terminal=terminal: is_over(terminal))
            assert "not kept" not in str(terminal)
    assert sorted(store.words()) == sorted(names)
    assert [game["result"] for game in store.games] == ["X wins: line"] * 2


@pytest.mark.slow
def test_a_game_that_was_left_and_is_taken_up_in_the_history_is_still_kept(store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "b2", "a1")
        terminal.send("q")
        terminal.wait_for("↵ play")
        terminal.send("h")
        terminal.wait_for("1 game")
        terminal.send(ENTER)
        ready(terminal, 2)
        place_and_see(terminal, "c3", place=place_with_digit)
        assert store.words() == [["b2", "a1", "c3"]]
        assert "taken over" not in str(terminal)


# --- a store that does not answer ------------------------------------------------------------------------


@contextmanager
def locked(store: Store) -> Iterator[None]:
    """Hold the store as another program could."""
    with closing(sqlite3.connect(store.path / "history.db", isolation_level=None)) as held:
        held.execute("BEGIN EXCLUSIVE")
        yield


def until(wanted: Callable[[], object], terminal: Terminal) -> None:
    deadline = time.monotonic() + 30
    while not wanted():
        assert time.monotonic() < deadline
        terminal.read(0.05)


def said(terminal: Terminal, words: str) -> bool:
    """Whether these words are somewhere on the screen, however the lines are broken."""
    return words in " ".join(str(terminal).replace("│", " ").replace("▌", " ").split())


@pytest.mark.slow
def test_a_locked_store_holds_the_screen_no_longer_than_is_felt(store: Store) -> None:
    with store.start(*TWO_PEOPLE, columns=140) as terminal:
        play(terminal, "b2")
        with locked(store):
            for ply, (digit, name) in enumerate((("1", "a1"), ("9", "c3"), ("3", "c1"))):
                terminal.send(digit)
                sent = time.monotonic()
                terminal.wait_for(lambda name=name: board(terminal)[name] != "·")
                assert time.monotonic() - sent < 1.0, "it took 2.2 s"
                if ply == 0:
                    terminal.wait_for(lambda: said(terminal, "The game continues, but it is not being saved"))
            terminal.send("n")
            terminal.wait_for("y start over")
            terminal.send("y")
            sent = time.monotonic()
            terminal.wait_for(lambda: not stones(terminal))
            assert time.monotonic() - sent < 1.0, "it took 6.2 s"
            terminal.wait_for("locked")
        terminal.wait_for(lambda: said(terminal, "Games are being saved again, with all their moves"))
        assert store.words() == [["b2", "a1", "c3", "c1"]]
        place_and_see(terminal, "b2", place=place_with_digit)
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert store.words() == [["b2"], ["b2", "a1", "c3", "c1"]]


@pytest.mark.slow
def test_computers_play_on_while_the_store_is_locked(store: Store) -> None:
    (store.path / "settings.toml").write_text("delay = 0\n")
    players = ("--player", "random", "--player", "random", "--board", "12", "--line", "12", "--seed", "1")
    with store.start(*players, rows=40, columns=200) as terminal:  # what is said hides no stones
        terminal.wait_for(lambda: len(stones(terminal)) > 5)
        with locked(store):
            sent, before = time.monotonic(), len(stones(terminal))
            terminal.wait_for(lambda: len(stones(terminal)) > before + 20)
            assert time.monotonic() - sent < 10, "they would have waited 40 s"
            terminal.send("p")
            terminal.wait_for("aused")
        terminal.wait_for(lambda: said(terminal, "Games are being saved again, with all their moves"))
        until(lambda: len(store.words()[0]) == len(stones(terminal)), terminal)


@pytest.mark.slow
def test_the_program_comes_up_while_the_store_is_locked_and_offers_the_game_later(store: Store) -> None:
    store.keep("b2")
    with closing(sqlite3.connect(store.path / "history.db")) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    with locked(store):
        started = time.monotonic()
        terminal = store.start(columns=140)
        terminal.wait_for("↵ play")
        assert time.monotonic() - started < 5
        terminal.wait_for(lambda: said(terminal, "Games are not being saved yet"))
    with terminal:
        terminal.wait_for("r: resume Ada v Bob, 3×3, 1 move")
        terminal.send("r")
        ready(terminal, 1)


@pytest.mark.slow
def test_leaving_while_the_store_is_locked_takes_a_bounded_time_and_says_what_is_lost(store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "b2")
        with locked(store):
            place_and_see(terminal, "a1", "O", place_with_digit)
            terminal.send(CTRL_Q)
            sent = time.monotonic()
            assert terminal.wait_exit() == 0
            assert time.monotonic() - sent < 5
        assert "the latest moves could not be saved: another program has locked" in said_after(terminal)
    assert store.words() == [["b2"]]


@pytest.mark.slow
def test_a_store_that_is_removed_during_a_game_is_begun_anew_with_the_game(store: Store) -> None:
    with store.start(*TWO_PEOPLE, columns=140) as terminal:
        play(terminal, "b2", "a1")
        shutil.rmtree(store.path)
        place_and_see(terminal, "c3", place=place_with_digit)
        terminal.wait_for(
            lambda: said(terminal, "The history was removed while in use; a new one was started")
        )
        assert store.words() == [["b2", "a1", "c3"]]


# --- where nothing can be kept ---------------------------------------------------------------------------


def expect_playable_with_a_warning(terminal: Terminal, warning: str, *, with_a_stone: bool = False) -> None:
    """Expect a warning that comes by itself, or with the first stone at the latest; the next key ends it."""

    def is_told() -> bool:
        return said(terminal, warning) or warning.encode() in terminal.raw

    ready(terminal)
    if not with_a_stone:
        terminal.wait_for(is_told)
    place_and_see(terminal, "b2", place=place_with_digit)
    terminal.wait_for(is_told)
    place_and_see(terminal, "a1", "O", place_with_digit)


@pytest.mark.slow
def test_a_store_that_is_junk_is_set_aside_and_a_new_one_begun(store: Store) -> None:
    junk = bytes(Random(1).randrange(256) for _ in range(5000))
    (store.path / "history.db").write_bytes(junk)
    with store.start(*TWO_PEOPLE) as terminal:
        expect_playable_with_a_warning(terminal, "The history was damaged")
    (aside,) = store.path.glob("history-damaged-*.db")
    assert aside.read_bytes() == junk
    assert store.words() == [["b2", "a1"]]


@pytest.mark.slow
def test_a_store_of_a_later_version_is_left_alone(store: Store) -> None:
    store.keep("b2")
    path = store.path / "history.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=99")
        rows = connection.execute("SELECT * FROM games").fetchall()
    with store.start(*TWO_PEOPLE) as terminal:
        expect_playable_with_a_warning(terminal, "later version", with_a_stone=True)
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
        assert said_after(terminal) == "", "nothing was kept"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == 99
        assert connection.execute("SELECT * FROM games").fetchall() == rows


@pytest.mark.slow
def test_a_place_that_cannot_be_written_to_does_not_keep_from_playing(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("mine")
    for place in ("/proc/ttt-tui", str(file), str(file / "below")):
        with Terminal(*TWO_PEOPLE, TTT_TUI_HOME=place) as terminal:
            expect_playable_with_a_warning(terminal, "Games are not being saved")
            terminal.send(CTRL_Q)
            assert terminal.wait_exit() == 0
            assert said_after(terminal) == ""
    assert file.read_text() == "mine"


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [1, 8, 48])
def test_a_full_disk_does_not_keep_from_playing(blocks: int, store: Store) -> None:
    limited = ("/bin/bash", "-c", f'ulimit -f {blocks}; exec "$@"', "bash", PROGRAM)
    with store.start(*TWO_PEOPLE, program=limited) as terminal:
        ready(terminal)
        plies, warned = 0, False
        while not warned and plies < 40:  # the more there is to write, the sooner it is full
            terminal.send("5" if plies % 2 == 0 else "u")
            plies += 1
            terminal.wait_for(lambda plies=plies: len(stones(terminal)) == plies % 2)
            warned = b"not being saved" in terminal.raw  # until the next key
        assert warned
        terminal.send("1" if plies % 2 else "9")
        terminal.wait_for(lambda: len(stones(terminal)) == plies % 2 + 1)
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0


# --- a mistake in the program ----------------------------------------------------------------------------

BROKEN = """
import sys
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.cli.main import main

def fails(self, *arguments):
    raise RuntimeError("nobody foresaw this")

PlayScreen.action_move = fails
sys.exit(main())
"""


def test_an_unforeseen_error_restores_the_terminal_is_logged_and_keeps_the_game(store: Store) -> None:
    with store.start(*TWO_PEOPLE, program=(sys.executable, "-c", BROKEN), columns=200) as terminal:
        play(terminal, "b2", "a1")
        terminal.send(LEFT)
        assert terminal.wait_exit() == 1
        expect_clean_terminal(terminal)
        log = store.path / "ttt-tui.log"
        wrong, kept = said_after(terminal).splitlines()
        assert wrong.strip() == f"ttt-tui: internal error; see {log} for details"
        assert kept.strip() == KEPT
        assert "Traceback" not in said_after(terminal)
        logged = log.read_text()
        assert "Traceback (most recent call last)" in logged
        assert "RuntimeError: nobody foresaw this" in logged
    assert store.words() == [["b2", "a1"]]


# --- replayed --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_an_exported_game_is_replayed_move_by_move_and_by_itself(
    name: str, store: Store, tmp_path: Path
) -> None:
    names = ["a1", "a2", "b1", "b2", "c1"]
    store.keep(*names)
    file = tmp_path / name
    assert store.run("history", "export", str(store.games[-1]["id"]), str(file)).returncode == 0
    with store.start("--replay", str(file)) as terminal:
        terminal.wait_for(lambda: len(board(terminal)) == 9)
        terminal.wait_for(lambda: squares(terminal) == names and not stones(terminal))
        for ply in range(1, 4):
            terminal.send(RIGHT if ply % 2 else DOWN)
            expected = {name: "XO"[i % 2] for i, name in enumerate(names[:ply])}
            terminal.wait_for(lambda expected=expected: stones(terminal) == expected)
            terminal.wait_for(f"Move {ply} of 5")
        terminal.send(LEFT)
        terminal.wait_for(lambda: len(stones(terminal)) == 2)
        terminal.send(" ")
        terminal.wait_for(lambda: len(stones(terminal)) == 5)
        terminal.wait_for("Move 5 of 5: X c1")
        terminal.send("q")
        terminal.wait_for("You v computer")
        terminal.send("q")
        assert terminal.wait_exit() == 0
        assert said_after(terminal) == ""


def test_a_file_that_is_no_game_is_told_in_one_line_with_status_2(store: Store, tmp_path: Path) -> None:
    junk = tmp_path / "junk.txt"
    junk.write_bytes(b"\x1b[31mjunk\xff")
    for file in (junk, tmp_path / "missing", tmp_path):
        with store.start("--replay", str(file)) as terminal:
            assert terminal.wait_exit() == 2
            assert len(terminal.raw.strip().splitlines()) == 1
            assert b"\x1b" not in terminal.raw


# --- hostile names ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_names_with_markup_are_shown_as_they_are_on_every_screen(store: Store, tmp_path: Path) -> None:
    players = (
        "--board",
        "3",
        "--player",
        f"human,name={HOSTILE}",
        "--player",
        "human,name=[bold]y",
        "--seed",
        "1",
    )
    with store.start(*players) as terminal:
        play(terminal, "a1", "a2", "b1", "b2", "c1")
        terminal.wait_for(f"{HOSTILE} (X) wins")
        assert f"X  {HOSTILE} " in str(terminal)
        answer_result(terminal)
        terminal.wait_for("Game 2")
        ready(terminal)
        place_and_see(terminal, "b2", "O", place_with_digit)
    with store.start() as terminal:
        terminal.wait_for(f"r: resume {HOSTILE} v [bold]y, 3×3, 1 move")
        terminal.send("h")
        terminal.wait_for(lambda: str(terminal).count(HOSTILE) == 2)
        terminal.send("s")
        terminal.wait_for("moved first")
        terminal.wait_for(HOSTILE)
        terminal.send("q")
        terminal.wait_for("2 games")
        terminal.send(DOWN + "v")
        terminal.wait_for("Start of the game, 5 moves")
    game = next(game for game in store.games if game["result"] != "unfinished")
    file = tmp_path / "record.json"
    assert store.run("history", "export", str(game["id"]), str(file)).returncode == 0
    data = json.loads(file.read_text())
    del data["game_id"]  # with other names it is another game
    data["players"][0]["name"], data["players"][1]["name"] = "[@click=app.quit]z", "[/]"
    file.write_text(json.dumps(data))
    assert store.run("history", "import", str(file)).returncode == 0
    with store.start() as terminal:
        terminal.wait_for("r: resume")
        terminal.send("h")
        terminal.wait_for("[@click=app.quit]z")
        terminal.send("\t" + RIGHT)  # the first name in the filter
        terminal.wait_for(lambda: re.search(r"Player ‹ +\[", str(terminal)))
        terminal.wait_for("1 game")
        assert "[@click=app.quit]z" in str(terminal)
