"""The keys of a puzzle: one binding for each action, from which footer, help and palette are made."""

from textual.binding import Binding, BindingType

from ttt_tui.app.play.square_bindings import square_bindings

PUZZLE_BINDINGS: list[BindingType] = [
    Binding("enter,space", "place", "place", key_display="↵", id="puzzle.place",
            tooltip="Try a stone at the cursor"),
    Binding("i", "hint", "hint", id="puzzle.hint",
            tooltip="Get a hint; each one says more, and any hint lowers your rating"),
    Binding("u,ctrl+z", "again", "take back", key_display="u", id="puzzle.again",
            tooltip="Take back the move that you tried"),
    Binding("u,ctrl+z", "restart", "restart", key_display="u", id="puzzle.restart",
            tooltip="Restart the puzzle"),
    Binding("S", "show", "solution", key_display="S", id="puzzle.show",
            tooltip="Show the solution move by move"),
    Binding("n", "another", "next", id="puzzle.another",
            tooltip="Go to another puzzle of this kind"),
    Binding("p", "choose", "choose", id="puzzle.choose",
            tooltip="Choose today's puzzle, one of your mistakes, or a difficulty"),
    Binding("question_mark", "app.help", "help", key_display="?", id="puzzle.help",
            tooltip="Help: keys, rules and levels"),
    Binding("q,escape", "leave", "leave", key_display="q", id="puzzle.leave",
            tooltip="Leave the puzzle; your progress is saved"),
    Binding("colon", "go_to", "go to", show=False, key_display=":", id="puzzle.goto", priority=True,
            tooltip="Type a square, such as h8 or 113; columns a to g start without it"),
    *square_bindings("puzzle"),
]  # fmt: skip
