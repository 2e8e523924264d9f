"""What one move decides is known by every rule and number of players: compared with the reference."""

import time
from collections.abc import Iterator
from random import Random

import pytest

from tests.support.all_rules import TABLE, fewer, new_game
from tests.support.reference import Board
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, placement_of, reference_of
from ttt_tui.analysis.analysis import Analysis, analyse
from ttt_tui.analysis.by_rules import lasting_squares, outlasts, winning_squares
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.reason_kinds import ReasonKind
from ttt_tui.analysis.reasons import facts_of_stone, reasons
from ttt_tui.analysis.review import GameReview, ReviewedMove, reviewed_move
from ttt_tui.analysis.review_sentences import mistake_sentence, reason_sentence, standing_text
from ttt_tui.analysis.verdict import Verdict, immediate_verdict, standing, verdict_of_move
from ttt_tui.analysis.worth import Mark, worth
from ttt_tui.computer import Value
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.engine import Game, Limit, Placement, squares_of

table = pytest.mark.parametrize(("words", "players"), TABLE, ids=[f"{words}-{n}" for words, n in TABLE])

W1 = Verdict.proved(Value.WIN, 1, is_exact=True)
L1 = Verdict.proved(Value.LOSS, 1, is_exact=True)


def random_games(
    words: str, players: int, count: int, size: tuple[int, int, int] = (5, 5, 3)
) -> Iterator[Game]:
    """Random games to their end, of which some players miss wins in one."""
    dice = Random(f"{words} {players}")
    for _ in range(fewer(words, count)):
        game = new_game(words, players, size)
        assert game is not None
        while game.outcome is None:
            game.place(dice.choice(game.position.moves))
        yield game


def each_position(whole: Game) -> Iterator[tuple[Game, Board, Placement]]:
    """Each position of a game, twice, with the move that was made there."""
    game = Game(whole.setup, whole.first)
    for move in whole.moves:
        assert move.square is not None
        yield game, reference_of(game), move.square
        game.push(move)


def winning(board: Board, game: Game) -> set[Placement]:
    """The moves by which the player to move wins at once, by the reference."""
    found = set()
    for cell, stone in board.choices(board.to_move):
        child = board.copy()
        child.place(cell, stone)
        if child.winner_by(cell) == board.to_move:
            found.add(placement_of(game.setup.geometry, cell, stone))
    return found


def decided(board: Board, game: Game, move: Placement) -> Verdict | None:
    """What a move decides for its player, by the reference."""
    geometry, child = game.setup.geometry, board.copy()
    cell = cell_of(geometry, geometry.square_of(move))
    mark = geometry.mark_of(move)
    child.place(cell, mark)
    if child.winner_by(cell) == board.to_move:
        return W1
    if board.to_move not in child.playing or child.winner_by(cell) is not None:
        return L1
    return Verdict.proved(Value.DRAW, players=len(board.playing)) if child.is_dead() else None


@pytest.mark.slow
@table
def test_what_a_move_decides_is_known(words: str, players: int) -> None:
    won = 0
    for whole in random_games(words, players, sampled(20, 2)):
        for game, board, made in each_position(whole):
            position, key = game.position, game.position.key
            wins = winning(board, game)
            assert {*squares_of(winning_squares(position))} == wins, game
            verdicts = {move: decided(board, game, move) for move in position.moves}
            assert {move: verdict_of_move(position, move) for move in position.moves} == verdicts, game
            lasting = {move for move, verdict in verdicts.items() if verdict != L1}
            assert {*squares_of(lasting_squares(position))} == lasting, game
            seen = immediate_verdict(position)
            assert (seen == W1) == bool(wins), game
            if not lasting:
                assert seen == L1, game
            if len(board.empty()) == 1:
                assert seen is not None, game
            kinds = {fact.kind for fact in facts_of_stone(position, made)}
            assert (ReasonKind.WINS in kinds) == (made in wins), game
            assert (ReasonKind.MISSES_LINE in kinds) == bool(wins and made not in wins), game
            assert (ReasonKind.LOSES_LINE in kinds) == (verdicts[made] == L1), game
            merits = [reason.kind for reason in reasons(position, made)]
            assert (merits == [ReasonKind.WINS]) == (made in wins), game
            if wins and made not in wins:
                assert merits[0] is ReasonKind.MISSES_LINE, game
            assert position.key == key
            won += bool(wins)
    assert won or "misere" in words or words == "renju" or players > 2


@pytest.mark.slow
@table
def test_a_win_in_one_is_hinted_at_and_analysed(words: str, players: int) -> None:
    expert, judge, told = Expert(megabytes=1), Judge(megabytes=1), 0
    for whole in random_games(words, players, sampled(20, 4)):
        for game, board, _ in each_position(whole):
            position, wins = game.position, winning(board, game)
            if told >= sampled(20, 1) or not wins:
                continue
            told += 1
            thought = expert.think(position, Limit(nodes=200))
            found = hint(position, game.setup, thought)
            assert thought.move in wins, game
            assert found.look_for in ("You can win at once", "You can win in this turn"), game
            name = game.setup.geometry.name(thought.move)
            assert found.why in (f"{name} wins at once", f"{name} completes a line"), game
            judgement = judge.judge(position, Limit(nodes=200))
            assert judgement.verdict == W1
            assert judgement.move in wins
            shown = list[Analysis]()
            analyse(position, judge, None, _Soon(1), shown.append)
            assert shown[-1].candidates[0].verdict == W1, game
            assert standing(position, judgement.verdict, judgement.chances) == (
                board.to_move, "wins in 1, proved",
            )  # fmt: skip
    judge.close()
    expert.close()
    assert told or "misere" in words or words == "renju" or players > 2


class _Soon:
    """Stops an analysis after the first round, which knows what one move decides."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def is_set(self) -> bool:
        return time.monotonic() > self._end


def reviewed(whole: Game, seconds: float = 0.002) -> GameReview:
    review, judge = GameReview(whole, (seconds,)), Judge(megabytes=1)
    while review.work(judge):
        pass
    judge.close()
    return review


@pytest.mark.sample(every=60)
@table
def test_what_a_move_lost_at_once_is_marked_in_a_review(words: str, players: int) -> None:
    for whole in random_games(words, players, sampled(10, 1)):
        review = reviewed(whole)
        for number, (game, board, made) in enumerate(each_position(whole), 1):
            move, wins = reviewed_move(review, number), winning(board, game)
            assert move is not None
            said = reason_sentence(review, move)
            if wins and made not in wins:
                assert move.best == W1, game
                assert move.worth.mark.is_bad, game
                assert "would have won at once" in said, game
            if decided(board, game, made) == L1 and lasting_squares(game.position):
                if not move.best.is_proved:
                    assert move.worth.mark is Mark.BLUNDER, game
                assert move.worth.mark.is_bad, game
                assert "completes a line, which loses" in said, game
                if move.better:
                    assert verdict_of_move(game.position, move.better[0]) != L1, game
                else:  # after a move that a proof says loses, a win is known before any winning move is
                    assert move.best.value is Value.WIN, game
                    assert not move.best.is_exact, game
            if move.worth.mark.is_bad:
                assert said, game
                assert mistake_sentence(review, move)
            if made in wins:
                assert move.worth.mark is Mark.BEST, game
            assert standing_text(review, number)


def after_all(words: str, size: tuple[int, int, int], moves: str, players: int = 2) -> GameReview:
    game = new_game(words, players, size)
    assert game is not None
    for name in moves.split():
        game.place(name)
    return reviewed(game)


def sentence_of(review: GameReview, number: int) -> tuple[ReviewedMove, str]:
    move = reviewed_move(review, number)
    assert move is not None
    return move, mistake_sentence(review, move) if move.worth.mark.is_bad else ""


def test_a_line_that_loses_is_a_blunder_where_nothing_was_known_before() -> None:
    for players in (2, 3):
        moves = "a1 h8 b1 g7 c1" if players == 2 else "a1 h8 h1 b1 g7 g1 c1"
        review = after_all("misere", (8, 8, 3), moves, players)
        move, said = sentence_of(review, len(moves.split()))
        assert move.best.is_unknown
        assert move.worth.mark is Mark.BLUNDER
        assert "is a blunder: c1 completes a line, which loses; " in said
        assert said.endswith("was better")


@pytest.mark.parametrize("words", ["exactly", "torus", "drop", "exactly, torus, drop"])
def test_a_missed_win_of_three_players_is_marked(words: str) -> None:
    moves = "a8 c8 e8 a7 c7 e7 g8 g7 h8"
    review = after_all(words, (8, 8, 3), moves, 3)
    move, said = sentence_of(review, 7)
    assert move.best == W1
    assert move.after.is_unknown or move.after.value is Value.LOSS
    assert move.worth.mark is Mark.BLUNDER
    assert said.startswith(
        "move 7 (X g8) is a blunder: a6 would have won at once".replace(
            "a6", "a1 or a6" if "torus" in words and "drop" not in words else "a6"
        )
    )


def test_a_missed_block_is_a_blunder_where_nothing_was_known_before() -> None:
    review = after_all("drop", (9, 8, 3), "a8 i8 c8 a7 c7 g8 h8", 3)
    move, said = sentence_of(review, 6)
    assert move.best.is_unknown
    assert move.worth.mark is Mark.BLUNDER
    assert "lets X win at once with a6" in said
    assert "a6 was better" in said


def test_the_shortest_win_that_is_missed_is_marked_whatever_is_known_afterwards() -> None:
    for after in (
        Verdict.unknown(), Verdict.judged(0.99), Verdict.judged(0.4), Verdict.proved(Value.WIN, 6),
        Verdict.proved(Value.WIN, 2, is_exact=True), Verdict.proved(Value.DRAW),
        Verdict.proved(Value.LOSS, 3),
    ):  # fmt: skip
        assert worth(W1, after).mark.is_bad
        assert worth(W1, after, is_choice=True).mark.is_bad
    assert worth(W1, Verdict.proved(Value.WIN, 0, is_exact=True)).mark is Mark.BEST


def test_a_player_of_several_who_has_to_complete_a_line_is_known_to_be_out() -> None:
    game = new_game("misere", 3, (4, 4, 3))
    assert game is not None
    seen = 0
    for whole in random_games("misere", 3, sampled(300, 60), (4, 4, 3)):
        for game, _, _ in each_position(whole):
            position = game.position
            if len(position.active) == 3 and not lasting_squares(position):
                seen += 1
                judge = Judge()
                found = judge.judge(position, Limit(nodes=10))
                judge.close()
                assert found.verdict == L1
                assert found.winner is None
                others = [found.verdict_of(player) for player in position.active if player != found.mover]
                assert all(verdict.is_unknown for verdict in others)
                assert standing(position, found.verdict, found.chances) == (
                    None,
                    "Every move completes a line",
                )
    assert seen


def test_what_outlasts_a_loss_is_told_by_the_next_move() -> None:
    game = new_game("drop", 2, (5, 5, 3))
    assert game is not None
    for name in ["a5", "c5", "a4"]:
        game.place(name)
    parse = game.setup.geometry.parse
    assert outlasts(game.position, parse("a3"), 2)
    assert not outlasts(game.position, parse("c4"), 2)
    assert outlasts(game.position, parse("c4"), 1)


def test_a_first_stone_does_not_outlast_a_second_one_that_has_to_lose() -> None:
    game = new_game("misere, shared, double", 2, (3, 3, 3))
    assert game is not None
    for name in ("b1", "c1", "c2"):
        game.place(name)
    parse = game.setup.geometry.parse
    position = game.position
    assert position.stones_left == 2
    for move in position.moves:
        after = position.copy()
        if lasting_squares(position) >> move & 1:
            after.play(move)
            assert outlasts(position, move, 2) == bool(lasting_squares(after))
    assert not outlasts(position, parse("b2"), 2)


def test_the_last_square_loses_only_if_every_mark_on_it_does() -> None:
    game = new_game("exactly, misere, drop, wild", 2, (3, 3, 3))
    for name in ["Xb3", "Xc3", "Oc2", "Xc1", "Ob2", "Xb1", "Oa3", "Xa2"]:
        game.place(name)
    assert game.position.squares_left == 1
    assert str(immediate_verdict(game.position)) == "D", "Oa1 completes no line"
