"""Pictures of screens have no hairlines: what is painted are whole pixels, each of them once."""

import re
from itertools import product
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style

from tests.support.svg_picture import HEIGHT, WIDTH, to_svg

STONE = ["▗▛▀▜▖", "█ ○ █", "▝▙▄▟▘"]
BOX = ["┌─┬━┓", "├─┼─┤", "└─┴─┘"]
BARS = ["▁▂▃▄▅", "▏▌▐▕▔", "⣀⣤⣶⣿░"]

PICTURE = Path(__file__).parents[2] / "screenshots" / "five-players.svg"

BOX_PATH = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z")


def picture_of(*lines: str) -> str:
    style = Style.parse("#ff8c6b on #39281b")
    return to_svg([[Segment(line, style)] for line in lines], "a title")


def pixels_of(svg: str) -> list[tuple[int, int]]:
    """Every pixel that a block or a ground paints, as often as it is painted."""
    return [
        pixel
        for x, y, width, height in (map(int, numbers) for numbers in BOX_PATH.findall(svg))
        for pixel in product(range(x, x + width), range(y, y + height))
    ]


@pytest.mark.parametrize("lines", [STONE, BOX, BARS])
def test_every_pixel_is_painted_once(lines: list[str]) -> None:
    pixels = pixels_of(picture_of(*lines))
    assert len(pixels) == len(set(pixels)) == len(lines) * HEIGHT * len(lines[0]) * WIDTH


@pytest.mark.parametrize("line", [*STONE, *BOX, *BARS])
def test_no_block_and_no_line_is_left_to_a_font(line: str) -> None:
    texts = re.findall("<text[^>]*>([^<]*)</text>", picture_of(line))
    assert texts == ["a title"]


def test_lines_of_neighbours_meet() -> None:
    painted = set()
    for colour, boxes in re.findall('<path fill="(#[0-9a-f]+)" d="(.*?)"/>', picture_of("┼─")):
        if colour == "#ff8c6b":
            painted = set(pixels_of(boxes))
    middle = {y for x, y in painted if x == 0}
    assert middle == {7, 8}
    assert {(x, y) for x in range(2 * WIDTH) for y in middle} <= painted


def test_words_stand_in_their_columns() -> None:
    svg = picture_of("│ one  two◆")
    words = re.findall('<text x="(\\d+)" y="12" textLength="(\\d+)"[^>]*>([a-z]+)<', svg)
    assert words == [(str(2 * WIDTH), str(3 * WIDTH), "one"), (str(7 * WIDTH), str(3 * WIDTH), "two")]


def test_a_picture_of_the_guide_has_no_hairlines() -> None:
    svg = PICTURE.read_text()
    boxes = BOX_PATH.findall(svg)
    assert svg.count("<rect") == 1, "the window; all else has edges on whole pixels"
    assert sum(int(width) * int(height) for _, _, width, height in boxes) == 120 * WIDTH * 40 * HEIGHT
    assert not re.search("[▀-▟─-╿]", svg)
