"""The systemd unit of the documentation, judged by systemd."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.docs import blocks

MOST_EXPOSED = 20
"""Tenths: below 2.0 of 10, what `systemd-analyze security` counts is the network."""


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd judges its units")
def test_systemd_takes_the_unit_and_finds_it_confined(tmp_path: Path) -> None:
    [unit] = [block.text for block in blocks("ini")]
    file = tmp_path / "ttt-tui.service"
    file.write_text(unit.replace("/opt/ttt-tui/bin/ttt-tui", shutil.which("true") or "/bin/true"))
    taken = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=True)
    assert taken.stderr == ""
    limit = f"--threshold={MOST_EXPOSED}"
    subprocess.run(["systemd-analyze", "security", "--offline=true", limit, file], check=True)
