"""Style sheets are read once for all apps of a process: each start of one would read forty again.

Rules depend on the text, on whose they are, and on the theme's variables; nobody changes one that was read.
"""

from typing import Any

from textual.css.stylesheet import Stylesheet

_read = Stylesheet._parse_rules
_known: dict[tuple[object, ...], Any] = {}


def _read_once(sheet: Stylesheet, css: str, read_from: Any, *arguments: Any, **named: Any) -> Any:
    theme = tuple(sheet._variables.items())
    asked = (css, read_from, arguments, tuple(named.items()), theme)
    if asked not in _known:
        _known[asked] = _read(sheet, css, read_from, *arguments, **named)
    return _known[asked]


def install() -> None:
    """Let all apps that this process starts from now on read their style sheets so."""
    Stylesheet._parse_rules = _read_once  # type: ignore[method-assign]
