"""Tinted squares and ghosts: what a proof map and a hint give a board beside letters."""

from dataclasses import replace

import pytest
from rich.style import Style
from textual.geometry import Offset, Region, Size

from tests.app.widgets.test_painter import STYLES, a_painter
from ttt_tui.analysis.hint_drawing import MeantLine, PlannedMove
from ttt_tui.app.contrast import contrast, mixed
from ttt_tui.app.widgets.board.cell_size import POINTS, SQUARES, CellSize
from ttt_tui.app.widgets.board.labels import GHOST_SHARE
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import rest
from ttt_tui.app.widgets.board.painter import BoardPainter, changed_cells
from ttt_tui.app.widgets.board.tints import joints_of
from ttt_tui.app.widgets.board.view import Label, planned_labels, worth_label
from ttt_tui.computer import Proof, Value
from ttt_tui.engine import Geometry, Square, mask_of

WOOD, GOOD, BAD, BLUE = "#39281b", "#93d68b", "#ff8b6b", "#6fc1ff"
BLOCKS = "▀▄█"
ROLES = {"good": f"{GOOD} on {WOOD}", "bad": f"{BAD} on {WOOD}", "muted": f"#b7a995 on {WOOD}"}


def with_advice(
    painter: BoardPainter, labels: dict[Square, Label], lines: tuple[MeantLine, ...] = ()
) -> BoardPainter:
    """Return the painter of the same board with advice on it."""
    styles = STYLES | {name: Style.parse(text) for name, text in ROLES.items()}
    inks = replace(painter.inks, part=styles.__getitem__)
    return replace(painter, view=painter.view._replace(labels=labels, lines=lines), inks=inks)


def cells(painter: BoardPainter, region: Region) -> list[tuple[str, Style]]:
    """Return the cells of a part of the board."""
    return [cell for y in region.line_range for cell in painter.line(y)[region.x : region.right]]


def grounds(painter: BoardPainter, region: Region) -> set[str]:
    """Return the grounds in a part of the board."""
    return {style.bgcolor.name for _, style in cells(painter, region) if style.bgcolor is not None}


@pytest.mark.parametrize("size", [SQUARES[2], SQUARES[3], SQUARES[-1], POINTS[0], POINTS[2]], ids=str)
def test_a_square_is_as_warm_as_its_value_and_the_best_are_full(size: CellSize) -> None:
    painter = a_painter(size)
    parse, layout = painter.layout.geometry.parse, painter.layout
    worth = {
        "b1": (Proof(Value.WIN, 5, True), False, mixed(WOOD, GOOD, 0.35)),
        "c1": (Proof(Value.WIN, 7, True), False, mixed(WOOD, GOOD, 0.22)),
        "a2": (Proof(Value.LOSS, 4, True), False, mixed(WOOD, BAD, 0.35)),
        "c2": (Proof(Value.LOSS, 10, False), False, mixed(WOOD, BAD, 0.22)),
        "a3": (Proof(Value.DRAW), False, WOOD),
        "b3": (Proof(Value.WIN, 3, True), True, GOOD),
    }
    labels = {parse(name): worth_label(proof, is_best) for name, (proof, is_best, _) in worth.items()}
    warm = with_advice(painter, labels)
    for name, (_, _, ground) in worth.items():
        assert grounds(warm, layout.stone(parse(name))) == {ground}, name
        for text, style in cells(warm, layout.stone(parse(name))):
            if text.isalnum() or text in BLOCKS:
                assert style.bold
                assert style.color is not None
                assert contrast(style.color.name, ground) >= (4.5 if text.isalnum() else 3), name
    assert grounds(warm, layout.stone(parse("b2"))) == {WOOD}, "only what is proved is tinted"


@pytest.mark.parametrize(
    ("size", "one", "other", "joint"),
    [
        (SQUARES[3], "a1", "b1", (1, 5)),
        (SQUARES[3], "a1", "a2", (11, 1)),
        (SQUARES[3], "a1", "b2", (1, 1)),
        (SQUARES[3], "b1", "a2", (1, 1)),
        (POINTS[0], "a1", "b2", (1, 1)),
        (POINTS[2], "a1", "b1", (1, 1)),
        (POINTS[2], "a1", "a2", (3, 1)),
        (POINTS[3], "a1", "b1", None),
        (POINTS[4], "a1", "b2", None),
    ],
    ids=str,
)
def test_the_squares_of_a_line_are_joined_where_there_is_room_between_them(
    size: CellSize, one: str, other: str, joint: tuple[int, int] | None
) -> None:
    geometry = Geometry(9, 9, 3)
    layout = BoardLayout(geometry, 1, Size(200, 100), size, Offset(0, 0))
    regions = [region.size for region in joints_of(layout, mask_of(map(geometry.parse, (one, other))))]
    assert regions == ([] if joint is None else [joint])


def test_a_line_that_is_meant_tints_its_squares_and_what_joins_them_and_goes_as_it_came() -> None:
    painter = a_painter(SQUARES[3])
    layout, parse = painter.layout, painter.layout.geometry.parse
    line = MeantLine(mask_of(map(parse, ("a1", "b1", "c1"))), 0)
    joined = with_advice(painter, {}, (line,))
    tint = mixed(WOOD, BLUE, 0.2)
    row = Region(layout.core.x, layout.core.y, 3 * 11 + 2, 5)
    assert grounds(joined, row) == {tint}
    assert grounds(joined, row.translate((0, 6))) == {WOOD}
    before, after = ((each.view, rest(each.view)) for each in (painter, joined))
    for regions in changed_cells(layout, before, after), changed_cells(layout, after, before):
        painted = {(x, y) for each in regions for x in each.column_range for y in each.line_range}
        assert painted >= {(x, y) for x in row.column_range for y in row.line_range}


@pytest.mark.parametrize("size", [SQUARES[3], POINTS[2]], ids=str)
def test_several_ghosts_are_numbered(size: CellSize) -> None:
    painter = a_painter(size)
    parse, anchor = painter.layout.geometry.parse, painter.layout.anchor
    moves = [PlannedMove(parse("b1"), 0, 1), PlannedMove(parse("b3"), 1, 2)]
    shown = with_advice(painter, planned_labels(painter.layout.geometry, moves))
    assert [shown.line(y)[x][0] for x, y in (anchor(parse("b1")), anchor(parse("b3")))] == ["1", "2"]
    alone = with_advice(painter, planned_labels(painter.layout.geometry, moves[:1]))
    x, y = anchor(parse("b1"))
    text, style = alone.line(y)[x]
    assert text == ("X" if size.is_points else "█")
    assert style.italic
    assert mixed(WOOD, BLUE, GHOST_SHARE) in (style.color.name, style.bgcolor.name)  # type: ignore[union-attr]


@pytest.mark.parametrize("size", POINTS[-2:], ids=str)
def test_a_lone_ghost_is_on_a_ground_where_stones_have_none(size: CellSize) -> None:
    painter = a_painter(size)
    square = painter.layout.geometry.parse("b1")
    alone = with_advice(painter, {square: Label(("+",), "good", ghost=0)})
    x, y = painter.layout.anchor(square)
    text, style = alone.line(y)[x]
    assert text == "X"
    assert style.bgcolor is not None
    assert style.bgcolor.name == mixed(WOOD, BLUE, GHOST_SHARE)


def test_values_that_have_to_become_smaller_are_painted_again() -> None:
    painter = a_painter(SQUARES[2])
    parse = painter.layout.geometry.parse
    small, wide = worth_label(Proof(Value.WIN, 5, True)), worth_label(Proof(Value.LOSS, 10, True))
    before, after = (
        painter.view._replace(labels={parse("b1"): small}),
        painter.view._replace(labels={parse("b1"): small, parse("c1"): wide}),
    )
    regions = [*changed_cells(painter.layout, (before, rest(before)), (after, rest(after)))]
    assert painter.layout.box(parse("b1")) in regions
