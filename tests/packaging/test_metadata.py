"""What the project says of itself to a package index."""

import re
import tomllib
from pathlib import Path

from tests.packaging.__main__ import relative_links
from tests.packaging.pythons import OLDEST

ROOT = Path(__file__).parents[2]
FILES = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "pyproject.toml"}
FOLDERS = {"docs", "screenshots", "tests", "ttt_tui"}
MADE = {"PKG-INFO", "__pycache__", "build", "dist"}
"""What tools leave there, which git ignores, and what an sdist adds."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_description_on_an_index_has_no_links_to_files_and_all_of_the_words() -> None:
    readme = (ROOT / "README.md").read_text()
    description = readme
    for each in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        description = re.sub(each["pattern"], each["replacement"], description)
    assert len(relative_links(readme)) > 8
    assert relative_links(description) == []
    without_pictures = re.sub(r"!\[[^]]*\]\([^)]*\)", "", readme)
    assert set(re.findall(r"\w+", without_pictures)) <= set(re.findall(r"\w+", description))
    assert "|---|---|\n\n" not in description, "the grid of pictures has gone as a whole"
    assert "`docs/guide.md` describes all of it" in description
    assert "Guide for players (`docs/guide.md`)" in description


def test_nothing_else_is_at_the_top() -> None:
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert {name for name in names - MADE if not name.endswith(".egg-info")} == FILES | FOLDERS


def test_the_licence_is_said_as_the_standard_wants() -> None:
    project = PROJECT["project"]
    assert project["license"] == "MIT"
    assert [ROOT / file for file in project["license-files"]] == [ROOT / "LICENSE"]
    assert not [each for each in project["classifiers"] if each.startswith("License ::")]
    assert f"Copyright (c) 2026 {project['authors'][0]['name']}" in (ROOT / "LICENSE").read_text()


def test_the_oldest_python_is_the_first_that_is_listed() -> None:
    listed = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert listed[0] == ".".join(map(str, OLDEST)) == PROJECT["project"]["requires-python"].removeprefix(">=")
    assert listed == sorted(listed, key=lambda version: int(version.partition(".")[2]))


def test_the_lock_names_everything_that_the_project_asks_for_and_no_host() -> None:
    lines = (ROOT / ".ci/constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.!+]+", pin) for pin in pins)
    locked = {_name(pin) for pin in pins}
    project = PROJECT["project"]
    wanted = [*PROJECT["build-system"]["requires"], *project["dependencies"]]
    wanted += [each for extra in project["optional-dependencies"].values() for each in extra]
    assert {_name(each) for each in wanted} <= locked


def _name(requirement: str) -> str:
    """Return the name of a requirement as names are compared."""
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return re.sub("[-_.]+", "-", found[0]).lower()
