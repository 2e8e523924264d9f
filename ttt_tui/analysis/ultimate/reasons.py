"""The effects of a move of Ultimate by the rules alone, and the reasons why it is good or bad.

>>> from ttt_tui.analysis.move_proofs import MoveProofs
>>> from ttt_tui.engine import Geometry, Rules
>>> from ttt_tui.engine.ultimate import UltimatePosition
>>> position = UltimatePosition(Geometry(9, 9, 3, Rules.parse("ultimate")))
>>> for digits in ("55", "51", "15"):
...     position.play(position.geometry.parse(digits))
>>> [str(reason.kind) for reason in reasons_of(MoveProofs(position, position.geometry.parse("52")))]
['threatens a board', 'sends']
"""

from collections.abc import Iterator
from dataclasses import replace

from ttt_tui.analysis.move_proofs import MoveProofs
from ttt_tui.analysis.reason_kinds import FACTS, IMPORTANCE, Reason, ReasonKind
from ttt_tui.analysis.sight import safe_moves, winning_moves
from ttt_tui.computer.base import Value
from ttt_tui.engine import Mask, Position, Square, squares_of
from ttt_tui.engine.nine_boards import BOARD_OF, COMPLETING, NINE_LINES, PLACE_OF, squares_at
from ttt_tui.engine.ultimate import UltimatePosition, as_ultimate


def facts_of_move(before: Position, square: Square) -> tuple[Reason, ...]:
    """Return the effects of a stone of the player to move on a legal square, in the order of `FACTS`."""
    found = (fact for fact in _Move(before, square).facts() if fact.kind in FACTS)
    return tuple(sorted(found, key=lambda fact: FACTS.index(fact.kind)))


def reasons_of(proofs: MoveProofs) -> list[Reason]:
    """Return the reasons for and against a move, the most important first."""
    move = _Move(proofs.before, proofs.square)
    found = [*move.facts()]
    if not move.decides:
        found += move.needed()
        kinds = {fact.kind for fact in found}
        could_win, lets_win = ReasonKind.MISSES_LINE in kinds, ReasonKind.LETS_COMPLETE in kinds
        found += proofs.missed(wins=proofs.value is Value.WIN, could_win=could_win)
        found += proofs.cost_plies()
        found += () if lets_win else proofs.lets_win()
        found += proofs.wins_by_force()
        found += proofs.only()
    return sorted(found, key=lambda reason: IMPORTANCE[reason.kind])


class _Move:
    """Finds the facts about one move."""

    def __init__(self, before: Position, square: Square) -> None:
        self.before, self.square = as_ultimate(before), square
        self.after = self.before.copy()
        self.after.play(square)
        self.mover, self.other = before.to_move, 1 - before.to_move
        self.board = BOARD_OF[square]
        self.is_unowned = not self.before.owned >> self.board & 1
        """Whether the small board had no owner before the move."""
        self.decides = self.after.winner_by_line(self.mover) is not None
        """Whether the move has won the game for either player."""
        self.is_over = self.decides or self.after.is_dead()

    def facts(self) -> Iterator[Reason]:
        """Yield the effects of the move; if it decides the game, only how."""
        before, after = self.before, self.after
        wins = winning_moves(before)
        if wins >> self.square & 1:
            squares = after.winning_squares(self.mover, self.square)
            yield replace(self._of_move(ReasonKind.WINS), line=squares)
            return
        if self.decides:
            yield self._of_move(ReasonKind.LOSES_LINE)
            return
        if wins:
            yield Reason(ReasonKind.MISSES_LINE, self.mover, tuple(squares_of(wins)))
        yield from self._on_board()
        taking = before.taking(self.mover)
        if taking and not taking >> self.square & 1:
            yield _of_boards(ReasonKind.MISSES_BOARD, self.mover, taking)
        if not self.is_over:
            yield from self._given()
            yield from self._sent()

    def _of_move(self, kind: ReasonKind, player: int | None = None, boards: int = 0) -> Reason:
        """Return a reason about the square of the move, and about its small board if `boards` is 0."""
        player = self.mover if player is None else player
        return Reason(kind, player, (self.square,), boards=boards or 1 << self.board)

    # --- the board of the move ---------------------------------------------------------------------------

    def _on_board(self) -> Iterator[Reason]:
        """Yield the effects of the move on its own small board."""
        if not self.is_unowned:
            return
        before, after, board, place = self.before, self.after, self.board, PLACE_OF[self.square]
        needed = COMPLETING[before.won[self.other]] & before.reach[self.other]
        if needed & ~after.reach[self.other] & 1 << board:
            yield self._of_move(ReasonKind.DENIES_GAME, self.other)
        blocked = COMPLETING[before.cells[self.other][board]] >> place & 1
        if after.won[self.mover] >> board & 1:
            yield self._of_move(ReasonKind.TAKES_BOARD)
            lacked = COMPLETING[after.won[self.mover]] & after.reach[self.mover]
            if new := lacked & ~COMPLETING[before.won[self.mover]]:
                yield self._of_move(ReasonKind.NEARS_GAME, boards=new)
            return
        if blocked:
            is_last = not self._winning_places(after, self.other)
            yield self._of_move(ReasonKind.KEEPS_BOARD if is_last else ReasonKind.BLOCKS_ON_BOARD, self.other)
        if places := self._winning_places(after, self.mover) & ~self._winning_places(before, self.mover):
            squares = tuple(squares_of(squares_at(board, places)))
            yield Reason(ReasonKind.THREATENS_BOARD, self.mover, squares, boards=1 << board)

    def _winning_places(self, position: UltimatePosition, player: int) -> int:
        return _winning_places(position, player, self.board)

    # --- the boards where the other player goes on ---------------------------------------------------------

    def _given(self) -> Iterator[Reason]:
        """Yield what the other player can do now."""
        after = self.after
        if wins := winning_moves(after):
            yield Reason(ReasonKind.LETS_COMPLETE, self.other, tuple(squares_of(wins)))
        if taking := after.taking(self.other):
            yield _of_boards(ReasonKind.GIVES_BOARD, self.other, taking)
        if after.playable.bit_count() > 1:
            yield self._of_move(ReasonKind.FREES, self.other)

    def _sent(self) -> Iterator[Reason]:
        """Yield where the move sends the other player, and why that is good."""
        after, other = self.after, self.other
        it = after.playable
        if it.bit_count() > 1:
            return
        sent = it.bit_length() - 1
        yield self._of_move(ReasonKind.SENDS, other, it)
        if after.owned & it:
            yield self._of_move(ReasonKind.SENDS_TO_DECIDED, other, it)
            return
        if not after.reach[other] & it:
            yield self._of_move(ReasonKind.SENDS_TO_LOST, other, it)
        elif not after.geometry.rules.most_boards and not _is_in_line(it, after.reach[other]):
            yield self._of_move(ReasonKind.SENDS_TO_UNNEEDED, other, it)
        if _winning_places(after, other, sent):
            return
        if _winning_places(after, self.mover, sent).bit_count() > 1:
            yield self._of_move(ReasonKind.SENDS_TO_THREATS, other, it)

    # --- compared with all other moves -------------------------------------------------------------------

    def needed(self) -> Iterator[Reason]:
        """Yield what all other moves would allow and this one does not."""
        before, after = self.before, self.after
        others = before.legal & ~(1 << self.square)
        if not others or winning_moves(before):
            return
        if safe_moves(before) == 1 << self.square:
            yield self._of_move(ReasonKind.ONLY_ANSWER, self.other)
        if self.is_over or after.taking(self.other):
            return
        gives = frees = 0
        for square in squares_of(others):
            gives_board, lets_choose = _given_by(before, square)
            gives |= gives_board << square
            frees |= lets_choose << square
        if (gives or frees) and after.playable.bit_count() == 1 and not after.playable & after.owned:
            yield self._of_move(ReasonKind.SENDS_TO_QUIET, self.other, after.playable)
        if gives == others:
            yield self._of_move(ReasonKind.ONLY_QUIET, self.other)
        elif gives and gives | frees == others and after.playable.bit_count() == 1:
            yield self._of_move(ReasonKind.ONLY_SENDING, self.other)


def _winning_places(position: UltimatePosition, player: int, board: int) -> int:
    """Return the places of an undecided small board where a stone of the player wins it."""
    if position.owned >> board & 1:
        return 0
    return COMPLETING[position.cells[player][board]] & ~position.cells[1 - player][board]


def _of_boards(kind: ReasonKind, player: int, taking: Mask) -> Reason:
    """Return the reason about squares where the player wins small boards."""
    boards = 0
    for square in squares_of(taking):
        boards |= 1 << BOARD_OF[square]
    return Reason(kind, player, tuple(squares_of(taking)), boards=boards)


def _is_in_line(board: int, reach: int) -> bool:
    """Whether a small board, as a nine, is in a line of boards that are all in `reach`."""
    return any(line & board and line & reach == line for line in NINE_LINES)


def _given_by(position: UltimatePosition, square: Square) -> tuple[bool, bool]:
    """Return whether the other player can win a small board, and may choose among boards, after a move."""
    mover = position.to_move
    position.play(square)
    goes_on = position.winner_by_line(mover) is None and not position.is_dead()
    gives = goes_on and position.taking(position.to_move) != 0
    is_free = goes_on and position.playable.bit_count() > 1
    position.undo()
    return gives, is_free
