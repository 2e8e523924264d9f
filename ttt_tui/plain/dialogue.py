"""Plain mode: the game in sentences, for screen readers, dumb terminals and pipes.

It reads a line, does what it says and answers in a sentence. The set-up, the match, the computers and the
store are those of the full screen, so a game can be begun in one and gone on with in the other.
"""

import sys
from collections.abc import Callable

from ttt_tui.engine import Game, IllegalMove, Match, NotYourTurn, Setup
from ttt_tui.engine.records import Record
from ttt_tui.errors import CannotResume
from ttt_tui.errors import LeavePlainMode
from ttt_tui.errors import LineTooLong
from ttt_tui.errors import RecordError
from ttt_tui.errors import StoreError
from ttt_tui.multiplayer.session import MultiplayerSession
from ttt_tui.plain import sentences
from ttt_tui.plain.speech import SentenceWriter
from ttt_tui.plain.talking import plain_words, row_told, square_named, stones_told, talk
from ttt_tui.plain.told_company import HEARING_SECONDS, wait_for, who
from ttt_tui.plain.told_match import PlainMatch
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import FAILED, Signals
from ttt_tui.process.streams import print_error, status_of
from ttt_tui.session import wording
from ttt_tui.session.layout import board_text
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.resuming import find_resumable
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat
from ttt_tui.store.stored_game import Entry


def run(
    session: Session,
    setup: Setup | None = None,
    resume: Entry | None = None,
    ascii: bool = False,
    company: MultiplayerSession | None = None,
) -> int:
    """Play on standard input and output until the input ends, and return the exit status.

    Without a set-up, a game to resume or `company`, people at other terminals, the first preset is played.
    `ascii` writes nothing beyond ASCII.
    """

    def dialogue(lines: LineReader, voice: SentenceWriter, signals: Signals) -> None:
        Plain(session, lines, voice, signals).play(setup, resume, company)

    try:
        return talk(ascii, dialogue)
    except (RecordError, StoreError) as error:
        print_error(str(error))
        return FAILED


def replay(record: Record, ascii: bool = False) -> int:
    """Print a recorded game, a sentence for each move, and return the exit status."""
    game = record.game
    voice = SentenceWriter(sys.stdout, ascii)
    voice.call(game.setup.players)
    match = Match.resumed(game, 0)
    for note in record.notes:
        print_error(note)
    try:
        voice.say(sentences.table(match))
        for number, move in enumerate(game.moves, 1):
            voice.say(f"{number}: {wording.move_words(game.setup, move, 'plays')}")
        end = game.outcome and wording.how_it_ended(match, game.outcome, by_name=True)
        voice.say(end or "The game is not finished")
        voice.write(board_text(game, voice.letters))
    except OSError as error:
        return status_of(error)
    return 0


class Plain:
    """One dialogue. It reads `lines`, speaks by `voice`, and ends early when `signals` say so."""

    def __init__(self, session: Session, lines: LineReader, voice: SentenceWriter, signals: Signals) -> None:
        self.session = session
        self.lines = lines
        self.voice = voice
        self.signals = signals
        self.told = PlainMatch(session, voice, signals)
        self._kept: Entry | None = None  # the unfinished game that was offered
        self._drop_asked: Game | None = None  # the game that new drops when it is said once more
        self._resign_asked: tuple[Game, int] | None = None  # likewise resign, and by how many moves
        self._commands: dict[str, Callable[[], None]] = {
            "": self._enter,
            "undo": self.told.undo,
            "redo": self.told.redo,
            "hint": self.told.hint,
            "review": self.told.review,
            "why": self.told.why,
            "new": self._new,
            "resume": self._resume,
            "yes": lambda: self._answer(True),
            "no": lambda: self._answer(False),
            "who": lambda: voice.say(*who(self.told.others)),
            "board": self.told.tell_board,
            "board always": lambda: self._print_boards(True),
            "board off": lambda: self._print_boards(False),
            "moves": self.told.tell_moves,
            "score": lambda: voice.say(sentences.score(self.match)),
            "help": lambda: voice.write(sentences.HELP),
            "?": lambda: voice.write(sentences.HELP),
            "quit": self._leave,
            "exit": self._leave,
        }

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.told.match

    def play(
        self,
        setup: Setup | None = None,
        resume: Entry | None = None,
        company: MultiplayerSession | None = None,
    ) -> None:
        """Play until the input ends or the user leaves.

        Raises `Ended` when a signal came, `OSError` when nobody reads any more, and `RecordError` or
        `StoreError` when the game cannot be resumed.
        """
        try:
            if company is not None:
                if not wait_for(company, self.lines, self.voice, self.signals):
                    return
                self.told.meet(company)
            elif resume is not None:
                self.told.take_up(resume)
            else:
                if setup is None:
                    self._offer(self.session.find_unfinished())
                self.told.begin(setup or self.session.profile.make(next(iter(PRESETS.values()))))
            while self._step():
                pass
        except LeavePlainMode:
            pass
        finally:
            self.told.close()
            if company is not None:
                company.close()

    def _step(self) -> bool:
        """Do the next thing: let a computer move, or obey a line. Return whether there is more to do."""
        self.signals.check()
        controller = self.told.controller
        if goes_on := controller.runs_by_itself:
            with self.signals.interruptible():
                spoken_to = self.lines.is_ready(self.session.preferences.delay if self.voice.prompts else 0.0)
            if spoken_to:
                return self._obey_next()
        if goes_on and self.match.game.outcome is not None:
            self.told.next_game()
        elif controller.is_thinking:
            self.told.let_move()
        else:
            return self._obey_next()
        return True

    def _offer(self, entry: Entry | None) -> None:
        """Say that a stored game can be resumed."""
        self._kept = entry
        if entry is not None:
            self.voice.call(entry.setup.players)
            points = () if entry.has_moves else self.session.points_before(entry)
            self.voice.say(sentences.kept(entry, points))

    # --- reading -----------------------------------------------------------------------------------------

    def _obey_next(self) -> bool:
        """Read a line and do what it says; return False at the end of input."""
        line = None
        try:
            if not self.lines.is_ready():
                self.voice.ask()
            try:
                with self.signals.interruptible():
                    if (news := self._wait_for_line()) is None:
                        line = self.lines.next()
            finally:
                if line is None:
                    self.voice.end_line()
            if news is not None:
                self.voice.say(*news)
                return not self._is_left_alone
            if line is not None:
                self._obey(plain_words(line))
        except (IllegalMove, LineTooLong) as refusal:
            if self.session.settings.bell:
                self.voice.ring()
            self.voice.say(wording.sentence(str(refusal)))
            return True
        return line is not None

    def _wait_for_line(self) -> list[str] | None:
        """Wait until a line can be read, or return what has come from other terminals before that."""
        while self.told.others is not None and not self.lines.is_ready(HEARING_SECONDS):
            news = self.told.hear()
            if self._is_left_alone:
                company = self.told.others.company
                news.append(wording.why_ended(company.host_name, company.end_reason or ""))
            if news:
                return news
        return None

    @property
    def _is_left_alone(self) -> bool:
        """Whether the host has gone with whom the match was played."""
        others = self.told.others
        return others is not None and others.company.end_reason is not None

    def _answer(self, yes: bool) -> None:
        """Answer what the people at other terminals want."""
        others = self.told.others
        if others is None or not others.company.incoming_request:
            raise IllegalMove("no request is waiting for an answer")
        others.company.vote(yes)

    def _obey(self, words: str) -> None:
        """Do what a line says; raises `IllegalMove` with the reason if that is not possible."""
        dropping, self._drop_asked = self._drop_asked, None
        resigning, self._resign_asked = self._resign_asked, None
        command, _, rest = words.partition(" ")
        if words == "new" and dropping is self.match.game:
            self.told.next_game()
        elif words == "resign":
            self._resign(is_sure=resigning == self._position)
        elif words in self._commands:
            self._commands[words]()
        elif command == "row":
            self.voice.say(row_told(self.match.game, rest))
        elif command == "seat":
            self.told.give_seat(rest)
        elif command == "where":
            self.voice.say(stones_told(self.match.game, rest, self.voice))
        else:
            self._place(words)

    # --- commands ----------------------------------------------------------------------------------------

    def _place(self, words: str) -> None:
        commands = (*self._commands, "resign", "row", "where", "seat")
        square = square_named(words, self.match.setup.geometry, self.session.settings, commands)
        controller = self.told.controller
        if controller.is_computer_turn:
            raise NotYourTurn("it is a computer's turn")
        if self.match.game.outcome is None and not controller.is_human_turn:
            raise NotYourTurn(f"it is {controller.mover.name}'s turn")
        self.told.place(square)

    def _enter(self) -> None:
        """Go on: with the next game, with computers that pause, or by saying whose turn it is."""
        if self.told.controller.is_paused:
            self.told.go_on()
        elif self.match.game.outcome is not None:
            self.told.next_game()
        else:
            self.told.tell_state()

    @property
    def _position(self) -> tuple[Game, int]:
        """The game, and how many moves it has."""
        return self.match.game, len(self.match.game.moves)

    def _resign(self, *, is_sure: bool) -> None:
        """Give the game up; against people at other terminals, who need not give it back, when said twice."""
        controller = self.told.controller
        seat = controller.resigning_seat if controller.is_shared else self.match.game.position.to_move
        if seat is None or (controller.is_computer_turn and not controller.is_shared):
            raise NotYourTurn("only the player to move can resign")
        if controller.is_shared and self.match.game.outcome is None and not is_sure:
            self._resign_asked = self._position
            self.voice.say("Only a takeback can undo this: type resign again to confirm")
            return
        self.told.resign(seat)

    def _new(self) -> None:
        """Start the next game; one that is running is dropped only when that is said twice."""
        if self.match.game.outcome is None and self.told.others is not None:
            raise IllegalMove("the shared game is not over")
        if self.match.game.outcome is None and self.match.game.moves:
            self._drop_asked = self.match.game
            self.voice.say("This game is not finished: type new again to abandon it")
        else:
            self.told.next_game()

    def _resume(self) -> None:
        if self._kept is None:
            raise IllegalMove("no other unfinished game to resume")
        try:
            found = find_resumable(self.session.history, self._kept)
            if has_open_seat(found.setup):
                raise IllegalMove(f"that is a shared game: to continue, {sentences.hosting(found)}")
            self.told.take_up(found)
            self._kept = None
        except (CannotResume, RecordError, StoreError) as error:
            raise IllegalMove(str(error)) from None

    def _print_boards(self, always: bool) -> None:
        self.told.board_always = always
        if always:
            self.told.tell_board()
        else:
            self.voice.say("The board is printed only on request")

    def _leave(self) -> None:
        raise LeavePlainMode
