"""The keys of a puzzle: one binding for each action, from which footer, help and palette are made."""

from textual.binding import Binding, BindingType

from ttt_tui.app.play.square_bindings import square_bindings

PUZZLE_BINDINGS: list[BindingType] = [
    Binding("enter,space", "place", "place", key_display="↵", id="puzzle.place",
            tooltip="Try a stone at the cursor"),
    Binding("i", "hint", "hint", id="puzzle.hint",
            tooltip="Ask for a hint; each says more, and the puzzle gives no point then"),
    Binding("u,ctrl+z", "again", "again", key_display="u", id="puzzle.again",
            tooltip="Take back what missed, or begin the puzzle anew"),
    Binding("S", "show", "show it", key_display="S", id="puzzle.show",
            tooltip="Walk through the solution"),
    Binding("n", "another", "another", id="puzzle.another",
            tooltip="Another puzzle of the same kind"),
    Binding("p", "choose", "which", id="puzzle.choose",
            tooltip="Choose today's puzzle, an own mistake, or how difficult it is to be"),
    Binding("question_mark", "app.help", "help", key_display="?", id="puzzle.help",
            tooltip="Help: the keys, the rules, the levels"),
    Binding("q,escape", "leave", "leave", key_display="q", id="puzzle.leave",
            tooltip="Leave the puzzle; what was tried is kept"),
    Binding("colon", "go_to", "go to", show=False, key_display=":", id="puzzle.goto", priority=True,
            tooltip="Type a square, like h8 or 113; a column's letter begins one, too"),
    *square_bindings("puzzle"),
]  # fmt: skip
