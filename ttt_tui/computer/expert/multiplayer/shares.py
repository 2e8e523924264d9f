"""How often each of several players wins when a position is played on at random, but not without sense.

Everybody completes a line, else stops one, else takes the best of a random half of the squares by what is to
gain or to stop there. All do the same, so that the shares of positions one after the other compare. A playout
without a winner is shared by all.
"""

from random import Random

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.open_lines import OpenLines
from ttt_tui.computer.expert.multiplayer.playout import Playout
from ttt_tui.engine import Position
from ttt_tui.errors import OutOfTime

MOST_PLAYOUTS = 2000
"""With so many a share of a half is known to a hundredth; the effort after that is for nothing."""


def playout_shares(
    position: Position, budget: Budget, random: Random, most: int = MOST_PLAYOUTS
) -> tuple[float, ...]:
    """Return each player's share of playouts, adding up to 1; those who have resigned have none.

    One playout is made whatever the budget, a node being a stone. Nobody has a line yet.
    """
    start = Playout.of(OpenLines(position), own_lines=1)
    wins = [0.0] * len(start.completing)
    played = 0
    rest = budget.without_end()
    try:
        while played < most:
            winner = _winner(start.copy(), budget if played else rest, random)
            played += 1
            if winner is None:
                wins = [won + 1 / len(wins) for won in wins]
            else:
                wins[winner] += 1
    except OutOfTime:
        pass
    shares = [0.0] * len(position.stones)
    for player, won in zip(position.in_turn(), wins, strict=True):
        shares[player] = won / played
    return tuple(shares)


def _winner(state: Playout, budget: Budget, random: Random) -> int | None:
    """Play a position on and return the seat that completes a line, None if nobody does."""
    seat = 0
    while not state.completing[seat]:
        if not state.empty or not state.points:
            return None
        budget.tick()
        state.play(state.at_random(seat, random), seat)
        seat = (seat + 1) % len(state.completing)
    return seat
