"""The command palette: all actions that are possible now, levels, puzzles, presets and themes."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.cells import cell_len
from rich.console import RenderableType
from textual.binding import Binding
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.dom import DOMNode
from textual.types import IgnoreReturnCallbackType
from textual.widgets import Static

from ttt_tui.app.look.room import LOW_FOR_CARDS, NARROW, SLIM
from ttt_tui.app.terminal.filters import dimmed
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.app.widgets.footer import key_name
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import STEPS, Level, screen_name
from ttt_tui.engine import Limit
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.session.presets import PRESETS, Preset, default_limit
from ttt_tui.session.setup_changes import with_level
from ttt_tui.session.strength import MATCH_TITLE, suggested_level
from ttt_tui.session.wording import board_title

if TYPE_CHECKING:
    from ttt_tui.app.app import TttApp

DIFFICULTIES = ("easy", "medium", "hard")
"""The difficulties of puzzles, whose modules are imported only when needed."""


class Command(NamedTuple):
    """An entry of the palette."""

    name: str
    help: str
    run: IgnoreReturnCallbackType
    key: str = ""
    """The key of the command, as displayed."""


KEY_CELLS, NAME_CELLS = 6, 24
"""Cells of the columns with the keys and the names; longer texts exceed them."""

GAP = 2
"""Cells between two columns."""

SOUGHT_FIRST = ("setup.start", "play.next", "play.rematch", "play.new")
"""The bindings that users look for first; the levels follow, for a new game at another level."""

SOUGHT_NEXT = (
    "play.resign", "play.undo", "play.redo", "app.theme", "play.help", "setup.help", "history.help",
    "replay.help", "app.help", "setup.history", "play.leave", "app.quit",
)  # fmt: skip
"""The bindings that users look for next."""

SOUGHT_LAST = ("play.left", "play.right", "play.up", "play.down", "play.home", "play.end", "play.top",
               "play.bottom", "play.digit", "play.place")  # fmt: skip
"""The bindings that hardly anybody looks for by name."""


class GameCommands(Provider):
    """Finds commands by any part of a name, and lists all of them while nothing is typed."""

    async def discover(self) -> Hits:
        """Yield all commands."""
        for command in self._commands():
            yield DiscoveryHit(self._line(command, Content(command.name)), command.run, command.name)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match the query, with their scores."""
        matcher = self.matcher(query)
        for command in self._commands():
            score, by_help = matcher.match(command.name), matcher.match(command.help) / 2
            if score or by_help:  # the word in the footer counts more than the longer help
                line = self._line(command, matcher.highlight(command.name))
                yield Hit(max(score, by_help), line, command.run, command.name)

    def _commands(self) -> Iterator[Command]:
        ids = dict(self._actions())
        yield from (ids.pop(id) for id in SOUGHT_FIRST if id in ids)
        yield from self._levels()
        yield from (ids.pop(id) for id in SOUGHT_NEXT if id in ids)
        yield Command("Settings", "Change the settings, which are kept in a file", self._host.show_settings)
        others = [command for id, command in ids.items() if not id.startswith(SOUGHT_LAST)]
        yield from others
        yield from self._puzzles()
        for preset in PRESETS.values():
            if preset.name != "custom":
                what = f"New game: {board_title(preset.geometry)}"
                yield Command(f"Play: {preset.title}", what, partial(_play, self._host, preset))
        for name in THEME_NAMES:
            ground = "dark" if self.app.available_themes[name].dark else "light"
            run = partial(self._host.choose_theme, name)
            yield Command(f"Theme: {name}", f"Switch to this {ground} theme", run)
        yield from (command for id, command in ids.items() if id.startswith(SOUGHT_LAST))

    def _line(self, command: Command, name: Content) -> Content:
        """Return a command as a line: its key, its name, perhaps with parts marked, and what it does."""
        key, width = (command.key, "bold $role-accent"), self.app.size.width
        if width < SLIM:
            return Content.assemble(name, " " * GAP, key)
        keys = " " * (KEY_CELLS - cell_len(command.key)), key, " " * GAP
        if width < NARROW:
            return Content.assemble(*keys, name)
        beside = " " * (NAME_CELLS - cell_len(command.name) + GAP)
        return Content.assemble(*keys, name, beside, (command.help, "$muted"))

    @property
    def _host(self) -> "TttApp":
        return cast("TttApp", self.app)

    def _actions(self) -> Iterator[tuple[str, Command]]:
        """Yield a command for each action of the screen's keys, once, with the id of its binding."""
        seen: set[str] = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            what = binding.tooltip  # a key without one is local to a widget: moving in a list
            name = binding.description.capitalize()
            if not (active.enabled and what) or {what, name} & seen or binding.id in (None, "app.commands"):
                continue
            seen |= {what, name}
            run = partial(self.app.run_action, binding.action, active.node)
            key = key_name(_first_key(active.node, binding))
            yield binding.id, Command(name, what, run, key)

    def _levels(self) -> Iterator[Command]:
        """Yield a command for each other level at which the game on the screen can be played."""
        from ttt_tui.app.screens.play import PlayScreen

        match = self._host.session.match
        if match is None or not isinstance(self.screen, PlayScreen):
            return
        players = match.setup.players
        if not any(player.is_computer for player in players) or all(player.is_computer for player in players):
            return
        ratings, rules = self._host.session.profile.ratings, match.setup.geometry.rules
        if (level := suggested_level(match.setup, ratings)) is not None:
            what = f"New match: against {screen_name(level)}, and then as your rating changes"
            yield Command(
                f"Level: {MATCH_TITLE}", what, partial(self._play_at, LEVELS[level], is_matched=True)
            )
        for each in (LEVELS[name].under(rules) for name in (*STEPS, *CLASSIC_NAMES)):
            if any(player.level != each.name for player in players if player.is_computer):
                title = f"Level: {screen_name(each.name)}"
                yield Command(title, f"New match: {each.summary}", partial(self._play_at, each))

    def _play_at(self, level: Level, *, is_matched: bool = False) -> None:
        """Start a match with the same players, the computers at another level."""
        match = self._host.session.match
        assert match is not None
        setup = with_level(match.setup, level.name)
        limit = default_limit(len(setup.players)) if level.looks_ahead else Limit()
        players = tuple(replace(p, limit=limit) if p.is_computer else p for p in setup.players)
        self._host.play(replace(setup, players=players), matches_strength=is_matched)

    def _puzzles(self) -> Iterator[Command]:
        host = self._host
        daily = "Today's puzzle", "The same puzzle for everybody today"
        yield Command(*daily, lambda: host.show_puzzle(host.session.puzzles.daily()))
        for level in DIFFICULTIES:
            run = partial(_show_puzzle, host, level)
            yield Command(f"Puzzles: {level}", "Solve a puzzle of this difficulty", run)


class GamePalette(CommandPalette):
    """The palette as a card like any dialog: a heading, the field, and a line for each command."""

    def __init__(self) -> None:
        super().__init__(id="--command-palette", placeholder="Search for commands")

    def on_mount(self) -> None:
        """Put the heading above what the base class shows."""
        self.query_one("#--container").mount(Static("Commands", id="heading"), before=0)

    def on_resize(self) -> None:
        """Omit the blank lines in a low window."""
        self.set_class(self.app.size.height < LOW_FOR_CARDS, "-low")

    def render(self) -> RenderableType:
        """Dim the screen behind, as all dialogs do."""
        return dimmed(super().render(), self.app)


def _first_key(node: DOMNode, binding: Binding) -> str:
    """Return the first of all keys of a binding; Textual makes a binding of each key."""
    whole = (each for each in type(node).BINDINGS if isinstance(each, Binding) and each.id == binding.id)
    return next((each.key.split(",")[0] for each in whole), binding.key)


def _play(app: "TttApp", preset: Preset) -> None:
    """Start a game. Names are chosen only now: they do not depend on what was searched."""
    profile = app.session.profile
    setup = profile.make(preset)
    app.play(setup, matches_strength=profile.matches_strength(preset.name, setup))


def _show_puzzle(app: "TttApp", difficulty: str) -> None:
    """Show a puzzle of a difficulty."""
    from ttt_tui.puzzles.collection import Difficulty

    if (assigned := app.session.puzzles.of_difficulty(Difficulty(difficulty))) is not None:
        app.show_puzzle(assigned)
