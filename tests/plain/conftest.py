"""Talks for the tests of plain mode."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plain.talks import MatchTalk, PuzzleTalk
from tests.support.stores import patient


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[MatchTalk]:
    """Talks about matches that are stored."""
    talk = MatchTalk(tmp_path)
    yield talk
    talk.history.close()


@pytest.fixture
def puzzles() -> PuzzleTalk:
    """Talks about puzzles that are not stored."""
    return PuzzleTalk(None)


@pytest.fixture
def stored_puzzles(tmp_path: Path) -> Iterator[PuzzleTalk]:
    """Talks about puzzles that are stored."""
    keeper = patient(tmp_path / "history.db")
    yield PuzzleTalk(keeper)
    keeper.close()
