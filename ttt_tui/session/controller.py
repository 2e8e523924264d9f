"""Plays a match for whoever shows it: whose turn it is, who is asked, and what becomes of the answer.

A front end tells it what the user wants and shows what it says. It has no clock, no thread and no screen of
its own: who thinks does so in the front end's `SearchRunner`, and the answer comes back by `accept`.
"""

import time

from ttt_tui.computer import ComputerFault
from ttt_tui.engine import IllegalMove, Match, Move, Player, Square
from ttt_tui.errors import NoMoveYet, PlayerFailed
from ttt_tui.session.profile import DELAYS
from ttt_tui.session.seats import Answer, Question, SearchRunner, Seats
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import replacement_player
from ttt_tui.session.wording import capitalised


class Controller:
    """Plays one match, and those that follow it with the same players.

    Every change of the game goes through here and takes back the question that was asked about the game as
    it was. Right after it whoever is to move is asked, unless that is a computer and the match is paused.
    """

    def __init__(self, session: Session, match: Match, thinker: SearchRunner, guests: int = 0) -> None:
        self.match = match
        self.is_paused = False
        """Whether computers wait until they are told to move."""
        self._session = session
        self._thinker = thinker
        self._guests = guests
        self.seats = Seats(match, thinker, session.engines, guests)
        """Who moves for each player."""
        self._asked: tuple[int, Question] | None = None  # the seat that is asked for a move, and how
        self._failed = False  # whether the pause is because a computer failed
        self._latest_answer = 0.0  # when a computer's stone was placed last

    @property
    def delay(self) -> float:
        """Seconds that a computer's stone stays before the next one."""
        return self._session.preferences.delay

    # --- who ---------------------------------------------------------------------------------------------

    @property
    def mover(self) -> Player:
        """The player to move."""
        return self.match.setup.players[self.match.game.position.to_move]

    @property
    def is_human_turn(self) -> bool:
        """Whether the game goes on, and with a human's move."""
        return self.match.game.outcome is None and self.mover.is_human

    @property
    def is_computer_turn(self) -> bool:
        """Whether the game goes on, and with a computer's move."""
        return self.match.game.outcome is None and self.mover.is_computer

    @property
    def is_thinking(self) -> bool:
        """Whether a computer's answer is awaited."""
        return self._asked is not None and self.mover.is_computer

    @property
    def has_only_computers(self) -> bool:
        """Whether no person plays, here or elsewhere."""
        return all(player.is_computer for player in self.match.setup.players)

    @property
    def is_shared(self) -> bool:
        """Whether people play at other terminals."""
        return any(player.is_open for player in self.match.setup.players)

    @property
    def runs_by_itself(self) -> bool:
        """Whether nobody is left who could be asked, and the match is not paused."""
        if self.is_paused:
            return False
        if self.match.game.outcome is not None:
            return self.has_only_computers and not self.match.is_over
        players = self.match.setup.players
        return all(players[seat].is_computer for seat in self.match.game.position.active)

    @property
    def resigning_seat(self) -> int | None:
        """The seat of the human to move, or of the only human still playing."""
        position, players = self.match.game.position, self.match.setup.players
        if players[position.to_move].is_human:
            return position.to_move
        humans = [player for player in position.active if players[player].is_human]
        return humans[0] if len(humans) == 1 else None

    # --- on ----------------------------------------------------------------------------------------------

    def request_move(self) -> None:
        """Ask whoever is to move."""
        if self.match.game.outcome is None and not (self.mover.is_computer and self.is_paused):
            self._ask()

    def place(self, square: Square) -> None:
        """Place for the player to move: the way in for every stone. Raises `IllegalMove`."""
        self.match.push(Move(self.match.game.position.to_move, square))
        self._changed()

    def accept(self, answer: Answer) -> None:
        """Play the answer to the open question; answers to cancelled questions are ignored.

        Raises `PlayerFailed`, and pauses, if there is no move or an illegal one.
        """
        if self._asked is None or answer.question is not self._asked[1]:
            return
        self._asked = None
        if isinstance(answer.error, NoMoveYet):  # it had to move at once, and that is no fault
            self.request_move()
            return
        what = str(answer.error) if isinstance(answer.error, ComputerFault) else f"failed: {answer.error!r}"
        if answer.square is not None:
            self._latest_answer = time.monotonic()
            try:
                self.place(answer.square)
                return
            except IllegalMove as error:
                what = f"failed: {error}"
        self.is_paused = self._failed = True
        raise PlayerFailed(f"{capitalised(self.mover.name)} {what:.200}")

    def resign(self, seat: int) -> None:
        """Give the game up for a player, whoever thinks just now. Raises `IllegalMove`."""
        self.match.push(Move(seat, None))
        self._changed()

    def next_game(self) -> None:
        """Go on to the next game, or after a match to another one with the same players."""
        self.start_next_game()

    def start_next_game(self) -> None:
        """Start it, whoever may have to agree."""
        self.close()
        if self.match.is_over:
            self.match = self._session.new_match(self.match.setup)
            self.seats = Seats(self.match, self._thinker, self._session.engines, self._guests)
        else:
            self.match.next_game()
        self.request_move()

    def close(self) -> None:
        """Let go of the computers, also of the one that thinks: nobody waits for an answer any more."""
        self.drop()
        self.seats.close()

    def drop(self) -> None:
        """Take the question back: an answer that is on its way does not count any more."""
        if self._asked is not None:
            seat, _ = self._asked
            self._asked = None
            self.seats[seat].drop()

    def _changed(self) -> None:
        self.drop()
        self.request_move()

    def _ask(self) -> None:
        seat = self.match.game.position.to_move
        question = Question(
            self.match.game.position.copy(), self.mover.limit, self._latest_answer + self.delay
        )
        self._asked = seat, question
        self.seats[seat].ask(question)

    # --- back --------------------------------------------------------------------------------------------

    def undo(self) -> list[Move]:
        """Take back to before the latest human move, and return what was taken back, latest first.

        Among computers it is one ply, and they pause. Raises `NothingToUndo`, and changes nothing then.
        """
        taken = self.match.undo()
        self.is_paused = self.has_only_computers or (self.is_paused and not self._failed)
        self._failed = False
        self._changed()
        return taken

    def undo_to(self, ply: int) -> None:
        """Take moves back until `ply` of them are left; computers among themselves pause."""
        self.match.undo_to(ply)
        self.is_paused = self.is_paused or self.has_only_computers
        self._changed()

    def redo(self) -> list[Move]:
        """Play again what was taken back, and return it; raises `NothingToRedo`."""
        again = self.match.redo()
        self._changed()
        return again

    # --- who sits where ----------------------------------------------------------------------------------

    @property
    def failed_seat(self) -> int | None:
        """The first seat whose brain is not known here, so that somebody else has to go on; or None."""
        unknown = self._session.engines.unknown(self.match.setup)
        return unknown[0] if unknown and self.match.game.outcome is None else None

    def give_seat(self, seat: int, level: str) -> None:
        """Let another player go on in a seat: a person, or a computer of this level. Nobody pauses then.

        Who has the level already tries again. Raises `ValueError` if such a player cannot sit there; nothing
        has changed then.
        """
        players = self.match.setup.players
        if level != players[seat].level:
            self.match.give_seat(seat, replacement_player(players, seat, level, self._session.profile.name))
        self.drop()
        self.seats.refill(seat)
        self.is_paused = self._failed = False
        self.request_move()

    # --- hints -------------------------------------------------------------------------------------------

    def note_hint(self) -> None:
        """Count that the person to move is given a hint, once for each position. Who is asked stays asked."""
        self.match.note_hint()

    def note_analysis(self) -> None:
        """Keep in mind that an analysis is shown during this game. Who is asked stays asked."""
        self.match.note_analysis()

    # --- the computers' pace -----------------------------------------------------------------------------

    def pause(self) -> None:
        """Stop the computers after dropping the move that one is thinking about, or let them go on."""
        self.is_paused = not self.is_paused
        self._failed = False
        self._changed()

    def step(self) -> None:
        """Let a computer make one move, and stay paused."""
        self.is_paused = True
        if not self.is_thinking:
            self._ask()

    def move_now(self) -> None:
        """Let the computer that thinks answer at once; raises `CannotMoveNow`."""
        if self._asked is not None:
            seat, _ = self._asked
            self.seats[seat].move_now()

    def change_delay(self, by: int) -> None:
        """Let computers' stones stay for a time that is so many `DELAYS` longer."""
        nearest = min(range(len(DELAYS)), key=lambda i: abs(DELAYS[i] - self.delay))
        self._session.preferences.delay = DELAYS[min(max(nearest + by, 0), len(DELAYS) - 1)]
