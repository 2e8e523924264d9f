"""Puzzles in plain text: a sentence for each move that is tried."""

from ttt_tui.session.puzzle_desk import Handed
from ttt_tui.session.session import Session


def try_puzzles(session: Session, handed: Handed, *, is_ascii: bool) -> int:
    """Let puzzles be tried, this one first, until the user leaves; return the exit status."""
    raise NotImplementedError
