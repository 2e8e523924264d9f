"""Puzzles made from games are what a search of everything says; their difficulty; which are alike."""

import doctest
import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests import puzzle_levels
from tests.analysis.judging import reviewed as reviewed_by
from tests.analysis.positions import worth_of_move
from tests.support.sampling import sampled
from tests.support.truth import CERTAIN, sign
from ttt_tui.analysis.review import GameReview, mistakes
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.one_ply import points
from ttt_tui.engine import Game, Geometry, Player, Position, Rules, Setup, Square
from ttt_tui.puzzles.collection import removed, shipped
from ttt_tui.puzzles.making import MOST_REFUTED, SolutionFacts, facts, likeness, own_puzzles, puzzle_at
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, MoveEffect, ProvedMove, Puzzle, Task
from ttt_tui.puzzles.text import from_text, puzzles_text, same_position_key, to_text

LONG_WIN = "h9 i9 f7 g6 i8 g8 g7 h7 f9 f8 g10 j7 e8 d7"


def played(geometry: Geometry, seed: int, plies: int) -> list[Square]:
    rng = Random(seed)
    squares = rng.sample(geometry.squares, plies)
    position = Position(geometry, players=2)
    for number, square in enumerate(squares):
        position.play(square)
        if any(map(geometry.has_line, position.stones)):
            return squares[:number]
    return squares


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled([*range(150)], [*range(30)]))
def test_puzzles_on_3x3_are_exactly_what_they_say(seed: int) -> None:
    geometry = Geometry(3, 3, 3)
    prover = prover_of(geometry)
    moves = played(geometry, seed, 2 + seed % 4)
    found = puzzle_at(prover, geometry, moves, seconds=60)
    position = Position(geometry, players=2)
    for square in moves:
        position.play(square)
    worths = {square: worth_of_move(position, square) for square in position.moves}
    best = max(map(sign, worths.values()))
    keeping = [square for square, worth in worths.items() if sign(worth) == best]
    is_forced = any(map(position.completing, (0, 1)))
    if is_forced or best < 0 or len(keeping) > 1:
        assert found is None
    else:
        assert found is not None
        assert found.goal is (Goal.WIN if best else Goal.HOLD)
        assert prover.keeping(found.task()) == keeping
        if best:
            assert 2 * found.moves - 1 == CERTAIN - worths[keeping[0]]


def test_one_that_was_missed_need_not_be_the_only_one() -> None:
    geometry = Geometry(4, 3, 3)
    prover = prover_of(geometry)
    moves = [geometry.parse(name) for name in ("b2", "a1")]
    assert puzzle_at(prover, geometry, moves, seconds=60) is None, "several moves win"
    effects = {
        prover.judge(found.task(), square).effect
        for square in geometry.squares
        if square not in moves
        and (found := puzzle_at(prover, geometry, moves, seconds=60, missed=square)) is not None
    }
    assert effects == {MoveEffect.LOSES}, "some moves do not win"


def test_what_takes_too_long_is_no_puzzle() -> None:
    geometry = Geometry(15, 15, 5)
    prover = prover_of(geometry)
    moves = [geometry.parse(name) for name in LONG_WIN.split()]
    assert puzzle_at(prover, geometry, moves, seconds=0) is None
    stopped = threading.Event()
    stopped.set()
    assert puzzle_at(prover, geometry, moves, stopped, seconds=60) is None


def test_a_long_win_is_rated_harder_and_is_solved_by_fewer_levels() -> None:
    easy, hard = from_text(
        "1: 3x3, 3 in a row, win in 2, rated 800: a2 b2 b3 b1\n"
        "2: 11x11, 5 in a row, win in 3, rated 1472: "
        "f4 h5 g7 g5 f6 f7 e5 d4 i5 d6 i4 d5 d7 e6 g8 c4 b3 d3 d2 e2 b5 c6 f8 b6 a6 h6\n"
    )
    found = [facts(prover_of(puzzle.geometry), puzzle.task()) for puzzle in (easy, hard)]
    assert found[0].moves == 2
    assert found[1].moves == 3
    assert found[0].rating < found[1].rating
    assert sum(puzzle_levels.solvers(easy)) > sum(puzzle_levels.solvers(hard))


# --- mistakes of reviewed games ------------------------------------------------------------------------


HUMANS = (Player("Ada"), Player("Bob"))


def reviewed(
    geometry: Geometry, moves: str, players: tuple[Player, ...] = HUMANS, first: int = 0
) -> GameReview:
    game = Game(Setup(geometry, players), first)
    for name in moves.split():
        game.place(name)
    return reviewed_by(game, (0.2,))


@pytest.mark.parametrize("first", [0, 1])
def test_the_move_that_gave_a_draw_away_is_asked_for_again(first: int) -> None:
    geometry = Geometry(3, 3, 3)
    (found,) = own_puzzles(reviewed(geometry, "a1 b1 b2 c3 a3 a2 c1", first=first))
    assert found.goal is Goal.HOLD
    assert [*map(geometry.name, found.played)] == ["a1"]
    prover = prover_of(geometry)
    assert [*map(geometry.name, prover.keeping(found.task()))] == ["b2"]
    assert prover.judge(found.task(), geometry.parse("b1")).effect is MoveEffect.LOSES


def test_only_mistakes_of_people_at_this_terminal_are_asked_for() -> None:
    geometry = Geometry(3, 3, 3)
    ada, bob = HUMANS
    for elsewhere in (replace(bob, level="rules"), replace(bob, level="open")):
        assert own_puzzles(reviewed(geometry, "a1 b1 b2 c3 a3 a2 c1", (ada, elsewhere))) == []
    stopped = threading.Event()
    stopped.set()
    assert own_puzzles(reviewed(geometry, "a1 b1 b2 c3 a3 a2 c1"), stopped) == []


@pytest.mark.parametrize(
    ("kind", "moves"), [("exactly", "a1 b1 b2 c3 a3 a2 c1"), ("misere", "c2 a1 c3 a2 b3 c1 a3")]
)
def test_games_with_other_rules_make_no_puzzles(kind: str, moves: str) -> None:
    geometry = Geometry(3, 3, 3, Rules.parse(kind))
    review = reviewed(geometry, moves)
    assert mistakes(review)
    assert own_puzzles(review) == []
    names = [geometry.parse(name) for name in ("a1", "b1")]
    with pytest.raises(ValueError, match="no rules"):
        to_text(Puzzle(geometry, tuple(names), Goal.WIN, 2, 900))


@pytest.mark.slow
def test_games_of_three_and_games_without_mistakes_give_nothing() -> None:
    assert own_puzzles(reviewed(Geometry(3, 3, 3), "a1 b2 c3 b1 b3 a3 c1 c2")) == []
    three = (*HUMANS, Player("Cy"))
    assert own_puzzles(reviewed(Geometry(4, 4, 3), "a1 b1 c1 d1 a2 b2 c2", three)) == []


@pytest.mark.slow
def test_a_win_by_force_that_was_missed_on_a_large_board_is_asked_for_again() -> None:
    geometry = Geometry(11, 11, 5)
    # X has three in a row with both ends open, as O has, and places elsewhere:
    lost = sampled(" f9 b9 g9", "")
    puzzles = own_puzzles(reviewed(geometry, f"e5 c9 f5 d9 g5 e9 a1{lost}"))
    (found,) = (puzzle for puzzle in puzzles if len(puzzle.played) == 6)
    assert found.goal is Goal.WIN
    assert found.moves == 2


# --- difficulty ----------------------------------------------------------------------------------------


class Scripted:
    """A prover that says what it is told: one move keeps the goal, and each other loses in so many stones."""

    is_exact = False

    def __init__(self, right: Square, stones: dict[Square, int]) -> None:
        self.right, self.stones = right, stones
        self.asked: list[Square] = []

    def keeping(self, task: Task, stop: Stop = NEVER, most: int | None = None) -> list[Square]:
        return [self.right]

    def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
        self.asked.append(square)
        if square == self.right:
            return ProvedMove(MoveEffect.KEEPS)
        if square not in self.stones:
            return ProvedMove(MoveEffect.LOSES, (0,))
        return ProvedMove(MoveEffect.LOSES, tuple(range(2 * self.stones[square] - 1)), is_lost=True)


def task_of(moves: str, goal: Goal) -> Task:
    geometry = Geometry(9, 9, 5)
    position = Position(geometry, players=2)
    for name in moves.split():
        position.play(geometry.parse(name))
    return Task(position, goal, 1)


def tempting(task: Task, right: Square) -> list[Square]:
    """The wrong moves that look best to somebody who looks one stone ahead."""
    others = [square for square in task.position.moves if square != right]
    return sorted(others, key=lambda square: (-points(task.position, square), square))


@pytest.mark.parametrize("goal", [Goal.STOP, Goal.HOLD])
def test_a_defence_is_the_harder_the_longer_a_tempting_move_takes_to_be_refuted(goal: Goal) -> None:
    task = task_of("e5 a1 e6 a3 e7", goal)
    right, *_ = task.position.moves
    first, second, *_ = tempting(task, right)
    found = [
        facts(Scripted(right, {first: 3, second: stones}), task)  # type: ignore[arg-type]  # it is asked no more
        for stones in (2, 7, 16)
    ]
    assert [each.refutation for each in found] == [3, 7, 16]
    assert found[0].rating < found[1].rating < found[2].rating


def test_only_the_moves_that_tempt_most_are_refuted_and_what_does_not_lose_the_game_is_not_counted() -> None:
    task = task_of("e5 a1 e6 a3 e7", Goal.STOP)
    right, *_ = task.position.moves
    wrong = tempting(task, right)
    last, beyond = wrong[MOST_REFUTED - 1 : MOST_REFUTED + 1]
    prover = Scripted(right, {last: 5, beyond: 9})
    assert facts(prover, task).refutation == 5  # type: ignore[arg-type]
    assert set(prover.asked) == {*wrong[:MOST_REFUTED]}
    assert facts(Scripted(right, {}), task).refutation == 0  # type: ignore[arg-type]


def test_a_win_is_as_hard_as_its_own_moves() -> None:
    task = task_of("e5 a1 e6 a3", Goal.WIN)
    right, *_ = task.position.moves
    found = facts(Scripted(right, dict.fromkeys(tempting(task, right), 9)), task)  # type: ignore[arg-type]
    assert found.refutation is None
    longer = SolutionFacts(found.moves + 1, found.quiet, (*found.tempting, 0), found.empty)
    assert longer.rating > found.rating


@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ("3x3, 3 in a row", "c2 b3 a1"),
        ("3x3, 3 in a row", "c2 b3 a3"),
        ("4x3, 3 in a row", "d3 c2 b2"),
        ("4x3, 3 in a row", "d1 a3 b2"),
    ],
)
def test_the_refutation_on_a_small_board_is_as_long_as_trying_everything_says(board: str, moves: str) -> None:
    (puzzle,) = from_text(f"{board}, hold for 1, rated 800: {moves}")
    task = puzzle.task()
    prover = prover_of(puzzle.geometry)
    (right, *_) = prover.keeping(task)
    worths = [worth_of_move(task.position, square) for square in tempting(task, right)[:MOST_REFUTED]]
    assert max(worths) < 0
    stones = max((CERTAIN + worth) // 2 for worth in worths)
    assert facts(prover, task).refutation == stones
    prover.close()


# --- measuring -------------------------------------------------------------------------------------------


def test_a_file_is_rated_anew_and_otherwise_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = Random(1).sample(
        [puzzle for puzzle in shipped().puzzles if len(puzzle.geometry.squares) < 13], 4
    )
    path = tmp_path / "puzzles.txt"
    wrong = "# about them\n\n" + puzzles_text(replace(puzzle, rating=100) for puzzle in chosen)
    path.write_text(wrong, encoding="utf-8")
    puzzle_levels.rerate(path)
    rated = path.read_text(encoding="utf-8")
    assert rated.startswith("# about them\n\n")
    now = from_text(rated)
    for before, after in zip(chosen, now, strict=True):
        assert (after.number, after.played, after.goal, after.moves) == (
            before.number, before.played, before.goal, before.moves,
        )  # fmt: skip
        assert after.rating == facts(prover_of(after.geometry), after.task()).rating
    assert "4 of 4 puzzles have another rating" in capsys.readouterr().out
    puzzle_levels.rerate(path)
    assert path.read_text(encoding="utf-8") == rated
    assert "0 of 4" in capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == ["puzzles.txt"]


def test_the_figures_of_the_measurement_are_right() -> None:
    failed, tried = doctest.testmod(puzzle_levels)
    assert tried > 0
    assert failed == 0
    assert puzzle_levels.rank_correlation([1, 1, 2], [5, 5, 9]) == 1
    assert puzzle_levels.agreement([1, 1, 2], [5, 6, 9]) == pytest.approx(2.5 / 3)


# --- likeness ------------------------------------------------------------------------------------------


SMALL = "3x3, 3 in a row, win in 2, rated 819: c1 a3 a1 b1"
LARGE = "15x15, 5 in a row, win in 3, rated 1500: g7 a1 h8 c1 i7 e1 h6 a15 i5 c15"


def key(text: str) -> object:
    (found,) = from_text(text)
    return likeness(found, prover_of(found.geometry))


def test_turned_and_mirrored_ones_are_alike_on_a_small_board() -> None:
    for moves in ("a1 c3 c1 b1", "a1 c3 a3 a2"):
        assert key(f"3x3, 3 in a row, win in 2, rated 819: {moves}") == key(SMALL)


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(("one", "other"), [(4, 26), (223, 518), (258, 409), (423, 537), (532, 533)])
def test_some_of_the_first_set_were_the_same_among_other_stones(one: int, other: int) -> None:
    first, second = shipped().by_number(one), removed().by_number(other)
    assert same_position_key(first) != same_position_key(second)
    assert likeness(first, prover_of(first.geometry)) == likeness(second, prover_of(second.geometry))


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    "moves",
    [
        "h8 b2 i9 d2 j8 f2 i7 b1 j6 d1",
        "h8 b2 i9 b4 h10 b6 g9 a2 f10 a4",  # turned
        "j8 a2 i9 n2 h8 l2 i7 a1 h6 n1",  # mirrored
        "j8 a2 i9 a4 j10 a6 k9 b2 l10 b4",
    ],
)
def test_shifted_ones_are_alike_on_a_large_board(moves: str) -> None:
    assert key(f"{LARGE.rpartition(': ')[0]}: {moves}") == key(LARGE)


@pytest.mark.slow
def test_stones_far_away_do_not_matter_on_a_large_board_but_another_combination_or_task_does() -> None:
    assert key(LARGE.replace("a15", "a13")) == key(LARGE)
    assert key(LARGE) != key("15x15, 5 in a row, win in 2, rated 1500: g7 a1 h8 c1 i9 e1")
    assert key(SMALL) != key("3x3, 3 in a row, win in 2, rated 819: c2 a1 c3 c1 b1")
