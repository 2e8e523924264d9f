"""The page of the setup: logo and profile above, games, set-up and the latest game side by side.

In a narrow window it is one column that scrolls.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.style import Style
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
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets.lists import GameList
from ttt_tui.app.widgets.pictures import Logo, Miniature
from ttt_tui.app.widgets.setup_card import SetupCard
from ttt_tui.app.widgets.setup_rows import LINES
from ttt_tui.engine import COLOURS, Game, Player, Setup
from ttt_tui.session import resuming_wording, wording
from ttt_tui.session.presets import YOU
from ttt_tui.store.statistics import Score

if TYPE_CHECKING:
    from ttt_tui.app.widgets.board.picture import BoardPicture

WON, LOST, DRAWN = "won", "lost", "draw"
"""The result of a single game; several are shown by their first letters."""

TITLE_WIDTH = 50
"""Cells from which title and profile stand side by side."""

TITLE = ("ttt-tui", "tic-tac-toe, grown up")
LONG_TITLE = ("ttt-tui", "tic-tac-toe, grown up:", "every k in a row from 3×3 to 20×20")

LONG_TITLE_WIDTH = 76
"""Cells from which the title is the long one."""


class ProfileHeader(Widget):
    """Title on the left, profile on the right; only the profile where both do not fit."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"profile--strong", "profile--quiet", "profile--faint", "profile--key"}
    DEFAULT_CSS = """
    ProfileHeader {
        height: auto;
        & > .profile--strong { color: $role-text; text-style: bold; }
        & > .profile--quiet { color: $muted; }
        & > .profile--faint { color: $faint; }
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
        return 3

    def render_line(self, y: int) -> Strip:
        width = self.content_size.width
        profile = self._profile()[y]
        line = Text(no_wrap=True)
        if width >= TITLE_WIDTH:
            title = LONG_TITLE if width >= LONG_TITLE_WIDTH else TITLE
            line = self._styled("quiet" if y else "strong", title[y] if y < len(title) else "")
            line.append(" " * max(1, width - line.cell_len - profile.cell_len))
        line.append_text(profile)
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
            latest = self._styled("quiet", f"last {spelled(count) if count > 1 else 'game'}:")
            quiet = self.get_component_rich_style("profile--quiet")
            colour = player_colour(self.app.current_theme, COLOURS[0])
            for won in score.latest:
                word = DRAWN if won is None else WON if won else LOST
                latest.append(" ").append(word if count == 1 else word[0].upper(), colour if won else quiet)
        what = " your name" if self._person == YOU else " rename"
        change = self._styled("key", "P").append_text(self._styled("quiet", what))
        return (name, latest, change) if latest else (name, change, latest)

    def _styled(self, part: str, text: str) -> Text:
        return Text().append(text, self.get_component_rich_style(f"profile--{part}"))

    async def on_click(self, event: events.Click) -> None:
        """Rename by a click on the profile."""
        offset = event.get_content_offset(self)
        if offset is not None and event.button == LEFT_BUTTON:
            profile = self._profile()[offset.y]
            if (
                self.content_size.width < TITLE_WIDTH
                or offset.x >= self.content_size.width - profile.cell_len
            ):
                await self.screen.run_action("rename")


PAUSE_SECONDS = 0.15
"""Seconds without a key in the list of games after which another large board is drawn."""


class LastGame(VerticalGroup):
    """A miniature of a game, with its result below."""

    DEFAULT_CSS = """
    LastGame {
        & > Static { color: $muted; text-align: center; margin-top: 1; }
    }
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._miniature = Miniature()
        self._large: BoardPicture | None = None  # made when the window is first large enough
        self._words = Static(markup=False)
        self._shown: tuple[Setup, Game | None] = setup, None
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Center(self._miniature) if self._large is None else Center(self._miniature, self._large)
        yield self._words

    def grow(self, is_large: bool) -> None:
        """Show the board as it looks in play if `is_large`, else as a miniature."""
        if is_large and self._large is None:
            from ttt_tui.app.widgets.board.picture import BoardPicture

            self._large = BoardPicture(self._shown[0])
            if self.is_attached:
                self.query_one(Center).mount(self._large)
        self._miniature.display = not is_large
        if self._large is not None:
            self._large.display = is_large
            self._large.show_game(*self._shown)

    def _draw_large(self) -> None:
        """Draw the large board; if it has changed, only after a pause without keys.

        A board takes several kilobytes: a slow line would not keep up with the keys in the list of games.
        """
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._large is not None:
            draw = partial(self._large.show_game, *self._shown)
            if self._large.size and self._large.geometry != self._shown[0].geometry:
                self._timer = self.set_timer(PAUSE_SECONDS, draw)
            else:
                draw()

    def show(self, setup: Setup, game: Game | None, duel: tuple[int, int] | None) -> None:
        """Show a board with the stones and the result of a game played on it.

        `duel` are the wins and losses of the user against the other player on this board, None for no games.
        """
        geometry = setup.geometry
        self._shown = setup, game
        if game is None:
            self._miniature.show(geometry)
        else:
            self._miniature.show(geometry, game.position.stones, game.setup.drawn_players)
        self._draw_large()
        texts = [] if game is None else [Text(resuming_wording.last_time(game))]
        if duel is not None:
            texts.append(self._score(setup.players, duel))
        self._words.update(Text("\n").join(texts))

    def _score(self, players: Sequence[Player], duel: tuple[int, int]) -> Text:
        """Return `you 3–9 expert`, the numbers in the players' colours."""
        (you,) = (player for player in players if not player.is_computer)
        (computer,) = (player for player in players if player.is_computer)
        theme = self.app.current_theme
        won, lost = (
            (str(points), Style(color=player_colour(theme, player.colour), bold=True))
            for points, player in zip(duel, (you, computer), strict=True)
        )
        return Text.assemble("you ", won, "–", lost, f" {wording.level_title(computer.level)}")


TINY, NARROW, USUAL, WIDE = "-tiny", "-narrow", "-usual", "-wide"
USUAL_WIDTH, WIDE_WIDTH = 78, 112
"""Columns from which list and card stand side by side, and from which more fits."""

ROOMY = 37
"""Lines from which blank lines separate the parts."""

LOW = 25
"""Lines below which the logo has no blank lines around it, so that all games are visible."""

VERY_HIGH = 44
"""Lines from which the page is in the middle of the window."""

HUGE = Size(184, 49)
"""The window from which the board is shown as in play, beside list and card."""

PAGE_WIDTH, HUGE_PAGE_WIDTH = 136, 188
"""The most columns of the page."""

CARD_WIDTH = 72
"""The most columns of the card."""

BESIDE_HUGE = 110
"""Columns of the page beside the card in a huge window."""

LOW_AROUND_CARD, AROUND_CARD, ROOMY_AROUND_CARD = 13, 15, 26
"""Lines of the window without players and `LINES`, where list and card stand side by side."""

BESIDE_GAMES, ROOMY_BESIDE_GAMES = 8, 13
"""Lines of the window without the list, where list and card stand side by side; one less in a low window."""

ROWS_AFTER = 2
"""Lines of the card after the focused row, where the card does not fit."""

WIDTHS = {TINY: 0, NARROW: 30, USUAL: USUAL_WIDTH, WIDE: WIDE_WIDTH}
"""Class of a page → the columns from which it has that class."""


class SetupPage(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Lays out its parts for a window.

    It has no keys: arrows move the focus from line to line, and the page follows.
    """

    DEFAULT_CSS = """
    SetupPage {
        height: 1fr; background: $ground; scrollbar-size-vertical: 1; align-horizontal: center;
        #head, #body { width: 100%; max-width: 136; }
        #head { height: auto; padding: 1 2 0 4; }
        #logo { margin-right: 3; }
        ProfileHeader { width: 1fr; }
        #body { height: auto; margin-top: 1; padding: 0 2; }
        #presets { width: 27; margin: 1 2 0 0; }
        #card { width: 1fr; max-width: 72; min-height: 16; }
        LastGame { display: none; margin: 1 0 0 2; width: 34; }
        &.-low #head { padding: 0 2 0 4; }
        &.-low #body { margin-top: 0; }
        &.-very-high { align-vertical: middle; }
        &.-wide #head { padding: 1 4 0 5; }
        &.-wide.-low #head { padding: 0 4 0 5; }
        &.-wide #body { padding: 0 2 0 4; }
        &.-roomy #head { padding: 2 4 0 5; }
        &.-roomy ProfileHeader { margin-top: 1; }
        &.-roomy #body { margin-top: 3; }
        &.-roomy LastGame { display: block; }
        &.-wide #presets { width: 29; margin: 1 3 0 0; }
        &.-huge #head, &.-huge #body { max-width: 188; }
        &.-huge #head { padding: 1 7 0 5; }
        &.-huge #logo { margin-right: 5; }
        &.-huge ProfileHeader { margin-top: 3; }
        &.-huge #body { margin-top: 2; }
        &.-huge #presets { width: 33; margin: 1 4 0 0; }
        &.-huge LastGame { width: 65; min-height: 34; margin: 0 0 0 4; }
        &.-tiny #head, &.-narrow #head { padding: 0 1; }
        &.-tiny #logo { display: none; }
        &.-tiny #body, &.-narrow #body { layout: vertical; padding: 0; }
        &.-tiny #presets, &.-narrow #presets { width: 1fr; margin: 0 0 1 0; }
        &.-tiny #card, &.-narrow #card { min-height: 1; max-width: 100%; }
    }
    """

    def __init__(self, name: str, setup: Setup) -> None:
        super().__init__(id="page")
        self.profile = ProfileHeader(name)
        self.games = GameList(id="presets")
        self.card = SetupCard(setup)
        self.last_game = LastGame(setup)
        self._is_column = False  # with the list above the card

    def compose(self) -> ComposeResult:
        yield HorizontalGroup(Logo(id="logo"), self.profile, id="head")
        yield HorizontalGroup(self.games, self.card, self.last_game, id="body")

    def fit(self, window: Size) -> bool:
        """Fit list, card and players into a window; return whether list and card stand side by side."""
        width, height = window
        kind = [each for each, least in WIDTHS.items() if width >= least][-1]
        for each in WIDTHS:
            self.set_class(each == kind, each)
        is_abreast = width >= USUAL_WIDTH
        self._is_column = not is_abreast
        is_roomy = width >= WIDE_WIDTH and height >= ROOMY
        self.set_class(is_roomy, "-roomy")
        is_low = is_abreast and height < LOW
        self.set_class(is_low, "-low")
        self.set_class(is_roomy and height >= VERY_HIGH, "-very-high")
        is_huge = width >= HUGE.width and height >= HUGE.height
        self.set_class(is_huge, "-huge")
        self.last_game.grow(is_huge)
        self.card.set_class(is_roomy, "-roomy")
        self.games.spread(is_roomy)
        if is_abreast:
            beside = (38 if width >= WIDE_WIDTH else 33) + (36 if is_roomy else 0)
            card = min(CARD_WIDTH, min(width, PAGE_WIDTH) - beside)
            if is_huge:
                card = min(CARD_WIDTH, min(width, HUGE_PAGE_WIDTH) - BESIDE_HUGE)
            around = ROOMY_AROUND_CARD if is_roomy else LOW_AROUND_CARD if is_low else AROUND_CARD
            players = max(4, height - around - len(LINES))
            self.games.styles.max_height = (
                height - (ROOMY_BESIDE_GAMES if is_roomy else BESIDE_GAMES) + is_low
            )
        else:
            page = height - 3
            card, players = width, max(2, page)
            self.games.styles.max_height = max(2, page)
        self.card.fit(card, players)
        return is_abreast

    def on_resize(self) -> None:
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
