"""The panels beside the board of a match: whole board of Ultimate, thinking computer, result card."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.board.view import SmallBoards
from ttt_tui.app.widgets.lines import (
    CARD,
    CHIP_CELLS,
    MUTED,
    STONE_LINES,
    Line,
    Lines,
    Run,
    TextStyle,
    card,
    cells_of,
    chip_of,
    fitted,
    longest_fitting,
    padded,
    spread,
    stone_of,
)
from ttt_tui.computer import LEVELS, Thought
from ttt_tui.engine import Geometry, Match, Player, Rules
from ttt_tui.engine.rules import USUAL
from ttt_tui.session import wording
from ttt_tui.session.results import ResultText

SIDE = 3
"""Boards in a row, and rows of them."""

INDENT, GAP = 2, 3
"""Cells on the left of the whole board, and before its score."""


class WholeBoard(Lines):
    """Shows the state of each small board in three cells, with the score where most boards win."""

    DEFAULT_CSS = f"""
    WholeBoard {{ height: {SIDE}; margin-top: 1; display: none; }}
    """

    def __init__(self, geometry: Geometry, players: tuple[Player, ...]) -> None:
        super().__init__()
        self._players = players
        self._has_score = geometry.rules.most_boards
        self._boards: SmallBoards | None = None

    def show(self, boards: SmallBoards | None) -> None:
        """Show small boards, or nothing for a game without them."""
        self._boards = boards
        self.follow()

    def seat(self, players: tuple[Player, ...]) -> None:
        """Draw other players' symbols and colours from the next `show` on."""
        self._players = players

    def lines(self, width: int) -> list[Line]:
        if self._boards is None:
            return []
        rows: list[Line] = []
        for first in range(0, SIDE * SIDE, SIDE):
            cells = (self._cell(self._boards, board) for board in range(first, first + SIDE))
            rows.append(((" " * INDENT, MUTED), *(run for cell in cells for run in (*cell, (" ", MUTED)))))
        if self._has_score:
            rows[1] = (*rows[1], (" " * GAP, MUTED), *self._score(self._boards))
        return rows

    def _cell(self, boards: SmallBoards, board: int) -> Line:
        """Return a board in three cells, between brackets if it is the only one to play on."""
        it = 1 << board
        is_due, is_playable = boards.playable == it, bool(boards.playable & it)
        for player, won in zip(self._players, boards.won, strict=True):
            if won & it and not is_due:
                return chip_of(player, "ground")
            if won & it:
                bracket, end = TextStyle("accent", bold=True), "]" * (cell_len(player.symbol) == 1)
                return ("[", bracket), (player.symbol, TextStyle(player.colour, bold=True)), (end, bracket)
        if boards.drawn & it:
            return ((" ─ ", MUTED),)
        style = TextStyle("accent", bold=True) if is_playable else TextStyle("faint")
        return (("[·]" if is_due else " · ", style),)

    def _score(self, boards: SmallBoards) -> Line:
        """Return the number of boards of each player: `X 3  O 2`."""
        runs: list[Run] = []
        for player, won in zip(self._players, boards.won, strict=True):
            runs += [
                (f"{player.symbol} ", TextStyle(player.colour, bold=True)),
                (f"{won.bit_count()}  ", TextStyle()),
            ]
        return tuple(runs)


MARGIN = "  "
ROOM_FOR_REPLIES = 50
"""Cells from which the expected replies are shown."""


class SearchPanel(NamedTuple):
    """The progress of a search, or its last state."""

    thought: Thought | None
    """The result so far, None before the first one."""
    seconds: float
    """The time so far, in seconds."""
    geometry: Geometry
    is_running: bool
    said: str = ""
    """The latest message of an engine, empty for our own searches."""


MOST_WORDS = 3
"""The most lines of text under the name of a computer."""


class ThinkingPanel(Lines):
    """Shows the progress of a thinking computer, else the comment on its latest move."""

    DEFAULT_CSS = """
    ThinkingPanel { height: 5; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._player: Player | None = None
        self._comment: tuple[str, ...] = ()
        self._progress: SearchPanel | None = None
        self.shows_figures = False
        """Whether to show the figures of the search: time, depth, positions, rate, score."""
        self.rules = USUAL
        """The rules by which the computers play."""
        self.introduces = False
        """Whether a computer is described if there is no comment on its latest move."""

    def show(
        self, player: Player | None, comment: tuple[str, ...] = (), progress: SearchPanel | None = None
    ) -> None:
        """Show a computer with a comment on its move, or with its search; None shows nothing."""
        self._player, self._comment, self._progress = player, comment, progress
        self.follow()

    def introduce(self, players: Sequence[Player]) -> None:
        """Describe the first computer, which has not moved yet, or show nothing."""
        computers = (player for player in players if player.is_computer)
        self.show(next(computers, None) if self.introduces else None)

    def lines(self, width: int) -> list[Line]:
        """Return a blank line, the name, and up to three lines of text."""
        if self._player is None:
            return []
        room = width - 2 * len(MARGIN)
        progress = self._progress
        words = wrapped(self._comment, room)[:MOST_WORDS]
        bars: list[Line] = []
        is_running = progress is not None and progress.is_running
        if progress is not None and is_running:
            bars = self._bar(progress, room)
            words = self._result_so_far(progress, room)
        elif not words:
            words = self._search_summary(progress, room)
        if progress is not None and self.shows_figures:
            bars, words = [], figures(progress)
        if not words and self.introduces and not is_running:
            words = _introduction(self._player, self.rules, room)
        more = " thinking" if is_running else ""
        name = (fitted(self._player.name, room - len(more)), TextStyle(self._player.colour, bold=True))
        texts: list[Line] = [((MARGIN, MUTED), (fitted(text, room), MUTED)) for text in words]
        return [(), ((MARGIN, MUTED), name, (more, MUTED)), *bars, *texts]

    def _bar(self, progress: SearchPanel, room: int) -> list[Line]:
        """Return a bar of the used time, empty without a time limit."""
        assert self._player is not None
        limit = self._player.limit.seconds
        if not limit:
            return []
        used = min(int(room * progress.seconds / limit), room)
        done, left = ("━" * used, TextStyle(self._player.colour)), ("─" * (room - used), TextStyle("faint"))
        return [((MARGIN, MUTED), done, left)]

    def _result_so_far(self, progress: SearchPanel, room: int) -> list[str]:
        """Describe the result so far."""
        thought, geometry = progress.thought, progress.geometry
        if thought is None or len(geometry.squares) <= wording.SEEN_BY_ALL:
            return [progress.said] if progress.said else []
        deep = [wording.depth_text(thought.depth)] if thought.depth else []
        likes = wording.best_line_text(thought, geometry, most_replies=2 if room >= ROOM_FOR_REPLIES else 0)
        return [likes, progress.said] if progress.said else [*deep, likes]

    def _search_summary(self, progress: SearchPanel | None, room: int) -> list[str]:
        """Describe the search of a move without a comment."""
        assert self._player is not None
        if progress is None:
            return []
        words = wrapped(wording.search_words(self._player.level, progress.thought, progress.geometry), room)
        if progress.said:
            words = [*words, progress.said]
        if not words and self._player.is_engine:  # one without messages, as for a move from its own book
            return [f"answered in {progress.seconds:.1f} s"]
        return words


def wrapped(texts: Iterable[str], room: int) -> list[str]:
    """Return texts in lines of at most `room` characters, each beginning a line."""
    return [line for text in texts for line in wrap(text, max(room, 1))]


def _introduction(player: Player, rules: Rules, room: int) -> list[str]:
    """Return what a computer does under these rules, in at most `room` cells; empty for an engine."""
    level = LEVELS.get(player.level)
    if level is None:
        return []
    level = level.under(rules)
    return [longest_fitting((level.summary, level.note), room)]


def figures(progress: SearchPanel) -> list[str]:
    """Return a search's figures and the engine's message in up to three lines."""
    thought = progress.thought
    lines = [wording.effort(thought, progress.seconds)]
    if thought is not None and thought.nodes:
        lines.append(wording.nodes(thought))
    if thought is not None:
        lines.append(wording.judgement(thought, progress.geometry))
    return [*lines[:2], progress.said] if progress.said else lines


RESULT_LINES = STONE_LINES + 2
"""Lines of the card, with half a line above and below."""

CHIPS_IN_ROW = 5
"""The most chips side by side: those of fifteen players fit on the card."""

USUAL_CELLS, WIDE_CELLS = 30, 36
"""Cells from which the card has its usual margins, and as much room on the right as on the left."""


class CardKey(NamedTuple):
    """A key that the card of a result names, with what it does."""

    key: str
    words: str


class ResultCard(Lines):
    """Shows a result, on the winner's colour if somebody at this terminal won, and keys below it."""

    DEFAULT_CSS = f"""
    ResultCard {{ height: {RESULT_LINES}; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self._match: Match | None = None
        self._result: ResultText | None = None
        self._keys: Sequence[CardKey] = ()
        self.used_lines = RESULT_LINES
        """The lines that the card has."""

    def show(self, match: Match, result: ResultText, keys: Sequence[CardKey] = ()) -> None:
        self._match, self._result, self._keys = match, result, keys
        self.follow()

    @property
    def most_lines(self) -> int:
        """The lines that the card needs for all keys."""
        return RESULT_LINES + len(self._keys)

    def grow(self, room: int) -> None:
        """Use the lines of the result and all keys, or of the result alone if the keys have no room."""
        self.used_lines = self.most_lines if room >= self.most_lines else RESULT_LINES
        self.styles.height = self.used_lines
        self.follow()

    def lines(self, width: int) -> list[Line]:
        if self._match is None or self._result is None:
            return []
        result, players = self._result, self._match.setup.players
        is_lit = result.is_ours and result.winner is not None
        ground = players[result.winner].colour if is_lit and result.winner is not None else CARD
        style = TextStyle("ink" if is_lit else "muted", ground, stands_out=is_lit)
        title = style._replace(colour="ink" if is_lit else "text", bold=True)
        picture = self._picture(players, result.winner, ground)
        margin, gap = (2, 2) if width >= USUAL_CELLS else (1, 1)  # a stone has a blank on either side
        right = 3 if width >= WIDE_CELLS else 1
        room = width - margin - cells_of(picture[0]) - gap - right
        name = fitted(result.subject, room - len(result.predicate)) + result.predicate
        how = longest_fitting((result.how, result.brief_how), room)
        then = longest_fitting((result.then, *result.brief_then), room)
        texts = ((name, title), (how, style), (then, style))
        blank = TextStyle(ground=ground, stands_out=is_lit)
        rows: list[Line] = [
            ((" " * margin, blank), *row, (" " * gap, blank), (padded(text, room + right), style))
            for row, (text, style) in zip(picture, texts, strict=True)
        ]
        if self.used_lines == self.most_lines:
            sign = style._replace(colour="ink" if is_lit else "accent", bold=True)
            rows += [((" " * margin, style), (key, sign), (f"  {words}", style)) for key, words in self._keys]
        return card(rows, width, ground)

    def _picture(self, players: Sequence[Player], winner: int | None, ground: str) -> list[Line]:
        """Return the winner's stone; for a draw two players' stones side by side, or the chips of more."""
        is_ascii = only_ascii(self.app)
        if winner is not None:
            return stone_of(players[winner], ground, is_ascii=is_ascii)
        if len(players) == 2:
            one, two = (stone_of(player, ground, is_ascii=is_ascii) for player in players)
            return [(*left, *right) for left, right in zip(one, two, strict=True)]
        chips, style = [chip_of(player, ground) for player in players], TextStyle("muted", ground)
        rows = [chips[first : first + CHIPS_IN_ROW] for first in range(0, len(chips), CHIPS_IN_ROW)]
        lines = [tuple(run for shown in row for run in shown) for row in rows]
        lines = [((" ", style), *line) for line in lines] + [()] * (STONE_LINES - len(lines))
        return [spread(line, (), 1 + CHIPS_IN_ROW * CHIP_CELLS, style) for line in lines]
