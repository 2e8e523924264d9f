"""What `--json` prints is as `docs/json.md` says: the same keys, of the types named there, and no others.

The tables are compared with samples of each command both ways, down to the innermost value.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.docs import ROOT, blocks_of
from tests.support.shell import Shell, shell
from tests.support.stores import edit
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.review import GameReview
from ttt_tui.cli.bench import ITEMS, measure
from ttt_tui.cli.review import _to_data as review_to_data
from ttt_tui.engine import Game, Limit, Move, Rules
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import to_text
from ttt_tui.errors import WorkerEnded
from ttt_tui.process.streams import JSON_FORMAT, print_json
from ttt_tui.session.advisor import PASSES
from ttt_tui.store.games import History
from ttt_tui.store.puzzles import PuzzleTry
from ttt_tui.store.stored_game import StoredGame
from ttt_tui.tournament.ratings import Elo, EloRating

__all__ = ["shell"]

DOCUMENT = ROOT / "docs" / "json.md"
OWN = ROOT / "tests/gomocup/own_computers.py"
ABSENT = "absent"

Table = dict[str, set[str]]
"""The types of each path."""


def tables() -> dict[str, Table]:
    """Return the tables of the document by command."""
    found: dict[str, Table] = {}
    for part in re.split(r"^## ", DOCUMENT.read_text(), flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", text, re.MULTILINE)
        if rows:
            assert len(dict(rows)) == len(rows), f"{title}: a key has two rows"
            found[title] = with_containers({path: set(types.split(" or ")) for path, types in rows})
    return found


def with_containers(table: Table) -> Table:
    """Add what rows imply: `a[].b` that `a` is an array of objects, unless `a` or `a[]` has a row."""
    whole = dict(table)
    for path, types in table.items():
        while found := re.fullmatch(r"(.*)(\[\]|\.\w+)", path):
            kind = "array" if found[2] == "[]" else "object"
            path = found[1]
            implied = {kind} | (types & {ABSENT} if kind == "array" and path not in table else set())
            whole.setdefault(path, implied)
    for path, types in table.items():  # the absence of `a[]` is that of `a`
        if path.endswith("[]"):
            whole[path] = types - {ABSENT}
    return whole


def type_of(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
    assert isinstance(value, dict)
    return "object"


class Comparison:
    """Compares samples with a table; remembers which types of which paths were printed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen: dict[str, set[str]] = defaultdict(set)
        self.faults: list[str] = []

    def add(self, data: dict[str, Any]) -> None:
        assert next(iter(data.items())) == ("format", JSON_FORMAT)
        self._object(data, "")

    def _object(self, data: dict[str, Any], path: str) -> None:
        keys = {name.removeprefix(path) for name in self.table if name.startswith(path)}
        keys = {key for key in keys if re.fullmatch(r"\w+", key)}
        anything = next((key for key in keys if key.isupper()), None)
        for key, value in data.items():
            self._value(value, path + (anything or key))
        if anything is None:
            for key in keys - data.keys():
                self.seen[path + key].add(ABSENT)
                if ABSENT not in self.table[path + key]:
                    self.faults.append(f"{path}{key} is not printed")

    def _value(self, value: object, path: str) -> None:
        kind, allowed = type_of(value), self.table.get(path, set())
        if kind == "integer" and "integer" not in allowed:
            kind = "number"
        self.seen[path].add(kind)
        if kind not in allowed:
            self.faults.append(f"{path} is {kind}, not {' or '.join(sorted(allowed)) or 'documented'}")
        elif isinstance(value, list):
            for each in value:
                self._value(each, f"{path}[]")
        elif isinstance(value, dict):
            self._object(value, f"{path}.")

    def unseen(self) -> set[str]:
        """Return the paths with types that no sample has."""
        return {f"{path}: {kind}" for path, types in self.table.items() for kind in types - self.seen[path]}


def printed(shell: Shell, *words: object, statuses: tuple[int, ...] = (0,)) -> dict[str, Any]:
    status, out, err = shell(*words, "--json")
    assert status in statuses, err
    data = json.loads(out)
    assert isinstance(data, dict)
    return data


Samples = Callable[[Shell, pytest.MonkeyPatch], list[dict[str, Any]]]


# --- samples ---------------------------------------------------------------------------------------------


def of_match(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    def match(*specs: str, side: int = 3, more: tuple[object, ...] = ()) -> dict[str, Any]:
        named = [word for spec in specs for word in ("--player", spec)]
        return printed(shell, "match", "--board", side, *named, "--seed", 1, *more, statuses=(0, 1))

    two, games = ("random", "negamax,depth=1"), ("--games", 4)
    found = [
        match(*two, more=games),
        match("random", "random", "random", more=("--games", 3)),
        match(*two, "rules", more=(*games, "--round-robin")),
        match(*two, "rules", more=(*games, "--gauntlet")),
        match(*two, more=(*games, "--sprt", "0,5")),
        match("negamax", "random", more=("--games", 100, "--sprt=-400,0")),
        match(f"python:{OWN}:Raises,time=5", "random", side=5, more=("--games", 2)),
    ]
    nan, inf = float("nan"), float("inf")
    ratings = [EloRating(nan, nan, nan), EloRating(-inf, -inf, -120.0), EloRating(inf, 95.4, inf)]
    with monkeypatch.context() as changed:
        changed.setattr("ttt_tui.tournament.match.elo_ratings", lambda count, met: ratings)
        changed.setattr("ttt_tui.tournament.match.elo_difference", lambda *_: Elo(nan, -inf, inf))
        found += [match(*two, "rules", more=(*games, "--round-robin")), match(*two, more=games)]

    def ended(*arguments: object) -> Any:
        raise WorkerEnded("the process for game 1 was killed by SIGKILL")
        yield

    with monkeypatch.context() as changed:
        changed.setattr("ttt_tui.tournament.match.play_here", ended)
        found.append(match(*two, more=games))
    return found


def of_solve(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    position = ("solve", "--board", 3, "--moves")
    return [
        printed(shell, *position, "a1 b1", "--all"),
        printed(shell, *position, "b2"),
        printed(shell, "solve", "--board", 15, "--time", 0.1, statuses=(3,)),
        *(json.loads(block.text) for block in blocks_of(DOCUMENT) if block.language == "json"),
    ]


def of_bench(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    monkeypatch.setattr("ttt_tui.cli.bench.measure", lambda signals: measure(signals, ITEMS[5:6]))
    return [printed(shell, "bench")]


def stored(shell: Shell) -> None:
    """Store games in which each key has each of its types."""
    setup = make_setup(7, 6, 4, players=2, levels=("negamax", "human"), kind=Rules(misere=True))
    computer = replace(setup.players[0], limit=Limit(0.5, 4, 1000))
    game = Game(replace(setup, players=(computer, setup.players[1])))
    game.push(Move(0, 0, milliseconds=20))
    game.push(Move(1, 1))
    rules = replace(make_setup().rules, points=3, draws=2)
    history = History(shell.home / "history.db")
    history.add(Record(play(Game(replace(make_setup(), rules=rules)), "a1 a2 b1 b2 c1"), "2026-11-21"))
    history.add(Record(game, "2026-11-21"))
    history.close()
    edit(shell.home / "history.db", "UPDATE games SET host = 'ada', origin = NULL WHERE id = 1")


def of_list(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    empty = printed(shell, "history", "list")
    stored(shell)
    return [empty, printed(shell, "history", "list")]


def of_explore(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    stored(shell)
    return [printed(shell, "history", "explore", "a1", "--board", 3)]


def of_import(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    one, two, three = (to_text(Record(play(Game(make_setup()), moves))) for moves in ("b2", "a1", "c1"))
    Path("one.txt").write_text(one)
    Path("two.txt").write_text(f"{two}\n{three}")
    return [printed(shell, "history", "import", name) for name in ("one.txt", "two.txt")]


def of_stats(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    empty = printed(shell, "history", "stats")
    setup = make_setup(levels=("human", "expert 4"))
    setup = replace(setup, players=(replace(setup.players[0], name="You"), setup.players[1]))
    hinted = play(Game(setup), "a1 a2 b1 b2 c1")
    hinted.hints = 2
    now = datetime.now(UTC)
    history = History(shell.home / "history.db")
    for game, is_rated in ((play(Game(setup), "a1 a2 b1 b2 c1"), True), (hinted, False)):
        row = StoredGame.of_game(game, number=1, seed=0, rated=is_rated)
        history.write(lambda connection, row=row: history.insert(connection, row, None))  # type: ignore[misc]
    history.add(Record(play(Game(make_setup()), "a1 a2 b1 b2 c1")))
    history.puzzles.keep(PuzzleTry("one", now, now.date(), 1500, 0, 0, False, True))
    history.close()
    return [empty, printed(shell, "history", "stats")]


def of_review(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    resigned = play(Game(make_setup()), "b2 a1")
    resigned.push(Move(0, None, milliseconds=20))
    games = [
        play(Game(make_setup()), "a1 b1 b2 c3 a3 a2 c1"),
        resigned,
        play(Game(make_setup(kind=Rules.parse("pie"))), "a1 stay b2 c3"),
        play(Game(make_setup(5, 5, 4)), "c3 b2 d4"),
        play(Game(make_setup(8, 8, 5, kind=Rules(misere=True))), "d4 e5"),
    ]
    history = History(shell.home / "history.db")
    numbers = [history.add(Record(game, "2026-11-22")) for game in games]
    entry = history.find(numbers[0])
    assert entry is not None
    history.close()
    found = [printed(shell, "history", "review", number) for number in numbers]
    print_json(review_to_data(GameReview(entry.game(), PASSES, "Rapfi"), entry))  # as it begins
    return [*found, json.loads(shell.capsys.readouterr().out)]


SAMPLES: dict[str, Samples] = {
    "match": of_match,
    "solve": of_solve,
    "bench": of_bench,
    "history list": of_list,
    "history explore": of_explore,
    "history import": of_import,
    "history stats": of_stats,
    "history review": of_review,
}


# --- comparison ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("brief_reviews")
@pytest.mark.parametrize("command", SAMPLES)
def test_what_is_printed_is_documented_and_what_is_documented_is_printed(
    command: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    comparison = Comparison(tables()[command])
    for data in SAMPLES[command](shell, monkeypatch):
        comparison.add(data)
    assert comparison.faults == []
    assert comparison.unseen() == set()


def test_a_shown_game_is_one_of_the_list(shell: Shell) -> None:
    stored(shell)
    games = printed(shell, "history", "list")["games"]
    shown = [printed(shell, "history", "show", game["id"]) for game in games]
    assert shown == [{"format": JSON_FORMAT, **game} for game in games]


def test_every_command_with_json_has_a_table() -> None:
    assert tables().keys() == SAMPLES.keys()
    described = set(re.findall(r"^## (.*)", DOCUMENT.read_text(), re.MULTILINE))
    assert described == SAMPLES.keys() | {"history show"}


def test_a_key_that_is_missing_unknown_or_of_another_type_is_found() -> None:
    table = with_containers({"format": {"integer"}, "a[].b": {"string", "null"}, "c": {"number", ABSENT}})
    for more, faults in (
        ({"a": [{"b": "x"}]}, []),
        ({"a": [{"b": 1}], "c": 1}, ["a[].b is number, not null or string"]),
        ({"a": [{"b": "x", "d": 1}]}, ["a[].d is number, not documented"]),
        ({"a": [{}]}, ["a[].b is not printed"]),
        ({}, ["a is not printed"]),
    ):
        comparison = Comparison(table)
        comparison.add({"format": 1, **more})
        assert comparison.faults == faults
        assert comparison.unseen()
