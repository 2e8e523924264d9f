"""How a position stands, in a player's words: who wins or is better, and whether that is proved."""

from collections.abc import Sequence

from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Value
from ttt_tui.engine import Position

BETTER, MUCH_BETTER = 0.58, 0.75
"""The winning chance, of two players, from which on somebody is better."""

AHEAD = 1.4
"""How many times an even share somebody has who is ahead of several others."""


def standing(position: Position, verdict: Verdict, chances: Sequence[float]) -> tuple[int | None, str]:
    """Return whom the position is good for, by number, and in which words: `wins in 3, proved`.

    With None, for nobody, the words are a sentence. `verdict` is the mover's, `chances` are everybody's.
    """
    mover, *others = position.in_turn()
    if verdict.value is Value.DRAW:
        return None, "A draw, proved"
    if verdict.value is not None:
        winner = mover if verdict.value is Value.WIN else others[0]
        if len(others) > 1 and verdict.value is Value.LOSS:
            winner = max(position.active, key=lambda player: chances[player])
        if verdict.plies is None:
            return winner, "wins, proved"
        return winner, f"wins in {'' if verdict.is_exact else 'at most '}{verdict.plies}, proved"
    best = max(position.active, key=lambda player: chances[player])
    if len(others) > 1:
        is_ahead = chances[best] * len(position.active) >= AHEAD
        return (best, "is ahead") if is_ahead else (None, "No player is ahead")
    if chances[best] >= MUCH_BETTER:
        return best, "is much better"
    return (best, "is better") if chances[best] >= BETTER else (None, "About even")
