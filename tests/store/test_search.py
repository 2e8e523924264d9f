"""Queries: what is typed, and what it means."""

from datetime import date

import pytest
from hypothesis import given

from tests.support.strategies import any_text, many
from ttt_tui.engine import Geometry, Rules
from ttt_tui.engine.geometry import column_letter
from ttt_tui.errors import InvalidQuery
from ttt_tui.store.search import (
    LONGEST_QUERY,
    MOST_MOVES,
    Board,
    Having,
    Moves,
    Number,
    PlayedAfter,
    PlayedBefore,
    Result,
    Term,
    Text,
    check_moves,
    fold,
    parse_query,
)

MEANT = {
    "": [],
    "  \t ": [],
    "-": [],
    '""': [],
    '-"': [],
    "Ada": [Term(Text("ada"))],
    "Zoë misère": [Term(Text("zoe")), Term(Text("misere"))],
    '"Ada L" won': [Term(Text("ada l")), Term(Result.WON)],
    '"won"': [Term(Text("won"))],
    '-"Ada L': [Term(Text("ada l"), True)],
    "-won": [Term(Result.WON, True)],
    "Draw DRAWN": [Term(Result.DRAWN)] * 2,
    "15×15 7X6": [Term(Board(15, 15)), Term(Board(7, 6))],
    "#12 12": [Term(Number(12)), Term(Text("12"))],
    "after:2026": [Term(PlayedAfter(date(2026, 1, 1), "2026"))],
    "-AFTER:2026-02": [Term(PlayedAfter(date(2026, 2, 1), "2026-02"), True)],
    "before:2026-02-28": [Term(PlayedBefore(date(2026, 2, 28), "2026-02-28"))],
    "with:comment": [Term(Having.COMMENT)],
    "moves:H8 i9 -won": [Term(Moves(("h8", "i9"))), Term(Result.WON, True)],
    "moves: h8 after:2026 x": [
        Term(Moves(("h8",))),
        Term(PlayedAfter(date(2026, 1, 1), "2026")),
        Term(Text("x")),
    ],
    '-moves:a1 "b2"': [Term(Moves(("a1",)), True), Term(Text("b2"))],
    "moves:d 4 xb2": [Term(Moves(("d", "4", "xb2")))],
    "a-b": [Term(Text("a-b"))],
    '"a:b"': [Term(Text("a:b"))],
}


@pytest.mark.parametrize("text", MEANT)
def test_words_are_read_as_what_they_mean(text: str) -> None:
    assert list(parse_query(text).terms) == MEANT[text]


WRONG = {
    "after:2026-13": "“2026-13” is not a date; write one like after:2026-11 or after:2026-11-21",
    "before:2026-2": "“2026-2” is not a date; write one like before:2026-11 or before:2026-11-21",
    "after:2026-02-30": "“2026-02-30” is not a date",
    "after:0000": "“0000” is not a date",
    "after:": "after: needs a date",
    "with:luck": "unknown word “with:luck”; choose from with:comment",
    "player:ada": "unknown word “player:”; choose from after:, before:, with:, moves:, or quote it",
    "moves:": "moves: needs squares; write them like moves:h8 i9",
    "moves:h8 zz": "“zz” is not a square",
    "moves:h0": "“h0” is not a square",
    "moves:z99": "“z99” is not a square; write moves like moves:h8 i9",
    "moves:h8 u1 t21 401": "“u1”, “t21”, “401” are not squares; write",
    "99x99": "no board is 99×99; write a size like 15x15, or quote it",
    "2x5 ada": "no board is 2×5",
    "after:x won moves:z99": "“x” is not a date; write one like after:2026-11 or after:2026-11-21; “z99” is",
    "with:luck moves:": "unknown word “with:luck”; choose from with:comment; moves: needs squares",
    "x" * (LONGEST_QUERY + 1): f"a search has at most {LONGEST_QUERY} characters",
    "\x1b[31m:": "unknown word “?[31m:”",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: ascii(text)[:30])
def test_what_means_nothing_is_said_in_one_clear_sentence(text: str) -> None:
    with pytest.raises(InvalidQuery) as raised:
        parse_query(text)
    assert str(raised.value).startswith(WRONG[text])
    assert str(raised.value).isprintable()


def test_there_is_an_end_to_moves() -> None:
    assert len(check_moves(["a1"] * MOST_MOVES)) == MOST_MOVES
    with pytest.raises(InvalidQuery, match="at most"):
        check_moves(["a1"] * (MOST_MOVES + 1))


@many
@given(any_text(60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        query = parse_query(text)
    except InvalidQuery:
        return
    again = parse_query(" ".join(map(str, query.terms)))
    assert again == query or any('"' in str(term) or ":" in str(term) for term in query.terms)


def test_texts_are_compared_without_capitals_and_accents() -> None:
    assert fold("STRASSE Éé Ñ ×") == "strasse ee n x"
    assert fold("Straße") == fold("STRASSE")


@pytest.mark.parametrize("side", range(3, 21))
def test_every_square_of_every_board_can_be_searched_for(side: int) -> None:
    words = Geometry(side, side, 3, Rules.parse("wild")), Geometry(side, side, 3)
    names = [geometry.name(placement) for geometry in words for placement in geometry.placements]
    names += map(str, range(1, side * side + 1))
    for start in range(0, len(names), MOST_MOVES):
        check_moves(names[start : start + MOST_MOVES])
    check_moves([*(mark + column_letter(column) for mark in ("", "x", "O") for column in range(side))])
