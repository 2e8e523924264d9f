"""What a judge finds out about a position, against trying everything."""

import threading
from collections.abc import Iterator
from random import Random

import pytest

from tests.analysis.positions import played, scattered, worth_of
from tests.support.reference import Board, unlike
from tests.support.sampling import sampled
from tests.support.strategies import make_setup, play, position_of, snapshot
from tests.support.truth import text
from ttt_tui.analysis.judge import (
    Judge,
    Judgement,
    judgement_before,
    judgement_of_outcome,
)
from ttt_tui.analysis.verdict import LONGEST_SEEN, Verdict
from ttt_tui.analysis.worth import Mark, worth
from ttt_tui.computer import LEVELS, Value
from ttt_tui.engine import Game, Geometry, Limit, Position

PLENTY = Limit(seconds=20.0)
"""More than any proof here takes."""


def after(position: Position, square: int) -> Position:
    child = position.copy()
    child.play(square)
    return child


def check(position: Position, found: Judgement) -> None:
    """The verdict is the truth, both players' sides of it agree, and the best move keeps it."""
    truth = worth_of(position)
    assert str(found.verdict) == text(truth), position
    assert sum(found.chances) == 1
    mover, other = position.in_turn()
    assert found.verdict_of(mover) == found.verdict
    assert found.verdict_of(other) == found.verdict.turned()
    assert found.move is not None
    child = after(position, found.move)
    if not position.completing(mover) >> found.move & 1:
        kept = worth_of(child)
        assert kept <= 0 if truth > 0 else (kept == 0 if truth == 0 else kept > 0)
        if truth > 0:
            assert -kept == truth + 1


@pytest.fixture
def judge() -> Iterator[Judge]:
    judge = Judge()
    yield judge
    judge.close()


@pytest.mark.slow
def test_every_position_of_3_by_3_is_judged_as_it_is(judge: Judge) -> None:
    boards = [board for board in unlike(Board(3, 3, 3, [0, 1])) if not board.is_dead()]
    assert len(boards) > 500
    for board in boards:
        position = position_of(board)
        check(position, judge.judge(position, PLENTY))


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (5, 4, 4)])
def test_small_boards_with_few_empty_squares_are_judged_as_they_are(
    board: tuple[int, int, int], judge: Judge
) -> None:
    rng = Random(f"judge {board}")
    values = set()
    for number in range(24):
        position = scattered(*board, empty=11 - number % 4, rng=rng)
        found = judge.judge(position, PLENTY)
        check(position, found)
        values.add(found.verdict.value)
    assert len(values) > 1


@pytest.mark.slow
def test_a_length_that_only_trying_everything_tells_is_exact_with_few_empty_squares(judge: Judge) -> None:
    long = 0
    empty = Position(Geometry(4, 3, 3), 2)
    for square in empty.moves:
        position = after(empty, square)
        found = judge.judge(position, PLENTY)
        check(position, found)
        long += (found.verdict.plies or 0) > LONGEST_SEEN
    assert long > 1


def test_what_is_not_proved_is_judged_and_leaves_the_position_as_it_was(judge: Judge) -> None:
    position = play(Game(make_setup(15, 15, 5)), "h8 i9 h9 h7 j10").position
    before = snapshot(position)
    heard: list[Judgement] = []
    found = judge.judge(position, Limit(nodes=500), report=heard.append)
    assert snapshot(position) == before
    assert not found.verdict.is_proved
    assert found.move in position.moves
    assert found.chances[1] == found.verdict.chance == pytest.approx(1 - found.chances[0])
    assert heard[-1] == found
    assert len(heard) > 1
    assert all(judgement.mover == 1 for judgement in heard)


def test_a_first_stone_that_is_placed_by_habit_is_judged_by_what_comes_after_it(judge: Judge) -> None:
    found = judge.judge(Position(Geometry(15, 15, 5), 2), Limit(nodes=400))
    assert not found.verdict.is_proved
    assert found.depth > 2
    assert len(found.pv) > 2


@pytest.mark.parametrize("is_only", [False, True])
@pytest.mark.parametrize("after", [Verdict.proved(value, 4) for value in Value] + [Verdict.judged(0.3)])
def test_one_ply_earlier_everybody_has_the_chance_of_the_verdict(after: Verdict, is_only: bool) -> None:
    later = Judgement(2, after, (1 - after.chance, 0, after.chance), (5,), depth=3)
    found = judgement_before(0, 7, later, is_only)
    assert found.chances == (found.verdict.chance, 0, 1 - found.verdict.chance)
    assert (found.mover, found.pv, found.depth) == (0, (7, 5), 4)
    if is_only or after.value is Value.LOSS:
        assert found.verdict.value is after.turned().value
    else:
        assert found.verdict.value is None, "another move may be better"


def test_an_only_move_is_judged_by_the_position_after_it(judge: Judge) -> None:
    position = play(Game(make_setup(4, 4, 4)), "a1 b3 b1 c2 c1").position
    found = judge.judge(position, PLENTY)
    then = judge.judge(after(position, position.geometry.parse("d1")), PLENTY)
    assert position.geometry.name(found.pv[0]) == "d1"
    assert found.verdict == then.verdict.turned().before()


def test_a_stop_ends_it_at_once(judge: Judge) -> None:
    stop = threading.Event()
    stop.set()
    for players in (2, 3):
        position = play(Game(make_setup(15, 15, 5, players)), "h8 i9 h9 h7 j10").position
        found = judge.judge(position, Limit(seconds=20), stop)
        assert found.move in position.moves
        assert found.seconds < 10, "half of what it may take"


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_everybody_has_a_share(players: int, judge: Judge) -> None:
    position = play(Game(make_setup(7, 7, 4, players)), "d4 c3 e5 e4 c4 f6").position
    found = judge.judge(position, Limit(nodes=3000))
    assert sum(found.chances) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in found.chances)
    assert found.move in position.moves


def test_with_more_players_a_win_in_sight_is_lost_for_all_others_and_who_resigned_has_no_chance(
    judge: Judge,
) -> None:
    position = play(Game(make_setup(5, 5, 3, players=3)), "a1 c3 e5 b1 c4 e4").position
    found = judge.judge(position, Limit(nodes=100))
    assert [str(found.verdict_of(player)) for player in range(3)] == ["W1", "L1", "L1"]
    assert (found.winner, found.chances) == (0, (1, 0, 0))
    found = judge.judge(played((7, 7, 4), "d4 c3 e5 O!", players=3).position, Limit(nodes=500))
    assert found.chances[1] == 0
    assert sum(found.chances) == pytest.approx(1)


def test_how_a_game_ended_is_known_exactly() -> None:
    won, resigned = (played((3, 3, 3), moves) for moves in ("a1 b1 a2 b2 a3", "a1 b1 O!"))
    drawn = played((3, 3, 3), "A! a1 b2 c3 b1 b3 a3 c1 c2", players=3)
    by_line, by_resigning, by_nobody = (
        judgement_of_outcome(game.position, game.outcome) for game in (won, resigned, drawn) if game.outcome
    )
    assert [str(by_line.verdict_of(player)) for player in (0, 1)] == ["W0", "L0"]
    assert (by_line.winner, by_line.pv) == (0, ())
    assert by_resigning.verdict_of(1) == Verdict.proved(Value.LOSS), "in no plies that count"
    assert by_resigning.verdict_of(0) == Verdict.proved(Value.WIN)
    assert by_nobody.chances == (0.5, 0.5, 0), "shared by those who did not resign"


@pytest.mark.slow
def test_what_is_proved_on_15_by_15_is_not_contradicted_by_a_deeper_look_or_after_the_best_move(
    judge: Judge,
) -> None:
    rng = Random("deeper")
    proved = 0
    while proved < sampled(200, 12):
        game = Game(make_setup(15, 15, 5))
        computers = [LEVELS[level].make(rng.getrandbits(32)) for level in ("rules", "scorer")]
        for ply in range(rng.randint(8, 40)):
            if game.outcome is None:
                game.place(computers[ply % 2].think(game.position.copy()).move)
        if game.outcome is not None:
            continue
        position = game.position
        found = judge.judge(position, Limit(nodes=500))
        if not found.verdict.is_proved or found.verdict.plies == 1:
            continue
        proved += 1
        deeper = judge.judge(position, Limit(nodes=4000))
        assert deeper.verdict.value in (found.verdict.value, None)
        if found.verdict.is_exact:
            assert deeper.verdict.plies is None or deeper.verdict.plies >= (found.verdict.plies or 0)
        assert found.move is not None
        then = judge.judge(after(position, found.move), Limit(nodes=4000))
        assert then.verdict.value in (found.verdict.turned().value, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ((3, 3, 3), "a1 b1"),
        ((3, 3, 3), "a1 b2 c3 a3"),
        ((15, 15, 5), "h8 g7 i9 j10 h9 o15"),  # too far away
        ((15, 15, 5), "h8 i8 h9 j8 h10 k8"),  # a three of one's own against an open one
        ((15, 15, 5), "h8 i9 i7 g9 g7 h9 j7 a1"),  # a win in three, given away and lost
    ],
)
def test_a_move_that_loses_by_force_where_nothing_was_lost_is_a_blunder(
    board: tuple[int, int, int], moves: str, judge: Judge
) -> None:
    game = Game(make_setup(*board))
    *before, last = moves.split()
    play(game, " ".join(before))
    mover = game.position.to_move
    best = judge.judge(game.position, Limit(nodes=3000)).verdict_of(mover)
    game.place(last)
    then = judge.judge(game.position, Limit(nodes=3000)).verdict_of(mover)
    assert then.value is Value.LOSS
    assert worth(best, then).mark is Mark.BLUNDER
