"""The length of a proved win in words: in moves of the player who wins, not in plies."""

from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Value
from ttt_tui.engine import Position, Setup


def in_own_moves(position: Position, verdict: Verdict, setup: Setup) -> str:
    """Return in how many of the winner's own moves a proved win comes: `in 3 of your moves`.

    The only human, or the human to move, is addressed. Return "" where no length is proved, and with more
    than two players.
    """
    if verdict.plies is None or verdict.value not in (Value.WIN, Value.LOSS) or len(position.active) > 2:
        return ""
    mover, other = position.in_turn()
    is_movers = verdict.value is Value.WIN
    winner, moves = (mover, (verdict.plies + 1) // 2) if is_movers else (other, verdict.plies // 2)
    player = setup.players[winner]
    is_yours = player.is_human and (is_movers or sum(each.is_human for each in setup.players) == 1)
    whose = "your" if is_yours else f"{player.symbol}'s"
    if moves == 1:
        return f"with {whose} next move"
    return f"in {'' if verdict.is_exact else 'at most '}{moves} of {whose} moves"
