"""Which versions of what the program depends on are installed: a constraint for pip."""

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Versions:
    """A choice of versions, by its name."""

    name: str

    def constraint(self, checkout: Path, directory: Path) -> dict[str, str]:
        """Return the variable that makes pip choose so, whatever this machine would have it choose else.

        What a constraint has to be written for goes into the directory.
        """
        if self is NEWEST:
            return {"PIP_CONSTRAINT": os.devnull}
        if self is CONSTRAINED:
            return {"PIP_CONSTRAINT": str(checkout / ".ci/constraints.txt")}
        file = directory / "lowest.txt"
        pins = lowest_versions(checkout / "pyproject.toml").items()
        file.write_text("".join(f"{name}=={version}\n" for name, version in pins))
        return {"PIP_CONSTRAINT": str(file)}

    def check(self, checkout: Path, frozen: str) -> None:
        """Fail unless the lowest versions are installed, where they are to be."""
        if self is not LOWEST:
            return
        installed = dict(re.findall(r"^([\w.-]+)==(\S+)$", frozen, re.MULTILINE))
        for name, version in lowest_versions(checkout / "pyproject.toml").items():
            assert _numbers(installed[name]) == _numbers(version), (name, installed[name], version)


CONSTRAINED, LOWEST, NEWEST = Versions("constrained"), Versions("lowest"), Versions("newest")


def lowest_versions(pyproject: Path) -> dict[str, str]:
    """Return the lowest version of each dependency that a project admits, all of which have one."""
    found = {}
    for dependency in tomllib.loads(pyproject.read_text())["project"]["dependencies"]:
        match = re.match(r"([\w.-]+)\s*>=\s*([0-9.]+)(?:\s*,|$)", dependency)
        assert match is not None, f"{dependency} has no lower bound"
        found[match[1]] = match[2]
    return found


def _numbers(version: str) -> tuple[int, ...]:
    """Return a version's numbers without zeros at the end: `4` is `4.0.0`."""
    return tuple(map(int, re.sub(r"(?:\.0)+$", "", version).split(".")))
