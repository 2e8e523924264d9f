"""One number of a benchmark, and how it is told."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, in which unit (`bytes`, `ms`, `×`), and what it is not to exceed.

    Without an aim it is a number to compare with.
    """

    what: str
    value: float
    unit: str
    aim: float | None = None
    compared: str = ""
    """What it was compared with, or how it was counted."""

    @property
    def is_met(self) -> bool:
        return self.aim is None or self.value <= self.aim

    def data(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "value": round(self.value, 2),
            "unit": self.unit,
            "aim": self.aim,
            "met": self.is_met,
            "compared": self.compared,
        }


def written(value: float, unit: str) -> str:
    """Return a value as people read it: `1.31 ×`, `132 bytes`, `0.4 ms`."""
    digits = 2 if unit == "×" else 0 if unit == "bytes" or value >= 100 else 1
    return f"{value:,.{digits}f} {unit}"


def table(figures: Iterable[Figure]) -> Table:
    """Return the figures as a table, those that miss their aim marked."""
    drawn = Table("", "measured", "aim", "", "compared with", title="ttt-tui", title_justify="left")
    for column in (1, 2):
        drawn.columns[column].justify = "right"
        drawn.columns[column].no_wrap = True
    for figure in figures:
        aim = "" if figure.aim is None else f"≤ {written(figure.aim, figure.unit)}"
        mark = "" if figure.aim is None else "met" if figure.is_met else "[bold]missed[/]"
        drawn.add_row(figure.what, written(figure.value, figure.unit), aim, mark, figure.compared)
    return drawn
