"""`ttt-tui history import`: adds the games of files and directories, and says what came of each file."""

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ttt_tui.errors import AlreadyStored, RecordError, StoreError
from ttt_tui.process.exit_status import FAILED
from ttt_tui.process.streams import print_error, printable
from ttt_tui.session.listing import listing
from ttt_tui.session.wording import plural
from ttt_tui.store.files import PSQ, describe_os_error, read_records
from ttt_tui.store.games import History

RECORDS = (".txt", ".json", PSQ)
"""How the names of the files end that are taken from a directory."""


def import_games(history: History, options: Namespace) -> int:
    """Add the games of all files and return the exit status: failed if a file added no game.

    All games of a file are added, or none if one of them cannot be read; the other files are added anyway.
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
    for path in files:
        ids: list[int] = []
        name = "" if is_one_file else f"{path}: "
        problem: Exception | None = None
        try:
            _add(history, path, options, name, ids)
        except (RecordError, AlreadyStored, StoreError) as error:
            problem = error
        if ids and not options.json:
            print(printable(f"{name}{'i' if name else 'I'}mported {_numbers(ids)}"))
        if problem is not None:
            print_error(_about(name, path, _reason(problem, again=options.again)))
            count_failed += 1
        count_done += bool(ids)
        added += ids
        if isinstance(problem, StoreError):
            break
    if added and options.json:
        is_one_game = len(added) == 1 and is_one_file
        print(json.dumps({"id": added[0]} if is_one_game else {"ids": added}))
    elif added and not is_one_file:
        print(f"Imported {plural(len(added), 'game')} from {count_done} of {plural(len(files), 'file')}")
    return FAILED if count_failed else 0


def _records_in(directory: Path) -> list[Path]:
    """Return the files of a directory that can be records, by name; raises `RecordError` without any."""
    found = sorted(
        path
        for path in directory.iterdir()
        if path.suffix.lower() in RECORDS and not path.name.startswith(".") and path.is_file()
    )
    if not found:
        raise RecordError(f"{str(directory)!r}: no records in this directory ({', '.join(RECORDS)})")
    return found


def _add(history: History, path: Path, options: Namespace, name: str, ids: list[int]) -> None:
    """Add the games of a file and append their numbers to `ids`; raises `AlreadyStored` if there are none."""
    try:
        records = read_records(path, options.board, options.encoding)
    except OSError as error:
        raise RecordError(describe_os_error(error)) from None
    if not all(record.game.moves for record in records):
        raise RecordError(f"{path.name}: cannot import a game without moves")
    known = []
    for record in records:
        try:
            ids.append(history.add(record, again=options.again))
        except AlreadyStored as error:
            known.append(error)
    if not ids:
        raise known[0]
    if known:
        reason = _reason(known[0], again=options.again)
        first = "; the first" if len(known) > 1 else ""
        print_error(f"{name or f'{path.name}: '}skipped {plural(len(known), 'game')}{first}: {reason}")
    for note in dict.fromkeys(note for record in records for note in record.notes):
        print_error(f"{name or f'{path.name}: '}{note}")


def _about(name: str, path: Path, reason: str) -> str:
    """Return a reason with the path of its file before it, unless it is the only file."""
    if not name or reason.startswith(repr(str(path))):
        return reason
    return name + reason.removeprefix(f"{path.name}: ")


def _reason(problem: Exception, *, again: bool) -> str:
    """Return why a game was not added, and why `--again` did not change that."""
    has_no_effect = again and isinstance(problem, AlreadyStored) and problem.has_same_id
    return f"{problem}{': it has the same id, so --again has no effect' if has_no_effect else ''}"


def _numbers(ids: Sequence[int]) -> str:
    """Return which games were added: `game 3`, `games 3 and 4`, `games 3 to 12`."""
    in_a_row = len(ids) > 2 and list(ids) == [*range(ids[0], ids[-1] + 1)]
    numbers = f"{ids[0]} to {ids[-1]}" if in_a_row else listing([*map(str, ids)])
    return f"game{'s' * (len(ids) > 1)} {numbers}"
