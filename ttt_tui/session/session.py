"""What outlives a screen: the match that is played, where it is kept, what the screen is doing."""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ttt_tui.engine import Change, Game, Match, Setup, problem
from ttt_tui.engine.record import Record
from ttt_tui.errors import ReadOnlyStore, RecordError, StoreBusy, StoreError
from ttt_tui.process.streams import printable
from ttt_tui.session.brains import Brains, brain_levels
from ttt_tui.session.person import EARLIER_NAMES, Profile
from ttt_tui.session.preferences import Preferences
from ttt_tui.session.seats import assignable_levels
from ttt_tui.session.setup_changes import closed
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.recorder import Recorder
from ttt_tui.store.settings import Settings
from ttt_tui.store.stored_game import Entry

if TYPE_CHECKING:  # the searches are imported by the first review, puzzles by the first look at them
    from ttt_tui.analysis.game_review import GameReview
    from ttt_tui.session.puzzle_service import PuzzleService

CALLED = {EARLIER_NAMES: "your name", "opinion": "your second opinion"}
"""What the user reads when a text could not be kept whose key would not say it."""

RESUMING_SECONDS = 2.0
"""How long a store that does not answer is waited for where nothing else can go on before it does."""


class Session:
    """One run of the program.

    `seed` decides random choices and ties. Without a `history` games are not kept, and `troubles`, sentences
    for the user to read once, say why.
    """

    def __init__(
        self,
        seed: int = 0,
        history: StoreThread | None = None,
        settings: Settings | None = None,
        troubles: tuple[str, ...] = (),
    ) -> None:
        self.seed = seed
        self.history = history
        self.settings = settings or Settings()
        self.brains = Brains(self.settings.brains, history)
        """The programs that may play here."""
        self.troubles = [*troubles, *self.settings.warnings, *self.brains.warnings]
        self.preferences = Preferences(self, self.settings.delay, self.settings.second_opinion)
        """How games are watched."""
        self.person = Profile(self)
        self.match: Match | None = None
        """The match that is played, or was left and can be returned to."""
        self.match_began: float | None = None
        """When that match began, by the monotonic clock; None if it was taken up again."""
        self.recorder: Recorder | None = None
        """What keeps that match."""
        self.audience: Callable[[Match, Change], object] | None = None
        """Who else is told of each change of the match, once it is kept."""
        self.only: Collection[str] | None = None
        """The logins of those who may join a match that is hosted here, None for everybody."""
        self.latest_review: GameReview | None = None
        """What is known of the game that was reviewed last; nobody changes it."""
        self.is_guest = False
        """Whether that match is a copy of one that another user hosts: only they can resume it."""
        self._resumable: Entry | None = None  # as far as was known last
        self.key_pressed = time.monotonic()
        """When the latest key or click arrived, by the monotonic clock."""
        self.screen_is_idle = threading.Event()
        """Set while the screen has nothing to do; a computer's search rests as long as it is not."""
        self.screen_is_idle.set()

    @cached_property
    def puzzles(self) -> "PuzzleService":
        """Where puzzles come from, and where attempts at them are kept."""
        from ttt_tui.session.puzzle_service import PuzzleService

        return PuzzleService(self.history)

    def new_match(self, setup: Setup) -> Match:
        """Return a new match, which is the current one from now on. The set-up must have no problem."""
        self.release()
        self.recorder = Recorder(self.history)
        self.match = Match(setup, self.seed, self._listener(self.recorder))
        self.match_began, self.is_guest = time.monotonic(), False
        self.seed += 1
        return self.match

    def match_from(self, game: Game, plies: int) -> Match:
        """Return a new match, the current one from now on, that begins with the first moves of a game.

        The players sit as they did, those of other terminals at this one. The game says that it was
        analysed: what is good here was told before.
        """
        self.release()
        self.recorder = Recorder(self.history)
        begun = Game(closed(game.setup), game.first)
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
        """Return the match of a stored game, which is the current one from now on.

        The store is waited for at least so many `seconds`. Raises `RecordError` or `StoreError` if that is
        not possible; nothing has changed then.
        """
        assert self.history is not None, "the entry came from it"
        taken = self.history.take_up(entry.uid, seconds)
        began = None
        if self.recorder is not None and self.recorder.uid != entry.uid:
            self.release()
        elif self.recorder is not None:  # it is taken up as it is; what it was is not kept again
            self.history.forget(self.recorder)
            began = self.match_began
        self.recorder = Recorder(self.history)
        self.recorder.resume(taken)
        self.match, self.match_began, self.is_guest = taken.match, began, False
        self.match.listener = self._listener(self.recorder)
        return self.match

    def follow(self, match: Match, games: Sequence[tuple[str, Record]], host: str) -> None:
        """Keep a copy of a match that another user hosts; it is the current one from now on.

        `games` are all of its games, each with the time when it was started, as the store writes it; `host`
        is the login of that user.
        """
        self.release()
        self.recorder = Recorder(self.history)
        self.recorder.follow(match.seed, games, host)
        self.match, self.match_began, self.is_guest = match, None, True
        match.listener = self._listener(self.recorder)

    def follow_next(self, match: Match, started: str, game_id: str | None) -> None:
        """Keep a copy of the match that is followed as another one, in which its next game has begun."""
        self.match = match
        if self.recorder is not None:
            self.recorder.follow_next(match, started, game_id)
            match.listener = self._listener(self.recorder)

    @property
    def invited(self) -> Collection[str] | None:
        """The logins of those who may join the current match if it is hosted, None for everybody."""
        return None if self.recorder is None else self.recorder.invited

    def invite(self, logins: Iterable[str] | None) -> None:
        """Keep with the current match who may join it; None for everybody."""
        if self.recorder is not None:
            self.recorder.invite(logins)

    def started(self) -> str:
        """Return when the current game was started, as the store writes it; nothing if that is not known."""
        return "" if self.recorder is None else self.recorder.started

    def game_id(self) -> str | None:
        """Return the current game's id, which guests' copies share; None if that is not known."""
        return None if self.recorder is None else self.recorder.shared_id

    def earlier_games(self) -> list[tuple[str, Record]]:
        """Return the current match's games before the current one, and when each of them was started."""
        return [] if self.recorder is None else self.recorder.earlier_games()

    def _listener(self, recorder: Recorder) -> Callable[[Match, Change], None]:
        """Return what keeps each change of a match, and then tells the others of it."""

        def listen(match: Match, change: Change) -> None:
            recorder(match, change)
            if self.audience is not None:
                self.audience(match, change)

        return listen

    def resumable(self) -> Entry | None:
        """Return the stored game to be offered: the unfinished one played last, as far as is known."""
        if self.history is None:
            return None
        try:
            self._resumable = self.history.last_unfinished(can_play=can_be_played)
        except StoreBusy:
            pass
        except StoreError:
            self._resumable = None
        return self._resumable

    def points_before(self, entry: Entry) -> Sequence[int]:
        """Return what each player had won in the match before a stored game, nothing if that is not known."""
        if self.history is None:
            return ()
        try:
            return self.history.ask(lambda history: history.match_of(entry)).points
        except (RecordError, StoreError):
            return ()

    def remember(self, key: str, value: str) -> None:
        """Keep a text for the next start, if anything can be kept."""
        if self.history is not None:
            self.history.remember(key, value, CALLED.get(key, ""))

    def remembered(self, key: str) -> str | None:
        """Return a text that was kept, None if there is none."""
        if self.history is None:
            return None
        try:
            return self.history.remembered(key)
        except StoreError:
            return None

    def release(self) -> None:
        """Leave the current match: any terminal may take it up."""
        if self.recorder is not None:
            self.recorder.close()
            self.recorder = None

    def leave_match(self) -> None:
        """Release the current match, to which the user may return, so that any terminal can resume it.

        A match with users at other terminals goes on until their connection is closed; it is released then.
        """
        if self.recorder is not None and self.audience is None and not self.is_guest:
            self.recorder.close()

    def left_entry(self) -> Entry | None:
        """Return the current match's unfinished game as it is stored, after `leave_match` has released it.

        None if it was not released, if nothing of it is stored, or if the store does not answer.
        """
        if self.history is None or self.recorder is None or self.match is None:
            return None
        if not self.recorder.is_released or self.match.game.outcome is not None:
            return None
        uid = self.recorder.row_uid
        try:
            return self.history.ask(lambda history: history.find(uid), in_order=True)
        except StoreError:
            return None

    def return_to_match(self, match: Match) -> Match:
        """Return the current match as it was left; after a finished game begin the next one."""
        if match.game.outcome is not None:
            match.next_game()
        elif self.recorder is not None:
            self.recorder.hold()
        return match

    def forget(self, uid: str) -> None:
        """Let go of a game that was deleted: if it is the one that was left, nobody returns to it.

        Giving it up as `release` does would store it anew.
        """
        if self.history is not None and self.recorder is not None and self.recorder.uid == uid:
            self.history.forget(self.recorder)
            self.recorder = self.match = None

    def close(self) -> str | None:
        """Leave the current match, and give the history a while for what it is late with.

        Return a sentence about what could not be kept, None if all was, or if nothing ever could be.
        """
        if self.history is None:
            return None
        if self.recorder is not None:
            self._begin_next_game()
            self.recorder.close()
        return self.history.close()

    def take_troubles(self) -> list[str]:
        """Return what the user has to be told, once."""
        told, self.troubles = self.troubles, []
        if self.history is not None:
            told += self.history.news()
        if self.recorder is not None and self.recorder.trouble:
            told.append(self.recorder.trouble)
            self.recorder.trouble = None
        return [printable(trouble) for trouble in told]

    def _begin_next_game(self) -> None:
        """Between two games of a match begin the next one: else there would be nothing to go on with."""
        match = self.match
        if match is not None and match.game.outcome is not None and not match.is_over:
            match.next_game()

    @property
    def has_unfinished_game(self) -> bool:
        """Whether `--resume` alone goes on with the current game later: begun, not ended, and kept."""
        match = self.match
        if match is None or match.game.outcome is not None or self.recorder is None:
            return False
        begun = bool(match.game.moves or match.game.undone) or match.game_number > 1
        return begun and self.recorder.is_offered and self.recorder.is_keeping


def obstacle(setup: Setup) -> str | None:
    """Return why the players of a set-up cannot all play here, None if they can; brains can be replaced."""
    return problem(setup, assignable_levels(brain_levels(setup)))


def can_be_played(setup: Setup) -> bool:
    """Return whether the players of a set-up can all play here."""
    return obstacle(setup) is None


def find_resumable(history: StoreThread | None, wanted: int | Entry | None = None) -> Entry | str:
    """Return the stored game to go on with, or why there is none.

    `wanted` is its number or what was known of it before, None for the game that was played last.

    Nothing can be done before it is known, so a store that is slow to answer is waited for. Raises
    `StoreError` if it does not answer, or if nothing can be kept in it: then no game can be gone on with.
    """
    if history is None:
        return "no game can be resumed: games are not saved here"
    copy = None
    if wanted is None:
        entry = history.last_unfinished(RESUMING_SECONDS, can_be_played)
        copy = history.last_copy(RESUMING_SECONDS) if entry is None else None
    else:
        entry = history.find(wanted.uid if isinstance(wanted, Entry) else wanted, RESUMING_SECONDS)
    if entry is None:
        if wanted is None:
            return "; ".join(filter(None, ("no unfinished game to resume", copy and copied(copy))))
        number = wanted.id if isinstance(wanted, Entry) else wanted
        return f"no game {number}; see `ttt-tui history list`"
    if entry.is_finished:
        return f"game {entry.id} is finished; see `ttt-tui history show {entry.id}`"
    if entry.host is not None:
        return copied(entry)
    if reason := obstacle(entry.setup):
        return f"game {entry.id} cannot be played here: {reason}; see `ttt-tui history show {entry.id}`"
    try:
        entry.game()
    except ValueError as error:
        return str(error)
    if history.is_read_only:
        raise ReadOnlyStore
    return entry


def copied(entry: Entry) -> str:
    """Return why a guest's copy of a game cannot be gone on with, and who can do so."""
    return f"game {entry.id} is a copy of {entry.host}'s game; rejoin with `ttt-tui --join {entry.host}`"
