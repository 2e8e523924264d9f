"""Judgements, analyses and reviews of Ultimate: what is proved is true, the rest is judged and worded."""

import json
from collections.abc import Callable, Iterator
from statistics import mean

import pytest

from tests.analysis.ultimate_truth import new_game, stones_of, walks, winning
from tests.support.sampling import sampled
from tests.support.ultimate import VARIANTS, NineBoards, name_of
from tests.support.ultimate_truth import after
from ttt_tui.analysis.analysis import MOST_CANDIDATES, Analysis, analyse
from ttt_tui.analysis.judge import Judge, Judgement
from ttt_tui.analysis.review import (
    GameReview,
    accuracy,
    curve,
    is_unrated,
    losing_move,
    mistakes,
    reviewed_moves,
    turning_point,
)
from ttt_tui.analysis.review_json import from_json, to_json
from ttt_tui.analysis.review_sentences import (
    better_move_sentence,
    explanation,
    mistake_sentence,
    reason_sentence,
    standing_text,
    unrated_sentence,
)
from ttt_tui.analysis.worth import Decisions
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER, Stop
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.engine import Game, Limit, Position
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.puzzles.practice import Practice

every_variant = pytest.mark.parametrize("words", VARIANTS)

WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}


@pytest.fixture
def judge() -> Iterator[Judge]:
    judge = Judge()
    yield judge
    judge.close()


def value_to(board: NineBoards, player: int, seen: dict[object, int]) -> int:
    """What a game is worth to a player, 1, 0 or −1, by trying everything."""
    result = board.result()
    if result is not None:
        return 0 if result == "draw" else 1 if result == str(player) else -1
    key = player, board.due, frozenset(board.stones.items())
    if key not in seen:
        values = [value_to(after(board, stone), player, seen) for stone in board.legal()]
        seen[key] = max(values) if board.to_move == player else min(values)
    return seen[key]


def forces_win(board: NineBoards, player: int, plies: int) -> bool:
    """Whether a player wins in so many plies at most, whatever the other does."""
    if (result := board.result()) is not None or not plies:
        return result == str(player)
    replies = (forces_win(after(board, stone), player, plies - 1) for stone in board.legal())
    return any(replies) if board.to_move == player else all(replies)


def squares_that_count(board: NineBoards) -> int:
    return sum(board.is_open(b) and (b, p) not in board.stones for b in range(9) for p in range(9))


def played(words: str, seed: int) -> Game:
    """A game of computers that now and then lose their way."""
    game = new_game(words)
    players = [LEVELS[level].make(seed) for level in ("rules", "expert 3")]
    while game.outcome is None:
        game.place(players[game.position.to_move].think(game.position.copy(), Limit(nodes=200)).move)
    return game


def reviewed(game: Game, judge: Judge, nodes: int = 300) -> GameReview:
    """A review in one pass, by searches that end after so many nodes on any machine."""
    review = GameReview(game, (1.0,))

    class Quick:
        by = ""

        def judge(
            self,
            position: Position,
            limit: Limit,
            stop: Stop = NEVER,
            report: Callable[[Judgement], None] = lambda judgement: None,
        ) -> Judgement:
            return judge.judge(position, Limit(nodes=nodes), stop, report)

        def close(self) -> None:
            """Do nothing."""

    while review.work(Quick()):
        pass
    return review


@pytest.mark.slow
@every_variant
def test_what_a_judge_proves_is_true_and_the_rest_is_a_chance(words: str, judge: Judge) -> None:
    proved = judged = 0
    for game, board in walks(words, sampled(40, 8), "judge"):
        position = game.position
        if position.ply % 2:
            continue
        found = judge.judge(position, Limit(nodes=400))
        assert not found.verdict.is_unknown
        assert sum(found.chances) == pytest.approx(1)
        assert found.move in position.moves
        assert found.chances[position.to_move] == found.verdict.chance
        if found.verdict.value is None:
            assert 0 < found.verdict.chance < 1
            judged += 1
        elif found.verdict.plies is not None and found.verdict.plies <= 3 and len(board.legal()) <= 9:
            winner = board.to_move if found.verdict.value is Value.WIN else 1 - board.to_move
            assert forces_win(board, winner, found.verdict.plies)
            proved += 1
    assert judged > 3
    assert proved


@pytest.mark.slow
@every_variant
def test_decisions_are_moves_that_differ(words: str) -> None:
    decisions, told = Decisions(), set()
    for game, board in walks(words, sampled(40, 12), "decisions", is_eager=False):
        if squares_that_count(board) > 7:
            continue
        seen: dict[object, int] = {}
        values = {value_to(after(board, stone), board.to_move, seen) for stone in board.legal()}
        differ = decisions.moves_differ(game.position)
        assert differ is not None
        assert differ or len(values) == 1
        told.add(differ)
    assert told == {False, True}


def analysed(game: Game, judge: Judge, maps: ProofMaps) -> Analysis:
    """An analysis after its first round."""
    found: list[Analysis] = []

    class Stop:
        def is_set(self) -> bool:
            return bool(found) and (found[-1].is_mapped or len(found[-1].candidates) == MOST_CANDIDATES)

    analyse(game.position, judge, maps, Stop(), found.append)
    return found[-1]


def test_the_five_best_moves_have_chances(judge: Judge) -> None:
    found = analysed(new_game(moves="55 51 15 52 25"), judge, ProofMaps(8.0))
    assert len(found.candidates) == MOST_CANDIDATES
    assert all(not each.verdict.is_unknown and each.line[0] == each.square for each in found.candidates)
    chances = [each.verdict.chance for each in found.candidates]
    assert chances == sorted(chances, reverse=True)
    assert found.chances
    assert any(len(each.line) > 2 for each in found.candidates)


@pytest.mark.slow
def test_late_moves_are_proved_by_the_solver(judge: Judge) -> None:
    told, maps = 0, ProofMaps(8.0)
    for game, board in walks("ultimate", 16, "mapped", is_eager=False):
        if squares_that_count(board) > 9 or len(board.legal()) < 2 or told > 5:
            continue
        found = analysed(game, judge, maps)
        assert found.is_mapped
        for name, stone in stones_of([*map(game.setup.geometry.name, found.values)]).items():
            value = found.values[game.setup.geometry.parse(name)].value
            assert WORTH[value] == value_to(after(board, stone), board.to_move, {})
        told += 1
    assert told > 3


@pytest.mark.sample(every=4)
@every_variant
def test_reviews_judge_every_move_and_every_mistake_has_a_sentence(words: str, judge: Judge) -> None:
    for seed in range(sampled(4, 1)):
        game = played(words, seed)
        review = reviewed(game, judge)
        assert review.is_judged
        assert unrated_sentence(review) == ""
        moves = [move for move in reviewed_moves(review) if move is not None]
        assert len(moves) == len(game.moves)
        assert not any(map(is_unrated, moves))
        assert all(accuracy(review, seat) is not None for seat in (0, 1))
        assert None not in curve(review)
        for move in moves:
            words_of_it = [
                reason_sentence(review, move), better_move_sentence(review, move),
                explanation(review, move), standing_text(review, move.number),
            ]  # fmt: skip
            if move.worth.mark.is_bad:
                words_of_it.append(mistake_sentence(review, move))
                assert words_of_it[0]
            for text in words_of_it:
                for wrong in ("completes a line", "fork", "open three", "not proved", "blocks X's line"):
                    assert wrong not in text
        again = from_json(to_json(review), game)
        assert again.known == review.known
        assert json.loads(to_json(review))["positions"]


@pytest.mark.slow
def test_random_moves_are_less_accurate_than_a_novice_and_marked_where_the_chance_falls(judge: Judge) -> None:
    shares: dict[str, list[float]] = {"random": [], "expert 1": [], "expert 4": []}
    for level, found in shares.items():
        for seed in range(sampled(20, 4)):
            game = new_game("ultimate")
            computers = LEVELS[level].make(2 * seed), LEVELS[level].make(2 * seed + 1)
            while game.outcome is None:
                game.place(computers[game.position.to_move].think(game.position, Limit(nodes=300)).move)
            review = reviewed(game, judge)
            found += [accuracy(review, seat) or 0.0 for seat in (0, 1)]
            if level != "random":
                continue
            chances = [each[0] for each in curve(review) if each is not None]
            bad = {move.number for move in mistakes(review) if move.player == 0}
            for start in range(len(game.moves) - 8):
                if chances[start] - chances[start + 8] >= 0.3:
                    assert bad & {*range(start + 1, start + 9)}, f"moves {start + 1} to {start + 8}"
    random, novice, medium = map(mean, shares.values())
    assert random < novice < medium


@pytest.mark.slow
def test_the_losing_move_of_a_lost_game_is_found(judge: Judge) -> None:
    found = 0
    for seed in range(4):
        game = played("ultimate", seed)
        if game.outcome is None or game.outcome.winner is None:
            continue
        review = reviewed(game, judge, 1000)
        loser = 1 - game.outcome.winner
        turn, losing = turning_point(review), losing_move(review, loser)
        assert turn == losing
        assert losing is None or losing in mistakes(review)
        found += losing is not None
    assert found


def test_a_win_that_was_missed_is_named(judge: Judge) -> None:
    for game, board in walks("ultimate", 30, "missed"):
        wins = winning(board)
        rest = [stone for stone in board.legal() if stone not in wins]
        if not wins or not rest:
            continue
        missed = Game(game.setup)
        for each in game.moves:
            missed.push(each)
        missed.place(name_of(rest[0]))
        review = reviewed(missed, judge, 100)
        move = reviewed_moves(review)[-1]
        assert move is not None
        text = explanation(review, move)
        if move.worth.mark.is_bad:
            assert any(f"{name_of(win)} would have won at once" in text for win in wins) or "lets" in text
            return
    raise AssertionError("a win is missed somewhere")


@pytest.mark.slow
def test_a_losing_move_is_practised_to_the_end_of_the_game(judge: Judge) -> None:
    ended = 0
    for seed in range(6):
        review = reviewed(played("ultimate", seed), judge, 1000)
        lost = [move for move in mistakes(review) if move.after.value is Value.LOSS]
        for move in lost[-1:]:
            practice = Practice(review, move, is_escape=True)
            while practice.stage in (Stage.CHECKING, Stage.TURN):
                if practice.stage is Stage.TURN:
                    practice.place(practice.game.position.moves[0])
                else:
                    practice.take(practice.question()(judge, NEVER))
            assert practice.stage is Stage.OVER
            winner = review.setup.players[1 - move.player].symbol
            assert practice.message == f"{winner} wins the game: there was no way out"
            ended += 1
    assert ended
