"""What an analysis writes on the board: the worth of squares, the best moves, a line of moves, threats."""

from typing import TYPE_CHECKING

from ttt_tui.analysis.threats import Threats
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.app.widgets.board.view import Label
from ttt_tui.computer import Proof, Value
from ttt_tui.engine import Mask, Position, Square, squares_of

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis

LINE, FOUR, THREE = "!", "^", "~"
"""A stone there completes a line; makes a four, one short of one; makes an open three, one short of that."""

MOST_OF_LINE = 9
"""Moves of a line that are shown."""

ROLES = {Value.WIN: "good", Value.DRAW: "muted", Value.LOSS: "bad"}
"""In what colour a value is written."""


def labels_of(found: "Analysis") -> dict[Square, Label]:
    """Return the proved worth of squares, and the places of the best moves where that is not proved."""
    ranks = {candidate.square: rank for rank, candidate in enumerate(found.candidates, 1)}
    is_a_choice = found.is_mapped and len(found.best) < len(found.values)
    best = set(found.best) if is_a_choice else set()
    labels = {square: _ranked(rank) for square, rank in ranks.items()}
    for square, proof in found.values.items():
        labels[square] = worth_label(proof, is_best=square in best)
    return labels


def worth_label(proof: Proof, is_best: bool = False) -> Label:
    """Return how a square's proved worth is written: `W 5`, `W≤9` as an upper bound, `D`, `L 10`."""
    word = str(Verdict.proved(proof.value, proof.plies, proof.is_exact))
    texts = (word,) if len(word) == 1 else (f"{word[0]} {word[1:]}", word, word[0])
    return Label(texts, ROLES[proof.value], is_filled=is_best)


def _ranked(rank: int) -> Label:
    return Label((str(rank),), "good" if rank == 1 else "text", is_marked=True)


def line_labels(position: Position, line: tuple[Square, ...]) -> dict[Square, Label]:
    """Return a line of moves as numbers in the colours of those who would make them."""
    order = position.in_turn()
    return {
        square: Label((str(number + 1),), player=order[number % len(order)], is_marked=True)
        for number, square in enumerate(line[:MOST_OF_LINE])
    }


def threat_labels(threats: Threats) -> dict[Square, Label]:
    """Return what stones would do, the most dangerous last; where the mover has to answer is filled."""
    labels: dict[Square, Label] = {}
    for sign, masks in ((THREE, threats.open_threes), (FOUR, threats.fours), (LINE, threats.completing)):
        for square in squares_of(_any(masks)):
            owners = [player for player, mask in enumerate(masks) if mask >> square & 1]
            must_answer = sign == LINE and bool((threats.answers or 0) >> square & 1)
            player = owners[0] if len(owners) == 1 else None
            labels[square] = Label((sign,), "accent", player, is_filled=must_answer)
    return labels


def _any(masks: tuple[Mask, ...]) -> Mask:
    together = 0
    for mask in masks:
        together |= mask
    return together
