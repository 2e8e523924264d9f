"""What is written goes into the file that it was meant for: each transaction looks at the file's id."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.stores import edit
from ttt_tui.errors import StoreBusy
from ttt_tui.store import reopening
from ttt_tui.store.reopening import OVERWRITTEN, ReopeningDatabase

NOTE = "INSERT INTO brains VALUES ('a', 'b', 'c')"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[ReopeningDatabase]:
    database = ReopeningDatabase(tmp_path / "history.db", 1.0)
    yield database
    database.close()


def become_another(database: ReopeningDatabase) -> None:
    """Give the file the id of another one behind the back of who has it open."""
    edit(database.path, "UPDATE identity SET uid = 'another'")


def test_what_can_be_written_anywhere_is_written_into_the_other_file(database: ReopeningDatabase) -> None:
    become_another(database)
    generation = database.generation
    database.write(lambda connection: connection.execute(NOTE))
    assert database.generation == generation + 1
    assert OVERWRITTEN in (database.message or database._reason or "")
    assert (
        database.read(lambda connection: connection.execute("SELECT count(*) FROM brains").fetchone()[0]) == 1
    )


@pytest.mark.parametrize("change", [become_another, lambda database: database.path.unlink()])
def test_work_in_another_file_knows_its_generation(
    database: ReopeningDatabase, change: Callable[[ReopeningDatabase], object]
) -> None:
    change(database)
    generations = []
    database.write(lambda connection: generations.append(database.generation))
    assert generations == [1]


def test_a_file_that_is_always_another_is_not_written(
    database: ReopeningDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reopening, "_uid", lambda connection: object())
    with pytest.raises(StoreBusy, match="another program is writing the history"):
        database.write(lambda connection: connection.execute(NOTE))
