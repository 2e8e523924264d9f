"""Openings of matches: a few random stones for everybody, as even as can be told cheaply."""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import cycle, repeat
from random import Random
from typing import NamedTuple

from ttt_tui.computer import Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.engine import Game, Geometry, Limit, Mask, Position, Setup, Square
from ttt_tui.errors import OutOfTime

Opening = tuple[Square, ...]
"""Squares in turn order."""


class Choice(NamedTuple):
    """What a search among candidates has come to."""

    opening: Opening | None
    """The one that is taken, None if all are refused."""
    refused: tuple[Opening, ...]
    """Those that differ less and are proved won."""

    def is_among(self, candidates: Collection[Opening]) -> bool:
        """Whether a search among these candidates can have come to it."""
        if self.opening is None:
            return {*self.refused} == {*candidates}
        return {self.opening, *self.refused} <= {*candidates} and self.opening not in self.refused


Choices = Sequence[Choice]
"""What led to one opening: searches in which all candidates were refused, and then that of the opening."""


def ignore(index: int, choices: Choices) -> None:
    """Do nothing with the choices that led to an opening."""


NONE_KNOWN: Mapping[int, Choices] = {}

CANDIDATES = 8
"""How many openings are made for each one that is taken."""

MOST_TRIES = 200
"""After so many that were played already one may come again: small boards have few."""

SEARCHED_CANDIDATES = 24
"""The same where a search tells how even they are: most favour who is to move."""

SIGHT = Limit(nodes=300)
"""The effort to see who is better off after an opening of two players."""

PROOF = Limit(nodes=2000)
"""The effort to prove an opening of two players won; of those that are, no match learns anything."""

MOST_DECIDED = 40
"""After so many won openings in a row no more are looked for."""


def openings(
    setup: Setup,
    seed: int,
    difference: Callable[[Setup, Opening], float] | None = None,
    count: int = CANDIDATES,
    *,
    known: Mapping[int, Choices] = NONE_KNOWN,
    note: Callable[[int, Choices], None] = ignore,
) -> Iterator[Opening]:
    """Give openings for ever, the same for the same set-up and seed.

    `note` gets the index of each opening that was searched for, from 0, with the choices that led to it.
    Another time those are `known` and taken without a search, unless they are not among the candidates.

    Everybody places as many stones. Nobody can complete a line at once and the game goes on; with two players
    neither can be proved to win, unless the board leaves no choice. Of so many candidates the one is taken
    after which the players differ least, by their hold on the board if no other difference is given. None
    comes twice before the supply runs out.
    """
    difference = difference or _difference_of_holds
    rng = Random(f"openings {seed}")
    supply: list[Opening] = []
    decided: list[Opening] = []
    solver = Solver(setup.geometry) if len(setup.players) == 2 else None
    refused = 0
    choices: list[Choice] = []
    remembered, is_searched = iter(known.get(0, ())), False
    while True:
        candidates = _fresh(setup, rng, {*supply, *decided}, count)
        choice = next(remembered, None)
        if choice is None or not choice.is_among(candidates):
            remembered = iter(())
            choice = _choose(candidates, lambda opening: difference(setup, opening), solver)
            is_searched = True
        choices.append(choice)
        decided += choice.refused
        refused += len(choice.refused)
        if choice.opening is not None:
            refused = 0
            if is_searched:
                note(len(supply), tuple(choices))
            supply.append(choice.opening)
            choices, remembered, is_searched = [], iter(known.get(len(supply), ())), False
            yield choice.opening
        if candidates and refused < MOST_DECIDED:
            continue
        yield from cycle(supply)
        # There was none. If they are all decided they have to do; else no stone leaves the game open.
        solver = None
        if not decided:
            yield from repeat(())
        decided.clear()
        refused = 0


def _fresh(setup: Setup, rng: Random, known: Collection[Opening], count: int) -> list[Opening]:
    """Return so many openings that are not known yet, fewer if there seem to be no more."""
    found: list[Opening] = []
    for _ in range(MOST_TRIES):
        opening = _strew(setup, rng)
        if opening is not None and opening not in known and opening not in found:
            found.append(opening)
        if len(found) == count:
            break
    return found


def _choose(
    candidates: Collection[Opening], difference: Callable[[Opening], float], solver: Solver | None
) -> Choice:
    """Choose the opening after which the players differ least, of those that are not proved won."""
    refused: list[Opening] = []
    for opening in sorted(candidates, key=difference):
        if solver is None or not _is_decided(solver, opening):
            return Choice(opening, tuple(refused))
        refused.append(opening)
    return Choice(None, tuple(refused))


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


def by_search() -> Callable[[Setup, Opening], float]:
    """Return a difference that a short search sees, of two players; of more it is that of their holds.

    Who is to move after as many stones of each is ahead of the other, often enough for the rest of the game:
    then both of a pair of games are won by the same seat, and tell nothing of who plays better.
    """
    expert = Expert(solver=None, takes_advice=False)

    def difference(setup: Setup, opening: Opening) -> float:
        if len(setup.players) > 2:
            return _difference_of_holds(setup, opening)
        return abs(expert.think(_after(setup.geometry, 2, opening), SIGHT).score or 0)

    return difference


def _difference_of_holds(setup: Setup, opening: Opening) -> float:
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
