"""Makes the pictures of `screenshots/` from the real program: `python -m tests.screenshots [NAME …]`.

Without names all are made. `tests.tools.pictures` makes pictures of every scene.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests import recording
from tests.support.scene_runner import TRUE_COLOURS, show
from tests.support.scenes import SCENES
from tests.support.svg_picture import to_svg
from tests.support.tool import parser_of
from ttt_tui.process.terminal import Colours, Terminal

FOLDER = Path(__file__).parent.parent / "screenshots"

LARGE = (120, 40)


class Picture(NamedTuple):
    """A scene, and how it is shown."""

    scene: str
    size: tuple[int, int] = (80, 24)
    theme: str = "walnut"
    terminal: Terminal = TRUE_COLOURS

    async def make(self) -> str:
        """Return the picture as SVG."""
        return to_svg(await show(SCENES[self.scene], *self[1:]), "ttt-tui")


PICTURES = {
    "main-menu": Picture("connect-four-page", LARGE),
    "won": Picture("won", LARGE, "kaya"),
    "proof-map": Picture("analysis", LARGE),
    "connect-four": Picture("connect-four-won", LARGE),
    "ultimate": Picture("ultimate-won", LARGE),
    "five-players": Picture("five-players", LARGE),
    "review": Picture("review", LARGE),
    "puzzle": Picture("puzzle"),
    "ascii": Picture("15x15", terminal=Terminal(Colours.NONE, is_ascii=True)),
}
"""Pictures that stand still, by the name of their file."""

MOVING = "game"
"""The name of the moving one."""


def path_of(name: str) -> Path:
    """Return where a picture is kept."""
    return FOLDER / f"{name}.svg"


def main(names: Sequence[str]) -> int:
    """Make these pictures, or all; the status is 2 if there is no such picture."""
    names = names or [*PICTURES, MOVING]
    if unknown := set(names) - {*PICTURES, MOVING}:
        print(f"no picture {', '.join(sorted(unknown))}; choose from {', '.join([*PICTURES, MOVING])}",
              file=sys.stderr)  # fmt: skip
        return 2
    for name in names:
        svg = recording.record() if name == MOVING else asyncio.run(PICTURES[name].make())
        path_of(name).write_text(svg, encoding="utf-8")
        print(f"{path_of(name).name}: {len(svg.encode()):,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a picture; without any all are made")
    sys.exit(main(parser.parse_args().names))
