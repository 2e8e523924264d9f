"""An outside engine as a computer: `think` requests a move, whatever has happened in the game in between.

An engine keeps the board itself. So its stones are compared with the position, and the difference is sent:
the opponent's move by TURN, undone moves by TAKEBACK, everything else by BOARD. After any fault the process
is ended; the next request starts another one.

In the opening swap2 the engine is asked by SWAP2BOARD (see `swap2`), and the further moves of its answer are
kept. For an engine that does not know the command, and where the command cannot be used, a computer of this
program decides.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from ttt_tui.computer import LEVELS, Computer
from ttt_tui.computer.base import A_SECOND, NEVER, Report, Stop, Thought, ignore_report
from ttt_tui.engine import Geometry, Limit, Placement, Position, Square, check_engines_can_play, squares_of
from ttt_tui.engine.setup import check_engine_opening
from ttt_tui.errors import (
    BrainFault,
    CommandRefused,
    IllegalBrainMove,
    MeaninglessAnswer,
    NoMoveYet,
    RequestCancelled,
)
from ttt_tui.gomocup import protocol, swap2
from ttt_tui.gomocup.dialogue import (
    BRAIN_TIMEOUTS,
    NO_MOVE_NAMED,
    BrainProgram,
    BrainTimeouts,
    Dialogue,
    MessageHandler,
    MoveRequest,
    begin,
    ignore_message,
    time_exceeded,
)
from ttt_tui.gomocup.protocol import GameType, Reply, ReplyKind

Stone = tuple[bool, Square]
"""Whether the stone is the engine's, and its square."""

MOST_TAKEN_BACK = 6
"""Stones that are taken back one by one; after more undone moves, sending the whole board is faster."""

OPENING_LEVEL = "expert"
"""The level that decides in an opening for an engine that does not know it."""

OPENING_MEGABYTES = 20.0
"""The megabytes of the computer that decides in an opening."""


class Brain:
    """A computer that is another program; its process is started by the first request.

    `on_message` gets the lines that the engine writes for people, in the thread that thinks, about twenty a
    second at most. `seed` seeds the computer that opens a game for an engine that cannot.
    """

    def __init__(
        self,
        program: BrainProgram,
        game_type: GameType = GameType.AGAINST_A_HUMAN,
        on_message: MessageHandler = ignore_message,
        timeouts: BrainTimeouts = BRAIN_TIMEOUTS,
        seed: int = 0,
    ) -> None:
        self._program = program
        self._game_type = game_type
        self._on_message = on_message
        self._timeouts = timeouts
        self._dialogue: Dialogue | None = None
        self._geometry: Geometry | None = None
        self._known: list[Stone] = []
        self._owes_a_move = False  # whether it was stopped and may still be thinking
        self._time = ""  # the last command that limited its time
        self._is_closed = False
        self._seed = seed
        self._opener: Computer | None = None
        self._planned: dict[object, Placement] = {}  # its next moves in an opening, by `_key`
        self._request: MoveRequest | None = None
        self.was_opened_for = False
        """Whether a computer of this program has decided in an opening for the engine."""

    @property
    def has_named_a_move(self) -> bool:
        """Whether the engine has named a variation since the last request: then stopping it yields a move."""
        return self._request is not None and self._request.thought is not None

    @property
    def process_id(self) -> int | None:
        """The number of its process, None while none runs."""
        return None if self._dialogue is None else self._dialogue.process_id

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the engine's move, after at most `limit.seconds` (None: `A_SECOND`'s) and a grace period.

        The time starts with the request, so it does not include the start of the process. Other limits are
        ignored. When stopped, return the first move of the latest variation, or raise `NoMoveYet`; the start
        of a process is not interrupted. Raises a `BrainFault` for any fault of the engine, and `ValueError`
        for a position that no engine can play.
        """
        check_engines_can_play(position.geometry, len(position.stones))
        if position.stage is not None:
            check_engine_opening(position.opening)
        if limit.seconds is None:
            limit = replace(limit, seconds=A_SECOND.seconds)
        self._request = None
        if (planned := self._planned.get(_key(position))) is not None:
            return Thought(planned)
        try:
            if position.stage is None:
                return self._move(MoveRequest(position, limit, stop, self._on_message, report))
            # the squares that an engine reports are no choices
            return self._open(MoveRequest(position, limit, stop, self._on_message, ignore_report))
        except BrainFault:
            self._discard()
            raise

    def close(self) -> None:
        """End the engine, by END first, in the background."""
        self._is_closed = True
        self._discard()
        if self._opener is not None:
            self._opener.close()
            self._opener = None

    # --- the process -------------------------------------------------------------------------------------

    def _ready(self, request: MoveRequest) -> Dialogue:
        """Return an engine that has started a game on the board and waits for a command."""
        dialogue = self._dialogue
        if dialogue is not None and self._owes_a_move and not self._has_answered(dialogue):
            self._discard()
        if self._dialogue is not None and self._geometry == request.geometry:
            return self._dialogue
        self._discard()  # many engines have never been tested with a change of the board
        dialogue = self._dialogue = begin(
            self._program, request.geometry, self._timeouts, request.stop, request.add
        )
        if self._is_closed:
            self._discard()
            raise RequestCancelled
        self._send_rule(dialogue, request)
        for line in protocol.conditions(self._game_type):
            dialogue.send(line, stop=request.stop)
        self._geometry = request.geometry
        return dialogue

    def _send_rule(self, dialogue: Dialogue, request: MoveRequest) -> None:
        """Send the rule of the game. Raises `CommandRefused` if the engine refuses it.

        An engine that accepts the rule says nothing, so nothing is awaited for the rule that all engines
        play.
        """
        command = protocol.rule(request.geometry.rules)
        dialogue.send(command, stop=request.stop)
        if request.geometry.rules.are_usual:
            return
        try:
            answer = dialogue.answer(self._timeouts.refusal, request.stop, request.add)
        except MeaninglessAnswer:
            return
        if answer is not None and answer.kind is ReplyKind.REFUSAL:
            raise CommandRefused(f"rejected {command}: “{answer.text:.60}”")

    def _has_answered(self, dialogue: Dialogue) -> bool:
        """Return whether the engine has meanwhile answered a request that was stopped, and note its move."""
        try:
            answer = dialogue.answer(0.0, NEVER, ignore_message)
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
        """End the process, if there is one."""
        dialogue, self._dialogue = self._dialogue, None
        self._geometry, self._known, self._owes_a_move, self._time = None, [], False, ""
        if dialogue is not None:
            dialogue.end()

    # --- a request ---------------------------------------------------------------------------------------

    def _move(self, request: MoveRequest) -> Thought:
        """Return the engine's move after the opening."""
        self._request = request
        stones = stones_of(request.position)
        try:
            move = self._await_move(self._ask(stones, request), request)
        except RequestCancelled:
            if request.thought is None:
                raise NoMoveYet(NO_MOVE_NAMED) from None
            return request.thought
        self._known = [*stones, (True, move)]
        return request.finish(move)

    def _ask(self, stones: Sequence[Stone], request: MoveRequest) -> Dialogue:
        """Send the engine these stones, request a move and return the dialogue that will have the answer."""
        dialogue, geometry = self._ready(request), request.geometry
        self._owes_a_move = True  # from here on its board may differ from `_known`
        before = stones[:-1]
        follows = bool(stones) and not stones[-1][0] and self._known[: len(before)] == list(before)
        too_many = len(self._known) - len(before)
        if follows and 0 < too_many <= MOST_TAKEN_BACK and self._program.habits.takes_back:
            self._take_back(dialogue, len(before), request)
        if follows and len(self._known) == len(before):
            commands = [protocol.turn(geometry, stones[-1][1])]
        else:
            if self._known:
                dialogue = self._begin_again(dialogue, request)
            commands = protocol.board(geometry, stones) if stones else ["BEGIN"]
        self._limit_time(dialogue, request)
        self._known = list(stones)
        dialogue.send(*commands, stop=request.stop)
        return dialogue

    def _limit_time(self, dialogue: Dialogue, request: MoveRequest) -> None:
        if (command := protocol.time_for_a_move(request.limit)) != self._time:
            dialogue.send(command, stop=request.stop)
            self._time = command

    def _take_back(self, dialogue: Dialogue, count: int, request: MoveRequest) -> None:
        """Take stones back until `count` are left, or until the engine refuses."""
        while len(self._known) > count:
            command = protocol.take_back(request.geometry, self._known[-1][1])
            answer = dialogue.expect_ok(command, self._timeouts.answer, request.stop, request.add)
            if answer.kind is not ReplyKind.OK:
                self._program.habits.takes_back = False
                return
            self._known.pop()

    def _begin_again(self, dialogue: Dialogue, request: MoveRequest) -> Dialogue:
        """Return an engine with an empty board: this one, or a new process if it cannot restart."""
        answer = dialogue.expect_ok("RESTART", self._timeouts.answer, request.stop, request.add)
        if answer.kind is ReplyKind.OK:
            self._time = ""  # some engines forget the time
            if not request.geometry.rules.are_usual:
                self._send_rule(dialogue, request)
            return dialogue
        self._discard()
        dialogue = self._ready(request)
        self._owes_a_move = True
        return dialogue

    def _await_move(self, dialogue: Dialogue, request: MoveRequest) -> Square:
        """Wait for the engine's move and return it."""
        deadline = request.start_clock(self._timeouts.grace)
        while True:
            answer = dialogue.answer(max(0.0, deadline - time.monotonic()), request.stop, request.add)
            needs_move = answer is not None and answer.kind in (ReplyKind.SUGGESTION, ReplyKind.OK)
            if answer is None or (needs_move and time.monotonic() >= deadline):
                raise time_exceeded(request.limit, self._timeouts)
            match answer:
                case Reply(kind=ReplyKind.MOVE):
                    break
                case Reply(kind=ReplyKind.SUGGESTION):
                    dialogue.send(protocol.play(answer.x, answer.y), stop=request.stop)
                case Reply(kind=ReplyKind.REFUSAL):
                    raise CommandRefused(f"refused to move: “{answer.text:.60}”")
                case Reply(kind=ReplyKind.OK):
                    pass  # some engines answer INFO
                case _:
                    raise MeaninglessAnswer(f"sent “{answer.text:.60}” instead of a move")
        self._owes_a_move = False
        position, geometry = request.position, request.geometry
        square = _square_of(answer, geometry)
        if square is None:
            raise IllegalBrainMove(f"played {answer.text}, which is not on the board")
        if position.occupied >> square & 1:
            raise IllegalBrainMove(f"played {geometry.name(square)}, which is taken")
        if position.forbidden >> square & 1:
            raise IllegalBrainMove(f"played {geometry.name(square)}, which is forbidden")
        return square

    # --- in an opening -----------------------------------------------------------------------------------

    def _open(self, request: MoveRequest) -> Thought:
        """Return the move in the opening swap2 of the engine, or of the computer that decides for it."""
        habits = self._program.habits
        if habits.knows_swap2 is not False and swap2.is_question(request.position):
            try:
                reply = self._ask_swap2(request)
            except RequestCancelled:
                self._discard()  # its answer would come later
                raise NoMoveYet("was stopped before it opened the game") from None
            if reply is not None:
                habits.knows_swap2 = True
                return request.finish(self._plan(request.position, reply))
            habits.knows_swap2 = False
            self._discard()  # it may have misread the lines of the command
            self._on_message(f"It does not know {protocol.SWAP2BOARD}: {OPENING_LEVEL} opens the game for it")
        self.was_opened_for = True
        if self._opener is None:
            self._opener = LEVELS[OPENING_LEVEL].make(self._seed, OPENING_MEGABYTES)
        return self._opener.think(request.position, request.limit, request.stop)

    def _ask_swap2(self, request: MoveRequest) -> Reply | None:
        """Return the answer to SWAP2BOARD, None if the engine does not know it.

        Such an engine refuses the command, or does not answer the first one in time.
        """
        dialogue = self._ready(request)
        if self._known:
            dialogue = self._begin_again(dialogue, request)
            self._known = []
        self._owes_a_move = True
        self._limit_time(dialogue, request)
        squares = [square for _, square in stones_of(request.position)]
        dialogue.send(*protocol.swap2_board(request.geometry, squares), stop=request.stop)
        deadline = request.start_clock(self._timeouts.grace)
        while True:
            left = max(0.0, deadline - time.monotonic())
            reply = dialogue.answer(left, request.stop, request.add, in_opening=True)
            if reply is None or reply.kind is not ReplyKind.OK or not left:  # some engines answer INFO
                break
        if (reply is None or reply.kind is ReplyKind.OK) and self._program.habits.knows_swap2:
            raise time_exceeded(request.limit, self._timeouts)
        self._owes_a_move = False
        return None if reply is None or reply.kind in (ReplyKind.REFUSAL, ReplyKind.OK) else reply

    def _plan(self, position: Position, reply: Reply) -> Placement:
        """Return the first of the moves that an answer to SWAP2BOARD means, and keep the others."""
        moves, after = swap2.moves_of(position, reply), position.copy()
        self._planned = {}
        for i, move in enumerate(moves):
            if i:
                self._planned[_key(after)] = move
            after.play(move)
        return moves[0]


def _key(position: Position) -> object:
    """Return the key that distinguishes the positions of one opening."""
    return tuple(position.stones), position.to_move, position.stage


def stones_of(position: Position) -> list[Stone]:
    """Return all stones from the view of the player to move, in the order in which they were placed.

    Those of a start come first, by turns.
    """
    mover, past = position.to_move, position.copy()
    stones = []
    while past.last_square is not None:
        before = past.occupied
        past.undo()
        if placed := before & ~past.occupied:  # otherwise a resignation was undone
            square = placed.bit_length() - 1
            stones.append((bool(position.stones[mover] >> square & 1), square))
    first, second = (squares_of(past.stones[player]) for player in (past.first, 1 - past.first))
    by_turns = (square for pair in zip_longest(first, second) for square in pair if square is not None)
    return [*((bool(position.stones[mover] >> square & 1), square) for square in by_turns), *stones[::-1]]


def _square_of(answer: Reply, geometry: Geometry) -> Square | None:
    """Return the square of a move, None if it is not on the board."""
    if 0 <= answer.x < geometry.columns and 0 <= answer.y < geometry.rows:
        return geometry.at(answer.x, answer.y)
    return None
