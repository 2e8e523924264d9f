"""Openings: who places what and who chooses; and turns of two stones."""

import pytest

from tests.support.strategies import make_setup, play, snapshot
from ttt_tui.engine import Choice, Game, Geometry, InvalidRules, Move, Rules, Setup, check_setup
from ttt_tui.errors import IllegalMove, MustChoose, NothingToChoose


def start(words: str, k: int = 5, side: int = 15, first: int = 0) -> Game:
    return Game(make_setup(side, side, k, kind=Rules.parse(words)), first)


def movers(game: Game) -> str:
    return "".join(str(move.player) for move in game.moves)


def owners(game: Game, squares: str) -> list[int | None]:
    return [game.position.owner(game.setup.geometry.parse(name)) for name in squares.split()]


@pytest.mark.parametrize(
    ("words", "moves", "by_whom", "stones", "next_mover"),
    [
        ("pie", "h8 stay", "01", [0], 1),
        ("pie", "h8 swap", "01", [1], 0),
        ("swap", "h8 i8 h9 stay", "0001", [0, 1, 0], 1),
        ("swap", "h8 i8 h9 swap", "0001", [1, 0, 1], 0),
        ("swap2", "h8 i8 h9 stay", "0001", [0, 1, 0], 1),
        ("swap2", "h8 i8 h9 swap", "0001", [1, 0, 1], 0),
        ("swap2", "h8 i8 h9 two-more j10 j11 stay", "0001110", [0, 1, 0, 1, 0], 1),
        ("swap2", "h8 i8 h9 two-more j10 j11 swap", "0001110", [1, 0, 1, 0, 1], 0),
    ],
)
def test_an_opening_goes_step_by_step_and_back(
    words: str, moves: str, by_whom: str, stones: list[int], next_mover: int
) -> None:
    for first in (0, 1):
        game = start(words, first=first)
        seen = [snapshot(game.position)]
        for word in moves.split():
            game.place(word)
            seen.append(snapshot(game.position))
        names = " ".join(word for word in moves.split() if word[0] in "hij")
        assert [int(mover) ^ first for mover in movers(game)] == [int(mover) for mover in by_whom]
        assert [(owner or 0) ^ first for owner in owners(game, names)] == stones
        assert game.position.to_move ^ first == next_mover
        assert game.position.stage is None
        assert snapshot(game.position_after(len(game.moves))) == seen[-1]
        assert snapshot(game.position.copy()) == seen[-1]
        for before in reversed(seen[:-1]):
            game.pop()
            assert snapshot(game.position) == before
        while game.undone:
            game.redo()
        assert snapshot(game.position) == seen[-1]


def test_a_choice_is_made_when_it_is_due_and_only_then() -> None:
    game = start("swap2")
    with pytest.raises(NothingToChoose):
        game.push(Move(0, Choice.SWAP))
    play(game, "h8 i8 h9")
    with pytest.raises(MustChoose) as refusal:
        game.place("a1")
    assert str(refusal.value) == "no stone now: choose stay, swap or two-more"
    play(game, "two-more a1 a2")
    with pytest.raises(IllegalMove):
        game.push(Move(0, Choice.TWO_MORE))
    play(game, "swap b1")
    with pytest.raises(NothingToChoose):
        game.push(Move(1, Choice.STAY))


def test_a_choice_does_not_fall() -> None:
    game = play(start("pie, drop", k=4, side=7), "d swap")
    assert game.position.stage is None


def test_the_bans_of_renju_are_those_of_the_first_side_whoever_has_it() -> None:
    game = play(start("renju, swap"), "h8 a1 h9 swap a15 f10 o1 g10 o15")
    assert (game.position.first, game.position.to_move) == (1, 1)
    assert game.position.forbidden == 1 << game.setup.geometry.parse("h10")
    play(game, "a8")
    assert not game.position.forbidden


def test_the_first_turn_has_one_stone_and_the_others_two() -> None:
    game = play(start("connect6", k=6), "h8 a1 b1 h9 h10 c1 d1")
    assert movers(game) == "0110011"
    assert game.position.to_move == 0
    game.pop()
    assert game.position.to_move == 1
    play(game, "o15 h11 h12 e1 o14 h13")
    assert game.outcome is not None
    assert game.outcome.winner == 0


@pytest.mark.parametrize(
    ("words", "k", "players", "reason"),
    [
        ("swap2", 3, 2, "the opening swap2 needs at least 4 in a row, not 3"),
        ("pie", 3, 3, "the opening pie is for 2 players, not for 3"),
        ("double", 5, 3, "2 stones a turn are for 2 players, not for 3"),
    ],
)
def test_what_an_opening_needs_is_said(words: str, k: int, players: int, reason: str) -> None:
    with pytest.raises(InvalidRules) as refusal:
        check_setup(Setup(Geometry(8, 8, k, Rules.parse(words)), players))
    assert str(refusal.value) == reason


@pytest.mark.parametrize("words", ["wild, pie", "shared, swap", "double, swap2", "renju, double"])
def test_rules_that_contradict_an_opening_are_refused(words: str) -> None:
    with pytest.raises(InvalidRules, match="do not go together; choose one of them"):
        Rules.parse(words)
