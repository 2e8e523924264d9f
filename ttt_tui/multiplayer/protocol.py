r"""The messages between a host and its guests: objects of JSON, one a line.

Everything is read as if an enemy had written it: a line that is not exactly a message raises
`InvalidMessage`, and its length bounds the time and memory that reading takes. Texts are checked here, before
they are shown or stored: control characters are removed from sentences, and names, symbols and times are such
as the store can read.

>>> line = write(Place(game=1, ply=4, square="b2"))
>>> line
b'{"say": "place", "game": 1, "ply": 4, "square": "b2"}\n'
>>> read(line, FROM_GUESTS)
Place(game=1, ply=4, square='b2')
>>> read(b'{"say": "place", "game": 1}', FROM_GUESTS)
Traceback (most recent call last):
ttt_tui.errors.InvalidMessage: place lacks ply
"""

import json
import types
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from ttt_tui.engine import is_valid_name, is_valid_symbol
from ttt_tui.engine.records import LONGEST_TIME
from ttt_tui.engine.validation import boolean, check, items, text, whole
from ttt_tui.errors import InvalidData, InvalidMessage
from ttt_tui.process.text import printable
from ttt_tui.store.stored_game import is_stored_time

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

VERSION = 7
"""The version of the protocol; it changes whenever one side would no longer understand the other.

Programs of version 3 fail at a game with a step of the ladder. Those of version 4 would leave out the stones
of a game that starts in a position, those of version 5 know no clocks, and those of version 6 neither draws
by agreement nor pings.
"""

MOST_BYTES = 64 * 1024
"""The longest line, its end included. The longest game on the largest board takes about a tenth of it."""

MOST_LETTERS = 300
"""The longest text in a message."""

MOST_ITEMS = 100
"""The longest list in a message."""

MOST = 2**53
"""The largest number in a message, and without its sign the smallest."""

UNKNOWN_KIND = "nobody says that here"
"""The answer to a message of an unknown kind, also from hosts of version 1."""


# --- what a field may hold -------------------------------------------------------------------------------


def _time(text: str) -> str:
    check(not text or is_stored_time(text), "a time", "one that the store writes")
    return text


def _milliseconds(number: int) -> int:
    check(0 <= number <= LONGEST_TIME, "milliseconds", f"from 0 to {LONGEST_TIME}")
    return number


Name = Annotated[str, lambda text: text if is_valid_name(text) else ""]
"""The name of a person, "" if it cannot be one."""

Symbol = Annotated[str, lambda text: text if is_valid_symbol(text) else ""]
"""The symbol of a player, "" if it cannot be one."""

Time = Annotated[str, _time]
"""A time as the store writes it, "" if it is unknown."""

Milliseconds = Annotated[int, _milliseconds]
"""A time on a clock."""


def checked(value: object, hint: Any, what: str) -> Any:
    """Return a value of JSON checked for a field of this type. Raises `InvalidData`.

    A text of no special type is only shown: characters that could disturb a terminal are escaped.
    """
    kind = get_origin(hint) or hint
    if kind is types.UnionType:  # a number or nothing
        return None if value is None else whole(value, what, -MOST, MOST)
    if kind is int:
        return whole(value, what, -MOST, MOST)
    if kind is bool:
        return boolean(value, what)
    if kind is list:
        return [checked(item, get_args(hint)[0], what) for item in items(value, what, 0, MOST_ITEMS)]
    if kind is Annotated:
        base, read_value = get_args(hint)
        return read_value(whole(value, what, -MOST, MOST) if base is int else text(value, what, MOST_LETTERS))
    if kind is str:
        return printable(text(value, what, MOST_LETTERS))
    check(isinstance(value, dict), what, "an object")  # a record, which has a reader of its own
    return value


# --- messages of guests ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a guest."""

    version: int
    name: Name
    seat: str
    """The symbol of the requested seat, "" for any."""
    watches: bool


@dataclass(frozen=True, slots=True)
class Discover:
    """The first message of a user who looks for games: the answer is an `Offer`, and goodbye."""

    version: int


@dataclass(frozen=True, slots=True)
class Place:
    """A move of the guest's seat, valid only for this ply of this game, which is numbered from 1."""

    game: int
    ply: int
    square: str


@dataclass(frozen=True, slots=True)
class Resign:
    """The resignation of the guest's seat."""

    game: int
    ply: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A request that the other players have to agree to, one of `PROPOSALS`."""

    game: int
    ply: int
    what: str


@dataclass(frozen=True, slots=True)
class Vote:
    """The answer to the `Ask` of this number."""

    number: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Earlier:
    """A request for the games of the match from this number on, those before the current one."""

    first: int


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to the `Ping` of this number, at once."""

    number: int


UNDO, NEXT, DRAW = PROPOSALS = "undo", "next", "draw"


class RequestWords(NamedTuple):
    """A proposal on screen."""

    subject: str
    """What is accepted or declined: `takeback`."""
    noun: str
    """What expires: `takeback request`."""
    incoming: str
    """What its author does, as the others see it: `requests a takeback`."""
    own: str
    """What its author sees: `Takeback requested`."""


_REQUEST_WORDS = {
    UNDO: RequestWords("takeback", "takeback request", "requests a takeback", "Takeback requested"),
    NEXT: RequestWords("next game", "next game request", "requests the next game", "Next game requested"),
    DRAW: RequestWords("draw", "draw offer", "offers a draw", "Draw offered"),
}
_REMATCH = RequestWords("rematch", "rematch request", "requests a rematch", "Rematch requested")


def request_words(what: str, *, is_match_over: bool) -> RequestWords:
    """Return the words for one of `PROPOSALS`: the next game after a match is a rematch."""
    return _REMATCH if what == NEXT and is_match_over else _REQUEST_WORDS[what]


# --- messages of the host --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """The answer to `Discover`: the board, the symbols of open seats, and the names of connected players."""

    version: int
    columns: int
    rows: int
    line: int
    rules: str
    """The rules as words, `usual` if they are."""
    free: list[Symbol]
    here: list[Name]


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to `Hello`."""

    version: int
    host: Name
    """The name of the host, "" if it is unknown."""
    seat: int | None
    """The number of the guest's seat, None for a spectator."""
    seed: int
    """The seed of the match, by which a guest recognises the match."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game of the match before the current one, with its record as written by `engine.records.json`."""

    game: int
    started: Time
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class State:
    """The whole state of the current game, with its record as written by `engine.records.json`."""

    game: int
    started: Time
    record: dict[str, Any]
    away: list[int]
    """The open seats whose players are not connected."""
    waits: bool
    """Whether the match has not started: open seats wait for players."""
    elapsed: Milliseconds
    """Milliseconds that the player to move has thought about this move, by the host's clock."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The names of the spectators."""

    by: list[str]


@dataclass(frozen=True, slots=True)
class Ask:
    """The request of another player; after `seconds` without an answer, the answer is no."""

    number: int
    who: str
    what: str
    seconds: int


@dataclass(frozen=True, slots=True)
class Ping:
    """A question whose `Pong` tells how long messages travel."""

    number: int


@dataclass(frozen=True, slots=True)
class ProposalClosed:
    """The end of the request of this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why the host refused the guest's request."""

    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the people at the guest's terminal."""

    text: str


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message of either side."""

    reason: str


FromGuest = Hello | Discover | Place | Resign | Proposal | Vote | Earlier | Pong | Bye
FromHost = Offer | Welcome | Finished | State | Watched | Ask | Ping | ProposalClosed | Refusal | Notice | Bye
Message = FromGuest | FromHost

WIRE_NAMES: dict[type, str] = {
    Discover: "look",
    Proposal: "wish",
    ProposalClosed: "settled",
    Refusal: "refused",
    Notice: "told",
}
"""The wire names of messages whose class has another name; they cannot change within a version."""

FROM_GUESTS: tuple[type, ...] = get_args(FromGuest)
FROM_HOSTS: tuple[type, ...] = get_args(FromHost)


# --- reading and writing ---------------------------------------------------------------------------------


def wire_name(kind: type) -> str:
    """Return the name of a kind of message in the protocol."""
    return WIRE_NAMES.get(kind) or kind.__name__.lower()


def write(message: "DataclassInstance") -> bytes:
    """Return a message as a line. Raises `ValueError` if it would be too long to be read."""
    data = {"say": wire_name(type(message))}
    data |= {field.name: getattr(message, field.name) for field in fields(message)}
    line = json.dumps(data, ensure_ascii=False).encode() + b"\n"
    if len(line) > MOST_BYTES:
        raise ValueError(f"a message has at most {MOST_BYTES} bytes; this one has {len(line)}")
    return line


def read(line: bytes, kinds: tuple[type, ...]) -> Any:
    """Return the message of a line, which is one of these kinds; raises `InvalidMessage`."""
    if len(line) > MOST_BYTES:
        raise InvalidMessage(f"a message has at most {MOST_BYTES} bytes")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidMessage("a message is not JSON") from None
    if not isinstance(data, dict):
        raise InvalidMessage("a message is not a JSON object")
    name = data.pop("say", None)
    kind = next((kind for kind in kinds if wire_name(kind) == name), None)
    if kind is None:
        raise InvalidMessage(UNKNOWN_KIND)
    if "version" in _hints(kind):  # checked first: messages of other versions may have other fields
        version = data.get("version")
        if type(version) is int and version != VERSION and abs(version) <= MOST:
            raise InvalidMessage(f"protocol version {version} is not supported; use version {VERSION}")
    return kind(**_values(kind, data))


def _values(kind: type, data: Mapping[str, object]) -> dict[str, object]:
    """Return the checked fields of a message of this kind."""
    name, hints = wire_name(kind), _hints(kind)
    if missing := [key for key in hints if key not in data]:
        raise InvalidMessage(f"{name} lacks {missing[0]}")
    if data.keys() - hints.keys():
        raise InvalidMessage(f"{name} has unknown fields")
    values = {}
    for key, hint in hints.items():
        try:
            values[key] = checked(data[key], hint, key)
        except InvalidData:
            raise InvalidMessage(f"{key} of {name} is invalid") from None
    return values


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
