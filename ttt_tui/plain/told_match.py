"""A match that is told in sentences while it is played."""

from ttt_tui.analysis.hint import Hint
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import CLASSIC, SCREEN_NAMES, screen_name
from ttt_tui.engine import (
    BRAIN,
    HUMAN,
    GameOver,
    IllegalMove,
    Limit,
    Match,
    NotYourTurn,
    Setup,
    Square,
    brain_level,
)
from ttt_tui.errors import PlayerFailed
from ttt_tui.multiplayer.session import MultiplayerSession
from ttt_tui.plain import sentences
from ttt_tui.plain.in_turn import BlockingThinker
from ttt_tui.plain.speech import SentenceWriter
from ttt_tui.plain.told_company import PlainMultiplayer
from ttt_tui.plain.told_review import PlainReview
from ttt_tui.process.signals import Signals
from ttt_tui.session import wording
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.controller import Controller
from ttt_tui.session.hint_steps import HintSteps
from ttt_tui.session.layout import board_text
from ttt_tui.session.resuming import RESUMING_SECONDS
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import Entry

HINT_LIMIT = Limit(seconds=1.0)

OTHERS_GO_ON = "Type seat expert or seat human to replace it"


class PlainMatch:
    """The current match of `session`, changed by the methods below, each of which says what came of it."""

    def __init__(self, session: Session, voice: SentenceWriter, signals: Signals) -> None:
        self.session = session
        self.voice = voice
        self.signals = signals
        self.board_always = False
        """Whether the board is printed after every change."""
        self._steps = HintSteps()
        self._hint: Hint | None = None  # for the position that the steps are about
        self._reviews = PlainReview(session, voice, signals)
        self.thinker = BlockingThinker(signals)
        self.others: PlainMultiplayer | None = None
        """The people at other terminals, None if nobody there plays."""
        self._controller: Controller | None = None

    def close(self) -> None:
        """Let go of the computers."""
        if self._controller is not None:
            self._controller.close()

    @property
    def controller(self) -> Controller:
        """Plays the match."""
        assert self._controller is not None, "a match was begun or taken up"
        return self._controller

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.controller.match

    # --- starting ----------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Start a match."""
        self._play(self.session.new_match(setup))
        self._introduce()
        self._started()

    def take_up(self, entry: Entry) -> None:
        """Go on with a stored game. Raises `RecordError` or `StoreError`, and changes nothing then."""
        self._play(self.session.resume(entry, RESUMING_SECONDS))
        self._introduce()
        self.tell_moves()
        self._started()

    def meet(self, company: MultiplayerSession) -> None:
        """Begin the match with people at other terminals, or take it up; raises as `take_up` does."""
        match = company.begin_match()
        self.close()
        self._controller = company.controller(match, self.thinker, guests=1)
        self.others = PlainMultiplayer(company, self._controller)
        self._controller.request_move()
        self._introduce()
        self.tell_moves()
        self._started()

    def _play(self, match: Match) -> None:
        self.close()
        self._controller = Controller(self.session, match, self.thinker, guests=1)
        self._controller.request_move()

    def _introduce(self) -> None:
        """Say what is played and by whom, and the score of a match that is under way."""
        self.voice.call(self.match.setup.players)
        score = sentences.score(self.match) if self.match.outcomes else ""
        self.voice.say(sentences.table(self.match), score, self._who_you_are(), "Type help for commands")

    def _who_you_are(self) -> str:
        if self.others is None:
            return ""
        return wording.sentence(wording.your_role(self.match, watches=self.others.company.is_spectator))

    def _started(self) -> None:
        if (seat := self.controller.failed_seat) is not None:
            name = self.match.setup.players[seat].level.removeprefix(BRAIN)
            self.voice.say(f"Unknown engine {name!r}", OTHERS_GO_ON)
        self.tell_state()
        self._after_change()

    def next_game(self) -> None:
        """Start the next game of the match, or another match after it; computers that pause go on."""
        if self.controller.is_paused:
            self.controller.pause()
        match, game = self.match, self.match.game
        self.controller.next_game()
        if self.match.game is game:
            self._tell_asked()
            return
        if self.others is not None:
            self.others.note()
        if self.match is match:
            starter = match.setup.players[match.game.first]
            self.voice.say(f"Game {match.game_number}: {starter.symbol} starts")
        else:
            self._introduce()
        self._started()

    # --- moving ------------------------------------------------------------------------------------------

    def place(self, square: Square) -> None:
        """Place for the person to move; raises `IllegalMove`."""
        before = len(self.match.game.moves)
        self.controller.place(square)
        if len(self.match.game.moves) > before:  # else the host is asked for it
            self._tell_latest_move()

    def resign(self, seat: int) -> None:
        """Give the game up for a person; raises `IllegalMove`."""
        before = len(self.match.game.moves)
        self.controller.resign(seat)
        if len(self.match.game.moves) > before:
            self._tell_latest_move()

    def hear(self) -> list[str]:
        """Return what has come from other terminals, and how things stand then; nothing if nothing has."""
        told = [] if self.others is None else self.others.hear()
        return [*told, *self._state()] if told else []

    def _tell_latest_move(self) -> None:
        if self.others is not None:
            self.others.note()
        latest = wording.move_words(self.match.setup, self.match.game.moves[-1], "plays")
        self.voice.say(latest, *self._state())
        self._after_change()

    def let_move(self) -> None:
        """Let the computer whose turn it is move."""
        try:
            self.controller.accept(self.thinker.answer())
        except PlayerFailed as failure:
            self.voice.say(str(failure), "Press Enter to try again", OTHERS_GO_ON)
        else:
            self._tell_latest_move()

    def give_seat(self, words: str) -> None:
        """Let somebody go on for the computer to move, or for a brain that is not known here.

        `words` are `human`, a level by either of its names, or the name of an engine. Raises `IllegalMove`.
        """
        controller, brains = self.controller, self.session.engines
        named = {name.casefold(): brain_level(name) for name in brains.names}
        named |= {name: level for level in LEVELS for name in (level, screen_name(level))}
        named |= {"person": HUMAN, HUMAN: HUMAN}
        if words not in named:
            who = ", ".join((HUMAN, *map(screen_name, (*SCREEN_NAMES, *CLASSIC)), *brains.names))
            raise IllegalMove(f"unknown player {words[:24]!r}; choose from {who}")
        seat = self.match.game.position.to_move if controller.is_computer_turn else controller.failed_seat
        if seat is None or self.match.game.outcome is not None:
            raise NotYourTurn("no computer can be replaced now")
        try:
            controller.give_seat(seat, named[words])
        except ValueError as reason:
            raise IllegalMove(str(reason)) from None
        players = self.match.setup.players
        self.voice.call(players)
        self.voice.say(f"{players[seat].symbol} is now {players[seat].name}", *self._state())
        self._after_change()

    def hint(self) -> None:
        """Say what to look for; asked again which square, then why.

        Raises `IllegalMove` if no person is to move.
        """
        if self.match.game.outcome is not None:
            raise GameOver("the game is over")
        if self.others is not None:
            raise IllegalMove("hints are off in shared games")
        if self.controller.is_computer_turn:
            raise NotYourTurn("it is a computer's turn")
        self.controller.note_hint()
        position = self.match.game.position.copy()
        step = self._steps.next(position)
        if step == 1 or self._hint is None:
            advisor = Advisor(self.controller.seats.megabytes)
            try:
                self._hint = advisor.hint(position, self.match.setup, HINT_LIMIT, self.signals)
            finally:
                advisor.close()
        self.voice.say(f"Hint: {self._hint.steps[step - 1]}")

    def review(self) -> None:
        """Say which moves of a game that is over cost something; raises `IllegalMove` while it is played."""
        self._reviews.review(self.match.game, self.controller.seats.megabytes)

    def why(self) -> None:
        """Say why a mistake was one, then the next; raises `IllegalMove` while the game is played."""
        self._reviews.why(self.match.game, self.controller.seats.megabytes)

    def undo(self) -> None:
        """Take back to before the latest human move, or one ply of computers, which pause.

        Raises `IllegalMove`.
        """
        taken = self.controller.undo()
        if not taken:
            self._tell_asked()
            return
        self.voice.say(f"Undone: {sentences.moves(self.match.game, taken)}", *self._state())
        self._after_change()

    def _tell_asked(self) -> None:
        """Say that the others are asked, unless nobody is there: then it is done, and told as theirs is."""
        if self.others is not None and self.others.company.own_request:
            self.voice.say(f"{self.others.company.own_request}, waiting for an answer")

    def redo(self) -> None:
        """Play again what was taken back; raises `IllegalMove`."""
        again = self.controller.redo()
        self.voice.say(f"Redone: {sentences.moves(self.match.game, again)}", *self._state())
        self._after_change()

    def go_on(self) -> None:
        """Let computers that pause go on."""
        self.controller.pause()

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
        self.voice.say(f"Moves: {played}" if played else "No moves yet")

    def _state(self) -> list[str]:
        """Return whose turn it is if somebody is asked, or how the game ended."""
        match, outcome = self.match, self.match.game.outcome
        if outcome is not None:
            said = [wording.game_result(match, outcome), sentences.score(match)]
            looks_on = self.others is not None and self.others.company.is_spectator
            if looks_on or (self.controller.has_only_computers and not match.is_over):
                return said
            return [*said, f"Press Enter for {'a rematch' if match.is_over else 'the next game'}"]
        if not self.controller.is_computer_turn:
            return [wording.whose_turn(match)]
        return ["Paused", "Press Enter to continue"] if self.controller.is_paused else []

    def _after_change(self) -> None:
        for trouble in self.session.take_warnings():
            self.voice.say(trouble)
        if self.board_always:
            self.tell_board()
