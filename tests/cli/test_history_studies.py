"""`ttt-tui history` with studies: records without moves that have a start, lines or comments."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.records import TAGS
from tests.support.shell import Shell
from tests.support.shell import shell as run
from tests.support.strategies import make_setup, play
from ttt_tui.engine import Game, Start
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.tree import Cursor, Tree
from ttt_tui.store.files import content_for
from ttt_tui.store.games import History
from ttt_tui.store.stored_game import Entry, Origin

__all__ = ["run"]


def entries(run: Shell) -> list[Entry]:
    """Return the stored games, the oldest first."""
    history = History(run.home / "history.db")
    found = sorted(history.entries(), key=lambda entry: entry.id)
    history.close()
    return found


def studies() -> list[Record]:
    """Return what nobody played: from a position, with a comment alone, and with lines."""
    setup = make_setup()
    from_position = replace(setup, start=Start.of(setup.geometry, [[0, 1], [4]], to_move=1))
    commented, branched = Tree(setup), Tree(from_position)
    commented.root.add_comment("about nothing yet")
    cursor = Cursor(branched)
    for name in ("c1", "a3"):
        cursor.place(name)
    cursor.go_to(branched.root)
    cursor.place("c3")
    return [
        Record(Game(tree.setup), "2026-11-20", tree=tree)
        for tree in (Tree(from_position), commented, branched)
    ]


def write(name: str, *records: Record) -> None:
    Path(name).write_bytes(content_for(records, Path(name)))


@pytest.mark.parametrize("suffix", [".txt", ".json", ".sgf"])
def test_records_without_moves_come_back_as_studies(run: Shell, suffix: str) -> None:
    records = [Record(play(Game(make_setup()), "a1 a2 b1 b2 c1"), "2026-11-19"), *studies()]
    write(f"all{suffix}", *records)
    for name in (f"all{suffix}", f"again{suffix}"):
        assert run("history", "import", name) == (0, "Imported games 1 to 4\n", "")
        stored = entries(run)
        assert [entry.origin for entry in stored] == [Origin.IMPORTED, *[Origin.STUDY] * 3]
        for entry, record in zip(stored, records, strict=True):
            assert entry.setup.start == record.game.setup.start
            assert entry.record().annotated == record.annotated
        if name.startswith("all"):
            run("history", "export", "all", f"again{suffix}")
            (run.home / "history.db").unlink()


def test_a_study_is_told_from_others_without_moves(run: Shell) -> None:
    for number, record in enumerate(studies(), 1):
        write(f"{number}.txt", record)
        assert run("history", "import", f"{number}.txt") == (0, f"Imported game {number}\n", "")
    for number in (1, 2, 3):
        refusal = f"game {number} has the same date, players and moves; add it anyway with --again"
        assert run("history", "import", f"{number}.txt") == (1, "", f"ttt-tui: {refusal}\n")


def test_a_game_without_moves_is_named_and_spoils_no_other(run: Shell) -> None:
    empty = Record(Game(make_setup()))
    write("all.json", Record(play(Game(make_setup()), "a1 a2")), empty, studies()[1], empty)
    status, out, err = run("history", "import", "all.json")
    assert (status, out) == (0, "Imported games 1 and 2\n")
    assert err == "ttt-tui: all.json: skipped games 2 and 4 of the file: nothing to import without moves\n"
    write("none.json", empty, empty)
    assert run("history", "import", "none.json") == (
        1, "", "ttt-tui: none.json: cannot import games without moves\n"
    )  # fmt: skip


def test_plain_replay_prints_all_lines_with_their_comments(run: Shell) -> None:
    write("lines.txt", studies()[2])
    out = run("--plain", "--replay", "lines.txt")[1]
    assert [line.strip() for line in out.splitlines() if ":" in line][-4:] == [
        "1: O plays c1.", "2: X plays a3.", "Instead of move 1:", "1: O plays c3."
    ]  # fmt: skip
    write("comment.txt", studies()[1])
    assert "  about nothing yet" in run("--plain", "--replay", "comment.txt")[1].splitlines()
    Path("game.txt").write_text(TAGS + "{start} b2! {one\ntwo} a1 (c1 a3 (c3 {deep})) (c2 a3) c3 {end}\n")
    out = run("--plain", "--replay", "game.txt")[1]
    told = out.splitlines()
    assert told[1:9] == [
        "  start", "1: X plays b2 (!).", "  one", "  two", "2: O plays a1.", "3: X plays c3.", "  end",
        "The game is not finished.",
    ]  # fmt: skip
    assert told[-9:] == [
        "  Instead of move 2:", "  2: O plays c1.", "  3: X plays a3.",
        "    Instead of move 3:", "    3: X plays c3.", "      deep",
        "  Instead of move 2:", "  2: O plays c2.", "  3: X plays a3.",
    ]  # fmt: skip


def test_the_list_counts_what_studies_have(run: Shell) -> None:
    write("game.txt", Record(play(Game(make_setup()), "a1 a2"), "2026-11-19"))
    run("history", "import", "game.txt")
    assert "study" not in run("history", "list")[1]
    write("lines.txt", *studies())
    run("history", "import", "lines.txt")
    heading, *lines = run("history", "list")[1].splitlines()
    assert "study" in heading
    assert ["2 moves, 1 variation" in line for line in lines] == [True, False, False, False]
    assert ["0 moves, 1 comment" in line for line in lines] == [False, True, False, False]
