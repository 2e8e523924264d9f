"""The memory of maker-breaker games, the maker being to move: the winner, and the squares that matter.

All images of a position are one. Games that took long are remembered apart from the many that did not: they
are few, so that hardly any is forgotten, and to play one again can cost thousands of turns.
"""

from typing import NamedTuple

from ttt_tui.computer.expert.solver.reductions import MakerBreakerVerdict
from ttt_tui.computer.expert.solver.residuals import Rows
from ttt_tui.computer.expert.solver.symmetry import Image, Keys, Symmetries, Turn, apply
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, room, rounded, tuple_bytes
from ttt_tui.engine import Mask

_SHORT_SHARE, _ZONES_SHARE, _LONG_SHARE = 0.76, 0.19, 0.05  # of the megabytes
_ZONES = 20  # that are remembered for the same open lines
_LONG = 100  # turns of the maker's that make a game a long one

Place = tuple[int, Turn | None]
"""The key of a position, and the symmetry that leads to the image that it is the key of if it is another."""


class LongGame(NamedTuple):
    """The result of a game that took many turns."""

    verdict: MakerBreakerVerdict | None
    """None if the turns were not enough."""
    turns: int
    """How many of the maker's turns it was allowed."""


class Verdicts:
    """The memory of the games on one geometry, of so many megabytes."""

    def __init__(self, symmetries: Symmetries, megabytes: float) -> None:
        self._keys = Keys(symmetries, 1)
        lines = symmetries.lines
        self._bits = lines.squares
        megabytes = room(megabytes, self._keys.bytes)
        key, mask = int_bytes(self._keys.bits), int_bytes(lines.squares)
        self._short: TwoGenerationCache[int, int] = TwoGenerationCache(_SHORT_SHARE * megabytes, key + mask)
        """The zone, and in the lowest bit whether the breaker holds."""
        self._zones: TwoGenerationCache[int, list[Mask]] = TwoGenerationCache(
            _ZONES_SHARE * megabytes, int_bytes(lines.width) + rounded(56 + 8 * _ZONES) + mask * _ZONES
        )
        """Where the breaker holds, by open lines."""
        self._long: TwoGenerationCache[int, LongGame] = TwoGenerationCache(
            _LONG_SHARE * megabytes, key + tuple_bytes(2) + tuple_bytes(3) + mask
        )

    @property
    def bytes(self) -> int:
        """How many bytes it remembers, tables included."""
        return self._short.bytes + self._zones.bytes + self._long.bytes + self._keys.bytes

    def place(self, rows: Rows, empty: Mask) -> Place:
        """Return where a position is remembered: the maker's open lines and the empty squares on these."""
        return self._keys.key(rows << self._bits | empty)

    def known(self, place: Place) -> MakerBreakerVerdict | None:
        """Return what is remembered of a position.

        A breaker who holds on a zone does so wherever else the maker has stones: it takes the same open lines
        and the zone being empty, no more.
        """
        key, turn = place
        found = self._short.get(key)
        if found is None:
            for zone in self._zones.get(key >> self._bits) or ():
                if not zone & ~key:
                    found = zone << 1 | 1
                    break
            else:
                return None
        zone = found >> 1
        return MakerBreakerVerdict(found & 1 == 1, apply(turn.back, zone) if turn else zone)

    def keep(self, place: Place, verdict: MakerBreakerVerdict) -> MakerBreakerVerdict:
        """Remember a verdict, and return it."""
        key, turn = place
        zone = apply(turn.there, verdict.zone) if turn else verdict.zone
        self._short.keep(key, zone << 1 | verdict.held)
        if verdict.held:
            rows = key >> self._bits
            others = self._zones.get(rows) or ()
            self._zones.keep(rows, [zone, *[other for other in others if zone & ~other]][:_ZONES])
        return verdict

    def long_game(self, place: Place, turns: int) -> LongGame | None:
        """Return what is remembered of a game that took long, if so many turns would bring nothing else."""
        key, turn = place
        found = self._long.get(key)
        if found is None or (found.verdict is None and found.turns < turns):
            return None
        return _moved(found, turn.back) if turn else found

    def keep_long(self, place: Place, game: LongGame, taken: int) -> None:
        """Remember what came of a game if the turns that it has taken were many."""
        if taken >= _LONG:
            key, turn = place
            self._long.keep(key, _moved(game, turn.there) if turn else game)


def _moved(game: LongGame, image: Image) -> LongGame:
    """Return what a game is where a symmetry leads. With the maker to move a verdict names no move."""
    if game.verdict is None:
        return game
    return game._replace(verdict=game.verdict._replace(zone=apply(image, game.verdict.zone)))
