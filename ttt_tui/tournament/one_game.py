"""Plays one game of a match among computers, here and now."""

import time

from ttt_tui.computer import LEVELS, Computer, megabytes_each
from ttt_tui.engine import Game, Move, Player
from ttt_tui.gomocup import BrainFault, GameType
from ttt_tui.process.child import end_all
from ttt_tui.process.gc_policy import collect_now
from ttt_tui.process.signals import Signals
from ttt_tui.process.streams import printable
from ttt_tui.session.engines import Engines
from ttt_tui.tournament.plan import Fixture, Plan
from ttt_tui.tournament.played import Failure, Played, finished

LONGEST_REASON = 200
"""Characters of what is told of a computer that failed."""


def play(plan: Plan, fixture: Fixture, signals: Signals, brains: Engines) -> Played:
    """Play a game of the plan to its end. Raises `Ended` if a signal comes."""
    setup = plan.setup_of(fixture.seats)
    game = Game(setup)
    for square in fixture.opening:
        game.place(square)
    dice = plan.dice(fixture.number)
    share = megabytes_each(setup.players)
    computers: list[Computer] = []
    for player in setup.players:
        seed = dice.getrandbits(32)
        if player.is_brain:
            computers.append(brains.make(player.level, GameType.TOURNAMENT))
        else:
            computers.append(LEVELS[player.level].make(seed, share))
    slowest = [0.0] * len(computers)
    failures = []
    try:
        while game.outcome is None:
            mover = game.position.to_move
            try:
                move, taken = _move(game, computers[mover], setup.players[mover], signals)
            except BrainFault as fault:
                reason, kind = _reason(str(fault)), fault.kind
                failures.append(Failure(fixture.seats[mover], len(game.moves), reason, kind))
                move, taken = Move(mover, None), 0.0
            except _Crash as crash:
                reason = _reason(str(crash))
                failures.append(Failure(fixture.seats[mover], len(game.moves), reason))
                move, taken = Move(mover, None), crash.seconds
            slowest[mover] = max(slowest[mover], taken)
            game.push(move)
    finally:
        for computer in computers:
            computer.close()
        end_all()  # what a brain still does would take time from those of the next game
        collect_now()
    return finished(fixture.number, fixture.seats, len(fixture.opening), game, slowest, failures)


class _Crash(Exception):
    """A computer gave no legal move."""

    def __init__(self, error: Exception, seconds: float) -> None:
        super().__init__(repr(error))
        self.seconds = seconds


def _move(game: Game, computer: Computer, player: Player, signals: Signals) -> tuple[Move, float]:
    """Return a computer's move, and how long it took. Raises `Ended`, `BrainFault` or `_Crash`."""
    position = game.position
    started = time.perf_counter()
    try:
        thought = computer.think(position.copy(), player.limit, signals)
        if refusal := game.check(thought.move):
            raise refusal
    except Exception as error:
        signals.check()  # a brain that was stopped has no move to give
        if isinstance(error, BrainFault):
            raise
        raise _Crash(error, time.perf_counter() - started) from error
    signals.check()
    # A brain's own seconds are without the start of its process.
    taken = thought.seconds if player.is_brain else time.perf_counter() - started
    return Move(position.to_move, thought.move), taken


def _reason(text: str) -> str:
    return printable(text)[:LONGEST_REASON]
