"""Lets go of what Textual keeps for widgets that are gone.

Relied on: `StylesCache.get_inner_outer`, whose `lru_cache` keeps the lines of a thousand widgets.
"""

from textual._styles_cache import StylesCache  # there is no public way to this


def forget_lines() -> None:
    """Forget the kept lines of all widgets; those that are still there are drawn anew when they change."""
    StylesCache.get_inner_outer.cache_clear()
