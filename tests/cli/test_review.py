"""`ttt-tui history review`: what each move was worth; what was found out is kept and gone on with."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.support.shell import Shell, shell
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.cli.review import legend
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Move, Rules
from ttt_tui.engine.records import Record
from ttt_tui.store.games import History

__all__ = ["shell"]

COMMAND = ("history", "review")


@pytest.fixture
def history(shell: Shell) -> Iterator[History]:
    history = History(shell.home / "history.db")
    yield history
    history.close()


def a_game(moves: str) -> Game:
    return play(Game(make_setup()), moves)


def test_the_move_that_loses_is_named_with_a_better_one_and_the_reason(
    history: History, shell: Shell
) -> None:
    number = history.add(Record(a_game("a1 b1 b2 c3 a3 a2 c1"), "2026-11-22"))
    said = shell.fine(number)
    lines = {line.split()[0]: line.split() for line in said.splitlines()}
    assert lines["2"][1:4] == ["O", "b1??", "L5"]
    assert "win" in " ".join(lines["2"][5:])
    assert [row[2] for row in (lines["1"], lines["3"], lines["4"])] == ["a1", "b2", "c3"], "no marks"
    assert "Turning point: move 2, a blunder by O; after b1, X wins by force: b2 a3; b2 was better" in said
    signs = "W, D, L = proved win, draw, loss in that many moves"
    explained = f"Values (for the player who moved): {signs}"
    assert explained in said.splitlines()
    assert "accuracy 100 %" in next(line for line in said.splitlines() if line.startswith("X "))


def test_a_game_of_misere_is_reviewed_by_its_proofs_and_says_what_it_leaves_out(
    history: History, shell: Shell
) -> None:
    game = play(Game(make_setup(kind=Rules(misere=True))), "b2 a1 c3 b1 a3 c1")
    said = shell.fine(history.add(Record(game, "2026-11-22")))
    assert "completes a line, which loses" in said
    assert (
        said.splitlines()[-1].startswith("Turning point")
        or "Games with unusual rules make no puzzles" in said
    )
    assert "Games with unusual rules make no puzzles" in said
    assert "threat" not in said
    assert "judged" not in said


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([Verdict.unknown()], "? = not proved"),
        ([Verdict.judged(0.4)], "% = judged chance to win"),
        ([Verdict.proved(Value.LOSS)], "L = proved loss"),
        (
            [
                Verdict.proved(Value.LOSS, 17),
                Verdict.proved(Value.WIN, 0, is_exact=True),
                Verdict.judged(0.98),
            ],
            "W, L = proved win, loss in that many moves; ≤ = at most; % = judged chance to win",
        ),
    ],
)
def test_the_values_are_explained_as_far_as_they_are_shown(verdicts: list[Verdict], expected: str) -> None:
    assert legend(verdicts) == f"Values (for the player who moved): {expected}"
    assert legend([]) == ""


def test_the_json_of_a_review(history: History, shell: Shell) -> None:
    number = history.add(Record(a_game("a1 b2 c3 a3 c1 b1 b3 c2"), "2026-11-22"))
    data = json.loads(shell.fine(number, "--json"))
    assert data["id"] == number
    assert data["is_full"]
    blunders = [move["number"] for move in data["moves"] if move["mark"] == "??"]
    assert blunders == [4, 7], "what loses, and the win that was missed"
    wrong = data["moves"][3]
    assert (wrong["square"], wrong["mark"], wrong["is_proved"]) == ("a3", "??", True)
    assert wrong["best"]["proved"] == "draw"
    assert wrong["after"] == {"chance": 0.0, "proved": "loss", "plies": 3, "is_exact": True}
    assert data["turning_point"] is None, "in the end nobody lost"
    assert all(share == round(share, 2) for share in data["accuracy"])
    assert len(data["curve"]) == len(data["moves"]) + 1


def test_times_of_moves_are_in_the_table_and_in_the_json(history: History, shell: Shell) -> None:
    timed = Game(make_setup())
    for time, move in zip((None, 12_430, 900, 3_000, 61_000), a_game("a1 b2 c3 a3 c1").moves, strict=True):
        timed.push(replace(move, milliseconds=time))
    number = history.add(Record(timed, "2026-11-22"))
    said = shell.fine(number)
    heading, first, second, *_ = (line.split() for line in said.splitlines())
    assert heading[:3] == ["move", "played", "time"]
    assert first[3] == "D", "there is no time of the first move"
    assert second[3:5] == ["12.4", "s"]
    assert "Most time: 1:01 on move 5 (X, of 1:01)" in said
    moves = json.loads(shell.fine(number, "--json"))["moves"]
    assert [move["milliseconds"] for move in moves] == [None, 12_430, 900, 3_000, 61_000]


def test_a_review_is_stored_and_not_repeated(
    history: History, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = history.add(Record(a_game("b2 a1 a2"), "2026-11-22"))
    first = shell.fine(number)
    assert history.review(number) is not None
    worked: list[bool] = []
    work = GameReview.work

    def counted(*arguments: object) -> bool:
        worked.append(work(*arguments))  # type: ignore[arg-type]
        return worked[-1]

    monkeypatch.setattr(GameReview, "work", counted)
    assert shell.fine(number) == first
    assert worked == [False], "there was nothing left to do"


@pytest.mark.parametrize("kept", ["", "junk", "[]", '{"format": 1}', '{"format": 99, "search": "another"}'])
def test_an_unreadable_review_is_started_again(kept: str, history: History, shell: Shell) -> None:
    number = history.add(Record(a_game("a1 b1"), "2026-11-22"))
    history.keep_review(number, kept)
    assert "O b1??" in shell.fine(number)
    assert history.review(number) != kept
    history.delete(number)
    assert history.review(number) is None, "it goes with its game"


def test_a_game_without_moves_and_one_that_is_not_there_are_refused(history: History, shell: Shell) -> None:
    number = history.add(Record(Game(make_setup()), "2026-11-22"))
    assert "has no moves to review" in shell.refused(number)
    assert "no game 77; see `history list`" in shell.refused(77)


def test_a_resignation_has_no_reason(history: History, shell: Shell) -> None:
    game = a_game("a1 b2")
    game.push(Move(0, None))
    number = history.add(Record(game, "2026-11-22"))
    assert "X resigns" in shell.fine(number)
