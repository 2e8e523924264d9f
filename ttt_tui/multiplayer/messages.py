r"""What a host and its guests say to each other: objects of JSON, one a line.

Everything is read as if an enemy had written it: what is not exactly a message raises `InvalidMessage`, in a
time and memory that its length bounds, and no text of it is shown or stored before `fields` has let it in.

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
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, get_args, get_type_hints

from ttt_tui.errors import InvalidMessage
from ttt_tui.multiplayer.fields import Name, Symbol, Time, cleaned, fits

VERSION = 2
"""Of what is said; it changes whenever one side would no longer understand the other."""

MOST_BYTES = 64 * 1024
"""Of a line, the end of it included. The longest game on the largest board takes about a tenth of it."""


UNHEARD_OF = "nobody says that here"
"""Why a message of an unknown kind is not understood."""


# --- what guests say -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """The first thing that a guest says."""

    version: int
    name: Name
    """What the person is called."""
    seat: str
    """The symbol of the seat that is wanted, nothing for any."""
    watches: bool
    """Whether the guest only looks on."""


@dataclass(frozen=True, slots=True)
class Discover:
    """Said instead of `Hello` by who looks for a game: the answer is an `Offer`, and goodbye."""

    version: int


@dataclass(frozen=True, slots=True)
class Place:
    """A stone for the guest's seat."""

    game: int
    """The game's number in its match, from 1."""
    ply: int
    """How many moves there are before it; it is meant for no other position."""
    square: str


@dataclass(frozen=True, slots=True)
class Resign:
    """The guest gives the game up."""

    game: int
    ply: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """The guest wants what the others have to agree to."""

    game: int
    ply: int
    what: str
    """One of `WISHES`."""


@dataclass(frozen=True, slots=True)
class Vote:
    """The answer to an `Ask`."""

    number: int
    """Of the question."""
    yes: bool


@dataclass(frozen=True, slots=True)
class Earlier:
    """The guest wants to know the games of the match from this number on, those before the current one."""

    first: int


UNDO, NEXT = "undo", "next"

WISHES = (UNDO, NEXT)
"""What the others are asked for."""


def request_name(what: str, *, is_match_over: bool) -> str:
    """Return what one of `WISHES` is called on screen: the next game after a match is a rematch."""
    if what == UNDO:
        return "takeback"
    return "rematch" if is_match_over else "next game"


def wanted(who: str, what: str, *, is_match_over: bool) -> str:
    """Return what somebody wants, one of `WISHES`, as it is put to the others: `Bob requests a takeback`."""
    name = request_name(what, is_match_over=is_match_over)
    return f"{who} requests {'the' if name == 'next game' else 'a'} {name}"


def requested(what: str, *, is_match_over: bool) -> str:
    """Return that one of `WISHES` was requested here, nothing for nothing: `Takeback requested`."""
    return (
        f"{request_name(what, is_match_over=is_match_over).capitalize()} requested" if what in WISHES else ""
    )


# --- what the host says ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """The answer to `Discover`: what is played."""

    version: int
    columns: int
    rows: int
    line: int
    """How many in a row win."""
    free: list[Symbol]
    """The symbols of the seats that who looks can have."""
    here: list[Name]
    """What the people are called who play and are here."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to `Hello`."""

    version: int
    host: Name
    """What the person is called who hosts, nothing if that is not known."""
    seat: int | None
    """The guest's, by its number; None for who looks on."""
    seed: int
    """Of the match, by which a guest knows it again."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game of the match that was played before."""

    game: int
    """Its number in the match, from 1."""
    started: Time
    """When, as the store writes it."""
    record: dict[str, Any]
    """The game, as `records.json` writes it."""


@dataclass(frozen=True, slots=True)
class State:
    """How things stand: all that there is to know of the current game."""

    game: int
    """Its number in the match, from 1."""
    started: Time
    """When, as the store writes it."""
    record: dict[str, Any]
    """The game, as `records.json` writes it."""
    away: list[int]
    """The seats of people who are not here now."""
    waits: bool
    """Whether the match has not begun: open seats wait for people."""


@dataclass(frozen=True, slots=True)
class Watched:
    """Who looks on now."""

    by: list[str]
    """What they are called; as many at most as a list may have."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The others are asked whether they agree to a wish."""

    number: int
    who: str
    what: str
    seconds: int
    """After this, silence is a no."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A question is no longer asked."""

    number: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the guest wanted was not done."""

    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something happened: a sentence for whoever is here."""

    text: str


@dataclass(frozen=True, slots=True)
class Bye:
    """The last thing that either side says."""

    reason: str


FromGuest = Hello | Discover | Place | Resign | Proposal | Vote | Earlier | Bye
FromHost = Offer | Welcome | Finished | State | Watched | Ask | Settled | Refusal | Notice | Bye
Message = FromGuest | FromHost

SAID_AS: dict[type, str] = {Discover: "look", Proposal: "wish", Refusal: "refused", Notice: "told"}
"""What the protocol calls messages whose class has another name; it cannot change within a version."""

FROM_GUESTS: tuple[type, ...] = get_args(FromGuest)
FROM_HOSTS: tuple[type, ...] = get_args(FromHost)


def name_of(kind: type) -> str:
    """Return what the protocol calls a kind of message."""
    return SAID_AS.get(kind) or kind.__name__.lower()


def write(message: Message) -> bytes:
    """Return the line that says it. Raises `ValueError` if that would be too long to be read."""
    said = {"say": name_of(type(message))}
    said |= {field.name: getattr(message, field.name) for field in fields(message)}
    line = json.dumps(said, ensure_ascii=False).encode() + b"\n"
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
    said = data.pop("say", None)
    kind = next((kind for kind in kinds if name_of(kind) == said), None)
    if kind is None:
        raise InvalidMessage(UNHEARD_OF)
    if "version" in _hints(kind):  # looked at first: those of other versions may hold other things
        version = data.get("version")
        if fits(version, int) and version != VERSION:
            raise InvalidMessage(f"protocol version {version} is not supported; use version {VERSION}")
    return kind(**_values(kind, data))


def _values(kind: type, data: Mapping[str, object]) -> dict[str, object]:
    """Return what a message of this kind holds."""
    name, hints = name_of(kind), _hints(kind)
    if missing := [key for key in hints if key not in data]:
        raise InvalidMessage(f"{name} lacks {missing[0]}")
    if data.keys() - hints.keys():
        raise InvalidMessage(f"{name} has unknown fields")
    for key, wanted in hints.items():
        if not fits(data[key], wanted):
            raise InvalidMessage(f"{key} of {name} is invalid")
    return {key: cleaned(data[key], wanted) for key, wanted in hints.items()}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
