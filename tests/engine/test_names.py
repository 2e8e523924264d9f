"""Names and symbols: which texts can be one, and which symbols look alike."""

from itertools import combinations

import pytest

from ttt_tui.cli.main import main
from ttt_tui.engine import SYMBOLS, Game, Geometry, Player, Record, Setup
from ttt_tui.engine.names import (
    _ALIKE,
    check_distinct,
    check_name,
    check_symbol,
    is_valid_name,
    is_valid_symbol,
    skeleton,
)
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import InvalidName, InvalidSymbol
from ttt_tui.session.presets import free_symbol


@pytest.mark.parametrize(
    ("symbols", "reason"),
    [
        (["", " ", "\t", "\n", "\u00a0", "\u2003", "\u3000", "   "], "a symbol cannot be blank"),
        (
            ["XO", "✖️", "👨‍👩‍👧", "👍🏽", "🇩🇪", "e\u0301", "X\u200d", "X ", "\x1b[2J", "X" * 10_000],
            "a symbol must be one character, such as X, ● or 你",
        ),
        (["·"], "· cannot be a symbol: it marks the empty squares"),
        *[
            (
                [symbol],
                f"U+{ord(symbol):04X} cannot be a symbol: terminals draw it differently;"
                " use one like X, ● or 你",
            )
            for symbol in (
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
            )
        ],
    ],
)  # fmt: skip
def test_a_symbol_is_one_character_that_all_terminals_draw_alike(symbols: list[str], reason: str) -> None:
    for symbol in symbols:
        with pytest.raises(InvalidSymbol) as caught:
            check_symbol(symbol)
        assert str(caught.value) == reason
        assert not is_valid_symbol(symbol)


def test_plain_characters_can_be_symbols_and_are_told_apart() -> None:
    apart = [*SYMBOLS, *"0123456789", *"●○▲■◆✖☠①你😀ЖДЩΩΨΔ♥#?!½→"]
    for symbol in (*apart, *"xéΣ"):
        check_symbol(symbol)
    for pair in combinations(apart, 2):
        check_distinct(pair)
    check_distinct([])
    assert len(SYMBOLS) == 15


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("X", "Х"), ("x", "Х"), ("X", "х"), ("X", "Χ"), ("O", "О"), ("O", "Ο"), ("О", "Ο"), ("o", "о"),
        ("A", "А"),
        ("B", "В"), ("H", "Н"), ("K", "К"), ("M", "М"), ("T", "Т"), ("N", "Ν"), ("Z", "Ζ"), ("3", "З"),
        ("6", "б"),
        ("X", "Ｘ"), ("o", "Ｏ"), ("1", "１"), ("X", "Ⅹ"), ("X", "𝐗"), ("X", "𝚾"), ("C", "ϲ"), ("X", "×"),
        ("X", "✕"),
        ("A", "Ꭺ"), ("X", "ꓫ"), ("O", "Օ"), ("Ｘ", "Х"),
    ],
)  # fmt: skip
def test_look_alikes_are_refused_but_records_with_them_are_read(one: str, other: str) -> None:
    with pytest.raises(InvalidSymbol) as caught:
        check_distinct([one, other])
    assert str(caught.value) == (
        f"{one} (U+{ord(one):04X}) and {other} (U+{ord(other):04X}) look alike; change one of them"
    )
    setup = Setup(Geometry(3, 3, 3), [Player("Ada", one), Player("Bob", other)])
    record = Record(Game(setup))
    assert from_text(to_text(record)).game.setup == from_json(to_json(record)).game.setup == setup


@pytest.mark.parametrize("symbol", ["∙", "⋅", "・", "･"])
def test_a_symbol_must_not_look_like_an_empty_square(symbol: str) -> None:
    with pytest.raises(InvalidSymbol, match="looks like ·, which marks empty squares"):
        check_distinct(["X", symbol])


def test_the_table_has_only_valid_symbols() -> None:
    for symbol, plain in _ALIKE.items():
        check_symbol(symbol)
        assert plain == "·" or (plain.isascii() and plain.isalnum()), symbol
        assert skeleton(symbol) == plain.casefold()
    assert (skeleton(""), skeleton("XО")) == ("", "xо")
    assert free_symbol([Player("Ada", "Х"), Player("Bob", "Ｏ")]) == "A"


def test_the_command_line_refuses_look_alikes(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["--plain", "--player", "human,symbol=X", "--player", "human,symbol=Х"],
        ["match", "--player", "rules,symbol=X", "--player", "rules,symbol=Х", "--games", "2"],
    ):
        with pytest.raises(SystemExit) as leaving:
            main(words)
        assert leaving.value.code == 2
        assert "X (U+0058) and Х (U+0425) look alike" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name",
    [
        "A", "Ada Lovelace", "N" * 24, "José", "小林", "Zoë 😀", " Bob ", "🇩🇪", "Jose\u0301",
        "Vie\u0302\u0323t", "हिन्दी", "ก็ที่นี่", "\u1112\u1161\u11ab", "♥", "-",
        "שרה", "Sara שרה", "علي 2", "\u0661",
    ],
)  # fmt: skip
def test_a_name_can_be_any_printable_text_of_up_to_24_characters(name: str) -> None:
    check_name(name)
    assert is_valid_name(name)


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
            (name, "a name can only have printable characters")
            for name in ("\x1b[2J", "Ada\n", "A\tB", "\u202eada", "A\u200db", "A\x00", "\u2067ada", "\ud800")
        ],
    ],
)  # fmt: skip
def test_a_name_that_would_upset_the_screen_is_refused(name: str, reason: str) -> None:
    with pytest.raises(InvalidName) as caught:
        check_name(name)
    assert str(caught.value) == reason
    assert not is_valid_name(name)
