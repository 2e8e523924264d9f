"""A game as a picture (SVG) in the colours of a theme."""

from textual.theme import BUILTIN_THEMES, Theme

from ttt_tui.app.themes import DEFAULT_THEME, OWN_THEMES
from ttt_tui.app.widgets.board.svg_parts import GamePicture
from ttt_tui.engine import Game

FALLBACKS = {True: "walnut", False: "kaya"}
"""Replacements for themes that leave their colours to the terminal, by whether they are dark."""


def svg_of(game: Game, theme: Theme, ply: int | None = None, date: str | None = None) -> str:
    """Return the picture of a game's end, or of the position after `ply` moves, as the text of an SVG file.

    `date` is the date of the game, None if unknown.
    """
    for name in (theme.name, FALLBACKS[theme.dark]):
        theme = theme_named(name) if theme.ansi else theme
    kind = GamePicture
    if game.setup.geometry.block_side is not None:
        from ttt_tui.app.widgets.board.nine_svg import NineGamePicture as kind  # only Ultimate needs it
    elif game.setup.geometry.rules.drop:
        from ttt_tui.app.widgets.board.rack_svg import RackGamePicture as kind  # only racks need it

    picture = kind(game, theme, len(game.moves) if ply is None else ply, date)
    return "\n".join(picture.lines()) + "\n"


def theme_named(name: str | None) -> Theme:
    """Return the theme named `name`, by default the usual one."""
    themes = BUILTIN_THEMES | {theme.name: theme for theme in OWN_THEMES}
    return themes.get(name or DEFAULT_THEME, themes[DEFAULT_THEME])
