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
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "comma": ",",
    "exclamation_mark": "!",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
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


WORD, SIGN = TextStyle("muted", "panel"), TextStyle("accent", "panel", bold=True)
DISABLED = TextStyle("faint", "panel", is_dim=True)

HELP = "question_mark"
WAYS_OUT = ("q", "escape")
"""Keys that even a narrow window shows, at the right end."""

EVERYWHERE = ("f2", "ctrl+p")
"""Keys before them that are shown only if there is room for all others."""


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
        self._keys = list(keys.values())
        return self._keys

    def _placed(self, width: int) -> list[tuple[int, ShownKey]]:
        """Return the start of each key that fits: actions at the left, help and the way out at the right."""
        is_narrow = width < NARROW
        margin, gap = (1, 2) if is_narrow else (2, 3)
        room = width - 2 * margin
        left, right = fitting(self.keys, room, gap, is_narrow=is_narrow)
        spare = width - margin - cells([*left, *right], gap)
        right_start = width - cells(right, gap) - min(margin, max(spare, 0))
        placed = []
        for x, keys in (margin, left), (right_start, right):
            for key in keys:
                placed.append((x, key))
                x += key.width + gap
        return placed

    def lines(self, width: int) -> list[Line]:
        line: Line = ()
        for x, key in self._placed(width):
            word, sign = (WORD, SIGN) if key.enabled else (DISABLED, DISABLED)
            gap = (" " * (x - cells_of(line)), WORD)
            line = (*line, gap, (key.sign + " " * bool(key.description), sign), (key.description, word))
        return [line]

    def on_click(self, event: events.Click) -> None:
        """Press the key; a greyed one shows why it is not possible."""
        offset = event.get_content_offset(self)
        if offset is None or event.button != LEFT_BUTTON:
            return
        for x, key in self._placed(self.size.width):
            if x <= offset.x < x + key.width:
                self.app.simulate_key(key.key.split(",")[0])


def cells(keys: Sequence[ShownKey], gap: int) -> int:
    """Return the cells of keys that stand `gap` cells apart."""
    return sum(key.width for key in keys) + gap * max(len(keys) - 1, 0)


def fitting(
    keys: Sequence[ShownKey], room: int, gap: int, *, is_narrow: bool
) -> tuple[list[ShownKey], list[ShownKey]]:
    """Return the keys at the left and those at the right of `room` cells.

    Actions without room are dropped from the right. The first one is what comes next, which even the keys at
    the right make room for. In a narrow window help loses its word before an action is dropped.
    """
    helps = [key for key in keys if key.key == HELP]
    ways_out = [key for key in keys if key.key in WAYS_OUT][:1]
    everywhere = [key for key in keys if key.key in EVERYWHERE]
    actions = [key for key in keys if key not in (*helps, *ways_out, *everywhere)]
    signs = [key._replace(description="") for key in helps] if is_narrow else helps
    left, right = actions[:1], [*signs, *ways_out]
    while left and right and cells([*left, *right], gap) > room:
        right.pop()
    for key in actions[1:]:
        if cells([*left, key, *right], gap) > room:
            break
        left.append(key)
    wider = [[*helps, *ways_out]]
    if len(left) == len(actions):
        wider += [[*everywhere[first:], *helps, *ways_out] for first in reversed(range(len(everywhere)))]
    for more in wider:
        if cells([*left, *more], gap) <= room:
            right = more
    return left, right


def key_words(step: int, words: Sequence[str]) -> str:
    """Return the words of the key for a hint after `step` steps; `words` are the words after each step."""
    return "hint" if not 0 < step <= len(words) else words[step - 1]
