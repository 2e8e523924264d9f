"""The keys of a puzzle: one binding for each action, from which footer, help and palette are made."""

from textual.binding import Binding, BindingType

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
    Binding("left,h", "move(-1, 0)", "left", show=False, id="puzzle.left", tooltip="Move the cursor left"),
    Binding("down,j", "move(0, 1)", "down", show=False, id="puzzle.down", tooltip="Move the cursor down"),
    Binding("up,k", "move(0, -1)", "up", show=False, id="puzzle.up", tooltip="Move the cursor up"),
    Binding("right,l", "move(1, 0)", "right", show=False, id="puzzle.right",
            tooltip="Move the cursor right"),
    *(
        Binding(str(digit), f"digit({digit})", "square", show=False, id=f"puzzle.digit{digit}",
                priority=True, tooltip="On 3×3: try that square; else type where to go")
        for digit in range(1, 10)
    ),
    Binding("s", "panel", "side panel", show=False, id="puzzle.panel",
            tooltip="Hide what is beside the board, or bring it"),
]  # fmt: skip
