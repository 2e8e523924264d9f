"""A match that is told in sentences while it is played."""

from ttt_tui.computer import LEVELS, Computer, Thought
from ttt_tui.engine import GameOver, IllegalMove, Limit, Match, Move, NotYourTurn, Setup
from ttt_tui.plain import sentences
from ttt_tui.plain.speech import Voice
from ttt_tui.process.signals import Ended, Signals
from ttt_tui.session import wording
from ttt_tui.session.board_text import board_text
from ttt_tui.session.seats import Computers
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import Entry

HINT_LIMIT = Limit(seconds=1.0)


class ToldMatch:
    """The current match of `session`, changed by the methods below, each of which says what came of it.

    A computer thinks while its method runs; `signals` end that early.
    """

    def __init__(self, session: Session, voice: Voice, signals: Signals) -> None:
        self.session = session
        self.voice = voice
        self.signals = signals
        self.paused = False
        """Whether a computer whose turn it is waits to be let on."""
        self.board_always = False
        """Whether the board is printed after every change."""
        self._computers = Computers(guests=1)

    def close(self) -> None:
        """Let go of the computers."""
        self._computers.close()

    @property
    def match(self) -> Match:
        """The match that is played."""
        assert self.session.match is not None
        return self.session.match

    @property
    def nobody_to_ask(self) -> bool:
        """Whether the game goes on by itself: no person is left in it."""
        players, position = self.match.setup.players, self.match.game.position
        if self.match.game.outcome is not None:
            return not any(player.is_human for player in players) and not self.match.is_over
        return not any(players[seat].is_human for seat in position.active)

    @property
    def is_computers_turn(self) -> bool:
        """Whether the player to move is a computer."""
        game = self.match.game
        return game.outcome is None and not self.match.setup.players[game.position.to_move].is_human

    # --- starting ----------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Start a match."""
        self.session.new_match(setup)
        self._introduce()
        self._started()

    def take_up(self, entry: Entry) -> None:
        """Go on with a stored game. Raises `RecordError` or `StoreError`, and changes nothing then."""
        self.session.resume(entry)
        self._computers.close()
        self._introduce()
        self.tell_moves()
        self._started()

    def _introduce(self) -> None:
        """Say what is played and by whom, and the score of a match that is under way."""
        self.voice.call(self.match.setup.players)
        score = sentences.score(self.match) if self.match.outcomes else ""
        self.voice.say(sentences.table(self.match), score, "Type help for the commands")

    def _started(self) -> None:
        self.paused = False
        self.tell_state()
        self._after_change()

    def next_game(self) -> None:
        """Start the next game of the match, or another match after it."""
        self._computers.close()
        if self.match.is_over:
            self.begin(self.match.setup)
            return
        self.match.next_game()
        starter = self.match.setup.players[self.match.game.first]
        self.voice.say(f"Game {self.match.game_number}: {starter.symbol} starts")
        self._started()

    # --- moving ------------------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Make a move; raises `IllegalMove`."""
        self.match.push(move)
        self._tell_move(move)

    def _tell_move(self, move: Move) -> None:
        self.voice.say(sentences.played(self.match.game, move), *self._state())
        self._after_change()

    def let_move(self) -> None:
        """Let the computer whose turn it is move."""
        position = self.match.game.position
        mover = self.match.setup.players[position.to_move]
        try:
            thought = self._think(self._computers.seated(self.match, position.to_move), mover.limit)
            self.signals.check()
            self.match.push(move := Move(position.to_move, thought.move))
        except Ended:
            raise
        except Exception as error:  # a computer's fault must not cost the game
            self.paused = True
            reason = str(error) if isinstance(error, IllegalMove) else f"{error!r:.200}"
            self.voice.say(f"{mover.name} failed: {reason}", "Enter lets it try again")
            return
        self._tell_move(move)

    def hint(self) -> None:
        """Say what the strongest computer would play; raises `IllegalMove` if no person is to move."""
        if self.match.game.outcome is not None:
            raise GameOver("the game is over")
        if self.is_computers_turn:
            raise NotYourTurn("it is a computer's turn")
        computer = list(LEVELS.values())[-1].make(self.match.seed, self._computers.share(self.match))
        try:
            thought = self._think(computer, HINT_LIMIT)
        finally:
            computer.close()
        self.voice.say(sentences.hint(thought, self.match.setup.geometry))

    def _think(self, computer: Computer, limit: Limit) -> Thought:
        return computer.think(self.match.game.position.copy(), limit, self.signals)

    def undo(self) -> None:
        """Take back to before the latest human move, or one ply of computers, which pause.

        Raises `IllegalMove`.
        """
        taken = self.match.undo()
        self.paused = not any(player.is_human for player in self.match.setup.players)
        self.voice.say(f"Taken back: {sentences.moves(self.match.game, taken)}", *self._state())
        self._after_change()

    def redo(self) -> None:
        """Play again what was taken back; raises `IllegalMove`."""
        again = self.match.redo()
        self.voice.say(f"Played again: {sentences.moves(self.match.game, again)}", *self._state())
        self._after_change()

    # --- telling -----------------------------------------------------------------------------------------

    def tell_state(self) -> None:
        """Say how things stand, if anybody is waited for."""
        if state := self._state():
            self.voice.say(*state)

    def tell_board(self) -> None:
        """Print the board."""
        self.voice.write(board_text(self.match.game, self.voice.letters))

    def tell_moves(self) -> None:
        """Say what was played so far."""
        played = sentences.moves(self.match.game, self.match.game.moves)
        self.voice.say(f"Played: {played}" if played else "No move was made yet")

    def _state(self) -> list[str]:
        """Return whose turn it is if somebody is asked, or how the game ended."""
        match, outcome = self.match, self.match.game.outcome
        if outcome is not None:
            said = [wording.game_result(match, outcome), sentences.score(match)]
            if match.is_over:
                return [*said, "Enter starts another match"]
            return said if self.nobody_to_ask else [*said, "Enter starts the next game"]
        if not self.is_computers_turn:
            return [wording.whose_turn(match)]
        return ["Paused", "Enter goes on"] if self.paused else []

    def _after_change(self) -> None:
        for trouble in self.session.take_troubles():
            self.voice.say(trouble)
        if self.board_always:
            self.tell_board()
