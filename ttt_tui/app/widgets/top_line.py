"""The line on top of a game: the program, the board, the number of the game."""

from collections.abc import Sequence

from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, cells_of
from ttt_tui.engine import Match, Player
from ttt_tui.session import wording

BAR = "panel"
BETWEEN = 2
"""Blanks between two parts, at least."""

ROOMY = 60
"""From so many cells on there are two blanks at the right end, as above a panel."""

NAME, TITLE, NUMBER = (
    TextStyle(ground=BAR, bold=True),
    TextStyle("muted", BAR),
    TextStyle(ground=BAR, bold=True),
)
MODE = TextStyle("accent", BAR, bold=True)


class TopLine(Lines):
    """Shows the logo in the colours of the first two players, or the scores where there is no panel."""

    GROUND = BAR
    DEFAULT_CSS = """
    TopLine { height: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._match: Match | None = None
        self._tells_scores = False
        self._mode = ""

    def show(self, match: Match, tells_scores: bool, mode: str = "") -> None:
        """Show this match; `tells_scores` if nothing else does; `mode` instead of the number of the game."""
        self._match, self._tells_scores, self._mode = match, tells_scores, mode
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the one line: as much as finds room, first of all the number of the game."""
        if self._match is None:
            return []
        geometry, room = self._match.setup.geometry, width - 2
        number = (self._mode, MODE) if self._mode else (f"Game {self._match.game_number}", NUMBER)
        end = (" " * (width >= ROOMY), NUMBER)
        goal = self._match.setup.rules.points
        if goal is not None and not self._mode:
            right: Line = (number, (f" · first to {goal}", TITLE), end)
            left, title = self._lefts(self._match)[0], wording.board_title(geometry)
            if cells_of(left) + len(title) + cells_of(right) + 2 * BETWEEN <= room:
                return [in_three(left, title, right, width)]
        right = (number, end)
        for left in self._lefts(self._match):
            for title in (wording.board_title(geometry), str(geometry), ""):
                gaps = BETWEEN * (bool(left) + bool(title))
                if cells_of(left) + len(title) + cells_of(right) + gaps <= room:
                    return [in_three(left, title, right, width)]
        return [in_three((), "", right, width)]

    def _lefts(self, match: Match) -> list[Line]:
        """Return what may stand at the left, the best first."""
        players = match.setup.players
        first, second = (TextStyle(player.colour, BAR, bold=True) for player in players[:2])
        named = program_name(players)
        logo = named[:-1]
        if not self._tells_scores:
            return [named, logo, ()]
        if len(players) == 2:
            one, two = players
            count = TextStyle(ground=BAR, bold=True)
            points = match.points
            scores: Line = (
                (one.symbol, first), (f" {wording.score(points)} ", count), (two.symbol, second),
            )  # fmt: skip
            return [scores, logo, ()]
        scores = tuple(
            run
            for player, points in zip(players, match.points, strict=True)
            for run in ((player.symbol, TextStyle(player.colour, BAR, bold=True)), (f"{points} ", TITLE))
        )
        return [scores, logo, ()]  # with 15 players hardly any terminal has room for them


def program_name(players: Sequence[Player]) -> Line:
    """Return the logo, in the colours of the first two players, and the name."""
    first, second = (TextStyle(player.colour, BAR, bold=True) for player in players[:2])
    return ("X", first), ("O", second), ("X", first), (" ttt-tui", NAME)


def in_three(left: Line, title: str, right: Line, width: int) -> Line:
    """Return a line with parts at both ends and a title in the middle of it, or as near as there is room."""
    from_left, from_right = 1 + cells_of(left), 1 + cells_of(right)
    start = max((width - len(title)) // 2, from_left + BETWEEN * bool(left))
    start = min(start, width - from_right - len(title) - BETWEEN * bool(title))
    blank = TextStyle(ground=BAR)
    return (
        (" ", blank), *left, (" " * (start - from_left), blank), (title, TITLE),
        (" " * (width - start - len(title) - from_right), blank), *right, (" ", blank),
    )  # fmt: skip
