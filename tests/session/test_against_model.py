"""Matches as they come: whatever people, computers and other programs do, in any order, the model does too.

There is no thread and no time in it: computers come back when the test says so, and the clock goes when it is
told to.
"""

import io
import json
import select
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from textual.worker import Worker, WorkerState

from tests.session.model import COMPUTER, PERSON, DialogueModel, Model, Refused, Table, words
from tests.support.reference import Cell
from tests.support.sampling import sampled
from tests.support.stores import patient, rows
from tests.support.strategies import cell_of
from ttt_tui.app.play import computer_search as search_module
from ttt_tui.app.play.availability import ActionContext, Availability
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
    Move,
    Player,
    Position,
    Rules,
    Setup,
)
from ttt_tui.errors import CannotResume, LeavePlainMode, PlayerFailed, StoreBusy
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

Answer = Cell | Exception
"""What a computer comes back with."""


def setup_of(table: Table) -> Setup:
    players = [
        Player(f"P{seat}", SYMBOLS[seat], COLOURS[seat], COMPUTER if is_computer else HUMAN, Limit())
        for seat, is_computer in enumerate(table.computers)
    ]
    rules = MatchRules(table.points, table.draws, FirstMover(table.first))
    turns = Rules(per_turn=2) if table.double else Rules()
    return Setup(Geometry(table.columns, table.rows, table.k, turns), tuple(players), rules)


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


class Driver:
    """`Controller` with the real `Search`, whose host keeps the workers; does what the screen does.

    What the user does are methods, which raise `Refused` if that is refused.
    """

    def __init__(self, table: Table) -> None:
        self.made: list[ToldComputer] = []
        self.stack = ExitStack()
        self.path = Path(self.stack.enter_context(TemporaryDirectory())) / "history.db"
        level = Level(COMPUTER, "does as it is told", "is told", False, self._make)
        self.clock = FakeClock()
        for module in (controller_module, search_module):
            self.stack.enter_context(mock.patch.object(module, "time", self.clock))
        self.stack.enter_context(mock.patch.dict(LEVELS, {COMPUTER: level}))
        self.stack.enter_context(mock.patch.object(YieldingStopEvent, "wait", self._wait))
        self._new_session(1)
        self.workers: list[FakeWorker] = []
        self._running: FakeWorker | None = None
        self._lock: sqlite3.Connection | None = None
        self._begin(setup_of(table))

    def _make(self, seed: int, megabytes: float) -> ToldComputer:
        self.made.append(ToldComputer(self._found))
        return self.made[-1]

    def _new_session(self, seed: int) -> None:
        self.history: StoreThread = patient(self.path)
        assert self.history.wait_until_open(30)
        self.session = Session(seed, self.history)

    def _begin(self, setup: Setup) -> None:
        self._sit_down(self.session.new_match(setup))

    def _resume(self, entry: Entry) -> None:
        self._sit_down(self.session.resume(entry))

    def _sit_down(self, match: Match) -> None:
        self.workers.clear()
        self._latest_stone: float | None = None
        self.search = Search(self, self.session.screen_is_idle)  # type: ignore[arg-type]
        self.controller = Controller(self.session, match, self.search)
        self.controller.request_move()

    def _wait(self, seconds: float) -> None:
        self.clock.now += seconds

    # --- as the host of the search

    def run_worker(self, work: Callable[[], Thought], **options: object) -> FakeWorker:
        assert options == {"thread": True, "exit_on_error": False, "group": "search"}
        self.workers.append(FakeWorker(work, self.controller.delay))
        return self.workers[-1]

    def _found(self, computer: ToldComputer, position: Position) -> Thought:
        assert self._running is not None
        if self._running is self.awaited:
            assert position == self.controller.match.game.position
            assert not computer.is_closed
        assert position is not self.controller.match.game.position
        return self._thought(position, self._answer)

    def _thought(self, position: Position, answer: Answer) -> Thought:
        if isinstance(answer, Exception):
            raise answer
        return Thought(position.geometry.at(*answer))

    @property
    def awaited(self) -> FakeWorker | None:
        """The worker whose answer is awaited."""
        return self.workers[-1] if self.controller.is_thinking else None

    # --- what the user does

    def _refuse(self, action: str) -> None:
        """The screen asks before it does something."""
        screen = mock.MagicMock(controller=self.controller, match=self.controller.match, shared_match=None)
        screen.multiplayer = screen.board_area.past = screen.offers.offer = None
        if action in Availability.of(ActionContext(screen)).disabled:
            raise Refused

    def place(self, cell: Cell) -> None:
        if self.controller.match.game.outcome is None and not self.controller.is_human_turn:
            raise Refused
        geometry = self.controller.match.setup.geometry
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
        players = self.controller.match.setup.players
        assert players[seat].level == who
        assert (players[seat].symbol, players[seat].colour) == (before[seat].symbol, before[seat].colour)
        assert (players[seat] == before[seat]) == (who == before[seat].level)
        assert len({player.name for player in players}) == len(before)
        assert (*players[:seat], *players[seat + 1 :]) == (*before[:seat], *before[seat + 1 :])

    # --- what computers do

    def deliver(self, answer: Answer) -> None:
        """Have the computer that is awaited come back."""
        assert self.news(len(self.workers) - 1, answer)

    def news(self, number: int, answer: Answer, state: WorkerState | None = None) -> bool:
        """A worker has news: it has come back with this, or is in this state. Return whether it counted."""
        worker = self._running = self.workers[number]
        self._answer = answer
        latest, moves = self.search.latest, len(self.controller.match.game.moves)
        awaited = self.awaited
        if state is None:
            state = worker.run()
        taken = self.search.answer(Worker.StateChanged(worker, state))  # type: ignore[arg-type]
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
            if self._latest_stone is not None and not self._stop_of(number):
                assert self.clock.now >= self._latest_stone + worker.delay - 1e-9, "a stone came too early"
            self._latest_stone = self.clock.now
        return True

    def _stop_of(self, number: int) -> bool:
        """Whether a search has been told to stop; its event is known to its closure alone."""
        names = self.workers[number].work.__code__.co_freevars
        cells = self.workers[number].work.__closure__ or ()
        return bool(dict(zip(names, cells, strict=True))["stop"].cell_contents.is_set())

    # --- leaving and coming back

    def leave(self) -> Match:
        """As the screen does when it is left."""
        self.controller.cancel()
        self.controller.close()
        assert not self.controller.is_thinking
        assert all(worker.is_cancelled or worker.is_done for worker in self.workers)
        assert all(computer.is_closed for computer in self.made), "a computer outlives its game"
        self.made.clear()
        assert self.session.match is not None
        return self.session.match

    def come_back(self) -> None:
        """To the match of the same process."""
        self._sit_down(self.leave())

    def new_match(self) -> None:
        self._sit_down(self.session.new_match(self.leave().setup))

    def resume_here(self) -> int | None:
        """Resume what this process offers, if anything, and return the number of the game."""
        match, entry = self.leave(), self.session.find_unfinished()
        if self._lock is not None and entry is not None:
            with pytest.raises(StoreBusy):
                self.session.resume(entry)
        elif entry is not None:
            match = self.session.resume(entry)
        self._sit_down(match)
        return None if entry is None or self._lock is not None else entry.id

    def restart(self, is_kept: bool) -> int | None:
        """End the process and start another, which resumes the game if one is offered; return its number.

        `is_kept` is whether the present game has to be offered.
        """
        setup = self.leave().setup
        assert self.session.has_unfinished_game == is_kept
        self.session.release()
        self.history.close()
        self._new_session(2)
        offered = self.session.find_unfinished()
        if offered is None:
            with pytest.raises(CannotResume):
                find_resumable(self.history)
            self._begin(setup)
            return None
        assert find_resumable(self.history) == offered
        self._resume(offered)
        return offered.id

    # --- another program

    def lock(self) -> None:
        """Lock the file as another program could."""
        self._lock = sqlite3.connect(self.path, isolation_level=None)
        self._lock.execute("BEGIN EXCLUSIVE")
        self.history.set_max_wait(0)

    def unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            self.history.set_max_wait(30)
            self.history.run(lambda history: None, after_writes=True)

    def close(self) -> None:
        self.unlock()
        assert self.session.close() is None
        self.stack.close()

    # --- what can be seen

    def check(self, model: Model) -> None:
        """Compare all that can be seen of the match from outside."""
        controller, match, game = self.controller, self.controller.match, self.controller.match.game

        def moves(listed: list[Move]) -> list[tuple[int, Cell | None]]:
            geometry = match.setup.geometry
            return [(m.player, None if m.square is None else cell_of(geometry, m.square)) for m in listed]

        assert (moves(game.moves), moves(game.undone)) == (model.game.moves, model.game.undone)
        outcome = game.outcome
        assert (outcome and (outcome.winner, str(outcome.termination))) == model.game.result
        assert game.first == model.game.first
        assert outcome or game.position.to_move == model.to_move
        assert (match.game_number, match.points) == (len(model.before) + 1, model.points())
        assert (match.draws_in_a_row, match.is_over) == (model.draws_in_a_row(), model.is_over())
        assert (controller.is_paused, controller.is_thinking) == (model.paused, model.thinking)
        assert controller.is_human_turn == model.is_humans_turn
        assert controller.is_computer_turn == model.is_computers_turn
        levels = [player.level != HUMAN for player in match.setup.players]
        assert levels == [*model.table.computers]
        assert game.setup is match.setup
        assert controller.has_only_computers == model.table.only_computers
        assert self.session.match is match
        self._check_searches(model)

    def _check_searches(self, model: Model) -> None:
        running = [worker for worker in self.workers if not worker.is_cancelled and not worker.is_done]
        assert running == ([self.workers[-1]] if model.thinking else [])
        assert all(self._stop_of(i) for i, worker in enumerate(self.workers) if worker.is_cancelled)
        assert len(self.workers) == model.asked


class Suspended(BaseException):
    """The program waits: for a line, or for a computer."""


class FakeLines:
    """Lines that were typed; to wait for more gives the control back to the test.

    No line arrives in the middle of a search.
    """

    def __init__(self) -> None:
        self.waiting: list[str] = []

    def is_ready(self, seconds: float | None = 0.0, search_ended: int | None = None) -> bool:
        if search_ended is not None:
            select.select([search_ended], [], [], seconds)
        return bool(self.waiting)

    def next(self) -> str:
        if not self.waiting:
            raise Suspended
        return self.waiting.pop(0)


class DialogueDriver(Driver):
    """`PlainMatch`, step by step.

    A computer that has no answer yet gives the control back, and is asked once more when it has one; what is
    typed meanwhile is heard after that.
    """

    def _begin(self, setup: Setup) -> None:
        self._new_dialogue().begin(setup)
        self._run()

    def _resume(self, entry: Entry) -> None:
        self._new_dialogue().resume(entry)
        self._run()

    def _new_dialogue(self) -> PlainMatch:
        self.lines = FakeLines()
        self.typed_meanwhile: list[str] = []
        self._next_answer: Answer | None = None
        out = SentenceWriter(io.StringIO())
        self.plain = PlainMatch(self.session, self.lines, out, Signals())  # type: ignore[arg-type]
        return self.plain

    def _run(self) -> None:
        """Let it go until it waits: what `PlainMatch.loop` does, which would not come back."""
        self._is_thinking = False
        try:
            while self.plain._step():
                pass
        except Suspended:
            pass
        self.controller = self.plain.controller

    def _found(self, computer: ToldComputer, position: Position) -> Thought:
        assert not computer.is_closed
        assert position == self.plain.match.game.position
        assert position is not self.plain.match.game.position
        answer, self._next_answer = self._next_answer, None
        if answer is None:
            self._is_thinking = True
            raise Suspended
        self.lines.waiting += self.typed_meanwhile
        self.typed_meanwhile.clear()
        return self._thought(position, answer)

    def type(self, line: str) -> None:
        if self._is_thinking:
            self.typed_meanwhile.append(line)
        else:
            self.lines.waiting.append(line)
            self._run()

    def deliver(self, answer: Answer) -> None:
        assert self._is_thinking
        self._next_answer = answer
        self._run()

    def leave(self) -> Match:
        """By quitting, or by a signal while a computer thinks."""
        if not self._is_thinking:
            with pytest.raises(LeavePlainMode):
                self.type("quit")
        self.plain.close()
        assert all(computer.is_closed for computer in self.made), "a computer outlives its game"
        self.made.clear()
        return self.plain.match

    def _check_searches(self, model: Model) -> None:
        assert isinstance(model, DialogueModel)
        assert len(self.lines.waiting) + len(self.typed_meanwhile) == len(model.typed)


OFF_THE_BOARD = (-1, -1)

H, C = False, True
SEATS = ((H, C), (C, C), (H, H), (C, H), (H, C, C), (C, H, H), (C, C, C), (H, C, H))
"""Who is a computer."""


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Small boards, on which games end; two players or three."""
    columns, rows, k = draw(st.sampled_from([(3, 3, 3), (4, 3, 3), (3, 4, 4), (4, 4, 3), (4, 4, 4)]))
    seats = draw(st.sampled_from(SEATS)) if columns + rows > 7 else draw(st.sampled_from(SEATS[:4]))
    return Table(
        columns,
        rows,
        k,
        seats,
        draw(st.sampled_from([None, 1, 2])),
        draw(st.sampled_from([None, 1, 2])),
        draw(st.sampled_from(["turn", "first", "loser"])),
        len(seats) == 2 and draw(st.booleans()),
    )


class Matches(RuleBasedStateMachine):
    """What holds wherever a match is played, also while another program locks the store."""

    make_model = Model
    make_driver = Driver
    after_failure = ["pause", "undo", "step", "move_now"]

    @initialize(table=tables())
    def start(self, table: Table) -> None:
        self.model = self.make_model(table)
        self.driver = self.make_driver(table)
        self.theme: str | None = None
        self.knows_theme = True
        """Whether this process has it in memory."""
        self.locked: list[object] | None = None
        """What was stored when the file was locked."""
        self._tried: set[str] = set()

    def teardown(self) -> None:
        if hasattr(self, "driver"):
            self.driver.close()

    def is_new(self, name: str) -> bool:
        """Whether something has not been done since the game changed: once more it is seldom news."""
        return name not in self._tried

    # --- what the user does

    def do(self, name: str, *about: object) -> None:
        """The same on both sides; what the model refuses has to be refused, and nothing else."""
        moves, refusals = list(self.model.game.moves), []
        for side in (self.model, self.driver):
            try:
                getattr(side, name)(*about)
                refusals.append(False)
            except (Refused, IllegalMove):
                refusals.append(True)
        assert refusals[0] == refusals[1], f"{name} {about}: refused by {refusals}"
        self._tried.add(name)
        if self.model.game.moves != moves:
            self._tried.clear()

    def draw_empty(self, data: st.DataObject) -> Cell:
        return data.draw(st.sampled_from(self.model.game.board().empty()), "cell")

    @precondition(lambda self: not self.model.game.is_over)
    @rule(data=st.data(), count=st.sampled_from([1, 1, 1, 2, 3, 5, 16]))
    def play_on(self, data: st.DataObject, count: int) -> None:
        """One move or several, whoever has to make them; with many the game comes to its end."""
        number = len(self.model.stored)
        for _ in range(count):
            if self.model.thinking:
                self.answer(data)
            elif self.model.is_humans_turn:
                self.do("place", self.draw_empty(data))
            self.compare()
            if self.model.game.is_over or number != len(self.model.stored):
                return

    @precondition(lambda self: self.is_new("place"))
    @rule(data=st.data())
    def place_anywhere(self, data: st.DataObject) -> None:
        squares = self.model.game.board().squares()
        self.do("place", data.draw(st.sampled_from([*squares, OFF_THE_BOARD]), "cell"))

    @rule(names=st.sampled_from([["undo"], ["undo", "undo"], ["undo", "redo"], ["redo"]]))
    def back_and_forth(self, names: list[str]) -> None:
        for name in names:
            self.do(name)
            self.compare()

    # --- what computers do

    def come_back(self, cell: Cell | None, answer: Answer) -> None:
        self.model.answer(cell)
        self.driver.deliver(answer)

    @precondition(lambda self: self.model.thinking)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        cell = self.draw_empty(data)
        self.come_back(cell, cell)
        self._tried.clear()

    @precondition(lambda self: self.model.thinking and self.is_new("fail"))
    @rule(data=st.data())
    def fail(self, data: st.DataObject) -> None:
        """By an error, or an answer that is not possible; and what the user does about it."""
        stones = list(self.model.game.board().cells)
        wrong = st.sampled_from([*stones, OFF_THE_BOARD, RuntimeError("no idea")])
        self.come_back(None, data.draw(wrong, "answer"))
        self.compare()
        self.do(data.draw(st.sampled_from(self.after_failure), "then"))
        self._tried.add("fail")

    # --- from process to process

    @precondition(lambda self: self.is_new("restart"))
    @rule()
    def restart(self) -> None:
        """The program is left, whatever a computer is thinking about, and started again."""
        self.unlock()
        self.go_on_with(self.driver.restart(self.model.game.can_be_resumed))
        self.knows_theme = False
        self._tried.add("restart")

    def go_on_with(self, number: int | None) -> None:
        """Resume a stored game, or begin a match because there is none."""
        self.model.asked = 0
        if number is None:
            assert not self.resumable()
            self.model.new_match()
        else:
            self.model.resume([game for game in self.model.stored if game.is_kept][number - 1])

    def resumable(self) -> bool:
        return any(game.can_be_resumed for game in self.model.stored)

    @rule(theme=st.sampled_from(["dark", "light"]))
    def remember(self, theme: str) -> None:
        self.theme, self.knows_theme = theme, True
        self.driver.session.remember("theme", theme)

    @precondition(lambda self: self.locked is None)
    @rule()
    def lock(self) -> None:
        self.locked = self.stored()
        self.driver.lock()

    @precondition(lambda self: self.locked is not None)
    @rule()
    def unlock(self) -> None:
        self.driver.unlock()
        self.locked = None

    # --- what has to hold after each of these

    @invariant()
    def compare(self) -> None:
        if hasattr(self, "driver"):
            assert not (self.model.thinking and self.model.is_humans_turn)
            self.driver.check(self.model)
            expected, recorder = self.expected(), self.driver.session.recorder
            assert self.stored() == (expected if self.locked is None else self.locked)
            assert recorder is not None
            assert recorder.is_keeping or self.locked is not None
            if self.knows_theme or self.locked is None:
                assert self.driver.session.recall("theme") == self.theme

    def stored(self) -> list[object]:
        return [
            (
                row["match"], row["number"], row["first"],
                json.loads(row["moves"]), json.loads(row["undone"]),
                row["result"], bool(row["dropped"]), row["owner"] is not None,
                tuple(player["level"] != PERSON for player in json.loads(row["setup"])["players"]),
            )
            for row in rows(self.driver.path)
        ]  # fmt: skip

    def expected(self) -> list[object]:
        kept = [game for game in self.model.stored if game.is_kept]
        numbers: dict[int, int] = {}  # of the first stored game of each match
        for number, game in enumerate(kept, 1):
            numbers.setdefault(game.match, number)
        return [
            (
                numbers[game.match], game.number, game.first,
                words(game.moves), words(game.undone),
                game.result_words, game.is_dropped, game.is_held,
                game.table.computers,
            )
            for game in kept
        ]  # fmt: skip


class MatchesOnScreen(Matches):
    """People, and computers that answer late, never, twice, or when nobody waits for it any more."""

    @precondition(lambda self: self.is_new("end"))
    @rule(name=st.sampled_from(["resign", "next_game"]))
    def end(self, name: str) -> None:
        self.do(name)
        self._tried.add("end")

    @rule(name=st.sampled_from(["pause", "step", "move_now"]))
    def pace(self, name: str) -> None:
        self.do(name)

    @precondition(lambda self: self.is_new("back_to") and self.model.game.moves)
    @rule(data=st.data())
    def back_to(self, data: st.DataObject) -> None:
        """Go on from a position of the past."""
        self.do("back_to", data.draw(st.integers(0, len(self.model.game.moves) - 1), "ply"))

    @precondition(lambda self: self.is_new("give_seat") and not self.model.game.is_over)
    @rule(data=st.data(), who=st.sampled_from([PERSON, COMPUTER]))
    def give_seat(self, data: st.DataObject, who: str) -> None:
        """Another goes on in any seat, or the computer that is there tries again."""
        seats = range(len(self.model.table.computers))
        self.do("give_seat", (data.draw(st.sampled_from(seats), "seat"), who))
        self._tried.discard("fail")

    @precondition(lambda self: self.is_new("wait"))
    @rule(by=st.sampled_from([-1, 1]), seconds=st.floats(0, 6))
    def wait(self, by: int, seconds: float) -> None:
        """The user changes how long stones stay, and time goes by."""
        self.driver.controller.change_delay(by)
        self.driver.clock.now += seconds
        self._tried.add("wait")

    @precondition(lambda self: self.driver.workers)
    @rule(
        data=st.data(),
        fails=st.booleans(),
        state=st.sampled_from([None, None, None, WorkerState.CANCELLED, WorkerState.RUNNING]),
    )
    def answer_late_or_twice(self, data: st.DataObject, fails: bool, state: WorkerState | None) -> None:
        """News of any search but an answer of the one that is awaited: nothing comes of it."""
        count = len(self.driver.workers)
        number = data.draw(st.integers(max(0, count - 4), count - 1), "search")
        if self.model.thinking and number == count - 1:
            state = WorkerState.RUNNING
        cell = data.draw(st.sampled_from(self.model.game.board().squares()), "cell")
        assert not self.driver.news(number, RuntimeError("too late") if fails else cell, state)

    @precondition(lambda self: self.is_new("leave"))
    @rule(how=st.sampled_from(["come_back", "new_match", "resume_here"]))
    def leave(self, how: str) -> None:
        """The match is left, and it, another one or the one that is offered is played in the same process."""
        number = getattr(self.driver, how)()
        if number is not None:
            self.go_on_with(number)
        else:
            assert how != "resume_here" or self.locked is not None or not self.resumable()
            self.model.asked = 0
            (self.model.new_match if how == "new_match" else self.model.seat_again)()
        self._tried.add("leave")


class MatchesInPlainMode(Matches):
    """What is typed while a computer thinks is done afterwards."""

    make_model = DialogueModel
    make_driver = DialogueDriver
    after_failure = ["enter", "undo", "new"]
    model: DialogueModel
    driver: DialogueDriver

    def do(self, name: str, *about: object) -> None:
        moves = list(self.model.game.moves)
        self.model.type(name, *about)
        if name == "place":
            (column, row), *_ = about
            self.driver.type(f"{'abcd'[column]}{row + 1}" if column >= 0 else "z9")
        else:
            self.driver.type({"enter": ""}.get(name, " ".join((name, *about))))
        self._tried.add(name)
        if self.model.game.moves != moves:
            self._tried.clear()

    @precondition(lambda self: self.is_new("seat"))
    @rule(who=st.sampled_from([PERSON, COMPUTER]))
    def give_seat(self, who: str) -> None:
        """Another goes on for the computer to move."""
        self.do("seat", who)
        self._tried.discard("fail")

    @rule(names=st.sampled_from([["resign"], ["new"], ["new", "new"], ["new", "undo", "new"], ["enter"]]))
    def go_on(self, names: list[str]) -> None:
        for name in names:
            self.do(name)
            self.compare()


OFTEN = settings(max_examples=sampled(200, 8), stateful_step_count=40)

TestMatchesOnScreen = MatchesOnScreen.TestCase
TestMatchesOnScreen.settings = OFTEN
TestMatchesInPlainMode = MatchesInPlainMode.TestCase
TestMatchesInPlainMode.settings = OFTEN
