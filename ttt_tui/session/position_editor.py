"""The editor of a position: the stones with which the games of a set-up start, changed with undo.

A stone is a number: the player's, or the mark's where marks are not the players' own. Any position can be
made on the way; `problem` says why no game can start in the present one.

>>> from ttt_tui.engine import Geometry, Setup
>>> editor = PositionEditor(Setup(Geometry(3, 3, 3)))
>>> for name in ("b2", "a3"):
...     editor.play(editor.geometry.parse(name))
>>> print(editor.position)
   a b c
 1 · · ·
 2 · 0 ·
 3 1 · ·
Stones are numbered by player; 0 is to move.
>>> editor.put(editor.geometry.parse("a1"), 0); editor.put(editor.geometry.parse("c3"), 0)
>>> editor.problem
'a player has a line, so the game would be over'
>>> editor.undo()
>>> editor.problem
''
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ttt_tui.engine import Geometry, Position, Setup, Square, check_setup, start_of, start_position
from ttt_tui.engine.coordinates import Coordinates
from ttt_tui.engine.records.diagrams import count_note, read_diagram
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.rules import Marks
from ttt_tui.engine.start import Start
from ttt_tui.engine.symmetry import Image, symmetries
from ttt_tui.errors import (
    ActionUnavailable,
    InvalidSetup,
    InvalidStart,
    NothingToRedo,
    NothingToUndo,
    RecordError,
)

Stones = tuple[tuple[Square, ...], ...]


class PositionEditor:
    """A start that is being edited. Every edit but those that join the one before can be undone."""

    def __init__(self, setup: Setup, left: Start | None = None) -> None:
        """Edit the start of a set-up. `redo` brings back `left`, a position from an earlier time.

        An opening begins on the empty board, so the set-up of `result` has none.
        """
        self._setup = replace(setup, geometry=setup.geometry.without_opening)
        self._marks = 1 if self.geometry.rules.marks is Marks.SHARED else len(setup.marks)
        self._start = self._padded(setup.start or Start(()))
        self._done: list[Start] = []
        self._undone: list[Start] = [] if left is None else [self._padded(left)]
        self._turned: tuple[Start, int] | None = None  # the position before it was turned, and which image

    def _padded(self, start: Start) -> Start:
        """Return a start with the stones of every mark, also of those that have none."""
        missing = self._marks - len(start.stones)
        return replace(start, stones=(*start.stones[: self._marks], *[()] * missing))

    @property
    def geometry(self) -> Geometry:
        return self._setup.geometry

    def show_by(self, coordinates: Coordinates) -> None:
        """Call squares by other coordinates from now on."""
        self._setup = replace(self._setup, geometry=self.geometry.shown_by(coordinates))

    # --- the position ------------------------------------------------------------------------------------

    @property
    def start(self) -> Start:
        """The stones of every mark, and the player to move."""
        return self._start

    @property
    def result(self) -> Setup:
        """The set-up whose games start in the position; on the empty board without a start."""
        is_empty = self._start == self._padded(Start(()))
        return replace(self._setup, start=None if is_empty else self._start)

    @property
    def is_changed(self) -> bool:
        """Whether there is an edit to undo."""
        return bool(self._done)

    @property
    def marks(self) -> tuple[str, ...]:
        """The symbols of the stones by number."""
        return self._setup.marks[: self._marks]

    @property
    def counts(self) -> list[int]:
        """The number of stones of each mark."""
        return [len(squares) for squares in self._start.stones]

    @property
    def position(self) -> Position:
        """The position, to look at; of one in which no game can start the stones and the player to move."""
        position = start_position(self.geometry, len(self._setup.players))
        stones = [*self._start.stones, *[()] * (len(position.stones) - self._marks)]
        with suppress(InvalidStart):
            position.set_up(stones, self._start.to_move, self._start.board)
        return position

    @property
    def problem(self) -> str:
        """Why no game can start in the position, as a clause; "" if one can."""
        try:
            check_setup(self.result)
        except InvalidSetup as error:
            return str(error)
        return ""

    @property
    def note(self) -> str:
        """What is unusual about the numbers of stones, as a clause; "" if nothing is."""
        counts = [*self.counts, *[0] * (len(self._setup.marks) - self._marks)]
        return count_note(counts, self._start.to_move, self._setup)

    def stone_at(self, square: Square) -> int | None:
        """Return the stone on a square, None if there is none."""
        return next((stone for stone, squares in enumerate(self._start.stones) if square in squares), None)

    # --- edits -------------------------------------------------------------------------------------------

    def put(self, square: Square, stone: int, *, joins: bool = False) -> None:
        """Put a stone on a square, instead of one that is there; where stones fall it lands below.

        `joins` makes it one edit with the one before.
        """
        before = self._start
        if (there := self.stone_at(square)) == stone:
            return
        if there is None:
            landing = self.geometry.landing(square, self.position.occupied)
            assert landing is not None, "the column has this empty square"
            square = landing
        stones = _without(before.stones, square)
        stones = tuple((*each, square) if mark == stone else each for mark, each in enumerate(stones))
        self._become(self._of(stones, before.to_move, before.board), joins=joins)

    def erase(self, square: Square, *, joins: bool = False) -> None:
        """Take the stone off a square; where stones fall those above fall, and an empty square stands for
        the highest stone of its column. Raises `ActionUnavailable` if there is no stone.
        """
        geometry, before = self.geometry, self._start
        if geometry.rules.drop:
            square = self._highest(square) if self.stone_at(square) is None else square
        if self.stone_at(square) is None:
            raise ActionUnavailable(f"no stone on {geometry.worded(square)[0]}")
        stones = _without(before.stones, square)
        if geometry.rules.drop:
            column, row = geometry.column(square), geometry.row(square)
            falls = {geometry.at(column, above): geometry.at(column, above + 1) for above in range(row)}
            stones = tuple(tuple(falls.get(each, each) for each in squares) for squares in stones)
        self._become(self._of(stones, before.to_move, before.board), joins=joins)

    def _highest(self, square: Square) -> Square:
        """Return the square of the highest stone of a column, or its lowest square."""
        geometry, occupied = self.geometry, self.position.occupied
        column = [geometry.at(geometry.column(square), row) for row in range(geometry.rows)]
        return next((each for each in column if occupied >> each & 1), column[-1])

    def play(self, square: Square) -> None:
        """Place a stone of the player to move as in a game, whether or not the rules allow the square.

        By the rule *wild* the players place X and O in turn. Raises `ActionUnavailable` for a taken square.
        """
        geometry, start = self.geometry, self._start
        if self.stone_at(square) is not None:
            raise ActionUnavailable(f"{geometry.worded(square)[0]} is taken; . erases the stone")
        landing = geometry.landing(square, self.position.occupied)
        assert landing is not None, "the column has this empty square"
        mark = 0 if self._marks == 1 else start.to_move
        position = self.position
        if not self.problem:
            position.play(geometry.marked(landing, mark) if geometry.is_wild else landing)
        if self.problem or len(position.active) < len(self._setup.players):  # no game goes on there
            self.put(landing, mark)
            self._start = replace(self._start, to_move=self._next_player)
        else:
            self._become(self._padded(start_of(position)))

    @property
    def _next_player(self) -> int:
        return (self._start.to_move + 1) % len(self._setup.players)

    def pass_turn(self) -> None:
        """Have the next player be the one to move."""
        self._become(replace(self._start, to_move=self._next_player))

    def send_to(self, board: int | None) -> None:
        """In Ultimate, have the next stone be due on a small board, from 0, or on any open one."""
        self._become(replace(self._start, board=board))

    def turn(self) -> None:
        """Show the next image of the position: turned or mirrored, after the last one as it was."""
        before, number = self._turned or (self._start, 0)
        images = symmetries(self.geometry, with_shifts=False)
        number = (number + 1) % len(images)
        self._become(self._image(before, images[number]))
        self._turned = before, number

    def _image(self, start: Start, image: Image) -> Start:
        stones = tuple(tuple(image[square] for square in squares) for squares in start.stones)
        board = start.board
        if board is not None:
            from ttt_tui.engine.nine_boards import BOARD_OF  # only Ultimate needs its tables

            board = BOARD_OF[image[BOARD_OF.index(board)]]
        return self._of(stones, start.to_move, board)

    def clear(self) -> None:
        """Take all stones off the board. The first player is to move."""
        self._become(self._padded(Start(())))

    def paste(self, text: str) -> tuple[str, ...]:
        """Take the position from a diagram, or from a record or moves of this board, and return notes.

        Where a diagram does not tell who is to move, the turn stays as it is. Raises `RecordError` for a text
        that says no position of this board.
        """
        geometry = self.geometry
        size = geometry.columns, geometry.rows
        diagram = read_diagram(text)
        if diagram is not None:
            if diagram.size != size:
                raise RecordError(f"the diagram is {diagram.size[0]}×{diagram.size[1]}, the board {geometry}")
            start, notes = diagram.start(self._setup, self._start.to_move)
        else:
            try:
                record, *_ = read_records(text, "", size, geometry.rules)
            except RecordError as error:  # it may name an option, which nobody has typed here
                raise RecordError(str(error).partition("; leave out --")[0]) from None
            game, notes = record.game, record.notes
            if len(game.setup.players) != len(self._setup.players):
                raise RecordError(f"the game has {len(game.setup.players)} players")
            if (game.setup.geometry.columns, game.setup.geometry.rows) != size:
                raise RecordError(f"the game is on {game.setup.geometry}, the board is {geometry}")
            try:
                start = start_of(game.position)
            except InvalidStart as error:
                raise RecordError(str(error)) from None
        self._become(self._padded(start or Start(())))
        return notes

    def _of(self, stones: Stones, to_move: int, board: int | None) -> Start:
        return Start.of(self.geometry, stones, to_move, board)

    def _become(self, start: Start, *, joins: bool = False) -> None:
        self._turned = None
        if start == self._start:
            return
        if not joins or not self._done:
            self._done.append(self._start)
        self._undone.clear()
        self._start = start

    # --- undo --------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the latest edit. Raises `NothingToUndo`."""
        if not self._done:
            raise NothingToUndo("nothing to undo")
        self._undone.append(self._start)
        self._start, self._turned = self._done.pop(), None

    def redo(self) -> None:
        """Do the edit again that was undone last. Raises `NothingToRedo`."""
        if not self._undone:
            raise NothingToRedo("nothing to redo")
        self._done.append(self._start)
        self._start, self._turned = self._undone.pop(), None


def _without(stones: Sequence[Sequence[Square]], square: Square) -> Stones:
    return tuple(tuple(each for each in squares if each != square) for squares in stones)
