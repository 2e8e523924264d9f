"""A match that is kept in a folder: what is in there, how it goes on, and what is refused."""

import errno
import fcntl
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_match import brain, players
from tests.support.shell import Shell, shell
from ttt_tui.engine import Rules
from ttt_tui.errors import AlreadyStored
from ttt_tui.store.files import read_record
from ttt_tui.store.games import History
from ttt_tui.tournament import workers
from ttt_tui.tournament.folder import MATCH_FILE

__all__ = ["shell"]

COMMAND = ("match",)

TWO = players("random,name=Ann", "rules,name=Bob")

MATCH = ["--board", "3", *TWO, "--games", "4", "--seed", "7"]


@pytest.fixture(autouse=True)
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are really played."""
    numbers: list[int] = []
    play = workers.play_game

    def noted(plan: Any, fixture: Any, *rest: Any) -> Any:
        numbers.append(fixture.number + 1)
        return play(plan, fixture, *rest)

    monkeypatch.setattr(workers, "play_game", noted)
    return numbers


def timeless(data: dict[str, Any]) -> dict[str, Any]:
    for player in data["players"]:
        for key in ("slowest", "mean", "p99", "nodes_per_second"):
            del player[key]
    return data


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / MATCH_FILE).read_text().splitlines()]


# --- what is kept ------------------------------------------------------------------------------------------


def test_each_game_is_a_record_and_the_match_a_file_for_programs(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "match"
    data = shell.json(*MATCH, "--save", folder)
    names = [f"game-{number:04}.txt" for number in range(1, 5)]
    assert sorted(path.name for path in folder.iterdir()) == [*names, MATCH_FILE]
    about, *games = lines(folder)
    assert about["match"] == 1
    assert (about["seed"], about["games"], about["board"], about["line"]) == (7, 4, "3×3", 3)
    assert [player["name"] for player in about["players"]] == ["Ann", "Bob"]
    for number, (name, record, line) in enumerate(zip(names, data["records"], games, strict=True), 1):
        game = read_record(folder / name).game
        seats = [data["players"][player]["name"] for player in record["seats"]]
        assert [player.name for player in game.setup.players] == seats
        assert [*map(game.setup.geometry.name, (move.square for move in game.moves))] == record["moves"]
        moves = " ".join(record["moves"])
        assert (line["game"], line["moves"], line["winner"]) == (number, moves, record["winner"])


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("rules", ["swap2", "double"])
def test_a_match_by_other_turns_is_continued_and_never_mixed(
    rules: str, shell: Shell, tmp_path: Path, played: list[int]
) -> None:
    words = ["--board", "6", "--line", "5", *TWO, "--games", "4", "--seed", "7"]
    data = timeless(shell.json(*words, "--rules", rules, "--save", tmp_path))
    file = tmp_path / MATCH_FILE
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:3]))
    del played[:]
    assert timeless(shell.json(*words, "--rules", rules, "--save", tmp_path)) == data
    assert played == [3, 4]
    for number, record in enumerate(data["records"], 1):
        game = read_record(tmp_path / f"game-{number:04}.txt").game
        assert [*map(game.setup.geometry.name, (move.square for move in game.moves))] == record["moves"]
    status, _, err = shell(*words, "--save", tmp_path)
    assert status == 2
    assert f"--rules is {rules} there, usual here" in err


def test_each_record_has_an_id_of_its_own_and_a_second_import_knows_it(shell: Shell, tmp_path: Path) -> None:
    bots = players("rules,name=Ann", "rules,name=Bob")
    records = []
    for seed in (1, 1, 2):
        folder = tmp_path / str(len(records))
        shell.json("--board", "3", *bots, "--games", "4", "--seed", seed, "--save", folder)
        records.append([read_record(path) for path in sorted(folder.glob("*.txt"))])
    first, same, other = ([record.game_id for record in each] for each in records)
    assert first == same
    assert len({*first, *other}) == 8
    history = History(tmp_path / "history.db")
    for record in records[0] + records[2]:
        history.add(record, again=False)
    for record in records[1]:
        with pytest.raises(AlreadyStored, match="already stored as game"):
            history.add(record, again=True)
    history.close()


def test_an_engines_name_and_faults_are_saved_but_not_its_command(shell: Shell, tmp_path: Path) -> None:
    words = ["--board", "7", *players(brain("on_stone", "name=Ann"), "random,name=Bob"), "--games", "2"]
    status, _, told = shell(*words, "--seed", 1, "--save", tmp_path / "match")
    assert status == 0
    assert told.count("failed in game") == 2
    for path in (tmp_path / "match").iterdir():
        assert "on_stone" not in path.read_text()
    record = (tmp_path / "match" / "game-0001.txt").read_text()
    assert '"brain:Ann"' in record
    assert "\n# Ann played b3, which is taken\n" in record
    assert read_record(tmp_path / "match" / "game-0001.txt").game.outcome is not None
    again = shell(*words, "--seed", 1, "--save", tmp_path / "match", "--json")
    assert again[2] == told
    assert json.loads(again[1])["players"][0]["faults"] == {"illegal move": 2}


# --- how it goes on ----------------------------------------------------------------------------------------


def test_only_missing_games_are_played(shell: Shell, tmp_path: Path, played: list[int]) -> None:
    whole = timeless(shell.json(*MATCH, "--save", tmp_path / "match"))
    assert played == [1, 2, 3, 4]
    played.clear()
    (tmp_path / "match" / "game-0003.txt").unlink()
    assert timeless(shell.json(*MATCH, "--save", tmp_path / "match")) == whole
    assert played == [3]
    played.clear()
    assert timeless(shell.json(*MATCH, "--jobs", 2, "--save", tmp_path / "match")) == whole
    assert shell.fine(*MATCH, "--save", tmp_path / "match").startswith("This match was finished before; ")
    assert played == []


def test_a_game_of_an_incomplete_line_is_played_again(
    shell: Shell, tmp_path: Path, played: list[int]
) -> None:
    whole = timeless(shell.json(*MATCH, "--save", tmp_path / "match"))
    file = tmp_path / "match" / MATCH_FILE
    played.clear()
    file.write_bytes(file.read_bytes()[:-20])
    assert timeless(shell.json(*MATCH, "--save", tmp_path / "match")) == whole
    assert played == [4]
    assert [line.get("game") for line in lines(tmp_path / "match")] == [None, 1, 2, 3, 4]
    played.clear()
    file.write_bytes(file.read_bytes()[:30])  # not even what match it is
    assert timeless(shell.json(*MATCH, "--save", tmp_path / "match")) == whole
    assert played == [1, 2, 3, 4]


def test_a_seed_and_names_that_were_not_given_are_those_of_before(shell: Shell, tmp_path: Path) -> None:
    words = ["--board", "3", *players("random", "random"), "--games", "2", "--save", tmp_path / "match"]
    once, again = shell.json(*words), shell.json(*words)
    assert once == again


@pytest.mark.slow
def test_a_match_that_was_decided_stays_decided(shell: Shell, tmp_path: Path, played: list[int]) -> None:
    words = ["--board", "3", *players("negamax,depth=9", "random"), "--seed", "1", "--sprt", "0,400"]
    whole = timeless(shell.json(*words, "--save", tmp_path / "match"))
    assert whole["sprt"]["verdict"] == 400
    assert len(played) == whole["games"] < 1000
    played.clear()
    assert timeless(shell.json(*words, "--save", tmp_path / "match")) == whole
    assert played == []


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--board", "4", *TWO, "--games", "4"],
         "(--board is 3×3 there, 4×4 here; --line is 3 there, 4 here): "),
        (["--board", "3", *TWO, "--games", "4", "--rules", "misere, exactly"],
         "(--rules is usual there, exactly, misere here): "),
        (["--board", "3", *TWO, "--games", "6"], "(--games is 4 there, 6 here): "),
        (["--board", "3", *TWO, "--games", "4", "--seed", "8"], "(--seed is 7 there, 8 here): "),
        (["--board", "3", *TWO, "--games", "4", "--sprt", "0,20.5"],
         "(--sprt is unset there, 0,20.5 here): "),
        (["--board", "3", *TWO, "--games", "4", "--round-robin"],
         "(the pairing is one game there, round robin here): "),
        (["--board", "3", *players("random,name=Ann", "rules,name=Eve,time=2"), "--games", "4"],
         "(the name of player 2 is Bob there, Eve here; the time of player 2 is 1 there, 2 here): "),
        (["--board", "5", *TWO, *players("random"), "--games", "4", "--round-robin"],
         "(the pairing is one game there, round robin here; --board is 3×3 there, 5×5 here; "
         "--line is 3 there, 4 here; 1 more difference): "),
    ],
)  # fmt: skip
def test_another_match_is_not_mixed_with_this_one(
    words: list[str], told: str, shell: Shell, tmp_path: Path, played: list[int]
) -> None:
    shell.fine(*MATCH, "--save", tmp_path / "match")
    before = {path.name: path.read_bytes() for path in (tmp_path / "match").iterdir()}
    played.clear()
    status, out, err = shell(*words, "--save", tmp_path / "match")
    assert (status, out, err.count("\n"), played) == (2, "", 1, [])
    assert "contains another match (" in err
    assert told in err
    assert err.endswith(": choose a new directory or the same options\n")
    assert {path.name: path.read_bytes() for path in (tmp_path / "match").iterdir()} == before


def test_a_match_with_unusual_rules_goes_on_by_them_alone(
    shell: Shell, tmp_path: Path, played: list[int]
) -> None:
    folder, words = tmp_path / "match", [*MATCH, "--rules", "misere"]
    whole = timeless(shell.json(*words, "--save", folder))
    assert read_record(folder / "game-0001.txt").game.setup.geometry.rules == Rules(misere=True)
    played.clear()
    (folder / "game-0003.txt").unlink()
    assert timeless(shell.json(*words, "--save", folder)) == whole
    assert played == [3]
    status, _, err = shell(*MATCH, "--save", folder)
    assert status == 2
    assert "contains another match (--rules is misere there, usual here): " in err
    assert lines(folder)[0]["board"] == "3×3, misere", "by which a program without rules refuses it"


def test_a_match_that_was_saved_before_there_were_rules_goes_on(
    shell: Shell, tmp_path: Path, played: list[int]
) -> None:
    whole = timeless(shell.json(*MATCH, "--save", tmp_path / "match"))
    file = tmp_path / "match" / MATCH_FILE
    assert '"rules": "usual", ' in file.read_text()
    file.write_text(file.read_text().replace('"rules": "usual", ', ""))
    played.clear()
    assert timeless(shell.json(*MATCH, "--save", tmp_path / "match")) == whole
    assert played == []


def test_a_match_that_was_saved_when_the_pairing_was_called_its_format_goes_on(
    shell: Shell, tmp_path: Path, played: list[int]
) -> None:
    folder = tmp_path / "match"
    whole = timeless(shell.json(*MATCH, "--save", folder))
    file = folder / MATCH_FILE
    assert '"pairing": "one game", ' in file.read_text()
    file.write_text(file.read_text().replace('"pairing": ', '"format": '))
    played.clear()
    assert timeless(shell.json(*MATCH, "--save", folder)) == whole
    assert played == []
    assert "the pairing is one game there, " in shell(*MATCH, "--round-robin", "--save", folder)[2]


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new)


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (replaced('"match": 1', '"match": 99'), "line 1: not a match of ttt-tui"),
        (lambda text: "rubbish\n" + text, "line 1: not JSON"),
        (lambda text: "[1]\n" + text, "line 1: not a match of ttt-tui"),
        (lambda text: "a list of things", "line 1: not a match of ttt-tui"),
        (lambda text: "[1]\n and more", "line 1: not a match of ttt-tui"),
        (lambda text: text + "\0\n", "line 6: not JSON; delete the line to play its game again"),
        (lambda text: text + "[]\n", "line 6: a game must be an object"),
        (lambda text: text + "{}\n", "line 6: game is missing"),
        (replaced('"game": 2', '"game": 5'), "line 3: game must be a whole number from 1 to 4"),
        (replaced('"game": 2', '"game": true'), "line 3: game must be a whole number"),
        (replaced('"seats": [1, 0]', '"seats": [0, 1]'),
         "line 3: the players or the result do not match the moves"),
        (replaced('"moves": "', '"moves": "z9 '), "line 2: z9"),
        (replaced('"termination": "line"', '"termination": "luck"'),
         "the players or the result do not match the moves"),
        (replaced('"slowest": [', '"slowest": ["'), ": not JSON"),
        (lambda text: re.sub(r'"times": .[^]]*', '"times": [-1', text), "times must be a whole number"),
        (lambda text: re.sub(r'"times": .[^]]*', '"times": [1e99', text), "times must be a whole number"),
        (lambda text: re.sub(r'"nodes": .[^]]*', '"nodes": [true', text), "nodes must be a whole number"),
        (lambda text: re.sub(r'"nodes": .[^]]*', '"nodes": [1, 2, 3', text), "nodes must be"),
        (lambda text: re.sub(r'"slowest": .[0-9.]+', '"slowest": [-1', text),
         "slowest must be a list of seconds"),
        (replaced('"failures": []', '"failures": [{"player": 0, "ply": 1, "reason": 5, "fault": null}]'),
         "reason must be printable text"),
        (replaced('"failures": []', '"failures": 5'), "line 2: failures must be a list"),
        (replaced('"opening": 2, "moves": "', '"opening": 0, "moves": "", "played": "'),
         "the game is not over"),
    ],
)  # fmt: skip
def test_a_damaged_match_is_refused_with_its_line(
    change: Callable[[str], str], told: str, shell: Shell, tmp_path: Path, played: list[int]
) -> None:
    shell.fine(*MATCH, "--save", tmp_path / "match")
    file = tmp_path / "match" / MATCH_FILE
    text = change(file.read_text())
    file.write_text(text)
    played.clear()
    status, out, err = shell(*MATCH, "--save", tmp_path / "match")
    assert (status, out, err.count("\n"), played) == (2, "", 1, [])
    assert "argument --save: cannot read " in err
    assert f"{MATCH_FILE}', " in err
    assert told in err
    assert file.read_text() == text


def test_a_directory_that_cannot_be_one_is_refused(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letters.txt").write_text("Dear")
    for name, told in (
        ("file", "is a file; choose a directory"),
        ("file/below", "argument --save: cannot save the match: "),
        ("full", "contains other files; choose a new directory"),
        ("x" * 300, "xxx': file name too long"),
    ):
        status, out, err = shell(*MATCH, "--save", tmp_path / name)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert told in err
    assert sorted(path.name for path in (tmp_path / "full").iterdir()) == ["letters.txt"]


def test_one_match_at_a_time_is_played_into_a_directory(shell: Shell, tmp_path: Path) -> None:
    shell.fine(*MATCH, "--save", tmp_path)
    with (tmp_path / MATCH_FILE).open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        status, _, err = shell(*MATCH, "--save", tmp_path)
    assert status == 2
    assert "is in use by another match" in err


def test_a_directory_is_not_made_for_options_that_are_wrong(shell: Shell, tmp_path: Path) -> None:
    status, _, _ = shell("--board", "2", *TWO, "--save", tmp_path / "match")
    assert status == 2
    assert not (tmp_path / "match").exists()


# --- a disk that is full -----------------------------------------------------------------------------------


def test_a_game_that_cannot_be_saved_ends_the_match_which_continues_later(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: list[int]
) -> None:
    folder = tmp_path / "match"

    def full(self: Path, *arguments: Any, **more: Any) -> int:
        if self.name == ".game-0003.txt.part":
            self.touch()
            raise OSError(errno.ENOSPC, "No space left on device", str(self))
        return int(write_text(self, *arguments, **more))

    write_text = Path.write_text
    with monkeypatch.context() as changed:
        changed.setattr(Path, "write_text", full)
        status, out, err = shell(*MATCH, "--save", folder, "--json")
    data = json.loads(out)
    assert status == 1
    assert err.count("\n") == 1
    assert "ttt-tui: cannot save the match: " in err
    assert "no space left on device" in err
    assert data["games"] == 2
    assert data["error"] in err
    assert sorted(path.name for path in folder.iterdir()) == ["game-0001.txt", "game-0002.txt", MATCH_FILE]
    played.clear()
    assert shell.json(*MATCH, "--save", folder)["games"] == 4
    assert played == [3, 4]


@pytest.mark.parametrize("after", [0, 2])
def test_a_line_of_the_match_file_is_written_whole_or_not_at_all(
    after: int, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0

    def part(descriptor: int, data: bytes) -> int:
        nonlocal written
        if written > after:
            raise OSError(errno.ENOSPC, "No space left on device")
        written += 1
        return write(descriptor, data[:10] if written > after else data)

    write = os.write
    with monkeypatch.context() as changed:
        changed.setattr(os, "write", part)
        status, _, err = shell(*MATCH, "--save", tmp_path / "match")
    assert status == (2 if after == 0 else 1)
    assert f"{MATCH_FILE}': no space left on device" in err
    assert len((tmp_path / "match" / MATCH_FILE).read_bytes().splitlines()) == after
    assert shell.json(*MATCH, "--save", tmp_path / "match")["games"] == 4


def test_a_match_that_was_saved_when_steps_had_the_names_of_records_goes_on(
    shell: Shell, tmp_path: Path, played: list[int]
) -> None:
    words = ["--board", "3", *players("easy 2", "expert,strength=2"), "--games", "2", "--seed", "1"]
    whole = timeless(shell.json(*words, "--save", tmp_path / "match"))
    file = tmp_path / "match" / MATCH_FILE
    older = file.read_text().replace('"name": "easy 2', '"name": "expert 2')
    assert '"name": "expert 2 (2)"' in older
    file.write_text(older)
    played.clear()
    assert timeless(shell.json(*words, "--save", tmp_path / "match")) == whole
    assert played == []
