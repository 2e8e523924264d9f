"""The controller of a match: it asks the player to move for a move, and plays the answer.

A front end calls it for each action of the user, and shows the match afterwards. It has no clock, thread or
screen: computers think in the front end's `SearchRunner`, which passes their answers to `accept`.
"""

import time

from ttt_tui.computer import ComputerFault, Thought
from ttt_tui.engine import Game, IllegalMove, Match, Move, Player, Setup, Square
from ttt_tui.engine.clock import Clock
from ttt_tui.engine.records import LONGEST_TIME
from ttt_tui.errors import NoMoveYet, NotYourTurn, PlayerFailed
from ttt_tui.session.clocks import by_clock
from ttt_tui.session.draw_offers import check_computer_accepts, check_draw_offer
from ttt_tui.session.profile import DELAYS
from ttt_tui.session.seats import Answer, Question, SearchRunner, Seats
from ttt_tui.session.session import LeftMatch, Session
from ttt_tui.session.setup_changes import replacement_player
from ttt_tui.session.wording import capitalised


class Controller:
    """Plays one match, and those that follow it with the same players.

    Every change of the game goes through here. A change cancels the open question, which was about the
    earlier position, and asks the computer to move, if any, unless the match is paused.
    """

    def __init__(self, session: Session, match: Match, runner: SearchRunner) -> None:
        self.match = match
        self.is_paused = False
        """Whether computers wait for `step` or `pause`."""
        self._session = session
        self._runner = runner
        self.seats = Seats(match, runner, session.engines)
        self._open: tuple[int, Question] | None = None  # the asked computer's seat, and the question
        self._failed = False  # whether the pause is because a computer failed
        self._thoughts: dict[int, tuple[Move, Thought | None]] = {}  # seat → its latest move, and the search
        self._latest_answer = 0.0  # monotonic time of a computer's latest stone
        self.clock: Clock | None = None
        """What time the players have left in the current game, None without clocks."""
        self._clocked: tuple[Game, int] | None = None  # the game and the number of moves that it is about
        self.follow_clock()

    @property
    def delay(self) -> float:
        """Seconds that a computer's stone stays before the next one."""
        return self._session.preferences.delay

    # --- whose turn it is --------------------------------------------------------------------------------

    @property
    def mover(self) -> Player:
        return self.match.setup.players[self.match.game.position.to_move]

    @property
    def is_human_turn(self) -> bool:
        """Whether the game runs and a human at this terminal is to move."""
        return self.match.game.outcome is None and self.mover.is_human

    @property
    def is_computer_turn(self) -> bool:
        """Whether the game runs and a computer is to move."""
        return self.match.game.outcome is None and self.mover.is_computer

    @property
    def is_thinking(self) -> bool:
        """Whether a computer's answer is awaited."""
        return self._open is not None

    @property
    def has_only_computers(self) -> bool:
        """Whether no human plays, here or at another terminal."""
        return all(player.is_computer for player in self.match.setup.players)

    @property
    def runs_by_itself(self) -> bool:
        """Whether the match goes on without any input: only computers are left, and it is not paused."""
        if self.is_paused:
            return False
        if self.match.game.outcome is not None:
            return self.has_only_computers and not self.match.is_over
        players = self.match.setup.players
        return all(players[seat].is_computer for seat in self.match.game.position.active)

    @property
    def is_out(self) -> bool:
        """Whether the game goes on without any of the humans at this terminal: they are out."""
        game, players = self.match.game, self.match.setup.players
        humans = {seat for seat, player in enumerate(players) if player.is_human}
        return game.outcome is None and bool(humans) and humans.isdisjoint(game.position.active)

    @property
    def resigning_seat(self) -> int | None:
        """The seat of the human to move, or of the only human still playing."""
        position, players = self.match.game.position, self.match.setup.players
        if players[position.to_move].is_human:
            return position.to_move
        humans = [player for player in position.active if players[player].is_human]
        return humans[0] if len(humans) == 1 else None

    # --- moves -------------------------------------------------------------------------------------------

    def request_move(self) -> None:
        """Ask a computer that is to move, unless the match is paused. Humans place unasked."""
        if self.is_computer_turn and not self.is_paused:
            self._ask_mover()

    def place(self, square: Square) -> None:
        """Place a stone for the player to move, who may choose any square of a column where stones fall.

        In an opening `square` may be a `Choice`. Raises `IllegalMove`.
        """
        self._push(self.match.game.position.landing(square))

    @property
    def elapsed(self) -> int:
        """The milliseconds that the player to move has thought about this move; 0 without clocks."""
        is_current = self._clocked == (self.match.game, len(self.match.game.moves))
        return self.clock.elapsed(time.monotonic()) if self.clock is not None and is_current else 0

    def moved_at(self) -> float:
        """Return the monotonic time at which the player to move counts as having moved, if it moves now."""
        return time.monotonic()

    def check_clock(self) -> bool:
        """End the game of the player to move if that player's time is up; return whether it was."""
        return self._end_on_time()

    def _end_on_time(self) -> bool:
        if self.clock is None or (seat := self.clock.flagged(self.moved_at())) is None:
            return False
        self.match.push(Move(seat, None, self._time_taken(), is_time_up=True))
        self._changed()
        return True

    def _push(self, square: Square) -> None:
        if self._end_on_time():
            return
        self.match.push(Move(self.match.game.position.to_move, square, self._time_taken()))
        self._changed()

    def _time_taken(self) -> int | None:
        """Return the milliseconds since the turn began, None without clocks and before the first move."""
        if self.clock is None or not self.clock.runs:
            return None
        return min(self.clock.elapsed(self.moved_at()), LONGEST_TIME)

    def follow_clock(self, elapsed: int = 0) -> None:
        """Let the clock run for whoever is to move, who has thought for `elapsed` milliseconds by now."""
        game, control = self.match.game, self.match.setup.rules.clock
        if control is None:
            self.clock = None
            return
        now = time.monotonic()
        self.clock = Clock(control, len(self.match.setup.players))
        self._clocked = game, len(game.moves)
        to_move = game.position.to_move if game.outcome is None else None
        self.clock.update(game.moves, to_move, now, elapsed=elapsed)
        if self.is_paused:
            self.clock.pause(now)

    def accept(self, answer: Answer) -> None:
        """Play the answer to the open question; answers to cancelled questions are ignored.

        Raises `PlayerFailed`, and pauses, if there is no move or an illegal one.
        """
        if self._open is None or answer.question is not self._open[1]:
            return
        self._open = None
        if isinstance(answer.error, NoMoveYet):  # it had to move at once, and that is no fault
            self.request_move()
            return
        what = str(answer.error) if isinstance(answer.error, ComputerFault) else f"failed: {answer.error!r}"
        if answer.square is not None:
            self._latest_answer = time.monotonic()
            try:
                seat = self.match.game.position.to_move
                self._push(answer.square)
                self._thoughts[seat] = self.match.game.moves[-1], answer.thought
                return
            except IllegalMove as error:
                what = f"failed: {error}"
        self.is_paused = self._failed = True
        raise PlayerFailed(f"{capitalised(self.mover.name)} {what:.200}")

    def resign(self, seat: int) -> None:
        """Resign for a player, at anybody's turn; raises `IllegalMove`."""
        is_mover, elapsed = seat == self.match.game.position.to_move, self.elapsed
        self.match.push(Move(seat, None, self._time_taken() if is_mover else None))
        self._changed(0 if is_mover else elapsed)

    def offer_draw(self) -> None:
        """Offer a draw to the computers in the game; the people at this terminal have agreed to it.

        In a shared match the others are asked first. Raises `IllegalMove`, and `DrawDeclined` with the reason
        of a computer that declines.
        """
        check_draw_offer(self.match)
        if self.is_computer_turn:
            raise NotYourTurn("offer a draw at your own turn")
        game, players = self.match.game, self.match.setup.players
        for seat in game.position.active:
            if players[seat].is_computer:
                latest = next((move for move in reversed(game.moves) if move.player == seat), None)
                move, thought = self._thoughts.get(seat, (None, None))
                check_computer_accepts(self.match, seat, thought if move is latest else None)
        self.agree_draw()

    def agree_draw(self) -> None:
        """End the game as a draw to which all have agreed."""
        if not self.check_clock():
            self.match.agree_draw()
            self._changed()

    def next_game(self) -> None:
        """Start the next game, or after a match another one with the same players.

        In a shared match the others are asked first.
        """
        self.start_next_game()

    def start_next_game(self) -> None:
        """Start the next game at once."""
        session, setup = self._session, self._session.next_setup(self.match.setup)
        if self.match.is_over:
            self.start_match(setup, matches_strength=session.matches_strength)
            return
        self.close()
        self.match.next_game(setup)
        self._begin()

    def start_match(self, setup: Setup, *, matches_strength: bool = False) -> None:
        """Start another match at once; the games of the present one stay in the history."""
        self.close()
        self.match = self._session.new_match(setup, matches_strength=matches_strength)
        self.seats = Seats(self.match, self._runner, self._session.engines)
        self._begin()

    def go_back(self, left: LeftMatch) -> None:
        """Return to an earlier match as it was left."""
        self.close()
        self.match = self._session.go_back(left)
        self.seats = Seats(self.match, self._runner, self._session.engines)
        self._begin()

    def close(self) -> None:
        """Stop all computers and discard pending answers."""
        self.cancel()
        self.seats.close()

    def cancel(self) -> None:
        """Cancel the open question: a late answer to it is ignored."""
        if self._open is not None:
            seat, _ = self._open
            self._open = None
            self.seats[seat].cancel()

    def _begin(self, elapsed: int = 0) -> None:
        """Let the current game begin or go on."""
        self.follow_clock(elapsed)
        self.request_move()

    def _changed(self, elapsed: int = 0) -> None:
        """Go on after a move, or moves that were undone, with the time that the next one has taken so far."""
        self.cancel()
        self._begin(elapsed)

    def _ask_mover(self) -> None:
        position = self.match.game.position
        seat, limit, not_before = position.to_move, self.mover.limit, self._latest_answer + self.delay
        if self.clock is not None:
            now = time.monotonic()
            limit = by_clock(limit, self.clock.left(seat, now), self.clock.control, position.turns_left(seat))
            not_before = min(not_before, now + (limit.seconds or 0.0))
        question = Question(position.copy(), limit, not_before)
        self._open = seat, question
        self.seats[seat].ask(question)

    # --- undo and redo -----------------------------------------------------------------------------------

    def undo(self) -> list[Move]:
        """Go back to where the latest turn of a human began, and return the undone moves, latest first.

        Among computers this undoes one turn, and they pause. Raises `NothingToUndo`, and changes nothing
        then.
        """
        undone = self.match.undo()
        self.is_paused = self.has_only_computers or (self.is_paused and not self._failed)
        self._failed = False
        self._changed()
        return undone

    def undo_to(self, ply: int) -> None:
        """Undo moves until `ply` of them are left; computers among themselves pause."""
        self.match.undo_to(ply)
        self.is_paused = self.is_paused or self.has_only_computers
        self._changed()

    def redo(self) -> list[Move]:
        """Redo the moves that the latest undo took back, and return them; raises `NothingToRedo`."""
        again = self.match.redo()
        self._changed()
        return again

    # --- replacing a player ------------------------------------------------------------------------------

    @property
    def failed_seat(self) -> int | None:
        """The first seat whose engine is unknown here and has to be replaced, None if there is none."""
        unknown = self._session.engines.unknown(self.match.setup)
        return unknown[0] if unknown and self.match.game.outcome is None else None

    def give_seat(self, seat: int, level: str) -> None:
        """Replace the player of a seat by one of this level, and end the pause.

        A player who already has the level tries again. Raises `InvalidSetup`, and changes nothing, if no
        player of this level can play there.
        """
        players = self.match.setup.players
        if level != players[seat].level:
            self.match.give_seat(seat, replacement_player(players, seat, level, self._session.profile.name))
        self.cancel()
        self.seats.refill(seat)
        self.is_paused = self._failed = False
        self.request_move()

    # --- speed of the computers --------------------------------------------------------------------------

    def pause(self) -> None:
        """Pause the computers, cancelling the current search, or resume them."""
        self.is_paused = not self.is_paused
        self._failed = False
        if self.clock is not None:
            (self.clock.pause if self.is_paused else self.clock.resume)(time.monotonic())
        self.cancel()
        self.request_move()

    def step(self) -> None:
        """Make a computer play one move, and stay paused."""
        self.is_paused = True
        if self.is_computer_turn and not self.is_thinking:
            self._ask_mover()

    def move_now(self) -> None:
        """Make the thinking computer answer at once; raises `CannotMoveNow`."""
        if self._open is not None:
            seat, _ = self._open
            self.seats[seat].move_now()

    def change_delay(self, by: int) -> None:
        """Go `by` steps up, or down, in `DELAYS`."""
        nearest = min(range(len(DELAYS)), key=lambda i: abs(DELAYS[i] - self.delay))
        self._session.preferences.delay = DELAYS[min(max(nearest + by, 0), len(DELAYS) - 1)]
