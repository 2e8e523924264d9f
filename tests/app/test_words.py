"""The words that users read: no sentence of a screen has one of the patterns that nobody says."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ttt_tui.app

APP = Path(ttt_tui.app.__file__).parent

PATTERNS = re.compile(
    r"^(who|whoever|whom|whose|what|of|that of|nobody|there (is|are))\b"
    r"|\blooks? on\b|\bby lot\b|\blots\b|\bgo(es)? on with\b|\b(has|have) gone\b|\bnobody\b|\bis no \b"
    r"|\banew\b|\bare called\b|\bthe past\b|\bcannot be hurried\b",
    re.IGNORECASE,
)
"""How sentences of a screen do not begin, and what they do not contain."""


def shown(module: Path) -> Iterator[str]:
    """Give the texts of a module that may be shown: all that have a blank and are no docstrings."""
    tree = ast.parse(module.read_text())
    documented = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documented)
    for text in (node.value for node in texts if isinstance(node.value, str)):
        if " " in text.strip() and "{" not in text:  # else it is a name, or a style sheet
            yield text


MODULES = [module for module in sorted(APP.rglob("*.py")) if not module.stem.startswith(("setup_", "help_"))]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_no_sentence_of_a_screen_reads_as_if_translated(module: Path) -> None:
    assert not [text for text in shown(module) if PATTERNS.search(text.strip())]


@pytest.mark.parametrize(
    "text", ["Who plays X?", "X looks on", "symbols by lot", "the host has gone", "there is no move to undo"]
)
def test_such_a_sentence_is_found(text: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(f'"""Who is told."""\n\nSAID = "{text}"\n')
    assert [text for text in shown(module) if PATTERNS.search(text)] == [text]
