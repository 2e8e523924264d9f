"""An opponent as strong as the user, and the result to expect against each step of the ladder.

>>> from ttt_tui.session.player_ratings import PlayerRatings
>>> from ttt_tui.session.presets import PRESETS
>>> from ttt_tui.session.strength import expectation, suggested_level
>>> setup, ratings = PRESETS["gomoku"].make(), PlayerRatings(None, names=list)
>>> suggested_level(setup, ratings) is None
True
>>> expectation(setup, ratings)
'a good first opponent'
"""

from ttt_tui.computer.ladder.kinds import BoardClass, kind_of, step_rating
from ttt_tui.computer.levels import STEPS, strength_of
from ttt_tui.engine import Setup
from ttt_tui.session.player_ratings import PlayerRatings
from ttt_tui.session.setup_changes import with_level
from ttt_tui.store.rated_games import duel_of

MATCHED = "matched"
"""The choice, among the levels, of the step as strong as the user."""

MATCH_TITLE = "match my strength"

ELO = 400.0
"""The rating difference at which the stronger player's expected score is ten times the other's."""


def suggested_level(setup: Setup, ratings: PlayerRatings) -> str | None:
    """Return the step as strong as the user in this game, None if unknown."""
    if duel_of(setup) is None:
        return None
    kind = kind_of(setup.geometry)
    return STEPS[ratings.suggested_step(kind) - 1] if ratings.can_match(kind) else None


def with_matched_step(setup: Setup, ratings: PlayerRatings) -> Setup:
    """Return the set-up with the step as strong as the user, if known."""
    level = suggested_level(setup, ratings)
    return setup if level is None else with_level(setup, level)


UNRATED = (
    "the easiest opponent", "for beginners", "for beginners", "a good first opponent",
    "for practised players", "for good players", "for good players", "for strong players",
    "for strong players", "the strongest opponent",
)  # fmt: skip
"""The description of each step for a user of unknown strength."""

SHARES = (
    (0.04, "hardly ever"),
    (0.15, "about one in ten"),
    (0.29, "about one in four"),
    (0.4, "about one in three"),
    (0.6, "about half"),
    (0.71, "about two in three"),
    (0.85, "about three in four"),
    (0.96, "about nine in ten"),
    (1.0, "nearly always"),
)
"""Expected scores up to these, in words."""


def expectation(setup: Setup, ratings: PlayerRatings) -> str:
    """Return what the user can expect of a set-up's step: `you win about half`.

    Empty unless one human plays one step.
    """
    duel = duel_of(setup)
    strength = None if duel is None else strength_of(duel.level)
    if strength is None:
        return ""
    kind = kind_of(setup.geometry)
    rating = ratings.rating_of(kind)
    if rating is None or not ratings.can_match(kind):
        return UNRATED[strength - 1]
    share = expected_score(rating.rating, step_rating(kind, strength).rating)
    words = next(words for most, words in SHARES if share <= most)
    if strength == 1 and share < 0.5:
        return "the easiest opponent there is"
    verb = "score" if kind.board is BoardClass.THREE else "win"  # draws are half of a score there
    return f"you {words} {verb}" if share <= SHARES[0][0] or share > SHARES[-2][0] else f"you {verb} {words}"


def expected_score(rating: float, opponent: float) -> float:
    """Return the expected score against an opponent, from 0 to 1."""
    return float(1 / (1 + 10 ** ((opponent - rating) / ELO)))
