"""The keys of a game, and when each can be used: footer, help and tests read them from here."""

from textual.binding import Binding, BindingType

from ttt_tui.engine import Match
from ttt_tui.session.controller import Controller

PLAY_BINDINGS: list[BindingType] = [
    Binding("enter,space", "place", "place", key_display="↵", id="play.place",
            tooltip="Place a stone at the cursor"),
    Binding("enter,space", "next_game", "next game", key_display="↵", id="play.next",
            tooltip="After a game: the next one"),
    Binding("enter,space", "rematch", "rematch", key_display="↵", id="play.rematch",
            tooltip="After a match: another one"),
    Binding("u,ctrl+z", "undo", "undo", key_display="u", id="play.undo",
            tooltip="Take back to before your latest move"),
    Binding("question_mark", "app.help", "help", key_display="?", id="play.help",
            tooltip="Help: the keys, the rules, the levels"),
    Binding("q,escape", "leave", "leave", key_display="q", id="play.leave",
            tooltip="Leave to the setup; the game is kept"),
    Binding("left,h", "move(-1, 0)", "left", show=False, id="play.left", tooltip="Move the cursor left"),
    Binding("down,j", "move(0, 1)", "down", show=False, id="play.down", tooltip="Move the cursor down"),
    Binding("up,k", "move(0, -1)", "up", show=False, id="play.up", tooltip="Move the cursor up"),
    Binding("right,l", "move(1, 0)", "right", show=False, id="play.right",
            tooltip="Move the cursor right"),
    Binding("home", "move(-20, 0)", "first column", show=False, id="play.home",
            tooltip="Move the cursor to the first column"),
    Binding("end", "move(20, 0)", "last column", show=False, id="play.end",
            tooltip="Move the cursor to the last column"),
    Binding("pageup", "move(0, -20)", "top row", show=False, id="play.top",
            tooltip="Move the cursor to the top row"),
    Binding("pagedown", "move(0, 20)", "bottom row", show=False, id="play.bottom",
            tooltip="Move the cursor to the bottom row"),
    *(
        Binding(str(digit), f"digit({digit})", "square", show=False, id=f"play.digit{digit}",
                priority=True, tooltip="On 3×3: place at that square; else type where to go")
        for digit in range(1, 10)
    ),
    Binding("U,ctrl+y", "redo", "redo", show=False, key_display="U", id="play.redo",
            tooltip="Play again what was taken back"),
    Binding("tab", "walk", "moves", show=False, priority=True, id="play.walk",
            tooltip="Go to the list of moves: ↑ ↓ walk the game back and forth"),
    Binding("colon", "go_to", "go to", key_display=":", id="play.goto", priority=True,
            tooltip="Type a square, like h8 or 113; a column's letter begins one, too"),
    Binding("m", "move_now", "move now", id="play.now",
            tooltip="Let the computer answer with the best it has found"),
    Binding("p", "pause", "pause", show=False, id="play.pause",
            tooltip="Pause the computers, or let them go on"),
    Binding("full_stop", "step", "step", show=False, key_display=".", id="play.step",
            tooltip="While paused: one computer's move"),
    Binding("plus", "delay(1)", "slower", show=False, key_display="+", id="play.slower",
            tooltip="Let computers' stones stay longer before the next"),
    Binding("minus", "delay(-1)", "faster", show=False, key_display="-", id="play.faster",
            tooltip="Let computers' stones follow quicker"),
    Binding("s", "panel", "side panel", show=False, id="play.panel",
            tooltip="Hide the panel, or bring it where there was no room beside the board"),
    Binding("R", "resign", "resign", key_display="R", id="play.resign", tooltip="Give the game up"),
    Binding("n", "new_game", "new game", show=False, id="play.new", tooltip="Start a new game"),
]  # fmt: skip

CHANGES_GAME = ("place", "next_game", "rematch", "digit", "go_to", "undo", "redo", "resign", "move_now")
"""What is not to be done by accident while the board shows the past."""

WATCHING = ("pause", "step", "delay(1)", "delay(-1)")
PLAYING = ("place", "go_to", "move_now", "resign")
"""What the line of keys shows only, or does not show, in a game among computers."""


def is_shown(binding: Binding, only_computers: bool) -> bool:
    """Return whether the line of keys shows a key: among computers those of somebody who watches."""
    if not only_computers:
        return binding.show
    return binding.action in WATCHING or (binding.show and binding.action not in PLAYING)


def is_hidden(action: str, match: Match) -> bool:
    """Return whether an action makes no sense as the match stands; Enter means one of the others then."""
    match action:
        case "place":
            return match.game.outcome is not None
        case "next_game":
            return match.game.outcome is None or match.is_over
        case "rematch":
            return not match.is_over
    return False


def game_refusal(action: str, controller: Controller) -> str:
    """Return why an action is not possible as the game stands, nothing if it is."""
    game = controller.match.game
    match action:
        case "walk" if not game.moves:
            return "there is no move to go back to yet"
        case "place" | "resign" | "go_to" if game.outcome is not None:
            return "the game is over"
        case "resign" if controller.who_resigns is None:
            return "only the player whose turn it is can resign"
        case "undo" if not game.moves:
            return "there is no move to take back"
        case "redo" if not game.undone:
            return "there is no move to play again"
        case "move_now" if game.outcome is not None or controller.is_human_turn:
            return "no computer is thinking"
        case "step" if game.outcome is not None or controller.is_human_turn:
            return "it is no computer's turn"
    return ""
