"""The messages between a visitor's program and the lobby of a server, written as those of a shared match.

The lobby knows who a visitor is: no message says so. Lists are sent line by line, each with a key, and a line
with the same key replaces the one before.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import get_args

from ttt_tui.engine import Geometry, MatchRules, Rules, Setup
from ttt_tui.engine.clock import TimeControl
from ttt_tui.session.wording import sentence


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game for two."""

    columns: int
    rows: int
    line: int
    rules: str
    """The rules as words, `usual` if they are."""
    rated: bool
    clock: str = field(default="", kw_only=True)
    """The time control, as `3m+2s`, "" for none."""

    @property
    def time_control(self) -> TimeControl | None:
        """The clock. Raises `InvalidClock`."""
        return TimeControl.parse(self.clock) if self.clock else None

    @property
    def setup(self) -> Setup:
        """A set-up for two humans. Raises `InvalidSetup`."""
        return Setup(self.geometry, 2, MatchRules(clock=self.time_control))

    @property
    def geometry(self) -> Geometry:
        """The board and its rules. Raises `InvalidSetup`."""
        return Geometry(self.columns, self.rows, self.line, Rules.parse(self.rules))

    @classmethod
    def fields_of(cls, geometry: Geometry) -> tuple[int, int, int, str]:
        """Return the first fields for this board."""
        return geometry.columns, geometry.rows, geometry.line_length, str(geometry.rules)


# --- messages of visitors ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenge(GameKind):
    """An invitation to a game."""

    to: str
    """The name of the person who is challenged, "" for anybody."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The end of the visitor's own challenges and of the search for an opponent."""


@dataclass(frozen=True, slots=True)
class Find(GameKind):
    """The search for an opponent in this game."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The challenge of this number is accepted."""

    number: int


@dataclass(frozen=True, slots=True)
class Decline:
    """The challenge of this number, which was for the visitor alone, is declined."""

    number: int


@dataclass(frozen=True, slots=True)
class Join:
    """The visitor returns to a game, or watches one of others."""

    number: int


@dataclass(frozen=True, slots=True)
class Greet:
    """One of `GREETINGS`, for a person."""

    to: str
    greeting: int


@dataclass(frozen=True, slots=True)
class Mute:
    """From now on nothing of this person is shown, or it is again if the person was muted."""

    name: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Another name for the visitor's account."""

    name: str


@dataclass(frozen=True, slots=True)
class AddKey:
    """With the `code` of an account the visitor's key belongs to it; with "" a code is made."""

    code: str


@dataclass(frozen=True, slots=True)
class Doing:
    """What the visitor does, one of `DOINGS`."""

    what: str


@dataclass(frozen=True, slots=True)
class Active:
    """The visitor has pressed a key since the message before, which is at least `ACTIVE_SECONDS` old."""


@dataclass(frozen=True, slots=True)
class ShowRanking:
    """A request for the leaderboard."""


ACTIVE_SECONDS = 60.0

GREETINGS = ("good luck", "well played", "thanks", "sorry, have to go")

IN_LOBBY, IN_GAME, WATCHING, ALONE = DOINGS = "in the lobby", "in a game", "watching", "alone"

# --- messages of the lobby --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class You:
    """The first message, and every later change of the visitor's own name."""

    name: str
    is_guest: bool
    server: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is here."""

    name: str
    rating: int | None
    """In the kind of game that the person has played most, None before `LEAST_SHOWN` rated games."""
    doing: str
    rated_games: int
    """Of that kind."""


@dataclass(frozen=True, slots=True)
class PersonLeft:
    """Somebody has left."""

    name: str


@dataclass(frozen=True, slots=True)
class Offered(GameKind):
    """An open challenge."""

    number: int
    by: str
    rating: int | None
    to: str


@dataclass(frozen=True, slots=True)
class OfferClosed:
    """A challenge is no longer open."""

    number: int


@dataclass(frozen=True, slots=True)
class Running(GameKind):
    """A game that goes on."""

    number: int
    players: list[str]
    moves: int
    watchers: int
    to_move: str
    """The name of the player to move, "" after the game."""


@dataclass(frozen=True, slots=True)
class RunningEnded:
    """A game is no longer listed."""

    number: int


@dataclass(frozen=True, slots=True)
class Seated:
    """The connection to this game comes over the channel of sockets."""

    number: int
    watches: bool
    server: str
    rated: bool


@dataclass(frozen=True, slots=True)
class ComputerOffered:
    """Nobody has come so far: the visitor may play a computer until somebody does."""


@dataclass(frozen=True, slots=True)
class Greeted:
    """A greeting, by its number in `GREETINGS`."""

    by: str
    greeting: int


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence for the visitor."""

    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The reason why a request was refused."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the leaderboard, which is sent whole, by kinds of games, the best one first."""

    kind: str
    place: int
    name: str
    rating: int
    deviation: int
    games: int


FromVisitor = (
    Challenge
    | Withdraw
    | Find
    | Accept
    | Decline
    | Join
    | Greet
    | Mute
    | Rename
    | AddKey
    | Doing
    | Active
    | ShowRanking
)
FromLobby = (
    You
    | Person
    | PersonLeft
    | Offered
    | OfferClosed
    | Running
    | RunningEnded
    | Seated
    | ComputerOffered
    | Greeted
    | Told
    | Refused
    | Rank
)

FROM_VISITORS: tuple[type, ...] = get_args(FromVisitor)
FROM_LOBBY: tuple[type, ...] = get_args(FromLobby)


def ranking_lines(ranks: Iterable[Rank]) -> list[str]:
    """Return the lines of a leaderboard, with headings for the kinds of games."""
    lines, kind = list[str](), ""
    for rank in ranks:
        if rank.kind != kind:
            lines += [""] * bool(kind) + [sentence(rank.kind)]
            kind = rank.kind
        lines.append(f"{rank.place:3}  {rank.name:20} {rank.rating:5} ± {2 * rank.deviation}")
    return lines or ["No ratings are certain enough yet"]
