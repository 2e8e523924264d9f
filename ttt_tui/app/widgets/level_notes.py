"""What each level does, in so few words that they stand beside its name."""

LEVEL_NOTES = {
    "random": "places anywhere",
    "rules": "wins or blocks in one",
    "scorer": "weighs every square",
    "minimax": "tries all replies",
    "negamax": "tries them deeper",
    "expert": "proves and threatens",
}
"""By the name of the level; in at most 21 characters."""
