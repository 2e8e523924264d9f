"""The end of a game, in the status line and on the card."""

import re
from dataclasses import replace

import pytest

from tests.support.driving import a_setup
from ttt_tui.analysis.rating import Rating
from ttt_tui.engine import HUMAN, FirstMover, Match, Move, Outcome, Rules, Setup, Termination
from ttt_tui.session import wording
from ttt_tui.session.results import ResultText, result_of

WON, LOST = "a1 b1 a2 b2 a3", "a1 b1 a2 b2 c3 b3"
"""Three in a row for the first player, and for the second, when c1 … a3 would have won before."""

DEAD = "c2 c1 b2 c3 a1 b1 b3 a2"
NAMES = ("Ada", "Romeo Golf", "Kilo Alfa")
LEVELS = [(HUMAN, "rules"), ("rules", HUMAN), (HUMAN, HUMAN), ("rules", "rules")]


def played(setup: Setup, *games: str) -> Match:
    """Return a match after these games, each of them with its moves in order."""
    match = Match(setup)
    for number, game in enumerate(games):
        if number:
            match.next_game()
        for name in game.split():
            if name == "resigns":
                match.push(Move(match.game.position.to_move, None))
            else:
                match.place(name)
    return match


def ended(setup: Setup, *games: str) -> ResultText:
    """Return the result of the latest of these games."""
    match = played(setup, *games)
    assert match.game.outcome is not None
    return result_of(match, match.game.outcome)


def two(*levels: str, points: int | None = 5, draws: int | None = None) -> Setup:
    return a_setup(*(levels or (HUMAN, "rules")), names=NAMES, points=points, draws=draws)


def three(*levels: str, points: int | None = 5) -> Setup:
    return a_setup(*levels, names=NAMES, board=(5, 5), points=points)


YOU_WIN = "You win with three in a row"
THREE_WON, THREE_LOST = "a1 a3 a4 b1 b3 c4 c1", "a1 b1 e5 e2 b2 d3 c5 b3"


@pytest.mark.parametrize(("rules", "missed"), [("exactly", "a3 would have won"), ("misere", None)])
def test_a_win_that_was_missed_is_one_by_the_rules(rules: str, missed: str | None) -> None:
    setup = two()
    setup = replace(setup, geometry=replace(setup.geometry, rules=Rules.parse(rules)))
    said = (*ended(setup, LOST).more.splitlines(), ended(setup, LOST).then)
    assert ("would have won" in " ".join(said)) == bool(missed)


@pytest.mark.parametrize(
    ("setup", "games", "line", "card"),
    [
        (two(), [WON], (YOU_WIN, "4 more points win the match"),
         ("You win!", "3 in a row, move 5", "score 1–0 · 4 points to go")),
        (two(points=2), [WON], (YOU_WIN, "1 more point wins the match"),
         ("You win!", "3 in a row, move 5", "score 1–0 · 1 point to go")),
        (two(points=None), [WON], (YOU_WIN, "score 1–0"), ("You win!", "3 in a row, move 5", "score 1–0")),
        (two(), [LOST], ("Romeo Golf wins with three in a row", "a3 at move 5 would have won"),
         ("Romeo Golf wins", "3 in a row, move 6", "a3 would have won")),
        (two(), ["a1 b1 c3 b2 a2 b3"], ("Romeo Golf wins with three in a row", "score 0–1"),
         ("Romeo Golf wins", "3 in a row, move 6", "score 0–1 · 4 points to go")),
        (two(), [WON, DEAD], ("Draw: no line is possible any more", "score 1–0"),
         ("Draw", "8 moves", "score 1–0")),
        (two(), ["b2 a1 resigns"], ("Romeo Golf wins: you resigned", "score 0–1"),
         ("Romeo Golf wins", "you resigned", "score 0–1 · 4 points to go")),
        (two("rules", HUMAN), ["b2 a1 resigns"], ("You win: Ada resigned", "4 more points win the match"),
         ("You win!", "Ada resigned", "score 0–1 · 4 points to go")),
        (two(HUMAN, HUMAN), [WON], ("Ada (X) wins with three in a row", "4 more points win the match"),
         ("Ada wins!", "3 in a row, move 5", "score 1–0 · 4 points to go")),
        (two("rules", "rules"), [WON], ("Ada (X) wins with three in a row", "4 more points win the match"),
         ("Ada wins", "3 in a row, move 5", "score 1–0 · 4 points to go")),
        (three(HUMAN, "rules", "rules"), [THREE_WON], (YOU_WIN, "4 more points win the match"),
         ("You win!", "3 in a row, move 7", "1 point · 4 points to go")),
        (three(HUMAN, "rules", "rules", points=None), [THREE_WON], (YOU_WIN, "you lead with 1"),
         ("You win!", "3 in a row, move 7", "1 point")),
        (three(HUMAN, "rules", "rules"), [THREE_LOST],
         ("Romeo Golf (O) wins with three in a row", "Romeo Golf leads with 1"),
         ("Romeo Golf wins", "3 in a row, move 8", "1 point · 4 points to go")),
        (three(HUMAN, HUMAN, HUMAN), ["b2 resigns resigns"],
         ("Ada (X) wins: all others resigned", "4 more points win the match"),
         ("Ada wins!", "all others resigned", "1 point · 4 points to go")),
        (two(points=1), [WON], ("You win the match 1–0", "3 in a row, move 5"),
         ("You win!", "3 in a row, move 5", "score 1–0 · match won")),
        (two(points=1), [LOST], ("Romeo Golf wins the match 1–0", "3 in a row, move 6"),
         ("Romeo Golf wins", "3 in a row, move 6", "a3 would have won")),
        (two(draws=1), [DEAD], ("Draw: no line is possible any more", "1 draw: the match is drawn"),
         ("Draw", "8 moves", "a2 would have won")),
    ],
)  # fmt: skip
def test_the_result_of_a_game(
    setup: Setup, games: list[str], line: tuple[str, str], card: tuple[str, str, str]
) -> None:
    result = ended(setup, *games)
    assert (result.sentence, result.more) == line
    assert (result.subject + result.predicate, result.how, result.then) == card
    match = played(setup, *games)
    winner = match.game.outcome and match.game.outcome.winner
    assert result.is_ours == (winner is not None and setup.players[winner].is_human)


def test_a_full_board_is_a_draw() -> None:
    result = result_of(Match(two()), Outcome(Termination.FULL_BOARD))
    assert (result.sentence, result.more) == ("Draw: the board is full", "score 0–0")


@pytest.mark.parametrize(
    ("draws", "sentence"),
    [(1, "The match is drawn after 1 draw"), (2, "The match is drawn after 2 draws in a row")],
)
def test_a_match_that_draws_end(draws: int, sentence: str) -> None:
    assert wording.match_result(played(two(draws=draws), *[DEAD] * draws)) == sentence


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
        for text in (result.more, result.then):
            if found := re.search(r"\d–\d", text):
                assert found[0] == expected
        assert expected in result.then or "would have won" in result.then


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("levels", LEVELS)
def test_a_sentence_about_the_winner_has_the_winners_points_first(
    levels: tuple[str, str], winner: int
) -> None:
    setup = a_setup(*levels, names=NAMES, points=2, first=FirstMover.ALWAYS)
    mine, other = ((WON, LOST), (LOST, WON))[winner]
    result = ended(setup, mine, other, mine)
    assert result.sentence.endswith("the match 2–1")
    assert result.then in (f"score {('2–1', '1–2')[winner]} · match won", "a3 would have won")


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("easy", "Easy"),
        ("hard 6 (2)", "Hard 6 (2)"),
        ("rules", "Rules"),
        ("You", "You"),
        ("bob", "bob"),
        ("Rapfi", "Rapfi"),
    ],
)
def test_a_sentence_begins_with_a_capital_unless_a_user_chose_the_name(name: str, begins: str) -> None:
    assert wording.capitalised(name) == begins
    match = Match(a_setup(HUMAN, "rules", names=("You", name)))
    match.push(Move(0, 0))
    assert wording.turn_text(match) == f"{begins} is thinking"
    assert wording.resigning(match, 0) == f"{begins} gets the point: score 0–1."
    match.push(Move(0, None))
    assert match.game.outcome is not None
    result = result_of(match, match.game.outcome)
    assert result.sentence == f"{begins} wins: you resigned"
    assert result.subject + result.predicate == f"{begins} wins"
    lost = Match(a_setup(HUMAN, "rules", names=("You", name)))
    lost.push(Move(1, None))
    assert lost.game.outcome is not None
    assert result_of(lost, lost.game.outcome).sentence == f"You win: {name} resigned"
    watched = Match(a_setup("rules", "rules", names=("easy", "easy 2")))
    assert wording.turn_text(watched) == "Easy (X) is thinking"


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [(0, "Romeo Golf gets the point: score 0–2."), (1, "Ada gets the point: score 1–1.")],
)
def test_the_score_after_a_resignation_is_in_the_order_of_the_seats(seat: int, sentence: str) -> None:
    match = played(a_setup(names=NAMES, first=FirstMover.ALWAYS), LOST)
    match.next_game()
    assert wording.resigning(match, seat) == sentence


@pytest.mark.parametrize(
    ("before", "after", "games", "text"),
    [
        (1500, 1210, 1, "rating after 4 more games"),
        (1500, 1210, 4, "rating after 1 more game"),
        (1500, 1562, 5, "rating 1562"),
        (1500, 1561.6, 6, "rating 1500 → 1562 ▲ 62"),
        (1562, 1499.8, 7, "rating 1562 → 1500 ▼ 62"),
        (1500.2, 1499.8, 9, "rating 1500 → 1500"),
    ],
)
def test_a_rating_has_its_word_and_is_shown_from_the_fifth_game_on(
    before: float, after: float, games: int, text: str
) -> None:
    assert wording.rating_change(Rating(before), Rating(after), games) == text


def test_what_a_game_did_to_the_rating_is_part_of_the_result() -> None:
    for games in (WON, LOST):
        match = played(two(), games)
        assert match.game.outcome is not None
        plain = result_of(match, match.game.outcome)
        rated = result_of(match, match.game.outcome, "rating 1240 → 1262 ▲ 22")
        assert rated.more == f"{plain.more} · rating 1240 → 1262 ▲ 22"
        assert rated.rating == "rating 1240 → 1262 ▲ 22"
        assert (rated.how, rated.then, rated.standing) == (plain.how, plain.then, plain.standing)
