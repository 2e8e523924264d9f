"""Brains by name: what is typed for them, and that nothing of it but the name goes into a set-up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gomocup.bad_brains import QUICK, command
from tests.session.test_setup_options import options
from ttt_tui.engine import Geometry, Limit, Setup
from ttt_tui.engine.record_json import setup_to_data
from ttt_tui.errors import UsageError
from ttt_tui.gomocup import GameType
from ttt_tui.process.child import end_all
from ttt_tui.session.brains import Brains, free_name
from ttt_tui.session.setup_options import setup_from
from ttt_tui.store.engines import BrainCommand


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_all()


def asked_for(*specs: str, brains: Brains | None = None, **more: object) -> Setup:
    setup = setup_from(options(player=list(specs), **more), brains or Brains(patience=QUICK))
    assert setup is not None
    return setup


GOOD = " ".join(command("good"))


def test_a_brain_without_a_name_is_asked_for_it() -> None:
    brains = Brains(patience=QUICK)
    setup = asked_for(f"brain:{GOOD}", f"brain:{GOOD},time=3", brains=brains)
    assert [(player.name, player.level) for player in setup.players] == [
        ("Good", "brain:Good"),
        ("Good 2", "brain:Good"),
    ]
    assert setup.players[1].limit == Limit(seconds=3)
    assert setup.geometry == Geometry(15, 15, 5)
    assert brains.levels == ("brain:Good",)
    assert "good.py" not in str(setup_to_data(setup)), "a command is nobody's business"


def test_one_that_does_not_tell_is_called_like_its_file() -> None:
    shy = " ".join(command("shy"))
    brains = Brains(patience=QUICK)
    name = Path(command("shy")[0]).name
    short = Brains(patience=type(QUICK)(0, 20, 20, 1, 1))
    assert asked_for(f"brain:{shy}", "random", brains=short).players[0].level == f"brain:{name}"[:24]
    assert brains.levels == ()


def test_names_and_boards_can_be_chosen() -> None:
    setup = asked_for(
        "expert", f"brain:{GOOD},name=Bob,symbol=B,cwd=/", board=(7, 6), time=2.0, brains=Brains()
    )
    assert (setup.players[1].name, setup.players[1].symbol) == ("Bob", "B")
    assert setup.players[1].level == "brain:Bob"
    assert setup.players[1].limit == Limit(seconds=2.0)
    assert setup.geometry == Geometry(7, 6, 5)


def test_a_command_with_commas_is_quoted() -> None:
    brains = Brains()
    asked_for('"brain:engine a,b ""c d""",name=A', "random", brains=brains)
    made = brains.make("brain:A", GameType.TOURNAMENT)
    assert made._program.command == ("engine", "a,b", "c d")


def test_a_brain_that_is_listed_is_known_by_its_name() -> None:
    brains = Brains({"Rapfi": BrainCommand("rapfi")})
    setup = asked_for("brain:Rapfi", "brain:Rapfi,name=Rapfi", brains=brains)
    assert [player.level for player in setup.players] == ["brain:Rapfi"] * 2
    with pytest.raises(UsageError, match="two engines have the name Rapfi"):
        asked_for("brain:wine,name=Rapfi", "random", brains=brains)


@pytest.mark.parametrize(
    ("specs", "told"),
    [
        (["brain:", "random"], "an engine needs a command, for example ~/rapfi/pbrain-rapfi"),
        (["brain:'a", "random"], "cannot read the engine's command: no closing quotation"),
        (["brain:a,depth=3", "random"], "engine field 'depth=3'; choose from name=, symbol=, time=, cwd="),
        (["random,cwd=/", "random"], "player field 'cwd=/'; choose from name=, symbol=, time=, depth="),
        (["brain:a,name=ABCDEFGHIJKLMNOPQRSTUVW", "random"], "at most 18 characters; this one has 23"),
        (["brain:a,name=", "random"], "a name cannot be blank"),
        (["brain:a,name=\u0301x", "random"], "a combining mark in a name needs a letter"),
        (["brain:no-such-brain", "random"],
         "argument --player: unknown engine 'no-such-brain'; give its command, for example brain:./pbrain"),
        (["brain:./no-such-brain", "random"],
         "engine ./no-such-brain did not start: ./no-such-brain: no such file or directory"),
        (
            ["brain:a,name=A", "brain:b,name=A"],
            "two engines have the name A; rename one, for example with name=B",
        ),
        (["brain:a,name=A", "random", "random"], "engines play games for two, not for 3 players"),
        (["brain:a,name=A,time=0", "random"], "a time of 0 s per move is not possible"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(specs: list[str], told: str) -> None:
    with pytest.raises(UsageError) as raised:
        asked_for(*specs)
    assert told in str(raised.value)


def test_an_engine_that_is_not_known_is_told_with_those_that_are() -> None:
    brains = Brains({"Rapfi": BrainCommand("rapfi"), "Carbon": BrainCommand("carbon")})
    with pytest.raises(UsageError) as raised:
        asked_for("brain:Rapfy", "random", brains=brains)
    assert str(raised.value) == (
        "argument --player: unknown engine 'Rapfy'; choose from Rapfi, Carbon, or give its command, "
        "for example brain:./pbrain"
    )


def test_where_nobody_has_brains_none_is_taken() -> None:
    with pytest.raises(UsageError, match="engines are not allowed here"):
        setup_from(options(player=["brain:a,name=A", "human"]))


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert free_name("A", (), 3) == "A"
    assert free_name("A", ("A", "A 2"), 3) == "A 3"
    assert free_name("ABC", ("ABC",), 3) == "A 2"
