"""The refutation of a bad move: the other side's win by force, stone by stone until a line is complete."""

from collections.abc import Callable

from ttt_tui.computer.base import Thought, Value
from ttt_tui.engine import Position, Square

Ask = Callable[[Position], Thought]
"""Thinks about a position, as a computer does that can prove what it finds: the expert."""


def refutation(position: Position, thought: Thought, ask: Ask) -> tuple[Square, ...]:
    """Return the moves of both by which the player to move wins, up to the stone that completes a line.

    `thought` is about the position, one after a bad move of the other side's; without a proved win there is
    no refutation and nothing is returned. Its line is followed as far as it leads; then `ask` says how both
    go on. What beats all other defences are the answers that `ask` gives to them. Should it lose sight of the
    win on the way, the line ends there.
    """
    position, line = position.copy(), list[Square]()
    winner = position.to_move
    while thought.proof is not None and thought.proof.value is Value.WIN:
        for square in thought.pv or (thought.move,):
            position.play(square)
            line.append(square)
            if position.geometry.has_line(position.stones[winner]):
                return tuple(line)
        if position.to_move != winner:
            line.append(ask(position).move)
            position.play(line[-1])
        thought = ask(position)
    return tuple(line)
