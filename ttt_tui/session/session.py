"""One run of the program: the current match, its storage, and the state that outlives a screen."""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ttt_tui.engine import Change, Game, Match, Setup, check_setup, is_valid_setup
from ttt_tui.engine.records import Record
from ttt_tui.errors import RecordError, SettingNotSaved, StoreBusy, StoreError
from ttt_tui.process.paths import NO_HOME, settings_path
from ttt_tui.process.permissions import EVERYTHING, Permissions
from ttt_tui.process.text import printable
from ttt_tui.session.engines import Engines, engine_levels
from ttt_tui.session.player_ratings import PlayerRatings
from ttt_tui.session.profile import EARLIER_NAMES, Preferences, Profile
from ttt_tui.session.seats import assignable_levels
from ttt_tui.session.setup_changes import without_open_seats
from ttt_tui.session.strength import with_matched_step
from ttt_tui.store.games import ClaimedGame, History
from ttt_tui.store.query import Query
from ttt_tui.store.recorder import Recorder
from ttt_tui.store.settings import Settings, save_setting
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

if TYPE_CHECKING:  # the searches are imported by the first review, puzzles by the first look at them
    from ttt_tui.analysis.review import GameReview
    from ttt_tui.session.puzzle_service import PuzzleService

DESCRIPTIONS = {EARLIER_NAMES: "your name", "opinion": "your second opinion"}
"""How warnings call a text that could not be stored, where its key would not tell."""

MATCHED_GAMES = "matched games"
"""The key of the uids of the latest games against an opponent that matches the user's strength."""

MOST_MATCHED = 50
"""The number of games that keep such an opponent when they are resumed."""

NO_LONGER_RATED = "This game is no longer rated"


class LeftMatch(NamedTuple):
    """A match that another one has replaced, and its recorder."""

    match: Match
    recorder: Recorder
    matches_strength: bool
    began: float | None


class Session:
    """One run of the program.

    `seed` decides random choices and ties. Without a `history` games are not stored. `permissions` say what
    else than playing is offered.
    """

    def __init__(
        self,
        seed: int = 0,
        history: StoreThread | None = None,
        settings: Settings | None = None,
        permissions: Permissions = EVERYTHING,
    ) -> None:
        self.seed = seed
        self.history = history
        self.permissions = permissions
        self.settings = settings or Settings()
        self.engines = Engines(self.settings.brains, history, permissions=permissions)
        """The engines that can play here."""
        self.warnings = [*self.settings.warnings, *self.engines.warnings]
        """Sentences that are shown once."""
        self.preferences = Preferences(self, self.settings.delay, self.settings.second_opinion)
        self.profile = Profile(self)
        self.ratings = PlayerRatings(
            history, lambda: self.profile.names, lambda: self.today(), is_on=self.settings.rated
        )
        """The user's ratings in games."""
        self.match: Match | None = None
        """The current match; one that was left can be resumed."""
        self.matches_strength = False
        """Whether the opponent in the next game of the current match is again as strong as the user."""
        self._matched_game = ""  # the latest game that was remembered for `resume`
        self._was_rated = False  # before the latest change of the match
        self.match_began: float | None = None
        """Monotonic time when the current match began, None if it was resumed."""
        self.recorder: Recorder | None = None
        """The recorder of the current match."""
        self.change_listener: Callable[[Match, Change], object] | None = None
        """Called after each change of the match, once the recorder has it."""
        self.only: Collection[str] | None = None
        """The logins that may join a match hosted here, None for all."""
        self.latest_review: GameReview | None = None
        """The latest review, as far as it got; not changed any more."""
        self.left_position: Setup | None = None
        """The set-up with the position that was last left in the editor without being used."""
        self.is_guest = False
        """Whether the match is a copy of one that another user hosts; only the host can resume it."""
        self.today: Callable[[], date] = date.today
        """Returns the local date."""
        self.when_recalled: Callable[[], object] = lambda: None
        """Called by the store's thread when the text has arrived for which `recall` found the store busy."""
        self._late_texts: dict[str, Query[str | None]] = {}
        self._unanswered = set[str]()
        self._unfinished = Query[Entry | None]()
        self._points = Query[Sequence[int]]()  # before the game with this uid
        self._points_of = ""
        self.key_pressed = time.monotonic()
        """Monotonic time of the latest key or click."""
        self.screen_is_idle = threading.Event()
        """Set while the screen is idle; a computer's search pauses while it is not."""
        self.screen_is_idle.set()

    @cached_property
    def puzzles(self) -> "PuzzleService":
        from ttt_tui.session.puzzle_service import PuzzleService

        return PuzzleService(self.history)

    def new_match(self, setup: Setup, *, matches_strength: bool = False) -> Match:
        """Start a new match, which becomes the current one; raises `InvalidSetup`.

        With `matches_strength`, the opponent of each following game is as strong as the user is by then.
        """
        self.release()
        self.matches_strength = matches_strength
        self.recorder = Recorder(self.history, rates=self.settings.rated)
        self.match = Match(self.shown(setup), self.seed, self._listener(self.recorder))
        self.match_began, self.is_guest = time.monotonic(), False
        self.seed += 1
        self.ratings.load()
        self._was_rated = self.settings.rated and self.ratings.would_count(self.match)
        return self.match

    def shown(self, setup: Setup) -> Setup:
        """Return a set-up whose squares are called by the user's coordinates."""
        return replace(setup, geometry=setup.geometry.shown_by(self.settings.coordinates))

    def next_setup(self, setup: Setup) -> Setup:
        """Return the set-up of the game after one with this set-up."""
        return with_matched_step(setup, self.ratings) if self.matches_strength else setup

    def match_from(self, game: Game, plies: int) -> Match:
        """Start a match that begins with the first `plies` moves of a game; it becomes the current one.

        All humans play at this terminal. The game counts as analysed, since its review was shown.
        """
        self.release()
        self.matches_strength = self._was_rated = False
        self.recorder = Recorder(self.history, rates=self.settings.rated)
        begun = Game(self.shown(without_open_seats(game.setup)), game.first)
        for move in game.moves[:plies]:
            begun.push(move)
        begun.is_analysed = True
        self.match = Match.resumed(begun, self.seed)
        self.match.listener = self._listener(self.recorder)
        self.match.listener(self.match, Change.STARTED)
        self.match_began, self.is_guest = time.monotonic(), False
        self.seed += 1
        return self.match

    def resume(self, entry: Entry, seconds: float = 0.0) -> Match:
        """Resume the match of a stored game, which becomes the current one.

        Waits at least `seconds` for the store. Raises `RecordError` or `StoreError`, and changes nothing
        then.
        """
        assert self.history is not None, "the entry came from it"
        return self.resume_claimed(entry, self.history.claim(entry.uid, seconds))

    def resume_claimed(self, entry: Entry, claimed: ClaimedGame) -> Match:
        """Resume the match of a stored game that this process has claimed."""
        assert self.history is not None, "the entry came from it"
        began = None
        if self.recorder is not None and self.recorder.uid == entry.uid:
            self.history.forget(self.recorder)  # the copy here must not be stored again
            began = self.match_began
        else:
            self.matches_strength = entry.uid in (self.recall(MATCHED_GAMES) or "").split()
            self.release()
        self.recorder = Recorder(self.history, rates=self.settings.rated)
        self.recorder.resume(claimed)
        self.match, self.match_began, self.is_guest = claimed.match, began, False
        self.match.show_by(self.settings.coordinates)
        self.match.listener = self._listener(self.recorder)
        self.ratings.load()
        self._was_rated = self.is_rated
        return self.match

    def follow(self, match: Match, games: Sequence[tuple[str, Record]], host: str) -> None:
        """Store a copy of a match that another user hosts; it becomes the current one.

        `games` are all of its games, each with its start as the store writes it; `host` is the user's login.
        """
        self.release()
        self.matches_strength = self._was_rated = False
        self.recorder = Recorder(self.history, rates=self.settings.rated)
        self.recorder.follow(match.seed, games, host)
        self.match, self.match_began, self.is_guest = match, None, True
        match.listener = self._listener(self.recorder)

    def follow_next(self, match: Match, started: str, game_id: str | None) -> None:
        """Continue the copy of a followed match with `match`, whose next game has begun."""
        self.match = match
        if self.recorder is not None:
            self.recorder.follow_next(match, started, game_id)
            match.listener = self._listener(self.recorder)

    @property
    def invited(self) -> Collection[str] | None:
        """The logins that may join the current match if it is hosted, None for all."""
        return None if self.recorder is None else self.recorder.invited

    def invite(self, logins: Iterable[str] | None) -> None:
        """Store the logins that may join the current match; None for all."""
        if self.recorder is not None:
            self.recorder.invite(logins)

    def started(self) -> str:
        """Return the start of the current game as the store writes times, empty if unknown."""
        return "" if self.recorder is None else self.recorder.started

    def _listener(self, recorder: Recorder) -> Callable[[Match, Change], None]:
        """Return a listener that stores each change of a match, then calls `change_listener`."""

        def listen(match: Match, change: Change) -> None:
            recorder(match, change)
            self.ratings.follow(match, recorder)
            if self._was_rated and not recorder.is_rated and change is not Change.STARTED:
                self.warnings.append(NO_LONGER_RATED)
            self._was_rated = self.is_rated
            if self.matches_strength and recorder.row_uid not in ("", self._matched_game):
                self._matched_game = recorder.row_uid
                self._remember_matched(recorder.row_uid)
            if self.change_listener is not None:
                self.change_listener(match, change)

        return listen

    def find_unfinished(self, when_done: Callable[[], object] | None = None) -> Entry | None:
        """Return the unfinished game that was played last; `when_done` is as in `Query.fetch`."""
        if self.history is None:
            return None
        try:
            return self._unfinished.fetch(
                self.history, lambda history: history.last_unfinished(can_be_played), when_done
            )
        except StoreError:
            return None

    def points_before(self, entry: Entry, when_done: Callable[[], object] | None = None) -> Sequence[int]:
        """Return the points of a stored game's match before that game, empty if unknown.

        `when_done` is as in `Query.fetch`.
        """
        if self.history is None:
            return ()
        if entry.uid != self._points_of:
            self._points.cancel()
            self._points, self._points_of = Query[Sequence[int]](), entry.uid
        try:
            points = self._points.fetch(
                self.history, lambda history: history.match_of(entry).points, when_done
            )
        except (RecordError, StoreError):
            points = None
        return points or ()

    @property
    def has_late_answer(self) -> bool:
        """Whether the store was too busy for `find_unfinished` or `points_before`, and has answered."""
        return self._unfinished.has_news or self._points.has_news

    @property
    def is_rated(self) -> bool:
        """Whether the current game is rated, as far as it was played."""
        return (
            self.match is not None
            and self.recorder is not None
            and self.ratings.counts(self.match, self.recorder)
        )

    @property
    def may_be_rated(self) -> bool:
        """Whether the current game is rated, or would be if ratings were turned on again."""
        recorder, match = self.recorder, self.match
        return (
            match is not None and recorder is not None and recorder.is_rated and self.ratings.can_rate(match)
        )

    def remember(self, key: str, value: str) -> None:
        """Store a text under a key, if anything can be stored."""
        if self.history is not None:
            self._late_texts.pop(key, Query()).cancel()
            self._unanswered.discard(key)
            self.history.set_value(key, value, DESCRIPTIONS.get(key, ""))

    def change_setting(self, name: str, value: str | float | bool | None) -> None:
        """Write a setting to the user's file, None for no value, and apply it from now on.

        Raises `SettingNotSaved`; then nothing changes.
        """
        if (path := settings_path()) is None:
            raise SettingNotSaved(NO_HOME)
        save_setting(path, name, value)
        changed: dict[str, Any] = {name: getattr(Settings(), name) if value is None else value}
        self.settings = replace(self.settings, **changed)
        if name == "coordinates" and self.match is not None:
            self.match.show_by(self.settings.coordinates)
        self.preferences.follow(self.settings.delay, self.settings.second_opinion)
        self.ratings.is_on = self.settings.rated and self.history is not None

    def recall(self, key: str) -> str | None:
        """Return the text under a key; None if there is none, or if the store does not answer.

        The next call after `when_recalled` returns the answer of a store that was busy.
        """
        if self.history is None:
            return None
        late = self._late_texts.setdefault(key, Query())
        self._unanswered.discard(key)
        if late.take():
            return late.answer
        try:
            if not late.is_open:
                return self.history.get_value(key)
        except StoreBusy:
            late.ask(self.history, lambda history: history.get_value(key), lambda: self.when_recalled())
        except StoreError:
            pass
        self._unanswered.add(key)
        return None

    def is_unanswered(self, key: str) -> bool:
        """Whether the latest `recall` of a key got no answer, so that None means nothing."""
        return key in self._unanswered

    def _remember_matched(self, uid: str) -> None:
        """Add a game, without waiting, to those that `resume` continues against a matched opponent."""

        def add(history: History) -> None:
            games = [each for each in (history.get_value(MATCHED_GAMES) or "").split() if each != uid]
            history.set_value(MATCHED_GAMES, " ".join([*games, uid][-MOST_MATCHED:]))

        if self.history is not None:
            self.history.write((MATCHED_GAMES, uid), add, "the opponent of your strength")

    def release(self) -> None:
        """Leave the current match for good: any terminal can resume it."""
        if self.recorder is not None:
            self.recorder.close()
            self.recorder = None

    def left_behind(self) -> LeftMatch | None:
        """Return the current match for a later `go_back`."""
        if self.match is None or self.recorder is None:
            return None
        return LeftMatch(self.match, self.recorder, self.matches_strength, self.match_began)

    def go_back(self, left: LeftMatch) -> Match:
        """Leave the current match, and return to an earlier one as it was."""
        self.release()
        self.recorder, self.match, self.match_began = left.recorder, left.match, left.began
        self.matches_strength = left.matches_strength
        self.match.show_by(self.settings.coordinates)
        self.recorder.hold()
        self._was_rated = self.is_rated
        return self.match

    def leave_match(self) -> None:
        """Release the current match so that any terminal can resume it; the user may return to it here.

        A shared match goes on until its connections are closed, and is released then.
        """
        if self.recorder is not None and self.change_listener is None and not self.is_guest:
            self.recorder.close()

    def unfinished_entry(self) -> Entry | None:
        """Return the current match's unfinished game as it is stored, after `leave_match`.

        None if the game was not released or is not stored, or if the store does not answer.
        """
        if self.history is None or self.recorder is None or self.match is None:
            return None
        if not self.recorder.is_released or self.match.game.outcome is not None:
            return None
        uid = self.recorder.row_uid
        try:
            return self.history.run(lambda history: history.find(uid), after_writes=True)
        except StoreError:
            return None

    def return_to_match(self, match: Match) -> Match:
        """Return to the current match as it was left; after a finished game start the next one."""
        if match.game.outcome is not None:
            match.next_game()
        elif self.recorder is not None:
            self.recorder.hold()
        return match

    def forget(self, uid: str) -> None:
        """Forget a game that was deleted, if it is the current one; `release` would store it again."""
        self.ratings.forget(uid)
        if self.history is not None and self.recorder is not None and self.recorder.uid == uid:
            self.history.forget(self.recorder)
            self.recorder = self.match = None

    def close(self) -> str | None:
        """Leave the current match, and wait a while for pending writes.

        Return a sentence about what could not be stored, None if nothing is lost.
        """
        if self.history is None:
            return None
        if self.recorder is not None:
            match = self.match
            if match is not None and match.game.outcome is not None and not match.is_over:
                match.next_game()  # so that there is a game to resume
            self.recorder.close()
        return self.history.close()

    def take_warnings(self) -> list[str]:
        """Return the warnings that were not shown yet."""
        found, self.warnings = self.warnings, []
        if self.history is not None:
            found += self.history.take_notices()
        if self.recorder is not None and self.recorder.warning:
            found.append(self.recorder.warning)
            self.recorder.warning = None
        return [printable(warning) for warning in found]

    @property
    def has_unfinished_game(self) -> bool:
        """Whether `--resume` will find the current game: begun, not finished, and stored."""
        match = self.match
        if match is None or match.game.outcome is not None or self.recorder is None:
            return False
        begun = bool(match.game.moves or match.game.undone) or match.game_number > 1
        return begun and self.recorder.is_offered and self.recorder.is_keeping


def check_playable(setup: Setup) -> None:
    """Raise an `InvalidSetup` unless all players of a set-up can play here; engines can be replaced."""
    check_setup(setup, assignable_levels(engine_levels(setup)))


def can_be_played(setup: Setup) -> bool:
    return is_valid_setup(setup, assignable_levels(engine_levels(setup)))
