"""Another program's word about a position: judged by its score, or by our own search, and never proved."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from tests.analysis.positions import played
from ttt_tui.analysis.analysis import analyse
from ttt_tui.analysis.judge import Judge, Judgement
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.second_opinion import SecondOpinion, chance_of
from ttt_tui.computer import Report, Stop, Thought, Value
from ttt_tui.computer.base import A_SECOND, NEVER, ignore_report
from ttt_tui.engine import Geometry, Limit, Position, Rules
from ttt_tui.errors import ComputerFault

LIMIT = Limit(seconds=0.2)


class Other:
    """A program that says what the test wants, whatever the position is."""

    def __init__(self, score: float | None, square: str = "h9") -> None:
        self.score = score
        self.square = square
        self.asked: list[float | None] = []
        self.is_closed = False

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        self.asked.append(limit.seconds)
        move = position.geometry.parse(self.square)
        if position.occupied >> move & 1:
            move = (position.empty & -position.empty).bit_length() - 1
        thought = Thought(move, self.score, depth=9, nodes=12)
        report(thought)
        return thought

    def close(self) -> None:
        self.is_closed = True


def position(moves: str = "h8 i8", board: tuple[int, int, int] = (15, 15, 5)) -> Position:
    return played(board, moves).position


Opinion = Callable[[float | None], tuple[SecondOpinion, Other]]


@pytest.fixture
def opinion() -> Iterator[Opinion]:
    """Make judges by a program that says such a score."""
    made = []

    def make(score: float | None) -> tuple[SecondOpinion, Other]:
        other = Other(score)
        made.append((SecondOpinion(other, "Other", Judge(megabytes=5)), other))
        return made[-1]

    yield make
    for judge, other in made:
        judge.close()
        assert other.is_closed


@pytest.mark.parametrize(
    ("score", "chance"), [(0.0, 0.5), (200.0, 0.731), (-200.0, 0.269), (29_995.0, 1.0), (-29_995.0, 0.0)]
)
def test_a_score_is_a_chance_and_a_mate_is_no_proof(score: float, chance: float, opinion: Opinion) -> None:
    judge, _ = opinion(score)
    heard: list[Judgement] = []
    found = judge.judge(position(), LIMIT, report=heard.append)
    assert found.verdict.value is None
    assert found.verdict.chance == pytest.approx(chance, abs=0.02)
    assert found.chances == (found.verdict.chance, 1 - found.verdict.chance)
    assert (found.depth, found.nodes) == (9, 12)
    assert [position().geometry.name(square) for square in found.pv] == ["h9"]
    assert heard[-1] == found


def test_chances_grow_with_scores_and_never_fail() -> None:
    scores = [-1e308, -29_000.0, -500.0, -1.0, 0.0, 1.0, 500.0, 29_000.0, 1e308]
    chances = [chance_of(score) for score in scores]
    assert chances == sorted(chances)
    assert all(0 <= chance <= 1 for chance in chances)


def test_what_the_rules_say_is_proved_without_asking(opinion: Opinion) -> None:
    judge, other = opinion(-5000.0)
    won = position("a1 o1 b1 o3 c1 o5 d1 o7")
    found = judge.judge(won, LIMIT)
    assert (found.verdict.value, found.verdict.plies) == (Value.WIN, 1)
    assert other.asked == []


def test_an_opening_is_judged_without_asking_since_engines_tell_only_their_moves(opinion: Opinion) -> None:
    judge, other = opinion(-5000.0)
    opening = Position(Geometry(15, 15, 5, Rules.parse("swap2")), players=2)
    found = judge.judge(opening, LIMIT)
    assert found.verdict.chance == pytest.approx(0.5, abs=0.3)
    assert other.asked == []


def test_without_scores_the_move_is_worth_what_our_search_says_of_the_position_after_it(
    opinion: Opinion,
) -> None:
    judge, other = opinion(None)
    quiet = position("h8 i8 i9 j9 a1")
    other.square = "o15"
    found = judge.judge(quiet, LIMIT)
    assert found.verdict.value is None
    assert found.depth == 9
    assert found.pv == (quiet.geometry.parse("o15"),)
    judge.judge(quiet, LIMIT)
    assert other.asked == [0.2, 0.1], "who tells no score leaves time for our search"


def test_a_loss_that_our_search_proves_after_its_move_is_judged_too(opinion: Opinion) -> None:
    judge, other = opinion(None)
    threatened = position("h8 a1 i8 c1 j8 e1 a15 g15")  # X has three with both ends open, and it is X's turn
    other.square = "k8"
    found = judge.judge(threatened, Limit(seconds=0.5))
    assert found.verdict.value is None
    assert found.verdict.chance > 0.9


def test_a_fault_goes_to_who_asked() -> None:
    class Faulty(Other):
        def think(self, *arguments: object, **more: object) -> Thought:
            raise ComputerFault("it died")

    judge = SecondOpinion(Faulty(0.0), "Faulty", Judge(megabytes=5))
    with pytest.raises(ComputerFault, match="it died"):
        judge.judge(position(), LIMIT)
    judge.close()


def test_an_analysis_by_another_has_no_proved_value_where_the_solver_would_prove_all(
    opinion: Opinion,
) -> None:
    judge, other = opinion(50.0)
    other.square = "c2"
    small = position("c3 a1", (5, 5, 5))
    found = []
    stop = SimpleNamespace(is_set=lambda: len(found) >= 8)
    analyse(small, judge, None, stop, found.append)
    assert found
    assert not found[-1].values
    assert all(not candidate.verdict.is_proved for candidate in found[-1].candidates)


def test_a_review_by_another_judges_every_position(opinion: Opinion) -> None:
    review = GameReview(played((15, 15, 5), "h8 i8 h9 i9"), (0.01,), "Other")
    judge, _ = opinion(150.0)
    while review.work(judge):
        pass
    assert review.by == review.copy().by == "Other"
    assert review.is_judged
    known = [each for each in review.known if each is not None]
    assert not any(each.verdict.is_proved for each in known)
