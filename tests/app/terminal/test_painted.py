"""Only the cells that differ are written, and the terminal shows the same as if all of them had been."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from tests.support.recording import _cells
from tests.support.terminal import Drawing, Stream
from ttt_tui.app.terminal.painted import Painted

SIZE = Size(12, 3)
STYLES = [
    Style(),
    Style(color="#f1e8da", bgcolor="#14110e"),
    Style(color="#f4c152", bgcolor="#14110e", bold=True),
    Style(color="#f1e8da", bgcolor="#39281b"),
    Style(bgcolor="#39281b"),
    Style(underline=True, color="#93d68b", bgcolor="#14110e"),
    Style(reverse=True),
    Style(dim=True, color="red"),
]

segments = st.tuples(st.text(alphabet="XO ─▀·你", max_size=6), st.sampled_from(STYLES)).map(
    lambda part: Segment(*part)
)
lines = st.lists(segments, max_size=5).map(lambda found: Strip(found).adjust_cell_length(SIZE.width))


def shown(screen: Drawing) -> object:
    return _cells(screen)


def written(painted: Painted, changes: Sequence[tuple[int, int, Strip]]) -> str:
    return painted.write(SIZE, changes, ColorSystem.TRUECOLOR)


@pytest.mark.slow
@settings(max_examples=150)
@given(st.lists(st.lists(lines, min_size=SIZE.height, max_size=SIZE.height), min_size=1, max_size=5))
def test_one_screen_after_the_other_is_shown_as_if_painted_afresh(screens: list[list[Strip]]) -> None:
    terminal, painted = Drawing(*SIZE), Painted()
    for screen in screens:
        changes = [(y, 0, strip) for y, strip in enumerate(screen)]
        Stream(terminal).feed(written(painted, changes))
        fresh = Drawing(*SIZE)
        Stream(fresh).feed("".join(f"\x1b[{y + 1};1H" + _plain(strip) for y, _, strip in changes))
        assert shown(terminal) == shown(fresh)
        assert written(painted, changes) == "", "what is there is not written again"


def _plain(strip: Strip) -> str:
    """Return a strip as Textual writes it."""
    return "".join(
        Strip.render_style(style or Style(), text, ColorSystem.TRUECOLOR) for text, style, _ in strip
    )


def line_of(text: str, style: Style = STYLES[1]) -> Strip:
    return Strip([Segment(text.ljust(SIZE.width), style)])


def test_of_a_line_the_changed_cells_are_written_and_narrow_gaps() -> None:
    painted = Painted()
    written(painted, [(0, 0, line_of("abcdefghijkl"))])
    changed = written(painted, [(0, 0, line_of("aXcYefghijkZ"))])
    assert "\x1b[1;2H" in changed
    assert changed.count("XcY") == 1
    assert changed.endswith("\x1b[12GZ\x1b[0m")
    assert "a" not in changed


def test_the_colour_of_a_blank_is_not_seen_but_its_ground_is() -> None:
    painted = Painted()
    blank = "".ljust(SIZE.width)
    written(painted, [(0, 0, line_of(blank, Style(color="#f1e8da", bgcolor="#14110e")))])
    assert not written(
        painted, [(0, 0, line_of(blank, Style(color="#f4c152", bgcolor="#14110e", bold=True)))]
    )
    assert written(painted, [(0, 0, line_of(blank, Style(color="#f1e8da", bgcolor="#39281b")))])
    assert written(painted, [(0, 0, line_of(blank, Style(bgcolor="#39281b", underline=True)))])


def test_everything_is_written_again_once_it_is_forgotten_or_the_size_is_another() -> None:
    painted = Painted()
    changes = [(0, 0, line_of("abc"))]
    first = written(painted, changes)
    assert written(painted, changes) == ""
    painted.forget()
    assert written(painted, changes) == first
    assert "abc" in painted.write(Size(SIZE.width, SIZE.height + 1), changes, ColorSystem.TRUECOLOR)


def test_what_lies_outside_a_terminal_that_has_become_smaller_is_left_out() -> None:
    painted = Painted()
    inside = written(painted, [(0, SIZE.width - 1, line_of("Xabc"))])
    assert inside.count("X") == 1
    assert "a" not in inside
    for y, x in ((0, SIZE.width), (0, SIZE.width + 5), (SIZE.height, 0)):
        assert written(painted, [(y, x, line_of("abc"))]) == ""
    assert written(painted, [(0, SIZE.width - 1, line_of("X"))]) == ""


LIST = Size(40, 16)


def test_lines_that_have_moved_are_moved_by_the_terminal() -> None:
    chance, terminal, painted = random.Random(1), Drawing(*LIST), Painted()
    lines = [f"line {number}" for number in range(LIST.height)]
    all_written = all_in_full = 0
    for _ in range(200):
        at, to = (chance.randrange(2, LIST.height - 1) for _ in range(2))
        for _each in range(chance.randrange(4)):
            lines.insert(to, lines.pop(at) if chance.random() < 0.3 else f"new {chance.random()}")
        lines = lines[: LIST.height - 1] + [f"status {chance.randrange(5)}"]
        changes = [
            (y, 0, Strip([Segment(text.ljust(LIST.width), STYLES[y == 5 or 1])]))
            for y, text in enumerate(lines)
        ]
        output = painted.write(LIST, changes, ColorSystem.TRUECOLOR)
        fresh, afresh = Drawing(*LIST), Painted()
        in_full = afresh.write(LIST, changes, ColorSystem.TRUECOLOR)
        Stream(terminal).feed(output)
        Stream(fresh).feed(in_full)
        assert shown(terminal) == shown(fresh)
        all_written, all_in_full = all_written + len(output), all_in_full + len(in_full)
    assert all_written < 0.3 * all_in_full


def test_a_new_line_in_a_list_costs_little_more_than_itself() -> None:
    painted = Painted()
    people = [f"player {number}".ljust(LIST.width - 12) + "in the lobby" for number in range(20)]

    def shown_list(*lines: str) -> str:
        cells = [(y, 0, Strip([Segment(text, STYLES[1])])) for y, text in enumerate([*lines, *people])]
        return painted.write(LIST, cells[: LIST.height], ColorSystem.TRUECOLOR)

    shown_list()
    assert len(shown_list("ada v bob".ljust(LIST.width))) < 100 + LIST.width
    assert len(shown_list()) < 100 + LIST.width
