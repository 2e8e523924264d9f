"""The words of the Gomocup protocol: what a manager says, and what the lines of a brain mean.

Squares are x,y, both from 0, the column first.

>>> from ttt_tui.engine import Geometry
>>> geometry = Geometry(15, 15, 5)
>>> turn(geometry, geometry.parse("h8")), read("7,8").kind, read("DEBUG depth 3").text
('TURN 7,7', <ReplyKind.MOVE: 'move'>, 'depth 3')
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from ttt_tui.engine import Geometry, Limit, Square

UNLIMITED = 2_147_483_647
"""Milliseconds that mean no limit where 0 would mean none left."""

MAX_MEMORY = 350 * 1024 * 1024
"""Bytes that a brain is asked to keep to: as many as in the tournaments that the protocol is made for."""

FIVE_OR_MORE = 0
"""The rule played here, as the bits of `INFO rule`."""

LONGEST_SAID = 400
"""Characters of what a brain says that are passed on."""


class GameType(IntEnum):
    """Whom a brain plays, as `INFO game_type` has it."""

    AGAINST_A_HUMAN = 0
    AGAINST_A_BRAIN = 1
    TOURNAMENT = 2


class ReplyKind(StrEnum):
    """What a line of a brain is."""

    OK = "OK"
    MOVE = "move"
    SUGGESTION = "suggestion"
    """A move that the manager may make for it."""
    REFUSAL = "refusal"
    """ERROR or UNKNOWN."""
    SAID = "said"
    """MESSAGE, DEBUG or INFO: for people."""
    ABOUT = "about"
    """What it says of itself, such as `name="Rapfi", version="2023"`."""
    BLANK = "blank"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a brain."""

    kind: ReplyKind
    text: str
    """What it says besides the word that says what it is: printable, and short."""
    x: int = 0
    y: int = 0


_SQUARE = re.compile(r"(SUGGEST\s+)?(-?[0-9]{1,5})\s*,\s*(-?[0-9]{1,5})", re.ASCII | re.IGNORECASE)

_ABOUT = re.compile(r'[a-z]{1,20}\s*=\s*".*', re.ASCII | re.IGNORECASE)

_KINDS = {
    "ERROR": ReplyKind.REFUSAL,
    "UNKNOWN": ReplyKind.REFUSAL,
    "MESSAGE": ReplyKind.SAID,
    "DEBUG": ReplyKind.SAID,
    "INFO": ReplyKind.SAID,
}


def read(line: str) -> Line:
    """Return what a line means; any line means something."""
    line = line.strip()
    if not line:
        return Line(ReplyKind.BLANK, "")
    if square := _SQUARE.fullmatch(line):
        kind = ReplyKind.SUGGESTION if square[1] else ReplyKind.MOVE
        return Line(kind, printable(line), int(square[2]), int(square[3]))
    if line.upper() == "OK":
        return Line(ReplyKind.OK, "")
    word, _, rest = line.partition(" ")
    if known := _KINDS.get(word.upper()):
        return Line(known, printable(rest.strip()))
    return Line(ReplyKind.ABOUT if _ABOUT.match(line) else ReplyKind.OTHER, printable(line))


def printable(text: str) -> str:
    """Return what a stranger's program says with nothing in it that disturbs a terminal, and not too long."""
    cut = text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}…"
    return "".join(c if c.isprintable() else "?" for c in cut)


# --- what a manager says ---------------------------------------------------------------------------------


def start(geometry: Geometry) -> str:
    """Return the command that begins a game."""
    if geometry.columns == geometry.rows:
        return f"START {geometry.columns}"
    return f"RECTSTART {geometry.columns},{geometry.rows}"


def conditions(game_type: GameType) -> list[str]:
    """Return what a brain is told once in a game."""
    return [
        f"INFO rule {FIVE_OR_MORE}",
        f"INFO game_type {game_type.value}",
        f"INFO max_memory {MAX_MEMORY}",
        "INFO timeout_match 0",
        f"INFO time_left {UNLIMITED}",
    ]


def time_for_a_move(limit: Limit) -> str:
    """Return the command that says how long a move may take; the limit has to have seconds."""
    milliseconds = round(1000 * (limit.seconds or 0))
    return f"INFO timeout_turn {max(1, milliseconds)}"  # 0 would mean: as fast as can be


def turn(geometry: Geometry, square: Square) -> str:
    """Return the command that tells the opponent's stone and asks for a move."""
    return f"TURN {_xy(geometry, square)}"


def take_back(geometry: Geometry, square: Square) -> str:
    """Return the command that takes a stone back."""
    return f"TAKEBACK {_xy(geometry, square)}"


def play(x: int, y: int) -> str:
    """Return the command that makes the move which a brain has suggested."""
    return f"PLAY {x},{y}"


def board(geometry: Geometry, stones: Iterable[tuple[bool, Square]]) -> list[str]:
    """Return the commands that tell all stones, each with whether it is the brain's, and ask for a move."""
    lines = [f"{_xy(geometry, square)},{1 if is_its_own else 2}" for is_its_own, square in stones]
    return ["BOARD", *lines, "DONE"]


def _xy(geometry: Geometry, square: Square) -> str:
    return f"{geometry.column(square)},{geometry.row(square)}"
