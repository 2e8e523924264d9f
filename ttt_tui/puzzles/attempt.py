"""An attempt at a puzzle: stones are tried, what is proved of them is told, what beats them is shown.

An attempt knows no screen and no thread. Whoever shows it lets a prover answer its `question`, gives what it
found to `take`, and calls `step` for each stone of a line that is played out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from ttt_tui.computer import Stop
from ttt_tui.engine import Game, IllegalMove, Setup, Square
from ttt_tui.puzzles.prover import MoveEffect, ProvedMove, Prover, solution
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, Puzzle, Task
from ttt_tui.puzzles.puzzle_words import clue, counted, task_told


class Stage(Enum):
    """Who is to do something."""

    TURN = auto()
    """The person: a stone is to be tried."""
    ASKED = auto()
    """The prover: there is a question."""
    LINE = auto()
    """Nobody: a line is played out, stone by stone."""
    MISSED = auto()
    """The person: what beats the move that was tried is on the board."""
    OVER = auto()
    """Nobody: it is solved, or was shown."""


@dataclass(frozen=True, slots=True)
class ProverAnswer:
    """What the prover found out: of a move that was tried, else what solves the rest of the puzzle."""

    answer: ProvedMove | None = None
    line: tuple[Square, ...] = ()
    attack: tuple[Square, ...] = ()
    """What the other side threatens where that is to be stopped, as far as it is known; only for a hint."""


Question = Callable[[Prover, Stop], ProverAnswer]
"""What a prover is asked. It may raise `OutOfTime`."""

MOST_HINTS = 3
"""What to find, along which line, then which square."""


class Attempt:
    """One attempt at a puzzle. `began` is when, with the offset of local time."""

    def __init__(self, puzzle: Puzzle, began: datetime) -> None:
        self.puzzle = puzzle
        self.began = began
        self.setup = Setup(puzzle.geometry)
        self.wrong = 0
        """Moves that were tried and miss the goal."""
        self._hints_told: set[tuple[int, tuple[Square, ...]]] = set()  # steps, and the moves before them
        self.is_shown = False
        """Whether the solution was asked for, ever."""
        self.is_solved = False
        """Whether the person found all moves, in the end."""
        self.restart()

    # --- how it stands -----------------------------------------------------------------------------------

    @property
    def hints(self) -> int:
        """How many hints were given; one that is asked for again counts once."""
        return len(self._hints_told)

    @property
    def player(self) -> int:
        """Who tries, 0 or 1."""
        return self.puzzle.player

    @property
    def symbol(self) -> str:
        """The mark of who tries."""
        return self.setup.players[self.player].symbol

    @property
    def task(self) -> Task:
        """What is still to be done, the player to move."""
        return self._tasks[-1]

    @property
    def right(self) -> tuple[str, ...]:
        """What is told of each right move so far."""
        return tuple(self._right)

    @property
    def walked(self) -> tuple[str, ...]:
        """What is told of each move of the solution that was shown after these."""
        return tuple(self._walked)

    @property
    def is_refuted(self) -> bool:
        """Whether what beats a wrong move is on the board, or on its way there."""
        return self.stage is Stage.MISSED or (self.stage is Stage.LINE and not self.is_walk)

    @property
    def has_reached(self) -> bool:
        """Whether the goal was reached by own moves since the puzzle was begun the last time."""
        return self.stage is Stage.OVER and not self.is_walk

    @property
    def tried(self) -> Square | None:
        """The wrong move that is refuted, None if there is none."""
        return self.game.moves[self.task.position.ply].square if self.is_refuted else None

    @property
    def hinted(self) -> Square | None:
        """The square that a hint has told, as long as it is the one to be found."""
        return self._hinted if self._hint == MOST_HINTS and self.stage is Stage.TURN else None

    @property
    def work(self) -> str:
        """What the prover is busy with: `checking e6`, `looking for a hint`."""
        if self._seeks_hint:
            return "looking for a hint"
        if self.is_walk:
            return "looking for the solution"
        return f"checking {self._name(self._latest_try)}"

    @property
    def _latest_try(self) -> Square:
        """The move that is checked or refuted."""
        square = self.game.moves[self.task.position.ply].square
        assert square is not None
        return square

    @property
    def seeks_hint(self) -> bool:
        """Whether the prover looks for a hint; a stone can be tried all the same, after `again`."""
        return self.stage is Stage.ASKED and self._seeks_hint

    @property
    def refusal(self) -> str:
        """Why no stone can be tried now, nothing if one can."""
        match self.stage:
            case Stage.TURN:
                return ""
            case Stage.MISSED:
                return "take back the wrong move first"
            case Stage.OVER:
                return "the puzzle is over"
            case Stage.LINE if self.is_walk:
                return "the solution is being shown"
            case Stage.LINE:
                return f"wait: the board shows why {self._name(self._latest_try)} is wrong"
            case _:
                return f"still {self.work}"

    # --- what the person does ----------------------------------------------------------------------------

    def restart(self) -> None:
        """Begin with the first move again."""
        self.game = Game(self.setup)
        for square in self.puzzle.played:
            self.game.place(square)
        self._tasks = [self.puzzle.task()]
        self._right: list[str] = []
        self._walked: list[str] = []
        self.is_walk = False
        """Whether the solution is shown, or was shown, since the puzzle was begun the last time."""
        self._line: list[Square] = []
        self._hint = 0
        self._hinted: Square | None = None
        self._known: tuple[Task, ProverAnswer] | None = None  # the solution of a task, once a hint needed it
        self._seeks_hint = False
        self.stage = Stage.TURN
        self.told = task_told(self.puzzle, self.symbol)

    def place(self, square: Square) -> None:
        """Try a stone; raises `IllegalMove` with the reason why that is not possible."""
        if reason := self.refusal:
            raise IllegalMove(reason)
        self.game.place(square)
        self.stage = Stage.ASKED
        self.told = f"{self.work}: {self._what_is_checked}"

    def again(self) -> None:
        """Take a wrong move back with what beats it; where there is none, begin anew."""
        if self.stage is Stage.OVER or (self.stage is Stage.TURN and len(self._tasks) > 1):
            self.restart()
            return
        self._to_task()
        self.told = task_told(self.puzzle, self.symbol, self.task.moves)

    def hint(self) -> None:
        """Ask for the next hint; only the first one about a move has to be looked for."""
        if self.stage is not Stage.TURN:
            return
        if self._known is not None and self._known[0] is self.task:
            self._give_hint(self._known[1])
            return
        self._seeks_hint = True
        self.stage = Stage.ASKED
        self.told = self.work

    def show(self) -> None:
        """Give up: the solution is walked through from here."""
        if self.stage is Stage.OVER or self.is_walk:
            return
        self._to_task()
        self.is_walk = True
        self.stage = Stage.ASKED
        self.told = self.work

    def _to_task(self) -> None:
        """Go back to the position of the task."""
        while self.game.position.ply > self.task.position.ply:
            self.game.pop()
        self.game.undone.clear()
        self._line = []
        self._walked = []
        self.is_walk = self._seeks_hint = False
        self.stage = Stage.TURN

    # --- what the prover finds ---------------------------------------------------------------------------

    def question(self) -> Question:
        """Return what the prover is to be asked now."""
        task = self.task
        if self._seeks_hint and task.goal is not Goal.WIN:
            return lambda prover, stop: ProverAnswer(
                line=solution(prover, task, stop), attack=prover.attack(task, stop)
            )
        if self._seeks_hint or self.is_walk:
            return lambda prover, stop: ProverAnswer(line=solution(prover, task, stop))
        tried = self.game.moves[-1].square
        assert tried is not None
        return lambda prover, stop: ProverAnswer(prover.judge(task, tried, stop))

    def take(self, found: ProverAnswer) -> None:
        """Go on with what was found out about the latest question."""
        if found.answer is not None:
            self._judge(found.answer)
        elif self._seeks_hint:
            self._known = self.task, found
            self._give_hint(found)
        else:
            self.is_shown = True
            self._line = list(found.line)
            self.stage = Stage.LINE
            self.told = "The solution"

    def _judge(self, answer: ProvedMove) -> None:
        square = self.game.moves[-1].square
        assert square is not None
        name = self._name(square)
        match answer.fate:
            case MoveEffect.KEEPS:
                self._keep(answer, square, name)
            case MoveEffect.LATE:
                self._to_task()
                moves = counted(answer.moves, "move")
                self.told = f"{name} also wins, but takes {'' if answer.is_exact else 'up to '}{moves}"
            case MoveEffect.UNKNOWN:
                self._to_task()
                self.told = f"no proof whether {name} {self._reaches}: not counted"
            case MoveEffect.LOSES:
                self.wrong += 1
                self._line = [] if self.game.outcome else list(answer.line)
                self.stage = Stage.LINE if self._line else Stage.MISSED
                self.told = self._missed(answer, name)

    def _keep(self, answer: ProvedMove, square: Square, name: str) -> None:
        self._hint = 0
        if not answer.line:
            self._solve(name)
            return
        reply = answer.line[0]
        self.game.place(reply)
        if self.game.outcome is not None:  # nobody can complete a line any more
            self._solve(name)
            return
        self._right.append(f"{name} right, reply {self._name(reply)}")
        self._tasks.append(self.task.after(square).after_reply(reply))
        self.stage = Stage.TURN
        self.told = f"{name} is right: {counted(self.task.moves, 'move')} to go"

    def _solve(self, name: str) -> None:
        self._right.append(f"{name} {self._reached}")
        self.is_solved = True
        self.stage = Stage.OVER
        self.told = f"{name} {self._reached}: solved"

    @property
    def _reached(self) -> str:
        return {
            Goal.WIN: "wins",
            Goal.HOLD: "holds the draw",
            Goal.STOP: f"leaves {self._other} no win within {counted(STOP_MOVES, 'move')}",
        }[self.puzzle.goal]

    @property
    def _what_is_checked(self) -> str:
        """What is to be proved of a move, as a question."""
        match self.puzzle.goal:
            case Goal.WIN:
                return f"does it win in {counted(self.task.moves, 'move')}?"
            case Goal.HOLD:
                return "does it hold the draw?"
            case Goal.STOP:
                return f"can {self._other} still win within {counted(STOP_MOVES, 'move')}?"

    @property
    def _other(self) -> str:
        """The mark of the other side."""
        return self.setup.players[1 - self.player].symbol

    @property
    def _reaches(self) -> str:
        """What a move has to do now, of one that may not."""
        is_win = self.puzzle.goal is Goal.WIN
        return f"wins in {counted(self.task.moves, 'move')}" if is_win else self._reached

    def _missed(self, answer: ProvedMove, name: str) -> str:
        other = self._other
        if self.game.outcome is not None:
            return f"{name} does not win: no line is possible any more"
        if answer.is_lost:
            return f"{name} loses by force: {other} plays {self._name(answer.line[0])}"
        in_time = "" if self.puzzle.is_settled else f" in {counted(self.task.moves, 'move')}"
        reply = f": {other} plays {self._name(answer.line[0])}" if answer.line else ""
        return f"{name} does not win{in_time}{reply}"

    def _give_hint(self, found: ProverAnswer) -> None:
        is_last = self._hint == MOST_HINTS
        self._hint = min(self._hint + 1, MOST_HINTS)
        self._hinted = found.line[0]
        self._seeks_hint = False
        self.stage = Stage.TURN
        told = clue(self.task, found.line, self._hint, found.attack)
        self.told = f"{told}; there are no more hints" if is_last else told
        played = (move.square for move in self.game.moves)
        self._hints_told.add((self._hint, tuple(square for square in played if square is not None)))

    # --- lines that are played out -----------------------------------------------------------------------

    def step(self) -> None:
        """Play the next stone of the line that is played out."""
        assert self._line, "there is one as long as the stage is LINE"
        square = self._line.pop(0)
        self.game.place(square)
        if self.is_walk:
            self._tell_walk(square)
        if self._line and self.game.outcome is None:
            return
        self._line = []
        if self.is_walk:
            self.stage = Stage.OVER
            self.told = "End of the solution"
        else:
            self.stage = Stage.MISSED

    def _tell_walk(self, square: Square) -> None:
        name, moves = self._name(square), len(self.game.moves) - self.task.position.ply
        if moves % 2:
            self._walked.append(name)
        else:
            self._walked[-1] += f", reply {name}"

    def _name(self, square: Square) -> str:
        return self.puzzle.geometry.name(square)
