"""The presets with other rules in an 80×24 terminal, by keyboard alone, with all that there is to a game.

What may be played, who is to move and who has won is what the reference says of the moves on the screen.
"""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from tests.end_to_end.machine import OWN, Machine
from tests.support.every_rule import board_by
from tests.support.reading import answer_result, board, keys, moves, shows_next, status
from tests.support.reference import Board
from tests.support.terminal import CTRL_Q, DOWN, ENTER, Screen, Terminal
from ttt_tui.computer.levels import screen_name
from ttt_tui.session.presets import PRESETS

END = "\x1b[F"

EMPTY_OR_FORBIDDEN = "·×"

LONG = 7
"""Columns of the largest board whose games are shorter than the list of moves."""


class Kind(NamedTuple):
    """A preset: its rules, its board, the symbols of its players, and the marks of their stones."""

    name: str
    words: str
    size: tuple[int, int, int]
    players: str = "XO"
    marks: str = "XO"

    @property
    def title(self) -> str:
        return PRESETS[self.name].title

    @property
    def computer(self) -> str:
        """The name of the computer at the start of a sentence."""
        return screen_name(PRESETS[self.name].levels[1]).capitalize()

    def after(self, listed: Sequence[str]) -> tuple[Board, str]:
        """The reference board after moves, and the symbol of the winner, empty for none."""
        found, winner = board_by(self.words, self.size), ""
        for name in listed:
            square = name.lstrip("XO")
            cell = ord(square[0]) - ord("a"), int(square[1:]) - 1
            found.place(cell, "XO".index(name[0]) if square != name else None)
            seat = found.winner_by(cell)
            assert not winner
            winner = "" if seat is None else self.players[seat]
        return found, winner

    def choice(self, listed: Sequence[str], apart: int = 1) -> str:
        """A move that wins, else one that does not lose at once, else any, as its name.

        On a board whose game would be too long for the list of moves each player fills a row, with stones so
        far apart.
        """
        found, _ = self.after(listed)
        mover, best = found.to_move, ""
        if self.size[0] > LONG:
            row = 2 * mover + 1
            return next(
                f"{chr(ord('a') + cell[0])}{row}"
                for cell in found.legal()
                if cell[1] == row - 1 and cell[0] % apart == 0
            )
        for cell, stone in found.choices(mover):
            name = f"{chr(ord('a') + cell[0])}{cell[1] + 1}"
            name = f"{'XO'[stone]}{name}" if self.words == "wild" else name
            child = found.copy()
            child.place(cell, stone)
            winner = child.winner_by(cell)
            if winner == mover:
                return name
            if not best or winner is None:
                best = name
        return best

    def agrees(self, screen: Screen) -> bool:
        """Whether the stones on the board are those of the list of moves."""
        return self.shows(screen, [name for _, name in moves(screen)])

    def shows(self, screen: Screen, listed: Sequence[str]) -> bool:
        """Whether the stones on the board are those of these moves."""
        found, _ = self.after(listed)
        shown = {square: mark for square, mark in board(screen).items() if mark not in EMPTY_OR_FORBIDDEN}
        return shown == {
            f"{chr(ord('a') + column)}{row + 1}": self.marks[stone]
            for (column, row), stone in found.cells.items()
        }


KINDS = (
    Kind("connect-four", "drop", (7, 6, 4), players="●○", marks="●○"),
    Kind("misere", "misere", (3, 3, 3)),
    Kind("wild", "wild", (3, 3, 3), players="AB"),
    Kind("notakto", "notakto", (3, 3, 3), players="AB"),
    Kind("torus", "torus", (5, 5, 4)),
    Kind("renju", "renju", (15, 15, 5)),
    Kind("connect6", "double", (19, 19, 6)),
)
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def choose(terminal: Terminal, kind: Kind) -> None:
    """Go to the preset in the main menu."""
    terminal.wait_for(lambda: "quit" in keys(terminal))
    terminal.send(DOWN * [*PRESETS].index(kind.name))
    terminal.wait_for(f"{kind.title} · ")


def is_over(terminal: Terminal) -> bool:
    """Whether the panel and the status line say so; they are not painted at one moment."""
    return shows_next(terminal) and not status(terminal).startswith("Go to")


def resume(terminal: Terminal) -> None:
    """Resume the game; where the machine is busy the history may say that it is to be tried again."""
    for _ in range(10):
        terminal.wait_for("r resume")
        terminal.send("r")
        terminal.wait_for(lambda: board(terminal) or "try again" in str(terminal) or REFUSAL in str(terminal))
        if board(terminal):
            return


REFUSAL = "The history does not answer"


def listed(terminal: Terminal) -> list[str]:
    return [name for _, name in moves(terminal)]


def place(terminal: Terminal, kind: Kind, apart: int = 1) -> None:
    """Place a stone once it is this terminal's turn, unless the game is over."""

    def is_ready() -> bool:
        said = status(terminal)
        return is_over(terminal) or (said.startswith("Your move") and kind.agrees(terminal))

    terminal.wait_for(is_ready)
    before = listed(terminal)
    if is_over(terminal):
        return
    name = kind.choice(before, apart)
    terminal.send(":")
    terminal.wait_for("Go to")
    terminal.send(name[0] if kind.words == "drop" else name)
    terminal.wait_for("drop" if kind.words == "drop" else "place")
    terminal.send(ENTER)
    terminal.wait_for(lambda: listed(terminal)[: len(before) + 1] == [*before, name])


def confirm_result(terminal: Terminal, kind: Kind, names: Sequence[str]) -> list[str]:
    """Compare the result on the screen with the reference, and return the moves."""
    terminal.wait_for(lambda: is_over(terminal) and kind.agrees(terminal))
    found, winner = kind.after(played := listed(terminal))
    said = status(terminal)
    if winner:
        terminal.wait_for(f"{names[kind.players.index(winner)]} win")
    else:
        assert found.is_dead()
        assert said.startswith("Draw"), said
    return played


@pytest.mark.slow
@kinds
def test_a_preset_is_played_left_resumed_recorded_reviewed_and_replayed(machine: Machine, kind: Kind) -> None:
    with machine.start("ada", "--seed", "1") as terminal:
        choose(terminal, kind)
        terminal.send(ENTER)
        terminal.wait_for(lambda: status(terminal).startswith("Your move"))
        place(terminal, kind, apart=2)
        replies = 2 if kind.words == "double" else 1
        terminal.wait_for(lambda: len(listed(terminal)) == 1 + replies and kind.agrees(terminal))
        before = listed(terminal)
        terminal.send("q")
        terminal.wait_for(" r resume")
        terminal.send("q")
        assert terminal.wait_exit() == 0
    with machine.start("ada", "--seed", "1") as terminal:
        resume(terminal)
        terminal.wait_for(lambda: listed(terminal) == before and kind.agrees(terminal))
        if kind.name in ("connect6", "renju"):  # medium is in no hurry to win
            place(terminal, kind, apart=2)
            place(terminal, kind, apart=2)
            terminal.wait_for(lambda: len(listed(terminal)) == len(before) + 4 and kind.agrees(terminal))
            played, resignation = listed(terminal), ["X-resigns"]
            terminal.send("R")
            terminal.wait_for(lambda: is_over(terminal))
        else:
            while not is_over(terminal):
                place(terminal, kind, apart=2)
            played, resignation = confirm_result(terminal, kind, ("You", kind.computer)), []
        assert played[: len(before)] == before

        answer_result(terminal, "v")
        terminal.wait_for(lambda: "why" in keys(terminal) and "analysing" not in str(terminal))
        assert any(
            said in str(terminal)
            for said in ("losing move", "No mistakes", "next mistake", "which move lost")
        )
        terminal.send(END)
        terminal.wait_for(lambda: kind.shows(terminal, played))
        terminal.send("q")
        terminal.wait_for(lambda: is_over(terminal))
        terminal.send("q")
        terminal.wait_for(lambda: "quit" in keys(terminal))

        terminal.send("h")
        terminal.wait_for(lambda: "open" in keys(terminal) and "id 1" in str(terminal))
        terminal.send(ENTER)
        terminal.wait_for(lambda: "back" in keys(terminal))
        terminal.send(END)
        end = "Move {0} of {0}: ".format(len([*played, *resignation]))
        terminal.wait_for(lambda: status(terminal).startswith(end) and kind.shows(terminal, played))
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert machine.kept("ada") == [[*played, *resignation]]
    record = machine.place / "game.txt"
    assert machine.run("ada", "history", "export", "1", str(record))[0] == 0
    written = "misere, shared" if kind.words == "notakto" else kind.words
    assert f'[Rules "{written}"]' in record.read_text()
    assert machine.run("eve", "history", "import", str(record))[0] == 0
    assert machine.kept("eve") == [[*played, *resignation]]


@pytest.mark.slow
@kinds
def test_a_preset_is_hosted_and_two_people_play_it(machine: Machine, kind: Kind) -> None:
    ada = machine.start("ada", "--seed", "1")
    choose(ada, kind)
    ada.send("H")
    ada.wait_for("Host a game · ")
    ada.send(ENTER)
    ada.wait_for("--join")
    bob = machine.start("bob", "--join", OWN)
    both = ada, bob
    for _ in range(kind.size[0] * kind.size[1]):
        for terminal in both:
            terminal.wait_for(
                lambda terminal=terminal: (  # type: ignore[misc]
                    is_over(terminal) or bool(board(terminal) and status(terminal) and kind.agrees(terminal))
                )
            )
        if is_over(ada) and is_over(bob):
            break
        mover = next((terminal for terminal in both if status(terminal).startswith("Your move")), None)
        if mover is None:
            for terminal in both:
                terminal.read(0.1)
            continue
        place(mover, kind)
        played = listed(mover)
        for terminal in both:
            terminal.wait_for(
                lambda terminal=terminal, played=played: listed(terminal) == played  # type: ignore[misc]
            )
    played = listed(ada)
    found, winner = kind.after(played)
    assert winner or found.is_dead()
    for terminal, symbol in zip(both, kind.players, strict=True):
        terminal.wait_for(lambda terminal=terminal: is_over(terminal))  # type: ignore[misc]
        assert ("You win" in str(terminal)) == (symbol == winner)
    for terminal in both:
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert machine.kept("ada") == machine.kept("bob") == [played]
