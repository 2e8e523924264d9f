"""The lobby of a server: requests of visitors, challenges, greetings, names.

All of it is in one thread. A visitor is told what changes, line by line; what a visitor asks for is checked
here, and the answer to what cannot be is one sentence.
"""

import asyncio
import time
from dataclasses import replace
from itertools import count

from ttt_tui.computer.ladder.kinds import kind_of
from ttt_tui.engine import check_setup
from ttt_tui.errors import (
    ConnectionClosed,
    InvalidMessage,
    InvalidSetup,
    NameRefused,
    RecordError,
    StoreError,
)
from ttt_tui.errors import VisitRefused as Refusal
from ttt_tui.multiplayer.lobby_messages import (
    DOINGS,
    FROM_VISITORS,
    GREETINGS,
    Accept,
    Active,
    AddKey,
    Challenge,
    Decline,
    Doing,
    Find,
    FromVisitor,
    GameKind,
    Greet,
    Greeted,
    Join,
    Mute,
    OfferClosed,
    Offered,
    Refused,
    Rename,
    ShowRanking,
    Told,
    Withdraw,
    You,
)
from ttt_tui.multiplayer.protocol import read
from ttt_tui.serving.games import Games
from ttt_tui.serving.limits import Paces, network_of
from ttt_tui.serving.pairing import Pairing
from ttt_tui.serving.ratings import MOST_RATED, PeopleRatings
from ttt_tui.serving.visitors import Visitor, Visitors
from ttt_tui.store.accounts import Account, Accounts, check_account_name
from ttt_tui.store.thread import StoreThread

MOST_CHALLENGES = 3
"""Open challenges of one person."""

MOST_GAMES = 10
"""Unfinished games of one person."""

CHALLENGE_SECONDS = 600.0
"""Seconds until an open challenge is withdrawn."""

TICK_SECONDS = 1.0


class Lobby:
    """The people and games of a server named `server`."""

    def __init__(self, server: str, accounts: Accounts, history: StoreThread) -> None:
        self.server = server
        self.visitors = Visitors(accounts)
        self.ratings = PeopleRatings(accounts)
        self.games = Games(server, self.visitors, accounts, history, self.ratings)
        self._accounts = accounts
        self._pairing = Pairing()
        self._offers: dict[int, tuple[Offered, Visitor, float]] = {}
        self._paces = Paces()
        self._numbers = count(1)

    # --- coming and going --------------------------------------------------------------------------------

    async def serve(self, visitor: Visitor) -> None:
        """Serve a visitor until the connection to the program ends."""
        self.visitors.add(visitor)
        try:
            if visitor.account is not None:
                visitor.muted = self._accounts.mutes(visitor.account)
            self._welcome(visitor)
            while True:
                message = read(await visitor.connection.read_line(), FROM_VISITORS)
                try:
                    self._take(visitor, message)
                except (Refusal, NameRefused, InvalidSetup, StoreError, RecordError) as refusal:
                    visitor.tell(Refused(str(refusal)))
        except (InvalidMessage, ConnectionClosed):
            pass
        finally:
            self._withdraw(visitor)
            self.visitors.remove(visitor)
            self.games.leave(visitor)

    def _welcome(self, visitor: Visitor) -> None:
        """Send a visitor everything that is known."""
        visitor.tell(You(visitor.name, visitor.account is None, self.server))
        for person in self.visitors.people():
            visitor.tell(person)
        for offer, by, _ in self._offers.values():
            if self._may_see(visitor, offer, by):
                visitor.tell(offer)
        for running in self.games.shown_to(visitor):
            visitor.tell(running)
        self.visitors.tell_soon(self.visitors.person(visitor))

    async def tick(self) -> None:
        """Pair people, send news, and withdraw old challenges, every second."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.pair()
            self._pairing.offer_computers()
            self.games.end_on_time()
            self.visitors.send_news()
            now = time.monotonic()
            for number, (_, _, since) in [*self._offers.items()]:
                if now - since > CHALLENGE_SECONDS:
                    self._close_offer(number)

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
                self.games.join(visitor, number)
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
                    self.visitors.tell_soon(self.visitors.person(visitor))
            case ShowRanking():
                self._check_pace(visitor, "looks at the leaderboard")
                for rank in self.ratings.ranking():
                    visitor.tell(rank)
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
        setup = game.setup
        check_setup(setup)
        if setup.rules.clock is not None and setup.rules.clock.is_correspondence and visitor.account is None:
            raise Refusal("games of guests end when they leave: choose less than a day")
        if game.rated and visitor.account is None:
            raise Refusal("guests play unrated: come with an SSH key for rated games")
        if self.games.unfinished_of(visitor.user) >= MOST_GAMES:
            raise Refusal(f"you have {MOST_GAMES} games that are not over: finish or resign one first")

    def _challenge(self, visitor: Visitor, game: Challenge) -> None:
        self._check_kind(visitor, game)
        if sum(by is visitor for _, by, _ in self._offers.values()) >= MOST_CHALLENGES:
            raise Refusal(f"you have {MOST_CHALLENGES} open challenges: withdraw them first")
        to = self.visitors.named(game.to) if game.to else None
        if to is not None:
            if to.name == visitor.name:
                raise Refusal("you can't challenge yourself")
            if game.rated and to.account is None:
                raise Refusal(f"{to.name} is a guest, and guests play unrated")
        self._check_pace(visitor, "challenges")
        number = next(self._numbers)
        kind = GameKind.fields_of(game.geometry)
        rating, to_name = self.visitors.person(visitor).rating, to.name if to is not None else ""
        clock = "" if game.time_control is None else str(game.time_control)
        offer = Offered(*kind, game.rated, number, visitor.name, rating, to_name, clock=clock)
        self._offers[number] = offer, visitor, time.monotonic()
        self._show_offer(offer, visitor)

    def _show_offer(self, offer: Offered, by: Visitor) -> None:
        """Send a challenge to everybody who may see it."""
        for visitor in self.visitors:
            if self._may_see(visitor, offer, by):
                visitor.tell(offer)

    def _may_see(self, visitor: Visitor, offer: Offered, by: Visitor) -> bool:
        """Return whether a challenge is shown: it is the visitor's own, or open to them, and not muted."""
        return visitor is by or (by.user not in visitor.muted and offer.to in ("", visitor.name))

    def _withdraw(self, visitor: Visitor) -> None:
        """End the challenges and the search of a visitor."""
        self._pairing.remove(visitor)
        for number in [number for number, (_, by, _) in self._offers.items() if by is visitor]:
            self._close_offer(number)

    def _close_offer(self, number: int) -> None:
        del self._offers[number]
        self.visitors.tell_all(OfferClosed(number))

    def _decline(self, visitor: Visitor, number: int) -> None:
        found = self._offers.get(number)
        if found is not None and found[0].to.casefold() == visitor.name.casefold():
            self._close_offer(number)
            found[1].tell(Told(f"{visitor.name} declines"))

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
        if offer.rated and self.ratings.have_played_enough(by.user, visitor.user):
            raise Refusal(f"{MOST_RATED} rated games a day with the same person count: play unrated")
        self._begin(offer, by, visitor)

    def _find(self, visitor: Visitor, game: Find) -> None:
        self._check_kind(visitor, game)
        rating = self.ratings.rating(visitor.account, str(kind_of(game.geometry))).rating
        self._pairing.add(visitor, game, rating)
        self.pair()

    def pair(self) -> None:
        """Begin games between those who look for an opponent."""
        for one, two, game in self._pairing.pairs():
            if game.rated and self.ratings.have_played_enough(one.user, two.user):
                continue
            try:
                self._begin(game, one, two)
            except (StoreError, RecordError) as error:
                for visitor in (one, two):
                    self._withdraw(visitor)
                    visitor.tell(Refused(str(error)))

    def _begin(self, game: GameKind, one: Visitor, two: Visitor) -> None:
        """Begin a game between two visitors, who look for nobody else any more."""
        self.games.begin(game, one, two)
        for visitor in (one, two):
            self._withdraw(visitor)

    # --- people ------------------------------------------------------------------------------------------

    def _greet(self, visitor: Visitor, to: str, greeting: int) -> None:
        if not 0 <= greeting < len(GREETINGS):
            raise Refusal("unknown greeting")
        self._check_pace(visitor, "greetings")
        other = self.visitors.named(to)
        if visitor.user not in other.muted:
            other.tell(Greeted(visitor.name, greeting))

    def _mute(self, visitor: Visitor, name: str) -> None:
        other = self.visitors.named(name)
        if other.user == visitor.user:
            raise Refusal("you can't mute yourself")
        is_on = other.user not in visitor.muted
        (visitor.muted.add if is_on else visitor.muted.discard)(other.user)
        if visitor.account is not None and other.account is not None:
            self._accounts.mute(visitor.account, other.account, is_on=is_on)
        visitor.tell(Told(f"{other.name} is muted" if is_on else f"{other.name} is no longer muted"))

    def _rename(self, visitor: Visitor, name: str) -> None:
        if visitor.account is None:
            raise Refusal("guests have no name of their own: come with an SSH key")
        check_account_name(name)
        self._check_pace(visitor, "other names")
        self.rename(visitor.account, name)

    def rename(self, account: Account, name: str) -> None:
        """Give an account another name. Raises `NameRefused`."""
        renamed = self._accounts.rename(account, name)
        visitors = self.visitors.of([account.id])
        for visitor in visitors:
            visitor.account, visitor.name = renamed, renamed.name
            visitor.tell(You(renamed.name, False, self.server))
        if visitors:
            self.visitors.forget(account.name)
            self.visitors.tell_all(self.visitors.person(visitors[0]))
            self._rename_offers(account.name, renamed.name)
        self.games.rename(account.id)

    def _rename_offers(self, before: str, name: str) -> None:
        """Show the challenges by and to somebody under another name."""
        for number, (offer, by, since) in self._offers.items():
            if before in (offer.by, offer.to):
                offer = replace(
                    offer,
                    by=name if offer.by == before else offer.by,
                    to=name if offer.to == before else offer.to,
                )
                self._offers[number] = offer, by, since
                self._show_offer(offer, by)

    def _add_key(self, visitor: Visitor, code: str) -> None:
        if visitor.account is None:
            raise Refusal("guests have no account: come with an SSH key")
        self._check_pace(visitor, "codes")
        if not code:
            made = self._accounts.make_code(visitor.account)
            visitor.tell(Told(f"Come with the other key within 10 minutes and type {made} at K"))
            return
        account = self._accounts.use_code(code, visitor.key)
        visitor.end(f"this key belongs to {account.name} from now on: come again")
