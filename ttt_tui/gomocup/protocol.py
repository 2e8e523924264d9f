"""The lines of the Gomocup protocol: commands of a manager, and the meaning of an engine's replies.

Squares are x,y, both from 0, the column first. Engines also describe their search in MESSAGE and DEBUG lines,
for which there are habits but no rule.

>>> from ttt_tui.engine import Geometry, Position
>>> geometry = Geometry(15, 15, 5)
>>> turn(geometry, geometry.parse("h8")), read_reply("7,8").kind, read_reply("DEBUG depth 3").text
('TURN 7,7', <ReplyKind.MOVE: 'move'>, 'depth 3')
>>> empty = Position(geometry, 2)
>>> info = read_search_info("Depth 12-20 | Eval -35 | Time 1203ms | H8 I9", empty)
>>> info.depth, info.score, [geometry.name(square) for square in info.pv]
(12, -35.0, ['h8', 'i9'])
>>> read_search_info("depth 7-9 ev +M5 n 200K pv H8I9", empty).nodes
200000
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType

from ttt_tui.engine import Geometry, Limit, Position, Rules, Square
from ttt_tui.engine.setup import ENGINE_RULES

UNLIMITED = 2_147_483_647
"""Milliseconds of `INFO time_left` that mean no limit; 0 means that no time is left."""

MAX_MEMORY = 350 * 1024 * 1024
"""Bytes an engine is asked to keep to: the limit of the Gomocup tournaments."""

RULE_VALUES: Mapping[Rules, int] = MappingProxyType(dict(zip(ENGINE_RULES, (0, 1, 4), strict=True)))
"""The rules that engines can play, apart from an opening → the value of `INFO rule`, a sum of bits."""

SWAP2BOARD, SWAP = "SWAP2BOARD", "SWAP"

LONGEST_MESSAGE = 400
"""Characters kept of a line that an engine writes for people."""

MATE = 30_000.0
"""Score of a win now; a win in n plies is written `M` n and scores n less."""


class GameType(IntEnum):
    """The opponent, as the values of `INFO game_type`."""

    AGAINST_A_HUMAN = 0
    AGAINST_A_BRAIN = 1
    TOURNAMENT = 2


class ReplyKind(StrEnum):
    """The kind of a line that an engine writes."""

    OK = "OK"
    MOVE = "move"
    OPENING = "opening"
    """SWAP, or two or three squares: an answer to SWAP2BOARD."""
    SUGGESTION = "suggestion"
    """A move that the manager may make for the engine."""
    REFUSAL = "refusal"
    """ERROR or UNKNOWN."""
    MESSAGE = "message"
    """MESSAGE, DEBUG or INFO: for people."""
    ABOUT = "about"
    """A description of the engine, such as `name="Rapfi", version="2023"`."""
    BLANK = "blank"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Reply:
    """A line that an engine writes."""

    kind: ReplyKind
    text: str
    """The line without the word that tells its kind: printable, at most `LONGEST_MESSAGE` characters and a
    mark."""
    x: int = 0
    y: int = 0
    squares: tuple[tuple[int, int], ...] = ()
    """The squares of an answer to SWAP2BOARD that is no move: x and y of each."""


# --- commands --------------------------------------------------------------------------------------------


def start(geometry: Geometry) -> str:
    """Return the command that begins a game."""
    if geometry.columns == geometry.rows:
        return f"START {geometry.columns}"
    return f"RECTSTART {geometry.columns},{geometry.rows}"


def rule(rules: Rules) -> str:
    """Return the command that sets a game's rules, one of `ENGINE_RULES`."""
    return f"INFO rule {RULE_VALUES[rules]}"


def conditions(game_type: GameType) -> list[str]:
    """Return the other commands that are sent once in a game."""
    return [
        f"INFO game_type {game_type.value}",
        f"INFO max_memory {MAX_MEMORY}",
        "INFO timeout_match 0",
        f"INFO time_left {UNLIMITED}",
    ]


def time_for_a_move(limit: Limit) -> str:
    """Return the command that limits the time of a move; the limit has to have seconds."""
    milliseconds = round(1000 * (limit.seconds or 0))
    return f"INFO timeout_turn {max(1, milliseconds)}"  # 0 would mean as fast as possible


def turn(geometry: Geometry, square: Square) -> str:
    """Return the command that sends the opponent's move and requests the next one."""
    return f"TURN {xy(geometry, square)}"


def take_back(geometry: Geometry, square: Square) -> str:
    """Return the command that takes back a stone."""
    return f"TAKEBACK {xy(geometry, square)}"


def play(x: int, y: int) -> str:
    """Return the command that makes a move suggested by the engine."""
    return f"PLAY {x},{y}"


def board(geometry: Geometry, stones: Iterable[tuple[bool, Square]]) -> list[str]:
    """Return the commands that send all stones, each with whether it is the engine's, and request a move."""
    lines = [f"{xy(geometry, square)},{1 if is_own else 2}" for is_own, square in stones]
    return ["BOARD", *lines, "DONE"]


def swap2_board(geometry: Geometry, squares: Iterable[Square]) -> list[str]:
    """Return the commands that send the stones of a swap2 opening and request the engine's next action."""
    return [SWAP2BOARD, *(xy(geometry, square) for square in squares), "DONE"]


def xy(geometry: Geometry, square: Square) -> str:
    """Return a square as text: `7,7`."""
    return f"{geometry.column(square)},{geometry.row(square)}"


# --- replies ---------------------------------------------------------------------------------------------

_MOVE = re.compile(r"(SUGGEST\s+)?(-?[0-9]{1,5})\s*,\s*(-?[0-9]{1,5})", re.ASCII | re.IGNORECASE)

_SQUARES = re.compile(r"-?[0-9]{1,5},-?[0-9]{1,5}( -?[0-9]{1,5},-?[0-9]{1,5}){1,2}", re.ASCII)

_ABOUT = re.compile(r'[a-z]{1,20}\s*=\s*".*', re.ASCII | re.IGNORECASE)

_KEYWORDS = {
    "ERROR": ReplyKind.REFUSAL,
    "UNKNOWN": ReplyKind.REFUSAL,
    "MESSAGE": ReplyKind.MESSAGE,
    "DEBUG": ReplyKind.MESSAGE,
    "INFO": ReplyKind.MESSAGE,
}


def read_reply(line: str) -> Reply:
    """Parse a line of an engine; every line has a kind."""
    line = line.strip()
    if not line:
        return Reply(ReplyKind.BLANK, "")
    if move := _MOVE.fullmatch(line):
        kind = ReplyKind.SUGGESTION if move[1] else ReplyKind.MOVE
        return Reply(kind, printable_message(line), int(move[2]), int(move[3]))
    if line.upper() == SWAP:
        return Reply(ReplyKind.OPENING, SWAP)
    together = re.sub(r"\s*,\s*", ",", " ".join(line.split()))
    if _SQUARES.fullmatch(together):
        numbers = [int(number) for number in re.split("[ ,]", together)]
        squares = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        return Reply(ReplyKind.OPENING, printable_message(line), squares=squares)
    if line.upper() == "OK":
        return Reply(ReplyKind.OK, "")
    word, _, rest = line.partition(" ")
    if known := _KEYWORDS.get(word.upper()):
        return Reply(known, printable_message(rest.strip()))
    return Reply(ReplyKind.ABOUT if _ABOUT.match(line) else ReplyKind.OTHER, printable_message(line))


def printable_message(text: str) -> str:
    """Return at most `LONGEST_MESSAGE` characters of a text, without any that could disturb a terminal."""
    cut = text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]}…"
    return "".join(c if c.isprintable() else "?" for c in cut)


# --- what an engine tells of its search ------------------------------------------------------------------

_DEPTH = re.compile(r"\bdepth\b[\s:=]*([0-9]{1,3})", re.IGNORECASE | re.ASCII)
_SCORE = re.compile(
    r"\b(?:ev|eval|evaluation|score|value)\b[\s:=]*([+-]?)(M?)([0-9]{1,9}(?:\.[0-9]{1,9})?)",
    re.IGNORECASE | re.ASCII,
)
_NODES = re.compile(
    r"\b(?:n|nodes?)\b[\s:=]*([0-9]{1,18}(?:\.[0-9]{1,9})?)([kmg]?)\b", re.IGNORECASE | re.ASCII
)
_THOUSANDS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}

# A square takes all digits that follow, so a text can be divided into squares in one way only; otherwise a
# failing match would try all ways, twice as many for each further square.
_ONE = r"(?:[A-T][0-9]{1,2}(?![0-9])|\[?[0-9]{1,2},[0-9]{1,2}(?![0-9])\]?)"
_NAMED_LINE = re.compile(
    rf"\b(?:pv|best\s?line)\b[\s:=]*({_ONE}(?:[\s\-]*{_ONE})*)", re.IGNORECASE | re.ASCII
)
_LAST_LINE = re.compile(rf"\|\s*({_ONE}(?:\s*{_ONE})*)\s*$", re.IGNORECASE | re.ASCII)
_SQUARE = re.compile(r"([A-T])([0-9]{1,2})|([0-9]{1,2}),([0-9]{1,2})", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """The data about a search in a line; None, 0 or no squares where the line has none."""

    score: float | None = None
    depth: int = 0
    """The depth in plies."""
    nodes: int = 0
    pv: tuple[Square, ...] = ()
    """Different empty squares: the principal variation."""


def read_search_info(text: str, position: Position) -> SearchInfo:
    """Parse a line about a search in this position."""
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
    """Return the squares of a variation, up to the first that cannot be played."""
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
