"""What happens in a match, once more for the tests to compare with: a list of moves, and rules that read it.

Whatever can be worked out from the moves is worked out from them, each time anew, on the board of
`tests.support.reference`. Nothing here imports the package under test.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache

from tests.support.reference import SYMBOLS, Board, Cell

Move = tuple[int, Cell | None]
"""Who did it, and on which square; on none if the player resigned."""

PERSON, COMPUTER = "human", "told"
"""Who can be given a seat."""


class Refused(Exception):
    """That is not possible now, and changes nothing."""


@dataclass(frozen=True)
class Table:
    """Who plays what, until when."""

    columns: int
    rows: int
    k: int
    computers: tuple[bool, ...]
    points: int | None
    draws: int | None
    first: str
    """Who starts the games after the first: "turn", "first" or "loser"."""
    double: bool = False
    """Whether a turn has two stones, but for the first one of a game."""

    @property
    def only_computers(self) -> bool:
        return all(self.computers)


def _board(table: Table, first: int, moves: Sequence[Move]) -> Board:
    players = list(range(len(table.computers)))
    board = Board(table.columns, table.rows, table.k, players, first, double=table.double)
    for player, cell in moves:
        if cell is None:
            board.resign(player)
        else:
            board.place(cell)
    return board


@cache  # it is asked for again and again
def _result(table: Table, first: int, moves: tuple[Move, ...]) -> tuple[int | None, str] | None:
    if not moves:
        return None
    board, (player, cell) = _board(table, first, moves), moves[-1]
    if cell is not None and board.completed(cell):
        return player, "line"
    if cell is None and len(board.playing) == 1:
        return board.playing[0], "resignation"
    if board.is_dead():
        return None, "dead board" if board.empty() else "full board"
    return None


@dataclass(eq=False)
class GameModel:
    """One game, as it has to be in the store once it is kept."""

    table: Table
    number: int
    first: int
    match: int
    """Which of all games was the first of its match, from 1."""
    moves: list[Move] = field(default_factory=list)
    undone: list[Move] = field(default_factory=list)
    is_dropped: bool = False
    is_held: bool = True
    """Whether this process plays it."""

    def board(self) -> Board:
        return _board(self.table, self.first, self.moves)

    @property
    def is_kept(self) -> bool:
        """Whether it is in the store: the first game of a match with its first move."""
        return bool(self.moves or self.undone) or self.number > 1

    @property
    def can_be_resumed(self) -> bool:
        return self.is_kept and not self.is_over and not self.is_dropped

    @property
    def result(self) -> tuple[int | None, str] | None:
        """Who won, None for a draw, and how it ended; None while the game runs."""
        return _result(self.table, self.first, tuple(self.moves))

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def result_words(self) -> str:
        if self.result is None:
            return "unfinished"
        winner, how = self.result
        return f"draw: {how}" if winner is None else f"{SYMBOLS[winner]} wins: {how}"


def words(moves: list[Move]) -> list[str]:
    """Moves as they are written down."""
    return [
        f"{SYMBOLS[player]}-resigns" if cell is None else f"{'abcd'[cell[0]]}{cell[1] + 1}"
        for player, cell in moves
    ]


class Model:
    """A match, the computers that think in it, and all games that were ever begun.

    Whatever is done happens at once, as on the screen, and a search that runs meanwhile is dropped.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.stored: list[GameModel] = []
        self.before: list[GameModel] = []
        """The finished games of this match."""
        self.paused = False
        self.failed = False
        """Whether it is paused because a computer failed."""
        self.thinking = False
        """Whether the answer of a computer is awaited."""
        self.asked = 0
        """How often a computer was asked."""
        self._begin(1, 0)
        self.go_on()

    @property
    def to_move(self) -> int:
        return self.game.board().to_move

    @property
    def is_computers_turn(self) -> bool:
        return not self.game.is_over and self.table.computers[self.to_move]

    @property
    def is_humans_turn(self) -> bool:
        return not self.game.is_over and not self.table.computers[self.to_move]

    # --- what follows from the games

    def winners(self) -> list[int | None]:
        return [game.result[0] for game in [*self.before, self.game] if game.result is not None]

    def points(self) -> list[int]:
        return [self.winners().count(player) for player in range(len(self.table.computers))]

    def draws_in_a_row(self) -> int:
        count = 0
        for winner in self.winners():
            count = count + 1 if winner is None else 0
        return count

    def is_over(self) -> bool:
        enough_points = self.table.points is not None and max(self.points()) >= self.table.points
        enough_draws = self.table.draws is not None and self.draws_in_a_row() >= self.table.draws
        return enough_points or enough_draws

    def _starter(self) -> int:
        """Who starts after the games that are finished."""
        if not self.before or self.table.first == "first":
            return 0
        latest = self.before[-1]
        assert latest.result is not None
        after = latest.first if self.table.first == "turn" or latest.result[0] is None else latest.result[0]
        return (after + 1) % len(self.table.computers)

    # --- games

    def _begin(self, number: int, first: int) -> None:
        match = self.game.match if number > 1 else len(self.stored) + 1
        if number == 1 and self.stored and self.game.is_dropped:
            match = self.game.match  # the same match, its first game once more
        self.game = GameModel(self.table, number, first, match)
        self.stored.append(self.game)

    def next_game(self) -> None:
        """The next game; a match that is over is followed by another, a game that runs is played anew."""
        game = self.game
        game.is_held = False
        if self.is_over():
            self.before = []
            self._begin(1, 0)
        elif game.is_over:
            self.before.append(game)
            self._begin(game.number + 1, self._starter())
        else:
            game.is_dropped = True
            self._begin(game.number, self._starter())
        self.go_on()

    def new_match(self) -> None:
        """Another match with the same players; the game that was played stays as it is."""
        self.game.is_held = False
        self.before = []
        self._begin(1, 0)
        self.seat_again()

    def resume(self, game: GameModel) -> None:
        """Go on with a game that was left: the one that is played, if that is possible."""
        assert game.can_be_resumed
        assert game is self.game or not self.game.can_be_resumed
        self.game.is_held, game.is_held = False, True
        self.game, self.table = game, game.table
        same = [each for each in self.stored if each.match == game.match and not each.is_dropped]
        self.before = [each for each in same if each.number < game.number]
        self.seat_again()

    def seat_again(self) -> None:
        """Come back to the match, or resume it in another process."""
        self.paused = self.failed = False
        self.go_on()

    # --- moves

    def go_on(self) -> None:
        self.thinking = False
        if self.is_computers_turn and not self.paused:
            self.think()

    def think(self) -> None:
        self.thinking = True
        self.asked += 1

    def make(self, move: Move) -> None:
        """Make a move that is possible."""
        self.game.moves.append(move)
        self.game.undone.clear()
        self.go_on()

    def place(self, cell: Cell) -> None:
        if not self.is_humans_turn or cell not in self.game.board().empty():
            raise Refused
        self.make((self.to_move, cell))

    def resign(self) -> None:
        """For the human to move, or for the only human who still plays."""
        if self.game.is_over:
            raise Refused
        humans = [player for player in self.game.board().playing if not self.table.computers[player]]
        if self.to_move in humans:
            humans = [self.to_move]
        if len(humans) != 1:
            raise Refused
        self.make((humans[0], None))

    def _begins_turn(self, moves: Sequence[Move], index: int) -> bool:
        """Whether a move is the first one of its turn."""
        stones = sum(cell is not None for _, cell in moves[:index])
        return not self.table.double or moves[index][1] is None or stones == 0 or stones % 2 == 1

    def undo(self) -> None:
        """To where the latest turn of a human began; one turn where no human plays, and they pause."""
        moves, undone, computers = self.game.moves, self.game.undone, self.table.computers
        only_computers = self.table.only_computers
        starts = [
            index
            for index, (player, _) in enumerate(moves)
            if self._begins_turn(moves, index) and (only_computers or not computers[player])
        ]
        if not starts:
            raise Refused
        while len(moves) > starts[-1]:
            undone.append(moves.pop())
        if self.failed:
            self.paused = self.failed = False
        if self.table.only_computers:
            self.paused = True
        self.go_on()

    def back_to(self, ply: int) -> None:
        """Go on from a position of the past."""
        while len(self.game.moves) > ply:
            self.game.undone.append(self.game.moves.pop())
        self.paused = self.paused or self.table.only_computers
        self.go_on()

    def redo(self) -> None:
        """What the latest undo took back: up to the next turn of a human among the moves that were undone."""
        moves, undone, computers = self.game.moves, self.game.undone, self.table.computers
        if not undone:
            raise Refused
        whole = [*moves, *reversed(undone)]
        ends = [
            index
            for index in range(len(moves) + 1, len(whole))
            if self._begins_turn(whole, index)
            and (self.table.only_computers or not computers[whole[index][0]])
        ]
        while len(moves) < (ends or [len(whole)])[0]:
            moves.append(undone.pop())
        self.go_on()

    # --- computers

    def pause(self) -> None:
        self.paused = not self.paused
        self.failed = False
        self.go_on()

    def give_seat(self, seat_and_who: tuple[int, str]) -> None:
        """Somebody else goes on, also in what was played of the game; nobody pauses then."""
        seat, who = seat_and_who
        computers = list(self.table.computers)
        computers[seat] = who != PERSON
        self.table = self.game.table = replace(self.table, computers=tuple(computers))
        self.paused = self.failed = False
        self.go_on()

    def step(self) -> None:
        if not self.is_computers_turn:
            raise Refused
        self.paused = True
        if not self.thinking:
            self.think()

    def move_now(self) -> None:
        """A computer that thinks is asked to come to an end; one that waits is let think."""
        if not self.is_computers_turn:
            raise Refused
        if not self.thinking:
            self.step()

    def answer(self, cell: Cell | None) -> None:
        """The awaited answer has come; None if there is none, or one that is not possible."""
        if cell is None:
            self.thinking = False
            self.paused = self.failed = True
        else:
            self.make((self.to_move, cell))


class DialogueModel(Model):
    """In plain mode a line that is typed waits until nobody thinks; among computers each move lets one in."""

    def __init__(self, table: Table) -> None:
        self.typed: list[tuple[str, tuple[object, ...]]] = []
        self.new_was_typed = self.is_busy = False
        super().__init__(table)

    @property
    def goes_by_itself(self) -> bool:
        """Whether no person is left who could be asked."""
        if self.paused:
            return False
        if self.game.is_over:
            return self.table.only_computers and not self.is_over()
        return all(self.table.computers[player] for player in self.game.board().playing)

    def go_on(self) -> None:
        """Do what has been typed, in its turn, until a computer or the user is waited for."""
        self.thinking = False
        if self.is_busy:
            return
        self.is_busy = True
        while not self.thinking:
            if self.goes_by_itself and not self.typed and self.game.is_over:
                self.next_game()
            elif self.is_computers_turn and not self.paused and not (self.goes_by_itself and self.typed):
                self.think()
            elif self.typed:
                self._obey(*self.typed.pop(0))
            else:
                break
        self.is_busy = False

    def type(self, name: str, *about: object) -> None:
        """A line is typed; whether it is refused shows in what comes of it."""
        self.typed.append((name, about))
        if not self.thinking:
            self.go_on()

    def _obey(self, name: str, about: tuple[object, ...]) -> None:
        if name != "new":
            self.new_was_typed = False
        with suppress(Refused):
            getattr(self, name)(*about)

    def new(self) -> None:
        """A game that runs is dropped only when that is said twice."""
        if not self.game.is_over and self.game.moves and not self.new_was_typed:
            self.new_was_typed = True
        else:
            self.next_game()

    def next_game(self) -> None:
        self.paused = self.failed = self.new_was_typed = False
        super().next_game()

    def seat(self, who: str) -> None:
        """Somebody else goes on for the computer to move."""
        if not self.is_computers_turn:
            raise Refused
        self.give_seat((self.to_move, who))

    def enter(self) -> None:
        """Go on: with computers that pause, or with the next game."""
        if self.paused:
            self.paused = self.failed = False
            self.go_on()
        elif self.game.is_over:
            self.next_game()

    def answer(self, cell: Cell | None) -> None:
        super().answer(cell)
        if cell is None:
            self.go_on()

    def seat_again(self) -> None:
        """Resume the game in another process; what was typed for this one is lost."""
        self.typed.clear()
        self.new_was_typed = False
        super().seat_again()
