"""Values on large squares are drawn alike, with letters where all of them have room for these."""

from dataclasses import replace

import pytest

from tests.app.widgets.test_painter import a_painter
from ttt_tui.app.widgets.board.cell_size import POINTS, SQUARES, CellSize
from ttt_tui.app.widgets.board.labels import has_large_values, large_values
from ttt_tui.app.widgets.board.view import BoardView, worth_label
from ttt_tui.computer import Proof, Value


def test_squares_of_15_by_7_cells_are_the_smallest_with_large_values() -> None:
    assert [size.width for size in SQUARES if has_large_values(size)] == [27, 19, 15]
    assert not any(map(has_large_values, POINTS))


@pytest.mark.parametrize(
    ("width", "words", "widths"),
    [
        (15, "W 5|W 3|D", {"W 5": 11, "W 3": 11, "D": 5}),
        (15, "W 5|L 10|D", {"W 5": 5, "L 10": 11}),
        (15, "W≤9", {"W≤9": 5}),
        (19, "W 5|L 10", {"W 5": 11, "L 10": 17}),
        (27, "W 5|D", {"W 5": 22, "D": 10}),
        (27, "W 5|L≤10", {"W 5": 11, "L≤10": 21}),
    ],
)
def test_values_are_as_large_as_all_of_them_fit(width: int, words: str, widths: dict[str, int]) -> None:
    drawn = large_values(frozenset(words.split("|")), CellSize(width, {15: 7, 19: 9, 27: 13}[width]))
    assert {word: len(lines[0]) for word, lines in drawn.items()} == widths
    assert len({len(lines) for lines in drawn.values()}) == 1


def test_a_value_is_made_of_half_blocks_and_of_a_letter_that_is_written_if_need_be() -> None:
    assert large_values(frozenset(["W 5"]), CellSize(15, 7))["W 5"] == (
        "█   █ █▀▀▀▀",
        "█ █ █ ▀▀▀▀▄",
        "▀▄▀▄▀ ▀▄▄▄▀",
    )
    assert large_values(frozenset(["L 10"]), CellSize(15, 7))["L 10"] == (
        "     L     ",
        "           ",
        " ▄█   ▄▀▀█▄",
        "  █   █ █ █",
        " ▄█▄  ▀█▄▄▀",
    )


@pytest.mark.parametrize(("width", "shown"), [(9, ["W 5", "L10", "D"]), (6, ["W5", "L 10", "D"])])
def test_written_values_have_as_many_cells_on_either_side_as_their_letters_allow(
    width: int, shown: list[str]
) -> None:
    size = next(size for size in SQUARES if size.width == width)
    painter = replace(a_painter(size), cursor=None)
    squares = [painter.layout.geometry.parse(name) for name in ("a1", "b1", "c1")]
    proofs = [Proof(Value.WIN, 5, True), Proof(Value.LOSS, 10, True), Proof(Value.DRAW)]
    labels = {
        square: worth_label(proof)._replace(role="label")
        for square, proof in zip(squares, proofs, strict=True)
    }
    painter = replace(painter, view=BoardView((0, 0), labels=labels))
    drawn = []
    for square in squares:
        box, y = painter.layout.box(square), painter.layout.anchor(square).y
        cells = "".join(text for text, _ in painter.line(y)[box.x : box.right])
        left, right = len(cells) - len(cells.lstrip()), len(cells) - len(cells.rstrip())
        assert abs(left - right) == (width - len(cells.strip())) % 2
        drawn.append(cells.strip())
    assert drawn == shown
