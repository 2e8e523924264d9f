"""`--start FILE`: the position of a record or of a diagram, for games, matches and proofs."""

import json
from pathlib import Path

import pytest

from tests.support.shell import Shell, shell
from ttt_tui.engine import Game, Geometry, Rules, Setup, Start
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import to_text

__all__ = ["shell"]

DIAGRAM = "X O .\n. X .\nO . .\n"
SMALL = Geometry(3, 3, 3)
STONES = {"stones": [["a1", "b2"], ["b1", "a3"]], "to_move": 0}


def file(text: str, name: str = "start.txt") -> Path:
    path = Path(name)
    path.write_text(text)
    return path


def record(*moves: str, first: int = 0, geometry: Geometry = SMALL, players: int = 2) -> str:
    game = Game(Setup(geometry, players), first)
    for move in moves:
        game.place(move)
    return to_text(Record(game))


def test_a_proof_starts_in_a_diagram_or_after_a_record(shell: Shell) -> None:
    found = shell.json("solve", "--start", file(DIAGRAM))
    assert (found["start"], found["value"], found["best"]) == (STONES, "win", ["c3"])
    moves = ("a1", "b1", "b2", "a3")
    assert shell.json("solve", "--start", file(record(*moves)))["start"] == STONES
    later = file(record(*moves, "c3"))
    assert "--at 4 starts before its last move" in shell.refused("solve", "--start", later)
    assert shell.json("solve", "--start", later, "--at", 4)["start"] == STONES
    assert "start" not in shell.json("solve", "--start", later, "--at", 0)
    played = shell.json("solve", "--start", file(DIAGRAM), "--moves", "c1")
    assert (played["start"], played["moves"]) == (STONES, ["c1"])


def test_a_record_that_starts_in_a_position_without_moves_is_that_start(shell: Shell) -> None:
    start = Start.named(SMALL, "a1 b2", "b1 a3")
    text = to_text(Record(Game(Setup(SMALL, start=start))))
    assert shell.json("solve", "--start", file(text))["start"] == STONES


def test_the_same_player_keeps_the_symbol_when_another_one_began(shell: Shell) -> None:
    path = file(record("b2", "a1", first=1))
    assert "O is You (human); X is medium 4" in shell("--plain", "--start", path)[1]


REFUSED = [
    ("--board", "4", "the start is on a 3×3 board, not 4×4"),
    ("--preset", "gomoku", "the start is on a 3×3 board, not 15×15"),
    ("--at", "2", "a diagram has no moves; only a record has"),
    ("--rules", "drop", "the stone on a1 would fall: the square below is empty"),
    ("--resume", None, "not allowed with argument --resume"),
    ("--join", "bob", "not allowed with argument --join"),
]


@pytest.mark.parametrize(("option", "value", "sentence"), REFUSED)
def test_what_contradicts_the_start_is_refused(
    option: str, value: str | None, sentence: str, shell: Shell
) -> None:
    words = [option] if value is None else [option, value]
    assert sentence in shell.refused("--plain", "--start", file(DIAGRAM), *words)


def test_what_contradicts_a_record_is_refused(shell: Shell) -> None:
    path = file(record("c3", "d4", geometry=Geometry(6, 6, 4, Rules.parse("exactly"))))
    plain = ("--plain", "--start", path)
    assert "leave out --rules" in shell.refused(*plain, "--rules", "misere")
    assert "a game with 4 in a row, not 5" in shell.refused(*plain, "--line", "5")
    three = [word for _ in range(3) for word in ("--player", "random")]
    assert "a game for 2 players, not 3" in shell.refused(*plain, *three)
    assert "the game has 2 moves" in shell.refused(*plain, "--at", "3")
    assert "only allowed with --start FILE" in shell.refused("--at", "3")
    assert "no such file" in shell.refused("--start", "missing.txt").lower()


def test_a_record_of_three_players_has_three(shell: Shell) -> None:
    path = file(record("a1", "b1", "c1", "d1", geometry=Geometry(6, 6, 4), players=3))
    out = shell("--plain", "--start", path)[1]
    assert "from a position" in out
    assert "medium 4 (2)" in out


def test_a_match_plays_all_games_from_the_start_with_exchanged_sides(shell: Shell) -> None:
    start = file("X....\n.O...\n..X..\n.....\n.....\n")
    players = ("--player", "rules", "--player", "random", "--time", "0.05", "--seed", "1", "--games", "4")
    shell.fine("match", "--start", start, *players, "--save", "saved")
    games = [json.loads(line) for line in Path("saved/match.jsonl").read_text().splitlines()[1:]]
    assert [game["seats"] for game in games] == [[0, 1], [1, 0]] * 2
    assert all(game["opening"] == 0 for game in games)
    for path in sorted(Path("saved").glob("game-*.txt")):
        assert '"to-move=' in path.read_text()
        out = shell.json("solve", "--start", path, "--at", "0")
        assert out["start"] == {"stones": [["a1", "c3"], ["b2"]], "to_move": 1}
    other = file(".....\n.O...\n..X..\n.....\n.....\n", "other.txt")
    assert "--start is" in shell.refused("match", "--start", other, *players, "--save", "saved")
    again = ("match", "--start", start, *players, "--opening", "random")
    assert "all games begin there" in shell.refused(*again)


def test_players_meet_in_pairs_from_a_start(shell: Shell) -> None:
    three = [word for name in ("rules", "random", "scorer") for word in ("--player", name)]
    words = ("--start", file(DIAGRAM), *three, "--round-robin", "--games", "2", "--seed", "1")
    assert "6 games" in shell.fine("match", *words)
