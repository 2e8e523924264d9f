"""The guest's side of a match at several terminals: a copy of the match, and what the guest wants.

It knows no socket and no screen: a `Visit` brings messages and takes them. The copy is a match like any
other, kept in the guest's own history; only what the host says changes it.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from ttt_tui.engine import (
    HUMAN,
    OPEN,
    FinishedGame,
    Game,
    Match,
    Setup,
    Square,
)
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_data
from ttt_tui.errors import TooManyGames
from ttt_tui.multiplayer.earlier import GAMES_PER_SECOND, MOST_EARLIER, MOST_GAMES, Past
from ttt_tui.multiplayer.messages import (
    WISHES,
    Ask,
    Earlier,
    Finished,
    Message,
    Notice,
    Place,
    Proposal,
    Refusal,
    Resign,
    Settled,
    State,
    Vote,
    Watched,
    Welcome,
)
from ttt_tui.multiplayer.visit import ConnectionEnded
from ttt_tui.multiplayer.wire import TokenBucket
from ttt_tui.process.text import printable
from ttt_tui.session.session import Session

NOT_UNDERSTOOD = "the host sent an impossible game"
TOO_MANY = "the host sent more games than a match can have"


class Connection(Protocol):
    """What following needs of a `Visit`."""

    def events(self) -> Sequence[Message | ConnectionEnded]:
        """Return what has happened since this was asked last, in order."""

    def send(self, message: Message) -> None:
        """Say something to the host, who may have gone."""


class MatchReplica:
    """Follows the matches of one host, the user with the login `host`.

    `say` is called with each sentence for whoever is here, `refuse` with why something was not done.
    """

    def __init__(
        self,
        session: Session,
        visit: Connection,
        say: Callable[[str], object],
        refuse: Callable[[str], object],
        host: str = "",
    ) -> None:
        self.match: Match | None = None
        """The copy, None until the host has told the match. For each game it is another one."""
        self.seat: int | None = None
        """The guest's seat, None for who looks on."""
        self.host_name = ""
        """What the host has told to be called."""
        self.watchers: list[str] = []
        """What those are called who look on."""
        self.away: list[int] = []
        """The seats of people who are not here now."""
        self.waits = True
        """Whether the match has not begun."""
        self.asked: Ask | None = None
        """What the guest is asked at the moment."""
        self.wished = ""
        """What was wished here and is not settled, one of `WISHES`; nothing if nothing is."""
        self.ended: str | None = None
        """Why the visit is over, None while it lasts, "" if the host just went."""
        self._session = session
        self._visit = visit
        self._say = say
        self._refuse = refuse
        self._host = host
        self._seed = 0
        self._earlier: list[Past] = []
        self._expected = 0  # how many of those there will be when all has come that was asked for
        self._awaited = 0  # how many games the host may still tell, since they were asked for
        self._storing = TokenBucket(GAMES_PER_SECOND, MOST_GAMES, time.monotonic())
        self._is_fresh = True  # whether the next state is that of another match, or of one that is told anew
        self._latest: State | None = None  # that is to be shown
        self._started = ""  # when the current game did
        self._game_id: str | None = None  # by which its host knows it

    # --- what the host says ------------------------------------------------------------------------------

    def hear(self) -> bool:
        """Take what the host has said; return whether it has said anything."""
        events = self._visit.events()
        for event in events:
            if self.ended is None:
                try:
                    self._take(event)
                except TooManyGames:
                    self.ended = TOO_MANY
                except ValueError:  # a RecordError is one, too
                    self.ended = NOT_UNDERSTOOD
        return bool(events)

    def _take(self, event: Message | ConnectionEnded) -> None:
        """Take one thing that was said; raises `ValueError` if it makes no sense."""
        match event:
            case ConnectionEnded(reason):
                self.ended = printable(reason)
            case Welcome(_, host_name, seat, seed):
                self.host_name, self.seat, self._seed, self._is_fresh = host_name, seat, seed, True
                self._earlier, self._expected, self._latest = [], 0, None
            case Finished(number, started, record):
                self._awaited -= 1
                if self._awaited < 0:
                    raise TooManyGames(number)
                if not self._is_fresh or number <= len(self._earlier):
                    return  # it was asked for twice, or is known from having been played
                told = from_data(record)
                past = Past(started, told.game, told.game_id)
                if past.game.outcome is None or number != len(self._earlier) + 1:
                    raise ValueError(number)
                self._note_past(past)
                self._catch_up()
            case State():
                self._latest = event
                self._catch_up()
            case Watched(names):
                self.watchers = [*map(printable, names)]
            case Ask():
                if event.what not in WISHES:
                    raise ValueError(event.what)
                self.asked = replace(event, who=printable(event.who))
            case Settled(number):
                self.wished = ""
                if self.asked is not None and self.asked.number == number:
                    self.asked = None
            case Refusal(text):
                self.wished = ""
                self._refuse(printable(text))
            case Notice(text):
                self._say(printable(text))

    def _catch_up(self) -> None:
        """Show how things stand, once all games before the current one are known."""
        state, known = self._latest, len(self._earlier)
        if state is None:
            return
        if state.game < 1:
            raise ValueError(state.game)
        if state.game > MOST_GAMES:
            raise TooManyGames(state.game)
        if not self._is_fresh or known == state.game - 1:
            self._show(state)
        elif known < state.game - 1 and known >= self._expected:
            self._expected = min(known + MOST_EARLIER, state.game - 1)
            self._awaited += MOST_EARLIER
            self._visit.send(Earlier(known + 1))

    def _show(self, state: State) -> None:
        """Bring the copy to this state. Raises `ValueError` if it cannot be one."""
        record = from_data(state.record)
        told = record.game
        seats = range(len(told.setup.players))
        if not all(seat in seats for seat in state.away) or self.seat not in (None, *seats):
            raise ValueError(state.away, self.seat)
        setup = _seen_from(told.setup, self.seat)
        self.away, self.waits = state.away, state.waits
        if state.waits or self.match is None or self._is_fresh:
            self._begin(replace(record, game=_again(told, setup)), state)
        elif state.game == self.match.game_number + 1 and self.match.game.outcome is not None:
            self._begin_next(replace(record, game=_again(told, setup)), state)
        elif state.game != self.match.game_number or told.first != self.match.game.first:
            raise ValueError(state.game)
        else:
            self._reseat(setup)
        self._go_to(told)

    def _begin(self, record: Record, state: State) -> None:
        """Copy a match that is told for the first time, or again."""
        earlier = [(past.started, self._past_game(past, record.game.setup)) for past in self._earlier]
        finished = [FinishedGame.of(past.game) for _, past in earlier]
        self.match = Match.resumed(record.game, self._seed, finished)
        if self.match.game_number != state.game:
            raise ValueError(state.game)
        self._is_fresh, self._started, self._game_id = False, state.started, record.game_id
        if not state.waits and self.seat is not None:
            self._check_storing(state.game)
            self._session.follow(self.match, [*earlier, (state.started, record)], self._host)

    def _begin_next(self, record: Record, state: State) -> None:
        """Copy the next game of the match."""
        assert self.match is not None
        self._note_past(Past(self._started, self.match.game, self._game_id))
        if not _is_same_table(record.game.setup, self.match.setup):
            raise ValueError(record.game.setup)
        self.match = Match.resumed(record.game, self._seed, self.match.finished)
        self._started, self._game_id = state.started, record.game_id
        if self.seat is not None:
            self._check_storing(1)
            self._session.follow_next(self.match, state.started, record.game_id)

    def _check_storing(self, games: int) -> None:
        """Raise `TooManyGames` if the host has told more than people can play meanwhile."""
        if not self._storing.takes(games, time.monotonic()):
            raise TooManyGames(games)

    def _note_past(self, past: Past) -> None:
        """Add a game to those before the current one."""
        if len(self._earlier) >= MOST_GAMES:
            raise TooManyGames(len(self._earlier))
        self._earlier.append(past)

    def _past_game(self, past: Past, now: Setup) -> Record:
        """Return a game before the current one with the players of that time, as this guest sees them."""
        if not _is_same_table(past.game.setup, now):
            raise ValueError(past.game.setup)
        return replace(past.record, game=_again(past.game, _seen_from(past.game.setup, self.seat)))

    def _reseat(self, setup: Setup) -> None:
        """Let others go on in the seats for whom the host has found somebody else."""
        assert self.match is not None
        if not _is_same_table(setup, self.match.setup):
            raise ValueError(setup)
        for seat, player in enumerate(setup.players):
            if player != self.match.setup.players[seat]:
                self.match.give_seat(seat, player)

    def _go_to(self, told: Game) -> None:
        """Take moves back and make others, until the copy's game is as it was told."""
        assert self.match is not None
        moves = self.match.game.moves
        pairs = zip(moves, told.moves, strict=False)
        common = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(moves), len(told.moves)))
        self.match.undo_to(common)
        for move in told.moves[common:]:
            self.match.push(move)

    # --- what the guest wants ----------------------------------------------------------------------------

    def place(self, square: Square) -> None:
        """Ask for a stone; it is on the board once the host says so."""
        game = self._game
        self._visit.send(Place(self._number, len(game.moves), game.setup.geometry.name(square)))

    def resign(self) -> None:
        """Give the game up."""
        self._visit.send(Resign(self._number, len(self._game.moves)))

    def wish(self, what: str) -> None:
        """Ask the others for what they have to agree to, one of `WISHES`."""
        self.wished = what
        self._visit.send(Proposal(self._number, len(self._game.moves), what))

    def vote(self, yes: bool) -> None:
        """Answer what is asked."""
        if self.asked is not None:
            self._visit.send(Vote(self.asked.number, yes))
            self.asked = None

    @property
    def _game(self) -> Game:
        assert self.match is not None
        return self.match.game

    @property
    def _number(self) -> int:
        assert self.match is not None
        return self.match.game_number


def _seen_from(setup: Setup, seat: int | None) -> Setup:
    """Return a set-up as somebody at this seat sees it: all other people are elsewhere."""
    levels = (HUMAN if number == seat else OPEN for number in range(len(setup.players)))
    players = (
        player if player.is_computer else replace(player, level=level)
        for player, level in zip(setup.players, levels, strict=True)
    )
    return replace(setup, players=tuple(players))


def _is_same_table(setup: Setup, other: Setup) -> bool:
    """Whether two set-ups differ at most in who sits at the table: names, levels and limits."""
    marks, others = ([(p.symbol, p.colour) for p in one.players] for one in (setup, other))
    return (setup.geometry, setup.rules, marks) == (other.geometry, other.rules, others)


def _again(told: Game, setup: Setup) -> Game:
    """Return the game with other players at its seats."""
    game = Game(setup, told.first)
    for move in told.moves:
        game.push(move)
    return game
