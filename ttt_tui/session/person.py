"""Whoever sits at this terminal, as far as that is remembered: their name, their score, what they played."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Generic, Protocol, TypeVar

from ttt_tui.computer import LEVELS
from ttt_tui.engine import Game, Geometry, Setup, name_problem, problem
from ttt_tui.engine.record_json import setup_from_data, setup_to_data
from ttt_tui.errors import RecordError
from ttt_tui.session.brains import Brains
from ttt_tui.session.presets import PRESETS, YOU, Preset, numbered, renamed, with_usual_names
from ttt_tui.session.seats import assignable_levels
from ttt_tui.session.setup_changes import common_level, has_open_seat, is_still, with_level
from ttt_tui.session.texts import KeyValueStore
from ttt_tui.store.games import History
from ttt_tui.store.statistics import Duels, Score
from ttt_tui.store.thread import Job, StoreThread

T = TypeVar("T")

NAME = "name"
EARLIER_NAMES = "earlier names"
"""Under what the names are remembered that they told before the present one."""
MOST_EARLIER_NAMES = 20
"""How many of those, the latest: each is looked for among all games."""
LAST_SETUP = "last set-up"
"""Under what the set-up that was played last is remembered, with the name of its preset."""
LAST_LEVELS = "last levels"
"""Under what the computers' level in the latest match of each preset is remembered."""
LARGEST_REMEMBERED = 200_000
"""Characters of each of these that are read: a set-up with the most players takes 3,000."""


class ProfileBackend(KeyValueStore, Protocol):
    """What a session has that a person is remembered by."""

    history: StoreThread | None
    brains: Brains


def all_names(remembered: Callable[[str], str | None]) -> list[str]:
    """Return all that somebody has been called, first what they are called now, from what is remembered."""
    name = remembered(NAME)
    now = YOU if name is None or name_problem(name) is not None else name
    return list(dict.fromkeys((now, *earlier_names(remembered), YOU)))


def earlier_names(remembered: Callable[[str], str | None]) -> list[str]:
    """Return what somebody was called before, as far as that is remembered."""
    names = _value(remembered(EARLIER_NAMES))
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [*islice((name for name in texts if name_problem(name) is None), MOST_EARLIER_NAMES)]


def _value(text: str | None) -> object:
    """Return the JSON value of a text that is remembered, None if there is none that can be read."""
    if text is None or len(text) > LARGEST_REMEMBERED:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class Profile:
    """Remembered by the store, and without one as long as the program runs."""

    def __init__(self, memory: ProfileBackend) -> None:
        self._memory = memory
        self._name = ""
        self._earlier: list[str] | None = None
        self._levels: dict[str, str] = {}
        self._score = _StoreQuery[Score]()
        self._latest = _StoreQuery[Game | None]()
        self._duels = _StoreQuery[Duels]()

    # --- name --------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """What they are called: "You" as long as they have not told."""
        if not self._name:
            remembered = self._memory.remembered(NAME)
            if remembered is not None and name_problem(remembered) is None:
                self._name = remembered
        return self._name or YOU

    def rename(self, name: str) -> None:
        """Call them this from now on. The name must have no problem."""
        known = dict.fromkeys(
            (*self.names, *earlier_names(self._memory.remembered))
        )  # it may be known only now
        earlier = [before for before in known if before not in (name, YOU)][:MOST_EARLIER_NAMES]
        self._memory.remember(EARLIER_NAMES, json.dumps(earlier, ensure_ascii=False))
        self._earlier = earlier
        self._name = name
        self._memory.remember(NAME, name)

    @property
    def names(self) -> list[str]:
        """All that they have been called, first what they are called now."""
        if self._earlier is None:
            self._earlier = earlier_names(self._memory.remembered)
        return list(dict.fromkeys((self.name, *self._earlier, YOU)))

    def called(self, setup: Setup) -> Setup:
        """Return a set-up in which they have their name; among several people nobody is just "You"."""
        return numbered(setup) if self.name == YOU else renamed(setup, self.name)

    # --- what was played ---------------------------------------------------------------------------------

    def make(self, preset: Preset) -> Setup:
        """Return a preset's set-up with their name and the level that they last played it on.

        That was perhaps a brain, on a board that was changed so that it could play.
        """
        setup = self.called(preset.make())
        is_mixed = common_level(setup) is None  # then its levels are what makes it the game that it is
        level = None if is_mixed else self._known_levels().get(preset.name)
        leveled = setup if level is None else with_level(setup, level)
        return setup if problem(leveled) else leveled

    def last(self) -> tuple[str, Setup] | None:
        """Return what was played last at this terminal, as far as that is known and still possible.

        It comes with its preset's name. A set-up with an open seat, which earlier versions have kept, is
        ignored, so that Enter on the first page never hosts by itself.
        """
        last = self._remembered(LAST_SETUP)
        if not isinstance(last, dict):
            return None
        try:
            setup = self.called(setup_from_data(last.get("setup")))
        except RecordError:
            return None
        setup = replace(setup, players=with_usual_names(setup.players))  # earlier versions gave other names
        preset = last.get("preset")
        name = preset if isinstance(preset, str) and preset in PRESETS else "custom"
        if has_open_seat(setup) or problem(setup, assignable_levels(self._memory.brains.levels)) is not None:
            return None
        return name if is_still(setup, PRESETS[name]) else "custom", setup

    def played(self, preset: str, setup: Setup) -> None:
        """Remember that a match is played, and under which preset's name; of a hosted one nothing is."""
        if has_open_seat(setup):
            return
        last = {"preset": preset, "setup": setup_to_data(setup)}
        self._memory.remember(LAST_SETUP, json.dumps(last, ensure_ascii=False))
        if (level := common_level(setup)) is not None:
            levels = {**self._known_levels(), preset: level}
            if levels != self._levels:
                self._levels = levels
                self._memory.remember(LAST_LEVELS, json.dumps(levels))

    def _known_levels(self) -> dict[str, str]:
        """Return the level of each preset that was played."""
        if not self._levels:
            levels = self._remembered(LAST_LEVELS)
            known = (*LEVELS, *self._memory.brains.levels)
            if isinstance(levels, dict):
                self._levels = {name: level for name, level in levels.items() if level in known}
        return self._levels

    def _remembered(self, key: str) -> object:
        """Return the JSON value that is stored under a key, None if there is none that can be read."""
        return _value(self._memory.remembered(key))

    # --- what the store tells ----------------------------------------------------------------------------

    def ask_score(self) -> None:
        """Ask for their score. Nothing is waited for: `score` and `duel` know it when it has come.

        What was played under an earlier name counts, and what was played before any was told: whoever is at
        this terminal did that, whatever they are called now.
        """
        names = self.names
        self._score.ask(self._memory.history, lambda history: history.score(names))
        self._duels.ask(self._memory.history, lambda history: history.duels(names))

    def ask_latest(self, geometry: Geometry) -> None:
        """Ask for the finished game that was played last on a board, for `latest`."""
        self._latest.ask(self._memory.history, lambda history: _latest_on(history, geometry))

    @property
    def is_asking(self) -> bool:
        """Whether the store has not answered yet."""
        return self._score.is_open or self._latest.is_open or self._duels.is_open

    @property
    def score(self) -> Score | None:
        """Their score, as far as it is known."""
        return self._score.answer

    def latest(self, geometry: Geometry) -> Game | None:
        """Return the finished game that was played last on this board, as far as it is known."""
        game = self._latest.answer
        return game if game is not None and game.setup.geometry == geometry else None

    def duel(self, setup: Setup) -> tuple[int, int] | None:
        """Return how often they won and lost against the only other player of this set-up, a computer.

        None as long as that is not known, if they have not met on this board, and with other players.
        """
        duels = self._duels.answer
        levels = [player.level for player in setup.players if player.is_computer]
        if duels is None or (len(levels), len(setup.players)) != (1, 2):
            return None
        return duels.get((setup.geometry, levels[0]))


def _latest_on(history: History, geometry: Geometry) -> Game | None:
    entry = history.latest_on(geometry)
    try:
        return None if entry is None else entry.game()
    except RecordError:
        return None


class _StoreQuery(Generic[T]):
    """A question to the store that nobody waits for, and the latest answer to it."""

    def __init__(self) -> None:
        self._history: StoreThread | None = None
        self._asked: Job[T] | None = None
        self._answer: T | None = None

    def ask(self, history: StoreThread | None, work: Callable[[History], T]) -> None:
        """Ask; what was asked before is not waited for any more."""
        if self._asked is not None and self._history is not None:
            self._history.cancel(self._asked)
        self._history = history
        self._asked = None if history is None else history.submit(work)

    @property
    def is_open(self) -> bool:
        """Whether there is no answer to what was asked last."""
        return self._asked is not None and not self._asked.is_done

    @property
    def answer(self) -> T | None:
        """The latest answer, None if there is none."""
        if self._asked is not None and self._asked.is_done:
            if self._asked.error is None:
                self._answer = self._asked.result
            self._asked = None
        return self._answer
