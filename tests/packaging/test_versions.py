"""The lowest versions are read from the project, and the newest can be installed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.versions import CONSTRAINED, LOWEST, NEWEST, lowest_versions

ROOT = Path(__file__).parents[2]


def test_every_dependency_has_a_lower_bound_that_can_be_installed(tmp_path: Path) -> None:
    lowest = lowest_versions(ROOT / "pyproject.toml")
    assert set(lowest) == {"textual", "rich", "platformdirs"}
    file = LOWEST.constraint(ROOT, tmp_path)["PIP_CONSTRAINT"]
    assert f"textual=={lowest['textual']}\n" in Path(file).read_text()
    LOWEST.check(ROOT, "".join(f"{name}=={version}.0\n" for name, version in lowest.items()))
    with pytest.raises(AssertionError):
        LOWEST.check(ROOT, "".join(f"{name}==99\n" for name in lowest))


def test_the_other_versions_are_those_of_ci_or_any(tmp_path: Path) -> None:
    assert Path(CONSTRAINED.constraint(ROOT, tmp_path)["PIP_CONSTRAINT"]).is_file()
    assert NEWEST.constraint(ROOT, tmp_path) == {"PIP_CONSTRAINT": "/dev/null"}


def test_a_dependency_without_a_lower_bound_is_found(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    for dependency in ("rich", "rich<15", "rich>14", "rich==14.2"):
        project.write_text(f'[project]\ndependencies = ["{dependency}"]\n')
        with pytest.raises(AssertionError, match="has no lower bound"):
            lowest_versions(project)


@pytest.mark.slow
def test_the_newest_versions_of_all_dependencies_do() -> None:
    command = [sys.executable, "-m", "tests.packaging", "--newest"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr
