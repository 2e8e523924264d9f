"""`ttt-tui bench`: the nodes of every item, the same wherever and however often it runs."""

import json

import pytest

from ttt_tui.analysis.judge import SEARCH_VERSION
from ttt_tui.cli.bench import ITEMS, measure
from ttt_tui.cli.main import main

USUAL = tuple(item for item in ITEMS if item.rules == "usual")

NODES = {
    "minimax 3x3x3, 9 plies": 65_471,
    "negamax 3x3x3, 9 plies": 15_140,
    "minimax 5x5x4 after c3 b2, 3 plies": 11_707,
    "negamax 5x5x4 after c3 b2, 5 plies": 38_879,
    "negamax 9x9x5 after e5 f6 d4, 3 plies": 24_102,
    "minimax 4x4x3, 3 players, 3 plies": 3_888,
    "negamax 5x5x4, 3 players, 4 plies": 43_825,
    "expert 15x15x5 after h8 i9 h9 h7, 7 plies": 16_314,
    "expert 15x15x5 after h8 h9 g8 i8 g7 f6 i7, 8 plies": 8_538,
    "expert 15x15x5, 20 quiet positions, 8 plies": 416_287,
    "expert 9x9x5 after e5 d4, 8 plies": 19_096,
    "expert 20x20x6 after j10 k11 j11, 6 plies": 5_594,
    "expert 9x9x4, 3 players after e5 d4 f6, 5 plies": 73_001,
    "expert 9x9x4, 4 players after e5 d4 f6 c3, 4 plies": 17_652,
    "proof 6x6x3": 5,
    "proof 5x4x4": 63,
    "proof 5x5x4": 7_075,
    "proof 6x5x4": 2_836,
    "proof 7x7x4": 2_294,
    "proof 6x6x5": 5,
    "proof 7x7x5 after d4 c3 d3 d2 c4": 38,
    "expert 15x15x5 exactly after h8 i9 h9 h7, 6 plies": 4_626,
    "expert 5x5x4 misere after c3 b2 d4 c2 b4 d2 e3 a3, 4 plies": 5_173,
    "negamax 5x5x3 exactly, misere, 3 players after c3 b2 d4 c2 b3 d2, 4 plies": 17_387,
    "proof 4x3x3 misere after b2 d1": 6_967,
    "proof 4x4x4 exactly after b2 c3": 11_617,
    "proof 4x4x4 double after b2 c3 a1": 17_777,
    "negamax 9x9x6 double after e5 f6 d4, 3 plies": 21_100,
    "expert 9x9x3 ultimate after e5 f6 h8 d5 a5 b6, 7 plies": 25_913,
}
"""Who changes a search changes these, and says so in the commit: `ttt-tui bench` prints them."""


SIGNATURE, ITS_SEARCH = 882_370, 5
"""The signature, and the version of the search that has it."""

USUAL_RULES = 771_810
"""The part of the signature that games with the usual rules have: other rules change nothing of it."""


def test_the_version_of_reviews_changes_with_the_signature() -> None:
    """Else stored reviews are gone on with as if the same search had found both parts."""
    assert (sum(NODES.values()), SEARCH_VERSION) == (SIGNATURE, ITS_SEARCH), (
        "raise SEARCH_VERSION, then these"
    )
    assert sum(NODES[item.name] for item in USUAL) == USUAL_RULES


@pytest.mark.slow
def test_the_nodes_of_every_item_and_their_sum(capsys: pytest.CaptureFixture[str]) -> None:
    """Each run of the tests has another seed of hashes, so that an order of a set would show."""
    assert main(["bench", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {item["name"]: item["nodes"] for item in data["items"]} == NODES
    assert data["signature"] == data["nodes"] == sum(NODES.values())
    assert all(item["seconds"] > 0 and item["nodes_per_second"] > 0 for item in data["items"])


def test_the_nodes_of_the_short_items(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    most = {"usual": 16_000, "ultimate": 30_000}
    short = tuple(item for item in ITEMS if NODES[item.name] < most.get(item.rules, 7_000))
    assert {item.level for item in short} == {"minimax", "negamax", "expert", "proof"}
    monkeypatch.setattr("ttt_tui.cli.bench.measure", lambda signals: measure(signals, short))
    assert main(["bench", "--json"]) == 0
    items = json.loads(capsys.readouterr().out)["items"]
    assert {item["name"]: item["nodes"] for item in items} == {item.name: NODES[item.name] for item in short}


def test_each_kind_of_search_is_there() -> None:
    assert {item.level for item in ITEMS} == {"minimax", "negamax", "expert", "proof"}
    assert any(item.players > 2 and item.level == "expert" for item in ITEMS)
    assert len({item.name for item in ITEMS}) == len(ITEMS)


def test_the_table_names_items_nodes_and_speed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_tui.cli.bench.measure", lambda signals: measure(signals, USUAL[-3:-1]))
    assert main(["bench"]) == 0
    head, first, second, total = capsys.readouterr().out.splitlines()
    assert head.split() == ["search", "nodes", "seconds", "nodes/s"]
    assert first.startswith("proof 7x7x4 ")
    assert f" {NODES['proof 7x7x4']:,} " in first
    assert second.startswith("proof 6x6x5 ")
    assert total.startswith("total (signature) ")
    assert f" {NODES['proof 7x7x4'] + NODES['proof 6x6x5']:,} " in total
