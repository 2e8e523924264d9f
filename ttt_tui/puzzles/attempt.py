"""Attempts to find the right move: stones are tried, answered, and refuted on the board.

`Attempt` is the state machine; `PuzzleAttempt` asks a prover, `puzzles.practice.Practice` a judge. An attempt
has no screen and no thread. Its caller has the solver answer `question()`, passes the answer to `take`, and
calls `step` for each stone of a line that is played out.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Generic, TypeVar

from ttt_tui.analysis.hint_drawing import MeantLine
from ttt_tui.analysis.words import counted
from ttt_tui.computer import Stop
from ttt_tui.engine import Game, IllegalMove, Setup, Square
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, MoveEffect, ProvedMove, Prover, Puzzle, Task, solution
from ttt_tui.puzzles.wording import clue, meant_line, task_sentence

Solver = TypeVar("Solver", contravariant=True)
Answer = TypeVar("Answer")


class Stage(Enum):
    """The next event that an attempt waits for."""

    TURN = auto()
    """The player: a stone can be tried."""
    CHECKING = auto()
    """The solver: there is a question."""
    LINE = auto()
    """The next stone of a line that is played out."""
    MISSED = auto()
    """The player, while the refutation of the tried move is on the board."""
    OVER = auto()
    """Nothing: the goal is reached or lost, or the solution was shown."""


class Attempt(ABC, Generic[Solver, Answer]):
    """An attempt to find moves for `player` from a position of a game."""

    def __init__(self, game: Game, player: int) -> None:
        """`game`, which must not be over, is changed by the attempt."""
        self.game = game
        self.player = player
        self.start = self.base = len(game.moves)
        """The number of moves before the attempt; `base` is that before the move to be found now."""
        self.stage = Stage.TURN
        self.message = ""
        """The latest news for the player, as a sentence without capital and full stop."""
        self._line: list[Square] = []  # still to be played out

    @property
    def setup(self) -> Setup:
        return self.game.setup

    @property
    @abstractmethod
    def has_reached(self) -> bool:
        """Whether the goal was reached by the player's own moves."""

    @abstractmethod
    def check_turn(self) -> None:
        """Raise `IllegalMove` with the reason if no stone can be tried now."""

    @abstractmethod
    def again(self) -> None:
        """Go back to a position in which a stone can be tried."""

    @abstractmethod
    def question(self) -> Callable[[Solver, Stop], Answer]:
        """Return the question to the solver at the stage `CHECKING`."""

    @abstractmethod
    def take(self, answer: Answer) -> None:
        """Continue with the solver's answer to the latest question."""

    def place(self, square: Square) -> None:
        """Try a stone; raises `IllegalMove` with the reason if that is not possible."""
        self.check_turn()
        self.game.place(square)
        self.stage = Stage.CHECKING
        self.message = f"checking {self._name(square)}"

    def step(self) -> None:
        """Play the next stone of the line."""
        assert self._line, "there is one as long as the stage is LINE"
        self.game.place(self._line.pop(0))
        if not self._line or self.game.outcome is not None:
            self._line = []
            self.stage = Stage.MISSED

    @property
    def _tried(self) -> Square:
        """The move being checked or refuted."""
        square = self.game.moves[self.base].square
        assert square is not None
        return square

    def _go_back_to(self, moves: int) -> None:
        """Undo all moves but the first `moves`, and wait for the player to try."""
        while len(self.game.moves) > moves:
            self.game.pop()
        self.game.undone.clear()
        self.base = moves
        self._line = []
        self.stage = Stage.TURN

    def _name(self, square: Square) -> str:
        return self.setup.geometry.worded(square)[0]


# --- puzzles ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProverAnswer:
    """A prover's answer about a tried move, or else the solution of the rest of the puzzle."""

    move: ProvedMove | None = None
    line: tuple[Square, ...] = ()
    attack: tuple[Square, ...] = ()
    """For a hint: the other side's attack that has to be stopped, as far as known."""


WITH_LINE, MOST_HINTS = 2, 3
"""The goal, the line, then the square."""


class TryMark(Enum):
    """An event of an attempt until it was solved or its solution shown."""

    RIGHT = auto()
    WRONG = auto()
    HINT = auto()


class PuzzleAttempt(Attempt[Prover, ProverAnswer]):
    """An attempt at a puzzle. `began` is its time, with the offset of local time."""

    def __init__(self, puzzle: Puzzle, began: datetime) -> None:
        game = Game(Setup(puzzle.geometry))
        for square in puzzle.played:
            game.place(square)
        super().__init__(game, puzzle.player)
        self.puzzle = puzzle
        self.symbol = self.setup.players[self.player].symbol
        self._other = self.setup.players[1 - self.player].symbol
        self._reached = {
            Goal.WIN: "wins",
            Goal.HOLD: "holds the draw",
            Goal.STOP: f"leaves {self._other} no win within {counted(STOP_MOVES, 'move')}",
        }[puzzle.goal]
        self.began = began
        self.wrong = 0
        """The number of wrong moves."""
        self._hints_given: set[tuple[int, tuple[Square, ...]]] = set()  # steps, and the moves before them
        self.is_shown = False
        """Whether the solution was ever requested."""
        self.is_solved = False
        """Whether the player found all moves in the end."""
        self.marks: tuple[TryMark, ...] = ()
        """The right and wrong moves and the hints, in order, until the puzzle was solved or shown."""
        self.restart()

    # --- state -------------------------------------------------------------------------------------------

    @property
    def hints(self) -> int:
        """The number of different hints given."""
        return len(self._hints_given)

    @property
    def has_ended(self) -> bool:
        """Whether the puzzle was solved or its solution shown, if only before a restart."""
        return self.is_solved or self.is_shown

    @property
    def task(self) -> Task:
        """The rest of the puzzle, the player to move."""
        return self._tasks[-1]

    @property
    def is_refuted(self) -> bool:
        """Whether the refutation of a wrong move is on the board, or on its way there."""
        return self.stage is Stage.MISSED or (self.stage is Stage.LINE and not self.is_walk)

    @property
    def has_reached(self) -> bool:
        """Whether the goal was reached by the player's own moves since the latest restart."""
        return self.stage is Stage.OVER and not self.is_walk

    @property
    def tried(self) -> Square | None:
        """The wrong move that is refuted, None if there is none."""
        return self._tried if self.is_refuted else None

    @property
    def hinted(self) -> Square | None:
        """The square that a hint has named, as long as that move is to be found."""
        return self._hinted if self._hint == MOST_HINTS and self.stage is Stage.TURN else None

    @property
    def hint_step(self) -> int:
        """The step of the hint if that is the latest message, else 0."""
        return self._hint if self.message and self.message == self._hint_text else 0

    @property
    def meant(self) -> MeantLine | None:
        """The line that a hint has named, as long as the move is to be found."""
        if self._hint < WITH_LINE or self.stage is not Stage.TURN or self._known is None:
            return None
        task, answer = self._known
        return meant_line(task, answer.line, answer.attack)

    @property
    def work(self) -> str:
        """The prover's work as a phrase: `checking e6`, `looking for a hint`."""
        if self._seeks_hint:
            return "looking for a hint"
        if self.is_walk:
            return "looking for the solution"
        return f"checking {self._name(self._tried)}"

    @property
    def seeks_hint(self) -> bool:
        """Whether the prover looks for a hint; a stone can still be tried, after `again`."""
        return self.stage is Stage.CHECKING and self._seeks_hint

    def check_turn(self) -> None:
        match self.stage:
            case Stage.CHECKING:
                raise IllegalMove(f"still {self.work}")
            case Stage.MISSED:
                raise IllegalMove("take back the wrong move first")
            case Stage.OVER:
                raise IllegalMove("the puzzle is over")
            case Stage.LINE if self.is_walk:
                raise IllegalMove("the solution is being shown")
            case Stage.LINE:
                raise IllegalMove(f"wait: the board shows why {self._name(self._tried)} is wrong")

    # --- the player --------------------------------------------------------------------------------------

    def restart(self) -> None:
        """Go back to the first move."""
        self._go_back_to(self.start)
        self._tasks = [self.puzzle.task()]
        self.right: tuple[str, ...] = ()
        """A phrase for each right move so far."""
        self.walked: tuple[str, ...] = ()
        """A phrase for each move of the solution that was shown after these."""
        self.is_walk = False
        """Whether the solution is or was shown since the latest restart."""
        self._hint = 0
        self._hint_text = ""
        self._hinted: Square | None = None
        self._known: tuple[Task, ProverAnswer] | None = None  # the solution of a task, once a hint needed it
        self._seeks_hint = False
        self.message = task_sentence(self.puzzle, self.symbol)

    def place(self, square: Square) -> None:
        super().place(square)
        asked = {
            Goal.WIN: f"does it win in {counted(self.task.moves, 'move')}?",
            Goal.HOLD: "does it hold the draw?",
            Goal.STOP: f"can {self._other} still win within {counted(STOP_MOVES, 'move')}?",
        }
        self.message += f": {asked[self.puzzle.goal]}"

    def again(self) -> None:
        """Undo a wrong move and its refutation; if there is none, restart."""
        if self.stage is Stage.OVER or (self.stage is Stage.TURN and len(self._tasks) > 1):
            self.restart()
            return
        self._go_back_to_task()
        self.message = task_sentence(self.puzzle, self.symbol, self.task.moves)

    def hint(self) -> None:
        """Request the next hint; only the first one about a move needs a search."""
        if self.stage is not Stage.TURN:
            return
        if self._known is not None and self._known[0] is self.task:
            self._give_hint(self._known[1])
            return
        self._seeks_hint = True
        self.stage = Stage.CHECKING
        self.message = self.work

    def show(self) -> None:
        """Give up: show the solution from here on."""
        if self.stage is Stage.OVER or self.is_walk:
            return
        self._go_back_to_task()
        self.is_walk = True
        self.stage = Stage.CHECKING
        self.message = self.work

    def _go_back_to_task(self) -> None:
        self._go_back_to(self.task.position.ply)
        self.walked = ()
        self.is_walk = self._seeks_hint = False

    # --- the prover --------------------------------------------------------------------------------------

    def question(self) -> Callable[[Prover, Stop], ProverAnswer]:
        """Return the question to the prover. It may raise `OutOfTime`."""
        task = self.task
        if self._seeks_hint and task.goal is not Goal.WIN:
            return lambda prover, stop: ProverAnswer(
                line=solution(prover, task, stop), attack=prover.attack(task, stop)
            )
        if self._seeks_hint or self.is_walk:
            return lambda prover, stop: ProverAnswer(line=solution(prover, task, stop))
        tried = self._tried
        return lambda prover, stop: ProverAnswer(prover.judge(task, tried, stop))

    def take(self, answer: ProverAnswer) -> None:
        if answer.move is not None:
            self._judge(answer.move)
        elif self._seeks_hint:
            self._known = self.task, answer
            self._give_hint(answer)
        else:
            self.is_shown = True
            self._line = list(answer.line)
            self.stage = Stage.LINE
            self.message = "The solution"

    def _judge(self, answer: ProvedMove) -> None:
        square = self._tried
        name = self._name(square)
        match answer.effect:
            case MoveEffect.KEEPS:
                self._keep(answer, square, name)
            case MoveEffect.LATE:
                self._go_back_to_task()
                moves = counted(answer.moves, "move")
                self.message = f"{name} also wins, but takes {'' if answer.is_exact else 'up to '}{moves}"
            case MoveEffect.UNKNOWN:
                self._go_back_to_task()
                is_win = self.puzzle.goal is Goal.WIN
                reached = f"wins in {counted(self.task.moves, 'move')}" if is_win else self._reached
                self.message = f"no proof whether {name} {reached}: not counted"
            case MoveEffect.LOSES:
                self.wrong += 1
                self._mark(TryMark.WRONG)
                self._line = [] if self.game.outcome else list(answer.line)
                self.stage = Stage.LINE if self._line else Stage.MISSED
                self.message = self._why_it_misses(answer, name)

    def _mark(self, mark: TryMark) -> None:
        if not self.has_ended:
            self.marks += (mark,)

    def _keep(self, answer: ProvedMove, square: Square, name: str) -> None:
        self._hint = 0
        self._mark(TryMark.RIGHT)
        if not answer.line:
            self._solve(name)
            return
        reply = answer.line[0]
        self.game.place(reply)
        if self.game.outcome is not None:  # no line is possible any more
            self._solve(name)
            return
        self.right += (f"{name} right, reply {self._name(reply)}",)
        self._tasks.append(self.task.after(square).after_reply(reply))
        self.base = len(self.game.moves)
        self.stage = Stage.TURN
        self.message = f"{name} is right: {counted(self.task.moves, 'move')} to go"

    def _solve(self, name: str) -> None:
        self.right += (f"{name} {self._reached}",)
        self.is_solved = True
        self.stage = Stage.OVER
        self.message = f"{name} {self._reached}: solved"

    def _why_it_misses(self, answer: ProvedMove, name: str) -> str:
        other = self._other
        if self.game.outcome is not None:
            return f"{name} does not win: no line is possible any more"
        if answer.is_lost:
            return f"{name} loses by force: {other} plays {self._name(answer.line[0])}"
        in_time = "" if self.puzzle.has_exact_values else f" in {counted(self.task.moves, 'move')}"
        reply = f": {other} plays {self._name(answer.line[0])}" if answer.line else ""
        return f"{name} does not win{in_time}{reply}"

    def _give_hint(self, answer: ProverAnswer) -> None:
        is_last = self._hint == MOST_HINTS
        self._hint = min(self._hint + 1, MOST_HINTS)
        self._hinted = answer.line[0]
        self._seeks_hint = False
        self.stage = Stage.TURN
        hint = clue(self.task, answer.line, self._hint, answer.attack, self.setup.geometry)
        self.message = self._hint_text = f"{hint}; there are no more hints" if is_last else hint
        played = (move.square for move in self.game.moves)
        given = self._hint, tuple(square for square in played if square is not None)
        if given not in self._hints_given:
            self._hints_given.add(given)
            self._mark(TryMark.HINT)

    def step(self) -> None:
        super().step()
        if not self.is_walk:
            return
        square = self.game.moves[-1].square
        assert square is not None
        if (len(self.game.moves) - self.base) % 2:
            self.walked += (self._name(square),)
        else:
            *before, latest = self.walked
            self.walked = (*before, f"{latest}, reply {self._name(square)}")
        if self.stage is Stage.MISSED:
            self.stage = Stage.OVER
            self.message = "End of the solution"
