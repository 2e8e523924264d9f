"""What can be wrong with a set-up, and what cannot."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import make_setup, many
from ttt_tui.engine import (
    COLOURS,
    SYMBOLS,
    Geometry,
    Limit,
    MatchRules,
    Player,
    Setup,
    most_players,
    name_problem,
    player_problem,
    problem,
    symbol_problem,
)

ADA = Player("Ada", "X", "blue")


def with_first(**changes: object) -> Setup:
    """A good set-up but for its first player."""
    setup = make_setup()
    return replace(setup, players=(replace(setup.players[0], **changes), *setup.players[1:]))


def with_symbols(*symbols: str) -> Setup:
    setup = make_setup(5, 5, 3, players=len(symbols))
    players = zip(setup.players, symbols, strict=True)
    return replace(setup, players=tuple(replace(player, symbol=symbol) for player, symbol in players))


# --- the board and the seats


@pytest.mark.parametrize(
    ("columns", "rows", "k", "players"),
    [
        (3, 3, 3, 2),
        (3, 3, 3, 4),
        (20, 20, 20, 15),
        (20, 3, 20, 3),
        (3, 20, 20, 2),
        (20, 20, 3, 15),
        (4, 3, 4, 3),
    ],
)
def test_a_board_that_can_be_played_has_no_problem(columns: int, rows: int, k: int, players: int) -> None:
    assert problem(make_setup(columns, rows, k, players)) is None


@pytest.mark.parametrize(
    ("columns", "rows", "k", "players", "reason"),
    [
        (2, 3, 3, 2, "a 2×3 board is not possible; each side must be 3 to 20"),
        (3, 21, 3, 2, "a 3×21 board is not possible; each side must be 3 to 20"),
        (0, 0, 3, 2, "a 0×0 board is not possible; each side must be 3 to 20"),
        (-5, 5, 3, 2, "a -5×5 board is not possible; each side must be 3 to 20"),
        (5, 5, 2, 2, "2 in a row is not possible on a 5×5 board; choose 3 to 5"),
        (5, 7, 8, 2, "8 in a row is not possible on a 5×7 board; choose 3 to 7"),
        (3, 3, 3, 1, "1 player cannot play; choose 2 to 15"),
        (3, 3, 3, 0, "0 players cannot play; choose 2 to 15"),
        (3, 3, 3, 5, "5 players could not place 3 stones each on a 3×3 board; at most 4 can play"),
        (4, 3, 4, 4, "4 players could not place 4 stones each on a 4×3 board; at most 3 can play"),
    ],
)
def test_a_board_that_cannot_be_played_is_told(
    columns: int, rows: int, k: int, players: int, reason: str
) -> None:
    assert problem(make_setup(columns, rows, k, players)) == reason


def test_sixteen_players_are_too_many() -> None:
    setup = make_setup(20, 20, 3, players=15)
    one_more = replace(setup, players=(*setup.players, Player("P15", "Q", "blue")))
    assert problem(one_more) == "16 players cannot play; choose 2 to 15"


@many
@given(st.integers(0, 23), st.integers(0, 23), st.integers(0, 23), st.integers(0, 15))
def test_a_board_has_a_problem_exactly_if_it_breaks_a_rule(
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
    assert (problem(make_setup(columns, rows, k, players)) is None) == fine


def test_the_most_players_are_those_who_could_still_place_a_line() -> None:
    for side in range(3, 21):
        for k in range(3, side + 1):
            fits = [n for n in range(2, 16) if -(-side * side // n) >= k]
            assert most_players(Geometry(side, side, k)) == max(fits)


# --- symbols


@pytest.mark.parametrize("symbol", [*SYMBOLS, "x", "1", "#", "●", "♥", "你", "é", "Σ", "😀", "→", "½"])
def test_one_plain_character_can_be_a_symbol(symbol: str) -> None:
    assert symbol_problem(symbol) is None


@pytest.mark.parametrize("symbol", ["", " ", "\t", "\n", "\u00a0", "\u2003", "\u3000", "   "])
def test_a_symbol_cannot_be_blank(symbol: str) -> None:
    assert symbol_problem(symbol) == "a symbol cannot be blank"


@pytest.mark.parametrize(
    "symbol", ["XO", "✖️", "👨‍👩‍👧", "👍🏽", "🇩🇪", "e\u0301", "X\u200d", "X ", "\x1b[2J", "X" * 10_000]
)
def test_a_symbol_is_one_character(symbol: str) -> None:
    assert symbol_problem(symbol) == "a symbol must be one character, such as X, ● or 你"


@pytest.mark.parametrize(
    "symbol",
    [
        "\u0301",  # combining accent
        "\u20dd",  # enclosing circle
        "\u0903",  # spacing mark
        "\ufe0f",  # variation selector
        "\u200b", "\u200d", "\u2060", "\ufeff",  # nothing to see
        "\x00", "\x07", "\x1b", "\x7f", "\x9b",  # control characters
        "\u202e", "\u2066", "\u200f",  # direction marks
        "א", "ع", "\u0661",  # written from right to left
        "\u115f", "\u2800", "\u3164", "\uffa0",  # letters that show nothing
        "\U0001f3fd", "\U0001f1e9",  # halves of an emoji
        "\ud800", "\ue000", "\uffff", "\U000e0041",  # no characters
    ],
)  # fmt: skip
def test_a_symbol_has_a_shape_and_a_width_of_its_own(symbol: str) -> None:
    assert (
        symbol_problem(symbol)
        == f"U+{ord(symbol):04X} cannot be a symbol: terminals draw it differently; use one like X, ● or 你"
    )


def test_the_dot_of_an_empty_square_cannot_be_a_symbol() -> None:
    assert symbol_problem("·") == "· cannot be a symbol: it marks the empty squares"


@pytest.mark.parametrize(
    ("one", "other"),
    [("X", "X"), ("x", "X"), ("ß", "ẞ"), ("σ", "ς"), ("Σ", "ς"), ("\u212a", "k"), ("é", "É")],
)
def test_a_symbol_belongs_to_one_player_whatever_its_case(one: str, other: str) -> None:
    reason = f"P0 and P2 both have the symbol {other}; change one of them"
    assert problem(with_symbols(one, "O", other)) == reason


def test_one_player_cannot_take_two_seats() -> None:
    twice = Setup(Geometry(3, 3, 3), (ADA, ADA))
    assert problem(twice) == "Ada and Ada both have the symbol X; change one of them"


def test_symbols_that_only_look_alike_are_different() -> None:
    assert problem(with_symbols("O", "0", "\u041e")) is None


def test_the_symbols_given_to_new_players_are_fifteen_and_all_good() -> None:
    assert len(SYMBOLS) == len(COLOURS) == 15
    assert problem(make_setup(20, 20, 5, players=15)) is None


# --- names


@pytest.mark.parametrize(
    "name",
    [
        "A", "Ada Lovelace", "N" * 24, "José", "小林", "Zoë 😀", " Bob ", "🇩🇪", "Jose\u0301",
        "Vie\u0302\u0323t", "हिन्दी", "ก็ที่นี่", "\u1112\u1161\u11ab", "♥", "-",
    ],
)  # fmt: skip
def test_a_name_can_be_any_printable_text_of_up_to_24_characters(name: str) -> None:
    assert name_problem(name) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "a name cannot be blank"),
        (" \t\n", "a name cannot be blank"),
        ("\u3000", "a name cannot be blank"),
        ("N" * 25, "a name has at most 24 characters; this one has 25"),
        ("N" * 10_000, "a name has at most 24 characters; this one has 10000"),
        *(
            (
                before + filler + after,
                f"U+{ord(filler):04X} is invisible and cannot be in a name; use a space",
            )
            for filler in "\u3164\uffa0\u115f\u1160\u2800"
            for before, after in (("", ""), ("A", ""), ("", "B"), ("A", "B"))
        ),
        ("\u0301", "a combining mark in a name needs a letter before it"),
        ("\u0301" * 24, "a combining mark in a name needs a letter before it"),
        ("Ada \u0301", "a combining mark in a name needs a letter before it"),
        ("\ufe0fA", "a combining mark in a name needs a letter before it"),
        ("A" + "\u0301" * 23, "a letter in a name has at most 3 combining marks; this one has 23"),
        ("Bob" + "\u0336" * 4, "a letter in a name has at most 3 combining marks; this one has 4"),
        ("\u1161\u11a8", "a name needs a visible character, such as a letter or a digit"),
        *[
            (name, "a name can only have printable, left-to-right characters")
            for name in ("\x1b[2J", "Ada\n", "A\tB", "\u202eada", "A\u200db", "A\x00", "שרה", "علي", "\u0661",
                         "\ud800")
        ],
    ],
)  # fmt: skip
def test_a_name_that_would_upset_the_screen_is_refused(name: str, reason: str) -> None:
    assert name_problem(name) == reason
    assert problem(with_first(name=name)) == reason


# --- colour, level, limits, rules of the match


def test_a_colour_is_one_of_ours() -> None:
    reason = player_problem(replace(ADA, colour="mauve"))
    assert reason == f"unknown colour “mauve”; choose from {', '.join(COLOURS)}"


def test_a_level_is_one_of_those_that_exist_if_they_are_named() -> None:
    romeo = replace(ADA, level="genius")
    assert player_problem(romeo) is None
    assert player_problem(romeo, ["random"]) == "unknown level “genius”; choose from human, random"
    assert player_problem(replace(ADA, level="random"), ["random"]) is None
    assert player_problem(ADA, ["random"]) is None
    assert (
        problem(with_first(level="genius"), ["random"]) == "unknown level “genius”; choose from human, random"
    )


@pytest.mark.parametrize(
    "limit",
    [Limit(), Limit(seconds=1e-9), Limit(seconds=3600), Limit(depth=1), Limit(depth=400), Limit(nodes=1),
     Limit(nodes=10**12), Limit(0.5, 3, 100)],
)  # fmt: skip
def test_a_limit_inside_its_bounds_is_fine(limit: Limit) -> None:
    assert player_problem(replace(ADA, limit=limit)) is None


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        *[
            (
                Limit(seconds=seconds),
                f"a time of {shown} s per move is not possible; choose more than 0, at most 3600",
            )
            for seconds, shown in (
                (0, "0"), (0.0, "0"), (-1, "-1"), (3600.5, "3600.5"), (math.nan, "nan"), (math.inf, "inf"),
                (-math.inf, "-inf"),
            )
        ],
        (Limit(depth=0), "a depth of 0 is not possible; choose 1 to 400"),
        (Limit(depth=-1), "a depth of -1 is not possible; choose 1 to 400"),
        (Limit(depth=401), "a depth of 401 is not possible; choose 1 to 400"),
        (Limit(nodes=0), "a limit of 0 positions is not possible; choose at least 1"),
    ],
)  # fmt: skip
def test_a_limit_outside_its_bounds_is_refused(limit: Limit, reason: str) -> None:
    assert player_problem(replace(ADA, limit=limit)) == reason
    assert problem(with_first(limit=limit)) == reason


@pytest.mark.parametrize("count", [1, 99, None])
def test_a_match_ends_after_one_to_99_points_or_draws_or_never(count: int | None) -> None:
    assert problem(make_setup(rules=MatchRules(points=count, draws=count))) is None


@pytest.mark.parametrize("count", [-1, 0, 100])
def test_no_other_number_of_points_or_draws_ends_a_match(count: int) -> None:
    points, draws = MatchRules(points=count), MatchRules(draws=count)
    assert problem(make_setup(rules=points)) == f"a match to {count} points is not possible; choose 1 to 99"
    assert problem(make_setup(rules=draws)) == (
        f"a limit of {count} draws in a row is not possible; choose 1 to 99"
    )


strange = st.text(st.sampled_from("X\x1b[2J\u202e\u200d\n\ud800é"), max_size=30)


@many
@given(strange, strange, strange, strange, st.booleans())
def test_a_reason_is_one_printable_line_whatever_was_typed(
    name: str, symbol: str, colour: str, level: str, both: bool
) -> None:
    player = Player(name or "\x1b", symbol, colour, level)
    setup = Setup(Geometry(3, 3, 3), (player, replace(player) if both else ADA))
    reason = problem(setup, ["random"])
    assert reason is not None
    assert reason.isprintable()
    assert len(reason) < 200
