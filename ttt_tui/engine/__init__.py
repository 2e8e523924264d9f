"""The game: boards, rules, games and matches. Standard library only; no clock, file, thread or screen.

>>> from ttt_tui.engine import Game, Geometry, Player, Setup
>>> x, o = Player("Ada", "X", "blue"), Player("Bob", "O", "red")
>>> game = Game(Setup(Geometry(3, 3, 3), (x, o)))
>>> for name in "a1 b1 a2 b2 a3".split():
...     game.place(game.setup.geometry.parse(name))
>>> game.outcome.termination, game.setup.players[game.outcome.winner].name
(<Termination.LINE: 'line'>, 'Ada')
"""

from ttt_tui.engine.errors import (
    GameOver,
    IllegalMove,
    NotASquare,
    NothingToRedo,
    NothingToUndo,
    NotYourTurn,
    SquareTaken,
)
from ttt_tui.engine.game import Game, Move, Outcome, Termination
from ttt_tui.engine.geometry import (
    LARGEST_SIDE,
    SHORTEST_LINE,
    SMALLEST_SIDE,
    Geometry,
    Mask,
    Square,
    column_letter,
    mask_of,
    squares_of,
)
from ttt_tui.engine.match import Change, Match
from ttt_tui.engine.position import Position
from ttt_tui.engine.setup import (
    COLOURS,
    EMPTY_SQUARE,
    FEWEST_PLAYERS,
    HUMAN,
    LONGEST_NAME,
    MOST_DRAWS,
    MOST_PLAYERS,
    MOST_POINTS,
    SYMBOLS,
    FirstMover,
    Limit,
    MatchRules,
    Player,
    Setup,
    most_players,
    name_problem,
    player_problem,
    problem,
    symbol_problem,
)

__all__ = [
    "COLOURS",
    "EMPTY_SQUARE",
    "FEWEST_PLAYERS",
    "HUMAN",
    "LARGEST_SIDE",
    "LONGEST_NAME",
    "MOST_DRAWS",
    "MOST_PLAYERS",
    "MOST_POINTS",
    "SHORTEST_LINE",
    "SMALLEST_SIDE",
    "SYMBOLS",
    "Change",
    "FirstMover",
    "Game",
    "GameOver",
    "Geometry",
    "IllegalMove",
    "Limit",
    "Mask",
    "Match",
    "MatchRules",
    "Move",
    "NotASquare",
    "NotYourTurn",
    "NothingToRedo",
    "NothingToUndo",
    "Outcome",
    "Player",
    "Position",
    "Setup",
    "Square",
    "SquareTaken",
    "Termination",
    "column_letter",
    "mask_of",
    "most_players",
    "name_problem",
    "player_problem",
    "problem",
    "squares_of",
    "symbol_problem",
]
