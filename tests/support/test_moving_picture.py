"""A moving picture shows each frame for its time, and draws a line once that many frames have."""

import re

from rich.segment import Segment

from tests.support.moving_picture import Frame, moving_svg, stills
from tests.support.svg_picture import HEIGHT


def lines_of(*texts: str) -> list[list[Segment]]:
    return [[Segment(text)] for text in texts]


FRAMES = [
    Frame(1.0, lines_of("one", "same")),
    Frame(0.5, lines_of("two", "same")),
    Frame(2.5, lines_of("one", "end ")),
]
SVG = moving_svg(FRAMES, "a title")


def test_a_line_is_drawn_once_and_used_where_it_is_shown() -> None:
    assert [SVG.count(f">{word}</text>") for word in ("one", "two", "same", "end")] == [1, 1, 1, 1]
    strip = [re.findall(r'href="#l(\d)" y="(\d+)"', line) for line in SVG.splitlines() if line[:4] == "<use"]
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


def test_what_is_shown_for_long_is_found_again() -> None:
    first, last = stills(SVG, 1.0)
    assert [re.findall(r">(\w+)</text>", line) for line in (*first, *last)] == [
        ["one"],
        ["same"],
        ["one"],
        ["end"],
    ]
    assert len(stills(SVG, 0.5)) == 3
