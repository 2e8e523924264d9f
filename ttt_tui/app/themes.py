"""The themes, their roles, and the players' colours in each.

Two themes are ours, walnut and kaya. All others get the same roles from their own colours, moved as
little as needed to be readable.
"""

from collections.abc import Iterator

from rich.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from ttt_tui.app.contrast import BLACK, WHITE, mixed, moved
from ttt_tui.app.roles import (
    HIGH_CONTRAST_ROLES,
    KAYA_OF_16,
    KAYA_ROLES,
    PLAYERS_ON,
    TEXT_CONTRAST,
    WALNUT_OF_16,
    WALNUT_ROLES,
    Roles,
    from_colours,
    ink_for,
    ink_of_16,
    widget_variables,
)
from ttt_tui.engine import COLOURS


def _authored(name: str, roles: Roles, *, is_dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=roles.accent,
        secondary=roles.muted,
        accent=roles.accent,
        warning=roles.accent,
        error=roles.bad,
        success=roles.good,
        foreground=roles.text,
        background=roles.ground,
        surface=roles.board,
        panel=roles.raised,
        dark=is_dark,
        variables=widget_variables(roles),
    )


WALNUT = _authored("walnut", WALNUT_ROLES, is_dark=True)
"""A board of dark wood on a dark table."""

KAYA = _authored("kaya", KAYA_ROLES, is_dark=False)
"""A board of the pale wood of go boards, by day."""

OKABE_ITO = Theme(
    name="okabe-ito",
    primary="#56b4e9",
    secondary="#009e73",
    accent="#e99806",
    warning="#f0e442",
    error="#e98356",
    success="#52ada2",
    foreground="#f0f0f0",
    background="#101010",
    surface="#2b2621",
    panel="#3a342d",
    dark=True,
)
"""Colours that colour-blind eyes tell apart (M. Okabe and K. Ito, "Color Universal Design", 2008)."""

HIGH_CONTRAST = Theme(
    name="high-contrast",
    primary="#ffffff",
    secondary="#00ffff",
    accent="#ffff00",
    warning="#ffff00",
    error="#ff8080",
    success="#00ff00",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
)
"""White, yellow and cyan on black, and nothing dimmed."""

OWN_THEMES = (WALNUT, KAYA, OKABE_ITO, HIGH_CONTRAST)

THEME_NAMES = (
    WALNUT.name,
    KAYA.name,
    *sorted([*BUILTIN_THEMES, *(theme.name for theme in OWN_THEMES if theme not in (WALNUT, KAYA))]),
)
"""All themes that can be chosen, walnut and kaya first."""

DEFAULT_THEME = WALNUT.name

DIMMING = 0.62
"""The share of the ground in a dimmed colour, unless its contrast would be too small."""

DIMMED_CONTRAST = 2.5
"""Least contrast of a dimmed colour to its ground."""


def roles_of(theme: Theme) -> Roles:
    """Return the roles of a theme."""
    if theme.ansi:
        return WALNUT_OF_16 if theme.dark else KAYA_OF_16
    if theme.name not in _roles:
        generated = {name: value[:7] for name, value in theme.to_color_system().generate().items()}
        _roles[theme.name] = from_colours(
            ground=generated["background"],
            surface=generated["surface"],
            panel=generated["panel"],
            text=generated["foreground"],
            accent=generated["accent"],
            good=generated["success"],
            bad=generated["error"],
            is_dark=theme.dark,
        )
    return _roles[theme.name]


_roles = {WALNUT.name: WALNUT_ROLES, KAYA.name: KAYA_ROLES, HIGH_CONTRAST.name: HIGH_CONTRAST_ROLES}
"""Theme → its roles, authored or computed so far."""


def of_16(theme: Theme) -> Theme:
    """Return the theme of the terminal's own 16 colours that replaces `theme`."""
    return BUILTIN_THEMES["ansi-dark" if theme.dark else "ansi-light"]


def _named(colours: str) -> dict[str, str]:
    return dict(zip(COLOURS, colours.split(), strict=True))


_ON_DARK = _named(
    "#6fc1ff #ff8c6b #71e469 #fee065 #f08cf0 #5fd7cf #ffa63d #b79bff "
    "#c3f06a #ffb3d1 #2bd09d #d8996b #d2b210 #b3b36a #c9c5bd"
)
_ON_LIGHT = _named(
    "#0b4f94 #870700 #114600 #6b4d10 #8a1a8a #1a5870 #8c3d13 #5328a0 "
    "#485a17 #a20853 #0d4d34 #54210d #482e00 #31360f #494a4b"
)
_OF_16_ON_DARK = _named(
    "bright_cyan bright_red bright_green bright_yellow bright_magenta cyan yellow magenta "
    "green bright_white bright_blue red yellow green white"
)
_OF_16_ON_LIGHT = _named(
    "blue red green yellow magenta cyan red magenta green magenta cyan red yellow green bright_black"
)
_OKABE_ITO = _named(
    "#47b8ec #e18a40 #0db28e #f4e846 #d187b0 #a4dbf6 #e3ac11 #5da1ed "
    "#8fdabd #eab8d3 #30d493 #f6a97f #ffd27a #c6bd3b #f0f0f0"
)


def player_colour(theme: Theme, colour: str) -> str:
    """Return a player's colour of `COLOURS` in a theme, as `rich` names it."""
    if theme.ansi:
        return (_OF_16_ON_DARK if theme.dark else _OF_16_ON_LIGHT)[colour]
    shown = _players.setdefault(theme.name, {})
    while colour not in shown:
        if theme.name not in _coming:
            _coming[theme.name] = _adapted_players(theme)
        name, found = next(_coming[theme.name])
        shown[name] = found
    return shown[colour]


def _adapted_players(theme: Theme) -> Iterator[tuple[str, str]]:
    """Yield the names and colours of the players in a theme that is not made for them."""
    from ttt_tui.app.distinct import distinct  # our usual themes do not need it

    roles = roles_of(theme)
    colours = _OKABE_ITO if theme.name == OKABE_ITO.name else _ON_DARK if theme.dark else _ON_LIGHT
    grounds = [getattr(roles, name) for name in PLAYERS_ON]
    others = roles.good, roles.bad, roles.accent
    return distinct(colours, grounds, others, TEXT_CONTRAST, WHITE if theme.dark else BLACK)


_players = {WALNUT.name: _ON_DARK, KAYA.name: _ON_LIGHT}
"""Theme → the players' colours in it, as far as computed: most games need two."""

_coming: dict[str, Iterator[tuple[str, str]]] = {}
"""Theme → the players' colours in it that are yet to be computed."""


def ink_on(theme: Theme, colour: str) -> str:
    """Return the colour of text on a player's colour of `COLOURS`, as `rich` names it."""
    if theme.ansi:
        return ink_of_16(Color.parse(player_colour(theme, colour)).number or 0)
    return ink_for(player_colour(theme, colour), roles_of(theme).ink)


def pale(theme: Theme, colour: str) -> str:
    """Return a player's colour of `COLOURS` dimmed on the board; the terminal's own are not dimmed."""
    shown, board = player_colour(theme, colour), roles_of(theme).board
    return dimmed(shown, board) if board.startswith("#") else shown


def dimmed(colour: str, ground: str) -> str:
    """Return a colour mixed with the ground on which it is, as far as it stays visible there."""
    return moved(mixed(colour, ground, DIMMING), [ground], DIMMED_CONTRAST, colour)
