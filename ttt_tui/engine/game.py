"""One game: the rules, the list of moves, and `Game.push`, the only way in for a move.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in "b2 a2 c3 c1".split():
...     game.place(name)
>>> print(game)
   a b c
 1 · · O
 2 O X ·
 3 · · X
>>> game
<Game on 3×3, 3 in a row: 4 moves, X is to move>
>>> game.place("b2")
Traceback (most recent call last):
ttt_tui.errors.SquareTaken: b2 is taken
>>> undone = game.pop()
>>> game.place("b1")
>>> game.place("a1")
>>> game.outcome.termination, game.setup.players[game.outcome.winner].symbol
(<Termination.LINE: 'line'>, 'X')

Where a turn has two stones, the first stone of a game is a turn, and then two and two are:

>>> from ttt_tui.engine import Rules
>>> game = Game(Setup(Geometry(19, 19, 6, Rules.parse("connect6"))))
>>> for name in "k10 k11 l11 j9".split():
...     game.place(name)
>>> [list(turn) for turn in turns(game, 4)]
[[0], [1, 2], [3]]
>>> game.position.stones_left
1
"""

from dataclasses import dataclass, field, replace

from ttt_tui.engine.coordinates import Coordinates
from ttt_tui.engine.diagram import diagram
from ttt_tui.engine.geometry import Placement
from ttt_tui.engine.outcome import Outcome, Termination
from ttt_tui.engine.position import Position
from ttt_tui.engine.rules import MARK_LETTERS, Choice, Opening
from ttt_tui.engine.setup import Setup, check_setup
from ttt_tui.engine.start import start_position
from ttt_tui.errors import (
    ColumnFull,
    GameOver,
    IllegalMove,
    MustChoose,
    NoMark,
    NotASquare,
    NothingToChoose,
    NothingToRedo,
    NothingToUndo,
    NotYourTurn,
    SquareTaken,
)

_CHOICES = frozenset(Choice)


@dataclass(frozen=True, slots=True)
class Move:
    """A stone on a square, a choice of the opening, or, without a square, the end of a player's game."""

    player: int
    square: Placement | None
    milliseconds: int | None = field(default=None, compare=False)
    """The player's time for the move, None if unknown."""
    is_time_up: bool = False
    """Whether the player lost by the clock, and did not resign."""

    @property
    def is_end(self) -> bool:
        """Whether the player resigned, or lost by the clock, instead of placing a stone."""
        return self.square is None

    @property
    def is_stone(self) -> bool:
        """Whether a stone was placed."""
        return self.square is not None and self.square >= 0

    @property
    def stone(self) -> Placement | None:
        """Where a stone was placed, None for a choice or a resignation."""
        return self.square if self.is_stone else None

    @property
    def is_choice(self) -> bool:
        """Whether the player chose something in the opening."""
        return self.square in _CHOICES


class Game:
    """A game from its first move on: moves go in by `push`, come out by `pop`, and back by `redo`.

    `position` is for looking at; only the game changes it. `first` is the player who starts. Raises
    `InvalidSetup`.
    """

    def __init__(self, setup: Setup, first: int = 0) -> None:
        check_setup(setup)
        self.setup = setup
        self.first = first
        self.moves: list[Move] = []
        self.undone: list[Move] = []
        """Undone moves; the next one to redo is the last."""
        self.position = start_position(setup.geometry, len(setup.players), first, setup.start)
        self.outcome: Outcome | None = None
        """None while the game runs."""
        self.hints = 0
        """The number of positions with a hint; undo does not change it."""
        self._hinted: list[Position] = []
        self.is_analysed = False
        """Whether an analysis was shown during the game; undo does not change it."""
        self.warnings_heeded = self.warnings_ignored = 0
        """The stones that a player was warned of and did not place, and that were placed; not stored."""

    def push(self, move: Move) -> None:
        """Make a move, and clear the undone moves.

        A stone needs the mover's turn; resigning is possible at any time. Raises an `IllegalMove` with the
        reason, and then changes nothing.
        """
        self._check(move)
        self._apply(move)
        self.undone.clear()

    def place(self, square: Placement | str) -> None:
        """Push a stone of the player to move on a square or its name, as `b2`; raises `IllegalMove`.

        Where stones fall, the stone comes to rest in the square's column; `d` names a column. Where marks are
        chosen, the name includes the mark, as in `Xb2`.
        """
        square = self._square(square)
        self.push(Move(self.position.to_move, self.position.landing(square)))

    def agree_draw(self) -> None:
        """End the game as a draw by agreement, and clear the undone moves; raises `GameOver` if it is over.

        It is no move: undoing the latest move undoes it, too.
        """
        if self.outcome is not None:
            raise GameOver("the game is over")
        self.outcome = Outcome(Termination.AGREEMENT)
        self.undone.clear()

    def pop(self) -> Move:
        """Undo the latest move and return it; raises `NothingToUndo` at the start."""
        if not self.moves:
            raise NothingToUndo("nothing to undo")
        move = self.moves.pop()
        self.position.undo()
        self.outcome = None  # before its last move the game was still running
        self.undone.append(move)
        return move

    def redo(self) -> Move:
        """Redo the move undone last and return it; raises `NothingToRedo`."""
        if not self.undone:
            raise NothingToRedo("nothing to redo")
        move = self.undone.pop()
        self._apply(move)
        return move

    def show_by(self, coordinates: Coordinates) -> None:
        """Call squares by other coordinates from now on in all that people read; records stay the same."""
        self.setup = replace(self.setup, geometry=self.setup.geometry.shown_by(coordinates))
        self.position.geometry = self.position.geometry.shown_by(coordinates)

    def position_after(self, plies: int) -> Position:
        """Return a new position, after the first `plies` moves."""
        position = self.position.copy()
        for _ in self.moves[plies:]:
            position.undo()
        return position

    @property
    def opening_moves(self) -> int:
        """The number of moves that belong to the opening, all so far if it is not over."""
        if self.setup.geometry.rules.opening is Opening.FREE:
            return 0
        ends = (ply for ply, move in enumerate(self.moves, 1) if move.square in (Choice.STAY, Choice.SWAP))
        return next(ends, len(self.moves))

    def owner_when_placed(self, move: Move) -> int:
        """Return the owner of a move's stone when it was placed; in an opening it need not be the mover.

        A later swap exchanges the owners of the stones on the board.
        """
        if self.setup.geometry.rules.opening is Opening.FREE:
            return move.player
        stones = 0
        for made in (*self.moves, *reversed(self.undone)):
            if made == move or made.square in (Choice.STAY, Choice.SWAP):
                break
            stones += made.is_stone
        else:
            return move.player
        if made != move or not move.is_stone:
            return move.player
        return 1 - self.first if stones & 1 else self.first

    def owner_on_board(self, move: Move, plies: int | None = None) -> int:
        """Return the owner of a move's stone on the board after `plies` moves, by default all.

        It differs from `owner_when_placed` if the sides were swapped since.
        """
        owner = self.owner_when_placed(move)
        swap = next((ply for ply, made in enumerate(self.moves[:plies]) if made.square == Choice.SWAP), 0)
        return 1 - owner if move.is_stone and move in self.moves[:swap] else owner

    def note_hint(self) -> bool:
        """Count a hint for this position; return whether it is the first one for it."""
        if self.position in self._hinted:
            return False
        self._hinted.append(self.position.copy())
        self.hints += 1
        return True

    def check(self, square: Placement | str) -> IllegalMove | None:
        """Return why the player to move cannot place on the square, None if the move is legal."""
        try:
            self._check(Move(self.position.to_move, self._square(square)))
        except IllegalMove as refusal:
            return refusal
        return None

    def __str__(self) -> str:
        """The board as lines of text, with the players' symbols as their stones."""
        return diagram(self.setup.geometry, self.position.stones, self.setup.marks)

    def __repr__(self) -> str:
        """The board, the number of moves, and the player to move or the result."""
        geometry, players, outcome = self.setup.geometry, self.setup.players, self.outcome
        if outcome is None:
            state = f"{players[self.position.to_move].symbol} is to move"
        else:
            state = "drawn" if outcome.winner is None else f"{players[outcome.winner].symbol} has won"
        moves = f"{len(self.moves)} move{'s' * (len(self.moves) != 1)}"
        return f"<Game on {geometry}, {geometry.line_length} in a row: {moves}, {state}>"

    def _square(self, square: Placement | str) -> Placement:
        return self.setup.geometry.parse(square) if isinstance(square, str) else square

    def _check(self, move: Move) -> None:
        position, geometry = self.position, self.setup.geometry
        if self.outcome is not None:
            raise GameOver("the game is over")
        if move.player not in position.active:
            raise NotYourTurn("only a player who is still in the game can move")
        if move.square is None:
            return
        if move.player != position.to_move:
            raise NotYourTurn(f"it is {self.setup.players[position.to_move].symbol}'s turn")
        if position.choices:
            if move.square not in position.choices:
                words = [choice.word for choice in position.choices]
                raise MustChoose(f"no stone now: choose {', '.join(words[:-1])} or {words[-1]}")
            return
        if move.is_choice:
            raise NothingToChoose("no choice is due: place a stone")
        square = geometry.square_of(move.square)
        if square not in geometry:
            raise NotASquare(f"that square is not on a {geometry} board")
        if position.occupied >> square & 1:
            column = geometry.column(square)
            if geometry.rules.drop and position.occupied >> geometry.at(column, 0) & 1:
                raise ColumnFull(f"column {geometry.column_label(column)} is full")
            raise SquareTaken(f"{geometry.shown(square)} is taken")
        if geometry.is_wild and geometry.mark_of(move.square) is None:
            name = geometry.shown(square)
            raise NoMark(f"choose a mark for {name}: {' or '.join(letter + name for letter in MARK_LETTERS)}")
        if refusal := position.refusal(move.square):
            raise refusal

    def _apply(self, move: Move) -> None:
        position = self.position
        others = [player for player in position.active if player != move.player]
        can_win = not move.is_time_up or position.can_win(others[0])
        if move.square is None:
            position.resign(move.player)
        else:
            position.play(move.square)
        self.moves.append(move)
        self.outcome = position.outcome_after(move.player, move.square)
        if move.is_time_up and len(others) == 1:
            self.outcome = Outcome(Termination.TIME, others[0] if can_win else None)


def turns(game: Game, plies: int | None = None) -> list[range]:
    """Return the indexes of the moves of each turn, for all moves of a game or the first `plies`.

    A turn is one move, but for rules by which a turn has two stones. A choice of the opening is a turn of its
    own, and so is a resignation.
    """
    moves = game.moves[:plies]
    if game.setup.geometry.rules.per_turn == 1:
        return [range(ply, ply + 1) for ply in range(len(moves))]
    found: list[range] = []
    start = game.setup.start
    stones = 0 if start is None else len(start.squares)
    for ply, move in enumerate(moves):
        if found and move.is_stone and stones and stones % 2 == 0:
            found[-1] = range(found[-1].start, ply + 1)
        else:
            found.append(range(ply, ply + 1))
        stones += move.is_stone
    return found


def rounds(game: Game) -> list[range]:
    """Return the indexes of the moves on each line of a list of moves.

    A line is a turn where turns can have two stones, else a move of each player. A choice of the opening has
    a line of its own, and the next round begins after it.
    """
    if game.setup.geometry.rules.per_turn > 1:
        return turns(game)
    found: list[range] = []
    for ply, move in enumerate(game.moves):
        is_full = not found or len(found[-1]) == len(game.setup.players)
        if is_full or move.is_choice or game.moves[ply - 1].is_choice:
            found.append(range(ply, ply + 1))
        else:
            found[-1] = range(found[-1].start, ply + 1)
    return found
