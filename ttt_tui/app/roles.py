"""The roles of a theme's colours, and the grounds on which they are used.

`ROLES_ON` and `PLAYERS_ON` say which role is used on which ground: the colours of foreign themes are
moved until all these pairs are readable, and a test checks every pair of every theme.
"""

from dataclasses import asdict, dataclass, replace
from functools import cache

from ttt_tui.app.contrast import BLACK, WHITE, contrast, contrast_of_16, mixed, moved, readable

TEXT_CONTRAST = 4.5
"""Least contrast of any text on any of its grounds (WCAG 2.1, level AA)."""

SHAPE_CONTRAST = 3.0
"""Least contrast of shapes: stones, dots, bars."""

LINE_CONTRAST = 2.9
"""Least contrast of the lines of a board."""

RAISED_CONTRAST = 1.22
"""Least contrast of a raised ground to the grounds around it."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The colours of a theme by purpose, in the form that `rich` reads.

    In a style sheet they are `$ground`, `$board`, `$edge` and so on; `text`, `panel` and `accent` are
    `$role-text`, `$role-panel` and `$role-accent`, since Textual has variables of these names.
    """

    ground: str
    """The table: everything else."""
    panel: str
    """Header, footer, cards, dialogs."""
    raised: str
    """The row with the focus, the latest move, fields, buttons."""
    board: str
    """The wood."""
    rim: str
    """The light on the wood's upper edge."""
    edge: str
    """The wood's front edge, in shadow."""
    hole: str
    """The empty holes of a rack, where stones fall: the table seen through the wood."""
    grid: str
    """Rules and lines of the board; no text."""
    star: str
    """Star points."""
    text: str
    """Names, values, important texts."""
    muted: str
    """Labels, explanations, coordinates."""
    faint: str
    """Numbers of moves, empty dots, headings; on the ground and on panels only."""
    accent: str
    """The cursor, and keys; nothing else."""
    good: str
    """Right, better, a win."""
    bad: str
    """Wrong, a loss."""
    ink: str
    """Text on the accent, or on a player's colour."""

    @property
    def variables(self) -> dict[str, str]:
        """The variables of style sheets: the roles, and the variables of Textual's own widgets."""
        taken = {"text", "panel", "accent"}
        roles = {f"role-{name}" if name in taken else name: value for name, value in asdict(self).items()}
        return {name: in_style_sheets(value) for name, value in roles.items()} | widget_variables(self)


ROLES_ON = {
    "text": ("ground", "panel", "raised", "board", "hole"),
    "muted": ("ground", "panel", "raised", "board", "hole"),
    "faint": ("ground", "panel"),
    "accent": ("ground", "panel", "raised", "board", "hole"),
    "good": ("ground", "panel", "raised", "board", "hole"),
    "bad": ("ground", "panel", "raised", "board", "hole"),
    "star": ("board",),
    "grid": ("board",),
    "ink": ("accent",),
}
"""Role → the grounds on which it is used."""

PLAYERS_ON = ("ground", "panel", "raised", "board", "hole")
"""The grounds of players' colours; the ink is used on every player's colour."""

WALNUT_ROLES = Roles(
    ground="#14110e", panel="#231d17", raised="#3a2f25", board="#39281b", rim="#4a3423", edge="#0a0705",
    hole="#1c130c", grid="#8d6a48", star="#dba867", text="#f1e8da", muted="#b7a995", faint="#998c7a",
    accent="#f4c152", good="#96d48d", bad="#fb7b75", ink="#15110d",
)  # fmt: skip

KAYA_ROLES = Roles(
    ground="#f6f0e3", panel="#ece3d0", raised="#dccdaf", board="#e6c686", rim="#f2dcaa", edge="#c9a566",
    hole="#f7efdc", grid="#8f6c36", star="#6b4b1d", text="#241c12", muted="#56492f", faint="#6d5f45",
    accent="#733e01", good="#195e27", bad="#a61a23", ink="#fff6e6",
)  # fmt: skip

HIGH_CONTRAST_ROLES = Roles(
    ground="#000000", panel="#000000", raised="#333333", board="#000000", rim="#4d4d4d", edge="#4d4d4d",
    hole="#333333", grid="#9a9a9a", star="#ffffff", text="#ffffff", muted="#ffffff", faint="#c0c0c0",
    accent="#ffff00", good="#00ff00", bad="#ff8080", ink="#000000",
)  # fmt: skip

WALNUT_OF_16 = Roles(
    ground="black", panel="black", raised="blue", board="black", rim="black", edge="black",
    hole="black", grid="bright_black", star="yellow", text="default", muted="default", faint="default",
    accent="bright_yellow", good="bright_green", bad="bright_red", ink="black",
)  # fmt: skip
"""For a terminal's own ground, assumed black: texts have its own colour, raised grounds are reversed."""

KAYA_OF_16 = Roles(
    ground="bright_white", panel="bright_white", raised="white", board="bright_white", rim="bright_white",
    edge="bright_white", hole="bright_white", grid="bright_black", star="black", text="default",
    muted="default", faint="default", accent="magenta", good="default", bad="red", ink="bright_white",
)  # fmt: skip
"""For a terminal's own ground, assumed white, where no yellow or green of the 16 can be read."""


def in_style_sheets(colour: str) -> str:
    """Return the style sheet's name of a `rich` colour."""
    return colour if colour.startswith("#") else f"ansi_{colour}"


def widget_variables(roles: Roles) -> dict[str, str]:
    """Return the variables of Textual's own widgets, which our style sheets use, too."""
    colours = {
        "background": roles.ground, "surface": roles.panel, "panel": roles.panel, "boost": roles.raised,
        "foreground": roles.text, "foreground-muted": roles.muted, "foreground-disabled": roles.faint,
        "primary": roles.accent, "secondary": roles.muted, "accent": roles.accent,
        "warning": roles.accent, "error": roles.bad, "success": roles.good,
        "text": roles.text, "text-muted": roles.muted, "text-disabled": roles.faint,
        "text-primary": roles.accent, "text-secondary": roles.muted, "text-accent": roles.accent,
        "text-warning": roles.accent, "text-error": roles.bad, "text-success": roles.good,
        "primary-muted": roles.raised, "secondary-muted": roles.raised, "accent-muted": roles.raised,
        "warning-muted": roles.raised, "error-muted": roles.raised, "success-muted": roles.raised,
        "primary-background": roles.panel, "secondary-background": roles.panel,
        "surface-active": roles.raised,
        "block-cursor-foreground": roles.ink, "block-cursor-background": roles.accent,
        "block-cursor-blurred-foreground": roles.text, "block-cursor-blurred-background": roles.raised,
        "block-hover-background": roles.raised,
        "border": roles.accent, "border-blurred": roles.raised,
        "scrollbar": roles.grid, "scrollbar-hover": roles.muted, "scrollbar-active": roles.accent,
        "scrollbar-corner-color": roles.ground,
        "link-color": roles.accent, "link-color-hover": roles.ink, "link-background-hover": roles.accent,
        "footer-foreground": roles.muted, "footer-background": roles.panel,
        "footer-key-foreground": roles.accent, "footer-key-background": roles.panel,
        "footer-description-foreground": roles.muted, "footer-description-background": roles.panel,
        "footer-item-background": roles.panel,
        "input-cursor-foreground": roles.ink, "input-cursor-background": roles.accent,
        "input-selection-foreground": roles.ink, "input-selection-background": roles.accent,
        "button-foreground": roles.text, "button-color-foreground": roles.ink,
        "screen-selection-foreground": roles.ink, "screen-selection-background": roles.accent,
        "ansi-background": roles.panel, "ansi-foreground": roles.text,
    }  # fmt: skip
    others = {
        "scrollbar-background": "transparent", "scrollbar-background-hover": "transparent",
        "scrollbar-background-active": "transparent",
        "block-cursor-text-style": "bold", "block-cursor-blurred-text-style": "none",
        "input-cursor-text-style": "none", "button-focus-text-style": "bold",
    }  # fmt: skip
    return {name: in_style_sheets(colour) for name, colour in colours.items()} | others


def adapted(roles: Roles, is_dark: bool) -> Roles:
    """Return the roles with colours moved as little as needed to be readable on all their grounds.

    Texts move towards white in a dark theme, towards black in a light one, grounds the other way.
    """
    towards, away = (WHITE, BLACK) if is_dark else (BLACK, WHITE)
    # A ground on which neither white nor black is readable is moved itself.
    grounds = {
        name: moved(getattr(roles, name), [towards], TEXT_CONTRAST + 1, away)
        for name in ("ground", "panel", "raised", "board")
    }
    around = [grounds["ground"], grounds["panel"]]
    raised = moved(grounds["raised"], around, RAISED_CONTRAST, towards)
    hole = readable(roles.hole, grounds["board"], RAISED_CONTRAST)
    roles = replace(roles, **(grounds | {"raised": raised, "hole": hole}))
    texts = {}
    for name, used_on in ROLES_ON.items():
        if name != "ink":
            ratio = LINE_CONTRAST if name == "grid" else TEXT_CONTRAST
            texts[name] = moved(getattr(roles, name), [getattr(roles, on) for on in used_on], ratio, towards)
    return replace(roles, **texts, ink=ink_for(texts["accent"], roles.ground))


def from_colours(
    *, ground: str, surface: str, panel: str, text: str, accent: str, good: str, bad: str, is_dark: bool
) -> Roles:
    """Return the roles of a foreign theme: its surface is the board, its panel the raised ground."""
    board = surface
    return adapted(
        Roles(
            ground=ground,
            panel=mixed(ground, surface, 0.5),
            raised=panel,
            board=board,
            rim=mixed(board, WHITE, 0.1 if is_dark else 0.4),
            edge=mixed(board, BLACK, 0.65 if is_dark else 0.15),
            hole=mixed(ground, board, 0.2),
            grid=mixed(board, text, 0.3),
            star=mixed(board, text, 0.6),
            text=text,
            muted=mixed(text, ground, 0.3),
            faint=mixed(text, ground, 0.45),
            accent=accent,
            good=good,
            bad=bad,
            ink=ground,
        ),
        is_dark,
    )


def ink_for(colour: str, likely: str) -> str:
    """Return a readable ink on a colour: the likely one, else black or white."""
    if contrast(likely, colour) >= TEXT_CONTRAST:
        return likely
    return max(BLACK, WHITE, key=lambda ink: contrast(ink, colour))


@cache
def ink_of_16(number: int) -> str:
    """Return black or bright white, whichever is more readable on one of the 16 colours in any palette."""
    return max((0, "black"), (15, "bright_white"), key=lambda ink: contrast_of_16(number, ink[0]))[1]
