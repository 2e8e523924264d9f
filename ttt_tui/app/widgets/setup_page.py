"""The page of the setup: logo and profile above, games, what is chosen and the latest game side by side.

In a narrow window it is one column that scrolls.
"""

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalScroll
from textual.geometry import Size
from textual.widget import Widget

from ttt_tui.app.widgets.game_list import GameList
from ttt_tui.app.widgets.last_game import LastGame
from ttt_tui.app.widgets.logo import Logo
from ttt_tui.app.widgets.masthead import ProfileHeader
from ttt_tui.app.widgets.setup_card import SetupCard
from ttt_tui.engine import Setup

TINY, NARROW, USUAL, WIDE = "-tiny", "-narrow", "-usual", "-wide"
USUAL_WIDTH, WIDE_WIDTH = 78, 112
"""Columns from which list and card stand side by side, and from which there is room for more."""

ROOMY = 36
"""Lines from which subjects are set apart by blank lines."""

LOW = 25
"""Below so many lines no blank lines are above and below the logo, so that all games are seen at once."""

VERY_HIGH = 44
"""From so many lines the page is in the middle of the window: at its top it would leave half of it empty."""

LOW_AROUND_PLAYERS, AROUND_PLAYERS, ROOMY_AROUND_PLAYERS = 18, 20, 31
"""Lines of the window beside the players, where list and card stand side by side."""


WIDTHS = {TINY: 0, NARROW: 30, USUAL: USUAL_WIDTH, WIDE: WIDE_WIDTH}
"""The class of a page, and the columns from which it has that."""


class SetupPage(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Lays its parts out for a window; what they show is their own affair.

    It has no keys: arrows go from line to line, and the page follows.
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
        &.-tiny #head, &.-narrow #head { padding: 0 1; }
        &.-tiny #logo { display: none; }
        &.-tiny #body, &.-narrow #body { layout: vertical; padding: 0; }
        &.-tiny #presets, &.-narrow #presets { width: 1fr; margin: 0 0 1 0; }
        &.-tiny #card, &.-narrow #card { min-height: 1; max-width: 100%; }
    }
    """

    def __init__(self, name: str, setup: Setup) -> None:
        super().__init__(id="page")
        self.masthead = ProfileHeader(name)
        self.games = GameList(id="presets")
        self.card = SetupCard(setup)
        self.last_game = LastGame()

    def compose(self) -> ComposeResult:
        """Give the games on the left and what is chosen on the right."""
        yield HorizontalGroup(Logo(id="logo"), self.masthead, id="head")
        yield HorizontalGroup(self.games, self.card, self.last_game, id="body")

    def fit(self, window: Size) -> bool:
        """Fit list, card and players into a window; return whether list and card stand side by side."""
        width, height = window
        kind = [each for each, least in WIDTHS.items() if width >= least][-1]
        for each in WIDTHS:
            self.set_class(each == kind, each)
        is_abreast = width >= USUAL_WIDTH
        is_roomy = width >= WIDE_WIDTH and height >= ROOMY
        self.set_class(is_roomy, "-roomy")
        is_low = is_abreast and height < LOW
        self.set_class(is_low, "-low")
        self.set_class(is_roomy and height >= VERY_HIGH, "-very-high")
        self.card.set_class(is_roomy, "-roomy")
        self.games.spread(is_roomy)
        if is_abreast:
            beside = (38 if width >= WIDE_WIDTH else 33) + (36 if is_roomy else 0)
            card = min(72, min(width, 136) - beside)
            around = ROOMY_AROUND_PLAYERS if is_roomy else LOW_AROUND_PLAYERS if is_low else AROUND_PLAYERS
            players = max(4, height - around)
            self.games.styles.max_height = None
        else:
            page = height - 3
            card, players = width, max(2, page)
            self.games.styles.max_height = max(2, page)
        self.card.fit(card, players)
        return is_abreast

    def on_resize(self) -> None:
        """Let what has the focus be seen in another window, too."""
        self.call_after_refresh(self.keep_in_sight)

    def keep_in_sight(self) -> None:
        """Scroll, where the page is higher than the window, to what has the focus."""
        if (widget := self.screen.focused) is None or self not in widget.ancestors:
            return
        top = 0
        for ancestor in widget.ancestors_with_self:
            if ancestor is self:
                break
            if isinstance(ancestor, Widget):
                top += ancestor.virtual_region.y + (ancestor.gutter.top if ancestor is not widget else 0)
        least = top + widget.size.height - self.size.height
        self.scroll_to(y=min(max(self.scroll_y, least), top), animate=False, immediate=True)
