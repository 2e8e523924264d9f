"""How things look: the players' colours. What is a matter of the theme alone comes from the theme."""

from ttt_tui.engine import COLOURS

PLAYER_COLOURS = dict(
    zip(
        COLOURS,
        (
            "#5fafff", "#ff5f5f", "#5fd75f", "#ffd75f", "#ff87ff", "#5fd7d7", "#ff8700", "#af87ff",
            "#afff5f", "#ffafd7", "#00af87", "#d7875f", "#d7af00", "#afaf5f", "#bcbcbc",
        ),
        strict=True,
    )
)  # fmt: skip
"""Colour name → how it is drawn; all readable on a dark ground, all in the 256-colour cube."""
