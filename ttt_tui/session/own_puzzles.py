"""The puzzles that the user made: a text file of puzzles beside the history, which can be shared as it is."""

from dataclasses import replace
from pathlib import Path

from ttt_tui.errors import PuzzleTextError, RecordError
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import LARGEST_TEXT, from_text, key, to_text
from ttt_tui.store.files import append, describe_os_error, read_at_most

FILE = "puzzles.txt"
"""The name of the file."""

LARGEST_FILE = 4 * LARGEST_TEXT
"""Bytes of the largest file of puzzles; a character takes at most four."""


def read_puzzles(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file, none of one that does not exist.

    Raises `RecordError` with the reason if it cannot be read.
    """
    try:
        content = read_at_most(path, LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            most = f"a file of puzzles has at most {LARGEST_FILE:,} bytes"
            raise RecordError(f"the file {path.name} is too large: {most}")
        return from_text(content.decode())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RecordError(describe_os_error(error)) from None
    except UnicodeDecodeError:
        raise RecordError(f"the file {path.name} is not UTF-8 text") from None
    except PuzzleTextError as error:
        raise RecordError(f"the file {path.name} has other text than puzzles: {error}") from None


def add_puzzle(puzzle: Puzzle, path: Path) -> Puzzle:
    """Add a puzzle to the end of a file of puzzles, unless it is there, and return it with its number.

    Raises `RecordError` if the file is none of puzzles, or cannot be read or written; nothing is lost then.
    """
    known = read_puzzles(path)
    if (same := next((each for each in known if key(each) == key(puzzle)), None)) is not None:
        return same
    numbered = replace(puzzle, number=max((each.number for each in known), default=0) + 1)
    try:
        gap = "\n" if path.exists() and not path.read_bytes().endswith(b"\n") and path.stat().st_size else ""
        append(path, f"{gap}{to_text(numbered)}\n")
    except OSError as error:
        raise RecordError(describe_os_error(error)) from None
    return numbered
