"""What a computer is doing, or has done: its name, and in words what it thinks of or what its move did."""

from typing import NamedTuple

from ttt_tui.app.widgets.lines import MUTED, Line, Lines, TextStyle, fitted
from ttt_tui.computer import Thought
from ttt_tui.engine import Geometry, Player
from ttt_tui.session import wording

INDENT = "  "
ROOMY = 50
"""From so many cells on there is room for the replies that a computer expects."""


class SearchProgress(NamedTuple):
    """How far a search is, or was when it ended."""

    thought: Thought | None
    """What was found so far, None for nothing yet."""
    seconds: float
    """How long it took so far."""
    geometry: Geometry
    is_running: bool
    said: str = ""
    """What another program has said of it last, nothing if it is ours or said nothing."""


class ThinkingPanel(Lines):
    """Shows which computer is thinking and how far it is, else what the latest move of one did."""

    DEFAULT_CSS = """
    ThinkingPanel { height: 5; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._player: Player | None = None
        self._said: tuple[str, ...] = ()
        self._progress: SearchProgress | None = None
        self.shows_figures = False
        """Whether the search's figures are shown: time, depth, positions, rate, score."""

    def show(
        self, player: Player | None, said: tuple[str, ...] = (), progress: SearchProgress | None = None
    ) -> None:
        """Show a computer with what its move did, or with its search; nothing without a player."""
        self._player, self._said, self._progress = player, said, progress
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return a blank, the name, and up to three lines of what there is to say."""
        if self._player is None:
            return []
        room = width - 2 * len(INDENT)
        progress, words = self._progress, list(self._said)
        bars: list[Line] = []
        is_running = progress is not None and progress.is_running
        if progress is not None and is_running:
            bars = self._bar(progress, room)
            words = self._found(progress, room)
        elif not words:
            words = self._looked(progress)
        if progress is not None and self.shows_figures:
            bars, words = [], figures(progress)
        more = " thinking" if is_running else ""
        name = (fitted(self._player.name, room - len(more)), TextStyle(self._player.colour, bold=True))
        told: list[Line] = [((INDENT, MUTED), (fitted(text, room), MUTED)) for text in words]
        return [(), ((INDENT, MUTED), name, (more, MUTED)), *bars, *told]

    def _bar(self, progress: SearchProgress, room: int) -> list[Line]:
        """Return the time used of what the computer may use, nothing if that is not limited."""
        assert self._player is not None
        limit = self._player.limit.seconds
        if not limit:
            return []
        used = min(int(room * progress.seconds / limit), room)
        done, left = ("━" * used, TextStyle(self._player.colour)), ("─" * (room - used), TextStyle("faint"))
        return [((INDENT, MUTED), done, left)]

    def _found(self, progress: SearchProgress, room: int) -> list[str]:
        """Return in words what the search has found."""
        thought, geometry = progress.thought, progress.geometry
        if thought is None or len(geometry.squares) <= wording.SEEN_BY_ALL:
            return [progress.said] if progress.said else []
        deep = [wording.ahead(thought.depth)] if thought.depth else []
        likes = wording.likes(thought, geometry, most_replies=2 if room >= ROOMY else 0)
        return [likes, progress.said] if progress.said else [*deep, likes]

    def _looked(self, progress: SearchProgress | None) -> list[str]:
        """Return in words what was looked at for a move of which there is nothing else to say."""
        assert self._player is not None
        if progress is None:
            return []
        words = wording.search_words(self._player.level, progress.thought, progress.geometry)
        if progress.said:
            words = [*words, progress.said]
        if not words and self._player.is_brain:  # it has said nothing, as of a move from its own book
            return [f"answered in {progress.seconds:.1f} s"]
        return words


def figures(progress: SearchProgress) -> list[str]:
    """Return a search's figures, and what was said of it, in up to three lines."""
    thought = progress.thought
    lines = [wording.effort(thought, progress.seconds)]
    if thought is not None and thought.nodes:
        lines.append(wording.nodes(thought))
    if thought is not None:
        lines.append(wording.judgement(thought, progress.geometry))
    return [*lines[:2], progress.said] if progress.said else lines
