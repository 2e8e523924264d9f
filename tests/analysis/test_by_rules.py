"""Advice under rules where the usual does not hold: only what is true, or nothing."""

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from tests.support.reference import Board, MaxN, Worth
from tests.support.sampling import sampled
from tests.support.strategies import make_setup, placement_of, play, reference_of
from ttt_tui.analysis.analysis import _candidate
from ttt_tui.analysis.forced_wins import refutation
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.reason_kinds import ReasonKind
from ttt_tui.analysis.reasons import facts, reasons, would_have_won
from ttt_tui.analysis.review import GameReview, accuracy, curve, is_unrated, reviewed_moves, turning_point
from ttt_tui.analysis.review_json import from_json, to_json
from ttt_tui.analysis.review_sentences import reason_sentence, standing_text, unrated_sentence
from ttt_tui.analysis.sentences import log_phrases, sentence
from ttt_tui.analysis.threats import answers, threats_of
from ttt_tui.analysis.verdict import (
    Verdict,
    immediate_verdict,
    in_own_moves,
    is_shortest,
    only_move,
    standing,
)
from ttt_tui.analysis.worth import Decisions, Mark
from ttt_tui.computer import Thought, Value
from ttt_tui.computer.base import NEVER, merit
from ttt_tui.computer.expert.expert import AnyRulesSearch, Expert
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.engine import (
    Game,
    Geometry,
    Limit,
    LineRule,
    Marks,
    Placement,
    Position,
    Rules,
    Square,
    squares_of,
)
from ttt_tui.engine import rules as rules_module

EXACTLY, MISERE, BOTH = Rules(LineRule.EXACTLY), Rules(misere=True), Rules(LineRule.EXACTLY, misere=True)
TORUS, NOTAKTO = Rules(wrap=True), Rules.parse("notakto")
WILD, WILD_MISERE = Rules.parse("wild"), Rules.parse("wild, misere")
kinds = pytest.mark.parametrize("kind", [EXACTLY, MISERE, BOTH, TORUS, NOTAKTO, WILD, WILD_MISERE], ids=str)

VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}

OF_THREATS = {
    ReasonKind.WINS, ReasonKind.MISSES_LINE, ReasonKind.LETS_COMPLETE, ReasonKind.LETS_FORK, ReasonKind.FORKS,
    ReasonKind.WINS_BY_FOURS, ReasonKind.LETS_WIN_BY_FOURS, ReasonKind.MISSES_FOURS, ReasonKind.BLOCKS,
    ReasonKind.ONLY_ANSWER, ReasonKind.STOPS_FOURS, ReasonKind.STOPS_RUN, ReasonKind.MAKES_RUN,
    ReasonKind.THREATENS_FOURS, ReasonKind.THREATENS_LINE, ReasonKind.GIVES_RUN, ReasonKind.CLOSES_LINE,
    ReasonKind.BLOCKS_LINE, ReasonKind.EXTENDS,
}  # fmt: skip
"""What is said of lines as if they won."""


def game_of(kind: Rules, size: tuple[int, int, int], moves: str = "", players: int = 2) -> Game:
    return play(Game(make_setup(*size, players, kind=kind)), moves)


def most(kind: Rules) -> int:
    """So many players in the tests of three and more."""
    return 3 if kind.marks is Marks.OWN else 2


def random_games(kind: Rules, size: tuple[int, int, int], wanted: int, players: int = 2) -> list[Game]:
    dice, found = Random(f"{kind} {size}"), []
    for _ in range(wanted):
        game = game_of(kind, size, players=players)
        while game.outcome is None:
            game.place(dice.choice(game.position.moves))
        found.append(game)
    return found


class Truth:
    """What positions of two players are worth by trying everything, counted from the position."""

    def __init__(self) -> None:
        self._all = MaxN()

    def _counted(self, board: Board, worths: Worth) -> int:
        worth = worths[board.to_move]
        return worth + len(board.cells) * ((worth > 0) - (worth < 0))

    def worth(self, board: Board) -> int:
        return self._counted(board, self._all.worth(board))

    def of_moves(self, board: Board, geometry: Geometry) -> dict[Placement, int]:
        return {
            placement_of(geometry, *choice): self._counted(board, self._all.worth_of_move(board, *choice))
            for choice in board.choices(board.to_move)
        }


def sign(worth: int) -> int:
    return (worth > 0) - (worth < 0)


# --- at sight --------------------------------------------------------------------------------------------


@pytest.mark.sample(every=8)
@kinds
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3)], ids=str)
def test_what_is_said_without_a_search_is_true(kind: Rules, size: tuple[int, int, int]) -> None:
    truth, decisions, told = Truth(), Decisions(), 0
    for whole in random_games(kind, size, sampled(100, 4)):
        game = Game(whole.setup)
        for move in whole.moves:
            position, board = game.position, reference_of(game)
            if len(board.empty()) <= 7:
                worths = truth.of_moves(board, game.setup.geometry)
                best = max(worths.values())
                if (seen := immediate_verdict(position)) is not None:
                    told += 1
                    assert seen.value is VALUES[sign(best)], game
                    assert seen.plies == (1000 - abs(best) if best else None), game
                elif (square := only_move(position)) is not None:
                    told += 1
                    others = {worth for other, worth in worths.items() if other != square}
                    assert all(worth in (-999, -998) for worth in others), game
                if best:
                    plies = 1000 - abs(best)
                    assert not any(is_shortest(position, VALUES[sign(best)], plies + n) for n in (2, 4))
                kinds_of_worth = {min(worth, 1) for worth in worths.values()}
                assert decisions.moves_differ(position) == (len(kinds_of_worth) > 1), game
            game.push(move)
    assert told or kind.marks is Marks.WILD


def test_a_line_that_loses_is_no_threat_and_no_win() -> None:
    game = game_of(MISERE, (3, 3, 3), "a1 b3 b1 a2")
    c1 = game.setup.geometry.parse("c1")
    assert not any(threats_of(game.position).completing)
    assert answers(game.position) is None
    assert immediate_verdict(game.position) is None
    found = reasons(game.position, c1)
    assert [sentence(reason, c1, game.setup, 0) for reason in found] == ["c1 completes a line, which loses"]
    assert found[0].kind.is_fault
    game.place("c2")
    assert would_have_won(game, 5) == ()
    assert facts(game, 5) == ()
    game.pop()
    game.place("c1")
    assert log_phrases(game, 5, None) == ("lost with three in a row",)


def test_lines_of_more_than_k_do_not_count() -> None:
    game = game_of(EXACTLY, (6, 3, 3), "a1 a3 b1 f3 d1 d2")
    c1 = game.setup.geometry.parse("c1")
    assert ReasonKind.WINS not in {reason.kind for reason in reasons(game.position, c1)}
    assert immediate_verdict(game.position) is None
    game.place("c1")
    assert facts(game, 7) == ()
    assert game.outcome is None


@pytest.mark.sample(every=10)
@kinds
def test_no_advice_in_a_misere_game_is_about_lines_that_win(kind: Rules) -> None:
    said = 0
    for whole in random_games(kind, (4, 4, 3), sampled(40, 2)) + random_games(kind, (5, 5, 4), 2, most(kind)):
        game = Game(whole.setup)
        for number, move in enumerate(whole.moves, 1):
            assert move.square is not None
            found = reasons(game.position, move.square)
            if kind.misere:
                assert not OF_THREATS & {reason.kind for reason in (*found, *facts(whole, number))}
                words = " ".join(hint(game.position, game.setup, Thought(move.square)).steps)
                assert not any(
                    word in words for word in ("threat", "win at once", "open", "block", "line up")
                )
                said += 1
            game.push(move)
    assert said or not kind.misere


# --- hints and analyses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "steps"),
    [
        ("", ("Only one move holds the draw", "Look at b2", "b2 is the only move that draws")),
        # X has lines at c1 and, by the column, at a3; the rest of the squares is free
        ("b2 a1 c3 b1 a2", ("Do not complete a line", None, None)),
    ],
)
def test_hints_of_misere_say_what_is_proved(moves: str, steps: tuple[str, str | None, str | None]) -> None:
    game = game_of(MISERE, (3, 3, 3), moves)
    values = ProofMaps().of(game.position, Limit())
    best = max(values, key=lambda square: {Value.WIN: 2, Value.DRAW: 1, Value.LOSS: 0}[values[square].value])
    thought = Thought(best, proof=values[best] if not moves else None)
    found = hint(game.position, game.setup, thought, values if not moves else None)
    for said, expected in zip(found.steps, steps, strict=True):
        assert expected is None or said == expected


def test_hints_say_who_has_to_complete_a_line() -> None:
    game = game_of(MISERE, (3, 3, 3), "b1 a1 a2 b2 c2 c1 b3")
    square = game.position.moves[0]
    found = hint(game.position, game.setup, Thought(square)).steps
    safe = [s for s in game.position.moves if not game.position.completing(1) >> s & 1]
    assert (len(game.position.moves), len(safe)) == (2, 0)
    assert found[0] == "Every move completes a line"
    assert found[2].endswith("completes a line, as every move does")
    assert immediate_verdict(game.position) is not None


@pytest.mark.sample(every=4)
@kinds
def test_the_judge_proves_small_boards_and_is_silent_where_it_cannot(kind: Rules) -> None:
    truth, judge = Truth(), Judge()
    for whole in random_games(kind, (4, 3, 3), sampled(20, 1)):
        for plies in (5, 7, 8):
            if plies < len(whole.moves):
                game = Game(whole.setup)
                for move in whole.moves[:plies]:
                    game.push(move)
                worth = truth.worth(reference_of(game))
                verdict = judge.judge(game.position, Limit(nodes=50_000)).verdict
                assert (verdict.value, verdict.plies) == (
                    VALUES[sign(worth)],
                    1000 - abs(worth) if worth else None,
                )
                assert verdict.is_exact == (worth != 0)
    game = game_of(kind, (9, 9, 4), "Xe5 Od5" if kind.marks is Marks.WILD else "e5 d5")
    found = judge.judge(game.position, Limit(nodes=30))
    assert found.verdict.is_unknown == (kind != EXACTLY)
    if kind != EXACTLY:
        assert str(found.verdict) == "?"
        assert standing(game.position, found.verdict, found.chances) == (None, "Not proved")
    if most(kind) > 2:
        game = game_of(kind, (7, 7, 4), "d4 d5 e4", players=3)
        found = judge.judge(game.position, Limit(nodes=30))
        assert found.verdict.is_unknown, "no playouts of other rules"
    judge.close()


def test_a_win_that_the_loser_completes_is_not_counted_in_the_winners_moves() -> None:
    game = game_of(MISERE, (3, 3, 3), "b1 a1 a2 b2 c2 c1 b3")
    seen = immediate_verdict(game.position)
    assert seen is not None
    assert standing(game.position, seen, (0.0, 1.0)) == (0, "wins in 1, proved")
    assert in_own_moves(game.position, seen, game.setup) == ""


# --- reviews ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@kinds
def test_reviews_mark_exactly_the_moves_that_lose_a_value(kind: Rules) -> None:
    truth, judge = Truth(), Judge()
    for whole in random_games(kind, (3, 3, 3), sampled(30, 1)):
        review = GameReview(whole, (5.0,))
        while review.work(judge):
            pass
        game = Game(whole.setup)
        for number, move in enumerate(reviewed_moves(review), 1):
            board = reference_of(game)
            assert move is not None
            assert move.square is not None
            worths = truth.of_moves(board, game.setup.geometry)
            own, best = worths[move.square], max(worths.values())
            assert move.worth.is_proved
            assert (move.worth.mark is Mark.BLUNDER) == (sign(own) < sign(best)), (whole, number)
            assert (move.worth.mark is Mark.INACCURACY) == (own < best and sign(own) == sign(best) != 0)
            if move.worth.mark.is_bad:
                assert reason_sentence(review, move)
            game.push(whole.moves[number - 1])
        assert unrated_sentence(review) == ""
    judge.close()


def test_where_nothing_is_proved_nothing_is_rated() -> None:
    whole = random_games(MISERE, (7, 7, 4), 1)[0]
    review = GameReview(whole, (0.01,))
    judge = Judge()
    while review.work(judge):
        pass
    judge.close()
    moves = [move for move in reviewed_moves(review) if move is not None]
    assert is_unrated(moves[0])
    by_line = {move.number for move in moves if is_unrated(move) and move.worth.mark.is_bad}
    assert by_line <= {len(moves)}, "the line that loses, if it could be avoided"
    assert accuracy(review, 0) is None
    assert turning_point(review) is None
    assert curve(review)[0] is None
    assert standing_text(review, 0) == "not proved"
    assert unrated_sentence(review) == "With the rule misère, only moves with a proved result are graded"
    again = from_json(to_json(review), whole)
    assert again.known == review.known


def test_a_hint_draws_no_line_that_is_too_long() -> None:
    game = game_of(EXACTLY, (6, 5, 3), "a1 a5 b1 c5 d1 f5 c2 f3 c3 e5")
    c1 = game.setup.geometry.parse("c1")  # four in a row do not count, the column does
    drawn = {*hint(game.position, game.setup, Thought(c1)).drawing.lines}
    assert [[*map(game.setup.geometry.name, squares_of(line.squares))] for line in drawn] == [
        ["c1", "c2", "c3"]
    ]


def after(position: Position, square: Square) -> Position:
    position = position.copy()
    position.play(square)
    return position


def test_a_move_that_completes_a_line_is_analysed_as_a_loss() -> None:
    for players, moves in ((2, "a1 b3 b1 a2"), (3, "a1 b3 d4 b1 a2 d2")):
        game = game_of(MISERE, (4, 4, 3), moves, players)
        c1, judge = game.setup.geometry.parse("c1"), Judge()
        judgement = judge.judge(game.position, Limit(nodes=20))
        found = _candidate(game.position, c1, judgement, judge, Limit(nodes=20), NEVER)
        assert str(found.verdict) == "L1"
        judge.close()


def test_a_refutation_ends_where_the_loser_completes_a_line() -> None:
    game = game_of(MISERE, (3, 3, 3), "b1 a1 a2 b2 c2 c1")
    maps = ProofMaps()

    def think(position: Position) -> Thought:
        values = maps.of(position, Limit())
        best = max(values, key=lambda square: merit(values[square]))
        return Thought(best, proof=values[best])

    thought = think(game.position)
    assert thought.proof is not None
    assert (thought.proof.value, thought.proof.plies) == (Value.WIN, 2)
    reply = think(after(game.position, thought.move)).move
    whole = replace(thought, pv=(thought.move, reply))
    for known in (thought, whole):
        line = refutation(game.position, known, think)
        assert line == (thought.move, reply)
    for square in line:
        game.place(square)
    assert game.outcome is not None
    assert game.outcome.winner == 0


# --- rules to come ---------------------------------------------------------------------------------------


def test_rules_that_allow_nothing_are_refused_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_module, "ALLOWED", MappingProxyType({}))
    rules_module._allows.cache_clear()
    try:
        game = game_of(EXACTLY, (3, 3, 3), "a1 b3 b1 a2")
        position, c1 = game.position, game.setup.geometry.parse("c1")
        assert not any(threats_of(position).completing)
        assert only_move(position) is None
        assert not is_shortest(position, Value.WIN, 3)
        assert would_have_won(game, 4) == ()
        at_once = {ReasonKind.WINS, ReasonKind.MISSES_LINE, ReasonKind.LETS_COMPLETE}
        for square in position.moves:
            assert not {reason.kind for reason in reasons(position, square)} & OF_THREATS - at_once
        assert immediate_verdict(position) == Verdict.proved(Value.WIN, 1, is_exact=True), "it was tried"
        assert [reason.kind for reason in reasons(position, c1)] == [ReasonKind.WINS]
        expert = Expert()
        thought = expert.think(position, Limit(nodes=50_000))
        assert isinstance(expert._any_rules, AnyRulesSearch)
        assert (thought.move, thought.proof and thought.proof.value) == (c1, Value.WIN), "proved by all moves"
        judge = Judge()
        large = game_of(EXACTLY, (9, 9, 5), "e5")
        assert judge.judge(large.position, Limit(nodes=20)).verdict.is_unknown
        judge.close()
    finally:
        rules_module._allows.cache_clear()
