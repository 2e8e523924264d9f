"""Lines that change by regions of cells, on a terminal that blanks what is left of half a wide character."""

import re
from random import Random

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate
from textual.geometry import Size
from textual.strip import Strip

from ttt_tui.app.look.cells import cells_of_text
from ttt_tui.app.terminal.painted import Painted, _fragments, cells_of
from ttt_tui.app.widgets.lines import Line, TextStyle, changed_cells, wrapped_comment

WIDTH = 16
STYLES = {TextStyle(): Style(), TextStyle(bold=True): Style(bold=True)}
FAMILY = "👩\u200d👩\u200d👧"


class StrictTerminal:
    """A line of a terminal, in which what overwrites half of a wide character leaves a blank of the other."""

    def __init__(self) -> None:
        self.cells = [" "] * WIDTH

    def feed(self, output: str) -> None:
        x = 0
        for found in re.finditer(r"\x1b\[([0-9;]*)([HGm])|(.)", output, re.DOTALL):
            if found[2] in ("H", "G"):
                x = int(found[1].split(";")[-1]) - 1
            elif found[3]:
                for at in range(x, x + cell_len(found[3])):
                    self._blank_around(at)
                    self.cells[at] = ""
                self.cells[x] = found[3]
                x += cell_len(found[3])

    def _blank_around(self, x: int) -> None:
        if not self.cells[x]:
            self.cells[x - 1] = " "
        elif x + 1 < WIDTH and not self.cells[x + 1]:
            self.cells[x + 1] = " "


def a_line(rng: Random) -> Line:
    """Return a line of the width of the terminal, of few different characters."""
    runs = []
    left = WIDTH
    while left:
        text = "".join(rng.choices("a 你😀", k=rng.randrange(1, 4)))
        if cell_len(text) <= left:
            runs.append((text, rng.choice([*STYLES])))
            left -= cell_len(text)
    return tuple(runs)


def strip_of(line: Line) -> Strip:
    return Strip([Segment(text, STYLES[style]) for text, style in line])


@pytest.mark.parametrize("seed", range(200))
def test_wide_characters_come_whole_wherever_the_changes_begin_and_end(seed: int) -> None:
    rng, terminal, painted = Random(seed), StrictTerminal(), Painted()
    line: Line = ()
    for _ in range(6):
        before, line = line, a_line(rng)
        strip = strip_of(line)
        regions = [(0, start, strip.crop(start, stop)) for start, stop in changed_cells(before, line)]
        terminal.feed(painted.write(Size(WIDTH, 1), regions, ColorSystem.TRUECOLOR))
        assert "".join(terminal.cells) == strip.text


@pytest.mark.parametrize("seed", range(100))
def test_what_was_cut_in_a_wide_character_is_whole_after_the_next_update(seed: int) -> None:
    rng, terminal, painted = Random(seed), StrictTerminal(), Painted()
    for _ in range(6):
        strip = strip_of(a_line(rng))
        start, stop = sorted(rng.sample(range(WIDTH + 1), 2))
        for left, right in ((start, stop), (0, WIDTH)):
            region = (0, left, strip.crop(left, right))
            terminal.feed(painted.write(Size(WIDTH, 1), [region], ColorSystem.TRUECOLOR))
        assert "".join(terminal.cells) == strip.text


@pytest.mark.parametrize("seed", range(20))
def test_regions_of_widgets_cut_no_wide_character(seed: int) -> None:
    rng = Random(seed)
    strip = strip_of(a_line(rng))
    ends, chops = [[4, 4 + WIDTH]], [{0: Strip.blank(4), 4: strip}]
    for start in range(4 + WIDTH):
        for stop in range(start + 1, 4 + WIDTH + 1):
            update = ChopsUpdate(chops, [(0, start, stop)], ends)
            found = {x: each.text for _, x, each in _fragments(update)}
            whole = "    " + "".join(text if text else "\0" for text in cells_of_text(strip.text))
            for x, text in found.items():
                shown = "".join(each or "\0" for each in cells_of_text(text))
                assert whole[x : x + len(shown)] == shown
            covered = {x + n for x, text in found.items() for n in range(cell_len(text))}
            assert covered >= {*range(start, stop)}


def test_a_mark_over_a_letter_is_a_change_of_its_cell() -> None:
    plain, marked = (("e你a", TextStyle()),), (("e\u0301你a", TextStyle()),)
    assert [*changed_cells(plain, marked)] == [(0, 1)]
    assert [*changed_cells(marked, marked)] == []


@pytest.mark.parametrize(
    "text",
    ["", "abc", "你好 😀", "e\u0301a", "\u0301", "\u0301你", FAMILY, f"a{FAMILY}b", "❤\ufe0f x", "你\u0301a"],
)
def test_a_text_has_the_cells_that_are_counted_and_loses_no_character(text: str) -> None:
    cells = cells_of_text(text)
    assert len(cells) == cell_len(text)
    assert "".join(cells) == ("" if text == "\u0301" else text)
    assert len(cells_of(Strip([Segment(text)]), ColorSystem.TRUECOLOR)) == cell_len(text)


@pytest.mark.parametrize("width", [8, 11, 22])
def test_comments_are_wrapped_by_cells_without_losing_anything(width: int) -> None:
    rng = Random(width)
    for _ in range(200):
        text = "".join(
            rng.choices(["你", "好", "😀", " ", "word", "a", "x" * 30, FAMILY], k=rng.randrange(30))
        )
        lines = wrapped_comment(text, width)
        assert all(0 < cell_len(line) <= width for line in lines), lines
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert wrapped_comment("这是一个很长的评论 😀😀 end", 8) == ("这是一个", "很长的评", "论 😀😀", "end")
