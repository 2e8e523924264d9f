"""Makes the pictures of the README and of every screen from the real program: `python -m tests.screenshots`.

Names of pictures may be given; without any all are made. They are saved as `screenshots/NAME.svg`.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

from tests.support.tool import parser_of

# Read when textual is imported: what is drawn is there at once, in as many colours as a picture has.
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ.setdefault("TEXTUAL_COLOR_SYSTEM", "truecolor")

from rich.segment import Segment
from textual._compositor import LayoutUpdate

from tests.support.driving import a_setup
from tests.support.puzzles import PICTURED, TODAY, a_service, solve_before
from tests.support.puzzles import WIN as WIN_IN_3
from tests.support.sample_review import MOVES as REVIEWED
from tests.support.sample_review import sample_review
from tests.support.stores import edit
from tests.support.svg_picture import to_svg
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.join import WaitingScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.vacant_seat import VacantSeatScreen
from ttt_tui.engine import ENGINE_PREFIX, HUMAN, OPEN, Geometry, Limit, Match, Player, Rules, Setup
from ttt_tui.engine.records import Record
from ttt_tui.multiplayer.discovery import DiscoveredGame, UnavailableGame
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

if TYPE_CHECKING:
    from textual.screen import Screen

FOLDER = Path(__file__).parent.parent / "screenshots"
THINKING_SECONDS = 1.6
UNDER_WAY = (Stage.CHECKING, Stage.LINE)
"""When the next key of a puzzle waits."""
TRUE_COLOURS = Terminal()
OF_16 = (Colours.SIXTEEN, Colours.NONE)

SHORT_GAMES = {  # by whether the first player starts and who wins
    (True, "X"): "a1 a2 b1 b2 c1",
    (False, "X"): "a2 a1 b2 b1 c3 c1",
    (True, "O"): "a1 a2 b1 b2 c3 c2",
    (False, "O"): "a1 a2 b1 b2 c1",
    (True, "-"): "b2 a1 c1 a3 a2 c2 b1 b3",
    (False, "-"): "b2 a1 c1 a3 a2 c2 b1 b3",
}

TWO = a_setup(HUMAN, "rules", names=("Ada", "easy"))
FIFTEENTH = a_setup(HUMAN, "expert", board=(15, 15), k=5, names=("Ada", "expert"), limit=Limit(seconds=20.0))
FOUR = a_setup(HUMAN, HUMAN, board=(4, 4), names=("Ada", "Bob"))
FIVE = a_setup(
    HUMAN, *["scorer"] * 4, board=(5, 5), k=4,
    names=("Ada", "medium", "medium 2", "medium 3", "medium 4"), symbols="XOAHK",
)  # fmt: skip
TABLE = Setup(
    Geometry(7, 7, 4), [Player("Ada", level=HUMAN), *(Player(name, level=OPEN) for name in ("Bob", "Guest")),
                        Player("easy", level="rules")],
)  # fmt: skip
SWARM = a_setup(
    HUMAN, *["scorer"] * 14, board=(15, 15), k=4, symbols="XOAHKMNSTVWYZEU",
    names=("Ada", "Bob", *(f"Bot {number}" for number in range(3, 16))),
)  # fmt: skip
WON = "b2 a1 c1 c2 a2 b3 a3"
LOST = "a1 b2 c3 c1 a3 a2 b1 c2"
DRAWN = "b2 a1 c1 a3 a2 c2 b1 b3"
GOMOKU = "h8 i9 g8 i8 i7 g9 f8 e8 h6 j7"
SWARMING = " ".join(
    f"{column}{row}" for column, row in Random(4).sample([*product("defghijklm", range(3, 14))], 60)
)

EVENINGS = [
    (TWO, WON, "2026-11-18T20:02:11"),
    (TWO, LOST, "2026-11-18T20:04:40"),
    (FIVE, "c3 b2 d2 d4 b4 c2 c4 a3 e3 b3 d3 b1 c5 e4 a4", "2026-11-19T21:15:03"),
    (FIFTEENTH, f"{GOMOKU} e7", "2026-11-20T19:40:26"),
    (TWO, DRAWN, "2026-11-20T20:31:09"),
    (TWO, WON, "2026-11-21T18:12:55"),
]
"""Games that were played before: of whom, their moves, and when."""


HOSTED = [
    DiscoveredGame("ada", Geometry(15, 15, 5), ("O",), ("Ada",)),
    DiscoveredGame("cem", Geometry(7, 7, 4), (), ("Cem", "Dana", "Evi (eve)")),
    UnavailableGame("fay", "this game is invitation-only; bob is not invited"),
]
"""Games of others that can be joined, or not."""


@dataclass(frozen=True)
class Picture:
    """A screen: how the program is started, what has been played, and the keys that lead there."""

    name: str
    size: tuple[int, int] = (80, 24)
    setup: Setup | None = None
    """The set-up that is played, None for the first page."""
    earlier: str = ""
    """The games before, by who won: `X`, `O`, or `-` for a draw."""
    moves: str = ""
    keys: Sequence[str] = ()
    theme: str = "walnut"
    terminal: Terminal = TRUE_COLOURS
    thinks: bool = False
    """Whether to wait until a computer has thought for a while."""
    is_reviewed: bool = False
    """Whether the game was reviewed before: it is the one of the sample."""
    shows: "Callable[[Session], Screen[Any]] | None" = None
    """What is shown instead of a game that is played."""
    over: "Callable[[Session], Screen[Any]] | None" = None
    """What is shown over the game."""
    has_history: bool = False
    """Whether some games have been kept."""


class Gathering:
    """Ada and Bob, who wait for a third."""

    host, host_name, is_host, is_ready, end_reason = "ada", "Ada", True, False, None
    away, spectators = (2,), ("Eve (eve)",)
    setup = TABLE
    wake: Callable[[], object] | None = None

    def __init__(self) -> None:
        self._said = ["Bob joined"]

    def receive(self) -> bool:
        return True

    def take_notices(self) -> list[str]:
        said, self._said = self._said, []
        return said


def waiting(session: Session) -> "Screen[Any]":
    """Return the screen of somebody who waits."""
    return WaitingScreen(Gathering())


def attempt(puzzle: Puzzle) -> "Callable[[Session], Screen[Any]]":
    """Return what shows a puzzle to somebody who has solved others before."""

    def shown(session: Session) -> "Screen[Any]":
        session.__dict__["puzzles"] = desk = a_service()
        solve_before(desk, WIN_IN_3, 1, 2, 4)
        return PuzzleScreen(session, AssignedPuzzle(puzzle, TODAY))

    return shown


def vacant(session: Session) -> "Screen[Any]":
    """Return the question who goes on for a brain that has failed."""
    player = Player("Rook", "O", level=f"{ENGINE_PREFIX}rook")
    reason, others = "rook has not moved within 6 s", (f"{ENGINE_PREFIX}bishop",)
    return VacantSeatScreen(session, player, reason, others, can_try_again=True)


def _and_light(*pictures: Picture) -> list[Picture]:
    light = [replace(picture, name=f"{picture.name}-light", theme="kaya") for picture in pictures]
    return [*pictures, *light]


THREE = Picture("3x3", setup=TWO, earlier="XXXO", moves="b2 a1 c1 a3", keys=["left"])
WIN = Picture("won", setup=TWO, earlier="XXXO", moves=WON)
REVIEW = Picture("review", setup=FIFTEENTH, moves=REVIEWED, keys=["v", "n", "n"], is_reviewed=True)
PROOF = Picture("analysis", setup=FOUR, moves="b2 a1", keys=["A", "ctrl+n"], thinks=True)
CANDIDATES = Picture("candidates", (120, 40), FIFTEENTH, moves=GOMOKU, keys=["A"], thinks=True)
PUZZLE = Picture("puzzle", shows=attempt(PICTURED), keys=["colon", *"h8", "enter", *["down"] * 4])
SOLVED = Picture("puzzle-solved", shows=attempt(WIN_IN_3), keys="357")
MISSED = Picture("puzzle-missed", shows=attempt(WIN_IN_3), keys="3i4")
FIVE_PLAYERS = Picture("five-players", setup=FIVE, moves="c3 b2 d2 d4 b4 c2 c4 a3 e3 b3 d3 b1 c5 e4 a4")
FIRST_PAGE = Picture("setup")
NINE_BOARDS = Picture(
    "ultimate",
    setup=replace(TWO, geometry=Geometry(9, 9, 3, Rules.parse("ultimate"))),
    moves="h3 d9 c8 g4 b2 f5 i6 g7 b3 e9 f8 h6 f9 i9 i8 i5 h4 d1 b1 e3 f7 i2 g5 b6 d6 b8 e4 f2 i4 g3 a7 h8 "
    "d4 g6 a8 c5 h5 e5",
)
WAITING = Picture("waiting", shows=waiting)

FIFTEEN = Picture("15x15", setup=FIFTEENTH, moves=GOMOKU)

LOOKS: dict[str, dict[str, Any]] = {
    "large": {"size": (120, 40)},
    "huge": {"size": (200, 50)},
    "narrow": {"size": (40, 16)},
    "tiny": {"size": (20, 8)},
    "16": {"terminal": Terminal(Colours.SIXTEEN)},
    "none": {"terminal": Terminal(Colours.NONE)},
    "ascii": {"terminal": Terminal(is_ascii=True)},
}
"""Other sizes and terminals."""

VARIANTS = [
    (PROOF, "narrow 16 none ascii"),
    (REVIEW, "large narrow 16 none ascii"),
    (replace(MISSED, name="puzzle"), "tiny"),
    (PUZZLE, "huge narrow"),
    (replace(SOLVED, name="puzzle"), "16 none ascii"),
    (replace(FIRST_PAGE, has_history=True), "large"),
    (FIRST_PAGE, "huge narrow tiny 16 none ascii"),
    (THREE, "large huge narrow tiny 16 none ascii"),
    (WIN, "narrow tiny 16 none ascii"),
    (FIVE_PLAYERS, "huge"),
    (NINE_BOARDS, "large narrow tiny 16 none ascii"),
    (WAITING, "narrow tiny 16 ascii"),
    (FIFTEEN, "large huge narrow tiny 16 none ascii"),
]
"""Pictures that are taken in other sizes and terminals too, and in which."""

PICTURES = [
    *_and_light(
        FIRST_PAGE,
        THREE,
        WIN,
        Picture("lost", setup=TWO, earlier="XXXO-O", moves=LOST),
        Picture("match", setup=TWO, earlier="XX-XOXO", moves="a2 a1 b2 b1 c3 c1"),
        Picture("15x15", setup=FIFTEENTH, moves="h8 i9 g7", keys=["up"] * 3, thinks=True),
        Picture("20x20", setup=replace(FIFTEENTH, geometry=replace(FIFTEENTH.geometry, columns=20, rows=20)),
                moves=GOMOKU),
        FIVE_PLAYERS,
        NINE_BOARDS,
        Picture("fifteen-players", setup=SWARM, moves=SWARMING),
        Picture("hint", setup=TWO, earlier="XXXO", moves="b2 a1 c3 c1", keys=["i"] * 3, thinks=True),
        PROOF,
        CANDIDATES,
        REVIEW,
        PUZZLE,
        SOLVED,
        Picture("help", setup=TWO, earlier="XXXO", moves="b2 a1 c1 a3", keys=["question_mark"]),
        Picture("player", keys=["e"]),
        Picture("drawn", setup=TWO, earlier="XXXO-O", moves=DRAWN),
        Picture("name", keys="P"),
        Picture("history", keys=["h"], has_history=True),
        Picture("statistics", keys="hs", has_history=True),
        Picture("replay", keys=["h", "down", "enter", *["right"] * 6], has_history=True),
        Picture("new-game", setup=FIFTEENTH, moves=GOMOKU, keys=["n"]),
        Picture("vacant-seat", setup=FIFTEENTH, moves=GOMOKU, over=vacant),
        Picture("which-puzzle", shows=attempt(PICTURED), keys=["p"]),
        Picture("too-small", (18, 7)),
        Picture("resign", setup=replace(TWO, players=(TWO.players[0], replace(TWO.players[1], level=HUMAN))),
                earlier="XXXOO", moves="b2 a1 c1 a3", keys=["R"]),
        WAITING,
        Picture("join", keys="J"),
        Picture("themes", setup=TWO, moves="b2 a1 c1 a3", keys=["f2"]),
        Picture("commands", setup=TWO, moves="b2 a1 c1 a3", keys=["ctrl+p"]),
    ),
    MISSED,
    *(
        replace(picture, name=f"{picture.name}-{look}", **LOOKS[look])
        for picture, looks in VARIANTS
        for look in looks.split()
    ),
]  # fmt: skip


def played(session: Session, picture: Picture) -> Match:
    """Return the match of a picture, with all its moves."""
    assert picture.setup is not None
    match = session.new_match(picture.setup)
    for winner in picture.earlier:
        for square in SHORT_GAMES[match.game.first == 0, winner].split():
            match.place(square)
        match.next_game()
    for square in picture.moves.split():
        match.place(square)
    return match


@contextmanager
def store(picture: Picture) -> Iterator[StoreThread | None]:
    """Give the store of a picture: games of some evenings, or none."""
    if not picture.has_history:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="ttt-tui-pictures-") as folder:
        history = StoreThread(Path(folder, "history.db"), max_wait=30)
        add_evenings(history)
        yield history
        history.close()


def add_evenings(history: StoreThread) -> None:
    """Store games of some evenings."""
    assert history.path is not None
    for setup, moves, started in EVENINGS:
        match = Match(setup)
        for square in moves.split():
            match.place(square)
        id = history.add(Record(match.game))
        edit(history.path, "UPDATE games SET started = ? WHERE id = ?", (started, id))


async def take(picture: Picture) -> None:
    """Show the screen, and save what is on it."""
    with store(picture) as history:
        session = Session(7, history)
        session.today = lambda: date(2026, 11, 21)
        if history is not None:
            session.profile.rename("Ada")
        await _take(picture, session)


async def _take(picture: Picture, session: Session) -> None:
    app = TttApp(session=session, theme=picture.theme, terminal=picture.terminal)
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        if picture.shows is not None:
            app.push_screen(picture.shows(session))
            await pilot.pause()
        elif picture.setup is not None:
            match = played(session, picture)
            session.latest_review = sample_review(match.game) if picture.is_reviewed else None
            app.push_screen(PlayScreen(session, match))
            await pilot.pause()
        if picture.over is not None:
            app.push_screen(picture.over(session))
            await pilot.pause()
        for key in picture.keys:
            await pilot.press(key)
            while isinstance(screen := app.screen, PuzzleScreen) and screen.attempt.stage in UNDER_WAY:
                await pilot.pause(0.1)
        await pilot.pause(THINKING_SECONDS if picture.thinks else 0.3)
        (FOLDER / f"{picture.name}.svg").write_text(to_svg(painted(app), "ttt-tui"))


def painted(app: TttApp) -> list[list[Segment]]:
    """Return what is on the screen, line by line, with what is dimmed behind a dialog."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    return [[segment for strip in line for segment in strip] for line in update.strips]


async def take_all(pictures: Sequence[Picture]) -> None:
    """Take these pictures, which all have as many colours as this process."""
    for picture in pictures:
        await take(picture)


def main(names: Sequence[str]) -> None:
    """Take these pictures, or all. Those of few colours are taken by another process."""
    FOLDER.mkdir(exist_ok=True)
    wanted = [picture for picture in PICTURES if not names or picture.name in names]
    is_of_16 = os.environ["TEXTUAL_COLOR_SYSTEM"] == "standard"
    here = [picture for picture in wanted if (picture.terminal.colours in OF_16) == is_of_16]
    with (
        mock.patch("socket.gethostname", return_value="box"),
        mock.patch("ttt_tui.multiplayer.discovery.discover_games", return_value=HOSTED),
    ):
        asyncio.run(take_all(here))
    if elsewhere := [picture.name for picture in wanted if picture not in here]:
        environment = os.environ | {"TEXTUAL_COLOR_SYSTEM": "truecolor" if is_of_16 else "standard"}
        subprocess.run([sys.executable, "-m", "tests.screenshots", *elsewhere], env=environment, check=True)


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a picture; without any all are made")
    main(parser.parse_args().names)
