"""Searching stored games and exploring positions, against slow filters that replay every game."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.support.many_games import random_game
from tests.support.stores import edit, patient, place, python, recorded, write_old_file
from tests.support.strategies import make_setup
from ttt_tui.engine import Game, Geometry, Move, Rules
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.records.tree import Tree
from ttt_tui.engine.start import Start
from ttt_tui.errors import AlreadyStored, ReadOnlyStore, StoreError
from ttt_tui.store import finder, position_index
from ttt_tui.store.database import VERSION
from ttt_tui.store.games import History
from ttt_tui.store.importing import SIMILAR, Imported, ImportedGames
from ttt_tui.store.listing import Wording
from ttt_tui.store.position_index import Source
from ttt_tui.store.positions import reached, reached_in, symmetric
from ttt_tui.store.search import parse_query
from ttt_tui.store.stored_game import Entry, Origin

TODAY = date(2026, 11, 29)

NAMES = ["You", "Old name"]

WORDING = Wording(
    lambda board: f"{board} {board.line_length} {board.rules}", lambda level: f"level-{level}", date.isoformat
)


# --- a slow reference ------------------------------------------------------------------------------------

Stones = frozenset[tuple[object, int, int]]
"""What is on the board, each with its column and row."""


def stones_of(game: Game) -> Stones:
    """Return the stones of a position by side, with all that matters of them."""
    position, geometry = game.position, game.setup.geometry
    found: set[tuple[object, int, int]] = set()
    for owner, squares in enumerate(position.squares_by_owner()):
        side: object = owner if position.has_marks else (owner - position.first) % len(position.stones)
        for age, square in enumerate(squares):
            of_age = (side, len(squares) - age) if geometry.rules.kept_stones else side
            found.add((of_age, geometry.column(square), geometry.row(square)))
    if geometry.rules.game == "ultimate":
        due = position.board_due
        for board in range(9):
            column, row = 3 * (board % 3) + 1, 3 * (board // 3) + 1
            found.add((f"owner {position.board_owner(board)}", column, row))
            if board == due:
                found.add(("due", column, row))
    return frozenset(found)


def images(geometry: Geometry, stones: Stones) -> set[Stones]:
    """Return all images of stones under the symmetries of a board, by its columns and rows."""
    columns, rows, rules = geometry.columns, geometry.rows, geometry.rules
    ways = [lambda c, r: (c, r), lambda c, r: (columns - 1 - c, r)]
    if not rules.drop:
        ways += [lambda c, r, way=way: (way(c, r)[0], rows - 1 - way(c, r)[1]) for way in ways[:2]]
        if columns == rows:
            ways += [lambda c, r, way=way: way(r, c) for way in ways[:4]]
    found = set()
    for way in ways:
        for right in range(columns if rules.wrap else 1):
            for down in range(rows if rules.wrap and not rules.drop else 1):
                moved = ((kind, *way(c, r)) for kind, c, r in stones)
                found.add(frozenset((k, (c + right) % columns, (r + down) % rows) for k, c, r in moved))
    return found


def kind_of(entry: Entry) -> tuple[Geometry, int]:
    return entry.setup.geometry, len(entry.setup.players)


def replayed(entry: Entry) -> Iterator[tuple[int, Game, Move | None]]:
    """Yield the number of stones, the game there and the next stone, until somebody resigns."""
    whole = entry.game()
    game = Game(entry.setup, entry.first)
    stones = game.position.ply
    for move in whole.moves:
        if move.is_end:
            break
        if move.is_stone:
            yield stones, game, move
            stones += 1
        game.push(move)
    yield stones, game, None


def side_to_move(game: Game) -> int:
    return (game.position.next_owner - game.position.first) % len(game.position.stones)


def naive_explorer(entries: Sequence[Entry], asked: Game, stones: int) -> Counter[tuple[object, ...]]:
    """Count games by the least image of the position after each next stone, and by their results."""
    geometry = asked.setup.geometry
    wanted = images(geometry, stones_of(asked))
    counts: Counter[tuple[object, ...]] = Counter()
    for entry in entries:
        if kind_of(entry) != (geometry, len(asked.setup.players)):
            continue
        for count, game, move in replayed(entry):
            if count == stones and move is not None and side_to_move(game) == side_to_move(asked):
                if stones_of(game) in wanted:
                    game.push(move)
                    after = min(map(sorted_stones, images(geometry, stones_of(game))))
                    counts[(after, outcome(entry))] += 1
                break
    return counts


def sorted_stones(stones: Stones) -> tuple[str, ...]:
    return tuple(sorted(map(str, stones)))


def outcome(entry: Entry) -> object:
    """Return the winner's side, or in what else a game ended."""
    game = entry.game()
    if game.outcome is None:
        return "unfinished"
    if game.outcome.winner is None:
        return "draw"
    return (game.outcome.winner - game.position.first) % len(entry.setup.players)


def text_of(entry: Entry) -> str:
    parts = [WORDING.game(entry.setup.geometry)]
    for player in entry.setup.players:
        is_own = player.is_human and player.name in NAMES
        parts += [player.name, NAMES[0] if is_own else player.name, WORDING.level(player.level)]
    tree = entry.tree()
    parts += [node.comment.replace("è", "e") for node in (tree.root, *tree.nodes())]
    return "\n".join(parts).lower()


def sign(entry: Entry, named: Sequence[str]) -> str:
    """Return how a game ended for You, else for all humans here; elsewhere for whom the words name."""
    players = entry.setup.players
    is_here = entry.origin is Origin.PLAYED and any(p.is_human for p in players)
    seats = [seat for seat, p in enumerate(players) if any(word in p.name.lower() for word in named)]
    if is_here:
        seats = [seat for seat, p in enumerate(players) if p.is_human]
    for name in reversed(NAMES):
        if own := [seat for seat, p in enumerate(players) if p.is_human and p.name == name]:
            seats = own[:1]
    if entry.result == "unfinished":
        return "unfinished"
    if not seats:
        return "watched"
    winner = entry.game().outcome
    assert winner is not None
    if winner.winner is None:
        return "drawn"
    return "won" if winner.winner in seats else "lost"


def has_word(entry: Entry, word: str, named: Sequence[str]) -> bool:
    day = entry.started.date().isoformat()
    if word in ("won", "lost", "drawn", "unfinished"):
        return sign(entry, named) == word
    if word == "finished":
        return entry.result != "unfinished"
    key, _, value = word.partition(":")
    if key == "after":
        return day >= value
    if key == "before":
        return day < value
    if word.startswith("#"):
        return entry.id == int(word[1:])
    if word.replace("x", "").isdigit() and "x" in word:
        return f"{entry.setup.geometry.columns}x{entry.setup.geometry.rows}" == word
    word = word.strip('"')
    return word.lower() in text_of(entry) or word in day or word == str(entry.id)


def reaches(entry: Entry, moves: Sequence[str]) -> bool:
    """Whether a game reaches the position after these moves, found by playing them."""
    asked = Game(replace(entry.setup, geometry=entry.setup.geometry.without_opening, start=None))
    for word in moves:
        try:
            square = asked.setup.geometry.parse(word)
            landed = asked.position.landing(square)
        except ValueError:
            return False
        if landed is None or landed not in [*asked.setup.geometry.placements]:
            return False
        if asked.position.occupied >> asked.setup.geometry.square_of(landed) & 1:
            return False
        if len(asked.position.active) < 2:  # the others are out
            return False
        asked.position.play(landed)
    wanted = images(entry.setup.geometry, stones_of(asked))
    return any(
        count == len(moves) and stones in wanted and side == side_to_move(asked)
        for count, stones, side in way_of(entry)
    )


WAYS: dict[str, list[tuple[int, Stones, int]]] = {}


def way_of(entry: Entry) -> list[tuple[int, Stones, int]]:
    """Return the positions of a game, each with its number of stones and the side to move."""
    if entry.uid not in WAYS:
        WAYS[entry.uid] = [(n, stones_of(game), side_to_move(game)) for n, game, _ in replayed(entry)]
    return WAYS[entry.uid]


# --- games to search -------------------------------------------------------------------------------------

KINDS = (
    (3, 3, 3, "usual", 2), (3, 3, 3, "misere", 2), (3, 3, 3, "wild", 2), (3, 3, 3, "misere, shared", 2),
    (3, 3, 3, "vanishing", 2), (4, 4, 3, "usual", 3), (4, 4, 4, "misere", 3), (4, 4, 4, "torus", 2),
    (5, 4, 4, "drop", 2), (5, 4, 4, "drop, torus", 2), (5, 5, 4, "swap2", 2), (5, 5, 4, "pie", 2),
    (6, 6, 6, "double", 2), (9, 9, 3, "ultimate", 2), (9, 9, 3, "open-until-full", 2), (6, 6, 5, "renju", 2),
)  # fmt: skip


def any_game(rng: Random) -> Game:
    """Return a random game by any rules, perhaps from a start, unfinished or resigned."""
    columns, rows, line, words, players = rng.choice(KINDS)
    rules = Rules.parse(words)
    setup = make_setup(columns, rows, line, players, kind=rules)
    levels = ("human", rng.choice(["expert 2", "random", "human"]), "human")
    names = (rng.choice(["You", "Old name", "Zoë", "renju fan"]), rng.choice(["Ada", "Bob 4"]), "Carl")
    seats = (replace(p, level=levels[n], name=names[n]) for n, p in enumerate(setup.players))
    setup = replace(setup, players=tuple(seats))
    if words == "usual" and players == 2 and rng.random() < 0.3:
        setup = replace(setup, start=Start.named(setup.geometry, "b2", "a1", to_move=rng.randrange(2)))
    game = Game(setup, rng.randrange(players))
    few = list(setup.geometry.placements)
    for _ in range(rng.choice([2, 4, 6, 9, 200])):
        if game.outcome is not None:
            return game
        if game.position.choices:
            game.push(Move(game.position.to_move, rng.choice([*game.position.choices])))
            continue
        legal = [each for each in few if game.check(each) is None]
        game.push(Move(game.position.to_move, rng.choice(legal[: rng.choice([3, 100])])))
    if game.outcome is None and rng.random() < 0.5:
        game.push(Move(game.position.to_move, None))
    return game


def fill(history: History, count: int, seed: int = 1) -> list[Entry]:
    """Store random games of the last years, half of them as if played here, and return them."""
    rng = Random(seed)
    records, said = [], Random(seed)
    for _ in range(count):
        game, year = any_game(rng), rng.randrange(2020, 2027)
        tree = Tree.of(game)
        for node in said.sample([tree.root, *tree.main_line], said.choice([0, 0, 0, 1, min(2, tree.played)])):
            node.add_comment(said.choice(COMMENTS))
        records.append(Record(game, f"{year}-01-01", tree=tree))
    history.add_all([record for record in records if record.game.moves])
    history.write(lambda c: c.execute("UPDATE games SET origin = 'played' WHERE id % 2"))
    return history.entries()


COMMENTS = ("event: World Cup\nround: 2", "a } brace, a \\ and renju", "Carl misère: h8", "{")
"""What is said of the games, with words that are names of others."""

QUERIES = (
    "world", "-world", '"world cup"', '"cup round"', "h8", "brace", "} \\", "won world", "carl misere:"[:-1],
    "", "won", "lost", "drawn", "finished", "unfinished", "-won", "-unfinished", "ada", "bob", "you",
    '"bob 4"', '-"bob 4"', "old", "renju", "-renju", "renju won", "misere", "ultimate -won", "3x3",
    "-3x3", "9x9", "3x3 won", "4x4 3", "after:2024-01-01", "before:2022-01-01",
    "after:2021-01-01 before:2023-01-01", "-after:2023-01-01", "2025", "2025-01", "#7", "-#7 3x3", "7",
    "carl won", "ada lost", "zo drawn", "ada -won", '-won "bob 4"', "fan ada lost",
    "level-random", "level-expert", "random won", "nobody", "torus unfinished",
    "moves:b2", "moves:a1", "moves:b2 a1", "moves:a2 b2 c2", "moves:e5",
    "moves:a4 a3", "moves:a b", "moves:xb2 oa1", "-moves:b2", "moves:c3 b2 a1 after:2022-01-01",
    "won moves:b1", "moves:e5 e4 d5", "moves:t20", "moves:b2 a1 c3 a3 b1 b3",
)  # fmt: skip


def expected(entries: Sequence[Entry], query: str) -> list[int]:
    words, moves, groups = [], [], []
    for word in query.split('"')[0].split() + [f'"{part}"' for part in query.split('"')[1::2]]:
        if "moves:" in word:
            groups.append((word.startswith("-"), moves := [word.rpartition(":")[2]]))
        elif groups and ":" not in word:
            moves.append(word)
        elif word != "-":
            words.append(word)
    if query.startswith('-"'):
        words = [f"-{word}" for word in words]
    found = []
    named = [word.strip('"') for word in words if not word.startswith("-") and word not in ("won", "lost")]
    for entry in entries:
        hits = [has_word(entry, word.removeprefix("-"), named) is not word.startswith("-") for word in words]
        hits += [reaches(entry, each) is not is_excluded for is_excluded, each in groups]
        if all(hits):
            found.append(entry.id)
    return found


def found(history: History, query: str) -> list[int]:
    return [game.id for game in history.finder.search(parse_query(query), NAMES, WORDING)]


def check_queries(history: History, count: int, seed: int) -> None:
    entries = fill(history, count, seed)
    answers = {query: expected(entries, query) for query in QUERIES}
    for is_indexed in (False, True):
        if is_indexed:
            history.finder.index_all()
        for query, answer in answers.items():
            assert found(history, query) == answer, (query, is_indexed)
    assert sum(map(bool, answers.values())) > 45, "most queries find something"


def test_queries_find_what_a_slow_filter_finds(history: History) -> None:
    assert len(set(QUERIES)) >= 50
    check_queries(history, 150, 1)


@pytest.mark.slow
def test_queries_find_what_a_slow_filter_finds_among_many_games(history: History) -> None:
    check_queries(history, 5000, 2)


def check_explorer(history: History, count: int, asked: int, seed: int) -> None:
    entries = fill(history, count, seed)
    rng = Random(seed)
    for number in range(asked):
        if number == asked // 2:
            history.finder.index_all()
        entry = rng.choice(entries)
        steps = [*replayed(entry)]
        stones = rng.randrange(steps[0][0], steps[0][0] + len(steps))
        game = next(game for at, game, _ in replayed(entry) if at == stones)
        if stones > rng.choice([3, 5, 100]) or (game.position.stage is not None and game.position.choices):
            continue
        source = rng.choice([*Source])
        chosen = [e for e in entries if source == "all" or (e.origin == "imported") == (source == "imported")]
        naive = naive_explorer(chosen, game, stones)
        moves = history.finder.explorer(game.setup.geometry, reached_in(game), source)
        assert sum(move.games for move in moves) == sum(naive.values())
        assert [move.games for move in moves] == sorted((move.games for move in moves), reverse=True)
        for move in moves:
            again = Game(game.setup, game.first)
            for each in game.moves:
                again.push(each)
            again.push(Move(again.position.to_move, move.move))
            after = min(map(sorted_stones, images(game.setup.geometry, stones_of(again))))
            results = {how: n for (where, how), n in naive.items() if where == after}
            assert move.games == sum(results.values())
            assert move.draws == results.get("draw", 0)
            assert move.wins == tuple(results.get(side, 0) for side in range(len(game.setup.players)))


def test_the_explorer_counts_what_a_slow_loop_counts(history: History) -> None:
    check_explorer(history, 200, 40, 3)


@pytest.mark.slow
def test_the_explorer_counts_what_a_slow_loop_counts_in_many_games(history: History) -> None:
    check_explorer(history, 1500, 300, 4)


# --- what can go wrong -----------------------------------------------------------------------------------


def test_positions_whose_keys_collide_are_told_apart(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(history, 150, 5)
    asked = reached(Geometry(4, 4, 4, Rules.parse("torus")), 2, ["a1", "c2", "b3"])
    assert asked is not None
    table = asked.table
    right = {query: found(history, query) for query in QUERIES if "moves:" in query}
    explored = history.finder.explorer(table.geometry, asked)
    symmetric.cache_clear()
    monkeypatch.setattr("ttt_tui.store.positions.Symmetric.is_packed", lambda self, stones: False)
    monkeypatch.setattr("ttt_tui.store.positions.Symmetric.key", lambda *arguments: -1)
    history.finder.index_all()
    assert {query: found(history, query) for query in right} == right
    again = reached(table.geometry, 2, ["a1", "c2", "b3"])
    assert again is not None
    assert history.finder.explorer(table.geometry, again) == explored
    symmetric.cache_clear()


def test_positions_beyond_those_of_the_table_are_found_too(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(history, 150, 13)
    queries = [query for query in QUERIES if "moves:" in query]
    board = Geometry(4, 4, 4, Rules.parse("torus"))
    asked = reached(board, 2, ["a1", "c2", "b3"])
    assert asked is not None
    right = [found(history, query) for query in queries], history.finder.explorer(board, asked)
    monkeypatch.setattr(position_index, "MOST_STONES", 1)
    history.finder.index_all()
    history.set_value("key", "so that nothing is remembered")
    assert ([found(history, query) for query in queries], history.finder.explorer(board, asked)) == right
    assert right[1]


def test_every_change_of_a_game_is_found(history: History) -> None:
    """The table follows whatever is written, by this program or by hand."""
    fill(history, 60, 6)
    history.finder.index_all()
    rng = Random(1)
    board = Geometry(3, 3, 3)
    start = reached(board, 2, [])
    assert start is not None
    ids = [entry.id for entry in history.entries()]
    changes = [
        lambda c, id: c.execute("DELETE FROM games WHERE id = ?", (id,)),
        lambda c, id: c.execute(
            "UPDATE games SET moves = '[\"b2\", \"a2\"]', result = 'unfinished' WHERE id = ?", (id,)
        ),
        lambda c, id: c.execute("UPDATE games SET owner = 'somebody' WHERE id = ?", (id,)),
        lambda c, id: c.execute("UPDATE games SET owner = NULL, origin = 'imported' WHERE id = ?", (id,)),
    ]
    for number in range(20):
        change, id = rng.choice(changes), rng.choice(ids)
        history.write(partial(change, id=id))
        if number % 3 == 0:
            history.finder.index_all()
        before = found(history, "moves:b2 a2"), history.finder.explorer(board, start)
        history.write(lambda c: [c.execute(f"DELETE FROM {table}") for table in ("reached", "indexed")])
        history.write(lambda c: c.execute("INSERT OR IGNORE INTO to_index SELECT id FROM games"))
        assert (found(history, "moves:b2 a2"), history.finder.explorer(board, start)) == before
        history.finder.index_all()
        assert (found(history, "moves:b2 a2"), history.finder.explorer(board, start)) == before


JUNK = (
    "",
    "x",
    "[]",
    "null",
    "{}",
    "[1, 2]",
    '["z99"]',
    '["b2", "b2", "b2"]',
    "[" * 5000,
    "\ud7ff",
    b"\xff",
    7,
    None,
)


@pytest.mark.parametrize(
    "column", ["setup", "first", "moves", "undone", "result", "started", "origin", "owner"]
)
def test_a_row_that_was_edited_never_breaks_a_search(column: str, history: History, path: Path) -> None:
    fill(history, 20, 7)
    for number, junk in enumerate(JUNK, 1):
        try:
            edit(path, f"UPDATE games SET {column} = ? WHERE id = ?", (junk, number))
        except sqlite3.IntegrityError:
            assert junk is None
    board = Geometry(3, 3, 3)
    start = reached(board, 2, [])
    assert start is not None
    for _ in range(2):
        for query in QUERIES:
            assert len(found(history, query)) <= 20
        history.finder.explorer(board, start)
        readable = {entry.id for entry in history.entries()}
        assert readable <= {*found(history, "")}, "a list may only know too little of a row"
        history.finder.index_all()
    assert history.finder.count_to_index == 0


@pytest.mark.parametrize("statement", [
    "UPDATE indexed SET keys = 'x', stones = NULL", "UPDATE indexed SET keys = x'00', stones = x''",
    "UPDATE boards SET name = name || 'x'", "UPDATE boards SET name = 'x'||id", "DELETE FROM reached",
    "INSERT INTO to_index VALUES (99999)", "UPDATE indexed SET board = 77",
])  # fmt: skip
def test_a_table_that_was_edited_never_breaks_a_search(statement: str, history: History, path: Path) -> None:
    fill(history, 20, 8)
    history.finder.index_all()
    try:
        edit(path, statement)
    except sqlite3.IntegrityError:
        edit(path, "DELETE FROM indexed")
    board = Geometry(3, 3, 3)
    start = reached(board, 2, [])
    assert start is not None
    for _ in range(2):
        assert len(found(history, "moves:b2")) <= 20
        history.finder.explorer(board, start)
        history.write(lambda connection: connection.execute("DELETE FROM games WHERE id % 2"))
        history.finder.index_all()


def test_a_file_that_cannot_be_written_is_searched_too(path: Path) -> None:
    with closing(History(path)) as history:
        entries = fill(history, 40, 9)
        right = {query: expected(entries, query) for query in QUERIES}
    path.chmod(0o400)
    with closing(History(path)) as history:
        history._file.close()
        from ttt_tui.store.read_only import ReadOnlyDatabase

        history._file = ReadOnlyDatabase(path)
        assert isinstance(history.read_only, ReadOnlyStore)
        history.finder.index_all()
        assert history.finder.count_to_index == 40
        assert {query: found(history, query) for query in QUERIES} == right


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_game_of_an_earlier_version_is_found(path: Path, version: int) -> None:
    write_old_file(path, version)
    with closing(History(path)) as history:
        for _ in range(2):
            assert found(history, "moves:b2 a1") == [1]
            assert found(history, "moves:b2 b1") == []
            history.finder.index_all()
        position = reached(Geometry(3, 3, 3), 2, ["b2"])
        assert position is not None
        (move,) = history.finder.explorer(Geometry(3, 3, 3), position)
        assert (move.games, move.wins, move.draws) == (1, (0, 0), 0)


def test_a_game_is_found_while_it_is_played_and_after(path: Path) -> None:
    with closing(patient(path)) as store:
        match, recorder = recorded(store)
        place(match, "b2 a1")
        assert store.run(lambda history: found(history, "moves:b2 c1")) == [1]
        assert store.run(lambda history: history.finder.count_to_index) == 0, "moves of a game cost nothing"
        place(match, "c1 a3 a2 c2 b1 b3")
        recorder.close()
        assert store.run(lambda history: found(history, "moves:b2 a2")) == []
        assert store.run(lambda history: history.finder.count_to_index) == 1
        store.run(lambda history: history.finder.index_all(), after_writes=True)
        assert store.run(lambda history: found(history, "moves:b2 c1")) == [1]


INDEXING = """
import sys
from pathlib import Path
from ttt_tui.store.games import History
from ttt_tui.store.importing import SIMILAR, Imported, ImportedGames

history = History(Path(sys.argv[1]))
while history.finder.index_some():
    pass
print("done")
"""


def test_two_processes_index_and_search_the_same_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(History(path)) as history:
        entries = fill(history, 300, 10)
        right = expected(entries, "moves:b2")
        others = [python(INDEXING, path) for _ in range(2)]
        while history.finder.index_some():
            assert found(history, "moves:b2") == right
        for other in others:
            assert other.communicate(timeout=60)[0] == "done\n"
        assert found(history, "moves:b2") == right
        counts = dict.fromkeys(right, 0)
        rows = history._file.read(lambda c: c.execute("SELECT game FROM indexed").fetchall())
        assert len(rows) == len({row[0] for row in rows}) == len(entries)
        assert len(counts) == len(right)


def test_a_rename_changes_whose_games_are_yours(history: History) -> None:
    fill(history, 50, 11)
    search = history.finder.search
    assert len(search(parse_query("won"), ["You"], WORDING)) != len(
        search(parse_query("won"), ["Ada"], WORDING)
    )


def test_games_are_listed_in_the_order_of_all_entries(history: History) -> None:
    fill(history, 80, 12)
    assert found(history, "") == [entry.id for entry in history.entries()]
    ids = found(history, "")[10:30]
    assert [entry.id for entry in history.finder.entries_of([*ids, 9999])] == ids


def test_looking_for_the_same_game_reads_only_similar_ones(history: History) -> None:
    """So that an import takes linear time."""
    values = {"beginning": "[", "length": 1, "start": "[", "end": "\U0010ffff"}
    plan = history._file.read(
        lambda c: [
            row["detail"] for row in c.execute(f"EXPLAIN QUERY PLAN SELECT * FROM games {SIMILAR}", values)
        ]
    )
    assert any("games_by_beginning" in step for step in plan)
    assert not any(step.startswith("SCAN games") and "INDEX" not in step for step in plan)


def test_a_file_of_games_is_added_whole_or_not_at_all(history: History, path: Path) -> None:
    games = [random_game(make_setup(), Random(seed)) for seed in range(5)]
    records = [Record(game, "2026-11-21") for game in games]
    added = history.add_all([*records, records[2]], again=False)
    assert added[:5] == [1, 2, 3, 4, 5]
    assert isinstance(added[5], AlreadyStored)
    assert added[5].id == 3
    assert history.add_all([records[2]]) == [6], "again"
    edit(
        path,
        "CREATE TRIGGER fails AFTER INSERT ON games WHEN new.id = 8 BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    with pytest.raises(StoreError):
        history.add_all(records)
    assert len(history.entries()) == 6


def test_comments_are_found_after_each_change_also_where_they_are_too_long_to_be_kept(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Tree.of(Game(make_setup()))
    tree.root.add_comment("the first")
    history.add(Record(Game(make_setup()), tree=tree))
    for most in (finder.MOST_KEPT, 3):
        monkeypatch.setattr(finder, "MOST_KEPT", most)
        for _ in range(2):
            assert found(history, "first") == [1]
            assert found(history, "b2") == found(history, "second") == []
        edit_study = "UPDATE games SET study = '{the second} 1. b2'"
        history.write(lambda connection, statement=edit_study: connection.execute(statement))
        assert (found(history, "first"), found(history, "second")) == ([], [1])
        history.write(lambda connection: connection.execute("UPDATE games SET study = '{the first} 1. b2'"))


def test_a_large_import_is_kept_in_a_file_until_all_is_read(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = read_records("1. h8 a1\n1. h8 b2\n1. h8 c3")
    expected = [Imported.of(record).columns["moves"] for record in records]
    monkeypatch.setattr("ttt_tui.store.importing.MOST_IN_MEMORY", 100)
    assert history.add_all(records) == [1, 2, 3]
    assert [entry.id for entry in history.latest(2)] == [entry.id for entry in history.entries()[:2]]
    with closing(ImportedGames(records)) as games:
        for _ in range(2):
            assert [game.columns["moves"] for game in games] == expected, "a transaction may be repeated"
