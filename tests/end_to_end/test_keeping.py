"""Nothing is lost: whatever ends the program, the game is there when it is started again."""

import re
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.end_to_end.kill import PLAYERS, Killer, stored
from tests.support.reading import (
    TWO_PEOPLE,
    agree,
    answer_result,
    board,
    is_over,
    moves,
    place_and_see,
    place_with_digit,
    status,
    stones,
    walk,
)
from tests.support.sampling import sampled
from tests.support.stores import locked
from tests.support.terminal import CTRL_Q, DOWN, ENTER, LEFT, PROGRAM, RIGHT, Terminal, environment


class Store:
    """A place for a test's games, and programs that use it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = path / "history.db"

    def start(self, *arguments: str, **options: Any) -> Terminal:
        return Terminal(*arguments, TTT_TUI_HOME=str(self.path), **options)

    def words(self) -> list[list[str]]:
        """Return the moves of the games, newest first."""
        return [game["moves"] for game in stored(self.path)]

    def keep(self, *names: str) -> None:
        """Leave a game on 3×3 with these moves of two people in the store."""
        with self.start(*TWO_PEOPLE) as terminal:
            play(terminal, *names)
            quit(terminal)


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


def place(terminal: Terminal, name: str, symbol: str = "X") -> None:
    place_and_see(terminal, name, symbol, place_with_digit)


def play(terminal: Terminal, *names: str) -> None:
    """Play these squares for two people on 3×3."""
    ready(terminal)
    for ply, name in enumerate(names):
        place(terminal, name, "XO"[ply % 2])
    terminal.wait_for(lambda: squares(terminal) == list(names))


def quit(terminal: Terminal, status: int = 0) -> None:
    terminal.send(CTRL_Q)
    assert terminal.wait_exit() == status


# --- killed, cut off, and resumed ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("who", PLAYERS)
def test_nothing_that_was_on_the_screen_is_lost_by_kill_9(who: str, store: Store) -> None:
    killer = Killer(store.path, PLAYERS[who], Random(f"kill {who}"))
    for _ in range(times := sampled(10, 6)):
        killer.kill()
    assert killer.stones > times, "there were moves on the screen to be lost"


@pytest.mark.slow
def test_a_game_whose_terminal_goes_away_is_kept_and_one_of_several_can_be_resumed(store: Store) -> None:
    for names in (("b2", "a1"), ("c3",)):
        with store.start(*TWO_PEOPLE) as terminal:
            play(terminal, *names)
            terminal.vanish()
            terminal.process.wait(5)
    assert store.words() == [["c3"], ["b2", "a1"]]
    older = min(game["id"] for game in stored(store.path))
    with store.start("--resume", str(older)) as terminal:
        ready(terminal, 2)
        place(terminal, "c3")
        quit(terminal)
    with store.start() as terminal:
        terminal.wait_for("r resume 3×3, 3 moves")
        terminal.send("r")
        ready(terminal, 3)
        assert squares(terminal) == ["b2", "a1", "c3"]
        place(terminal, "c1", "O")
    assert ["b2", "a1", "c3", "c1"] in store.words(), "it is the same game that goes on"


@pytest.mark.slow
def test_a_killed_match_is_resumed_with_its_score_number_and_what_was_undone(store: Store) -> None:
    with store.start(*TWO_PEOPLE) as terminal:
        play(terminal, "a1", "a2", "b1", "b2", "c1")
        terminal.wait_for(lambda: is_over(terminal))
        answer_result(terminal)
        terminal.wait_for("Game 2")
        ready(terminal)
        for name, symbol in (("b2", "O"), ("a1", "X"), ("c3", "O")):  # Bob starts this one
            place(terminal, name, symbol)
        terminal.send("uu")
        terminal.wait_for(lambda: squares(terminal) == ["b2"])
        terminal.process.kill()
        terminal.process.wait()
    with store.start("--resume") as terminal:
        ready(terminal, 1)
        assert "Game 2" in terminal.text()[0]
        assert re.search(r"X  Ada +●○○○○ *$", str(terminal), re.MULTILINE)
        assert re.search(r"O  Bob +○○○○○ *$", str(terminal), re.MULTILINE)
        assert status(terminal) == "Ada (X) to move"
        for expected in (["b2", "a1"], ["b2", "a1", "c3"]):
            terminal.send("U")
            terminal.wait_for(lambda expected=expected: squares(terminal) == expected and agree(terminal))


# --- two programs ----------------------------------------------------------------------------------------


TAKES: dict[str, tuple[tuple[str, ...], tuple[tuple[str, str], ...]]] = {
    "set-up": ((), (("", "open elsewhere since"), ("r", ""))),
    "command line": (("--resume",), ()),
    "history": (
        (),
        (
            *(
                ("", "open elsewhere since"),
                ("h", "1 game"),
                (ENTER, "Another terminal has had it open since"),
            ),
            *(("", "y take over"), ("y", "")),
        ),
    ),
}
"""How a second program is started, and what is typed there, to take a game over."""


@pytest.mark.slow
@pytest.mark.parametrize("where", TAKES)
def test_a_game_that_is_taken_over_is_no_longer_written_by_the_other_program(
    where: str, store: Store
) -> None:
    arguments, steps = TAKES[where]
    with store.start(*TWO_PEOPLE) as first:
        play(first, "b2", "a1")
        with store.start(*arguments) as second:
            walk(second, *steps)
            ready(second, 2)
            place(second, "c3")
            assert store.words() == [["b2", "a1", "c3"]]
            place(first, "c1")
            first.wait_for("taken over")
            place(first, "a3", "O")
            assert store.words() == [["b2", "a1", "c3"]], "the one that was taken over writes no more"
            place(second, "a3", "O")
            assert store.words() == [["b2", "a1", "c3", "a3"]]
        quit(first)
        assert first.said_at_the_end == "", "there is nothing of it to be resumed"


# --- a store that does not answer, or cannot be used -----------------------------------------------------


def said(terminal: Terminal, words: str) -> bool:
    """Whether these words are somewhere on the screen, however the lines are broken."""
    return words in " ".join(str(terminal).replace("│", " ").replace("▌", " ").split())


@pytest.mark.slow
def test_a_locked_store_holds_the_screen_no_longer_than_is_felt_and_leaving_no_longer_than_5_s(
    store: Store,
) -> None:
    with store.start(*TWO_PEOPLE, columns=140) as terminal:
        play(terminal, "b2")
        with locked(store.file):
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
        with locked(store.file):
            place(terminal, "b2")
            sent = time.monotonic()
            quit(terminal, status=1)
            assert time.monotonic() - sent < 5
        lost = "the latest moves could not be saved: another program has locked"
        assert lost in terminal.said_at_the_end


def is_junk(store: Store) -> None:
    store.file.write_bytes(bytes(Random(1).randrange(256) for _ in range(5000)))


def is_of_a_later_version(store: Store) -> None:
    store.keep("b2")
    with closing(sqlite3.connect(store.file)) as connection:
        connection.execute("PRAGMA user_version=99")


def is_no_directory(store: Store) -> None:
    store.path.rmdir()
    store.path.write_text("mine")


def is_full(store: Store) -> None:
    """Nothing: the program may write only 8 blocks."""


TROUBLES: dict[Callable[[Store], None], str] = {
    is_junk: "The history was damaged",
    is_of_a_later_version: "later version",
    is_no_directory: "Games are not being saved",
    is_full: "not being saved",
}


@pytest.mark.slow
@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_store_that_cannot_be_used_does_not_keep_from_playing(
    trouble: Callable[[Store], None], store: Store
) -> None:
    trouble(store)
    files = {file: file.read_bytes() for file in (store.file, store.path) if file.is_file()}
    limited = ("/bin/bash", "-c", 'ulimit -f 8; exec "$@"', "bash", PROGRAM)
    program = limited if trouble is is_full else (PROGRAM,)
    with store.start(*TWO_PEOPLE, program=program) as terminal:
        ready(terminal)

        def told() -> bool:
            return said(terminal, TROUBLES[trouble]) or TROUBLES[trouble].encode() in terminal.raw

        if trouble in (is_junk, is_no_directory):  # the others are told with a stone
            terminal.wait_for(told)
        for _ in range(15 if trouble is is_full else 1):  # the more there is to write, the sooner it is full
            place(terminal, "b2")
            if told():
                break
            terminal.send("u")
            terminal.wait_for(lambda: not stones(terminal))
        else:
            place(terminal, "b2")
        terminal.wait_for(told)
        place(terminal, "a1", "O")
        quit(terminal, status=0 if trouble is is_junk else 1)
        assert trouble is is_junk or "saved: " in terminal.said_at_the_end
    if trouble is is_junk:
        (aside,) = store.path.glob("history-damaged-*.db")
        assert aside.read_bytes() == files[store.file]
        assert store.words() == [["b2", "a1"]]
    elif trouble is not is_full:
        assert {file: file.read_bytes() for file in files} == files, "it is left alone"


# --- replayed --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_exported_game_is_replayed_move_by_move_and_by_itself(store: Store, tmp_path: Path) -> None:
    names, file, words = ["a1", "a2", "b1", "b2", "c1"], tmp_path / "game.json", tmp_path / "moves.txt"
    store.keep(*names)
    export = [PROGRAM, "history", "export", str(stored(store.path)[-1]["id"]), str(file)]
    subprocess.run(export, env=environment(str(store.path), TTT_TUI_HOME=str(store.path)), check=True)
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
        quit(terminal)
    words.write_text("h8h9i9\n")
    with store.start("--replay", str(words)) as terminal:
        terminal.wait_for("Assuming a 15×15 board with row 1 at the bottom; --board sets another")
