"""What each game says otherwise, in one table: `words_of` returns the words of a game.

>>> from ttt_tui.engine import Rules
>>> type(words_of(Rules.parse("misere"))).__name__, type(words_of(Rules.parse("ultimate"))).__name__
('GameWords', 'UltimateWords')
"""

from functools import cache

from ttt_tui.engine import GameName, Rules
from ttt_tui.session.games.in_a_row import GameWords


@cache
def words_of(rules: Rules) -> GameWords:
    """Return the words of the game that has these rules."""
    match rules.game:
        case GameName.IN_A_ROW:
            return GameWords()
        case GameName.ULTIMATE:
            from ttt_tui.session.games.ultimate import UltimateWords  # no other game waits for its tables

            return UltimateWords()
        case GameName.VANISHING:
            from ttt_tui.session.games.vanishing import VanishingWords

            return VanishingWords()
