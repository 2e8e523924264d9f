"""No test of brains leaves a process behind."""

import sys
import time
from collections.abc import Iterator
from uuid import uuid4

import pytest

from tests.support.processes import MARK, PATIENCE, marked
from ttt_tui.process.child import end_all


@pytest.fixture(scope="package", autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """When all is done not one process is left that was started here, however far from it."""
    with pytest.MonkeyPatch.context() as patch:
        mark = uuid4().hex
        patch.setenv(MARK, mark)
        yield
    end_all()
    if sys.platform == "linux":
        end = time.monotonic() + PATIENCE
        while (left := marked(mark)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not left
