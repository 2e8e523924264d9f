"""The main menu: choose a game and change anything about it; then start, host, join or resume.

This screen has no text field, so every letter is a key and Enter always starts the chosen game.
"""

from collections.abc import Mapping
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.geometry import Size

from ttt_tui.analysis.words import in_a_row
from ttt_tui.app.play.game_finder import GamesFound, TurnsFound
from ttt_tui.app.play.store_answers import ProfileLoader
from ttt_tui.app.screens.base import AROUND, BaseScreen, part_action
from ttt_tui.app.screens.starts import PlayerChanges, Starts
from ttt_tui.app.widgets.inputs import BoardStepper, Stepper
from ttt_tui.app.widgets.lines import Line
from ttt_tui.app.widgets.lists import HOSTED, JOIN, MORE, PUZZLES, ChoiceList
from ttt_tui.app.widgets.setup_ladder import Ladder
from ttt_tui.app.widgets.setup_page import MARGIN, SetupPage
from ttt_tui.app.widgets.setup_rows import ROWS, SetupView
from ttt_tui.app.widgets.setup_start import (
    HOSTS,
    JOINS,
    OPENS,
    PLAYS,
    QUIET,
    SetupKeys,
    SetupStatus,
    StartButtons,
    record_line,
)
from ttt_tui.engine import FEWEST_PLAYERS, MOST_PLAYERS, Rules, Setup, check_new_setup
from ttt_tui.errors import ActionUnavailable, InvalidSetup
from ttt_tui.process.permissions import Permission
from ttt_tui.session.preset_selection import HOST, PresetSelection
from ttt_tui.session.presets import PRESETS, YOU
from ttt_tui.session.rule_choices import with_rules
from ttt_tui.session.seats import assignable_levels
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat, with_level, your_seat
from ttt_tui.session.strength import MATCHED, expectation

ON_PLAYERS = ("add", "remove", "edit", "reorder", "toggle_lot")
"""Actions that change the chosen set-up."""

ON_DETAILS = ("app.focus_next", "focus_board", "choose_rules")
"""Actions that go to the details of a game."""

ALWAYS_NAMED = {
    "setup.theme": "theme", "app.commands": "commands", "setup.help": "help", "setup.quit": "quit",
}  # fmt: skip
"""The id of a binding → its description in the footer, whatever has the focus."""

ON_A_START = "From a position: E edits it, B removes it"
"""What can be done with a set-up that has a start."""

ON_ONE_PLAYER = ("remove", "edit", "reorder")
"""Actions among them that need a selected player."""


class SetupScreen(BaseScreen[None], inherit_bindings=False):
    """Shows and changes one set-up, `current`, and starts matches: here or with other terminals."""

    BINDING_GROUP_TITLE = "Main menu"
    SHOWS_STATUS = True
    AUTO_FOCUS = "#presets"
    BINDINGS = [
        Binding("enter", "start", "play", key_display="↵", id="setup.start",
                tooltip="Start the game"),
        *PlayerChanges.BINDINGS,
        Binding("R", "choose_rules", "list of rules", show=False, key_display="R", id="setup.rules",
                tooltip="Choose the rules from a list"),
        Binding("b", "focus_board", "board", id="setup.board",
                tooltip="Change the board: type 4x4x4 for 4×4, four in a row"),
        Binding("down", "focus_line(1)", "next row", show=False, key_display="↑ ↓", id="setup.down",
                tooltip="Go to the next row; ← → or digits change its value"),
        Binding("up", "focus_line(-1)", "previous row", show=False, id="setup.up",
                tooltip="Go to the previous row"),
        Binding("tab", "app.focus_next", "details", show=False, key_display="Tab", id="setup.next",
                tooltip="Go to the next field; ← → or digits change it"),
        Binding("shift+tab", "app.focus_previous", "previous field", show=False, id="setup.previous",
                tooltip="Go to the previous field"),
        Binding("question_mark", "app.help", "help", key_display="?", id="setup.help",
                tooltip="Help: keys, rules and levels"),
        Binding("q", "quit", "quit", id="setup.quit", tooltip="Quit the program"),
        Binding("escape", "back", "list of games", show=False, key_display="Esc", id="setup.back",
                tooltip="Back from the details of a game"),
        Binding("f2", "app.change_theme", "theme", key_display="F2", id="setup.theme",
                tooltip="Choose a theme"),
        Binding("h", "history", "history", show=False, id="setup.history",
                tooltip="Stored games, statistics: resume, replay, review, export or delete a game"),
        Binding("r", "resume", "resume", show=False, id="setup.resume",
                tooltip="Resume the unfinished game, or the one on a server in which it is your turn"),
        Binding("p", "puzzle", "puzzles", show=False, id="setup.puzzle",
                tooltip="Puzzles: one a day, by difficulty, or from your own mistakes"),
        Binding("S", "study", "study", show=False, key_display="S", id="setup.study",
                tooltip="Study the chosen game on an empty board: variations, comments and signs"),
        Binding("H", "host", "host a game", show=False, key_display="H", id="setup.host",
                tooltip="Host a game for others on this machine, to join or watch"),
        Binding("J", "join", "join a game", show=False, key_display="J", id="setup.join",
                tooltip="Join or watch a game hosted on this machine"),
        Binding("E", "edit_position", "edit position", show=False, key_display="E", id="setup.position",
                tooltip="Edit the position in which games start"),
        Binding("B", "empty_board", "empty board", show=False, key_display="B", id="setup.empty",
                tooltip="Start games on the empty board again"),
        Binding("W", "watch", "watch a game", show=False, key_display="W", id="setup.watch",
                tooltip="Watch a game hosted on this machine; choose one if there are several"),
    ]  # fmt: skip

    action_history = part_action("starts", Starts.action_history)
    action_resume = part_action("starts", Starts.action_resume)
    action_puzzle = part_action("starts", Starts.action_puzzle)
    action_study = part_action("starts", Starts.action_study)
    action_join = part_action("starts", Starts.action_join)
    action_watch = part_action("starts", Starts.action_watch)
    action_add = part_action("player_changes", PlayerChanges.action_add)
    action_remove = part_action("player_changes", PlayerChanges.action_remove)
    action_edit = part_action("player_changes", PlayerChanges.action_edit)
    action_reorder = part_action("player_changes", PlayerChanges.action_reorder)
    action_toggle_lot = part_action("player_changes", PlayerChanges.action_toggle_lot)
    action_rename = part_action("player_changes", PlayerChanges.action_rename)

    DEFAULT_CSS = """
    SetupScreen {
        background: $ground;
        KeyHints { background: $role-panel; }
    }
    """

    def __init__(self, session: Session, *, hosts: bool = False) -> None:
        """Show the game that was played last; with `hosts` as a hosted game with an open seat."""
        super().__init__()
        self.session = session
        self.profile = session.profile
        self.choices = PresetSelection(session.profile)
        if hosts:
            self.choices.open_seats()
        has_shared_games = session.permissions.allows(Permission.LOCAL_GAMES)
        self.page = SetupPage(self.profile.name, self.choices.current, has_shared_games=has_shared_games)
        self.games = self.page.games
        self.card = self.page.card
        self.player_list = self.card.player_list
        self.status = SetupStatus()
        self.keys = SetupKeys(self._named_keys)
        self.starts = Starts(self)
        self.player_changes = PlayerChanges(self)
        self._profile_loader = ProfileLoader(self, self.profile, self._show)
        self._profile_loader.ask_ahead(self.current.geometry)
        self._was_board_typed = False  # by `b` and digits, without Enter yet
        self._fitted: Size | None = None  # the window into which everything was fitted last

    # --- composition -------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Yield page, status line and keys, fitted to the window already: nothing is styled twice."""
        self._fit()
        yield self.page
        yield self.status
        yield self.keys

    def on_mount(self) -> None:
        self._show()
        self._profile_loader.look()

    def on_resize(self) -> None:
        if self._fitted != self.app.size:
            self._fit()
            self.show_status()  # it and the footer name what buttons do where there are none
            self.refresh_bindings()

    def _fit(self) -> None:
        self._fitted = self.app.size
        self.page.fit(self._fitted)
        self.status.fit(self._fitted.height)
        left = self.page.left  # status line and keys begin where the page does
        self.keys.styles.padding = (0, left)
        self.status.styles.padding = (0, left + MARGIN) if left else None

    def show_colours(self) -> None:
        self.player_list.refresh()
        self.page.profile.refresh()
        self._show()

    def on_screen_resume(self) -> None:
        """Return from a game, which other terminals may resume from now on."""
        self.notice = ""
        self.session.leave_match()
        if self.starts.was_played:
            self.starts.was_played = False
            self.games.focus()  # the status line names the game that `r` resumes
            self.show_streak()
        self.show_symbols(self.current.players)
        self.show_warnings(self.session.take_warnings())
        self._profile_loader.ask(self.current.geometry, with_score=True)
        self.starts.ask_for_turns()

    def on_turns_found(self, event: TurnsFound) -> None:
        if self.starts.show_turns(event.games):
            self.refresh_bindings()
            self.show_status()

    def show_warnings(self, warnings: list[str]) -> None:
        """Announce warnings, and update which game can be resumed."""
        super().show_warnings(warnings)
        self._show_resumable()

    def _show_resumable(self) -> None:
        self.starts.resumable.refresh()
        self.refresh_bindings()
        if self.is_mounted:
            self.show_status()

    def on_store_answered(self) -> None:
        self._profile_loader.look()
        if self.session.has_late_answer:
            self._show_resumable()

    def load_choices(self) -> None:
        """Show the user's name and the game played last, with which the store was late."""
        self.choices.load()
        if self.is_mounted:
            self._show()
            self._profile_loader.ask(self.current.geometry, with_score=True)
        else:
            self._profile_loader.ask_ahead(self.current.geometry)

    def show_streak(self) -> None:
        """Show the streak of daily puzzles. Imports many modules."""
        self.games.show_streak(self.session.puzzles.progress().streak)

    # --- showing -----------------------------------------------------------------------------------------

    @property
    def current(self) -> Setup:
        return self.choices.current

    def _check_current(self) -> None:
        """Raise `InvalidSetup` if the game cannot start as it is set up."""
        check_new_setup(self.current, assignable_levels(self.session.engines.levels))

    def _show(self) -> None:
        """Show the set-up and the store's answers; the ratings may have changed the opponent."""
        if self.games.chosen is not None:
            self.games.choose(self.choices.chosen)
        setup, profile = self.current, self.profile
        self.page.profile.show(profile.name, profile.score)
        self.games.show(self.choices.boards, profile.score.games if profile.score else None)
        if self.is_active:  # the symbols of a game on top stay
            self.show_symbols(setup.players)
        self._show_card()
        self.page.last_game.show(setup, profile.latest(setup.geometry))
        self.show_status()
        self.refresh_bindings()

    def _show_card(self) -> None:
        if self.games.chosen is None:
            self.card.show_entry(self.games.highlighted)
            return
        choices = self.choices
        title = MORE[HOSTED][1] if choices.chosen == HOST else PRESETS[choices.chosen].title
        view = SetupView(
            choices.current,
            self.session.engines.levels,
            choices.suggested_level,
            choices.matches_strength,
            expectation(choices.current, self.profile.ratings),
        )
        self.card.show(title, view)

    def show_status(self) -> None:
        """Show a refusal, else why the game cannot start, else the game to resume without its button."""
        refusal = self.status_message or self._refusal
        resumable, room = self.starts.to_resume, self.app.size.width - AROUND - 2 * self.page.left
        self.card.buttons.show_start(self._enter, resumable, can_start=not self._refusal)
        self.card.buttons.show_about(self._about)
        if refusal:
            self.status.refuse(refusal)
        elif self.focused is not None and self.focused is not self.games:
            self.status.note(self.card.about(self.focused))
        elif self.current.start is not None and self.games.chosen is not None:
            self.status.note(ON_A_START)
        else:
            self.status.note("" if self.card.has_buttons else resumable(room) or self._note)

    @property
    def _refusal(self) -> str:
        """Why the game cannot start, empty if it can."""
        try:
            self._check_current()
        except InvalidSetup as error:
            return str(error)
        return ""

    @property
    def _about(self) -> Line:
        """The line about the chosen game below the buttons."""
        if self.games.chosen is None:
            return ()
        return (
            ((self._note, QUIET),)
            if self._note
            else record_line(self.current, self.profile.duel(self.current))
        )

    @property
    def _note(self) -> str:
        """The login that other players see if the host has set no name; else empty."""
        if self._enter != HOSTS or self.profile.name != YOU or your_seat(self.current) is None:
            return ""
        from ttt_tui.multiplayer.sockets import own_login

        return f"others see you as {own_login()}"

    @property
    def _enter(self) -> str:
        """The effect of Enter on the chosen entry."""
        if self.games.chosen is None:
            return JOINS if self.games.highlighted == JOIN else OPENS
        return HOSTS if has_open_seat(self.current) else PLAYS

    def _named_keys(self) -> Mapping[str, str]:
        """Return the bindings that the footer names, with their descriptions; the buttons name theirs."""
        enter = {} if self.card.has_buttons else {"setup.start": self._enter}
        always = ALWAYS_NAMED | ({"setup.quit": "lobby"} if self.app.start_request.lobby is not None else {})
        if self.focused is not None and self.focused is not self.games:
            rows = {**self.card.keys(self.focused), "setup.down": "rows", "setup.back": "back"}
            return {**enter, **rows, "setup.board": "board", **always}
        details = {"games.details": "details", "setup.board": "board"}
        watch = {"setup.watch": "watch at once"} if self.games.highlighted == JOIN else {}
        rest = details if self.games.chosen else watch
        return {**enter, "list.down": "game", **rest, **always}

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Name the keys of the focused row."""
        self.show_status()
        self.refresh_bindings()
        self.call_after_refresh(self.page.keep_in_sight)

    # --- changing ----------------------------------------------------------------------------------------

    def change(self, setup: Setup, *, is_level: bool = False) -> None:
        """Change the set-up; with `is_level` the user has chosen the level."""
        self.notice = ""
        before = self.current
        if (
            setup.start is not None
            and setup.start == before.start
            and ((setup.geometry, len(setup.players)) != (before.geometry, len(before.players)))
        ):
            setup = replace(setup, start=None)
            self.notice = "Games start on the empty board again: the position was for another game"
        self.choices.change(setup, is_level=is_level)
        self._show()

    def rename(self, name: str) -> None:
        """Rename the user in all set-ups."""
        self.choices.rename(name)
        self._show()
        self._profile_loader.ask(self.current.geometry, with_score=True)

    def on_choice_list_highlighted(self, event: ChoiceList.Highlighted) -> None:
        if event.list is self.games:
            self.notice = ""
            self.choices.chosen = self.games.chosen or self.choices.chosen
            self._show()
            self._profile_loader.ask(self.current.geometry, with_score=False)
        else:
            self.show_status()
            self.refresh_bindings()

    def on_choice_list_clicked(self, event: ChoiceList.Clicked) -> None:
        """Start the chosen game, edit the clicked player, or add one on the last line."""
        if event.list is self.games:
            if event.again:
                self.action_start()
        elif self.player_list.highlighted >= len(self.current.players):
            self.player_changes.action_add()
        else:
            self.player_changes.action_edit()

    def on_ladder_chosen(self, event: Ladder.Chosen) -> None:
        """Choose the clicked step of the ladder."""
        self.change(with_level(self.current, event.level), is_level=True)

    async def on_start_buttons_pressed(self, event: StartButtons.Pressed) -> None:
        """Do what the clicked button says."""
        await self.run_action(event.action)

    def on_stepper_changed(self, event: "Stepper.Changed") -> None:
        row, value = ROWS[str(event.stepper.id)], event.stepper.value
        if value == MATCHED:
            self.choices.match_strength()
            self._show()
        else:
            self.change(row.apply(self.current, value), is_level=row.id == "level")

    def on_board_stepper_typed(self) -> None:
        self._was_board_typed = True

    # --- actions -----------------------------------------------------------------------------------------

    def check_possible(self, action: str) -> None:
        if action == "resume" and not self.starts.can_resume:
            raise ActionUnavailable("no unfinished game to resume")
        if action in (*ON_PLAYERS, *ON_DETAILS) and self.games.chosen is None:
            raise ActionUnavailable("choose a game under PLAY or WATCH first")
        if action == "focus_board" and (board := self.current.geometry).rules.only_board is not None:
            raise ActionUnavailable(f"this game is always played on {board}")
        if action == "empty_board" and self.current.start is None:
            raise ActionUnavailable("games start on the empty board already; E edits a position")
        if action in ON_ONE_PLAYER and self.player_list.adds:
            raise ActionUnavailable("no player selected; ↑ selects one")
        if action == "add" and len(self.current.players) >= MOST_PLAYERS:
            raise ActionUnavailable(f"a game has at most {MOST_PLAYERS} players")
        if action == "remove" and len(self.current.players) <= FEWEST_PLAYERS:
            raise ActionUnavailable(f"a game needs at least {FEWEST_PLAYERS} players")

    def action_quit(self) -> None:
        """Quit, or return to the lobby of a server."""
        if self.app.start_request.lobby is not None:
            self.leave()
        else:
            self.app.exit()

    def action_back(self) -> None:
        """Return to the list of games, where Esc does not quit: it may have been pressed once too often."""
        if self.focused is self.games:
            if self.app.start_request.lobby is not None:
                self.leave()
            else:
                self.refuse("press q to quit")
        else:
            self.games.focus()

    def action_start(self) -> None:
        """Start the chosen match, or open the entry below the games.

        After typing a board, Enter only ends that: as in any field, it does not start the game as well.
        """
        if self._was_board_typed and isinstance(self.focused, BoardStepper):
            self._was_board_typed = False
            self.games.focus()
            geometry = self.current.geometry
            self.refuse(f"board {geometry}, {in_a_row(geometry.line_length)}; ↵ again starts the game")
            return
        if self.games.highlighted == PUZZLES:
            self.starts.action_puzzle()
        elif self.games.highlighted == JOIN:
            self.starts.action_join()
        elif self.games.chosen is None:
            self.starts.action_history()
        else:
            try:
                self._check_current()
            except InvalidSetup:  # the status line says why
                return
            self.starts.begin(self.choices.play(), matches_strength=self.choices.matches_strength)

    def action_host(self) -> None:
        """Choose the hosted game; if it is chosen already, host it."""
        if self.choices.chosen == HOST and self.games.chosen == HOST:
            self.action_start()
            return
        self.notice = ""
        self.choices.open_seats()
        self.games.choose(HOST)
        self.games.focus()
        self._show()
        self._profile_loader.ask(self.current.geometry, with_score=False)

    def action_focus_board(self) -> None:
        """Focus the columns of the board."""
        self.card.steppers["columns-stepper"].focus()
        self._was_board_typed = False

    def action_choose_rules(self) -> None:
        """Open the list of rules."""
        from ttt_tui.app.screens.rules_list import RulesScreen

        def chosen(rules: Rules | None) -> None:
            if rules is not None and rules != self.current.geometry.rules:
                self.change(with_rules(self.current, rules))

        self.card.steppers["rules"].focus()
        self.app.push_screen(RulesScreen(self.current), chosen)

    def action_edit_position(self) -> None:
        self.app.edit_position(self.current)

    def start_from(self, setup: Setup) -> None:
        """Change the set-up to one that starts in a position; the list of games has the focus."""
        self.change(setup)
        self.games.choose(self.choices.chosen)
        self.games.focus()
        if self.current.start is None:
            self.show_notice("Games start on the empty board")

    def action_empty_board(self) -> None:
        setup = self.current
        self.change(replace(setup, start=None))
        self.show_notice("Games start on the empty board again: E and U bring the position back")
        self.session.left_position = setup

    def on_games_found(self, event: GamesFound) -> None:
        self.starts.watch_found(event)
