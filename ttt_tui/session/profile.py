"""The user at this terminal: name, score, last set-up and preferences, as far as they are stored."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from ttt_tui.computer import LEVELS
from ttt_tui.engine import Game, Geometry, Setup, is_valid_name, is_valid_setup
from ttt_tui.engine.records.json import setup_from_data, setup_to_data
from ttt_tui.errors import RecordError
from ttt_tui.session.player_ratings import PlayerRatings
from ttt_tui.session.presets import PRESETS, YOU, Preset, numbered, renamed, with_usual_names
from ttt_tui.session.seats import assignable_levels
from ttt_tui.session.setup_changes import common_level, has_open_seat, is_game_of, with_level
from ttt_tui.session.strength import MATCHED, suggested_level, with_matched_step
from ttt_tui.store.games import History
from ttt_tui.store.query import Query
from ttt_tui.store.statistics import Duels, Score

if TYPE_CHECKING:
    from ttt_tui.session.session import Session


NAME = "name"
EARLIER_NAMES = "earlier names"
"""The key of the names before the present one."""
MOST_EARLIER_NAMES = 20
"""How many of those are kept, the latest; each is searched for among all games."""
LAST_SETUP = "last set-up"
"""The key of the set-up that was played last, with the name of its preset."""
LAST_LEVELS = "last levels"
"""The key of the computers' level in the latest match of each preset."""
LARGEST_VALUE = 200_000
"""Characters; a longer text is not read. A set-up with the most players takes 3,000."""


def all_names(remembered: Callable[[str], str | None]) -> list[str]:
    """Return all names that are stored of the user, the present one first."""
    name = remembered(NAME)
    now = name if name is not None and is_valid_name(name) else YOU
    return list(dict.fromkeys((now, *earlier_names(remembered), YOU)))


def earlier_names(remembered: Callable[[str], str | None]) -> list[str]:
    """Return the stored names before the present one, latest first."""
    names = _value(remembered(EARLIER_NAMES))
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [*islice(filter(is_valid_name, texts), MOST_EARLIER_NAMES)]


def _value(text: str | None) -> object:
    """Return the value of a JSON text, None if it is missing, too long or invalid."""
    if text is None or len(text) > LARGEST_VALUE:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class Profile:
    """The user's name, score and latest games, stored if there is a store."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._name = ""
        self._earlier: list[str] | None = None
        self._levels: dict[str, str] | None = None
        self._score = Query[Score]()
        self._latest = Query[Game | None]()
        self._duels = Query[Duels]()

    @property
    def ratings(self) -> PlayerRatings:
        """The user's ratings in games, as far as the store has answered."""
        return self._session.ratings

    # --- name --------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The user's name, "You" until the user sets one."""
        if not self._name:
            remembered = self._session.recall(NAME)
            if remembered is not None and is_valid_name(remembered):
                self._name = remembered
        return self._name or YOU

    def rename(self, name: str) -> None:
        """Change the user's name to a valid one."""
        known = dict.fromkeys((*self.names, *earlier_names(self._session.recall)))  # it may be known only now
        earlier = [before for before in known if before not in (name, YOU)][:MOST_EARLIER_NAMES]
        self._session.remember(EARLIER_NAMES, json.dumps(earlier, ensure_ascii=False))
        self._earlier = earlier
        self._name = name
        self._session.remember(NAME, name)

    @property
    def names(self) -> list[str]:
        """All names of the user, the present one first."""
        earlier = self._earlier
        if earlier is None:
            earlier = earlier_names(self._session.recall)
            if not self._session.is_unanswered(EARLIER_NAMES):
                self._earlier = earlier
        return list(dict.fromkeys((self.name, *earlier, YOU)))

    def name_humans(self, setup: Setup) -> Setup:
        """Return the set-up with the user's name; several humans have numbers instead of "You"."""
        return numbered(setup) if self.name == YOU else renamed(setup, self.name)

    # --- what was played ---------------------------------------------------------------------------------

    def make(self, preset: Preset) -> Setup:
        """Return a preset's set-up with the user's name and the level of its latest match.

        Without such a match it has the step as strong as the user, once that is known. A level that cannot
        play the preset, such as an engine on a small board, is ignored.
        """
        setup = self.name_humans(preset.make())
        if self.matches_strength(preset.name, setup):
            return with_matched_step(setup, self.ratings)
        is_mixed = common_level(setup) is None  # then the levels are part of the preset
        level = None if is_mixed else self._known_levels().get(preset.name)
        leveled = setup if level in (None, MATCHED) else with_level(setup, level)
        return leveled if is_valid_setup(leveled) else setup

    def prefers_match(self, preset: str) -> bool:
        """Whether the user wants an opponent of equal strength in a preset: by default in all."""
        return self._known_levels().get(preset, MATCHED) == MATCHED

    def matches_strength(self, preset: str, setup: Setup) -> bool:
        """Whether an opponent of equal strength is wanted in a preset, and known for this set-up."""
        return self.prefers_match(preset) and suggested_level(setup, self.ratings) is not None

    def last(self) -> tuple[str, Setup] | None:
        """Return the preset's name and the set-up of the latest match here, None if it cannot be played.

        A set-up with an open seat, which earlier versions stored, is ignored, so that Enter on the main menu
        never hosts by itself.
        """
        last = _value(self._session.recall(LAST_SETUP))
        if not isinstance(last, dict):
            return None
        try:
            setup = self.name_humans(setup_from_data(last.get("setup")))
        except RecordError:
            return None
        setup = replace(setup, players=with_usual_names(setup.players))  # earlier versions gave other names
        preset = last.get("preset")
        name = preset if isinstance(preset, str) and preset in PRESETS else "custom"
        if has_open_seat(setup) or not is_valid_setup(setup, assignable_levels(self._session.engines.levels)):
            return None
        return name if is_game_of(setup, PRESETS[name]) else "custom", setup

    def record_played(self, preset: str, setup: Setup, *, matches_strength: bool = False) -> None:
        """Store the set-up of a match that begins and its preset's name, unless it is hosted.

        The preset's own level counts as the user's choice only once another level is suggested.
        """
        if has_open_seat(setup):
            return
        last = {"preset": preset, "setup": setup_to_data(setup)}
        self._session.remember(LAST_SETUP, json.dumps(last, ensure_ascii=False))
        level = MATCHED if matches_strength else common_level(setup)
        if level is not None:
            known = self._known_levels()
            levels = {**known, preset: level}
            if level in PRESETS[preset].levels and suggested_level(setup, self.ratings) is None:
                del levels[preset]
            if levels != known:
                self._levels = levels
                self._session.remember(LAST_LEVELS, json.dumps(levels))

    def record_level(self, setup: Setup) -> None:
        """Store the set-up of a match against another level if the latest match was of that game."""
        last = self.last()
        if last is not None and (last[1].geometry, len(last[1].players)) == (
            setup.geometry,
            len(setup.players),
        ):
            self.record_played(last[0], setup)

    def _known_levels(self) -> dict[str, str]:
        """Return the latest level of each preset played; query the store until it answers."""
        if self._levels is None:
            levels = _value(self._session.recall(LAST_LEVELS))
            if self._session.is_unanswered(LAST_LEVELS):
                return {}
            stored = levels if isinstance(levels, dict) else {}
            known = (*LEVELS, *self._session.engines.levels, MATCHED)
            self._levels = {name: level for name, level in stored.items() if level in known}
        return self._levels

    # --- score and latest game, from the store -----------------------------------------------------------

    def request_score(self, when_done: Callable[[], object] | None = None) -> None:
        """Ask the store for score and ratings without waiting; `score`, `duel` and `ratings` read them.

        Games under earlier names count, and so do games from before any name was set. The store's thread
        calls `when_done` after each answer.
        """
        names = self.names
        self.ratings.request(when_done)
        self._score.ask(self._session.history, lambda history: history.score(names), when_done)
        self._duels.ask(self._session.history, lambda history: history.duels(names), when_done)

    def request_latest(self, geometry: Geometry, when_done: Callable[[], object] | None = None) -> None:
        """Ask the store, without waiting, for the finished game played last on a board, for `latest`.

        The store's thread calls `when_done` after the answer.
        """
        self._latest.ask(self._session.history, lambda history: _latest_on(history, geometry), when_done)

    @property
    def is_loading(self) -> bool:
        open_queries = (self._score.is_open, self._latest.is_open, self._duels.is_open)
        return any(open_queries) or self.ratings.is_loading

    @property
    def score(self) -> Score | None:
        return self._score.answer

    def latest(self, geometry: Geometry) -> Game | None:
        """Return the finished game played last on this board, None if it has not arrived."""
        game = self._latest.answer
        return game if game is not None and game.setup.geometry == geometry else None

    def duel(self, setup: Setup) -> tuple[int, int] | None:
        """Return wins and losses against the computer of this set-up on this board.

        None if they have not arrived, if there were no games, and unless one human plays one computer.
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


DELAYS = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0)
"""Seconds that a computer's stone stays before the next one, to choose from."""


class _Switch:
    """A preference of `Preferences` that is true or false, stored as one of two words."""

    def __init__(self, key: str, yes: str, no: str) -> None:
        self._key, self._yes, self._no = key, yes, no

    def __get__(self, preferences: "Preferences", owner: type) -> bool:
        return preferences._text(self._key) == self._yes

    def __set__(self, preferences: "Preferences", value: bool) -> None:
        preferences._keep(self._key, self._yes if value else self._no)


class Preferences:
    """How the user likes to watch games: read from the store until it answers, and stored at every change.

    `delay` and `opinion` come from the settings, None if unset; they override stored choices.
    """

    def __init__(self, session: "Session", delay: float | None = None, opinion: str | None = None) -> None:
        self._session = session
        self._set_delay = delay
        self._set_opinion = opinion
        self._known: dict[str, str | None] = {}
        self._chosen: set[str] = set()  # in this run of the program

    def follow(self, delay: float | None, opinion: str | None) -> None:
        """Apply settings that have just changed, overriding earlier choices."""
        self._set_delay, self._set_opinion = delay, opinion
        self._chosen -= {"delay", "opinion"}

    @property
    def delay(self) -> float:
        """Seconds that a computer's stone stays; the settings override the latest choice."""
        if self._set_delay is not None and "delay" not in self._chosen:
            return self._set_delay
        return next((delay for delay in DELAYS if f"{delay:g}" == self._text("delay")), 0.3)

    @delay.setter
    def delay(self, seconds: float) -> None:
        self._keep("delay", f"{seconds:g}")

    hides_panel = _Switch("panel", "hidden", "shown")
    """Whether the panel is hidden even where there is room for it."""
    shows_figures = _Switch("figures", "shown", "hidden")
    """Whether a search is shown in figures: time, depth, positions, score."""
    shows_numbers = _Switch("numbers", "shown", "hidden")
    """Whether stones show the numbers of their moves."""
    analyses = _Switch("analysis", "on", "off")
    """Whether running games are analysed where no human plays a computer."""

    @property
    def opinion(self) -> str:
        """The name of the engine for analyses and reviews, empty for our own search."""
        if self._set_opinion is not None and "opinion" not in self._chosen:
            return self._set_opinion
        return self._text("opinion") or ""

    @opinion.setter
    def opinion(self, name: str) -> None:
        self._keep("opinion", name)

    def _text(self, key: str) -> str | None:
        if key not in self._known:
            text = self._session.recall(key)
            if self._session.is_unanswered(key):
                return None
            self._known[key] = text
        return self._known[key]

    def _keep(self, key: str, text: str) -> None:
        self._known[key] = text
        self._chosen.add(key)
        self._session.remember(key, text)
