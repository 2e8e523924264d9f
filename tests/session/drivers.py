"""What plays a match, put on a bench: `ControllerDriver` and `DialogueDriver` make the two classes alike.

Another class needs an adapter with the methods of `Driver`, and a model that says what is its own. There is
no thread and no time in it: computers come back when the test says so, and the clock goes when it is told to.
"""

import io
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol
from unittest import mock

import pytest
from textual.worker import Worker, WorkerState

from tests.session.model import Command, DialogueModel, Model, Move, Refused, ScreenModel, Table
from tests.support.reference import Cell
from tests.support.strategies import cell_of
from ttt_tui.app.play import computer_search as search_module
from ttt_tui.app.play.availability import Availability, context_of
from ttt_tui.app.play.computer_search import Search
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.computer import LEVELS, Level, Thought
from ttt_tui.computer.base import ignore_report
from ttt_tui.engine import (
    COLOURS,
    HUMAN,
    SYMBOLS,
    FirstMover,
    Geometry,
    IllegalMove,
    Limit,
    Match,
    MatchRules,
    Player,
    Position,
    Setup,
)
from ttt_tui.errors import CannotResume, LeavePlainMode, PlayerFailed
from ttt_tui.plain.match import PlainMatch
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.signals import Signals
from ttt_tui.session import controller as controller_module
from ttt_tui.session.controller import Controller
from ttt_tui.session.resuming import find_resumable
from ttt_tui.session.session import Session
from ttt_tui.session.wording import capitalised
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

PATIENCE = 30.0
"""Seconds that the store may take, so that everything is written when it is looked at."""

TOLD = "told"
"""The level of a computer that does as it is told."""

Answer = Cell | Exception
"""What a computer comes back with."""


@dataclass(frozen=True)
class View:
    """What can be seen of a match from outside."""

    first: int
    moves: list[Move]
    undone: list[Move]
    result: tuple[int | None, str] | None
    to_move: int | None
    """None when the game is over."""
    number: int
    points: list[int]
    draws_in_a_row: int
    is_over: bool
    paused: bool
    thinking: bool


class Driver(Protocol):
    """A match under test, played with one store."""

    path: Path
    """The store's file."""

    def do(self, command: Command) -> None:
        """Do what the user does; raises `Refused` if that is refused at once."""

    def answer(self, answer: Answer) -> None:
        """Have the computer that is awaited come back."""

    def restart(self, is_kept: bool) -> None:
        """End the process and start another, which resumes the game if one is offered.

        `is_kept` is whether one has to be; else a new match is started.
        """

    def view(self) -> View:
        """What can be seen now."""

    def check(self, model: Model) -> None:
        """Compare what only this class has."""

    def close(self) -> None:
        """Give everything back."""


def setup_of(table: Table) -> Setup:
    players = [
        Player(f"P{seat}", SYMBOLS[seat], COLOURS[seat], TOLD if is_computer else HUMAN, Limit())
        for seat, is_computer in enumerate(table.computers)
    ]
    rules = MatchRules(table.points, table.draws, FirstMover(table.first))
    return Setup(Geometry(table.columns, table.rows, table.k), tuple(players), rules)


def view_of(match: Match, paused: bool, thinking: bool) -> View:
    game = match.game

    def moves(listed: list[Any]) -> list[Move]:
        geometry = game.setup.geometry
        return [(m.player, None if m.square is None else cell_of(geometry, m.square)) for m in listed]

    outcome = game.outcome
    return View(
        first=game.first,
        moves=moves(game.moves),
        undone=moves(game.undone),
        result=outcome and (outcome.winner, str(outcome.termination)),
        to_move=None if outcome else game.position.to_move,
        number=match.game_number,
        points=match.points,
        draws_in_a_row=match.draws_in_a_row,
        is_over=match.is_over,
        paused=paused,
        thinking=thinking,
    )


def expected(model: Model) -> View:
    """What a model says that can be seen."""
    game = model.game
    return View(
        first=game.first,
        moves=game.moves,
        undone=game.undone,
        result=game.result,
        to_move=None if game.is_over else model.to_move,
        number=len(model.before) + 1,
        points=model.points(),
        draws_in_a_row=model.draws_in_a_row(),
        is_over=model.is_over(),
        paused=model.paused,
        thinking=model.thinking,
    )


class ToldComputer:
    """A computer that does as it is told."""

    def __init__(self, think: Callable[["ToldComputer", Position], Thought]) -> None:
        self._think = think
        self.is_closed = False

    def think(
        self, position: Position, limit: Limit, stop: Any, report: Callable[[Thought], None] = ignore_report
    ) -> Thought:
        before = position.copy()
        thought = self._think(self, position)
        assert position == before
        report(thought)
        return thought

    def close(self) -> None:
        self.is_closed = True


class Bench:
    """What both adapters stand on: a store, a session, and the level `told`."""

    def __init__(self, table: Table) -> None:
        self.setup = setup_of(table)
        self.made: list[ToldComputer] = []
        self.stack = ExitStack()
        self.path = Path(self.stack.enter_context(TemporaryDirectory())) / "history.db"
        level = Level(TOLD, "does as it is told", "is told", False, self._make)
        self.stack.enter_context(mock.patch.dict(LEVELS, {TOLD: level}))
        self.session = Session(1, StoreThread(self.path, max_wait=PATIENCE))

    def _make(self, seed: int, megabytes: float) -> ToldComputer:
        self.made.append(ToldComputer(self.found))
        return self.made[-1]

    def found(self, computer: ToldComputer, position: Position) -> Thought:
        """Return what a computer comes back with."""
        raise NotImplementedError

    def thought(self, position: Position, answer: Answer) -> Thought:
        if isinstance(answer, Exception):
            raise answer
        return Thought(position.geometry.at(*answer))

    def new_process(self, is_kept: bool) -> Entry | None:
        """Return the game that another process offers to go on with."""
        assert self.session.has_unfinished_game == is_kept
        self.session.release()
        assert self.session.history is not None
        self.session.history.close()
        history = StoreThread(self.path, max_wait=PATIENCE)
        self.session = Session(2, history)
        offered = self.session.find_unfinished()
        assert (offered is not None) == is_kept
        if is_kept:
            assert find_resumable(history) == offered
        else:
            with pytest.raises(CannotResume):
                find_resumable(history)
        assert all(computer.is_closed for computer in self.made), "a computer outlives its match"
        self.made.clear()
        return offered

    def close(self) -> None:
        assert self.session.history is not None
        self.session.history.close()
        self.stack.close()


# --- the full screen -------------------------------------------------------------------------------------


class FakeClock:
    """Goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


class FakeWorker:
    """A worker whose thread runs when the test says so."""

    def __init__(self, work: Callable[[], Thought], delay: float) -> None:
        self.work = work
        self.delay = delay
        self.is_cancelled = False
        self.result: Thought | None = None
        self.error: BaseException | None = None
        self.is_done = False

    def cancel(self) -> None:
        self.is_cancelled = True

    def run(self) -> WorkerState:
        """Let the thread come to its end, if it has not yet; return how it ended."""
        if not self.is_done:
            self.is_done = True
            try:
                self.result = self.work()
            except Exception as error:
                self.error = error
        return WorkerState.SUCCESS if self.error is None else WorkerState.ERROR


class ControllerDriver(Bench):
    """`Controller` with the real `Search`, whose host keeps the workers; does what the screen does."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.clock = FakeClock()
        for module in (controller_module, search_module):
            self.stack.enter_context(mock.patch.object(module, "time", self.clock))
        self.stack.enter_context(mock.patch.object(YieldingStopEvent, "wait", self._wait))
        self.workers: list[FakeWorker] = []
        self.answers: dict[int, Answer] = {}
        self._running: FakeWorker | None = None
        self._latest_stone: float | None = None
        self._sit_down(self.session.new_match(self.setup))

    def _sit_down(self, match: Match) -> None:
        self.workers.clear()
        self._latest_stone = None
        self.search = Search(self, self.session.screen_is_idle)  # type: ignore[arg-type]
        self.controller = Controller(self.session, match, self.search)
        self.controller.request_move()

    # --- as the host of the search

    def run_worker(self, work: Callable[[], Thought], **options: object) -> FakeWorker:
        assert options == {"thread": True, "exit_on_error": False, "group": "search"}
        self.workers.append(FakeWorker(work, self.controller.delay))
        return self.workers[-1]

    def found(self, computer: ToldComputer, position: Position) -> Thought:
        assert self._running is not None
        if self._running is self.awaited:
            assert position == self.controller.match.game.position
            assert not computer.is_closed
        assert position is not self.controller.match.game.position
        return self.thought(position, self._answer)

    def _wait(self, seconds: float) -> None:
        self.clock.now += seconds

    @property
    def awaited(self) -> FakeWorker | None:
        """The worker whose answer is awaited."""
        return self.workers[-1] if self.controller.is_thinking else None

    # --- what the user does

    def do(self, command: Command) -> None:
        name, about = command
        try:
            getattr(self, name)(*([] if about is None else [about]))
        except IllegalMove as refusal:
            raise Refused(str(refusal)) from None

    def _refuse(self, action: str) -> None:
        """The screen asks before it does something."""
        if action in Availability.of(context_of(self.controller)).disabled:
            raise Refused

    def place(self, cell: Cell) -> None:
        if self.controller.match.game.outcome is None and not self.controller.is_human_turn:
            raise Refused
        geometry = self.setup.geometry
        # A click beside the board is none, so what is not on it cannot be asked for but by its number.
        square = geometry.at(*cell) if cell[0] >= 0 else geometry.board.bit_length() + 1
        self.controller.place(square)

    def resign(self) -> None:
        self._refuse("resign")
        who = self.controller.resigning_seat
        assert who is not None
        self.controller.resign(who)

    def undo(self) -> None:
        before = list(self.controller.match.game.moves)
        taken = self.controller.undo()
        assert taken[::-1] == before[len(before) - len(taken) :]
        assert taken

    def redo(self) -> None:
        self._refuse("redo")
        again = self.controller.redo()
        assert again == self.controller.match.game.moves[-len(again) :]

    def back_to(self, ply: int) -> None:
        self.controller.undo_to(ply)

    def next_game(self) -> None:
        self.controller.next_game()

    def pause(self) -> None:
        self.controller.pause()

    def step(self) -> None:
        self._refuse("step")
        self.controller.step()

    def move_now(self) -> None:
        self._refuse("move_now")
        if self.controller.is_thinking:
            self.controller.move_now()
            assert self._stop_of(len(self.workers) - 1)
        else:
            self.controller.step()

    def give_seat(self, seat_and_who: tuple[int, str]) -> None:
        seat, who = seat_and_who
        before = self.controller.match.setup.players
        self.controller.give_seat(seat, who)
        self.setup = self.controller.match.setup
        player = self.setup.players[seat]
        assert player.level == who
        assert (player.symbol, player.colour) == (before[seat].symbol, before[seat].colour)
        assert (player == before[seat]) == (who == before[seat].level)
        assert len({player.name for player in self.setup.players}) == len(before)
        others = (*self.setup.players[:seat], *self.setup.players[seat + 1 :])
        assert others == (*before[:seat], *before[seat + 1 :])

    def change_delay(self, by: int) -> None:
        self.controller.change_delay(by)

    # --- what computers do

    def answer(self, answer: Answer) -> None:
        assert self.controller.is_thinking
        self.news(len(self.workers) - 1, answer)

    def news(self, number: int, answer: Answer, state: WorkerState | None = None) -> bool:
        """A worker has news: it has come back with this, or is in this state. Return whether it counted."""
        worker = self._running = self.workers[number]
        self._answer = answer
        latest, moves = self.search.latest, len(self.controller.match.game.moves)
        awaited = self.awaited
        if state is None:
            state = worker.run()
        event = Worker.StateChanged(worker, state)  # type: ignore[arg-type]
        taken = self.search.answer(event)
        assert (taken is not None) == (
            worker is awaited and state in (WorkerState.SUCCESS, WorkerState.ERROR)
        )
        if taken is None:
            assert self.search.latest is latest, "a thought nobody waited for is shown"
            return False
        mover = self.controller.mover.name
        failure = ""
        try:
            self.controller.accept(taken)
        except PlayerFailed as error:
            failure = str(error)
        assert bool(failure) == (len(self.controller.match.game.moves) == moves)
        assert not failure or failure.startswith(f"{capitalised(mover)} ")
        if not failure:
            if self._latest_stone is not None and not self._was_hurried(worker):
                assert self.clock.now >= self._latest_stone + worker.delay - 1e-9, "a stone came too early"
            self._latest_stone = self.clock.now
        return True

    def _was_hurried(self, worker: FakeWorker) -> bool:
        return self._stop_of(self.workers.index(worker))

    def _stop_of(self, number: int) -> bool:
        """Whether a search has been told to stop; its event is known to its closure alone."""
        names = self.workers[number].work.__code__.co_freevars
        cells = self.workers[number].work.__closure__ or ()
        return bool(dict(zip(names, cells, strict=True))["stop"].cell_contents.is_set())

    # --- leaving and coming back

    def leave(self) -> None:
        """As the screen does when it is left."""
        self.controller.cancel()
        self.controller.close()
        assert not self.controller.is_thinking
        assert all(worker.is_cancelled or worker.is_done for worker in self.workers)

    def come_back(self) -> None:
        """To the match of the same process."""
        self.leave()
        assert self.session.match is self.controller.match
        self._sit_down(self.session.match)

    def restart(self, is_kept: bool) -> None:
        self.leave()
        entry = self.new_process(is_kept)
        match = self.session.new_match(self.setup) if entry is None else self.session.resume(entry)
        self._sit_down(match)

    # --- what can be seen

    def view(self) -> View:
        return view_of(self.controller.match, self.controller.is_paused, self.controller.is_thinking)

    def check(self, model: Model) -> None:
        assert isinstance(model, ScreenModel)
        controller = self.controller
        assert controller.is_human_turn == model.is_humans_turn
        levels = [player.level != HUMAN for player in controller.match.setup.players]
        assert levels == [*model.table.computers]
        assert controller.match.game.setup is controller.match.setup
        assert controller.has_only_computers == model.table.only_computers
        running = [worker for worker in self.workers if not worker.is_cancelled and not worker.is_done]
        assert running == ([self.workers[-1]] if model.thinking else [])
        assert all(self._stop_of(i) for i, worker in enumerate(self.workers) if worker.is_cancelled)
        assert len(self.workers) == model.asked
        assert self.session.match is controller.match


# --- plain mode ------------------------------------------------------------------------------------------


class Suspended(BaseException):
    """The program waits: for a line, or for a computer."""


class FakeLines:
    """Lines that were typed; to wait for more gives the control back to the test."""

    def __init__(self) -> None:
        self.waiting: list[str] = []

    def is_ready(self, seconds: float | None = 0.0) -> bool:
        return bool(self.waiting)

    def next(self) -> str:
        if not self.waiting:
            raise Suspended
        return self.waiting.pop(0)


class DialogueDriver(Bench):
    """`Plain` with its match, step by step.

    A computer that has no answer yet gives the control back, and is asked once more when it has one; what is
    typed meanwhile is heard after that.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._answer: Answer | None = None
        self._thinking = False
        self._sit_down(None)

    def _sit_down(self, entry: Entry | None) -> None:
        self._lines = FakeLines()
        self._typed_meanwhile: list[str] = []
        self._heard = io.StringIO()
        voice = SentenceWriter(self._heard)
        self._plain = PlainMatch(self.session, self._lines, voice, Signals())  # type: ignore[arg-type]
        if entry is None:
            self._plain.begin(self.setup)
        else:
            self._plain.resume(entry)
        self._run()

    def _run(self) -> None:
        """Let it go until it waits: what `Plain.play` does, which would not come back."""
        self._thinking = False
        try:
            while self._plain._step():
                pass
        except Suspended:
            pass

    def found(self, computer: ToldComputer, position: Position) -> Thought:
        assert not computer.is_closed
        assert position == self._plain.match.game.position
        assert position is not self._plain.match.game.position
        answer, self._answer = self._answer, None
        if answer is None:
            self._thinking = True
            raise Suspended
        self._lines.waiting += self._typed_meanwhile
        self._typed_meanwhile.clear()
        return self.thought(position, answer)

    def do(self, command: Command) -> None:
        name, about = command
        if name == "place":
            assert isinstance(about, tuple)
            word = f"{'abcd'[about[0]]}{about[1] + 1}" if about[0] >= 0 else "z9"
        elif name == "seat":
            word = f"seat {about}"
        else:
            word = {"enter": ""}.get(name, name)
        if self._thinking:
            self._typed_meanwhile.append(word)
        else:
            self._lines.waiting.append(word)
            self._run()

    def answer(self, answer: Answer) -> None:
        assert self._thinking
        self._answer = answer
        self._run()

    def restart(self, is_kept: bool) -> None:
        if not self._thinking:  # else a signal ends it
            self._lines.waiting.append("quit")
            try:
                self._run()
            except LeavePlainMode:
                pass
            else:
                raise AssertionError("quit does not quit")
        self._plain.close()
        self.setup = self._plain.match.setup
        self._sit_down(self.new_process(is_kept))

    def view(self) -> View:
        return view_of(self._plain.match, self._plain.controller.is_paused, self._thinking)

    def check(self, model: Model) -> None:
        assert isinstance(model, DialogueModel)
        assert len(self._lines.waiting) + len(self._typed_meanwhile) == len(model.typed)
        assert self._plain.controller.is_computer_turn == model.is_computers_turn
        assert self.session.match is self._plain.match
