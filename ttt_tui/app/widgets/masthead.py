"""What stands on the first page beside the logo: what this is, and who sits here with their score."""

from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.analysis.words import spelled
from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets import mouse
from ttt_tui.engine import COLOURS
from ttt_tui.store.statistics import Score

WON, LOST, DRAWN = "won", "lost", "draw"
"""How the only game ended; of several each is told by the first letter."""

BESIDE = 50
"""From so many cells on the title and the profile stand side by side."""

TITLE = ("ttt-tui", "tic-tac-toe, grown up")
LONG_TITLE = ("ttt-tui", "tic-tac-toe, grown up:", "every k in a row from 3×3 to 20×20")

ROOMY = 76
"""From so many cells on the title is a long one."""


class ProfileHeader(Widget):
    """Title on the left, profile on the right; the profile alone where there is no room for both."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"masthead--strong", "masthead--quiet", "masthead--faint", "masthead--key"}
    DEFAULT_CSS = """
    ProfileHeader {
        height: auto;
        & > .masthead--strong { color: $role-text; text-style: bold; }
        & > .masthead--quiet { color: $muted; }
        & > .masthead--faint { color: $faint; }
        & > .masthead--key { color: $role-accent; text-style: bold; }
    }
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._person = name
        self._score: Score | None = None

    def show(self, name: str, score: Score | None) -> None:
        """Show whoever sits here, with their score as far as it is known."""
        if (name, score) != (self._person, self._score):
            self._person, self._score = name, score
            self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of the profile."""
        return 3

    def render_line(self, y: int) -> Strip:
        """Draw a line of title and profile."""
        width = self.content_size.width
        profile = self._profile()[y]
        line = Text(no_wrap=True)
        if width >= BESIDE:
            title = LONG_TITLE if width >= ROOMY else TITLE
            line = self._styled("quiet" if y else "strong", title[y] if y < len(title) else "")
            line.append(" " * max(1, width - line.cell_len - profile.cell_len))
        line.append_text(profile)
        line.truncate(width, overflow="ellipsis", pad=True)
        return Strip(list(line.render(self.app.console)), width).apply_style(self.rich_style)

    def _profile(self) -> tuple[Text, Text, Text]:
        """Return who sits here, how their latest games ended, and how the name is changed."""
        score = self._score
        who = self._styled("strong", self._person)
        latest = Text()
        if score is not None and score.latest:
            wins = f" · {score.wins} win{'s' * (score.wins != 1)}"
            who.append_text(self._styled("quiet", wins))
            count = len(score.latest)
            latest = self._styled("quiet", f"last {spelled(count) if count > 1 else 'game'}:")
            for won in score.latest:
                latest.append(" ").append_text(self._result(won, is_only=count == 1))
        change = self._styled("key", "P").append_text(self._styled("quiet", " rename"))
        return who, latest, change

    def _result(self, won: bool | None, *, is_only: bool) -> Text:
        word = DRAWN if won is None else WON if won else LOST
        text = word if is_only else word[0].upper()
        if won:
            return Text().append(text, player_colour(self.app.current_theme, COLOURS[0]))
        return self._styled("quiet", text)

    def _styled(self, part: str, text: str) -> Text:
        return Text().append(text, self.get_component_rich_style(f"masthead--{part}"))

    async def on_click(self, event: events.Click) -> None:
        """A click on the profile changes the name."""
        offset = event.get_content_offset(self)
        if offset is not None and event.button == mouse.LEFT:
            profile = self._profile()[offset.y]
            if self.content_size.width < BESIDE or offset.x >= self.content_size.width - profile.cell_len:
                await self.screen.run_action("rename")
