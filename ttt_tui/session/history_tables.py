"""Tables of stored games, for the screen and for the command line alike."""

import sys
from collections.abc import Mapping
from datetime import date

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ttt_tui.puzzles.progress import Progress
from ttt_tui.store.statistics import Tally
from ttt_tui.store.stored_game import Entry, Origin

WIDE = 200
"""The columns of a table that no terminal shows: nothing is to be cut."""

MOST_RATINGS = 12
"""How many ratings tell in a line how it went."""


def print_table(table: Table) -> None:
    """Print a table as wide as the terminal, or as wide as it likes where there is none."""
    Console(width=None if sys.stdout.isatty() else WIDE).print(table)


def result(entry: Entry) -> str:
    """Return a game's result for a list, with what is known of an unfinished one, and whose copy it is."""
    told = entry.result
    if not entry.is_finished and entry.open_since is not None:
        told = f"open elsewhere since {entry.open_since:%H:%M}"
    elif not entry.is_finished and entry.dropped:
        told = "abandoned"
    return told if entry.host is None else f"{told}, copy of {entry.host}'s game"


def came_from(entry: Entry) -> str:
    """Return where a stored game came from in four letters, nothing if an earlier version did not store it.

    A copy is a guest's, of a game that somebody else hosted; a file was imported.
    """
    if entry.host is not None:
        return "copy"
    return {Origin.PLAYED: "here", Origin.IMPORTED: "file", None: ""}[entry.origin]


def brief_result(entry: Entry) -> str:
    """Return a game's result in as few words as can be: the game tells how it was won or drawn."""
    if not entry.is_finished:
        if entry.open_since is not None:
            return "open elsewhere"
        return "abandoned" if entry.dropped else entry.result
    return "draw" if entry.winner is None else f"{entry.setup.players[entry.winner].symbol} won"


def tally_table(title: str, tallies: Mapping[str, Tally]) -> Table:
    """Return a table of tallies, the most games first.

    The last two columns are won – drawn – lost, by whether the game was started or not.
    """
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    table.add_column("", min_width=20)
    for column in ("won", "drawn", "lost", "moved first", "moved later"):
        table.add_column(column, justify="right")
    for name, tally in sorted(tallies.items(), key=lambda item: -item[1].games):
        all_games = (tally.wins, tally.draws, tally.losses)
        first = (tally.first_wins, tally.first_draws, tally.first_losses)
        later = (total - started for total, started in zip(all_games, first, strict=True))
        table.add_row(
            Text(name), *map(str, all_games), *(" – ".join(map(str, part)) for part in (first, later))
        )
    return table


def hints_line(hints: Mapping[str, int]) -> str:
    """Return who asked for how many hints, the most first."""
    asked = sorted(hints.items(), key=lambda item: -item[1])
    return "Hints: " + ", ".join(f"{name} {count}" for name, count in asked)


def puzzles_line(progress: Progress) -> str:
    """Return what somebody has reached with puzzles; a rating stands with its deviation."""
    rating = progress.rating
    return (
        f"Puzzles: {progress.solved} of {progress.tried} solved, daily streak {progress.streak},"
        f" best {progress.best_streak}, rating {rating.rating:.0f} ± {rating.deviation:.0f}"
    )


def ratings_line(curve: tuple[tuple[date, float], ...]) -> str:
    """Return how a rating went from its first day to its last in a few numbers, nothing for a single day."""
    if len(curve) < 2:
        return ""
    count = min(len(curve), MOST_RATINGS)
    shown = [curve[place * (len(curve) - 1) // (count - 1)][1] for place in range(count)]
    return f"Rating from {curve[0][0]} to {curve[-1][0]}: {' '.join(f'{rating:.0f}' for rating in shown)}"
