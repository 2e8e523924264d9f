"""Openings of matches: a few random stones of each player, as even as a cheap estimate tells.

Where the rules prescribe an opening, such as swap2, the players open the game themselves, and there are none.
"""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import cycle, repeat
from random import Random
from typing import NamedTuple

from ttt_tui.computer import Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.expert.solver.solution import ExactSolver
from ttt_tui.computer.expert.solver.solver import make_solver
from ttt_tui.engine import Game, GameName, Geometry, Limit, Position, Setup, Square, start_position
from ttt_tui.engine.rules import USUAL
from ttt_tui.errors import OutOfTime

Opening = tuple[Square, ...]
"""Squares in turn order."""


class OpeningSearch(NamedTuple):
    """The result of a search among candidates."""

    opening: Opening | None
    """The accepted opening, None if all are refused."""
    refused: tuple[Opening, ...]
    """More even candidates that are proved won."""

    def is_among(self, candidates: Collection[Opening]) -> bool:
        """Return whether a search among these candidates can have this result."""
        if self.opening is None:
            return {*self.refused} == {*candidates}
        return {self.opening, *self.refused} <= {*candidates} and self.opening not in self.refused


OpeningChoices = Sequence[OpeningSearch]
"""The searches for one opening: some that refused all candidates, and the one that accepted it."""


CANDIDATES = 8
"""Candidates for each opening."""

MOST_TRIES = 200
"""Attempts at a new opening before one may be repeated: small boards have few."""

SEARCHED_CANDIDATES = 24
"""Candidates if a search estimates how even they are: most favour the player to move."""

EVALUATION_LIMIT = Limit(nodes=300)
"""The effort to estimate an opening of two players."""

PROOF = Limit(nodes=2000)
"""The limit for proving an opening of two players won: such openings say nothing about strength."""

MOST_DECIDED = 40
"""Won openings in a row after which the search for others ends."""


def random_openings(
    setup: Setup,
    seed: int,
    difference: Callable[[Setup, Opening], float] | None = None,
    count: int = CANDIDATES,
    *,
    known: dict[int, OpeningChoices] | None = None,
) -> Iterator[Opening]:
    """Yield openings for ever, determined by set-up and seed; empty ones if the players open the game,
    and if all games start in one position.

    `known` has the choices that led to an opening, by its index from 0, and gets those that are missing. They
    replace the search, unless they are not among the candidates.

    All players place the same number of stones. No player can complete a line at once, and the game is not
    over; of two players neither can be proved to win, unless the board leaves no choice. Of `count`
    candidates the most even one is accepted, by `difference`, or by default by the players' hold on the
    board. None is repeated before the supply is exhausted.
    """
    if setup.geometry.rules.opening != USUAL.opening or setup.start is not None:
        yield from repeat(())
    known = {} if known is None else known
    difference = difference or _difference_of_holds
    rng = Random(f"openings {seed}")
    supply: list[Opening] = []
    decided: list[Opening] = []
    solver = make_solver(setup.geometry) if len(setup.players) == 2 and _is_in_a_row(setup) else None
    refused = 0
    choices: list[OpeningSearch] = []
    saved, is_searched = iter(known.get(0, ())), False
    while True:
        candidates = _fresh(setup, rng, {*supply, *decided}, count)
        choice = next(saved, None)
        if choice is None or not choice.is_among(candidates):
            saved = iter(())
            choice = _choose(candidates, lambda opening: difference(setup, opening), solver)
            is_searched = True
        choices.append(choice)
        decided += choice.refused
        refused += len(choice.refused)
        if choice.opening is not None:
            refused = 0
            if is_searched:
                known[len(supply)] = tuple(choices)
            supply.append(choice.opening)
            choices, saved, is_searched = [], iter(known.get(len(supply), ())), False
            yield choice.opening
        if candidates and refused < MOST_DECIDED:
            continue
        yield from cycle(supply)
        # There was none. Decided ones have to do; without any, every stone would end the game.
        solver = None
        if not decided:
            yield from repeat(())
        decided.clear()
        refused = 0


def _fresh(setup: Setup, rng: Random, known: Collection[Opening], count: int) -> list[Opening]:
    """Return `count` unknown openings, fewer if there seem to be no more."""
    found: list[Opening] = []
    for _ in range(MOST_TRIES):
        opening = _random_opening(setup, rng)
        if opening is not None and opening not in known and opening not in found:
            found.append(opening)
        if len(found) == count:
            break
    return found


def _choose(
    candidates: Collection[Opening], difference: Callable[[Opening], float], solver: ExactSolver | None
) -> OpeningSearch:
    """Choose the most even opening that is not proved won."""
    refused: list[Opening] = []
    for opening in sorted(candidates, key=difference):
        if solver is None or not _is_decided(solver, opening):
            return OpeningSearch(opening, tuple(refused))
        refused.append(opening)
    return OpeningSearch(None, tuple(refused))


def _is_decided(solver: ExactSolver, opening: Opening) -> bool:
    """Return whether one of two players is proved to win within `PROOF`."""
    budget = Budget(PROOF, threading.Event())
    try:
        return solver.solve(_after(solver.geometry, 2, opening), budget).value is not Value.DRAW
    except OutOfTime:
        return False


def _after(geometry: Geometry, players: int, opening: Opening) -> Position:
    position = start_position(geometry, players)
    for square in opening:
        position.play(square)
    return position


def _random_opening(setup: Setup, rng: Random) -> Opening | None:
    """Return one or two rounds of random stones near the middle, None if they decide too much."""
    if not _is_in_a_row(setup):
        return _random_plies(setup, rng)
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
        # where stones fall, the stone comes to rest below
        game.place(geometry.marked(square, rng.randrange(2)) if geometry.is_wild else square)
        if game.outcome is not None:
            return None
    position = game.position
    placed = tuple(move.square for move in game.moves if move.square is not None)
    return None if any(map(position.completing, position.active)) else placed


def _is_in_a_row(setup: Setup) -> bool:
    return setup.geometry.rules.game is GameName.IN_A_ROW


def _random_plies(setup: Setup, rng: Random) -> Opening:
    """Return a round of random moves, which in other games decide nothing."""
    position = start_position(setup.geometry, len(setup.players))
    placed = []
    for _ in setup.players:
        placed.append(rng.choice(position.moves))
        position.play(placed[-1])
    return tuple(placed)


def by_search() -> Callable[[Setup, Opening], float]:
    """Return an estimate by short searches for two players, by holds for more."""
    expert = Expert(solver=None, uses_openings=False)

    def difference(setup: Setup, opening: Opening) -> float:
        if not _is_in_a_row(setup):
            return 0.0  # a round of moves leaves both alike
        if len(setup.players) > 2:
            return _difference_of_holds(setup, opening)
        return abs(expert.think(_after(setup.geometry, 2, opening), EVALUATION_LIMIT).score or 0)

    return difference


def _difference_of_holds(setup: Setup, opening: Opening) -> float:
    """Return the difference of the strongest and the weakest hold on the board.

    A player's hold is the sum of 2^stones over the lines without other players' stones: the weight of P.
    Erdős and J. L. Selfridge, On a Combinatorial Game, 1973.
    """
    position = _after(setup.geometry, len(setup.players), opening)
    lines, occupied = setup.geometry.lines, position.occupied
    holds = [
        sum(2.0 ** (line & mine).bit_count() for line in lines if not line & occupied & ~mine)
        for mine in position.stones
    ]
    return max(holds) - min(holds)
