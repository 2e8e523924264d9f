"""Show pictures before and after a change side by side: `python -m tests.tools.side_by_side BEFORE AFTER`.

BEFORE and AFTER are folders of PNG files that `tests.tools.pictures` has made, or checkouts of this
repository, whose own tool makes them first: those of the scenes NAME, or the usual selection.

Each picture that differs becomes a PNG file in `--out DIR` with both beside each other, or below each other
if they are wide. `index.html` shows all of these, and names the pictures that are equal or that only one side
has. DIR is by default `ttt-tui-side-by-side` in the directory for temporary files. It needs Chromium.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tests.support.chromium import Chromium, find_chromium
from tests.support.tool import parser_of

WIDEST = 2000
"""Pixels of a page with two pictures beside each other."""

GAP, CAPTION = 16, 32
"""Pixels around a picture and for the text above it."""

STYLE = f"""
body {{ margin: 0; background: #ddd; color: #222; font: 14px sans-serif; }}
h1, h2, p, ul {{ margin: {GAP}px; }}
h2 {{ font-size: 16px; font-family: monospace; }}
.pair {{ display: flex; flex-wrap: wrap; gap: {GAP}px; padding: 0 {GAP}px; }}
figure {{ margin: 0; }}
figcaption {{ height: {CAPTION}px; line-height: {CAPTION}px; }}
figure img {{ display: block; max-width: calc(100vw - {2 * GAP}px); }}
"""


def pictures_of(source: Path, names: Sequence[str], made: Path) -> Path:
    """Return the folder with the pictures of a side; those of a checkout are made in `made`."""
    if not (source / "pyproject.toml").exists():
        return source
    subprocess.run(
        [sys.executable, "-m", "tests.tools.pictures", *names, "--out", str(made.absolute())],
        cwd=source,
        env=os.environ | {"PYTHONPATH": str(source.absolute())},
        check=True,
    )
    return made


def pair(before: Path, after: Path, width: int) -> str:
    """Return what shows two pictures, each of this width in pixels."""
    return "".join(
        [
            '<div class="pair">',
            *(
                f'<figure><figcaption>{title}</figcaption><img width="{width}" '
                f'src="{escape(path.absolute().as_uri())}"></figure>'
                for title, path in (("before", before), ("after", after))
            ),
            "</div>",
        ]
    )


def page(body: str, title: str) -> str:
    """Return a page."""
    return f'<!doctype html><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>{body}'


def size_in(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG file, which its first chunk has."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def save_pair(before: Path, after: Path, path: Path, browser: Chromium) -> str:
    """Save both pictures as one, and return what shows them in the index."""
    (width, height), (other_width, other_height) = (size_in(each.read_bytes()) for each in (before, after))
    width, height = max(width, other_width) // 2, max(height, other_height) // 2
    whole = 2 * width + 3 * GAP
    row = height + CAPTION
    size = (whole, row + GAP) if whole <= WIDEST else (width + 2 * GAP, 2 * row + 2 * GAP)
    shown = pair(before, after, width)
    source = path.with_suffix(".html")
    source.write_text(page(shown, path.stem), encoding="utf-8")
    browser.open(source, *size)
    path.write_bytes(browser.picture())
    source.unlink()
    return shown


def compare(before: Path, after: Path, folder: Path, browser: Chromium) -> Path:
    """Save all pairs and the index of two folders, and return the index."""
    sides = [{path.stem: path for path in sorted(side.glob("*.png"))} for side in (before, after)]
    both = [name for name in sides[0] if name in sides[1]]
    changed = [name for name in both if sides[0][name].read_bytes() != sides[1][name].read_bytes()]
    parts = [f"<h1>{len(changed)} of {len(both)} pictures differ</h1>"]
    for name in changed:
        print(path := folder / f"{name}.png", flush=True)
        shown = save_pair(sides[0][name], sides[1][name], path, browser)
        parts.append(f'<h2 id="{name}"><a href="{path.name}">{name}</a></h2>{shown}')
    for title, names in {
        "only before": sides[0].keys() - sides[1].keys(),
        "only after": sides[1].keys() - sides[0].keys(),
        "equal": {*both} - {*changed},
    }.items():
        if names:
            parts.append(f"<h1>{title}: {len(names)}</h1><p>{', '.join(sorted(names))}</p>")
    index = folder / "index.html"
    index.write_text(page("".join(parts), "before and after"), encoding="utf-8")
    return index


def main(options: argparse.Namespace) -> int:
    """Compare both sides; the status is 2 without Chromium."""
    if (chromium := find_chromium()) is None:
        print("Chromium is needed, on the path", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    before, after = (
        pictures_of(source, options.names, options.out / name)
        for source, name in ((options.before, "before"), (options.after, "after"))
    )
    with Chromium(chromium, scale=1) as browser:
        print(compare(before, after, options.out, browser))
    return 0


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("before", type=Path, metavar="BEFORE", help="a folder of pictures or a checkout")
    parser.add_argument("after", type=Path, metavar="AFTER", help="another one")
    parser.add_argument("names", nargs="*", metavar="NAME", help="name of a scene or picture, for checkouts")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir(), "ttt-tui-side-by-side"))
    sys.exit(main(parser.parse_args()))
