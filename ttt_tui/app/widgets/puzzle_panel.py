"""What stands beside the board of a puzzle: the task, its moves as dots that fill, and what was reached."""

from collections.abc import Callable, Sequence

from textual.geometry import Size

from ttt_tui.app.textual_hooks.filters import only_ascii
from ttt_tui.app.widgets.board.stones import stone
from ttt_tui.app.widgets.lines import HEADING, MUTED, TEXT, Line, Lines, Look, card, fitted
from ttt_tui.puzzles.attempt import Attempt, Stage
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.puzzles.progress import DayState, Progress
from ttt_tui.puzzles.puzzle_words import headline

STONE_CELLS, STONE_LINES = 7, 3
MARGIN = 2

CARD = "panel"
BOLD = Look(bold=True)
ON_CARD = Look("muted", CARD)

DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
DAY_SIGNS = {
    DayState.SOLVED: ("●", Look("good")),
    DayState.MISSED: ("○", HEADING),
    DayState.TODAY: ("◆", Look("accent")),
    DayState.FUTURE: ("·", HEADING),
}

LEAST_MOVES, REST_LINES = 3, 15
"""How many moves there is always room for, and the lines of all the rest with the blank ones between."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


class PuzzlePanel(Lines):
    """Shows an attempt and what all attempts came to; what finds no room is left out, the last first."""

    DEFAULT_CSS = """
    PuzzlePanel { height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._attempt: Attempt | None = None
        self._progress: Progress | None = None

    def show(self, attempt: Attempt, progress: Progress) -> None:
        """Show these."""
        self._attempt, self._progress = attempt, progress
        self.follow()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return all lines that there are."""
        return container.height

    def lines(self, width: int) -> list[Line]:
        """Return the lines, as many as there is room for."""
        if self._attempt is None or self._progress is None:
            return []
        attempt, progress, room = self._attempt, self._progress, self.size.height
        parts: list[Callable[[int], list[Line]]] = [
            lambda width: self._headline(attempt),
            lambda width: self._moves(attempt, width),
            lambda width: _week(progress),
            lambda width: _reached(progress),
        ]
        lines: list[Line] = []
        for part in parts:
            more = part(width)
            gap: list[Line] = [()] if lines else []
            if len(lines) + len(gap) + len(more) > room and lines:
                break
            lines += [*gap, *more]
        return lines

    def _headline(self, attempt: Attempt) -> list[Line]:
        player = attempt.setup.players[attempt.player]
        drawn = stone(player.symbol, STONE_CELLS, STONE_LINES, is_ascii=only_ascii(self.app))
        looks = {False: Look(player.colour), True: Look("ink", player.colour, bold=True, stands_out=True)}
        what, how_long = headline(attempt.puzzle.goal, attempt.puzzle.moves)
        words: tuple[Line, ...] = (
            ((what, BOLD),),
            ((how_long, BOLD),),
            (
                (player.symbol, Look(player.colour, bold=True)),
                (" to move", MUTED),
                (f"   {Difficulty.of(attempt.puzzle)}", MUTED),
            ),
        )
        blank: Line = ((" " * (MARGIN - 1), TEXT),)
        return [
            (*blank, *((text, looks[filled]) for text, filled in row), ("  ", TEXT), *said)
            for row, said in zip(drawn.lines, words, strict=True)
        ]

    def _moves(self, attempt: Attempt, width: int) -> list[Line]:
        right = attempt.right
        rows = [_row("●", "good", words, width) for words in right]
        left = attempt.puzzle.moves - len(right)
        if left and attempt.stage is not Stage.OVER:
            is_missed = attempt.stage is Stage.MISSED
            number = ORDINALS[len(right)] if len(right) < len(ORDINALS) else "next"
            now = "missed: u takes it back" if is_missed else f"now the {number}"
            rows.append(_row("×" if is_missed else "▸", "bad" if is_missed else "accent", now, width))
            left -= 1
        if attempt.stage is not Stage.OVER:
            rows += [_row("○", "faint", "", width)] * left
        elif attempt.is_shown:
            rows.append(_row("·", "faint", "the rest was shown", width))
        most = max(LEAST_MOVES, self.size.height - REST_LINES)
        return card(_last(rows, most, len(right)), width, CARD)


def _last(rows: Sequence[Line], most: int, done: int) -> list[Line]:
    """Return so many rows at most, those around the move that is to be found now."""
    start = max(0, min(done - most + 2, len(rows) - most))
    return list(rows[start : start + most])


def _row(sign: str, colour: str, words: str, width: int) -> Line:
    name, blank, rest = words.partition(" ")
    look = Look(ground=CARD, bold=True) if sign == "●" else ON_CARD
    room = width - MARGIN - 3
    told: Line = ((fitted(words, room), ON_CARD),)
    if sign == "●":
        told = ((name, look), (blank + fitted(rest, room - len(name) - 1), ON_CARD))
    return ((" " * MARGIN, ON_CARD), (sign, Look(colour, CARD, bold=True)), (" ", ON_CARD), *told)


def _indented(words: str, look: Look) -> Line:
    return ((" " * MARGIN + words, look),)


def _week(progress: Progress) -> list[Line]:
    signs = (DAY_SIGNS[state] for state in progress.week)
    dots: Line = tuple((sign + "  ", look) for sign, look in signs)
    return [
        _indented("This week's daily puzzles", MUTED),
        _indented(" ".join(DAYS), HEADING),
        ((" " * MARGIN, TEXT), *dots),
    ]


def _reached(progress: Progress) -> list[Line]:
    rows: list[list[tuple[str, str]]] = [
        [("streak ", str(progress.streak)), ("   best ", str(progress.best_streak))],
        [("solved ", str(progress.solved)), (" of ", str(progress.tried))],
    ]
    if progress.curve:
        rating = progress.rating
        rows.append([("rating ", f"{rating.rating:.0f}"), (" ± ", f"{rating.deviation:.0f}")])
    return [
        ((" " * MARGIN, TEXT), *(run for name, value in row for run in ((name, MUTED), (value, BOLD))))
        for row in rows
    ]
