"""Ultimate in an 80×24 terminal, by digits alone, compared with the slow boards of the tests."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.end_to_end.machine import OWN, Machine
from tests.end_to_end.test_presets import END, choose, is_over, resume
from tests.support.reading import answer_result, keys, moves, status
from tests.support.terminal import CTRL_Q, ENTER, Terminal
from tests.support.ultimate import NineBoards, Stone, name_of
from ttt_tui.session.presets import PRESETS

NAMES = (
    "top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right",
)  # fmt: skip

STONES = {name_of((board, place)): (board, place) for board in range(9) for place in range(9)}


class Menu:
    """The preset, as `choose` takes it."""

    name, title = "ultimate", PRESETS["ultimate"].title


class Followed:
    """A game on a screen, and the same on the slow boards."""

    def __init__(self, seed: int = 1) -> None:
        self.boards = NineBoards()
        self.played: list[str] = []
        self._random = Random(seed)

    def note(self, *names: str) -> None:
        for name in names:
            self.boards.play(STONES[name])
            self.played.append(name)

    @property
    def due(self) -> str:
        """Where the next stone goes, as the status line says it."""
        boards = {board for board, _ in self.boards.legal()}
        if len(boards) == 1:
            return f"on the {NAMES[boards.pop()]} board"
        return "on any open board" if self.played else "on any board"

    @property
    def last(self) -> str:
        """How the status line begins at the end of the game, where it is stepped through."""
        return "Move {0} of {0}: ".format(len(self.played))

    def choice(self) -> Stone:
        """Return a stone that wins a board, else any."""
        legal, mover = self.boards.legal(), self.boards.to_move
        return next((stone for stone in legal if self._wins(stone, mover)), self._random.choice(legal))

    def _wins(self, stone: Stone, mover: int) -> bool:
        board, place = stone
        mine = {each for (b, each), player in self.boards.stones.items() if b == board and player == mover}
        lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
        return board not in self.boards.owners and any({*line} <= mine | {place} for line in lines)

    def place(self, terminal: Terminal) -> None:
        """Wait for the turn on this terminal, compare the status line, and place by one digit or two."""
        terminal.wait_for(lambda: status(terminal).startswith(f"Your move {self.due}"))
        board, place = stone = self.choice()
        one_is_due = len({board for board, _ in self.boards.legal()}) == 1
        if not one_is_due:
            terminal.send(str(board + 1))
            terminal.wait_for(f"{NAMES[board][:1].upper()}{NAMES[board][1:]} board: type its square as well")
        terminal.send(str(place + 1))
        self.note(name_of(stone))
        terminal.wait_for(lambda: self.played[-1] in squares(terminal)[-2:])

    def take_reply(self, terminal: Terminal) -> None:
        """Wait for the computer's stone, and note it."""
        mine = self.played[-1]
        terminal.wait_for(
            lambda: (
                is_over(terminal)
                or (status(terminal).startswith("Your move") and squares(terminal)[-2:-1] == [mine])
            )
        )
        if (latest := squares(terminal)[-1]) != mine:
            self.note(latest)

    def check_result(self, terminal: Terminal, symbol: str) -> None:
        """Compare the result with that of the slow boards, for the player with this symbol."""
        terminal.wait_for(lambda: is_over(terminal))
        result = self.boards.result()
        assert result is not None
        if result == "draw":
            assert status(terminal).startswith("Draw")
        else:
            assert ("You win" in str(terminal)) == ("XO"[int(result)] == symbol)
            terminal.wait_for("3 boards in a row, move ")


def squares(terminal: Terminal) -> Sequence[str]:
    """Return the latest moves, as far as the panel has them."""
    return [square for _, square in moves(terminal)]


@pytest.mark.slow
def test_ultimate_is_played_killed_resumed_reviewed_replayed_exported_and_imported(machine: Machine) -> None:
    game = Followed()
    with machine.start("ada", "--seed", "1") as terminal:
        choose(terminal, Menu())  # type: ignore[arg-type]
        terminal.send(ENTER)
        for _ in range(3):
            game.place(terminal)
            game.take_reply(terminal)
        terminal.wait_for(lambda: status(terminal).startswith(f"Your move {game.due}"))
        terminal.process.kill()
        terminal.wait_exit()
    with machine.start("ada", "--seed", "1") as terminal:
        resume(terminal)
        terminal.wait_for(lambda: squares(terminal) == game.played)
        while not is_over(terminal):
            game.place(terminal)
            game.take_reply(terminal)
        game.check_result(terminal, "X")
        answer_result(terminal, "v")
        terminal.wait_for(lambda: "try again" in keys(terminal) and "Analysing move" in str(terminal))
        terminal.send(END)
        terminal.wait_for(lambda: status(terminal).startswith(game.last))
        terminal.send("q")
        terminal.wait_for(lambda: is_over(terminal))
        terminal.send("q")
        terminal.wait_for(lambda: "quit" in keys(terminal))
        terminal.send("h")
        terminal.wait_for(lambda: "open" in keys(terminal) and "id 1" in str(terminal))
        assert "Ultimate" in str(terminal)
        terminal.send(ENTER)
        terminal.wait_for(lambda: "back" in keys(terminal))
        terminal.send(END)
        terminal.wait_for(lambda: status(terminal).startswith(game.last))
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert machine.kept("ada") == [game.played]
    record = machine.place / "game.txt"
    assert machine.run("ada", "history", "export", "1", str(record))[0] == 0
    assert '[Game "ultimate"]' in record.read_text()
    assert machine.run("eve", "history", "import", str(record))[0] == 0
    assert machine.kept("eve") == [game.played]


@pytest.mark.slow
def test_ultimate_is_hosted_and_two_people_play_it_by_digits(machine: Machine) -> None:
    ada = machine.start("ada", "--seed", "1")
    choose(ada, Menu())  # type: ignore[arg-type]
    ada.send("H")
    ada.wait_for("Host a game · ")
    ada.send(ENTER)
    ada.wait_for("--join")
    bob = machine.start("bob", "--join", OWN)
    eve = machine.start("eve", "--watch", OWN)
    game = Followed(2)
    while game.boards.result() is None:
        mover = (ada, bob)[game.boards.to_move]
        game.place(mover)
        for terminal in (ada, bob, eve):
            terminal.wait_for(lambda terminal=terminal: game.played[-1] in squares(terminal)[-2:])  # type: ignore[misc]
    game.check_result(ada, "X")
    game.check_result(bob, "O")
    for terminal in (ada, bob, eve):
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert machine.kept("ada") == machine.kept("bob") == [game.played]
