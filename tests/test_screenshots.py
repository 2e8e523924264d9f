"""The pictures of the README and the guide show the program as it is."""

import re
from difflib import unified_diff
from pathlib import Path

import pytest

import tests.support.quick_textual  # noqa: F401  # before what imports Textual
from tests.recording import record
from tests.screenshots import FOLDER, MOVING, PICTURES, path_of
from tests.support.moving_picture import rests

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MOST_BYTES = 1_000_000
"""Of a picture, which everybody loads who looks at the README."""


def differences(name: str, now: str, folder: Path = FOLDER) -> list[str]:
    """Return the lines of a picture in which it differs from how it would be made now."""
    kept = (folder / f"{name}.svg").read_text(encoding="utf-8")
    names = f"{name}.svg", f"{name}.svg now"
    return list(unified_diff(kept.splitlines(), now.splitlines(), *names, lineterm="", n=0))


def assert_same(name: str, now: str, folder: Path = FOLDER) -> None:
    if wrong := differences(name, now, folder):
        pytest.fail(
            "\n".join([f"if this is meant: python -m tests.screenshots {name}", *wrong[:40]]), pytrace=False
        )


def test_the_folder_has_these_pictures_and_no_other() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path_of(name).name for name in (*PICTURES, MOVING)}
    assert len(PICTURES) + 1 == 10
    assert all(path.stat().st_size < MOST_BYTES for path in FOLDER.iterdir())


def test_every_picture_of_a_page_exists_and_every_picture_is_on_a_page() -> None:
    shown = {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == {path_of(name).resolve() for name in (*PICTURES, MOVING)}


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
async def test_a_picture_shows_what_the_program_does(name: str) -> None:
    assert_same(name, await PICTURES[name].make())


async def test_a_picture_that_shows_something_else_is_found(tmp_path: Path) -> None:
    now = await PICTURES["ascii"].make()
    (tmp_path / "ascii.svg").write_text(now, encoding="utf-8")
    assert_same("ascii", now, tmp_path)
    (tmp_path / "ascii.svg").write_text(now.replace(">Ada<", ">Bob<"), encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match=r"tests\.screenshots ascii"):
        assert_same("ascii", now, tmp_path)


@pytest.mark.slow
def test_the_moving_picture_comes_to_rest_where_the_program_does() -> None:
    kept, now = rests(path_of(MOVING).read_text(encoding="utf-8")), rests(record())
    assert len(kept) > 8
    assert kept == now, f"if this is meant: python -m tests.screenshots {MOVING}"
