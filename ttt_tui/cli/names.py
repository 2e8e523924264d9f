"""The names that the command line knows, so that it can answer without importing what they stand for."""

PRESET_NAMES = (
    "computer",
    "two-players",
    "computers",
    "three-bots",
    "five-bots",
    "seven-bots",
    "fifteen-bots",
    "swarm",
    "gomoku",
    "computers-3x3",
    "three-bots-3x3",
    "five-bots-5x5",
    "seven-bots-7x7",
    "fifteen-bots-15x15",
    "custom",
)
"""The presets; those with a board in their name are known to the command line alone."""

LEVEL_NAMES = ("random", "rules", "scorer", "minimax", "negamax", "expert")
"""The computer levels, weakest first."""

SCREEN_NAMES = {"rules": "easy", "scorer": "medium", "negamax": "hard", "expert": "expert"}
"""The names that some levels have on the screen, by level."""
