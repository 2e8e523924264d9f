"""The game: boards, rules, games and matches. Standard library only; no clock, file, thread or screen.

>>> from ttt_tui.engine import Game, Geometry, Player, Setup
>>> game = Game(Setup(Geometry(columns=3, rows=3, line_length=3), [Player("Ada"), Player("Bob")]))
>>> for name in "a1 b1 a2 b2 a3".split():
...     game.place(name)
>>> print(game)
   a b c
 1 X O ·
 2 X O ·
 3 X · ·
>>> game.outcome.termination, game.setup.players[game.outcome.winner].name
(<Termination.LINE: 'line'>, 'Ada')
"""

from ttt_tui.engine.coordinates import Coordinates
from ttt_tui.engine.diagram import EMPTY_SQUARE
from ttt_tui.engine.game import Game, Move
from ttt_tui.engine.geometry import (
    LARGEST_SIDE,
    SHORTEST_LINE,
    SMALLEST_SIDE,
    Geometry,
    Mask,
    Placement,
    Square,
    column_letter,
    mask_of,
    squares_of,
)
from ttt_tui.engine.match import Change, FinishedGame, Match
from ttt_tui.engine.names import (
    LONGEST_NAME,
    check_name,
    check_symbol,
    is_valid_name,
    is_valid_symbol,
)
from ttt_tui.engine.outcome import Outcome, Termination
from ttt_tui.engine.position import Position
from ttt_tui.engine.records import Record
from ttt_tui.engine.rules import Choice, GameName, LineRule, Marks, Opening, Rules
from ttt_tui.engine.setup import (
    COLOURS,
    ENGINE_PREFIX,
    FEWEST_PLAYERS,
    HUMAN,
    MOST_DRAWS,
    MOST_PLAYERS,
    MOST_POINTS,
    OPEN,
    OWN_PREFIX,
    SYMBOLS,
    FirstMover,
    Limit,
    MatchRules,
    Player,
    Setup,
    can_engines_play,
    check_engines_can_play,
    check_new_setup,
    check_player,
    check_setup,
    engine_level,
    engine_name,
    is_engine_level,
    is_valid_setup,
    most_players,
    own_level,
)
from ttt_tui.engine.start import Start, start_of, start_position
from ttt_tui.errors import (
    ColumnFull,
    FloatingStone,
    GameOver,
    IllegalMove,
    InvalidRules,
    InvalidSetup,
    InvalidStart,
    NoMark,
    NotASquare,
    NothingToRedo,
    NothingToUndo,
    NotYourTurn,
    RecordError,
    SquareTaken,
    WrongBoard,
)

__all__ = [
    "COLOURS",
    "EMPTY_SQUARE",
    "ENGINE_PREFIX",
    "FEWEST_PLAYERS",
    "HUMAN",
    "LARGEST_SIDE",
    "LONGEST_NAME",
    "MOST_DRAWS",
    "MOST_PLAYERS",
    "MOST_POINTS",
    "OPEN",
    "OWN_PREFIX",
    "SHORTEST_LINE",
    "SMALLEST_SIDE",
    "SYMBOLS",
    "Change",
    "Choice",
    "ColumnFull",
    "Coordinates",
    "FinishedGame",
    "FirstMover",
    "FloatingStone",
    "Game",
    "GameName",
    "GameOver",
    "Geometry",
    "IllegalMove",
    "InvalidRules",
    "InvalidSetup",
    "InvalidStart",
    "Limit",
    "LineRule",
    "Marks",
    "Mask",
    "Match",
    "MatchRules",
    "Move",
    "NoMark",
    "NotASquare",
    "NotYourTurn",
    "NothingToRedo",
    "NothingToUndo",
    "Opening",
    "Outcome",
    "Placement",
    "Player",
    "Position",
    "Record",
    "RecordError",
    "Rules",
    "Setup",
    "Square",
    "SquareTaken",
    "Start",
    "Termination",
    "WrongBoard",
    "can_engines_play",
    "check_engines_can_play",
    "check_name",
    "check_new_setup",
    "check_player",
    "check_setup",
    "check_symbol",
    "column_letter",
    "engine_level",
    "engine_name",
    "is_engine_level",
    "is_valid_name",
    "is_valid_setup",
    "is_valid_symbol",
    "mask_of",
    "most_players",
    "own_level",
    "squares_of",
    "start_of",
    "start_position",
]
