"""The set-up that the command line asks for; a player is a text like `expert,strength=4,name=Ada`."""

from argparse import Namespace
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from ttt_tui.computer.levels import SCREEN_NAMES, STEPS, level_named
from ttt_tui.engine import (
    ENGINE_PREFIX,
    FEWEST_PLAYERS,
    HUMAN,
    LONGEST_NAME,
    MOST_PLAYERS,
    OPEN,
    OWN_PREFIX,
    SYMBOLS,
    Geometry,
    Limit,
    Player,
    Setup,
    check_new_setup,
    check_player,
    engine_name,
    is_engine_level,
    most_players,
)
from ttt_tui.engine.setup import ENGINE_LINE_LENGTH, usual_line, usual_symbols
from ttt_tui.errors import InvalidLineLength, InvalidRules, InvalidSetup, InvalidSize, UsageError
from ttt_tui.names import CLASSIC_NAMES, LADDER_NAMES
from ttt_tui.process.text import closest_word
from ttt_tui.session.presets import DRAWN, PRESETS, new_player, with_fitting_symbols
from ttt_tui.session.rule_choices import check_game
from ttt_tui.session.seats import assignable_levels

if TYPE_CHECKING:
    from ttt_tui.session.engines import Engines


def setup_from(
    options: Namespace,
    engines: "Engines | None" = None,
    is_in_pairs: bool = False,
) -> Setup | None:
    """Return the set-up that the options ask for, None if they ask for none.

    Engines that they name are added to `engines`, and refused if it is None. With `is_in_pairs` any two of
    the players meet. Raises `UsageError`.
    """
    wanted = (
        options.preset,
        options.board,
        options.player,
        options.line,
        options.rules,
        options.time,
        options.clock,
    )
    if all(option is None for option in wanted):
        return None
    named = PRESETS | DRAWN
    preset = named[options.preset or ("custom" if options.board else "computer")]
    setup = preset.make()
    has_engine = names_engine(options.player, (ENGINE_PREFIX,))
    only = (options.rules or setup.geometry.rules).only_board
    if options.board:
        columns, rows = options.board
        line = ENGINE_LINE_LENGTH if has_engine else usual_line(columns, rows)
        line = only[2] if only else line
        setup = replace(setup, geometry=Geometry(columns, rows, line, setup.geometry.rules))
    elif only and not options.preset:
        setup = replace(setup, geometry=Geometry(*only))
    elif options.player and not options.preset:
        seats = 2 if is_in_pairs else len(options.player)
        board = Geometry(15, 15, ENGINE_LINE_LENGTH) if has_engine else usual_board(seats, options.line)
        setup = replace(setup, geometry=board)
    if options.line is not None:
        setup = replace(setup, geometry=replace(setup.geometry, line_length=options.line))
    if options.rules is not None:
        try:
            check_game(setup, options.rules)
        except InvalidRules as error:
            raise UsageError(str(error), "--rules") from None
        setup = replace(setup, geometry=replace(setup.geometry, rules=options.rules))
    if options.player:
        try:
            players = players_from_specs(
                options.player,
                options.time,
                engines,
                2 if is_in_pairs else None,
                symbols=(*preset.symbols, *usual_symbols(setup.geometry.rules)),
            )
        except ValueError as error:
            raise UsageError(str(error), "--player") from error
        setup = replace(setup, players=players)
    elif options.time is not None:
        limit = Limit(seconds=options.time)
        players = tuple(replace(p, limit=limit) if p.is_computer else p for p in setup.players)
        setup = replace(setup, players=players)
    if options.clock is not None:
        setup = replace(setup, rules=replace(setup.rules, clock=options.clock))
    if not options.player:  # requested symbols are refused rather than changed
        setup = with_fitting_symbols(setup)
    levels = assignable_levels(engines.levels if engines else ())
    try:
        (_check_in_pairs if is_in_pairs else check_new_setup)(setup, levels)
    except InvalidSetup as error:
        option = option_at_fault(error) or ("--player" if options.player else None)
        if option == "--rules" and options.rules is None:  # the preset's rules do not go with another option
            option = "--board" if options.board else "--line" if options.line else "--player"
        raise UsageError(str(error), option) from None
    return setup


def names_engine(specs: Sequence[str] | None, prefixes: Sequence[str] = (ENGINE_PREFIX, OWN_PREFIX)) -> bool:
    """Whether the command line names an engine, a level with one of these prefixes."""
    return any(spec.lstrip('"').startswith(tuple(prefixes)) for spec in specs or ())


def option_at_fault(error: InvalidSetup) -> str | None:
    """Return the option that asks for an impossible board or rules, None if neither is at fault."""
    if isinstance(error, InvalidSize):
        return "--board"
    if isinstance(error, InvalidRules):
        return "--rules"
    return "--line" if isinstance(error, InvalidLineLength) else None


def _check_in_pairs(setup: Setup, levels: Collection[str]) -> None:
    """Raise an `InvalidSetup` unless any two of the players can sit at the board."""
    if not FEWEST_PLAYERS <= len(setup.players) <= MOST_PLAYERS:
        check_new_setup(setup, levels)
    for pair in combinations(setup.players, 2):
        check_new_setup(replace(setup, players=pair), levels)


def usual_board(players: int, line: int | None = None) -> Geometry:
    """Return the smallest usual board for `players` players, and for lines of `line` if that is given."""
    boards = [Geometry(side, side, line or usual_line(side, side)) for side in (3, 5, 7, 15)]
    fitting = (b for b in boards if b.line_length <= b.columns and most_players(b) >= players)
    return next(fitting, boards[-1])


Number = TypeVar("Number", int, float)

SPEC_FIELDS = ("name", "symbol", "strength", "time", "depth")
ENGINE_FIELDS = ("name", "symbol", "time", "cwd")


def players_from_specs(
    specs: Sequence[str],
    seconds: float | None = None,
    engines: "Engines | None" = None,
    at_a_board: int | None = None,
    *,
    symbols: Sequence[str] = SYMBOLS,
) -> tuple[Player, ...]:
    """Return the players that the command line names, each `LEVEL[,FIELD=…]…`.

    The fields are `SPEC_FIELDS`; `expert,strength=4` is a step of the ladder, and so is `medium 4`. An engine
    is `brain:COMMAND` or `python:FILE_OR_MODULE:Class`, with `ENGINE_FIELDS`; it is added to `engines`, and
    refused if that is None.

    Missing fields are filled in; computers without a time have `seconds`, else the usual time among
    `at_a_board` players, all of them if that is None. Symbols are the first free ones of `symbols`. Raises
    `ValueError` with a correction.
    """
    fields = [_spec_fields(spec, engines) for spec in specs]
    # Symbols and names given by specs are not available for the other players.
    reserved = [
        Player(chosen.get("name", ""), chosen.get("symbol", ""), "") for _, chosen in fields if chosen
    ]
    players: list[Player] = []
    for level, chosen in fields:
        others = [*players, *reserved]
        player = new_player(level, others, at_a_board or len(specs), symbols=symbols)
        if seconds is not None and player.is_computer:
            player = replace(player, limit=Limit(seconds=seconds))
        if player.is_engine:
            from ttt_tui.session.engines import free_name

            names = tuple(other.name for other in others)
            player = replace(player, name=free_name(engine_name(level), names, LONGEST_NAME))
        player = _with_fields(player, chosen, seconds)
        check_player(player, assignable_levels(engines.levels if engines else ()))
        players.append(player)
    return tuple(players)


def _spec_fields(spec: str, engines: "Engines | None") -> tuple[str, dict[str, str]]:
    """Return the level that a text names, and the values of its fields; raises `ValueError`."""
    import csv  # imported here so that a start without specs does not load it

    try:
        level, *fields = next(csv.reader([spec], strict=True)) or [""]
    except csv.Error:
        raise ValueError(
            'invalid quotes; write LEVEL,name=…,symbol=… and quote values with commas: "name=Ada, B."'
        ) from None
    is_engine = is_engine_level(level)
    known = ENGINE_FIELDS if is_engine else SPEC_FIELDS
    chosen = {}
    for field in fields:
        key, equals, value = field.partition("=")
        if not equals or key not in known:
            kind = "engine" if is_engine else "player"
            fields_known = ", ".join(f"{key}=" for key in known)
            raise ValueError(f"unknown {kind} field {field[:24]!r}; choose from {fields_known}")
        chosen[key] = value
    if is_engine:
        if engines is None:
            raise ValueError("engines are not allowed here")
        command = level.removeprefix(ENGINE_PREFIX)
        return engines.level(engines.name_for(command, chosen.pop("cwd", ""), chosen.get("name"))), chosen
    level = level_named(level) or level
    if level not in (HUMAN, *assignable_levels()):
        raise ValueError(_unknown_level(level))
    if (strength := chosen.pop("strength", None)) is not None:
        level = _step(level, strength)
    if level in (HUMAN, OPEN) and (limit := next(filter(chosen.get, ("time", "depth")), None)):
        raise ValueError(f"{limit}= is only for computers; humans have no limit")
    return level, chosen


def _step(level: str, strength: str) -> str:
    """Return the step of the ladder that `expert,strength=…` names; raises `ValueError`."""
    if level != STEPS[-1]:
        raise ValueError(f"strength= is only for {STEPS[-1]}, for example {STEPS[-1]},strength=4")
    if strength not in map(str, range(1, len(STEPS) + 1)):
        raise ValueError(f"invalid strength {strength[:24]!r}; choose 1 to {len(STEPS)}")
    return STEPS[int(strength) - 1]


def _unknown_level(text: str) -> str:
    """Return what is wrong with the name of a level, and a correction."""
    unknown = f"unknown level {text[:24]!r}"
    known = (HUMAN, OPEN, *LADDER_NAMES, *CLASSIC_NAMES)
    if (close := closest_word(text, (*known, *SCREEN_NAMES.values()))) is not None:
        return f"{unknown}; did you mean {close}?"
    return f"{unknown}; choose from {', '.join(known)}"


def _with_fields(player: Player, chosen: dict[str, str], seconds: float | None) -> Player:
    """Return the player with these fields; `seconds` is the time given for all players."""
    player = replace(player, name=chosen.get("name", player.name), symbol=chosen.get("symbol", player.symbol))
    if "depth" in chosen:  # it repeats the same game on any machine, so no time cuts it unless one is given
        player = replace(player, limit=Limit(seconds, depth=_number(int, "depth", chosen["depth"])))
    if "time" in chosen:
        player = replace(player, limit=replace(player.limit, seconds=_number(float, "time", chosen["time"])))
    return player


def _number(kind: type[Number], key: str, text: str) -> Number:
    try:
        return kind(text)
    except ValueError:
        right = "moves, for example 6" if key == "depth" else "seconds, for example 0.5"
        raise ValueError(f"invalid {key} {text[:24]!r}; use a number of {right}") from None
