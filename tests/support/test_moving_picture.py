"""A moving picture shows each frame for its time, and draws a line once that many frames have."""

import re

from rich.segment import Segment

from tests.support.moving_picture import Frame, moving_svg, rests
from tests.support.svg_picture import HEIGHT


def lines_of(*texts: str) -> list[list[Segment]]:
    return [[Segment(text)] for text in texts]


FRAMES = [
    Frame(1.0, lines_of("one", "same"), is_rest=True),
    Frame(0.5, lines_of("two", "same")),
    Frame(2.5, lines_of("one", "end "), is_rest=True),
]
SVG = moving_svg(FRAMES, "a title")


def test_a_line_is_drawn_once_and_used_where_it_is_shown() -> None:
    assert [SVG.count(f">{word}</text>") for word in ("one", "two", "same", "end")] == [1, 1, 1, 1]
    strip = [re.findall(r'href="#l(\d)" y="(\d+)"', line) for line in SVG.splitlines() if "<use" in line]
    assert strip == [
        [("0", "0"), ("1", f"{HEIGHT}")],
        [("2", f"{2 * HEIGHT}"), ("1", f"{3 * HEIGHT}")],
        [("0", f"{4 * HEIGHT}"), ("3", f"{5 * HEIGHT}")],
    ]


def test_each_frame_comes_at_its_time_and_the_last_one_stands_where_nothing_may_move() -> None:
    moves = re.findall(r"([\d.]+)%\{transform:translateY\((-?\d+)px\)\}", SVG)
    assert moves == [("0.000", "0"), ("25.000", f"{-2 * HEIGHT}"), ("37.500", f"{-4 * HEIGHT}")]
    assert "animation:film 4.00s steps(1,end) infinite" in SVG
    assert (
        f"(prefers-reduced-motion:reduce){{#film{{animation:none;transform:translateY({-4 * HEIGHT}px)}}}}"
        in SVG
    )


def test_what_is_there_to_be_looked_at_is_found_again() -> None:
    found = [re.findall(r">(\w+)</text>", "".join(lines)) for lines in rests(SVG)]
    assert found == [["one", "same"], ["one", "end"]]
