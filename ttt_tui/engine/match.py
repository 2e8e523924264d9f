"""A match: games until a player has enough points, or until too many draws in a row.

>>> from ttt_tui.engine import Geometry, Match, MatchRules, Player, Setup
>>> match = Match(Setup(Geometry(3, 3, 3), [Player("Ada"), Player("Bob")], MatchRules(points=2)))
>>> for names in ("a1 b1 a2 b2 a3", "a1 b1 a2 b2 c3 b3"):  # one stone after the other, whoever begins
...     if match.game.outcome:
...         match.next_game()
...     for name in names.split():
...         match.place(name)
>>> match.points, match.is_over, match.winner
([2, 0], True, 0)
>>> match
<Match on 3×3, is over: X 2, O 0>
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from ttt_tui.engine.coordinates import Coordinates
from ttt_tui.engine.game import Game, Move
from ttt_tui.engine.geometry import Mask, Square
from ttt_tui.engine.outcome import Outcome
from ttt_tui.engine.setup import FirstMover, Player, Setup, check_setup
from ttt_tui.errors import NothingToUndo


class Change(StrEnum):
    """A change of the current game of a match."""

    STARTED = "started"
    PUSHED = "pushed"
    AGREED = "agreed"
    POPPED = "popped"
    REDONE = "redone"
    HINTED = "hinted"
    ANALYSED = "analysed"
    RESEATED = "reseated"


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game, reduced to the facts that its match needs."""

    outcome: Outcome
    first: int
    """The player who started."""
    plies: int
    """Number of moves, with resignations."""
    stones: tuple[Mask, ...] = ()
    """The squares of each player in the last position."""

    @classmethod
    def of(cls, game: Game) -> "FinishedGame":
        """Summarise a game; raises `ValueError` if the game is not over."""
        if game.outcome is None:
            raise ValueError("the game goes on")
        return cls(game.outcome, game.first, len(game.moves), tuple(game.position.stones))


class Match:
    """The games of one set-up, one after the other, with their points.

    Every change of a game goes through here, and `listener` is called right after each, before it can be seen
    elsewhere. Points, draws in a row and the end are computed from the games on demand, so undoing a game's
    last move also takes its point back.

    `seed` decides all random choices: symbols and the first mover. Raises `InvalidSetup`.
    """

    def __init__(
        self, setup: Setup, seed: int = 0, listener: Callable[["Match", Change], None] | None = None
    ) -> None:
        check_setup(setup)
        self.seed = seed
        self.setup = _deal_marks(setup, Random(f"marks {seed}")) if setup.rules.marks_by_lot else setup
        """The set-up as played: with random symbols, after they were dealt."""
        self.listener = listener
        self.earlier: list[FinishedGame] = []
        """The games before the current one."""
        self._start()

    @classmethod
    def resumed(cls, game: Game, seed: int, earlier: Sequence[FinishedGame] = ()) -> "Match":
        """Return a match in the middle of a game, after the games `earlier`.

        The game's set-up becomes the match's; its random symbols are already dealt. No listener is called.
        """
        match = cls.__new__(cls)
        match.seed = seed
        match.setup = game.setup
        match.listener = None
        match.earlier = list(earlier)
        match.game = game
        return match

    # --- the current game --------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Make a move in the current game; raises `IllegalMove`."""
        self.game.push(move)
        self._notify(Change.PUSHED)

    def place(self, square: Square | str) -> None:
        """Place a stone of the player to move on a square or its name; raises `IllegalMove`."""
        self.game.place(square)
        self._notify(Change.PUSHED)

    def agree_draw(self) -> None:
        """End the current game as a draw by agreement; raises `GameOver` if it is over."""
        self.game.agree_draw()
        self._notify(Change.AGREED)

    def undo(self) -> list[Move]:
        """Go back to where the latest turn of a human began, and return the undone moves, latest first.

        Within a turn, that is one stone of two; a resignation is undone alone. Without humans one turn, or
        the begun part of it, is undone. Raises `NothingToUndo`, and changes nothing, if no human has moved
        yet.
        """
        players = self.setup.players
        with_humans = any(player.is_human for player in players)
        if with_humans and not any(players[move.player].is_human for move in self.game.moves):
            raise NothingToUndo("you have no move to undo")
        undone = []
        while True:
            undone.append(move := self.game.pop())
            self._notify(Change.POPPED)
            is_his = not with_humans or players[move.player].is_human
            if is_his and (self.game.position.is_turn_start or not move.is_stone):
                return undone

    def undo_to(self, ply: int) -> None:
        """Undo moves until `ply` of them are left."""
        while len(self.game.moves) > ply:
            self.game.pop()
            self._notify(Change.POPPED)

    def redo(self) -> list[Move]:
        """Redo the moves of the latest undo, and return them; raises `NothingToRedo`.

        It stops where the next turn of a human begins among the undone moves, without humans where any turn
        begins.
        """
        players = self.setup.players
        with_humans = any(player.is_human for player in players)
        again = []
        while True:
            again.append(self.game.redo())
            self._notify(Change.REDONE)
            undone = self.game.undone
            if not undone:
                return again
            is_his = not with_humans or players[undone[-1].player].is_human
            if is_his and (self.game.position.is_turn_start or not undone[-1].is_stone):
                return again

    def note_hint(self) -> None:
        """Count a hint for the current game's position, unless it already had one."""
        if self.game.note_hint():
            self._notify(Change.HINTED)

    def note_analysis(self) -> None:
        """Record that an analysis was shown during the current game."""
        if not self.game.is_analysed:
            self.game.is_analysed = True
            self._notify(Change.ANALYSED)

    def give_seat(self, seat: int, player: Player) -> None:
        """Assign a seat to another player from now on, in the current game as well.

        Raises `InvalidSetup`, and changes nothing, if the player cannot have it.
        """
        players = (*self.setup.players[:seat], player, *self.setup.players[seat + 1 :])
        setup = replace(self.setup, players=players)
        check_setup(setup)
        self.setup = self.game.setup = setup
        self._notify(Change.RESEATED)

    def show_by(self, coordinates: Coordinates) -> None:
        """Call squares by other coordinates from now on, see `Game.show_by`; nothing of the match changes."""
        self.game.show_by(coordinates)
        self.setup = self.game.setup

    def next_game(self, setup: Setup | None = None) -> None:
        """Start the next game; an unfinished game is dropped, and its number used again.

        A `setup` replaces the set-up of the match: it may differ only in players' levels and names. Raises
        `ValueError` when the match is over.
        """
        if self.is_over:
            raise ValueError("the match is over")
        if self.game.outcome is not None:
            self.earlier.append(FinishedGame.of(self.game))
        self.setup = setup or self.setup
        self._start()

    # --- what follows from the games ---------------------------------------------------------------------

    def __repr__(self) -> str:
        """The board, the game and the points."""
        symbols = (player.symbol for player in self.setup.players)
        points = ", ".join(f"{symbol} {points}" for symbol, points in zip(symbols, self.points, strict=True))
        state = "is over" if self.is_over else f"game {self.game_number}"
        return f"<Match on {self.setup.geometry}, {state}: {points}>"

    @property
    def finished(self) -> list[FinishedGame]:
        """All games that have ended, the current one included."""
        return self.earlier + ([FinishedGame.of(self.game)] if self.game.outcome else [])

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes of all games that have ended, the current one's included."""
        return [game.outcome for game in self.finished]

    @property
    def game_number(self) -> int:
        """The current game's number, from 1."""
        return len(self.earlier) + 1

    @property
    def points(self) -> list[int]:
        """Games won, by player."""
        points = [0] * len(self.setup.players)
        for game in self.finished:
            if game.outcome.winner is not None:
                points[game.outcome.winner] += 1
        return points

    @property
    def draws_in_a_row(self) -> int:
        """Number of draws after the latest win."""
        count = 0
        for outcome in reversed(self.outcomes):
            if outcome.winner is not None:
                break
            count += 1
        return count

    @property
    def winner(self) -> int | None:
        """The player with the points that win the match, or None."""
        goal = self.setup.rules.points
        return None if goal is None else next((p for p, won in enumerate(self.points) if won >= goal), None)

    @property
    def is_over(self) -> bool:
        """Whether the match is won, or its limit of draws in a row is reached."""
        limit = self.setup.rules.draws
        return self.winner is not None or (limit is not None and self.draws_in_a_row >= limit)

    # --- starting ----------------------------------------------------------------------------------------

    def _start(self) -> None:
        self.game = Game(self.setup, self._next_starter())
        self._notify(Change.STARTED)

    def _next_starter(self) -> int:
        count = len(self.setup.players)
        if not self.earlier:
            rules = self.setup.rules
            # Marks by lot have decided already: whoever got the first mark sits first.
            by_lot = rules.first is FirstMover.LOT and not rules.marks_by_lot
            return self._lot(count) if by_lot else 0
        after_last = (self.earlier[-1].first + 1) % count
        match self.setup.rules.first:
            case FirstMover.ALWAYS:
                return 0
            case FirstMover.LOT:
                return self._lot(count)
            case FirstMover.LOSER:
                # With more than two players many have lost: the player seated after the winner starts. A
                # draw has no loser, and the start passes on in turn.
                winner = self.earlier[-1].outcome.winner
                return after_last if winner is None else (winner + 1) % count
            case FirstMover.TURN:
                return after_last

    def _lot(self, count: int) -> int:
        return Random(f"start {self.seed} {self.game_number}").randrange(count)

    def _notify(self, change: Change) -> None:
        if self.listener is not None:
            self.listener(self, change)


def _deal_marks(setup: Setup, rng: Random) -> Setup:
    """Shuffle the players' symbols; the player with the first one has the first seat."""
    symbols = [player.symbol for player in setup.players]
    dealt = rng.sample(symbols, len(symbols))
    players = [replace(p, symbol=symbol) for p, symbol in zip(setup.players, dealt, strict=True)]
    holder = dealt.index(symbols[0])
    return replace(setup, players=tuple(players[holder:] + players[:holder]))
