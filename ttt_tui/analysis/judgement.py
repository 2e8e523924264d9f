"""What is known of a position: a judgement, and how one comes from a thought, the rules or a neighbour."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from ttt_tui.analysis.chance import winning_chance
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Stop, Thought, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Limit, Outcome, Position, Square, Termination


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of a position."""

    mover: int
    """The player to move; after the end of a game the one who would be."""
    verdict: Verdict
    """What the position is worth to the mover."""
    chances: tuple[float, ...]
    """Each player's winning chance, by number, all together 1; 0 for those who have resigned."""
    pv: tuple[Square, ...] = ()
    """The best move and what is expected after it, as far as known; nothing where the game is over."""
    depth: int = 0
    """Plies looked ahead."""
    nodes: int = 0
    """Positions looked at."""
    seconds: float = 0.0
    ranked: tuple[Square, ...] = ()
    """The moves that were weighed, the most promising first; nothing where none had to be."""

    @property
    def move(self) -> Square | None:
        """The best move that is known, which keeps a proved value, a win in the plies of the verdict."""
        return self.pv[0] if self.pv else None

    @property
    def winner(self) -> int | None:
        """The player who is proved to win, None if none is."""
        decided = self.verdict.value in (Value.WIN, Value.LOSS)
        return self.chances.index(1.0) if decided else None

    def verdict_of(self, player: int) -> Verdict:
        """Return what the position is worth to any player."""
        verdict, chance = self.verdict, self.chances[player]
        if player == self.mover or verdict.value is Value.DRAW:
            return verdict
        if verdict.value is None:
            return Verdict.judged(chance)
        value = Value.WIN if player == self.winner else Value.LOSS
        return Verdict.proved(value, verdict.plies, verdict.is_exact)


Heard = Callable[[Judgement], None]
"""Takes what is known of a position so far. It is called from the judge's own thread."""


def ignore_judgement(judgement: Judgement) -> None:
    """Take what is known so far for nobody."""


class AnyJudge(Protocol):
    """Judges positions, whoever's search that is."""

    by: str
    """Who judges, nothing for the expert."""

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: Heard = ignore_judgement
    ) -> Judgement:
        """Return what can be found out; see `Judge.judge`."""

    def close(self) -> None:
        """Give back what it holds; it is not asked again."""


def of_thought(position: Position, thought: Thought) -> Judgement:
    """Return what an expert's thought about a position of two players says, which has a score or a proof."""
    proof = thought.proof
    if proof:
        verdict = Verdict.proved(proof.value, proof.plies)
    else:
        assert thought.score is not None
        verdict = Verdict.judged(winning_chance(thought.score, position.geometry.line_length))
    chances = chances_by(position, verdict)
    return Judgement(
        position.to_move,
        verdict,
        chances,
        thought.pv,
        thought.depth,
        thought.nodes,
        thought.seconds,
        ranked_squares(thought),
    )


def of_outcome(position: Position, outcome: Outcome) -> Judgement:
    """Return what is known of the last position of a game that has ended."""
    mover, winner = position.to_move, outcome.winner
    if winner is None:
        return judged_at_sight(position, Verdict.proved(Value.DRAW, players=len(position.active)))
    plies = None if outcome.termination is Termination.RESIGNATION else 0
    verdict = Verdict.proved(Value.WIN if winner == mover else Value.LOSS, plies, is_exact=True)
    return Judgement(mover, verdict, _only(position, winner))


def one_earlier(mover: int, move: Square, after: Judgement, is_only: bool) -> Judgement:
    """Return what a position of two players is worth to its mover by what is known of that after a move.

    With `is_only` all other moves are known to be worse. Without it only a win can be taken over as proved,
    whose length is an upper bound then.
    """
    verdict = after.verdict.turned().before()
    if not is_only:
        won = verdict.value is Value.WIN
        verdict = Verdict.proved(Value.WIN, verdict.plies) if won else Verdict.judged(verdict.chance)
    shares = {mover: verdict.chance, after.mover: 1 - verdict.chance}
    chances = tuple(shares.get(player, 0.0) for player in range(len(after.chances)))
    return replace(
        after,
        mover=mover,
        verdict=verdict,
        chances=chances,
        pv=(move, *after.pv),
        depth=after.depth + 1,
        ranked=(),  # those were of the position after the move
    )


def judged_at_sight(position: Position, verdict: Verdict) -> Judgement:
    """Return the judgement of a position that needed no search."""
    mover, *others = position.in_turn()
    squares = 0
    if verdict.value is not Value.DRAW:
        squares = position.completing(mover if verdict.value is Value.WIN else others[0])
    pv = (squares.bit_length() - 1,) if squares else ()
    return Judgement(mover, verdict, chances_by(position, verdict), pv, depth=verdict.plies or 0)


def several_won(position: Position, thought: Thought) -> Judgement:
    """Return the judgement of a position in which the mover wins against all the others together."""
    assert thought.proof is not None
    verdict = Verdict.proved(thought.proof.value, thought.proof.plies)
    chances = _only(position, position.to_move)
    return Judgement(position.to_move, verdict, chances, thought.pv, thought.depth, thought.nodes)


def chances_by(position: Position, verdict: Verdict) -> tuple[float, ...]:
    """Return each player's chance by the verdict for the mover, the others sharing what it leaves."""
    others = (1 - verdict.chance) / (len(position.active) - 1)
    chances = [others if player in position.active else 0.0 for player in range(len(position.stones))]
    chances[position.to_move] = verdict.chance
    return tuple(chances)


def ranked_squares(thought: Thought) -> tuple[Square, ...]:
    """Return the moves that were weighed, the most promising first."""
    return tuple(move.square for move in thought.ranked)


def _only(position: Position, winner: int) -> tuple[float, ...]:
    return tuple(float(player == winner) for player in range(len(position.stones)))
