"""Vanishing: compared with a slow reference, and what its rules, records and refusals say."""

from random import Random

import pytest

from tests.support.sampling import sampled
from tests.support.vanishing import Stones, name_of
from ttt_tui.engine import (
    Game,
    Geometry,
    IllegalMove,
    InvalidRules,
    Move,
    Outcome,
    Record,
    Rules,
    Setup,
    SquareTaken,
    Termination,
    check_setup,
    squares_of,
    start_position,
)
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.engine.vanishing import VanishingPosition, as_vanishing
from ttt_tui.errors import InvalidSetup, NotForEngines

BOARD = Geometry(3, 3, 3, Rules.parse("vanishing"))

ROUND = "a1 b1 b3 c3 c1 a3"
"""Moves after which each player has three stones, and no line."""


def game_of(moves: str) -> Game:
    game = Game(Setup(BOARD))
    for name in moves.split():
        game.place(name)
    return game


def repeated() -> Game:
    """A game in which the players go round on the same squares until it is drawn."""
    game, number = Game(Setup(BOARD)), 0
    squares = f"{ROUND} c2 b2".split()  # each player has four squares for three stones
    while game.outcome is None:
        game.place(squares[number % 8])
        number += 1
    return game


def as_reference_says(outcome: Outcome | None) -> str | None:
    return None if outcome is None else "draw" if outcome.winner is None else str(outcome.winner)


def check_same(game: Game, reference: Stones) -> None:
    position = as_vanishing(game.position)
    names = [[BOARD.name(square) for square in stones] for stones in position.state[:2]]
    assert names == [[name_of(square) for square in stones] for stones in reference.lists]
    assert [sorted(map(BOARD.name, squares_of(stones))) for stones in position.stones] == [
        *map(sorted, names)
    ]
    assert position.occupied == position.stones[0] | position.stones[1]
    assert position.to_move == reference.to_move
    assert as_reference_says(game.outcome) == reference.result()


def test_random_games_go_as_in_the_slow_reference_and_back() -> None:
    rng, ends = Random("vanishing"), set()
    for number in range(sampled(5_000, 200)):
        first = number % 2
        game, reference = Game(Setup(BOARD), first), Stones(first)
        # few squares make repetitions likely
        few = {name_of(square) for square in rng.sample(range(9), 9 if number % 3 else 7)}
        positions = [game.position.copy()]
        while game.outcome is None:
            legal = {name_of(square): square for square in reference.legal()}
            assert sorted(map(BOARD.name, game.position.moves)) == sorted(legal)
            for player in (0, 1):
                wins = {*map(BOARD.name, squares_of(game.position.completing(player)))}
                assert wins == {name for name in legal if wins_at(reference, player, legal[name])}
            name = rng.choice(sorted(few & legal.keys() or legal))
            game.place(name)
            reference.play(legal[name])
            check_same(game, reference)
            assert game.position == game.position_after(len(game.moves)) == game.position.copy()
            positions.append(game.position.copy())
        ends.add(game.outcome.termination)
        while game.moves:
            assert game.position == positions.pop()
            assert game.position.ply == len(game.moves)
            game.pop()
        assert game.position == start_position(BOARD, first=first)
    assert ends == {Termination.LINE, Termination.REPETITION}


def wins_at(reference: Stones, player: int, square: int) -> bool:
    trial = Stones(player, (reference.lists[0].copy(), reference.lists[1].copy()))
    trial.play(square)
    return trial.result() == str(player)


def test_the_square_of_the_oldest_stone_is_taken_until_the_next_one_is_placed() -> None:
    game = game_of(ROUND)
    with pytest.raises(SquareTaken, match="a1 is taken"):
        game.place("a1")
    game.place("c2")
    assert str(game).splitlines() == ["   a b c", " 1 · O X", " 2 · · X", " 3 O X O"]
    game.pop()
    assert str(game).splitlines() == ["   a b c", " 1 X O X", " 2 · · ·", " 3 O X O"]


def test_a_line_needs_three_stones_at_once() -> None:
    game = game_of("a1 a3 b1 b3 c2 c1 c3")
    assert game.outcome is None, "a1 has left, else it would be in a line with b2 and c3 for nobody"
    game = game_of("a1 a3 b1 b3 c1")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (0, Termination.LINE)
    assert sorted(map(BOARD.name, squares_of(game.outcome.squares))) == ["a1", "b1", "c1"]


def test_a_position_that_comes_for_the_third_time_is_a_draw() -> None:
    game = repeated()
    assert game.outcome == Outcome(Termination.REPETITION)
    position = as_vanishing(game.position)
    assert position.state in position.drawing
    game.pop()
    assert game.outcome is None
    game.redo()
    assert game.outcome == Outcome(Termination.REPETITION)


def test_a_resigned_game_can_be_taken_back() -> None:
    game = game_of(ROUND)
    before = game.position.copy()
    game.push(Move(1, None))
    assert game.outcome == Outcome(Termination.RESIGNATION, 0)
    assert game.position.copy() == game.position
    game.pop()
    assert game.position == before


def test_positions_with_stones_of_other_ages_differ() -> None:
    one, other = game_of("a1 b1 b3 c3 c1 a3").position, game_of("b3 b1 a1 c3 c1 a3").position
    assert one.stones == other.stones
    assert one != other
    assert isinstance(one, VanishingPosition)
    assert one != start_position(Geometry(3, 3, 3))


@pytest.mark.parametrize(
    ("columns", "rows", "line", "words", "players", "reason"),
    [
        (5, 5, 3, "vanishing", 2, "vanishing is played on a 3×3 board with 3 in a row, not on 5×5 with 3"),
        (3, 3, 3, "vanishing", 3, "vanishing is for two players, not for 3"),
    ],
)
def test_other_boards_and_more_players_are_refused(
    columns: int, rows: int, line: int, words: str, players: int, reason: str
) -> None:
    with pytest.raises(InvalidSetup, match=reason):
        check_setup(Setup(Geometry(columns, rows, line, Rules.parse(words)), players))


@pytest.mark.parametrize("words", ["vanishing, misere", "torus, vanishing", "vanishing, pie"])
def test_no_other_rule_goes_with_it(words: str) -> None:
    with pytest.raises(InvalidRules, match="do not go together"):
        Rules.parse(words)
    with pytest.raises(InvalidRules, match="contradict each other"):
        Rules.parse("vanishing, most-boards")


@pytest.mark.parametrize("game", [game_of(ROUND + " c2 b2"), repeated(), game_of("a1 a3 b1 b3 c1")])
def test_records_are_replayed_from_their_moves_alone(game: Game) -> None:
    record = Record(game, "2026-11-29")
    text, data = to_text(record), to_json(record)
    assert '[Game "vanishing"]' in text
    for read in (from_text(text), from_json(data), *read_records(text)):
        assert read.game.position == game.position
        assert read.game.outcome == game.outcome


def test_no_engine_of_the_gomocup_protocol_plays_it() -> None:
    from ttt_tui.engine import Player, engine_level

    with pytest.raises(NotForEngines, match="engines cannot play by the rules vanishing"):
        check_setup(Setup(BOARD, [Player("Ada"), Player(level=engine_level("Rapfi"))]))


def test_only_its_own_positions_are_taken_for_its_positions() -> None:
    with pytest.raises(TypeError, match="is not a position of Vanishing"):
        as_vanishing(start_position(Geometry(3, 3, 3)))
    with pytest.raises(IllegalMove):
        game_of("a1 a1")
