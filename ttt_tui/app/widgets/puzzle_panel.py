"""The panel and the top line of a puzzle: the task, its moves as dots that fill, week, streak and rating."""

from textual.geometry import Size

from ttt_tui.analysis.words import counted
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.bars import BAR, BRANDS, MODE, TITLE, first_in_three, in_three, quiet
from ttt_tui.app.widgets.lines import (
    BOLD,
    CARD,
    HEADING,
    MUTED,
    STONE_LINES,
    TEXT,
    Line,
    Lines,
    Run,
    TextStyle,
    card,
    cells_of,
    fitted,
    longest_fitting,
    spread,
    stone_of,
)
from ttt_tui.puzzles.attempt import PuzzleAttempt, Stage
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.puzzles.progress import DayState, Progress
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.wording import headline
from ttt_tui.session import wording

MARGIN = 2

WITH_STONE = 26
"""Cells from which the player's stone is beside the task."""

ON_CARD = TextStyle("muted", CARD)

DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
DAY_SIGNS = {
    DayState.SOLVED: ("●", TextStyle("good")),
    DayState.MISSED: ("○", HEADING),
    DayState.TODAY: ("◆", TextStyle("accent")),
    DayState.FUTURE: ("·", HEADING),
}
SIGNS_MEAN = {DayState.SOLVED: "solved", DayState.MISSED: "missed"}
"""Signs of days → their words in the heading, the most important first."""

ASCII_SIGNS = {"●": "*", "○": "-", "◆": "+", "·": "."}
"""ASCII signs of days, whose usual replacements would be the same."""

LEAST_MOVES, REST_LINES = 3, 16
"""The least number of listed moves, and the lines of everything else."""


class PuzzlePanel(Lines):
    """Shows an attempt and the progress; parts without room are omitted, the last first."""

    DEFAULT_CSS = """
    PuzzlePanel { height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._attempt: PuzzleAttempt | None = None
        self._progress: Progress | None = None

    def show(self, attempt: PuzzleAttempt, progress: Progress) -> None:
        self._attempt, self._progress = attempt, progress
        self.follow()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return container.height

    def lines(self, width: int) -> list[Line]:
        if self._attempt is None or self._progress is None:
            return []
        attempt, progress = self._attempt, self._progress
        lines = self._headline(attempt, progress, width)
        week = _week(progress, width, is_ascii=only_ascii(self.app))
        for part in (self._moves(attempt, width), week):
            if len(lines) + 1 + len(part) > self.size.height:
                return lines
            lines += [(), *part]
        return [*lines, (), *_reached(progress)][: self.size.height]

    def _headline(self, attempt: PuzzleAttempt, progress: Progress, width: int) -> list[Line]:
        """Return the task beside the player's stone; once solved, the result on the player's colour."""
        player, is_lit = attempt.setup.players[attempt.player], attempt.has_reached
        ground = player.colour if is_lit else "ground"
        plain = TextStyle("ink", ground, stands_out=True) if is_lit else TEXT
        words = _success(attempt, progress, plain) if is_lit else _task(attempt)
        blank, gap = (" " * (MARGIN - 1), plain), ("  ", plain)
        is_disc = attempt.setup.geometry.rules.drop
        drawn = stone_of(player, ground, is_ascii=only_ascii(self.app), is_disc=is_disc)
        pictures: list[Line] = [(blank, *row, gap) for row in drawn]
        if width < WITH_STONE:
            pictures = [(gap,)] * STONE_LINES
        rows: list[Line] = [(*picture, *text) for picture, text in zip(pictures, words, strict=True)]
        if not is_lit:
            beside = cells_of(pictures[0])
            difficulty = Difficulty.of(attempt.puzzle)
            names = f"difficulty {difficulty}", f"{difficulty} puzzle"
            return [(), *rows, ((" " * beside, TEXT), (longest_fitting(names, width - beside), MUTED))]
        return card([spread(row, (), width, plain) for row in rows], width, ground)

    def _moves(self, attempt: PuzzleAttempt, width: int) -> list[Line]:
        rows = [_row("●", "good", words, width) for words in attempt.right]
        rows += [_row("●", "muted", words, width) for words in attempt.walked]
        done, left = len(rows), attempt.puzzle.moves - len(rows)
        if attempt.is_refuted:
            tried = "" if attempt.tried is None else attempt.setup.geometry.shown(attempt.tried)
            rows.append(_row("×", "bad", f"{tried} is wrong", width))
            rows.append(_row("▸", "accent", "try another square", width))
        elif left and attempt.stage is not Stage.OVER:
            rows.append(_row("▸", "accent", "next move" if attempt.is_walk else f"move {done + 1}", width))
        if attempt.stage is not Stage.OVER:
            numbers = range(len(rows) + 1, attempt.puzzle.moves + 1)
            rows += [_row("○", "faint", f"move {number}", width) for number in numbers]
        most = max(LEAST_MOVES, self.size.height - REST_LINES)
        start = max(0, min(done - most + 2, len(rows) - most))  # the move to find next is visible
        return card(rows[start : start + most], width)


def _task(attempt: PuzzleAttempt) -> tuple[Line, Line, Line]:
    player = attempt.setup.players[attempt.player]
    what, how_long = headline(attempt.puzzle.goal, attempt.puzzle.moves)
    return (
        ((what, BOLD),),
        ((how_long, BOLD),),
        (
            (player.symbol, TextStyle(player.colour, bold=True)),
            (" to move", MUTED),
        ),
    )


def _success(attempt: PuzzleAttempt, progress: Progress, style: TextStyle) -> tuple[Line, Line, Line]:
    """Return the text of a puzzle that was just solved."""
    helped = [f"{attempt.wrong} wrong"] if attempt.wrong else []
    helped += [counted(attempt.hints, "hint")] if attempt.hints else []
    how = "solution shown" if attempt.is_shown else ", ".join(helped) or "first try"
    _, how_long = headline(attempt.puzzle.goal, attempt.puzzle.moves)
    then = f"streak {progress.streak}" if progress.streak else how_long
    return ((("Solved!", style._replace(bold=True)),), ((how, style),), ((then, style),))


def _row(sign: str, colour: str, words: str, width: int) -> Line:
    name, blank, rest = words.partition(" ")
    style = TextStyle(ground=CARD, bold=True) if sign == "●" else ON_CARD
    room = width - MARGIN - 3
    texts: Line = ((fitted(words, room), ON_CARD),)
    if sign == "●":
        texts = ((name, style), (blank + fitted(rest, room - len(name) - 1), ON_CARD))
    return ((" " * MARGIN, ON_CARD), (sign, TextStyle(colour, CARD, bold=True)), (" ", ON_CARD), *texts)


def _indented(words: str, style: TextStyle) -> Line:
    return ((" " * MARGIN + words, style),)


def _week(progress: Progress, width: int, *, is_ascii: bool) -> list[Line]:
    """Return the days of the week with their signs, and in the heading what as many as fit mean."""

    def sign_of(state: DayState) -> Run:
        sign, style = DAY_SIGNS[state]
        return (ASCII_SIGNS[sign] if is_ascii else sign, style)

    heading: Line = _indented("Daily puzzles", MUTED)
    for state, meaning in SIGNS_MEAN.items():
        part: Line = ((" ", MUTED), sign_of(state), (f" {meaning}", HEADING))
        if cells_of(heading) + cells_of(part) <= width - MARGIN:
            heading = (*heading, *part)
    dots: Line = tuple((f"{sign}  ", style) for sign, style in map(sign_of, progress.week))
    return [
        heading,
        _indented(" ".join(DAYS), HEADING),
        ((" " * MARGIN, TEXT), *dots),
    ]


def _reached(progress: Progress) -> list[Line]:
    """Return streak, solved puzzles and rating, even before an attempt, so that no hint adds a line."""
    rows: list[list[tuple[str, str]]] = [
        [("streak ", str(progress.streak)), ("   best ", str(progress.best_streak))],
        [("solved ", str(progress.solved)), (" of ", str(progress.tried))],
    ]
    if progress.left:
        rows.append([("rating ", f"after {progress.left} more")])
    else:
        rating = progress.rating
        rows.append([("rating ", f"{rating.rating:.0f}")])
        rows.append([("give or take ", f"{rating.deviation:.0f}")])
    return [
        ((" " * MARGIN, TEXT), *(run for name, value in row for run in ((name, MUTED), (value, BOLD))))
        for row in rows
    ]


class PuzzleTop(Lines):
    """The line above a puzzle: its title, or the task where there is no panel."""

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
        """Show a puzzle under a title; with the task if nothing else shows it."""
        self._puzzle, self._title, self._streak, self._tells_task = puzzle, title, streak, tells_task
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return one line with as much as fits; the streak comes first."""
        if self._puzzle is None:
            return []
        puzzle = self._puzzle
        right: Line = (("streak ", TITLE), (str(self._streak), MODE)) if self._streak else ()
        if self._tells_task:
            what, how_long = headline(puzzle.goal, puzzle.moves)
            titles = (f"{what} {how_long}", what)
        else:
            titles = (
                f"{self._title} · {wording.board_title(puzzle.geometry)}",
                f"{self._title} · {puzzle.geometry}",
            )
        ends = (*((left, right) for left in BRANDS), ((), ()))
        pairs = [(end, title) for end in ends for title in titles]
        if self._tells_task:  # all of it, if need be alone
            pairs = [(end, title) for title in titles for end in ends]
        variants = ((left, quiet(title), shown) for (left, shown), title in pairs)
        fitting = first_in_three(variants, width)
        return [fitting or in_three((), quiet(titles[-1][: width - 2]), (), width)]
