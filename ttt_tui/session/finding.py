"""Searching the stored games: what boards, levels and days are called there."""

from datetime import date
from functools import cache, partial

from ttt_tui.analysis.words import rules_title
from ttt_tui.computer.levels import screen_name
from ttt_tui.engine import HUMAN, Geometry
from ttt_tui.engine.rules import NAMED
from ttt_tui.session.game_rows import day_titles
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.wording import board_titles, game_name
from ttt_tui.store.listing import Wording


def search_wording(today: date) -> Wording:
    """Return the texts in which a query's words are searched, besides the players' names."""
    return Wording(game_text, _level_text, partial(_day_text, today))


@cache
def game_text(geometry: Geometry) -> str:
    """Return everything that a board with its rules is called."""
    rules = geometry.rules
    named = [
        name
        for name, fields in NAMED.items()
        if all(getattr(rules, field) == value for field, value in fields.items())
    ]
    presets = [preset.title for preset in PRESETS.values() if preset.geometry == geometry]
    titles = [game_name(geometry), *board_titles(geometry), str(rules), rules_title(rules), f"{geometry}"]
    return "\n".join(dict.fromkeys((*titles, *named, *presets)))


@cache
def _level_text(level: str) -> str:
    return "" if level == HUMAN else screen_name(level)


def _day_text(today: date, day: date) -> str:
    return "\n".join((*day_titles(day, today), day.isoformat()))
