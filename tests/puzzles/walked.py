"""Walks through the refutation of a wrong move: every reply is tried, and the rules alone say who has won.

    python -m tests.puzzles.walked                 every wrong move of every puzzle to stop a threat: hours
    python -m tests.puzzles.walked 888 968         of these

The program's search only names the attacker's moves. It is not asked which replies there are: after a four
the attacker completes its line unless the defender takes the one square, and after any other move all empty
squares are tried. So what is walked to the end is proved, however it was found.
"""

import argparse
import sys
from collections.abc import Iterator

from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Mask, Square, squares_of
from ttt_tui.puzzles.collection import shipped
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, Puzzle
from ttt_tui.puzzles.threat_prover import ThreatProver, _ThreatQuestion

PLAYER, ATTACKER = 0, 1


class NotRefuted(Exception):
    """A reply after which no win of the attacker's was found, as the moves that lead there."""


class Walk:
    """The walk after one move of a puzzle's player."""

    def __init__(self, puzzle: Puzzle) -> None:
        prover = prover_of(puzzle.geometry)
        assert isinstance(prover, ThreatProver)
        self._geometry = puzzle.geometry
        self._question: _ThreatQuestion = prover._question(puzzle.task(), NEVER)
        self._board = self._question.board
        self._stones: dict[tuple[Mask, Mask], int] = {}
        self._path: list[Square] = []

    @property
    def positions(self) -> int:
        """How many positions were walked through."""
        return len(self._stones)

    def stones_after(self, move: Square) -> int:
        """Return with how many stones at most the attacker wins after a move; raises `NotRefuted`."""
        return self._after_each([move])

    def _after_each(self, replies: list[Square]) -> int:
        """Return the most stones that the attacker, to move after one of the player's replies, needs."""
        most = 0
        for reply in replies:
            self._play(reply, PLAYER)
            try:
                most = max(most, self._win())
            finally:
                self._undo()
        return most

    def _win(self) -> int:
        first, second = self._board.stones
        if (known := self._stones.get((first, second))) is not None:
            return known
        stones = 1 if self._completing(ATTACKER) else 1 + self._win_by(self._attack())
        self._stones[first, second] = stones
        return stones

    def _win_by(self, attack: Square) -> int:
        """Return how many stones more the attacker needs after this one."""
        self._play(attack, ATTACKER)
        try:
            if self._completing(PLAYER):
                raise NotRefuted(self._names())
            if fives := self._completing(ATTACKER):
                return 1 if fives & fives - 1 else self._after_each(list(squares_of(fives)))
            return self._after_each(self._board.ordered(self._empty, PLAYER))
        finally:
            self._undo()

    def _attack(self) -> Square:
        """Return the attacker's move that the program found."""
        self._question._searches.budget = self._question.budget
        found = self._question._searches.by_threes(ATTACKER, 1.0)
        if found is None:
            raise NotRefuted(self._names())
        return found.pv[0]

    @property
    def _empty(self) -> Mask:
        first, second = self._board.stones
        return self._geometry.board & ~(first | second)

    def _completing(self, who: int) -> Mask:
        return self._geometry.completing(self._board.stones[who]) & self._empty

    def _play(self, square: Square, who: int) -> None:
        self._board.play(square, who)
        self._path.append(square)

    def _undo(self) -> None:
        self._board.undo()
        self._path.pop()

    def _names(self) -> str:
        return " ".join(map(self._geometry.name, self._path))


def walk_puzzle(puzzle: Puzzle) -> Iterator[tuple[Square, int | NotRefuted, int]]:
    """Yield each move, the stones of the attacker's win after it or why there is none, and the positions."""
    for move in squares_of(puzzle.task().position.legal):
        walk = Walk(puzzle)
        try:
            found: int | NotRefuted = walk.stones_after(move)
        except NotRefuted as error:
            found = error
        yield move, found, walk.positions


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.puzzles.walked", description=__doc__.split("\n")[0]
    )
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="of puzzles (all stops)")
    numbers = parser.parse_args().numbers
    puzzles = [shipped().by_number(number) for number in numbers] or [
        puzzle for puzzle in shipped().puzzles if puzzle.goal is Goal.STOP
    ]
    wrong = 0
    for puzzle in puzzles:
        name = puzzle.geometry.name
        found = list(walk_puzzle(puzzle))
        right = [move for move, stones, _ in found if isinstance(stones, NotRefuted)]
        hardest = max((each for each in found if each[0] not in right), key=lambda each: each[2])
        wrong += len(right) != 1
        print(
            f"{puzzle.number}: not refuted {' '.join(map(name, right)) or 'none'}; of {len(found)} moves the "
            f"refutation of {name(hardest[0])} takes most positions, {hardest[2]:,}: {hardest[1]} stones",
            flush=True,
        )
    print(f"{len(puzzles)} puzzles, {wrong} with another number of moves that are not refuted than one")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
