"""The keys of a screen in its last line; those that are not possible now are greyed out.

Textual's own footer makes a widget for each key, and recreates all whenever one changes: that took a third
of the time to the first paint, and more bytes than a stone does. Here they are one line of text.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.screen import Screen

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, cells_of

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

WORD, SIGN = TextStyle("muted", "panel"), TextStyle("accent", "panel", bold=True)
DISABLED = TextStyle("faint", "panel", is_dim=True)

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


class KeyHints(Lines):
    """Shows as many of the screen's bindings as fit; a click presses the key."""

    GROUND = "panel"
    DEFAULT_CSS = """
    KeyHints { dock: bottom; height: 1; background: $role-panel; }
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
            self._keys = None
            self.follow()

    @property
    def keys(self) -> list[ShownKey]:
        if self._keys is not None:
            return self._keys
        keys: dict[str, ShownKey] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if self._shows(binding) and binding.action not in keys:
                sign = self.app.get_key_display(binding)
                keys[binding.action] = ShownKey(binding.key, sign, self._describe(binding), active.enabled)
        self._keys = list(keys.values())[:MOST_KEYS]
        return self._keys

    def _placed(self, width: int) -> list[tuple[int, ShownKey]]:
        """Return the start of each key that fits."""
        margin, gap = (2, 3) if width >= NARROW else (1, 2)
        placed, x = [], margin
        for key in self.keys if width >= NARROW else self._most_useful(width - margin + gap, gap):
            if x + key.width <= width:
                placed.append((x, key))
                x += key.width + gap
        return placed

    def _most_useful(self, room: int, gap: int) -> list[ShownKey]:
        """Return the keys that fit a narrow window; help, perhaps without its word, and the way out last."""
        keys = self.keys
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

    def lines(self, width: int) -> list[Line]:
        line: Line = ()
        for x, key in self._placed(width):
            word, sign = (WORD, SIGN) if key.enabled else (DISABLED, DISABLED)
            gap = (" " * (x - cells_of(line)), WORD)
            line = (*line, gap, (key.sign + " " * bool(key.description), sign), (key.description, word))
        return [line]

    def on_click(self, event: events.Click) -> None:
        """Press the key; a greyed one shows why it is not possible."""
        clicked = event.x - self.styles.padding.left
        for x, key in self._placed(self.size.width):
            if x <= clicked < x + key.width and event.button == LEFT_BUTTON:
                self.app.simulate_key(key.key.split(",")[0])


def key_words(step: int, words: Sequence[str]) -> str:
    """Return the words of the key for a hint after `step` steps; `words` are the words after each step."""
    return "hint" if not 0 < step <= len(words) else words[step - 1]
