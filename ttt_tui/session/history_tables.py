"""Tables of stored games, statistics and ratings, for the screen and for the command line.

The list of games leaves out whole columns where there is no room, the least useful first, and never the
number by which the command line finds a game. Names are cut, with an ellipsis, only where they do not fit
beside the day, the board and the result.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ttt_tui.analysis.words import SPELLINGS, counted, in_a_row, rules_title, shown_words
from ttt_tui.engine import Geometry, Rules, Termination, is_engine_level
from ttt_tui.engine.records.tree import Counts, counts_in
from ttt_tui.errors import InvalidRules
from ttt_tui.process.text import printable
from ttt_tui.puzzles.progress import Progress
from ttt_tui.session.layout import fitted
from ttt_tui.session.wording import board_title, briefest_title, level_title, rating_so_far, sentence
from ttt_tui.store.statistics import Names, Statistics, Tally
from ttt_tui.store.stored_game import Entry

if TYPE_CHECKING:
    from ttt_tui.computer.ladder.kinds import Kind
    from ttt_tui.session.player_ratings import RatingTrack

WIDE = 200
"""Columns of a table that is printed to no terminal: nothing is cut."""

TURN_COLUMNS = ("moved first", "moved later")
TURNS_LEGEND = f"{TURN_COLUMNS[0].capitalize()}, {TURN_COLUMNS[1]}: won – drawn – lost"

WITH_TURNS = 66
"""The least width, in columns, of a table of tallies with the won – drawn – lost columns."""

MOST_RATINGS = 12
"""How many ratings the line of a curve shows."""


COLUMN_GAP = 2
"""Spaces between the columns of a printed table."""


def columns_of_output() -> int:
    """Return the width of the terminal in columns, `WIDE` where output is no terminal."""
    return Console().width if sys.stdout.isatty() else WIDE


def print_table(table: Table) -> None:
    """Print a table as wide as the terminal, or uncut to anything else."""
    Console(width=None if sys.stdout.isatty() else WIDE).print(table)


def print_rows(headings: Sequence[str], columns: Sequence[Sequence[str]]) -> None:
    """Print columns of text with a heading each, however many rows they have; nothing is cut."""
    cells = [width(heading, texts) for heading, texts in zip(headings, columns, strict=True)]
    console = Console(width=None if sys.stdout.isatty() else WIDE)
    console.print(Text(_row(headings, cells), "bold"), soft_wrap=True)
    for row in zip(*columns, strict=True):
        print(_row([*map(printable, row)], cells))


def _row(texts: Sequence[str], cells: Sequence[int]) -> str:
    padded = (
        text + " " * (most - cell_len(text) + COLUMN_GAP) for text, most in zip(texts, cells, strict=True)
    )
    return "".join(padded).rstrip()


def result_words(result: str) -> str:
    """Return a record's result in words: `X wins by resignation`."""
    who, _, how = result.rpartition(": ")
    match how:
        case Termination.LINE:
            return who
        case Termination.RESIGNATION:
            return f"{who} by resignation"
        case Termination.TIME:
            return f"{who} on time"
        case Termination.MOST_BOARDS:
            return f"{who} by most boards"
        case Termination.REPETITION | Termination.AGREEMENT:
            return f"{who} by {how}"
        case Termination.DEAD_BOARD:
            return f"{who}: no line possible"
        case Termination.NO_MOVE:
            return f"{who}: no legal move"
        case Termination.FULL_BOARD:
            return f"{who}: the board is full"
    return result


def result(entry: Entry) -> str:
    """Return a game's result, or the state of an unfinished one."""
    if not entry.is_finished and entry.open_since is not None:
        return f"open elsewhere since {entry.open_since:%H:%M}"
    if entry.is_free_study:
        return "study"
    return "abandoned" if not entry.is_finished and entry.dropped else result_words(entry.result)


def lines_words(counts: Counts, *, has_moves: bool) -> list[str]:
    """Return what a tree has: `2 variations`, `3 comments`; with `has_moves` first those of the main line."""
    return [
        *([counted(counts.moves, "move")] if has_moves else []),
        *([counted(counts.variations, "variation")] if counts.variations else []),
        *([counted(counts.comments, "comment")] if counts.comments else []),
    ]


def study_words(entry: Entry) -> list[str]:
    """Return what the study of a game has, of a study alone its moves, too; empty without any."""
    return lines_words(counts_in(entry.study), has_moves=entry.is_free_study) if entry.study else []


def study_name(entry: Entry) -> str:
    """Return what a study without a game is called, or that it has no name."""
    return entry.study_name or "unnamed study"


def came_from(entry: Entry) -> str:
    """Return the origin of a stored game in a word, empty if an earlier version did not store it."""
    if entry.host is not None:
        return "joined"
    return str(entry.origin or "")


LEVELS = "Levels"
"""The title of the group whose results belong to no person."""


def tally_groups(counted: Statistics) -> list[tuple[str, list[tuple[str, Tally]]]]:
    """Return the tallies of players, levels and boards with a title each, the most games first."""
    groups = (
        ("Players", {_player_words(player): tally for player, tally in counted.players.items()}),
        (LEVELS, {_level_words(level): tally for level, tally in counted.levels.items()}),
        ("Boards", {_board_words(board): tally for board, tally in counted.boards.items()}),
    )
    return [
        (title, sorted(tallies.items(), key=lambda item: -item[1].games))
        for title, tallies in groups
        if tallies
    ]


def tally_tables(counted: Statistics, width: int) -> list[Table]:
    """Return the tables of players, levels and boards that are not empty, at most `width` cells wide."""
    return [_tally_table(title, tallies, width) for title, tallies in tally_groups(counted)]


def _level_words(level: str) -> str:
    """Return a tallied level in words; rules may follow it: `medium 4 · misere`."""
    if is_engine_level(level):  # an engine's name can have any characters
        return level_title(level)
    name, *rules = level.split(" · ")
    return " · ".join((level_title(name), *map(_rules_words, rules)))


def _rules_words(rules: str) -> str:
    return rules_title(Rules.parse(rules))


def _player_words(player: str) -> str:
    """Return a tallied human in words; rules may follow the name: `Ada · Ultimate`."""
    name, _, rules = player.rpartition(" · ")
    try:
        return f"{name} · {_rules_words(rules)}" if name else player
    except InvalidRules:  # the part after the dot belongs to the name
        return player


def _board_words(board: str) -> str:
    """Return a tallied board, `3×3 · 3`, in words: `3×3 · three in a row`."""
    size, line_length, *rules = board.split(" · ")
    if rules and (only := Rules.parse(*rules).only_board):
        return board_title(Geometry(*only, Rules.parse(*rules)))
    return " · ".join((size, in_a_row(int(line_length)), *map(_rules_words, rules)))


def _tally_table(title: str, tallies: Sequence[tuple[str, Tally]], width: int) -> Table:
    """Return a table of tallies.

    The last two columns are won – drawn – lost, by whether the game was started or not; they are left out
    where there is no room for them.
    """
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    has_turns = has_turn_columns(width)
    headings = ("won", "drawn", "lost", *TURN_COLUMNS * has_turns)
    rows = []
    for name, tally in tallies:
        all_games = (tally.wins, tally.draws, tally.losses)
        first = (tally.first_wins, tally.first_draws, tally.first_losses)
        later = (total - started for total, started in zip(all_games, first, strict=True))
        turns = (" – ".join(map(str, part)) for part in (first, later))
        rows.append((name, *map(str, all_games), *(turns if has_turns else ())))
    counts = [max(map(cell_len, column)) for column in zip(headings, *(row[1:] for row in rows), strict=True)]
    room = width - sum(cells + 2 for cells in counts)
    table.add_column("", min_width=min(20, room))
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for name, *cells in rows:
        table.add_row(Text(fitted(name, room)), *cells)
    return table


def has_turn_columns(width: int) -> bool:
    """Return whether tables of tallies have room for the columns that `TURNS_LEGEND` explains."""
    return width >= WITH_TURNS


def hints_line(hints: Mapping[str, int]) -> str:
    """Return the number of positions with hints of each player, the most first."""
    counts = sorted(hints.items(), key=lambda item: -item[1])
    return "Positions with hints: " + ", ".join(f"{name} {count}" for name, count in counts)


def puzzles_line(progress: Progress) -> str:
    """Return a user's progress with puzzles, with the rating and its deviation."""
    return f"Puzzles: {puzzles_words(progress)}, {rating_so_far(progress.rating, progress.left, 'puzzle')}"


def puzzles_words(progress: Progress) -> str:
    """Return how many puzzles were solved: `5 of 7 solved, daily streak 1, best 2`."""
    return (
        f"{progress.solved} of {progress.tried} solved, daily streak {progress.streak},"
        f" best {progress.best_streak}"
    )


def rating_line(track: "RatingTrack", today: date) -> str:
    """Return a user's rating in a kind of game, with its deviation."""
    games, rating = len(track.games), rating_so_far(track.rating_on(today), track.left, "game")
    return f"{sentence(kind_title(track.kind))}: {counted(games, 'game')}, {rating}"


def kind_title(kind: "Kind") -> str:
    """Return a kind of games in words: `three in a row, misère`."""
    return ", ".join(SPELLINGS.get(word, word) for word in str(kind).split(", "))


def ratings_line(rated: "RatingTrack | Progress") -> str:
    """Return a rating's curve in a few numbers, empty for a single day and while the rating is not shown."""
    curve = rated.curve
    if rated.left or len(curve) < 2:
        return ""
    count = min(len(curve), MOST_RATINGS)
    shown = [curve[place * (len(curve) - 1) // (count - 1)][1] for place in range(count)]
    return f"Rating from {curve[0][0]} to {curve[-1][0]}: {' '.join(f'{rating:.0f}' for rating in shown)}"


LONGEST_NAME = 24
"""Cells of the longest name that a player can have."""

LONGEST_STUDY = 2 * LONGEST_NAME
"""Cells of the longest name of a study, which stands for two players."""

READABLE_NAME = 10
"""Cells to which names are cut before the day, the board or the result is left out."""

MOST_NAMED = 3
"""Most players whose names are all listed."""

LEAST_PLAYERS = 12
"""Cells for the players even where they do not fit."""

Columns = dict[str, Callable[[Entry], str]]
"""The columns beside the players: the text of a cell by heading."""


def _rules(entry: Entry) -> Sequence[str]:
    """Return the title of a game's rules in a sequence, empty for the usual rules."""
    rules = entry.setup.geometry.rules
    return () if rules.are_usual else (rules_title(rules),)


def _line(entry: Entry) -> str:
    """Return the line length and the rules, `5, exactly`; of a game with one board the variant."""
    geometry = entry.setup.geometry
    if geometry.rules.only_board:
        return ", ".join(shown_words(geometry.rules)[1:])
    return ", ".join((str(geometry.line_length), *_rules(entry)))


def started(entry: Entry) -> str:
    """Return when a game started, without the time where only the day is known: `2026-11-25 22:20`."""
    return f"{entry.started:%Y-%m-%d %H:%M}" if entry.has_time else f"{entry.started:%Y-%m-%d}"


def without(columns: Columns, *names: str) -> Columns:
    """Return the other columns."""
    return {each: cell for each, cell in columns.items() if each not in names}


def _fewer(columns: Columns, *names: str) -> tuple[Columns, ...]:
    """Return these columns, then without the first of these names, then without the first two, and so on."""
    return tuple(without(columns, *names[:count]) for count in range(len(names) + 1))


PRINTED: Columns = {
    "id": lambda entry: str(entry.id),
    "started": started,
    "board": lambda entry: briefest_title(entry.setup.geometry),
    "line": _line,
    "moves": lambda entry: str(len(entry.moves)),
    "source": lambda entry: came_from(entry) if entry.host is None else f"joined {entry.host}",
    "result": result,
    "study": lambda entry: ", ".join(study_words(entry)),
}
PRINTED_WAYS = (
    _fewer(PRINTED, "study", "source", "moves", "line"),
    _fewer(without(PRINTED, "study", "source", "moves", "line"), "started", "board"),
)
"""Choices of columns, the widest first: for whole names, and for names that may be cut."""


def needed(columns: Columns, entries: Sequence[Entry]) -> Columns:
    """Return the columns without that of studies if no game has one."""
    return columns if any(entry.study for entry in entries) else without(columns, "study")


def players(entry: Entry, names: Names, most: int = LONGEST_NAME, most_named: int = MOST_NAMED) -> str:
    """Return the players; of more than `most_named` two, and how many more.

    Names are cut to `most` cells; a user who changed their name has the present one. Nobody plays a study: it
    has a name.
    """
    if entry.is_free_study:
        return fitted(study_name(entry), max(most, 1) * LONGEST_STUDY // LONGEST_NAME)
    called = names.seats(entry.setup)
    everybody = entry.setup.players
    shown = everybody if len(everybody) <= most_named else everybody[: MOST_NAMED - 1]
    texts = [f"{p.symbol} {fitted(called.get(seat, p.name), most)}" for seat, p in enumerate(shown)]
    more = len(everybody) - len(shown)
    return ", ".join([*texts, f"{more} more"] if more else texts)


def players_in(entry: Entry, names: Names, room: int) -> str:
    """Return the players in at most `room` cells; longer names are cut before shorter ones."""
    ways = (players(entry, names, most) for most in range(LONGEST_NAME, 0, -1))
    return next((way for way in ways if cell_len(way) <= room), players(entry, names, 1))


def fit(entries: Sequence[Entry], names: Names, room: int, gap: int) -> tuple[list[str], list[list[str]]]:
    """Return the headings of the columns that fit, and the cells of each; the players are last.

    `gap` is the number of cells of each column beside its text.
    """
    made: dict[Callable[[Entry], str], list[str]] = {}
    for most, choices in zip((LONGEST_NAME, READABLE_NAME), PRINTED_WAYS, strict=True):
        longest = max((cell_len(players(entry, names, most)) for entry in entries), default=0)
        for columns in (needed(choice, entries) for choice in choices):
            for cell in columns.values():
                if cell not in made:
                    made[cell] = [cell(entry) for entry in entries]
            cells = [made[cell] for cell in columns.values()]
            taken = sum(width(heading, texts) + gap for heading, texts in zip(columns, cells, strict=True))
            left = room - taken - gap
            if left >= max(longest, len("Players")):
                return _with_players(columns, cells, entries, names, left)
    return _with_players(columns, cells, entries, names, max(left, LEAST_PLAYERS))


def _with_players(
    columns: Columns, cells: list[list[str]], entries: Sequence[Entry], names: Names, room: int
) -> tuple[list[str], list[list[str]]]:
    return [*columns, "Players"], [*cells, [players_in(entry, names, room) for entry in entries]]


def width(heading: str, cells: Sequence[str]) -> int:
    """Return the width of a column in cells."""
    return max(map(cell_len, (heading, *cells)))
