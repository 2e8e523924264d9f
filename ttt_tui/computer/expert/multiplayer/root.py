"""The expert with more than two players.

A line is completed; if the next player could complete one, that is stopped. Otherwise two searches examine
each promising move. The paranoid search proves wins against all others together, and losses to them. But real
opponents do not cooperate, and against all at once hardly anything is worth trying. So among the moves that
are not proved to lose, the second search decides, by predictions of the others (D. Carmel and S. Markovitch,
"Learning models of opponent's strategy in game playing", 1993). If in the latest round they all placed where
most lines run, playouts assume that for many rounds. Otherwise each is expected to take the square that looks
best to it, and the search finds one's own moves that exploit this, a few rounds ahead. Ties go to the move
that leaves the largest share of the open lines, then to the first in reading order.

For the proofs all others count as one opponent, so plain alpha-beta for two players is enough (N. Sturtevant
and R. Korf, "On pruning techniques for multi-player games", 2000), over the most promising squares of each
position. On no board can anybody win like this from the start with lines of 5 or more and three players, 4 or
more and four players, 3 or more and five players: all lines contain pairs of squares that the others can
always answer (`tests/computer/expert/multiplayer/test_no_forced_win.py`). Somebody has to let a win through.

Playouts last some rounds. One's own moves are chosen by a tree that explores a branch more often the better
it did (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", 2006), past its leaves by the same
weights as everywhere in this package. The value of a playout is 1 for a win, -1 for a loss, both closer to 0
the later it comes. Among four and more players nearly all playouts end without either, and would carry no
information. So there such a playout is worth up to `THREAT_VALUE`: all of it if one stone made as many
winning squares as there are players, as each of the others stops one. Anything else is worth 0.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import inf, sqrt
from random import Random

from ttt_tui.computer.base import Proof, RankedMove, Report, Thought, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.open_lines import ALL_SQUARES, OpenLines
from ttt_tui.computer.expert.multiplayer.playout import Playout, foreseen
from ttt_tui.engine import Limit, Position, Square, squares_of
from ttt_tui.errors import OutOfTime

CERTAIN_WIN = 1_000_000
UNBOUNDED = CERTAIN_WIN + 1

MOST_PROMISING = 8
"""The number of squares examined in a position."""


def check(budget: Budget) -> None:
    """Count a node, and check the time: a node takes long here. Raises `OutOfTime`."""
    budget.tick()
    budget.check()


class ParanoidSearch:
    """Searches one position of any number of players for proofs.

    Values are whole numbers for the thinking player: `CERTAIN_WIN - n` for the player's win complete with n
    stones on the board, `n - CERTAIN_WIN` for anybody else's win, else the worth of the player's open lines
    less the best other player's.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self.lines = OpenLines(position)
        self.budget = budget
        self.me = position.to_move
        self.players = position.in_turn()
        self.saw_everything = True
        """Whether the latest depth met no horizon and left no square out."""

    def values(self, moves: list[Square], depth: int) -> Iterator[tuple[Square, int]]:
        """Yield each move's value, `depth` plies ahead. Raises `OutOfTime`.

        A value below the highest so far may be too high, but is lower than the highest.
        """
        self.saw_everything = True
        best = -UNBOUNDED
        for square in moves:
            value = self._after(square, 0, depth - 1, best - 1, UNBOUNDED)
            best = max(best, value)
            yield square, value

    def _after(self, square: Square, seat: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a stone of the player in this seat; the thinking player has seat 0."""
        check(self.budget)
        lines = self.lines
        player = self.players[seat]
        if lines.ready[player] and lines.completing(player) >> square & 1:
            value = CERTAIN_WIN - lines.occupied.bit_count() - 1
            return -value if seat else value
        lines.play(square, player)
        try:
            return self._node((seat + 1) % len(self.players), depth, alpha, beta)
        finally:
            lines.undo()

    def _node(self, seat: int, depth: int, alpha: int, beta: int) -> int:
        lines = self.lines
        stones = lines.occupied.bit_count()
        left = lines.board.bit_count() - stones
        if lines.ready[self.players[seat]]:
            value = CERTAIN_WIN - stones - 1
            return -value if seat else value
        follower = (seat + 1) % len(self.players)
        must = 0
        if lines.ready[self.players[follower]]:
            must = lines.completing(self.players[follower])
            friends = seat and follower
            if left > 1 and (friends or must & must - 1):
                value = CERTAIN_WIN - stones - 2
                return -value if follower else value
        if not left:
            return 0
        if depth <= 0 and not must:
            self.saw_everything = False
            worth = lines.worth
            return worth[self.me] - max(each for player, each in worth.items() if player != self.me)
        moves = list(squares_of(must)) if must else lines.promising(MOST_PROMISING)
        if not must and len(moves) < left:
            self.saw_everything = False
        best = UNBOUNDED if seat else -UNBOUNDED
        for square in moves:
            value = self._after(square, seat, depth - 1, alpha, beta)
            if seat:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


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


CERTAIN = CERTAIN_WIN - 1000
"""Less than every proved win, and more than any open lines are worth."""

EXPECTED_WIN = CERTAIN // 2
"""The value of a win that comes if the others reply as expected: less than a certain one."""

MOST_PROVED = 3
"""The most plies of the paranoid search where there are playouts, on a board with much room.

A whole round of five would take most of the time, for threats that the others stop among themselves.
"""

PLAYOUTS = 16
"""Playouts of the first depth; the second has twice as many, the third three times, and so on."""


class MultiplayerSearch:
    """The thinking about one position.

    The score of a move is its value, or how many of a thousand playouts began with it.
    """

    def __init__(
        self,
        position: Position,
        limit: Limit,
        budget: Budget,
        report: Report,
        random: Random,
        megabytes: float,
    ) -> None:
        """`random` is for the playouts; their tree takes at most `megabytes`."""
        self.position = position
        self.budget = budget
        self.report = report
        self.deepest = min(limit.depth or len(position.moves), len(position.moves))
        self.certain = ParanoidSearch(position, budget)
        lines = self.certain.lines
        is_foreseen = foreseen(position)
        self.moves = (
            Playout.of(lines).moves()
            if is_foreseen and not lines.completing(position.to_move)
            else candidates(lines)
        )
        self.share = {square: share_after(lines, square) for square in self.moves}
        self.moves.sort(key=lambda square: (-self.share[square], square))
        self.tree = (
            MonteCarloTreeSearch(lines, self.moves, budget, random, megabytes) if is_foreseen else None
        )
        self.expected = ExpectedReplies(lines, budget)
        self.proved: dict[Square, int] = {}
        """The value of each move against all the others together."""

    def think(self) -> Thought:
        """Return the best move found within the limit."""
        thought = Thought(self.moves[0], pv=(self.moves[0],))
        try:
            for depth in range(1, self.deepest + 1):
                few_plies = MOST_PROVED if self.tree else len(self.position.active) + 1
                if depth <= few_plies or len(self.position.moves) <= ALL_SQUARES:  # more would cost too much
                    self.proved = dict(self.certain.values(self.moves, depth))
                best = max(self.proved.values())
                is_decided = self.certain.saw_everything or len(self.moves) == 1 or best > CERTAIN
                thought = self._conclude(self._values(depth, is_decided), depth)
                self.report(thought)
                if is_decided:
                    break
        except OutOfTime:
            pass
        return replace(thought, nodes=self.budget.nodes, seconds=self.budget.seconds)

    def _values(self, depth: int, is_decided: bool) -> dict[Square, int]:
        """Return the values of the moves: where nothing is proved, by expectations of the others."""
        if self.certain.saw_everything:
            return self.proved
        hopeless = max(self.proved.values()) < -CERTAIN  # against all others together
        open_moves = [square for square in self.moves if hopeless or abs(self.proved[square]) < CERTAIN]
        if self.tree and not is_decided:
            return self.proved | self.tree.shares(open_moves, PLAYOUTS * depth)
        return self.proved | {square: self.expected.value(square, depth) for square in open_moves}

    def _conclude(self, values: dict[Square, int], depth: int) -> Thought:
        """Sort the moves and return the thought that the first one is the best."""
        self.moves.sort(
            key=lambda square: (-values[square], -self.proved[square], -self.share[square], square)
        )
        best = self.moves[0]
        certain, proof = self.proved[best], None
        if certain > CERTAIN:  # a win against all others, even together
            proof = Proof(Value.WIN, CERTAIN_WIN - certain - self.position.ply)
        return Thought(
            best,
            values[best],
            proof=proof,
            depth=depth,
            nodes=self.budget.nodes,
            seconds=self.budget.seconds,
            pv=(best,),
            ranked=tuple(RankedMove(square, values[square]) for square in self.moves),
        )


def candidates(lines: OpenLines) -> list[Square]:
    """Return the candidate squares of the player to move."""
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
    """A search over one player's moves in which the others make the best-looking replies."""

    def __init__(self, lines: OpenLines, budget: Budget) -> None:
        self.lines = lines
        self.budget = budget
        self.me, *self.others = lines.players

    def value(self, square: Square, rounds: int) -> int:
        """Return the value of a move, `rounds` of one's own moves ahead. Raises `OutOfTime`."""
        lines = self.lines
        if lines.completing(self.me) >> square & 1:
            return EXPECTED_WIN - lines.occupied.bit_count() - 1
        height = lines.height
        lines.play(square, self.me)
        try:
            for player in self.others:
                check(self.budget)
                if lines.ready[player]:
                    return lines.occupied.bit_count() + 1 - EXPECTED_WIN
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
            return EXPECTED_WIN - lines.occupied.bit_count() - 1
        if rounds > 0:
            return max((self.value(square, rounds) for square in candidates(lines)), default=0)
        return 4 * lines.worth[self.me] - max(lines.worth[player] for player in self.others)

    def _reply(self, player: int) -> Square | None:
        """Return the best-looking square to a player who cannot complete a line, None on a full board."""
        lines = self.lines
        stopping = 0
        for other in lines.players:
            if other != player and lines.ready[other]:
                stopping |= lines.completing(other)
        return lines.best_of(stopping or lines.board & ~lines.occupied)
