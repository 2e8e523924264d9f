"""The page of the setup: logo and profile above, games, set-up and the latest game side by side.

In a window without room for all games below the logo, the list of games stands beside it; in a narrow window
the page is one column that scrolls.
"""

from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Center, HorizontalGroup, VerticalGroup, VerticalScroll
from textual.geometry import Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from ttt_tui.analysis.words import spelled
from ttt_tui.app.look.room import LOW
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lists import AIRY_LINES, GameList
from ttt_tui.app.widgets.pictures import Logo, Miniature, logo_size
from ttt_tui.app.widgets.setup_card import BORDERS, WITH_BUTTONS, SetupCard
from ttt_tui.engine import Game, Setup
from ttt_tui.session import resuming_wording
from ttt_tui.session.presets import YOU
from ttt_tui.store.statistics import Score

if TYPE_CHECKING:
    from ttt_tui.app.widgets.board.picture import BoardPicture

NAME = "ttt-tui"

TITLES = (
    (NAME, "tic-tac-toe, grown up:", "every k in a row from 3×3 to 20×20"),
    (NAME, "tic-tac-toe, grown up", ""),
    ("", "", NAME),
    ("", "", ""),
)
"""The lines of the title; the first ones that fit beside the profile are shown."""

BETWEEN = 2
"""The least cells between title and profile."""

RESULTS = {True: ("good", "●"), False: ("bad", "○"), None: ("faint", "–")}
"""The role and the sign of a game that the user has won, lost, or that was drawn."""


class ProfileHeader(Widget):
    """Title on the left, profile on the right; only the profile where both do not fit."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {
        "profile--strong", "profile--quiet", "profile--faint", "profile--good", "profile--bad",
        "profile--key",
    }  # fmt: skip
    DEFAULT_CSS = """
    ProfileHeader {
        height: auto;
        & > .profile--strong { color: $role-text; text-style: bold; }
        & > .profile--quiet { color: $muted; }
        & > .profile--faint { color: $faint; }
        & > .profile--good { color: $good; text-style: bold; }
        & > .profile--bad { color: $bad; text-style: bold; }
        & > .profile--key { color: $role-accent; text-style: bold; }
    }
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._person = name
        self._score: Score | None = None

    def show(self, name: str, score: Score | None) -> None:
        """Show the user with the score, None if unknown."""
        if (name, score) != (self._person, self._score):
            self._person, self._score = name, score
            self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 3 if viewport.height >= LEAST_FOR_LOGO else 1

    def render_line(self, y: int) -> Strip:
        width, profile = self.content_size.width, self._profile()
        if self.size.height == 1:
            return self._in_a_line(width)
        title = next(title for title in TITLES if _fits(title, profile, width))[y]
        line = self._styled("strong" if title == NAME else "quiet", title)
        line.append(" " * max(0, width - line.cell_len - profile[y].cell_len)).append_text(profile[y])
        line.truncate(width, overflow="ellipsis", pad=True)
        return Strip(list(line.render(self.app.console)), width).apply_style(self.rich_style)

    def _in_a_line(self, width: int) -> Strip:
        """Return name of the program, name of the user, and the key that renames, as far as they fit."""
        name, *_, change = (text for text in self._profile() if text)
        rights = [name.copy().append("   ").append_text(change), name, Text()]
        title = self._styled("strong", NAME)
        right = next((each for each in rights if len(NAME) + BETWEEN + each.cell_len <= width), Text())
        line = title.append(" " * max(0, width - len(NAME) - right.cell_len)).append_text(right)
        line.truncate(width, overflow="ellipsis", pad=True)
        return Strip(list(line.render(self.app.console)), width).apply_style(self.rich_style)

    def _profile(self) -> tuple[Text, Text, Text]:
        """Return the name with wins, the latest results, and the key that renames; only the last may be
        blank.
        """
        score = self._score
        name = self._styled("strong", self._person)
        latest = Text()
        if score is not None and score.latest:
            wins = f" · {score.wins} win{'s' * (score.wins != 1)}"
            name.append_text(self._styled("quiet", wins))
            count = len(score.latest)
            latest = self._styled("quiet", f"last {spelled(count) if count > 1 else 'game'}")
            for won in score.latest:
                role, sign = RESULTS[won]
                latest.append(" ").append_text(self._styled(role, sign))
        what = " your name" if self._person == YOU else " rename"
        change = self._styled("key", "P").append_text(self._styled("quiet", what))
        return (name, latest, change) if latest else (name, change, latest)

    def _styled(self, part: str, text: str) -> Text:
        return Text().append(text, self.get_component_rich_style(f"profile--{part}"))

    async def on_click(self, event: events.Click) -> None:
        """Rename by a click on the profile."""
        offset = event.get_content_offset(self)
        if offset is not None and event.button == LEFT_BUTTON:
            lines = self._profile()
            profile = lines[offset.y] if self.size.height > 1 else Text("  ").join(filter(None, lines))
            if offset.x >= self.content_size.width - profile.cell_len:
                await self.screen.run_action("rename")


def _fits(title: tuple[str, ...], profile: tuple[Text, ...], width: int) -> bool:
    pairs = zip(title, profile, strict=True)
    return all(not text or len(text) + BETWEEN + right.cell_len <= width for text, right in pairs)


PAUSE_SECONDS = 0.15
"""Seconds without a key in the list of games after which another large board is drawn."""


class LastGame(VerticalGroup):
    """A picture of a game's board, with its result below: as in play if that fits, else a miniature."""

    DEFAULT_CSS = """
    LastGame {
        & > Static { color: $muted; text-align: center; margin-top: 1; }
    }
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._miniature = Miniature()
        self._large: BoardPicture | None = None  # made when the window first has room for it
        self._words = Static(markup=False)
        self._shown: tuple[Setup, Game | None] = setup, None
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Center(self._miniature) if self._large is None else Center(self._miniature, self._large)
        yield self._words

    def grow(self, room: Size) -> None:
        """Use the `room` for the board, in cells, from now on."""
        if self._large is None:
            from ttt_tui.app.widgets.board.picture import BoardPicture

            self._large = BoardPicture(self._shown[0])
            self._large.most_above = 1
            if self.is_attached:
                self.query_one(Center).mount(self._large)
        self._large.grow(room)
        self._draw_large()

    def _draw_large(self) -> None:
        """Draw the large board at once."""
        if self._large is None:
            return
        self._large.show_game(*self._shown)
        is_large = self._large.fits
        self._large.display, self._miniature.display = is_large, not is_large

    def _draw_large_soon(self) -> None:
        """Draw the large board; if it has changed, only after a pause without keys.

        A board takes several kilobytes: a slow line would not keep up with the keys in the list of games.
        """
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._large is not None and self._large.size and self._large.geometry != self._shown[0].geometry:
            self._timer = self.set_timer(PAUSE_SECONDS, self._draw_large)
        else:
            self._draw_large()

    def show(self, setup: Setup, game: Game | None) -> None:
        """Show a board with the stones and the result of a game played on it."""
        self._shown = setup, game
        if game is None:
            self._miniature.show(setup.geometry)
        else:
            self._miniature.show(setup.geometry, game.position.stones, game.setup.drawn_players)
        self._draw_large_soon()
        self._words.update("" if game is None else resuming_wording.last_time(game))


TINY, NARROW, USUAL, WIDE = "-tiny", "-narrow", "-usual", "-wide"
WIDTHS = {TINY: 0, NARROW: 30, USUAL: 78, WIDE: 112}
"""Class of a page → the columns from which it has that class: from the third on list and card stand side by
side, and from the fourth on the board beside them."""

ROWS_AFTER = 2
"""Lines of the card after the focused row, where the card does not fit."""

BELOW = 2
"""Lines of the window below the page: the status line and the keys. In a low window an empty status line has
none."""

LEAST_FOR_LOGO = 26
"""Lines of the window from which there is a drawn logo; below it the head is a line as on other screens."""

LEAST_FOR_TOP = 26
"""Lines of the page from which its first line is blank."""

HUGE = 184
"""Columns from which the list is wider, and the gaps."""

MARGIN = 2
"""Columns left and right of the page."""

INDENT = 2
"""Columns of list and card before their text."""

LEAST_CARD, MOST_CARD, MOST_BOARD = 47, 72, 65
"""Columns of the card, and the most of the board."""

WOOD, WORDS = Size(4, 2), 2
"""Columns and lines around the squares of the board, and lines below it."""


class Arrangement(NamedTuple):
    """The places of logo, list, card and board, side by side, in a window."""

    left: int
    """Blank columns before the page's own margin."""
    games: int
    """Columns of the list."""
    gaps: tuple[int, int]
    """Columns between list and card, and between card and board."""
    card: int
    """Columns of the card."""
    board: int
    """Columns of the board, 0 for none."""
    has_bar: bool
    """Whether logo and profile are a line as wide as the window."""
    head: int
    """Blank lines above the logo."""
    is_beside: bool
    """Whether the list stands beside the logo instead of below it."""
    top_of_games: int
    """The first line of the list."""
    top: int
    """The first line of the card and the board."""
    lines: int
    """Lines of the card."""


def arranged(window: Size) -> Arrangement:
    """Return the places in a window in which list and card stand side by side."""
    columns, page = window.width, window.height - BELOW
    is_huge, has_board = columns >= HUGE, columns >= WIDTHS[WIDE]
    games = 33 if is_huge else 29 if has_board else 27
    gaps = (4, 4) if is_huge else (3, 2) if has_board else (2, 0)
    free = columns - 2 * MARGIN - games - sum(gaps)
    card = min(max(free - MOST_BOARD * has_board, LEAST_CARD), MOST_CARD)
    board = min(free - card, MOST_BOARD) if has_board else 0
    left = (free - card - board) // 2
    logo = logo_size(window).height
    spare = page - (1 + logo + 1 + AIRY_LINES + BORDERS)
    if spare >= 0:
        gap = 1 + min(spare, 2)
        head = 1 + (spare - gap + 1) // 2
        top = head + logo + gap
        lines = AIRY_LINES + BORDERS
        return Arrangement(left, games, gaps, card, board, False, head, False, top + 1, top, lines)
    head = int(page >= LEAST_FOR_TOP)
    has_bar = window.height < LEAST_FOR_LOGO
    top = head + logo + head
    lines = min(max(page - top, WITH_BUTTONS + BORDERS), AIRY_LINES + BORDERS)
    games_top = logo if has_bar else head
    return Arrangement(left, games, gaps, card, board, has_bar, head, True, games_top, top, lines)


class SetupPage(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Lays out its parts for a window.

    It has no keys: arrows move the focus from line to line, and the page follows.
    """

    DEFAULT_CSS = """
    SetupPage {
        height: 1fr; background: $ground; scrollbar-size-vertical: 1;
        #head { width: 1fr; height: auto; }
        #body { width: 100%; height: auto; }
        #head { padding: 0 1; }
        #logo { margin-right: 3; }
        &.-bar #head { background: $role-panel; }
        ProfileHeader { width: 1fr; }
        #card { width: 1fr; min-height: 1; }
        #presets { width: 1fr; margin: 0 0 1 0; }
        LastGame { display: none; }
        &.-usual #logo, &.-wide #logo { margin-right: 4; }
        &.-bar #logo { margin-right: 1; }
        &.-beside { layers: default above; }
        &.-beside #head { layer: above; }
        &.-tiny #logo { display: none; }
        &.-tiny #body, &.-narrow #body { layout: vertical; margin-top: 1; }
        &.-tiny.-bar #body, &.-narrow.-bar #body { margin-top: 0; }
    }
    """

    def __init__(self, name: str, setup: Setup, *, has_shared_games: bool = True) -> None:
        """`has_shared_games` is as in `GameList`."""
        super().__init__(id="page")
        self.profile = ProfileHeader(name)
        self.games = GameList(id="presets", has_shared_games=has_shared_games)
        self.card = SetupCard(setup)
        self.last_game = LastGame(setup)
        self.left = 0
        """Blank columns left and right of the page's own margin."""
        self._logo = Logo(id="logo")
        self._head = HorizontalGroup(self._logo, self.profile, id="head")
        self._is_column = False  # with the list above the card

    def compose(self) -> ComposeResult:
        yield self._head
        yield HorizontalGroup(self.games, self.card, self.last_game, id="body")

    def fit(self, window: Size) -> None:
        """Fit all parts into a window."""
        kind = [each for each, least in WIDTHS.items() if window.width >= least][-1]
        for each in WIDTHS:
            self.set_class(each == kind, each)
        self._is_column = kind in (TINY, NARROW)
        self.styles.scrollbar_size_vertical = int(not self._is_column)  # the list has a sign of its own
        if self._is_column:
            self._fit_column(window)
        else:
            self._fit_abreast(window)
        self._logo.stand_on("panel" if self.has_class("-bar") else "ground")

    def _fit_column(self, window: Size) -> None:
        self.left = 0
        self.remove_class("-beside")
        for part in (self._head, self.games, self.card, self.last_game):
            for rule in ("width", "margin", "padding", "display"):
                part.styles.clear_rule(rule)
        self.card.fit(window.width, None)
        has_bar = LOW <= window.height < LEAST_FOR_LOGO
        self.set_class(has_bar, "-bar")
        below = BELOW if window.height >= LOW else BELOW - 1
        self._fit_lists(window.height - below - has_bar)

    def _fit_lists(self, lines: int) -> None:
        """Have each list of the column scroll within the page."""
        self.games.fit(lines)
        self.card.player_list.styles.max_height = lines

    def _fit_abreast(self, window: Size) -> None:
        placed = arranged(window)
        self.left = placed.left
        left = MARGIN + placed.left
        after_games, after_card = placed.gaps
        indent = left + INDENT + (placed.games + after_games if placed.is_beside else 0)
        head = self._head.styles
        if placed.has_bar:
            head.padding, head.margin = (0, MARGIN, 0, 1), 0
        else:
            head.padding = (placed.head, left + (0 if placed.board else INDENT), 0, 0)
            head.margin = (0, 0, 0, indent)  # the list may be beside it
        self.set_class(placed.has_bar, "-bar")
        self.set_class(placed.is_beside and not placed.has_bar, "-beside")
        is_above = placed.has_bar or not placed.is_beside
        top = placed.head + logo_size(window).height if is_above else 0  # within the body
        for part, columns, line, after, before in (
            (self.games, placed.games, placed.top_of_games, after_games, left),
            (self.card, placed.card, placed.top, after_card, 0),
            (self.last_game, placed.board, placed.top, 0, 0),
        ):
            part.styles.width, part.styles.margin = columns, (line - top, after, 0, before)
            part.display = columns > 0
        page = window.height - BELOW
        self.games.fit(page - placed.top_of_games)
        self.card.fit(placed.card, placed.lines - BORDERS)
        self.card.player_list.styles.max_height = None
        if placed.board:
            self.last_game.grow(Size(placed.board, page - placed.top - WORDS) - WOOD)

    def on_resize(self, event: events.Resize) -> None:
        """Follow a text in the status line, for which a low window has no line without one."""
        if self._is_column:
            self._fit_lists(event.size.height - self.has_class("-bar"))
        self.call_after_refresh(self.keep_in_sight)

    def keep_in_sight(self) -> None:
        """Scroll to the focused widget if the page is higher than the window.

        Where card and list are one column, as much of the card as possible is visible: it begins at the top,
        unless the focused row and the rows after it are further down.
        """
        if (widget := self.screen.focused) is None or self not in widget.ancestors:
            return
        top, wanted = self._top_of(widget), self.scroll_y
        least = top + widget.size.height - self.size.height
        if self._is_column and self.card in widget.ancestors:
            wanted = max(self._top_of(self.card), least + ROWS_AFTER)
        self.scroll_to(y=min(max(wanted, least), top), animate=False, immediate=True)

    def _top_of(self, widget: Widget) -> int:
        """Return the line of the page on which the content of a widget begins."""
        top = 0
        for ancestor in widget.ancestors_with_self:
            if ancestor is self:
                break
            if isinstance(ancestor, Widget):
                top += ancestor.virtual_region.y + (ancestor.gutter.top if ancestor is not widget else 0)
        return top
