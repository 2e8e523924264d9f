"""Engines in the whole program: a store and settings that know them, an app in which they play.

What each brain of `tests/gomocup/brains` does wrong is written in its file.
"""

import asyncio
import shlex
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from tests.gomocup.bad_brains import QUICK, command
from tests.support.driving import LONGEST_WAIT, USUAL, Ui, a_setup, running
from tests.support.processes import MARK, PATIENCE, marked
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.vacant_seat import VacantSeatScreen
from ttt_tui.engine import HUMAN, Limit, Setup, engine_level
from ttt_tui.gomocup.dialogue import BrainTimeouts
from ttt_tui.process.child import end_all
from ttt_tui.session.engines import Engines
from ttt_tui.session.seats import EngineSeat
from ttt_tui.session.session import Session
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.settings import Settings
from ttt_tui.store.thread import StoreThread

BOARD = (7, 7)
SOON = Limit(seconds=0.05)
LONG = Limit(seconds=60.0)


@contextmanager
def no_process_is_left() -> Iterator[None]:
    """See to it that in the end no process runs that was started meanwhile, however far from here."""
    with pytest.MonkeyPatch.context() as patch:
        mark = uuid4().hex
        patch.setenv(MARK, mark)
        yield
    end_all()
    if sys.platform == "linux":
        end = time.monotonic() + PATIENCE
        while (left := marked(mark)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not left


def typed(name: str, *arguments: object) -> str:
    """Return the command of a brain as a person types it."""
    return shlex.join(command(name, *arguments))


def brain(name: str, *arguments: object) -> EngineCommand:
    """Return how a brain is started."""
    return EngineCommand(typed(name, *arguments))


def process_of(ui: Ui, seat: int = 1) -> int:
    """Return the number of the process of the brain that sits there."""
    at = ui.game_screen.controller.seats[seat]
    assert isinstance(at, EngineSeat)
    assert at._engine is not None
    process = at._engine.process_id
    assert process is not None
    return process


def a_session(home: Path, patience: BrainTimeouts = QUICK, seed: int = 1, **known: EngineCommand) -> Session:
    """Return a session whose settings know these brains by name."""
    session = Session(seed, StoreThread(home / "history.db", max_wait=30), Settings(brains=known))
    session.engines = Engines(known, session.history, patience)
    return session


def a_game(
    *levels: str, limit: Limit = SOON, board: tuple[int, int] = BOARD, names: Sequence[str] = ("Ada", "Bob")
) -> Setup:
    """Return a set-up for five in a row; a person and the brain `Good` if no level is given."""
    levels = levels or (HUMAN, engine_level("Good"))
    return a_setup(*levels, board=board, k=5, limit=limit, names=names)


@asynccontextmanager
async def at_board(
    session: Session, setup: Setup | None = None, moves: Sequence[str] = (), size: tuple[int, int] = USUAL
) -> AsyncIterator[Ui]:
    """Start the program with a game in which these moves have been made already."""
    match = session.new_match(setup or a_game())
    for name in moves:
        match.place(match.setup.geometry.parse(name))
    app = TttApp(session=session)
    app.first_screen = lambda: PlayScreen(session, match)  # type: ignore[method-assign]
    async with running(app, size) as ui:
        await ui.until(lambda: any(isinstance(s, PlayScreen) for s in app.screen_stack), "the game's screen")
        await ui.until(lambda: ui.game_screen.query("KeyHints"), "all of it")
        await ui.settle()
        yield ui
    session.close()


@asynccontextmanager
async def at_start(session: Session, size: tuple[int, int] = USUAL) -> AsyncIterator[Ui]:
    """Start the program without arguments."""
    app = TttApp(session=session)
    async with running(app, size) as ui:
        yield ui
    session.close()


async def asked(ui: Ui) -> str:
    """Wait until it is asked who goes on, and return what the dialog says in one line."""
    await ui.until(lambda: isinstance(ui.app.screen, VacantSeatScreen) and "Esc" in ui.text, "the question")
    await ui.settle()
    card = ui.one(".card").content_region
    return " ".join(" ".join(ui.cell(card.x, y, card.width) for y in range(card.y, card.bottom)).split())


async def playing_again(ui: Ui) -> None:
    """Wait until the dialog has gone."""
    await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
    await ui.settle()


async def until(condition: Callable[[], object], what: str) -> None:
    """Wait until a condition holds, in an app on its real event loop."""
    end = time.monotonic() + LONGEST_WAIT
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        await asyncio.sleep(0.005)
