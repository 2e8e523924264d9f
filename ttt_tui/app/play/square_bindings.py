"""The keys by which a square is chosen, the same on every screen where stones are tried."""

from textual.binding import Binding, BindingType


def square_bindings(group: str) -> list[BindingType]:
    """Return the keys that move the cursor, and the digits, with ids of this group."""
    return [
        Binding("left,h", "move(-1, 0)", "left", show=False, id=f"{group}.left",
                tooltip="Move the cursor left"),
        Binding("down,j", "move(0, 1)", "down", show=False, id=f"{group}.down",
                tooltip="Move the cursor down"),
        Binding("up,k", "move(0, -1)", "up", show=False, id=f"{group}.up", tooltip="Move the cursor up"),
        Binding("right,l", "move(1, 0)", "right", show=False, id=f"{group}.right",
                tooltip="Move the cursor right"),
        *(
            Binding(str(digit), f"digit({digit})", "square", show=False, id=f"{group}.digit{digit}",
                    priority=True, tooltip="On 3×3: try that square; on larger boards: type a square")
            for digit in range(1, 10)
        ),
        Binding("s", "panel", "side panel", show=False, id=f"{group}.panel",
                tooltip="Show or hide the side panel"),
    ]  # fmt: skip
