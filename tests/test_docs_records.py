"""The formats of records are as documented: the examples are read, and the grammars describe what is read."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.engine.records.test_text_and_json import a_few, records
from tests.support.docs import ROOT, blocks_of, grammar, section
from tests.support.sampling import sampled
from ttt_tui.engine import Game, Start
from ttt_tui.engine.records import Record, result_text
from ttt_tui.engine.records.json import all_from_json, to_data
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.records.moves import all_from_moves, are_moves
from ttt_tui.engine.records.psq import all_from_psq
from ttt_tui.engine.records.scanner import KNOWN_TAGS
from ttt_tui.engine.records.text import all_from_text, to_text
from ttt_tui.errors import RecordError

DOCUMENT = ROOT / "docs" / "records.md"
BLOCKS = {
    kind: [block.text for block in blocks_of(DOCUMENT) if block.language == kind]
    for kind in ("text", "json", "psq", "sgf", "moves")
}
TEXT, PSQ, MOVES = (
    grammar(
        "\n".join(re.findall(r"^```ebnf\n(.*?)^```$", section(DOCUMENT, title), re.DOTALL | re.MULTILINE))
    )
    for title in ("Text", "PSQ", "Moves")
)

VARIANTS = [
    """\ufeff# a file\r\n[Board "3x3"]\r\n[Line "3"] ; here\r\n[Player "X" "\\"B\\" \\\\" "human" "depth=2"]\r
\r\n[Player "[" "O" "rules" "time=0.5"] {a\r\ncomment} b2\r\n7. A1{here}3 # rest\r\n8. [-resigns\r\n""",
    """[ Board "3x3" ]\n[Line "3"]\n[Player "X" "A" "human"]\n  [Player "O" "B" "human"]\n
[Board "5x5"]\n[Line "4"]\n[Player "X" "A" "human"]\n[Player "O" "B" "human"]\n\n1. b2\n2. O-resigns
[Board "3x3"]\n[Line "3"]\n[Player "X" "A" "human"]\n[Player "O" "B" "human"]\n\nc3\n{the end}""",
    """[Board "3x3"]\n[Line "3"]\n[Player "X" "A" "human"]\n[Player "O" "B" "human"]\n
1. b2! {a \\} brace} (1.a1 ?! 2... c1 ; rest\n) 2. a1 $3(2. a3)(b1 c3)*\n""",
]


@pytest.mark.parametrize("kind", BLOCKS)
def test_the_examples_are_read_as_what_they_are(kind: str) -> None:
    assert BLOCKS[kind]
    for text in BLOCKS[kind]:
        [record] = read_records(text)
        assert record.game.moves


def test_the_example_in_text_and_that_in_json_are_the_same_game() -> None:
    [[text], [data]] = (read_records(BLOCKS[kind][0]) for kind in ("text", "json"))
    assert [move.square for move in text.game.moves] == [move.square for move in data.game.moves]
    assert result_text(data.game) == json.loads(BLOCKS["json"][0])["result"]


def test_the_fields_of_json_are_all_there() -> None:
    table = set(re.findall(r"^\| `(\w+)` ", section(DOCUMENT, "JSON"), re.MULTILINE))
    example = json.loads(BLOCKS["json"][0])
    [record] = all_from_json(BLOCKS["json"][0])
    written = to_data(Record(record.game, record.date, game_id="a" * 16))
    start = Start.named(record.game.setup.geometry, "a1")
    started = to_data(Record(Game(replace(record.game.setup, start=start))))
    assert table == {*written, *started, "tree"} == {*example, "game_id", "start", "tree"}
    assert set(written["players"][0]) == set(example["players"][0])
    assert set(written["rules"]) == set(example["rules"])


def test_the_tags_are_all_there() -> None:
    table = re.findall(r"^\| `(\w+)` ", section(DOCUMENT, "Text"), re.MULTILINE)
    assert sorted(table) == sorted(KNOWN_TAGS)
    assert all(TEXT["name"].fullmatch(name) for name in KNOWN_TAGS)


@pytest.mark.parametrize("text", VARIANTS)
def test_what_the_grammar_of_texts_allows_is_read(text: str) -> None:
    assert matches(TEXT["file"], text)
    assert all_from_text(text)


@given(record=records())
@a_few
def test_the_grammar_of_texts_describes_what_is_written(record: Record) -> None:
    assert matches(TEXT["file"], to_text(record))
    assert TEXT["outcome"].fullmatch(result_text(record.game))


READERS = {
    "text": (TEXT, [*BLOCKS["text"], *VARIANTS], all_from_text),
    "psq": (PSQ, BLOCKS["psq"], all_from_psq),
    "moves": (
        MOVES,
        [*BLOCKS["moves"], "https://gomocalc.com/#/h8h9\n1) a1, B2;3. c3-d4 # e5"],
        all_from_moves,
    ),
}


@pytest.mark.parametrize("kind", READERS)
def test_what_the_grammar_does_not_describe_is_refused(kind: str) -> None:
    rules, wholes, read = READERS[kind]
    texts = damaged(wholes, sampled(20000, 4000))
    if kind == "moves":  # what begins with anything else is another format
        texts = [*filter(are_moves, texts)]
    described = [text for text in texts if matches(rules["file"], text)]
    assert min(len(described), len(texts) - len(described)) > 100
    for text in set(texts) - set(described):
        assert not can_read(read, text), text


def damaged(wholes: list[str], count: int) -> list[str]:
    """Return texts with a few pieces put in, taken out or changed."""
    rng = Random(20261121)
    pieces = ["", " ", "\n", "\t", *'[]"\\{}#;(.,-9h', "a1", "1. "]
    texts = []
    for _ in range(count):
        text = rng.choice(wholes)
        for _ in range(rng.choice([1, 1, 2, 3])):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(pieces) + text[at + rng.randrange(3) :]
        texts.append(text)
    return texts


def can_read(read: Callable[[str], list[Record]], text: str) -> bool:
    try:
        return bool(read(text))
    except RecordError:
        return False


def matches(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a file is as a rule describes it; its last line may lack its end."""
    text = text.removeprefix("\ufeff")
    return any(pattern.fullmatch(text + end) is not None for end in ("", "\n"))
