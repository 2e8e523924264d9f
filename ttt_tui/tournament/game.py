"""One game of a match among computers: how it is played, its result, and its form as plain data.

A worker sends that data and a match folder stores it. `from_data` checks everything that it reads.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_tui.computer import LEVELS, Computer, megabytes_each
from ttt_tui.engine import Game, Move, Player
from ttt_tui.engine.records import LONGEST_TIME, move_word
from ttt_tui.engine.validation import MOST, Fields, check, items, number, whole
from ttt_tui.errors import InvalidData
from ttt_tui.gomocup import Brain, BrainFault, GameType
from ttt_tui.process.child import end_all
from ttt_tui.process.memory import collect_now
from ttt_tui.process.signals import Signals
from ttt_tui.process.text import printable
from ttt_tui.session.engines import Engines
from ttt_tui.tournament.plan import Fixture, Plan

LONGEST_REASON = 200
"""Characters kept of the reason why a computer failed."""

OPENED_FOR = "opened_for"
"""The field of a game's data that only games with such players have."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A crash of a computer or a fault of an engine, after which its player resigned."""

    player: int
    """The player's number in the match."""
    ply: int
    """Moves before the failure."""
    reason: str
    """The predicate of a sentence about an engine; the exception of any other computer."""
    fault: str | None = None
    """An engine's `BrainFault.kind`; None for a crash of a computer."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: seats, moves and result."""

    number: int
    """The game's place in the counting order, from 0."""
    seats: tuple[int, ...]
    """The players, by their number in the match, in turn order."""
    opening: int
    """How many of the moves belong to the opening, whether it was given or the players made it."""
    moves: tuple[str, ...]
    winner: int | None
    """The winner, by number in the match; None for a draw."""
    termination: str
    slowest: tuple[float, ...]
    """The longest time for a move, in seconds, by seat."""
    failures: tuple[Failure, ...] = ()
    opened_for: tuple[int, ...] = ()
    """The engines, by number in the match, for which `Brain` had a computer open."""
    movers: tuple[int, ...] = ()
    """Who made each move, by number in the match."""
    times: tuple[int | None, ...] = field(default=(), compare=False)
    """Milliseconds of each move, None for those of a given opening; empty if an earlier version played it."""
    nodes: tuple[int, ...] = field(default=(), compare=False)
    """Positions searched, by seat; empty if an earlier version played it."""

    @property
    def fault(self) -> str | None:
        """The first engine's fault, None if there was none."""
        return next((failure.fault for failure in self.failures if failure.fault), None)


def play_game(plan: Plan, fixture: Fixture, signals: Signals, engines: Engines) -> PlayedGame:
    """Play a game of the plan to its end. Raises `EndedBySignal`."""
    setup = plan.setup_of(fixture.seats)
    game = Game(setup)
    for square in fixture.opening:
        game.place(square)
    random = plan.random(fixture.number)
    share = megabytes_each(setup.players)
    computers: list[Computer] = []
    for player in setup.players:
        seed = random.getrandbits(32)
        if player.is_engine:
            computers.append(engines.make(player.level, GameType.TOURNAMENT, seed=seed))
        else:
            computers.append(LEVELS[player.level].make(seed, share))
    slowest = [0.0] * len(computers)
    nodes = [0] * len(computers)
    failures = []
    try:
        while game.outcome is None:
            mover = game.position.to_move
            try:
                move, taken, searched = _move(game, computers[mover], setup.players[mover], signals)
                nodes[mover] += searched
            except BrainFault as fault:
                reason, kind = _reason(str(fault)), fault.kind
                failures.append(Failure(fixture.seats[mover], len(game.moves), reason, kind))
                move, taken = Move(mover, None), 0.0
            except _Crash as crash:
                reason = _reason(str(crash))
                failures.append(Failure(fixture.seats[mover], len(game.moves), reason))
                move, taken = Move(mover, None), crash.seconds
            slowest[mover] = max(slowest[mover], taken)
            game.push(replace(move, milliseconds=round(1000 * taken)))
    finally:
        for computer in computers:
            computer.close()
        end_all()  # an engine that is still ending would slow down the next game
        collect_now()
    opening = max((ply for ply, move in enumerate(game.moves, 1) if move.is_choice), default=0)
    opening = max(opening, len(fixture.opening))
    played = finished(fixture.number, fixture.seats, opening, game, slowest, failures)
    opened_for = (
        seat for seat, each in enumerate(computers) if isinstance(each, Brain) and each.was_opened_for
    )
    return replace(played, nodes=tuple(nodes), opened_for=tuple(fixture.seats[seat] for seat in opened_for))


class _Crash(Exception):
    """An error or an illegal move of a computer; `seconds` is the time it took."""

    def __init__(self, error: Exception, seconds: float) -> None:
        super().__init__(repr(error))
        self.seconds = seconds


def _move(game: Game, computer: Computer, player: Player, signals: Signals) -> tuple[Move, float, int]:
    """Return a computer's move, its time in seconds, and the positions that it searched.

    Raises `EndedBySignal`, `BrainFault` or `_Crash`.
    """
    position = game.position
    started = time.perf_counter()
    try:
        thought = computer.think(position.copy(), player.limit, signals)
        if refusal := game.check(thought.move):
            raise refusal
    except Exception as error:
        signals.check()  # a stopped engine raises, too
        if isinstance(error, BrainFault):
            raise
        raise _Crash(error, time.perf_counter() - started) from error
    signals.check()
    # An engine's own time does not include the start of its process.
    taken = thought.seconds if player.is_engine else time.perf_counter() - started
    return Move(position.to_move, thought.move), taken, thought.nodes


def _reason(text: str) -> str:
    return printable(text)[:LONGEST_REASON]


# --- plain data ---------------------------------------------------------------------------------------------


def to_data(played: PlayedGame) -> dict[str, Any]:
    """Return a game as plain data for JSON."""
    return {
        "game": played.number + 1,
        "seats": list(played.seats),
        "opening": played.opening,
        "moves": " ".join(played.moves),
        "winner": played.winner,
        "termination": played.termination,
        "slowest": [round(seconds, 4) for seconds in played.slowest],
        "times": list(played.times),
        "nodes": list(played.nodes),
        "failures": [
            {"player": each.player, "ply": each.ply, "reason": each.reason, "fault": each.fault}
            for each in played.failures
        ],
        **({OPENED_FOR: list(played.opened_for)} if played.opened_for else {}),
    }


def from_data(data: object, plan: Plan) -> PlayedGame:
    """Return the game of a match that such data describes. Raises `InvalidData` or another `ValueError`."""
    fields = Fields(data, "a game")
    index = whole(fields["game"], "game", 1, plan.total) - 1
    _, seats = plan.place_of(index)
    moves = _printable(fields["moves"], "moves").split()
    played = finished(
        index,
        seats,
        whole(fields["opening"], "opening", 0, len(moves)),
        plan.game(seats, moves),
        [
            number(each, "slowest", 0, MOST, "a list of seconds")
            for each in items(fields["slowest"], "slowest", len(seats), len(seats))
        ],
        [_failure(each, plan, len(moves)) for each in items(fields["failures"], "failures", 0, len(moves))],
    )
    claimed = fields["seats"], fields["winner"], fields["termination"]
    if claimed != (list(seats), played.winner, played.termination):
        raise InvalidData("the players or the result do not match the moves")
    times = items(fields.get("times", []), "times", 0, len(moves))
    nodes = items(fields.get("nodes", []), "nodes", 0, len(seats))
    last = len(plan.setup.players) - 1
    opened_for = items(fields.get(OPENED_FOR, []), OPENED_FOR, 0, len(seats))
    return replace(
        played,
        opened_for=tuple(whole(each, OPENED_FOR, 0, last) for each in opened_for),
        times=tuple(None if each is None else whole(each, "times", 0, LONGEST_TIME) for each in times),
        nodes=tuple(whole(each, "nodes", 0, MOST) for each in nodes),
    )


def _failure(data: object, plan: Plan, plies: int) -> Failure:
    fields = Fields(data, "a failure")
    fault = fields["fault"]
    return Failure(
        whole(fields["player"], "player", 0, len(plan.setup.players) - 1),
        whole(fields["ply"], "ply", 0, plies),
        _printable(fields["reason"], "reason"),
        None if fault is None else _printable(fault, "fault"),
    )


def _printable(value: object, what: str) -> str:
    check(isinstance(value, str) and value.isprintable(), what, "printable text")
    return str(value)


def finished(
    number: int,
    seats: tuple[int, ...],
    opening: int,
    game: Game,
    slowest: Sequence[float],
    failures: Sequence[Failure],
) -> PlayedGame:
    """Return the result of a game of a match; raises `InvalidData` if the game is not over."""
    outcome = game.outcome
    if outcome is None:
        raise InvalidData("the game is not over")
    return PlayedGame(
        number,
        seats,
        opening,
        tuple(move_word(game.setup, move) for move in game.moves),
        None if outcome.winner is None else seats[outcome.winner],
        outcome.termination.value,
        tuple(slowest),
        tuple(failures),
        movers=tuple(seats[move.player] for move in game.moves),
        times=tuple(move.milliseconds for move in game.moves),
    )
