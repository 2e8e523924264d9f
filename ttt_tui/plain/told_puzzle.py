"""Puzzles in plain text: a dialogue in which squares are tried, and one puzzle follows another."""

from collections.abc import Callable

from ttt_tui.engine import IllegalMove
from ttt_tui.errors import LineTooLong
from ttt_tui.plain import puzzle_sentences
from ttt_tui.plain.speech import SentenceWriter
from ttt_tui.plain.talking import plain_words, row_told, square_named, stones_told, talk
from ttt_tui.plain.told_attempt import PlainAttempt
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.puzzles.wording import meaning
from ttt_tui.session import wording
from ttt_tui.session.listing import listing
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session

NONE_DUE = "you have no mistakes to review; game reviews add them. Try today, easy, medium or hard"


def try_puzzles(session: Session, handed: AssignedPuzzle, *, is_ascii: bool) -> int:
    """Let puzzles be tried, this one first, until the user leaves; return the exit status."""

    def dialogue(lines: LineReader, voice: SentenceWriter, signals: Signals) -> None:
        PuzzleDialogue(session, lines, voice, signals).play(handed)

    return talk(is_ascii, dialogue)


class PuzzleDialogue:
    """One dialogue. It reads `lines`, speaks by `voice`, and ends early when `signals` say so."""

    def __init__(self, session: Session, lines: LineReader, voice: SentenceWriter, signals: Signals) -> None:
        self._session = session
        self._lines = lines
        self._voice = voice
        self._signals = signals
        self._told: PlainAttempt | None = None
        self._meant = set[str]()  # what was said already of what a puzzle proves
        self._has_left = False
        self._commands: dict[str, Callable[[], None]] = {
            "": self._enter,
            "hint": lambda: self.told.hint(),
            "again": lambda: self.told.again(),
            "show": lambda: self.told.show(),
            "next": self._next,
            "today": lambda: self._begin(self._session.puzzles.daily()),
            "mine": self._mine,
            **{str(level): self._of(level) for level in Difficulty},
            "stats": lambda: voice.say(*puzzle_sentences.progress(self._session.puzzles.progress())),
            "board": lambda: self.told.tell_board(),
            "board always": lambda: self._print_boards(True),
            "board off": lambda: self._print_boards(False),
            "moves": lambda: self.told.tell_moves(),
            "help": lambda: voice.write(puzzle_sentences.HELP),
            "?": lambda: voice.write(puzzle_sentences.HELP),
            "quit": self._leave,
            "exit": self._leave,
        }

    @property
    def told(self) -> PlainAttempt:
        """The attempt that is made."""
        assert self._told is not None, "a puzzle was begun"
        return self._told

    def play(self, handed: AssignedPuzzle) -> None:
        """Let puzzles be tried until the input ends or the user leaves.

        Raises `Ended` when a signal came, and `OSError` when nobody reads any more.
        """
        try:
            self._begin(handed, "Type help for commands")
            while not self._has_left and self._obey_next():
                pass
        finally:
            self.told.close()

    # --- reading -----------------------------------------------------------------------------------------

    def _obey_next(self) -> bool:
        """Read a line and do what it says; return False at the end of input."""
        line = None
        try:
            if not self._lines.is_ready():
                self._voice.ask()
            try:
                with self._signals.waiting():
                    line = self._lines.next()
            finally:
                if line is None:
                    self._voice.end_line()
            if line is not None:
                self._obey(plain_words(line))
        except (IllegalMove, LineTooLong) as refusal:
            if self._session.settings.bell:
                self._voice.ring()
            self._voice.say(wording.sentence(str(refusal)))
            return True
        return line is not None

    def _obey(self, words: str) -> None:
        """Do what a line says; raises `IllegalMove` with the reason if that is not possible."""
        command, _, rest = words.partition(" ")
        if words in self._commands:
            self._commands[words]()
        elif command == "row":
            self._voice.say(row_told(self.told.game, rest))
        elif command == "where":
            self._voice.say(stones_told(self.told.game, rest, self._voice))
        else:
            geometry = self.told.handed.puzzle.geometry
            commands = (*self._commands, "row", "where")
            self.told.place(square_named(words, geometry, self._session.settings, commands))
        for trouble in self._session.take_troubles():
            self._voice.say(trouble)

    # --- commands ----------------------------------------------------------------------------------------

    def _begin(self, handed: AssignedPuzzle, *more: str) -> None:
        """Go on with another puzzle; what its task means is said if it was not before."""
        is_always = self._told is not None and self._told.board_always
        if self._told is not None:
            self._told.close()
        self._told = PlainAttempt(self._session, handed, self._voice, self._signals)
        self._told.board_always = is_always
        meant = meaning(handed.puzzle, is_unique=not handed.is_mine)
        self._told.introduce(*more)
        self._told.tell_task(*() if meant in self._meant else (meant.removesuffix("."),))
        self._meant.add(meant)

    def _enter(self) -> None:
        """Go on: with the next puzzle after one that is over, else by saying what is to be done."""
        if self.told.is_over:
            self._next()
        else:
            self.told.tell_task()

    def _next(self) -> None:
        """Bring another puzzle of this kind."""
        handed = self.told.handed
        if handed.is_mine:
            self._mine()
        else:
            self._of(Difficulty.of(handed.puzzle))()

    def _mine(self) -> None:
        if (handed := self._session.puzzles.mine(besides=self.told.handed.puzzle)) is None:
            raise IllegalMove(NONE_DUE)
        self._begin(handed)

    def _of(self, difficulty: Difficulty) -> Callable[[], None]:
        """Return what brings a puzzle that is as difficult."""

        def begin() -> None:
            puzzle = self.told.handed.puzzle
            if (handed := self._session.puzzles.of_difficulty(difficulty, besides=puzzle)) is None:
                others = listing([level for level in Difficulty if level is not difficulty])
                raise IllegalMove(f"no {difficulty} puzzles; try {others}")
            self._begin(handed)

        return begin

    def _print_boards(self, always: bool) -> None:
        self.told.board_always = always
        if always:
            self.told.tell_board()
        else:
            self._voice.say("The board is printed only on request")

    def _leave(self) -> None:
        self._has_left = True
