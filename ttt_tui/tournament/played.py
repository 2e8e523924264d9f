"""A game that was played, and as the plain data that a worker sends and a match file keeps.

Reading trusts nobody: what makes no game of the match raises `ValueError`, with the reason.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ttt_tui.engine import Game, IllegalMove
from ttt_tui.engine.records import move_word
from ttt_tui.tournament.plan import Plan


@dataclass(frozen=True, slots=True)
class Failure:
    """A computer that crashed or a brain that was at fault; its player resigned then."""

    player: int
    """By number in the match."""
    ply: int
    """How many moves there were before."""
    reason: str
    """What it did: a predicate that follows the name of a brain; an exception of any other computer."""
    fault: str | None = None
    """What a brain did wrong, as `BrainFault.kind`; None for a computer that crashed."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: who sat where, and how it went."""

    number: int
    """From 0, in the order in which games count."""
    seats: tuple[int, ...]
    """The players, by their number in the match, in turn order."""
    opening: int
    """How many of the moves were the opening's."""
    moves: tuple[str, ...]
    winner: int | None
    """The player who won, by number in the match; None for a draw."""
    termination: str
    slowest: tuple[float, ...]
    """The longest that each seat took for a move, in seconds."""
    failures: tuple[Failure, ...] = ()

    @property
    def fault(self) -> str | None:
        """What a brain did wrong, None if none did."""
        return next((failure.fault for failure in self.failures if failure.fault), None)


def to_data(played: Played) -> dict[str, Any]:
    """Return a game as plain data, for JSON."""
    return {
        "game": played.number + 1,
        "seats": list(played.seats),
        "opening": played.opening,
        "moves": " ".join(played.moves),
        "winner": played.winner,
        "termination": played.termination,
        "slowest": [round(seconds, 4) for seconds in played.slowest],
        "failures": [
            {"player": each.player, "ply": each.ply, "reason": each.reason, "fault": each.fault}
            for each in played.failures
        ],
    }


def from_data(data: object, plan: Plan) -> Played:
    """Return the game of a match that plain data holds; raises `ValueError`."""
    if not isinstance(data, Mapping):
        raise ValueError("not a JSON object")
    try:
        number = _whole(data["game"], 1, plan.total) - 1
        _, seats = plan.place_of(number)
        words = tuple(_text(data["moves"]).split())
        failures = [
            Failure(
                _whole(each["player"], 0, len(plan.setup.players) - 1),
                _whole(each["ply"], 0, len(words)),
                _text(each["reason"]),
                None if each["fault"] is None else _text(each["fault"]),
            )
            for each in data["failures"]
        ]
        slowest = [_seconds(seconds) for seconds in data["slowest"]]
        opening = _whole(data["opening"], 0, len(words))
        played = finished(number, seats, opening, plan.game(seats, words), slowest, failures)
        said = tuple(data["seats"]), data["winner"], data["termination"], len(slowest)
    except KeyError as missing:
        raise ValueError(f"{missing} is missing") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except (TypeError, IllegalMove) as error:
        raise ValueError(str(error)) from None
    if said != (seats, played.winner, played.termination, len(seats)):
        raise ValueError("the players or the result do not match the moves")
    return played


def finished(
    number: int,
    seats: tuple[int, ...],
    opening: int,
    game: Game,
    slowest: Sequence[float],
    failures: Sequence[Failure],
) -> Played:
    """Return a game that is over as one of its match; raises `ValueError` if it is not over."""
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    return Played(
        number,
        seats,
        opening,
        tuple(move_word(game.setup, move) for move in game.moves),
        None if outcome.winner is None else seats[outcome.winner],
        outcome.termination.value,
        tuple(slowest),
        tuple(failures),
    )


def _whole(value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{value!r:.24} is not a whole number from {least} to {most}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError(f"{value!r:.24} is not text")
    return value


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ValueError(f"{value!r:.24} is not a number of seconds")
    return float(value)
