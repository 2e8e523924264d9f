"""The meaning of an engine's lines, also of random ones, and what they tell of a search."""

from random import Random

import pytest

from ttt_tui.engine import Geometry, Limit, Position
from ttt_tui.gomocup.protocol import (
    LONGEST_MESSAGE,
    Reply,
    ReplyKind,
    SearchInfo,
    read_reply,
    read_search_info,
    time_for_a_move,
)

BOARD = Geometry(15, 15, 5)


@pytest.mark.parametrize(
    ("line", "read_as"),
    [
        ("7,8", Reply(ReplyKind.MOVE, "7,8", 7, 8)),
        (" 7 , 8\t", Reply(ReplyKind.MOVE, "7 , 8", 7, 8)),
        ("-1,0", Reply(ReplyKind.MOVE, "-1,0", -1, 0)),
        ("suggest 3,4", Reply(ReplyKind.SUGGESTION, "suggest 3,4", 3, 4)),
        ("ok", Reply(ReplyKind.OK, "")),
        ("", Reply(ReplyKind.BLANK, "")),
        ("ERROR  no\x07 way", Reply(ReplyKind.REFUSAL, "no? way")),
        ("UNKNOWN", Reply(ReplyKind.REFUSAL, "")),
        ("MESSAGE 7,8", Reply(ReplyKind.MESSAGE, "7,8")),
        ("DEBUG x", Reply(ReplyKind.MESSAGE, "x")),
        ('name="A"', Reply(ReplyKind.ABOUT, 'name="A"')),
        ("7,8,1", Reply(ReplyKind.OTHER, "7,8,1")),
        ("123456,1", Reply(ReplyKind.OTHER, "123456,1")),
        ("٣,٤", Reply(ReplyKind.OTHER, "٣,٤")),
        ("OKAY", Reply(ReplyKind.OTHER, "OKAY")),
        ("swap", Reply(ReplyKind.OPENING, "SWAP")),
        ("7,7 8,7 9,-9", Reply(ReplyKind.OPENING, "7,7 8,7 9,-9", squares=((7, 7), (8, 7), (9, -9)))),
        ("7, 7   8 ,7", Reply(ReplyKind.OPENING, "7, 7   8 ,7", squares=((7, 7), (8, 7)))),
        ("7,7 8,7 9,9 1,1", Reply(ReplyKind.OTHER, "7,7 8,7 9,9 1,1")),
        ("7,7 8", Reply(ReplyKind.OTHER, "7,7 8")),
        ("SWAP 7,7", Reply(ReplyKind.OTHER, "SWAP 7,7")),
    ],
)
def test_lines_are_read(line: str, read_as: Reply) -> None:
    assert read_reply(line) == read_as


def test_any_line_means_something_printable_and_short() -> None:
    rng = Random(1)
    for _ in range(300):
        text = "".join(
            rng.choice('0123456789,,-= \x1b\u202e\x00“é"MESSAGEok') for _ in range(rng.randrange(900))
        )
        for prefix in ("", "MESSAGE ", "ERROR ", 'name="'):
            line = read_reply(prefix + text)
            assert line.text.isprintable()
            assert len(line.text) <= LONGEST_MESSAGE + 1
            read_search_info(line.text, Position(BOARD, 2))


def test_no_time_is_sent_as_the_shortest() -> None:
    assert time_for_a_move(Limit(seconds=0.0001)) == "INFO timeout_turn 1"


@pytest.mark.parametrize(
    ("text", "said", "pv"),
    [
        ("Depth 12-20 | Eval 35 | Time 1203ms | H8 I9", SearchInfo(35.0, 12), "h8 i9"),
        ("depth 7-9 ev -24 n 200K n/ms 300 tm 12 pv H8 I9 J10", SearchInfo(-24.0, 7, 200_000), "h8 i9 j10"),
        ("Speed 10K | Depth 3-4 | Eval 0 | Node 1.5M | Time 5ms", SearchInfo(0.0, 3, 1_500_000), ""),
        ("Depth: 9, Evaluation: -1.5, BestLine: [7,7] [8,8]", SearchInfo(-1.5, 9), "h8 i9"),
        ("DEPTH=4 SCORE=+M7 PV=h8i9", SearchInfo(29_993.0, 4), "h8 i9"),
        ("depth 4 eval -M2", SearchInfo(-29_998.0, 4), ""),
        ("Bestline H8 H8 I9", SearchInfo(), "h8"),
        ("pv A1 B2", SearchInfo(), ""),
        ("pv T20 B2", SearchInfo(), ""),
        ("pv A0", SearchInfo(), ""),
        ("I think I'll win, nodepth 5", SearchInfo(), ""),
        ("(1) 35 | 12-20 | H8 I9", SearchInfo(), "h8 i9"),
    ],
)
def test_search_info_in_the_usual_forms_is_read(text: str, said: SearchInfo, pv: str) -> None:
    position = Position(BOARD, 2)
    position.play(BOARD.parse("a1"))
    found = read_search_info(text, position)
    assert (found.score, found.depth, found.nodes) == (said.score, said.depth, said.nodes)
    assert " ".join(map(BOARD.name, found.pv)) == pv
    assert (found != SearchInfo()) == (said != SearchInfo() or bool(pv))
