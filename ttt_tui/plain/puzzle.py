"""Puzzles in plain mode: squares are tried and answered, and one puzzle follows another."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from ttt_tui.analysis.words import counted, in_a_row
from ttt_tui.engine import Game, GameOver, IllegalMove, Move, NothingToUndo, Square
from ttt_tui.errors import EndedBySignal, LeavePlainMode, OutOfTime, RecordError
from ttt_tui.plain import sentences
from ttt_tui.plain.repl import HELP_HINT, Repl, run_on_terminal
from ttt_tui.plain.sentences import BOARD_HELP, LEAVING_HELP, SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.puzzles.attempt import PuzzleAttempt, Stage
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.puzzles.progress import Progress
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.sharing import NOT_SHAREABLE, share_text
from ttt_tui.puzzles.wording import meaning, task_sentence
from ttt_tui.session import wording
from ttt_tui.session.layout import listing
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session

HELP = f"""\
A square, such as h9: try a move there. A wrong move is taken back first.
hint: how it begins; again for where to look, and again for the square.
again: take back a wrong move, or restart the puzzle.
show: show the solution, move by move.
share: once it is solved, print how, without the solution.
next, or Enter after a puzzle: another puzzle of this kind.
today: the daily puzzle. mine: one of your mistakes. easy, medium, hard: a puzzle of that difficulty.
stats: your streak, your solved puzzles and your rating.
{BOARD_HELP} moves: list the moves so far.
{LEAVING_HELP} Your attempts are saved."""

WHAT_NEXT = "type next for another puzzle, again to restart this one"
"""The choices when a puzzle is over."""


def run(session: Session, assigned: AssignedPuzzle, *, is_ascii: bool) -> int:
    """Offer puzzles on standard input and output, this one first, and return the exit status.

    `is_ascii` writes nothing beyond ASCII.
    """
    return run_on_terminal(is_ascii, lambda *terminal: PlainPuzzle(session, assigned, *terminal).play())


class PlainPuzzle(Repl):
    """The loop in which puzzles are tried. During a proof only `quit` acts at once."""

    help = HELP

    def __init__(
        self,
        session: Session,
        assigned: AssignedPuzzle,
        lines: LineReader,
        out: SentenceWriter,
        signals: Signals,
    ) -> None:
        super().__init__(session, lines, out, signals)
        self._service = session.puzzles
        self._set_puzzle(assigned)
        self._explained = set[str]()  # the meanings of tasks that were said already
        self.commands |= {
            "hint": self.hint,
            "again": self.again,
            "show": self.show,
            "share": self._share,
            "next": self._next,
            "today": lambda: self._switch_to(self._service.daily()),
            "mine": self._next_mistake,
            **{str(difficulty): self._next_of(difficulty) for difficulty in Difficulty},
            "stats": lambda: out.say(*_progress(self._service.progress())),
        }

    @property
    def game(self) -> Game:
        """The game on the board, with a wrong move and its refutation until they are taken back."""
        return self._attempt.game

    @property
    def is_over(self) -> bool:
        """Whether the puzzle is solved, or its solution was shown."""
        return self._attempt.stage is Stage.OVER

    def play(self) -> None:
        """Offer puzzles until the input ends or the user leaves; raises as `loop` does."""
        try:
            self._introduce(wording.sentence(HELP_HINT))
            self.loop()
        finally:
            self._prover.close()

    def execute(self, line: str) -> None:
        super().execute(line)
        self.report_warnings()

    # --- choosing a puzzle -------------------------------------------------------------------------------

    def _set_puzzle(self, assigned: AssignedPuzzle) -> None:
        self._assigned = assigned
        self._puzzle = assigned.puzzle
        self._attempt = PuzzleAttempt(assigned.puzzle, datetime.now().astimezone())
        self._attempt.game.show_by(self.session.settings.coordinates)
        self._prover = prover_of(assigned.puzzle.geometry)

    def _switch_to(self, assigned: AssignedPuzzle) -> None:
        self._prover.close()
        self._set_puzzle(assigned)
        self._introduce()

    def _introduce(self, *more: str) -> None:
        """Announce the puzzle, `more` and its task, whose meaning is explained once; print the board."""
        puzzle, geometry = self._puzzle, self._puzzle.geometry
        self.out.set_players(self.game.setup.players)
        self.out.say(
            f"{self._title()}, {Difficulty.of(puzzle)}, rated {puzzle.rating}",
            f"{geometry} squares, {in_a_row(geometry.line_length)} wins",
            *more,
        )
        self.print_board()
        explanation = meaning(puzzle, is_unique=not self._assigned.is_mine)
        if self._assigned.file is not None:  # of a file's puzzle nothing is proved before it is tried
            explanation = ""
        self.out.say(self._task, "" if explanation in self._explained else explanation.removesuffix("."))
        self._explained.add(explanation)

    def _title(self) -> str:
        """Return `Puzzle 5`, `Today's puzzle, number 5` or `One of your mistakes`."""
        assigned = self._assigned
        if assigned.is_mine:
            return "One of your mistakes"
        number = f", number {assigned.puzzle.number}" if assigned.day else ""
        return self._service.title(assigned) + number

    def enter(self) -> None:
        """Go to the next puzzle after one that is over, else say the task."""
        if self.is_over:
            self._next()
        elif self._attempt.stage is Stage.MISSED:
            self.out.say("Wrong move: try another square", self._task)
        else:
            self.out.say(self._task)

    def _next(self) -> None:
        """Go to another puzzle of this kind."""
        if self._assigned.is_mine:
            self._next_mistake()
        elif self._assigned.made:
            self._next_made()
        else:
            self._next_of(Difficulty.of(self._puzzle))()

    def _next_made(self) -> None:
        try:
            assigned = self._service.after(self._assigned)
        except RecordError as error:
            raise IllegalMove(str(error)) from None
        if assigned is None:
            raise IllegalMove("no more puzzles here; try today, easy, medium or hard")
        self._switch_to(assigned)

    def _next_mistake(self) -> None:
        if (assigned := self._service.mine(besides=self._puzzle)) is None:
            raise IllegalMove(
                "you have no mistakes to review; game reviews add them. Try today, easy, medium or hard"
            )
        self._switch_to(assigned)

    def _next_of(self, difficulty: Difficulty) -> Callable[[], None]:
        """Return the command that goes to a puzzle of a difficulty."""

        def go() -> None:
            if (assigned := self._service.of_difficulty(difficulty, besides=self._puzzle)) is None:
                others = listing([each for each in Difficulty if each is not difficulty])
                raise IllegalMove(f"no {difficulty} puzzles; try {others}")
            self._switch_to(assigned)

        return go

    # --- trying ------------------------------------------------------------------------------------------

    def place(self, square: Square) -> None:
        """Try a move, after taking back a wrong one."""
        self._check_not_over()
        was_taken_back = self._take_back()
        attempt, name = self._attempt, self.game.setup.geometry.worded(square)[0]
        try:
            attempt.place(square)
        except IllegalMove:
            if was_taken_back:
                self.out.say("Taken back")
            raise
        before, right = len(self.game.moves), len(attempt.right)
        self._ask()
        if attempt.stage in (Stage.LINE, Stage.MISSED):
            self._report_refutation(self._play_out())
            return
        replies = [wording.move_words(self.game.setup, reply, "plays") for reply in self.game.moves[before:]]
        if attempt.has_reached:
            standing, what_next = self._standing(), wording.sentence(WHAT_NEXT)
            self.out.say(attempt.message, *replies, self._help_used(), standing, what_next)
        elif len(attempt.right) > right:
            self.out.say(f"{name} is right", *replies, self._task)
        else:
            self.out.say(attempt.message, self._task)
        if self.board_always:
            self.print_board()

    def hint(self) -> None:
        """Say how the solution begins; if repeated, where to look, then the square."""
        self._check_not_over()
        was_taken_back = self._take_back()
        self._attempt.hint()
        if self._attempt.stage is Stage.CHECKING:
            self._ask()
        else:
            self._service.note(self._attempt, self._assigned)
        self.out.say("Taken back" if was_taken_back else "", f"Hint: {self._attempt.message}")

    def again(self) -> None:
        """Take back a wrong move; without one, restart."""
        if self._take_back():
            self.out.say("Taken back", self._task)
            if self.board_always:
                self.print_board()
            return
        if not (self.is_over or self._attempt.right):
            raise NothingToUndo("nothing to take back: this is the start")
        self._attempt.restart()
        self.out.say("Restarted")
        self.print_board()
        self.out.say(self._task)

    def show(self) -> None:
        """Say the rest of the solution, move by move."""
        self._check_not_over()
        self._attempt.show()
        self._ask()
        title = self._attempt.message
        self.out.say(f"{title}: {self._line(self._play_out())}")
        self.print_board()
        self.out.say(self._attempt.message, wording.sentence(WHAT_NEXT))

    def _share(self) -> None:
        """Print how the puzzle was solved."""
        if not self._attempt.has_ended:
            raise IllegalMove(NOT_SHAREABLE)
        day = self._assigned.day
        streak = self._service.progress().streak if day else 0
        self.out.write(share_text(self._attempt, day, streak, is_ascii=self.out.is_ascii))

    def _check_not_over(self) -> None:
        if self.is_over:
            raise GameOver(f"the puzzle is over: {WHAT_NEXT}")

    def _take_back(self) -> bool:
        """Take back a wrong move, and return whether there was one."""
        if self._attempt.stage is not Stage.MISSED:
            return False
        self._attempt.again()
        return True

    def _ask(self) -> None:
        """Compute the answer to the attempt's question, and store the attempt.

        Raises `IllegalMove` if there is no answer, after taking the move back.
        """
        attempt = self._attempt
        try:
            answer = self.compute(lambda stop: attempt.question()(self._prover, stop))
        except (EndedBySignal, LeavePlainMode):
            raise
        except Exception as error:  # a fault of the search must not cost the attempt
            attempt.again()
            why = "the proof took too long" if isinstance(error, OutOfTime) else f"{error!r:.100}"
            raise IllegalMove(f"no answer: {why}") from error
        attempt.take(answer)
        self._service.note(attempt, self._assigned)

    def _play_out(self) -> Sequence[Move]:
        """Play the attempt's line out, and return its moves."""
        before = len(self.game.moves)
        while self._attempt.stage is Stage.LINE:
            self._attempt.step()
        return self.game.moves[before:]

    # --- sentences ---------------------------------------------------------------------------------------

    @property
    def _task(self) -> str:
        return task_sentence(self._puzzle, self._attempt.symbol, self._attempt.task.moves)

    def _report_refutation(self, line: Sequence[Move]) -> None:
        sentence = self._attempt.message  # with the first move of the line
        if len(line) > 1:
            sentence += f", then {self._line(line[1:])}"
        elif line:
            sentence += self._ending
        self.out.say(sentence)
        self.print_board()
        self.out.say("Try another square, or type hint for help, show for the solution")

    def _line(self, line: Sequence[Move]) -> str:
        return sentences.moves(self.game, line) + self._ending

    @property
    def _ending(self) -> str:
        """The end of a sentence about a line: how the game ended, empty if it did not."""
        outcome, setup = self.game.outcome, self.game.setup
        if outcome is None:
            return ""
        if outcome.winner is None:
            return ", and no line is possible any more"
        line = in_a_row(setup.geometry.longest_run(outcome.squares))
        return f", and {setup.players[outcome.winner].symbol} has {line}"

    def _help_used(self) -> str:
        """Return a sentence about wrong moves, hints and the solution; empty without any."""
        attempt = self._attempt
        parts = [
            counted(number, thing)
            for number, thing in ((attempt.wrong, "wrong move"), (attempt.hints, "hint"))
            if number
        ]
        parts += ["a look at the solution"] if attempt.is_shown else []
        return f"It took {listing(parts)}" if parts else ""

    def _standing(self) -> str:
        """Return a sentence with the streak, if there is one, and the rating."""
        progress = self._service.progress()
        streak = f"streak {counted(progress.streak, 'day')}, " if progress.streak else ""
        return wording.sentence(streak + _rating(progress))


def _progress(progress: Progress) -> Iterator[str]:
    """Yield sentences about a player's progress."""
    yield f"Streak {counted(progress.streak, 'day')}, best {progress.best_streak}"
    yield f"Solved {progress.solved} of {progress.tried}"
    yield wording.sentence(_rating(progress))


def _rating(progress: Progress) -> str:
    """Return a player's rating with its deviation: `rating 1523, give or take 80`."""
    return wording.rating_so_far(progress.rating, progress.left, "puzzle")
