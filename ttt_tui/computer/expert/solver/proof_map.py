"""Proved values of each move of a position.

Two questions are asked about every move, with growing effort: can the mover force a line after it, can the
other side? An answer about one move applies to others: to its images, where a symmetry keeps the position,
and a bad answer to all moves outside its zone, since a stone there would change nothing.

The value of a move comes first, then how soon it wins or loses: the plies of the first proof are an upper
bound, and `Lengths` decides whether a number of stones is enough.
"""

from collections.abc import Callable, Iterator

from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.attack import Attack, AttackResult, AttackState
from ttt_tui.computer.expert.solver.maker_breaker import tick
from ttt_tui.computer.expert.solver.questions import PLAN, AttackView, Questions
from ttt_tui.computer.expert.solver.residuals import Reach
from ttt_tui.computer.expert.solver.symmetry import common, united
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes
from ttt_tui.engine import Mask, Square, squares_of
from ttt_tui.errors import OutOfTime

_STONES_BITS = 9  # a number of stones, more than half a board has


class Lengths:
    """Decides for one geometry whether stones are enough, and remembers the answers within `megabytes`.

    A line that needs more stones than its player will place in that time is irrelevant, for attacker and
    defender alike. So few lines remain, and many positions become equal. And an attacker who would not be in
    time even if the defender passed needs no refutation.
    """

    def __init__(self, attack: Attack, megabytes: float) -> None:
        """The tables of `attack` are shared."""
        self.lines = attack.lines
        self.fours = attack.fours
        self._keys = attack.keys
        self._answers: TwoGenerationCache[int, bool] = TwoGenerationCache(
            megabytes, int_bytes(self._keys.bits + _STONES_BITS)
        )

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._answers.bytes

    def attack(self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget) -> bool:
        """Whether an attacker with `mine`, to move, can force a line with `stones` stones."""
        lines = self.lines
        if mine & lines.field:
            return stones > 0
        mine, theirs = self._in_time(mine, stones), self._in_time(theirs, stones - 1)
        threat = lines.fours(theirs, empty)
        if stones < 2 or threat & (threat - 1) or 2 * lines.chances(mine) < lines.certain:
            return False
        if stones == 2:
            return self.fours.win(mine, theirs, empty, budget, 1) is not None
        if threat:
            return self._after(mine, theirs, empty, threat, stones, budget)
        my_rows, their_rows = lines.open(mine), lines.open(theirs)
        empty &= lines.squares_of(my_rows | their_rows)
        key, _ = self._keys.key((my_rows << lines.width | their_rows) << lines.squares | empty)
        key = key << _STONES_BITS | stones
        known = self._answers.get(key)
        if known is not None:
            return known
        tick(lines, budget)
        enough = self.fours.win(mine, theirs, empty, budget, stones - 1) is not None or any(
            self._after(mine, theirs, empty, 1 << square, stones, budget)
            for square in lines.by_chances((mine, theirs), empty)
        )
        return self._answers.keep(key, enough)

    def _after(
        self, mine: Reach, theirs: Reach, empty: Mask, stone: Mask, stones: int, budget: Budget
    ) -> bool:
        """Whether this stone of the attacker's and the rest of `stones` are enough."""
        square = stone.bit_length() - 1
        spread = self.lines.spread[square]
        return self.defend(self.lines.gain(mine, square), theirs & ~spread, empty ^ stone, stones - 1, budget)

    def defend(self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget) -> bool:
        """Whether an attacker with `mine` can force a line with `stones` more stones.

        The defender, with `theirs`, is to move.
        """
        lines = self.lines
        if theirs & lines.field:
            return False
        if fours := lines.fours(mine, empty):
            if fours & (fours - 1):
                return stones > 0
            square = fours.bit_length() - 1
            return self.attack(
                mine & ~lines.spread[square], lines.gain(theirs, square), empty ^ fours, stones, budget
            )
        mine, theirs = self._in_time(mine, stones), self._in_time(theirs, stones)
        if stones < 2 or not mine:
            return False
        variation = self.fours.win(mine, theirs, empty, budget, stones - 1)
        if variation:
            worth_trying = self.fours.zone(variation, theirs, empty)
        elif self.attack(mine, theirs, empty, stones, budget):  # after a pass
            worth_trying = empty
        else:
            return False
        return all(
            self.attack(
                mine & ~lines.spread[square], lines.gain(theirs, square), empty ^ 1 << square, stones, budget
            )
            for square in lines.by_chances((mine, mine, theirs), worth_trying)
        )

    def _in_time(self, reach: Reach, stones: int) -> Reach:
        """Return the part of a reach that `stones` stones can complete."""
        return reach & (1 << max(0, stones) * self.lines.width) - 1


_SOON = 3
"""The number of stones for which lengths are proved before all values are known, since that costs little."""

ReportProof = Callable[[Square, Proof], object]
"""Called with each proof about a move, again if its length becomes shorter or exact."""

Ask = Callable[[AttackView, int, int, Budget], AttackResult]
"""One of the questions about the position after a move: see `Questions`."""


def ignore_proof(square: Square, proof: Proof) -> None:
    """Discard a proof: the default for `report`."""


class _MoveAnswers:
    """The answers to one of the two questions about every move."""

    __slots__ = ("ask", "bad", "effort_of", "held_effort", "open", "plies", "reach", "won")

    def __init__(self, moves: Mask, bad: AttackState, reach: Reach, ask: Ask) -> None:
        self.bad = bad
        """The answer that the mover does not hope for."""
        self.reach = reach
        """The attacker's."""
        self.ask = ask
        self.open = moves
        """Moves without an answer."""
        self.won: Mask = 0
        """Moves after which the attacker wins."""
        self.plies: dict[Square, int] = {}
        """The most plies until the attacker's line, the move included, by move."""
        self.effort_of = dict.fromkeys(squares_of(moves), -1)
        """The latest effort for each move, as an index of `PLAN`."""
        self.held_effort = -1
        """The latest effort for the question whether the attacker is held whatever the move."""

    def note(self, answer: AttackResult, moves: Mask) -> None:
        """Record an answer about moves, unless it is open."""
        moves &= self.open
        if answer.fate is not AttackState.OPEN:
            self.open ^= moves
        if answer.fate is AttackState.WON:
            self.won |= moves
            self.plies.update(dict.fromkeys(squares_of(moves), answer.plies + 1))


class ProofMap:
    """The values of each move of one position for the mover, as far as they are proved.

    `proofs` has the values by square. Every value is certain. Plies are counted from the position before the
    move (a win at once is 1) and are an upper bound: the mover, or the other side, wins within that number
    against every defence. Where `Proof.is_exact` is true they are the length of the game with best play: then
    a complete search has shown that the winner needs no fewer stones. Moves that a symmetry of the position
    maps to each other have equal proofs.
    """

    def __init__(self, questions: Questions, lengths: Lengths, side: AttackView) -> None:
        self._questions = questions
        self._lengths = lengths
        self._side = side
        lines = questions.lines
        reaches = side.mine, side.theirs
        self._images = questions.attack.maker_breaker.symmetries.keeping(reaches, side.empty)
        self._unproved = side.empty
        self._fours = lines.fours(side.mine, side.empty)
        quiet = side.empty ^ self._fours
        self._order = list(dict.fromkeys((*lines.by_chances(reaches, quiet), *squares_of(quiet))))
        self._wins = _MoveAnswers(quiet, AttackState.HELD, side.mine, questions.loses)
        self._losses = _MoveAnswers(quiet, AttackState.WON, side.theirs, questions.wins)
        # Stones after the move with which the winner is not in time:
        self._too_few = {square: -1 if self._fours >> square & 1 else 0 for square in squares_of(side.empty)}
        self.proofs: dict[Square, Proof] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every value is proved and every length is exact."""
        return not self._unproved and not any(proof.is_bound for proof in self.proofs.values())

    def extend(self, budget: Budget, report: ReportProof = ignore_proof) -> None:
        """Prove the remaining values and lengths, and report each proof.

        Raises `OutOfTime` if the budget is used up first. Proofs are kept, and another call continues.
        """
        try:
            for square in squares_of(self._fours & self._unproved):
                self._prove(square, Value.WIN, 1, report)
            self._conclude(report)
            for step in range(len(PLAN)):
                for answers in (self._losses, self._wins):
                    for _ in self._ask(answers, step, budget):
                        self._conclude(report)
                    self._measure(_SOON, budget, report)
            self._measure(len(self._order), budget, report)
        except RecursionError:  # a search this deep would not have ended
            raise OutOfTime from None

    def keeping(self, value: Value, budget: Budget) -> Mask:
        """Return the moves that keep `value`, the value of the position.

        Raises `OutOfTime` and continues as `extend` does.
        """
        if value is Value.LOSS:
            return self._side.empty
        answers = self._wins if value is Value.WIN else self._losses
        for step in range(len(PLAN)):
            for _ in self._ask(answers, step, budget):
                pass
        return self._fours | answers.won if value is Value.WIN else self._side.empty & ~answers.won

    # --- values ------------------------------------------------------------------------------------------

    def _ask(self, answers: _MoveAnswers, step: int, budget: Budget) -> Iterator[None]:
        """Ask about all moves without an answer, with one effort, and stop after each answer."""
        effort, nodes = PLAN[step]
        side, images = self._side, self._images
        if answers.open and not answers.won and answers.held_effort < step:
            # An attacker to move is better off than after any move of the other side.
            if held := self._questions.held(answers.reach, side.empty, False, nodes, budget):
                answers.note(held, answers.open)
                yield
            answers.held_effort = step
        for square in self._order:
            if answers.open >> square & 1 and answers.effort_of[square] < step:
                answer = answers.ask(self._questions.after(side, square), effort, nodes, budget)
                moves = united(images, 1 << square)
                answers.effort_of.update(dict.fromkeys(squares_of(moves), step))
                if answer.fate is answers.bad:
                    moves |= side.empty & ~common(images, answer.zone)
                answers.note(answer, moves)
                yield

    def _conclude(self, report: ReportProof) -> None:
        """Derive proofs from the answers."""
        wins, losses = self._wins, self._losses
        wins.open &= ~losses.won
        losses.open &= ~wins.won
        for square in squares_of(self._unproved & ~(wins.open | losses.open)):
            if wins.won >> square & 1:
                self._prove(square, Value.WIN, wins.plies[square], report)
            elif losses.won >> square & 1:
                self._prove(square, Value.LOSS, losses.plies[square], report)
            else:
                self._prove(square, Value.DRAW, None, report)

    def _prove(self, square: Square, value: Value, plies: int | None, report: ReportProof) -> None:
        self._unproved &= ~(1 << square)
        is_exact = plies is not None and _stones(plies) == self._too_few[square] + 1
        proof = self.proofs[square] = Proof(value, plies, is_exact)
        report(square, proof)

    # --- lengths -----------------------------------------------------------------------------------------

    def _measure(self, most: int, budget: Budget, report: ReportProof) -> None:
        """Measure each proved win and loss whose length is a bound, with up to `most` stones."""
        for stones in range(1, most + 1):
            for square in list(self.proofs):
                proof = self.proofs[square]
                if proof.is_bound and self._too_few[square] == stones - 1:
                    enough = self._is_enough(square, proof.value, stones, budget)
                    for image in squares_of(united(self._images, 1 << square)):
                        self._measured(image, stones, enough, report)

    def _is_enough(self, square: Square, value: Value, stones: int, budget: Budget) -> bool:
        """Whether the winner can force a line with `stones` stones after this move."""
        other, mover, empty = self._questions.after(self._side, square)
        if value is Value.WIN:
            return self._lengths.defend(mover, other, empty, stones, budget)
        return self._lengths.attack(other, mover, empty, stones, budget)

    def _measured(self, square: Square, stones: int, enough: bool, report: ReportProof) -> None:
        proof = self.proofs[square]
        assert proof.plies is not None
        if enough:
            self._prove(square, proof.value, proof.plies - 2 * (_stones(proof.plies) - stones), report)
            return
        self._too_few[square] = stones
        if _stones(proof.plies) == stones + 1:
            self._prove(square, proof.value, proof.plies, report)


def _stones(plies: int) -> int:
    """Return how many stones the winner places in `plies`, not counting a move of the mover's."""
    return plies // 2
