"""The words for a game of k in a row. Another game overrides those that are different there."""

from collections.abc import Callable, Iterator, Sequence

from ttt_tui.analysis.words import deciding_words, spelled
from ttt_tui.engine import Game, Geometry, Match, Move, Outcome, Position, Rules, Termination

DRAWS = {
    Termination.FULL_BOARD: "Draw: the board is full",
    Termination.DEAD_BOARD: "Draw: no line is possible any more",
    Termination.NO_MOVE: "Draw: every empty square is forbidden",
}


class GameWords:
    """What is said of one game; `number` and `cells` return a number in words and the width of a text."""

    def title(self, geometry: Geometry) -> str:
        """Return the board and what wins there: `3×3 squares, three in a row wins`."""
        wins = "" if geometry.rules.misere else " wins"
        return f"{geometry} squares, {deciding_words(geometry)}{wins}"

    def rules(self, rules: Rules) -> Iterator[str]:
        """Yield how the game is played, one rule a sentence, unless the words of the rules say it."""
        yield from ()

    def where_to_play(self, position: Position) -> str:
        """Return the part of the board for the player to move: `the top right board`; empty for all of it."""
        return ""

    def turn_note(self, position: Position) -> str:
        """Return what else the player to move has to know, to append to the turn; empty for nothing."""
        return ""

    def parts(self, game: Game) -> Iterator[str]:
        """Yield the state of the parts of the board, if it has any: `X has won the top board`."""
        yield from ()

    def owners(
        self, position: Position, symbols: Sequence[str], empty: str, cells: Callable[[str], int]
    ) -> str:
        """Return the owners of the parts of the board as rows of symbols, empty without parts."""
        return ""

    def move_result(self, game: Game, move: Move) -> str:
        """Return what a stone decided, to append to its move: ` and wins the top board`; or nothing."""
        return ""

    def draw(self, match: Match, outcome: Outcome) -> str:
        """Return why a game was drawn."""
        return DRAWS[outcome.termination]

    def win(self, match: Match, outcome: Outcome, number: Callable[[int], str] = spelled) -> str:
        """Return what decided a game: `five in a row`."""
        return f"{number(match.setup.geometry.longest_run(outcome.squares))} in a row"
