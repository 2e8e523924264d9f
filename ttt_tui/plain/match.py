"""Matches in plain mode: alone, against computers, and with other terminals."""

import time

from ttt_tui.computer.levels import level_named, screen_name
from ttt_tui.engine import HUMAN, Game, IllegalMove, Match, NotYourTurn, Setup, Square
from ttt_tui.engine.rules import TWO_A_TURN
from ttt_tui.errors import CannotMoveNow, CannotResume, InvalidRules, PlayerFailed, RecordError, StoreError
from ttt_tui.multiplayer.session import MultiplayerSession
from ttt_tui.names import CLASSIC_NAMES, LADDER_NAMES
from ttt_tui.plain import sentences
from ttt_tui.plain.advice import PlainHints, PlainReview, lessons
from ttt_tui.plain.multiplayer import POLL_SECONDS, PlainMultiplayer
from ttt_tui.plain.repl import HELP_HINT, Repl, run_on_terminal
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.plain.thinker import PlainThinker
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import FAILED, Signals
from ttt_tui.process.streams import print_error
from ttt_tui.session import opening_words, wording
from ttt_tui.session.controller import Controller
from ttt_tui.session.engines import unknown_engine
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.resuming import RESUMING_SECONDS, find_resumable
from ttt_tui.session.rule_choices import check_rules
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat, with_level
from ttt_tui.session.sharing import share_text
from ttt_tui.session.step_offers import ladder_step, next_step
from ttt_tui.session.typed_squares import typed_square
from ttt_tui.store.stored_game import Entry

REPLACE_IT = "Type seat expert or seat human to replace it"


def run(
    session: Session,
    setup: Setup | None = None,
    resume: Entry | None = None,
    is_ascii: bool = False,
    multiplayer: MultiplayerSession | None = None,
) -> int:
    """Play on standard input and output until the input ends, and return the exit status.

    Without a set-up, a game to resume or `multiplayer`, the players at other terminals, the first preset is
    played. `is_ascii` writes nothing beyond ASCII.
    """
    try:
        return run_on_terminal(
            is_ascii,
            lambda *terminal: PlainMatch(session, *terminal).play(setup, resume, multiplayer),
        )
    except (CannotResume, RecordError, StoreError) as error:
        print_error(str(error))
        return FAILED


class PlainMatch(Repl):
    """The loop that plays the current match of `session`."""

    def __init__(self, session: Session, lines: LineReader, out: SentenceWriter, signals: Signals) -> None:
        super().__init__(session, lines, out, signals)
        self.thinker = PlainThinker()
        self.multiplayer: MultiplayerSession | None = None
        """The other terminals, None if the match is not shared."""
        self._controller: Controller | None = None
        self._saved: Entry | None = None  # the unfinished game that was offered
        self._has_script = False  # when the computer began to think
        self._remote = PlainMultiplayer(self)
        reviews = PlainReview(self)
        self.commands |= {
            "undo": self.undo,
            "redo": self.redo,
            "hint": PlainHints(self).hint,
            "review": reviews.review,
            "why": reviews.why,
            "share": lambda: out.write(share_text(self.game)),
            "now": self.move_now,
            "resign": self.resign,
            "draw": self.offer_draw,
            "new": self._new,
            "resume": self._resume_saved,
            "yes": lambda: self._remote.vote(True),
            "no": lambda: self._remote.vote(False),
            "who": self._remote.list_people,
            "easier": lambda: self._change_step("easier", -1),
            "harder": lambda: self._change_step("harder", 1),
            "score": lambda: out.say(sentences.score(self.match)),
            "clock": lambda: out.say(sentences.clocks(self.match, self.controller.clock, time.monotonic())),
            "rules": lambda: out.say(
                *sentences.rule_list(self.match.setup, is_shared=self.multiplayer is not None)
            ),
            "boards": lambda: out.say(*sentences.small_boards(self.game)),
        }
        self.argument_commands |= {
            "seat": self.replace_computer,
            "rules": self._change_rules,
            "board": self._describe_board,
        }

    @property
    def help(self) -> str:
        """The commands; in Ultimate its additional ones come first."""
        is_ultimate = self.game.setup.geometry.block_side is not None
        return sentences.ULTIMATE_HELP * is_ultimate + sentences.MATCH_HELP

    @property
    def controller(self) -> Controller:
        """The controller of the match."""
        assert self._controller is not None, "a match was begun or resumed"
        return self._controller

    @property
    def match(self) -> Match:
        return self.controller.match

    @property
    def game(self) -> Game:
        return self.match.game

    def play(
        self,
        setup: Setup | None = None,
        resume: Entry | None = None,
        multiplayer: MultiplayerSession | None = None,
    ) -> None:
        """Play until the input ends or the user leaves.

        Raises `EndedBySignal` when a signal came, `OSError` when the output is closed, and `RecordError` or
        `StoreError` when the game cannot be resumed.
        """
        try:
            if multiplayer is not None:
                if not self._remote.wait_for_players(multiplayer):
                    return
                self.join(multiplayer)
            elif resume is not None:
                self.resume(resume)
            else:
                if setup is None and (saved := self.session.find_unfinished()) is not None:
                    self._offer(saved)
                self.begin(setup or self.session.profile.make(next(iter(PRESETS.values()))))
            self.loop()
        finally:
            self.close()
            if multiplayer is not None:
                multiplayer.close()

    def close(self) -> None:
        """Stop the computers."""
        if self._controller is not None:
            self._controller.close()

    def _step(self) -> bool:
        """Wait for a computer's move, start the next game between computers, or execute a line."""
        self.signals.check()
        controller = self.controller
        if goes_on := controller.runs_by_itself:
            with self.signals.interruptible():
                has_line = self.lines.is_ready(self.session.preferences.delay if self.out.prompts else 0.0)
            if has_line:
                return self._execute_next()
        if goes_on and self.game.outcome is not None:
            self.next_game()
            return True
        return self._wait_for_computer() if controller.is_thinking else self._execute_next()

    # --- starting ----------------------------------------------------------------------------------------

    def _offer(self, entry: Entry) -> None:
        """Say that a stored game can be resumed."""
        self._saved = entry
        self.out.set_players(entry.setup.players)
        points = () if entry.has_moves else self.session.points_before(entry)
        self.out.say(sentences.saved_game(entry, points))

    def begin(self, setup: Setup) -> None:
        """Start a match."""
        match = self.session.new_match(setup)
        self._start(Controller(self.session, match, self.thinker), lists_moves=False)

    def resume(self, entry: Entry) -> None:
        """Resume a stored game. Raises `RecordError` or `StoreError` without changing anything."""
        match = self.session.resume(entry, RESUMING_SECONDS)
        self._start(Controller(self.session, match, self.thinker))

    def join(self, multiplayer: MultiplayerSession) -> None:
        """Begin or continue the match with the players at other terminals; raises as `resume` does."""
        match = multiplayer.begin_match()
        self.multiplayer = multiplayer
        self._start(multiplayer.controller(match, self.thinker))

    def _start(self, controller: Controller, *, lists_moves: bool = True) -> None:
        """Announce a match, and play it from now on."""
        self.close()
        self._controller = controller
        self._remote.mark_reported()
        controller.request_move()
        self._introduce()
        if lists_moves:
            self.list_moves()
        self._report_start()

    def _introduce(self) -> None:
        """Announce the game and its players, and the score of a match under way."""
        self.out.set_players(self.match.setup.players)
        score = sentences.score(self.match) if self.match.outcomes else ""
        seat = ""
        if self.multiplayer is not None:
            role = wording.your_role(self.match, watches=self.multiplayer.is_spectator)
            seat = wording.sentence(role)
        rules = sentences.rules(self.match.setup)
        self.out.say(sentences.table(self.match), rules, score, seat, wording.sentence(HELP_HINT))

    def _report_start(self) -> None:
        if (seat := self.controller.failed_seat) is not None:
            level = self.match.setup.players[seat].level
            self.out.say(wording.sentence(unknown_engine(level)), REPLACE_IT)
        if state := self.state():
            self.out.say(*state)
        self._after_change()

    def next_game(self) -> None:
        """Start the next game of the match, or a new match after the last; paused computers continue."""
        if self.controller.is_paused:
            self.controller.pause()
        match, game = self.match, self.game
        self.controller.next_game()
        if self.game is game:
            self._remote.report_request()
            return
        self._remote.mark_reported()
        if self.match is match:
            self.out.say(sentences.next_game(match))
        else:
            self._introduce()
        self._report_start()

    # --- moves -------------------------------------------------------------------------------------------

    def place(self, square: Square) -> None:
        controller = self.controller
        self.check_turn()
        if self.game.outcome is None and not controller.is_human_turn:
            raise NotYourTurn(f"it is {controller.mover.name}'s turn")
        before = len(self.game.moves)
        controller.place(square)
        if len(self.game.moves) > before:  # else it was sent to the host
            self._report_moves(before)

    def check_turn(self) -> None:
        """Raise `NotYourTurn` if the humans here are out, or if a computer is to move."""
        if self.controller.is_out:
            raise NotYourTurn(wording.IS_OUT)
        if self.controller.is_computer_turn:
            raise NotYourTurn("it is a computer's turn")

    def place_named(self, line: str) -> None:
        """Place a stone on the square that a line names, or a turn's two stones if it names two squares."""
        rules, words = self.game.setup.geometry.rules, line.replace(",", " ").split()
        is_pair = rules.per_turn == len(words) == TWO_A_TURN
        try:
            first = self._square(words[0]) if is_pair else None
        except IllegalMove:  # it is about a command
            first = None
        if first is None:
            super().place_named(line)
        else:
            self._place_both(first, self._square(words[1]))

    def _place_both(self, first: Square, second: Square) -> None:
        """Place the two stones of a turn, only the first if it wins, and neither if one is illegal."""
        if not self.controller.is_human_turn:
            self.place(first)  # which raises the reason
        if self.game.position.stones_left < TWO_A_TURN:
            raise NotYourTurn("only one stone is left in this turn: type one square")
        if self.multiplayer is not None and not self.multiplayer.is_host:
            raise IllegalMove("type one square at a time in a game that somebody else hosts")
        trial, before = Game(self.match.setup, self.game.first), len(self.game.moves)
        for move in self.game.moves:
            trial.push(move)
        for square in (first, second):
            if trial.outcome is None:
                trial.place(square)
        for move in trial.moves[before:]:
            assert move.square is not None, "it is a stone"
            self.controller.place(move.square)
        self._report_moves(before)

    def resign(self) -> None:
        """Resign for the human to move; in a shared game, where undo needs consent, only on repetition."""
        controller = self.controller
        if controller.is_out:
            raise NotYourTurn(wording.IS_OUT)
        seat = controller.resigning_seat
        if seat is None:
            raise NotYourTurn("only the player to move can resign")
        before = len(self.game.moves)
        if has_open_seat(self.match.setup) and self.game.outcome is None:
            warning = "Only a takeback can undo this: type resign again to confirm"
            if not self.is_confirmed(("resign", id(self.game), before), warning):
                return
        controller.resign(seat)
        if len(self.game.moves) > before:
            self._report_moves(before)

    def offer_draw(self) -> None:
        """Offer a draw to the other terminals or to computers; people at this terminal confirm it."""
        controller, game, players = self.controller, self.game, self.match.setup.players
        humans = [seat for seat in game.position.active if players[seat].is_human]
        if self.multiplayer is None and len(humans) > 1 and game.outcome is None and game.moves:
            warning = "If all of you agree to a draw, type draw again"
            if not self.is_confirmed(("draw", id(game), len(game.moves)), warning):
                return
        controller.offer_draw()
        if game.outcome is None:
            self._remote.report_request()
            return
        self._remote.mark_reported()
        self.out.say(*self.state())
        self._after_change()

    def undo(self) -> None:
        """Undo the latest human move and all after it, or one ply of computers, which pause."""
        if taken := self.controller.undo():
            self.out.say(f"Undone: {sentences.moves(self.game, taken)}", *self.state())
            self._after_change()
        else:
            self._remote.report_request()

    def redo(self) -> None:
        """Redo the moves that were taken back."""
        again = self.controller.redo()
        self.out.say(f"Redone: {sentences.moves(self.game, again)}", *self.state())
        self._after_change()

    # --- while a computer thinks -------------------------------------------------------------------------

    def _wait_for_computer(self) -> bool:
        """Wait for a computer's move and play it, unless a line or an update comes first.

        Return whether there is more to do.
        """
        search = self.thinker.search
        if search is None:
            self._has_script = self.has_script
            search = self.thinker.begin()
        if self.is_interrupted(search, self._acts_at_once, self._seconds_to_news()):
            return self._execute_next()
        if search.has_ended:
            before = len(self.game.moves)
            try:
                self.controller.accept(self.thinker.answer())
            except PlayerFailed as failure:
                self.out.say(str(failure), "Press Enter to try again", REPLACE_IT)
            else:
                if len(self.game.moves) > before:
                    self._report_moves()
                else:  # `now` came before the computer had a move
                    mover = wording.sentence_seat_name(self.match, self.game.position.to_move)
                    self.out.say(f"{mover} has no move yet and keeps thinking")
        elif updates := self._news():
            self.out.say(*updates)
        return not self.is_cut_off

    def _seconds_to_news(self) -> float | None:
        """Return the seconds until something may have happened without a line, None if nothing will."""
        if self.multiplayer is not None:
            return POLL_SECONDS
        clock = self.controller.clock
        return None if clock is None else clock.seconds_to_flag(time.monotonic())

    def _news(self) -> list[str]:
        """Return sentences about what has happened without a line: at other terminals, or by the clock."""
        if self.controller.check_clock():
            return self._move_report()
        return self._remote.take_updates()

    def _acts_at_once(self, line: str) -> bool:
        """Return whether a line is executed while a computer thinks.

        A request for a move or for advice about one waits for the user's turn, as do all lines of a script.
        """
        if line == "now" or self.controller.runs_by_itself:
            return True
        if self._has_script:
            return False
        command, _, argument = line.partition(" ")
        if line in self.commands or (argument and command in self.argument_commands):
            return line not in ("", "hint")
        try:
            typed_square(self.game.position, command, self.session.settings)
        except IllegalMove as refusal:
            return str(refusal) == self.game.setup.geometry.notation
        return False

    def move_now(self) -> None:
        """Make the thinking computer play the best move that it has found."""
        if not self.controller.is_thinking:
            raise NotYourTurn("no computer is thinking")
        try:
            self.controller.move_now()
        except CannotMoveNow as error:
            raise IllegalMove(f"{self.controller.mover.name} can't move now: {error}") from None

    def _report_moves(self, before: int = -1) -> None:
        """Report the moves after the first `before` of the game, by default the latest one."""
        self.out.say(*self._move_report(before))
        self._after_change()

    def _move_report(self, before: int = -1) -> list[str]:
        self._remote.mark_reported()
        latest = ", ".join(sentences.made(self.game, move) for move in self.game.moves[before:])
        out = wording.elimination_text(self.match, wording.only_human(self.match))
        return [latest, out, *self.state()]

    # --- other commands ----------------------------------------------------------------------------------

    def enter(self) -> None:
        """Continue paused computers, start the next game after one that is over, or say whose turn it is."""
        if self.controller.is_paused:
            self.controller.pause()
        elif self.game.outcome is not None:
            self.next_game()
        elif state := self.state():
            self.out.say(*state)

    def _describe_board(self, name: str) -> None:
        """Say the state of a small board and its stones."""
        if self.game.setup.geometry.block_side is None:
            self.place_named(f"board {name}")  # which says what can be typed
            return
        self.out.say(sentences.small_board(self.game, name, self.session.settings))

    def replace_computer(self, name: str) -> None:
        """Replace the computer to move, or an engine that is unknown here, by another player.

        `name` is `human`, a level by one of its names, or an engine.
        """
        controller, engines = self.controller, self.session.engines
        levels = {engine.casefold(): engines.level(engine) for engine in engines.names}
        levels |= {"person": HUMAN, HUMAN: HUMAN}
        level = level_named(name) or levels.get(name)
        if level is None:
            known = ", ".join((HUMAN, *LADDER_NAMES, *CLASSIC_NAMES, *engines.names))
            raise IllegalMove(f"unknown player {name[:24]!r}; choose from {known}")
        seat = self.game.position.to_move if controller.is_computer_turn else controller.failed_seat
        if seat is None or self.game.outcome is not None:
            raise NotYourTurn("no computer can be replaced now")
        try:
            controller.give_seat(seat, level)
        except ValueError as reason:
            raise IllegalMove(str(reason)) from None
        players = self.match.setup.players
        self.out.set_players(players)
        self.out.say(f"{players[seat].symbol} is now {players[seat].name}", *self.state())
        self._after_change()

    def _new(self) -> None:
        """Start the next game; a game that is running is abandoned only when this is repeated."""
        if self.game.outcome is None and self.multiplayer is not None:
            raise IllegalMove("the shared game is not over")
        if self._may_abandon("new"):
            self.next_game()

    def _may_abandon(self, line: str) -> bool:
        """Return whether no game is running, or else whether `line`, which ends it, was repeated."""
        if self.game.outcome is not None or not self.game.moves:
            return True
        warning = f"This game is not finished: type {line} again to abandon it"
        return self.is_confirmed((line, id(self.game)), warning)

    def _change_step(self, line: str, by: int) -> None:
        """Start a match against the level `by` steps higher on the ladder, as `line` asks."""
        step = None if self.multiplayer is not None else ladder_step(self.match.setup)
        if step is None:
            raise IllegalMove(f"{line} is for a game between you and a level from novice to expert")
        if (level := next_step(step, by)) is None:
            raise IllegalMove(f"{screen_name(step)} is the {'first' if by < 0 else 'last'} step")
        setup = with_level(self.match.setup, level)
        if self._may_abandon(line):
            self.begin(setup)

    def _change_rules(self, words: str) -> None:
        """Start a match of the same players with other rules."""
        if self.multiplayer is not None:
            raise IllegalMove("the rules of a shared game stay as they are")
        try:
            setup = check_rules(self.match.setup, words)
        except InvalidRules as refusal:
            raise IllegalMove(str(refusal)) from None
        if self._may_abandon(f"rules {words}"):
            self.begin(setup)

    def _resume_saved(self) -> None:
        if self._saved is None:
            raise IllegalMove("no other unfinished game to resume")
        try:
            found = find_resumable(self.session.history, self._saved)
            if has_open_seat(found.setup):
                raise IllegalMove(f"that is a shared game: to continue, {sentences.resume_command(found)}")
            self.resume(found)
            self._saved = None
        except (CannotResume, RecordError, StoreError) as error:
            raise IllegalMove(str(error)) from None

    def _wait_for_line(self) -> list[str]:
        while (seconds := self._seconds_to_news()) is not None and not self.lines.is_ready(seconds):
            if updates := self._news():
                return updates
        return []

    @property
    def is_cut_off(self) -> bool:
        """Whether the host of a shared match has disconnected."""
        return self.multiplayer is not None and self.multiplayer.end_reason is not None

    def state(self) -> list[str]:
        """Return whose turn it is, unless a computer moves at once, or how the game ended."""
        match, outcome = self.match, self.game.outcome
        if outcome is not None:
            result = [wording.game_result(match, outcome), sentences.score(match)]
            if change := self.session.ratings.latest_change:
                result.append(sentences.rating_change(change))
            is_watching = self.multiplayer is not None and self.multiplayer.is_spectator
            if is_watching or (self.controller.has_only_computers and not match.is_over):
                return result
            if self.multiplayer is None:
                result += lessons(self.session, match)
            return [*result, f"Press Enter for {'a rematch' if match.is_over else 'the next game'}"]
        if not self.controller.is_computer_turn:
            return [opening_words.turn_text(match), sentences.choices(match)]
        return ["Paused", "Press Enter to continue"] if self.controller.is_paused else []

    def _after_change(self) -> None:
        self.report_warnings()
        if self.board_always:
            self.print_board()
