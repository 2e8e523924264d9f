"""A question that is put to a computer: what comes back is a move, or a failure that says what it was."""

from threading import Event
from typing import Any

import pytest

from ttt_tui.engine import Geometry, Limit, Position
from ttt_tui.session.seats import Question


class Answering:
    """A computer that gives what the test tells it to."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def think(self, *_: object) -> Any:
        return self.given

    def close(self) -> None: ...


@pytest.mark.parametrize("given", [None, "b2", 4, (4, 0.5)])
def test_what_is_no_thought_is_a_failure_that_names_it(given: object) -> None:
    question = Question(Position(Geometry(3, 3, 3), 2), Limit(), 0.0)
    with pytest.raises(TypeError, match="is not a move") as raised:
        question.ask(Answering(given), Event())
    assert repr(given) in str(raised.value)
