"""Playouts among several players: what they expect of the others, and when they are trusted."""

import threading
from random import Random

import pytest

from tests.support.strategies import make_setup, play
from ttt_tui.computer import LEVELS
from ttt_tui.computer.base import NEVER, Thought
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.open_lines import DEAD, UNOWNED, OpenLines
from ttt_tui.computer.expert.multiplayer.playout import WIDTH, Playout, foreseen, playout_shares
from ttt_tui.computer.one_ply import points
from ttt_tui.engine import Game, Geometry, Limit, Position


def ask(level: str, position: Position, limit: Limit, seed: int = 0) -> Thought:
    return LEVELS[level].make(seed).think(position, limit)


def random_position(random: Random, line_length: int, players: int) -> Position:
    """A position without a line in which nobody has won yet and some squares are empty."""
    position = Position(Geometry(7, 6, line_length), players)
    for square in random.sample(position.moves, random.randint(0, 35)):
        if not position.completing(position.to_move) >> square & 1:
            position.play(square)
    return position


@pytest.mark.slow
def test_the_reply_that_is_expected_is_one_of_a_scorer() -> None:
    random = Random(4)
    checked = 0
    for _ in range(150):
        position = random_position(random, 4, random.randint(3, 5))
        player = position.to_move
        if position.completing(player):
            continue
        state = Playout.of(OpenLines(position))
        state.completing.append(state.completing.pop(0))  # the same position, seen from the seat before
        state.used.append(state.used.pop(0))
        scores = {square: points(position, square) for square in position.moves}
        best = {square for square, score in scores.items() if score == max(scores.values())}
        seat = len(position.active) - 1
        replies = {state.reply(seat, random) for _ in range(5)}
        assert replies <= best
        assert all(state.foresees(seat, square) for square in replies)
        others = sorted(set(position.moves) - best)
        if others and not any(map(position.completing, position.active)):
            assert not any(state.foresees(seat, square) for square in others)
            checked += 1
    assert checked > 40


@pytest.mark.slow
@pytest.mark.parametrize("line_length", [3, 4, 5])
def test_playouts_are_kept_up_to_date(line_length: int) -> None:
    random = Random(line_length)
    for _ in range(60):
        players = random.randint(3, 5)
        position = random_position(random, line_length, players)
        state = Playout.of(OpenLines(position))
        start = position.ply
        twin = state.copy()
        for _ in range(players):  # a whole round, so that the same player is seat 0
            free = position.empty & ~position.completing(position.to_move)
            squares = [square for square in position.moves if free >> square & 1]
            if not squares:
                break
            square = random.choice(squares)
            state.play(square, (position.ply - start) % players)
            position.play(square)
        else:
            fresh = Playout.of(OpenLines(position))
            live = [i for i, owner in enumerate(state.owner) if owner >= 0]
            assert [state.count[i] for i in live] == [fresh.count[i] for i in live]
            for name in ("owner", "completing", "points", "used", "worth", "empty", "fields"):
                assert getattr(state, name) == getattr(fresh, name), name
        assert twin.empty.bit_count() == 42 - start
        assert state.empty.bit_count() == position.empty.bit_count()


def lines_worth(state: Playout, square: int, *, with_others: bool) -> int:
    """What the lines through a square are worth to seat 0, line by line; its own count twice."""
    worth = 0
    for number in state.lines.through[square]:
        owner = state.owner[number]
        if owner == UNOWNED:
            worth += 1
        elif owner == 0:
            worth += 2 * state.lines.weights[state.count[number]]
        elif owner != DEAD and with_others:
            worth += state.lines.weights[state.count[number]]
    return worth


def test_the_tree_tries_what_is_best_and_what_is_best_to_build_on() -> None:
    random = Random(8)
    checked = 0
    for _ in range(60):
        position = random_position(random, 4, random.randint(3, 5))
        if any(map(position.completing, position.active)):
            continue
        state = Playout.of(OpenLines(position))
        moves = state.moves()
        assert len(set(moves)) == len(moves) == min(2 * WIDTH, len(position.moves))
        left = set(position.moves)
        for first, with_others in ((0, True), (WIDTH, False)):
            chosen = moves[first : first + WIDTH]
            worths = [lines_worth(state, square, with_others=with_others) for square in chosen]
            assert worths == sorted(worths, reverse=True)
            left -= set(chosen)
            rest = [lines_worth(state, square, with_others=with_others) for square in left]
            assert not rest or min(worths) >= max(rest)
        checked += 1
    assert checked > 20


def test_scorers_are_foreseen_and_others_are_not() -> None:
    position = Position(make_setup(8, 8, 4, 3).geometry, 3)
    assert foreseen(position)
    for _ in range(20):
        position.play(ask("scorer", position, Limit()).move)
        assert foreseen(position)
    before = position.copy()
    player = position.to_move
    worst = min(position.moves, key=lambda square: points(position, square))
    position.play(worst)
    assert not foreseen(position)
    assert position.in_turn()[-1] == player
    before.play(worst)
    assert position == before  # it was only looked at
    position.undo()
    position.resign(player)
    assert foreseen(position)  # what a player did who has left does not count, nor what came before


def test_the_same_seed_and_nodes_give_the_same_thought() -> None:
    position = Position(Geometry(8, 8, 4), 4)
    for _ in range(8):
        position.play(ask("scorer", position, Limit()).move)
    assert foreseen(position)
    first, again = (ask("expert", position, Limit(nodes=4000), seed=3) for _ in range(2))
    assert (first.move, first.score, first.ranked, first.nodes) == (
        again.move,
        again.score,
        again.ranked,
        again.nodes,
    )


# --- how often each of several players wins --------------------------------------------------------------


def shares(position: Position, nodes: int = 20_000, seed: int = 1) -> tuple[float, ...]:
    return playout_shares(position, Budget(Limit(nodes=nodes), NEVER), Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_shares_add_up_to_one_and_nobody_is_favoured_on_an_empty_board(players: int) -> None:
    found = shares(Position(make_setup(9, 9, 4, players).geometry, players))
    assert sum(found) == pytest.approx(1)
    assert max(found) - min(found) < 0.1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "players", "moves", "expected"),
    [
        ((5, 5, 3), 3, "a1 c3 e5 b1 c4 e4", (1, 0, 0)),  # who can complete a line and is to move has all
        ((3, 3, 3), 3, "a3 b3 a1 a2 c3 c2", (1 / 3, 1 / 3, 1 / 3)),  # a full board is shared by all
        ((7, 7, 4), 4, "d4 c3 e5 1-resigns", (None, 0, None, None)),  # who has resigned has none
        ((7, 7, 4), 3, "d4 c3 e5 d5", (None, None, None)),
    ],
)
def test_shares_are_those_of_who_can_win_and_the_same_with_the_same_dice(
    size: tuple[int, int, int], players: int, moves: str, expected: tuple[float | None, ...]
) -> None:
    position = play(Game(make_setup(*size, players=players)), moves).position
    before = position.copy()
    found = shares(position)
    assert sum(found) == pytest.approx(1)
    for share, known in zip(found, expected, strict=True):
        assert known is None or share == pytest.approx(known)
    assert shares(position) == found
    assert position == before


def test_two_ways_to_win_that_one_of_the_others_can_stop_are_not_lost_for_all() -> None:
    position = play(Game(make_setup(5, 5, 4, players=3)), "a5 b3 e5 a1 c3 e1 c5 d3 b1").position
    assert position.completing(1).bit_count() == 2
    found = shares(position)
    assert found[1] > max(found[0], found[2])


def test_as_many_playouts_are_made_as_were_asked_for_and_one_even_when_it_has_to_stop() -> None:
    position = play(Game(make_setup(5, 5, 3, players=3)), "a1 c3 e5").position
    found = playout_shares(position, Budget(Limit(), NEVER), Random(1), most=8)
    assert all((24 * share) == pytest.approx(round(24 * share)) for share in found)
    stop = threading.Event()
    stop.set()
    assert sum(playout_shares(position, Budget(Limit(), stop), Random(1))) == pytest.approx(1)
