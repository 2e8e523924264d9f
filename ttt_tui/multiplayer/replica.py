"""A guest's copy of the match, which is kept in the guest's own history; only the host's states change it."""

import time
from collections.abc import Callable
from dataclasses import replace

from ttt_tui.engine import HUMAN, OPEN, FinishedGame, Game, Match, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_data
from ttt_tui.errors import TooManyGames
from ttt_tui.multiplayer.limits import TokenBucket
from ttt_tui.multiplayer.protocol import Finished, State
from ttt_tui.multiplayer.server import MOST_EARLIER
from ttt_tui.multiplayer.session import moves_in_common
from ttt_tui.session.session import Session

MOST_GAMES = 2000
"""Games of a match that a guest follows: all of them are in memory. People play some hundred at most."""

GAMES_PER_SECOND = 1.0
"""How many new games a guest stores in a second in the long run; at once `MOST_GAMES`."""


class MatchReplica:
    """The copy of the matches of one host, the user with the login `host`.

    `request_earlier` asks the host for games before the current one, from a number on. Methods raise
    `ValueError` for data that cannot be part of the match, and `TooManyGames`.
    """

    def __init__(self, session: Session, host: str, request_earlier: Callable[[int], object]) -> None:
        self.match: Match | None = None
        """The copy, None until the host has sent the match; a new object for each game."""
        self.seat: int | None = None
        """The guest's seat, None for a spectator."""
        self.away: list[int] = []
        """The open seats whose players are not connected."""
        self.waits = True
        """Whether the match has not started."""
        self.elapsed = 0
        """Milliseconds of the move that is awaited, when the host sent its latest state."""
        self._session = session
        self._host = host
        self._request_earlier = request_earlier
        self._seed = 0
        self._earlier: list[tuple[str, Record]] = []
        self._requested = 0  # the number of earlier games once all requested ones have arrived
        self._allowed = 0  # how many more games the host may send
        self._storing = TokenBucket(GAMES_PER_SECOND, MOST_GAMES, time.monotonic())
        self._is_fresh = True  # whether the next state is of another match, or of one sent again
        self._latest: State | None = None
        self._current: tuple[str, str | None] = "", None  # start and id of the current game

    def restart(self, seat: int | None, seed: int) -> None:
        """Prepare for another match, or for the current one from its beginning."""
        self.seat, self._seed, self._is_fresh = seat, seed, True
        self._earlier, self._requested, self._latest = [], 0, None

    def add_finished(self, message: Finished) -> None:
        """Add a game before the current one."""
        self._allowed -= 1
        if self._allowed < 0:
            raise TooManyGames(message.game)
        if not self._is_fresh or message.game <= len(self._earlier):
            return  # it was requested twice, or is known from play
        record = from_data(message.record)
        if record.game.outcome is None or message.game != len(self._earlier) + 1:
            raise ValueError(message.game)
        self._add_earlier(message.started, record)
        self._catch_up()

    def update(self, state: State) -> None:
        """Update the copy to this state, once all earlier games are known."""
        self._latest = state
        self._catch_up()

    def _catch_up(self) -> None:
        state, known = self._latest, len(self._earlier)
        if state is None:
            return
        if state.game < 1:
            raise ValueError(state.game)
        if state.game > MOST_GAMES:
            raise TooManyGames(state.game)
        if not self._is_fresh or known == state.game - 1:
            self._show(state)
        elif known < state.game - 1 and known >= self._requested:
            self._requested = min(known + MOST_EARLIER, state.game - 1)
            self._allowed += MOST_EARLIER
            self._request_earlier(known + 1)

    def _show(self, state: State) -> None:
        record = from_data(state.record)
        host_game = record.game
        seats = range(len(host_game.setup.players))
        if not all(seat in seats for seat in state.away) or self.seat not in (None, *seats):
            raise ValueError(state.away, self.seat)
        setup = _seen_from(host_game.setup, self.seat)
        self.away, self.waits, self.elapsed = state.away, state.waits, state.elapsed
        if state.waits or self.match is None or self._is_fresh:
            self._begin(replace(record, game=_with_setup(host_game, setup)), state)
        elif state.game == self.match.game_number + 1 and self.match.game.outcome is not None:
            self._begin_next(replace(record, game=_with_setup(host_game, setup)), state)
        elif state.game != self.match.game_number or host_game.first != self.match.game.first:
            raise ValueError(state.game)
        else:
            self._reseat(setup)
        self._play(host_game)

    def _begin(self, record: Record, state: State) -> None:
        """Copy a match sent for the first time, or again."""
        earlier = [(started, self._seen_here(past, record.game.setup)) for started, past in self._earlier]
        finished = [FinishedGame.of(past.game) for _, past in earlier]
        self.match = Match.resumed(record.game, self._seed, finished)
        self.match.show_by(self._session.settings.coordinates)
        if self.match.game_number != state.game:
            raise ValueError(state.game)
        self._is_fresh, self._current = False, (state.started, record.game_id)
        if not state.waits and self.seat is not None:
            self._check_storing(state.game)
            self._session.follow(self.match, [*earlier, (state.started, record)], self._host)

    def _begin_next(self, record: Record, state: State) -> None:
        """Copy the next game of the match."""
        assert self.match is not None
        started, game_id = self._current
        self._add_earlier(started, Record(self.match.game, game_id=game_id))
        if not _is_same_table(record.game.setup, self.match.setup):
            raise ValueError(record.game.setup)
        self.match = Match.resumed(record.game, self._seed, self.match.finished)
        self.match.show_by(self._session.settings.coordinates)
        self._current = state.started, record.game_id
        if self.seat is not None:
            self._check_storing(1)
            self._session.follow_next(self.match, state.started, record.game_id)

    def _check_storing(self, games: int) -> None:
        """Raise `TooManyGames` if the host sends more games than people can play meanwhile."""
        if not self._storing.takes(games, time.monotonic()):
            raise TooManyGames(games)

    def _add_earlier(self, started: str, record: Record) -> None:
        if len(self._earlier) >= MOST_GAMES:
            raise TooManyGames(len(self._earlier))
        self._earlier.append((started, Record(record.game, game_id=record.game_id)))

    def _seen_here(self, record: Record, now: Setup) -> Record:
        """Return an earlier game with the players of that time, as this guest sees them."""
        game = record.game
        if not _is_same_table(game.setup, now):
            raise ValueError(game.setup)
        return replace(record, game=_with_setup(game, _seen_from(game.setup, self.seat)))

    def _reseat(self, setup: Setup) -> None:
        """Replace the players of the seats that the host has reassigned."""
        assert self.match is not None
        if not _is_same_table(setup, self.match.setup):
            raise ValueError(setup)
        for seat, player in enumerate(setup.players):
            if player != self.match.setup.players[seat]:
                self.match.give_seat(seat, player)

    def _play(self, host_game: Game) -> None:
        """Undo and make moves until the copy has the moves of the host's game, and its end."""
        assert self.match is not None
        common = moves_in_common(self.match.game.moves, host_game.moves)
        if _is_agreed(self.match.game) and not _is_agreed(host_game):
            common = min(common, len(self.match.game.moves) - 1)  # the draw ends with a move undone
        self.match.undo_to(common)
        for move in host_game.moves[common:]:
            self.match.push(move)
        if _is_agreed(host_game) and not _is_agreed(self.match.game):
            self.match.agree_draw()


def _seen_from(setup: Setup, seat: int | None) -> Setup:
    """Return a setup as seen from this seat: all other people are at other terminals."""
    levels = (HUMAN if number == seat else OPEN for number in range(len(setup.players)))
    players = (
        player if player.is_computer else replace(player, level=level)
        for player, level in zip(setup.players, levels, strict=True)
    )
    return replace(setup, players=tuple(players))


def _is_same_table(setup: Setup, other: Setup) -> bool:
    """Return whether two setups differ at most in the names, levels and limits of the players."""
    marks, others = ([(p.symbol, p.colour) for p in one.players] for one in (setup, other))
    return (setup.geometry, setup.rules, marks) == (other.geometry, other.rules, others)


def _is_agreed(game: Game) -> bool:
    return game.outcome is not None and game.outcome.is_agreed


def _with_setup(game: Game, setup: Setup) -> Game:
    """Return the game with other players at its seats."""
    copy = Game(setup, game.first)
    for move in game.moves:
        copy.push(move)
    if _is_agreed(game):
        copy.agree_draw()
    return copy
