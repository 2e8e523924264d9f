"""What all have to agree to: one of the people at a match wishes it, and the others are asked.

Who sits at the host's terminal decides as one; who is away is not asked; silence is a no.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ttt_tui.engine import Match
from ttt_tui.multiplayer.door import Guest
from ttt_tui.multiplayer.messages import NEXT, UNDO, WISHES, Ask, Message, Settled, request_name
from ttt_tui.multiplayer.table import SeatAssignments

ASKING_SECONDS = 30
"""How long the others may think about a wish; then silence is a no."""


@dataclass(frozen=True, slots=True)
class PendingProposal:
    """What somebody wants, and the others are asked about."""

    number: int
    seat: int
    what: str
    name: str
    """What that is called on screen."""
    ends: float
    """The monotonic time, in seconds, after which silence is a no."""


class Speaker(Protocol):
    """What an agreement needs of who hosts."""

    def send(self, guest: Guest, message: Message) -> None:
        """Say something to a guest, who may have gone."""

    def tell_all(self, message: Message) -> None:
        """Say something to all guests."""

    def announce(self, text: str, seat: int | None = None, to_seat: str = "") -> None:
        """Say something to everybody, here and elsewhere, but `to_seat` to the player of this seat."""


class ConsentPoll:
    """Asks one question at a time, and calls `do` with it once all have agreed."""

    def __init__(
        self, table: SeatAssignments, speaker: Speaker, do: Callable[[PendingProposal], object]
    ) -> None:
        self.question: PendingProposal | None = None
        """What is asked at the moment."""
        self._table = table
        self._speaker = speaker
        self._do = do
        self._agreed: set[int] = set()  # the seats that have said yes to the question
        self._count = 0  # of questions

    @property
    def awaits_here(self) -> bool:
        """Whether the people at this terminal have to answer."""
        return self.question is not None and not self._agreed.issuperset(self._table.here())

    def wish(self, match: Match, seat: int, what: str) -> str:
        """Ask the others about the wish of a seat's player; return why that is not possible, or nothing."""
        if what == UNDO and not any(move.player == seat for move in match.game.moves):
            return "you have no move to take back"
        if what == NEXT and match.game.outcome is None:
            return "the game is not over"
        if what not in WISHES:
            return f"unknown request {what[:20]!r}"
        if self.question is not None:
            if self.question.what == what == NEXT:
                self.vote(self.question.number, seat, True)
                return ""
            if self.question.seat == seat:
                return "wait for the answer to your request"
            return f"{self._table.name(self.question.seat)}'s request is still open"
        self._count += 1
        name = request_name(what, is_match_over=match.is_over)
        self.question = PendingProposal(self._count, seat, what, name, time.monotonic() + ASKING_SECONDS)
        self._agreed = self._who_speaks_with(seat)
        for number, other in self._table.seats.items():
            if number != seat and other.guest is not None:
                self.ask(other.guest)
        self.look()
        return ""

    def ask(self, guest: Guest) -> None:
        """Ask a guest what the others were asked, if anything is."""
        if (question := self.question) is not None:
            seconds = max(1, round(question.ends - time.monotonic()))
            name = self._table.name(question.seat)
            self._speaker.send(guest, Ask(question.number, name, question.what, seconds))

    def vote(self, number: int, seat: int, yes: bool) -> None:
        """Take the answer of a seat's player to the question of this number."""
        if self.question is None or self.question.number != number:
            return
        if not yes:
            declined = f"declined the {self.question.name}"
            self._settle(f"{self._table.name(seat)} {declined}", seat, f"You {declined}")
            return
        self._agreed |= self._who_speaks_with(seat)
        self.look()

    def _who_speaks_with(self, seat: int) -> set[int]:
        here = self._table.here()
        return set(here) if seat in here else {seat}

    def look(self) -> None:
        """Do what is asked about if all who are here agree."""
        if self.question is not None and self._table.present() <= self._agreed:
            question = self.question
            self._settle()
            self._do(question)

    def left(self, seat: int) -> None:
        """Take it that the player of this seat does not answer any more."""
        if self.question is not None and self.question.seat == seat:
            self._settle(f"{self._table.name(seat)}'s {self.question.name} request was cancelled")
        else:
            self.look()

    def tick(self) -> None:
        """Look whether a question has been asked for too long; called every now and then."""
        if self.question is not None and time.monotonic() > self.question.ends:
            self._expire()

    def game_changed(self) -> None:
        """End the open request, if there is one: it was about the position before."""
        self._expire(": the game went on")

    def _expire(self, why: str = "") -> None:
        if (question := self.question) is not None:
            expired = f"{question.name} request expired{why}"
            whose = f"{self._table.name(question.seat)}'s"
            self._settle(f"{whose} {expired}", question.seat, f"Your {expired}")

    def _settle(self, why_not: str = "", seat: int | None = None, to_seat: str = "") -> None:
        """Ask no more. `why_not` says that a request is not granted, `to_seat` says so to this seat."""
        if (question := self.question) is None:
            return
        self.question = None
        self._speaker.tell_all(Settled(question.number))
        if why_not:
            self._speaker.announce(why_not, seat, to_seat)
