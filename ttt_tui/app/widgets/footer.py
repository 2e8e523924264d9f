"""The keys of a screen in its last line; those that are not possible now are greyed out.

Textual's own footer makes a widget for each key, and recreates all whenever one changes: that took a third
of the time to the first paint, and more bytes than a stone does. Here they are one line of text.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.terminal.patches import LEFT_BUTTON

KEY_NAMES = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "colon": ":",
    "full_stop": ".",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "escape": "Esc",
    "space": "Space",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "delete": "Del",
}


def key_name(key: str) -> str:
    """Return the name of a key as it is usually written."""
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return KEY_NAMES.get(key, key.upper() if len(key) > 1 else key)


MOST_KEYS = 7
"""The most keys that are shown."""

HELP = "question_mark"
WAYS_OUT = ("q", "escape")
"""Keys that even a narrow window shows."""


class ShownKey(NamedTuple):
    """A key with its description."""

    key: str
    """Textual's name."""
    sign: str
    """The displayed name."""
    description: str
    enabled: bool

    @property
    def width(self) -> int:
        """Cells with the blank before the description."""
        return cell_len(self.sign) + bool(self.description) + cell_len(self.description)


class KeyHints(Widget):
    """Shows as many of the screen's bindings as fit; a click presses the key."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"key-line--key", "key-line--description", "key-line--disabled"}
    DEFAULT_CSS = """
    KeyHints {
        dock: bottom;
        height: 1;
        background: $footer-background;
        color: $footer-foreground;
        & > .key-line--key { color: $footer-key-foreground; text-style: bold; }
        & > .key-line--description { color: $footer-description-foreground; }
        & > .key-line--disabled { color: $faint; }
        &:ansi > .key-line--disabled { text-style: dim; }
    }
    """

    def __init__(
        self,
        shows: Callable[[Binding], bool] = lambda binding: binding.show,
        describe: Callable[[Binding], str] = lambda binding: binding.description,
    ) -> None:
        """Show the bindings that `shows` accepts, with the words of `describe`."""
        super().__init__()
        self._shows = shows
        self._describe = describe
        self._keys: list[ShownKey] | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._follow)

    def _follow(self, screen: Screen[object]) -> None:
        if screen in self.app.screen_stack:  # not one that is being taken apart
            before = self._placed()
            self._keys = self._shown_keys()
            after = self._placed()
            if [x for x, _ in before] != [x for x, _ in after]:
                self.refresh()
            for (x, old), (_, new) in zip(before, after, strict=False):
                if old != new:
                    self.refresh(Region(x, 0, max(old.width, new.width), 1))

    @property
    def keys(self) -> list[ShownKey]:
        if self._keys is None:
            self._keys = self._shown_keys()
        return self._keys

    def _shown_keys(self) -> list[ShownKey]:
        keys: dict[str, ShownKey] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if self._shows(binding) and binding.action not in keys:
                sign = self.app.get_key_display(binding)
                keys[binding.action] = ShownKey(binding.key, sign, self._describe(binding), active.enabled)
        return list(keys.values())[:MOST_KEYS]

    def _placed(self) -> list[tuple[int, ShownKey]]:
        """Return the start of each key that fits."""
        margin, gap = (2, 3) if self.size.width >= NARROW else (1, 2)
        placed, x = [], margin
        for key in self.keys if self.size.width >= NARROW else self._most_useful(margin, gap):
            if x + key.width <= self.size.width:
                placed.append((x, key))
                x += key.width + gap
        return placed

    def _most_useful(self, margin: int, gap: int) -> list[ShownKey]:
        """Return the keys that fit a narrow window; help, perhaps without its word, and the way out last."""
        keys = self.keys
        room = self.size.width - margin + gap
        if sum(key.width + gap for key in keys) <= room:
            return keys
        last = [key._replace(description="") for key in keys if key.key == HELP]
        last += [key for key in keys if key.key in WAYS_OUT][:1]
        while last and keys[0].width + sum(key.width + gap for key in last) > room - gap:
            last.pop()  # the first key is what comes next
        room -= sum(key.width + gap for key in last)
        first = []
        for key in keys:
            if key.key != HELP and key not in last and key.width + gap <= room:
                first.append(key)
                room -= key.width + gap
        named = next((key for key in keys if key.key == HELP), None)
        if named is not None and last and named.width - last[0].width <= room and last[0].key == HELP:
            last[0] = named
        return first + last

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1

    def render_line(self, y: int) -> Strip:
        styles = {name: self.get_component_rich_style(f"key-line--{name}") for name in ("key", "description")}
        disabled = self.get_component_rich_style("key-line--disabled")
        segments, end = [], 0
        for x, key in self._placed():
            sign, word = (styles["key"], styles["description"]) if key.enabled else (disabled, disabled)
            segments.append(Segment(" " * (x - end), styles["description"]))
            segments.append(Segment(key.sign + " " * bool(key.description), sign))
            segments.append(Segment(key.description, word))
            end = x + key.width
        return Strip(segments).simplify().adjust_cell_length(self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Press the key; a greyed one shows why it is not possible."""
        for x, key in self._placed():
            if x <= event.x < x + key.width and event.button == LEFT_BUTTON:
                self.app.simulate_key(key.key.split(",")[0])


def key_words(step: int, words: Sequence[str]) -> str:
    """Return the words of the key for a hint after `step` steps; `words` are the words after each step."""
    return "hint" if not 0 < step <= len(words) else words[step - 1]
