"""The worth of a position for a player: proved by a search or by the rules alone, or judged as a chance.

>>> from ttt_tui.computer import Value
>>> win, loss = Verdict.proved(Value.WIN, 5, is_exact=True), Verdict.proved(Value.LOSS, 8)
>>> print(win, loss, Verdict.judged(0.63))
W5 L≤8 63%
>>> print(win.turned(), loss.turned(), Verdict.judged(0.63).turned())
L5 W≤8 37%

Without a search the rules show what one move decides (see `by_rules`). The squares that complete a line also
show a win in three plies, a loss in two or four, and whether a win is shorter than a proved one, up to five
plies. Where a line loses they show less, and under rules without such a shortcut nothing more. In other games
moves are tried instead (see `sight`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from ttt_tui.analysis import sight
from ttt_tui.analysis.by_rules import (
    lasting_squares,
    lines_win,
    must_avoid_lines,
    safe_squares,
    winner_moves_last,
    winning_squares,
)
from ttt_tui.analysis.games import other_game
from ttt_tui.analysis.words import percentage
from ttt_tui.computer import Proof, Value
from ttt_tui.engine import Mask, Placement, Position, Setup, Square, squares_of

CHANCES = {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}
"""The winning chance of each proved value among two players: a draw is half a win."""

OPPOSITE = {Value.WIN: Value.LOSS, Value.DRAW: Value.DRAW, Value.LOSS: Value.WIN}

HIGHEST_JUDGED = 0.99
"""The highest chance without a proof: only a proof is certain."""


class Verdict(NamedTuple):
    """The worth of a position for one player; made by `proved`, `judged` and `unknown`."""

    chance: float
    """The winning chance, 0 to 1, a draw counting as an even share of a win."""
    value: Value | None = None
    """The proved value, None if the chance is only judged."""
    plies: int | None = None
    """The most plies until the proved win or loss; None for a draw, and where somebody resigned."""
    is_exact: bool = False
    """Whether the plies are those of best play on both sides, no mere upper bound."""
    is_unknown: bool = False
    """Whether nothing is known: the chance is an even share then, and stands for nothing."""

    @classmethod
    def proved(
        cls, value: Value, plies: int | None = None, is_exact: bool = False, players: int = 2
    ) -> "Verdict":
        """Return a proved verdict; a draw is shared by `players` players."""
        chance = 1 / players if value is Value.DRAW else CHANCES[value]
        return cls(chance, value, plies, is_exact and plies is not None)

    @classmethod
    def judged(cls, chance: float) -> "Verdict":
        """Return a judged verdict, with the chance limited to the range of judgements."""
        return cls(min(HIGHEST_JUDGED, max(1 - HIGHEST_JUDGED, chance)))

    @classmethod
    def unknown(cls, players: int = 2) -> "Verdict":
        """Return the verdict on a position that is not proved and cannot be judged."""
        return cls(1 / players, is_unknown=True)

    @property
    def is_proved(self) -> bool:
        """Whether the verdict is certain."""
        return self.value is not None

    @property
    def proof(self) -> Proof | None:
        """The proof of a certain verdict."""
        return None if self.value is None else Proof(self.value, self.plies, self.is_exact)

    def turned(self) -> "Verdict":
        """Return the verdict for the other one of two players."""
        value = None if self.value is None else OPPOSITE[self.value]
        return Verdict(1 - self.chance, value, self.plies, self.is_exact, self.is_unknown)

    def before(self) -> "Verdict":
        """Return the verdict counted from one ply earlier."""
        return self._moved(1)

    def after(self) -> "Verdict":
        """Return the verdict counted from one ply later."""
        return self._moved(-1)

    def _moved(self, plies: int) -> "Verdict":
        moved = None if self.plies is None else self.plies + plies
        return Verdict(self.chance, self.value, moved, self.is_exact, self.is_unknown)

    def __str__(self) -> str:
        """Write it short: `W5`, `W≤9` where the length is an upper bound, `D`, `L8`, `63%`, `?`: unknown."""
        if self.value is None:
            return "?" if self.is_unknown else f"{percentage(self.chance)}%"
        length = "" if self.plies is None else f"{'' if self.is_exact else '≤'}{self.plies}"
        return f"{self.value[0].upper()}{length}"


def replaces(new: Verdict, old: Verdict) -> bool:
    """Whether a later verdict of a position replaces an earlier one for the same player.

    A proof is replaced only by a proof of the same value with a better length. Of two judged verdicts the
    later one holds.
    """
    if not old.is_proved or not new.is_proved:
        return not old.is_proved
    if new.value is not old.value or new.plies is None or old.plies is None:
        return False
    return (new.is_exact, -new.plies) > (old.is_exact, -old.plies)


LONGEST_SEEN = 5
"""Plies of the longest win or loss whose length `is_shortest` can tell."""


def verdict_of_move(position: Position, square: Placement) -> Verdict | None:
    """Return the verdict of a move by the rules alone, for its player; None if that player's game goes on.

    The plies count the move. The position is left unchanged.
    """
    mover, players = position.to_move, len(position.active)
    position.play(square)
    outcome, is_out = position.outcome_after(mover, square), mover not in position.active
    position.undo()
    if is_out or (outcome is not None and outcome.winner not in (None, mover)):
        return Verdict.proved(Value.LOSS, 1, is_exact=True)
    if outcome is None:
        return None
    if outcome.winner == mover:
        return Verdict.proved(Value.WIN, 1, is_exact=True)
    return Verdict.proved(Value.DRAW, players=players)


def immediate_verdict(position: Position) -> Verdict | None:
    """Return the verdict for the mover of a running game where a stone or two decide it, None elsewhere.

    That is a win in one, a draw on a dead board, the result of an only move and, among two players, a loss in
    two; where a line loses, a loss in one for a player who has to complete one.
    """
    _, *others = position.in_turn()
    is_plain = lines_win(position)
    if winning_squares(position):
        return Verdict.proved(Value.WIN, 1, is_exact=True)
    if position.is_dead():
        return Verdict.proved(Value.DRAW, players=len(position.active))
    if other_game(position):
        if sight.safe_moves(position):
            return None
        return Verdict.proved(Value.LOSS, 2 if sight.lasting_moves(position) else 1, is_exact=True)
    if is_plain and len(others) == 1 and position.completing(others[0]).bit_count() > 1:
        return Verdict.proved(Value.LOSS, 2, is_exact=True)
    lasting = lasting_squares(position)
    if not lasting:
        return Verdict.proved(Value.LOSS, 1, is_exact=True)
    if position.squares_left == 1:  # where marks are chosen, one may lose and the other not
        return verdict_of_move(position, next(move for move in position.moves if lasting >> move & 1))
    return None


def only_move(position: Position) -> Square | None:
    """Return the one move of two players that does not lose at once, None if there are more.

    The position is one without an immediate verdict.
    """
    if other_game(position):
        squares = sight.safe_moves(position)
        return squares.bit_length() - 1 if squares.bit_count() == 1 else None
    if not lines_win(position):
        safe = safe_squares(position) if must_avoid_lines(position) else 0
        return safe.bit_length() - 1 if safe.bit_count() == 1 else None
    squares = _threatened(position)
    if not squares and position.empty.bit_count() == 1:
        squares = position.empty
    return squares.bit_length() - 1 if squares else None


def is_shortest(position: Position, value: Value, plies: int) -> bool:
    """Whether this proved win, or loss for the mover, of two players is known to be the quickest.

    False where the rules alone do not show it.
    """
    if other_game(position):
        return sight.is_shortest(position, value, plies)
    if position.geometry.rules.per_turn > 1:
        return plies <= _first_end_by_turns(position, value)
    if must_avoid_lines(position):
        if value is Value.WIN:
            return plies <= 2
        return plies <= 1 or (plies <= 3 and safe_squares(position) != 0)
    if not lines_win(position):
        return plies <= 1
    if value is Value.WIN:
        return plies <= 1 or (
            plies <= LONGEST_SEEN
            and not position.completing(position.to_move)
            and (plies <= 3 or not _wins_in_three(position))
        )
    return plies <= 2 or (plies <= LONGEST_SEEN and _threatened(position).bit_count() < 2)


def _first_end_by_turns(position: Position, value: Value) -> int:
    """Return the fewest plies in which a position that has this value can end, where a turn is two stones."""
    own = position.stones_left
    if must_avoid_lines(position):
        return own + 1 if value is Value.WIN else 1 + (safe_squares(position) != 0)
    if not lines_win(position):
        return 1
    if value is Value.LOSS:
        return own + 1 + (not _threatened(position))
    if position.completing(position.to_move):
        return 1
    return 2 if own == 2 else 4


def _threatened(position: Position) -> Mask:
    """Return where the other side would complete a line."""
    _, other = position.in_turn()
    return position.completing(other)


def _wins_in_three(position: Position) -> bool:
    """Whether a stone makes two squares that complete a line, before the other side completes one."""
    geometry, mine = position.geometry, position.stones[position.to_move]
    threatened = _threatened(position)
    if threatened.bit_count() > 1:
        return False
    return any(
        (geometry.completing(mine | 1 << square) & position.empty & ~(1 << square)).bit_count() > 1
        for square in squares_of(threatened or position.empty)
    )


BETTER, MUCH_BETTER = 0.58, 0.75
"""The winning chance, of two players, from which on one is better."""

AHEAD = 1.4
"""The multiple of an even share from which on a player is ahead of several others."""


def standing(position: Position, verdict: Verdict, chances: Sequence[float]) -> tuple[int | None, str]:
    """Return the player who is better off, by number, and the words for it: `wins in 3, proved`.

    Without such a player the words are a sentence. `verdict` is the mover's, `chances` are everybody's.
    """
    mover, *others = position.in_turn()
    if verdict.is_unknown:
        return None, "Not proved"
    if verdict.value is Value.DRAW:
        return None, "A draw, proved"
    if verdict.value is not None:
        winner = mover if verdict.value is Value.WIN else others[0]
        if len(others) > 1 and verdict.value is Value.LOSS:
            winner = max(position.active, key=lambda player: chances[player])
            if chances[winner] < 1:
                return None, "Every move completes a line"
        if verdict.plies is None:
            return winner, "wins, proved"
        return winner, f"wins in {'' if verdict.is_exact else 'at most '}{verdict.plies}, proved"
    best = max(position.active, key=lambda player: chances[player])
    if len(others) > 1:
        is_ahead = chances[best] * len(position.active) >= AHEAD
        return (best, "is ahead") if is_ahead else (None, "No player is ahead")
    if chances[best] >= MUCH_BETTER:
        return best, "is much better"
    return (best, "is better") if chances[best] >= BETTER else (None, "About even")


def in_own_moves(position: Position, verdict: Verdict, setup: Setup) -> str:
    """Return the length of a proved win in the winner's own moves: `in 3 of your moves`.

    The only human, or the human to move, is addressed. Return "" where no length is proved, with more than
    two players, and where a move of the loser's may end the game.
    """
    if verdict.plies is None or verdict.value not in (Value.WIN, Value.LOSS) or len(position.active) > 2:
        return ""
    if not winner_moves_last(position):
        return ""
    mover, other = position.in_turn()
    is_movers = verdict.value is Value.WIN
    winner, moves = (mover, (verdict.plies + 1) // 2) if is_movers else (other, verdict.plies // 2)
    player = setup.players[winner]
    is_yours = player.is_human and (is_movers or sum(each.is_human for each in setup.players) == 1)
    whose = "your" if is_yours else f"{player.symbol}'s"
    if moves == 1:
        return f"with {whose} next move"
    return f"in {'' if verdict.is_exact else 'at most '}{moves} of {whose} moves"
