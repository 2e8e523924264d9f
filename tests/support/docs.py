"""The blocks of the documentation, and the grammars in it as regular expressions."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCUMENTS = (README, *sorted((ROOT / "docs").glob("*.md")))
"""What is written for users."""


class Block(NamedTuple):
    """A fenced block: where it stands, in which language it is, and what marks it for CI."""

    document: Path
    line: int
    language: str
    mark: str
    text: str

    def __str__(self) -> str:
        """`guide.md:17`, the line of its first row."""
        return f"{self.document.name}:{self.line}"


_BLOCK = re.compile(r"(?:^<!-- (\w+) -->\n)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(*languages: str) -> list[Block]:
    """Return the blocks in these languages, of all documents."""
    return [block for document in DOCUMENTS for block in blocks_of(document) if block.language in languages]


def blocks_of(document: Path) -> Iterator[Block]:
    """Give the blocks of a document."""
    text = document.read_text()
    for match in _BLOCK.finditer(text):
        line = text.count("\n", 0, match.start(3)) + 1
        yield Block(document, line, match[2], match[1] or "", match[3])


def section(document: Path, title: str) -> str:
    """Return the text under a heading, as far as the next one of its level."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", document.read_text(), re.DOTALL | re.MULTILINE)
    assert found is not None, f"{document.name} has no section {title}"
    return found[1]


_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"(?:[^"\\]|\\.)*")|(?P<set>\[(?:[^\]\\]|\\.)*\])|(?P<name>[a-z]+)"""
    r"""|(?P<sign>[|()*+?]|\{[0-9]+,[0-9]+\}))"""
)


def grammar(text: str) -> dict[str, re.Pattern[str]]:
    """Return the rules of a grammar without recursion, each as a pattern of what it describes."""
    bodies = dict(re.findall(r"^([a-z]+) +::= (.*(?:\n .*)*)", text, re.MULTILINE))
    return {name: re.compile(_pattern(name, bodies)) for name in bodies}


def _pattern(name: str, bodies: dict[str, str]) -> str:
    """Return the pattern of a rule, with those of the rules that it names."""
    parts, at, body = [], 0, bodies[name].rstrip()
    while at < len(body):
        token = _TOKEN.match(body, at)
        assert token is not None, f"the rule {name} cannot be read at {body[at:]!r}"
        at = token.end()
        match token.lastgroup:
            case "literal":
                parts.append(f"(?:{re.escape(ast.literal_eval(token['literal']))})")
            case "name":
                parts.append(_pattern(token["name"], bodies))
            case "sign" if token["sign"] == "(":
                parts.append("(?:")
            case _:
                parts.append(token[token.lastgroup or ""])
    return f"(?:{''.join(parts)})"
