"""An engine's process as a computer: `think` asks it for a move, whatever the game has done in between.

A brain keeps the board itself. So what it knows is compared with the position that it is asked about, and it
is told the difference: the opponent's stone by TURN, what was undone by TAKEBACK, all else by BOARD. A
process that has done anything wrong is ended; the next question starts another one.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from ttt_tui.computer.base import A_SECOND, NEVER, Report, Stop, Thought, ignore_report
from ttt_tui.engine import Geometry, Limit, Position, Square, check_brains_can_play
from ttt_tui.errors import (
    BrainFault,
    CommandRefused,
    IllegalBrainMove,
    MeaninglessAnswer,
    NoMoveYet,
    Overran,
    RequestCancelled,
)
from ttt_tui.gomocup import words
from ttt_tui.gomocup.beginning import begin
from ttt_tui.gomocup.dialogue import BRAIN_TIMEOUTS, BrainTimeouts, Dialogue, Hear, nobody
from ttt_tui.gomocup.program import BrainProgram
from ttt_tui.gomocup.search_news import SearchNews
from ttt_tui.gomocup.words import GameType, Line, ReplyKind

Stone = tuple[bool, Square]
"""Whether it is the brain's own, and where it is."""

MOST_TAKEN_BACK = 6
"""Stones; where more were undone the brain begins again and is told the board, which is sooner done."""


class Brain:
    """A computer that is another program; its process is started by the first question.

    `hear` gets the lines that it says for people, from the thread that thinks, some twenty a second at most.
    """

    def __init__(
        self,
        program: BrainProgram,
        game_type: GameType = GameType.AGAINST_A_HUMAN,
        hear: Hear = nobody,
        patience: BrainTimeouts = BRAIN_TIMEOUTS,
    ) -> None:
        self._program = program
        self._game_type = game_type
        self._hear = hear
        self._patience = patience
        self._dialogue: Dialogue | None = None
        self._geometry: Geometry | None = None
        self._known: list[Stone] = []
        self._owes_a_move = False  # whether it was stopped, and may still be thinking
        self._time = ""  # what it was told last of how long it may think
        self._is_closed = False
        self._news: SearchNews | None = None

    @property
    def has_named_a_move(self) -> bool:
        """Whether it has said a variation since it was asked last, so that it can be stopped with a move."""
        return self._news is not None and self._news.thought is not None

    @property
    def process_id(self) -> int | None:
        """The number of its process, None if none runs."""
        return None if self._dialogue is None else self._dialogue.process_id

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the brain's move, after `limit.seconds` (`A_SECOND` if there are none) and a grace at most.

        The time of a move begins when the brain has been asked, so a start is not part of it. Other
        limits mean nothing to a brain. When stopped, it returns the first move of the latest variation
        that was said, or raises `NoMoveYet`; the start of a process is not cut short by that. Raises a
        `BrainFault` when the brain does anything wrong, and `NotForBrains` for a position that none
        can play.
        """
        check_brains_can_play(position.geometry, len(position.stones))
        if limit.seconds is None:
            limit = replace(limit, seconds=A_SECOND.seconds)
        news = self._news = SearchNews(position, self._hear, report)
        try:
            stones = stones_of(position)
            dialogue = self._ask(position.geometry, stones, limit, stop, news)
            move = self._await_move(dialogue, position, limit, stop, news)
        except RequestCancelled:
            if news.thought is None:
                raise NoMoveYet("was stopped before it suggested a move") from None
            return news.thought
        except BrainFault:
            self._discard()
            raise
        self._known = [*stones, (True, move)]
        return news.finished(move)

    def close(self) -> None:
        """Let the brain end, by END first, while others go on."""
        self._is_closed = True
        self._discard()

    # --- the process -------------------------------------------------------------------------------------

    def _ready(self, geometry: Geometry, stop: Stop, news: SearchNews) -> Dialogue:
        """Return a brain that has begun a game on such a board and waits for a command."""
        dialogue = self._dialogue
        if dialogue is not None and self._owes_a_move and not self._has_answered(dialogue):
            self._discard()
        if self._dialogue is not None and self._geometry == geometry:
            return self._dialogue
        self._discard()  # to begin on another board is something that many a brain has never been asked to
        dialogue = self._dialogue = begin(self._program, geometry, self._patience, stop, news.hear)
        if self._is_closed:
            self._discard()
            raise RequestCancelled
        for line in words.conditions(self._game_type):
            dialogue.say(line, stop=stop)
        self._geometry = geometry
        return dialogue

    def _has_answered(self, dialogue: Dialogue) -> bool:
        """Whether the brain has in the meantime made the move that nobody waits for any more."""
        try:
            answer = dialogue.answer(0.0, NEVER, nobody)
        except BrainFault:
            return False
        if answer is None or answer.kind is not ReplyKind.MOVE or self._geometry is None:
            return False
        square = _square_of(answer, self._geometry)
        if square is None or any(square == other for _, other in self._known):
            return False
        self._known.append((True, square))
        self._owes_a_move = False
        return True

    def _discard(self) -> None:
        """Let the process end, if there is one."""
        dialogue, self._dialogue = self._dialogue, None
        self._geometry, self._known, self._owes_a_move, self._time = None, [], False, ""
        if dialogue is not None:
            dialogue.end_soon()

    # --- a question --------------------------------------------------------------------------------------

    def _ask(
        self, geometry: Geometry, stones: Sequence[Stone], limit: Limit, stop: Stop, news: SearchNews
    ) -> Dialogue:
        """Bring the brain to these stones, ask for a move and return where it will be answered."""
        dialogue = self._ready(geometry, stop, news)
        self._owes_a_move = True  # from here on it may know something else than we do
        before = stones[:-1]
        follows = bool(stones) and not stones[-1][0] and self._known[: len(before)] == list(before)
        too_many = len(self._known) - len(before)
        if follows and 0 < too_many <= MOST_TAKEN_BACK and self._program.habits.takes_back:
            self._take_back(dialogue, geometry, len(before), stop, news)
        if follows and len(self._known) == len(before):
            commands = [words.turn(geometry, stones[-1][1])]
        else:
            if self._known:
                dialogue = self._begin_again(dialogue, geometry, stop, news)
            commands = words.board(geometry, stones) if stones else ["BEGIN"]
        if (told := words.time_for_a_move(limit)) != self._time:
            dialogue.say(told, stop=stop)
            self._time = told
        self._known = list(stones)
        dialogue.say(*commands, stop=stop)
        return dialogue

    def _take_back(
        self, dialogue: Dialogue, geometry: Geometry, count: int, stop: Stop, news: SearchNews
    ) -> None:
        """Take stones back until so many are left, or until the brain says that it cannot."""
        while len(self._known) > count:
            command = words.take_back(geometry, self._known[-1][1])
            answer = dialogue.expect_ok(command, self._patience.answer, stop, news.hear)
            if answer.kind is not ReplyKind.OK:
                self._program.habits.takes_back = False
                return
            self._known.pop()

    def _begin_again(self, dialogue: Dialogue, geometry: Geometry, stop: Stop, news: SearchNews) -> Dialogue:
        """Return a brain with an empty board: this one, or if it cannot a new process."""
        answer = dialogue.expect_ok("RESTART", self._patience.answer, stop, news.hear)
        if answer.kind is ReplyKind.OK:
            self._time = ""  # some forget it
            return dialogue
        self._discard()
        dialogue = self._ready(geometry, stop, news)
        self._owes_a_move = True
        return dialogue

    def _await_move(
        self, dialogue: Dialogue, position: Position, limit: Limit, stop: Stop, news: SearchNews
    ) -> Square:
        """Return the move that the brain answers."""
        assert limit.seconds is not None, "the question has set them"
        news.asked()
        deadline = time.monotonic() + limit.seconds + self._patience.grace
        while True:
            answer = dialogue.answer(max(0.0, deadline - time.monotonic()), stop, news.hear)
            asks_for_more = answer is not None and answer.kind in (ReplyKind.SUGGESTION, ReplyKind.OK)
            if answer is None or (asks_for_more and time.monotonic() >= deadline):
                raise Overran(
                    f"exceeded its time limit of {limit.seconds:g} s by more than {self._patience.grace:g} s"
                )
            match answer:
                case Line(kind=ReplyKind.MOVE):
                    break
                case Line(kind=ReplyKind.SUGGESTION):
                    dialogue.say(words.play(answer.x, answer.y), stop=stop)
                case Line(kind=ReplyKind.REFUSAL):
                    raise CommandRefused(f"refused to move: “{answer.text:.60}”")
                case Line(kind=ReplyKind.OK):
                    pass  # some answer INFO
                case _:
                    raise MeaninglessAnswer(f"sent “{answer.text:.60}” instead of a move")
        self._owes_a_move = False
        geometry = position.geometry
        square = _square_of(answer, geometry)
        if square is None:
            raise IllegalBrainMove(f"played {answer.text}, which is not on the board")
        if position.occupied >> square & 1:
            raise IllegalBrainMove(f"played {geometry.name(square)}, which is taken")
        return square


def stones_of(position: Position) -> list[Stone]:
    """Return all stones as whoever is to move sees them, in the order in which they were placed."""
    mover, past = position.to_move, position.copy()
    stones = []
    while past.last_square is not None:
        before = past.occupied
        past.undo()
        if placed := before & ~past.occupied:  # else somebody had resigned
            square = placed.bit_length() - 1
            stones.append((bool(position.stones[mover] >> square & 1), square))
    return stones[::-1]


def _square_of(answer: Line, geometry: Geometry) -> Square | None:
    """Return the square that a move names, None if it is not on the board."""
    if 0 <= answer.x < geometry.columns and 0 <= answer.y < geometry.rows:
        return geometry.at(answer.x, answer.y)
    return None
