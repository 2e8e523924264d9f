import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.machine import Machine


@pytest.fixture
def machine() -> Iterator[Machine]:
    """A machine whose directory for temporary files is of every user."""
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as place, ExitStack() as stack:
        Path(place).chmod(0o1777)
        yield Machine(Path(place), stack)
