"""Set-ups: what is filled in, what is refused, and with which sentence."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import make_setup, many
from ttt_tui.engine import (
    COLOURS,
    ENGINE_PREFIX,
    MOST_PLAYERS,
    SYMBOLS,
    Game,
    Geometry,
    Limit,
    LineRule,
    Match,
    MatchRules,
    Player,
    Rules,
    Setup,
    can_engines_play,
    check_new_setup,
    check_player,
    check_setup,
    engine_level,
    is_valid_setup,
    most_players,
)
from ttt_tui.engine.rules import USUAL
from ttt_tui.errors import (
    InvalidLineLength,
    InvalidName,
    InvalidSetup,
    InvalidSize,
    InvalidSymbol,
    NotForEngines,
)

ADA = Player("Ada", "X", "blue")
BOARD = Geometry(15, 15, 5)


def error_of(setup: Setup, levels: list[str] | None = None) -> InvalidSetup:
    with pytest.raises(InvalidSetup) as caught:
        check_setup(setup, levels)
    assert not is_valid_setup(setup, levels)
    return caught.value


def with_first(**changes: object) -> Setup:
    setup = make_setup()
    return replace(setup, players=(replace(setup.players[0], **changes), *setup.players[1:]))


def with_symbols(*symbols: str) -> Setup:
    return Setup(Geometry(5, 5, 3), [Player(f"P{i}", symbol) for i, symbol in enumerate(symbols)])


def with_brain(
    columns: int = 15, rows: int = 15, k: int = 5, players: int = 2, name: str = "Rapfi", rules: Rules = USUAL
) -> Setup:
    brain = Player("A", level=engine_level(name))
    return Setup(Geometry(columns, rows, k, rules), [brain, *[Player()] * (players - 1)])


# --- boards and numbers of players -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "rows", "k", "players", "reason"),
    [
        (2, 3, 3, 2, "a 2×3 board is not possible; each side must be 3 to 20"),
        (3, 21, 3, 2, "a 3×21 board is not possible; each side must be 3 to 20"),
        (0, 0, 3, 2, "a 0×0 board is not possible; each side must be 3 to 20"),
        (-5, 5, 3, 2, "a -5×5 board is not possible; each side must be 3 to 20"),
        (5, 5, 2, 2, "2 in a row is not possible on a 5×5 board; choose 3 to 5"),
        (5, 7, 8, 2, "8 in a row is not possible on a 5×7 board; choose 3 to 7"),
        (3, 3, 3, -1, "0 players cannot play; choose 2 to 15"),
        (3, 3, 3, 0, "0 players cannot play; choose 2 to 15"),
        (3, 3, 3, 1, "1 player cannot play; choose 2 to 15"),
        (20, 20, 3, 16, "16 players cannot play; choose 2 to 15"),
        (20, 20, 3, 40, "40 players cannot play; choose 2 to 15"),
        (3, 3, 3, 5, "5 players could not place 3 stones each on a 3×3 board; at most 4 can play"),
        (4, 3, 4, 4, "4 players could not place 4 stones each on a 4×3 board; at most 3 can play"),
    ],
)
def test_an_impossible_board_is_refused(columns: int, rows: int, k: int, players: int, reason: str) -> None:
    error = error_of(Setup(Geometry(columns, rows, k), players))
    assert str(error) == reason
    assert isinstance(error, InvalidSize) == ("each side" in reason)
    assert isinstance(error, InvalidLineLength) == ("in a row" in reason)


@many
@given(st.integers(0, 23), st.integers(0, 23), st.integers(0, 23), st.integers(0, 15))
def test_a_board_is_refused_exactly_if_it_breaks_a_rule(
    columns: int, rows: int, k: int, players: int
) -> None:
    dealt = [0] * max(players, 1)
    for turn in range(columns * rows):
        dealt[turn % len(dealt)] += 1
    fine = (
        columns in range(3, 21)
        and rows in range(3, 21)
        and (3 <= k <= columns or 3 <= k <= rows)
        and players >= 2
        and max(dealt) >= k
    )
    assert is_valid_setup(make_setup(columns, rows, k, players)) == fine


def test_the_most_players_are_those_who_could_still_place_a_line() -> None:
    for side in range(3, 21):
        for k in range(3, side + 1):
            fits = [n for n in range(2, 16) if -(-side * side // n) >= k]
            assert most_players(Geometry(side, side, k)) == max(fits)


# --- players ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "kind", "reason"),
    [
        ({"name": "N" * 25}, InvalidName, "a name has at most 24 characters; this one has 25"),
        ({"name": ""}, InvalidName, "a name cannot be blank"),
        ({"symbol": ""}, InvalidSymbol, "a symbol cannot be blank"),
        ({"colour": "mauve"}, InvalidSetup, f"unknown colour “mauve”; choose from {', '.join(COLOURS)}"),
        ({"level": "genius"}, InvalidSetup, "unknown level “genius”; choose from human, random"),
        ({"level": "brain:Lost"}, InvalidSetup, "unknown engine “Lost”"),
        *[
            (
                {"limit": Limit(seconds=seconds)},
                InvalidSetup,
                f"a time of {shown} s per move is not possible; choose more than 0, at most 3600",
            )
            for seconds, shown in (
                (0, "0"), (0.0, "0"), (-1, "-1"), (3600.5, "3600.5"), (math.nan, "nan"), (math.inf, "inf"),
                (-math.inf, "-inf"),
            )
        ],
        *[
            ({"limit": Limit(depth=n)}, InvalidSetup, f"a depth of {n} is not possible; choose 1 to 400")
            for n in (-1, 0, 401)
        ],
        (
            {"limit": Limit(nodes=0)},
            InvalidSetup,
            "a limit of 0 positions is not possible; choose at least 1",
        ),
    ],
)  # fmt: skip
def test_an_impossible_player_is_refused(
    changes: dict[str, object], kind: type[InvalidSetup], reason: str
) -> None:
    error = error_of(with_first(**changes), ["random"])
    assert (type(error), str(error)) == (kind, reason)
    with pytest.raises(kind):
        check_player(replace(ADA, **changes), ["random"])


def test_a_player_within_the_bounds_is_accepted_and_a_level_checked_only_against_those_given() -> None:
    for limit in (
        Limit(), Limit(seconds=1e-9), Limit(seconds=3600), Limit(depth=1), Limit(depth=400), Limit(nodes=1),
        Limit(nodes=10**12), Limit(0.5, 3, 100),
    ):  # fmt: skip
        check_player(replace(ADA, limit=limit))
    check_player(replace(ADA, level="genius"))
    check_player(replace(ADA, level="random"), ["random"])
    check_player(ADA, ["random"])


@pytest.mark.parametrize(
    ("one", "other"),
    [("X", "X"), ("x", "X"), ("ß", "ẞ"), ("σ", "ς"), ("Σ", "ς"), ("\u212a", "k"), ("é", "É")],
)
def test_two_players_cannot_have_one_symbol_whatever_its_case(one: str, other: str) -> None:
    reason = f"P0 and P2 both have the symbol {other}; change one of them"
    assert str(error_of(with_symbols(one, "O", other))) == reason


def test_only_new_set_ups_are_checked_for_look_alikes() -> None:
    setup = with_symbols("O", "0", "\u041e")
    check_setup(setup)
    with pytest.raises(InvalidSymbol, match="look alike"):
        check_new_setup(setup)


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (with_brain(players=3), "engines play games for two, not for 3 players"),
        (with_brain(k=4), "engines play 5 in a row, not 4"),
        (with_brain(k=6), "engines play 5 in a row, not 6"),
        (with_brain(15, 4), "engines need a board of at least 5×5, not 15×4"),
        (
            with_brain(rules=Rules(misere=True)),
            "engines cannot play by the rules misere; choose from usual, exactly, renju",
        ),
        (
            with_brain(rules=Rules(LineRule.EXACTLY, misere=True)),
            "engines cannot play by the rules exactly, misere; choose from usual, exactly, renju",
        ),
        (with_brain(rules=Rules.parse("pie")), "the only opening that engines know is swap2, not pie"),
        (
            with_brain(rules=Rules.parse("misere, swap2")),
            "engines cannot play by the rules misere, swap2; choose from usual, exactly, renju",
        ),
        (with_brain(name="R" * 19), "an engine's name has at most 18 characters"),
    ],
)
def test_a_game_that_no_engine_can_play_is_refused(setup: Setup, reason: str) -> None:
    error = error_of(setup)
    assert str(error) == reason
    assert can_engines_play(setup.geometry, len(setup.players)) != isinstance(error, NotForEngines)


def test_engines_play_on_boards_from_5x5_where_they_are_known() -> None:
    for columns, rows in ((5, 5), (15, 15), (20, 20), (20, 5)):
        check_setup(with_brain(columns, rows))
    check_setup(with_brain(name="R" * 18))
    for words in ("swap2", "exactly, swap2", "renju, swap2"):
        check_setup(with_brain(rules=Rules.parse(words)))
    player = with_brain().players[0]
    assert (player.is_engine, player.is_computer, player.level) == (True, True, f"{ENGINE_PREFIX}Rapfi")
    check_player(player, [player.level])


def test_a_match_ends_after_one_to_99_points_or_draws_or_never() -> None:
    for name, reason in (("points", "a match to {} points"), ("draws", "a limit of {} draws in a row")):
        for count in (1, 99, None):
            check_setup(make_setup(rules=MatchRules(**{name: count})))
        for count in (-1, 0, 100):
            error = error_of(make_setup(rules=MatchRules(**{name: count})))
            assert str(error) == f"{reason.format(count)} is not possible; choose 1 to 99"


def test_an_invalid_set_up_makes_no_game_and_no_match() -> None:
    for make in (Game, Match):
        with pytest.raises(InvalidSetup, match=r"^a 2×3 board is not possible"):
            make(make_setup(2, 3, 3))
    with pytest.raises(InvalidSetup, match=r"^0 players cannot play"):
        Match(make_setup(players=0, rules=MatchRules(marks_by_lot=True)))


strange = st.text(st.sampled_from("X\x1b[2J\u202e\u200d\n\ud800é"), max_size=30)


@many
@given(strange, strange, strange, strange, st.booleans())
def test_the_sentence_is_one_printable_line_whatever_was_typed(
    name: str, symbol: str, colour: str, level: str, both: bool
) -> None:
    player = Player(name or "\x1b", symbol, colour, level)
    reason = str(error_of(Setup(Geometry(3, 3, 3), (player, replace(player) if both else ADA)), ["random"]))
    assert reason.isprintable()
    assert 0 < len(reason) < 200


# --- what is left out ------------------------------------------------------------------------------------


def test_a_board_alone_is_for_two_and_players_have_the_usual_names_symbols_and_colours_in_turn() -> None:
    for count in range(2, MOST_PLAYERS + 1):
        usual = enumerate(zip(SYMBOLS, COLOURS, strict=False), start=1)
        players = tuple(Player(f"Player {i}", symbol, colour) for i, (symbol, colour) in usual)[:count]
        assert Setup(BOARD, players=count) == Setup(BOARD, players, MatchRules())
        check_setup(Setup(BOARD, players=count))
    assert Setup(Geometry(3, 3, 3)) == Setup(Geometry(3, 3, 3), 2)


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
    check_setup(setup)
    for chosen, player in zip(players, setup.players, strict=True):
        assert player.symbol == (chosen.symbol or player.symbol)
        assert player.colour == (chosen.colour or player.colour)


def test_a_usual_symbol_is_taken_by_its_lower_case_and_by_a_look_alike() -> None:
    assert Setup(BOARD, [Player(symbol="o"), Player()]).players[1].symbol == "A"
    assert Setup(BOARD, [Player(), Player(symbol="\u0425")]).players[0].symbol == "O"
