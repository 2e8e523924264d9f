"""Judge a position: convert the expert's thought about it to a verdict.

Among two players a verdict is proved where the expert proves one, and judged by its score elsewhere. The only
move of a position, and a first stone that the expert places by habit, cost no search: the position after it
is judged instead. With more players the verdict is the mover's share of playouts after the move that the
expert chooses. Under rules for which none of this is known to hold, the unproved is unknown.

>>> from ttt_tui.engine import Geometry, Limit, Position
>>> position = Position(Geometry(3, 3, 3), players=2)
>>> for name in ("a1", "b1"):
...     position.play(position.geometry.parse(name))
>>> judge = Judge()
>>> judgement = judge.judge(position, Limit(seconds=1))
>>> str(judgement.verdict), str(judgement.verdict_of(1))
('W5', 'L5')
>>> judge.close()
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from ttt_tui.analysis.by_rules import lines_win, winning_squares
from ttt_tui.analysis.chances import can_be_judged, winning_chance
from ttt_tui.analysis.verdict import Verdict, immediate_verdict, is_shortest, only_move
from ttt_tui.computer import LEVELS, Computer, Stop, Thought, Value
from ttt_tui.computer.base import NEVER, seeded_random
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.playout import playout_shares
from ttt_tui.computer.levels import judging_expert
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.engine import Limit, Outcome, Position, Square, mask_of
from ttt_tui.engine.outcome import LEFT


@dataclass(frozen=True, slots=True)
class Judgement:
    """The worth of a position with the best move, as far as known."""

    mover: int
    """The player to move; after the end of a game the player who would be next."""
    verdict: Verdict
    """The worth for the mover."""
    chances: tuple[float, ...]
    """Each player's winning chance, by number; the sum is 1, and players who have resigned have 0."""
    pv: tuple[Square, ...] = ()
    """The best move and the expected moves after it, as far as known; empty where the game is over."""
    depth: int = 0
    """The number of plies searched."""
    nodes: int = 0
    """The number of positions searched."""
    seconds: float = 0.0
    ranked: tuple[Square, ...] = ()
    """The moves that were weighed, the most promising first; empty where none had to be."""
    looks: tuple[tuple[int, float], ...] = ()
    """The mover's judged chance by how many plies were looked ahead, as the search went on: depth, chance."""

    @property
    def move(self) -> Square | None:
        """The best known move, which keeps a proved value, and wins in the plies of the verdict."""
        return self.pv[0] if self.pv else None

    @property
    def winner(self) -> int | None:
        """The player who is proved to win, else None: of three or more, one may be known to be out only."""
        decided = self.verdict.value in (Value.WIN, Value.LOSS)
        return self.chances.index(1.0) if decided and 1.0 in self.chances else None

    def verdict_of(self, player: int) -> Verdict:
        """Return the worth of the position for any player."""
        verdict, chance = self.verdict, self.chances[player]
        if player == self.mover or verdict.value is Value.DRAW:
            return verdict
        if verdict.value is None:
            return verdict if verdict.is_unknown else Verdict.judged(chance)
        if self.winner is None:
            return Verdict.unknown(sum(chance > 0 for chance in self.chances))
        value = Value.WIN if player == self.winner else Value.LOSS
        return Verdict.proved(value, verdict.plies, verdict.is_exact)


ReportJudgement = Callable[[Judgement], None]
"""Called with the judgement of a position so far, from the judge's thread."""


def ignore_judgement(judgement: Judgement) -> None:
    """Discard a judgement: the default for `report`."""


class AnyJudge(Protocol):
    """A judge of positions: the expert or an engine."""

    by: str
    """The engine's name, empty for the expert."""

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement
    ) -> Judgement:
        """Return the judgement of a position; see `Judge.judge`."""

    def close(self) -> None:
        """Free the memory; the judge is not used again."""


def judgement_of_thought(position: Position, thought: Thought) -> Judgement:
    """Return the judgement of a position of two players by an expert's thought with a score or proof."""
    proof = thought.proof
    if proof:
        verdict = Verdict.proved(proof.value, proof.plies, proof.is_exact)
    elif not can_be_judged(position.geometry, len(position.active)):
        verdict = Verdict.unknown()
    else:
        assert thought.score is not None
        verdict = Verdict.judged(winning_chance(thought.score, position.geometry))
    chances = chances_from_verdict(position, verdict)
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


def judgement_of_outcome(position: Position, outcome: Outcome) -> Judgement:
    """Return the judgement of the last position of a game that has ended."""
    mover, winner = position.to_move, outcome.winner
    if winner is None:
        return immediate_judgement(position, Verdict.proved(Value.DRAW, players=len(position.active)))
    plies = None if outcome.termination in LEFT else 0
    verdict = Verdict.proved(Value.WIN if winner == mover else Value.LOSS, plies, is_exact=True)
    return Judgement(mover, verdict, _only(position, winner))


def judgement_before(mover: int, move: Square, after: Judgement, is_only: bool) -> Judgement:
    """Return the judgement of a position of two players from the judgement after a move.

    With `is_only` all other moves are known to be worse. Without it only a win carries over as proved, with
    its length as an upper bound. Where a turn has two stones it may still be the mover's turn.
    """
    is_turn_over = after.mover != mover
    verdict = (after.verdict.turned() if is_turn_over else after.verdict).before()
    if not is_only:
        if verdict.value is Value.WIN:
            verdict = Verdict.proved(Value.WIN, verdict.plies)
        elif not verdict.is_unknown:
            verdict = Verdict.judged(verdict.chance)
    other = after.mover if is_turn_over else 1 - mover  # only two players have turns of two stones
    shares = {mover: verdict.chance, other: 1 - verdict.chance}
    chances = tuple(shares.get(player, 0.0) for player in range(len(after.chances)))
    looks = ((depth + 1, 1 - chance if is_turn_over else chance) for depth, chance in after.looks)
    return replace(
        after,
        mover=mover,
        verdict=verdict,
        chances=chances,
        pv=(move, *after.pv),
        depth=after.depth + 1,
        ranked=(),  # those were of the position after the move
        looks=tuple(looks),
    )


def immediate_judgement(position: Position, verdict: Verdict) -> Judgement:
    """Return the judgement of a position that needed no search."""
    mover, *others = position.in_turn()
    match verdict.value:
        case Value.WIN:
            squares = winning_squares(position)
        case Value.LOSS if lines_win(position):
            squares = position.completing(others[0])
        case Value.LOSS:
            squares = mask_of(position.moves)  # every move loses
        case _:
            squares = 0
    pv = (squares.bit_length() - 1,) if squares else ()
    return Judgement(mover, verdict, chances_from_verdict(position, verdict), pv, depth=verdict.plies or 0)


def judgement_of_multiplayer_win(position: Position, thought: Thought) -> Judgement:
    """Return the judgement of a position in which the mover wins against all the others together."""
    assert thought.proof is not None
    verdict = Verdict.proved(thought.proof.value, thought.proof.plies)
    chances = _only(position, position.to_move)
    return Judgement(position.to_move, verdict, chances, thought.pv, thought.depth, thought.nodes)


def chances_from_verdict(position: Position, verdict: Verdict) -> tuple[float, ...]:
    """Return each player's chance by the verdict for the mover; the others share the rest."""
    others = (1 - verdict.chance) / max(1, len(position.active) - 1)
    chances = [others if player in position.active else 0.0 for player in range(len(position.stones))]
    chances[position.to_move] = verdict.chance
    return tuple(chances)


def ranked_squares(thought: Thought) -> tuple[Square, ...]:
    """Return the moves that were weighed, the most promising first."""
    return tuple(move.square for move in thought.ranked)


def _only(position: Position, winner: int) -> tuple[float, ...]:
    return tuple(float(player == winner) for player in range(len(position.stones)))


SEARCH = "expert"
"""The level whose searches find the verdicts."""

SEARCH_VERSION = 5
"""Increased whenever the search, its evaluation or the chances of its scores change: verdicts of two versions
do not compare. A test of `bench` fails until it is."""

FEW_SQUARES = 12
"""The most empty squares at which all moves are tried for a win quicker than the proved one."""

LEAST_SECONDS = 0.001
"""Seconds for a search that begins when the limit is used up."""

THOUGHT_SHARE = 0.5
"""The part of the limit for finding several players' best move. One half of the rest is for playouts of the
position, the other for playouts of the position after that move."""


class Judge:
    """A judge with an expert of its own, which keeps what it learned for the next position."""

    by = ""

    def __init__(self, megabytes: float = MEGABYTES) -> None:
        self.expert: Computer = judging_expert(megabytes)
        """The computer that searches; between two judgements it may be used directly."""
        self._negamax = LEVELS["negamax"].make(megabytes=megabytes)

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement
    ) -> Judgement:
        """Return the judgement of a position where somebody can move, found inside the limit.

        The position is left unchanged. Like `Computer.think`, returns soon once `stop` is set, with the best
        judgement by then, and calls `report` with intermediate ones.
        """
        budget = Budget(limit, stop)
        found = self._judge(position.copy(), limit, budget, stop, report)
        found = replace(found, seconds=budget.seconds)
        report(found)
        return found

    def close(self) -> None:
        """Free the memory; the judge is not used again."""
        self.expert.close()
        self._negamax.close()

    def _judge(
        self, position: Position, limit: Limit, budget: Budget, stop: Stop, report: ReportJudgement
    ) -> Judgement:
        """Judge a position, making moves on it; the nodes are counted in the budget."""
        if (seen := immediate_verdict(position)) is not None:
            return immediate_judgement(position, seen)
        if len(position.active) > 2:
            return self._several(position, limit, stop, report)
        if (move := only_move(position)) is not None:
            return self._by_move(position, move, True, limit, budget, stop, report)

        looks: dict[int, float] = {}

        def report_thought(thought: Thought) -> None:
            if thought.proof or thought.score is not None:
                found = judgement_of_thought(position, thought)
                if not (found.verdict.is_proved or found.verdict.is_unknown):
                    looks[found.depth] = found.verdict.chance
                report(found)

        thought = self.expert.think(position, remaining_limit(limit, budget), stop, report_thought)
        budget.nodes += thought.nodes
        if thought.proof is None and thought.score is None:
            return self._by_move(position, thought.move, False, limit, budget, stop, report)
        found = self._exact(
            position, judgement_of_thought(position, thought), remaining_limit(limit, budget), stop
        )
        return replace(found, nodes=budget.nodes, looks=tuple(sorted(looks.items())))

    def _by_move(
        self,
        position: Position,
        move: Square,
        is_only: bool,
        limit: Limit,
        budget: Budget,
        stop: Stop,
        report: ReportJudgement,
    ) -> Judgement:
        """Judge a position of two players by that after a move."""
        mover = position.to_move
        position.play(move)
        after = self._judge(
            position, limit, budget, stop, lambda after: report(judgement_before(mover, move, after, is_only))
        )
        position.undo()
        return judgement_before(mover, move, after, is_only)

    def _exact(self, position: Position, found: Judgement, limit: Limit, stop: Stop) -> Judgement:
        """Return a judgement with the shortest length of a proved win or loss, if that can be found."""
        value, plies = found.verdict.value, found.verdict.plies
        if value is None or plies is None or found.verdict.is_exact:
            return found
        if not is_shortest(position, value, plies):
            if position.squares_left > FEW_SQUARES:
                return found
            shorter = plies - (1 if position.geometry.rules.per_turn > 1 else 2)
            thought = self._negamax.think(position, replace(limit, depth=shorter), stop)
            if thought.proof:
                shortest = Verdict.proved(value, thought.proof.plies, is_exact=True)
                return replace(found, verdict=shortest, pv=thought.pv)
            if thought.depth < shorter:
                return found
        return replace(found, verdict=Verdict.proved(value, plies, is_exact=True))

    def _several(self, position: Position, limit: Limit, stop: Stop, report: ReportJudgement) -> Judgement:
        """Judge a position of more than two players."""

        def report_thought(thought: Thought) -> None:
            if thought.proof:
                report(judgement_of_multiplayer_win(position, thought))

        mover = position.to_move
        thought = self.expert.think(position, _part(limit, THOUGHT_SHARE), stop, report_thought)
        if thought.proof:
            return judgement_of_multiplayer_win(position, thought)
        if not can_be_judged(position.geometry, len(position.active)):
            unknown = Verdict.unknown(len(position.active))
            even = chances_from_verdict(position, unknown)
            return Judgement(mover, unknown, even, thought.pv, thought.depth, thought.nodes)
        part = _part(limit, (1 - THOUGHT_SHARE) / 2)
        chances = playout_shares(position, Budget(part, stop), seeded_random(0, position))
        position.play(thought.move)
        seen = immediate_verdict(position)
        after = (
            playout_shares(position, Budget(part, stop), seeded_random(0, position))
            if seen is None
            else chances_from_verdict(position, seen)
        )
        position.undo()
        verdict = Verdict.judged(after[mover])
        return Judgement(
            mover, verdict, chances, thought.pv, thought.depth, thought.nodes, ranked=ranked_squares(thought)
        )


def remaining_limit(limit: Limit, budget: Budget) -> Limit:
    """Return the rest of a limit, at least next to nothing: a search needs a limit above 0."""
    seconds = None if limit.seconds is None else max(LEAST_SECONDS, limit.seconds - budget.seconds)
    nodes = None if limit.nodes is None else max(1, limit.nodes - budget.nodes)
    return replace(limit, seconds=seconds, nodes=nodes)


def _part(limit: Limit, share: float) -> Limit:
    """Return a part of a limit."""
    seconds = None if limit.seconds is None else limit.seconds * share
    nodes = None if limit.nodes is None else int(limit.nodes * share)
    return replace(limit, seconds=seconds, nodes=nodes)
