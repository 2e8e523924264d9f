"""Whatever the theme, and however few colours the terminal has: no text has the colour of its ground.

What is compared is what arrives at the terminal: after the app's filters, and after `rich` has put for each
colour the nearest that the terminal has.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.widget import Widget

from tests.support.driving import Ui, a_setup
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.confirm import ConfirmScreen
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import HUMAN, Match
from ttt_tui.process.colours import Colours
from ttt_tui.process.terminal import Terminal
from ttt_tui.session.session import Session

pytestmark = pytest.mark.untraced  # it takes long, and covers nothing that others do not

MODES = {
    Colours.TRUECOLOR: ("truecolor", ColorSystem.TRUECOLOR),
    Colours.MANY: ("256", ColorSystem.EIGHT_BIT),
    Colours.SIXTEEN: ("standard", ColorSystem.STANDARD),
    Colours.NONE: ("standard", ColorSystem.STANDARD),
}
"""Colour mode → what the console is told, and what it makes of colours."""

FIFTEEN = a_setup(*[HUMAN] * 15, board=(15, 15), k=4)


@asynccontextmanager
async def everything(colours: Colours, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ui]:
    """Start the app in this mode with all its screens one above the other, a game of fifteen on top."""
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", MODES[colours][0])
    monkeypatch.delenv("NO_COLOR", raising=False)
    session = Session(1)
    app = TttApp(session=session, terminal=Terminal(colours))
    app.animation_level = "none"
    async with app.run_test(size=(100, 30)) as pilot:
        ui = Ui(app, pilot)
        await ui.until(lambda: isinstance(app.screen, SetupScreen), "the setup")
        match = session.new_match(FIFTEEN)
        play(match, "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 a2")
        one, *others = FIFTEEN.players
        for screen in (
            HistoryScreen(session),
            PlayerScreen(one, tuple(others), session.names),
            ConfirmScreen("Drop the running game and start it anew?"),
            HelpScreen(),
            PlayScreen(session, match),
        ):
            app.push_screen(screen)
            await ui.settle()
        yield ui


def play(match: Match, squares: str) -> None:
    for square in squares.split():
        match.place(match.setup.geometry.parse(square))


def same_colours(style: Style | None, system: ColorSystem) -> bool:
    """Whether a text in this style could not be told from its ground."""
    if style is None or style.color is None or style.bgcolor is None:
        return False
    if style.color.is_default and style.bgcolor.is_default:  # the terminal's own, of which there are two
        return False
    text, ground = style.color.downgrade(system), style.bgcolor.downgrade(system)
    return (text.number, text.triplet) == (ground.number, ground.triplet)  # their names may differ


def component_styles(ui: Ui) -> Iterator[tuple[str, Style]]:
    """Return each style of each widget on any screen, as it arrives at the terminal."""
    seen = set()
    for screen in ui.app.screen_stack:
        for widget in screen.walk_children(with_self=False):
            for name in sorted(widget._get_component_classes()):
                place = f"{type(widget).__name__} {name}"
                if place not in seen:
                    seen.add(place)
                    style = widget.get_component_rich_style(name)
                    yield place, arriving(ui, widget, style)
            if type(widget) not in seen:
                seen.add(type(widget))
                yield type(widget).__name__, arriving(ui, widget, widget.rich_style)


def arriving(ui: Ui, widget: Widget, style: Style) -> Style:
    """Return what the app's filters make of a style."""
    segments = [Segment("x", style)]
    for line_filter in ui.app.get_line_filters():
        segments = line_filter.apply(segments, widget.background_colors[1])
    return segments[0].style or Style()


@pytest.mark.parametrize("colours", MODES)
async def test_in_every_theme_each_text_can_be_told_from_its_ground(
    colours: Colours, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = MODES[colours][1]
    wrong = []
    checked = 0
    async with everything(colours, monkeypatch) as ui:
        for theme in sorted(ui.app.available_themes):
            ui.app.theme = theme
            await ui.settle()
            for place, style in component_styles(ui):
                checked += 1
                if same_colours(style, system):
                    wrong.append(f"{theme}: {place} is {style.color} on {style.bgcolor}")
            for y, strip in enumerate(ui.strips, 1):
                for text, style, _ in strip:
                    checked += 1
                    if text.strip() and same_colours(style, system):
                        assert style is not None
                        wrong.append(f"{theme}: {text!r} in line {y} is {style.color} on {style.bgcolor}")
        assert checked > 100 * len(ui.app.available_themes)
    if wrong:
        pytest.fail("\n".join([f"{len(wrong)} cannot be read:", *wrong]), pytrace=False)
