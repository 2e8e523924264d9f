"""Whose turn it is in a match, and the computers that take theirs: they think, pause and are overtaken."""

import time

from ttt_tui.app.play.search_worker import Answer, Search
from ttt_tui.engine import IllegalMove, Match, Move, Player
from ttt_tui.session.seats import Computers
from ttt_tui.session.session import Session

DELAYS = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0)
"""Seconds that a computer's stone stays before the next one, to choose from."""


class Turns:
    """Plays a match for whoever shows it: every change of the game goes through here.

    A change drops the search that was made for the game as it was. Right after it a computer thinks if it is
    one's turn, unless the match is paused. Its answer comes to the host of `search`, to be given to `take`.
    """

    def __init__(self, session: Session, match: Match, search: Search) -> None:
        self.match = match
        self.search = search
        self.paused = False
        """Whether computers wait until they are told to move."""
        self.delay = session.settings.delay
        """Seconds that a computer's stone stays before the next one."""
        self._session = session
        self._computers = Computers()
        self._failed = False  # whether the pause is because a computer failed
        self._latest_answer = 0.0  # when a computer's stone was placed last

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
    def only_computers(self) -> bool:
        """Whether no human plays."""
        return not any(player.is_human for player in self.match.setup.players)

    @property
    def who_resigns(self) -> int | None:
        """The human to move, or the only human still playing."""
        position, players = self.match.game.position, self.match.setup.players
        if players[position.to_move].is_human:
            return position.to_move
        humans = [player for player in position.active if players[player].is_human]
        return humans[0] if len(humans) == 1 else None

    # --- on ----------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let a computer think if the game waits for one."""
        if self.match.game.outcome is None and not self.mover.is_human and not self.paused:
            self._think()

    def push(self, move: Move) -> None:
        """Make a move: the way in for every one, whoever chose it. Raises `IllegalMove`."""
        self.match.push(move)
        self.go_on()

    def take(self, answer: Answer) -> str:
        """Play what the computer to move has found. If that fails, pause and return why, else nothing."""
        reason = repr(answer.error)
        if answer.thought is not None:
            self._latest_answer = time.monotonic()
            try:
                self.push(Move(self.match.game.position.to_move, answer.thought.move))
                return ""
            except IllegalMove as refusal:
                reason = str(refusal)
        self.paused = self._failed = True
        return f"{self.mover.name} failed: {reason}"[:200]

    def resign(self, who: int) -> None:
        """Give the game up for a player, whoever thinks just now. Raises `IllegalMove`."""
        self.match.push(Move(who, None))
        self.search.drop()
        self.go_on()

    def next_game(self) -> None:
        """Start the next game, or after a match another one with the same players."""
        self.close()
        if self.match.is_over:
            self.match = self._session.new_match(self.match.setup)
        else:
            self.match.next_game()
        self.go_on()

    def close(self) -> None:
        """Let go of the computers, also of the one that thinks: nobody waits for an answer any more."""
        self.search.drop()
        self._computers.close()

    def _think(self) -> None:
        position = self.match.game.position
        computer = self._computers.seated(self.match, position.to_move)
        self.search.start(computer, position, self.mover.limit, self._latest_answer + self.delay)

    # --- back --------------------------------------------------------------------------------------------

    def undo(self) -> list[Move]:
        """Take back to before the latest human move, and return what was taken back, latest first.

        Among computers it is one ply, and they pause. Raises `NothingToUndo`, and changes nothing then.
        """
        taken = self.match.undo()
        self.search.drop()
        self.paused = self.only_computers or (self.paused and not self._failed)
        self._failed = False
        self.go_on()
        return taken

    def undo_to(self, ply: int) -> None:
        """Take moves back until `ply` of them are left; computers among themselves pause."""
        self.search.drop()
        self.match.undo_to(ply)
        self.paused = self.paused or self.only_computers
        self.go_on()

    def redo(self) -> list[Move]:
        """Play again what was taken back, and return it; raises `NothingToRedo`."""
        again = self.match.redo()
        self.search.drop()
        self.go_on()
        return again

    # --- the computers' pace -----------------------------------------------------------------------------

    def pause(self) -> None:
        """Stop the computers after dropping the move that one is thinking about, or let them go on."""
        self.paused = not self.paused
        self._failed = False
        if self.paused:
            self.search.drop()
        self.go_on()

    def step(self) -> None:
        """Let a computer make one move, and stay paused."""
        self.paused = True
        if not self.search.is_running:
            self._think()

    def change_delay(self, by: int) -> None:
        """Let computers' stones stay for a time that is so many `DELAYS` longer."""
        nearest = min(range(len(DELAYS)), key=lambda i: abs(DELAYS[i] - self.delay))
        self.delay = DELAYS[min(max(nearest + by, 0), len(DELAYS) - 1)]
