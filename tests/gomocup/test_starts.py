"""An engine gets the stones of a start, each player's as their own, whoever is to move."""

from random import Random

import pytest

from ttt_tui.engine import Game, Geometry, Player, Rules, Setup, Start, engine_level
from ttt_tui.errors import NotForEngines
from ttt_tui.gomocup.engine import stones_of

BOARD = Geometry(15, 15, 5)


@pytest.mark.parametrize("first", [0, 1])
def test_the_stones_of_a_start_come_first_and_by_turns(first: int) -> None:
    game = Game(Setup(BOARD, start=Start.named(BOARD, "h8 i9", "i8", to_move=1)), first)
    black, white = (True, False) if game.position.to_move == first else (False, True)
    assert [(is_own, BOARD.name(square)) for is_own, square in stones_of(game.position)] == [
        (black, "h8"),
        (white, "i8"),
        (black, "i9"),
    ]
    game.place("j10")
    assert (False, BOARD.parse("j10")) == stones_of(game.position)[-1]


def test_all_stones_are_sent_whatever_the_start() -> None:
    random = Random("engines")
    for _ in range(20):
        squares = random.sample(BOARD.squares, random.randrange(1, 7))
        cut = random.randrange(len(squares))
        start = Start.of(BOARD, (squares[:cut], squares[cut:]), random.randrange(2))
        game = Game(Setup(BOARD, start=start), random.randrange(2))
        game.place(random.choice(game.position.moves))
        position = game.position
        own = {square for is_own, square in stones_of(position) if is_own}
        other = {square for is_own, square in stones_of(position) if not is_own}
        mover = position.to_move
        assert sum(1 << square for square in own) == position.stones[mover]
        assert sum(1 << square for square in other) == position.stones[1 - mover]


@pytest.mark.parametrize(
    ("stones", "to_move", "is_possible"),
    [(("h8", ""), 1, True), (("h8", "h9"), 0, True), (("h8", "h9"), 1, False), (("h8 a1", ""), 1, False)],
)
def test_in_renju_the_number_of_stones_has_to_tell_the_sides(
    stones: tuple[str, str], to_move: int, is_possible: bool
) -> None:
    geometry = Geometry(15, 15, 5, Rules.parse("renju"))
    start = Start.named(geometry, *stones, to_move=to_move)
    setup = Setup(geometry, [Player("Ada"), Player("Rapfi", level=engine_level("Rapfi"))], start=start)
    if is_possible:
        Game(setup)
    else:
        with pytest.raises(NotForEngines, match="from the number of stones"):
            Game(setup)
