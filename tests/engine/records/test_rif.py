"""Databases of RenjuNet: games in any parts of the file, what is left out, and hostile XML."""

from functools import partial

import pytest

from tests.support import records as support
from tests.support.records import names, short_place
from ttt_tui.engine import Rules
from ttt_tui.engine.records import Record, result_text
from ttt_tui.engine.records.rif import is_rif, records_of_rif
from ttt_tui.errors import RecordError

DATABASE = """<?xml version="1.0" encoding="UTF-8"?>
<database version="1.0">
<players><player id="1" name="Ann" surname="Lee"/><player id="2" name="Žofie" surname=""/></players>
<tournaments><tournament id="5" name="Open &amp; shut"/></tournaments>
<rules><rule id="1" name="RIF"/></rules>
<games>
<game id="11" rule="1" tournament="5" round="2" black="1" white="2" bresult="1" date="2026-11-29">
<move>h8 h9 i9</move><info/></game>
<game id="12" rule="1" black="1" white="9" bresult="0.5"><move>h8 h8</move></game>
<game id="13" rule="1" black="9" white="1" bresult="0.5" date="1989-00-00"><move>h8 i7</move></game>
<game id="14" black="1" white="2"><move></move></game>
</games></database>"""


def read(text: str | bytes, size: int = 10_000) -> list[Record]:
    content = text.encode() if isinstance(text, str) else text
    assert is_rif(content)
    return [*records_of_rif([content[at : at + size] for at in range(0, len(content), size)], Rules())]


refused = partial(support.refused, read=read)


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_games_are_read_whatever_the_parts(size: int) -> None:
    first, second = read(DATABASE, size)
    assert names(first) == ["h8", "h7", "i7"]
    assert result_text(first.game) == "X wins: resignation"
    assert [player.name for player in first.game.setup.players] == ["Ann Lee", "Žofie"]
    assert first.date == "2026-11-29"
    assert first.tree is not None
    assert first.tree.root.comment == (
        "RenjuNet game: 11\ntournament: Open & shut\nround: 2\nrule: RIF\nresult: 1-0"
    )
    assert [player.name for player in second.game.setup.players] == ["Player 1", "Ann Lee"]
    assert (second.date, len(second.game.moves)) == ("1989-01-01", 2)
    assert second.tree is not None
    assert second.tree.root.comment.endswith("result: 1/2-1/2\ndate: 1989-00-00")
    assert result_text(second.game) == "draw: agreement"
    assert second.notes == (
        "a draw that the moves leave open is kept as agreed",
        "2 games were left out, the first since game 12: h8 is taken",
    )


def test_games_are_yielded_before_the_end_of_the_file() -> None:
    def parts() -> list[bytes]:
        beginning, end = DATABASE.encode().split(b'<game id="14"')
        return [beginning, b'<game id="14"' + end[:-20]]

    records = records_of_rif(parts(), Rules())
    assert names(next(records))[:3] == ["h8", "h7", "i7"]
    with pytest.raises(RecordError, match="not well-formed XML"):
        list(records)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY a "b">]>\n<database>&a;</database>',
            "2:25 entities are not",
        ),
        ("<database>" + "<a>" * 30, "1:68 elements are more than 20 deep"),
        ("<database><games></games></database>", "this database has no game that can be read"),
        ("<database><games></database>", "1:20 not well-formed XML: mismatched tag"),
        (
            f"<database><game id='3'><move>{'h8 ' * 2000}</move></game></database>",
            "this database has no game that can be read: 1 game was left out, the first since game 3: it has",
        ),
    ],
)
def test_what_is_wrong_is_told(text: str, said: str) -> None:
    assert short_place(refused(text)).startswith(said)
