"""The keys of the setup: one binding for each action, from which footer, help and palette are made.

And when those for the players are not possible.
"""

from textual.binding import Binding, BindingType

from ttt_tui.engine import FEWEST_PLAYERS, MOST_PLAYERS, Setup

SETUP_BINDINGS: list[BindingType] = [
    Binding("enter", "start", "play", key_display="↵", id="setup.start",
            tooltip="Start the game"),
    Binding("tab", "app.focus_next", "details", key_display="Tab", id="setup.next",
            tooltip="Go to the next field; ← → or digits change it"),
    Binding("question_mark", "app.help", "help", key_display="?", id="setup.help",
            tooltip="Help: keys, rules and levels"),
    Binding("q", "app.quit", "quit", id="setup.quit", tooltip="Quit"),
    Binding("f2", "app.change_theme", "theme", key_display="F2", id="setup.theme",
            tooltip="Choose a theme"),
    Binding("h", "history", "history", id="setup.history",
            tooltip="History and statistics: resume, replay, review, export or delete a game"),
    Binding("r", "resume", "resume", id="setup.resume",
            tooltip="Resume the unfinished game, or continue its match"),
    Binding("p", "puzzle", "puzzles", show=False, id="setup.puzzle",
            tooltip="Puzzles: one a day, by difficulty, or from your own mistakes"),
    Binding("H", "host", "host a game", show=False, key_display="H", id="setup.host",
            tooltip="Host a game that others on this machine can join or watch"),
    Binding("J", "join", "join a game", show=False, key_display="J", id="setup.join",
            tooltip="Join or watch a game hosted on this machine"),
    Binding("escape", "back", "back", show=False, key_display="Esc", id="setup.back",
            tooltip="Go back to the list of games"),
    Binding("shift+tab", "app.focus_previous", "previous", show=False, id="setup.previous",
            tooltip="Go to the previous field"),
    Binding("down", "focus_line(1)", "next row", show=False, id="setup.down",
            tooltip="Go to the next row; ← → or digits change its value"),
    Binding("up", "focus_line(-1)", "previous row", show=False, id="setup.up",
            tooltip="Go to the previous row"),
    Binding("a", "add", "add", show=False, id="setup.add", tooltip="Add a player"),
    Binding("d,delete", "remove", "remove", show=False, key_display="d", id="setup.remove",
            tooltip="Remove the selected player"),
    Binding("e", "edit", "edit", show=False, id="setup.edit",
            tooltip="Edit the selected player: name, symbol, colour, level, time"),
    Binding("less_than_sign", "reorder(-1)", "move player up", show=False, key_display="<",
            id="setup.earlier", tooltip="Move the selected player up in the turn order"),
    Binding("greater_than_sign", "reorder(1)", "move player down", show=False, key_display=">",
            id="setup.later", tooltip="Move the selected player down in the turn order"),
    Binding("x", "toggle_lot", "random symbols", show=False, id="setup.lot",
            tooltip="Turn random symbols on or off"),
    Binding("P", "rename", "your name", show=False, id="setup.rename",
            tooltip="Change your name"),
]  # fmt: skip

ON_PLAYERS = ("add", "remove", "edit", "reorder", "toggle_lot")
"""Actions that change what is chosen to be played."""


ON_ONE_PLAYER = ("remove", "edit", "reorder")
"""Those of them that need a player to be selected."""


def players_refusal(action: str, setup: Setup | None, *, is_marked: bool = True) -> str:
    """Return why the players of a set-up cannot be changed so, nothing if they can; None is no set-up.

    `is_marked` is whether one of them is selected, and not the line that adds one.
    """
    if action not in ON_PLAYERS:
        return ""
    if setup is None:
        return "choose a game under PLAY or WATCH first"
    if not is_marked and action in ON_ONE_PLAYER:
        return "no player selected; ↑ selects one"
    if action == "add" and len(setup.players) >= MOST_PLAYERS:
        return f"a game has at most {MOST_PLAYERS} players"
    if action == "remove" and len(setup.players) <= FEWEST_PLAYERS:
        return f"a game needs at least {FEWEST_PLAYERS} players"
    return ""
