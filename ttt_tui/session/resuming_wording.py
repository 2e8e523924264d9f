"""The words for a stored game that can be resumed, and for the latest finished one."""

from collections.abc import Sequence
from datetime import datetime

from rich.cells import cell_len

from ttt_tui.analysis.words import board_words, counted
from ttt_tui.engine import Game, Setup
from ttt_tui.session import wording


def game_left(setup: Setup, moves: int, undone: int, room: int, open_since: datetime | None = None) -> str:
    """Return which game can be resumed: `r: resume Ada v Bob, 15×15, 12 moves`.

    If all its moves were taken back, `undone` of them can be redone: `2 moves to redo`. Names are left out
    where they do not fit `room` cells. `open_since` is when another terminal resumed it.
    """
    how_far = counted(moves, "move") if moves else f"{counted(undone, 'move')} to redo"
    where = f"{board_words(setup.geometry)}, {how_far}"
    texts = [f"r: resume {_two_names(setup)}, {where}", f"r: resume {where}"]
    return _fitting(
        [*texts, f"r: resume {wording.briefest_title(setup.geometry)}, {how_far}"], room, open_since
    )


def next_game_left(
    setup: Setup, number: int, points: Sequence[int], room: int, open_since: datetime | None = None
) -> str:
    """Return which match resumes with its next game: `r: next game, Ada v Bob, 15×15, score 0–1`.

    `number` is the game's, `points` are the match's. `room` and `open_since` are as in `game_left`.
    """
    how = f"score {wording.score(points)}" if len(points) == 2 else f"game {number}"
    where = f"{_two_names(setup)}, {board_words(setup.geometry)}"
    return _fitting([f"r: next game, {where}, {how}", f"r: next game, {how}"], room, open_since)


def _two_names(setup: Setup) -> str:
    """Return the first two players of a game, and how many more: `Ada v Bob and 3 more`."""
    names = " v ".join(player.name for player in setup.players[:2])
    return f"{names} and {len(setup.players) - 2} more" if len(setup.players) > 2 else names


def _fitting(texts: Sequence[str], room: int, open_since: datetime | None) -> str:
    """Return the longest text that fits, with the time since when the game is open elsewhere."""
    if open_since is not None:
        ends = (f", open elsewhere since {open_since:%H:%M}", ", open elsewhere")
        texts = [f"{text}{end}" for text in texts for end in ends]
    return next((text for text in texts if cell_len(text) <= room), texts[-1])


def last_time(game: Game) -> str:
    """Return how an earlier game ended: `last game: Ada won in 41 moves`."""
    outcome = game.outcome
    how = "unfinished"
    if outcome is not None:
        how = "draw" if outcome.winner is None else f"{game.setup.players[outcome.winner].name} won"
    return f"last game: {how} in {counted(len(game.moves), 'move')}"
