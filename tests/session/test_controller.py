"""The controller and its seats: another kind of seat is asked as a person here and a computer are."""

import re

import pytest

from tests.support.strategies import make_setup
from ttt_tui.computer import Computer, ComputerFault
from ttt_tui.engine import HUMAN, IllegalMove, Match, NothingToUndo
from ttt_tui.errors import PlayerFailed
from ttt_tui.session.controller import Controller
from ttt_tui.session.seats import Answer, Question
from ttt_tui.session.session import Session


class Nobody:
    """Lets no computer think: there is none at the table."""

    def start(self, computer: Computer, question: Question) -> None:
        raise AssertionError("no computer plays")

    def move_now(self) -> None: ...

    def drop(self) -> None: ...


class Elsewhere:
    """Somebody at another terminal, who answers when the test says so."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.is_asked = self.is_hurried = self.is_closed = False

    def ask(self, question: Question) -> None:
        self.questions.append(question)
        self.is_asked = True

    def move_now(self) -> None:
        self.is_hurried = True

    def drop(self) -> None:
        self.is_asked = False

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def guest() -> Elsewhere:
    return Elsewhere()


@pytest.fixture
def controller(guest: Elsewhere) -> Controller:
    session = Session()
    controller = Controller(session, session.new_match(make_setup(levels=(HUMAN, HUMAN))), Nobody())
    controller.seats._seats[1] = guest
    controller.request_move()
    return controller


def words(match: Match) -> list[str]:
    geometry = match.setup.geometry
    return [geometry.name(move.square) for move in match.game.moves if move.square is not None]


def square(controller: Controller, name: str) -> int:
    return controller.match.setup.geometry.parse(name)


def test_a_guest_is_asked_when_it_is_their_turn_and_their_answer_is_played(
    controller: Controller, guest: Elsewhere
) -> None:
    assert not guest.questions, "it is not their turn"
    controller.place(square(controller, "b2"))
    (question,) = guest.questions
    assert question.position.ply == 1
    assert question.position is not controller.match.game.position
    controller.accept(Answer(question, square(controller, "a1")))
    assert words(controller.match) == ["b2", "a1"]


def test_only_the_answer_to_the_open_question_counts(controller: Controller, guest: Elsewhere) -> None:
    controller.place(square(controller, "b2"))
    (first,) = guest.questions
    controller.undo()
    assert not guest.is_asked
    controller.accept(Answer(first, square(controller, "a1")))
    assert words(controller.match) == []
    controller.place(square(controller, "c3"))
    controller.accept(Answer(first, square(controller, "a1")))
    assert words(controller.match) == ["c3"]
    second = guest.questions[-1]
    controller.accept(Answer(second, square(controller, "a1")))
    controller.accept(Answer(second, square(controller, "a2")))
    assert words(controller.match) == ["c3", "a1"]


def test_an_answer_that_is_no_move_is_said_and_costs_nothing(
    controller: Controller, guest: Elsewhere
) -> None:
    controller.place(square(controller, "b2"))
    with pytest.raises(PlayerFailed, match=r"^P1 failed: b2 is taken$"):
        controller.accept(Answer(guest.questions[-1], square(controller, "b2")))
    assert words(controller.match) == ["b2"]
    assert controller.is_paused
    controller.pause()
    assert guest.is_asked
    with pytest.raises(PlayerFailed, match=r"OSError\('the line is gone'\)$"):
        controller.accept(Answer(guest.questions[-1], error=OSError("the line is gone")))


@pytest.mark.parametrize(
    ("error", "told"),
    [(ComputerFault("stopped"), "P1 stopped"), (KeyError("x"), "P1 failed: KeyError('x')")],
)
def test_why_there_is_no_move_is_told_in_a_sentence_where_there_is_one(
    error: Exception, told: str, controller: Controller, guest: Elsewhere
) -> None:
    controller.place(controller.match.setup.geometry.parse("b2"))
    with pytest.raises(PlayerFailed, match=re.escape(told)):
        controller.accept(Answer(guest.questions[0], error=error))


def test_a_seat_is_hurried_dropped_and_let_go_of(controller: Controller, guest: Elsewhere) -> None:
    controller.move_now()
    assert not guest.is_hurried
    controller.place(square(controller, "b2"))
    controller.move_now()
    assert guest.is_hurried
    controller.resign(0)
    assert not guest.is_asked
    controller.next_game()
    assert guest.is_closed


def test_what_is_refused_changes_nothing(controller: Controller) -> None:
    with pytest.raises(NothingToUndo):
        controller.undo()
    controller.place(square(controller, "b2"))
    with pytest.raises(IllegalMove, match="b2 is taken"):
        controller.place(square(controller, "b2"))
    assert words(controller.match) == ["b2"]
