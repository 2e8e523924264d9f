"""How things look: two themes of our own, and the players' colours in each theme.

What is a matter of the theme alone comes from the theme. The players' colours have to be told apart, and from
the ground, so each kind of theme has its own fifteen.
"""

from dataclasses import asdict, dataclass

from textual.theme import BUILTIN_THEMES, Theme

from ttt_tui.engine import COLOURS

OKABE_ITO = Theme(
    name="okabe-ito",
    primary="#56b4e9",
    secondary="#009e73",
    accent="#e69f00",
    warning="#f0e442",
    error="#d55e00",
    success="#009e73",
    foreground="#f0f0f0",
    background="#101010",
    surface="#181818",
    panel="#242424",
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
    variables={
        "text-muted": "#ffffff",
        "text-disabled": "#c0c0c0",
        "border-blurred": "#ffffff",
        "footer-key-foreground": "#ffff00",
        "block-cursor-foreground": "#000000",
        "block-cursor-background": "#ffff00",
        "block-cursor-blurred-foreground": "#000000",
        "block-cursor-blurred-background": "#ffffff",
    },
)
"""White, yellow and cyan on black, and nothing dimmed."""

OWN_THEMES = (OKABE_ITO, HIGH_CONTRAST)

THEME_NAMES = tuple(sorted([*BUILTIN_THEMES, *(theme.name for theme in OWN_THEMES)]))
"""Every theme that can be chosen."""

DEFAULT_THEME = "textual-dark"


@dataclass(frozen=True, slots=True)
class Roles:
    """What each colour of a theme is for: all text, as `rich` and Textual's style sheets read colours.

    In a style sheet they are `$ground`, `$board`, `$edge` and so on; `text`, `panel` and `accent` are
    `$role-text`, `$role-panel` and `$role-accent`, since Textual has variables of these names.
    """

    ground: str
    """The table: everything that is nothing else."""
    panel: str
    """Header, footer, cards, dialogs."""
    raised: str
    """The row with the focus, the latest move, fields, buttons."""
    board: str
    """The wood."""
    edge: str
    """The wood's front edge."""
    grid: str
    """Rules and lines of the board; no text."""
    star: str
    """Star points."""
    text: str
    """Names, values, what matters now."""
    muted: str
    """Labels, explanations, coordinates."""
    faint: str
    """Numbers of moves, empty dots, headings."""
    accent: str
    """Here, or a key; nothing else."""
    good: str
    """Right, better, a win."""
    bad: str
    """Wrong, a loss."""
    ink: str
    """Text on the accent, or on a player's colour."""

    @property
    def variables(self) -> dict[str, str]:
        """The variables of a style sheet."""
        taken = {"text", "panel", "accent"}
        return {f"role-{name}" if name in taken else name: value for name, value in asdict(self).items()}


WALNUT_ROLES = Roles(
    ground="#14110e", panel="#1d1915", raised="#3a2f25", board="#39281b", edge="#22170f", grid="#8d6a48",
    star="#dba867", text="#f1e8da", muted="#b7a995", faint="#998c7a", accent="#f4c152", good="#93d68b",
    bad="#ff8b6b", ink="#15110d",
)  # fmt: skip

KAYA_ROLES = Roles(
    ground="#f6f0e3", panel="#ece3d0", raised="#dccdaf", board="#e6c686", edge="#c9a566", grid="#8f6c36",
    star="#6b4b1d", text="#241c12", muted="#56492f", faint="#6d5f45", accent="#7a3e00", good="#17591f",
    bad="#962408", ink="#fff6e6",
)  # fmt: skip


def roles_of(theme: Theme) -> Roles:
    """Return the colours of a theme by what they are for."""
    return WALNUT_ROLES if theme.dark else KAYA_ROLES


def _named(colours: str) -> dict[str, str]:
    return dict(zip(COLOURS, colours.split(), strict=True))


_ON_DARK = _named(
    "#5fafff #ff5f5f #5fd75f #ffd75f #ff87ff #5fd7d7 #ff8700 #af87ff "
    "#afff5f #ffafd7 #00d7af #d7875f #d7af00 #afaf5f #bcbcbc"
)
_ON_LIGHT = _named(
    "#005faf #af0000 #005f00 #5f5f00 #af00af #005f5f #873700 #5f00af "
    "#2f5f00 #af005f #00574f #6f3f00 #574700 #4f4f1f #4e4e4e"
)
_OKABE_ITO = _named(
    "#56b4e9 #e69f00 #009e73 #f0e442 #cc79a7 #a6dcf7 #d55e00 #4d9fdf "
    "#7fd9b8 #eab8d2 #33c29b #f2a375 #ffd27a #c9c03d #f0f0f0"
)
_ANSI_DARK = _named(
    "bright_blue bright_red bright_green bright_yellow bright_magenta bright_cyan yellow magenta "
    "green bright_white cyan red yellow green white"
)
_ANSI_LIGHT = _named(
    "blue red green bright_black magenta cyan red magenta green magenta cyan red blue bright_black black"
)


def player_colour(theme: Theme, colour: str) -> str:
    """Return how a player's colour, one of `COLOURS`, is drawn in a theme; `rich` knows what is returned."""
    if theme.ansi:
        return (_ANSI_DARK if theme.dark else _ANSI_LIGHT)[colour]
    if theme.name == OKABE_ITO.name:
        return _OKABE_ITO[colour]
    return (_ON_DARK if theme.dark else _ON_LIGHT)[colour]
