"""Who looks for an opponent, and who is paired with whom."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ttt_tui.multiplayer.lobby_messages import ComputerOffered, Find
from ttt_tui.serving.visitors import Visitor

NEAR, WIDENING = 100.0, 25.0
"""Points between two people who are paired at once, and how many more a second later."""

COMPUTER_SECONDS = 20.0
"""Seconds after which a computer is offered to somebody whom nobody plays."""


@dataclass
class OpponentSearch:
    """Somebody who looks for an opponent; `since` is a monotonic time."""

    visitor: Visitor
    game: Find
    rating: float
    since: float
    is_told: bool = False
    """Whether a computer was offered."""


class Pair(NamedTuple):
    """Two people who are near enough to be paired."""

    one: Visitor
    two: Visitor
    game: Find


class Pairing:
    """Everybody who looks for an opponent."""

    def __init__(self) -> None:
        self._searches: dict[int, OpponentSearch] = {}  # by visitors

    def add(self, visitor: Visitor, game: Find, rating: float) -> None:
        """Look for an opponent for somebody of this rating, instead of for what they wanted before."""
        self._searches[visitor.number] = OpponentSearch(visitor, game, rating, time.monotonic())

    def remove(self, visitor: Visitor) -> None:
        """Look for nobody any more."""
        self._searches.pop(visitor.number, None)

    def pairs(self) -> Iterator[Pair]:
        """Yield those who can be paired now, the nearest ratings first. Whoever plays has to be removed."""
        now = time.monotonic()

        def distance(pair: tuple[OpponentSearch, OpponentSearch]) -> float:
            return abs(pair[0].rating - pair[1].rating)

        possible = [pair for pair in combinations(self._searches.values(), 2) if _can_play(*pair)]
        for one, two in sorted(possible, key=distance):
            are_free = {one.visitor.number, two.visitor.number} <= self._searches.keys()
            if are_free and distance((one, two)) <= NEAR + WIDENING * (now - min(one.since, two.since)):
                yield Pair(one.visitor, two.visitor, one.game)

    def offer_computers(self) -> None:
        """Offer a computer to everybody who has waited for long."""
        for search in self._searches.values():
            if not search.is_told and time.monotonic() - search.since >= COMPUTER_SECONDS:
                search.is_told = True
                search.visitor.tell(ComputerOffered())


def _can_play(one: OpponentSearch, two: OpponentSearch) -> bool:
    """Return whether two people want the same game and have not muted each other."""
    return (
        one.game == two.game
        and one.visitor.name != two.visitor.name
        and not {one.visitor.user, two.visitor.user} & (one.visitor.muted | two.visitor.muted)
    )
