"""A moving picture of a terminal: an SVG that shows one frame after the other, as an `<img>` does, too.

A line that several frames have is drawn once. All frames lie below each other on a strip, which one animation
pulls through the window in steps; with reduced motion the last frame stands still.

>>> from rich.segment import Segment
>>> frames = [Frame(0.5, [[Segment("a")], [Segment("x")]]), Frame(1.5, [[Segment("b")], [Segment("x")]])]
>>> picture = moving_svg(frames, "a title")
>>> picture.count("<use"), picture.count(">x</text>"), "25.000%{transform:translateY(-32px)}" in picture
(4, 1, True)
"""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from rich.segment import Segment

from tests.support.svg_picture import HEIGHT, WIDTH, drawn, in_window

_LINE = re.compile(r'^<g id="l(\d+)">(.*)</g>$', re.MULTILINE)
REST = '<g class="rest">'
_USED = re.compile(r'href="#l(\d+)"')


class Frame(NamedTuple):
    """What is shown for some seconds, line by line."""

    seconds: float
    lines: Sequence[Sequence[Segment]]
    is_rest: bool = False
    """Whether it is there to be looked at, and no step of a motion."""


def moving_svg(frames: Sequence[Frame], title: str) -> str:
    """Return the picture of a window that shows these frames for ever."""
    known: dict[str, int] = {}
    """Each drawn line and its number."""
    strip = []
    for at, frame in enumerate(frames):
        numbers = [known.setdefault("".join(drawn([line])), len(known)) for line in frame.lines]
        top = at * len(numbers)
        used = "".join(f'<use href="#l{n}" y="{(top + y) * HEIGHT}"/>' for y, n in enumerate(numbers))
        strip.append(f"{REST}{used}</g>" if frame.is_rest else used)
    columns, rows = sum(segment.cell_length for segment in frames[0].lines[0]), len(frames[0].lines)
    width, height = columns * WIDTH, rows * HEIGHT
    whole = sum(frame.seconds for frame in frames)
    starts = accumulate((frame.seconds for frame in frames[:-1]), initial=0.0)
    steps = "".join(
        f"{100 * start / whole:.3f}%{{transform:translateY({-at * height}px)}}"
        for at, start in enumerate(starts)
    )
    content = [
        "<style>",
        f"@keyframes film{{{steps}}}",
        f"#film{{animation:film {whole:.2f}s steps(1,end) infinite}}",
        "@media(prefers-reduced-motion:reduce)"
        f"{{#film{{animation:none;transform:translateY({(1 - len(frames)) * height}px)}}}}",
        "</style>",
        "<defs>",
        *(f'<g id="l{number}">{line}</g>' for line, number in known.items()),
        "</defs>",
        f'<svg width="{width}" height="{height}">',
        '<g id="film">',
        *strip,
        "</g>",
        "</svg>",
    ]
    return in_window(content, columns, rows, title)


def rests(svg: str) -> list[list[str]]:
    """Return the frames of a moving picture that are there to be looked at, line by line."""
    lines = dict(_LINE.findall(svg))
    shown = [line for line in svg.splitlines() if line.startswith(REST)]
    return [[lines[number] for number in _USED.findall(frame)] for frame in shown]
