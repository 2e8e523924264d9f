"""The people of a match at several terminals, as those at one of them know them.

A front end shows who is here and what is asked, and has the match and its controller made as soon as all
seats are taken. It is the same to it whether the match is hosted here or somewhere else.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from ttt_tui.engine import Match, Setup
from ttt_tui.session.controller import Controller
from ttt_tui.session.seats import SearchRunner

NO_REDO = "redo is off in shared games: place the stone again"
ONLY_WATCHES = "spectators can't do that"
"""Why something is refused."""


class MultiplayerSession(Protocol):
    """Whom a match is played with."""

    wake: Callable[[], object] | None
    """Called by another thread when something is to be heard, None as long as nobody listens."""

    @property
    def setup(self) -> Setup | None:
        """What is played, and who plays as far as that is known; None before the host has told it."""

    @property
    def host(self) -> str:
        """The login of who hosts: what others type."""

    @property
    def host_name(self) -> str:
        """What who hosts is called in sentences: `Ada (root)`, or the login alone."""

    @property
    def watchers(self) -> Sequence[str]:
        """What those are called who look on."""

    @property
    def is_host(self) -> bool:
        """Whether the match is hosted here."""

    @property
    def watches(self) -> bool:
        """Whether nobody plays here."""

    @property
    def has_guests(self) -> bool:
        """Whether there is anybody whom the end of this would send home."""

    @property
    def away(self) -> Collection[int]:
        """The seats of people elsewhere at which nobody sits now."""

    @property
    def is_ready(self) -> bool:
        """Whether the match can begin, or has begun."""

    @property
    def asked(self) -> str:
        """What the people here are to agree to, as `Bob requests a takeback`; nothing if nothing is."""

    @property
    def wished(self) -> str:
        """What the people here have requested, as `Takeback requested`; nothing if nothing is."""

    @property
    def ended(self) -> str | None:
        """Why there is no company any more, None while there is, "" if the host just went."""

    def hear(self) -> bool:
        """Take what has come from elsewhere; return whether anything has."""

    def take_said(self) -> list[str]:
        """Return what the people here have to be told, once."""

    def take_refusals(self) -> list[str]:
        """Return why what was wanted here was not done, once."""

    def vote(self, yes: bool) -> None:
        """Answer what is asked."""

    def match(self) -> Match:
        """Return the match, which has to be ready; it is the session's current one from now on.

        Raises `RecordError` or `StoreError` if a stored one cannot be taken up.
        """

    def controller(self, match: Match, thinker: SearchRunner, guests: int) -> Controller:
        """Return what plays this match. `guests` as for the `Controller`."""

    def close(self, reason: str = "") -> None:
        """Part, once: guests leave their host, and a host sends all guests home."""
