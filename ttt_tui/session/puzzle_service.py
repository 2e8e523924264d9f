"""Hands out puzzles and keeps what becomes of them: the daily one, one as difficult as wanted, own mistakes.

Nothing is waited for longer than the screen waits for anything. Without a store, or with one that does not
answer, there are puzzles all the same, and what is known is what happened in this run of the program.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from random import Random

from ttt_tui.errors import StoreBusy, StoreError
from ttt_tui.puzzles.attempt import PuzzleAttempt
from ttt_tui.puzzles.collection import Collection, Difficulty, faulty_keys, shipped
from ttt_tui.puzzles.progress import DayState, Progress, counts, due, progress_of, solves
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text, key, to_text
from ttt_tui.store.history import History
from ttt_tui.store.job import Job
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.puzzle_shelf import OwnPuzzle, PuzzleTry
from ttt_tui.store.stored_game import GameRef

OWN_PUZZLE = "a puzzle from your own games"
"""What the user reads when one could not be kept."""

SPREAD = 100.0
"""Points of rating within which it is left to chance which of two puzzles is nearer to a player's."""


@dataclass(frozen=True, slots=True)
class AssignedPuzzle:
    """A puzzle that was handed out, and as what."""

    puzzle: Puzzle
    day: date | None = None
    """The date whose daily puzzle it is, None if it is not today's."""
    is_mine: bool = False
    """Whether it is from an own game."""


@dataclass(slots=True)
class _OwnPuzzles:
    """Puzzles from own games. The same one may be stored twice, with two ratings."""

    puzzles: dict[str, Puzzle] = field(default_factory=dict)
    """By their keys, in the order in which they came."""
    texts: dict[str, str] = field(default_factory=dict)
    """The keys by the texts that are stored; a text that cannot be read has the empty key."""
    forgotten: set[str] = field(default_factory=set)
    """The keys of those that were forgotten in this run: the store may not know yet."""

    def read(self, stored: Iterable[OwnPuzzle]) -> None:
        """Take over what is stored; what cannot be read as a puzzle is left out."""
        for own in stored:
            if own.puzzle not in self.texts:
                self.texts[own.puzzle] = ""
                for puzzle in _readable(own.puzzle):
                    self.add(puzzle, own.puzzle)

    def add(self, puzzle: Puzzle, text: str) -> None:
        """Add a puzzle that is known by this text to the store."""
        self.texts[text] = key(puzzle)
        if key(puzzle) not in self.forgotten:
            self.puzzles.setdefault(key(puzzle), puzzle)

    def forget(self, puzzle: Puzzle) -> list[str]:
        """Forget a puzzle and return the texts by which the store may know it."""
        self.forgotten.add(key(puzzle))
        self.puzzles.pop(key(puzzle), None)
        return [text for text, known in self.texts.items() if known == key(puzzle)]


class PuzzleService:
    """Where puzzles come from, and where attempts go. It belongs to the screen's thread.

    `keeper` is None where nothing can be kept; `today` gives the date on the wall; the `collection` is that
    of the program if no other one is given; `random` decides between puzzles that do as well.
    """

    def __init__(
        self,
        keeper: StoreThread | None,
        today: Callable[[], date] = date.today,
        collection: Collection | None = None,
        random: Random | None = None,
    ) -> None:
        self._keeper = keeper
        self._today = today
        self._collection = collection
        self._random = random or Random()
        self._stored: dict[tuple[str, datetime], PuzzleTry] = {}
        self._noted: dict[tuple[str, datetime], PuzzleTry] = {}
        """The attempts of this run, which the store may not have yet."""
        self._own = _OwnPuzzles()
        self._handed = Counter[str]()
        """How often each puzzle was handed out in this run."""
        self._asked: Job[tuple[list[PuzzleTry], list[OwnPuzzle]]] | None = None

    # --- handing out -------------------------------------------------------------------------------------

    @property
    def collection(self) -> Collection:
        """The puzzles that there are for everybody; they are read when first asked for."""
        if self._collection is None:
            self._collection = shipped()
        return self._collection

    def next(self) -> AssignedPuzzle:
        """Hand out today's puzzle until it is solved, then own mistakes that are due, then what suits."""
        progress = self.progress()
        if DayState.TODAY in progress.week:
            return self.daily()
        if (own := self.mine()) is not None:
            return own
        level = Difficulty.at(progress.rating.rating)
        return self.of_difficulty(level) or self.daily()

    def daily(self) -> AssignedPuzzle:
        """Hand out today's puzzle."""
        return self._hand(self.collection.daily(self._today()))

    def by_number(self, number: int) -> AssignedPuzzle:
        """Hand out the puzzle with a number; raises `KeyError` if none has it."""
        return self._hand(self.collection.by_number(number))

    def of_difficulty(self, difficulty: Difficulty, besides: Puzzle | None = None) -> AssignedPuzzle | None:
        """Hand out a puzzle that is as difficult, None if there are none; `besides` only if alone.

        Those that were never tried come first, then those that were not solved, then those whose attempt is
        longest ago; what was handed out in this run already after what was not. Of those that are left one
        near to the player's rating is chosen.
        """
        puzzles = self.collection.of_difficulty(difficulty)
        puzzles = [puzzle for puzzle in puzzles if puzzle != besides] or puzzles
        if not puzzles:
            return None
        tries = [attempt for attempt in self._tries() if counts(attempt)]
        rating = progress_of(tries, self._today(), faulty_keys()).rating.rating
        solved = {attempt.puzzle for attempt in tries if solves(attempt)}
        latest: dict[str, datetime] = {}
        for attempt in tries:
            latest[attempt.puzzle] = max(attempt.began, latest.get(attempt.puzzle, attempt.began))

        def order(puzzle: Puzzle) -> tuple[int, int, float, float]:
            name = key(puzzle)
            stage = 2 if name in solved else 1 if name in latest else 0
            began = latest[name].timestamp() if stage else 0.0
            away = abs(puzzle.rating - rating) + self._random.uniform(0, SPREAD)
            return stage, self._handed[name], began, away

        return self._hand(min(puzzles, key=order))

    def mine(self, besides: Puzzle | None = None) -> AssignedPuzzle | None:
        """Hand out a puzzle from an own game that is due, None if none is but the one `besides`."""
        waiting = self._due()
        if besides is not None:
            waiting = [name for name in waiting if name != key(besides)]
        if not waiting:
            return None
        name = min(waiting, key=lambda name: self._handed[name])
        self._handed[name] += 1
        return AssignedPuzzle(self._own.puzzles[name], is_mine=True)

    def count_due(self) -> int:
        """Return how many puzzles from own games are due today."""
        return len(self._due())

    def _hand(self, puzzle: Puzzle) -> AssignedPuzzle:
        """Hand out a puzzle of the collection. However it was found, today's is today's."""
        self._handed[key(puzzle)] += 1
        today = self._today()
        return AssignedPuzzle(puzzle, today if puzzle == self.collection.daily(today) else None)

    def _due(self) -> list[str]:
        tries = self._tries()
        return due(self._own.puzzles, tries, self._today())

    # --- keeping -----------------------------------------------------------------------------------------

    def note(self, attempt: PuzzleAttempt, handed: AssignedPuzzle) -> None:
        """Keep an attempt as it stands, in the place of what was kept of it.

        Who only looks has not tried it; what is done again after it was solved takes nothing back.
        """
        began = attempt.began.astimezone()
        tried = PuzzleTry(
            key(handed.puzzle),
            began.replace(microsecond=began.microsecond // 1000 * 1000),  # as the store has it
            handed.day,
            handed.puzzle.rating,
            attempt.wrong,
            attempt.hints,
            attempt.is_shown,
            attempt.is_solved,
        )
        name = tried.puzzle, tried.began
        before = self._noted.get(name)
        if not counts(tried) or (before is not None and before.is_solved):
            return
        self._noted[name] = tried
        self._keep(("try", *name), lambda history: history.puzzles.keep(tried), "an attempt at a puzzle")

    def progress(self) -> Progress:
        """Return what all attempts come to today, as far as they are known."""
        return progress_of(self._tries(), self._today(), faulty_keys())

    def add_own(self, puzzles: Iterable[Puzzle], game: GameRef | None) -> int:
        """Keep puzzles from an own game, and return how many of them were not there.

        `game` names it in the store, None if it is not stored.
        """
        self._ask()
        before = len(self._own.puzzles)
        by_text = {to_text(puzzle): puzzle for puzzle in (replace(puzzle, number=0) for puzzle in puzzles)}
        for text, puzzle in by_text.items():
            self._own.forgotten.discard(key(puzzle))
            self._own.add(puzzle, text)
        self._keep(
            ("own puzzles", *by_text), lambda history: history.puzzles.add_own(by_text, game), OWN_PUZZLE
        )
        return len(self._own.puzzles) - before

    def forget_own(self, puzzle: Puzzle) -> None:
        """Do not bring back a puzzle from an own game any more."""
        texts = self._own.forget(puzzle)

        def forget(history: History) -> None:
            for text in texts:
                history.puzzles.forget_own(text)

        self._keep(("forgotten puzzle", key(puzzle)), forget, OWN_PUZZLE)

    def _keep(self, name: tuple[object, ...], work: Callable[[History], object], what: str) -> None:
        if self._keeper is not None:
            self._keeper.keep(name, work, what)

    # --- what is known -----------------------------------------------------------------------------------

    def _tries(self) -> list[PuzzleTry]:
        """Return all attempts that are known, of other terminals', too."""
        self._ask()
        return [*{**self._stored, **self._noted}.values()]

    def look(self, seconds: float) -> None:
        """Take over what the store knows, waiting at least so long for it."""
        self._ask(seconds)

    def _ask(self, seconds: float = 0.0) -> None:
        """Take over what the store knows. An answer that does not come in time is waited for next time."""
        if self._keeper is None:
            return
        if self._asked is None:
            self._asked = self._keeper.submit(lambda h: (h.puzzles.tries(), h.puzzles.own()))
        try:
            tries, own = self._keeper.answer(self._asked, seconds)
        except StoreBusy:
            return
        except StoreError:
            pass
        else:
            self._stored = {(attempt.puzzle, attempt.began): attempt for attempt in tries}
            self._own.read(own)
        self._asked = None


def _readable(text: str) -> list[Puzzle]:
    """Return the puzzle that a text from the store is, nothing if it is none."""
    try:
        puzzles = from_text(text)
    except ValueError:
        return []
    return puzzles if len(puzzles) == 1 else []
