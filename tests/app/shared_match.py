"""The program with people at other terminals, who are without a screen here."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.driving import USUAL, Ui
from tests.support.stores import patient
from tests.support.terminals import GuestBench, HostBench, meeting_place, two
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.join import WaitingScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.engine import Setup
from ttt_tui.multiplayer import StartRequest, sockets
from ttt_tui.multiplayer.guest import GuestSession
from ttt_tui.multiplayer.host import HostSession
from ttt_tui.multiplayer.session import MultiplayerSession
from ttt_tui.session.session import Session


def homes(place: Path) -> list[Path]:
    """Make a home for everybody who may be there."""
    made = [place / name for name in ("ada", "bob", "eve")]
    for home in made:
        home.mkdir(exist_ok=True)
    return made


async def hearing(
    ui: Ui, elsewhere: HostBench | GuestBench, condition: Callable[[], object], what: str
) -> None:
    """Wait until a condition holds, while somebody elsewhere hears what is said."""
    await ui.until(lambda: (elsewhere.hear(), condition())[1], what)


@asynccontextmanager
async def with_company(
    session: Session, company: MultiplayerSession, size: tuple[int, int] = USUAL
) -> AsyncIterator[Ui]:
    """Start the program with this company."""
    app = TttApp(StartRequest(multiplayer=company), session=session)
    async with app.run_test(size=size, notifications=True) as pilot:
        ui = Ui(app, pilot)
        await ui.until(lambda: isinstance(app.screen, WaitingScreen | PlayScreen), "the waiting screen")
        await ui.settle()
        yield ui
    session.close()


@asynccontextmanager
async def waiting(
    setup: Setup | None = None, size: tuple[int, int] = USUAL
) -> AsyncIterator[tuple[Ui, Path]]:
    """Host a game that waits for its guests; gives the home of one as well."""
    with meeting_place() as place:
        ada, bob, _ = homes(place)
        session = Session(1, patient(ada / "history.db"))
        async with with_company(session, HostSession(session, setup or two()), size) as ui:
            yield ui, bob


@asynccontextmanager
async def hosting(setup: Setup | None = None) -> AsyncIterator[tuple[Ui, GuestBench]]:
    """Host a game that Bob plays from elsewhere."""
    async with waiting(setup) as (ui, home):
        bob = GuestBench(home)
        await hearing(ui, bob, lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        await hearing(ui, bob, lambda: bob.multiplayer.setup is not None, "the match, told")
        await ui.until(lambda: ui.app.screen.query("KeyHints"), "the game's screen")
        await ui.settle()
        yield ui, bob
        bob.close()


@asynccontextmanager
async def joined(setup: Setup | None = None, *, watches: bool = False) -> AsyncIterator[tuple[Ui, HostBench]]:
    """Play in a game that Ada hosts elsewhere, or look on while Bob does."""
    with meeting_place() as place:
        ada_home, bob_home, eve_home = homes(place)
        ada = HostBench(setup or two(), ada_home)
        bob = GuestBench(bob_home) if watches else None
        session = Session(1, patient(eve_home / "history.db"))
        company = GuestSession(session, sockets.own_login(), watches=watches)
        async with with_company(session, company) as ui:
            await hearing(ui, ada, lambda: ada.multiplayer.is_ready, "the guest")
            ada.begin()
            await hearing(ui, ada, lambda: isinstance(ui.app.screen, PlayScreen), "the game")
            await ui.until(lambda: ui.app.screen.query("KeyHints"), "the game's screen")
            await ui.settle()
            yield ui, ada
        if bob is not None:
            bob.close()
        ada.close()
