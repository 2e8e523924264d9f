"""Openings that make a game of two players fair: who places which stones, and who may choose a side.

The player who begins has the first side, whose stones are the first, the third and so on; the other player
has the second side. A player who takes the other side gets its stones; the other player gets the second
side's stones, and the second side moves when the opening is over. A `Position` steps through the stages:

>>> from ttt_tui.engine import Game, Geometry, Rules, Setup, squares_of
>>> game = Game(Setup(Geometry(15, 15, 5, Rules.parse("swap2"))))
>>> for word in ("h8", "i8", "h9"):
...     game.place(word)  # all by X, who begins
>>> game.position.to_move, [choice.word for choice in game.position.choices]
(1, ['stay', 'swap', 'two-more'])
>>> game.place("swap")
>>> game
<Game on 15×15, 5 in a row: 4 moves, X is to move>
>>> [game.setup.geometry.name(square) for square in squares_of(game.position.stones[1])]
['h8', 'h9']
"""

from typing import NamedTuple

from ttt_tui.engine.rules import Choice, Opening

STONES = {Opening.PIE: 1, Opening.SWAP: 3, Opening.SWAP2: 3}
"""How many stones the first player places."""

FURTHER_STONES = 2
"""How many the second player places after `Choice.TWO_MORE`."""


class OpeningStage(NamedTuple):
    """The next step of an opening."""

    is_first_to_move: bool
    """Whether the player who began the game makes it."""
    choices: tuple[Choice, ...] = ()
    """The available choices; empty if a stone is to be placed."""


def stage(opening: Opening, stones: int, chosen: tuple[Choice, ...]) -> OpeningStage | None:
    """Return the next step after these stones and choices, None if the opening is over."""
    if opening is Opening.FREE:
        return None
    if not chosen:
        if stones < STONES[opening]:
            return OpeningStage(True)
        more = (Choice.TWO_MORE,) * (opening is Opening.SWAP2)
        return OpeningStage(False, (Choice.STAY, Choice.SWAP, *more))
    if chosen == (Choice.TWO_MORE,):
        if stones < STONES[opening] + FURTHER_STONES:
            return OpeningStage(False)
        return OpeningStage(True, (Choice.STAY, Choice.SWAP))
    return None


def most_stones(opening: Opening) -> int:
    """Return how many stones of the first side an opening can have, which must not make a line."""
    if opening is Opening.FREE:
        return 0
    further = FURTHER_STONES * (opening is Opening.SWAP2)
    return (STONES[opening] + further + 1) // 2
