"""The board where lines have no edge, and where marks belong to nobody."""

import pytest
from rich.style import Style
from textual.geometry import Offset, Region, Size

from ttt_tui.app.widgets.board.cell_size import POINTS, SQUARES, CellSize
from ttt_tui.app.widgets.board.ground import glyphs_for
from ttt_tui.app.widgets.board.joints import joints
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment, motion, straight_parts, winning_lines
from ttt_tui.app.widgets.board.painter import BoardPainter
from ttt_tui.app.widgets.board.styles import BoardStyles
from ttt_tui.app.widgets.board.tints import joints_of
from ttt_tui.app.widgets.board.view import BoardView, labels_of, line_labels, move_numbers
from ttt_tui.engine import Game, Geometry, Marks, Position, Rules, Setup, mask_of

TORUS = Geometry(5, 5, 4, Rules(wrap=True))
WILD = Geometry(3, 3, 3, Rules(marks=Marks.WILD))


def masked(geometry: Geometry, names: str) -> int:
    return mask_of(map(geometry.parse, names.split()))


def lines_of(names: str) -> list[str]:
    lines = winning_lines(TORUS, masked(TORUS, names))
    return [" ".join(map(TORUS.name, line)) for line in lines]


@pytest.mark.parametrize(
    ("names", "lines"),
    [
        ("a1 b1 d1 e1", ["d1 e1 a1 b1"]),
        ("c1 c2 c4 c5", ["c4 c5 c1 c2"]),
        ("d4 e5 a1 b2", ["d4 e5 a1 b2"]),
        ("a4 b3 c2 d1", ["d1 c2 b3 a4"]),
        ("b1 a2 e3 d4", ["b1 a2 e3 d4"]),
        ("a2 b2 c2 d2 e2", ["a2 b2 c2 d2 e2"]),
        ("a2 b2 c2", []),
    ],
)
def test_a_winning_line_goes_on_over_the_edge(names: str, lines: list[str]) -> None:
    assert lines_of(names) == lines
    moments = motion(TORUS, BoardView((0, 0)), BoardView((1, 0), winning=masked(TORUS, names)))
    if lines:
        first, *_ = lines[0].split()
        assert moments[0][1].filled == masked(TORUS, first)


def test_a_line_is_cut_where_it_goes_over_the_edge() -> None:
    line = [*map(TORUS.parse, ("d4", "e5", "a1", "b2"))]
    assert [[*map(TORUS.name, part)] for part in straight_parts(TORUS, line)] == [["d4", "e5"], ["a1", "b2"]]


def layout_of(geometry: Geometry, size: CellSize) -> BoardLayout:
    return BoardLayout(geometry, 1, Size(160, 90), size, Offset(0, 0))


def painted(geometry: Geometry, size: CellSize, *, is_ascii: bool = False) -> list[str]:
    layout = layout_of(geometry, size)
    view, plain = BoardView((0, 0)), BoardStyles(lambda name: Style(), (), False)
    painter = BoardPainter(
        layout, view, Moment(), Setup(geometry).players, None, None, None, glyphs_for(size, is_ascii), plain
    )
    return ["".join(text for text, _ in painter.line(y)) for y in range(layout.core.bottom)]


@pytest.mark.parametrize("size", [*SQUARES, *POINTS], ids=str)
@pytest.mark.parametrize("is_ascii", [False, True])
def test_lines_run_out_to_the_edge_of_the_wood_only_if_they_have_no_edge(
    size: CellSize, is_ascii: bool
) -> None:
    open_, closed = (
        painted(TORUS, size, is_ascii=is_ascii),
        painted(Geometry(5, 5, 4), size, is_ascii=is_ascii),
    )
    signs = ("-", "|") if is_ascii else ("─━", "│┃")
    level, upright = ([*signs[0]], [*signs[1]])
    assert any(line[-1] in level for line in open_)
    assert not any(line[-1] in level for line in closed)
    if not size.is_points:
        letters = next(line for line in open_ if "a" in line)
        assert sum(letters.count(sign) for sign in upright) == 4
        assert any(line[0] in level for line in open_)
    assert not any(line[0] in level for line in closed)


def test_a_row_over_the_edge_is_filled_up_to_it_on_both_sides() -> None:
    layout, winning = layout_of(TORUS, SQUARES[4]), masked(TORUS, "a1 b1 d1 e1")
    view = BoardView((winning, 0), winning=winning)
    regions = [part.region for _, part in joints(layout, view, Moment(winning))]
    first, last = layout.stone(TORUS.parse("a1")), layout.stone(TORUS.parse("e1"))
    assert Region(layout.wood.left - 1, first.y, first.x - layout.wood.left + 1, first.height) in regions
    edge = layout.core.right + layout.wood.right
    assert Region(last.right, last.y, edge - last.right, last.height) in regions
    assert not any(region.overlaps(layout.stone(TORUS.parse("c1"))) for region in regions)
    assert not any(region.overlaps(layout.stone(TORUS.parse("c1"))) for region in joints_of(layout, winning))


def test_stones_of_nobody_are_x_and_o_in_colours_of_their_own() -> None:
    setup = Setup(WILD)
    assert [player.symbol for player in setup.players] == ["A", "B"]
    assert [player.symbol for player in setup.drawn_players] == ["X", "O"]
    colours = {player.colour for player in (*setup.players, *setup.drawn_players)}
    assert len(colours) == 4
    assert Setup(TORUS).drawn_players == Setup(TORUS).players


def test_moves_with_marks_are_shown_on_their_squares() -> None:
    game = Game(Setup(WILD))
    for name in ("Xb2", "Oa1", "Xc3"):
        game.place(name)
    view = BoardView.after(game, 3)
    assert view.stones == (masked(WILD, "b2 c3"), masked(WILD, "a1"))
    assert view.numbers == {WILD.parse("b2"): 1, WILD.parse("a1"): 2, WILD.parse("c3"): 3}
    assert move_numbers(WILD, game.moves) == view.numbers
    labels = line_labels(Position(WILD, 2), (WILD.parse("Oc1"), WILD.parse("Xa2")))
    assert {WILD.name(square): label.player for square, label in labels.items()} == {"c1": 1, "a2": 0}


def test_a_square_has_the_value_of_the_better_mark() -> None:
    from ttt_tui.analysis.analysis import Analysis
    from ttt_tui.computer import Proof, Value

    position = Position(WILD, 2)
    values = dict.fromkeys(WILD.placements, Proof(Value.LOSS, 4, True))
    values[WILD.parse("Ob2")] = Proof(Value.WIN, 3, True)
    labels = labels_of(Analysis(position, values=values))
    assert {WILD.name(square): label.texts[-1] for square, label in labels.items()} == {
        WILD.name(square): "W" if WILD.name(square) == "b2" else "L" for square in WILD.squares
    }
    assert [WILD.name(square) for square, label in labels.items() if label.is_filled] == ["b2"]
