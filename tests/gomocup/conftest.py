"""No test of brains leaves a process behind."""

from collections.abc import Iterator

import pytest

from tests.support.brains import no_process_is_left


@pytest.fixture(scope="package", autouse=True)
def _no_process_is_left() -> Iterator[None]:
    with no_process_is_left():
        yield
