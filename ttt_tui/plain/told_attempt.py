"""An attempt at a puzzle, told: each move that is tried gets its answer in a sentence."""

from collections.abc import Sequence
from datetime import datetime

from ttt_tui.analysis.words import in_a_row
from ttt_tui.engine import Game, GameOver, IllegalMove, Move, NothingToUndo, Square
from ttt_tui.errors import OutOfTime
from ttt_tui.plain import sentences
from ttt_tui.plain.puzzle_sentences import rating, title
from ttt_tui.plain.speech import SentenceWriter
from ttt_tui.process.signals import Signals
from ttt_tui.puzzles.attempt import PuzzleAttempt, Stage
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.wording import counted, task_told
from ttt_tui.session import wording
from ttt_tui.session.board_text import board_text
from ttt_tui.session.listing import listing
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session

GOES_ON = "type next for another puzzle, again to restart this one"
"""What can be done when a puzzle is over."""


class PlainAttempt:
    """One attempt, changed by the methods below, each of which says what came of it.

    The prover is waited for; `signals` end that early, and what is asked raises `Ended` then.
    """

    def __init__(
        self, session: Session, handed: AssignedPuzzle, voice: SentenceWriter, signals: Signals
    ) -> None:
        self.handed = handed
        self.board_always = False
        """Whether the board is printed after every change."""
        self._session = session
        self._voice = voice
        self._signals = signals
        self._attempt = PuzzleAttempt(handed.puzzle, datetime.now().astimezone())
        self._prover = prover_of(handed.puzzle.geometry)

    def close(self) -> None:
        """Let go of the prover."""
        self._prover.close()

    @property
    def game(self) -> Game:
        """What is on the board: also a wrong move, with what beats it, until it is taken back."""
        return self._attempt.game

    @property
    def is_over(self) -> bool:
        """Whether it is solved, or was shown."""
        return self._attempt.stage is Stage.OVER

    # --- telling -----------------------------------------------------------------------------------------

    def introduce(self, *more: str) -> None:
        """Say which puzzle it is, `more` besides, and what is to be done; with the board."""
        puzzle = self.handed.puzzle
        self._voice.call(self.game.setup.players)
        geometry = puzzle.geometry
        self._voice.say(
            f"{title(self.handed)}, {Difficulty.of(puzzle)}, rated {puzzle.rating}",
            f"{geometry} squares, {in_a_row(geometry.line_length)} wins",
            *more,
        )
        self.tell_board()

    def tell_board(self) -> None:
        """Print the board."""
        self._voice.write(board_text(self.game, self._voice.letters))

    def tell_moves(self) -> None:
        """Say which moves led there."""
        played = sentences.moves(self.game, self.game.moves)
        self._voice.say(f"Moves: {played}" if played else "No moves yet")

    def tell_task(self, *more: str) -> None:
        """Say what is still to be done, and `more`."""
        if self.is_over:
            self._voice.say("The puzzle is over", wording.sentence(GOES_ON))
        elif self._attempt.stage is Stage.MISSED:
            self._voice.say("Wrong move: try another square", self._task, *more)
        else:
            self._voice.say(self._task, *more)

    @property
    def _task(self) -> str:
        return task_told(self.handed.puzzle, self._attempt.symbol, self._attempt.task.moves)

    # --- doing -------------------------------------------------------------------------------------------

    def place(self, square: Square) -> None:
        """Try a stone, after what missed was taken back; raises `IllegalMove` if that is not possible."""
        self._check_not_over()
        taken = self._take_back()
        attempt, name = self._attempt, self.handed.puzzle.geometry.name(square)
        try:
            attempt.place(square)
        except IllegalMove:
            if taken:
                self._voice.say("Taken back")
            raise
        before, right = len(self.game.moves), len(attempt.right)
        self._ask()
        if attempt.stage in (Stage.LINE, Stage.MISSED):
            self._tell_missed(self._walk())
            return
        replies = self.game.moves[before:]
        answers = [wording.played(self.game.setup, reply, "plays") for reply in replies]
        if attempt.is_solved and self.is_over:
            self._voice.say(
                attempt.message, *answers, *self._with_what_help(), self._reached(), wording.sentence(GOES_ON)
            )
        elif len(attempt.right) > right:
            self._voice.say(f"{name} is right", *answers, self._task)
        else:
            self._voice.say(attempt.message, self._task)
        self._after_change()

    def hint(self) -> None:
        """Say how it begins; asked again about where, then which square. Raises `IllegalMove` at the end."""
        self._check_not_over()
        taken = self._take_back()
        self._attempt.hint()
        if self._attempt.stage is Stage.CHECKING:
            self._ask()
        else:
            self._session.puzzles.note(self._attempt, self.handed)
        self._voice.say("Taken back" if taken else "", f"Hint: {self._attempt.message}")

    def again(self) -> None:
        """Take back what missed; where nothing did, begin anew. Raises `IllegalMove` at the beginning."""
        if self._take_back():
            self._voice.say("Taken back", self._task)
            self._after_change()
            return
        if not (self.is_over or self._attempt.right):
            raise NothingToUndo("nothing to take back: this is the start")
        self._attempt.restart()
        self._voice.say("Restarted")
        self.tell_board()
        self._voice.say(self._task)

    def show(self) -> None:
        """Say the solution of what is left, move by move; raises `IllegalMove` if nothing is."""
        self._check_not_over()
        self._attempt.show()
        self._ask()
        told = self._attempt.message
        self._voice.say(f"{told}: {self._line(self._walk())}")
        self.tell_board()
        self._voice.say(self._attempt.message, wording.sentence(GOES_ON))

    def _check_not_over(self) -> None:
        if self.is_over:
            raise GameOver(f"the puzzle is over: {GOES_ON}")

    def _take_back(self) -> bool:
        """Take back what missed, if anything did; return whether it did."""
        if self._attempt.stage is not Stage.MISSED:
            return False
        self._attempt.again()
        return True

    def _ask(self) -> None:
        """Let the prover answer what there is to ask, and keep what came of it.

        Raises `IllegalMove` if it has no answer; what was asked about is taken back then.
        """
        attempt = self._attempt
        try:
            found = attempt.question()(self._prover, self._signals)
        except Exception as error:  # a fault of the search must not cost the attempt
            self._signals.check()
            attempt.again()
            is_hard = isinstance(error, OutOfTime)
            why = "the proof took too long" if is_hard else f"{error!r:.100}"
            raise IllegalMove(f"no answer: {why}") from error
        self._signals.check()
        attempt.take(found)
        self._session.puzzles.note(attempt, self.handed)

    def _walk(self) -> Sequence[Move]:
        """Play the line out, if there is one, and return its moves."""
        before = len(self.game.moves)
        while self._attempt.stage is Stage.LINE:
            self._attempt.step()
        return self.game.moves[before:]

    # --- what is said ------------------------------------------------------------------------------------

    def _tell_missed(self, line: Sequence[Move]) -> None:
        told = self._attempt.message
        if len(line) > 1:  # its first move is in what is told already
            told += f", then {self._line(line[1:])}"
        elif line:
            told += self._end
        self._voice.say(told)
        self.tell_board()
        self._voice.say("Try another square, or type hint for help, show for the solution")

    def _line(self, line: Sequence[Move]) -> str:
        return sentences.moves(self.game, line) + self._end

    @property
    def _end(self) -> str:
        """How the game stands after a line, to be said behind it; nothing if it could go on."""
        outcome, setup = self.game.outcome, self.game.setup
        if outcome is None:
            return ""
        if outcome.winner is None:
            return ", and no line is possible any more"
        line = in_a_row(setup.geometry.longest_run(outcome.squares))
        return f", and {setup.players[outcome.winner].symbol} has {line}"

    def _with_what_help(self) -> list[str]:
        """Return what it took, nothing if it was solved clean."""
        attempt = self._attempt
        parts = [
            counted(number, thing)
            for number, thing in ((attempt.wrong, "wrong move"), (attempt.hints, "hint"))
            if number
        ]
        shown = ["a look at the solution"] if attempt.is_shown else []
        return [f"It took {listing([*parts, *shown])}"] if parts or shown else []

    def _reached(self) -> str:
        """Return how it stands after a solution: the streak, if there is one, and the rating."""
        reached = self._session.puzzles.progress()
        streak = f"streak {counted(reached.streak, 'day')}, " if reached.streak else ""
        return wording.sentence(streak + rating(reached))

    def _after_change(self) -> None:
        if self.board_always:
            self.tell_board()
