"""Take pictures (PNG) of every screen: `python -m tests.tools.pictures [NAME …]`.

Each is a scene, a size, a theme and a number of colours: `won-80x24-walnut-truecolor`. A name is that of a
scene or a picture and may have wildcards, as in `'won-*'` and `'*-kaya-*'`; without any, the usual selection
is taken: each scene in every size, and at 80×24 in every theme and with every number of colours. With `--all`
names are looked for in the whole cross, and `--list` prints them.

They are saved in `--out DIR`, by default `ttt-tui-pictures` in the directory for temporary files. A headless
Chromium on the path makes PNG files; without one they stay SVG. `tests.tools.side_by_side` compares two
folders.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from tests.support.chromium import Chromium, find_chromium
from tests.support.scene_runner import TRUE_COLOURS, show
from tests.support.scenes import SCENES
from tests.support.svg_picture import size_of, to_svg
from tests.support.tool import parser_of
from ttt_tui.process.terminal import Colours, Terminal

SIZES = ((80, 24), (120, 40), (200, 50), (40, 16), (20, 8))
THEMES = ("walnut", "kaya", "okabe-ito")
TERMINALS = {
    "truecolor": TRUE_COLOURS,
    "256": Terminal(Colours.MANY),
    "16": Terminal(Colours.SIXTEEN),
    "none": Terminal(Colours.NONE),
    "ascii": Terminal(Colours.TRUECOLOR, is_ascii=True),
}
"""Terminals by the number of their colours."""


class Shot(NamedTuple):
    """One picture."""

    scene: str
    size: tuple[int, int]
    theme: str
    colours: str

    @property
    def name(self) -> str:
        columns, rows = self.size
        return f"{self.scene}-{columns}x{rows}-{self.theme}-{self.colours}"

    @property
    def is_usual(self) -> bool:
        """Whether it is of the usual selection."""
        is_plain = self.theme == THEMES[0] and self.colours == "truecolor"
        differs = (self.theme != THEMES[0]) + (self.colours != "truecolor")
        return is_plain or (self.size == SIZES[0] and differs == 1)

    async def svg(self) -> str:
        """Return the picture as SVG."""
        lines = await show(SCENES[self.scene], self.size, self.theme, TERMINALS[self.colours])
        return to_svg(lines, "ttt-tui")


def shots() -> Iterator[Shot]:
    """Yield the whole cross."""
    for name, scene in SCENES.items():
        for size in SIZES if scene.size is None else (scene.size,):
            for theme in THEMES:
                for colours in TERMINALS:
                    yield Shot(name, size, theme, colours)


def chosen(patterns: Sequence[str], *, from_all: bool = False) -> list[Shot]:
    """Return the pictures whose names match a pattern, all without any.

    A pattern that is a whole name, or part of no usual one, is looked for among all.
    """
    usual = [shot for shot in shots() if from_all or shot.is_usual]
    if not patterns:
        return usual
    found: dict[Shot, None] = {}
    for pattern in patterns:
        matching = [shot for shot in usual if fnmatch(shot.name, pattern) or shot.scene == pattern]
        matching = matching or [shot for shot in shots() if fnmatch(shot.name, pattern)]
        if not matching:
            raise SystemExit(f"no picture {pattern!r}; --list prints their names")
        found |= dict.fromkeys(matching)
    return list(found)


def save(shot: Shot, folder: Path, browser: Chromium | None) -> Path:
    """Save a picture, and return its path."""
    path = folder / f"{shot.name}.svg"
    path.write_text(asyncio.run(shot.svg()), encoding="utf-8")
    if browser is None:
        return path
    png = path.with_suffix(".png")
    browser.open(path, *size_of(*shot.size))
    png.write_bytes(browser.picture())
    path.unlink()
    return png


def save_all(wanted: Sequence[Shot], folder: Path) -> None:
    """Save pictures, and print their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    if (chromium := find_chromium()) is None:
        print("no Chromium on the path: the pictures stay SVG", file=sys.stderr)
        for shot in wanted:
            print(save(shot, folder, None), flush=True)
        return
    with Chromium(chromium) as browser:
        for shot in wanted:
            print(save(shot, folder, browser), flush=True)


def main(options: argparse.Namespace) -> None:
    """Take the pictures that are named."""
    wanted = chosen(options.names, from_all=options.all)
    if options.list:
        print("\n".join(shot.name for shot in wanted))
    else:
        save_all(wanted, options.out)


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="name of a scene or picture; * is anything")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir(), "ttt-tui-pictures"))
    parser.add_argument("--all", action="store_true", help="choose from the whole cross")
    parser.add_argument("--list", action="store_true", help="print the names instead")
    main(parser.parse_args())
