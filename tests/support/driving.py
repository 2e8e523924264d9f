"""Drives the app as a person does: keys and mouse come in as events, and what counts is on the screen.

Unlike the pilot's own, these events go through the app from its very door, as those of a terminal do.
"""

import asyncio
import re
import threading
import time
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from tests.support.boards import Look, Sight, find_board
from tests.support.terminal import Cell
from tests.support.terminal import Screen as TerminalScreen
from ttt_tui.app.app import TttApp
from ttt_tui.app.play.reading_time import READING_SECONDS
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.go_to import GoTo
from ttt_tui.computer import LEVELS, Thought
from ttt_tui.engine import (
    COLOURS,
    HUMAN,
    SYMBOLS,
    FirstMover,
    Geometry,
    Limit,
    Match,
    MatchRules,
    Placement,
    Player,
    Position,
    Rules,
    Setup,
)
from ttt_tui.engine.rules import USUAL as USUAL_RULES
from ttt_tui.multiplayer import StartRequest
from ttt_tui.process.terminal import Terminal
from ttt_tui.session.session import Session

LONGEST_WAIT = 40.0
"""Seconds after which something that was waited for will not happen any more."""

HINT_DOTS = re.compile(r"(?:●[●○]{2}|\*[*-]{2}) ")
"""The dots for the steps of a hint, as they may be drawn."""

BOARD_EDGE = " ▀"
"""The half line of wood below a board, in the row that a short text of the status line leaves to it."""

NAMES = (
    "Ada", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jan", "Kim", "Leo", "May", "Ned", "Oda",
)  # fmt: skip

USUAL = (80, 24)
SCRIPTED = "scripted"
"""The level of a computer that does what the test says."""


def a_setup(
    *levels: str,
    board: tuple[int, int] = (3, 3),
    k: int = 3,
    points: int | None = 5,
    draws: int | None = None,
    names: Sequence[str] = NAMES,
    symbols: Sequence[str] = SYMBOLS,
    limit: Limit | None = None,
    first: FirstMover = FirstMover.TURN,
    rules: Rules = USUAL_RULES,
) -> Setup:
    """Players called Ada, Bob … with the usual symbols; two humans if no level is given."""
    levels = levels or (HUMAN, HUMAN)
    players = (
        Player(
            names[seat], symbols[seat], COLOURS[seat], level,
            Limit() if level == HUMAN else limit or Limit(seconds=0.2),
        )
        for seat, level in enumerate(levels)
    )  # fmt: skip
    return Setup(Geometry(*board, k, rules), tuple(players), MatchRules(points, draws, first))


# --- a computer that does what the test says -------------------------------------------------------------


def meant(position: Position, word: str) -> Placement:
    """Return the square that a word names, or a choice, which is no word of a position's board."""
    choices = (choice for choice in position.choices if choice.word == word)
    return next(choices, None) or position.geometry.parse(word)


class Question:
    """One call of a scripted computer's `think`, which waits for the test's answer."""

    def __init__(
        self, position: Position, limit: Limit, stop: threading.Event, report: Callable[[Thought], None]
    ) -> None:
        self.position = position
        self.limit = limit
        self.stop = stop
        self._report = report
        self._best = Thought(position.moves[0])
        self._error: Exception | None = None
        self._released = threading.Event()
        self.is_deaf = False
        """Whether the computer goes on although it was asked to stop."""

    def finds(self, square: str, **found: object) -> None:
        """Have the computer report a move, and go on thinking."""
        self._best = Thought(self.position.geometry.parse(square), **found)  # type: ignore[arg-type]
        self._report(self._best)

    def answer(self, square: str) -> None:
        """Have the computer come back with this move."""
        self._best = Thought(meant(self.position, square))
        self._released.set()

    def fail(self, error: Exception) -> None:
        """Have the computer raise."""
        self._error = error
        self._released.set()

    def wait(self) -> Thought:
        """Wait, in the computer's thread, for the answer or for the call to stop."""
        end = time.monotonic() + 3 * LONGEST_WAIT
        while not self._released.wait(0.002) and time.monotonic() < end:
            if self.stop.is_set() and not self.is_deaf:
                break
        if self._error is not None:
            raise self._error
        return self._best


class Script:
    """Makes the computers of the level `scripted`: they play `moves`, then each move waits for the test."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.questions: list[Question] = []
        self.deaf = False

    def make(self, seed: int = 0, megabytes: float = 0.0) -> "Script":
        """Return the one computer behind all seats."""
        return self

    def think(
        self, position: Position, limit: Limit, stop: threading.Event, report: Callable[[Thought], None]
    ) -> Thought:
        """Play what is written, else ask the test."""
        if self.moves:
            return Thought(meant(position, self.moves.pop(0)))
        question = Question(position, limit, stop, report)
        question.is_deaf = self.deaf
        self.questions.append(question)
        return question.wait()

    def close(self) -> None:
        """Nothing to give back."""


# --- a screen ---------------------------------------------------------------------------------------------


class Seen(TerminalScreen):
    """The app's screen, for the eyes that read a real terminal's."""

    def __init__(self, strips: list[Strip], size: tuple[int, int]) -> None:
        self.columns, self.rows = size
        self._strips = strips
        self._lines: dict[int, list[Cell]] = {}
        self._text = [strip.text for strip in strips]

    def cell(self, x: int, y: int) -> Cell:
        """Return a cell; a wide symbol is followed by an empty one."""
        if y not in self._lines:
            self._lines[y] = list(_cells(self._strips[y]))
        return self._lines[y][x]


def _cells(strip: Strip) -> Iterator[Cell]:
    for text, style, _ in strip:
        look = style or Style()
        ink, ground = (colour.name if colour else "default" for colour in (look.color, look.bgcolor))
        attributes = bool(look.bold), bool(look.underline), bool(look.reverse), ink, ground
        for character in text:
            for symbol in (character, "")[: cell_len(character)]:
                yield Cell(symbol, *attributes, bool(look.italic))


# --- a person at the terminal ----------------------------------------------------------------------------


class Ui:
    """The hands and the eyes of somebody who plays."""

    def __init__(self, app: TttApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self._seen: dict[int, Strip] = {}

    # --- hands ---

    def send(self, key: str) -> None:
        """Press a key and do not wait for what comes of it."""
        self.app.post_message(key_event(key))

    async def press(self, *keys: str) -> None:
        """Press keys one after the other; a key is named as in a binding, or written as its character.

        Before each of them there is time enough to read what is on the screen.
        """
        for key in keys:
            event = key_event(key)
            event.time += READING_SECONDS
            self.app.post_message(event)
            await self.settle()

    async def focus(self, id: str) -> None:
        """Give a widget the focus at once; where the tab key leads is tested by itself."""
        widget = self.app.screen.query_one(f"#{id}")
        self.app.screen.set_focus(widget)
        await self.settle()
        assert self.app.focused is widget

    async def paste(self, text: str) -> None:
        """Have a text arrive in one piece."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def write(self, text: str) -> None:
        """Type the characters of a text."""
        await self.press(*text)

    async def click_at(self, x: int, y: int, button: int = 1) -> None:
        """Click on a cell of the screen, after time enough to read what is there."""
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            event = _mouse(kind, x, y, button)
            event.time += READING_SECONDS
            self.app.post_message(event)
        await self.settle()

    async def click(self, target: str | Widget) -> None:
        """Click in the middle of a widget."""
        widget = self.app.screen.query_one(target) if isinstance(target, str) else target
        region = widget.region
        await self.click_at(region.x + region.width // 2, region.y + region.height // 2)

    async def click_footer(self, description: str) -> None:
        """Click on the footer's key with this description."""
        await self.until(lambda: description in self.footer, f"{description!r} in the footer")
        await self.click_at(self.footer.index(description), self.app.size.height - 1)

    async def click_on(self, text: str) -> None:
        """Click on a text, wherever on the screen it is."""
        y = next(y for y, line in enumerate(self.lines) if text in line)
        await self.click_at(self.lines[y].index(text), y)

    async def click_square(self, name: str) -> None:
        """Click on a square of the board."""
        await self.click_at(*self.place_of(name))

    async def point_at(self, x: int, y: int) -> None:
        """Move the mouse over a cell of the screen."""
        self.app.post_message(_mouse(events.MouseMove, x, y))
        await self.settle()

    async def scroll(self, down: bool) -> None:
        """Turn the mouse's wheel by one notch over the board."""
        kind = events.MouseScrollDown if down else events.MouseScrollUp
        region = self.board.region
        self.app.post_message(_mouse(kind, region.x + 5, region.y + 2))
        await self.settle()

    async def turn_at(self, x: int, y: int, *, down: bool) -> None:
        """Turn the mouse's wheel by one notch over a cell of the screen."""
        kind = events.MouseScrollDown if down else events.MouseScrollUp
        self.app.post_message(_mouse(kind, x, y))
        await self.settle()

    async def settle(self) -> None:
        """Let everything that was sent be handled, with all that follows from it at once."""
        quiet = 0
        end = time.monotonic() + LONGEST_WAIT
        while quiet < 4 and not self.has_quit:
            assert time.monotonic() < end, "the screen never comes to rest"
            await asyncio.sleep(0)
            app = self.app
            rests = _rests(app) and all(map(_rests, app.screen.walk_children(with_self=True)))
            quiet = quiet + 1 if rests else 0
        await self._let_pass(0)

    async def _let_pass(self, seconds: float) -> None:
        """Wait, and have painted what is to be painted."""
        await asyncio.sleep(seconds)
        if not self.has_quit:
            self.app.screen._on_timer_update()

    async def rest(self) -> None:
        """Let everything come to rest, for things that must *not* happen."""
        await self.settle()
        await self._let_pass(0.06)
        await self.settle()

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Wait until a condition holds; what takes long is looked at less often, since to look costs most."""
        start = now = time.monotonic()
        while not condition():
            if now - start > LONGEST_WAIT:
                shown = "" if self.has_quit else "\n".join(self.lines)
                raise AssertionError(f"waited in vain for {what or condition}\n{shown}")
            await self._let_pass(0.005 if now - start < 0.03 else 0.02)
            now = time.monotonic()

    async def question(self, script: Script, number: int = 1) -> Question:
        """Wait until scripted computers have been asked so often, and return the latest question."""
        await self.until(lambda: len(script.questions) >= number, f"question {number}")
        assert len(script.questions) == number
        return script.questions[-1]

    async def moved(self, *squares: str) -> None:
        """Wait until exactly these moves have been played."""
        await self.until(lambda: self.moves == list(squares), f"the moves {squares}")

    # --- eyes ---

    @property
    def strips(self) -> list[Strip]:
        """What is on the screen, line by line."""
        return self._rows(0, self.app.screen._compositor.size.height)

    def _rows(self, first: int, end: int) -> list[Strip]:
        """Some lines of the screen, each painted once for all that is asked before anything happens."""
        if not self._seen:
            asyncio.get_running_loop().call_soon(self._seen.clear)
        wanted = range(self.app.screen._compositor.size.height)[first:end]
        if missing := [y for y in wanted if y not in self._seen]:
            painted = _painted(self.app.screen, self.app._background_screens, missing[0], missing[-1] + 1)
            self._seen.update(zip(range(missing[0], missing[-1] + 1), painted, strict=True))
        return [self._seen[y] for y in wanted]

    @property
    def lines(self) -> list[str]:
        """The text on the screen."""
        return [strip.text for strip in self.strips]

    @property
    def text(self) -> str:
        """The text on the screen in one piece."""
        return "\n".join(self.lines)

    @property
    def footer(self) -> str:
        """The last line."""
        bottom = self.app.screen._compositor.size.height
        return self._rows(bottom - 1, bottom)[0].text

    @property
    def status(self) -> str:
        """What the status line says, also below a dialog, without what it adds more quietly in a game."""
        region = self._status_line.region
        rows = _without_edge(self._rows(region.y, region.bottom))
        lines = " ".join(" ".join(row.text for row in rows).split())
        said = lines.removesuffix(self.status_more).strip()  # a score stays before a notice
        return said[len(found[0]) :] if (found := HINT_DOTS.match(said)) else said

    @property
    def hint_dots(self) -> str:
        """The dots for the steps of a hint, before what the status line says."""
        region = self._status_line.region
        found = HINT_DOTS.match(self._rows(region.y, region.bottom)[0].text.strip())
        return found[0].strip() if found else ""

    @property
    def status_more(self) -> str:
        """What the status line of a game adds to its statement, which is bold.

        Read from the game's own screen: below a dialog nothing may be bold.
        """
        line = self._status_line
        if not isinstance(line.screen, PlayScreen):
            return ""
        region = line.region
        lines = _without_edge(_painted(line.screen, [], region.y, region.bottom))
        quiet = (part.text for line in lines for part in line if not (part.style and part.style.bold))
        return " ".join("".join(quiet).split())

    @property
    def _status_line(self) -> Widget:
        """The status line of the topmost screen that has one."""
        return next(line for screen in self.app.screen_stack[::-1] for line in screen.query("#status"))

    def cell(self, x: int, y: int, width: int = 1) -> str:
        """The text in some cells of a line."""
        return self._rows(y, y + 1)[0].crop(x, x + width).text

    def style_at(self, x: int, y: int) -> Style:
        """How a cell is drawn."""
        for segment in self._rows(y, y + 1)[0].crop(x, x + 1):
            return segment.style or Style()
        raise AssertionError(f"nothing is at {x}, {y}")

    @property
    def sight(self) -> Sight:
        """The board that is on the screen."""
        sight = find_board(Seen(self.strips, self.app.size))
        assert sight is not None, f"a board is on the screen\n{self.text}"
        return sight

    def place_of(self, name: str) -> tuple[int, int]:
        """Return the cell where a square's symbol is, found by the labels that are on the screen."""
        places = self.sight.places
        assert name in places, f"{name} is on the screen"
        return places[name]

    def look(self, name: str) -> Look:
        """What a square shows."""
        self.place_of(name)
        return self.sight.look(name)

    def square(self, name: str) -> str:
        """The symbol on a square, `·` for none, in brackets with the cursor or if the stone is marked."""
        return str(self.look(name))

    @property
    def columns_shown(self) -> str:
        """The column letters on the screen."""
        return "".join(self.sight.columns)

    @property
    def rows_shown(self) -> list[int]:
        """The row numbers on the screen."""
        return list(self.sight.rows)

    # --- what is behind it ---

    @property
    def has_quit(self) -> bool:
        """Whether the program has ended."""
        return self.app.return_code is not None

    @property
    def play(self) -> PlayScreen:
        """The game's screen."""
        assert isinstance(self.app.screen, PlayScreen)
        return self.app.screen

    @property
    def setup(self) -> SetupScreen:
        """The setup screen."""
        assert isinstance(self.app.screen, SetupScreen)
        return self.app.screen

    @property
    def board(self) -> BoardGrid:
        """The board of the game, also while a dialog covers it."""
        return self.game_screen.query_one(BoardGrid)

    @property
    def game_screen(self) -> PlayScreen:
        """The game's screen, also while a dialog covers it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, PlayScreen))

    @property
    def go_to(self) -> GoTo:
        """The line in which squares are typed."""
        return self.play.query_one(GoTo)

    @property
    def match(self) -> Match:
        """The match that is played, the truth about all moves."""
        assert self.app.session.match is not None
        return self.app.session.match

    @property
    def moves(self) -> list[str]:
        """The moves of the game as squares' names; a resignation is `resigns`."""
        geometry = self.match.setup.geometry
        return [
            "resigns" if move.square is None else geometry.name(move.square) for move in self.match.game.moves
        ]

    @property
    def cursor(self) -> str:
        """The square with the cursor."""
        return self.match.setup.geometry.name(self.board.cursor)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.game.outcome is not None

    def one(self, selector: str) -> Any:
        """Return the one widget that fits."""
        return self.app.screen.query_one(selector)

    @property
    def typed(self) -> str:
        """What is in the text field that has the focus."""
        assert isinstance(self.app.focused, Input)
        return self.app.focused.value

    # --- whole actions ---

    async def place(self, *names: str) -> None:
        """Place on squares by typing their names."""
        for name in names:
            count = len(self.moves)
            await self.press(":", *name, "enter")
            await self.until(lambda count=count: len(self.moves) > count, f"the stone on {name}")

    async def result(self) -> None:
        """Wait until the game has ended and its result has been on the screen for a moment."""
        await self.until(lambda: self.is_over, "the end of the game")
        await self.until(
            lambda: re.search(r"win|draw|, move \d|resign", self.status.lower()) is not None,
            "the result",
        )
        await self.rest()


def _painted(screen: Screen[Any], behind: list[Screen[Any]], first: int, end: int) -> list[Strip]:
    """Paint lines of a screen in front of others, from the first to before the end."""
    visible_screen_stack.set(behind)
    size = screen._compositor.size
    rows = range(size.height)[first:end]
    region = Region(0, rows.start, size.width, len(rows))
    chops = screen._compositor._render_chops(region, rows.__contains__)
    return [Strip.join(chops[y].values()) for y in rows]


def _without_edge(rows: list[Strip]) -> list[Strip]:
    """Return the rows of a status line without the edge of the board."""
    return [row for row in rows if not row.text.strip() or row.text.strip(BOARD_EDGE)]


def _rests(pump: MessagePump) -> bool:
    """Whether somebody waits for a message, and none is there; or nobody does any more.

    The pilot's `pause` learns that by a message to each widget, which costs more than a key does.
    """
    queue = pump._message_queue
    return queue.empty() and (bool(queue.ready_event._waiters) or pump._task is None or pump._task.done())


def key_event(key: str) -> events.Key:
    """Return the event of a key, given as in a binding (`ctrl+q`, `question_mark`) or as its character."""
    if len(key) == 1:
        return events.Key(key if key.isalnum() else _character_to_key(key), key)
    try:
        character = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(key, key)))
    except KeyError:
        character = None
    return events.Key(key, character)


def _mouse(kind: type[events.MouseEvent], x: int, y: int, button: int = 1) -> events.MouseEvent:
    pressed = button if kind in (events.MouseDown, events.MouseUp) else 0
    return kind(None, x, y, 0, 0, pressed, False, False, False, x, y)


@asynccontextmanager
async def running(app: TttApp, size: tuple[int, int] = USUAL) -> AsyncIterator[Ui]:
    """Start this program, and wait until its first screen is there."""
    async with app.run_test(size=size, notifications=True) as pilot:
        ui = Ui(app, pilot)
        await ui.until(lambda: any(screen.query(KeyHints) for screen in app.screen_stack), "the first screen")
        await ui.settle()
        yield ui


def at_setup(
    size: tuple[int, int] = USUAL, seed: int = 1, terminal: Terminal | None = None
) -> AbstractAsyncContextManager[Ui]:
    """Start the program without arguments."""
    return running(TttApp(seed=seed, terminal=terminal), size)


@asynccontextmanager
async def playing(
    setup: Setup | None = None,
    size: tuple[int, int] = USUAL,
    moves: Iterable[str] = (),
    session: Session | None = None,
    terminal: Terminal | None = None,
) -> AsyncIterator[Ui]:
    """Start the program with a game of this set-up, in which these moves have been made already."""
    app = TttApp(StartRequest(setup or a_setup()), seed=1, session=session, terminal=terminal)
    match = app.session.new_match(setup or a_setup())
    for name in moves:
        match.place(match.setup.geometry.parse(name))
    app.first_screen = lambda: PlayScreen(app.session, match)  # type: ignore[method-assign]
    async with running(app, size) as ui:
        yield ui


def play_out(match: Match, most_games: int) -> None:
    """Play a match of computers to its end without any screen, or as many games of it."""
    stop = threading.Event()
    while not match.is_over:
        if match.game.outcome is not None:
            assert match.game_number < most_games, f"no end after {most_games} games: {match.points}"
            match.next_game()
        computers = [
            LEVELS[player.level].make(1000 * match.game_number + seat)
            for seat, player in enumerate(match.setup.players)
        ]
        while match.game.outcome is None:
            position = match.game.position
            mover = position.to_move
            limit = match.setup.players[mover].limit
            match.place(computers[mover].think(position.copy(), limit, stop, lambda thought: None).move)
