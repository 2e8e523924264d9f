"""Choosing a game: ten presets, and everything about them that can be changed.

There is no text field on this screen, so every letter is a key and Enter always starts the game.
"""

import json
from dataclasses import replace

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ttt_tui.app.screens.status_screen import RefusingScreen
from ttt_tui.app.widgets.choice_list import ChoiceList
from ttt_tui.app.widgets.footer import KeyLine
from ttt_tui.app.widgets.player_list import PlayerList
from ttt_tui.app.widgets.setup_parts import BoardPart, MatchPart, stepped
from ttt_tui.app.widgets.stepper import Stepper
from ttt_tui.computer import LEVELS
from ttt_tui.engine import FEWEST_PLAYERS, MOST_PLAYERS, Match, Player, Setup, problem
from ttt_tui.engine.record import RecordError
from ttt_tui.engine.record_json import setup_from_data, setup_to_data
from ttt_tui.session import wording
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import Session
from ttt_tui.store.database import StoreError
from ttt_tui.store.stored_game import Entry

LAST_SETUP = "last set-up"
"""Under what the set-up that was played last is remembered."""

PRELOAD_SECONDS = 0.1
"""How long after the first paint the game's screen is made ready."""


class SetupScreen(RefusingScreen[None]):
    """Shows one set-up and changes it; `current` is the set-up as it stands."""

    BINDING_GROUP_TITLE = "Setting up"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-usual")]
    AUTO_FOCUS = "#presets"
    BINDINGS = [
        Binding("enter", "start", "start", key_display="↵", id="setup.start",
                tooltip="Start the game"),
        Binding("question_mark", "app.help", "help", key_display="?", id="setup.help",
                tooltip="Help: the keys, the rules, the levels"),
        Binding("q,escape", "app.quit", "quit", key_display="q", id="setup.quit", tooltip="Quit"),
        Binding("tab", "app.focus_next", "next", show=False, id="setup.next",
                tooltip="Go to the next value; ← and → or digits change it"),
        Binding("shift+tab", "app.focus_previous", "previous", show=False, id="setup.previous",
                tooltip="Go to the value before"),
        Binding("down", "app.focus_next", "next", show=False, id="setup.down",
                tooltip="Go to the next value; ← and → or digits change it"),
        Binding("up", "app.focus_previous", "previous", show=False, id="setup.up",
                tooltip="Go to the value before"),
        Binding("a", "add", "add", id="setup.add", tooltip="Add a player"),
        Binding("d,delete", "remove", "remove", key_display="d", id="setup.remove",
                tooltip="Remove the player that is marked"),
        Binding("e", "edit", "edit", id="setup.edit",
                tooltip="Change the marked player's name, symbol, colour, level and time"),
        Binding("less_than_sign", "reorder(-1)", "earlier", show=False, key_display="<", id="setup.earlier",
                tooltip="Let the marked player move earlier"),
        Binding("greater_than_sign", "reorder(1)", "later", show=False, key_display=">", id="setup.later",
                tooltip="Let the marked player move later"),
        Binding("x", "toggle_lot", "marks by lot", show=False, id="setup.lot",
                tooltip="Deal the marks by lot when the match starts, or not"),
        Binding("r", "resume", "resume", id="setup.resume", tooltip="Return to the game that was left"),
        Binding("h", "history", "history", show=False, id="setup.history",
                tooltip="The games that were played: go on with one, replay, export, delete; statistics"),
    ]  # fmt: skip

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.player_list = PlayerList(id="players")
        self._resumable: Entry | None = None

    # --- composition -------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Give the presets on the left and the parts of a set-up on the right."""
        self._custom = PRESETS["custom"].make(self.session.names)
        self._preset = next(iter(PRESETS))
        self._recall()
        names = self.session.names
        self.current = self._custom if self._preset == "custom" else PRESETS[self._preset].make(names)
        yield Static(Text(f"{self.app.title}  ·  tic-tac-toe, grown up"), id="top")
        with VerticalScroll(id="forms", can_focus=False), Horizontal(id="columns"):
            presets = ChoiceList(*(Option(p.title, id=p.name) for p in PRESETS.values()), id="presets")
            presets.border_title = "Game"
            yield presets
            with Vertical(id="parts"):
                yield BoardPart(self.current)
                yield self.player_list
                yield MatchPart(self.current)
        yield Static(id="status", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the first preset, ready to start."""
        self.query_one("#presets", ChoiceList).highlighted = list(PRESETS).index(self._preset)
        self._show()
        self.set_timer(PRELOAD_SECONDS, _preload)

    def show_colours(self) -> None:
        """Show the players in their colours of this theme."""
        self._show_players()

    def _recall(self) -> None:
        """Start with what was played last, as far as that is known and still possible."""
        try:
            last = json.loads(self.session.remembered(LAST_SETUP) or "{}")
            setup = setup_from_data(last["setup"])
            preset = last["preset"] if last.get("preset") in PRESETS else "custom"
        except (ValueError, TypeError, KeyError, RecursionError):  # nothing, or nothing that can be read
            return
        if problem(setup, LEVELS) is None:
            self._custom, self._preset = setup, preset

    def on_screen_resume(self) -> None:
        """A game may have been left, to which `r` returns."""
        self.notice = ""
        self.spell(self.current.players)
        self.tell(self.session.take_troubles())

    def tell(self, troubles: list[str]) -> None:
        """Say what goes wrong, and look again what there is to return to."""
        super().tell(troubles)
        self._resumable = self.session.resumable()
        self.refresh_bindings()
        if self.is_mounted:
            self.show_status()

    # --- showing -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the set-up as it stands."""
        self.query_one(BoardPart).show(self.current)
        self.query_one(MatchPart).show(self.current)
        self._show_players()
        self.show_status()
        self.refresh_bindings()

    def _show_players(self) -> None:
        self.spell(self.current.players)
        self.player_list.show(self.current)

    def show_status(self) -> None:
        """Say why something was refused, else why the game cannot start, else what can be done."""
        status = self.query_one("#status", Static)
        reason = self.notice or problem(self.current, LEVELS) or ""
        status.set_class(bool(reason), "-refusal")
        if reason:
            status.update(wording.sentence(reason))
        elif self.session.match is not None:
            status.update("Enter starts a new game, r returns to the one that you left")
        elif self._resumable is not None:
            status.update(wording.game_left(self._resumable))
        else:
            status.update("Enter starts, ↑ ↓ choose a game, Tab goes on to its details")

    # --- changing ----------------------------------------------------------------------------------------

    def _change(self, setup: Setup) -> None:
        """Show a set-up in which something was changed, which makes it a custom one."""
        self.notice = ""
        self.current = self._custom = setup
        presets = self.query_one("#presets", ChoiceList)
        with self.prevent(OptionList.OptionHighlighted):
            presets.highlighted = len(PRESETS) - 1
        self._show()

    def _change_players(self, players: tuple[Player, ...]) -> None:
        self._change(replace(self.current, players=players))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another preset was chosen, or another player marked."""
        event.stop()
        if event.option_list.id != "presets" or event.option.id is None:
            return
        chosen = (
            self._custom if event.option.id == "custom" else PRESETS[event.option.id].make(self.session.names)
        )
        if chosen != self.current:
            self.notice = ""
            self.current = chosen
            self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click: on a preset it chooses, on a player it edits, on the last line it adds one."""
        event.stop()
        if event.option_list is self.player_list:
            if event.option_index >= len(self.current.players):
                self.action_add()
            else:
                self.action_edit()

    def on_stepper_changed(self, event: "Stepper.Changed") -> None:
        """A number or choice was changed."""
        self._change(stepped(self.current, event.stepper))

    # --- actions -----------------------------------------------------------------------------------------

    @property
    def can_resume(self) -> bool:
        """Whether there is a game to return to, of this session or a stored one."""
        return self.session.match is not None or self._resumable is not None

    def refusal(self, action: str) -> str:
        """Return why an action is not possible now, nothing if it is."""
        match action:
            case "resume" if not self.can_resume:
                return "no game was left to return to"
            case "add" if len(self.current.players) >= MOST_PLAYERS:
                return f"at most {MOST_PLAYERS} can play"
            case "remove" if len(self.current.players) <= FEWEST_PLAYERS:
                return f"at least {FEWEST_PLAYERS} play"
        return ""

    def action_start(self) -> None:
        """Start the match, unless something is wrong with the set-up."""
        if problem(self.current, LEVELS) is None:
            preset = list(PRESETS)[self.query_one("#presets", ChoiceList).highlighted or 0]
            last = {"preset": preset, "setup": setup_to_data(self.current)}
            self.session.remember(LAST_SETUP, json.dumps(last, ensure_ascii=False))
            self._play(self.session.new_match(self.current))

    def _play(self, match: Match) -> None:
        from ttt_tui.app.screens.play import PlayScreen

        self.app.push_screen(PlayScreen(self.session, match))

    def action_resume(self) -> None:
        """Return to the game that was left."""
        if self.session.match is not None:
            self._play(self.session.match)
        elif self._resumable is not None:
            self.resume(self._resumable)

    def resume(self, entry: Entry) -> None:
        """Take up a stored game, or say why that is not possible."""
        if reason := problem(entry.setup, LEVELS):
            self.refuse(f"game {entry.id} cannot be played here: {reason}")
            return
        try:
            match = self.session.resume(entry)
        except (RecordError, StoreError) as error:
            self.refuse(str(error))
            return
        self._play(match)

    def action_history(self) -> None:
        """Show the stored games; the one chosen there is taken up."""
        from ttt_tui.app.screens.history import HistoryScreen

        def chosen(entry: Entry | None) -> None:
            if entry is not None:
                self.call_later(self.resume, entry)  # once this screen is back, which forgets what was said

        self.app.push_screen(HistoryScreen(self.session), chosen)

    def action_add(self) -> None:
        """Add a computer; its level can be changed."""
        seat = len(self.current.players)
        self._change_players(self.player_list.added(self.session.names))
        self.player_list.highlighted = seat

    def action_remove(self) -> None:
        """Remove the marked player."""
        self._change_players(self.player_list.removed())

    def action_reorder(self, by: int) -> None:
        """Let the marked player change places with the one before or after."""
        seat = self.player_list.marked + by
        if seat in range(len(self.current.players)):
            self._change_players(self.player_list.swapped(seat))
            self.player_list.highlighted = seat

    def action_toggle_lot(self) -> None:
        """Switch marks by lot on or off."""
        rules = self.current.rules
        self._change(replace(self.current, rules=replace(rules, marks_by_lot=not rules.marks_by_lot)))

    def action_edit(self) -> None:
        """Change the marked player in a dialog."""
        from ttt_tui.app.screens.player import PlayerScreen

        before = self.current.players[self.player_list.marked]

        def edited(player: Player | None) -> None:
            if player is not None and player != before:
                self._change_players(self.player_list.edited(player))

        self.app.push_screen(PlayerScreen(before, self.player_list.others(), self.session.names), edited)


def _preload() -> None:
    """Import the game's screen, which the first paint did not need, before Enter asks for it."""
    import ttt_tui.app.screens.play  # noqa: F401  # for what it leaves behind
