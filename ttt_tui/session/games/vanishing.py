"""Vanishing in words: which stone vanishes next, which one a move made vanish, and how a game ended.

>>> from ttt_tui.engine import Game, Geometry, Rules, Setup
>>> game = Game(Setup(Geometry(3, 3, 3, Rules.parse("vanishing"))))
>>> for name in "b2 a1 c1 a3 a2 c2".split():
...     game.place(name)
>>> VanishingWords().turn_note(game.position)
': b2 vanishes next'
>>> game.place("b1")
>>> VanishingWords().move_result(game, game.moves[-1])
': b2 vanishes'
"""

from collections.abc import Iterator
from itertools import takewhile

from ttt_tui.engine import Game, Geometry, Match, Move, Outcome, Position, Rules
from ttt_tui.engine.vanishing import as_vanishing
from ttt_tui.session.games.in_a_row import GameWords


class VanishingWords(GameWords):
    """What is said of Vanishing."""

    def title(self, geometry: Geometry) -> str:
        return f"Vanishing: {super().title(geometry)}"

    def rules(self, rules: Rules) -> Iterator[str]:
        yield "Each player keeps three stones: the next one makes the oldest vanish"
        yield "Until then the square of the oldest is taken"
        yield "A position that comes for the third time is a draw"

    def turn_note(self, position: Position) -> str:
        square = as_vanishing(position).leaving(position.to_move)
        return "" if square is None else f": {position.geometry.shown(square)} vanishes next"

    def parts(self, game: Game) -> Iterator[str]:
        """Yield each player's stones by age, which the board does not show."""
        position = as_vanishing(game.position)
        for player, stones in zip(game.setup.players, position.state[:2], strict=True):
            if len(stones) > 1:
                yield f"{player.symbol} from the oldest: {' '.join(map(position.geometry.shown, stones))}"

    def move_result(self, game: Game, move: Move) -> str:
        """Return which stone vanished: `: b2 vanishes`.

        A player can place on a square again, so the move is the one in the list itself, not an equal one.
        """
        geometry = game.setup.geometry
        before = takewhile(lambda made: made is not move, game.moves)
        placed = [made.stone for made in before if made.player == move.player and made.stone is not None]
        if not move.is_stone or len(placed) < geometry.line_length:
            return ""
        return f": {geometry.shown(placed[-geometry.line_length])} vanishes"

    def draw(self, match: Match, outcome: Outcome) -> str:
        return "Draw by repetition"
