"""What the app relies on of Textual that is not public is there, and only `terminal` knows it."""

import asyncio
import importlib
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.dom import DOMNode
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

import ttt_tui.app
from tests.support.private_names import names_of, touches
from ttt_tui.app.terminal.event_loop import is_idle
from ttt_tui.app.terminal.output import MovingCompositor
from ttt_tui.app.terminal.patches import CatchingApp, PatchedScreen, bindings_of, forget_lines

APP = Path(ttt_tui.app.__file__).parent
HOOKS = APP / "terminal"

RELIED_ON = {
    ("patches.py", "bindings_of"): ["textual.dom:DOMNode._bindings"],
    ("patches.py", "ClickFilter"): ["textual.app:App._mouse_down_widget"],
    ("painted.py", "NarrowUpdate"): [
        "textual._compositor:ChopsUpdate.chops",
        "textual._compositor:ChopsUpdate.spans",
        "textual._compositor:ChopsUpdate.chop_ends",
        "textual._compositor:LayoutUpdate.region",
        "textual._compositor:LayoutUpdate.strips",
        "textual._compositor:LayoutUpdate.render_segments",
        "textual.strip:Strip.render_ansi",
    ],
    ("painted.py", "PaintingApp"): ["textual.app:App._display"],
    ("output.py", "MovingCompositor"): [
        "textual._compositor:Compositor.clear",
        "textual._compositor:Compositor.reflow",
        "textual._compositor:Compositor.reflow_visible",
        "textual._compositor:Compositor._full_map",
        "textual._compositor:Compositor._visible_map",
        "textual._compositor:Compositor._dirty_regions",
        "textual._compositor:CompositorMap",
        "textual._compositor:ReflowResult",
    ],
    ("output.py", "paint_whole_screen"): [
        "textual.app:App._background_screens",
        "textual.app:App._display",
        "textual.screen:Screen._compositor",
        "textual._compositor:Compositor.render_update",
    ],
    ("driver.py", "TerminalDriver"): [
        "textual.drivers.linux_driver:LinuxDriver._app",
        "textual.drivers.linux_driver:LinuxDriver._loop",
        "textual.drivers.linux_driver:LinuxDriver._mouse",
        "textual.drivers.linux_driver:LinuxDriver._key_thread",
        "textual.drivers.linux_driver:LinuxDriver._get_terminal_size",
        "textual.drivers.linux_driver:LinuxDriver._patch_iflag",
        "textual.drivers.linux_driver:LinuxDriver._patch_lflag",
        "textual.drivers.linux_driver:LinuxDriver.attrs_before",
        "textual.drivers.linux_driver:LinuxDriver.exit_event",
        "textual.drivers.linux_driver:LinuxDriver.fileno",
        "textual.drivers.linux_driver:LinuxDriver.process_message",
    ],
    ("driver.py", "terminal_driver"): ["textual.app:App._driver"],
    ("web.py", "BrowserDriver"): [
        "textual.drivers.linux_driver:LinuxDriver._get_terminal_size",
        "textual.drivers.linux_driver:LinuxDriver._mouse",
    ],
    ("patches.py", "CatchingApp"): ["textual.app:App._handle_exception", "textual.app:App._exit"],
    ("input.py", "InputReader"): ["textual._xterm_parser:XTermParser.feed"],
    ("patches.py", "CoverableApp"): ["textual.app:App._background_screens"],
    ("patches.py", "PatchedScreen"): [
        "textual.screen:Screen._compositor",
        "textual.screen:Screen._on_message",
    ],
    ("patches.py", "lowest"): ["textual.screen:Screen._push_result_callback"],
    ("patches.py", "forget_lines"): ["textual._styles_cache:StylesCache.get_inner_outer"],
    ("event_loop.py", "is_settled"): [
        "textual.app:App._batch_count",
        "textual.screen:Screen._callbacks",
        "textual.screen:Screen._dirty_widgets",
        "textual.screen:Screen._layout_required",
        "textual.screen:Screen._recompose_required",
        "textual.screen:Screen._repaint_required",
        "textual.screen:Screen._scroll_required",
    ],
}
"""For each user what it relies on: the module of Textual, the class, and the attribute or method."""

ROUNDS = 20
"""Of the event loop, within which a message has come where it is to be seen."""

PARTS = [(part, f"{user} in {file}") for (file, user), parts in RELIED_ON.items() for part in parts]


# --- what Textual has ------------------------------------------------------------------------------------


def complaint(part: str, user: str) -> str:
    """Return what is to be said about a part that Textual has no more, nothing if it has it."""
    path, _, rest = part.partition(":")
    owner, _, name = rest.partition(".")
    try:
        kind = getattr(importlib.import_module(path), owner)
    except (ImportError, AttributeError):
        return f"Textual no longer has {path}.{owner}: {user} relies on it"
    if name and name not in names_of(kind):
        return f"Textual no longer has {owner}.{name}: {user} relies on it"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(("part", "user"), PARTS, ids=[part.partition(":")[2] for part, _ in PARTS])
def test_textual_has_what_is_relied_on(part: str, user: str) -> None:
    assert not (said := complaint(part, user)), said


@pytest.mark.parametrize(
    ("part", "gone"),
    [
        ("textual.screen:Screen._layout_wanted", "Screen._layout_wanted"),
        ("textual._compositor:Composer.widgets", "textual._compositor.Composer"),
        ("textual._composing:Compositor", "textual._composing.Compositor"),
    ],
)
def test_what_textual_no_longer_has_is_named_with_who_relies_on_it(part: str, gone: str) -> None:
    said = complaint(part, "is_settled in event_loop.py")
    assert said == f"Textual no longer has {gone}: is_settled in event_loop.py relies on it"


# --- and does --------------------------------------------------------------------------------------------


class Sentence(Message):
    """Something to be admitted or not."""


class Deaf(PatchedScreen[None]):
    """Hears no sentence."""

    BINDINGS = [Binding("x", "hide", "hidden", id="x")]

    def __init__(self) -> None:
        super().__init__()
        self.is_deaf = True
        self.heard = 0

    def compose(self) -> ComposeResult:
        yield Static("some text")

    def admits(self, message: Message) -> bool:
        return not (self.is_deaf and isinstance(message, Sentence))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "hide" and super().check_action(action, parameters)

    def on_sentence(self) -> None:
        self.heard += 1


async def test_a_message_is_handled_only_if_it_is_admitted() -> None:
    async with App[None]().run_test() as pilot:
        screen = Deaf()
        await pilot.app.push_screen(screen)
        screen.post_message(Sentence())
        await pilot.pause()
        assert screen.heard == 0
        screen.is_deaf = False
        screen.post_message(Sentence())
        await pilot.pause()
        assert screen.heard == 1


async def test_the_screen_is_painted_by_the_compositor_that_it_was_given() -> None:
    async with App[None]().run_test() as pilot:
        screen = Deaf()
        await pilot.app.push_screen(screen)
        await pilot.pause()
        assert isinstance(screen._compositor, MovingCompositor)
        assert screen.query_one(Static) in screen._compositor.widgets, "it has laid the screen out"


async def test_a_hidden_binding_is_found() -> None:
    async with App[None]().run_test() as pilot:
        screen = Deaf()
        await pilot.app.push_screen(screen)
        assert "x" not in screen.active_bindings
        assert [binding.action for binding in bindings_of(screen, "x")] == ["hide"]
        assert not bindings_of(screen, "y")


@pytest.mark.parametrize(
    "change",
    [
        lambda screen: screen.query_one(Static).refresh(),
        lambda screen: screen.refresh(layout=True),
    ],
    ids=["a paint", "a layout"],
)
async def test_what_is_to_be_painted_is_not_settled(change: Callable[[Deaf], object]) -> None:
    async with App[None]().run_test() as pilot:
        screen = Deaf()
        await pilot.app.push_screen(screen)
        await pilot.pause()
        assert is_idle(pilot.app)
        change(screen)
        seen = set()
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
            seen.add(is_idle(pilot.app))
        assert False in seen
        await pilot.pause()
        assert is_idle(pilot.app)


async def test_an_exception_of_a_handler_is_caught() -> None:
    caught = []

    class Failing(CatchingApp):
        is_headless = False  # else it would make this test fail, as it should

        def on_sentence(self) -> None:
            raise ValueError

        def caught(self, error: Exception) -> None:
            caught.append(type(error))

    async with Failing().run_test() as pilot:
        pilot.app.post_message(Sentence())
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
    assert caught == [ValueError]


async def test_the_lines_of_widgets_are_kept_and_forgotten() -> None:
    from textual._styles_cache import StylesCache

    async with App[None]().run_test() as pilot:
        await pilot.app.push_screen(Deaf())
        await pilot.pause()
        assert StylesCache.get_inner_outer.cache_info().currsize
        forget_lines()
        assert not StylesCache.get_inner_outer.cache_info().currsize


async def test_an_app_that_is_to_end_knows_that() -> None:
    app = App[None]()
    assert vars(app)["_exit"] is False
    async with app.run_test():
        app.exit()
        assert vars(app)["_exit"] is True


# --- who knows it ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_only_the_hooks_touch_what_is_private_in_textual() -> None:
    paths = [path for path in APP.rglob("*.py") if HOOKS not in path.parents]
    assert len(paths) > 30
    found = [touch for path in paths for touch in touches(path)]
    assert not found, "\n".join(
        f"{t.file.relative_to(APP)}:{t.line} touches Textual's {t.name}" for t in found
    )


def test_all_that_the_hooks_touch_is_looked_for_above() -> None:
    for path in HOOKS.glob("*.py"):
        parts = [part for (file, _), parts in RELIED_ON.items() if file == path.name for part in parts]
        known = {name for part in parts for name in part.partition(":")[2].split(".")}
        touched = {touch.name for touch in touches(path)}
        assert touched <= known, f"{path.name} touches {touched - known}"
        unused = {name for name in known if name not in path.read_text()} - {
            "App",
            "DOMNode",
            "Screen",
            "Widget",
        }
        assert not unused, f"{path.name} no longer relies on {unused}"


@pytest.mark.parametrize(
    "line",
    [
        "from textual._compositor import Compositor",
        "from textual.screen import _private",
        "import textual._compositor",
        "def f(app): return app._driver",
        "def f(app): return app.screen._compositor",
        "def f(app): return getattr(app, '_driver')",
        "class Ours(Screen):\n    def f(self): return self._compositor",
        "class Ours(Screen):\n    def f(self): super()._on_message(1)",
        "class Ours(Screen):\n    def _on_message(self, message): pass",
        "class Ours(Screen):\n    _compositor = None",
        "class Ours(Screen):\n    _compositor: int",
    ],
)
def test_every_way_to_touch_what_is_private_is_seen(line: str) -> None:
    assert touches(APP / "some.py", line, {"Ours": Screen})


@pytest.mark.parametrize(
    "line",
    [
        "from textual.screen import Screen",
        "from ttt_tui.engine._inside import anything",
        "class Ours(Screen):\n    def _ours(self): return self._ours, self.app, self.__class__",
        "class Ours(Screen):\n    def f(self): super().__init__()",
        "view._replace(new=1)",
    ],
)
def test_nothing_else_is_taken_for_it(line: str) -> None:
    assert not touches(APP / "some.py", line, {"Ours": Screen})


def test_the_bases_of_a_class_are_looked_through() -> None:
    assert "_bindings" in names_of(Screen)
    assert "_bindings" in names_of(DOMNode)
    assert "_compositor" not in names_of(DOMNode)
