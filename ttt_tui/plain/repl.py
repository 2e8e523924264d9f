"""The read–eval–print loop of plain mode.

`Repl` reads lines and executes each as a command, which answers in sentences. It knows the commands that a
match and a puzzle have in common; `PlainMatch` and `PlainPuzzle` add theirs to its table.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import TypeVar

from ttt_tui.computer import Stop
from ttt_tui.engine import Game, IllegalMove, NotASquare, Square
from ttt_tui.errors import EndedBySignal, LeavePlainMode, LineTooLong
from ttt_tui.plain import sentences
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.plain.thinker import BackgroundSearch
from ttt_tui.process.layouts import by_keys, folded
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.process.streams import status_of
from ttt_tui.process.text import closest_word
from ttt_tui.session import wording
from ttt_tui.session.layout import board_text, listing
from ttt_tui.session.session import Session
from ttt_tui.session.typed_squares import typed_square
from ttt_tui.store.settings import Bell


def run_on_terminal(is_ascii: bool, dialogue: Callable[[LineReader, SentenceWriter, Signals], None]) -> int:
    """Run a dialogue on standard input and output, and return the exit status.

    `is_ascii` writes nothing beyond ASCII.
    """
    prompts = sys.stdin is not None and sys.stdin.isatty()
    with Signals().installed() as signals:
        try:
            dialogue(LineReader(0), SentenceWriter(sys.stdout, is_ascii, prompts), signals)
        except EndedBySignal as ended:
            return ended.status
        except OSError as error:
            return signals.status or status_of(error)
    return 0


def normalised(line: str) -> str:
    """Return a line in lower case, with single blanks and no full-width letters."""
    return " ".join(folded(line).split())


Result = TypeVar("Result")

LEAVING = ("quit", "exit")
"""The words that end plain mode."""

HELP_HINT = "type help for commands"

OVERTAKING = (*LEAVING, "now")
"""The words that act while a line typed before them waits."""


class Repl(ABC):
    """A loop that executes `lines` and answers on `out`, until the input ends or the user leaves.

    `signals` end it early, also while it waits or computes. A command that is not possible raises
    `IllegalMove`; the answer is then the reason.
    """

    def __init__(self, session: Session, lines: LineReader, out: SentenceWriter, signals: Signals) -> None:
        self.session = session
        self.lines = lines
        self.out = out
        self.signals = signals
        self.board_always = False
        """Whether the board is printed after every change."""
        self._unconfirmed: Hashable = None  # the action that the next line may confirm
        self._confirmable: Hashable = None  # the action that this line may confirm
        self.commands: dict[str, Callable[[], object]] = {
            "": self.enter,
            "board": self.print_board,
            "board always": lambda: self._print_board_always(True),
            "board off": lambda: self._print_board_always(False),
            "moves": self.list_moves,
            "help": lambda: out.write(self.help),
            "?": lambda: out.write(self.help),
            **dict.fromkeys(LEAVING, self._leave),
        }
        """The commands that are a whole line."""
        self.argument_commands: dict[str, Callable[[str], object]] = {
            "row": self._describe_row,
            "where": self._list_stones,
        }
        """The commands that begin a line and are called with the rest of it."""

    @property
    @abstractmethod
    def help(self) -> str:
        """The answer to the command `help`."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game on the board."""

    @abstractmethod
    def place(self, square: Square) -> None:
        """Place a stone: any line that is not a command asks for one."""

    @abstractmethod
    def enter(self) -> None:
        """Answer an empty line."""

    # --- the loop ----------------------------------------------------------------------------------------

    def loop(self) -> None:
        """Execute lines until the end. Raises `EndedBySignal`, and `OSError` when the output is closed."""
        with suppress(LeavePlainMode):
            while self._step():
                pass

    def _step(self) -> bool:
        """Execute the next step, and return whether there is more to do."""
        return self._execute_next()

    def _execute_next(self) -> bool:
        """Read and execute a line, or report what happened before one came; return False at the end."""
        line = None
        try:
            if not self.lines.is_ready():
                self.out.prompt()
            try:
                with self.signals.interruptible():
                    if not (updates := self._wait_for_line()):
                        line = self.lines.next()
            finally:
                if line is None:
                    self.out.end_line()
            if updates:
                self.out.say(*updates)
                return not self.is_cut_off
            if line is not None:
                self.execute(self.understood(line))
        except (IllegalMove, LineTooLong) as refusal:
            if self.session.settings.bell is not Bell.OFF:
                self.out.ring()
            self.out.say(wording.sentence(str(refusal)))
            return True
        return line is not None

    # --- during a computation ----------------------------------------------------------------------------

    @property
    def has_script(self) -> bool:
        """Whether input of a script is ready, a line or the end: each of its lines waits for its turn."""
        return not self.out.prompts and self.lines.is_ready()

    def is_interrupted(
        self,
        search: BackgroundSearch[Result],
        acts_at_once: Callable[[str], bool],
        seconds: float | None = None,
    ) -> bool:
        """Wait until a search has ended, at most `seconds`; return True earlier if a line acts at once.

        Lines are executed in order, so a line that waits for the search holds back those behind it. Only at a
        terminal do the `OVERTAKING` words overtake them, and does the end of the input act at once.
        """

        def overtakes(line: str) -> bool:
            word = self.understood(line)
            return word in OVERTAKING and acts_at_once(word)

        is_typed = self.out.prompts
        with self.signals.interruptible():
            came = self.lines.is_ready(seconds, search.ended)
            while came and not search.has_ended:
                line = self.lines.peek()
                if is_typed and (self.lines.has_ended or self.lines.bring_forward(overtakes)):
                    return True
                if line is not None and acts_at_once(self.understood(line)):
                    return True
                came = self.lines.read_more(seconds, search.ended)
        return False

    def compute(self, search: Callable[[Stop], Result], /) -> Result:
        """Return the result of a search. Meanwhile the user can leave, and other lines wait.

        Raises `LeavePlainMode`, `EndedBySignal` and the exceptions of the search.
        """
        has_script = self.has_script
        with BackgroundSearch(search) as running:
            if self.is_interrupted(running, lambda line: line in LEAVING and not has_script):
                raise LeavePlainMode
            return running.result()

    def _wait_for_line(self) -> list[str]:
        """Return sentences about what happens before a line can be read; empty once one can."""
        return []

    @property
    def is_cut_off(self) -> bool:
        """Whether nothing more can be done."""
        return False

    def understood(self, line: str) -> str:
        """Return a line as it is executed: as a command even if typed in another keyboard layout."""
        line = normalised(line)
        latin = by_keys(line)
        is_command = latin in self.commands or latin.partition(" ")[0] in self.argument_commands
        return latin if is_command else line

    def execute(self, line: str) -> None:
        """Execute a line."""
        self._confirmable, self._unconfirmed = self._unconfirmed, None
        command, _, argument = line.partition(" ")
        if line in self.commands:
            self.commands[line]()
        elif command in self.argument_commands:
            self.argument_commands[command](argument)
        else:
            self.place_named(line)

    def place_named(self, line: str) -> None:
        """Place a stone on the square that a line names."""
        self.place(self._square(line))

    def is_confirmed(self, action: Hashable, warning: str) -> bool:
        """Return whether the line before asked for the same action; if not, say a warning."""
        if self._confirmable == action:
            return True
        self._unconfirmed = action
        self.out.say(warning)
        return False

    def _square(self, name: str) -> Square:
        """Return the square of `b2`, on 3×3 also of `5`, where stones fall also of `d` or `4`.

        Where a choice of the opening is due, return the choice of `swap` or `2`. Raises `NotASquare` for any
        other line; if the line resembles a command, the error names the command.
        """
        geometry, due = self.game.setup.geometry, self.game.position.choices
        if due:
            name = name.replace(" ", "-")
            if name in map(str, range(1, len(due) + 1)):
                return due[int(name) - 1]
        try:
            return typed_square(self.game.position, name, self.session.settings)
        except IllegalMove as refusal:
            reason = str(refusal)
            if reason == geometry.notation:
                commands = (*self.commands, *self.argument_commands, *(choice.word for choice in due))
                if (right := closest_word(name, filter(None, commands))) is not None:
                    raise NotASquare(f"unknown command {name[:24]!r}; try {right}") from None
                reason = reason.replace("write", "type", 1)
            raise NotASquare(f"{reason}; {HELP_HINT}") from None

    # --- commands of every game --------------------------------------------------------------------------

    def print_board(self) -> None:
        forbidden = sentences.forbidden(self.game)
        self.out.write(board_text(self.game, self.out.letters, forbidden))
        if forbidden:
            self.out.say(sentences.forbidden_mark(self.game))

    def list_moves(self) -> None:
        moves = sentences.moves(self.game, self.game.moves)
        self.out.say(f"Moves: {moves}" if moves else "No moves yet")

    def report_warnings(self) -> None:
        """Report what went wrong meanwhile, for example in the store."""
        for warning in self.session.take_warnings():
            self.out.say(warning)

    def _print_board_always(self, always: bool) -> None:
        self.board_always = always
        if always:
            self.print_board()
        else:
            self.out.say("The board is printed only on request")

    def _describe_row(self, number: str) -> None:
        rows = self.game.setup.geometry.rows
        if not (number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= rows):
            raise IllegalMove(f"type row and a number from 1 to {rows}")
        self.out.say(sentences.row(self.game, int(number)))

    def _list_stones(self, symbol: str) -> None:
        players, wanted = self.game.setup.drawn_players, folded(symbol)
        for seat, player in enumerate(players):
            if wanted in (folded(player.symbol), folded(player.symbol.translate(self.out.letters))):
                self.out.say(sentences.stones(self.game, seat))
                return
        raise IllegalMove(f"type where and one of {listing([player.symbol for player in players])}")

    def _leave(self) -> None:
        raise LeavePlainMode
