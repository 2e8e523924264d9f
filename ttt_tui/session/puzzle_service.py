"""Assigns puzzles and stores attempts: the daily puzzle, one of a difficulty, one of the user's mistakes.

No call blocks for longer than a screen may. Without a store, or if it does not answer, puzzles are still
assigned, and the attempts of this run are known.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from random import Random

from ttt_tui.errors import RecordError, StoreBusy, StoreError
from ttt_tui.puzzles.attempt import PuzzleAttempt
from ttt_tui.puzzles.collection import Collection, Difficulty, faulty_keys, shipped
from ttt_tui.puzzles.progress import DayState, Progress, counts, due, progress_of, solves
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text, key, to_text
from ttt_tui.session.own_puzzles import FILE, add_puzzle, read_puzzles
from ttt_tui.store.games import History
from ttt_tui.store.puzzles import OwnPuzzle, PuzzleTry
from ttt_tui.store.stored_game import GameRef
from ttt_tui.store.thread import Job, StoreThread

OWN_PUZZLE = "a puzzle from your own games"
"""Named in the message that one could not be stored."""

SPREAD = 100.0
"""Points of rating within which chance decides which of two puzzles is nearer to the player's."""


@dataclass(frozen=True, slots=True)
class AssignedPuzzle:
    """A puzzle, and why it is offered."""

    puzzle: Puzzle
    day: date | None = None
    """The day whose puzzle it is, None if it is not a daily puzzle."""
    is_mine: bool = False
    """Whether it is from one of the user's games."""
    made: tuple[Puzzle, ...] = ()
    """The puzzles that the user made, or those of a file, this one among them; empty for one that comes with
    the program."""
    file: Path | None = None
    """The file that was named for it, None for a puzzle of the user's."""


@dataclass(slots=True)
class _OwnPuzzles:
    """Puzzles from the user's games. One may be stored twice, with two ratings."""

    puzzles: dict[str, Puzzle] = field(default_factory=dict)
    """By key, in the order in which they were stored."""
    texts: dict[str, str] = field(default_factory=dict)
    """Keys by stored text; empty for an unreadable text."""
    forgotten: set[str] = field(default_factory=set)
    """Keys of the puzzles forgotten in this run, which the store may still have."""

    def read(self, stored: Iterable[OwnPuzzle]) -> None:
        """Add stored puzzles; texts that cannot be read are left out."""
        for own in stored:
            if own.puzzle not in self.texts:
                self.texts[own.puzzle] = ""
                for puzzle in _readable(own.puzzle):
                    self.add(puzzle, own.puzzle)

    def add(self, puzzle: Puzzle, text: str) -> None:
        """Add a puzzle, which the store knows by this text."""
        self.texts[text] = key(puzzle)
        if key(puzzle) not in self.forgotten:
            self.puzzles.setdefault(key(puzzle), puzzle)

    def forget(self, puzzle: Puzzle) -> list[str]:
        """Forget a puzzle, and return the texts by which the store may know it."""
        self.forgotten.add(key(puzzle))
        self.puzzles.pop(key(puzzle), None)
        return [text for text, known in self.texts.items() if known == key(puzzle)]


class PuzzleService:
    """Assigns puzzles and stores attempts, in the screen's thread.

    `store` is None where nothing can be stored; `today` returns the local date; `collection` is the shipped
    one by default; `random` chooses between puzzles that suit equally well.
    """

    def __init__(
        self,
        store: StoreThread | None,
        today: Callable[[], date] = date.today,
        collection: Collection | None = None,
        random: Random | None = None,
    ) -> None:
        self._store = store
        self._today = today
        self._collection = collection
        self._random = random or Random()
        self._stored_tries: dict[tuple[str, datetime], PuzzleTry] = {}
        self._new_tries: dict[tuple[str, datetime], PuzzleTry] = {}
        """The attempts of this run, which the store may not have yet."""
        self._own = _OwnPuzzles()
        self._assignments = Counter[str]()
        """The number of assignments of each puzzle in this run, by key."""
        self._loading: Job[tuple[list[PuzzleTry], list[OwnPuzzle]]] | None = None

    def title(self, assigned: AssignedPuzzle) -> str:
        """Return the title of a puzzle; `Today's puzzle` only on its day."""
        if assigned.is_mine:
            return "Your mistake"
        if assigned.file is not None:
            return f"Puzzle {assigned.made.index(assigned.puzzle) + 1} of {len(assigned.made)}"
        if assigned.made:
            return f"Your puzzle {assigned.puzzle.number}" if assigned.puzzle.number else "Your puzzle"
        if assigned.day is None:
            return f"Puzzle {assigned.puzzle.number}"
        return "Today's puzzle" if assigned.day == self._today() else f"Puzzle of {assigned.day.isoformat()}"

    # --- assigning ---------------------------------------------------------------------------------------

    @property
    def collection(self) -> Collection:
        """The collection, read at the first use."""
        if self._collection is None:
            self._collection = shipped()
        return self._collection

    def next(self) -> AssignedPuzzle:
        """Assign the daily puzzle until it is solved, then mistakes that are due, then one of the rating."""
        progress = self.progress()
        if DayState.TODAY in progress.week:
            return self.daily()
        if (own := self.mine()) is not None:
            return own
        level = Difficulty.at(progress.rating.rating)
        return self.of_difficulty(level) or self.daily()

    def daily(self) -> AssignedPuzzle:
        """Assign the daily puzzle."""
        return self._assign(self.collection.daily(self._today()))

    def by_number(self, number: int) -> AssignedPuzzle:
        """Assign the puzzle with a number; raises `KeyError` if there is none."""
        return self._assign(self.collection.by_number(number))

    def of_difficulty(self, difficulty: Difficulty, besides: Puzzle | None = None) -> AssignedPuzzle | None:
        """Assign a puzzle of a difficulty, None if there are none; `besides` only if it is the only one.

        Puzzles never tried come first, then unsolved ones, then solved ones. Ties go to those assigned least
        in this run, then tried longest ago, then nearest to the player's rating.
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
            return stage, self._assignments[name], began, away

        return self._assign(min(puzzles, key=order))

    def mine(self, besides: Puzzle | None = None) -> AssignedPuzzle | None:
        """Assign one of the user's mistakes that is due, None if none is due but the one `besides`."""
        waiting = self._due()
        if besides is not None:
            waiting = [name for name in waiting if name != key(besides)]
        if not waiting:
            return None
        name = min(waiting, key=lambda name: self._assignments[name])
        self._assignments[name] += 1
        return AssignedPuzzle(self._own.puzzles[name], is_mine=True)

    def count_due(self) -> int:
        """Return how many of the user's mistakes are due today."""
        return len(self._due())

    # --- made by the user --------------------------------------------------------------------------------

    @property
    def _made_path(self) -> Path | None:
        path = None if self._store is None else self._store.path
        return None if path is None else path.with_name(FILE)

    def make(self, puzzle: Puzzle) -> AssignedPuzzle:
        """Keep a puzzle that the user made, and assign it. Raises `RecordError` if it cannot be kept."""
        if self._made_path is None:
            raise RecordError("no folder for data is known")
        puzzle = add_puzzle(puzzle, self._made_path)
        return AssignedPuzzle(puzzle, made=tuple(read_puzzles(self._made_path)))

    def of_file(self, path: Path) -> AssignedPuzzle:
        """Assign the first puzzle of a file. Raises `RecordError` if it cannot be read or has none."""
        puzzles = tuple(read_puzzles(path))
        if not puzzles:
            raise RecordError(f"no puzzles in {path.name}")
        return AssignedPuzzle(puzzles[0], made=puzzles, file=path)

    def after(self, assigned: AssignedPuzzle) -> AssignedPuzzle | None:
        """Assign the next puzzle that the user made, or of the same file; None if there are no others.

        Raises `RecordError` if the file cannot be read.
        """
        if assigned.file is None:
            return self.made(besides=assigned.puzzle)
        if len(assigned.made) == 1:
            return None
        place = assigned.made.index(assigned.puzzle) + 1
        return replace(assigned, puzzle=assigned.made[place % len(assigned.made)])

    def made(self, besides: Puzzle | None = None) -> AssignedPuzzle | None:
        """Assign the puzzle that the user made after the one `besides`, by default the last; None if there
        are no others. Raises `RecordError` if the file cannot be read.
        """
        puzzles = () if self._made_path is None else tuple(read_puzzles(self._made_path))
        others = [puzzle for puzzle in puzzles if puzzle != besides]
        if not others:
            return None
        place = puzzles.index(besides) + 1 if besides in puzzles else len(puzzles) - 1
        return AssignedPuzzle(puzzles[place % len(puzzles)], made=puzzles)

    def _assign(self, puzzle: Puzzle) -> AssignedPuzzle:
        """Assign a puzzle of the collection, as the daily one if it is that."""
        self._assignments[key(puzzle)] += 1
        today = self._today()
        return AssignedPuzzle(puzzle, today if puzzle == self.collection.daily(today) else None)

    def _due(self) -> list[str]:
        tries = self._tries()
        return due(self._own.puzzles, tries, self._today())

    # --- storing -----------------------------------------------------------------------------------------

    def note(self, attempt: PuzzleAttempt, assigned: AssignedPuzzle) -> None:
        """Store the present state of an attempt, unless it is only a look at the puzzle, or the user made it.

        Once an attempt is solved, later changes to it are ignored.
        """
        began = attempt.began.astimezone()
        tried = PuzzleTry(
            key(assigned.puzzle),
            began.replace(microsecond=began.microsecond // 1000 * 1000),  # at the precision of the store
            assigned.day,
            assigned.puzzle.rating,
            attempt.wrong,
            attempt.hints,
            attempt.is_shown,
            attempt.is_solved,
        )
        name = tried.puzzle, tried.began
        before = self._new_tries.get(name)
        if assigned.made or not counts(tried) or (before is not None and before.is_solved):
            return
        self._new_tries[name] = tried
        self._keep(("try", *name), lambda history: history.puzzles.keep(tried), "an attempt at a puzzle")

    def progress(self) -> Progress:
        """Return the progress that all known attempts add up to today."""
        return progress_of(self._tries(), self._today(), faulty_keys())

    def solved_by_day(self) -> Counter[date]:
        """Return how many puzzles were solved on each day, as far as the attempts are known."""
        return Counter(attempt.began.date() for attempt in self._tries() if solves(attempt))

    def add_own(self, puzzles: Iterable[Puzzle], game: GameRef | None) -> int:
        """Store puzzles from one of the user's games, and return the number of new ones."""
        self.load()
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
        """Never assign one of the user's mistakes again."""
        texts = self._own.forget(puzzle)

        def forget(history: History) -> None:
            for text in texts:
                history.puzzles.forget_own(text)

        self._keep(("forgotten puzzle", key(puzzle)), forget, OWN_PUZZLE)

    def _keep(self, name: tuple[object, ...], work: Callable[[History], object], what: str) -> None:
        if self._store is not None:
            self._store.write(name, work, what)

    # --- loading -----------------------------------------------------------------------------------------

    def _tries(self) -> list[PuzzleTry]:
        """Return all known attempts, those at other terminals included."""
        self.load()
        return [*{**self._stored_tries, **self._new_tries}.values()]

    def load(self, seconds: float = 0.0) -> None:
        """Load from the store, waiting at least `seconds`; a late answer is read at the next call."""
        if self._store is None:
            return
        if self._loading is None:
            self._loading = self._store.submit(lambda h: (h.puzzles.tries(), h.puzzles.own()))
        try:
            tries, own = self._store.result(self._loading, seconds)
        except StoreBusy:
            return
        except StoreError:
            pass
        else:
            self._stored_tries = {(attempt.puzzle, attempt.began): attempt for attempt in tries}
            self._own.read(own)
        self._loading = None


def _readable(text: str) -> list[Puzzle]:
    """Return the puzzle in a text from the store, empty if the text does not hold exactly one."""
    try:
        puzzles = from_text(text)
    except ValueError:
        return []
    return puzzles if len(puzzles) == 1 else []
