"""The command line's set-up: boards, players, and engines with what is typed for them."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.gomocup.bad_brains import QUICK, command
from ttt_tui.engine import Geometry, Limit, Rules, Setup
from ttt_tui.engine.records.json import setup_to_data
from ttt_tui.errors import UsageError
from ttt_tui.gomocup import GameType
from ttt_tui.process.child import end_all
from ttt_tui.session.engines import Engines, free_name
from ttt_tui.session.presets import with_fitting_symbols
from ttt_tui.session.setup_options import setup_from
from ttt_tui.store.engines import EngineCommand

GOOD = " ".join(command("good"))


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_all()


def options(**given: Any) -> Namespace:
    """Return the options of a command line that names only these."""
    names = ("preset", "board", "player", "line", "rules", "time", "clock")
    return Namespace(**{**dict.fromkeys(names), **given})


def setup_of(*specs: str, engines: Engines | None = None, **more: object) -> Setup:
    setup = setup_from(options(player=list(specs), **more), engines or Engines(timeouts=QUICK))
    assert setup is not None
    return setup


@pytest.mark.parametrize(
    ("players", "more", "board"),
    [
        (2, {}, Geometry(3, 3, 3)),
        (4, {}, Geometry(3, 3, 3)),
        (5, {}, Geometry(5, 5, 4)),
        (9, {}, Geometry(7, 7, 5)),
        (15, {}, Geometry(15, 15, 5)),
        (2, {"line": 3}, Geometry(3, 3, 3)),
        (2, {"line": 5}, Geometry(5, 5, 5)),
        (2, {"line": 15}, Geometry(15, 15, 15)),
        (2, {"board": (7, 6)}, Geometry(7, 6, 4)),
        (2, {"preset": "gomoku"}, Geometry(15, 15, 5)),
    ],
)
def test_players_without_a_board_have_the_smallest_usual_one(
    players: int, more: dict[str, object], board: Geometry
) -> None:
    specs = ["human", *["rules"] * (players - 1)]
    setup = setup_of(*specs, **more)
    assert setup.geometry == board
    assert [player.level for player in setup.players] == specs


@pytest.mark.parametrize(
    ("spec", "level"),
    [
        ("expert,strength=4", "expert 4"),
        ("medium 4", "expert 4"),
        ("medium", "expert 4"),
        ("Hard", "expert 6"),
        ("expert,strength=10", "expert"),
        ("expert", "expert"),
        ("expert 7", "expert 7"),
        ("negamax", "negamax"),
    ],
)
def test_a_step_of_the_ladder_is_named_in_several_ways(spec: str, level: str) -> None:
    you, plain, full = setup_of(
        "human", spec, f"{spec},name=Ada,symbol=A,time=0.5,depth=3", board=(7, 7)
    ).players
    assert (you.level, plain.level, full.level) == ("human", level, level)
    assert plain.limit == Limit(0.5), "as usual for one of three players"
    assert (full.name, full.symbol, full.limit) == ("Ada", "A", Limit(0.5, 3))


def test_fields_of_a_step_come_in_any_order() -> None:
    player = setup_of("human", "expert,name=Ada,depth=3,strength=2,symbol=A").players[1]
    assert (player.level, player.name, player.symbol, player.limit.depth) == ("expert 2", "Ada", "A", 3)


def test_a_depth_goes_with_the_time_that_was_given() -> None:
    specs = ["negamax,depth=20", "negamax", "minimax,depth=2,time=3", "human"]
    limits = [player.limit for player in setup_of(*specs, time=0.5).players]
    assert limits == [Limit(0.5, 20), Limit(0.5), Limit(3.0, 2), Limit()]
    assert setup_of(*specs).players[0].limit == Limit(depth=20), "no time cuts it: it plays the same again"


@pytest.mark.parametrize(
    ("specs", "reason"),
    [
        (["human,time=30", "rules"], "time= is only for computers; humans have no limit"),
        (["human,depth=4", "rules"], "depth= is only for computers; humans have no limit"),
        (["open,time=1", "rules"], "time= is only for computers; humans have no limit"),
        (["brain:", "random"], "an engine needs a command, for example ~/rapfi/pbrain-rapfi"),
        (["brain:'a", "random"], "cannot read the engine's command: no closing quotation"),
        (["brain:a,depth=3", "random"], "engine field 'depth=3'; choose from name=, symbol=, time=, cwd="),
        (["random,cwd=/", "random"], "player field 'cwd=/'; choose from name=, symbol=, strength=, time="),
        (["brain:a,name=ABCDEFGHIJKLMNOPQRSTUVW", "random"], "at most 18 characters; this one has 23"),
        (["brain:a,name=", "random"], "a name cannot be blank"),
        (["brain:a,name=\u0301x", "random"], "a combining mark in a name needs a letter"),
        (["brain:no-such-brain", "random"],
         "argument --player: unknown engine 'no-such-brain'; give its command, for example brain:./pbrain"),
        (["brain:./no-such-brain", "random"],
         "engine ./no-such-brain did not start: ./no-such-brain: no such file or directory"),
        (["brain:a,name=A", "brain:b,name=A"],
         "two engines have the name A; rename one, for example with name=B"),
        (["brain:a,name=A", "random", "random"], "engines play games for two, not for 3 players"),
        (["brain:a,name=A,time=0", "random"], "a time of 0 s per move is not possible"),
    ],
)  # fmt: skip
def test_a_wrong_player_is_refused(specs: list[str], reason: str) -> None:
    with pytest.raises(UsageError) as raised:
        setup_of(*specs)
    assert reason in str(raised.value)


def test_the_option_at_fault_comes_first() -> None:
    with pytest.raises(UsageError, match="argument --line: 21 in a row is not possible"):
        setup_from(options(player=["human", "rules"], line=21))
    with pytest.raises(UsageError, match="argument --board: a 21×3 board is not possible"):
        setup_from(options(board=(21, 3)))
    with pytest.raises(UsageError, match="argument --player: engines are not allowed here"):
        setup_from(options(player=["brain:a,name=A", "human"]))


# --- engines ---------------------------------------------------------------------------------------------


def test_an_engine_without_a_name_is_asked_for_it() -> None:
    engines = Engines(timeouts=QUICK)
    setup = setup_of(f"brain:{GOOD}", f"brain:{GOOD},time=3", engines=engines)
    assert [player.name for player in setup.players] == ["Good", "Good 2"]
    assert {player.level for player in setup.players} == {"brain:Good"}
    assert setup.players[1].limit == Limit(seconds=3)
    assert setup.geometry == Geometry(15, 15, 5)
    assert engines.levels == ("brain:Good",)
    assert "tests/gomocup" not in str(setup_to_data(setup)), "the command is in no set-up"


def test_an_engine_that_gives_no_name_is_named_after_its_file() -> None:
    short = Engines(timeouts=type(QUICK)(0, 20, 20, 1, 1))
    setup = setup_of(f"brain:{' '.join(command('shy'))}", "random", engines=short)
    assert setup.players[0].level == f"brain:{Path(command('shy')[0]).name}"[:24]


def test_names_boards_and_commands_with_commas_can_be_given() -> None:
    setup = setup_of("expert", f"brain:{GOOD},name=Bob,symbol=B,cwd=/", board=(7, 6), time=2.0)
    player = setup.players[1]
    assert (player.name, player.symbol, player.level) == ("Bob", "B", "brain:Bob")
    assert (player.limit, setup.geometry) == (Limit(seconds=2.0), Geometry(7, 6, 5))
    engines = Engines()
    setup_of('"brain:engine a,b ""c d""",name=A', "random", engines=engines)
    made = engines.make("brain:A", GameType.TOURNAMENT)
    assert made._program.command == ("engine", "a,b", "c d")


def test_an_engine_in_the_settings_is_known_by_its_name() -> None:
    engines = Engines({"Rapfi": EngineCommand("rapfi"), "Carbon": EngineCommand("carbon")})
    setup = setup_of("brain:Rapfi", "brain:Rapfi,name=Rapfi", engines=engines)
    assert [player.level for player in setup.players] == ["brain:Rapfi"] * 2
    with pytest.raises(UsageError, match="two engines have the name Rapfi"):
        setup_of("brain:wine,name=Rapfi", "random", engines=engines)
    with pytest.raises(UsageError) as raised:
        setup_of("brain:Rapfy", "random", engines=engines)
    assert str(raised.value) == (
        "argument --player: unknown engine 'Rapfy'; choose from Rapfi, Carbon, or give its command, "
        "for example brain:./pbrain"
    )


@pytest.mark.parametrize(
    ("name", "taken", "free"), [("A", (), "A"), ("A", ("A", "A 2"), "A 3"), ("ABC", ("ABC",), "A 2")]
)
def test_a_name_that_is_taken_gets_a_number(name: str, taken: tuple[str, ...], free: str) -> None:
    assert free_name(name, taken, 3) == free


@pytest.mark.parametrize("rules", ["wild", "shared", "notakto", "wild, misere"])
@pytest.mark.parametrize("spec", ["human,symbol=X", "human,symbol=o", "human,symbol=Х"])  # a Cyrillic one
def test_a_symbol_that_is_a_mark_is_refused_where_both_players_place_it(rules: str, spec: str) -> None:
    with pytest.raises(UsageError, match="is a mark that both players place by these rules"):
        setup_of(spec, "rules", rules=Rules.parse(rules))
    with pytest.raises(UsageError, match="is a mark that both players place by these rules"):
        setup_of("rules", spec, rules=Rules.parse(rules))


@pytest.mark.parametrize(
    ("specs", "symbols"),
    [
        (("human", "rules"), "AB"),
        (("human,symbol=B", "rules"), "BA"),
        (("human", "rules,symbol=A"), "BA"),
        (("human,symbol=Z", "rules,symbol=H"), "ZH"),
    ],
)
def test_players_whose_stones_are_nobodys_have_other_symbols(specs: tuple[str, ...], symbols: str) -> None:
    setup = setup_of(*specs, rules=Rules.parse("wild"))
    assert "".join(player.symbol for player in setup.players) == symbols


def test_a_preset_has_other_symbols_once_its_marks_are_nobodys() -> None:
    setup = setup_from(options(preset="two-players", rules=Rules.parse("wild")))
    assert setup is not None
    assert [player.symbol for player in setup.players] == ["A", "B"]
    ada = replace(setup.players[0], symbol="X")
    mixed = with_fitting_symbols(replace(setup, players=(ada, replace(setup.players[1], symbol="Z"))))
    assert [player.symbol for player in mixed.players] == ["A", "Z"], "the rules changed in the set-up"
