"""The steps of the ladder in Ultimate: some moves are considered, the others are made at a glance.

A move that wins the game is seen from the second step on, and a move that lets the other player win it at
once from the third. Each other effect of a move is seen or overlooked on its own: that it wins a small board,
that it keeps the other player from one, and what it gives away with the board to which it leads. Beginners
see the last least. Skill, attention and nodes are as in k in a row (see `ladder.player`).
"""

from random import Random

from ttt_tui.computer.base import Computer
from ttt_tui.computer.ladder.player import MOST_OVERLOOKED, Eye, LadderPlayer
from ttt_tui.computer.ultimate.classic import Look, looks_of
from ttt_tui.computer.ultimate.expert import UltimateExpert
from ttt_tui.engine import Placement, Position
from ttt_tui.engine.ultimate import as_ultimate

TAKING, BLOCKING = 16.0, 8.0
"""How much better a move looks that wins a small board, or keeps the other player from one."""

GIVING_BOARD, FREEING = 0.15, 0.3
"""How much worse one looks that lets the other player win a small board or choose one."""


class UltimateStep(LadderPlayer):
    """A step below the last one of the ladder, in Ultimate."""

    def _make_expert(self, megabytes: float) -> Computer:
        return UltimateExpert(self.seed, megabytes)

    def _is_urgent(self, position: Position) -> bool:
        """Whether a move wins the game, which is seen at a glance or not at all."""
        return position.completing(position.to_move) != 0

    def _at_a_glance(self, position: Position, eye: Eye, random: Random) -> Placement:
        """Return a move that looks good: one that wins if such a one is seen, else one that is not lost."""
        looks = looks_of(as_ultimate(position.copy()))
        misses_win, misses_block = random.random() < eye.misses_win, random.random() < eye.misses_block
        wins = [move for move, look in looks.items() if look.wins]
        if wins and not misses_win:
            return random.choice(wins)
        if not misses_block:
            looks = {move: look for move, look in looks.items() if not look.gives_game} or looks
        return eye.draw({move: _worth(look, eye, random) for move, look in looks.items()}, random)


def _worth(look: Look, eye: Eye, random: Random) -> float:
    """Return the apparent worth of a move to an eye that may overlook its effects; it is above 0.

    A small board that can be won is overlooked half as often as anything else. Careless players, who overlook
    the end of the game, overlook small boards more often to the same degree.
    """
    worth = 1.0 + look.builds
    chance = min(eye.overlooks, MOST_OVERLOOKED)
    sees_own, sees_other = 1 - eye.misses_win, 1 - eye.misses_block
    if look.takes and random.random() < sees_own * (1 - chance / 2):
        worth *= TAKING
    if look.blocks and random.random() < sees_other * (1 - chance):
        worth *= 1 + eye.defence * BLOCKING
    if random.random() < sees_other * eye.foresight:
        if look.gives_board:
            worth *= GIVING_BOARD
        if look.frees:
            worth *= FREEING
    return worth
