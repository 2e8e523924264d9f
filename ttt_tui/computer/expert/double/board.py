"""A board with two stones a turn on which a search plays: threats, values and gains kept with each stone."""

from ttt_tui.computer.expert.double.tracks import LANE, VALUE_BITS, Tracks, TrackState
from ttt_tui.engine import Mask, Position, Square, squares_of

_Stone = tuple[Square, int, int, list[TrackState], list[TrackState]]
"""A stone's square and player, the value before it, and its tracks' states before and after."""


class TurnBoard:
    """The stones of two players; player 0 is to move at first."""

    def __init__(self, tracks: Tracks, position: Position) -> None:
        self.tracks = tracks
        self.stones: list[Mask] = [position.stones[player] for player in position.in_turn()]
        self.ply = position.ply
        """Stones on the board."""
        self._keys = list(tracks.empty)
        for stones, steps in zip(self.stones, tracks.steps, strict=True):
            for square in squares_of(stones):
                for track, added, _ in steps[square]:
                    self._keys[track] += added
        self.now: list[TrackState] = [tracks.states[key] for key in self._keys]
        """The state of each track."""
        self.threats: tuple[dict[int, tuple[Mask, ...]], dict[int, tuple[Mask, ...]]] = ({}, {})
        """For each player the needs on each track with threats."""
        self._value = sum(state.value for state in self.now)
        self.past: list[_Stone] = []
        """The stones placed since the start, which can be undone."""
        first = second = 0
        for track, (state, shift) in enumerate(zip(self.now, tracks.shifts, strict=True)):
            first += state.gains[0] << LANE * shift
            second += state.gains[1] << LANE * shift
            self._sort(track, state, None)
        self._gains = [(first, second)]  # by the number of stones in `past`, as far as computed

    @property
    def empty(self) -> Mask:
        """The squares without a stone."""
        return self.tracks.geometry.board & ~(self.stones[0] | self.stones[1])

    def value(self, player: int) -> int:
        """Return the worth of a player's lines."""
        return self._value >> VALUE_BITS if player else self._value & (1 << VALUE_BITS) - 1

    @property
    def gains(self) -> tuple[int, int]:
        """For each player and square the gain of a stone there, in lanes; 0 on occupied squares."""
        gains = self._gains
        first, second = gains[-1]
        for square, player, _, before, after in self.past[len(gains) - 1 :]:
            for (_, _, shift), old, new in zip(self.tracks.steps[player][square], before, after, strict=True):
                shift *= LANE
                first += new.gains[0] - old.gains[0] << shift
                second += new.gains[1] - old.gains[1] << shift
            gains.append((first, second))
        return first, second

    def play(self, square: Square, player: int) -> None:
        """Put a stone of a player on an empty square."""
        keys, now, states = self._keys, self.now, self.tracks.states
        value = self._value
        before, after = [], []
        for track, added, _ in self.tracks.steps[player][square]:
            key = keys[track] = keys[track] + added
            old = now[track]
            new = now[track] = states[key]
            before.append(old)
            after.append(new)
            value += new.value - old.value
            if new.has_threats or old.has_threats:
                self._sort(track, new, old)
        self.past.append((square, player, self._value, before, after))
        self._value = value
        self.stones[player] |= 1 << square
        self.ply += 1

    def undo(self) -> None:
        """Undo the latest stone."""
        square, player, self._value, before, after = self.past.pop()
        keys, now = self._keys, self.now
        for (track, added, _), old, new in zip(self.tracks.steps[player][square], before, after, strict=True):
            keys[track] -= added
            now[track] = old
            if new.has_threats or old.has_threats:
                self._sort(track, old, new)
        self.stones[player] ^= 1 << square
        self.ply -= 1
        if len(self._gains) > len(self.past) + 1:
            self._gains.pop()

    def _sort(self, track: int, new: TrackState, old: TrackState | None) -> None:
        """Note the threats of a track that has changed."""
        for player in (0, 1):
            needs = new.needs[player]
            if needs:
                shift = self.tracks.shifts[track]
                self.threats[player][track] = tuple([need << shift for need in needs])
            elif old is not None and old.needs[player]:
                del self.threats[player][track]

    def needs(self, player: int) -> list[Mask]:
        """Return the needs of all threats of a player."""
        return [need for needs in self.threats[player].values() for need in needs]

    def needs_after(self, player: int, squares: tuple[Square, ...]) -> list[Mask]:
        """Return a player's needs after stones of the player on one or two empty squares."""
        keys, states = self._keys, self.tracks.states
        changed: dict[int, tuple[int, int]] = {}
        for square in squares:
            for track, added, shift in self.tracks.steps[player][square]:
                if track in changed:
                    changed[track] = changed[track][0] + added, shift
                else:
                    changed[track] = keys[track] + added, shift
        found: list[Mask] = []
        if threats := self.threats[player]:
            found += [need for track, needs in threats.items() if track not in changed for need in needs]
        for key, shift in changed.values():
            if needs := states[key].needs[player]:
                found += [need << shift for need in needs]
        return found

    def lanes(self, player: int) -> list[int]:
        """Return, by bit of the board, a stone's gain for the player plus the other player's."""
        gains = self.gains[player] + self.gains[1 - player]
        return memoryview(gains.to_bytes(LANE // 8 * self.tracks.bits, "little")).cast("H").tolist()

    def best_squares(self, player: int, most: int) -> list[Square]:
        """Return the squares where a stone of the player gains the most, the best first."""
        lanes = self.lanes(player)
        least = max(1, sorted(lanes)[-most]) if most <= len(lanes) else 1
        found = [(-lane, square) for square, lane in enumerate(lanes) if lane >= least]
        found.sort()
        return [square for _, square in found[:most]]
