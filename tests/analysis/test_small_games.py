"""Reviews and hints of small games by every rule, two to four players, compared with trying everything.

The judge is the slow reference: it plays on in every way. Where that takes too long, what a stone decides is
checked all the same.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tests.analysis.claims import (
    CERTAIN,
    Case,
    FalseSentence,
    about,
    confirm,
    confirm_hint,
    confirm_mistake,
    confirm_verdict,
)
from tests.analysis.definitions import passed_to, played
from tests.analysis.judging import CountedJudge
from tests.analysis.judging import reviewed as reviewed_by
from tests.analysis.test_at_once import decided, each_position, winning
from tests.support.all_rules import TABLE, fewer, new_game
from tests.support.reference import Board, Cell, MaxN, Paranoid
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, placement_of
from tests.support.sure import sure
from tests.support.truth import sign
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.review import GameReview, ReviewedMove, reviewed_move
from ttt_tui.analysis.review_sentences import (
    better_move_sentence,
    mistake_sentence,
    reason_sentence,
    standing_text,
)
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.worth import Mark
from ttt_tui.computer import Value
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.engine import Game, Geometry, Limit, Placement

SIZES = ((3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4))

GAMES = sampled(40, 1)

EFFORTS = (5, 50, 2000)
"""Positions that a judge looks at: with few it proves little, and what it proves are bounds."""

MOST_KNOWN = 100_000
"""Positions that the reference remembers."""

SMALL = [(words, players) for words, players in TABLE if players <= 4]


def most_empty(words: str, squares: int) -> int:
    """With how many empty squares at most everything is tried, as most does in a second."""
    if "wild" in words:
        return sampled(9, 6) if squares == 9 else 6
    if words == "renju":
        return 6
    if "shared" in words:
        return 10
    return sampled(9, 8) if squares == 9 else sampled(8, 7)


# --- brute force -----------------------------------------------------------------------------------------


@dataclass
class Values:
    """What positions of one game's rules are worth, by playing on in every way."""

    of_two: MaxN = field(default_factory=MaxN)
    of_one: dict[int, Paranoid] = field(default_factory=dict)

    def worth(self, board: Board, player: int) -> int:
        """1000 - n if the player wins after n plies more, whatever the others do; negative if another does.

        Of several players one who is sure of neither has 0.
        """
        if len(board.playing) == 2:
            return self._from(board, self.of_two.worth(board)[player])
        for each in sorted(board.playing, key=lambda each: each != player):
            found = self.of_one.setdefault(each, Paranoid(each)).worth(board)
            if found > 0:
                return self._from(board, found if each == player else -found)
        return 0

    @staticmethod
    def _from(board: Board, worth: int) -> int:
        return worth + sign(worth) * len(board.cells)

    def forget(self) -> None:
        known = [self.of_two._known, *(each._known for each in self.of_one.values())]
        if sum(map(len, known)) > MOST_KNOWN:
            for each in known:
                each.clear()


@dataclass
class RuledCase(Case):
    """A position by any rules, whose moves are cells, or cells with a stone where there is a choice."""

    values: Values = field(default_factory=Values)

    def _names(self) -> dict[str, Any]:
        geometry, is_wild = self.game.setup.geometry, self.game.setup.geometry.is_wild
        stones = (0, 1) if is_wild else (0,)
        return {
            geometry.name(placement_of(geometry, cell, stone)): (cell, stone) if is_wild else cell
            for cell in self.board.squares()
            for stone in stones
        }

    def name(self, cell: Any) -> str:
        return next((name for name, move in getattr(self, "names", {}).items() if move == cell), "?")

    def of(self, placement: Placement) -> Any:
        geometry = self.game.setup.geometry
        cell, mark = cell_of(geometry, geometry.square_of(placement)), geometry.mark_of(placement)
        return (cell, mark) if geometry.is_wild else cell

    @property
    def moves(self) -> list[Any]:
        return [self._move(*choice) for choice in self.board.choices(self.mover)]

    def _move(self, cell: Cell, stone: int) -> Any:
        return (cell, stone) if self.game.setup.geometry.is_wild else cell

    @property
    def can_be_solved(self) -> bool:
        words = ", ".join(self.game.setup.geometry.rules.words)
        return len(self.board.empty()) <= most_empty(words, len(self.board.squares()))

    def worth(self, cell: Any) -> int:
        """What a move is worth to its player, counted from before it."""
        mover, child = self.mover, played(self.board, cell)
        winner = child.winner_by(cell[0] if isinstance(cell[0], tuple) else cell)
        if winner is not None:
            return CERTAIN - 1 if winner == mover else 1 - CERTAIN
        if mover not in child.playing:
            return 1 - CERTAIN
        worth = self.values.worth(child, mover)
        return worth - sign(worth)

    def position_worth(self) -> int:
        return max(map(self.worth, self.moves), default=0) if self.game.outcome is None else 0

    def named_worth(self, name: str) -> int:
        return self.worth(self.names[name])

    def completing(self, player: int) -> set[Any]:
        return self._completing(self.board, player)

    def completing_after(self, player: int) -> set[Any]:
        return self._completing(self.after, player)

    def _completing(self, board: Board, player: int) -> set[Any]:
        if not board.turns_left(player):
            return set()
        return {self._move(*choice) for choice in passed_to(board, player).wins_with(player)}

    def every_other_loses_at_once(self) -> bool:
        if len(self.board.playing) == 2:
            return super().every_other_loses_at_once()
        after = [played(self.board, move) for move in self.others]
        return all(self._completing(board, board.to_move) for board in after)


def nobody_can_win(board: Board) -> bool:
    return board.copy().nobody_can_complete_a_line()


# --- what is checked -------------------------------------------------------------------------------------


def careless_games(words: str, players: int, count: int) -> Iterator[Game]:
    """Random games to their end, by players who take a win or leave it, each game as often as it likes."""
    dice = Random(f"small {words} {players}")
    for _ in range(fewer(words, count)):
        game = sure(new_game(words, players, dice.choice(SIZES)))
        care = dice.choice((0.0, 0.5, 0.9))
        while game.outcome is None:
            wins = [*winning_moves(game)] if dice.random() < care else []
            game.place(dice.choice(wins or game.position.moves))
        yield game


def winning_moves(game: Game) -> list[Placement]:
    position = game.position
    wins = 0 if game.setup.geometry.rules.misere else position.completing(position.to_move)
    return [move for move in position.moves if wins >> move & 1]


class Checker:
    """Checks games by one rule."""

    def __init__(self, words: str, players: int) -> None:
        self.dice = Random(f"check {words} {players}")
        self.by_geometry = dict[Geometry, Values]()
        self.judges = [CountedJudge(nodes) for nodes in EFFORTS]
        self.maps = ProofMaps(4.0)
        self.counts = Counter[str]()

    def close(self) -> None:
        for judge in self.judges:
            judge.close()
        self.maps.close()

    def game(self, whole: Game) -> None:
        self.values = self.by_geometry.setdefault(whole.setup.geometry, Values())
        self.values.forget()
        review = reviewed_by(whole, (1.0,), self.dice.choice(self.judges))
        hinted = self.dice.randrange(len(whole.moves))
        for number, (game, _, made) in enumerate(each_position(whole), 1):
            case = RuledCase(game, values=self.values)
            case.move = case.of(made)
            self.verdict(case, sure(review.known[number - 1]).verdict, sure(review.known[number - 1]).winner)
            move = sure(reviewed_move(review, number))
            self.at_once(case, made, review, move)
            if case.can_be_solved:
                self.mark(case, move)
                self.sentences(case, review, move)
            if number - 1 == hinted:
                self.hint(case)

    def verdict(self, case: RuledCase, verdict: Verdict, winner: int | None) -> None:
        """Check what is claimed of a position."""
        if not (case.can_be_solved and verdict.is_proved):
            return
        worth = case.position_worth()
        several = len(case.board.playing) > 2
        if several and verdict.value is Value.DRAW:
            assert nobody_can_win(case.board) or len(case.moves) == 1, about(case)
        elif several and verdict.value is Value.LOSS and winner is None:
            assert all(case.worth(move) == 1 - CERTAIN for move in case.moves), about(case)
        else:
            confirm_verdict(worth, str(verdict), self.counts, case)

    def at_once(self, case: RuledCase, made: Placement, review: GameReview, move: ReviewedMove) -> None:
        """Check what a stone decided, whatever else is known."""
        wins, decision = winning(case.board, case.game), decided(case.board, case.game, made)
        mark = move.worth.mark
        if made in wins:
            assert mark is Mark.BEST, about(case)
        elif wins:
            self.counts["missed win in one"] += 1
            assert mark.is_bad, about(case)
            assert "would have won at once" in reason_sentence(review, move), about(case)
        lost = decision is not None and decision.value is Value.LOSS
        lasting = [each for each in case.game.position.moves if not loses(case, each)]
        if lost and lasting:
            self.counts["own line"] += 1
            assert "completes a line, which loses" in reason_sentence(review, move), about(case)
            assert mark is Mark.BLUNDER or (mark.is_bad and move.best.value is Value.LOSS), about(case)
        if lost and not lasting:
            assert not mark.is_bad, about(case)

    def mark(self, case: RuledCase, move: ReviewedMove) -> None:
        """Check a mark where both verdicts are proved, and that what is called proved is.

        Where stones fall that is also a move which loses sooner or wins later than the best one, if at all.
        """
        best, own = case.position_worth(), case.own_worth
        if not (move.best.is_proved and move.after.is_proved):
            if move.worth.is_proved:
                assert case.game.setup.geometry.rules.drop, about(case)
                assert move.worth.mark is Mark.INACCURACY, about(case)
                assert own < best, about(case)
                self.counts["sooner or later"] += 1
            return
        if len(case.board.playing) == 2:
            confirm_verdict(own, str(move.after.before()), self.counts, case)
            loses_value = sign(own) < sign(best)
            self.counts["proved mark"] += 1
            assert (move.worth.mark is Mark.BLUNDER) == loses_value, about(case)
            if own == best and move.worth.mark.is_bad:
                raise FalseSentence(f"{move.worth.mark}: {about(case)}")

    def sentences(self, case: RuledCase, review: GameReview, move: ReviewedMove) -> None:
        """Check what is said of a position and of a move."""
        is_proved = move.best.is_proved and move.after.is_proved and len(case.board.playing) == 2
        confirm(case, standing_text(review, move.number - 1), self.counts)
        if reason := reason_sentence(review, move):
            confirm(case, reason, self.counts)
        elif move.worth.mark.is_bad:
            raise FalseSentence(f"no reason for {move.worth.mark}: {about(case)}")
        if move.worth.mark.is_bad:
            confirm_mistake(case, mistake_sentence(review, move), self.counts, is_proved)
        if move.better and (told := better_move_sentence(review, move)):
            better = RuledCase(case.game, case.of(move.better[0]), self.values)
            confirm(better, told, self.counts)

    def hint(self, case: RuledCase) -> None:
        """Check what the expert proposes, with much and with little known of the position."""
        position, wins = case.game.position, winning(case.board, case.game)
        nodes = self.dice.choice(EFFORTS)
        expert = Expert(seed=self.dice.getrandbits(30), megabytes=1)
        thought = expert.think(position, Limit(nodes=nodes))
        expert.close()
        self.counts["hint"] += 1
        assert not wins or thought.move in wins, about(case)
        hinted = RuledCase(case.game, case.of(thought.move), self.values)
        is_duel = len(case.board.playing) == 2
        found = self.maps.of(position, Limit(nodes=nodes)) if is_duel and self.dice.random() < 0.5 else None
        if not case.can_be_solved:
            return
        if thought.proof:
            self.counts["proved hint"] += 1
            best, own = case.position_worth(), hinted.own_worth
            assert sign(own) == sign(best), about(hinted)
            said = Verdict.proved(thought.proof.value, thought.proof.plies, thought.proof.is_exact)
            if is_duel or said.value is Value.WIN:
                confirm_verdict(best, str(said), self.counts, hinted)
        for square, proof in (found or {}).items():
            said = Verdict.proved(proof.value, proof.plies, proof.is_exact)
            confirm_verdict(case.worth(case.of(square)), str(said), self.counts, case)
        confirm_hint(hinted, hint(position, case.game.setup, thought, found).steps, self.counts)


def loses(case: RuledCase, move: Placement) -> bool:
    verdict = decided(case.board, case.game, move)
    return verdict is not None and verdict.value is Value.LOSS


@pytest.mark.sample(every=36)
@pytest.mark.parametrize(("words", "players"), SMALL, ids=[f"{words}-{n}" for words, n in SMALL])
def test_what_is_said_of_small_games_is_so(words: str, players: int) -> None:
    checker = Checker(words, players)
    for whole in careless_games(words, players, max(1, GAMES // (players - 1))):
        checker.game(whole)
    checker.close()
    print(words, players, dict(checker.counts.most_common()))
