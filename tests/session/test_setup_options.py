"""What the command line asks to play."""

from argparse import Namespace
from typing import Any

import pytest

from ttt_tui.engine import Geometry, Limit
from ttt_tui.errors import UsageError
from ttt_tui.session.setup_options import setup_from


def options(**given: Any) -> Namespace:
    """Return the options of a command line that names only these."""
    return Namespace(**{**dict.fromkeys(("preset", "board", "player", "line", "time")), **given})


@pytest.mark.parametrize(
    ("players", "line", "board"),
    [
        (2, None, Geometry(3, 3, 3)),
        (4, None, Geometry(3, 3, 3)),
        (5, None, Geometry(5, 5, 4)),
        (9, None, Geometry(7, 7, 5)),
        (15, None, Geometry(15, 15, 5)),
        (2, 3, Geometry(3, 3, 3)),
        (2, 5, Geometry(5, 5, 5)),
        (2, 15, Geometry(15, 15, 15)),
    ],
)
def test_players_without_a_board_have_the_smallest_usual_one(
    players: int, line: int | None, board: Geometry
) -> None:
    specs = ["human", *["rules"] * (players - 1)]
    setup = setup_from(options(player=specs, line=line))
    assert setup is not None
    assert setup.geometry == board
    assert [player.level for player in setup.players] == specs


def test_a_board_or_a_preset_comes_first() -> None:
    specs = ["human", "rules"]
    setup = setup_from(options(player=specs, board=(7, 6)))
    assert setup is not None
    assert setup.geometry == Geometry(7, 6, 4)
    setup = setup_from(options(player=specs, preset="gomoku"))
    assert setup is not None
    assert setup.geometry == Geometry(15, 15, 5)


def test_a_line_that_no_board_holds_is_refused() -> None:
    with pytest.raises(UsageError, match="argument --line: 21 in a row is not possible"):
        setup_from(options(player=["human", "rules"], line=21))


def test_a_depth_goes_with_the_time_that_was_asked_for() -> None:
    specs = ["negamax,depth=20", "negamax", "minimax,depth=2,time=3", "human"]
    setup = setup_from(options(player=specs, time=0.5))
    assert setup is not None
    assert [player.limit for player in setup.players] == [Limit(0.5, 20), Limit(0.5), Limit(3.0, 2), Limit()]
    setup = setup_from(options(player=specs))
    assert setup is not None
    assert setup.players[0].limit == Limit(depth=20), "nothing else cuts it, so that it plays the same again"


@pytest.mark.parametrize("spec", ["human,time=30", "human,depth=4", "open,time=1"])
def test_people_take_as_long_as_they_like(spec: str) -> None:
    with pytest.raises(UsageError, match="= is only for computers; humans have no limit"):
        setup_from(options(player=[spec, "rules"]))
