"""Matches of players whose strength is known, without a board: what the statistics are tried on."""

from collections.abc import Callable
from random import Random

Pair = tuple[float, float]
"""What the first player got of two games with one opening, the seats exchanged."""

Play = Callable[[Random, float], Pair]
"""Plays such a pair, in which the first player's expected score is as given."""


def chance(elo: float) -> float:
    """The score that is expected of a player who is so much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def game(rng: Random, score: float, draws: float) -> float:
    """A game that is drawn that often, if the score leaves room for it."""
    draws = min(draws, 1.6 * min(score, 1 - score))
    lot, wins = rng.random(), score - draws / 2
    return 1.0 if lot < wins else 0.5 if lot < wins + draws else 0.0


def independent(rng: Random, score: float) -> Pair:
    return game(rng, score, 0.0), game(rng, score, 0.0)


def often_drawn(rng: Random, score: float) -> Pair:
    return game(rng, score, 0.5), game(rng, score, 0.5)


def alike(rng: Random, score: float) -> Pair:
    """Who is good at an opening is that from both seats."""
    first = game(rng, score, 0.2)
    return first, first if rng.random() < 0.6 else game(rng, score, 0.2)


def by_the_seat(rng: Random, score: float) -> Pair:
    """Many an opening is won by whoever moves first."""
    edge = 0.7 * min(score, 1 - score)
    return game(rng, score + edge, 0.2), game(rng, score - edge, 0.2)


KINDS = (independent, often_drawn, alike, by_the_seat)
