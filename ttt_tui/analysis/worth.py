"""The worth of a move, and whether it was a decision.

The worth compares the verdict after a move, from the mover's side, with the best verdict before it. Where
both are proved only that counts: a win given away, or a draw lost, is a blunder; a longer win or a quicker
loss is an inaccuracy at most, and only where both lengths are exact. Else the chance tells, as in the reviews
of lichess (`Advice.scala`): a move that loses .1, .2, .3 of it is an inaccuracy, a mistake, a blunder. A
proved verdict has its chance there, 1, ½ or 0: a player who leaves a proved win for a position that is judged
even has very likely blundered, but that is not certain, and `is_proved` says so.

Where stones fall the chance marks nothing: too often it drops while the value stays. There a move that loses
within `SOON` plies is an inaccuracy if a search as deep found no loss before it: another move loses later, if
at all. So is a move that gives up a win within `SOON` plies where none is found afterwards, if the chance
drops as by a blunder.

The effects of one move by the rules alone count whatever else is known: a missed win in one is an inaccuracy
at least, and a blunder if nothing is known of the position after it. So is a move that completes a line where
that loses, if it was avoidable; and where nothing is known, a move that lets the next player win at once.

>>> from ttt_tui.computer import Value
>>> worth(Verdict.proved(Value.DRAW), Verdict.proved(Value.LOSS, 4))
Worth(mark=<Mark.BLUNDER: '??'>, lost=0.5, is_proved=True)
>>> str(worth(Verdict.judged(0.62), Verdict.judged(0.49)).mark)
'?!'

A move was a decision where the possible moves differ in value, or in how soon they lose. Where few squares
are empty everything is tried. Elsewhere a move counts as a decision unless the position is proved to be lost;
then it counts where a single move stops a line, or where a longer loss is known.

>>> from ttt_tui.engine import Geometry, Position
>>> position, decisions = Position(Geometry(3, 3, 3), players=2), Decisions()
>>> decisions.moves_differ(position)
False
>>> position.play(position.geometry.parse("a1"))
>>> decisions.moves_differ(position)
True
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ttt_tui.analysis.by_rules import lines_win, outlasts
from ttt_tui.analysis.chances import UNKNOWN_SCALE, Scale
from ttt_tui.analysis.verdict import Verdict, immediate_verdict, only_move
from ttt_tui.computer import Value
from ttt_tui.engine import Mask, Position, Square, squares_of


class Mark(StrEnum):
    """How good a move is, the best first."""

    BEST = "best"
    """The move keeps the full value, and wins by the shortest known way."""
    FINE = "fine"
    """The move loses next to nothing, or wins by a way that may be longer."""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @property
    def is_bad(self) -> bool:
        """Whether the move is worth going back to."""
        return self not in (Mark.BEST, Mark.FINE)


THRESHOLDS = ((0.3, Mark.BLUNDER), (0.2, Mark.MISTAKE), (0.1, Mark.INACCURACY))
"""The lost part of the chance from which a move has each mark."""

RANK = {Value.LOSS: 0, Value.DRAW: 1, Value.WIN: 2}


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a move."""

    mark: Mark
    lost: float
    """The lost part of the winning chance, 0 to 1."""
    is_proved: bool
    """Whether the verdicts before and after it are both proved, or that it loses sooner or wins later."""

    @property
    def is_by_length(self) -> bool:
        """Whether the mark is only about how soon the game ends, not about who wins it."""
        return self.mark is Mark.INACCURACY and self.is_proved


SOON = 8
"""The plies of the longest win or loss that counts against a move without a proof of the value given up."""


def worth(
    best: Verdict,
    after: Verdict,
    is_choice: bool = False,
    *,
    can_outlast: bool = False,
    scale: Scale = UNKNOWN_SCALE,
    depth: int = 0,
) -> Worth:
    """Return the worth of a move for its player.

    `best` is the verdict of the position before it, `after` that of the position after it, both for the
    player who moved. `is_choice` is for the move that the search itself would play: while both verdicts are
    judged it loses nothing, however much deeper the second search looked. `can_outlast` is for a move that
    loses at once, or lets the next player win at once, where the rules alone show one that does not. `scale`
    is the judged chances' scale. `depth` is the depth in plies of the search behind the unproved verdict,
    where only the other one is proved.
    """
    found = _by_verdicts(best, after, is_choice, scale, depth)
    least = _least(best, after, can_outlast)
    return replace(found, mark=max(found.mark, least, key=[*Mark].index))


def _least(best: Verdict, after: Verdict, can_outlast: bool) -> Mark:
    """Return the mark that a move has at least by what the rules alone decide."""
    if _misses_win_in_one(best, after):
        return Mark.INACCURACY
    if can_outlast and after.value is Value.LOSS and not best.is_proved:
        return Mark.BLUNDER if after.plies == 0 or best.is_unknown else Mark.BEST
    if can_outlast and after.value is best.value is Value.LOSS and after.plies == 0:
        return Mark.INACCURACY
    return Mark.BEST


def _misses_win_in_one(best: Verdict, after: Verdict) -> bool:
    has_won = after.value is Value.WIN and after.plies == 0
    return best.value is Value.WIN and best.plies == 1 and not has_won


def _by_verdicts(best: Verdict, after: Verdict, is_choice: bool, scale: Scale, depth: int) -> Worth:
    if best.is_proved and after.is_proved:
        assert best.value is not None
        assert after.value is not None
        if RANK[after.value] < RANK[best.value]:
            return Worth(Mark.BLUNDER, best.chance - after.chance, True)
        return Worth(_by_length(best, after.before()), 0.0, True)
    if best.is_unknown or (after.is_unknown and not _misses_win_in_one(best, after)):
        return Worth(Mark.FINE, 0.0, False)
    kept = is_choice and not best.is_proved and not after.is_proved
    lost = 0.0 if kept else round(max(0.0, best.chance - after.chance), 6)  # .3 − .2 is less than .1
    fine = Mark.BEST if not lost else Mark.FINE
    if scale.needs_proof:
        costs_plies = _costs_plies(best, after, lost, depth)
        return Worth(Mark.INACCURACY if costs_plies else fine, lost, costs_plies)
    felt = round(lost * scale.weight, 6)
    return Worth(next((mark for least, mark in THRESHOLDS if felt >= least), fine), lost, False)


def _costs_plies(best: Verdict, after: Verdict, lost: float, depth: int) -> bool:
    """Whether a move is proved to lose sooner than the best one, or to win later if at all, and likely not.

    One verdict is proved, and a search for the other one has looked as far without finding such an end.
    """
    if after.value is Value.LOSS:
        plies = after.plies
    elif best.value is Value.WIN and lost >= THRESHOLDS[0][0]:
        plies = best.plies
    else:
        return False
    return plies is not None and plies <= min(SOON, depth)


def worth_of_resigning(best: Verdict) -> Worth:
    """Return the worth of a resignation in a position with this verdict for the player who resigned.

    It is a blunder unless the position was proved or judged to be lost, or its value is unknown.
    """
    if best.is_unknown:
        return Worth(Mark.FINE, 0.0, False)
    lost = round(best.chance, 6)
    if best.value is Value.LOSS or lost < THRESHOLDS[-1][0]:
        return Worth(Mark.FINE, lost, best.is_proved)
    return Worth(Mark.BLUNDER, lost, best.is_proved)


def _by_length(best: Verdict, by_move: Verdict) -> Mark:
    """Return the mark of a move that keeps the value; both lengths count from before the move."""
    if best.value is not by_move.value or best.value is Value.DRAW:
        return Mark.BEST
    if best.plies is None or by_move.plies is None:
        return Mark.FINE
    worse_by = by_move.plies - best.plies if best.value is Value.WIN else best.plies - by_move.plies
    if worse_by <= 0:
        return Mark.BEST
    return Mark.INACCURACY if best.is_exact and by_move.is_exact else Mark.FINE


FEW_SQUARES = 9
"""The most squares left with which every line of play is tried: about 5,000 positions on an empty 3×3."""

LONGEST = 1_000
"""More plies than any game left to try can have."""

SHORTEST_PARRIED = 4
"""The least plies of a loss if the line that comes first is stopped."""


class Decisions:
    """Tells which moves of one game were decisions, and remembers the games that it tried out."""

    def __init__(self) -> None:
        self._worth: dict[Hashable, int] = {}
        self._outlasting: dict[Hashable, Square | None] = {}

    def moves_differ(self, position: Position) -> bool | None:
        """Return whether the moves differ in value or in how soon they lose; None where unknown."""
        if len(position.moves) == 1:
            return False
        moves = self._moves(position)
        return None if moves is None else len({min(worth, 1) for worth in moves.values()}) > 1

    def outlasting(self, position: Position, plies: int, first: Sequence[Square] = ()) -> Square | None:
        """Return a move that outlasts a loss in 1 or 2 plies, None without one; `first` are tried first."""
        key = position.to_move, position.key, plies
        if key not in self._outlasting:
            moves = (*first, *position.moves)
            self._outlasting[key] = next((move for move in moves if outlasts(position, move, plies)), None)
        return self._outlasting[key]

    def loss_share(self, position: Position, square: Square, best: Verdict, after: Verdict) -> float | None:
        """Return the part of the longest loss that a move in a lost position has left, 1 for all of it.

        `best` is the verdict of the position, `after` the one of that after the move, both for the player who
        moved. None if the move was no decision, or is not known to have been one.
        """
        if (moves := self._moves(position)) is not None:
            longest = LONGEST + max(moves.values())
            return (LONGEST + moves[square]) / longest if len(set(moves.values())) > 1 else None
        plies = after.before().plies
        if plies is None or len(position.active) > 2 or not lines_win(position):
            return None
        if immediate_verdict(position) is not None:
            return None
        parried = only_move(position) is not None
        least = best.plies if best.is_exact and best.plies is not None else SHORTEST_PARRIED * parried
        if plies < least:
            return plies / least
        return 1.0 if parried else None

    def _moves(self, position: Position) -> dict[Square, int] | None:
        """Return the worth of each move of a running game of two; None where too many squares are empty.

        A win in n plies is `LONGEST` - n, a loss the negative of that, a draw 0.
        """
        if len(position.active) != 2 or position.squares_left > FEW_SQUARES:
            return None
        if not position.geometry.rules.are_usual:
            return self._by_playing(position.copy())
        mover, other = position.in_turn()
        return self._of_moves(position, position.stones[mover], position.stones[other])

    def _by_playing(self, position: Position) -> dict[Square, int]:
        """Return the worth of each move, under any rules, by playing it; the position is left unchanged."""
        found = {}
        for square in position.moves:
            mover = position.to_move
            position.play(square)
            winner = position.winner_by_line(mover)
            if winner is not None:
                found[square] = LONGEST - 1 if winner == mover else 1 - LONGEST
            else:
                key = position.to_move, position.key
                if key not in self._worth:
                    self._worth[key] = max(self._by_playing(position).values(), default=0)
                later = self._worth[key] if position.to_move == mover else -self._worth[key]
                found[square] = later - (later > 0) + (later < 0)  # a ply more on the way there
            position.undo()
        return found

    def _of_moves(self, position: Position, mine: Mask, theirs: Mask) -> dict[Square, int]:
        lines, worth, found = position.geometry.lines_through, self._worth, {}
        free = position.geometry.board & ~position.occupied & ~(mine | theirs)
        for square in squares_of(free):
            after = mine | 1 << square
            if any(line & after == line for line in lines[square]):
                found[square] = LONGEST - 1
                continue
            key = theirs, after
            if key not in worth:
                replies = self._of_moves(position, theirs, after)
                worth[key] = max(replies.values(), default=0)
            reply = worth[key]
            found[square] = (reply > 0) - (reply < 0) - reply  # a ply more on the way there
        return found
