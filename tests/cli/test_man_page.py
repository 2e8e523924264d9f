"""The man page has all of the parser, and no fault that the programs which show it would find."""

import re
import shutil
import subprocess
from argparse import SUPPRESS
from pathlib import Path

import pytest

from tests.cli.test_completion import every_parser
from ttt_tui.cli.man_page import man_page


def read(path: Path, *command: str) -> str:
    """Return what a command shows of the page, which is written to a file first."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]} here")
    page = path / "ttt-tui.1"
    page.write_text(man_page(), encoding="ascii")
    done = subprocess.run([*command, str(page)], capture_output=True, text=True)
    return done.stdout + done.stderr


def test_every_option_and_argument_of_each_command_is_in_the_page() -> None:
    page = man_page().replace("\\-", "-")
    _, *sections = re.split(r"^\.S[SH] (?=OPTIONS|ttt-tui|LEVELS)", page, flags=re.MULTILINE)
    of = {heading: text for heading, _, text in (section.partition("\n") for section in sections)}
    for way, parser in every_parser():
        text = of[" ".join(["ttt-tui", *way]) if way else "OPTIONS"]
        tags = re.findall(r"^\.TP\n(.*)", text, re.MULTILINE)
        known = [
            ", ".join(action.option_strings) or str(action.metavar)
            for action in parser._actions
            if action.help != SUPPRESS and action.dest not in ("command", "action")
        ]
        plain = [re.sub(r"\\f[BIR]", "", tag) for tag in tags]
        assert len(plain) == len(known)
        assert all(tag.startswith(name) for tag, name in zip(plain, known, strict=True))


def test_text_that_looks_like_an_instruction_is_escaped() -> None:
    from ttt_tui.cli.man_page import _escaped

    assert _escaped(".txt\n'a \\ b-c ×") == "\\&.txt\n\\&'a \\e b\\-c \\[u00D7]"


def test_mandoc_finds_no_fault(tmp_path: Path) -> None:
    faults = read(tmp_path, "mandoc", "-T", "lint", "-W", "warning").splitlines()
    assert [fault for fault in faults if "missing date" not in fault] == []  # a build depends on no day


def test_man_shows_it_without_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANWIDTH", "80")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    shown = read(tmp_path, "man", "--warnings", "-l")
    assert "warning" not in shown
    assert "ttt-tui - tic-tac-toe for the terminal" in shown
    assert "--preset NAME" in shown
    assert "from 3×3 to 20×20" in shown
