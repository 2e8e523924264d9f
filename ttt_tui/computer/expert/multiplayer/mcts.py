"""More than two players: playouts, to find moves that the others let through.

Against all others together hardly anything is worth trying, but real opponents do not cooperate. Each playout
lasts some rounds, in which the others reply as a model predicts. One's own moves are chosen by a tree that
explores a branch more often the better it did (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo
planning", 2006), past its leaves by the same weights as everywhere in this package. The value of a playout is
1 for a win, -1 for a loss, both closer to 0 the later it comes. Among four and more players nearly all
playouts end without either, and would carry no information. So there such a playout is worth up to
`THREAT_VALUE`: all of it if one stone made as many winning squares as there are players, as each of the
others stops one. Anything else is worth 0.
"""

from math import inf, sqrt
from random import Random

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.open_lines import OpenLines
from ttt_tui.computer.expert.multiplayer.playout import Playout
from ttt_tui.engine import Square

ROUNDS = 8
"""The number of one's own moves in a playout."""

DISCOUNT = 0.97
"""The part of its value that a win or a loss loses with each round."""

THREAT_VALUE = 0.2
"""The highest value of a playout of four players and more without a win or a loss."""

FEW = 3
"""The most players with whom playouts end in wins and losses, and the value of threats would mislead."""

EXPLORATION = 1.0
"""The tree's preference for moves that it tried little."""

UNTRIED_VALUE = 0.1
"""The value that the tree expects of an untried move."""

NODE, REPLY = 1_000, 40
"""The most bytes of a node of the tree, and the further bytes for each player."""


class Node:
    """A position of the tree in which the thinking player is to move."""

    __slots__ = ("after", "moves", "sums", "visits")

    def __init__(self, moves: list[Square]) -> None:
        self.moves = moves
        self.visits = [0] * len(moves)
        self.sums = [0.0] * len(moves)
        """The worth of each move's playouts, added up."""
        self.after: dict[tuple[Square, ...], Node] = {}
        """The known next nodes, by one's move and the replies."""

    def choose(self) -> int:
        """Return the place in `moves` of that to try next."""
        exploration = EXPLORATION * sqrt(sum(self.visits) + 1) / len(self.moves)
        best, chosen = -inf, 0
        for i, visits in enumerate(self.visits):
            value = (self.sums[i] / visits if visits else UNTRIED_VALUE) + exploration / (1 + visits)
            if value > best:
                best, chosen = value, i
        return chosen


class MonteCarloTreeSearch:
    """The playouts of one position and the tree that grows from them."""

    def __init__(
        self, lines: OpenLines, moves: list[Square], budget: Budget, random: Random, megabytes: float
    ) -> None:
        """The tree grows up to `megabytes`; from then on its existing nodes are used."""
        self.root = Node(list(moves))
        self.most = int(megabytes * 1_000_000) // (NODE + len(lines.players) * REPLY)
        """How many nodes the tree can have."""
        self.nodes = 1
        """The number of nodes."""
        self.budget = budget
        self.random = random
        self._start = Playout.of(lines)
        self._threat_value = THREAT_VALUE if len(lines.players) > FEW else 0.0

    def shares(self, moves: list[Square], count: int) -> dict[Square, int]:
        """Run `count` more playouts; return how many of a thousand so far began with each of these moves.

        Other moves get no more playouts. Raises `OutOfTime`.
        """
        root = self.root
        for i in reversed(range(len(root.moves))):
            if root.moves[i] not in moves:
                del root.moves[i], root.visits[i], root.sums[i]
        for _ in range(count):
            self._run()
        total = sum(root.visits)
        return {
            square: 1000 * visits // total for square, visits in zip(root.moves, root.visits, strict=True)
        }

    def _run(self) -> None:
        state = self._start.copy()
        node: Node | None = self.root
        path: list[tuple[Node, int]] = []
        worth: float | None = None
        threats = 0
        for passed in range(ROUNDS):
            if state.completing[0]:
                worth = DISCOUNT**passed
                break
            if not state.empty:
                break
            if node:
                chosen = node.choose()
                path.append((node, chosen))
                square = node.moves[chosen]
            else:
                square = state.best(self.random)
            state.play(square, 0)
            threats = max(threats, state.completing[0].bit_count())
            round_ = self._replies(state, square)
            if round_ is None:
                worth = -(DISCOUNT**passed)
                break
            if node:
                grown = node.after.get(round_)
                if grown is None and state.empty and self.nodes < self.most:
                    node.after[round_] = Node(state.moves())
                    self.nodes += 1
                node = grown
        if worth is None:
            worth = self._threat_value * min(1.0, threats / len(state.completing))
        for node, chosen in path:
            node.visits[chosen] += 1
            node.sums[chosen] += worth

    def _replies(self, state: Playout, square: Square) -> tuple[Square, ...] | None:
        """Play the replies to a move; return them all, None if one of the others completes a line."""
        tick = self.budget.tick
        tick()
        played = [square]
        for seat in range(1, len(state.completing)):
            if state.completing[seat]:
                return None
            if not state.empty:
                break
            tick()
            square = state.reply(seat, self.random)
            state.play(square, seat)
            played.append(square)
        return tuple(played)
