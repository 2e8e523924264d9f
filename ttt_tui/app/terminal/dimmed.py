"""What is behind a dialog, dimmed by the terminal itself where colours are too few to be mixed.

Relied on: `Screen.render` of a translucent modal screen returns a `BackgroundScreen`, which has a `color` and
a `screen` and lets each of its segments through `process_segments`.
"""

from collections.abc import Iterable
from typing import Any

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import TRANSPARENT, Color
from textual.renderables.background_screen import BackgroundScreen

DIM = Style(dim=True)


class DimScreen(BackgroundScreen):
    """The screen behind in its own colours, with the attribute `dim`, which no terminal does to a ground.

    So what is filled is drawn without its ground, in the colour that it was filled with.
    """

    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        """Return the segments dimmed, bold no longer: many terminals show only one of the two."""
        for text, style, control in super().process_segments(segments, TRANSPARENT):
            yield Segment(text, _unfilled(style or Style()) + DIM + Style(bold=False), control)


def _unfilled(style: Style) -> Style:
    """Return a style, filtered for its terminal before, without its ground."""
    if style.bgcolor is not None and not style.bgcolor.is_default:
        style += Style(color=style.bgcolor, bgcolor="default")
    return style + Style(reverse=False) if style.reverse else style


def dimmed(behind: RenderableType, app: App[Any]) -> RenderableType:
    """Return what is behind a dialog as the terminal can dim it: by mixing colours if it has many."""
    has_few_colours = app.no_color or app.native_ansi_color or app.console.color_system == "standard"
    if has_few_colours and isinstance(behind, BackgroundScreen):
        return DimScreen(behind.screen, behind.color)
    return behind
