"""Locks, moves, leaving and resuming in any order: what is stored is what a simple model says."""

import json
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.support.sampling import sampled
from tests.support.stores import patient, rows
from tests.support.strategies import make_setup
from ttt_tui.engine import MatchRules, NothingToRedo, NothingToUndo
from ttt_tui.errors import StoreBusy
from ttt_tui.session.session import Session


class Games(RuleBasedStateMachine):
    """One program and one lock. The model is a list of the stored games, each as its row should be."""

    def __init__(self) -> None:
        super().__init__()
        self.home = tempfile.TemporaryDirectory()
        self.path = Path(self.home.name, "history.db")
        self.history = patient(self.path)
        assert self.history.wait_until_open(30)
        self.session = Session(1, self.history)
        self.model: list[dict[str, Any]] = []
        self.current: dict[str, Any] | None = None
        """The game that is played; it is in the model once it is to be stored."""
        self.number = 1
        self.lock: sqlite3.Connection | None = None
        self.stored: list[dict[str, Any]] = []
        """What was in the file when it was locked."""
        self.theme: str | None = None

    def teardown(self) -> None:
        if self.lock is not None:
            self.lock.close()
        self.history.set_max_wait(30)
        assert self.session.close() is None
        self.leave()
        assert self.seen() == self.model
        self.home.cleanup()

    def seen(self) -> list[dict[str, Any]]:
        return [
            {
                "moves": json.loads(row["moves"]),
                "undone": json.loads(row["undone"]),
                "dropped": bool(row["dropped"]),
                "held": row["owner"] is not None,
                "match": row["match"],
            }
            for row in rows(self.path)
        ]

    def begin(self, number: int, match: int | None = None) -> None:
        """A game begins after the one that was played; the first one is stored with its first move."""
        self.current = {"moves": [], "undone": [], "dropped": False, "held": True, "match": match}
        self.number = number
        if number > 1:
            self.store()

    def store(self) -> None:
        assert self.current is not None
        self.model.append(self.current)
        self.current["match"] = self.current["match"] or len(self.model)

    def leave(self) -> None:
        if self.current is not None:
            self.current["held"] = False

    def note(self) -> None:
        assert self.current is not None
        assert self.session.match is not None
        game, geometry = self.session.match.game, self.session.match.setup.geometry
        for key, moves in (("moves", game.moves), ("undone", game.undone)):
            self.current[key] = [geometry.name(move.square or 0) for move in moves]
        if not any(game is self.current for game in self.model):
            self.store()

    # --- what happens ------------------------------------------------------------------------------------

    @precondition(lambda self: self.lock is None)
    @rule()
    def is_locked(self) -> None:
        self.stored = self.seen()
        self.lock = sqlite3.connect(self.path, isolation_level=None)
        self.lock.execute("BEGIN EXCLUSIVE")
        self.history.set_max_wait(0)

    @precondition(lambda self: self.lock is not None)
    @rule()
    def is_unlocked(self) -> None:
        assert self.lock is not None
        self.lock.close()
        self.lock = None
        self.history.set_max_wait(30)
        self.history.run(lambda history: None, after_writes=True)

    @rule()
    def new_match(self) -> None:
        self.leave()
        self.begin(1)
        self.session.new_match(make_setup(rules=MatchRules()))

    @precondition(lambda self: self.current is not None)
    @rule(number=st.integers(0, 8))
    def place(self, number: int) -> None:
        assert self.session.match is not None
        match = self.session.match
        if match.game.check(match.setup.geometry.squares[number]) is None:
            match.place(match.setup.geometry.squares[number])
            self.note()

    @precondition(lambda self: self.current is not None)
    @rule(back=st.booleans())
    def undo_or_redo(self, back: bool) -> None:
        assert self.session.match is not None
        try:
            if back:
                self.session.match.undo()
            else:
                self.session.match.redo()
        except (NothingToUndo, NothingToRedo):
            return
        self.note()

    @precondition(lambda self: self.current is not None)
    @rule()
    def next_game(self) -> None:
        assert self.session.match is not None
        assert self.current is not None
        before, is_over = self.current, self.session.match.game.outcome is not None
        before["held"], before["dropped"] = False, not is_over
        self.session.match.next_game()
        self.begin(self.number + is_over, before["match"])

    @rule()
    def resume(self) -> None:
        entry = self.session.find_unfinished()
        if entry is None:
            return
        try:
            self.session.resume(entry)
        except StoreBusy:
            assert self.lock is not None
            return
        assert self.lock is None
        self.leave()
        self.current, self.number = self.model[entry.id - 1], entry.number
        self.current["held"] = True

    @rule(theme=st.sampled_from(["dark", "light"]))
    def remember(self, theme: str) -> None:
        self.session.remember("theme", theme)
        self.theme = theme

    # --- what always holds -------------------------------------------------------------------------------

    @invariant()
    def what_is_stored_is_what_was_played_unless_it_is_locked(self) -> None:
        if self.lock is None:
            assert self.seen() == self.model
        else:
            assert self.seen() == self.stored
        recorder = self.session.recorder
        if recorder is not None:
            assert (
                recorder.is_keeping == (self.current is not None and self.seen() == self.model) or self.lock
            )

    @invariant()
    def what_was_remembered_is_remembered(self) -> None:
        assert self.session.recall("theme") == self.theme


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=sampled(40, 15), stateful_step_count=30, deadline=None)
