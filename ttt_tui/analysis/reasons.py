"""Find the effects of a move by the rules alone, and the reasons why it is good or bad.

>>> from ttt_tui.analysis.sentences import sentence
>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("a1", "b3", "c3", "b2"):
...     game.place(name)
>>> move = game.setup.geometry.parse("b1")
>>> for reason in reasons(game.position, move):
...     print(sentence(reason, move, game.setup, viewer=0))
b1 blocks O's line
b1: every other move loses at once
b1 threatens a line at c1
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from ttt_tui.analysis.by_rules import lines_win, must_avoid_lines, safe_squares, winning_squares
from ttt_tui.analysis.forced_wins import FoursSearch, fours_of
from ttt_tui.analysis.games import other_game
from ttt_tui.analysis.move_proofs import MoveProofs, Values
from ttt_tui.analysis.reason_kinds import FACTS, IMPORTANCE, Reason, ReasonKind
from ttt_tui.analysis.threats import answers, is_too_long, makes_four, open_runs, run_of, step_of
from ttt_tui.computer.base import Thought, Value
from ttt_tui.engine import Game, Mask, Position, Square, squares_of

SMALL_SIDE = 5
"""The longest side, in squares, of a board on which the centre and the corners are worth a word."""

# --- by the rules ----------------------------------------------------------------------------------------


def would_have_won(game: Game, ply: int) -> tuple[Square, ...]:
    """Return the squares where the mover of move `ply`, from 1, could have completed a line at once.

    A move that won is on one of them. A player who resigned out of turn had none, and where a line does not
    win there is none. Raises `ValueError` if the game has no such move.
    """
    position, player = _position_before(game, ply), game.moves[ply - 1].player
    if player != position.to_move or position.stage is not None:
        return ()
    return tuple(squares_of(winning_squares(position)))


def facts(game: Game, ply: int) -> tuple[Reason, ...]:
    """Return the effects of move `ply`, from 1, of a game, in the order of `FACTS`.

    Opponents' lines come in the order in which their players move next. A resignation can only have missed
    a win. Nothing is said of an opening. Raises `ValueError` if the game has no such move.
    """
    before, move = _position_before(game, ply), game.moves[ply - 1]
    if before.stage is not None:
        return ()
    if move.square is None:
        is_in_turn = move.player == before.to_move
        return tuple(_missed(before)) if is_in_turn else ()
    return facts_of_stone(before, move.square)


def facts_of_stone(before: Position, square: Square) -> tuple[Reason, ...]:
    """Return the effects of a stone of the player to move on an empty square, in the order of `FACTS`."""
    if game := other_game(before):
        return game.facts(before, square)
    after = before.copy()
    after.play(square)
    mover = before.to_move
    if winning_squares(before) >> square & 1:
        return (Reason(ReasonKind.WINS, mover, (square,), line=after.winning_squares(mover, square)),)
    if must_avoid_lines(before):
        return tuple(_lost(before, after, square) or facts_of_place(before, square))
    if not lines_win(before):
        return tuple([*_missed(before), *_left_at_once(after, mover)] or facts_of_place(before, square))
    found = [
        *_missed(before),
        *_blocked(before, after, square),
        *_threatened(before, after),
        *_left_open(before, after),
        *_stopped(before, after),
        *_extended(before, after, square),
    ] or [*facts_of_place(before, square)]
    return tuple(sorted(found, key=lambda fact: FACTS.index(fact.kind)))


def _position_before(game: Game, ply: int) -> Position:
    """Return the position in which move `ply` was made."""
    if not 1 <= ply <= len(game.moves):
        raise ValueError(f"no move {ply} in a game of {len(game.moves)}")
    return game.position_after(ply - 1)


def _lost(before: Position, after: Position, square: Square) -> list[Reason]:
    """Return the fact about a stone that completes a line where that loses."""
    mover = before.to_move
    if not before.completing(mover) >> square & 1:
        return []
    return [Reason(ReasonKind.LOSES_LINE, mover, (square,), line=after.winning_squares(mover, square))]


def _missed(before: Position) -> Iterator[Reason]:
    mover = before.to_move
    if squares := winning_squares(before):
        yield _to_complete(ReasonKind.MISSES_LINE, before, mover, squares)


def _blocked(before: Position, after: Position, square: Square) -> Iterator[Reason]:
    geometry = before.geometry
    for player in _opponents(before):
        stones = before.stones[player]
        if not before.turns_left(player):
            continue
        for step in geometry.directions:
            line = 0
            for needed in geometry.lines_through[square]:
                is_needed = needed & ~stones == 1 << square and step_of(needed) == step
                if is_needed and not is_too_long(geometry, needed, stones):
                    line |= needed
            if line:
                is_open = any(
                    other & line & stones and step_of(other) == step and _is_live(after, player, other)
                    for other in geometry.lines
                )
                kind = ReasonKind.BLOCKS_LINE if is_open else ReasonKind.CLOSES_LINE
                yield Reason(kind, player, (square,), line=line)


def _threatened(before: Position, after: Position) -> Iterator[Reason]:
    mover = before.to_move
    earlier, squares = before.completing(mover), after.completing(mover)
    added = squares & ~earlier
    if added and after.turns_left(mover):
        kind = ReasonKind.FORKS if added & added - 1 else ReasonKind.THREATENS_LINE
        fact = _to_complete(kind, after, mover, squares)
        yield replace(fact, squares=tuple(squares_of(added)), earlier=tuple(squares_of(squares & earlier)))


def _left_open(before: Position, after: Position) -> Iterator[Reason]:
    for player in _opponents(before):
        if (squares := after.completing(player)) and after.turns_left(player):
            yield _to_complete(ReasonKind.LETS_COMPLETE, after, player, squares)


def _left_at_once(after: Position, mover: int) -> Iterator[Reason]:
    """Return where the next player wins at once, whatever the rules call a threat."""
    if after.to_move != mover and (squares := winning_squares(after)):
        yield _to_complete(ReasonKind.LETS_COMPLETE, after, after.to_move, squares)


def _stopped(before: Position, after: Position) -> Iterator[Reason]:
    for player in _opponents(before):
        if before.turns_left(player) >= 2:
            for step in before.geometry.directions:
                starts = _open_runs(before, player, step) & ~_open_runs(after, player, step)
                yield from _runs(ReasonKind.STOPS_RUN, before, player, starts, step)


def _extended(before: Position, after: Position, square: Square) -> Iterator[Reason]:
    geometry, mover = before.geometry, before.to_move
    k, stones = geometry.line_length, after.stones[mover]
    if k < 4 or after.turns_left(mover) < 2:  # one stone of three is no line yet
        return
    live = [line for line in geometry.lines_through[square] if _is_live(after, mover, line)]
    for step in geometry.directions:
        opened = _open_runs(after, mover, step) & ~_open_runs(before, mover, step)
        if opened:
            yield from _runs(ReasonKind.MAKES_RUN, before, mover, opened, step)
            continue
        counts = {line: (line & stones).bit_count() for line in live if step_of(line) == step}
        if max(counts.values(), default=0) == k - 2:
            union = 0
            for line, count in counts.items():
                if count == k - 2:
                    union |= line
            yield Reason(ReasonKind.EXTENDS, mover, tuple(squares_of(union & stones)), line=union)


def facts_of_place(before: Position, square: Square) -> Iterator[Reason]:
    """Yield the fact about the centre or a corner of a small board: for where nothing else is true."""
    geometry = before.geometry
    columns, rows = geometry.columns, geometry.rows
    if max(columns, rows) > SMALL_SIDE or geometry.rules.wrap:  # a board without edges has no middle
        return
    column, row = geometry.column(square), geometry.row(square)
    if (2 * column, 2 * row) == (columns - 1, rows - 1):
        yield Reason(ReasonKind.CENTRE, before.to_move, (square,))
    elif column in (0, columns - 1) and row in (0, rows - 1):
        yield Reason(ReasonKind.CORNER, before.to_move, (square,))


def _opponents(before: Position) -> tuple[int, ...]:
    """Return the players still in the game but the one to move, in the order in which they move."""
    return before.in_turn()[1:]


def _to_complete(kind: ReasonKind, position: Position, player: int, squares: Mask) -> Reason:
    """Return the fact about empty squares where one stone of the player completes a line."""
    line, board = 0, position.copy()
    board.to_move = player
    for square in squares_of(squares):
        board.play(square)
        line |= board.winning_squares(player, square)
        board.undo()
    return Reason(kind, player, tuple(squares_of(squares)), line=line)


def _is_live(position: Position, player: int, line: Mask) -> bool:
    """Whether the player can still complete the line, if nobody resigns."""
    stones = position.stones[player]
    missing = line & ~stones
    if is_too_long(position.geometry, line, stones):
        return False
    return not missing & position.occupied and missing.bit_count() <= position.turns_left(player)


def _runs(kind: ReasonKind, position: Position, player: int, starts: Mask, step: int) -> Iterator[Reason]:
    """Yield the facts about runs of k−2 stones and the squares at their ends."""
    for start in squares_of(starts):
        squares, line = run_of(position.geometry, start, step)
        yield Reason(kind, player, squares, line=line)


def _open_runs(position: Position, player: int, step: int) -> Mask:
    """Return the first squares of the player's runs of k−2 stones that are open at both ends."""
    return open_runs(position.geometry, position.stones[player], position.empty, step)


# --- for and against -------------------------------------------------------------------------------------


def reasons(
    position: Position,
    square: Square,
    before: Thought | None = None,
    after: Thought | None = None,
    values: Values | None = None,
) -> tuple[Reason, ...]:
    """Return the reasons for and against a stone of the player to move, the most important first.

    `before` and `after` are thoughts about the position before and after the stone, of which the proof, its
    move and its line count, never the score. The square is empty and nobody has won yet. With more than two
    players proofs are ignored.
    """
    proofs = MoveProofs(position, square, before, after, values)
    game = other_game(position)
    found = [*_StoneReasons(proofs).reasons()] if game is None else game.reasons(proofs)
    return tuple(sorted(found, key=lambda reason: IMPORTANCE[reason.kind]))


class _StoneReasons:
    """A move of k in a row with the known facts about it."""

    def __init__(self, proofs: MoveProofs) -> None:
        self.proofs = proofs
        self.before, self.after, self.square = proofs.before, proofs.after, proofs.square
        self.mover, self.following, self.is_duel = proofs.mover, proofs.following, proofs.is_duel
        self.facts = facts_of_stone(self.before, self.square)
        self.fours = FoursSearch(self.before.geometry)
        self.lacked = winning_squares(self.before)
        """Where the mover could complete a line."""
        self.lacks = self.lets = 0
        """After the move, where the mover could complete one if it moved again, and where the next can."""
        if lines_win(self.before):
            self.lacks = self.after.completing(self.mover) if self.after.turns_left(self.mover) else 0
            self.lets = self.after.completing(self.following)

    def reasons(self) -> Iterator[Reason]:
        """Yield all reasons."""
        proofs = self.proofs
        if decided := self._facts(ReasonKind.WINS, ReasonKind.LOSES_LINE):
            yield from decided
            return
        if not lines_win(self.before):
            yield from self._without_threats()
            return
        fours = self._fours()
        wins = proofs.value is Value.WIN or bool(fours) or self._is_decisive_fork()
        yield from self._missed(wins)
        yield from proofs.cost_plies()
        yield from self._let()
        yield from self._won(fours)
        yield from self._needed()
        yield from self._built()

    def _without_threats(self) -> Iterator[Reason]:
        """Yield the reasons where there are no threats: proofs, and what one move decides."""
        proofs = self.proofs
        yield from self._missed(proofs.value is Value.WIN)
        yield from proofs.cost_plies()
        lets = self._facts(ReasonKind.LETS_COMPLETE)
        yield from lets or proofs.lets_win()
        yield from proofs.wins_by_force()
        is_safe = must_avoid_lines(self.before) and safe_squares(self.before) == 1 << self.square
        if is_safe and len(self.before.moves) > 1:
            yield proofs.of_mover(ReasonKind.ONLY_SAFE, self.square)
        yield from proofs.only()

    def _facts(self, *kinds: ReasonKind) -> list[Reason]:
        return [fact for fact in self.facts if fact.kind in kinds]

    def _is_decisive_fork(self) -> bool:
        """Whether the mover now wins with one of two threats."""
        return self.is_duel and not self.lets and self.lacks & self.lacks - 1 != 0

    def _fours(self) -> tuple[Square, ...]:
        """Return the two or more fours that win and begin with this move, nothing if none were found."""
        if not self.is_duel or self.lacked or self.lets or self.lacks.bit_count() != 1:
            return ()
        line = self.proofs.line_before
        if line[:1] == (self.square,) and (known := fours_of(self.before, line)):
            return known
        answered = self.after.copy()
        answered.play(*squares_of(self.lacks))
        rest = self.fours.win(answered, self.mover)
        return (self.square, *rest) if rest else ()

    def _missed(self, wins: bool) -> Iterator[Reason]:
        yield from self._facts(ReasonKind.MISSES_LINE)
        if not wins:
            line = self.proofs.line_before
            fours = fours_of(self.before, line) if line else ()
            if len(fours) > 1:
                yield self.proofs.of_mover(ReasonKind.MISSES_FOURS, *fours)
        yield from self.proofs.missed(wins=wins, could_win=self.lacked != 0)

    def _let(self) -> Iterator[Reason]:
        if self.lets:
            yield from (f for f in self._facts(ReasonKind.LETS_COMPLETE) if f.player == self.following)
            return
        if not self.is_duel:
            return
        proofs = self.proofs
        if forks := self._forks_of_next():
            yield proofs.of_next(ReasonKind.LETS_FORK, *forks)
        elif (fours := fours_of(self.after, proofs.line_after) or self._fours_of_next) and len(fours) > 1:
            yield proofs.of_next(ReasonKind.LETS_WIN_BY_FOURS, *fours)
        else:
            yield from proofs.lets_win()
        if proofs.line_after:
            for fact in facts_of_stone(self.after, proofs.line_after[0]):
                if fact.kind is ReasonKind.MAKES_RUN:
                    yield replace(fact, kind=ReasonKind.GIVES_RUN)

    @cached_property
    def _fours_of_next(self) -> tuple[Square, ...] | None:
        """Return the winning fours of the next player, who cannot complete a line."""
        return self.fours.win(self.after, self.following)

    def _forks_of_next(self) -> list[Square]:
        """Return where the next player, who cannot complete a line, makes two squares that do."""
        after, found = self.after, []
        for square in squares_of(makes_four(after.geometry, after.stones[self.following], after.empty)):
            after.play(square)
            completing = after.completing(self.following)
            if completing & completing - 1 and not after.completing(self.mover):
                found.append(square)
            after.undo()
        return found

    def _won(self, fours: tuple[Square, ...]) -> Iterator[Reason]:
        yield from self._facts(ReasonKind.FORKS, ReasonKind.THREATENS_LINE)
        if fours:
            yield self.proofs.of_mover(ReasonKind.WINS_BY_FOURS, *fours)
        elif not self._is_decisive_fork():
            yield from self.proofs.wins_by_force()

    def _needed(self) -> Iterator[Reason]:
        for player in _opponents(self.before):
            if self.before.completing(player) == 1 << self.square and self.before.turns_left(player):
                yield Reason(ReasonKind.BLOCKS, player, (self.square,))
        if answers(self.before) == 1 << self.square:
            yield self.proofs.of_next(ReasonKind.ONLY_ANSWER, self.square)
        yield from self.proofs.only()

    def _built(self) -> Iterator[Reason]:
        runs = self._facts(ReasonKind.STOPS_RUN, ReasonKind.MAKES_RUN)
        yield from runs
        if not self.is_duel or self.lacked or self.lacks or self.lets:
            return
        kinds = {reason.kind for reason in runs}  # a single four would only repeat what a run says
        stopped = self._stopped_fours()
        if len(stopped) > 1 or (stopped and ReasonKind.STOPS_RUN not in kinds):
            yield self.proofs.of_next(ReasonKind.STOPS_FOURS, *stopped)
        had_one = self.fours.win(self.before, self.mover) != ()
        threat = () if had_one else self.fours.win(self.after, self.mover) or ()
        if len(threat) > 1 or (threat and ReasonKind.MAKES_RUN not in kinds):
            yield self.proofs.of_mover(ReasonKind.THREATENS_FOURS, *threat)

    def _stopped_fours(self) -> tuple[Square, ...]:
        """Return the fours by which the other side would have won in the mover's place and no longer does."""
        before = self.before
        is_no_four = before.geometry.line_length == 3 or before.completing(self.following)
        if is_no_four or self._fours_of_next != ():
            return ()
        return self.fours.win(before, self.following) or ()
