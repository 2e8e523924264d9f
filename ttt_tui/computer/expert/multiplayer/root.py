"""More than two players: what the expert plays.

A line is completed; if the next player could complete one, that is stopped. Else two searches look at each
promising move. The paranoid one finds what is certain: a win against all the others together, or a loss to
them. But real opponents do not play together, and against all at once hardly anything is worth trying. So
among the moves that do not lose for certain the second one decides, by what it expects of the others (D.
Carmel and S. Markovitch, "Learning models of opponent's strategy in game playing", 1993). As long as they all
place where most lines run, that is known well enough for playouts that go on for many rounds. Otherwise each
is expected to take the square that looks best to it, and the moves of one's own that make the most of that
are looked for, few rounds ahead. Of equal moves that which leaves the largest share of the open lines is
chosen, then the first in reading order.
"""

from dataclasses import replace
from random import Random

from ttt_tui.computer.base import Proof, RankedMove, Report, Thought, Value
from ttt_tui.computer.budget import Budget, OutOfTime
from ttt_tui.computer.expert.multiplayer.mcts import MonteCarloTreeSearch, foreseen
from ttt_tui.computer.expert.multiplayer.open_lines import ALL_SQUARES, OpenLines
from ttt_tui.computer.expert.multiplayer.paranoid import CERTAIN_WIN, MOST_PROMISING, ParanoidSearch, check
from ttt_tui.engine import Limit, Position, Square, squares_of

CERTAIN = CERTAIN_WIN - 1000
"""Less than every certain win, and more than what any open lines are worth."""

HOPED = CERTAIN // 2
"""What a win is worth that comes if the others reply as expected: less than a certain one."""

PLAYOUTS = 16
"""Playouts of the first depth; the second has twice as many, the third three times, and so on."""


def think(
    position: Position, limit: Limit, budget: Budget, report: Report, random: Random, megabytes: float
) -> Thought:
    """Return the move that it finds best inside the limit.

    The score of a move is its value, or how many of a thousand playouts began with it. `random` is for these;
    their tree takes no more than so many megabytes.
    """
    certain = ParanoidSearch(position, budget)
    lines = certain.lines
    moves = candidates(lines)
    share = {square: share_after(lines, square) for square in moves}
    moves.sort(key=lambda square: (-share[square], square))
    thought = Thought(moves[0], pv=(moves[0],))
    deepest = min(limit.depth or len(position.moves), len(position.moves))
    playouts = MonteCarloTreeSearch(lines, moves, budget, random, megabytes) if foreseen(position) else None
    expected = ExpectedReplies(lines, budget)
    proved: dict[Square, int] = {}
    try:
        for depth in range(1, deepest + 1):
            if depth <= len(position.active) + (playouts is None) or len(position.moves) <= ALL_SQUARES:
                proved = dict(certain.values(moves, depth))
            best = max(proved.values())
            hopeless = best < -CERTAIN  # against all the others together, that is
            decided = certain.saw_everything or len(moves) == 1 or best > CERTAIN
            open_moves = [square for square in moves if hopeless or abs(proved[square]) < CERTAIN]
            values = proved
            if not decided and playouts:
                values = proved | playouts.shares(open_moves, PLAYOUTS * depth)
            elif not certain.saw_everything:
                values = proved | {square: expected.value(square, depth) for square in open_moves}
            moves.sort(key=lambda square: (-values[square], -proved[square], -share[square], square))
            thought = Thought(
                moves[0],
                values[moves[0]],
                proof=_certain_proof(proved[moves[0]], position),
                depth=depth,
                nodes=budget.nodes,
                seconds=budget.seconds,
                pv=(moves[0],),
                ranked=tuple(RankedMove(square, values[square]) for square in moves),
            )
            report(thought)
            if decided:
                break
    except OutOfTime:
        pass
    return replace(thought, nodes=budget.nodes, seconds=budget.seconds)


def _certain_proof(value: int, position: Position) -> Proof | None:
    """Return what a value of the paranoid search proves: a win against all the others, even together."""
    return Proof(Value.WIN, CERTAIN_WIN - value - position.ply) if value > CERTAIN else None


def candidates(lines: OpenLines) -> list[Square]:
    """Return the squares to look at for the player to move."""
    me, follower, *later = lines.players
    certain = lines.completing(me) or lines.completing(follower)
    if certain:
        return list(squares_of(certain))
    moves = lines.promising(MOST_PROMISING)
    for player in later:
        moves += [square for square in squares_of(lines.completing(player)) if square not in moves]
    return moves


def share_after(lines: OpenLines, square: Square) -> float:
    """Return the part of all open lines' worth that a move leaves the player to move with, from 0 to 1."""
    me = lines.players[0]
    if lines.completing(me) >> square & 1:
        return 1.0
    lines.play(square, me)
    share = lines.worth[me] / (sum(lines.worth.values()) or 1)
    lines.undo()
    return share


class ExpectedReplies:
    """A search over one player's moves in which the others do what looks best at first sight."""

    def __init__(self, lines: OpenLines, budget: Budget) -> None:
        self.lines = lines
        self.budget = budget
        self.me, *self.others = lines.players

    def value(self, square: Square, rounds: int) -> int:
        """Return the value of a move, so many moves of one's own ahead. Raises `OutOfTime`."""
        lines = self.lines
        if lines.completing(self.me) >> square & 1:
            return HOPED - lines.occupied.bit_count() - 1
        height = lines.height
        lines.play(square, self.me)
        try:
            for player in self.others:
                check(self.budget)
                if lines.ready[player]:
                    return lines.occupied.bit_count() + 1 - HOPED
                reply = self._reply(player)
                if reply is None:
                    return 0
                lines.play(reply, player)
            return self._best(rounds - 1)
        finally:
            while lines.height > height:
                lines.undo()

    def _best(self, rounds: int) -> int:
        lines = self.lines
        if lines.ready[self.me]:
            return HOPED - lines.occupied.bit_count() - 1
        if rounds > 0:
            return max((self.value(square, rounds) for square in candidates(lines)), default=0)
        return 4 * lines.worth[self.me] - max(lines.worth[player] for player in self.others)

    def _reply(self, player: int) -> Square | None:
        """Return what looks best to a player who cannot complete a line, None on a full board."""
        lines = self.lines
        stopping = 0
        for other in lines.players:
            if other != player and lines.ready[other]:
                stopping |= lines.completing(other)
        return lines.best_of(stopping or lines.board & ~lines.occupied)
