"""Practising on a bad move of a reviewed game: to find a better one, or to escape what refuted it.

A practice knows no screen and no thread. Whoever shows it lets a judge answer its `question`, gives the
answer to `take`, and calls `step` for each stone of a line that is played out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from ttt_tui.analysis.forced_wins import refutation
from ttt_tui.analysis.judge import AnyJudge, Judgement, judgement_of_outcome
from ttt_tui.analysis.review import GameReview, ReviewedMove
from ttt_tui.analysis.review_sentences import MARK_NAMES, cost_sentence, thought_of, variation_text
from ttt_tui.analysis.words import length
from ttt_tui.analysis.worth import Worth, worth
from ttt_tui.computer import Stop, Thought, Value
from ttt_tui.engine import Game, IllegalMove, Limit, Move, Position, Setup, Square

LIMIT = Limit(seconds=2.0)
"""What a tried move gets; what is proved sooner is answered sooner."""

MOST_SHOWN = 9
"""Stones of a line that is only judged; a refutation is played out whole."""


TASKS = {
    Value.LOSS: "try to get out",
    Value.DRAW: "hold the draw",
    Value.WIN: "win anyway",
    None: "play on",
}
"""What there is to do after a bad move, by what is proved of the position after it."""


class PracticeStage(Enum):
    """Who is to do something."""

    TURN = auto()
    """The person: a stone is to be tried."""
    ASKED = auto()
    """The judge: there is a question."""
    LINE = auto()
    """Nobody: a line is played out, stone by stone."""
    OVER = auto()


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """What the judge says of a position, and the line that follows."""

    judgement: Judgement
    line: tuple[Square, ...]


class Practice:
    """One try at a bad move of a game: with `is_escape` after it, else in its place."""

    def __init__(self, review: GameReview, move: ReviewedMove, *, is_escape: bool) -> None:
        assert move.square is not None, "there is nothing better than a resignation to be found"
        self._review = review
        self.reviewed = move
        self.is_escape = is_escape
        self.game = Game(review.setup, review.first)
        played: Sequence[Move] = review.moves[: move.number - (not is_escape)]
        for each in played:
            self.game.push(each)
        self.began = len(played)
        """How many moves had been made before anything was tried."""
        self.stage = PracticeStage.TURN
        self.told = ""
        """What came of it so far, as a sentence."""
        self.has_held = False
        """Whether it is over because a move was found that holds."""
        self.cost = ""
        """What a move that was tried costs, as a sentence; nothing if none was, or none that is bad."""
        self._verdict = ""  # what a bad move that was tried is
        self._line: list[Square] = []
        if is_escape:
            self.stage = PracticeStage.ASKED
        else:
            self.told = f"{self._mover} to move: find a better move than {self._name(move.square)}"

    @property
    def player(self) -> int:
        """Who tries."""
        return self.reviewed.player

    @property
    def _setup(self) -> Setup:
        return self._review.setup

    @property
    def _mover(self) -> str:
        return self._setup.players[self.game.position.to_move].symbol

    def _name(self, square: Square) -> str:
        return self._setup.geometry.name(square)

    @property
    def _is_lost(self) -> bool:
        """Whether it is proved that nothing helps after the bad move."""
        return self.reviewed.after.value is Value.LOSS

    @property
    def refusal(self) -> str:
        """Why no stone can be tried now, nothing if one can."""
        match self.stage:
            case PracticeStage.TURN:
                return ""
            case PracticeStage.OVER:
                return "this try is over: t starts over"
            case PracticeStage.LINE:
                return f"wait: the board shows what follows {self._name(self._tried)}"
        if self.is_escape:
            return f"wait for {self._mover}'s reply"
        return f"still checking {self._name(self._tried)}"

    # --- what happens ------------------------------------------------------------------------------------

    def place(self, square: Square) -> None:
        """Try a stone; raises `IllegalMove` with the reason why that is not possible."""
        if reason := self.refusal:
            raise IllegalMove(reason)
        if not self.is_escape and square == self.reviewed.square:
            raise IllegalMove(f"{self._name(square)} was played in the game: find a better move")
        self.game.place(square)
        self.told = f"Checking {self._name(square)}"
        self.stage = PracticeStage.ASKED

    def question(self) -> Callable[[AnyJudge, Stop], JudgedLine]:
        """Return what the judge is to be asked now."""
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
        """Go on with the judge's answer to the latest question."""
        if self.is_escape:
            self._answer(answer)
        else:
            self._decide(answer)

    def _decide(self, answer: JudgedLine) -> None:
        """Accept the one move that was tried, or have it refuted."""
        square = self.game.moves[-1].square
        assert square is not None
        found, name = self._worth(answer.judgement, square), self._name(square)
        if self._holds(answer.judgement, found):
            self._hold(answer.judgement, name)
            return
        self._line = list(answer.line)
        self.stage = PracticeStage.LINE if self._line else PracticeStage.OVER
        after = answer.judgement.verdict_of(self.player)
        self.cost = cost_sentence(self._setup, self.player, self.reviewed.best, after)
        also = "also " if found.mark is self.reviewed.worth.mark else ""
        if self.game.outcome is not None:
            self.told = f"{name} is {also}{MARK_NAMES[found.mark]}: the game is drawn"
            return
        if after.value is Value.LOSS:
            self._verdict = f"{name} loses by force"
        else:
            judged = "" if found.is_proved else ", judged"
            self._verdict = f"{name} is {also}{MARK_NAMES[found.mark]}{judged}"
        self.told = f"{self._verdict}: {self._mover} plays {variation_text(self._setup, answer.line[:1])}"

    def _answer(self, answer: JudgedLine) -> None:
        """Answer a try to escape, or say that it holds."""
        judgement, game = answer.judgement, self.game
        if game.outcome is not None:
            self._end()
            return
        latest = game.moves[-1]
        if len(game.moves) > self.began and latest.player == self.player and not self._is_lost:
            assert latest.square is not None
            if self._holds(judgement, self._worth(judgement, latest.square)):
                self._hold(judgement, self._name(latest.square))
                return
        mover, square = self._mover, answer.line[0]
        game.place(square)
        if game.outcome is not None:
            self._end()
            return
        is_proved = judgement.verdict_of(self.player).value is Value.LOSS
        how = "" if is_proved or not self._is_lost else ", but the win was not proved this time"
        self.stage = PracticeStage.TURN if game.position.to_move == self.player else PracticeStage.ASKED
        self.told = f"{mover} plays {self._name(square)}{how}: {TASKS[self.reviewed.after.value]}"

    def _hold(self, judgement: Judgement, name: str) -> None:
        value = judgement.verdict_of(self.player).value
        self.stage, self.has_held = PracticeStage.OVER, True
        if value is Value.WIN:
            left, is_exact = judgement.verdict.plies, judgement.verdict.is_exact
            told = "wins, proved" if left is None else f"wins in {length(left + 1, is_exact)}, proved"
            told = "has won" if left == 0 else told
        elif value is Value.DRAW:
            told = "holds the draw, proved"
        else:
            told = "is not a mistake, as far as the search shows"
        self.told = f"{name} {told}"

    def _end(self) -> None:
        """The game has ended on the board."""
        outcome = self.game.outcome
        assert outcome is not None
        self.stage = PracticeStage.OVER
        value = self.reviewed.after.value
        if outcome.winner is None:
            self.has_held = value is not Value.WIN
            held = "you held it" if value is Value.DRAW else "you got out"
            self.told = f"Draw: {held if self.has_held else 'the win slipped away'}"
        elif outcome.winner == self.player:
            more = "" if value is Value.WIN else ": more than you had to find"
            self.told, self.has_held = f"That wins{more}", True
        else:
            no_escape = ": there was no way out" if self._is_lost else ""
            self.told = f"{self._setup.players[outcome.winner].symbol} completes a line{no_escape}"

    def step(self) -> None:
        """Play the next stone of the line that is played out."""
        assert self._line, "there is one as long as the stage is LINE"
        self.game.place(self._line.pop(0))
        if self._line and self.game.outcome is None:
            return
        self._line, self.stage = [], PracticeStage.OVER
        outcome = self.game.outcome
        if outcome is not None and outcome.winner is not None:
            self.told = f"{self._verdict}: {self._setup.players[outcome.winner].symbol} completes a line"
        else:
            self.told = f"{self._verdict}; the board shows the expected line"

    @property
    def shown(self) -> tuple[Move, ...]:
        """The moves after one that was tried, as far as the board shows the expected line."""
        return () if self.is_escape or not self._verdict else tuple(self.game.moves[self.began + 1 :])

    @property
    def _tried(self) -> Square:
        square = self.game.moves[self.began].square
        assert square is not None
        return square

    # --- what it is worth --------------------------------------------------------------------------------

    def _worth(self, judgement: Judgement, square: Square) -> Worth:
        best = self.reviewed.best
        is_choice = not self.is_escape and self.reviewed.better[:1] == (square,)
        return worth(best, judgement.verdict_of(self.player), is_choice)

    def _holds(self, judgement: Judgement, found: Worth) -> bool:
        """Return whether a move is accepted: it keeps a proved value, in whatever time, or is not bad."""
        best, after = self.reviewed.best, judgement.verdict_of(self.player)
        keeps = best.is_proved and after.value is best.value
        return keeps or after.value is Value.WIN or not found.mark.is_bad
