"""Puzzles for tests: a service with a few of them on a fixed day, and their screen with a user at it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from random import Random

from tests.support.driving import USUAL, Ui, running
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.multiplayer import StartRequest
from ttt_tui.process.terminal import Terminal
from ttt_tui.puzzles.attempt import PuzzleAttempt, Stage
from ttt_tui.puzzles.collection import Collection
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text
from ttt_tui.session.puzzle_service import AssignedPuzzle, PuzzleService
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

TODAY = date(2026, 11, 20)
"""A Friday."""

FIVES_MOVES = "j6 g6 i9 g7 j8 g5 g8 j7 i8 h8 k7 l6 i10 i11 k9 i7 h10 g11 k10 g3 g4 f7 h7 k8"

WIN, HOLD, LATE, FIVES, STOP = from_text(
    f"""
    1: 3x3, 3 in a row, win in 3, rated 1049: c2 a1
    2: 3x3, 3 in a row, hold for 2, rated 835: c2 b3 a3
    3: 4x4, 3 in a row, win in 2, rated 1400: b1 c2 d2 a1 a2 d3
    4: 15x15, 5 in a row, win in 2, rated 1536: {FIVES_MOVES}
    5: 11x11, 5 in a row, stop, rated 1884: f7 f4 d5 e7 e6 g8 e4 g5 g6 f6 d8 f5 f3 g2 h5 i4 e3 h4 i3
    """
)
"""The moves that solve them, and what answers: c1 (c3) b2 (a2) a3 · b2 (b1) a1 · b3 (b2) c4, where c1 wins
later · j10 (g10) l10 · i4."""

(PICTURED,) = from_text("242: 15x15, 5 in a row, win in 3, rated 1619: h9 h6 j6 g8 j7 g10 i7 f9 h7 k7 h11 f2")
"""What pictures show. It is solved by h8 (h10) k5 (l4) g9."""

OWN = replace(HOLD, number=0)
"""One from an own game."""


def a_service(keeper: StoreThread | None = None, today: date = TODAY) -> PuzzleService:
    """Return a service with these puzzles."""
    return PuzzleService(keeper, lambda: today, Collection((WIN, HOLD, LATE, FIVES, STOP)), Random(1))


def solve_before(service: PuzzleService, puzzle: Puzzle, *days_ago: int) -> None:
    """Solve a puzzle as that of each of these days before the service's day."""
    for number in days_ago:
        day = TODAY - timedelta(days=number)
        solved = PuzzleAttempt(puzzle, datetime(day.year, day.month, day.day, 12).astimezone())
        solved.is_solved = True
        service.note(solved, AssignedPuzzle(puzzle, day))


def a_session(keeper: StoreThread | None = None, today: date = TODAY) -> Session:
    """Return a session with such a service."""
    session = Session(1, keeper)
    session.__dict__["puzzles"] = a_service(
        keeper, today
    )  # in the place of what would be made when asked for
    return session


@asynccontextmanager
async def trying(
    puzzle: Puzzle = WIN,
    size: tuple[int, int] = USUAL,
    *,
    keeper: StoreThread | None = None,
    terminal: Terminal | None = None,
) -> AsyncIterator[Ui]:
    """Start the program with a puzzle, which is none of the day's."""
    app = TttApp(StartRequest(puzzle=AssignedPuzzle(puzzle)), session=a_session(keeper), terminal=terminal)
    async with running(app, size) as ui:
        yield ui


def puzzle_screen(ui: Ui) -> PuzzleScreen:
    """Return the puzzle's screen, also while a dialog covers it."""
    return next(screen for screen in ui.app.screen_stack if isinstance(screen, PuzzleScreen))


def stones(ui: Ui) -> list[str]:
    """Return the squares that were added to the puzzle's position, in their order."""
    attempt = puzzle_screen(ui).attempt
    name = attempt.puzzle.geometry.name
    moves = attempt.game.moves[len(attempt.puzzle.played) :]
    return [name(move.square) for move in moves if move.square is not None]


async def at(ui: Ui, *stages: Stage) -> None:
    """Wait until the attempt is in one of these stages, and that is on the screen."""
    await ui.until(lambda: puzzle_screen(ui).attempt.stage in stages, f"the stage {stages}")
    await ui.settle()


async def try_squares(ui: Ui, names: str) -> None:
    """Try moves by typing them, each one after the answer to the one before."""
    for name in names.split():
        await ui.press(":", *name, "enter")
        await at(ui, *(stage for stage in Stage if stage is not Stage.CHECKING))
