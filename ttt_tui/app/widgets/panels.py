"""The panels beside the board of a match: whole board of Ultimate, thinking computer, result card."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from ttt_tui.analysis.words import counted
from ttt_tui.app.look.room import is_within
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.board.cell_size import SQUARES
from ttt_tui.app.widgets.board.ground import glyphs_for
from ttt_tui.app.widgets.board.view import SmallBoards
from ttt_tui.app.widgets.digits import digits_width, large_digits
from ttt_tui.app.widgets.lines import (
    CARD,
    MUTED,
    STONE_CELLS,
    STONE_LINES,
    Line,
    Lines,
    Run,
    TextStyle,
    balanced,
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
from ttt_tui.engine import Geometry, Match, Player, Rules, Setup
from ttt_tui.engine.rules import USUAL
from ttt_tui.session import wording
from ttt_tui.session.results import ResultText

SIDE = 3
"""Boards in a row, and rows of them."""

INDENT, GAP = 2, 3
"""Cells on the left of the whole board, and before its score."""

WOOD, GRID = TextStyle(ground="board"), TextStyle("grid", "board", is_dim=True)
WOOD_MARGIN: Run = ("  ", WOOD)


WOODEN = Size(15, 7)
"""The whole board with rules, on wood."""

ROOM_FOR_WOOD = Size(32, 16)
"""The cells and lines from which the whole board is on wood; below it are the moves."""


class WholeBoard(Lines):
    """Shows the state of each small board in three cells, with the score where most boards win.

    Where there is room, these are the squares of a board of wood, and the score always stands beside it.
    """

    DEFAULT_CSS = f"""
    WholeBoard {{ height: {SIDE}; margin-top: 1; display: none; }}
    """

    def __init__(self, geometry: Geometry, players: tuple[Player, ...]) -> None:
        super().__init__()
        self._players = players
        self._has_score = geometry.rules.most_boards
        self._boards: SmallBoards | None = None
        self._is_wooden = False

    def grow(self, room: Size) -> int:
        """Take the larger form if it fits into a room; return the lines that the form takes."""
        self._is_wooden = is_within(ROOM_FOR_WOOD, room)
        self.styles.height = lines = WOODEN.height if self._is_wooden else SIDE
        return lines

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
        ground = "board" if self._is_wooden else "ground"
        cells = [self._cell(self._boards, board, ground) for board in range(SIDE * SIDE)]
        blank: Line = ((" ", TextStyle(ground=ground)),)
        upright = ((self._rules[1], GRID),) if self._is_wooden else blank
        rows: list[Line] = [
            (*left, *upright, *middle, *upright, *right)
            for left, middle, right in zip(cells[::SIDE], cells[1::SIDE], cells[2::SIDE], strict=True)
        ]
        if self._is_wooden:
            rows = self._on_wood(rows)
            beside = self._score_in_words(self._boards)
        else:
            beside = [self._score(self._boards)] * self._has_score
        for y, score in enumerate(beside, (len(rows) - len(beside) + 1) // 2):
            rows[y] = (*rows[y], (" " * GAP, MUTED), *score)
        return [((" " * INDENT, MUTED), *row) for row in rows]

    @property
    def _rules(self) -> tuple[str, str, str]:
        return glyphs_for(SQUARES[-1], only_ascii(self.app)).rules

    def _on_wood(self, rows: list[Line]) -> list[Line]:
        """Return rows with rules between them and wood around them."""
        level, _, crossing = self._rules
        rule: Line = ((crossing.join([3 * level] * SIDE), GRID),)
        upper, middle, lower = (spread((WOOD_MARGIN, *row), (), WOODEN.width, WOOD) for row in rows)
        between = spread((WOOD_MARGIN, *rule), (), WOODEN.width, WOOD)
        rim = TextStyle("rim", is_edge=True)
        edge = TextStyle("board", "ground" if only_ascii(self.app) else "edge", is_edge=True)
        return [
            (("▄" * WOODEN.width, rim),),
            *(upper, between, middle, between, lower),
            (("▀" * WOODEN.width, edge),),
        ]

    def _cell(self, boards: SmallBoards, board: int, ground: str) -> Line:
        """Return a board in three cells, between brackets if it is the only one to play on."""
        it = 1 << board
        is_due, is_playable = boards.playable == it, bool(boards.playable & it)
        accent = TextStyle("accent", ground, bold=True)
        for player, won in zip(self._players, boards.won, strict=True):
            if won & it and not is_due:
                return chip_of(player, ground)
            if won & it:
                end = "]" * (cell_len(player.symbol) == 1)
                return (
                    ("[", accent),
                    (player.symbol, TextStyle(player.colour, ground, bold=True)),
                    (end, accent),
                )
        if boards.drawn & it:
            return ((" ─ ", TextStyle("muted", ground)),)
        faint = TextStyle("muted" if self._is_wooden else "faint", ground)
        return (("[·]" if is_due else " · ", accent if is_playable else faint),)

    def _score_in_words(self, boards: SmallBoards) -> list[Line]:
        """Return a line for each player, `X  3 boards`, and one for drawn boards if there are any."""
        lines: list[Line] = [
            (
                (f"{player.symbol}  ", TextStyle(player.colour, bold=True)),
                (counted(won.bit_count(), "board"), MUTED),
            )
            for player, won in zip(self._players, boards.won, strict=True)
        ]
        drawn: Line = ((f"─  {boards.drawn.bit_count()} drawn", MUTED),)
        return [*lines, drawn] if boards.drawn else lines

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


THINKING_LINES = 5
"""Lines of the block about a computer, with a blank one above."""


class ThinkingPanel(Lines):
    """Shows the progress of a thinking computer, else what it did; nothing if there is nothing to say."""

    DEFAULT_CSS = f"""
    ThinkingPanel {{ height: {THINKING_LINES}; }}
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

    def show(
        self, player: Player | None, comment: tuple[str, ...] = (), progress: SearchPanel | None = None
    ) -> None:
        """Show a computer with a comment on its move, or with its search; None shows nothing."""
        self._player, self._comment, self._progress = player, comment, progress
        self.follow()

    def introduce(self, players: Sequence[Player]) -> None:
        """Describe the first computer, which has not moved yet, or show nothing."""
        self.show(next((player for player in players if player.is_computer), None))

    def lines(self, width: int) -> list[Line]:
        """Return a blank line and the text below it, none without a text."""
        if (player := self._player) is None:
            return []
        room, progress = width - 2 * len(MARGIN), self._progress
        is_running = progress is not None and progress.is_running
        if progress is not None and (is_running or self.shows_figures):
            more = " thinking" if is_running else ""
            name = (fitted(player.name, room - len(more)), TextStyle(player.colour, bold=True))
            bars = [] if self.shows_figures else self._bar(progress, room)
            words = figures(progress) if self.shows_figures else self._result_so_far(progress, room)
            return [
                (),
                ((MARGIN, MUTED), name, (more, MUTED)),
                *bars,
                *_muted(fitted(w, room) for w in words),
            ]
        phrases = self._comment or self._search_summary(progress) or _introduction(player, self.rules)
        for count in range(len(phrases), 0, -1):
            text = _sentence(player, phrases[:count], room)
            if len(text) < THINKING_LINES or count == 1:
                return [(), *text]
        return []

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

    def _search_summary(self, progress: SearchPanel | None) -> Sequence[str]:
        """Describe the search of a move without a comment."""
        assert self._player is not None
        if progress is None:
            return ()
        words = wording.search_words(self._player.level, progress.thought, progress.geometry)
        if progress.said:
            words = [*words, progress.said]
        if not words and self._player.is_engine:  # one without messages, as for a move from its own book
            return [f"answered in {progress.seconds:.1f} s"]
        return words


def _muted(texts: Iterable[str]) -> list[Line]:
    return [((MARGIN, MUTED), (text, MUTED)) for text in texts]


def _sentence(player: Player, phrases: Sequence[str], room: int) -> list[Line]:
    """Return a sentence about a player in lines of at most `room` cells; further phrases begin a line."""
    name = fitted(player.name, room)
    filler = "x" * cell_len(name)  # takes the place of the name
    head, *more = wrapped([f"{filler} {phrases[0]}"], room)
    named = (name, TextStyle(player.colour, bold=True))
    first: Line = ((MARGIN, MUTED), named, (head.removeprefix(filler), MUTED))
    return [first, *_muted([*more, *wrapped(phrases[1:], room)])]


def wrapped(texts: Iterable[str], room: int) -> list[str]:
    """Return texts in lines of at most `room` characters, each beginning a line."""
    return [line for text in texts for line in balanced(text, room)]


def _introduction(player: Player, rules: Rules) -> Sequence[str]:
    """Return what a computer does under these rules; empty for an engine."""
    level = LEVELS.get(player.level)
    return () if level is None else (level.under(rules).summary,)


def figures(progress: SearchPanel) -> list[str]:
    """Return a search's figures and the engine's message in up to three lines."""
    thought = progress.thought
    lines = [wording.effort(thought, progress.seconds)]
    if thought is not None and thought.nodes:
        lines.append(wording.nodes(thought))
    if thought is not None:
        lines.append(wording.judgement(thought, progress.geometry))
    return [*lines[:2], progress.said] if progress.said else lines


SMALL_STONE, WIDE_STONE, LARGE_STONE = (STONE_CELLS, STONE_LINES), (11, 5), (15, 7)
"""The sizes of the stone on a card."""

CHIPS_IN_ROW = 5
"""The most chips side by side: those of fifteen players fit on the card."""

BESIDE_STONE, AFTER_TEXT = 1, 2
"""Cells before the stone and after it, since it has a blank on either side, and after the text."""


class ResultCard(Lines):
    """Shows the result of a game or match, on the winner's colour if somebody at this terminal won."""

    def __init__(self) -> None:
        super().__init__()
        self._match: Match | None = None
        self._result: ResultText | None = None
        self.stone = SMALL_STONE
        """The size of the stone; with a large one the card has margins, and a match's score large digits."""

    def show(self, match: Match, result: ResultText) -> None:
        self._match, self._result = match, result
        self.follow()

    @property
    def lines_needed(self) -> int:
        """The lines with half a line of ground above and below, and with margins."""
        return self.stone[1] + 2 + 2 * self.is_large

    @property
    def is_large(self) -> bool:
        return self.stone == LARGE_STONE

    def lines(self, width: int) -> list[Line]:
        if self._match is None or self._result is None:
            return []
        result, match = self._result, self._match
        is_lit = result.is_ours and result.winner is not None
        ground = match.setup.players[result.winner].colour if is_lit and result.winner is not None else CARD
        style = TextStyle("ink" if is_lit else "muted", ground, stands_out=is_lit)
        title = style._replace(colour="ink" if is_lit else "text", bold=True)
        picture = self._picture(match.setup, result.winner, ground)
        room = width - 2 * BESIDE_STONE - cells_of(picture[0]) - AFTER_TEXT
        texts = self._of_match(match, room) if match.is_over else game_texts(result, room)
        above = (len(picture) - len(texts)) // 2
        texts = [*[PLAIN] * above, *texts, *[PLAIN] * (len(picture) - above - len(texts))]
        rows: list[Line] = [
            (
                (" " * BESIDE_STONE, style), *row, (" " * BESIDE_STONE, style),
                (padded(text, room + AFTER_TEXT), title if is_title else style),
            )
            for row, (text, is_title) in zip(picture, texts, strict=True)
        ]  # fmt: skip
        blank: Line = ((" " * width, style),)
        return card([blank, *rows, blank] if self.is_large else rows, width, ground)

    def _of_match(self, match: Match, room: int) -> "list[CardText]":
        """Return who won a match, and its score, on a large card in large digits if they fit."""
        winner, points = match.winner, match.points
        name, verb = ("The match", "is drawn") if winner is None else (_winner(match, room), "the match")
        title = [CardText(name, True), CardText(verb, True)]
        if len(points) > 2 and winner is None:
            return title
        best, is_duel = max(points), len(points) == 2
        score = wording.score(sorted(points, reverse=True)) if is_duel else str(best)
        words = "" if is_duel else counted(best, "point").removeprefix(score)
        if self.is_large and digits_width(score) + len(words) <= room:
            *upper, lowest = large_digits(score, is_ascii=only_ascii(self.app))
            return [*title, PLAIN, *(CardText(line, True) for line in (*upper, lowest + words))]
        return [*title, CardText(score + words)]

    def _picture(self, setup: Setup, winner: int | None, ground: str) -> list[Line]:
        """Return the winner's stone; for a draw two players' stones side by side, or the chips of more."""
        players, lines = setup.players, self.stone[1]
        drawn = partial(stone_of, is_ascii=only_ascii(self.app), is_disc=setup.geometry.rules.drop)
        if winner is not None:
            return drawn(players[winner], ground, self.stone)
        style = TextStyle("muted", ground)
        if len(players) == 2:
            one, two = (drawn(player, ground) for player in players)
            rows = [(*left, *right) for left, right in zip(one, two, strict=True)]
        else:
            chips = [chip_of(player, ground) for player in players]
            groups = [chips[first : first + CHIPS_IN_ROW] for first in range(0, len(chips), CHIPS_IN_ROW)]
            rows = [((" ", style), *(run for shown in group for run in shown)) for group in groups]
        above = (lines - len(rows)) // 2
        rows = [*[()] * above, *rows, *[()] * (lines - len(rows) - above)]
        return [spread(row, (), max(map(cells_of, rows)), style) for row in rows]


class CardText(NamedTuple):
    """A text beside the stone of a card."""

    text: str
    is_title: bool = False


PLAIN = CardText("")


def game_texts(result: ResultText, room: int) -> list[CardText]:
    """Return who won a game, and the score with what is left to win or would have won.

    The status line says how it was won. Of a draw it has no more to say: the card has its length.
    """
    name = fitted(result.subject, room - len(result.predicate)) + result.predicate
    then = (result.then, *result.brief_then)
    texts: list[tuple[str, ...]]
    if result.winner is None:
        texts = [(result.how, *result.brief_how), then]
    elif then == result.standing:
        full, *brief = result.standing
        texts = [*zip(full.split(" · "), brief[0].split(", "), strict=False)] if brief else [result.standing]
    else:
        texts = [result.standing, then]
    return [CardText(name, True), *(CardText(longest_fitting(each, room)) for each in texts)]


def _winner(match: Match, room: int) -> str:
    """Return `Ada wins`, with the name cut to fit into `room` cells."""
    name, _, verb = wording.match_winner(match).removesuffix(" the match").rpartition(" ")
    return f"{fitted(name, room - cell_len(verb) - 1)} {verb}"
