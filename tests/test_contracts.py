"""The contracts about who may import what: all are kept, and each is broken by what it is against."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

AGAINST = {
    "floors": ("engine/game.py", "ttt_tui.computer.base"),
    "circles": ("store/stored_game.py", "ttt_tui.store.games"),
    "screen": ("session/wording.py", "textual"),
    "tables": ("computer/base.py", "rich"),
    "engine": ("engine/match.py", "time"),
    "database": ("session/session.py", "sqlite3"),
    "analysis": ("analysis/judge.py", "ttt_tui.store.games"),
    "expert": ("computer/expert/multiplayer/root.py", "ttt_tui.computer.expert.two_player.vcf"),
    "app": ("app/widgets/footer.py", "ttt_tui.app.screens.help"),
}
"""For each contract a module and what it must not import."""


def lint(folder: Path, *only: str) -> subprocess.CompletedProcess[str]:
    options = [word for contract in only for word in ("--contract", contract)]
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", *options]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "ttt_tui", tmp_path / "ttt_tui", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_all_are_kept() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


def test_there_is_a_wrong_import_for_each() -> None:
    contracts = (ROOT / "pyproject.toml").read_text().split("[[tool.importlinter.contracts]]")[1:]
    assert len(contracts) == len(AGAINST)


@pytest.mark.sample(every=10)
@pytest.mark.parametrize("contract", AGAINST)
def test_a_wrong_import_breaks_it(contract: str, package: Path) -> None:
    module, imported = AGAINST[contract]
    file = package / "ttt_tui" / module
    file.write_text(file.read_text() + f"\nimport {imported}\n")
    done = lint(package, contract)
    assert done.returncode == 1, done.stdout
    assert "0 kept, 1 broken" in done.stdout
    assert Path(module).stem in done.stdout
