"""What was placed since the latest move of who is looking, where more than one other plays."""

from ttt_tui.app.widgets.board.view import looking, new_stones
from ttt_tui.app.widgets.lines import (
    HEADING,
    MUTED,
    Line,
    Lines,
    TextStyle,
    cells_of,
    chip_of,
    fitted,
    padded,
)
from ttt_tui.engine import Match, Move
from ttt_tui.session.wording import only_human

MOST_LISTED = 6
"""Other players who get a line each; more share lines."""

ENTRY_CELLS, GAP = 9, 3
"""What a stone takes in a line that several share, and the blanks that are part of it."""


class NewStones(Lines):
    """Lists the stones that the board marks as new; there is a place for each of the others."""

    DEFAULT_CSS = """
    NewStones { height: auto; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._match: Match | None = None

    def show(self, match: Match) -> None:
        """Show the stones of this match's game."""
        self._match = match
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return a heading, and so many lines that no stone ever moves what stands below."""
        if self._match is None:
            return []
        heading: Line = ((fitted(f"  {_since(self._match)}", width), HEADING),)
        others = len(self._match.setup.players) - 1
        new = new_stones(self._match)
        moves = [m for m in self._match.game.moves if m.square is not None and new >> m.square & 1][-others:]
        if others <= MOST_LISTED:
            rows = [self._listed(move, move is moves[-1], width) for move in moves]
            return [heading, *rows, *[()] * (others - len(rows))]
        across = max((width - 2 + GAP) // ENTRY_CELLS, 1)
        entries = [self._entry(move, move is moves[-1]) for move in moves]
        lines: list[Line] = [
            (("  ", MUTED), *(run for entry in entries[i : i + across] for run in entry))
            for i in range(0, len(entries), across)
        ]
        return [heading, *lines, *[()] * (-(-others // across) - len(lines))]

    def _listed(self, move: Move, is_last: bool, width: int) -> Line:
        assert self._match is not None
        player = self._match.setup.players[move.player]
        row: Line = (
            ("  ", MUTED),
            ("◆ " if is_last else "◇ ", TextStyle(player.colour)),
            *chip_of(player, "ground"),
            (f" {padded(self._square(move), 4)}", TextStyle(bold=True)),
        )
        return (*row, (fitted(player.name, width - cells_of(row) - 1), MUTED))

    def _entry(self, move: Move, is_last: bool) -> Line:
        assert self._match is not None
        player = self._match.setup.players[move.player]
        symbol = (padded(player.symbol, 2), TextStyle(player.colour, bold=True))
        return (symbol, (padded(self._square(move), ENTRY_CELLS - 2), TextStyle(bold=is_last)))

    def _square(self, move: Move) -> str:
        assert self._match is not None
        assert move.square is not None
        return self._match.setup.geometry.name(move.square)


def _since(match: Match) -> str:
    """Return since when stones are new."""
    viewer = looking(match)
    if viewer is None:
        return "Latest stone"
    if viewer == only_human(match):
        return "Since your move"
    return f"Since {match.setup.players[viewer].name}'s move"
