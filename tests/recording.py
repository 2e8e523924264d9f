"""Records the moving picture of the README: `python -m tests.recording [FILE]`.

Somebody plays three games at the real program, on its own event loop and with all motion: 3×3 with a hint,
Connect Four and Ultimate. What it writes is drawn by pyte, frame by frame, and the frames become one SVG.
FILE is by default `screenshots/game.svg`. The seed makes the computers play the same games every time. On a
busy machine the motion stutters.
"""

import asyncio
import time
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path

import pyte.screens
from rich.segment import Segment
from rich.style import Style

import tests.support.quick_textual  # noqa: F401  # before what imports Textual
from tests.support.moving_picture import Frame, moving_svg
from tests.support.recording import DrawingDriver, Recorded, Size, run
from tests.support.tool import parser_of
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.computer import LEVELS
from ttt_tui.engine import Game, Limit, Position, Square
from ttt_tui.engine.nine_boards import BOARD_OF, PLACE_OF
from ttt_tui.engine.ultimate import UltimatePosition
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import Session

FILE = Path(__file__).parent.parent / "screenshots" / "game.svg"

SIZE = (80, 24)
SEED = 14

NODES = Limit(nodes=3000)
"""How far the expert looks for the next move: not by time, so that it always finds the same."""

GLANCE, LOOK, READ = 0.25, 0.7, 1.6
"""Seconds that somebody takes between two keys, for a move, and for a sentence."""

SHORTEST = 0.02
"""Seconds: a frame that is replaced sooner is left out."""

QUIET = 0.5
"""Seconds without a frame after which all motion has surely ended."""

LONGEST_WAIT = 30.0
"""Seconds after which a computer will not answer any more."""


class FilmDriver(DrawingDriver):
    """A driver that keeps every frame, and the monotonic time at which it appeared."""

    def __init__(
        self, app: TttApp, *, debug: bool = False, mouse: bool = True, size: Size | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.frames: list[tuple[float, list[list[Segment]]]] = []

    def write(self, data: str) -> None:
        super().write(data)
        lines = [list(_segments(self.drawn, y)) for y in range(self.drawn.lines)]
        if not self.frames or self.frames[-1][1] != lines:
            self.frames.append((time.monotonic(), lines))


def _segments(screen: pyte.Screen, y: int) -> Iterator[Segment]:
    """Yield a line of a terminal in pieces of one style."""
    cells = (screen.buffer[y][x] for x in range(screen.columns))
    for style, run_of_cells in groupby(cells, key=lambda cell: _style(cell._replace(data=" "))):
        yield Segment("".join(cell.data for cell in run_of_cells), style)


@cache
def _style(cell: pyte.screens.Char) -> Style:
    """Return the style of a cell of pyte's, all of whose colours are true ones here."""
    front, ground = (name if name == "default" else f"#{name}" for name in (cell.fg, cell.bg))
    return Style(
        color=front, bgcolor=ground, bold=cell.bold, italic=cell.italics,
        underline=cell.underscore, reverse=cell.reverse,
    )  # fmt: skip


class Visitor:
    """Somebody at the keyboard."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded
        self._app = recorded.app
        self._preset = next(iter(PRESETS))
        driver = self._app._driver
        assert isinstance(driver, FilmDriver)
        self._driver = driver
        self._began = time.monotonic()
        self._rests: list[float] = []
        """The monotonic times at which all was still, and somebody looked at it."""

    @property
    def game(self) -> Game:
        """The current game."""
        assert self._app.session.match is not None
        return self._app.session.match.game

    @property
    def has_turn(self) -> bool:
        """Whether the visitor is to move."""
        return isinstance(screen := self._app.screen, PlayScreen) and screen.controller.is_human_turn

    @property
    def is_over(self) -> bool:
        """Whether the current game has ended."""
        return self.game.outcome is not None

    async def press(self, *keys: str) -> None:
        """Press keys, and glance at what comes of each."""
        for key in keys:
            self._recorded.send(key)
            await self._recorded.settle()
            await asyncio.sleep(GLANCE)

    async def look(self, seconds: float = LOOK) -> None:
        """Look at what has come to rest."""
        await asyncio.sleep(seconds)
        while time.monotonic() < self._driver.frames[-1][0] + QUIET:
            await asyncio.sleep(SHORTEST)
        self._rests.append(time.monotonic())

    async def choose(self, preset: str) -> None:
        """Mark a game in the main menu."""
        names = [*PRESETS]
        await self.press(*["down"] * (names.index(preset) - names.index(self._preset)))
        self._preset = preset
        await self.look()

    async def play(self, moves: int, *, hint_at: int = -1) -> None:
        """Make some moves, or fewer if the game ends; ask for all of a hint before one of them."""
        for number in range(moves):
            await self._until_turn()
            if self.is_over:
                break
            keys = digits(self.game.position, await self._find_move())
            await self.look()
            if number == hint_at:
                for _ in range(3):
                    await self.press("i")
                    await self.look(READ)
            await self.press(*keys)
        await self._until_turn()
        await self.look(1.5 * READ)

    def frames(self) -> Iterator[Frame]:
        """Yield the frames from the beginning of the visit to its last rest."""
        before = [lines for when, lines in self._driver.frames if when <= self._began]
        seen = [frame for frame in self._driver.frames if self._began < frame[0] < self._rests[-1]]
        shown = [(self._began, before[-1]), *seen]
        ends = [*(when for when, _ in seen), self._rests[-1]]
        for (start, lines), end in zip(shown, ends, strict=True):
            if end - start >= SHORTEST:
                yield Frame(end - start, lines, any(start < rest <= end for rest in self._rests))

    async def _until_turn(self) -> None:
        """Wait until the visitor is to move, or the game has ended."""
        end = time.monotonic() + LONGEST_WAIT
        while not (self.has_turn or self.is_over):
            assert time.monotonic() < end, f"no move came\n{self._recorded.text}"
            await asyncio.sleep(SHORTEST)

    async def _find_move(self) -> Square:
        """Return a good move."""
        computer = LEVELS["expert"].make(1)
        return (await asyncio.to_thread(computer.think, self.game.position.copy(), NODES)).move


def digits(position: Position, square: Square) -> list[str]:
    """Return the digits that place on a square of 3×3 or Ultimate, or in its column where stones fall."""
    geometry = position.geometry
    if geometry.rules.drop:
        return [str(geometry.column(square) + 1)]
    if isinstance(position, UltimatePosition):
        board = [] if position.board_due is not None else [BOARD_OF[square] + 1]
        return [str(number) for number in (*board, PLACE_OF[square] + 1)]
    return [str(geometry.number(square))]


async def visit(visitor: Visitor) -> None:
    """Play the games of the picture."""
    await visitor.look(READ)
    await visitor.press("enter")
    await visitor.play(5, hint_at=3)
    await visitor.press("q")
    await visitor.choose("connect-four")
    await visitor.press("tab", "left", "left", "left", "enter")
    await visitor.play(7)
    await visitor.press("q")
    await visitor.choose("ultimate")
    await visitor.press("enter")
    await visitor.play(4)


def record() -> str:
    """Play, and return the moving picture as SVG."""
    session = Session(SEED)
    session.today = lambda: date(2026, 11, 21)
    app = TttApp(session=session, terminal=Terminal(Colours.TRUECOLOR))
    visits = []

    async def play(recorded: Recorded) -> None:
        visits.append(Visitor(recorded))
        await visit(visits[0])

    run(play, None, SIZE, app=app, driver=FilmDriver)
    return moving_svg([*visits[0].frames()], "ttt-tui")


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=FILE, metavar="FILE", help="where it is saved")
    parser.parse_args().file.write_text(record(), encoding="utf-8")
