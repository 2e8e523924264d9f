"""Matches as they come: whatever people and computers do, in any order, the model does too."""

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from textual.worker import WorkerState

from tests.session.drivers import ControllerDriver, DialogueDriver, Driver, expected
from tests.session.model import (
    COMPUTER,
    PERSON,
    Command,
    DialogueModel,
    Model,
    Refused,
    ScreenModel,
    Table,
    words,
)
from tests.support.reference import Cell
from tests.support.sampling import sampled
from tests.support.stores import rows

OFF_THE_BOARD = (-1, -1)

H, C = False, True
SEATS = ((H, C), (C, C), (H, H), (C, H), (H, C, C), (C, H, H), (C, C, C), (H, C, H))
"""Who is a computer."""


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Small boards, on which games end; two players or three."""
    columns, rows, k = draw(st.sampled_from([(3, 3, 3), (4, 3, 3), (3, 4, 4), (4, 4, 3), (4, 4, 4)]))
    return Table(
        columns,
        rows,
        k,
        draw(st.sampled_from(SEATS)) if columns + rows > 7 else draw(st.sampled_from(SEATS[:4])),
        draw(st.sampled_from([None, 1, 2])),
        draw(st.sampled_from([None, 1, 2])),
        draw(st.sampled_from(["turn", "first", "loser"])),
    )


class Matches(RuleBasedStateMachine):
    """What holds wherever a match is played."""

    make_driver: type[ControllerDriver] | type[DialogueDriver]
    make_model: type[ScreenModel] | type[DialogueModel]
    driver: Driver
    model: ScreenModel | DialogueModel

    @initialize(table=tables())
    def start(self, table: Table) -> None:
        self.model = self.make_model(table)
        self.driver = self.make_driver(table)
        self._tried: set[str] = set()

    def teardown(self) -> None:
        if hasattr(self, "driver"):
            self.driver.close()

    def is_new(self, name: str) -> bool:
        """Whether something has not been done since the game changed: once more it is seldom news."""
        return name not in self._tried

    # --- what the user does

    def do(self, name: str, about: object = None) -> None:
        """The same on both sides; what the model refuses has to be refused, and nothing else."""
        command: Command = name, about
        moves, refusals = list(self.model.game.moves), []
        for side in (self.model, self.driver):
            try:
                side.do(command)
                refusals.append(False)
            except Refused:
                refusals.append(True)
        assert refusals[0] == refusals[1], f"{command}: refused by {refusals}"
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

    @precondition(lambda self: self.is_new("resign"))
    @rule()
    def resign(self) -> None:
        self.do("resign")

    # --- what computers do

    @precondition(lambda self: self.model.thinking)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        cell = self.draw_empty(data)
        self.model.answer(cell)
        self.driver.answer(cell)
        self._tried.clear()

    @precondition(lambda self: self.model.thinking and self.is_new("fail"))
    @rule()
    def fail(self) -> None:
        self.model.answer(None)
        self.driver.answer(RuntimeError("no idea"))
        self._tried.add("fail")

    # --- from process to process

    @precondition(lambda self: self.is_new("restart"))
    @rule()
    def restart(self) -> None:
        """The program is left, whatever a computer is thinking about, and started again."""
        is_kept = self.model.can_be_resumed
        self.model.asked = 0
        if is_kept:
            self.model.seat_again()
        else:
            self.model.new_match()
        self.driver.restart(is_kept)
        self._tried.add("restart")

    # --- what has to hold after each of these

    @precondition(lambda self: self.model.thinking and self.is_new("fail"))
    @rule(data=st.data())
    def answer_what_is_not_possible(self, data: st.DataObject) -> None:
        stones = list(self.model.game.board().cells)
        cell = data.draw(st.sampled_from([*stones, OFF_THE_BOARD]), "cell")
        self.model.answer(None)
        self.driver.answer(cell)
        self._tried.add("fail")

    @invariant()
    def compare(self) -> None:
        if hasattr(self, "driver"):
            assert self.driver.view() == expected(self.model)
            assert not (self.model.thinking and self.model.is_humans_turn)
            self.driver.check(self.model)
            self._compare_store(self.model)

    def _compare_store(self, model: Model) -> None:
        kept = [game for game in model.stored if game.is_kept]
        numbers: dict[int, int] = {}  # of the first stored game of each match
        for number, game in enumerate(kept, 1):
            numbers.setdefault(game.match, number)
        if model.game.is_kept:
            players = json.loads(rows(self.driver.path)[-1]["setup"])["players"]
            assert [player["level"] != PERSON for player in players] == [*model.table.computers]
        stored = [
            (
                row["match"], row["number"], row["first"],
                json.loads(row["moves"]), json.loads(row["undone"]),
                row["result"], bool(row["dropped"]), row["owner"] is not None,
            )
            for row in rows(self.driver.path)
        ]  # fmt: skip
        assert stored == [
            (
                numbers[game.match], game.number, game.first,
                words(game.moves), words(game.undone),
                game.result_words, game.is_dropped, game.is_held,
            )
            for game in kept
        ]  # fmt: skip


class MatchesOnScreen(Matches):
    """`Controller`, and computers that answer late, never, twice, or when nobody waits for it any more."""

    make_driver = ControllerDriver
    make_model = ScreenModel
    driver: ControllerDriver
    model: ScreenModel

    @precondition(lambda self: self.is_new("next_game"))
    @rule()
    def next_game(self) -> None:
        self.do("next_game")

    @rule(name=st.sampled_from(["pause", "step", "move_now"]))
    def pace(self, name: str) -> None:
        self.do(name)

    @precondition(lambda self: self.model.game.moves)
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
        self.driver.change_delay(by)
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
    @rule()
    def leave_and_come_back(self) -> None:
        self.model.asked = 0
        self.model.seat_again()
        self.driver.come_back()
        self._tried.add("leave")


class MatchesInPlainMode(Matches):
    """`Plain`, in which what is typed while a computer thinks is done afterwards."""

    make_driver = DialogueDriver
    make_model = DialogueModel
    driver: DialogueDriver
    model: DialogueModel

    @precondition(lambda self: self.is_new("seat"))
    @rule(who=st.sampled_from([PERSON, COMPUTER]))
    def give_seat(self, who: str) -> None:
        """Another goes on for the computer to move."""
        self.do("seat", who)
        self._tried.discard("fail")

    @rule(name=st.sampled_from(["new", "enter"]))
    def go_on(self, name: str) -> None:
        self.do(name)


OFTEN = settings(max_examples=sampled(150, 10), stateful_step_count=40)

TestMatchesOnScreen = MatchesOnScreen.TestCase
TestMatchesOnScreen.settings = OFTEN
TestMatchesInPlainMode = MatchesInPlainMode.TestCase
TestMatchesInPlainMode.settings = OFTEN
