"""No two sentences of one review contradict each other, by any rules, while it runs and when it is done."""

import pytest

from tests.analysis.test_at_once import random_games, reviewed
from tests.support.all_rules import TABLE
from tests.support.sampling import sampled
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.review import GameReview, losing_move, mistakes, turning_point
from ttt_tui.analysis.review_sentences import (
    mistake_sentence,
    no_losing_move_phrase,
    no_mistakes_phrase,
    standing_text,
    turning_point_sentence,
)
from ttt_tui.app.play.review_words import overview
from ttt_tui.engine import Game, Geometry, Setup


def confirm(review: GameReview) -> None:
    """Check what is said of a review at once."""
    bad, turn = mistakes(review), turning_point(review)
    numbers = [move.number for move in bad]
    texts = [paragraph.words for paragraph in overview(review)]
    so_far = not review.is_full
    assert no_mistakes_phrase(review).endswith("so far") == so_far
    assert any(text.lower().startswith("no mistakes") for text in texts) == (not bad)
    assert ("so far" in texts[0]) == so_far
    if turn is not None:
        assert turn.number in numbers
        assert turning_point_sentence(review, turn) in texts
    for player in range(len(review.setup.players)):
        lost, phrase = losing_move(review, player), no_losing_move_phrase(review, player)
        assert phrase.endswith("so far") == so_far
        if lost is not None:
            assert lost == turn
        has_erred = any(move.player == player for move in bad)
        assert phrase.startswith("no losing move") == (not has_erred)
    for move in bad:
        said = mistake_sentence(review, move)
        name = "resigns" if move.square is None else review.setup.geometry.name(move.square)
        assert f"; {name} was" not in said, "a bad move is not the better one"
        assert standing_text(review, move.number) != "not analysed yet"


@pytest.mark.sample(every=200)
@pytest.mark.parametrize(("words", "players"), TABLE, ids=[f"{words}-{n}" for words, n in TABLE])
def test_a_review_does_not_contradict_itself(words: str, players: int) -> None:
    judge = Judge(megabytes=1)
    for whole in random_games(words, players, sampled(10, 1)):
        review = GameReview(whole, (0.001, 0.002))
        confirm(review)
        while review.work(judge):
            if review.done % 5 == 0:
                confirm(review)
        confirm(review)
        assert review.is_full
    judge.close()


def test_a_blunder_stands_beside_no_sentence_that_denies_it() -> None:
    bad = 0
    for whole in random_games("drop", 2, 6, (6, 6, 4)):
        review = reviewed(whole)
        for player in (0, 1):
            if any(move.player == player for move in mistakes(review)):
                bad += 1
                assert "no losing move" not in no_losing_move_phrase(review, player)
    assert bad


def test_nothing_is_found_so_far_until_a_review_is_done() -> None:
    game = Game(Setup(Geometry(3, 3, 3)))
    for name in ("b2", "a1", "c1", "a3", "a2"):
        game.place(name)
    review = GameReview(game, (0.01, 0.02))
    assert no_mistakes_phrase(review) == "no mistakes found so far"
    judge = Judge()
    while review.work(judge):
        pass
    judge.close()
    assert not no_mistakes_phrase(review).endswith("so far")
