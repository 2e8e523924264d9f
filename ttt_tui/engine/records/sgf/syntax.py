r"""The syntax of SGF: games, and in each of them lines in parentheses, of nodes with properties.

>>> [node] = next(split_games(r"(;C[a \] b])"))
>>> node.text("C")
'a ] b'
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ttt_tui.engine.names import shown
from ttt_tui.engine.records import check_count, place_in
from ttt_tui.errors import RecordError

BEGINNING = re.compile(r"\(\s*;")
"""With this each game begins."""

_SIGN_OR_PROPERTY = re.compile(
    r"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]{1,64})(?P<values>(?:\s*\[(?:[^\]\\]|\\.)*+\])++))", re.DOTALL
)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)


@dataclass(slots=True)
class Property:
    """The values of a property, as written."""

    values: list[str]
    start: int
    """Where it begins in the text."""

    @property
    def text(self) -> str:
        """The first value as text: what is escaped, without the breaks of lines that are."""
        return text_of(self.values[0])


@dataclass(slots=True)
class SgfNode:
    """The properties of a node."""

    start: int
    properties: dict[str, Property] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return the text of a property, empty without it."""
        found = self.properties.get(name)
        return "" if found is None else found.text.strip()


Part = SgfNode | str
"""A node, or the parenthesis that begins or ends lines."""


def split_games(text: str) -> Iterator[list[Part]]:
    """Yield the parts of each game, without the parentheses around it; raises `RecordError`."""
    count = place = 0
    while (beginning := BEGINNING.search(text, place)) is not None:
        count += 1
        check_count(range(count))
        parts: list[Part] = []
        depth, place = 0, beginning.start()
        begun = place
        while True:
            match = _SIGN_OR_PROPERTY.match(text, place)
            if match is None:
                raise _wrong_syntax(text, place, begun)
            place = match.end()
            if match["sign"] == ";":
                parts.append(SgfNode(match.start("sign")))
            elif match["sign"]:
                depth += 1 if match["sign"] == "(" else -1
                if not depth:
                    break
                if match["sign"] == "(" and depth > 1:
                    begun = match.start("sign")
                if depth > 1 or match["sign"] == ")":
                    parts.append(match["sign"])
            else:
                node = parts[-1]
                if isinstance(node, str):
                    raise error_at("a property needs a ; before it", text, match.start("name"))
                name = match["name"]
                if not name.isupper():  # `AddBlack` is an old name of `AB`
                    name = re.sub("[a-z]", "", name)
                values = _VALUE.findall(match["values"])
                if name in node.properties:
                    node.properties[name].values += values
                else:
                    node.properties[name] = Property(values, match.start("name"))
        yield parts


def _wrong_syntax(text: str, place: int, begun: int) -> RecordError:
    found = re.compile(r"\s*(\S?)").match(text, place)
    assert found is not None, "anything fits"
    if not found[1]:
        return error_at("this does not end: add )", text, begun)
    start = found.start(1)
    if opened := re.compile(r"[A-Za-z]{1,64}\s*(?:\[(?:[^\]\\]|\\.)*+\]\s*)*+(\[)", re.DOTALL).match(
        text, start
    ):
        return error_at("this value does not end: add ]", text, opened.start(1))
    return error_at(f"expected a property like B[hh], not {shown(text[start : start + 8])}", text, start)


def error_at(reason: str, text: str, start: int) -> RecordError:
    return RecordError(reason, *place_in(text, start))


def text_of(value: str) -> str:
    """Return a written value as text."""
    value = re.sub(r"\r\n?|\n\r", "\n", value)
    return re.sub(r"\\(?:\n|(.))", lambda match: match[1] or "", value) if "\\" in value else value
