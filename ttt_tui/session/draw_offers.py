"""Draws by agreement: when one can be offered, and whether a computer accepts it.

A computer accepts when it is not ahead by its own search of its latest move, and hardly a square can matter
any more.
"""

from ttt_tui.computer import Thought
from ttt_tui.computer.base import Value
from ttt_tui.engine import IllegalMove, Match
from ttt_tui.errors import DrawDeclined, GameOver, NotYourTurn
from ttt_tui.session.wording import IS_OUT, SEARCHED, capitalised

LIVE_PART = 5
"""A computer accepts when fewer squares than one in so many can still matter."""


def check_draw_offer(match: Match, seat: int | None = None) -> None:
    """Raise `IllegalMove` if nobody, or the player of a seat, can offer a draw now."""
    if match.game.outcome is not None:
        raise GameOver("the game is over")
    if not match.game.moves:
        raise IllegalMove("a draw can be offered after the first move")
    if seat is not None and seat not in match.game.position.active:
        raise NotYourTurn(IS_OUT)


def check_only_people(match: Match) -> None:
    """Raise `DrawDeclined` if a computer is still in a game among people, since none is asked there."""
    players = match.setup.players
    for seat in match.game.position.active:
        if players[seat].is_computer:
            raise DrawDeclined(f"{players[seat].name} is a computer: only people can agree to a draw here")


def check_computer_accepts(match: Match, seat: int, thought: Thought | None) -> None:
    """Raise `DrawDeclined` with the reason of a computer that does not accept a draw.

    `thought` is what led to its latest move, None if unknown.
    """
    player, position = match.setup.players[seat], match.game.position
    live, squares = position.live.bit_count(), len(position.geometry.squares)
    if len(position.active) > 2:
        why = "it agrees to draws only between two players"
    elif live * LIVE_PART >= squares:
        why = f"{live} of {squares} squares can still matter"
    elif player.level in SEARCHED or thought is None or (thought.proof is None and thought.score is None):
        why = "it has not judged the position"
    elif thought.proof is not None and thought.proof.value is Value.WIN:
        why = "it sees a win"
    elif thought.proof is None and thought.score is not None and thought.score > 0:
        why = "it thinks that it is better"
    else:
        return
    raise DrawDeclined(f"{capitalised(player.name)} declines: {why}")
