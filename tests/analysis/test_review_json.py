"""Reviews as JSON: there and back, other versions', and junk."""

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.judging import CountingJudge, MadeUp, finish, reviewed
from tests.support.strategies import games, make_setup, many, play, some
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.review_json import FOUND_BY, deeper_review, from_json, to_json
from ttt_tui.engine import Game, Move

FEW = (0.01, 0.02)


def state(review: GameReview) -> tuple[object, ...]:
    return review.moves, review.passes, review.passed, review.known, review.done, review.units


@cache
def begun_review(units: int = 6) -> tuple[Game, GameReview]:
    game = play(Game(make_setup(15, 15, 5)), "h8 i9 h9 h7 j10 i10 g8 j8 f8 e8")
    review, judge = GameReview(game, FEW), CountingJudge()
    for _ in range(units):
        review.work(judge)
    judge.close()
    return game, review


@pytest.mark.slow
@some
@given(games(largest=9), st.integers(0, 999), st.integers(0, 60))
def test_made_up_reviews_of_any_game_come_back_as_they_were(game: Game, seed: int, units: int) -> None:
    review, judge = GameReview(game, FEW), MadeUp(seed)
    for _ in range(units):
        review.work(judge)
    again = from_json(to_json(review), game)
    assert state(again) == state(review)
    assert to_json(again) == to_json(review)


def test_of_two_reviews_of_a_game_the_one_that_knows_more_is_kept() -> None:
    game, much = begun_review()
    little = GameReview(game, FEW)
    judge = CountingJudge()
    little.work(judge)
    judge.close()
    assert state(deeper_review(little, to_json(much))) == state(much)
    assert deeper_review(much, to_json(little)) is much
    assert deeper_review(little, None) is little
    assert deeper_review(little, to_json(much).replace('"e8"', '"e9"')) is little, "of another game"
    assert deeper_review(little, to_json(much).replace(FOUND_BY, "another search")) is little
    assert deeper_review(little, to_json(much)[:-1]) is little, "junk"


@pytest.mark.parametrize(
    ("players", "moves"),
    [(2, "c3 b2 d4 c2 d2 b4 c4 a1"), (2, "c3 a1 c4 a2 c2 a4 c5"), (3, "c3 b2 a1 c4 b4 a5 c2 e5 e1")],
)
@pytest.mark.sample(every=6)
@pytest.mark.parametrize("resigning", [False, True])
def test_real_reviews_come_back_as_they_were(players: int, moves: str, resigning: bool) -> None:
    game = play(Game(make_setup(5, 5, 4, players)), moves)
    if resigning and game.outcome is None:
        game.push(Move(1, None))
    review = reviewed(game, FEW)
    assert state(from_json(to_json(review), game)) == state(review)


def test_what_was_kept_goes_on_and_does_no_unit_again() -> None:
    game, review = begun_review()
    again, judge = from_json(to_json(review), game), CountingJudge()
    assert again.done == review.done >= 6
    to_do = again.units - again.done
    finish(again, judge)
    assert len(judge.asked) <= to_do
    assert again.is_full
    judge.close()


@pytest.mark.parametrize(
    ("field", "other"), [("format", 1), ("format", 3), ("search", "ttt-tui 0.0.9 expert")]
)
def test_what_another_version_found_is_left_alone(field: str, other: object) -> None:
    game, review = begun_review()
    data = json.loads(to_json(review))
    assert data["search"] == FOUND_BY
    data[field] = other
    assert state(from_json(json.dumps(data), game)) == state(GameReview(game))


def test_a_review_of_another_game_is_refused() -> None:
    _, review = begun_review()
    with pytest.raises(ValueError, match="it is a review of another game"):
        from_json(to_json(review), play(Game(make_setup(15, 15, 5)), "h8 i9"))


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "7", '"review"', "{}", '{"format": 1}', "[" * 100_000, "9" * 5000]
)
def test_junk_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(ValueError, match="not a review: "):
        from_json(text, Game(make_setup()))


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(deeper for key, value in inside for deeper in places(value, (*path, key)))]


JUNK: list[Any] = [None, True, -1, 0, 3, 0.5, 10**30, float("inf"), float("nan"), "", "a1", "zz"]
JUNK += [[], {}, [1], ["a1"], {"a": 1}]


@many
@given(st.integers(0, 10**6))
def test_a_review_that_was_tampered_with_is_read_or_refused(seed: int) -> None:
    rng = Random(seed)
    game, review = begun_review()
    data = json.loads(to_json(review))
    for _ in range(rng.randint(1, 3)):
        path = rng.choice(places(data)[1:])
        inside = data
        for key in path[:-1]:
            inside = inside[key]
        if isinstance(inside, dict) and rng.random() < 0.3:
            del inside[path[-1]]
        else:
            inside[path[-1]] = deepcopy(rng.choice(JUNK))  # else some junk gets into itself
    try:
        found = from_json(json.dumps(data), game)
    except ValueError:
        return
    finish(found, MadeUp(seed))
    to_json(found)
