"""Every sentence of reviews, hints and analyses about small boards is true by trying everything.

The sentences are read as text, by the templates of `tests.analysis.claims`: one that no template reads fails.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.analysis.claims import (
    BOUND,
    LABEL,
    Case,
    FalseSentence,
    UnknownSentence,
    about,
    confirm,
    confirm_hint,
    confirm_mistake,
    confirm_verdict,
)
from tests.analysis.judging import CountedJudge
from tests.analysis.judging import reviewed as reviewed_by
from tests.analysis.positions import replayed
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, make_setup, play
from tests.support.sure import sure
from ttt_tui.analysis.analysis import Analysis, analyse
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.review import GameReview, reviewed_move, turning_point
from ttt_tui.analysis.review_sentences import (
    better_move_sentence,
    mistake_sentence,
    reason_sentence,
    standing_text,
)
from ttt_tui.analysis.verdict import standing
from ttt_tui.app.widgets.board.view import worth_label
from ttt_tui.computer import LEVELS, Proof
from ttt_tui.computer.base import A_SECOND
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.engine import Game, Limit, Move, Position, Square
from ttt_tui.plain.advice import PlainReview

Board = tuple[int, int, int]

BOARDS: list[Board] = [(3, 3, 3), (4, 3, 3), (4, 3, 4), (4, 4, 3), (4, 4, 4)]

MOST_EMPTY = sampled(16, 12)
"""With more empty squares 4×4 with four in a row takes the truth ten seconds: those are for the slow tier."""

WANTED = sampled(600, 15)
"""Sentences for each board and each of the two tests: 6,000 in all in the slow tier."""

EFFORTS = (5, 100, 20_000)
"""Positions that a judge looks at: with few it proves little, and what it proves are bounds."""


class Listener:
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, *sentences: str) -> None:
        self.said += filter(None, sentences)


def games(board: Board, dice: Random) -> Iterator[Game]:
    """Games without end: careless, careful and mixed ones, some of which are resigned or left."""
    levels = [LEVELS[name].make(dice.getrandbits(30)) for name in ("random", "scorer", "expert")]
    while True:
        game = Game(make_setup(*board))
        sides = [dice.choice(levels) for _ in range(2)]
        careless = dice.choice((0.0, 0.2, 0.6))
        while game.outcome is None:
            if len(game.moves) > 1 and dice.random() < 0.02:
                game.push(Move(game.position.to_move, None))
                break
            if dice.random() < careless:
                game.place(dice.choice(game.position.moves))
            else:
                thought = sides[game.position.to_move].think(game.position, Limit(nodes=200))
                game.place(thought.move)
        yield game


def is_known(position: Position) -> bool:
    """Whether the truth about a position does not take too long."""
    is_slow = len(position.geometry.squares) == 16 and position.geometry.line_length == 4
    return not is_slow or position.empty.bit_count() <= MOST_EMPTY


def reviewed(game: Game, nodes: int) -> GameReview:
    judge = CountedJudge(nodes)
    review = reviewed_by(game, (1.0,), judge)
    judge.close()
    return review


# --- what is said ----------------------------------------------------------------------------------------


def confirm_review(game: Game, nodes: int, counts: Counter[str]) -> None:
    review, geometry = reviewed(game, nodes), game.setup.geometry
    for ply in range(len(game.moves) + 1):
        before = replayed(game, ply)
        if not is_known(before.position):
            continue
        confirm(Case(before), standing_text(review, ply), counts)
        if ply == len(game.moves):
            break
        move = game.moves[ply]
        worth = sure(reviewed_move(review, ply + 1))
        case = Case(before, None if move.square is None else cell_of(geometry, move.square))
        if reason := reason_sentence(review, worth):
            confirm(case, reason, counts)
        elif worth.worth.mark.is_bad:
            raise FalseSentence(f"no reason for {worth.worth.mark}: {about(case)}")
        if case.move is not None:
            confirm_verdict(case.worth(case.move), str(worth.after.before()), counts, case)
        if worth.better and (told := better_move_sentence(review, worth)):
            confirm(Case(before, cell_of(geometry, worth.better[0])), told, counts)
        if worth.worth.mark.is_bad:
            confirm_mistake(case, mistake_sentence(review, worth), counts, worth.worth.is_proved)
    if (turn := turning_point(review)) is not None:
        counts["Turning point"] += 1
        assert turn.worth.mark.is_bad
        assert review.outcome is not None
        assert turn.player != review.outcome.winner
    if game.outcome is not None and is_known(review.positions[0]):
        confirm_whys(game, review, counts)


def confirm_whys(game: Game, review: GameReview, counts: Counter[str]) -> None:
    """Check what plain mode answers to `why`, mistake by mistake."""
    ear = Listener()
    told = PlainReview(cast(Any, SimpleNamespace(game=game, out=ear)))
    told._review = review
    moves = (reviewed_move(review, number) for number in range(1, len(game.moves) + 1))
    bad = [move for move in moves if move and move.worth.mark.is_bad]
    if not bad:
        told.why()
        assert ear.said == ["No mistakes found in this game"]
    for number, move in enumerate(bad, 1):
        ear.said.clear()
        told.why()
        first, *more = ear.said
        following = "next" if number < len(bad) else "first"
        others = f"Mistake {number} of {len(bad)}: type why for the {following}"
        assert more.pop() == (others if len(bad) > 1 else "No other mistakes in this game")
        before, then = replayed(game, move.number - 1), replayed(game, move.number)
        cell = None if move.square is None else cell_of(game.setup.geometry, move.square)
        confirm_mistake(Case(before, cell), first[0].lower() + first[1:], counts, move.worth.is_proved)
        for sentence in more:
            start, _, rest = sentence.partition(": ")
            counts[f"{start}: …"] += start != "After it"
            match start:
                case "After it":
                    confirm(Case(then), rest, counts)
                case "What follows":
                    play(replayed(then), rest)
                    if move.after.value is not None:
                        reply = Case(then).names[rest.split()[0]]
                        assert Case(then).worth(reply) == Case(then).position_worth(), (sentence, game)
                case "Better" | "Judged better" | "Proved win" | "Proved draw":
                    play(replayed(before), rest)
                    assert (start == "Better") == move.worth.is_proved
                    if start.startswith("Proved"):
                        worth = Case(before).position_worth()
                        assert worth > 0 if start == "Proved win" else worth == 0, (sentence, game)
                case _:
                    raise UnknownSentence(sentence)


def confirm_hints(game: Game, dice: Random, counts: Counter[str]) -> None:
    """Check the hints in a position, with much and with little known of it."""
    position = game.position
    maps = ProofMaps()
    for nodes in EFFORTS:
        expert = LEVELS["expert"].make(dice.getrandbits(30))
        thought = expert.think(position, Limit(nodes=nodes))
        values = dice.choice((None, maps.of(position, Limit(nodes=nodes))))
        case = Case(game, cell_of(game.setup.geometry, thought.move))
        confirm_hint(case, hint(position, game.setup, thought, values).steps, counts)
        expert.close()
    maps.close()


class CountedMaps(ProofMaps):
    """Maps with so many nodes a round, so that what is proved at first are bounds."""

    def __init__(self, nodes: int) -> None:
        super().__init__()
        self.nodes = nodes

    def of(self, position: Position, limit: Limit = A_SECOND, *more: Any) -> dict[Square, Proof]:
        return super().of(position, Limit(nodes=self.nodes), *more)


def confirm_analysis(game: Game, dice: Random, counts: Counter[str]) -> None:
    """Check everything that an analysis reports of a position until it is complete, or for some reports.

    It has maps of all moves, or proves them bit by bit, or has only what searches prove.
    """
    stop, case, heard = threading.Event(), Case(game), 0
    symbols = [player.symbol for player in game.setup.players]

    def hear(found: Analysis) -> None:
        nonlocal heard
        heard += 1
        if heard == 40:
            stop.set()
        verdict = found.verdict
        if verdict is not None:
            player, words = standing(game.position, verdict, found.chances)
            confirm(case, words if player is None else f"{symbols[player]} {words}", counts)
            confirm_verdict(case.position_worth(), str(verdict), counts, case)
        for candidate in found.candidates:
            worth = case.worth(cell_of(game.setup.geometry, candidate.square))
            confirm_verdict(worth, str(candidate.verdict), counts, case)
        for square, proof in found.values.items():
            worth = case.worth(cell_of(game.setup.geometry, square))
            confirm_verdict(worth, worth_label(proof).texts[0], counts, case)

    judge, maps = CountedJudge(dice.choice(EFFORTS)), CountedMaps(dice.choice((3, 30, 10_000)))
    analyse(game.position, judge, dice.choice((None, maps, maps)), stop, hear)
    judge.close()
    maps.close()


# --- the tests -------------------------------------------------------------------------------------------


def collect(
    confirm_one: Callable[[Game, Random, Counter[str]], None], board: Board, wanted: int
) -> Counter[str]:
    """Check what is said of games on a board until there are so many sentences."""
    counts, dice = Counter[str](), Random(f"sentences {board} {confirm_one.__name__}")
    for game in games(board, dice):
        confirm_one(game, dice, counts)
        if sentences(counts) >= wanted:
            return counts
    raise AssertionError("there is always another game")


def sentences(counts: Counter[str]) -> int:
    return sum(count for kind, count in counts.items() if not kind.startswith(LABEL))


def of_review(game: Game, dice: Random, counts: Counter[str]) -> None:
    confirm_review(game, dice.choice(EFFORTS), counts)


def of_positions(game: Game, dice: Random, counts: Counter[str]) -> None:
    """Hints, and now and then an analysis, in some positions of a game that are not over."""
    for _ in range(3):
        replay = replayed(game, dice.randrange(len(game.moves)))
        if not is_known(replay.position):
            continue
        confirm_hints(replay, dice, counts)
        if dice.random() < 0.3:
            confirm_analysis(replay, dice, counts)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_sentence_of_a_review_is_true(board: Board) -> None:
    counts = collect(of_review, board, WANTED)
    print(board, dict(counts.most_common()))
    if board == sampled((4, 4, 3), None):
        assert any(kind.endswith(BOUND) for kind in counts), "bounds are met, too"


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_sentence_of_hints_and_analyses_is_true(board: Board) -> None:
    counts = collect(of_positions, board, WANTED)
    print(board, dict(counts.most_common()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "moves", "kind"),
    [
        ((3, 3, 3), "c2 a3 b3 a2", "after {m}, {other} can win {how}"),
        ((4, 3, 3), "a2", "after {m}, {other} can win {how}"),
        ((4, 4, 3), "c4 d1 b2 d2", "after {m}, {other} can win {how}"),
        ((4, 3, 3), "d3 a1", "{m} loses {how} instead of {than}"),
        ((4, 3, 3), "c3 a1 b2 d1 b1", "{m} wins {how} instead of {than}"),
    ],
)
def test_lengths_that_games_seldom_have_are_true(board: Board, moves: str, kind: str) -> None:
    counts = Counter[str]()
    confirm_review(play(Game(make_setup(*board)), moves), 200_000, counts)
    assert counts[kind] + counts[kind + BOUND], counts


# --- the judge of it is just -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "move", "sentence"),
    [
        ("a1 b1", "a2", "a2 wins by force in 7 moves"),
        ("a1 b1", "a2", "a2 wins by force in at most 3 moves"),
        ("a1 b1", "c1", "c1 wins by force in 5 moves"),
        ("a1", "b1", "after b1, X can win in 3 moves"),
        ("a1", "b2", "after b2, X can win in at most 7 moves"),
        ("a1", "b1", "c2 would have held the draw"),
        ("a1 b1 a2", "a3", "a3 makes two threats at once"),
        ("a1 b1 a2", "c3", "c3 lets X win at once with b2"),
        ("a1 b1", "a2", "a2 is the only move that wins"),
    ],
)
def test_a_false_sentence_is_found_out(moves: str, move: str, sentence: str) -> None:
    game = play(Game(make_setup()), moves)
    cell = cell_of(game.setup.geometry, game.setup.geometry.parse(move))
    with pytest.raises(FalseSentence):
        confirm(Case(game, cell), sentence, Counter())


def test_a_sentence_of_a_new_kind_is_found_out() -> None:
    with pytest.raises(UnknownSentence):
        confirm(Case(Game(make_setup()), (1, 1)), "b2 smells of victory", Counter())
