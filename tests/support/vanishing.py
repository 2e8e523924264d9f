"""Vanishing once more, for the tests to compare with: slow, plain and without any trick.

Squares are numbers from 0 in reading order. Nothing here imports the package under test.
"""

from dataclasses import dataclass, field

LINES = [
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8},
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
    {0, 4, 8}, {2, 4, 6},
]  # fmt: skip

State = tuple[tuple[int, ...], tuple[int, ...]]
"""The stones of the player to move and of the other, the oldest first."""


def name_of(square: int) -> str:
    return "abc"[square % 3] + str(square // 3 + 1)


@dataclass
class Stones:
    """A game: a list of stones for each player, the oldest first, and all positions so far."""

    to_move: int = 0
    lists: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    past: list[tuple[object, ...]] = field(default_factory=list)

    def legal(self) -> list[int]:
        return [square for square in range(9) if square not in self.lists[0] + self.lists[1]]

    def play(self, square: int) -> None:
        """Place a stone of the player to move."""
        assert square in self.legal()
        mine = self.lists[self.to_move]
        mine.append(square)
        if len(mine) > 3:
            del mine[0]
        self.to_move = 1 - self.to_move
        self.past.append((*map(tuple, self.lists), self.to_move))

    def result(self) -> str | None:
        """`0` or `1` for the winner, `draw`, or None if the game goes on."""
        for player in (0, 1):
            if set(self.lists[player]) in LINES:
                return str(player)
        return "draw" if self.past and self.past.count(self.past[-1]) == 3 else None


def moves(state: State) -> list[State]:
    """The states after each move, for the other player to move."""
    mine, theirs = state
    empty = [square for square in range(9) if square not in mine + theirs]
    return [(theirs, (*mine, square)[-3:]) for square in empty]


def is_lost(state: State) -> bool:
    """Whether the player who moved last has a line."""
    return set(state[1]) in LINES


EMPTY: State = (), ()


def reachable(start: State = EMPTY) -> list[State]:
    """All states in which the game goes on or has just been won, however it came to them."""
    found: dict[State, None] = {start: None}
    waiting: list[State] = [start]
    while waiting:
        state = waiting.pop()
        for after in [] if is_lost(state) else moves(state):
            if after not in found:
                found[after] = None
                waiting.append(after)
    return list(found)


def values(start: State = EMPTY) -> dict[State, int | None]:
    """For each state in how many plies it is won (odd) or lost (even); None if neither can force that.

    The list of all states is read again and again, each time with one ply more, until nothing is new.
    """
    states = reachable(start)
    known: dict[State, int | None] = {state: 0 if is_lost(state) else None for state in states}
    left = {state: moves(state) for state in states if not is_lost(state)}
    plies = 0
    while plies < 2 or plies - 1 in known.values():
        plies += 1
        new = []
        for state, after in left.items():
            ends = [known[child] for child in after]
            is_won = plies % 2 == 1 and plies - 1 in ends
            is_loss = plies % 2 == 0 and all(end is not None and end % 2 == 1 for end in ends)
            if is_won or is_loss:
                new.append(state)
        for state in new:
            known[state] = plies
            del left[state]
    return known
