"""Requests that all players have to agree to, one at a time.

The people at the host's terminal decide as one. Disconnected players are not asked; but a draw needs a yes
from everybody who is still in the game. No answer means no.
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ttt_tui.engine import Game, IllegalMove, Match
from ttt_tui.errors import NothingToUndo
from ttt_tui.multiplayer.protocol import (
    DRAW,
    NEXT,
    PROPOSALS,
    UNDO,
    Ask,
    ProposalClosed,
    RequestWords,
    request_words,
)
from ttt_tui.multiplayer.server import Guest
from ttt_tui.session.draw_offers import check_draw_offer, check_only_people

if TYPE_CHECKING:
    from ttt_tui.multiplayer.host import HostSession

ANSWER_SECONDS = 30
"""Time for the others to answer a request."""


@dataclass(frozen=True, slots=True)
class PendingProposal:
    """A request by the player of a seat that the others have to answer; `expires` is a monotonic time."""

    number: int
    seat: int
    what: str
    words: RequestWords
    expires: float


class ConsentPoll:
    """Asks the players of a hosted match about one request at a time; `host` shows and grants it."""

    def __init__(self, host: "HostSession") -> None:
        self.proposal: PendingProposal | None = None
        """The open request, None without one."""
        self._host, self._seats = host, host.seats
        self._agreed: set[int] = set()  # the seats that agree to the request
        self._count = 0
        self._draws_offered: dict[int, tuple[Game, int]] = {}  # seat → when it last offered one

    def propose(self, match: Match, seat: int, what: str) -> None:
        """Ask the others about a request of a seat's player. Raises `IllegalMove` if it is impossible now."""
        if what == UNDO and not any(move.player == seat for move in match.game.moves):
            raise NothingToUndo("you have no move to take back")
        if what == NEXT and match.game.outcome is None:
            raise IllegalMove("the game is not over")
        if what not in PROPOSALS:
            raise IllegalMove(f"unknown request {what[:20]!r}")
        if what == DRAW:
            check_draw_offer(match, seat)
            check_only_people(match)
        if self.proposal is not None:
            if self.proposal.what == what == NEXT or (
                self.proposal.what == what == DRAW and self.proposal.seat != seat
            ):
                self.vote(self.proposal.number, seat, True)
                return
            if self.proposal.seat == seat:
                raise IllegalMove("wait for the answer to your request")
            raise IllegalMove(f"{self._seats.name(self.proposal.seat)}'s request is still open")
        if what == DRAW:
            now = match.game, len(match.game.moves)
            if self._draws_offered.get(seat) == now:
                raise IllegalMove("you have offered a draw already: wait for the next move")
            self._draws_offered[seat] = now
        self._count += 1
        words = request_words(what, is_match_over=match.is_over)
        self.proposal = PendingProposal(self._count, seat, what, words, time.monotonic() + ANSWER_SECONDS)
        self._agreed = self._deciding_with(seat)
        for number, other in self._seats.seats.items():
            if number != seat and other.guest is not None:
                self.ask(other.guest)
        self._check()

    def ask(self, guest: Guest) -> None:
        """Ask a guest about the open request, if there is one."""
        proposal, seat = self.proposal, self._seats.seat_of(guest)
        if proposal is not None and (seat is None or seat in self._deciding):
            seconds = max(1, round(proposal.expires - time.monotonic()))
            who = self._seats.name(proposal.seat)
            self._host.server.send(guest, Ask(proposal.number, who, proposal.what, seconds))

    def vote(self, number: int, seat: int, yes: bool) -> None:
        """Record the answer of a seat's player to the request of this number, if it is open."""
        if self.proposal is None or self.proposal.number != number or seat not in self._deciding:
            return
        if yes:
            self._agreed |= self._deciding_with(seat)
            self._check()
        else:
            declined = f"declined the {self.proposal.words.subject}"
            self._settle(f"{self._seats.name(seat)} {declined}", seat, f"You {declined}")

    @property
    def _deciding(self) -> set[int]:
        """The seats whose players have to agree to the open request."""
        is_draw = self.proposal is not None and self.proposal.what == DRAW
        return self._host.still_playing if is_draw else self._seats.present()

    def _deciding_with(self, seat: int) -> set[int]:
        here = self._seats.here()
        return set(here) if seat in here else {seat}

    def _check(self) -> None:
        """Grant the request once all connected players have agreed, else show it to the players here."""
        here, proposal = self._seats.here(), self.proposal
        if proposal is None:
            return
        if self._deciding <= self._agreed:
            self._settle()
            self._host.grant(proposal)
        elif proposal.seat in here:
            self._host.own_request = proposal.words.own
        elif self._agreed.issuperset(self._deciding.intersection(here)):
            self._host.incoming_request = ""
        else:
            who = self._seats.name(proposal.seat)
            self._host.incoming_request = f"{who} {proposal.words.incoming}"

    def player_left(self, seat: int) -> None:
        """Cancel this player's own request; any other continues without the player's answer."""
        if self.proposal is not None and self.proposal.seat == seat:
            self._settle(f"{self._seats.name(seat)}'s {self.proposal.words.noun} was cancelled")
        else:
            self._check()

    def expire_late(self) -> None:
        """End a request that was not answered in time; called regularly."""
        if self.proposal is not None and time.monotonic() > self.proposal.expires:
            self.expire()

    def expire(self, why: str = "") -> None:
        """Close the open request, if there is one; `why` follows the sentence that announces it."""
        if (proposal := self.proposal) is not None:
            expired = f"{proposal.words.noun} expired{why}"
            self._settle(f"{self._seats.name(proposal.seat)}'s {expired}", proposal.seat, f"Your {expired}")

    def _settle(self, sentence: str = "", seat: int | None = None, to_seat: str = "") -> None:
        """Close the open request, announcing `sentence`, the reason for a refusal, unless it is empty."""
        assert self.proposal is not None
        settled, self.proposal = ProposalClosed(self.proposal.number), None
        self._host.own_request = self._host.incoming_request = ""
        for guest in self._seats.guests():
            self._host.server.send(guest, settled)
        if sentence:
            self._host.announce(sentence, seat, to_seat)
