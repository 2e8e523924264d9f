"""`ttt-tui history`: lists, shows, exports, imports and reviews the stored games."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import Any

from ttt_tui.analysis.rating import Rating
from ttt_tui.analysis.words import counted
from ttt_tui.cli.options import are_numbers, game_numbers
from ttt_tui.cli.progress import ProgressLine, index_positions
from ttt_tui.computer.levels import screen_name
from ttt_tui.engine import MOST_PLAYERS, Opening
from ttt_tui.engine.names import shown
from ttt_tui.engine.records import Record, usual_board
from ttt_tui.engine.records.moves import to_moves
from ttt_tui.engine.records.sgf import omitted_by_sgf
from ttt_tui.engine.records.text import to_text
from ttt_tui.errors import AlreadyStored, HistoryError, RecordError, StoreError
from ttt_tui.process.memory import collect_now
from ttt_tui.process.paths import NO_HOME, history_path, settings_path
from ttt_tui.process.signals import FAILED
from ttt_tui.process.streams import print_error, print_json
from ttt_tui.process.text import printable
from ttt_tui.puzzles.collection import faulty_keys
from ttt_tui.puzzles.progress import Progress, progress_of
from ttt_tui.session.coordinates import coordinates_note
from ttt_tui.session.finding import search_wording
from ttt_tui.session.games import words_of
from ttt_tui.session.history_tables import (
    COLUMN_GAP,
    PRINTED,
    TURNS_LEGEND,
    columns_of_output,
    fit,
    has_turn_columns,
    hints_line,
    needed,
    players,
    print_rows,
    print_table,
    puzzles_line,
    rating_line,
    ratings_line,
    tally_tables,
)
from ttt_tui.session.layout import board_text, listing, print_symbols_of, some
from ttt_tui.session.player_ratings import ratings_in
from ttt_tui.session.profile import all_names
from ttt_tui.store.files import (
    PSQ,
    SGF,
    STANDARD,
    content_for,
    describe_os_error,
    is_stream,
    open_records,
    write_content,
)
from ttt_tui.store.games import History
from ttt_tui.store.search import parse_query
from ttt_tui.store.settings import load_settings
from ttt_tui.store.statistics import Names, statistics
from ttt_tui.store.stored_game import Entry

PICTURE = ".svg"
"""Suffix of the file that a picture is written to."""

OTHER_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".pdf")
"""Suffixes of unsupported picture formats; browsers and other programs convert SVG to them."""

MOST_NAMED = 5
"""Games of a file that a message names by their numbers."""

COLLECTED = 500
"""Imported games after which garbage is collected: the nodes of a tree refer to each other."""

RECORDS = (".txt", ".json", SGF, PSQ, ".lib", ".rif")
"""Suffixes of the files that are imported from a directory."""


def run(options: Namespace) -> int:
    """Run an action of `ttt-tui history` and return the exit status."""
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
                _list(history, options)
            case "explore":
                from ttt_tui.cli.explore import explore

                explore(history, options)
            case "show":
                entry = _entry(history, options.id)
                _show_moves(entry) if options.moves else _show(entry, options.json)
            case "export":
                _export(history, _entries(history, options.games), Path(options.file))
            case "import":
                return _import(history, options)
            case "review":
                from ttt_tui.cli.review import review_game

                return review_game(history, _entry(history, options.id), options.json)
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
        raise HistoryError(f"no game {number}; see `history list`")
    return entry


def _list(history: History, options: Namespace) -> None:
    own_names = all_names(history.get_value)
    entries = _found(history, options, own_names)
    if options.json:
        print_json({"games": [*_readable(entries)]})
        return
    if not entries:
        print("No games match" if any(options.query) else "No games yet")
        return
    print_symbols_of(player for entry in entries for player in entry.setup.players)
    names = Names(own_names)
    if sys.stdout.isatty():
        headings, cells = fit(entries, names, columns_of_output() + COLUMN_GAP, COLUMN_GAP)
    else:
        columns = needed(PRINTED, entries)
        headings = [*columns, "players"]
        cells = [[cell(entry) for entry in entries] for cell in columns.values()]
        cells.append([players(entry, names, most_named=MOST_PLAYERS) for entry in entries])
    print_rows([heading.lower() for heading in headings], cells)


def _found(history: History, options: Namespace, names: Sequence[str]) -> list[Entry]:
    """Return the games that are asked for, newest first. Raises `InvalidQuery`."""
    if not any(options.query):
        return history.entries() if options.count is None else history.latest(options.count)
    return _search(history, options.query, names, options.count)


def _search(
    history: History, words: Sequence[str], names: Sequence[str], count: int | None = None
) -> list[Entry]:
    """Return the games that a search finds, newest first, at most `count`. Raises `InvalidQuery`."""
    query = parse_query(" ".join(words))
    finder = history.finder
    if any(query.moves):
        index_positions(finder)
    games = finder.search(query, names, search_wording(date.today()))
    return finder.entries_of(game.id for game in games[:count])


def _entries(history: History, words: Sequence[str]) -> list[Entry]:
    """Return the saved games with these numbers, or those that a search finds, the oldest first.

    Raises `HistoryError` if a number is not there, none of a range, or nothing is found, and `InvalidQuery`.
    """
    if len(words) > 1 or not are_numbers(words[0]):
        searched = _search(history, words, all_names(history.get_value))
        if not searched:
            raise HistoryError(f"no games match {shown(' '.join(words))}; see `history list`")
        return searched[::-1]
    ids = game_numbers(words[0])
    if ids and all(len(each) == 1 for each in ids):
        return [_entry(history, each.start) for each in ids]
    found = [
        entry for entry in reversed(history.entries()) if not ids or any(entry.id in each for each in ids)
    ]
    for each in ids or (range(1, 2),):
        if not any(not ids or entry.id in each for entry in found):
            raise HistoryError(f"no game {each.start}; see `history list`")
    return found


def _readable(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """Yield the games as plain data; report and omit damaged ones."""
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
    game = entry.game()
    game.show_by(load_settings(settings_path()).coordinates)
    print(board_text(game))
    if note := coordinates_note(game.setup.geometry):
        print(f"{note} on this board; the record counts rows from the top")
    for part in words_of(game.setup.geometry.rules).parts(game):
        print(f"{part}.")
    if entry.host is not None:
        print(f"Guest's copy of a game hosted by {entry.host}")


def _show_moves(entry: Entry) -> None:
    record = entry.record()
    print(to_moves(record))
    if reason := _omission(record):
        print_error(reason)
    geometry = entry.setup.geometry
    if (geometry.columns, geometry.rows) != usual_board(geometry.rules)[:2]:
        is_square = geometry.columns == geometry.rows
        size = f"{geometry.columns}" if is_square else f"{geometry.columns}x{geometry.rows}"
        print_error(
            f"the moves do not include the board, {geometry}; select it in Gomocalc, "
            f"or import with --board {size}"
        )


def _omission(record: Record) -> str | None:
    """Describe what other programs' formats omit of a record; None if they omit nothing."""
    moves, geometry = record.main_game.moves, record.game.setup.geometry
    opening, rules = geometry.rules.opening, geometry.without_opening.rules
    omitted = []
    if not rules.are_usual:
        omitted.append(f"the rules are omitted: import it with --rules {','.join(rules.words)}")
    if opening is not Opening.FREE:
        omitted.append(f"the opening {opening} is omitted: the format has no choices")
    if moves and moves[-1].is_end:
        how = "end by the clock" if moves[-1].is_time_up else "resignation"
        omitted.append(f"the {how} is omitted: the format has none")
    if (outcome := record.game.outcome) is not None and outcome.is_agreed:
        omitted.append("the agreed draw is omitted: the format has none")
    return "; ".join(omitted) or None


def _export(history: History, entries: Sequence[Entry], path: Path) -> None:
    records, suffix = [entry.record() for entry in entries], path.suffix.lower()
    if suffix in OTHER_PICTURES:
        raise HistoryError(f"pictures are written as SVG: try {path.with_suffix(PICTURE)}")
    if suffix == PICTURE and len(records) > 1:
        raise HistoryError("a picture is of one game; choose .txt, .json or .sgf for several")
    content = _picture(history, records[0]).encode() if suffix == PICTURE else content_for(records, path)
    if path == STANDARD:
        sys.stdout.buffer.write(content)
        return
    try:
        write_content(content, path)
    except FileExistsError:
        raise HistoryError(f"{path} already exists; choose a new file") from None
    except OSError as error:
        raise HistoryError(describe_os_error(error)) from None
    omissions = {PSQ: _omission, SGF: omitted_by_sgf}
    said = [omissions[suffix](record) for record in records] if suffix in omissions else []
    omission = "; ".join(dict.fromkeys(filter(None, said)))
    if _is_stdout(path):  # it has only the record
        if omission:
            print_error(omission)
        return
    what = f"game {entries[0].id}" if len(entries) == 1 else counted(len(entries), "game")
    print(f"Exported {what} to {printable(str(path))}{f'; {omission}' if omission else ''}")


def _picture(history: History, record: Record) -> str:
    """Return a picture of a game's end, in the theme that was chosen last."""
    # Textual's colours are needed for nothing else.
    from ttt_tui.app.widgets.board.svg import svg_of, theme_named

    return svg_of(record.main_game, theme_named(history.get_value("theme")), date=record.date)


def _is_stdout(path: Path) -> bool:
    try:
        return is_stream(path) and os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False


def _screen_words(level: str) -> str:
    """Return the name on screen of a level in the statistics: `medium 4 · misere`."""
    name, *rules = level.split(" · ")
    return " · ".join((screen_name(name), *rules))


def _statistics(history: History, as_json: bool) -> None:
    names, today = all_names(history.get_value), date.today()
    counted = statistics(history.finder.finished(), names)
    tracks = [*ratings_in(history, names, today).tracks.values()]
    progress = progress_of(history.puzzles.tries(), today, faulty_keys())
    if as_json:
        named = {_screen_words(level): tally for level, tally in counted.levels.items()}
        data = asdict(replace(counted, levels=named)) | (
            {"puzzles": _puzzles(progress)} if progress.tried else {}
        )
        if tracks:
            data["ratings"] = {
                str(track.kind): {"games": len(track.games), **_points(track.rating_on(today), track.curve)}
                for track in tracks
            }
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
    for track in tracks:
        print(rating_line(track, today))
        if ratings := ratings_line(track):
            print(ratings)
    if progress.tried:
        print(puzzles_line(progress))
        if ratings := ratings_line(progress):
            print(ratings)


def _puzzles(progress: Progress) -> dict[str, Any]:
    """Return the progress with puzzles as plain data."""
    return {
        "solved": progress.solved,
        "tried": progress.tried,
        "streak": progress.streak,
        "best_streak": progress.best_streak,
        **_points(progress.rating, progress.curve),
    }


def _points(rating: Rating, curve: tuple[tuple[date, float], ...]) -> dict[str, Any]:
    """Return a rating and its course as plain data, in points to a tenth."""
    return {
        "rating": round(rating.rating, 1),
        "deviation": round(rating.deviation, 1),
        "ratings": {day.isoformat(): round(rating, 1) for day, rating in curve},
    }


# --- import ------------------------------------------------------------------------------------------------


def _import(history: History, options: Namespace) -> int:
    """Import the games of all files and return the exit status: `FAILED` if a file added no game.

    All games of a file are added, or none if one of them cannot be read; other files are added anyway.
    """
    sources = [Path(name) for name in options.files]
    is_one_file = len(sources) == 1 and not sources[0].is_dir()
    files: list[Path] = []
    count_failed = 0
    for source in sources:
        try:
            files += _records_in(source) if source.is_dir() else [source]
        except (OSError, RecordError) as error:
            print_error(describe_os_error(error) if isinstance(error, OSError) else str(error))
            count_failed += 1
    added: list[int] = []
    count_done = 0
    line = ProgressLine("Importing")
    for path in files:
        line.show(len(added))
        ids: list[int] = []
        name = "" if is_one_file else f"{path}: "
        problem: Exception | None = None
        try:
            _add(history, path, options, name, ids)
        except (RecordError, AlreadyStored, StoreError) as error:
            problem = error
        if problem is not None or (ids and not options.json):
            line.clear()
        if ids and not options.json:
            print(printable(f"{name}{'i' if name else 'I'}mported {_numbers(ids)}"))
        if problem is not None:
            print_error(_about(name, path, _error_text(problem, options.again)))
            count_failed += 1
        count_done += bool(ids)
        added += ids
        if isinstance(problem, StoreError):
            break
    line.clear()
    if added and options.json:
        is_one_game = len(added) == 1 and is_one_file
        print_json({"id": added[0]} if is_one_game else {"ids": added}, indent=None)
    elif added and not is_one_file:
        print(f"Imported {counted(len(added), 'game')} from {count_done} of {counted(len(files), 'file')}")
    return FAILED if count_failed else 0


def _records_in(directory: Path) -> list[Path]:
    """Return the files in and below a directory with a record's suffix. Raises `RecordError` without any."""
    found = sorted(
        path
        for path in directory.rglob("*")
        if path.suffix.lower() in RECORDS and not _is_hidden(path, directory) and path.is_file()
    )
    if not found:
        raise RecordError(f"{str(directory)!r}: no records in this directory ({', '.join(RECORDS)})")
    return found


def _is_hidden(path: Path, below: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(below).parts)


def _add(history: History, path: Path, options: Namespace, name: str, ids: list[int]) -> None:
    """Add the games of a file and append their numbers to `ids`. Raises `AlreadyStored` if none is new."""
    try:
        records = open_records(path, options.board, options.encoding, options.rules, options.columns)
    except OSError as error:
        raise RecordError(describe_os_error(error)) from None
    notes: dict[str, None] = {}
    empty: list[int] = []
    """The numbers in the file of the games that have nothing to import."""

    def noted(records: Iterable[Record]) -> Iterator[Record]:
        for number, record in enumerate(records, 1):
            if number % COLLECTED == 0:
                collect_now()
            if not record.game.moves and not record.is_study:
                empty.append(number)
                continue
            notes.update(dict.fromkeys(record.notes))
            yield record

    added = history.add_all(noted(records), again=options.again)
    if empty and not added:
        what = "a game" if len(empty) == 1 else "games"
        raise RecordError(f"{path.name}: cannot import {what} without moves")
    ids += [each for each in added if not isinstance(each, AlreadyStored)]
    known = [each for each in added if isinstance(each, AlreadyStored)]
    if empty:
        which = f"game{'s' * (len(empty) > 1)} {some([*map(str, empty)], MOST_NAMED)} of the file"
        print_error(f"{name or f'{path.name}: '}skipped {which}: nothing to import without moves")
    if not ids:
        raise known[0]
    if known:
        reason = _error_text(known[0], options.again)
        first = "; the first" if len(known) > 1 else ""
        print_error(f"{name or f'{path.name}: '}skipped {counted(len(known), 'game')}{first}: {reason}")
    for note in notes:
        print_error(f"{name or f'{path.name}: '}{note}")


def _about(name: str, path: Path, reason: str) -> str:
    """Return a reason preceded by the path of its file, unless it is the only file."""
    if not name or reason.startswith(repr(str(path))):
        return reason
    return name + reason.removeprefix(f"{path.name}: ")


def _error_text(error: Exception, again: bool) -> str:
    """Return the text of an error, with a note if `--again` was given and has no effect on it."""
    has_no_effect = again and isinstance(error, AlreadyStored) and error.has_same_id
    return f"{error}{': it has the same id, so --again has no effect' if has_no_effect else ''}"


def _numbers(ids: Sequence[int]) -> str:
    """Return the numbers of added games: `game 3`, `games 3 and 4`, `games 3 to 12`."""
    in_a_row = len(ids) > 2 and list(ids) == [*range(ids[0], ids[-1] + 1)]
    numbers = f"{ids[0]} to {ids[-1]}" if in_a_row else listing([*map(str, ids)])
    return f"game{'s' * (len(ids) > 1)} {numbers}"
