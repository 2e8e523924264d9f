"""The names that users type for presets, levels, rules and themes, in one place and without any import.

So `--help`, `--version` and the completion of a shell know them without the game.
"""

LADDER_NAMES = ("novice", "easy", "medium", "hard", "strong", "expert")
"""The names of the ladder's steps, weakest first; some name two steps."""

CLASSIC_NAMES = ("random", "rules", "scorer", "minimax", "negamax")
"""The computers that are one algorithm each, weakest first; the screen lists them after the ladder."""

PRESET_NAMES = (
    "computer",
    "two-players",
    "computers",
    "three-bots",
    "five-bots",
    "seven-bots",
    "fifteen-bots",
    "swarm",
    "connect-four",
    "ultimate",
    "vanishing",
    "renju",
    "misere",
    "wild",
    "notakto",
    "torus",
    "connect6",
    "gomoku",
    "computers-3x3",
    "three-bots-3x3",
    "five-bots-5x5",
    "seven-bots-7x7",
    "fifteen-bots-15x15",
    "custom",
)
"""The presets; those with a board in their name exist only on the command line."""

RULE_WORDS = (
    "usual", "exactly", "renju", "misere", "drop", "torus", "shared", "wild", "pie", "swap", "swap2",
    "double", "ultimate", "open-until-full", "most-boards", "vanishing", "connect4", "connect6", "notakto",
)  # fmt: skip
"""Rule words, and names of games that stand for several of them."""

COORDINATE_NAMES = ("game", "top", "bottom", "go", "numbers")
"""The ways of naming squares."""

THEME_NAMES = (
    "walnut", "kaya", "ansi-dark", "ansi-light", "atom-one-dark", "atom-one-light", "catppuccin-frappe",
    "catppuccin-latte", "catppuccin-macchiato", "catppuccin-mocha", "dracula", "flexoki", "gruvbox",
    "high-contrast", "monokai", "nord", "okabe-ito", "rose-pine", "rose-pine-dawn", "rose-pine-moon",
    "solarized-dark", "solarized-light", "textual-dark", "textual-light", "tokyo-night",
)  # fmt: skip
"""The themes, our two first; `app.themes` has those that this version of Textual knows."""
