"""The page of statistics in words and numbers: cards, ratings, bars and days of one person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from ttt_tui.analysis.rating import LEAST_SHOWN, Rating
from ttt_tui.analysis.words import counted
from ttt_tui.computer.ladder.kinds import step_rating
from ttt_tui.computer.levels import SCREEN_NAMES, strength_of
from ttt_tui.session.game_rows import day_titles
from ttt_tui.session.history_tables import kind_title, puzzles_words
from ttt_tui.session.session import Session
from ttt_tui.session.wording import game_name, level_title, rating_after, sentence
from ttt_tui.store.statistics import Opponent, PersonStatistics, Tally

ONE_DAY = timedelta(days=1)


# --- ratings ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatingView:
    """A person's rating in one kind of game, or in puzzles."""

    title: str
    steps: Sequence[tuple[float, str]]
    """Ratings with names to compare with, in ascending order."""
    now: Rating | None = None
    """The rating, None while it is not shown."""
    waiting: str = ""
    """When it will be shown: `rating after 4 more games`."""
    points: Sequence[tuple[date, float]] = ()
    """The rating after each game, or at the end of each day, from the first one that is shown."""
    note: str = ""
    """More about it: how many puzzles were solved."""

    @property
    def in_words(self) -> Sequence[str]:
        """The rating between its steps, at length and in brief: `Between easy 2 and medium 3`.

        Without steps it is the figure.
        """
        assert self.now is not None
        return [sentence(where) for where in self.place] or [f"{self.now.rating:.0f}"]

    @property
    def place(self) -> Sequence[str]:
        """Where the rating is among its steps, at length and in brief: `above easy 2`."""
        assert self.now is not None
        below = [name for rating, name in self.steps if rating <= self.now.rating]
        above = [name for rating, name in self.steps if rating > self.now.rating]
        if not below:
            return [f"below {above[0]}"] if above else []
        brief = f"above {below[-1]}"
        return [f"between {below[-1]} and {above[0]}", brief] if above else [brief]


def rating_views(session: Session) -> list[RatingView]:
    """Return the user's ratings: those with the most games first, puzzles last."""
    today, views = session.today(), []
    for track in session.ratings.tracks:
        steps = [
            (step_rating(track.kind, step).rating, name) for step, name in enumerate(SCREEN_NAMES.values(), 1)
        ]
        title = kind_title(track.kind)
        if track.left:
            views.append(RatingView(title, steps, waiting=rating_after(track.left, "game")))
        else:
            views.append(RatingView(title, steps, track.rating_on(today), points=track.shown))
    progress = session.puzzles.progress()
    if progress.tried:
        from ttt_tui.puzzles.collection import EASY_BELOW, HARD_FROM, Difficulty

        steps = [(EASY_BELOW, str(Difficulty.MEDIUM)), (HARD_FROM, str(Difficulty.HARD))]
        waiting = rating_after(progress.left, "puzzle") if progress.left else ""
        now, points = (None, ()) if waiting else (progress.rating, progress.curve)
        views.append(RatingView("puzzles", steps, now, waiting, points, puzzles_words(progress)))
    return views


# --- cards -----------------------------------------------------------------------------------------------


class Card(NamedTuple):
    """A large figure with two lines of words, each in variants from the longest to the shortest."""

    figure: str
    """Digits and `%`, empty for none."""
    colour: str
    first: Sequence[str]
    second: Sequence[str]


def cards(
    person: PersonStatistics,
    view: RatingView | None,
    days: Mapping[date, int],
    today: date,
    *,
    is_rated: bool,
) -> list[Card]:
    """Return the cards of a person.

    `view` is the rating shown, None without one; `is_rated` is whether the person has ratings at all.
    `days` are the games and puzzles of each day.
    """
    total = person.total
    finished = [f"finished in {counted(len(person.days), 'day')}", "finished"]
    made = [Card(f"{total.games}", "text", ["games" if total.games != 1 else "game"], finished)]
    w, d, lost = total.wins, total.draws, total.losses
    share = f"{100 * w / total.games:.0f}%" if total.games else ""
    record = [f"W {w}  D {d}  L {lost}", f"W {w} D {d} L {lost}", f"W{w} D{d} L{lost}"]
    made.append(Card(share, "good", ["won"], record))
    if is_rated:
        now = None if view is None else view.now
        if now is not None:
            off = f"{now.deviation:.0f}"
            second = [f"give or take {off}", f"± {off}"]
            made.append(Card(f"{now.rating:.0f}", "accent", ["rating"], second))
        else:
            text = view.waiting if view is not None else rating_after(LEAST_SHOWN, "game")
            head, _, tail = text.partition(" after ")
            made.append(Card("", "accent", [f"{head} after"], [tail]))
    running, best = streaks(days, today)
    first = "days in a row" if running != 1 else "day in a row"
    made.append(Card(f"{running}", "text", [first, "day streak", "streak"], [f"best {best}"]))
    return made


def streaks(days: Mapping[date, int], today: date) -> tuple[int, int]:
    """Return the days in a row with a game or puzzle, up to today or yesterday, and the most ever."""
    ends = [day for day in days if day + ONE_DAY not in days]
    runs = {day: _run_to(day, days) for day in ends}
    running = next((runs[day] for day in (today, today - ONE_DAY) if day in runs), 0)
    return running, max(runs.values(), default=0)


def _run_to(day: date, days: Mapping[date, int]) -> int:
    first = day
    while first - ONE_DAY in days:
        first -= ONE_DAY
    return (day - first).days + 1


# --- bars ------------------------------------------------------------------------------------------------

Bars = Sequence[tuple[str, Tally]]
"""Names with their tallies."""


def bar_groups(person: PersonStatistics, watched: Mapping[str, Tally]) -> dict[str, Bars]:
    """Return the results against each opponent and in each game, and those of computers among themselves.

    The steps of the ladder come first, in their order.
    """
    opponents = sorted(person.opponents.items(), key=lambda item: _place(item[0], item[1]))
    boards = sorted(person.boards.items(), key=lambda item: -item[1].games)
    levels = sorted(watched.items(), key=lambda item: _place(Opponent(level=item[0]), item[1]))
    groups: dict[str, Bars] = {
        "Against": [(opponent_words(opponent), tally) for opponent, tally in opponents],
        "Games": [(game_name(board), tally) for board, tally in boards],
        "Computers among themselves": [(level_title(level), tally) for level, tally in levels],
    }
    return {title: bars for title, bars in groups.items() if bars}


def opponent_words(opponent: Opponent) -> str:
    """Return an opponent in words: `medium 4`, `Bob`, `4 others`."""
    if opponent.others > 1:
        return f"{opponent.others} others"
    return opponent.name or level_title(opponent.level)


def _place(opponent: Opponent, tally: Tally) -> tuple[int, int]:
    strength = strength_of(opponent.level) if opponent.level else None
    if strength is not None:
        return 0, strength
    return (3 if opponent.others > 1 else 2 if opponent.name else 1), -tally.games


# --- texts -----------------------------------------------------------------------------------------------


def since(days: Mapping[date, int], today: date) -> str:
    """Return when the first game was played, `since 18 November`, empty without one."""
    if not days:
        return ""
    title = day_titles(min(days), today)[0]
    weekday, *rest = title.split(" ", 1)
    return f"since {rest[0] if rest else weekday}"


def by_turn(person: PersonStatistics, who: str = "You") -> list[str]:
    """Return the results by who moved first, at length and in brief: `Moving first W 7 D 1 L 1, later W 4 …`.

    If the person, called `who`, always or never moved first, that is all: the results are those of all games.
    """
    total = person.total
    first = (total.first_wins, total.first_draws, total.first_losses)
    later = (total.wins - first[0], total.draws - first[1], total.losses - first[2])
    if not (any(first) and any(later)):
        return [f"{who} always moved first" if any(first) else f"{who} never moved first"]
    parts = [("first", first), ("later", later)]
    at_length = ", ".join(f"{word} W {w} D {d} L {lost}" for word, (w, d, lost) in parts)
    in_brief = ", ".join(f"{word} W{w} D{d} L{lost}" for word, (w, d, lost) in parts)
    return [f"Moving {at_length}", f"Moving {in_brief}", in_brief]


def hints_words(person: PersonStatistics) -> str:
    """Return in how many positions there was a hint, empty for none."""
    return f"hints in {counted(person.hints, 'position')}" if person.hints else ""


def depth_of(count: int) -> int:
    """Return how strongly a day is shown, 0 to 3, by its games and puzzles."""
    return sum(count >= least for least in (1, 3, 6))
