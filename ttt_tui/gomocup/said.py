"""What a brain says of its search in MESSAGE and DEBUG lines, for which there are habits but no rule.

>>> from ttt_tui.engine import Geometry, Position
>>> empty = Position(Geometry(15, 15, 5), 2)
>>> said = read_said("Depth 12-20 | Eval -35 | Time 1203ms | H8 I9", empty)
>>> said.depth, said.score, [empty.geometry.name(square) for square in said.pv]
(12, -35.0, ['h8', 'i9'])
>>> read_said("depth 7-9 ev +M5 n 200K pv H8I9", empty).nodes
200000
"""

import re
from dataclasses import dataclass

from ttt_tui.engine import Position, Square

MATE = 30_000.0
"""The score of a win that is written as a number of plies, before these are taken off."""

_DEPTH = re.compile(r"\bdepth\b[\s:=]*([0-9]{1,3})", re.IGNORECASE | re.ASCII)
_SCORE = re.compile(
    r"\b(?:ev|eval|evaluation|score|value)\b[\s:=]*([+-]?)(M?)([0-9]{1,9}(?:\.[0-9]{1,9})?)",
    re.IGNORECASE | re.ASCII,
)
_NODES = re.compile(
    r"\b(?:n|nodes?)\b[\s:=]*([0-9]{1,18}(?:\.[0-9]{1,9})?)([kmg]?)\b", re.IGNORECASE | re.ASCII
)
_THOUSANDS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}

# A square takes all digits that follow, so that there is one way only to divide a text into squares: else a
# search that fails tries all of them, twice as many for each square more.
_ONE = r"(?:[A-T][0-9]{1,2}(?![0-9])|\[?[0-9]{1,2},[0-9]{1,2}(?![0-9])\]?)"
_NAMED_LINE = re.compile(
    rf"\b(?:pv|best\s?line)\b[\s:=]*({_ONE}(?:[\s\-]*{_ONE})*)", re.IGNORECASE | re.ASCII
)
_LAST_LINE = re.compile(rf"\|\s*({_ONE}(?:\s*{_ONE})*)\s*$", re.IGNORECASE | re.ASCII)
_SQUARE = re.compile(r"([A-T])([0-9]{1,2})|([0-9]{1,2}),([0-9]{1,2})", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """What could be understood of a line; None, 0 and no squares where it says nothing."""

    score: float | None = None
    depth: int = 0
    """Plies."""
    nodes: int = 0
    pv: tuple[Square, ...] = ()
    """Squares that are all empty and differ."""

    @property
    def is_anything(self) -> bool:
        """Whether anything was understood."""
        return self != SearchInfo()


def read_said(text: str, position: Position) -> SearchInfo:
    """Return what a line says of a search in this position."""
    depth, score, nodes = _DEPTH.search(text), _SCORE.search(text), _NODES.search(text)
    line = _NAMED_LINE.search(text) or _LAST_LINE.search(text)
    return SearchInfo(
        score=_score(score) if score else None,
        depth=int(depth[1]) if depth else 0,
        nodes=round(float(nodes[1]) * _THOUSANDS[nodes[2].lower()]) if nodes else 0,
        pv=_squares(line[1], position) if line else (),
    )


def _score(found: re.Match[str]) -> float:
    value = float(found[3])
    if found[2]:
        value = MATE - value
    return -value if found[1] == "-" else value


def _squares(text: str, position: Position) -> tuple[Square, ...]:
    """Return the squares up to the first that nobody could place on."""
    geometry = position.geometry
    squares: list[Square] = []
    for letter, number, x, y in _SQUARE.findall(text):
        column, row = (ord(letter.upper()) - ord("A"), int(number) - 1) if letter else (int(x), int(y))
        if not (column < geometry.columns and 0 <= row < geometry.rows):
            break
        square = geometry.at(column, row)
        if square in squares or position.occupied >> square & 1:
            break
        squares.append(square)
    return tuple(squares)
