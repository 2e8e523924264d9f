"""Build the man page into the wheel: it is written from the parser, so that it is never behind it."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "share/man/man1/ttt-tui.1"
"""Where the page is installed, below the prefix."""


class ManPage(BuildHookInterface):  # type: ignore[type-arg]  # the configuration is not read
    """Write the page beside the checkout, which a build leaves as it was."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._place = TemporaryDirectory(prefix="ttt-tui-man-")
        file = Path(self._place.name) / "ttt-tui.1"
        write = [sys.executable, "-B", "-m", "ttt_tui.cli.man_page"]
        file.write_bytes(subprocess.run(write, cwd=self.root, stdout=subprocess.PIPE, check=True).stdout)
        build_data["shared_data"][str(file)] = PAGE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._place.cleanup()
