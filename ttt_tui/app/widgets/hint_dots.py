"""The steps of a hint: dots before its text, and the words of its key for the next step."""

from collections.abc import Sequence

from ttt_tui.app.widgets.lines import HEADING, Line, TextStyle

STEPS = 3

ASCII_DOTS = {"●": "*", "○": "-"}
"""ASCII signs of the dots, whose usual replacements could be taken for full stops."""


def hint_dots(step: int, *, is_ascii: bool = False) -> Line:
    """Return a dot for each step, those up to `step` filled, and a blank."""
    full, hollow = (ASCII_DOTS[dot] if is_ascii else dot for dot in "●○")
    return (full * step, TextStyle(bold=True)), (hollow * (STEPS - step) + " ", HEADING)


def key_words(step: int, words: Sequence[str]) -> str:
    """Return the words of the key for a hint after a step of it; `words` are those after each step."""
    return "hint" if not 0 < step <= len(words) else words[step - 1]
