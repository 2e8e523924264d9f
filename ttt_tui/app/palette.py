"""The commands of the palette: all actions that are possible now, levels, puzzles, presets and themes."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from ttt_tui.app.screens.palette import Command
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.app.widgets.footer import key_name
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import STEPS, Level, screen_name
from ttt_tui.engine import Limit, Setup, start_of
from ttt_tui.errors import InvalidStart
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.session.coordinates import COORDINATES, next_coordinates
from ttt_tui.session.presets import PRESETS, Preset, default_limit
from ttt_tui.session.setup_changes import with_level
from ttt_tui.session.strength import MATCH_TITLE, suggested_level
from ttt_tui.session.wording import board_title

if TYPE_CHECKING:
    from ttt_tui.app.app import TttApp

DIFFICULTIES = ("easy", "medium", "hard")
"""The difficulties of puzzles, whose modules are imported only when needed."""

EVERYWHERE, PUZZLES, NEW_GAME, LEVEL, CLASSIC = (
    "Everywhere", "Puzzles", "New game", "New match against", "Classic computers",
)  # fmt: skip
"""The groups of commands besides those of the screen, which have its own title."""


SOUGHT_FIRST = ("setup.start", "play.next", "play.rematch", "play.undo", "play.hint", "play.analysis",
                "play.new")  # fmt: skip
"""The bindings that users look for first; the levels follow, for a new game at another level."""

SOUGHT_NEXT = ("play.redo", "play.resign", "setup.history", "app.theme", "app.help")
"""The bindings that users look for next."""

SOUGHT_LAST = ("setup.quit", "people.quit", "app.quit")
"""The bindings that are the last ones of their groups."""

SOUGHT_BY_NAME = ("play.left", "play.right", "play.up", "play.down", "play.home", "play.end", "play.top",
                  "play.bottom", "play.digit", "play.place")  # fmt: skip
"""The bindings that hardly anybody looks for, which only the search finds."""


def commands(screen: Screen[object]) -> list[Command]:
    """Return all commands on a screen, group by group: those of the screen first."""
    host = cast("TttApp", screen.app)
    ids = dict(_actions(screen))
    first = [ids.pop(id) for id in SOUGHT_FIRST if id in ids]
    then = [ids.pop(id) for id in SOUGHT_NEXT if id in ids]
    last = [ids.pop(id) for id in SOUGHT_LAST if id in ids]
    settings = Command("Settings", "Change the settings, which are kept in a file", host.show_settings)
    others = settings._replace(group=EVERYWHERE), _coordinates(host), *_edit(screen, host)
    sought = [*first, *_levels(screen), *then, *ids.values(), *others, *last]
    groups = dict.fromkeys(each.group for each in sought if each.group != EVERYWHERE)
    everything = [*sought, *_puzzles(host), *_presets(host), *_themes(host)]
    order = [*groups, EVERYWHERE, PUZZLES, NEW_GAME]
    return sorted(everything, key=lambda each: order.index(each.group))


def levels(screen: Screen[object]) -> list[Command]:
    """Return a command for each other level at which the game on a screen can be played."""
    from ttt_tui.app.screens.play import PlayScreen

    host = cast("TttApp", screen.app)
    match = host.session.match
    if match is None or not isinstance(screen, PlayScreen):
        return []
    players = match.setup.players
    if not any(player.is_computer for player in players) or all(player.is_computer for player in players):
        return []
    ratings, rules = host.session.profile.ratings, match.setup.geometry.rules
    found = []
    if (level := suggested_level(match.setup, ratings)) is not None:
        what = f"New match against {screen_name(level)}, and then as your rating changes"
        run = partial(_play_at, host, LEVELS[level], is_matched=True)
        found.append(Command(MATCH_TITLE, what, run, group=LEVEL))
    for group, names in ((LEVEL, STEPS), (CLASSIC, CLASSIC_NAMES)):
        for each in (LEVELS[name].under(rules) for name in names):
            if any(player.level != each.name for player in players if player.is_computer):
                run = partial(_play_at, host, each)
                found.append(Command(screen_name(each.name), each.summary, run, group=group))
    return found


def _actions(screen: Screen[object]) -> Iterator[tuple[str, Command]]:
    """Yield a command for each action of the screen's keys, once, with the id of its binding."""
    seen: set[str] = set()
    for active in screen.active_bindings.values():
        binding = active.binding
        what = binding.tooltip  # a key without one is local to a widget: moving in a list
        name = binding.description.capitalize()
        if not (active.enabled and what) or {what, name} & seen or binding.id in (None, "app.commands"):
            continue
        seen |= {what, name}
        is_everywhere = active.node is screen.app or binding.action.startswith("app.") or name == "Leave"
        group = EVERYWHERE if is_everywhere else type(active.node).BINDING_GROUP_TITLE or EVERYWHERE
        run = partial(screen.app.run_action, binding.action, active.node)
        key, is_listed = key_name(_first_key(active.node, binding)), not binding.id.startswith(SOUGHT_BY_NAME)
        id = binding.action if binding.action == "app.help" else binding.id
        prefix = f"{name}: "
        if what.startswith(prefix):
            what = what.removeprefix(prefix).capitalize()
        yield id, Command(name, what, run, key, group, is_listed)


def _levels(screen: Screen[object]) -> Iterator[Command]:
    """Yield the command that lists the levels, and for the search one for each level."""
    from ttt_tui.app.screens.play import PlayScreen

    if choices := levels(screen):
        host, group = cast("TttApp", screen.app), PlayScreen.BINDING_GROUP_TITLE or EVERYWHERE
        what = "Start a new match against another level"
        name = "Level..." if only_ascii(host) else "Level…"
        yield Command(name, what, partial(host.show_commands, "Level", choices), group=group)
        for each in choices:
            yield each._replace(name=f"Level: {each.name}", group=group, is_listed=False)


def _coordinates(host: "TttApp") -> Command:
    """Return the command that changes to the next way of calling squares."""
    now = host.session.settings.coordinates
    after = COORDINATES[next_coordinates(now)]
    what = f'Name squares "{after}" instead of "{COORDINATES[now]}"'
    return Command("Coordinates", what, host.change_coordinates, group=EVERYWHERE)


def _edit(screen: Screen[object], host: "TttApp") -> Iterator[Command]:
    """Yield the command that edits a position, unless a key of the screen does."""
    from ttt_tui.app.screens.editor import EditorScreen
    from ttt_tui.app.screens.setup import SetupScreen

    if not isinstance(screen, EditorScreen | SetupScreen):
        what = "Edit a position, and start games from it or make a puzzle of it"
        yield Command(
            "Edit position", what, lambda: host.edit_position(_edited(screen, host)), group=EVERYWHERE
        )


def _edited(screen: Screen[object], host: "TttApp") -> Setup:
    """Return the set-up with the position of a finished or stored game on the screen, else the chosen one.

    While a game is played, its position is left out: the editor says what a position is worth.
    """
    from ttt_tui.app.screens.board_screen import BoardScreen
    from ttt_tui.app.screens.game_viewer import GameViewerScreen
    from ttt_tui.session.preset_selection import PresetSelection

    if isinstance(screen, GameViewerScreen):
        game = screen.game
        with suppress(InvalidStart):
            return replace(game.setup, start=start_of(game.position_after(screen.ply)))
        return game.setup
    if isinstance(screen, BoardScreen):
        return screen.shown_game.setup
    return PresetSelection(host.session.profile).current


def _puzzles(host: "TttApp") -> Iterator[Command]:
    """Yield commands for today's puzzle and for one of each difficulty."""
    daily = "Today's puzzle", "Solve the puzzle that everybody gets today"
    yield Command(*daily, lambda: host.show_puzzle(host.session.puzzles.daily()), group=PUZZLES)
    for difficulty in DIFFICULTIES:
        run, name = partial(_show_puzzle, host, difficulty), f"{difficulty.capitalize()} puzzle"
        yield Command(name, "Solve a puzzle of this difficulty", run, group=PUZZLES)


def _presets(host: "TttApp") -> Iterator[Command]:
    """Yield a command for a game of each preset."""
    for preset in PRESETS.values():
        if preset.name != "custom":
            what = f"Start a game: {board_title(preset.geometry)}"
            yield Command(preset.title, what, partial(_play, host, preset), group=NEW_GAME)


def _themes(host: "TttApp") -> Iterator[Command]:
    """Yield a command for each theme, for the search; the key F2 lists them."""
    for name in THEME_NAMES:
        what = f"Switch to this {'dark' if host.available_themes[name].dark else 'light'} theme"
        run = partial(host.choose_theme, name)
        yield Command(f"Theme: {name}", what, run, group=EVERYWHERE, is_listed=False)


def _first_key(node: DOMNode, binding: Binding) -> str:
    """Return the first of all keys of a binding; Textual makes a binding of each key."""
    whole = (each for each in type(node).BINDINGS if isinstance(each, Binding) and each.id == binding.id)
    return next((each.key.split(",")[0] for each in whole), binding.key)


# --- what commands do --------------------------------------------------------------------------------------


def _play_at(app: "TttApp", level: Level, *, is_matched: bool = False) -> None:
    """Start a match with the same players, the computers at another level."""
    match = app.session.match
    assert match is not None
    setup = with_level(match.setup, level.name)
    limit = default_limit(len(setup.players)) if level.looks_ahead else Limit()
    players = tuple(replace(p, limit=limit) if p.is_computer else p for p in setup.players)
    app.play(replace(setup, players=players), matches_strength=is_matched)


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
