"""Forbidden points of renju on the board: where their marks are, and what is painted for them."""

from dataclasses import replace

import pytest
from rich.style import Style
from textual.geometry import Offset, Region, Size

from tests.support.driving import a_setup, playing
from tests.support.recording import Recorded, run
from tests.support.strategies import cells_of, play, reference_of
from ttt_tui.app.widgets.board.cell_size import POINTS, SQUARES, CellSize
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.ground import glyphs_for
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment
from ttt_tui.app.widgets.board.painter import BoardPainter, changed_cells
from ttt_tui.app.widgets.board.styles import BoardStyles
from ttt_tui.app.widgets.board.view import BoardView, hint_label
from ttt_tui.engine import HUMAN, Game, Geometry, Move, Rules, Setup, mask_of, squares_of
from ttt_tui.process.terminal import Colours, Terminal

RENJU = Rules.parse("renju")
BOARD = Geometry(15, 15, 5, RENJU)
TWO_HUMANS = replace(a_setup(HUMAN, HUMAN), geometry=BOARD)

MOVES = "h8 l8 i8 j7 g6 i5 g7 f5 d12 i10 e12 l13 i12 h10 h12 m12 f12 k11 c9 d10 c10 c8 c11 b13"
"""A game after which black makes two threes on g8, two fours on c12 and six in a row on g12."""

MARKED = {"g8", "c12", "g12"}


def on_screen(names: set[str]) -> set[str]:
    """Return what the screen calls these squares: renju counts rows from the bottom."""
    return {f"{name[0]}{BOARD.rows + 1 - int(name[1:])}" for name in names}


def masked(names: str) -> int:
    return mask_of(map(BOARD.parse, names.split()))


@pytest.mark.sample(every=20)
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("size", [*SQUARES, *POINTS], ids=str)
def test_each_mark_is_in_the_middle_of_its_square_unless_a_label_is(size: CellSize, ascii: bool) -> None:
    layout = BoardLayout(BOARD, 1, Size(600, 300), size, Offset(0, 0))
    view = BoardView((0, 0), forbidden=masked("a1 c2 o15"), labels={BOARD.parse("c2"): hint_label(0)})
    plain, glyphs = BoardStyles(lambda name: Style(), (), False), glyphs_for(size, ascii)
    painter = BoardPainter(layout, view, Moment(), Setup(BOARD).players, None, None, None, glyphs, plain)
    lines = [[text for text, _ in painter.line(y)] for y in range(layout.core.bottom)]
    places = {(x, y) for y, line in enumerate(lines) for x, text in enumerate(line) if text in "×x"}
    assert places == {tuple(layout.anchor(BOARD.parse(name))) for name in ("a1", "o15")}


def test_only_squares_whose_mark_changes_are_painted_for_it_and_of_them_one_cell() -> None:
    layout = BoardLayout(BOARD, 1, Size(80, 24), CellSize(3, 1, is_points=True), Offset(0, 0))
    before, after = (BoardView((0, 0), forbidden=masked(names)) for names in ("a1 b2 c3", "b2 d4"))
    changed = list(changed_cells(layout, (before, Moment()), (after, Moment())))
    assert sorted(changed) == sorted(Region(*layout.anchor(BOARD.parse(n)), 1, 1) for n in ("a1", "c3", "d4"))
    assert not list(changed_cells(layout, (after, Moment()), (after, Moment())))


@pytest.mark.slow
def test_what_is_marked_is_what_the_reference_forbids_to_the_player_to_move() -> None:
    game = play(Game(TWO_HUMANS), MOVES)
    board = reference_of(game)
    forbidden = {cell for cell in board.empty() if board.forbidden(cell)}
    assert cells_of(BOARD, masked(" ".join(MARKED))) == forbidden
    assert cells_of(BOARD, BoardView.after(game, len(game.moves)).forbidden) == forbidden
    assert BoardView.after(game, len(game.moves) - 1).forbidden == 0, "it is the second player's turn"
    game.push(Move(game.position.to_move, None))
    assert BoardView.after(game, len(game.moves)).forbidden == 0, "the game is over"


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [None, Terminal(is_ascii=True), Terminal(Colours.NONE)], ids=str)
async def test_marks_come_and_go_with_the_first_players_turn(terminal: Terminal | None) -> None:
    sign = "x" if terminal and terminal.is_ascii else "×"
    async with playing(TWO_HUMANS, moves=MOVES.split(), terminal=terminal) as ui:

        def marked() -> set[str]:
            return {name for name, (x, y) in ui.sight.places.items() if ui.cell(x, y) == sign}

        assert marked() == on_screen(MARKED)
        await ui.press(":", *"g8", "enter")
        assert "g8 is forbidden: it makes two open threes" in ui.status.lower()
        assert len(ui.moves) == len(MOVES.split())
        assert marked() == on_screen(MARKED), "the cursor does not hide one"
        await ui.place("o15")
        assert marked() == set(), "nothing is forbidden to the second player"
        await ui.press("u")
        assert marked() == on_screen(MARKED)
        await ui.point_at(*ui.place_of("g4"))
        assert marked() == on_screen(MARKED), "no stone is previewed where none can be placed"
        await ui.press("tab", "up", "up")
        before = play(Game(TWO_HUMANS), " ".join(MOVES.split()[:-2]))
        assert marked() == on_screen({BOARD.name(each) for each in squares_of(before.position.forbidden)})


def test_the_terminal_shows_the_marks_that_a_fresh_paint_would() -> None:
    async def keys(recorded: Recorded) -> None:
        board = recorded.app.screen.query_one(BoardGrid)
        for number, name in enumerate((*MOVES.split(), "g8", "c12")):
            board.post_message(BoardGrid.Chosen(BOARD.parse(name), None))
            await recorded.settle()
            if number > 15:  # from here on something is forbidden
                recorded.assert_right(name)
        assert recorded.text.count("×") == len(MARKED)
        for key in ("u", "i", "i", "up", "left", "M", "U"):
            await recorded.press(key)
            recorded.assert_right(key)

    run(keys, TWO_HUMANS, (80, 24))
