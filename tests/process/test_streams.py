"""JSON means the same in whatever encoding it is written."""

import io
import json
import sys

import pytest

from ttt_tui.process.streams import print_json
from ttt_tui.process.text import LIKENESS


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii"])
def test_no_character_is_lost(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding, errors="replace"))
    print_json({"symbols": ["◆", "●", "😀"], "name": "Zoë"})
    sys.stdout.flush()
    written = raw.getvalue().decode(encoding)
    assert json.loads(written) == {"symbols": ["◆", "●", "😀"], "name": "Zoë"}
    assert ("◆" in written) == (encoding == "utf-8")


def test_what_cannot_be_encoded_is_replaced_by_its_likeness_and_bytes_are_not() -> None:
    assert "1–9 × 你".encode("ascii", errors=LIKENESS) == b"1-9 x ??"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", errors=LIKENESS)
