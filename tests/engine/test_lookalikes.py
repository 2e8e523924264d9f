"""Symbols that look alike: refused where somebody sets a game up, read in records as before."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.support.strategies import make_setup
from ttt_tui.cli.main import main
from ttt_tui.engine import SYMBOLS, Game, Player, Setup, problem, setup_problem, symbol_problem
from ttt_tui.engine.lookalikes import _ALIKE, alike_problem, look
from ttt_tui.engine.record import Record
from ttt_tui.engine.record_json import from_json, to_json
from ttt_tui.engine.record_text import from_text, to_text
from ttt_tui.session.presets import free_symbol


def with_symbols(one: str, other: str) -> Setup:
    setup = make_setup()
    first, second = setup.players
    return replace(setup, players=(replace(first, symbol=one), replace(second, symbol=other)))


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
def test_symbols_that_look_alike_are_refused_at_set_up_alone(one: str, other: str) -> None:
    setup = with_symbols(one, other)
    assert problem(setup) is None
    assert setup_problem(setup) == (
        f"{one} (U+{ord(one):04X}) and {other} (U+{ord(other):04X}) look alike; change one of them"
    )
    record = Record(Game(setup))
    assert from_text(to_text(record)).game.setup == from_json(to_json(record)).game.setup == setup


def test_symbols_that_are_told_apart_can_be_chosen() -> None:
    apart = [*SYMBOLS, *"0123456789", *"●○▲■◆✖☠①你😀ЖДЩΩΨΔ♥#?!½→"]
    for one, other in combinations(apart, 2):
        assert setup_problem(with_symbols(one, other)) is None, (one, other)


@pytest.mark.parametrize("symbol", ["∙", "⋅", "・", "･"])
def test_a_symbol_does_not_look_like_an_empty_square(symbol: str) -> None:
    assert problem(with_symbols("X", symbol)) is None
    assert "looks like ·, which marks empty squares" in (setup_problem(with_symbols("X", symbol)) or "")


def test_the_table_is_of_symbols_that_can_be_chosen() -> None:
    for symbol, plain in _ALIKE.items():
        assert symbol_problem(symbol) is None, symbol
        assert plain == "·" or (plain.isascii() and plain.isalnum()), symbol
        assert look(symbol) == plain.casefold()


def test_a_symbol_that_is_left_open_looks_like_no_other() -> None:
    setup = Setup(make_setup().geometry, [Player("Ada"), Player("Bob", "Х")])
    assert [player.symbol for player in setup.players] == ["O", "Х"]
    assert free_symbol([Player("Ada", "Х"), Player("Bob", "Ｏ")]) == "A"
    assert alike_problem([]) is None
    assert look("") == ""
    assert look("XО") == "xо"


def test_the_command_line_refuses_look_alikes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["--plain", "--player", "human,symbol=X", "--player", "human,symbol=Х"])
    assert leaving.value.code == 2
    assert "X (U+0058) and Х (U+0425) look alike" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["match", "--player", "rules,symbol=O", "--player", "rules,symbol=О", "--games", "2"])
    assert "look alike" in capsys.readouterr().err
