"""Line filters, which every line passes on its way to a terminal with few colours or with ASCII only.

All drawing code takes its colours from the theme and its characters from Unicode, and needs to know nothing
of this.

- With 256 colours each colour becomes the most similar one. `rich` would take the nearest of a
  coarse grid, which turns walnut into crimson.
- With 16 the app is drawn in a theme of the terminal's own colours. Its grounds are black or white there, as
  the theme is dark or light, and come out as the terminal's own: half a line in such a colour is a blank. A
  raised ground is reversed; on a player's colour or the accent stands black or white, whichever is more
  readable; what is not readable on black or white takes the terminal's own colour.
- With none that same theme is drawn: grounds and reversed texts are reversed, once and for all, and lines are
  dim. Whatever lies on something raised stands out from it by lying on no ground: one reversal cannot be told
  from another.
- With ASCII only, symbols become letters and other characters their likenesses, cell for cell.
- Behind a dialog the terminal dims, where colours are too few to be mixed.

Relied on: nothing private. Textual puts every line through what `App.get_line_filters` returns.
`Screen.render` of a translucent modal screen returns a `BackgroundScreen`, which has a `color` and a `screen`
and lets each of its segments through `process_segments`.
"""

import math
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import TRANSPARENT, Color
from textual.filter import ANSIToTruecolor, LineFilter
from textual.renderables.background_screen import BackgroundScreen

from ttt_tui.app.contrast import PALETTE_OF_256, contrast, contrast_of_16, distance, mixed, oklab
from ttt_tui.app.roles import (
    KAYA_OF_16,
    KAYA_ROLES,
    SHAPE_CONTRAST,
    TEXT_CONTRAST,
    WALNUT_OF_16,
    WALNUT_ROLES,
    Roles,
    ink_of_16,
)
from ttt_tui.engine import Player
from ttt_tui.process.text import can_encode, to_ascii

_is_shape = re.compile(r"[\s─-◿⠀-⣿\U0001fb00-\U0001fbff]*").fullmatch
"""Matches lines, blocks, geometric shapes and braille, which need less contrast than letters."""

_REVERSED = Style(color="default", bgcolor="default", reverse=True)
_OWN = Style(color="default")
_DIM = Style(dim=True)
_BLACK, _WHITE = 0, 15


class PaletteFilter(LineFilter):
    """Replaces each colour by the most similar one of 256; for texts by a readable one."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in colours 16 to 255: users change the first 16."""
        return [
            Segment(text, style and style_of_256(style, _is_shape(text) is not None), control)
            for text, style, control in segments
        ]


class AnsiFilter(LineFilter):
    """Makes a theme of the terminal's own colours readable, with these colours or without."""

    def __init__(self, *, is_dark: bool, has_colours: bool) -> None:
        super().__init__()
        self.is_dark = is_dark
        self.has_colours = has_colours

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments as the terminal can show them."""
        shown = []
        for text, style, control in segments:
            if style is not None:
                is_shape = _is_shape(text) is not None
                style, is_unseen = style_of_16(style, is_shape, self.is_dark, self.has_colours)
                text = " " * cell_len(text) if is_unseen else text
            shown.append(Segment(text, style, control))
        return shown


# --- 256 -------------------------------------------------------------------------------------------------


@lru_cache(4096)
def style_of_256(style: Style, is_shape: bool) -> Style:
    """Return a style in colours 16 to 255; the terminal's own colours stay."""
    text = style.color.triplet.hex if style.color is not None and style.color.triplet else None
    ground = style.bgcolor.triplet.hex if style.bgcolor is not None and style.bgcolor.triplet else None
    shown = Style()
    if ground is not None:
        shown += Style(bgcolor=RichColor.from_ansi(nearest_of_256(ground)))
    if text is not None:
        number = nearest_of_256(text) if ground is None else _nearest_readable(text, ground, is_shape)
        shown += Style(color=RichColor.from_ansi(number))
    return style + shown


WOOD_OF_256 = {
    KAYA_ROLES.board: 180, KAYA_ROLES.rim: 223, KAYA_ROLES.edge: 137,
    WALNUT_ROLES.board: 94, WALNUT_ROLES.rim: 136, WALNUT_ROLES.grid: 137,
}  # fmt: skip
"""Colours of wood, chosen by hand: the nearest by arithmetic are grey or yellow."""

LINES_OF_256 = {(WALNUT_ROLES.grid, WALNUT_ROLES.board): 234, (KAYA_ROLES.grid, KAYA_ROLES.board): 58}
"""Colour of lines and of the wood below them → the number of the lines, which have a contrast of 2.9."""


@lru_cache(1024)
def nearest_of_256(colour: str) -> int:
    """Return the number, from 16 to 255, of the most similar colour."""
    if colour in WOOD_OF_256:
        return WOOD_OF_256[colour]
    return min(PALETTE_OF_256, key=lambda number: _unlikeness(PALETTE_OF_256[number], colour))


def _unlikeness(one: str, other: str) -> float:
    """Return a distance of two colours, in which hue, above all green to red, weighs most."""
    (light, red, blue), (other_light, other_red, other_blue) = oklab(one), oklab(other)
    return math.hypot(0.7 * (light - other_light), 1.6 * (red - other_red), blue - other_blue)


def _nearest_readable(text: str, ground: str, is_shape: bool) -> int:
    """Return the most similar colour with the contrast of a text to its ground."""
    if (text, ground) in LINES_OF_256:
        return LINES_OF_256[text, ground]
    if is_shape and text in (KAYA_ROLES.board, WALNUT_ROLES.board):
        return WOOD_OF_256[text]  # the wood around a disc is that of the board
    on = PALETTE_OF_256[nearest_of_256(ground)]
    wanted = min(SHAPE_CONTRAST if is_shape else TEXT_CONTRAST, contrast(text, ground))
    nearest = nearest_of_256(text)
    if contrast(PALETTE_OF_256[nearest], on) >= wanted:
        return nearest
    able = [number for number, shown in PALETTE_OF_256.items() if contrast(shown, on) >= wanted]
    return min(able, key=lambda number: _unlikeness(PALETTE_OF_256[number], text), default=nearest)


def seen_of_256(shape: str, ground: str) -> str:
    """Return the colour in which 256 colours show a shape on a ground."""
    return PALETTE_OF_256[_nearest_readable(shape, ground, is_shape=True)]


@lru_cache(64)
def tints_of_256(ground: str, colour: str) -> tuple[str, str]:
    """Return a pale and a deeper tint of a ground among 256 colours, both in the hue of the colour.

    The colours nearest to mixtures would jump from hue to hue: they are taken only where there are no others.
    """
    here, full = PALETTE_OF_256[nearest_of_256(ground)], PALETTE_OF_256[nearest_of_256(colour)]
    hue, _ = _hue_and_chroma(full)

    def is_of_hue(shade: str) -> bool:
        other, chroma = _hue_and_chroma(shade)
        return chroma >= LEAST_CHROMA and abs((other - hue + 180) % 360 - 180) <= MOST_TURN

    found = [full]
    for share in NEAR_SHARE, FAR_SHARE:
        wanted, most = mixed(here, full, share), distance(found[-1], here)
        between = [shade for shade in PALETTE_OF_256.values() if 0 < distance(shade, here) < most]
        shades = [shade for shade in between if is_of_hue(shade)] or between
        found.append(min(shades, key=lambda shade: distance(shade, wanted), default=wanted))
    return found[2], found[1]


NEAR_SHARE, FAR_SHARE = 0.6, 0.33
"""The share of the colour in a deep and in a pale tint."""

MOST_TURN, LEAST_CHROMA = 10.0, 0.04
"""The most degrees between the hues of a tint and of its colour, and the least chroma of a tint, in OKLab."""


@cache
def _hue_and_chroma(colour: str) -> tuple[float, float]:
    """Return the hue in degrees, and the chroma in OKLab."""
    _, green_to_red, blue_to_yellow = oklab(colour)
    hue = math.degrees(math.atan2(blue_to_yellow, green_to_red))
    return hue, math.hypot(green_to_red, blue_to_yellow)


# --- 16 and none -----------------------------------------------------------------------------------------


@lru_cache(4096)
def style_of_16(style: Style, is_shape: bool, is_dark: bool, has_colours: bool) -> tuple[Style, bool]:
    """Return a style made readable on a terminal's own ground, dark or light.

    Also return whether the text is a shape in the colour of that ground, so that a blank has to replace it.
    """
    text, ground = style.color, style.bgcolor
    if style.reverse and not has_colours:
        return style + _REVERSED, False
    if (
        style.reverse
        and text is not None
        and ground is not None
        and not (text.is_default or ground.is_default)
    ):
        style += Style(color=ground, bgcolor=text, reverse=False)
    own = _BLACK if is_dark else _WHITE
    is_unseen = is_shape and _number(style.bgcolor) in (None, own) and _number(style.color) == own
    return _readable_of_16(style, is_shape, is_dark, has_colours), is_unseen


def _readable_of_16(style: Style, is_shape: bool, is_dark: bool, has_colours: bool) -> Style:
    roles = WALNUT_OF_16 if is_dark else KAYA_OF_16
    ground, text = _number(style.bgcolor), _number(style.color)
    if ground == _number_of(roles.ground):
        style += Style(bgcolor="default")
        ground = None
    if ground is None:
        return style + _on_own_ground(text, roles, is_shape, has_colours)
    if ground == _number_of(roles.raised) or not has_colours:
        return style + _REVERSED
    if is_shape and text == _number_of(roles.ground):
        return style  # the rest of a cell that is half a bar or half a card
    if text is None or contrast_of_16(text, ground) < (SHAPE_CONTRAST if is_shape else TEXT_CONTRAST):
        return style + Style(color=ink_of_16(ground))
    return style


def _on_own_ground(text: int | None, roles: Roles, is_shape: bool, has_colours: bool) -> Style:
    """Return the style to add so that a text or a shape is visible on the terminal's own ground."""
    if text is None:
        return Style()
    if is_shape and text == _number_of(roles.grid):
        return Style() if has_colours else _DIM
    supposed = _BLACK if roles is WALNUT_OF_16 else _WHITE
    is_seen = contrast_of_16(text, supposed) >= (SHAPE_CONTRAST if is_shape else TEXT_CONTRAST)
    return Style() if is_seen else _OWN


def _number(colour: RichColor | None) -> int | None:
    """Return the nearest of the 16 colours; None for the terminal's own."""
    return None if colour is None or colour.is_default else colour.downgrade(ColorSystem.STANDARD).number


def _number_of(role: str) -> int | None:
    return _number(RichColor.parse(role))


SPARE_SYMBOLS = "XOAHKMNSTVWYZEUBCDFGIJLPQR0123456789"
"""Replacements of symbols beyond ASCII, enough for all players."""


class AsciiFilter(LineFilter):
    """Replaces characters that the terminal's encoding lacks by ASCII, cell for cell."""

    def __init__(self, enabled: bool = True, encoding: str = "ascii") -> None:
        super().__init__(enabled)
        self._encoding = encoding
        self._symbols: dict[str, str] = {}

    def show_symbols(self, players: tuple[Player, ...]) -> None:
        """Assign an unused letter to each symbol that cannot be encoded."""
        taken = {player.symbol.upper() for player in players}
        spare = (symbol for symbol in SPARE_SYMBOLS if symbol not in taken)
        lacking = [player.symbol for player in players if not can_encode(player.symbol, self._encoding)]
        self._symbols = {symbol: next(spare) for symbol in lacking}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(self.spelt(text), style, control) for text, style, control in segments]

    def spelt(self, text: str) -> str:
        """Return a text that can be encoded: symbols as letters, and `?` for unknown characters."""
        if can_encode(text, self._encoding):
            return text
        return "".join(c if can_encode(c, self._encoding) else self._instead_of(c) for c in text)

    def _instead_of(self, character: str) -> str:
        likeness = self._symbols.get(character) or to_ascii(character)
        return likeness.ljust(cell_len(character)) if likeness.isascii() else "?" * cell_len(character)


def only_ascii(app: App[Any]) -> bool:
    """Return whether only ASCII may be shown."""
    return any(isinstance(each, AsciiFilter) for each in app.get_line_filters())


class Filters:
    """The filters of one terminal, each made once.

    `colours` is the terminal's colour system as `rich` names it, `encoding` the encoding of its text if
    `is_ascii`.
    """

    def __init__(
        self, colours: str | None, *, has_colours: bool, is_ascii: bool, encoding: str = "ascii"
    ) -> None:
        self._of_256 = PaletteFilter(enabled=colours == "256")
        self._of_16 = {
            is_dark: AnsiFilter(is_dark=is_dark, has_colours=has_colours) for is_dark in (False, True)
        }
        self._ascii = AsciiFilter(is_ascii, encoding)
        self.of = lru_cache(16)(self._of)  # Textual makes new filters of its own for each theme

    def use_truecolor(self) -> None:
        """Stop replacing colours: the terminal has all of them."""
        self._of_256.enabled = False
        self.of = cache(self._of)

    def _of(self, is_ansi: bool, is_dark: bool, others: tuple[LineFilter, ...]) -> tuple[LineFilter, ...]:
        """Return the filters for a theme that `is_ansi` or `is_dark`; `others` are Textual's own."""
        colours = self._of_16[is_dark] if is_ansi else self._of_256
        kept = [other for other in others if not (is_ansi and isinstance(other, ANSIToTruecolor))]
        return tuple(own for own in (colours, *kept, self._ascii) if own.enabled)


class DimScreen(BackgroundScreen):
    """The screen behind a dialog in its own colours, with the attribute `dim`.

    No terminal dims a ground, so filled cells are drawn without one, in the colour of the ground.
    """

    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        """Return the segments dimmed and not bold: many terminals show only one of the two."""
        for text, style, control in super().process_segments(segments, TRANSPARENT):
            style = style or Style()
            if style.bgcolor is not None and not style.bgcolor.is_default:
                style += Style(color=style.bgcolor, bgcolor="default")
            yield Segment(text, style + Style(dim=True, bold=False, reverse=False), control)


def dimmed(behind: RenderableType, app: App[Any]) -> RenderableType:
    """Return the screen behind a dialog, dimmed by mixing colours or by the terminal."""
    has_few_colours = app.no_color or app.native_ansi_color or app.console.color_system == "standard"
    if has_few_colours and isinstance(behind, BackgroundScreen):
        return DimScreen(behind.screen, behind.color)
    return behind
