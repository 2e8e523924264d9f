"""What a program can leave out of a set-up: names, symbols and colours by seat."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import many
from ttt_tui.engine import (
    COLOURS,
    MOST_PLAYERS,
    SYMBOLS,
    Game,
    Geometry,
    MatchRules,
    Player,
    Setup,
    player_problem,
    problem,
)

BOARD = Geometry(15, 15, 5)


def test_a_board_alone_is_a_game_for_two() -> None:
    setup = Setup(Geometry(3, 3, 3))
    assert setup == Setup(
        Geometry(3, 3, 3), (Player("Player 1", "X", "blue"), Player("Player 2", "O", "red")), MatchRules()
    )
    assert Game(setup).outcome is None


@pytest.mark.parametrize("count", range(2, MOST_PLAYERS + 1))
def test_so_many_players_have_the_usual_symbols_and_colours(count: int) -> None:
    setup = Setup(BOARD, players=count)
    assert problem(setup) is None
    assert tuple(player.symbol for player in setup.players) == SYMBOLS[:count]
    assert tuple(player.colour for player in setup.players) == COLOURS[:count]


@pytest.mark.parametrize("count", [-1, 0, 1, 16, 40])
def test_too_few_and_too_many_are_a_problem_and_no_crash(count: int) -> None:
    assert "choose 2 to 15" in (problem(Setup(BOARD, players=count)) or "")


@many
@given(
    st.lists(
        st.builds(
            lambda chosen: Player(**chosen),
            st.fixed_dictionaries(
                {}, optional={"symbol": st.sampled_from(SYMBOLS), "colour": st.sampled_from(COLOURS)}
            ),
        ),
        min_size=2,
        max_size=MOST_PLAYERS,
        unique_by=lambda player: player.symbol or object(),
    )
)
def test_what_is_chosen_stays_and_what_is_left_out_differs_from_it(players: list[Player]) -> None:
    setup = Setup(BOARD, players)
    assert problem(setup) is None
    for chosen, player in zip(players, setup.players, strict=True):
        assert player.symbol == (chosen.symbol or player.symbol)
        assert player.colour == (chosen.colour or player.colour)


def test_a_symbol_of_another_seat_in_small_is_taken_too() -> None:
    assert Setup(BOARD, [Player(symbol="o"), Player()]).players[1].symbol == "A"


def test_a_blank_that_somebody_wrote_is_still_refused() -> None:
    setup = Setup(BOARD)
    blank = replace(setup, players=(replace(setup.players[0], name=""), setup.players[1]))
    assert problem(blank) == "a name cannot be blank"
    blank = replace(setup, players=(replace(setup.players[0], symbol=""), setup.players[1]))
    assert problem(blank) == "a symbol cannot be blank"
    assert player_problem(Player()) == "a name cannot be blank"
