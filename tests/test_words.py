"""The words that users read: no sentence that is shown has one of the patterns that nobody says."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ttt_tui

PROGRAM = Path(ttt_tui.__file__).parent

PATTERNS = re.compile(
    r"^(who|whoever|whom|whose|what|of|that of|nobody|there (is|are))\b"
    r"|\blooks? on\b|\bby lot\b|\blots\b|\bgo(es)? on with\b|\b(has|have) gone\b|\bnobody\b"
    r"|\bis no (?!longer)|\banew\b|\bare called\b|\bthe past\b|\bcannot be hurried\b",
    re.IGNORECASE,
)
"""How sentences do not begin, and what they do not contain."""


def shown(module: Path) -> Iterator[str]:
    """Give the texts of a module that may be shown: all that have a blank and are no docstrings.

    In those that are put together `…` stands for what is inserted. What an assertion says is not shown.
    """
    tree = ast.parse(module.read_text())
    nodes = [*ast.walk(tree)]
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    documented = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    asserted = {id(part) for node in nodes if isinstance(node, ast.Assert) for part in ast.walk(node)}
    hidden = parts | documented | asserted
    for node in nodes:
        if id(node) in hidden:
            continue
        if isinstance(node, ast.JoinedStr):
            pieces = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            yield "".join(map(str, pieces))
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and " " in text.strip() and "{" not in text:  # else a name, or a style sheet
            yield text


EXCUSED = {
    "of the previous game": "follows the loser, who moves first",
    " of …": "follows a count, and what has to be a list",
    " of at most …": "follows what has to be a list",
    "by lot": "is a value of records",
    'Marks must be "by lot" or "as set"': "names values of records",
    "nobody says that here": "is what the first version of the protocol sends, by which it is known",
    "What follows: …": "is a label",
}
"""Texts that have one of the patterns, and why they may."""


def test_no_sentence_reads_as_if_translated() -> None:
    found = {
        str(module.relative_to(PROGRAM)): text
        for module in PROGRAM.rglob("*.py")
        for text in shown(module)
        if PATTERNS.search(text.strip()) and text not in EXCUSED
    }
    assert not found


@pytest.mark.parametrize(
    "text", ["Who plays X?", "X looks on", "symbols by lot", "the host has gone", "there is no move to undo"]
)
def test_such_a_sentence_is_found(text: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(f'"""Who is told."""\n\nSAID = "{text}"\n')
    assert [text for text in shown(module) if PATTERNS.search(text)] == [text]
