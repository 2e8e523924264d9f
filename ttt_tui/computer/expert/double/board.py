"""A board with two stones a turn on which a search plays: threats, values and gains kept with each stone."""

from ttt_tui.computer.expert.double.tracks import LANE, Tracks, TrackState
from ttt_tui.engine import Mask, Position, Square

_Saved = tuple[Square, int, tuple[int, int], tuple[int, int], tuple[TrackState, ...]]


class TurnBoard:
    """The stones of two players, who are 0, the one to move at first, and 1."""

    def __init__(self, tracks: Tracks, position: Position) -> None:
        self.tracks = tracks
        mover, other = position.in_turn()
        self.board = tracks.geometry.board
        self.stones: list[Mask] = [0, 0]
        self.ply = 0
        """Stones on the board."""
        states = tracks.states
        self._keys = list(tracks.empty)
        self.now: list[TrackState] = [states[key] for key in self._keys]
        """What each track tells."""
        self.threats: tuple[dict[int, tuple[Mask, ...]], dict[int, tuple[Mask, ...]]] = ({}, {})
        """For each player the needs on the tracks that have threats."""
        first = second = 0
        for state, shift in zip(self.now, tracks.shifts, strict=True):
            first += state.gains[0] << LANE * shift
            second += state.gains[1] << LANE * shift
        self.gains = first, second
        """For each player and square what a stone there gains it, in lanes; 0 where there is one."""
        self.values = 0, 0
        """What each player's lines are worth."""
        self.past: list[_Saved] = []
        """The stones that can be taken back."""
        for track, state in enumerate(self.now):
            self._sort(track, state, None)
        for player, mask in enumerate((position.stones[mover], position.stones[other])):
            while mask:
                square = (mask & -mask).bit_length() - 1
                mask &= mask - 1
                self.play(square, player)
        self.past.clear()

    @property
    def empty(self) -> Mask:
        """The squares without a stone."""
        return self.board & ~(self.stones[0] | self.stones[1])

    def play(self, square: Square, player: int) -> None:
        """Put a stone of a player on an empty square."""
        keys, now, states = self._keys, self.now, self.tracks.states
        value0, value1 = self.values
        gain0, gain1 = self.gains
        before = []
        for track, added, shift in self.tracks.steps[player][square]:
            key = keys[track] = keys[track] + added
            old = now[track]
            new = now[track] = states[key]
            before.append(old)
            old0, old1 = old.values
            new0, new1 = new.values
            value0 += new0 - old0
            value1 += new1 - old1
            old0, old1 = old.gains
            new0, new1 = new.gains
            shift *= LANE
            gain0 += new0 - old0 << shift
            gain1 += new1 - old1 << shift
            self._sort(track, new, old)
        self.past.append((square, player, self.values, self.gains, tuple(before)))
        self.values = value0, value1
        self.gains = gain0, gain1
        self.stones[player] |= 1 << square
        self.ply += 1

    def undo(self) -> None:
        """Take the latest stone back."""
        square, player, self.values, self.gains, before = self.past.pop()
        keys, now = self._keys, self.now
        for (track, added, _), old in zip(self.tracks.steps[player][square], before, strict=True):
            keys[track] -= added
            self._sort(track, old, now[track])
            now[track] = old
        self.stones[player] ^= 1 << square
        self.ply -= 1

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

    def needs_after(self, player: int, squares: list[Square]) -> list[Mask]:
        """Return what they would be with stones of the player on one or two empty squares."""
        keys, states = self._keys, self.tracks.states
        steps = self.tracks.steps[player]
        changed: dict[int, tuple[int, int]] = {}
        for square in squares:
            for track, added, shift in steps[square]:
                key, _ = changed.get(track, (keys[track], 0))
                changed[track] = key + added, shift
        found = [
            need for track, needs in self.threats[player].items() if track not in changed for need in needs
        ]
        for key, shift in changed.values():
            needs = states[key].needs[player]
            if needs:
                found += [need << shift for need in needs]
        return found

    def lanes(self, player: int, other_share: int = 1) -> list[int]:
        """Return for each bit of the board what a stone gains the player, and so keeps from the other one."""
        gains = self.gains[player] + other_share * self.gains[1 - player]
        return memoryview(gains.to_bytes(LANE // 8 * self.tracks.bits, "little")).cast("H").tolist()

    def best_squares(self, player: int, most: int) -> list[Square]:
        """Return the squares where a stone of the player gains the most, the best first."""
        lanes = self.lanes(player)
        least = max(1, sorted(lanes)[-most]) if most <= len(lanes) else 1
        found = [(-lane, square) for square, lane in enumerate(lanes) if lane >= least]
        found.sort()
        return [square for _, square in found[:most]]
