"""`ttt-tui history import`, `show --moves` and `--replay` with files of other programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.shell import Shell
from tests.support.shell import shell as run
from tests.support.strategies import make_setup, play
from ttt_tui.engine import Game, LineRule, Rules
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import to_text
from ttt_tui.store.games import History

__all__ = ["run"]

ASSUMED = "assuming a 15×15 board with row 1 at the bottom; --board sets another"
PSQ = "Piskvorky 20x20, 11:0, 1\n10,10,100\n11,11,200\npbrain-swine.exe\nhomo-Ada\n-1\n"


def store(folder: Path, *records: Record) -> None:
    history = History(folder / "home" / "history.db")
    for record in records:
        history.add(record)
    history.close()


def shown(run: Shell, number: int) -> Any:
    return json.loads(run("history", "show", number, "--json")[1])


def test_the_moves_of_a_larger_board_come_back_on_it(run: Shell, tmp_path: Path) -> None:
    store(tmp_path, Record(play(Game(make_setup(20, 20, 5)), "j10 k10 t20")))
    status, out, err = run("history", "show", 1, "--moves")
    assert (status, out) == (0, "j11k11t1\n")
    assert "the moves do not include the board, 20×20; " in err
    Path("moves.txt").write_text(out)
    assert run("history", "import", "moves.txt")[2] == (
        "ttt-tui: moves.txt: line 1, column 7: t1 is not on a 15×15 board; set a larger one with --board\n"
    )
    assert run("history", "import", "moves.txt", "--board", 20, "--again") == (0, "Imported game 2\n", "")
    assert shown(run, 2)["board"] == [20, 20]
    assert shown(run, 2)["moves"] == ["j10", "k10", "t20"]


def test_rules_that_a_format_cannot_say_are_named_on_the_way_out_and_in(run: Shell, tmp_path: Path) -> None:
    rules = Rules(LineRule.EXACTLY, misere=True)
    game = play(Game(make_setup(15, 15, 5, kind=rules)), "a1 a2 b1 b2 c1 c2 d1 d2 f1 f2 e1")
    store(tmp_path, Record(game))
    told = "the rules are omitted: import it with --rules exactly,misere"
    assert run("history", "export", 1, "game.psq")[1] == f"Exported game 1 to game.psq; {told}\n"
    status, moves, err = run("history", "show", 1, "--moves")
    assert (status, err) == (0, f"ttt-tui: {told}\n")
    Path("moves.txt").write_text(moves)
    Path("game.psq").write_text(Path("game.psq").read_text().partition("ttt-tui-game")[0])
    for number, name in enumerate(("game.psq", "moves.txt"), 2):
        assert run("history", "import", name, "--rules", "misere,exactly", "--again")[0] == 0
        assert shown(run, number)["board"] == [15, 15, "exactly, misere"]
        assert shown(run, number)["result"] == "unfinished", "six in a row are no line"
    assert run("--plain", "--replay", "game.psq", "--rules", "exactly,misere")[0] == 0


@pytest.mark.parametrize("name", ["g.pgn", "g.html", "g.txt.bak", "G.LIB"])
def test_a_format_that_is_not_written_is_refused_with_those_that_are(
    run: Shell, tmp_path: Path, name: str
) -> None:
    store(tmp_path, Record(play(Game(make_setup(15, 15, 5)), "h8 h9")))
    reason = f"{Path(name).suffix.lower()} is not written; choose .txt, .json, .sgf, .psq or .svg"
    assert run.refused("history", "export", 1, name) == f"ttt-tui: {name}: {reason}\n"
    assert not Path(name).exists()
    for other in ("g.txt", "g.TXT", "g.json", "g.psq", "g.svg", "g"):
        assert run.fine("history", "export", 1, other)
        assert Path(other).exists()


def test_an_opening_that_a_format_cannot_say_is_named_on_the_way_out(run: Shell, tmp_path: Path) -> None:
    for number, (rules, told) in enumerate(
        (
            ("swap2", ""),
            ("exactly, swap2", "the rules are omitted: import it with --rules exactly; "),
        ),
        1,
    ):
        game = play(Game(make_setup(15, 15, 5, kind=Rules.parse(rules))), "h8 i8 j10 swap o1")
        store(tmp_path, Record(game))
        told += "the opening swap2 is omitted: the format has no choices"
        file = f"game{number}.psq"
        assert run("history", "export", number, file)[1] == f"Exported game {number} to {file}; {told}\n"
        assert run("history", "show", number, "--moves") == (0, "h8i8j6o15\n", f"ttt-tui: {told}\n")


def test_import_reports_the_assumed_board(run: Shell) -> None:
    Path("moves.txt").write_text("h8 h9")
    assert run("history", "import", "moves.txt") == (
        0, "Imported game 1\n", f"ttt-tui: moves.txt: {ASSUMED}\n"
    )  # fmt: skip
    assert run("history", "import", "moves.txt", "--again", "--json")[1] == '{"format": 1, "id": 2}\n'
    Path("game.psq").write_text(PSQ)
    status, _, err = run("history", "import", "game.psq", "--board", 15)
    assert status == 1
    assert "the record is of a 20×20 board, not 15×15; leave out --board" in err


def test_all_games_of_a_file_are_imported_or_none(run: Shell) -> None:
    text, other = (to_text(Record(play(Game(make_setup()), moves))) for moves in ("b2 a1", "b2 c1"))
    Path("two.txt").write_text(text + "\n" + other)
    assert run("history", "import", "two.txt") == (0, "Imported games 1 and 2\n", "")
    assert json.loads(run("history", "import", "two.txt", "--again", "--json")[1]) == {
        "format": 1,
        "ids": [3, 4],
    }
    Path("bad.txt").write_text(text + "\n" + other + " b2\n")
    assert run("history", "import", "bad.txt")[0] == 1
    assert len(json.loads(run("history", "list", "--json")[1])["games"]) == 4
    squares = [f"{column}{row}" for column in "abcdefghij" for row in range(1, 11)]
    Path("many.txt").write_text("".join(f"h15{square}\n" for square in squares))
    assert run("history", "import", "many.txt", "--board", 15) == (0, "Imported games 5 to 104\n", "")


def test_games_of_a_file_that_are_stored_already_are_left_out_with_a_word(run: Shell) -> None:
    texts = [to_text(Record(play(Game(make_setup()), moves))) for moves in ("b2 a1", "b2 c1", "b2 a3")]
    Path("two.txt").write_text("\n".join(texts[:2]))
    run("history", "import", "two.txt")
    Path("three.txt").write_text("\n".join(texts))
    status, out, err = run("history", "import", "three.txt")
    assert (status, out) == (0, "Imported game 3\n")
    assert err == (
        "ttt-tui: three.txt: skipped 2 games; the first: game 1 has the same date, players and moves; "
        "add it anyway with --again\n"
    )
    assert run("history", "import", "two.txt")[0] == 1, "nothing was added"


def test_a_list_of_the_history_can_be_imported(run: Shell) -> None:
    Path("two.txt").write_text("h8 h9\n1. i9")
    run("history", "import", "two.txt")
    Path("all.json").write_text(run("history", "list", "--json")[1])
    status, _, err = run("history", "import", "all.json")
    assert (status, err) == (1, "ttt-tui: already stored as game 2\n")
    listed = json.loads(Path("all.json").read_text())
    with_no_id = [{**game, "game_id": None} for game in listed["games"]]
    Path("all.json").write_text(json.dumps({**listed, "games": with_no_id}))
    assert run("history", "import", "all.json", "--again") == (0, "Imported games 3 and 4\n", "")
    assert shown(run, 4)["moves"] in (["h8", "h7"], ["i7"])
    Path("all.json").write_text(json.dumps(with_no_id))  # as earlier versions printed it
    assert run("history", "import", "all.json", "--again") == (0, "Imported games 5 and 6\n", "")


def test_an_encoding_is_found_out_or_named(run: Shell) -> None:
    Path("game.psq").write_bytes(PSQ.replace("Ada", "Jiří").encode("cp1250"))
    status, _, err = run("history", "import", "game.psq")
    assert status == 0
    assert err == "ttt-tui: game.psq: assuming CP1250: the text is not UTF-8; --encoding sets another\n"
    words = ("history", "import", "game.psq", "--encoding")
    assert run(*words, "cp1250", "--again") == (0, "Imported game 2\n", "")
    assert [shown(run, i)["players"][1]["name"] for i in (1, 2)] == ["Jiří", "Jiří"]


def test_times_and_players_survive_the_history(run: Shell) -> None:
    Path("game.psq").write_text(PSQ)
    run("history", "import", "game.psq")
    run("history", "export", 1, "again.psq")
    written, _, game_id = Path("again.psq").read_text().partition("ttt-tui-game ")
    assert written == PSQ.replace("pbrain-swine.exe", "swine")
    assert len(game_id) == 33
    for name in ("again.txt", "again.json"):
        run("history", "export", 1, name)
        Path(name).write_text(
            Path(name).read_text().replace(game_id.strip(), f"{name.replace('.', '')}0game" * 2)
        )
        assert run("history", "import", name, "--again")[0] == 0
    assert shown(run, 1)["times"] == shown(run, 2)["times"] == shown(run, 3)["times"] == [100, 200]


def test_an_engine_is_shown_by_its_name(run: Shell) -> None:
    five = "".join(f"{column},{row},0\n" for column in range(1, 6) for row in (1, 3))[:-6]
    Path("game.psq").write_text(PSQ.replace("10,10,100\n11,11,200\n", five))
    run("history", "import", "game.psq")
    said = "".join(
        run("history", *words)[1] for words in (("list",), ("show", 1), ("stats",), ("stats", "--json"))
    )
    assert "swine" in said
    assert "brain:swine" in json.loads(run("history", "stats", "--json")[1])["levels"]
    assert "program" not in said


def test_replay_takes_the_same_files(run: Shell) -> None:
    Path("moves.txt").write_text("h8 h9")
    status, out, err = run("--plain", "--replay", "moves.txt")
    assert (status, err) == (0, f"ttt-tui: {ASSUMED}\n")
    assert "2: O plays h7." in out
    status, out, err = run("--plain", "--replay", "moves.txt", "--board", "20")
    assert (status, err) == (0, "")
    assert "20×20" in out
    Path("game.psq").write_bytes(PSQ.replace("Ada", "Анна").encode("cp1251"))
    assert "Анна" in run("--plain", "--replay", "game.psq", "--encoding", "cp1251")[1]
    Path("two.txt").write_text("1. h8 h9\n1. i9")
    status, out, err = run("--plain", "--replay", "two.txt", "--board", "15")
    assert err == ("ttt-tui: two.txt has 2 games; this is the first (`ttt-tui history import` adds all)\n")
    for words in (("--replay", "moves.txt", "--line", 5), ("--encoding", "cp1250"), ("--replay", "no.sgf")):
        assert run("--plain", *words)[0] == 2


# --- several files ---------------------------------------------------------------------------------------


def write_games(folder: Path, **moves: str) -> None:
    """Write a record of each of these games into a folder."""
    folder.mkdir(exist_ok=True)
    for name, words in moves.items():
        record = Record(play(Game(make_setup()), words), "2026-11-21")
        (folder / f"{name}.txt").write_text(to_text(record))


def test_several_files_are_imported_and_each_is_reported_in_a_line(run: Shell) -> None:
    write_games(Path("."), one="b2 a1", two="b2 c1", three="b2 a3")
    Path("bad.txt").write_text("nonsense")
    Path("pair.txt").write_text(Path("two.txt").read_text() + "\n" + Path("three.txt").read_text())
    assert run("history", "import", "one.txt", "bad.txt", "missing.txt", "pair.txt", "one.txt") == (
        1,
        "one.txt: imported game 1\npair.txt: imported games 2 and 3\nImported 3 games from 2 of 5 files\n",
        'ttt-tui: bad.txt: unknown format: expected tags like [Board "15x15"], JSON, SGF, .psq or moves like '
        "h8 h9 i10\n"
        "ttt-tui: 'missing.txt': no such file or directory\n"
        "ttt-tui: one.txt: game 1 has the same date, players and moves; add it anyway with --again\n",
    )
    assert len(json.loads(run("history", "list", "--json")[1])["games"]) == 3
    status, out, err = run("history", "import", "two.txt", "one.txt", "--again", "--json")
    assert (status, out, err) == (0, '{"format": 1, "ids": [4, 5]}\n', "")


def test_a_directory_of_records_is_imported(run: Shell) -> None:
    write_games(Path("saved"), **{"game-0002": "b2 c1", "game-0001": "b2 a1"})
    Path("saved", "match.jsonl").write_text('{"match": 1, "version": "1.0", "begun": "2026-11-21"}\n')
    Path("saved", ".game-0003.txt").write_text("half")
    Path("saved", "deeper.txt").mkdir()
    assert run("history", "import", "saved") == (
        0,
        "saved/game-0001.txt: imported game 1\n"
        "saved/game-0002.txt: imported game 2\n"
        "Imported 2 games from 2 of 2 files\n",
        "",
    )
    Path("empty").mkdir()
    Path("saved", "game-0003.txt").write_text("[Board]")
    status, out, err = run("history", "import", "empty", "saved")
    assert (status, out) == (1, "")
    first, *others, last = err.splitlines()
    assert first == "ttt-tui: 'empty': no records in this directory (.txt, .json, .sgf, .psq, .lib, .rif)"
    assert others == [
        f"ttt-tui: saved/game-000{number}.txt: game {number} has the same date, players and moves; "
        "add it anyway with --again"
        for number in (1, 2)
    ]
    assert last.startswith("ttt-tui: saved/game-0003.txt: line 1, column 1: ")


@pytest.mark.parametrize("games", [0, 30_000])
def test_a_match_file_is_refused_with_a_pointer_to_its_records(run: Shell, games: int) -> None:
    line = '{"game": 1, "seats": [0, 1], "moves": ["a1"]}\n'
    Path("match.jsonl").write_text('{"match": 1, "version": "1.0", "begun": "2026-11-21"}\n' + line * games)
    what = "match.jsonl: it lists the games of a match; their records are the game-….txt files beside it\n"
    assert run("history", "import", "match.jsonl") == (1, "", f"ttt-tui: {what}")
    status, _, err = run("--replay", "match.jsonl")
    assert status == 2
    assert what.strip() in err


def test_again_has_no_effect_on_a_game_with_the_same_id(run: Shell, tmp_path: Path) -> None:
    store(tmp_path, Record(play(Game(make_setup()), "b2 a1")))
    run("history", "export", 1, "one.txt")
    assert run("history", "import", "one.txt")[2] == "ttt-tui: already stored as game 1\n"
    same = "already stored as game 1: it has the same id, so --again has no effect\n"
    assert run("history", "import", "one.txt", "--again") == (1, "", f"ttt-tui: {same}")
    assert run("history", "import", "one.txt", ".", "--again")[2] == f"ttt-tui: one.txt: {same}" * 2


def test_sgf_is_exported_and_imported_again(run: Shell, tmp_path: Path) -> None:
    store(tmp_path, Record(play(Game(make_setup(7, 6, 4, kind=Rules.parse("connect4"))), "d c d")))
    assert run("history", "show", 1, "--moves")[1] == "434\n"
    assert run("history", "export", 1, "game.sgf")[1] == (
        "Exported game 1 to game.sgf; SGF has no word for drop, 4 in a row: "
        "written as its rules, which other programs may ignore\n"
    )
    assert run("history", "import", "game.sgf")[2] == "ttt-tui: already stored as game 1\n"
    assert run("--plain", "--replay", "game.sgf")[0] == 0


@pytest.mark.parametrize("name", ["some.sgf", "some.json", "some.txt"])
def test_several_games_are_exported_to_a_file_and_imported_again(
    run: Shell, tmp_path: Path, name: str
) -> None:
    moves = ["b2 a1", "b2 a1 c3", "a1", "a2 b2 c2 a3"]
    store(tmp_path, *(Record(play(Game(make_setup()), each)) for each in moves))
    assert run("history", "export", "1,3-9", name)[1].startswith(f"Exported 3 games to {name}")
    for number in range(1, 5):
        assert len(shown(run, number)["moves"]) == len(moves[number - 1].split())
    assert "already stored as game 1" in run("history", "import", name)[2]
    (tmp_path / "home" / "history.db").unlink()
    assert run("history", "import", name)[1].endswith("Imported games 1 to 3\n")
    assert [" ".join(shown(run, number)["moves"]) for number in (1, 2, 3)] == [moves[0], *moves[2:]]
    assert run("history", "export", "all", "copy" + name)[1].startswith("Exported 3 games")
    assert Path("copy" + name).read_text() == Path(name).read_text()


def test_what_a_search_finds_is_exported(run: Shell, tmp_path: Path) -> None:
    moves = ["b2 a1", "a1 b2 c3", "b2 a1 c3"]
    store(tmp_path, *(Record(play(Game(make_setup()), each)) for each in moves))
    for number, words in enumerate((["moves:b2", "a1"], ["moves:b2 a1"], ["3x3", "--", "-moves:a1", "b2"])):
        name = f"{number}.txt"
        assert run("history", "export", *words, name)[1] == f"Exported 2 games to {name}\n"
        assert Path(name).read_text() == Path("0.txt").read_text()
    assert run("history", "export", "#2", "2.txt.json")[1] == "Exported game 2 to 2.txt.json\n"
    status, out, _ = run("history", "export", "unfinished", "-")
    assert (status, out.count("[Board")) == (0, 3)


@pytest.mark.parametrize(
    ("games", "name", "said"),
    [
        ("all", "x.psq", "a .psq file has one game; choose .txt, .json or .sgf for several"),
        ("1-2", "x.svg", "a picture is of one game"),
        ("1,7", "x.txt", "no game 7"),
        ("1-2,7-9", "x.txt", "no game 7"),
        ("2-1", "x.txt", "no games in '2-1'; try 1-2"),
        ("1,", "x.txt", "invalid game number ''"),
        ("", "x.txt", "invalid game number ''"),
        ("nobody", "x.txt", "no games match “nobody”; see"),
        ("moves:z99", "x.txt", "“z99” is not a square"),
    ],
)
def test_what_cannot_be_exported_is_said(
    run: Shell, tmp_path: Path, games: str, name: str, said: str
) -> None:
    store(tmp_path, *(Record(play(Game(make_setup()), each)) for each in ("b2 a1", "b2")))
    status, _, err = run("history", "export", games, name)
    assert status
    assert said in err
    assert not Path(name).exists()


def test_folders_are_imported_with_those_below(run: Shell) -> None:
    Path("in/below/deep").mkdir(parents=True)
    Path("in/.hidden").mkdir()
    Path("in/one.txt").write_text("h8 h9")
    Path("in/below/deep/two.sgf").write_text("(;GM[4]SZ[15]RU[free];B[hh])")
    Path("in/.hidden/three.txt").write_text("h8 i9")
    assert run("history", "import", "in")[1].endswith("Imported 2 games from 2 of 2 files\n")


def test_columns_of_go_are_recognised_or_set(run: Shell) -> None:
    Path("game.txt").write_text("K10 J9")
    err = run("history", "import", "game.txt")[2]
    assert "assuming columns as in Go, without i; --columns letters reads all letters" in err
    assert run("history", "import", "game.txt", "--columns", "letters", "--board", 15)[2] == ""
    assert [shown(run, number)["moves"] for number in (1, 2)] == [["j10", "i11"], ["k6", "j7"]]
    assert "only allowed with --replay FILE" in run("--columns", "go")[2]


def test_a_database_is_imported_a_game_at_a_time(run: Shell) -> None:
    games = "".join(f"<game id='{n}'><move>h8 {c}9</move></game>" for n, c in enumerate("abc"))
    Path("base.rif").write_text(f"<?xml version='1.0'?><database><games>{games}</games></database>")
    assert run("history", "import", "base.rif")[1] == "Imported games 1 to 3\n"
    assert shown(run, 1)["board"] == [15, 15, "renju"]
    assert "base.rif has 3 games; this is the first" in run("--plain", "--replay", "base.rif")[2]
    assert "of 15×15 boards; leave out --board" in run("history", "import", "base.rif", "--board", 19)[2]
