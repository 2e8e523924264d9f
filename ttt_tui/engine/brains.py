"""What a set-up knows of brains, which are other programs: how their levels are called, what they can play.

A player whom a brain moves for has the level `brain:` and the brain's name, and that is all that is ever
written down; what command starts it is known to whoever it belongs to, and to nobody who reads a game.

>>> from ttt_tui.engine import Geometry, Player, Setup, problem
>>> setup = Setup(Geometry(15, 15, 4), [Player("Ada"), Player(level=brain_level("Rapfi"))])
>>> problem(setup)
'engines play 5 in a row, not 4'
"""

from ttt_tui.engine.geometry import Geometry

BRAIN = "brain:"
"""How the level of a brain begins."""

BRAIN_LINE = 5
LONGEST_BRAIN_NAME = 18
"""Characters, so that a level, which is as long as a name at most, can hold it."""

SMALLEST_BRAIN_SIDE = 5
"""Of boards; the Gomocup protocol is about five in a row, and this holds one along either side."""


def brain_level(name: str) -> str:
    """Return the level of a player for whom the brain of this name moves."""
    return f"{BRAIN}{name}"


def brain_problem(geometry: Geometry, players: int) -> str | None:
    """Return why no brain can play with so many players on such a board, in one sentence, or None."""
    if players != 2:
        return f"engines play games for two, not for {players} players"
    if geometry.line_length != BRAIN_LINE:
        return f"engines play {BRAIN_LINE} in a row, not {geometry.line_length}"
    if min(geometry.columns, geometry.rows) < SMALLEST_BRAIN_SIDE:
        side = SMALLEST_BRAIN_SIDE
        return f"engines need a board of at least {side}×{side}, not {geometry}"
    return None
