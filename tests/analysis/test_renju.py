"""Advice at renju: what is said is true by its rules, and every move that is named may be made."""

from random import Random

import pytest

from tests.support.reference import Board, MaxN
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, make_setup, play, reference_of
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.review import GameReview, reviewed_moves
from ttt_tui.analysis.review_sentences import reason_sentence
from ttt_tui.analysis.threats import answers, threats_of
from ttt_tui.computer import Value
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.engine import Game, Limit, Position, Rules, Square

RENJU = Rules.parse("renju")


def renju(moves: str = "", columns: int = 15, rows: int = 15) -> Game:
    return play(Game(make_setup(columns, rows, 5, kind=RENJU)), moves)


LOST_TO_A_BAN = "h8 g9 i8 g10 h7 g11 i6 a1 g13 a15 g7 g12"
"""The last move makes a four that only g8 stops, where the first player would make two threes."""


@pytest.mark.parametrize(
    ("moves", "steps"),
    [
        (LOST_TO_A_BAN.rsplit(" ", 1)[0], ("You can win by force", "Look at g12", "g12 wins by force in 3")),
        (LOST_TO_A_BAN, ("O can win by force: hold out as long as you can", "Look at", "hold out longest")),
        ("h8 a1 i8 a3 j8 a5", ("You can win by force", "Look at", "wins by force in 3 moves")),
        ("h8 i9", ("Nothing is proved here", "Look at", "looks best to the search")),
    ],
)
def test_a_hint_says_what_is_proved_and_else_that_nothing_is(moves: str, steps: tuple[str, str, str]) -> None:
    game = renju(moves)
    thought = Expert(1, 8.0).think(game.position.copy(), Limit(nodes=300))
    said = hint(game.position, game.setup, thought)
    assert all(part in step for part, step in zip(steps, said.steps, strict=True))
    assert can_be_played(game.position, thought.pv)


def test_nothing_is_said_of_threats_as_if_every_square_could_be_taken() -> None:
    position = renju(LOST_TO_A_BAN).position
    assert not any(threats_of(position).completing)
    assert answers(position) is None


def can_be_played(position: Position, line: tuple[Square, ...]) -> bool:
    position = position.copy()
    for square in line:
        if not position.legal >> square & 1:
            return False
        position.play(square)
    return True


@pytest.mark.slow
def test_a_judge_proves_what_is_so_with_few_squares_left() -> None:
    truth, judge, proved = MaxN(), Judge(megabytes=16), 0
    for seed in range(sampled(40, 3)):
        game = random_game(Random(seed), 6, 6, 30)
        if game.outcome is not None:
            continue
        board = reference_of(game)
        worth = truth.worth(board)[board.to_move]
        found = judge.judge(game.position, Limit(nodes=20_000))
        if found.verdict.is_proved:
            proved += 1
            assert found.verdict.value is (Value.DRAW, Value.WIN, Value.LOSS)[(worth > 0) - (worth < 0)]
        assert can_be_played(game.position, found.pv)
        assert found.move is None or keeps(truth, board, cell_of(game.setup.geometry, found.move), worth)
    assert proved
    judge.close()


def keeps(truth: MaxN, board: Board, cell: tuple[int, int], worth: int) -> bool:
    own = truth.worth_of_move(board, cell)[board.to_move]
    return (own > 0) - (own < 0) == (worth > 0) - (worth < 0)


def random_game(dice: Random, columns: int, rows: int, most: int) -> Game:
    game = renju(columns=columns, rows=rows)
    while game.outcome is None and len(game.moves) < most:
        quiet = game.position.legal & ~game.position.completing(game.position.to_move)
        moves = [square for square in game.position.moves if quiet >> square & 1] or game.position.moves
        game.place(dice.choice(moves))
    return game


def test_a_review_names_only_moves_that_may_be_made_and_finds_the_blunder() -> None:
    game, judge = renju(LOST_TO_A_BAN + " a8 g8"), Judge(megabytes=16)
    assert game.outcome is not None
    assert game.outcome.winner == 1
    review = GameReview(game, (0.05,))
    while review.work(judge):
        pass
    judge.close()
    for number, move in enumerate(reviewed_moves(review), 1):
        position = game.position_after(number - 1)
        assert move is not None
        assert can_be_played(position, move.better)
        assert not move.worth.mark.is_bad or reason_sentence(review, move)
    known = review.known[12]
    assert known is not None
    assert known.verdict.value is Value.LOSS, "the reply is forbidden"
