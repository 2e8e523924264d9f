"""A step of the ladder: the expert as a person of a given skill would play.

Some moves are considered: the expert chooses them with a limit of nodes, so it looks less far ahead. All
others are made at a glance. A better player considers more moves, and for longer; beginners consider none,
and see less at a glance. A player that has found a forced win continues to consider moves until it has won.

At a glance a person sees some lines, and the worth of a square in those. A line with stones of only one side
is worth more the fuller it is. Each line with two or more stones may be overlooked, along a diagonal or far
from the latest stone more often than elsewhere, so a square that matters only in such a line looks like any
other. One's own lines count for more than the others': beginners would rather build than defend. A square is
drawn at random, a better-looking one more often; how much more often depends on the skill.

Every random choice depends on the seed and the moves so far, so a game repeats with the same moves of the
others, even if it was left and resumed. The strength comes from nodes, not from seconds: the limit's seconds
are only a guard.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from random import Random
from typing import NamedTuple

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Computer,
    Deadline,
    Report,
    Stop,
    Thought,
    Value,
    ignore_report,
    seeded_random,
)
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.ladder.kinds import calibration_of
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.computer.one_ply import completing, harmless, winning
from ttt_tui.computer.opening import opening_thought, worth_by_lines
from ttt_tui.engine import Geometry, Limit, Marks, Mask, Placement, Position, squares_of

GROWTH = 4.0
"""How much more a line is worth with one more stone."""

OFTEN = 1.6
"""How much more often a line is overlooked along a diagonal, and again if it is far away."""

FAR = 3.0
"""The distance, in columns or rows, from the latest stone to the middle of a line that is far away."""

EARLY = 6
"""The most stones on the board with which a stone may stand away from all others: later that looks silly."""

MOST_OVERLOOKED = 0.95
"""The highest chance of overlooking a line."""


@dataclass(frozen=True, slots=True)
class Eye:
    """A player's perception."""

    overlooks: float
    """The chance of not seeing a line near the latest stone along a row or column."""
    temperature: float
    """How evenly squares are chosen among: 0 would always take the best looking one."""
    defence: float
    """The weight of an opponent's line, relative to 1 for one's own."""
    foresight: float
    """The chance to see that a move lets the next player complete a line.

    Where marks are shared there is nothing else to block, so only a player who may overlook a block may
    overlook it.
    """
    misses_win: float = 0.0
    """The chance of overlooking all squares where a line could be completed."""
    misses_block: float = 0.0
    """The chance of overlooking that an opponent could complete a line."""

    def draw(self, worth: Mapping[Placement, float], random: Random) -> Placement:
        """Return a move at random, a better-looking one more often; all looks are more than 0."""
        best = max(worth.values())
        weights = [(value / best) ** (1 / self.temperature) for value in worth.values()]
        return random.choices(list(worth), weights)[0]


class _SeenLine(NamedTuple):
    squares: Mask
    is_diagonal: bool
    column: float
    row: float
    """The row of the line's middle."""


class Glance:
    """Perceives positions of one geometry."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._lines = [_line(geometry, line) for line in geometry.lines]

    def move(self, position: Position, eye: Eye, random: Random) -> Placement:
        """Return a move that looks good at a glance."""
        squares = self._squares(position, eye, random)
        if squares.bit_count() == 1:
            return squares.bit_length() - 1
        return eye.draw(self._worth(position, squares, eye, random), random)

    def _squares(self, position: Position, eye: Eye, random: Random) -> Mask:
        """Return the moves in view: those that win or have to be made, if they are seen."""
        rules = position.geometry.rules
        misses_win, misses_block = random.random() < eye.misses_win, random.random() < eye.misses_block
        if rules.misere:
            return position.legal if misses_block else harmless(position)
        if wins := winning(position):
            if not misses_win:
                return wins
        elif rules.marks is Marks.OWN and not misses_block and (blocks := completing(position)):
            return blocks
        legal = position.legal
        if not rules.drop and rules.marks is Marks.OWN:
            return legal
        foresight = eye.foresight if misses_block or rules.marks is Marks.OWN else 1.0
        safe = 0
        for move in squares_of(legal):
            if random.random() >= foresight or not hands_over(position, move):
                safe |= 1 << move
        return safe or legal

    def _worth(self, position: Position, squares: Mask, eye: Eye, random: Random) -> dict[Placement, float]:
        """Return how good each of these moves looks; all are more than 0."""
        rules = position.geometry.rules
        if rules.marks is not Marks.OWN:
            return dict.fromkeys(squares_of(squares), 1.0)
        worth = dict.fromkeys(squares_of(squares), 1.0)
        mine, occupied = position.stones[position.to_move], position.occupied
        last = position.last_square
        column, row = (0, 0) if last is None else (self.geometry.column(last), self.geometry.row(last))
        others = [position.stones[player] for player in position.in_turn()[1:]]
        near = 0
        for line in self._lines:
            empty = line.squares & squares
            if not empty:
                continue
            stones = line.squares & occupied
            if not stones:
                value = 1.0
            else:
                near |= empty
                if stones & mine:
                    if stones & ~mine:
                        continue
                    value = GROWTH ** stones.bit_count()
                elif any(not stones & ~other for other in others):
                    value = eye.defence * GROWTH ** stones.bit_count()
                else:
                    continue
                if stones & (stones - 1):
                    chance = eye.overlooks
                    if line.is_diagonal:
                        chance *= OFTEN
                    if hypot(line.column - column, line.row - row) >= FAR:
                        chance *= OFTEN
                    if random.random() < min(chance, MOST_OVERLOOKED):
                        continue
            while empty:
                bit = empty & -empty
                worth[bit.bit_length() - 1] += value
                empty ^= bit
        if rules.misere:
            return {square: 1 / value for square, value in worth.items()}
        if near and position.ply > EARLY:
            return {square: value for square, value in worth.items() if near >> square & 1}
        return worth


def hands_over(position: Position, move: Placement) -> bool:
    """Return whether the next player can complete a line after a move that completes none itself.

    With two stones a turn the first of them hands nothing over: the second may complete a line.
    """
    after = position.copy()
    after.play(move)
    return after.to_move != position.to_move and after.completing(after.to_move) != 0


def _line(geometry: Geometry, line: Mask) -> _SeenLine:
    squares = list(squares_of(line))
    columns, rows = [*map(geometry.column, squares)], [*map(geometry.row, squares)]
    is_diagonal = len(set(columns)) > 1 and len(set(rows)) > 1
    return _SeenLine(line, is_diagonal, sum(columns) / len(squares), sum(rows) / len(squares))


FEWEST_NODES, NODES_GROWTH = 40, 75.0
"""The nodes of a considered move at the lowest skill that considers any, and the factor to reach skill 1.

From skill 1 on every move is considered, and only the nodes continue to grow.
"""

CARELESS = {1: (0.3, 0.65), 2: (0.0, 0.35)}
"""The chances with which the first steps overlook a win in one move, and one of an opponent's. From the third
step on none is overlooked."""

UNTHINKING = 0.25
"""The skill up to which no move is considered; from there on their share grows to all of them at skill 1."""


def eye_of(skill: float, strength: int) -> Eye:
    """Return how well a player sees at a glance."""
    lacking = max(0.0, 1 - skill)
    misses_win, misses_block = CARELESS.get(strength, (0.0, 0.0))
    return Eye(
        overlooks=0.02 + 0.6 * lacking**1.5,
        temperature=0.12 + 1.2 * lacking**2,
        defence=0.95 - 0.6 * lacking,
        foresight=0.95 - 0.65 * lacking,
        misses_win=misses_win,
        misses_block=misses_block,
    )


def attention_of(skill: float) -> float:
    """Return the share of the moves that a player considers; more than 1 is all of them, and longer."""
    return max(0.0, (skill - UNTHINKING) / (1 - UNTHINKING))


class LadderPlayer:
    """A step below the last one of the ladder."""

    def __init__(
        self, strength: int, seed: int = 0, megabytes: float = MEGABYTES, skill: float | None = None
    ) -> None:
        """`skill` is from 0 to 1.5, by default the skill of the step, 1 to 9, on the board at hand."""
        self.strength = strength
        self.seed = seed
        self._skill = skill
        self._expert = self._make_expert(megabytes)
        self._glance: Glance | None = None
        self._considered: tuple[Position, bool] | None = None
        """The position of the latest considered move, and whether a win was proved there."""

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return a move that a player of this strength might make."""
        started, deadline = time.perf_counter(), Deadline(stop, limit.seconds)
        if position.stage is not None:
            return opening_thought(position, self.seed, worth_by_lines)
        skill = self._skill
        if skill is None:
            skill = calibration_of(position.geometry).skills[self.strength - 1]
        attention = attention_of(skill)
        nodes = round(FEWEST_NODES * NODES_GROWTH**attention)
        if limit.nodes is not None:
            nodes = min(nodes, limit.nodes)
        within = Limit(depth=limit.depth, nodes=nodes)
        random = seeded_random(self.seed, position)
        is_drawn = random.random() < attention
        if not self._is_urgent(position) and (
            is_drawn or self._was_winning(position, attention, within, deadline)
        ):
            return self._consider(position, within, deadline, report)
        move = self._at_a_glance(position, eye_of(skill, self.strength), random)
        return Thought(move, depth=1, nodes=1, seconds=time.perf_counter() - started, pv=(move,))

    def _make_expert(self, megabytes: float) -> Computer:
        """Return the computer that considers moves."""
        return Expert(self.seed, megabytes)

    def _at_a_glance(self, position: Position, eye: Eye, random: Random) -> Placement:
        """Return a move that looks good."""
        if self._glance is None or self._glance.geometry != position.geometry:
            self._glance = Glance(position.geometry)
        return self._glance.move(position, eye, random)

    def _is_urgent(self, position: Position) -> bool:
        """Return whether two players play for lines, and one of them completes one now or next.

        That is seen at a glance. A search that knows the game to be lost might not even block.
        """
        rules = position.geometry.rules
        is_plain = rules.marks is Marks.OWN and not rules.misere and rules.per_turn == 1
        return is_plain and len(position.active) == 2 and completing(position) != 0

    def _consider(
        self, position: Position, limit: Limit, stop: Stop, report: Report = ignore_report
    ) -> Thought:
        """Return the expert's move. It forgets its earlier proofs, so that resumed games continue alike."""
        self._expert.close()
        thought = self._expert.think(position, limit, stop, report)
        is_won = thought.proof is not None and thought.proof.value is Value.WIN
        self._considered = position.copy(), is_won
        return thought

    def _was_winning(self, position: Position, attention: float, limit: Limit, stop: Stop) -> bool:
        """Whether the player considered its previous move, and had a forced win then.

        A player new to the game considers that move again.
        """
        before = _last_own(position) if attention else None
        if before is None:
            return False
        is_drawn = seeded_random(self.seed, before).random() < attention
        if not is_drawn and not self._was_winning(before, attention, limit, stop):
            return False
        if self._considered is None or self._considered[0] != before:
            self._consider(before, limit, stop)
        return self._considered is not None and self._considered[1]

    def close(self) -> None:
        """Forget everything."""
        self._expert.close()
        self._considered = None


def _last_own(position: Position) -> Position | None:
    """Return the position before the latest move of the player to move; None if there is none."""
    before = position.copy()
    while before.ply:
        before.undo()
        if before.stage is not None:
            break
        if before.to_move == position.to_move:
            return before
    return None
