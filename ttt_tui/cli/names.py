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
    "custom",
)
"""The presets, in the order in which the setup lists them."""

LEVEL_NAMES = ("random", "rules", "scorer", "minimax", "negamax", "expert")
"""The computer levels, weakest first."""
