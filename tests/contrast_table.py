"""Prints how well everything can be read in every theme: `python -m tests.contrast_table`.

A number is the lowest contrast (WCAG 2.1) that a role has on any ground that it is used on; `players` is the
lowest of the fifteen colours on any of theirs, `ink on them` that of what is written on one, `apart` the
least difference (CIEDE2000) between two, and `from roles` that of one from what is good, bad or the accent;
`dimmed` is the lowest contrast of a dimmed stone to the board, `on dimmed` that of its letter, and `values`
the lowest contrast of proved values on their tints. The second table has the 16 colours on the terminal's own
ground, supposed to be black or white; letters that would have less than 4.5 there, and shapes that would have
less than 3, take the terminal's own colour instead.
"""

from itertools import combinations

from rich.color import Color
from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from tests.support.tool import parser_of
from ttt_tui.app.contrast import PALETTES_OF_16, contrast, difference, mixed
from ttt_tui.app.roles import PLAYERS_ON, ROLES_ON, TEXT_CONTRAST
from ttt_tui.app.themes import OWN_THEMES, THEME_NAMES, ink_on, player_colour, roles_of
from ttt_tui.app.widgets.board.styles import coloured_stone
from ttt_tui.app.widgets.board.tints import on_tint
from ttt_tui.app.widgets.board.view import FAR_HEAT, NEAR_HEAT
from ttt_tui.engine import COLOURS

THEMES: dict[str, Theme] = BUILTIN_THEMES | {theme.name: theme for theme in OWN_THEMES}
"""Name → theme, all of them."""

OF_RGB = [name for name in THEME_NAMES if not THEMES[name].ansi]
"""The themes that have colours of their own."""

OF_16 = {"walnut": THEMES["ansi-dark"], "kaya": THEMES["ansi-light"]}
"""The themes of the terminal's own colours, by what they stand for."""


def role_ratio(theme: Theme, role: str) -> float:
    """Return the lowest contrast of a role on the grounds that it is used on."""
    roles = roles_of(theme)
    return min(contrast(getattr(roles, role), getattr(roles, ground)) for ground in ROLES_ON[role])


def players_ratio(theme: Theme) -> float:
    """Return the lowest contrast of a player's colour on the grounds that it is used on."""
    grounds = [getattr(roles_of(theme), ground) for ground in PLAYERS_ON]
    return min(contrast(player_colour(theme, colour), ground) for colour in COLOURS for ground in grounds)


def ink_ratio(theme: Theme) -> float:
    """Return the lowest contrast of what is written on a player's colour."""
    return min(contrast(ink_on(theme, colour), player_colour(theme, colour)) for colour in COLOURS)


def players_difference(theme: Theme) -> float:
    """Return the difference of the two players' colours that look most alike."""
    colours = [player_colour(theme, colour) for colour in COLOURS]
    return min(difference(one, other) for one, other in combinations(colours, 2))


def roles_difference(theme: Theme) -> float:
    """Return the least difference of a player's colour from what is good, bad or the accent."""
    roles = roles_of(theme)
    return min(
        difference(player_colour(theme, colour), role)
        for colour in COLOURS
        for role in (roles.good, roles.bad, roles.accent)
    )


def dimmed_ratios(theme: Theme) -> tuple[float, float]:
    """Return the lowest contrasts of a dimmed stone to the board, and of a letter to the stone."""
    board = Color.parse(roles_of(theme).board)
    inks = [
        coloured_stone(player_colour(theme, colour), ink_on(theme, colour), board, board, True, False)
        for colour in COLOURS
    ]
    return min(ratio_of(ink.line) for ink in inks), min(ratio_of(ink.fill) for ink in inks)


def ratio_of(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    return contrast(style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex)


def value_ratio(theme: Theme) -> float:
    """Return the lowest contrast of a proved value on the tint of its square."""
    roles = roles_of(theme)
    inks = [(colour, colour, share) for colour in (roles.good, roles.bad) for share in (FAR_HEAT, NEAR_HEAT)]
    inks += [(roles.ink, colour, 1.0) for colour in (roles.good, roles.bad)]
    ratios = []
    for ink, colour, share in inks:
        ground = mixed(roles.board, colour, share)
        shown = on_tint(Style(color=ink, bgcolor=roles.board), ground, TEXT_CONTRAST).color
        assert shown is not None
        ratios.append(contrast(shown.name, ground))
    return min([*ratios, contrast(roles.muted, roles.board)])


def rows() -> list[list[str]]:
    """Return a row for each theme with colours of its own."""
    return [
        [
            name,
            *(f"{role_ratio(THEMES[name], role):.1f}" for role in ROLES_ON),
            f"{players_ratio(THEMES[name]):.1f}",
            f"{ink_ratio(THEMES[name]):.1f}",
            f"{players_difference(THEMES[name]):.1f}",
            f"{roles_difference(THEMES[name]):.1f}",
            *(f"{ratio:.1f}" for ratio in dimmed_ratios(THEMES[name])),
            f"{value_ratio(THEMES[name]):.1f}",
        ]
        for name in OF_RGB
    ]


def number_of(colour: str, supposed: int) -> int:
    """Return which of the 16 colours one is; the terminal's own is taken for `supposed`."""
    number = Color.parse(colour).number
    return supposed if number is None else number


def rows_of_16() -> list[list[str]]:
    """Return a row for each of the two themes in each palette."""
    table = []
    for name, theme in OF_16.items():
        ground, own = (0, 15) if theme.dark else (15, 0)
        for terminal, palette in PALETTES_OF_16.items():
            drawn = {
                role: getattr(roles_of(theme), role) for role in ("grid", "star", "accent", "good", "bad")
            }
            drawn |= {colour: player_colour(theme, colour) for colour in ("blue", "red")}
            ratios = [contrast(palette[number_of(colour, own)], palette[ground]) for colour in drawn.values()]
            inks = [
                contrast(
                    palette[number_of(player_colour(theme, colour), own)],
                    palette[number_of(ink_on(theme, colour), own)],
                )
                for colour in COLOURS
            ]
            table.append([f"{name}, {terminal}", *(f"{ratio:.1f}" for ratio in ratios), f"{min(inks):.1f}"])
    return table


def markdown(heads: list[str], table: list[list[str]]) -> str:
    """Return a table as Markdown."""
    lines = [heads, ["---"] * len(heads), *table]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Print both tables."""
    players = ["players", "ink on them", "apart", "from roles", "dimmed", "on dimmed"]
    print(markdown(["theme", *ROLES_ON, *players, "values"], rows()))
    print()
    print(markdown(["16 colours", "grid", "star", "accent", "good", "bad", "X", "O", "ink"], rows_of_16()))


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    main()
