"""`ttt-tui history`: the stored games on the command line."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from ttt_tui.cli.history_import import import_games
from ttt_tui.cli.json_output import print_json
from ttt_tui.engine import MOST_PLAYERS
from ttt_tui.engine.record import Record
from ttt_tui.engine.record_moves import USUAL_BOARD, to_moves
from ttt_tui.engine.record_text import to_text
from ttt_tui.errors import HistoryError, RecordError, StoreError
from ttt_tui.process.exit_status import FAILED
from ttt_tui.process.paths import NO_HOME, history_path
from ttt_tui.process.streams import print_error, printable
from ttt_tui.puzzles.collection import faulty_keys
from ttt_tui.puzzles.progress import Progress, progress_of
from ttt_tui.session.board_text import board_text, print_symbols_of
from ttt_tui.session.history_list import PRINTED, PRINTED_WAYS, fit, players
from ttt_tui.session.history_tables import (
    TURNS_LEGEND,
    columns_of_output,
    has_turn_columns,
    hints_line,
    print_table,
    puzzles_line,
    ratings_line,
    tally_tables,
)
from ttt_tui.session.person import all_names
from ttt_tui.store.files import PSQ, describe_os_error, is_stream, write_record
from ttt_tui.store.games import History
from ttt_tui.store.statistics import Names, statistics
from ttt_tui.store.stored_game import Entry

COLUMN_GAP = 2
"""Blanks between the columns of a table."""


def run(options: Namespace) -> int:
    """Do what `ttt-tui history` was asked for and return the exit status."""
    path = history_path()
    if path is None:
        return _fail(NO_HOME)
    if options.action == "path":
        print(printable(str(path)) if sys.stdout.isatty() else path)
        return 0
    try:
        history = History(path)
    except StoreError as error:
        return _fail(str(error))
    try:
        if history.message:
            with suppress(OSError):
                print(history.message, file=sys.stderr)
        match options.action:
            case "list":
                _list(history, options.json)
            case "show":
                entry = _entry(history, options.id)
                _show_moves(entry) if options.moves else _show(entry, options.json)
            case "export":
                _export(_entry(history, options.id), Path(options.file))
            case "import":
                return import_games(history, options)
            case "review":
                return _review(history, _entry(history, options.id), options.json)
            case "stats":
                _statistics(history, options.json)
    except (StoreError, RecordError, HistoryError) as error:
        return _fail(str(error))
    finally:
        history.close()
    return 0


def _fail(reason: str) -> int:
    print_error(reason)
    return FAILED


def _entry(history: History, number: int) -> Entry:
    entry = history.find(number)
    if entry is None:
        raise HistoryError(f"no game {number}; see `ttt-tui history list`")
    return entry


def _list(history: History, as_json: bool) -> None:
    entries = list(history.entries())
    if as_json:
        print_json(list(_readable(entries)))
        return
    if not entries:
        print("No games yet")
        return
    print_symbols_of(player for entry in entries for player in entry.setup.players)
    names = Names(all_names(history.get_value))
    table = Table(box=None, pad_edge=False)
    if sys.stdout.isatty():
        headings, cells = fit(entries, names, PRINTED_WAYS, columns_of_output() + COLUMN_GAP, COLUMN_GAP)
    else:
        headings = [*PRINTED, "players"]
        cells = [[Text(cell(entry)) for entry in entries] for cell in PRINTED.values()]
        cells.append([players(entry, names, most_named=MOST_PLAYERS) for entry in entries])
    for heading in headings:
        table.add_column(heading.lower(), no_wrap=heading != "players")
    for row in zip(*cells, strict=True):
        table.add_row(*(Text(cell.plain) for cell in row))
    print_table(table)


def _readable(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """Give the games as plain data; a damaged one is reported and left out."""
    for entry in entries:
        try:
            yield entry.to_data()
        except RecordError as error:
            _fail(str(error))


def _show(entry: Entry, as_json: bool) -> None:
    if as_json:
        print_json(entry.to_data())
        return
    print_symbols_of(entry.setup.players)
    print(to_text(entry.record()))
    print(board_text(entry.game()))
    if entry.host is not None:
        print(f"Guest's copy of a game hosted by {entry.host}")


def _show_moves(entry: Entry) -> None:
    record = entry.record()
    print(to_moves(record))
    if reason := _left_out(record):
        print_error(reason)
    geometry = entry.setup.geometry
    if (geometry.columns, geometry.rows) != USUAL_BOARD:
        print_error(
            f"the moves do not include the board, {geometry}; select it in Gomocalc, "
            f"or import with --board {geometry.columns}"
        )


def _left_out(record: Record) -> str | None:
    """Return what other programs' formats leave out of a record's moves, None if that is nothing."""
    moves = record.game.moves
    return "the resignation is omitted: the format has none" if moves and moves[-1].is_resignation else None


def _review(history: History, entry: Entry, as_json: bool) -> int:
    from ttt_tui.cli.review import review_game

    if not entry.moves:
        raise HistoryError(f"game {entry.id} has no moves to review")
    return review_game(history, entry, as_json)


def _export(entry: Entry, path: Path) -> None:
    record = entry.record()
    try:
        write_record(record, path)
    except FileExistsError:
        raise HistoryError(f"{path} already exists; choose a new file") from None
    except OSError as error:
        raise HistoryError(describe_os_error(error)) from None
    left_out = _left_out(record) if path.suffix.lower() == PSQ else None
    if _is_stdout(path):  # the record is there alone
        return
    print(f"Exported game {entry.id} to {printable(str(path))}{f'; {left_out}' if left_out else ''}")


def _is_stdout(path: Path) -> bool:
    try:
        return is_stream(path) and os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False


def _statistics(history: History, as_json: bool) -> None:
    counted = statistics(history.entries(), all_names(history.get_value))
    progress = progress_of(history.puzzles.tries(), date.today(), faulty_keys())
    if as_json:
        data = asdict(counted) | ({"puzzles": _puzzles(progress)} if progress.tried else {})
        print_json(data)
        return
    columns = columns_of_output()
    tables = tally_tables(counted, columns)
    for table in tables:
        print_table(table)
    if not tables:
        print("No finished games yet")
    elif has_turn_columns(columns):
        print(TURNS_LEGEND)
    if counted.hints:
        print(hints_line(counted.hints))
    if progress.tried:
        print(puzzles_line(progress))
        if ratings := ratings_line(progress.curve):
            print(ratings)


def _puzzles(progress: Progress) -> dict[str, Any]:
    """Return what was reached with puzzles as plain data; ratings in points, to a tenth."""
    return {
        "solved": progress.solved,
        "tried": progress.tried,
        "streak": progress.streak,
        "best_streak": progress.best_streak,
        "rating": round(progress.rating.rating, 1),
        "deviation": round(progress.rating.deviation, 1),
        "ratings": {day.isoformat(): round(rating, 1) for day, rating in progress.curve},
    }
