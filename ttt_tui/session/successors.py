"""Who takes the seat of a player who cannot go on: a person, or a computer of another level."""

from collections.abc import Sequence
from dataclasses import replace

from ttt_tui.engine import BRAIN, HUMAN, LONGEST_NAME, Player
from ttt_tui.session.brains import free_name
from ttt_tui.session.presets import new_player, usual_name
from ttt_tui.session.session import Session


def replacement_player(players: Sequence[Player], seat: int, level: str, session: Session) -> Player:
    """Return a player of this level for a seat, with its symbol, its colour and the time that it had.

    They have a name of their own: what they play is not to be counted as somebody else's.
    """
    before, others = players[seat], [*players[:seat], *players[seat + 1 :]]
    player = new_player(level, others, len(players))
    limit = player.limit
    if player.is_computer and before.limit.seconds is not None:
        limit = replace(limit, seconds=before.limit.seconds)
    name = name_for(level, [other.name for other in players], session)
    return replace(player, name=name, symbol=before.symbol, colour=before.colour, limit=limit)


def name_for(level: str, taken: Sequence[str], session: Session) -> str:
    """Return a name that nobody has for one more player: the person's own, a brain's, or a usual one."""
    if level == HUMAN and session.person.name not in taken:
        return session.person.name
    if level.startswith(BRAIN):
        return free_name(level.removeprefix(BRAIN), taken, LONGEST_NAME)
    return usual_name(level, taken)
