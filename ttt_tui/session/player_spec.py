"""Players from a line of text, as the command line takes them: `negamax,name=Ada,time=0.5`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ttt_tui.computer import LEVELS, SCREEN_NAMES
from ttt_tui.engine import BRAIN, HUMAN, LONGEST_NAME, OPEN, Limit, Player, brain_level, player_problem
from ttt_tui.process.text import closest_word
from ttt_tui.session.presets import new_player
from ttt_tui.session.seats import assignable_levels

if TYPE_CHECKING:
    from ttt_tui.session.brains import Brains

Number = TypeVar("Number", int, float)

SPEC_FIELDS = ("name", "symbol", "time", "depth")
BRAIN_FIELDS = ("name", "symbol", "time", "cwd")


def players_from_specs(
    specs: Sequence[str],
    seconds: float | None = None,
    brains: "Brains | None" = None,
    at_a_board: int | None = None,
    *,
    by_algorithm: bool = False,
) -> tuple[Player, ...]:
    """Return the players that the command line names, each `LEVEL[,name=…][,symbol=…][,time=…][,depth=…]`.

    A brain is `brain:COMMAND[,name=…][,symbol=…][,time=…][,cwd=…]`; it is added to `brains`, and refused if
    there are none. What a spec leaves open is filled in; `seconds` is the time of the computers that name
    none, else they have what is usual with so many `at_a_board`, all if that is None. `by_algorithm` is about
    names, as in `computer_name`. Raises `ValueError`, with what would be right.
    """
    fields = [_spec_fields(spec, brains) for spec in specs]
    # Symbols and names that were asked for are nobody else's to be given.
    reserved = [
        Player(chosen.get("name", ""), chosen.get("symbol", ""), "") for _, chosen in fields if chosen
    ]
    players: list[Player] = []
    for level, chosen in fields:
        others = [*players, *reserved]
        player = new_player(level, others, at_a_board or len(specs), by_algorithm=by_algorithm)
        if seconds is not None and player.is_computer:
            player = replace(player, limit=Limit(seconds=seconds))
        if player.is_brain:
            player = replace(player, name=_brain_name(level, others))
        player = _with_fields(player, chosen, seconds)
        if reason := player_problem(player, assignable_levels(brains.levels if brains else ())):
            raise ValueError(reason)
        players.append(player)
    return tuple(players)


def _brain_name(level: str, others: Sequence[Player]) -> str:
    """Return a player's name for a brain that has none of its own: the brain's, if nobody else has it."""
    from ttt_tui.session.brains import free_name

    return free_name(level.removeprefix(BRAIN), tuple(player.name for player in others), LONGEST_NAME)


def _spec_fields(spec: str, brains: "Brains | None") -> tuple[str, dict[str, str]]:
    """Return the level that a text names, and the values of its fields; raises `ValueError`."""
    import csv  # a start without such a text needs no reader of it

    try:
        level, *fields = next(csv.reader([spec], strict=True)) or [""]
    except csv.Error:
        raise ValueError(
            'invalid quotes; write LEVEL,name=…,symbol=… and quote values with commas: "name=Ada, B."'
        ) from None
    is_brain = level.startswith(BRAIN)
    known = BRAIN_FIELDS if is_brain else SPEC_FIELDS
    chosen = {}
    for field in fields:
        key, equals, value = field.partition("=")
        if not equals or key not in known:
            kind = "engine" if is_brain else "player"
            fields_known = ", ".join(f"{key}=" for key in known)
            raise ValueError(f"unknown {kind} field {field[:24]!r}; choose from {fields_known}")
        chosen[key] = value
    if is_brain:
        if brains is None:
            raise ValueError("engines are not allowed here")
        command = level.removeprefix(BRAIN)
        level = brain_level(brains.name_for(command, chosen.pop("cwd", ""), chosen.get("name")))
    elif level not in (HUMAN, *assignable_levels()):
        raise ValueError(_unknown_level(level))
    elif level in (HUMAN, OPEN) and (limit := next(filter(chosen.get, ("time", "depth")), None)):
        raise ValueError(f"{limit}= is only for computers; humans have no limit")
    return level, chosen


def _unknown_level(text: str) -> str:
    """Return what is wrong with the name of a level, and what would be right."""
    unknown = f"unknown level {text[:24]!r}"
    on_screen = {name: level for level, name in SCREEN_NAMES.items()}
    if (same := on_screen.get(text.casefold())) is not None:
        return f"{unknown}; on the command line it is {same!r}"
    if (close := closest_word(text, (HUMAN, OPEN, *LEVELS, *on_screen))) is not None:
        level = on_screen.get(close, close)
        return f"{unknown}; did you mean {level}{f' (on screen {close})' * (level != close)}?"
    return f"{unknown}; choose from {', '.join((HUMAN, OPEN, *LEVELS))}"


def _with_fields(player: Player, chosen: dict[str, str], seconds: float | None) -> Player:
    """Return a player as its fields say; `seconds` is the time that was asked for, for all of them."""
    player = replace(player, name=chosen.get("name", player.name), symbol=chosen.get("symbol", player.symbol))
    if "depth" in chosen:  # it replays the same game everywhere, so no time cuts it unless asked for
        player = replace(player, limit=Limit(seconds, depth=_number(int, "depth", chosen["depth"])))
    if "time" in chosen:
        player = replace(player, limit=replace(player.limit, seconds=_number(float, "time", chosen["time"])))
    return player


def _number(kind: type[Number], key: str, text: str) -> Number:
    try:
        return kind(text)
    except ValueError:
        right = "plies, for example 6" if key == "depth" else "seconds, for example 0.5"
        raise ValueError(f"invalid {key} {text[:24]!r}; use a number of {right}") from None
