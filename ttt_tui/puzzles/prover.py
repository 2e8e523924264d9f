"""Proves puzzles on small boards, by the exact value of every move and how soon it wins or loses.

`prover_of` also knows the prover for larger boards, `ThreatProver`.
"""

from dataclasses import replace

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER, Proof, Value, merit
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.engine import Geometry, Limit, Position, Square
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.puzzle import Goal, MoveEffect, ProvedMove, Prover, Task, has_exact_values, solution

MEGABYTES = 40.0
"""Memory for positions."""

MOST_EMPTY = 16
"""Empty squares of a puzzle: no human could look through more."""


def prover_of(geometry: Geometry) -> Prover:
    """Return a prover for puzzles on a board; the searches of `ThreatProver` are imported when needed."""
    if has_exact_values(geometry):
        return ExactProver()
    from ttt_tui.puzzles.threat_prover import ThreatProver

    return ThreatProver(geometry)


class ExactProver:
    """Proves moves by maps of the positions before and after them."""

    def __init__(self) -> None:
        self._maps = ProofMaps(MEGABYTES)

    def goal(self, position: Position, most: int, stop: Stop = NEVER) -> tuple[Goal, int] | None:
        """Return a win and its moves, or a draw to hold for one move; None for a loss or too many squares."""
        if position.empty.bit_count() > MOST_EMPTY:
            return None
        proofs = self._map(position, stop)
        best = proofs[_best(proofs)]
        if best.value is Value.DRAW:
            return Goal.HOLD, 1
        stones = 0 if best.plies is None else (best.plies + 1) // 2
        return (Goal.WIN, stones) if best.value is Value.WIN and 2 <= stones <= most else None

    def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
        """Return the proof about a move of the player's; raises `OutOfTime` once `stop` is set."""
        proof = self._map(task.position, stop)[square]
        position = task.position.copy()
        position.play(square)
        if _keeps(proof, task):
            is_reached = task.moves == 1 or position.is_dead() or proof.plies == 1
            return ProvedMove(
                MoveEffect.KEEPS, () if is_reached else (self._resistance(task.after(square), stop),)
            )
        line = self._best_line(position, proof.value is Value.LOSS, stop)
        if proof.value is Value.WIN:
            return ProvedMove(MoveEffect.LATE, line[:1], moves=((proof.plies or 0) + 1) // 2)
        return ProvedMove(MoveEffect.LOSES, line, is_lost=proof.value is Value.LOSS)

    def keeping(self, task: Task, stop: Stop = NEVER, most: int | None = None) -> list[Square]:
        """Return all moves that keep the goal; raises `OutOfTime` once `stop` is set."""
        proofs = self._map(task.position, stop)
        return sorted(square for square, proof in proofs.items() if _keeps(proof, task))

    def only(self, task: Task, stop: Stop = NEVER) -> Square | None:
        """Return the one move that keeps the value, however slowly; None if there are others."""
        keeping = self.keeping(replace(task, moves=task.position.empty.bit_count()), stop)
        return keeping[0] if keeping == self.keeping(task, stop) and len(keeping) == 1 else None

    def attack(self, task: Task, stop: Stop = NEVER) -> tuple[Square, ...]:
        """Return the solution of a win; empty for a draw, which is held against several attacks at once."""
        return solution(self, task, stop) if task.goal is Goal.WIN else ()

    def close(self) -> None:
        """Release the memory."""
        self._maps.close()

    def _map(self, position: Position, stop: Stop) -> dict[Square, Proof]:
        proofs = self._maps.of(position, Limit(), stop)
        if len(proofs) < len(position.moves) or any(proof.is_bound for proof in proofs.values()):
            raise OutOfTime
        return proofs

    def _resistance(self, task: Task, stop: Stop) -> Square:
        """Return the other side's best reply: the longest resistance, or that with the least choice."""
        proofs = self._map(task.position, stop)
        if task.goal is Goal.WIN:
            longest = max(proof.plies or 0 for proof in proofs.values())
            replies = [square for square, proof in proofs.items() if proof.plies == longest]
        else:
            replies = [square for square, proof in proofs.items() if proof.value is Value.DRAW] or [*proofs]
        if len(replies) == 1:
            return replies[0]
        return min(replies, key=lambda reply: (*self._choice(task.after_reply(reply), stop), reply))

    def _choice(self, task: Task, stop: Stop) -> tuple[bool, int]:
        """Return whether the player has to stop a line, and the number of moves that keep the goal."""
        player, other = task.position.in_turn()
        is_forced = bool(task.position.completing(other)) and not task.position.completing(player)
        return is_forced, len(self.keeping(task, stop))

    def _best_line(self, position: Position, whole: bool, stop: Stop) -> tuple[Square, ...]:
        """Return the best play of both sides: one move, or with `whole` all until the line."""
        position, line = position.copy(), list[Square]()
        winner = position.to_move
        while position.empty:
            proofs = self._map(position, stop)
            line.append(_best(proofs))
            position.play(line[-1])
            if not whole or position.geometry.has_line(position.stones[winner]):
                break
        return tuple(line)


def _keeps(proof: Proof, task: Task) -> bool:
    if task.goal is Goal.WIN:
        return proof.value is Value.WIN and proof.plies is not None and proof.plies <= 2 * task.moves - 1
    return proof.value is not Value.LOSS


def _best(proofs: dict[Square, Proof]) -> Square:
    """Return a move of the best value: the quickest win, the slowest loss."""
    return max(sorted(proofs), key=lambda square: merit(proofs[square]))
