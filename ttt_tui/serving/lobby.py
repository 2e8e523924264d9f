"""The lobby of a server: who is here, challenges, pairing by rating, and the games.

All of it is in one thread. A visitor is told what changes, line by line; what a visitor asks for is checked
here, and the answer to what cannot be is one sentence.
"""

import asyncio
import secrets
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations, count

from ttt_tui.analysis.rating import LEAST_SHOWN, RatedResult, Rating
from ttt_tui.computer.ladder.kinds import kind_of
from ttt_tui.engine import Setup, check_setup
from ttt_tui.engine.records import UNFINISHED
from ttt_tui.errors import (
    ConnectionClosed,
    InvalidMessage,
    InvalidSetup,
    NameRefused,
    RecordError,
    StoreError,
)
from ttt_tui.errors import VisitRefused as Refusal
from ttt_tui.multiplayer.connection import Connection, NetworkThread
from ttt_tui.multiplayer.lobby_messages import (
    DOINGS,
    FROM_VISITORS,
    GREETINGS,
    Accept,
    Active,
    AddKey,
    Challenge,
    ComputerOffered,
    Decline,
    Doing,
    Find,
    FromLobby,
    FromVisitor,
    GameKind,
    Greet,
    Greeted,
    Join,
    Mute,
    OfferClosed,
    Offered,
    Person,
    PersonLeft,
    Rank,
    Refused,
    Rename,
    Running,
    RunningEnded,
    Seated,
    ShowRanking,
    Told,
    Withdraw,
    You,
)
from ttt_tui.multiplayer.protocol import read, write
from ttt_tui.serving.limits import Paces, network_of
from ttt_tui.serving.rooms import Room, setup_of
from ttt_tui.store.accounts import MOST_RATED, Account, Accounts, StoredRating, check_account_name
from ttt_tui.store.thread import StoreThread

NEW_PERSON = Rating()
"""Before the first rated game."""

CERTAIN = 110.0
"""The deviation, in points, below which a rating is on the leaderboard."""

RANKED = 20
"""People of each kind of game on the leaderboard."""

MOST_CHALLENGES = 3
"""Open challenges of one person."""

MOST_GAMES = 10
"""Unfinished games of one person."""

CHALLENGE_SECONDS = 600.0
"""Seconds until an open challenge is withdrawn."""

NEAR, WIDENING = 100.0, 25.0
"""Points between two people who are paired at once, and how many more a second later."""

COMPUTER_SECONDS = 20.0
"""Seconds after which a computer is offered to somebody whom nobody plays."""

TICK_SECONDS = 1.0


@dataclass(eq=False)
class Visitor:
    """Somebody who is here; `account` is None for a guest."""

    number: int
    name: str
    account: Account | None
    key: str
    """The fingerprint of the key, "" for a guest."""
    address: str
    connection: Connection
    games: socket.socket
    """The channel over which connections to games are passed."""
    end: Callable[[str], object]
    """Ends the visit, with the reason."""
    doing: str = DOINGS[0]
    active: float = field(default_factory=time.monotonic)
    """Monotonic time of the latest key."""
    muted: set[int] = field(default_factory=set)

    @property
    def user(self) -> int:
        """The number in games: the account's, or for a guest one below 0."""
        return -self.number if self.account is None else self.account.id


@dataclass
class OpponentSearch:
    """Somebody who looks for an opponent; `since` is a monotonic time."""

    visitor: Visitor
    game: Find
    rating: float
    since: float
    is_told: bool = False
    """Whether a computer was offered."""


class Lobby:
    """The people and games of a server named `server`."""

    def __init__(self, server: str, accounts: Accounts, history: StoreThread) -> None:
        self.server = server
        self.visitors: dict[int, Visitor] = {}
        self.rooms: dict[int, Room] = {}
        """Open rooms, by the numbers of their games."""
        self._accounts, self._history = accounts, history
        self._network = NetworkThread("rooms")
        self._offers: dict[int, tuple[Offered, Visitor, float]] = {}
        self._searches: dict[int, OpponentSearch] = {}  # by visitors
        self._paces = Paces()
        self._news: dict[str | int, Person | Running] = {}  # lines to be sent, by people and games
        self._numbers = count(1)
        self._guest_games = count(-1, -1)  # games of guests are not kept
        self._kept = {game.number: game for game in accounts.kept_games()}
        self._shown: dict[int, Running] = {}  # games in everybody's list

    # --- coming and going --------------------------------------------------------------------------------

    async def serve(self, visitor: Visitor) -> None:
        """Serve a visitor until the connection to the program ends."""
        self.visitors[visitor.number] = visitor
        if visitor.account is not None:
            visitor.muted = self._accounts.mutes(visitor.account)
        self._welcome(visitor)
        try:
            while True:
                message = read(await visitor.connection.read_line(), FROM_VISITORS)
                try:
                    self._take(visitor, message)
                except (Refusal, NameRefused, InvalidSetup, StoreError, RecordError) as refusal:
                    self._tell(visitor, Refused(str(refusal)))
        except (InvalidMessage, ConnectionClosed):
            pass
        finally:
            self._leave(visitor)

    def _welcome(self, visitor: Visitor) -> None:
        """Send a visitor everything that is known."""
        self._tell(visitor, You(visitor.name, visitor.account is None, self.server))
        for person in {other.name: other for other in self.visitors.values()}.values():
            self._tell(visitor, self._person(person))
        for offer, by, _ in self._offers.values():
            if self._may_see(visitor, offer, by):
                self._tell(visitor, offer)
        for running in self._shown.values():
            self._tell(visitor, running)
        for running in self.waiting_for(visitor.user):
            self._tell(visitor, running)
        self._tell_all_soon(self._person(visitor))

    def _leave(self, visitor: Visitor) -> None:
        self.visitors.pop(visitor.number, None)
        self._withdraw(visitor)
        visitor.connection.close()
        visitor.games.close()
        if visitor.account is None:
            for room in [*self.rooms.values()]:
                room.resign_for(visitor.user)
        here = {other.user for other in self.visitors.values()}
        for room in [*self.rooms.values()]:
            if room.is_empty and here.isdisjoint(room.users):  # nobody of those who began it has entered
                self._close_room(room)
        if all(other.name != visitor.name for other in self.visitors.values()):
            self._news.pop(visitor.name, None)
            self._tell_all(PersonLeft(visitor.name))

    def close(self, reason: str) -> None:
        """Close all rooms; their games are kept."""
        for room in [*self.rooms.values()]:
            room.close(reason)
        self.rooms.clear()
        self._network.stop()

    # --- telling -----------------------------------------------------------------------------------------

    def _tell(self, visitor: Visitor, message: FromLobby) -> None:
        visitor.connection.send(write(message))

    def _tell_all(self, message: FromLobby) -> None:
        line = write(message)
        for visitor in self.visitors.values():
            visitor.connection.send(line)

    def _tell_all_soon(self, message: Person | Running) -> None:
        """Send a line within a second, unless a newer one replaces it: each makes all programs paint."""
        self._news[message.name if isinstance(message, Person) else message.number] = message

    def tell_news(self) -> None:
        """Send all lines that wait."""
        lines = b"".join(map(write, self._news.values()))
        self._news.clear()
        if lines:
            for visitor in self.visitors.values():
                visitor.connection.send(lines)

    def announce(self, text: str) -> None:
        """Show a sentence of the administrator to everybody."""
        self._tell_all(Told(text))

    def warn(self, visitor: Visitor, text: str) -> None:
        """Show a visitor a sentence."""
        self._tell(visitor, Told(text))

    def _person(self, visitor: Visitor) -> Person:
        rating = None
        if visitor.account is not None:
            rating = self._accounts.best_known_rating(visitor.account, LEAST_SHOWN)
        return Person(visitor.name, None if rating is None else round(rating), visitor.doing)

    # --- requests ----------------------------------------------------------------------------------------

    def _take(self, visitor: Visitor, message: FromVisitor) -> None:
        """Carry out a request; raises `VisitRefused`, `NameRefused` or `InvalidSetup`."""
        visitor.active = time.monotonic()
        match message:
            case Challenge():
                self._challenge(visitor, message)
            case Find():
                self._find(visitor, message)
            case Withdraw():
                self._withdraw(visitor)
            case Accept(number):
                self._accept(visitor, number)
            case Decline(number):
                self._decline(visitor, number)
            case Join(number):
                self._join(visitor, number)
            case Greet(to, greeting):
                self._greet(visitor, to, greeting)
            case Mute(name):
                self._mute(visitor, name)
            case Rename(name):
                self._rename(visitor, name)
            case AddKey(code):
                self._add_key(visitor, code)
            case Doing(what) if what in DOINGS:
                if what != visitor.doing:
                    visitor.doing = what
                    self._tell_all_soon(self._person(visitor))
            case ShowRanking():
                self._check_pace(visitor, "looks at the leaderboard")
                for rank in self.ranking():
                    self._tell(visitor, rank)
            case Active():
                pass
            case _:
                raise Refusal("the server does not know that request")

    def _check_pace(self, visitor: Visitor, what: str) -> None:
        """Raise a refusal if the visitor does this too often; guests of one address count as one person."""
        who = network_of(visitor.address) if visitor.account is None else visitor.account.id
        self._paces.check(who, what, time.monotonic())

    def _check_kind(self, visitor: Visitor, game: GameKind) -> None:
        """Raise a refusal unless the visitor may play this kind of game now."""
        check_setup(Setup(game.geometry, 2))
        if game.rated and visitor.account is None:
            raise Refusal("guests play unrated: come with an SSH key for rated games")
        if sum(visitor.user in kept.players for kept in self._kept.values()) >= MOST_GAMES:
            raise Refusal(f"you have {MOST_GAMES} games that are not over: finish or resign one first")

    def _challenge(self, visitor: Visitor, game: Challenge) -> None:
        self._check_kind(visitor, game)
        if sum(by is visitor for _, by, _ in self._offers.values()) >= MOST_CHALLENGES:
            raise Refusal(f"you have {MOST_CHALLENGES} open challenges: withdraw them first")
        to = self._named(game.to) if game.to else None
        if to is not None:
            if to.name == visitor.name:
                raise Refusal("you can't challenge yourself")
            if game.rated and to.account is None:
                raise Refusal(f"{to.name} is a guest, and guests play unrated")
        self._check_pace(visitor, "challenges")
        number = next(self._numbers)
        kind = GameKind.fields_of(game.geometry)
        rating, to_name = self._person(visitor).rating, to.name if to is not None else ""
        offer = Offered(*kind, game.rated, number, visitor.name, rating, to_name)
        self._offers[number] = offer, visitor, time.monotonic()
        for other in self.visitors.values():
            if self._may_see(other, offer, visitor):
                self._tell(other, offer)

    def _may_see(self, visitor: Visitor, offer: Offered, by: Visitor) -> bool:
        """Return whether a challenge is shown: it is the visitor's own, or open to them, and not muted."""
        return visitor is by or (by.user not in visitor.muted and offer.to in ("", visitor.name))

    def _named(self, name: str) -> Visitor:
        for visitor in self.visitors.values():
            if visitor.name.casefold() == name.casefold():
                return visitor
        raise Refusal(f"{name:.40} is not here")

    def _withdraw(self, visitor: Visitor) -> None:
        """End the challenges and the search of a visitor."""
        self._searches.pop(visitor.number, None)
        for number in [number for number, (_, by, _) in self._offers.items() if by is visitor]:
            self._close_offer(number)

    def _close_offer(self, number: int) -> None:
        del self._offers[number]
        self._tell_all(OfferClosed(number))

    def _decline(self, visitor: Visitor, number: int) -> None:
        found = self._offers.get(number)
        if found is not None and found[0].to.casefold() == visitor.name.casefold():
            self._close_offer(number)
            self._tell(found[1], Told(f"{visitor.name} declines"))

    def _accept(self, visitor: Visitor, number: int) -> None:
        if number not in self._offers:
            raise Refusal("this challenge is no longer open")
        offer, by, _ = self._offers[number]
        if by.name == visitor.name:
            raise Refusal("this is your own challenge")
        if offer.to not in ("", visitor.name):
            raise Refusal(f"this challenge is for {offer.to}")
        if visitor.user in by.muted:
            raise Refusal(f"{by.name} does not play you")
        self._check_kind(visitor, offer)
        try:
            self._check_kind(by, offer)
        except Refusal:
            self._close_offer(number)
            raise Refusal(f"{by.name} has too many games: this challenge is no longer open") from None
        if offer.rated and self._have_played_enough(by, visitor):
            raise Refusal(f"{MOST_RATED} rated games a day with the same person count: play unrated")
        self._begin(offer, by, visitor)

    # --- pairing -----------------------------------------------------------------------------------------

    def _find(self, visitor: Visitor, game: Find) -> None:
        self._check_kind(visitor, game)
        self._searches[visitor.number] = OpponentSearch(
            visitor, game, self._rating(visitor, str(kind_of(game.geometry))).rating, time.monotonic()
        )
        self.pair()

    def pair(self) -> None:
        """Begin games between those who look for an opponent, the nearest ratings first."""
        now = time.monotonic()

        def distance(pair: tuple[OpponentSearch, OpponentSearch]) -> float:
            return abs(pair[0].rating - pair[1].rating)

        pairs = [
            (one, two)
            for one, two in combinations(self._searches.values(), 2)
            if one.game == two.game
            and one.visitor.name != two.visitor.name
            and not {one.visitor.user, two.visitor.user} & (one.visitor.muted | two.visitor.muted)
        ]
        for one, two in sorted(pairs, key=distance):
            waited = now - min(one.since, two.since)
            are_free = {one.visitor.number, two.visitor.number} <= self._searches.keys()
            if are_free and distance((one, two)) <= NEAR + WIDENING * waited:
                if one.game.rated and self._have_played_enough(one.visitor, two.visitor):
                    continue
                try:
                    self._begin(one.game, one.visitor, two.visitor)
                except (StoreError, RecordError) as error:
                    for search in (one, two):
                        self._withdraw(search.visitor)
                        self._tell(search.visitor, Refused(str(error)))
        for search in self._searches.values():
            if not search.is_told and now - search.since >= COMPUTER_SECONDS:
                search.is_told = True
                self._tell(search.visitor, ComputerOffered())

    def _have_played_enough(self, one: Visitor, two: Visitor) -> bool:
        """Return whether no more rated games of these two count today."""
        return self._accounts.rated_today(one.user, two.user) >= MOST_RATED

    async def tick(self) -> None:
        """Pair people, send news, and withdraw old challenges, every second."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.pair()
            self.tell_news()
            now = time.monotonic()
            for number, (_, _, since) in [*self._offers.items()]:
                if now - since > CHALLENGE_SECONDS:
                    self._close_offer(number)

    # --- games -------------------------------------------------------------------------------------------

    def _begin(self, game: GameKind, one: Visitor, two: Visitor) -> None:
        """Begin a game between two visitors, who move first by lot."""
        players = [one, two]
        if secrets.randbelow(2):
            players.reverse()
        setup = setup_of(Setup(game.geometry, 2), [player.name for player in players])
        room = Room(
            self.server,
            self._history,
            self._network,
            (players[0].user, players[1].user),
            setup,
            self._changed,
            rated=game.rated,
            seed=secrets.randbits(32),
        )
        is_kept = None not in (one.account, two.account)
        room.number = next(self._guest_games)
        if is_kept:
            try:
                room.number = self._accounts.keep_game(room.uid, room.users, rated=room.rated)
            except StoreError:
                room.close()
                raise
            self._update_kept()
        self.rooms[room.number] = room
        for player in players:
            self._withdraw(player)
            self._seat(player, room, watches=False)
        self._changed(room)

    def _update_kept(self) -> None:
        self._kept = {game.number: game for game in self._accounts.kept_games()}

    def _seat(self, visitor: Visitor, room: Room, *, watches: bool) -> None:
        """Connect a visitor to a room."""
        connected = room.enter(visitor.user, visitor.name)
        with connected, suppress(OSError):
            socket.send_fds(visitor.games, [b"g"], [connected.fileno()])
            self._tell(visitor, Seated(room.number, watches, self.server))

    def _join(self, visitor: Visitor, number: int) -> None:
        """Let a visitor return to a game, or watch one."""
        room = self.rooms.get(number)
        if room is None:
            room = self._reopen(number, visitor)
        self._seat(visitor, room, watches=visitor.user not in room.users)

    def _reopen(self, number: int, visitor: Visitor) -> Room:
        """Open the room of a kept game for one of its players again."""
        kept = self._kept.get(number)
        if kept is None or visitor.user not in kept.players:
            raise Refusal("this game is over")
        entry = self._history.find(kept.uid, 1.0)
        if entry is None or entry.result != UNFINISHED:
            self._accounts.drop_game(number)
            self._update_kept()
            self._tell_all(RunningEnded(number))
            raise Refusal("this game is over")
        room = Room(
            self.server,
            self._history,
            self._network,
            kept.players,
            entry.setup,
            self._changed,
            rated=kept.rated,
            entry=entry,
        )
        room.number = number
        self.rooms[number] = room
        return room

    def _changed(self, room: Room) -> None:
        """Follow a change of a room: ratings, the list of games, and the end."""
        if room.number not in self.rooms:
            return
        game = room.match.game
        kept = self._kept.get(room.number)
        if kept is not None and (kept.uid, kept.players) != (room.uid, room.users) and room.uid:
            self._accounts.update_game(room.number, room.uid, room.users)
            self._update_kept()
        if game.outcome is not None and room.rated:
            self._rate(room)
        if room.is_empty and (room.was_entered or game.outcome is not None):
            self._close_room(room)
            return
        running = self._running(room)
        if self._shown.get(room.number) != running:
            self._shown[room.number] = running
            self._tell_all_soon(running)

    def _close_room(self, room: Room) -> None:
        del self.rooms[room.number]
        is_over = room.match.game.outcome is not None
        self._shown.pop(room.number, None)
        room.close()
        self._news.pop(room.number, None)
        self._tell_all(RunningEnded(room.number))
        if room.number not in self._kept:
            return
        if is_over:
            self._accounts.drop_game(room.number)
            self._update_kept()
            return
        if (running := self._waiting(room.number)) is not None:
            for visitor in self.visitors.values():
                if visitor.user in self._kept[room.number].players:
                    self._tell(visitor, running)

    def _running(self, room: Room) -> Running:
        match, setup = room.match, room.match.setup
        over, names = match.game.outcome is not None, self._names(room.users, setup)
        return Running(
            *GameKind.fields_of(setup.geometry),
            room.rated,
            room.number,
            names,
            len(match.game.moves),
            len(room.host.spectators),
            "" if over else names[match.game.position.to_move],
        )

    def _names(self, users: Iterable[int], setup: Setup) -> list[str]:
        """Return the names of players as they are now."""
        accounts = [self._accounts.by_id(user) for user in users]
        return [
            player.name if account is None else account.name
            for account, player in zip(accounts, setup.players, strict=True)
        ]

    def games_of(self, user: int) -> list[Running]:
        """Return the games of an account, whether their rooms are open or not."""
        rooms = [self._running(room) for room in self.rooms.values() if user in room.users]
        return [*rooms, *self.waiting_for(user)]

    def waiting_for(self, user: int) -> list[Running]:
        """Return the games of an account whose rooms are closed."""
        numbers = [n for n, game in self._kept.items() if user in game.players and n not in self.rooms]
        return [running for running in map(self._waiting, numbers) if running is not None]

    def _waiting(self, number: int) -> Running | None:
        """Return the line of a kept game whose room is closed."""
        kept = self._kept[number]
        try:
            entry = self._history.find(kept.uid, 1.0)
        except StoreError:
            return None
        if entry is None or entry.result != UNFINISHED:
            return None
        game = entry.game()
        names = self._names(kept.players, game.setup)
        fields = GameKind.fields_of(game.setup.geometry)
        to_move = names[game.position.to_move]
        return Running(*fields, kept.rated, number, names, len(game.moves), 0, to_move)

    # --- people ------------------------------------------------------------------------------------------

    def _greet(self, visitor: Visitor, to: str, greeting: int) -> None:
        if not 0 <= greeting < len(GREETINGS):
            raise Refusal("unknown greeting")
        self._check_pace(visitor, "greetings")
        other = self._named(to)
        if visitor.user not in other.muted:
            self._tell(other, Greeted(visitor.name, greeting))

    def _mute(self, visitor: Visitor, name: str) -> None:
        other = self._named(name)
        if other.user == visitor.user:
            raise Refusal("you can't mute yourself")
        is_on = other.user not in visitor.muted
        (visitor.muted.add if is_on else visitor.muted.discard)(other.user)
        if visitor.account is not None and other.account is not None:
            self._accounts.mute(visitor.account, other.account, is_on=is_on)
        self._tell(visitor, Told(f"{other.name} is muted" if is_on else f"{other.name} is no longer muted"))

    def _rename(self, visitor: Visitor, name: str) -> None:
        if visitor.account is None:
            raise Refusal("guests have no name of their own: come with an SSH key")
        check_account_name(name)
        self._check_pace(visitor, "other names")
        self.rename(visitor.account, name)

    def rename(self, account: Account, name: str) -> None:
        """Give an account another name. Raises `NameRefused`."""
        renamed = self._accounts.rename(account, name)
        visitors = self._of([account.id])
        for visitor in visitors:
            visitor.account, visitor.name = renamed, renamed.name
            self._tell(visitor, You(renamed.name, False, self.server))
        if visitors:
            self._news.pop(account.name, None)
            self._tell_all(PersonLeft(account.name))
            self._tell_all(self._person(visitors[0]))
        for room in [*self.rooms.values()]:
            if account.id in room.users:
                self._changed(room)

    def _add_key(self, visitor: Visitor, code: str) -> None:
        if visitor.account is None:
            raise Refusal("guests have no account: come with an SSH key")
        self._check_pace(visitor, "codes")
        if not code:
            made = self._accounts.make_code(visitor.account)
            self._tell(visitor, Told(f"Come with the other key within 10 minutes and type {made} at K"))
            return
        account = self._accounts.use_code(code, visitor.key)
        visitor.end(f"this key belongs to {account.name} from now on: come again")

    # --- ratings -----------------------------------------------------------------------------------------

    def _rating(self, visitor: Visitor, kind: str) -> Rating:
        stored = None if visitor.account is None else self._accounts.rating(visitor.account, kind)
        return NEW_PERSON if stored is None else rested(stored)

    def _rate(self, room: Room) -> None:
        """Count a finished game for the ratings of both, once."""
        outcome, users = room.match.game.outcome, room.users
        accounts = [self._accounts.by_id(user) for user in users]
        if outcome is None or not room.uid:
            return
        one, two = accounts
        if one is None or two is None:
            return
        if self._accounts.is_rated(room.uid):
            return
        if self._accounts.rated_today(one.id, two.id) >= MOST_RATED:
            room.rated = False
            room.host.announce(f"Unrated: {MOST_RATED} rated games a day with the same person count")
            return
        kind = str(kind_of(room.match.setup.geometry))
        stored = [self._accounts.rating(account, kind) for account in (one, two)]
        before = [NEW_PERSON if rating is None else rested(rating) for rating in stored]
        score = 0.5 if outcome.winner is None else float(outcome.winner == 0)
        today = date.today().isoformat()
        after = []
        for account, mine, other, points, known in zip(
            (one, two), before, reversed(before), (score, 1 - score), stored, strict=True
        ):
            new = mine.after([RatedResult(other.rating, points, other.deviation)])
            games = 1 + (0 if known is None else known.games)
            after.append((account, StoredRating(new.rating, new.deviation, new.volatility, games, today)))
        if self._accounts.rate(room.uid, kind, after):
            for visitor in self._of(users):
                self._tell_all_soon(self._person(visitor))

    def _of(self, users: Iterable[int]) -> list[Visitor]:
        return [visitor for visitor in self.visitors.values() if visitor.user in users]

    def ranking(self) -> list[Rank]:
        """Return the leaderboard."""
        return [
            Rank(kind, place, name, round(rating.rating), round(rating.deviation), rating.games)
            for kind, ranked in self._accounts.leaderboard(CERTAIN, RANKED).items()
            for place, (name, rating) in enumerate(ranked, 1)
        ]


def rested(stored: StoredRating) -> Rating:
    """Return a rating as it is today: less certain after days without a game."""
    days = (date.today() - date.fromisoformat(stored.day)).days
    return Rating(stored.rating, stored.deviation, stored.volatility).rested(days)
