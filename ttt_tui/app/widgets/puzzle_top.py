"""The line on top of a puzzle: the program, the board, how many days in a row were solved."""

from ttt_tui.app.widgets.lines import Line, Lines, cells_of
from ttt_tui.app.widgets.top_line import BAR, BETWEEN, MODE, NUMBER, ROOMY, TITLE, in_three, program_name
from ttt_tui.engine import Setup
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.wording import headline
from ttt_tui.session import wording


class PuzzleTop(Lines):
    """Says what is tried; where there is no panel, the task itself."""

    GROUND = BAR
    DEFAULT_CSS = """
    PuzzleTop { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="top")
        self._puzzle: Puzzle | None = None
        self._title = ""
        self._streak = 0
        self._tells_task = False

    def show(self, puzzle: Puzzle, title: str, streak: int, *, tells_task: bool) -> None:
        """Show this puzzle under a title; `tells_task` if nothing else does."""
        self._puzzle, self._title, self._streak, self._tells_task = puzzle, title, streak, tells_task
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the one line: as much as finds room, the streak first."""
        if self._puzzle is None:
            return []
        puzzle, blank = self._puzzle, " " * (width >= ROOMY)
        right: Line = (("streak ", TITLE), (str(self._streak), MODE), (blank, NUMBER)) if self._streak else ()
        named = program_name(Setup(puzzle.geometry).players)
        if self._tells_task:
            what, how_long = headline(puzzle.goal, puzzle.moves)
            titles = (f"{what} {how_long}", what)
        else:
            titles = (
                f"{self._title} · {wording.board_title(puzzle.geometry)}",
                f"{self._title} · {puzzle.geometry}",
            )
        ends = ((named, right), (named[:-1], right), ((), right), ((), ()))
        pairs = [(end, title) for end in ends for title in titles]
        if self._tells_task:  # all of it, if need be alone
            pairs = [(end, title) for title in titles for end in ends]
        for (left, shown), title in pairs:
            gaps = BETWEEN * (bool(left) + bool(shown))
            if cells_of(left) + len(title) + cells_of(shown) + gaps <= width - 2:
                return [in_three(left, title, shown, width)]
        return [in_three((), titles[-1][: width - 2], (), width)]
