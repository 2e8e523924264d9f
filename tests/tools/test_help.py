"""Everything that is run by hand describes itself."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IN_THE_GUIDE = re.findall(r"-m (tests[\w.]+)", (ROOT / "CONTRIBUTING.md").read_text())
TOOLS = [f"tests.tools.{path.stem}" for path in ROOT.glob("tests/tools/*.py") if "test" not in path.stem]


@pytest.mark.sample(every=10)
@pytest.mark.parametrize("module", sorted({*IN_THE_GUIDE, *TOOLS}))
def test_help_says_what_it_does_and_does_nothing(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("usage: ")
    assert done.stdout.count("\n") > 3
    assert done.stderr == ""
