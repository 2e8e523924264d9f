"""What is written goes into the file that it was meant for: each transaction looks at the file's id."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stores import edit
from ttt_tui.store.followed_database import OVERWRITTEN, ReopeningDatabase

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
    assert OVERWRITTEN in (database.message or database._given_up or "")
    assert (
        database.do(lambda connection: connection.execute("SELECT count(*) FROM brains").fetchone()[0]) == 1
    )


def test_what_is_about_a_game_of_the_first_file_is_not_written_into_the_other(
    database: ReopeningDatabase,
) -> None:
    become_another(database)
    with pytest.raises(LookupError, match="this file is a new one"):
        database.write(lambda connection: connection.execute(NOTE), again=False)
    assert (
        database.do(lambda connection: connection.execute("SELECT count(*) FROM brains").fetchone()[0]) == 0
    )


def test_a_new_file_is_known_before_anything_is_written(database: ReopeningDatabase) -> None:
    database.path.unlink()
    with pytest.raises(LookupError, match="this file is a new one"):
        database.write(lambda connection: connection.execute(NOTE), again=False)
