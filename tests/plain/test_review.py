"""Reviews in plain mode: the mistakes of a game, why they are mistakes, and what is stored of that."""

import re

import pytest

from tests.analysis.ultimate_truth import walks
from tests.plain.talks import MatchTalk, two_humans
from tests.support.strategies import make_setup
from tests.support.sure import sure
from ttt_tui.analysis.review_json import load_review
from ttt_tui.engine import Rules

LOST = "a1\nb1\nb2\nc3\na3\na2\nc1\n"
"""O's b1 is the only mistake."""

LONG = ["h8", "a1", "h9", "a3", "j8", "a5", "c12", "a7", "m3", "o15", "e5", "o2", "resign"]
"""A game on 15×15."""


def test_a_review_names_the_costly_moves_and_is_stored_with_the_game(talk: MatchTalk) -> None:
    lines = talk.answers(f"{LOST}review\nmoves\n")
    mistake = next(line for line in lines if line.startswith("Move 2"))
    assert mistake.startswith("Move 2 (O b1) is a blunder: after b1, X wins by force: b2 a3; b2 was better")
    assert re.fullmatch(r"Accuracy of X: 100%\. Accuracy of O: \d+%\.", lines[-2])
    assert lines[-1].startswith("Moves: X a1")
    entry = sure(talk.history.find(1))
    assert load_review(entry.game(), talk.history.run(lambda history: history.review(1))).depth >= 1


@pytest.mark.slow
def test_a_review_continues_where_it_ended(talk: MatchTalk) -> None:
    lines = talk.answers("h8\na1\nh9\na15\no1\nresign\nreview\nreview\n", two_humans(15, 15, 5))
    assert sum(line.startswith("Accuracy") for line in lines) == 2
    entry = sure(talk.history.find(1))
    kept = load_review(entry.game(), talk.history.run(lambda history: history.review(1)))
    assert kept.depth == 2, "one pass for each time that it was asked for"
    assert any(line.endswith("Type review again for a longer look.") for line in lines)


@pytest.mark.slow
def test_a_long_review_says_its_time_and_judged_chances_are_sentences(talk: MatchTalk) -> None:
    lines = talk.answers("\n".join([*LONG, "review", *["why"] * 13, ""]), two_humans(15, 15, 5))
    assert "Reviewing 13 moves takes up to 3 seconds." in lines
    judged = [line for line in lines if "After it: X" in line and "(judged)" in line]
    assert judged
    assert all(re.search(r"After it: X \d+ %, O \d+ % \(judged\)\.", line) for line in judged)


def test_why_explains_each_mistake_one_after_the_other(talk: MatchTalk) -> None:
    lines = talk.answers("a1\nb1\nc2\nb2\nb3\na3\nc1\nc3\na2\nwhy\nwhy\nwhy\n")
    first, second, again = (line for line in lines if line.startswith("Move "))
    assert first.startswith("Move 2 (O b1) is a blunder: ")
    assert first.endswith("After it: X wins in 5 moves, proved. Mistake 1 of 2: type why for the next.")
    assert re.search(r"What follows: (a2|a3|b2)( [abc][123])+\.", first), first
    assert second.startswith("Move 3 (X c2) is a blunder: ")
    assert "After it: a draw, proved. Better: " in second
    assert second.endswith(" Mistake 2 of 2: type why for the first.")
    assert again == first


@pytest.mark.parametrize(
    ("moves", "start", "end"),
    [
        (LOST, "Move 2 (O b1) is a blunder: ", " No other mistakes in this game."),
        ("b2\na1\nc1\na3\na2\nc2\nb1\nb3\nc3\n", "No mistakes", " found in this game."),
    ],
)
def test_why_says_how_many_mistakes_there_are(talk: MatchTalk, moves: str, start: str, end: str) -> None:
    *_, last = talk.answers(f"{moves}why\n")
    assert last.startswith(start)
    assert last.endswith(end)


@pytest.mark.slow
def test_ultimate_is_reviewed_with_chances_and_reasons_about_small_boards(talk: MatchTalk) -> None:
    game = [*walks("ultimate", 1, "plain")][-1][0]
    moves = [game.setup.geometry.name(move.square) for move in game.moves[:32] if move.square is not None]
    setup = make_setup(9, 9, 3, kind=Rules.parse("ultimate"))
    lines = talk.answers("\n".join([*moves, "resign", "review", *["why"] * 9, ""]), setup)
    mistakes = [line for line in lines if re.match(r"Move \d+ \([XO] \w\d\) is an? ", line)]
    assert mistakes
    assert any("winning chance drops" in line or "board" in line or "at once" in line for line in mistakes)
    assert not any("completes a line" in line or "not proved" in line for line in lines)
    assert any(line.startswith("Accuracy of X: ") for line in lines)
