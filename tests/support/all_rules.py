"""Every combination of rules by which games of k in a row are played, and boards that suit them."""

from itertools import combinations

from tests.support.strategies import make_setup
from ttt_tui.engine import Game, Rules
from ttt_tui.engine.setup import is_valid_setup
from ttt_tui.errors import InvalidRules

WORDS = ("exactly", "misere", "drop", "torus", "shared", "wild", "double")
"""The words that go together with others; renju has a board of its own, openings come before a game."""


def _go_together(words: tuple[str, ...]) -> bool:
    try:
        Rules.parse(", ".join(words) or "usual")
    except InvalidRules:
        return False
    return True


COMBINATIONS = [
    ", ".join(words) or "usual"
    for count in range(len(WORDS) + 1)
    for words in combinations(WORDS, count)
    if _go_together(words)
] + ["renju"]


def new_game(words: str, players: int = 2, size: tuple[int, int, int] = (5, 5, 3)) -> Game | None:
    """Return a game by these rules, None if so many players cannot play it on such a board."""
    size = (7, 6, 5) if words == "renju" else size
    setup = make_setup(*size, players, kind=Rules.parse(words))
    return Game(setup) if is_valid_setup(setup) else None


TABLE = [
    (words, players)
    for players in (2, 3, 4, 5)
    for words in COMBINATIONS
    if new_game(words, players) is not None
]
"""The rules with every number of players who can play by them, of two to five."""


def fewer(words: str, count: int) -> int:
    """Return how many games are played: the reference takes its time with the bans of renju."""
    return max(1, count // 10) if words == "renju" else count
