"""What the command line asks to play, as a `Setup`."""

from argparse import Namespace
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from ttt_tui.engine import (
    BRAIN,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Geometry,
    Limit,
    Setup,
    check_new_setup,
    most_players,
)
from ttt_tui.engine.setup import BRAIN_LINE
from ttt_tui.errors import InvalidLineLength, InvalidSetup, InvalidSize, UsageError
from ttt_tui.session.player_spec import players_from_specs
from ttt_tui.session.presets import DRAWN, PRESETS
from ttt_tui.session.seats import assignable_levels

if TYPE_CHECKING:
    from ttt_tui.session.brains import Brains


def setup_from(
    options: Namespace,
    brains: "Brains | None" = None,
    is_in_pairs: bool = False,
    *,
    by_algorithm: bool = False,
) -> Setup | None:
    """Return the set-up that the options ask for, None if they ask for none.

    The brains that they name are added to `brains`; without that they are refused. `is_in_pairs` says that
    two of the players sit at a board, however many there are; `by_algorithm` is about names, as in
    `computer_name`. Raises `UsageError` with what is wrong and
    what would be right.
    """
    wanted = (options.preset, options.board, options.player, options.line, options.time)
    if all(option is None for option in wanted):
        return None
    named = PRESETS | DRAWN
    preset = named[options.preset or ("custom" if options.board else "computer")]
    setup = preset.make(by_algorithm=by_algorithm)
    has_brain = any(spec.startswith((BRAIN, f'"{BRAIN}')) for spec in options.player or ())
    if options.board:
        columns, rows = options.board
        line = BRAIN_LINE if has_brain else usual_line(columns, rows)
        setup = replace(setup, geometry=Geometry(columns, rows, line))
    elif options.player and not options.preset:
        seats = 2 if is_in_pairs else len(options.player)
        board = Geometry(15, 15, BRAIN_LINE) if has_brain else usual_board(seats, options.line)
        setup = replace(setup, geometry=board)
    if options.line is not None:
        setup = replace(setup, geometry=replace(setup.geometry, line_length=options.line))
    if options.player:
        try:
            players = players_from_specs(
                options.player,
                options.time,
                brains,
                2 if is_in_pairs else None,
                by_algorithm=by_algorithm,
            )
        except ValueError as error:
            raise UsageError(str(error), "--player") from error
        setup = replace(setup, players=players)
    elif options.time is not None:
        limit = Limit(seconds=options.time)
        players = tuple(replace(p, limit=limit) if p.is_computer else p for p in setup.players)
        setup = replace(setup, players=players)
    levels = assignable_levels(brains.levels if brains else ())
    try:
        (_check_in_pairs if is_in_pairs else check_new_setup)(setup, levels)
    except InvalidSetup as error:
        option = option_at_fault(error) or ("--player" if options.player else None)
        raise UsageError(str(error), option) from None
    return setup


def option_at_fault(error: InvalidSetup) -> str | None:
    """Return the option that asks for an impossible board, None if the board is not at fault."""
    if isinstance(error, InvalidSize):
        return "--board"
    return "--line" if isinstance(error, InvalidLineLength) else None


def _check_in_pairs(setup: Setup, levels: Collection[str]) -> None:
    """Raise an `InvalidSetup` unless any two of the players can sit at the board."""
    if not FEWEST_PLAYERS <= len(setup.players) <= MOST_PLAYERS:
        check_new_setup(setup, levels)
    for pair in combinations(setup.players, 2):
        check_new_setup(replace(setup, players=pair), levels)


USUAL_SIDES = (3, 5, 7, 15)


def usual_board(players: int, line: int | None = None) -> Geometry:
    """Return the smallest square board on which so many usually play, perhaps for a line of this length."""
    boards = [Geometry(side, side, line or usual_line(side, side)) for side in USUAL_SIDES]
    fitting = (b for b in boards if b.line_length <= b.columns and most_players(b) >= players)
    return next(fitting, boards[-1])


def usual_line(columns: int, rows: int) -> int:
    """Return the line length that people play on a board of this size."""
    side = min(columns, rows)
    return 3 if side < 4 else 4 if side < 7 else 5
