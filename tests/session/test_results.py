"""Every way in which a game can end, as the status line and the card tell it."""

import re

import pytest

from tests.support.driving import a_setup
from ttt_tui.engine import HUMAN, FirstMover, Match, Move, Outcome, Setup, Termination
from ttt_tui.session.results import ResultText, result_of
from ttt_tui.session.wording import match_result, resigning

WON, LOST = "a1 b1 a2 b2 a3", "a1 b1 a2 b2 c3 b3"
"""Three in a row for the first player, and for the second, when c1 … a3 would have won before."""

DEAD = "c2 c1 b2 c3 a1 b1 b3 a2"
NAMES = ("Ada", "Romeo Golf", "Kilo Alfa")


def ended(setup: Setup, *games: str) -> ResultText:
    """The result of the latest of these games, each of them with its moves in order."""
    match = Match(setup)
    for number, game in enumerate(games):
        if number:
            match.next_game()
        for name in game.split():
            if name == "resigns":
                match.push(Move(match.game.position.to_move, None))
            else:
                match.place(name)
    assert match.game.outcome is not None
    return result_of(match, match.game.outcome)


def against_computer(points: int | None = 5, draws: int | None = None) -> Setup:
    return a_setup(HUMAN, "rules", names=NAMES, points=points, draws=draws)


def line(result: ResultText) -> tuple[str, str]:
    return result.sentence, result.more


def card(result: ResultText) -> tuple[str, str, str]:
    return result.subject + result.predicate, result.how, result.then


def test_you_win() -> None:
    result = ended(against_computer(), WON)
    assert result.is_ours
    assert line(result) == ("You win with three in a row", "4 more points win the match")
    assert card(result) == ("You win!", "3 in a row, move 5", "score 1–0 · 4 points to go")


def test_one_point_before_the_end_of_a_match() -> None:
    result = ended(against_computer(points=2), WON)
    assert line(result)[1] == "1 more point wins the match"
    assert card(result)[2] == "score 1–0 · 1 point to go"


def test_a_match_without_an_end_only_has_a_score() -> None:
    result = ended(against_computer(points=None), WON)
    assert line(result)[1] == "score 1–0"
    assert card(result)[2] == "score 1–0"


def test_you_lose_and_could_have_won() -> None:
    result = ended(against_computer(), LOST)
    assert not result.is_ours
    assert line(result) == ("Romeo Golf wins with three in a row", "a3 at move 5 would have won")
    assert card(result) == ("Romeo Golf wins", "3 in a row, move 6", "a3 would have won")


def test_you_lose_without_a_chance() -> None:
    result = ended(against_computer(), "a1 b1 c3 b2 a2 b3")
    assert line(result)[1] == "score 0–1"
    assert card(result)[2] == "score 0–1 · 4 points to go"


def test_a_dead_board() -> None:
    result = ended(against_computer(), WON, DEAD)
    assert result.winner is None
    assert line(result) == ("Draw: no line is possible any more", "score 1–0")
    assert card(result) == ("Draw", "8 moves", "score 1–0")


def test_a_full_board() -> None:
    result = result_of(Match(against_computer()), Outcome(Termination.FULL_BOARD))
    assert line(result) == ("Draw: the board is full", "score 0–0")


@pytest.mark.parametrize("first", [HUMAN, "rules"])
def test_who_resigns_is_told(first: str) -> None:
    second = "rules" if first == HUMAN else HUMAN
    result = ended(a_setup(first, second, names=NAMES), "b2 a1 resigns")
    if first == HUMAN:
        assert line(result) == ("Romeo Golf wins: you resigned", "score 0–1")
        assert card(result) == ("Romeo Golf wins", "you resigned", "score 0–1 · 4 points to go")
    else:
        assert line(result) == ("You win: Ada resigned", "4 more points win the match")
        assert card(result) == ("You win!", "Ada resigned", "score 0–1 · 4 points to go")


def test_among_people_everybody_is_called_by_name_and_symbol() -> None:
    result = ended(a_setup(names=NAMES), WON)
    assert result.is_ours, "somebody at this keyboard"
    assert line(result) == ("Ada (X) wins with three in a row", "4 more points win the match")
    assert card(result)[0] == "Ada wins!"


def test_watching() -> None:
    result = ended(a_setup("rules", "rules", names=NAMES), WON)
    assert not result.is_ours
    assert line(result) == ("Ada (X) wins with three in a row", "4 more points win the match")
    assert card(result) == ("Ada wins", "3 in a row, move 5", "score 1–0 · 4 points to go")


def test_among_three() -> None:
    result = ended(a_setup(HUMAN, "rules", "rules", names=NAMES, board=(5, 5)), "a1 a3 a4 b1 b3 c4 c1")
    assert line(result) == ("You win with three in a row", "4 more points win the match")
    assert card(result) == ("You win!", "3 in a row, move 7", "1 point · 4 points to go")


def test_among_three_it_is_told_who_leads() -> None:
    lost, won = "a1 b1 e5 e2 b2 d3 c5 b3", "a1 a3 a4 b1 b3 c4 c1"
    three = a_setup(HUMAN, "rules", "rules", names=NAMES, board=(5, 5))
    assert line(ended(three, lost)) == (
        "Romeo Golf (O) wins with three in a row",
        "Romeo Golf leads with 1",
    )
    endless = a_setup(HUMAN, "rules", "rules", names=NAMES, board=(5, 5), points=None)
    assert line(ended(endless, won))[1] == "you lead with 1"


def test_the_last_of_several() -> None:
    result = ended(a_setup(*[HUMAN] * 3, names=NAMES), "b2 resigns resigns")
    assert line(result)[0] == "Ada (X) wins: all others resigned"
    assert card(result)[1] == "all others resigned"


def test_the_end_of_a_match() -> None:
    result = ended(against_computer(points=1), WON)
    assert line(result) == ("You win the match 1–0", "3 in a row, move 5")
    assert card(result)[2] == "score 1–0 · match won"


def test_the_match_of_somebody_else() -> None:
    result = ended(against_computer(points=1), LOST)
    assert line(result)[0] == "Romeo Golf wins the match 1–0"


def test_draws_that_end_a_match() -> None:
    result = ended(against_computer(draws=1), DEAD)
    assert line(result)[1] == "1 draw: the match is drawn"


def test_one_draw_is_not_in_a_row_with_any() -> None:
    for draws, told in (
        (1, "The match is drawn after 1 draw"),
        (2, "The match is drawn after 2 draws in a row"),
    ):
        match = Match(against_computer(draws=draws))
        for number in range(draws):
            if number:
                match.next_game()
            for name in DEAD.split():
                match.place(name)
        assert match_result(match) == told


# --- the score -------------------------------------------------------------------------------------------

LEVELS = [(HUMAN, "rules"), ("rules", HUMAN), (HUMAN, HUMAN), ("rules", "rules")]


@pytest.mark.parametrize("points", [5, None])
@pytest.mark.parametrize("levels", LEVELS)
def test_a_score_is_in_the_order_of_the_seats(levels: tuple[str, str], points: int | None) -> None:
    setup = a_setup(*levels, names=NAMES, points=points, first=FirstMover.ALWAYS)
    for games, expected in (
        ((WON,), "1–0"),
        ((LOST,), "0–1"),
        ((LOST, WON, LOST), "1–2"),
        ((LOST, DEAD), "0–1"),
    ):
        result = ended(setup, *games)
        for told in (result.more, result.then):
            if found := re.search(r"\d–\d", told):
                assert found[0] == expected
        assert expected in result.then or "would have won" in result.then


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("levels", LEVELS)
def test_a_sentence_about_the_winner_has_the_winners_points_first_and_a_score_has_the_seats_order(
    levels: tuple[str, str], winner: int
) -> None:
    setup = a_setup(*levels, names=NAMES, points=2, first=FirstMover.ALWAYS)
    mine, other = ((WON, LOST), (LOST, WON))[winner]
    result = ended(setup, mine, other, mine)
    assert result.sentence.endswith("the match 2–1")
    assert result.then in (f"score {('2–1', '1–2')[winner]} · match won", "a3 would have won")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_score_after_a_resignation_is_in_the_order_of_the_seats(seat: int) -> None:
    match = Match(a_setup(names=NAMES, first=FirstMover.ALWAYS))
    for name in LOST.split():
        match.place(name)
    match.next_game()
    told = ("Romeo Golf gets the point: score 0–2.", "Ada gets the point: score 1–1.")[seat]
    assert resigning(match, seat) == told
