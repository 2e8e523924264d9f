"""Openings of matches: a few random stones for everybody, as even as can be told cheaply."""

import threading
from collections.abc import Collection, Iterator
from itertools import cycle, repeat
from random import Random

from ttt_tui.computer import Value
from ttt_tui.computer.budget import Budget, OutOfTime
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.engine import Game, Geometry, Limit, Mask, Position, Setup, Square

Opening = tuple[Square, ...]
"""Squares in turn order."""

CANDIDATES = 8
"""How many openings are made for each one that is taken."""

MOST_TRIES = 200
"""After so many that were played already one may come again: small boards have few."""

PROOF = Limit(nodes=2000)
"""The effort to prove an opening of two players won; of those that are, no match learns anything."""

MOST_DECIDED = 40
"""After so many won openings in a row no more are looked for."""


def openings(setup: Setup, seed: int) -> Iterator[Opening]:
    """Give openings for ever, the same for the same set-up and seed.

    Everybody places as many stones. Nobody can complete a line at once and the game goes on; with two players
    neither can be proved to win, unless the board leaves no choice. Of several candidates the one is taken
    after which the players' hold on the board differs least. None comes twice before the supply runs out.
    """
    rng = Random(f"openings {seed}")
    supply: list[Opening] = []
    decided: list[Opening] = []
    solver = Solver(setup.geometry) if len(setup.players) == 2 else None
    refused = 0
    while True:
        candidates = _fresh(setup, rng, {*supply, *decided})
        for opening in sorted(candidates, key=lambda opening: _difference(setup, opening)):
            if solver is None or not _is_decided(solver, opening):
                refused = 0
                supply.append(opening)
                yield opening
                break
            refused += 1
            decided.append(opening)
        if candidates and refused < MOST_DECIDED:
            continue
        yield from cycle(supply)
        # There was none. If they are all decided they have to do; else no stone leaves the game open.
        solver = None
        if not decided:
            yield from repeat(())
        decided.clear()
        refused = 0


def _fresh(setup: Setup, rng: Random, known: Collection[Opening]) -> list[Opening]:
    """Return some openings that are not known yet, none if there seems to be no more."""
    found: list[Opening] = []
    for _ in range(MOST_TRIES):
        opening = _strew(setup, rng)
        if opening is not None and opening not in known and opening not in found:
            found.append(opening)
        if len(found) == CANDIDATES:
            break
    return found


def _is_decided(solver: Solver, opening: Opening) -> bool:
    """Whether one of two players is soon proved to win."""
    budget = Budget(PROOF, threading.Event())
    try:
        return solver.solve(_after(solver.geometry, 2, opening), budget).value is not Value.DRAW
    except OutOfTime:
        return False


def _after(geometry: Geometry, players: int, opening: Opening) -> Position:
    position = Position(geometry, players)
    for square in opening:
        position.play(square)
    return position


def _strew(setup: Setup, rng: Random) -> Opening | None:
    """Return random stones near the middle, a round or two of them, None if they decide too much."""
    geometry, players = setup.geometry, len(setup.players)
    rounds = 2 if geometry.line_length > 3 and players < 5 else 1
    count = rounds * players
    middle = (geometry.columns - 1) / 2, (geometry.rows - 1) / 2

    def distance(square: Square) -> float:
        return max(abs(geometry.column(square) - middle[0]), abs(geometry.row(square) - middle[1]))

    near = sorted(geometry.squares, key=distance)[: max(9, 4 * count)]
    squares = rng.sample(near, count)
    game = Game(setup)
    for square in squares:
        game.place(square)
        if game.outcome is not None:
            return None
    position = game.position
    return None if any(map(position.completing, position.active)) else tuple(squares)


def _difference(setup: Setup, opening: Opening) -> float:
    """Return how much the strongest hold on the board exceeds the weakest.

    A player's hold is the sum of 2^stones over the lines that nobody else is in: the weight of P. Erdős and
    J. L. Selfridge, On a Combinatorial Game, 1973.
    """
    position = _after(setup.geometry, len(setup.players), opening)
    holds = [_hold(position, mine) for mine in position.stones]
    return max(holds) - min(holds)


def _hold(position: Position, mine: Mask) -> float:
    others = position.occupied & ~mine
    return sum(2.0 ** (line & mine).bit_count() for line in position.geometry.lines if not line & others)
