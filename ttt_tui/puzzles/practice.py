"""Practice: an attempt at a bad move of a reviewed game, to find a better move or to escape its refutation.

A judge answers, since not every position of a review is proved.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ttt_tui.analysis.chances import UNKNOWN_SCALE, scale_of
from ttt_tui.analysis.forced_wins import refutation
from ttt_tui.analysis.judge import AnyJudge, Judgement, judgement_of_outcome
from ttt_tui.analysis.review import GameReview, ReviewedMove
from ttt_tui.analysis.review_sentences import MARK_NAMES, cost_sentence, thought_of, variation_text
from ttt_tui.analysis.words import length
from ttt_tui.analysis.worth import Worth, worth
from ttt_tui.computer import Stop, Thought, Value
from ttt_tui.engine import Game, IllegalMove, Limit, Move, Position, Square
from ttt_tui.puzzles.attempt import Attempt, Stage

LIMIT = Limit(seconds=2.0)
"""The judge's limit for a tried move; a proof may end the search sooner."""

MOST_SHOWN = 9
"""The most stones shown of a judged line; a proved refutation is played out completely."""

TASKS = {
    Value.LOSS: "try to get out",
    Value.DRAW: "hold the draw",
    Value.WIN: "win anyway",
    None: "play on",
}
"""The proved value of the position after a bad move → the player's task."""


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """A judge's answer about a position, and the line that follows."""

    judgement: Judgement
    line: tuple[Square, ...]


class Practice(Attempt[AnyJudge, JudgedLine]):
    """An attempt at a bad move: to escape after it with `is_escape`, else to find a better move."""

    def __init__(self, review: GameReview, move: ReviewedMove, *, is_escape: bool) -> None:
        assert move.square is not None, "no move is better than a resignation"
        game = Game(review.setup, review.first)
        for each in review.moves[: move.number - (not is_escape)]:
            game.push(each)
        super().__init__(game, move.player)
        self.reviewed = move
        self.is_escape = is_escape
        self.again()

    @property
    def has_reached(self) -> bool:
        """Whether a move was found that holds."""
        return self._has_held

    @property
    def continuation(self) -> tuple[Move, ...]:
        """The expected moves after a bad move that was tried, as far as the board shows them."""
        return () if self.is_escape or not self._verdict else tuple(self.game.moves[self.base + 1 :])

    def check_turn(self) -> None:
        match self.stage:
            case Stage.OVER | Stage.MISSED:
                raise IllegalMove("this try is over: t starts over")
            case Stage.LINE:
                raise IllegalMove(f"wait: the board shows what follows {self._name(self._tried)}")
            case Stage.CHECKING if self.is_escape:
                raise IllegalMove(f"wait for {self._mover}'s reply")
            case Stage.CHECKING:
                raise IllegalMove(f"still checking {self._name(self._tried)}")

    @property
    def _mover(self) -> str:
        return self.setup.players[self.game.position.to_move].symbol

    @property
    def _is_lost(self) -> bool:
        """Whether the bad move is proved to lose."""
        return self.reviewed.after.value is Value.LOSS

    # --- the player --------------------------------------------------------------------------------------

    def again(self) -> None:
        """Start over; an escape starts with the other side's reply."""
        self._go_back_to(self.start)
        self._has_held = False
        self.cost = ""
        """The cost of a bad move that was tried, as a sentence."""
        self._verdict = ""  # on a bad move that was tried
        self.message = ""
        if self.is_escape:
            self.stage = Stage.CHECKING
        else:
            assert self.reviewed.square is not None
            name = self._name(self.reviewed.square)
            self.message = f"{self._mover} to move: find a better move than {name}"

    def place(self, square: Square) -> None:
        is_played = not self.is_escape and square == self.reviewed.square
        if is_played and self.stage is Stage.TURN:
            raise IllegalMove(f"{self._name(square)} was played in the game: find a better move")
        super().place(square)

    # --- the judge ---------------------------------------------------------------------------------------

    def question(self) -> Callable[[AnyJudge, Stop], JudgedLine]:
        position, outcome = self.game.position.copy(), self.game.outcome
        is_whole = not self.is_escape

        def ask(judge: AnyJudge, stop: Stop) -> JudgedLine:
            if outcome is not None:
                return JudgedLine(judgement_of_outcome(position, outcome), ())
            found = judge.judge(position, LIMIT, stop)
            line = found.pv[:MOST_SHOWN] or (position.moves[0],)
            if is_whole and found.verdict.value is Value.WIN and (thought := thought_of(found)) is not None:

                def think(later: Position) -> Thought:
                    return thought_of(judge.judge(later, LIMIT, stop)) or Thought(later.moves[0])

                line = refutation(position, thought, think)
            return JudgedLine(found, line)

        return ask

    def take(self, answer: JudgedLine) -> None:
        if self.is_escape:
            self._reply(answer)
        else:
            self._decide(answer)

    def _decide(self, answer: JudgedLine) -> None:
        """Accept the move that was tried, or refute it."""
        square, name = self._tried, self._name(self._tried)
        found = self._worth(answer.judgement, square)
        if self._holds(answer.judgement, found):
            self._hold(answer.judgement, name)
            return
        self._line = list(answer.line)
        self.stage = Stage.LINE if self._line else Stage.MISSED
        after = answer.judgement.verdict_of(self.player)
        self.cost = cost_sentence(self.setup, self.player, self.reviewed.best, after)
        also = "also " if found.mark is self.reviewed.worth.mark else ""
        if self.game.outcome is not None:
            ended = "the game is drawn" if self.game.outcome.winner is None else self._decided
            self.message = f"{name} is {also}{MARK_NAMES[found.mark]}: {ended}"
            return
        if after.value is Value.LOSS:
            self._verdict = f"{name} loses by force"
        else:
            judged = "" if found.is_proved else ", judged"
            self._verdict = f"{name} is {also}{MARK_NAMES[found.mark]}{judged}"
        self.message = f"{self._verdict}: {self._mover} plays {variation_text(self.setup, answer.line[:1])}"

    def _reply(self, answer: JudgedLine) -> None:
        """Answer a try to escape, or accept it."""
        judgement, game = answer.judgement, self.game
        if game.outcome is not None:
            self._end()
            return
        latest = game.moves[-1]
        if len(game.moves) > self.start and latest.player == self.player and not self._is_lost:
            assert latest.square is not None
            if self._holds(judgement, self._worth(judgement, latest.square)):
                self._hold(judgement, self._name(latest.square))
                return
        mover, square = self._mover, answer.line[0]
        if game.position.to_move == self.player:  # the turn of two stones continues
            self.base, self.stage = len(game.moves), Stage.TURN
            self.message = f"{mover} to move: {TASKS[self.reviewed.after.value]}"
            return
        game.place(square)
        if game.outcome is not None:
            self._end()
            return
        is_proved = judgement.verdict_of(self.player).value is Value.LOSS
        how = "" if is_proved or not self._is_lost else ", but the win was not proved this time"
        self.base = len(game.moves)
        self.stage = Stage.TURN if game.position.to_move == self.player else Stage.CHECKING
        self.message = f"{mover} plays {self._name(square)}{how}: {TASKS[self.reviewed.after.value]}"

    def _worth(self, judgement: Judgement, square: Square) -> Worth:
        is_choice = not self.is_escape and self.reviewed.better[:1] == (square,)
        scale = scale_of(self.game.position.geometry) or UNKNOWN_SCALE
        return worth(self.reviewed.best, judgement.verdict_of(self.player), is_choice, scale=scale)

    def _holds(self, judgement: Judgement, found: Worth) -> bool:
        """Return whether a move is accepted: it keeps a proved value, however slowly, or is not bad."""
        best, after = self.reviewed.best, judgement.verdict_of(self.player)
        keeps = best.is_proved and after.value is best.value
        return keeps or after.value is Value.WIN or not found.mark.is_bad

    def _hold(self, judgement: Judgement, name: str) -> None:
        value = judgement.verdict_of(self.player).value
        self.stage, self._has_held = Stage.OVER, True
        if value is Value.WIN:
            left, is_exact = judgement.verdict.plies, judgement.verdict.is_exact
            how = "wins, proved" if left is None else f"wins in {length(left + 1, is_exact)}, proved"
            how = "has won" if left == 0 else how
        elif value is Value.DRAW:
            how = "holds the draw, proved"
        else:
            how = "is not a mistake, as far as the search shows"
        self.message = f"{name} {how}"

    @property
    def _decided(self) -> str:
        """The effect of the latest move, which has won for somebody: `X completes a line`."""
        outcome, players = self.game.outcome, self.setup.players
        if self.setup.geometry.block_side is not None:
            assert outcome is not None
            assert outcome.winner is not None
            return f"{players[outcome.winner].symbol} wins the game"
        return f"{players[self.game.moves[-1].player].symbol} completes a line"

    # --- endings -----------------------------------------------------------------------------------------

    def _end(self) -> None:
        """End an escape whose game is over."""
        outcome = self.game.outcome
        assert outcome is not None
        self.stage = Stage.OVER
        value = self.reviewed.after.value
        if outcome.winner is None:
            self._has_held = value is not Value.WIN
            held = "you held it" if value is Value.DRAW else "you got out"
            self.message = f"Draw: {held if self._has_held else 'the win slipped away'}"
        elif outcome.winner == self.player:
            more = "" if value is Value.WIN else ": more than you had to find"
            self.message, self._has_held = f"That wins{more}", True
        else:
            no_escape = ": there was no way out" if self._is_lost else ""
            self.message = f"{self._decided}{no_escape}"

    def step(self) -> None:
        super().step()
        if self.stage is not Stage.MISSED:
            return
        outcome = self.game.outcome
        if outcome is not None and outcome.winner is not None:
            self.message = f"{self._verdict}: {self._decided}"
        else:
            self.message = f"{self._verdict}; the board shows the expected line"
