"""The layout of a match's panel: divides it among its parts, and hides those without room.

In a small panel the thoughts of a computer and the result of a game are at the bottom, in a larger one right
under the score. A large panel also has the chances of the game and the earlier games of the match below the
moves, which keep some lines.
"""

from typing import TYPE_CHECKING

from textual.geometry import Size

from ttt_tui.app.widgets.analysis_panel import ANALYSIS_LINES
from ttt_tui.app.widgets.choice_bar import CARD_LINES
from ttt_tui.app.widgets.curve import CURVE_LINES, GAME_ROWS
from ttt_tui.app.widgets.panel_room import TALL
from ttt_tui.app.widgets.panels import RESULT_LINES
from ttt_tui.app.widgets.whole_board import SIDE
from ttt_tui.engine import Match
from ttt_tui.session.wording import SEEN_BY_ALL

if TYPE_CHECKING:
    from ttt_tui.app.widgets.views import MatchView

MOVES = 2
"""Lines of the move list from which its heading is worth a line."""

LOW = 8
"""Lines below which no line is left blank."""

AIRY = 36
"""Lines from which two blank lines follow the scoreboard."""

UPPER = Size(38, 26)
"""The least panel with the computer's thoughts and the result under the score."""

LARGE = Size(56, 40)
"""The least panel with chances and earlier games."""

LEAST_MOVES = 8
"""The least lines that the parts below the move list leave to it."""


def share_match_panel(
    parts: "MatchView",
    match: Match,
    size: Size,
    *,
    has_result: bool,
    shows_analysis: bool,
    has_choice: bool = False,
) -> None:
    """Decide which parts a panel of this size shows, and how they are placed."""
    players = match.setup.players
    is_upper = _is_within(UPPER, size)
    below = int(size.height >= TALL and not is_upper)
    parts.scores.most_lines = size.height // 2 - 2
    parts.scores.has_edges = size.height >= LOW
    left = size.height - parts.scores.get_content_height(size, size, size.width)
    parts.choice.display = has_choice and left >= CARD_LINES + MOVES
    left -= (CARD_LINES + 1) * parts.choice.display
    parts.choice.styles.margin = (int(size.height >= LOW), 0, 0, 0)
    parts.result.display = has_result and left >= RESULT_LINES
    parts.result.grow(left)
    left -= (parts.result.used_lines + below) * parts.result.display
    parts.analysis.display = shows_analysis and left > 0
    parts.heading.display = True
    if parts.analysis.display:
        height = min(ANALYSIS_LINES, left)
        parts.analysis.styles.height = height
        left -= height
        parts.heading.display = left > MOVES
    left -= 2 + MOVES
    shows_opponent = len(players) == 2 or parts.thinking.shows_figures
    has_computer = any(player.is_computer for player in players)
    parts.thinking.display = (
        has_computer
        and shows_opponent
        and not parts.result.display
        and not shows_analysis
        and left >= RESULT_LINES + below
    )
    left -= (RESULT_LINES + below) * parts.thinking.display
    new_lines = 1 + parts.new.get_content_height(size, size, size.width)
    has_human = any(player.is_human for player in players)
    has_news = has_human and len(players) > 2 and not shows_analysis
    parts.new.display = has_news and left >= new_lines
    left -= new_lines * parts.new.display
    whole_board_lines = SIDE + int(size.height >= LOW)
    parts.whole_board.display = (
        match.setup.geometry.block_side is not None and parts.heading.display and left >= whole_board_lines
    )
    left -= whole_board_lines * parts.whole_board.display
    parts.thinking.introduces = is_upper
    for widget in (parts.thinking, parts.result):
        widget.styles.dock = "none" if is_upper else "bottom"
        widget.styles.margin = (0, 0, below, 0)
    has_thoughts = is_upper and (parts.thinking.display or parts.result.display)
    above = 2 if size.height >= AIRY and not has_thoughts else int(size.height >= LOW)
    parts.new.styles.margin = (above, 0, 0, 0)
    parts.heading.styles.margin = (min(above, 1) if parts.new.display else above, 0, 0, 0)
    _share_below(parts, match, size, left + MOVES - LEAST_MOVES)
    parts.scores.follow()


def _share_below(parts: "MatchView", match: Match, size: Size, left: int) -> None:
    """Decide which parts are below the moves in the `left` lines."""
    is_large, is_upper = _is_within(LARGE, size), _is_within(UPPER, size)
    is_interesting = len(match.setup.geometry.squares) > SEEN_BY_ALL and len(match.setup.players) <= GAME_ROWS
    rounds = -(-len(match.setup.geometry.squares) // len(match.setup.players))
    rounds += match.setup.geometry.rules.per_turn > 1  # the first turn has one stone
    parts.move_log.styles.max_height = 1 + max(rounds, LEAST_MOVES) if is_upper else None
    parts.curve.display = is_large and is_interesting and left > CURVE_LINES
    left -= (1 + CURVE_LINES) * parts.curve.display
    games = parts.games
    games.take(match)
    games.has_pictures = is_upper
    lines = games.get_content_height(size, size, size.width)
    if 1 + lines > left:
        games.has_pictures = False
        lines = games.get_content_height(size, size, size.width)
    games.display = bool(match.earlier) and 1 + lines <= left and is_upper
    for widget in (parts.curve, games):
        widget.styles.margin = (1, 0, 0, 0)
    games.follow()


def _is_within(size: Size, room: Size) -> bool:
    return size.width <= room.width and size.height <= room.height
