"""`ttt-tui history`: what it prints, what it refuses in one line, and rows that somebody else wrote."""

import json
import sqlite3
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.sampling import sampled
from tests.support.shell import Shell
from tests.support.shell import shell as any_shell
from tests.support.stores import edit, rows
from tests.support.strategies import make_setup, play
from ttt_tui.app.roles import KAYA_ROLES
from ttt_tui.cli.progress import ProgressLine
from ttt_tui.engine import Game, Geometry, Limit, Move, Rules, Termination
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_data
from ttt_tui.engine.records.psq import to_psq
from ttt_tui.engine.records.text import from_text
from ttt_tui.store.games import History
from ttt_tui.store.puzzles import PuzzleTry
from ttt_tui.store.stored_game import StoredGame

__all__ = ["any_shell"]


class HistoryShell(Shell):
    """Runs `ttt-tui history …`; knows the store."""

    @property
    def path(self) -> Path:
        return self.home / "history.db"

    def add(self, *games: Game) -> None:
        history = History(self.path)
        for game in games:
            history.add(Record(game, "2026-11-21"))
        history.close()

    def edit(self, column: str, value: object, id: int = 1) -> None:
        edit(self.path, f"UPDATE games SET {column} = ? WHERE id = ?", (value, id))


@pytest.fixture
def shell(any_shell: Shell) -> HistoryShell:
    return HistoryShell(any_shell.capsys, any_shell.home, "history")


def won() -> Game:
    return play(Game(make_setup()), "a1 a2 b1 b2 c1")


def sample() -> Game:
    setup = make_setup(7, 6, 4, players=3)
    one, two, three = setup.players
    awkward = replace(one, name='[bold]"\\ #; [/]', symbol="[")
    computer = replace(two, level="negamax", limit=Limit(0.5, 4))
    game = play(Game(replace(setup, players=(awkward, computer, three)), first=1), "d4 e5 f6 a1")
    game.push(Move(0, None))
    return game


# --- what it prints --------------------------------------------------------------------------------------


def test_each_command_works_without_games(shell: HistoryShell) -> None:
    assert shell.fine("path") == f"{shell.path}\n"
    assert not shell.path.exists()
    assert shell.fine("list") == "No games yet\n"
    assert json.loads(shell.fine("list", "--json")) == {"format": 1, "games": []}
    assert shell.fine("stats") == "No finished games yet\n"
    assert json.loads(shell.fine("stats", "--json")) == {
        "format": 1, "players": {}, "levels": {}, "boards": {}, "hints": {}
    }  # fmt: skip
    assert shell.refused("show", 1) == "ttt-tui: no game 1; see `history list`\n"


def test_the_list_as_json_has_all_that_is_known_of_each_game(shell: HistoryShell) -> None:
    shell.add(won(), sample())
    newest, oldest = json.loads(shell.fine("list", "--json"))["games"]
    assert oldest["id"] == 1
    assert oldest["started"] == "2026-11-21T00:00:00"
    assert oldest["board"] == [3, 3]
    assert oldest["line"] == 3
    assert [player["name"] for player in oldest["players"]] == ["P0", "P1"]
    assert oldest["moves"] == ["a1", "a2", "b1", "b2", "c1"]
    assert oldest["result"] == "X wins: line"
    assert oldest["hints"] == 0
    assert newest["result"] == "unfinished"
    assert newest["moves"] == ["d4", "e5", "f6", "a1", "[-resigns"]
    assert from_data(newest).game.moves == sample().moves
    assert json.loads(shell.fine("show", 2, "--json")) == {"format": 1, **newest}


def test_the_list_names_each_game_in_a_line_and_one_is_shown_as_its_record_and_its_board(
    shell: HistoryShell,
) -> None:
    shell.add(won(), sample())
    head, newest, oldest = shell.fine("list").splitlines()
    assert head.split() == ["id", "started", "board", "line", "moves", "source", "result", "players"]
    assert oldest.split() == [
        *["1", "2026-11-21", "3×3", "3", "5", "imported", "X", "wins", "X", "P0,", "O", "P1"]
    ]
    assert newest.split()[:6] == ["2", "2026-11-21", "7×6", "4", "5", "imported"]
    assert '[ [bold]"\\ #; [/]' in newest
    record, board = shell.fine("show", 1).rsplit("\n\n", 1)
    assert from_text(record).game.moves == won().moves
    assert board == "   a b c\n 1 X X X\n 2 O O .\n 3 . . .\n"


def test_a_shown_game_of_ultimate_says_who_has_won_which_board(shell: HistoryShell) -> None:
    setup = replace(make_setup(), geometry=Geometry(9, 9, 3, Rules.parse("ultimate")))
    shell.add(play(Game(setup), "c3 g7 b2 d4 a1"))
    *_, won, still_open = shell.fine("show", 1).splitlines()
    assert won == "X has won the top left board."
    assert still_open.endswith(" boards are open.")


def test_a_game_is_exported_as_a_picture_in_the_theme_that_was_chosen(shell: HistoryShell) -> None:
    shell.add(sample())
    history = History(shell.path)
    history.set_value("theme", "kaya")
    history.close()
    assert shell.fine("export", 1, "game.svg") == "Exported game 1 to game.svg\n"
    picture = Path("game.svg").read_text()
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert KAYA_ROLES.board in picture
    assert "[bold]&quot;\\ #; [/]" in picture
    assert "2026-11-21" in picture
    assert shell.refused("export", 1, "game.svg") == "ttt-tui: game.svg already exists; choose a new file\n"
    assert "a picture (SVG) is not supported" in shell.refused("import", "game.svg")


@pytest.mark.parametrize("suffix", [".png", ".PDF"])
def test_other_pictures_are_refused_with_what_there_is(shell: HistoryShell, suffix: str) -> None:
    shell.add(won())
    assert shell.refused("export", 1, f"game{suffix}") == (
        "ttt-tui: pictures are written as SVG: try game.svg\n"
    )
    assert not Path(f"game{suffix}").exists()


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_a_game_that_is_exported_and_imported_is_the_same(shell: HistoryShell, name: str) -> None:
    shell.add(sample())
    assert shell.fine("export", 1, name) == f"Exported game 1 to {name}\n"
    assert shell.refused("import", name) == "ttt-tui: already stored as game 1\n"
    first, text = json.loads(shell.fine("show", 1, "--json")), shell.fine("show", 1)
    assert (first["id"], first["match"], first["game"], first["dropped"]) == (1, 1, 1, False)
    shell.path.unlink()
    assert shell.fine("import", name) == "Imported game 1\n"
    assert json.loads(shell.fine("show", 1, "--json")) == first
    assert shell.fine("show", 1) == text
    shell.path.unlink()
    assert json.loads(shell.fine("import", name, "--json")) == {"format": 1, "id": 1}


def test_a_game_of_five_in_a_row_goes_to_other_programs_and_back(shell: HistoryShell, tmp_path: Path) -> None:
    game = play(Game(make_setup(15, 15, 5)), "h8 h9 i10")
    shell.add(game)
    assert shell.fine("show", 1, "--moves") == "h8h7i6\n"
    assert shell.fine("export", 1, "game.psq") == "Exported game 1 to game.psq\n"
    (tmp_path / "moves.txt").write_text(shell.fine("show", 1, "--moves"))
    assert shell.refused("import", "game.psq") == "ttt-tui: already stored as game 1\n"
    assert shell.refused("import", "moves.txt").startswith("ttt-tui: game 1 has the same date, players")
    (tmp_path / "game.psq").write_text((tmp_path / "game.psq").read_text().partition("ttt-tui-game")[0])
    for number, name in enumerate(("game.psq", "moves.txt"), 2):
        assert shell.refused("import", name).endswith("; add it anyway with --again\n")
        note = "ttt-tui: moves.txt: assuming a 15×15 board with row 1 at the bottom; --board sets another\n"
        said = note if name == "moves.txt" else ""
        assert shell("import", name, "--again") == (0, f"Imported game {number}\n", said)
        assert json.loads(shell.fine("show", number, "--json"))["moves"] == ["h8", "h9", "i10"]
    shell.refused("show", 1, "--moves", "--json")


def test_omissions_in_other_formats_are_reported(shell: HistoryShell, tmp_path: Path) -> None:
    given_up = play(Game(make_setup(15, 15, 5)), "h8")
    given_up.push(Move(0, None))
    shell.add(given_up, won())
    reason = "the resignation is omitted: the format has none"
    assert shell.fine("export", 1, "game.psq") == f"Exported game 1 to game.psq; {reason}\n"
    assert shell("show", 1, "--moves") == (0, "h8\n", f"ttt-tui: {reason}\n")
    assert shell.fine("export", 1, "game.txt") == "Exported game 1 to game.txt\n"
    said = "needs 5 in a row; this game has 3\n"
    assert shell.refused("export", 2, "other.psq") == f"ttt-tui: a .psq file {said}"
    assert not (tmp_path / "other.psq").exists()
    assert shell.refused("show", 2, "--moves") == f"ttt-tui: a move string {said}"


def test_export_never_replaces_a_file(shell: HistoryShell, tmp_path: Path) -> None:
    shell.add(won())
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    assert shell.refused("export", 1, file) == f"ttt-tui: {file} already exists; choose a new file\n"
    assert file.read_text() == "mine"
    (tmp_path / "link.txt").symlink_to("missing")
    shell.refused("export", 1, "link.txt")
    assert not (tmp_path / "missing").exists()


def test_an_id_that_is_none_is_refused_in_one_line(shell: HistoryShell) -> None:
    shell.add(won())
    for id in ("0", "2", "-1", "x", "1.0", "", "9" * 15, "9" * 40, "\x1b[2J", "١", "1;"):
        shell.refused("show", id)
        shell.refused("export", f"nobody {id}" if id == "x" else id, "new.txt")
        assert not Path("new.txt").exists()


CONTENTS = {
    "empty.txt": b"",
    "control.json": b'{"board": "\\u001b[2J"}',
    "short.json": b'{"board": [3, 3]',
    "huge.txt": b"x" * 900_000,
    "surrogate.json": b'{"board": [3, 3], "line": 3, "moves": [], "players": [{"name": "X", "symbol": "X", '
    b'"level": "\\ud800"}, {"name": "O", "symbol": "O", "level": "\\ud800"}]}',
}


def test_what_is_no_record_or_cannot_be_read_or_written_is_refused_in_one_line(
    shell: HistoryShell, tmp_path: Path
) -> None:
    for name, content in CONTENTS.items():
        (tmp_path / name).write_bytes(content)
        assert name in shell.refused("import", name)
        (tmp_path / name).unlink()
    assert shell.fine("list") == "No games yet\n"
    shell.add(won())
    for name in ("missing.txt", ".", "/proc/self/mem", "a\x1b[2Jb", "x" * 5000, "missing/new"):
        shell.refused("import", name)
    for name in (".", "x" * 5000, "missing/new"):
        shell.refused("export", 1, name)


def test_a_store_that_cannot_be_opened_is_reported_in_one_line(shell: HistoryShell) -> None:
    shell.path.mkdir(parents=True)
    for words in (("list",), ("show", 1), ("export", 1, "x.txt"), ("import", "x.txt"), ("stats", "--json")):
        assert "history.db is not a file" in shell.refused(*words)


def test_a_damaged_store_is_reported_and_replaced(shell: HistoryShell) -> None:
    shell.home.mkdir()
    shell.path.write_text("nonsense " * 1000)
    status, out, err = shell("list")
    assert (status, out) == (0, "No games yet\n")
    assert err.startswith("The history was damaged; it was moved to history-damaged-")
    assert shell.fine("list") == "No games yet\n"


def tried(shell: HistoryShell, *days_ago: int) -> None:
    """Keep that so many days ago a daily puzzle was solved, that of the last of them after a wrong move."""
    history = History(shell.path)
    for ago in days_ago:
        began = datetime.now().astimezone() - timedelta(days=ago)
        wrong = int(ago == days_ago[-1])
        history.puzzles.keep(PuzzleTry(f"of {ago}", began, began.date(), 1500, wrong, 0, False, True))
    history.close()


def test_puzzles_are_in_the_statistics_once_one_was_tried(shell: HistoryShell) -> None:
    tried(shell, 0)
    games, line = shell.fine("stats").splitlines()
    assert games == "No finished games yet"
    assert line == "Puzzles: 1 of 1 solved, daily streak 1, best 1, rating after 4 more puzzles"
    tried(shell, 1, 2, 6, 9)
    *_, line, ratings = shell.fine("stats").splitlines()
    assert line.startswith("Puzzles: 5 of 5 solved, daily streak 3, best 3, rating 1")
    first, last = date.today() - timedelta(days=9), date.today()
    assert ratings.startswith(f"Rating from {first} to {last}: 1325 ")
    told = json.loads(shell.fine("stats", "--json"))["puzzles"]
    assert {key: told[key] for key in ("solved", "tried", "streak", "best_streak")} == {
        "solved": 5, "tried": 5, "streak": 3, "best_streak": 3
    }  # fmt: skip
    assert list(told["ratings"]) == [str(last - timedelta(days=ago)) for ago in (9, 6, 2, 1, 0)]
    assert told["ratings"][str(last)] == told["rating"]
    assert [f"{rating:.0f}" for rating in told["ratings"].values()] == ratings.split(": ")[1].split()
    assert 100 < told["deviation"] < 350


def test_of_many_ratings_a_dozen_are_shown_with_the_first_and_the_last(shell: HistoryShell) -> None:
    tried(shell, *range(40))
    *_, line = shell.fine("stats").splitlines()
    numbers = line.split(": ")[1].split()
    told = json.loads(shell.fine("stats", "--json"))["puzzles"]["ratings"]
    by_day = [f"{rating:.0f}" for rating in told.values()]
    assert len(numbers) == 12
    assert (numbers[0], numbers[-1]) == (by_day[0], by_day[-1])


# --- rows that somebody else wrote -----------------------------------------------------------------------


def with_setup(path: tuple[Any, ...], value: object) -> str:
    """The set-up of a stored game with something else in one place."""
    data: Any = {
        "board": [3, 3],
        "line": 3,
        "players": [
            {"symbol": "X", "name": "P0", "level": "human"},
            {"symbol": "O", "name": "P1", "level": "human"},
        ],
        "rules": {},
    }  # fmt: skip
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return json.dumps(data)


HOSTILE = [
    *[
        ("setup", with_setup(("players", 0, field), text))
        for field in ("name", "symbol", "level", "colour")
        for text in ("\x1b[2J", "\u202eabc", "x" * 10_000, "\ud800", "\x9b31m", "", None, 5)
    ],
    ("setup", with_setup(("board",), [10**18, 3])),
    ("setup", with_setup(("players", 0, "time"), -(10**400))),
    *[
        (column, value)
        for column in ("setup", "moves", "undone")
        for value in (
            "", "{", "[", "null", "5", '"abc"', "{}", '["\\u001b[2J"]', "[" * 100_000, '["a1"]' * 2,
            "9" * 5000,
            b"\xff\xfe", 5, 0.5, '["b3", "b3"]', '["i9"]', '["X-resigns", "X-resigns"]', "[null, [1]]",
            json.dumps(["a1"] * 10_000), json.dumps(["\u202e" * 10_000]),
        )
    ],
    *[
        (column, value)
        for column in (
            "started", "changed", "result", "owner", "owned_since", "number", "first", "seed", "match",
            "dropped", "hints",
        )
        for value in (
            "", "\x1b[2J", "2026-11-21\x1b10:00:00", "[bold]", "[/]", "\u202e", "x" * 10_000, b"\xff", -1, 99,
            10**18, 0.5, float("inf"), "Z wins: line", "X wins: \x1b[2J", "draw: line\x07", "unfinished",
            ":::", "a:b:c:d", f"a:{10**30}:0:0",
        )
    ],
]  # fmt: skip


TRIED = sampled(HOSTILE, HOSTILE[::7])
"""Of twenty in each column every seventh: each of them in some."""


def shortened(value: object) -> str:
    return ascii(value)[:40]


@pytest.mark.sample(every=16)
@pytest.mark.parametrize("column", sorted({column for column, _ in HOSTILE}))
def test_no_row_ends_a_command_or_reaches_the_terminal(shell: HistoryShell, column: str) -> None:
    shell.add(won(), sample())
    whole = json.loads(shell.fine("show", 2, "--json"))
    del whole["format"]
    before = rows(shell.path)[0][column]
    for number, value in enumerate(value for other, value in TRIED if other == column):
        try:
            shell.edit(column, value)
        except sqlite3.IntegrityError:  # NULL, as infinity is for SQLite
            continue
        told = shortened(value)
        for words in (
            ("list",), ("list", "--json"), ("stats",), ("stats", "--json"), ("show", 1),
            ("show", 1, "--json"),
            ("export", 1, f"{column}{number}.txt"),
        ):  # fmt: skip
            status, out, err = shell(*words)
            assert status in (0, 1), told
            assert err.count("\n") <= 1, told
            if words[0] in ("list", "stats"):
                assert status == 0, told
            if words == ("list", "--json"):
                assert whole in json.loads(out)["games"], told
        shell.edit(column, before)
    assert shell.fine("show", 1)


def test_a_game_with_illegal_moves_is_reported_and_the_others_are_listed(shell: HistoryShell) -> None:
    shell.add(won(), sample())
    shell.edit("moves", '["a1", "a1"]')
    status, out, err = shell("list", "--json")
    assert status == 0
    assert [game["id"] for game in json.loads(out)["games"]] == [2]
    assert err == "ttt-tui: game 1 in the history is damaged: a1 is taken\n"
    assert shell.refused("show", 1) == err
    shell.edit("moves", '["a1"]')
    assert shell.refused("show", 1).endswith("its moves give unfinished\n")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("hints", hints) for hints in ("-1", "1000000", f"'{'9' * 4000}'", "'many'", "x'33ff'")),
        ("started", "CAST(x'ff1bfe' AS TEXT)"),
    ],
)
def test_a_row_that_cannot_be_read_is_left_out(shell: HistoryShell, column: str, value: str) -> None:
    shell.add(won(), sample())
    edit(shell.path, f"UPDATE games SET {column} = {value} WHERE id = 1")
    assert [game["id"] for game in json.loads(shell.fine("list", "--json"))["games"]] == [2]
    assert "no game 1; see `history list`" in shell.refused("show", 1)


def test_a_game_of_a_strange_owner_is_still_listed(shell: HistoryShell) -> None:
    shell.add(won())
    for mark in ("", "\x1b", "a", ":::", f"{'x' * 100}:1:2:3", 5, b"\xff", f"a:{10**30}:0:0", "a:-1:0:0"):
        shell.edit("owner", mark)
        assert json.loads(shell.fine("list", "--json"))["games"][0]["id"] == 1


# --- statistics ------------------------------------------------------------------------------------------


def test_the_statistics_are_those_of_an_independent_count(shell: HistoryShell) -> None:
    rng = Random(20261121)
    expected: dict[str, dict[str, Counter[str]]] = {"players": {}, "levels": {}, "boards": {}}
    hints: Counter[str] = Counter()
    games = []
    for _ in range(120):
        count = rng.choice([2, 2, 3])
        columns = rng.choice([3, 4])
        setup = make_setup(columns, 3, 3, players=count)
        seats = tuple(
            replace(
                p, name=rng.choice(["Ada", "Bob"]), level=rng.choice(["human", "human", "simple", "negamax"])
            )
            for p in setup.players
        )
        game = Game(replace(setup, players=seats), rng.randrange(count))
        hinted = 0
        while game.outcome is None and rng.random() < 0.99:
            if rng.random() < 0.2:
                game.note_hint()
                hinted += 1
            free = [s for s in game.setup.geometry.squares if game.check(s) is None]
            if rng.random() < 0.05:
                game.push(Move(rng.choice(game.position.active), None))
            else:
                game.place(rng.choice(free))
        games.append(game)
        if game.outcome is None:
            continue
        if [player.level for player in seats].count("human") == 1:
            hints[next(player.name for player in seats if player.level == "human")] += hinted
        for seat, player in enumerate(seats):
            winner = game.outcome.winner
            how = "draws" if winner is None else "wins" if winner == seat else "losses"
            keys = [f"first_{how}", how] if seat == game.first else [how]
            human = player.level == "human"
            places = (
                [("players", player.name), ("boards", f"{columns}×3 · 3")]
                if human
                else [("levels", player.level)]
            )
            for group, name in places:
                expected[group].setdefault(name, Counter()).update(keys)
    ends = {game.outcome.termination for game in games if game.outcome}
    assert ends >= {Termination.LINE, Termination.DEAD_BOARD, Termination.RESIGNATION}
    shell.add(*games)
    counted = json.loads(shell.fine("stats", "--json"))
    assert (counted.pop("format"), counted.pop("hints")) == (1, hints)
    assert set(hints) == {"Ada", "Bob"}
    assert {
        group: {name: +Counter(tally) for name, tally in tallies.items()}
        for group, tallies in counted.items()
    } == expected
    table = shell.fine("stats")
    ada = expected["players"]["Ada"]
    kinds = ("wins", "draws", "losses")
    later = (ada[kind] - ada[f"first_{kind}"] for kind in kinds)
    numbers = (*(ada[kind] for kind in kinds), *(ada[f"first_{kind}"] for kind in kinds), *later)
    (line,) = [line for line in table.splitlines() if line.startswith("Ada")]
    assert line.replace("–", " ").split() == ["Ada", *map(str, numbers)]
    told = ", ".join(f"{name} {count}" for name, count in hints.most_common())
    assert table.splitlines()[-2:] == [
        "Moved first, moved later: won – drawn – lost",
        f"Positions with hints: {told}",
    ]


@pytest.mark.parametrize(
    "content", ["Piskvorky 15x15, 0:11, 0\n-1\n", to_psq(Record(Game(make_setup(15, 15, 5))))]
)
def test_a_game_without_a_move_is_not_imported(shell: HistoryShell, tmp_path: Path, content: str) -> None:
    (tmp_path / "empty.psq").write_text(content)
    assert shell.refused("import", "empty.psq") == "ttt-tui: empty.psq: cannot import a game without moves\n"
    assert shell.fine("list") == "No games yet\n"


def test_a_person_who_changed_their_name_has_one_row_of_statistics(shell: HistoryShell) -> None:
    named = [replace(won().setup, players=tuple(
        replace(player, name=name) if seat == 0 else player for seat, player in enumerate(won().setup.players)
    )) for name in ("You", "Ada", "Zoe")]  # fmt: skip
    shell.add(*(play(Game(setup), "a1 a2 b1 b2 c1") for setup in named))
    history = History(shell.path)
    history.set_value("name", "Zoe")
    history.set_value("earlier names", '["Ada"]')
    history.close()
    counted = json.loads(shell.fine("stats", "--json"))
    assert {name: tally["wins"] for name, tally in counted["players"].items()} == {"Zoe": 3, "P1": 0}
    assert "Ada" not in shell.fine("stats")


def test_ratings_in_games_are_in_the_statistics(shell: HistoryShell) -> None:
    history = History(shell.path)
    setup = make_setup(levels=("human", "expert 4"))
    setup = replace(setup, players=(replace(setup.players[0], name="You"), setup.players[1]))
    game = play(Game(setup), "a1 a2 b1 b2 c1")
    stored = StoredGame.of_game(game, number=1, seed=0, rated=True)
    history.write(lambda connection: history.insert(connection, stored, None))
    history.close()
    *_, line = shell.fine("stats").splitlines()
    assert line == "Three in a row: 1 game, rating after 4 more games"
    counted = json.loads(shell.fine("stats", "--json"))
    assert [*counted["levels"]] == ["medium 4"], "as on screen"
    told = counted["ratings"]["three in a row"]
    assert told["games"] == 1
    assert list(told["ratings"].values()) == [told["rating"]]
    assert 1500 < told["rating"] < 1700


NASTY = "\x1b[31mada\u202e\n"


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("as_list", [False, True])
def test_no_column_of_a_game_reaches_the_terminal_raw(shell: HistoryShell, as_list: bool) -> None:
    shell.add(won())
    value = json.dumps([NASTY]) if as_list else NASTY
    columns = [*rows(shell.path)[0].items()]
    for column, before in sampled(columns, columns[::3]):
        if column == "id":
            continue
        shell.edit(column, value)
        for words in ("list", "list --json", "show 1", "show 1 --json", "stats", "stats --json"):
            status, out, err = shell(*words.split())  # it asserts that all of it is printable
            assert "\x1b" not in out + err, (column, words)
            assert status in (0, 1)
        shell.edit(column, before)


def test_the_host_of_a_guests_copy_is_shown_escaped(shell: HistoryShell) -> None:
    shell.add(won())
    shell.edit("host", NASTY)
    assert "\\x1b[31mada\\u202e\\n" in shell.fine("show", "1")
    assert json.loads(shell.fine("show", "1", "--json"))["host"] == "\\x1b[31mada\\u202e\\n"
    shell.edit("host", "a" * 257)
    assert "no game 1" in shell.refused("show", "1")


# --- searching and exploring -----------------------------------------------------------------------------


def listed(shell: HistoryShell, *words: object) -> list[int]:
    return [game["id"] for game in json.loads(shell.fine("list", "--json", *words))["games"]]


def test_a_search_lists_what_it_finds_newest_first(shell: HistoryShell) -> None:
    shell.add(won(), sample(), play(Game(make_setup()), "b2 a1"), play(Game(make_setup()), "b2 c3 a1"))
    assert listed(shell) == [4, 3, 2, 1]
    assert listed(shell, "3x3") == [4, 3, 1]
    assert listed(shell, "3x3", "--count", 2) == [4, 3]
    assert listed(shell, "--count", 1) == [4]
    assert listed(shell, "moves:b2", "c1") == [4, 3], "the same when it is turned"
    assert listed(shell, "moves:b2 c1", "--", "-#4") == [3]
    assert listed(shell, "won") == [], "others played it elsewhere"
    first, second = (player.name for player in make_setup().players)
    assert [listed(shell, "won", f'"{name}"', "3x3") for name in (first, second)] == [[1], []]
    assert [listed(shell, "lost", f'"{name}"', "3x3") for name in (first, second)] == [[], [1]]
    assert listed(shell, "finished") == [1]
    assert listed(shell, "nobody") == []
    assert shell.fine("list", "nobody") == "No games match\n"
    assert [line.split()[0] for line in shell.fine("list", "3x3").splitlines()] == ["id", "4", "3", "1"]


def test_what_is_wrong_with_a_search_is_said_in_a_line(shell: HistoryShell) -> None:
    shell.add(won())
    assert shell.refused("list", "after:2026-13").startswith("ttt-tui: “2026-13” is not a date; write one")
    assert shell.refused("list", "x:y").startswith("ttt-tui: unknown word “x:”")


def test_the_explorer_prints_what_followed_and_who_won(shell: HistoryShell) -> None:
    games = ["b2 a1", "b2 c3 a3 c1 c2", "b2 a2 a1 c3 b1 b3", "a1 b2"]
    shell.add(*(play(Game(make_setup()), moves) for moves in games))
    rows = [line.split() for line in shell.fine("explore", "b2", "--board", 3).splitlines()]
    assert rows == [
        ["move", "games", "X", "won", "O", "won", "drawn"], ["a1", "2", "0", "0", "0"],
        ["b1", "1", "0", "0", "0"],
    ]  # fmt: skip
    assert json.loads(shell.fine("explore", "--board", 3, "--json"))["moves"] == [
        {"move": "b2", "games": 3, "wins": [0, 0], "draws": 0},
        {"move": "a1", "games": 1, "wins": [0, 0], "draws": 0},
    ]
    assert shell.fine("explore", "--rules", "connect4", "d") == "No game went on from this position\n"
    assert (
        shell.fine("explore", "b2", "--board", 3, "--source", "mine")
        == "No game went on from this position\n"
    )


def test_a_long_import_shows_how_far_it_is_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("ttt_tui.cli.progress.SHOWN_AFTER", -1.0)
    line = ProgressLine("Importing")
    line.show(1200, 5000)
    line.show(1300)
    line.clear()
    line.clear()
    assert capsys.readouterr().err == "\rImporting: 1,200 of 5,000 games\x1b[K\r\x1b[K"
