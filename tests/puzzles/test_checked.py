"""The check of puzzles: shipped puzzles pass it, and it notices what is wrong with others."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests import check_puzzles
from tests.puzzles.attack_board import AttackBoard, AttackPosition
from tests.puzzles.checked import check, stones
from tests.puzzles.forced_wins import ForcedWins, Lengths, attacks
from tests.puzzles.positions import scattered
from tests.puzzles.walked import NotRefuted, Walk
from tests.support.sampling import sampled
from tests.support.truth import TooHard, singles
from ttt_tui.engine import Geometry, squares_of
from ttt_tui.puzzles.collection import shipped
from ttt_tui.puzzles.puzzle import Goal, Puzzle
from ttt_tui.puzzles.text import from_text, to_text

SOUND = from_text(
    """
    3x3, 3 in a row, win in 2, rated 800: a2 b2 b3 b1
    3x3, 3 in a row, win in 3, rated 1000: b3 a1
    3x3, 3 in a row, hold for 1, rated 700: a1 b1 c1
    4x4, 3 in a row, win in 3, rated 1100: a1 b3 b1 c1
    5x4, 4 in a row, hold for 2, rated 1300: b4 d2 e2 d4 e3 a3 e1 c2 a4 e4
    7x6, 4 in a row, stop, rated 1350: d3 g2 e4 d4 f5 c2 c5 g6 c3 e3 d2 d5 c4 c6 d6 b4 b3 a3 g3
    9x9, 5 in a row, win in 2, rated 1300: e5 f5 b8 e6 f6 d4 e4 d5 d6 e7
    15x15, 5 in a row, win in 4, rated 1400: g9 h7 h10 g6 g10 g8 f9 h9
    9x9, 5 in a row, stop, rated 1750: e5 e6 a4 d5 d6 f4 a7 d4 f5 e4
    """
)


# --- the puzzles


@pytest.mark.sample(every=8)
@pytest.mark.parametrize("puzzle", check_puzzles.sample([*shipped().puzzles], sampled(200, 15)), ids=to_text)
def test_a_shipped_puzzle_is_what_it_says(puzzle: Puzzle) -> None:
    # It may be undecided with so few positions: `python -m tests.check_puzzles` takes the time.
    assert check(puzzle, sampled(40_000, 20_000)).fault is None


# --- what is wrong is noticed


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", sampled(SOUND, SOUND[:-2]), ids=to_text)
def test_another_number_of_moves_is_wrong(puzzle: Puzzle) -> None:
    finding = check(puzzle)
    assert (finding.fault, finding.undecided) == (None, None)
    if puzzle.goal is Goal.WIN:
        longer = check(replace(puzzle, moves=puzzle.moves + 1)).fault or ""
        assert longer == f"the win takes {puzzle.moves} moves" or f"moves win in {puzzle.moves + 1}" in longer
        assert check(replace(puzzle, moves=puzzle.moves - 1)).fault is not None


@pytest.mark.parametrize("puzzle", sampled(SOUND, SOUND[:-3]), ids=to_text)
def test_another_goal_is_wrong(puzzle: Puzzle) -> None:
    other = Goal.STOP if not puzzle.has_exact_values else Goal.HOLD
    goal, moves = (Goal.WIN, 3) if puzzle.goal is not Goal.WIN else (other, 1)
    finding = check(replace(puzzle, goal=goal, moves=moves))
    assert finding.fault or finding.undecided  # on 15×15 not every move is proved to lose


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3x3, 3 in a row, win in 2, rated 900: a1 b2 b1", "a line lacks one square"),
        ("9x9, 5 in a row, stop, rated 900: a1 b2 a2 b3 a3 b4 a4", "a line lacks one square"),
        ("4x4, 3 in a row, win in 2, rated 900: b2 c4", "9 moves win, 0 draw, 5 lose"),
        ("3x3, 3 in a row, hold for 1, rated 900: a1 b2", "0 moves win, 7 draw, 0 lose"),
        ("9x9, 5 in a row, win in 3, rated 900: e5 a1 e6 a9 e4 i9", "moves win in 3: "),
        ("9x9, 5 in a row, win in 2, rated 900: e5 a1 e6 a9 e4 i9", "2 moves win in 2: e3 e7"),
        ("9x9, 5 in a row, win in 2, rated 900: e5 a1 e6 a9", "no move wins in 2"),
        ("9x9, 5 in a row, stop, rated 900: e5 a1", "no win by threats, wherever the player moves"),
    ],
)
def test_what_is_no_puzzle_is_noticed(text: str, reason: str) -> None:
    (puzzle,) = from_text(text)
    assert reason in (check(puzzle).fault or "")


TWO_WAYS_TO_WIN = {
    "9x9, 5 in a row, win in 4, rated 1578: f3 c3 d6 d4 e5 c5 f4 c7 e3 c6 c4 c8 c9 h3 g3 h2": "f5 h5",
    "11x11, 5 in a row, win in 5, rated 1958: g7 h5 g6 g5 f5 h6 h7 e4 i7 j7 h8 g4": "i6 i8",
}
"""Puzzles with a second winning move, which makes neither a four nor a three, nor a double threat next."""

EVERY_MOVE_LOSES = (
    "13x13, 5 in a row, stop, rated 1268: f7 g8 g6 f8 e8 h5 e7 e9 d7 g7 h6 f9 d9 c10 d8",
    "11x11, 5 in a row, stop, rated 1218: e5 h5 h4 g5 i5 g6 g3 j6 f4 d6 g7 f6 e6 e4 f7 e7 f8 h6 i6 d5 d7 f5"
    " h7 d3 c2 i7 g8 j5 f9 e10 h9 i10 f2 e1 h2 i1 j4 j8 k9 d8 c9 j7 j9",
)


@pytest.mark.parametrize(("text", "moves"), TWO_WAYS_TO_WIN.items())
def test_a_second_way_to_win_is_noticed(text: str, moves: str) -> None:
    (puzzle,) = from_text(text)
    assert check(puzzle).fault == f"{len(moves.split())} moves win in {puzzle.moves}: {moves}"


@pytest.mark.slow
@pytest.mark.parametrize("text", EVERY_MOVE_LOSES)
def test_a_move_that_only_seems_to_stop_a_win_is_noticed(text: str) -> None:
    (puzzle,) = from_text(text)
    assert check(puzzle).fault == "every move loses"


def test_what_takes_too_many_positions_is_undecided() -> None:
    for puzzle in SOUND[5:]:
        finding = check(puzzle, most_positions=10)
        assert finding.fault is None
        assert (finding.undecided or "").startswith("may ")


def test_many_stones_and_long_wins_are_reported() -> None:
    (many,) = from_text(EVERY_MOVE_LOSES[1])
    assert [*check_puzzles.remarks(many)] == ["has 43 stones, more than 30"]
    long = replace(SOUND[-2], moves=9)
    assert [*check_puzzles.remarks(long)] == ["is a win in 9, not in 2 to 8"]
    assert [*check_puzzles.remarks(SOUND[-2])] == []


def test_the_command_tells_which_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    wrong = replace(SOUND[2], goal=Goal.WIN, moves=2)
    mirrored = "3x3, 3 in a row, win in 3, rated 990: b1 a3"
    for puzzles, status, printed in (
        (SOUND[:2], 0, ["2 puzzles, 0 wrong, 0 undecided, 0 repeated"]),
        (
            [*SOUND[:2], wrong],
            1,
            [to_text(wrong), "0 moves win, 1 draw, 5 lose", "3 puzzles, 1 wrong, 0 undecided"],
        ),
        ([SOUND[1], *from_text(mirrored)], 1, [mirrored, "is the same position as"]),
    ):
        file.write_text("".join(f"{to_text(puzzle)}\n" for puzzle in puzzles))
        monkeypatch.setattr("sys.argv", ["check_puzzles", str(file), "--sample", "5"])
        assert check_puzzles.main() == status
        out = capsys.readouterr().out
        assert all(line in out for line in printed)


# --- who proves them is right


def position(sides: tuple[int, int, int], number: int, fewest: int, most: int) -> AttackPosition:
    rng, geometry = Random(f"{sides} {number}"), Geometry(*sides)
    played = scattered(geometry, rng.randrange(fewest, most), rng)
    return AttackBoard(*sides).position(*stones(Puzzle(geometry, played, Goal.WIN, 4, 1500)))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(sampled(30, 3)))
@pytest.mark.parametrize("sides", [(6, 6, 4), (7, 7, 5), (7, 6, 4), (6, 7, 3)])
def test_the_replies_that_are_left_out_do_not_matter(sides: tuple[int, int, int], number: int) -> None:
    start = position(sides, number, 4, 6 if sides[2] == 3 else 14)
    few, every = Lengths(), Lengths(every_reply=True)
    assert few.shortest(start, 4) == every.shortest(start, 4)
    for move in singles(start.empty):
        after = start.with_attacker(move)
        assert few.has_won(after, 3) == every.has_won(after, 3)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(sampled(30, 4)))
@pytest.mark.parametrize("sides", [(7, 6, 4), (7, 7, 5), (8, 7, 4)])
def test_there_is_a_win_just_if_it_has_a_length(sides: tuple[int, int, int], number: int) -> None:
    start = position(sides, number, 4, 26)
    shortest = Lengths().shortest(start, 5)
    wins = shortest is not None
    with suppress(TooHard):
        wins = ForcedWins(AttackBoard(*sides), 3_000).wins(start)
    assert wins or shortest is None
    if wins and shortest is None:
        assert Lengths().shortest(start, 9)


@pytest.mark.parametrize(
    ("row", "fours", "doubles", "threes"),
    [
        ("X.X.X....", "bd", "", "dfg"),
        ("...XXX...", "bcgh", "cg", None),
        (".O.XXX...", "cgh", "g", None),
        (".O.XXX.O.", "cg", "", ""),
        ("...XX....", "", "", "bcfg"),
        ("O..XX...O", "", "", "cfg"),
    ],
)
def test_threats_are_what_their_definitions_say(
    row: str, fours: str, doubles: str, threes: str | None
) -> None:
    found = in_a_row(row)
    assert (found.completes, named(found.fours), named(found.doubles)) == (0, fours, doubles)
    assert threes in (None, named(found.threes_on_a_line))


def in_a_row(row: str) -> AttackPosition:
    """The stones of the first row."""
    mine, theirs = (sum(1 << i for i, stone in enumerate(row) if stone == side) for side in "XO")
    return AttackBoard(9, 9, 5).position(mine, theirs)


def named(mask: int) -> str:
    return "".join(letter for i, letter in enumerate("abcdefghi") if mask >> i & 1)


def test_what_completes_a_line_or_a_longer_one_wins() -> None:
    for row, completes in (("X.XXX....", "b"), ("X.XXX.X..", "bf"), ("XXX.XX...", "d")):
        assert named(in_a_row(row).completes) == completes
        assert attacks(in_a_row(row))[0] == 1
    assert attacks(in_a_row("XXXXXO..."))[0] == 0


# --- refutations


HARDEST = ((888, "f6", "d6", 12), (968, "f7", "f3", 13))
"""Puzzles with a wrong move that takes many stones to refute, the right move, and how many stones."""


@pytest.mark.slow
@pytest.mark.parametrize(("number", "wrong", "right", "most"), HARDEST)
def test_a_wrong_move_loses_whatever_is_replied(number: int, wrong: str, right: str, most: int) -> None:
    puzzle = shipped().by_number(number)
    walk = Walk(puzzle)
    assert walk.stones_after(puzzle.geometry.parse(wrong)) <= most
    assert walk.positions > 1000
    with pytest.raises(NotRefuted):
        Walk(puzzle).stones_after(puzzle.geometry.parse(right))


def test_a_walk_notices_a_reply_that_the_search_has_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the attacker plays on the lowest empty square, whatever it is: some reply withstands that."""
    puzzle = shipped().by_number(888)
    walk = Walk(puzzle)
    monkeypatch.setattr(Walk, "_attack", lambda self: next(squares_of(self._empty)))
    with pytest.raises(NotRefuted):
        walk.stones_after(puzzle.geometry.parse("f6"))
