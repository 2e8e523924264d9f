"""Turns of two stones: how a game divides into them, and what undo and redo take back and play again."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ttt_tui.engine import Game, Geometry, Match, Move, Player, Rules, Setup
from ttt_tui.engine.game import turns

CONNECT6 = Rules.parse("connect6")


def two(first: str, second: str, rules: Rules = CONNECT6) -> Match:
    """Return a match of two on a small board; `human` or a level each."""
    players = Player("Ada", "X", "blue", first), Player("Bob", "O", "red", second)
    return Match(Setup(Geometry(9, 9, 6, rules), players))


def play(match: Match, names: str) -> None:
    for name in names.split():
        match.place(name)


def made(match: Match) -> str:
    return " ".join(match.setup.geometry.name(move.square or 0) for move in match.game.moves)


def steps(match: Match, what: str) -> list[int]:
    """Undo (`u`) and redo (`r`), and return how many moves there are after each."""
    counts = []
    for letter in what:
        taken = match.undo() if letter == "u" else match.redo()
        assert taken
        counts.append(len(match.game.moves))
    return counts


def test_the_moves_of_a_game_are_divided_into_its_turns() -> None:
    match = two("human", "human")
    play(match, "e5 e6 f6 d4 c3 a1")
    assert [[*turn] for turn in turns(match.game)] == [[0], [1, 2], [3, 4], [5]]
    assert [[*turn] for turn in turns(match.game, 4)] == [[0], [1, 2], [3]]
    match.push(Move(0, None))
    assert [*turns(match.game)[-1]] == [6], "who resigns in a turn does nothing else"
    usual = two("human", "human", Rules())
    play(usual, "e5 e6 f6")
    assert [[*turn] for turn in turns(usual.game)] == [[0], [1], [2]]


def test_a_choice_of_the_opening_is_a_turn_of_its_own() -> None:
    match = two("human", "human", Rules.parse("double, pie"))
    play(match, "e5 swap e6 f6 d4")
    assert [[*turn] for turn in turns(match.game)] == [[0], [1], [2, 3], [4]]
    assert steps(match, "uuuu") == [4, 2, 1, 0]
    assert steps(match, "rrrr") == [1, 2, 4, 5]


@pytest.mark.parametrize(
    ("seats", "moves", "what", "counts"),
    [
        ("human human", "e5 e6 f6 d4 c3", "uuu", [3, 1, 0]),
        ("human human", "e5 e6 f6 d4 c3", "uuurrr", [3, 1, 0, 1, 3, 5]),
        ("human human", "e5 e6 f6 d4", "uuurrr", [3, 1, 0, 1, 3, 4]),
        ("human rules", "e5 e6 f6 d4 c3 a1 a2", "uurr", [3, 0, 3, 7]),
        ("human rules", "e5 e6 f6 d4", "uurr", [3, 0, 3, 4]),  # one stone of two has been placed
        ("human rules", "e5 e6", "ur", [0, 2]),  # the computer has begun its turn
        ("rules human", "e5 e6 f6 a1 a2", "ur", [1, 5]),
        ("rules human", "e5 e6 f6 a1", "ur", [1, 4]),
        ("rules rules", "e5 e6 f6 d4 c3", "uuurrr", [3, 1, 0, 1, 3, 5]),
        ("rules rules", "e5 e6 f6 d4", "uurr", [3, 1, 3, 4]),
    ],
)
def test_undo_goes_back_by_turns_and_redo_forward_again(
    seats: str, moves: str, what: str, counts: list[int]
) -> None:
    match = two(*seats.split())
    play(match, moves)
    assert steps(match, what) == counts
    assert made(match) == " ".join(moves.split()[: counts[-1]])


def test_a_resignation_in_a_turn_is_taken_back_alone() -> None:
    match = two("human", "rules")
    play(match, "e5 e6 f6 d4")
    match.push(Move(0, None))
    assert steps(match, "uu") == [4, 3]


@settings(max_examples=40)
@given(st.lists(st.integers(0, 24), min_size=1, max_size=25, unique=True), st.data())
def test_undo_to_the_start_and_redo_to_the_end_is_the_same_game(
    cells: list[int], data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from(["human human", "human rules", "rules human", "rules rules"]))
    players = [
        Player(name, symbol, level=level)
        for name, symbol, level in zip("AB", "XO", seats.split(), strict=True)
    ]
    match = Match(Setup(Geometry(5, 5, 5, CONNECT6), tuple(players)))
    squares = match.setup.geometry.squares
    for cell in cells:
        if match.game.outcome is None:
            match.place(squares[cell])
    moves = [*match.game.moves]
    starts = {0, *(turn.start for turn in turns(match.game))}
    humans = [player.is_human for player in players]
    while match.game.moves and (not any(humans) or any(humans[move.player] for move in match.game.moves)):
        match.undo()
        assert len(match.game.moves) in starts
        assert match.game.position.is_turn_start
    while match.game.undone:
        match.redo()
    assert match.game.moves == moves


@pytest.mark.parametrize("words", ["usual", "double", "double, pie"])
def test_the_players_of_the_next_moves_are_those_who_make_them(words: str) -> None:
    game = Game(Setup(Geometry(6, 6, 6, Rules.parse(words)), 2))
    foreseen = []
    while len(game.moves) < 14:
        if game.position.stage is None:
            foreseen.append((len(game.moves), [*islice(game.position.movers(), 14)]))
        game.push(Move(game.position.to_move, game.position.moves[0]))
    players = [move.player for move in game.moves]
    assert foreseen
    for ply, movers in foreseen:
        assert movers[: 14 - ply] == players[ply:]
