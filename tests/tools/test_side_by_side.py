"""What differs between two folders of pictures is shown, and nothing else."""

from pathlib import Path

import pytest

from tests.support.chromium import Chromium, find_chromium
from tests.tools.side_by_side import compare, size_in

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="60">'
    '<rect width="50" height="50" fill="{}"/></svg>'
)


@pytest.mark.slow
@pytest.mark.skipif(find_chromium() is None, reason="it needs Chromium, which the project does not install")
def test_pictures_that_differ_are_put_side_by_side(tmp_path: Path) -> None:
    folders = before, after, out = [tmp_path / name for name in ("before", "after", "out")]
    for folder in folders:
        folder.mkdir()
    chromium = find_chromium()
    assert chromium is not None
    page = tmp_path / "page.svg"
    with Chromium(chromium, scale=2) as browser:
        for folder, name, width, colour in (
            (before, "same", 80, "red"), (after, "same", 80, "red"),
            (before, "changed", 80, "red"), (after, "changed", 80, "blue"),
            (before, "wide", 1500, "red"), (after, "wide", 1500, "blue"),
            (before, "gone", 80, "red"), (after, "new", 80, "red"),
        ):  # fmt: skip
            page.write_text(SVG.format(width, colour))
            browser.open(page, width, 60)
            (folder / f"{name}.png").write_bytes(browser.picture())
    assert size_in((before / "wide.png").read_bytes()) == (3000, 120)
    with Chromium(chromium, scale=1) as browser:
        index = compare(before, after, out, browser)
    assert {path.name for path in out.iterdir()} == {"changed.png", "wide.png", "index.html"}
    assert size_in((out / "changed.png").read_bytes())[0] == 2 * 80 + 3 * 16
    assert size_in((out / "wide.png").read_bytes())[0] == 1500 + 2 * 16, "below each other"
    text = index.read_text()
    assert "2 of 3 pictures differ" in text
    assert "only before: 1</h1><p>gone" in text
    assert "only after: 1</h1><p>new" in text
    assert "equal: 1</h1><p>same" in text
