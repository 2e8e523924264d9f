"""Forced wins: by continuous fours, and the refutation of a bad move.

In a win by continuous fours each of the winner's stones but the last makes a *four*, a line that lacks one
square, which the other side has to take; after the last four two squares are lacking. Where four in a row win
these are threes, and so on. Two are playing.
"""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from ttt_tui.analysis.by_rules import lines_win
from ttt_tui.analysis.threats import makes_four
from ttt_tui.computer.base import NEVER, Thought, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.engine import Geometry, Limit, Position, Square, squares_of
from ttt_tui.errors import OutOfTime

if TYPE_CHECKING:
    from ttt_tui.computer.expert.two_player.line_states import LineStates

MOST_NODES = 1000
"""Nodes of one search for a win by fours: about ten milliseconds."""

MEGABYTES = 4.0
"""Memory for the states of lines, and during a search for positions without such a win."""


class FoursSearch:
    """Search for wins by continuous fours on one board; the states of lines are kept for the next search."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    @cached_property
    def _lines(self) -> "LineStates":
        from ttt_tui.computer.expert.two_player.line_states import LineStates

        return LineStates(self.geometry, MEGABYTES)

    def win(self, position: Position, attacker: int) -> tuple[Square, ...] | None:
        """Return the fours by which the attacker would win if it were to move; empty if there is no such win.

        The win has as few fours as possible, whatever the other side answers. Returns None if the search took
        too long, and on a torus, whose lines over the edge it does not know: an answer may complete one.
        There have to be two players, and the attacker cannot complete a line in one move.
        """
        if position.geometry.rules.wrap:
            return None
        mine = position.stones[attacker]
        if not lines_win(position) or not makes_four(self.geometry, mine, position.empty):
            return ()
        # imported here, so that the first screen, which describes moves, needs no search
        from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
        from ttt_tui.computer.expert.two_player.vcf import VCFSearch

        (defender,) = (player for player in position.active if player != attacker)
        theirs = position.stones[defender]
        board = ThreatBoard(self._lines, (mine, theirs))
        board.block(position.occupied & ~(mine | theirs))
        try:
            search = VCFSearch(board, Budget(Limit(nodes=MOST_NODES), NEVER), MEGABYTES)
            found = search.by_fours(0, position.empty.bit_count(), share=1.0)
        except OutOfTime:
            return None
        return found.pv[:-1:2] if found else ()


def fours_of(position: Position, line: tuple[Square, ...]) -> tuple[Square, ...]:
    """Return the fours that begin a line of moves, if they win for the player to move; else nothing.

    After each of them that player lacks one square at least, the other side none, and answers where it has
    to; after the last one two squares are lacking. Later moves do not count.
    """
    position = position.copy()
    if not lines_win(position):
        return ()
    attacker, defender = position.in_turn()
    if position.completing(attacker):
        return ()
    for i, square in enumerate(line):
        if not position.empty >> square & 1:
            return ()
        position.play(square)
        if i % 2:
            continue
        lacking = position.completing(attacker)
        if not lacking or position.completing(defender):
            return ()
        if lacking & lacking - 1:
            return line[: i + 1 : 2]
        if line[i + 1 : i + 2] != tuple(squares_of(lacking)):
            return ()
    return ()


def refutation(
    position: Position, thought: Thought, ask: Callable[[Position], Thought]
) -> tuple[Square, ...]:
    """Return the moves of both by which the player to move wins, up to the stone that decides the game.

    `thought` is about the position, which follows a bad move of the other side's; without a proved win the
    result is empty. The thought's line comes first; then `ask`, such as the expert's `think`, which proves
    results, returns each side's next move; its answers beat all other defences as well. If it loses sight of
    the win, the line ends there.
    """
    position, line = position.copy(), list[Square]()
    winner = position.to_move
    while thought.proof is not None and thought.proof.value is Value.WIN:
        for square in thought.pv or (thought.move,):
            mover = position.to_move
            position.play(square)
            line.append(square)
            if position.winner_by_line(mover) == winner:
                return tuple(line)
        if (mover := position.to_move) != winner:
            line.append(ask(position).move)
            position.play(line[-1])
            if position.winner_by_line(mover) == winner:
                return tuple(line)
        thought = ask(position)
    return tuple(line)
