"""Openings of matches: a few random stones for everybody, as even as chance allows."""

from collections.abc import Iterator
from random import Random

from ttt_tui.engine import Game, Mask, Position, Setup, Square

CANDIDATES = 8
"""How many openings are made for each one that is taken."""

MOST_TRIES = 200
"""After so many that were played already one may come again: small boards have few."""


def openings(setup: Setup, seed: int) -> Iterator[tuple[Square, ...]]:
    """Give openings for ever, the same for the same set-up and seed, each a list of squares in turn order.

    Everybody places as many stones. Nobody can complete a line at once and the game goes on; of several
    candidates the one is taken after which the players' hold on the board differs least. None comes twice
    before the supply runs out.
    """
    rng = Random(f"openings {seed}")
    played: set[tuple[Square, ...]] = set()
    while True:
        candidates: list[tuple[Square, ...]] = []
        for _ in range(MOST_TRIES):
            opening = _strew(setup, rng)
            if opening is not None and opening not in played and opening not in candidates:
                candidates.append(opening)
            if len(candidates) == CANDIDATES:
                break
        if not candidates:
            if not played:  # no stone can be placed that leaves the game open
                yield ()
            played.clear()
            continue
        chosen = min(candidates, key=lambda opening: _difference(setup, opening))
        played.add(chosen)
        yield chosen


def _strew(setup: Setup, rng: Random) -> tuple[Square, ...] | None:
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


def _difference(setup: Setup, opening: tuple[Square, ...]) -> float:
    """Return how much the strongest hold on the board exceeds the weakest.

    A player's hold is the sum of 2^stones over the lines that nobody else is in: the weight of P. Erdős and
    J. L. Selfridge, On a Combinatorial Game, 1973.
    """
    position = Position(setup.geometry, len(setup.players))
    for square in opening:
        position.play(square)
    holds = [_hold(position, mine) for mine in position.stones]
    return max(holds) - min(holds)


def _hold(position: Position, mine: Mask) -> float:
    others = position.occupied & ~mine
    return sum(2.0 ** (line & mine).bit_count() for line in position.geometry.lines if not line & others)
