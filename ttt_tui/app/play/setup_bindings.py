"""The keys of the setup: one binding for each action, from which footer, help and palette are made.

And when those for the players are not possible.
"""

from textual.binding import Binding, BindingType

from ttt_tui.engine import FEWEST_PLAYERS, MOST_PLAYERS, Setup

SETUP_BINDINGS: list[BindingType] = [
    Binding("enter", "start", "play", key_display="↵", id="setup.start",
            tooltip="Start the game"),
    Binding("tab", "app.focus_next", "details", key_display="Tab", id="setup.next",
            tooltip="Go to the next value; ← and → or digits change it"),
    Binding("question_mark", "app.help", "help", key_display="?", id="setup.help",
            tooltip="Help: the keys, the rules, the levels"),
    Binding("q", "app.quit", "quit", id="setup.quit", tooltip="Quit"),
    Binding("f2", "app.change_theme", "theme", key_display="F2", id="setup.theme",
            tooltip="Choose how it all looks"),
    Binding("h", "history", "games played", id="setup.history",
            tooltip="The games that were played: go on with one, replay, review, export, delete"),
    Binding("r", "resume", "resume", id="setup.resume", tooltip="Return to the game that was left"),
    Binding("p", "puzzle", "puzzles", show=False, id="setup.puzzle",
            tooltip="Puzzles: one for each day, by difficulty, and from your own mistakes"),
    Binding("J", "join", "join a game", show=False, key_display="J", id="setup.join",
            tooltip="Join a game that is hosted on this machine"),
    Binding("escape", "back", "back", show=False, key_display="Esc", id="setup.back",
            tooltip="Back to the list of games"),
    Binding("shift+tab", "app.focus_previous", "previous", show=False, id="setup.previous",
            tooltip="Go to the value before"),
    Binding("down", "focus_line(1)", "next line", show=False, id="setup.down",
            tooltip="Go to the next line; ← and → or digits change the value there"),
    Binding("up", "focus_line(-1)", "previous line", show=False, id="setup.up",
            tooltip="Go to the line before"),
    Binding("a", "add", "add", show=False, id="setup.add", tooltip="Add a player"),
    Binding("d,delete", "remove", "remove", show=False, key_display="d", id="setup.remove",
            tooltip="Remove the player that is marked"),
    Binding("e", "edit", "edit", show=False, id="setup.edit",
            tooltip="Change the marked player's name, symbol, colour, level and time"),
    Binding("less_than_sign", "reorder(-1)", "earlier", show=False, key_display="<", id="setup.earlier",
            tooltip="Let the marked player move earlier"),
    Binding("greater_than_sign", "reorder(1)", "later", show=False, key_display=">", id="setup.later",
            tooltip="Let the marked player move later"),
    Binding("x", "toggle_lot", "marks by lot", show=False, id="setup.lot",
            tooltip="Deal the marks by lot when the match starts, or not"),
    Binding("P", "rename", "your name", show=False, id="setup.rename",
            tooltip="Change what you are called"),
]  # fmt: skip

ON_PLAYERS = ("add", "remove", "edit", "reorder", "toggle_lot")
"""Actions that change what is chosen to be played."""


ON_ONE_PLAYER = {"remove": "remove", "edit": "change", "reorder": "move"}
"""Those of them that need a player to be marked, and what they do with one."""


def players_refusal(action: str, setup: Setup | None, *, is_marked: bool = True) -> str:
    """Return why the players of a set-up cannot be changed so, nothing if they can; None is no set-up.

    `is_marked` is whether one of them is marked, and not the line that adds one.
    """
    if action not in ON_PLAYERS:
        return ""
    if setup is None:
        return "choose a game to play first"
    if not is_marked and action in ON_ONE_PLAYER:
        return f"no player is marked: ↑ marks the one to {ON_ONE_PLAYER[action]}"
    if action == "add" and len(setup.players) >= MOST_PLAYERS:
        return f"at most {MOST_PLAYERS} can play"
    if action == "remove" and len(setup.players) <= FEWEST_PLAYERS:
        return f"at least {FEWEST_PLAYERS} play"
    return ""
