"""Every key of every binding is pressed, and does what it is there for.

`TABLE` has for each binding's id what is done on the screen, step by step: keys, in which `@` stands for the
key of the binding, and functions that prepare or check something. A binding without a row fails
`test_every_binding_has_a_row`. What people at several terminals do has functions of its own, at the end.
"""

import ast
import importlib
import inspect
import pkgutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from textual._compositor import LayoutUpdate
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

import ttt_tui.app
from tests.app import test_thinking
from tests.app.play import test_step_offer
from tests.app.screens import test_review
from tests.app.shared_match import hearing, hosting, joined, waiting
from tests.app.widgets import test_panels
from tests.gomocup.bad_brains import command
from tests.support import puzzles
from tests.support.brains import asked
from tests.support.driving import Ui, a_setup, at_setup, running
from tests.support.lobby import FakeLobby
from tests.support.sampling import sampled
from tests.support.terminals import GuestBench, two
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.dialog import ConfirmScreen, NameScreen
from ttt_tui.app.screens.editor import EditorScreen
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.join import JoinScreen
from ttt_tui.app.screens.match_over import MatchOverScreen
from ttt_tui.app.screens.own_puzzle import OwnPuzzleScreen, SavePuzzleScreen
from ttt_tui.app.screens.palette import CommandList, GamePalette
from ttt_tui.app.screens.people import PeopleScreen
from ttt_tui.app.screens.people_dialogs import GreetScreen, OfferScreen, RankingScreen, TextScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.screens.position_dialogs import PasteScreen, UseScreen
from ttt_tui.app.screens.practice import PracticeScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.rules_list import RulesScreen
from ttt_tui.app.screens.settings import SettingsScreen, ThemeScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.sharing import ShareTextScreen
from ttt_tui.app.screens.statistics import StatisticsScreen
from ttt_tui.app.screens.study import StudyScreen
from ttt_tui.app.screens.study_dialogs import CommentScreen, LineScreen, SignScreen
from ttt_tui.app.screens.vacant_seat import VacantSeatScreen
from ttt_tui.app.screens.which_puzzle import WhichPuzzleScreen
from ttt_tui.app.terminal.input import InputReader
from ttt_tui.app.themes import DEFAULT_THEME, THEME_NAMES
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.engine import (
    HUMAN,
    OPEN,
    Game,
    Geometry,
    Marks,
    MatchRules,
    Move,
    Player,
    Rules,
    Setup,
    Start,
    engine_level,
    start_position,
)
from ttt_tui.engine.records.text import from_text
from ttt_tui.engine.records.tree import Cursor, Tree, to_movetext
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.lobby_messages import (
    Accept,
    AddKey,
    Challenge,
    Doing,
    Find,
    Greet,
    Join,
    Mute,
    Rename,
    ShowRanking,
    Withdraw,
)
from ttt_tui.multiplayer.protocol import NEXT, UNDO
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.session.controller import DELAYS
from ttt_tui.session.person_statistics import RatingView
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.settings import Settings
from ttt_tui.store.thread import StoreThread

Do = Callable[[Ui], object]
"""Prepares or checks something; what it returns is awaited if it can be."""

Row = tuple[str | Do, ...]

# --- preparing -------------------------------------------------------------------------------------------

ABOUT_TO_WIN = "a1 a2 b1 b2"
SIX = "a1 b1 c1 a2 b2 c2"
LOST = "a1 b1 b2 c3 a3 a2 c1"
"""X wins; b1, the second move, is the one mistake."""


async def show(ui: Ui, screen: Screen[object], kind: type[Screen[object]]) -> None:
    """Show this screen and no other."""
    while len(ui.app.screen_stack) > 1:
        ui.app.pop_screen()
    ui.app.switch_screen(screen)
    await ui.until(lambda: isinstance(ui.app.screen, kind) and ui.app.screen.query("KeyHints"), f"a {kind}")
    await ui.settle()


def game(*levels: str, moves: str = "", **of_setup: object) -> Do:
    """Begin a game in a session that knows nothing yet."""

    async def begin(ui: Ui) -> None:
        ui.app.session, ui.app.theme = Session(1), DEFAULT_THEME
        match = ui.app.session.new_match(a_setup(*levels, **of_setup))  # type: ignore[arg-type]
        for name in moves.split():
            match.place(match.setup.geometry.parse(name))
        await show(ui, ui.app.play_screen(match), PlayScreen)

    return begin


def confirms_moves(ui: Ui) -> None:
    """Place stones only when they are chosen twice."""
    ui.app.session.settings = Settings(confirm_moves=True)


async def at_the_setup(ui: Ui) -> None:
    """Show the setup screen in a session that knows nothing yet."""
    ui.app.session = Session(1)
    await show(ui, ui.app.setup_screen(), SetupScreen)


async def at_match_over(ui: Ui) -> None:
    """End a match by the last stone of its only game, in a window that shows that as a dialog."""
    await resized(60, 24)(ui)
    await game(moves=ABOUT_TO_WIN, points=1)(ui)
    await ui.press("3")
    await ui.until(lambda: isinstance(ui.app.screen, MatchOverScreen), "the end of the match")
    await ui.rest()


def reviewed(ply: int = 0) -> Do:
    """Show the whole review of a game, after so many moves; the one that is there if one is."""

    async def review(ui: Ui) -> None:
        while len(ui.app.screen_stack) > 1 and not isinstance(ui.app.screen, ReviewScreen):
            ui.app.pop_screen()
        if not isinstance(ui.app.screen, ReviewScreen):
            await game(moves=LOST)(ui)
            await ui.press("v")
        await ui.until(
            lambda: isinstance(ui.app.screen, ReviewScreen) and ui.app.screen.found.is_full, "all of it"
        )
        ui.app.screen.go(ply)
        await ui.settle()

    return review


def opening(moves: str = "h8 i8 h9") -> Do:
    """Begin a game in which a side is to be chosen."""

    async def begin(ui: Ui) -> None:
        ui.app.session, ui.app.theme = Session(1), DEFAULT_THEME
        match = ui.app.session.new_match(a_setup(board=(15, 15), k=5, rules=Rules.parse("swap2")))
        for name in moves.split():
            match.place(name)
        await show(ui, ui.app.play_screen(match), PlayScreen)

    return begin


def wild(moves: str = "") -> Do:
    """Begin a game in which players choose X or O."""

    async def begin(ui: Ui) -> None:
        ui.app.session, ui.app.theme = Session(1), DEFAULT_THEME
        match = ui.app.session.new_match(Setup(Geometry(3, 3, 3, Rules(marks=Marks.WILD))))
        for name in moves.split():
            match.place(match.setup.geometry.parse(name))
        await show(ui, ui.app.play_screen(match), PlayScreen)

    return begin


async def practising_wild(ui: Ui) -> None:
    """Look for a better move than Xa2, after which Xa3 wins."""
    await wild("Xa1 Xa2 Xa3")(ui)
    await ui.press("v")
    await ui.until(
        lambda: isinstance(ui.app.screen, ReviewScreen) and ui.app.screen.found.is_full, "all of it"
    )
    ui.app.screen.go(2)
    await ui.settle()
    await ui.press("t")
    assert isinstance(ui.app.screen, PracticeScreen)


async def practising(ui: Ui) -> None:
    """Look for a better move than b1."""
    await reviewed(2)(ui)
    await ui.press("t")
    assert isinstance(ui.app.screen, PracticeScreen)


async def at_puzzle(ui: Ui) -> None:
    """Show a puzzle in a session with a few of them."""
    ui.app.session = puzzles.a_session()
    await show(ui, PuzzleScreen(ui.app.session, AssignedPuzzle(puzzles.WIN)), PuzzleScreen)


async def at_list(ui: Ui) -> None:
    """Show the stored games."""
    await show(ui, ui.app.setup_screen(), SetupScreen)
    await ui.press("h")
    await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and "open" in ui.footer, "the list")
    await ui.rest()


async def in_statistics(ui: Ui) -> None:
    """Show the statistics of the stored games."""
    await at_list(ui)
    await ui.press("s")
    await ui.until(lambda: isinstance(ui.app.screen, StatisticsScreen), "the statistics")
    await ui.rest()


async def in_long_statistics(ui: Ui) -> None:
    """Show the statistics, with more than their page shows at once."""
    await in_statistics(ui)
    ui.app.screen.query_one("#page").styles.height = 4
    await ui.rest()


async def with_ratings(ui: Ui) -> None:
    """Show the first of three ratings of the user."""
    screen = ui.app.screen
    screen._ratings = [RatingView(title, (), waiting="later") for title in ("one", "two", "three")]
    screen._people = [ui.app.session.profile.name]
    screen._show_person()
    await ui.settle()


def page_at(to: int) -> Do:
    """Check the first line in sight of the statistics."""
    return lambda ui: ui.until(lambda: ui.app.screen.query_one("#page").scroll_y == to, f"line {to}")


async def replaying(ui: Ui) -> None:
    """Replay the second of the stored games, after its fourth move."""
    await at_list(ui)
    await ui.press("down", "enter")
    await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen) and "Moves" in ui.text, "the replay")
    ui.app.screen.go(4)
    await ui.settle()


def knows_an_engine(ui: Ui) -> None:
    ui.app.session.engines.add("Sayer", EngineCommand(" ".join(command("says_score"))))


def notes_paints(ui: Ui) -> None:
    """Note what is painted from now on."""
    display, ui.painted = ui.app._display, []  # type: ignore[attr-defined]
    ui.app._display = lambda screen, update: (ui.painted.append(update), display(screen, update))  # type: ignore


def resized(*size: int) -> Do:
    return lambda ui: ui.pilot.resize_terminal(*size)


def scrolled(y: int) -> Do:
    """Scroll what a dialog says to this line."""

    async def scroll(ui: Ui) -> None:
        ui.one(".body").scroll_to(y=y, animate=False)
        await ui.settle()

    return scroll


async def text_shown(ui: Ui) -> None:
    """Show the text of a game on a large board, to be selected."""
    await game(board=(15, 15), k=5, moves="a1 o15 b1 n15 c1 m15 d1 l15 e1")(ui)
    screen = ui.app.screen
    screen.sharing._show(screen.shareable())
    await ui.settle()
    assert isinstance(ui.app.screen, ShareTextScreen)


def text_scrolled(y: int) -> Do:
    """Scroll a text to this line."""

    async def scroll(ui: Ui) -> None:
        ui.one("ShareText").scroll_to(y=y, animate=False)
        await ui.settle()

    return scroll


# --- checking --------------------------------------------------------------------------------------------


def so(*looks: Callable[[Ui], object]) -> Do:
    """Expect that all of these are true."""

    def check(ui: Ui) -> None:
        for look in looks:
            assert look(ui), inspect.getsource(look).strip()

    return check


def soon(*looks: Callable[[Ui], object]) -> Do:
    """Wait until all of these are true, or hold if they are checks."""

    def holds(ui: Ui) -> bool:
        try:
            return all(look(ui) is not False for look in looks)
        except (AssertionError, AttributeError, StopIteration):  # it may not be there yet
            return False

    return lambda ui: ui.until(lambda: holds(ui), ", ".join(look.__qualname__ for look in looks))


def on(kind: type[Screen[object]]) -> Do:
    """Wait until a screen of this kind is there."""
    return lambda ui: ui.until(lambda: isinstance(ui.app.screen, kind), kind.__name__)


def moves(*names: str) -> Do:
    def check(ui: Ui) -> None:
        assert ui.moves == [*names]

    return check


def shows(*texts: str) -> Do:
    def check(ui: Ui) -> None:
        for text in texts:
            assert text in ui.text

    return check


def lacks(*texts: str) -> Do:
    def check(ui: Ui) -> None:
        for text in texts:
            assert text not in ui.text

    return check


def says(text: str) -> Do:
    def check(ui: Ui) -> None:
        assert text in ui.status

    return check


def cursor_went_to(name: str) -> Do:
    def check(ui: Ui) -> None:
        board = ui.app.screen.query_one(BoardGrid)
        assert board.geometry.name(board.cursor) == name

    return check


def cursor(name: str) -> Do:
    """Expect the cursor on this square, as it is drawn too."""

    def check(ui: Ui) -> None:
        cursor_went_to(name)(ui)
        assert [square for square, look in ui.sight.looks().items() if look.is_cursor] == [name]

    return check


def at(name: str) -> Do:
    """Put the cursor on this square."""

    async def go(ui: Ui) -> None:
        board = ui.app.screen.query_one(BoardGrid)
        board.cursor = board.geometry.parse(name)
        await ui.settle()

    return go


def square(**shown: str) -> Do:
    def check(ui: Ui) -> None:
        assert {name: ui.square(name) for name in shown} == shown

    return check


def written(**shown: str) -> Do:
    """Expect this to be written on squares."""

    def check(ui: Ui) -> None:
        assert {name: ui.look(name).written for name in shown} == shown

    return check


def stones(count: int) -> Do:
    """Expect the first so many of the six moves on the board that is drawn."""

    def check(ui: Ui) -> None:
        board = ui.app.screen.query_one(BoardGrid)
        drawn = board.view.stones[0] | board.view.stones[1]
        assert [name for name in SIX.split() if drawn >> board.geometry.parse(name) & 1] == SIX.split()[
            :count
        ]

    return check


def focused(selector: str) -> Do:
    def check(ui: Ui) -> None:
        assert ui.app.focused is ui.one(selector)

    return check


def goes_round(by: int, start: str = "") -> Do:
    """Press `start`, and then the key until it has been once around all that takes the focus."""

    def check(ui: Ui, key: str) -> Awaitable[None]:
        async def walk() -> None:
            await ui.press(*start.split())
            chain = ui.app.screen.focus_chain
            for _ in range(len(chain)):
                expected = chain[(chain.index(ui.app.focused) + by) % len(chain)]
                await ui.press(key)
                assert ui.app.focused is expected

        return walk()

    return check  # type: ignore[return-value]


async def deletes_the_newest(ui: Ui, key: str) -> None:
    """Expect that the newest game alone is deleted, and only after a question."""
    count = len(ui.one("GameTable").games)
    await ui.press(key)
    assert f"Delete game {count} (" in ui.text
    await ui.press("n")
    assert len(ui.one("GameTable").games) == count
    await ui.press(key, "y")
    await ui.until(lambda: len(ui.one("GameTable").games) == count - 1, "one game less")
    assert not any(line.split()[:1] == [str(count)] for line in ui.lines), "it is that game"


def players(*order: int) -> Do:
    """Expect the players of the setup, by their seats of before: 2 is the one that was added."""
    names = ("You", "easy 2", "medium 4")

    def check(ui: Ui) -> None:
        assert [player.name for player in ui.setup.current.players] == [names[seat] for seat in order]

    return check


def tried(*names: str) -> Do:
    """Expect that these squares were tried first, in a puzzle or in practice."""

    def check(ui: Ui) -> None:
        screen = ui.app.screen
        if isinstance(screen, PuzzleScreen):
            found = puzzles.stones(ui)
        else:
            game, start = screen.practice.game, screen.practice.start
            found = [game.setup.geometry.name(move.square) for move in game.moves[start:]]
        assert found[: len(names) or None] == [*names]

    return check


def theme(at: Callable[[int], bool]) -> Do:
    def check(ui: Ui) -> None:
        assert at(THEME_NAMES.index(ui.app.theme)), ui.app.theme

    return check


def row_is(number: int) -> Do:
    return soon(lambda ui: ui.one("GameTable").cursor_row == number)


def ply(number: int) -> Do:
    def check(ui: Ui) -> None:
        assert ui.app.screen.ply == number

    return check


def page(by: int) -> Do:
    """Expect the help's page this far from the second one."""
    return so(lambda ui: ui.app.screen.number == 1 + by)


def paced(faster: int) -> Do:
    """Expect the delay between stones so many steps away from the usual one."""

    def check(ui: Ui) -> None:
        usual = DELAYS.index(Session(1).preferences.delay)
        assert ui.play.controller.delay == DELAYS[max(0, min(usual - faster, len(DELAYS) - 1))]
        assert f"{ui.play.controller.delay:g} s" in ui.status

    return check


def list_has(number: int) -> Do:
    """Expect this entry of the setup's list to be the marked one."""

    def check(ui: Ui) -> None:
        listed = ui.one("#presets")
        region = listed.region
        grounds = [ui.style_at(region.right - 1, y).bgcolor for y in range(region.y, region.bottom)]
        assert listed.highlighted == number
        assert sum(ground != grounds[0] for ground in grounds) == 1, "one line is marked"

    return check


def found(typed: str) -> Do:
    """Type into the command palette, and choose what fits best."""

    def marked(ui: Ui) -> str:
        listed = ui.one(CommandList)
        at = listed.highlighted
        return str(listed.get_option_at_index(at).prompt).lower() if at is not None else ""

    async def choose(ui: Ui) -> None:
        assert isinstance(ui.app.screen, GamePalette)
        await ui.write(typed)
        await ui.until(lambda: typed.split()[-1] in marked(ui), f"{typed} in the list")
        await ui.press("enter")

    return choose


def selected(expected: Callable[[int], bool]) -> Do:
    """Expect this line of the command palette to be the selected one."""

    def check(ui: Ui) -> None:
        at = ui.one(CommandList).highlighted
        assert at is not None
        assert expected(at), at

    return check


# --- the table -------------------------------------------------------------------------------------------

DIGITS = [*enumerate(("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), 1)]
STEPS = {
    "left": ("b3", "a3"), "right": ("d3", "e3"), "up": ("c2", "c1"), "down": ("c4", "c5"),
    "home": ("a3", "a3"), "end": ("e3", "e3"), "top": ("c1", "c1"), "bottom": ("c5", "c5"),
}  # fmt: skip
"""What a binding does → where the cursor is after one key from the middle of 5×5, and after many."""
NUMBERED = ("@", shows("Move numbers shown"), so(lambda ui: ui.app.screen.query_one(BoardGrid).shows_numbers),
            "@", shows("Move numbers hidden"))  # fmt: skip
BESIDE = {"left": "a2", "right": "c2", "up": "b1", "down": "b3"}
"""The same from the middle of 3×3."""
WALKED = {"back": 3, "on": 5, "start": 0, "end": 6}
"""What a binding does → how many of six moves are shown after it was pressed at the fourth."""

six_moves = game(moves=SIX, board=(5, 5), k=5)

IN_A_GAME: dict[str, Row] = {
    "play.place": (game(), "left @", moves("a2"), square(a2="[X]")),
    "play.take_off": (game(), confirms_moves, "5", square(b2="[X]"), moves(), "@", square(b2="[·]"), "5 5",
                      moves("b2")),
    "play.next": (game(moves=ABOUT_TO_WIN), "3", Ui.result, "@", moves(), shows("Game 2")),
    "play.rematch": (game(moves=ABOUT_TO_WIN, points=1), "3", Ui.result, on(PlayScreen), "@", moves(),
                      shows("Game 1"), so(lambda ui: ui.match.points == [0, 0]), "5", moves("b2")),
    "play.undo": (game(), "5 1 down @", moves("b2"), cursor("a1"), "@", moves(), square(b2="[·]")),
    "play.redo": (game(), "5 1 u u @", moves("b2"), "@", moves("b2", "a1"), square(a1="[O]")),
    "play.help": (game(), "@", on(HelpScreen), shows("Place a stone")),
    "play.leave": (game(), "5 @", on(SetupScreen), moves("b2")),
    "play.goto": (game(board=(5, 5)), "@", so(lambda ui: ui.typed == ""), "e 1 enter", moves("e1"),
                  so(lambda ui: not ui.go_to.display)),
    "goto.leave": (game(board=(5, 5)), ": a 1 @", on(PlayScreen), so(lambda ui: not ui.go_to.display),
                   says("Ada (X) to move"), moves(), "right", cursor("b1")),
    "play.slower": (game(HUMAN, "random"), "@", paced(-1), "@ " * len(DELAYS), paced(-len(DELAYS))),
    "play.faster": (game(HUMAN, "random"), "@", paced(1), "@ " * len(DELAYS), paced(len(DELAYS))),
    "play.analysis": (game(moves=ABOUT_TO_WIN), "@", soon(written(c1="W 1")), "@", written(c1="")),
    "play.threats": (game(moves=ABOUT_TO_WIN), "A @", written(c1="!", c2="!")),
    "play.candidate": (game(moves=ABOUT_TO_WIN), "A", soon(written(c1="W 1")), "@", cursor("c1")),
    "play.line": (game(moves="a1 b1"), "A", soon(shows("Best")), "@",
                  soon(lambda ui: {"1", "2"} <= {look.written for look in ui.sight.looks().values()})),
    "play.hint": (game(moves=ABOUT_TO_WIN), "@", soon(says("You can win at once"))),
    "play.resign": (game(points=None), "5 @", shows("Resign for Bob?", "Ada gets the point: score 1–0."),
                    "enter", moves("b2"), "@ y", moves("b2", "resigns"),
                    says("Bob (O) resigned"), so(lambda ui: ui.match.points == [1, 0])),
    "play.draw": (game(points=None), "@", says("A draw can be offered after the first move"), "5 @",
                  shows("Bob offers a draw", "Does Ada accept?"), "enter", moves("b2"), "@ y", moves("b2"),
                  says("Draw by agreement"), so(lambda ui: ui.match.draws_in_a_row == 1)),
    "play.numbers": (game(moves="a1"), "@", so(lambda ui: ui.cell(*ui.place_of("a1")) == "1"), "@",
                     *NUMBERED),
    "play.panel": (game(), shows("Moves"), "@", soon(lacks("Moves")), "@", soon(shows("Moves")),
                   resized(40, 16), soon(lacks("Moves")), "@", soon(shows("Moves")),
                   so(lambda ui: not ui.board.region), "left", soon(square(a2="[·]")), lacks("Moves"),
                   resized(80, 24), soon(shows("Moves"))),
    "play.new": (game(), "@", on(PlayScreen), "5 @", on(ConfirmScreen), "n", moves("b2"), "@ y",
                 on(PlayScreen), moves(), shows("Game 1"), *("1", "4", "2", "5", "3"), Ui.result, "@",
                 on(PlayScreen), shows("Game 2")),
    "play.opinion": (game(board=(15, 15), k=5), knows_an_engine, "A @", soon(shows("Best moves by Sayer"))),
    "play.review": (game(moves=LOST), "@", on(ReviewScreen)),
    "play.study": (game(moves=LOST), "@", on(StudyScreen), shows("Ada won in 7 moves")),
    "play.share": (game(moves=LOST), "@", says("Sent to the clipboard")),
    "play.walk": (six_moves, "@ up up", stones(4), moves(*SIX.split()), "@", stones(6)),
    **{f"play.{step}": (game(board=(5, 5)), at("c3"), "@", cursor(once), "@ " * 6, cursor(often), moves())
       for step, (once, often) in STEPS.items()},
    "play.x": (wild(), "@", moves("Xb2"), "left o up enter", moves("Xb2", "Oa2", "Oa1")),
    "play.o": (wild(), "@", moves("Ob2"), "left enter", moves("Ob2", "Oa2")),
    "play.pick": (opening(), "left @", moves("h8", "i8", "h9", "two-more")),
    **{f"play.digit{digit}": (
        game(), "@", moves(name), square(**{name: "[X]"}),
        game(board=(4, 3)), "@", moves(), shows(f"Go to {digit}"), so(lambda ui: ui.go_to.display),
        "enter", moves("abcd"[(digit - 1) % 4] + str((digit - 1) // 4 + 1)))
       for digit, name in DIGITS},
    **{f"log.{step}": (six_moves, "tab up up @", stones(count), moves(*SIX.split()))
       for step, count in WALKED.items()},
    "log.continue": (six_moves, "tab up up @", on(ConfirmScreen), shows("Undo 2 moves"), "n",
                     moves(*SIX.split()), stones(4), "@ y", on(PlayScreen), moves(*SIX.split()[:4]),
                     stones(4), "U U", moves(*SIX.split()), "u u : e 5 enter", moves(*SIX.split()[:4], "e5")),
    "log.leave": (six_moves, "tab home", stones(0), "@", on(PlayScreen), stones(6)),
    "app.repaint": (game(moves="b2"), notes_paints, "@", moves("b2"),
                    so(lambda ui: any(isinstance(update, LayoutUpdate) for update in ui.painted))),
    "app.commands": (game(moves="b2"), "@", found("undo"), soon(moves()),
                     "@", found("redo"), soon(moves("b2")),
                     "@", found("theme: nord"), soon(lambda ui: ui.app.theme == "nord"),
                     "@", found("gomoku"), soon(lambda ui: ui.match.setup.geometry.columns == 15),
                     on(PlayScreen)),
}  # fmt: skip

SCROLLED = {"dialog.down": 1, "dialog.up": -1, "help.page_down": 10, "help.page_up": -10}
"""Binding's id → by how many lines it scrolls what a dialog says."""

DIALOGS: dict[str, Row] = {
    "app.theme": (game(), "@", on(ThemeScreen), shows(f"● {DEFAULT_THEME}"), "down enter", on(PlayScreen),
                  theme(lambda at: at == THEME_NAMES.index(DEFAULT_THEME) + 1)),
    "theme.take": (game(), "f2 home down", theme(lambda at: at == 1), "@", on(PlayScreen),
                   theme(lambda at: at == 1)),
    "theme.return": (game(), "f2 end @", on(PlayScreen), so(lambda ui: ui.app.theme == DEFAULT_THEME)),
    **{f"names.{step}": (game(), "f2 home down down @", theme(there)) for step, there in {
        "down": lambda at: at == 3, "up": lambda at: at == 1, "page_down": lambda at: at > 3,
        "page_up": lambda at: at == 0, "first": lambda at: at == 0,
        "last": lambda at: at == len(THEME_NAMES) - 1}.items()},
    "palette.run": (game(moves="b2"), "ctrl+p u n d o @", on(PlayScreen), soon(moves())),
    "palette.close": (game(), "ctrl+p", on(GamePalette), "@", on(PlayScreen)),
    **{f"palette.{step}": (game(), "ctrl+p down down @", selected(there)) for step, there in {
        "down": lambda at: at == 4, "up": lambda at: at == 2, "page_down": lambda at: at > 4,
        "page_up": lambda at: at == 1}.items()},
    "help.close": (game(), "?", on(HelpScreen), "@", on(PlayScreen), moves()),
    "help.forward": (game(), "? right", scrolled(999), "@", page(1)),
    "help.next": (game(), "? right @", page(1)),
    "help.previous": (game(), "? right @", page(-1)),
    "help.search": (game(), "? @ n e g a m a x", shows("Classic computers", "alpha-beta"), lacks("To win")),
    **{step: (resized(40, 16), game(), "? right", scrolled(12), "@",
              soon(lambda ui, by=by: ui.one(".body").scroll_y == 12 + by), resized(80, 24))
       for step, by in SCROLLED.items()},
    **{step: (game(), "5 n", so(lambda ui: "keep playing" in str(ui.app.focused.label)), "@",
              so(lambda ui: "start over" in str(ui.app.focused.label)), "escape", moves("b2"))
       for step in ("dialog.next", "dialog.previous")},
    "answer.choose": (game(), "5 n @", on(PlayScreen), moves("b2"), "n left @", on(PlayScreen), moves()),
    "confirm.yes": (game(), "5 n", on(ConfirmScreen), "@", on(PlayScreen), moves()),
    "confirm.no": (game(), "5 n", on(ConfirmScreen), "@", on(PlayScreen), moves("b2")),
    "match_over.rematch": (at_match_over, "@", on(PlayScreen), moves(), so(lambda ui: not ui.match.is_over),
        resized(80, 24)),
    "match_over.undo": (at_match_over, "@", on(PlayScreen), moves(*ABOUT_TO_WIN.split()),
        resized(80, 24)),
    "match_over.look": (at_match_over, "@", on(PlayScreen), moves(*ABOUT_TO_WIN.split(), "c1"),
        resized(80, 24)),
    "match_over.review": (at_match_over, "@", on(ReviewScreen),
        resized(80, 24)),
    "match_over.share": (at_match_over, "@", on(PlayScreen), soon(says("to the clipboard")),
        resized(80, 24)),
    "text.leave": (text_shown, "@", on(PlayScreen)),
    "text.share": (text_shown, "@", on(PlayScreen), says("Can't save a picture")),
    **{f"text.{step}": (resized(40, 9), text_shown, text_scrolled(6), "@",
                        soon(lambda ui, by=by: ui.one("ShareText").scroll_y == 6 + by), resized(80, 24))
       for step, by in {"down": 1, "up": -1}.items()},
    "match_over.leave": (at_match_over, "@", on(SetupScreen),
        resized(80, 24)),
}  # fmt: skip

LISTED = {"list.down": 4, "list.up": 2, "list.first": 0, "list.last": len(PRESETS) + 3}
"""Binding's id → where it leads from the fourth game."""

AT_THE_SETUP: dict[str, Row] = {
    "setup.help": (at_the_setup, "@", on(HelpScreen), shows("Start the game")),
    "app.help": (at_the_setup, "@", on(HelpScreen), "@", on(SetupScreen)),
    "setup.start": (at_the_setup, "@", on(PlayScreen), "q", on(SetupScreen), "tab tab @",
                    on(PlayScreen), so(lambda ui: ui.match.setup.geometry.columns == 3)),
    "setup.next": (at_the_setup, goes_round(1)),
    "setup.rules": (at_the_setup, "@", on(RulesScreen), "down enter", on(SetupScreen),
                    shows("‹ exactly ›")),
    "rules.take": (at_the_setup, "R down @", on(SetupScreen), shows("‹ exactly ›")),
    "rules.leave": (at_the_setup, "R down @", on(SetupScreen), shows("‹ usual ›")),
    "setup.board": (at_the_setup, "@", focused("#columns-stepper"), "4", shows("‹ 4 › × ‹ 3 ›")),
    "board.next": (at_the_setup, "b 4 @", focused("#rows-stepper"), "4 @", focused("#line-stepper"), "@",
                   focused("#columns-stepper"), shows("‹ 4 › × ‹ 4 ›")),
    "setup.previous": (at_the_setup, goes_round(-1)),
    "setup.down": (at_the_setup, "tab tab", focused("#side"), "@", focused("#first")),
    "setup.up": (at_the_setup, "tab tab", focused("#side"), "@", focused("#level")),
    "setup.add": (at_the_setup, "@", players(0, 1, 2), shows("4 at most"),
                  so(lambda ui: not ui.setup.current.players[-1].is_human)),
    "setup.remove": (at_the_setup, "a home down @", players(0, 2), "@", players(0, 2),
                     says("A game needs at least 2 players")),
    "setup.edit": (at_the_setup, "tab " * 11 + "down @", on(PlayerScreen),
                   so(lambda ui: ui.app.screen.player.name == "easy 2")),
    "setup.earlier": (at_the_setup, "a home down @", players(1, 0, 2), "@", players(1, 0, 2)),
    "setup.later": (at_the_setup, "a home down @", players(0, 2, 1), "@", players(0, 2, 1)),
    "setup.lot": (at_the_setup, lacks("‹ random ›"), "@", shows("‹ random ›"),
                  so(lambda ui: ui.setup.current.rules.marks_by_lot), "@", lacks("‹ random ›")),
    "setup.theme": (at_the_setup, "@", on(ThemeScreen)),
    "setup.host": (at_the_setup, "tab @", shows("Host a game · 3×3"), focused("#presets"),
                   shows("↵ host and wait for players"),
                   so(lambda ui: [player.level for player in ui.setup.current.players] == [HUMAN, OPEN])),
    "setup.rename": (at_the_setup, "@", on(NameScreen)),
    "name.keep": (at_the_setup, "P Z o e @", on(SetupScreen), so(
        lambda ui: ui.app.session.profile.name == ui.setup.current.players[0].name == "Zoe",
        lambda ui: ui.lines[0].endswith("Zoe   P rename  ")), "down",
        so(lambda ui: ui.setup.current.players[0].name == "Zoe")),
    "name.leave": (at_the_setup, "P Z o e @", on(SetupScreen), so(
        lambda ui: ui.app.session.profile.name == ui.setup.current.players[0].name == "You")),
    "setup.back": (at_the_setup, "tab tab @", focused("#presets"), "@", says("Press q to quit"),
                   on(SetupScreen)),
    "setup.resume": (game(), "5 1 q", on(SetupScreen), "@", on(PlayScreen), soon(square(b2=" X ")),
                     moves("b2", "a1")),
    "setup.puzzle": (at_the_setup, "@", on(PuzzleScreen), shows("Today's puzzle")),
    "setup.study": (at_the_setup, "@", on(StudyScreen), shows("Start of the game")),
    "setup.history": (at_the_setup, "@", on(HistoryScreen)),
    "games.details": (at_the_setup, "@", focused("#level")),
    "stepper.less": (at_the_setup, "tab " * 8 + "home right @", shows("‹ first to 1 ›"), "@ @",
                     shows("‹ first to 1 ›")),
    "stepper.more": (at_the_setup, "tab " * 8 + "home right @", shows("‹ first to 3 ›"), "@ @",
                     shows("‹ first to 5 ›")),
    "stepper.least": (at_the_setup, "tab " * 4 + "7 @", shows("Board      ‹ 3 ›")),
    "stepper.most": (at_the_setup, "tab " * 4 + "7 @", shows("Board      ‹ 20 ›")),
    **{step: (at_the_setup, "down down down", list_has(3), "@", list_has(number))
       for step, number in LISTED.items()},
    "player.accept": (at_the_setup, "e Z o e @", on(SetupScreen), shows("X  Zoe"), "e tab tab right @",
                      on(SetupScreen), so(lambda ui: ui.setup.current.players[0].name == "Zoe",
                                                lambda ui: ui.setup.current.players[0].colour == "red")),
    "player.leave": (at_the_setup, "e Z o e tab tab right @", on(SetupScreen), players(0, 1),
                     so(lambda ui: ui.setup.current.players[0].colour == "blue")),
    "player.next": (at_the_setup, goes_round(1, "e")),
    "player.previous": (at_the_setup, goes_round(-1, "e")),
    "player.down": (at_the_setup, "e @", focused("#symbol"), "@", focused("#colour")),
    "player.up": (at_the_setup, "e @", so(lambda ui: ui.app.focused in ui.app.screen.focus_chain[-2:]), "@",
                  focused("#plays")),
}  # fmt: skip

IN_THE_HISTORY: dict[str, Row] = {
    **{f"games.{step}": (at_list, "home down", row_is(1), "@", row_is(number)) for step, number in {
        "down": 2, "up": 0, "page_down": 2, "page_up": 0, "first": 0, "last": 2}.items()},
    "history.open": (at_list, "down @", on(ReplayScreen), "q up @", on(PlayScreen),
                     moves(*SIX.split())),
    "history.review": (at_list, "down @", on(ReviewScreen), "q", on(HistoryScreen)),
    "history.study": (at_list, "down @", on(StudyScreen), shows("c2"), "q", on(HistoryScreen)),
    "history.export": (at_list, "@", soon(says("Saved ttt-tui-")), so(
        lambda ui: "b2" in ui.app.session.history.path.with_name(ui.status.split()[1]).read_text())),
    "history.statistics": (at_list, "@", on(StatisticsScreen), soon(shows("Ada"))),
    **{f"history.{which}": (at_list, "@", so(lambda ui, which=which: ui.one(f"#by-{which}").value != ""))
       for which in ("player", "board", "result")},
    "history.search": (at_list, "@", focused("Input"), "z", soon(says("No games match the filters"))),
    "statistics.close": (in_statistics, "@", on(HistoryScreen)),
    "statistics.help": (in_statistics, "@", on(HelpScreen)),
    "statistics.player": (in_statistics, shows("Statistics · Ada"), "@", shows("Statistics · Bob")),
    "statistics.next": (in_statistics, with_ratings, "@", shows("Rating two", "2 of 3")),
    "statistics.previous": (in_statistics, with_ratings, "@", shows("Rating three", "3 of 3")),
    **{f"statistics.{step}": (in_long_statistics, *before, "@", page_at(to)) for step, before, to in (
        ("down", (), 1), ("up", ("down down",), 1), ("page_down", (), 12), ("page_up", ("space",), 0))},
    "history.next": (at_list, "@", focused("#by-player")),
    "history.previous": (at_list, "@", focused("#by-result")),
    "history.down": (at_list, "tab", focused("#by-player"), "@", focused("GameTable")),
    "history.up": (at_list, "tab", focused("#by-player"), "@", focused("GameTable")),
    "history.help": (at_list, "@", on(HelpScreen)),
    "history.leave": (at_list, "@", on(SetupScreen)),
    **{f"replay.{step}": (replaying, "@", stones(count)) for step, count in WALKED.items()},
    "replay.play": (replaying, "home @", soon(ply(1)), stones(1), "@", lambda ui: ui.pilot.pause(1.0),
                    ply(1)),
    "replay.numbers": (replaying, "end", *NUMBERED),
    "replay.panel": (replaying, "@", soon(lacks("Moves")), "@", soon(shows("Moves"))),
    "replay.review": (replaying, "@", on(ReviewScreen)),
    "replay.study": (replaying, "@", on(StudyScreen), "q", on(ReplayScreen)),
    "replay.share": (replaying, "@", says("Sent to the clipboard")),
    "replay.help": (replaying, "@", on(HelpScreen)),
    "replay.leave": (replaying, "@", on(HistoryScreen)),
    "history.delete": (at_list, deletes_the_newest),  # the last one, since it takes games away
}  # fmt: skip

IN_A_REVIEW: dict[str, Row] = {
    **{f"review.{step}": (reviewed(4), "@", ply(number)) for step, number in (WALKED | {"end": 7}).items()},
    "review.next": (reviewed(), "@", ply(2)),
    "review.previous": (reviewed(7), "@", ply(2)),
    "review.play": (reviewed(), "@", soon(ply(1)), "@"),
    "review.better": (reviewed(2), lacks("The better line"), "@", says("The better line for move 2"),
                      shows("Instead of b1", "‹1› b2  better"), "@", lacks("The better line")),
    "review.try": (reviewed(2), "@", on(PracticeScreen), so(lambda ui: not ui.app.screen.practice.is_escape)),
    "review.why": (reviewed(2), "@", on(PracticeScreen), so(lambda ui: ui.app.screen.practice.is_escape)),
    "review.numbers": (reviewed(2), *NUMBERED),
    "review.panel": (reviewed(), "@", lacks("Accuracy"), "@", shows("Accuracy")),
    "review.help": (reviewed(), "@", on(HelpScreen), shows("Reviewing: keys")),
    "review.study": (reviewed(), "@", on(StudyScreen), "q", on(ReviewScreen)),
    "review.share": (reviewed(), "@", shows("Sent to the clipboard")),
    "review.leave": (reviewed(), "@", on(PlayScreen)),
    "review.from": (reviewed(2), "@", on(PlayScreen), moves("a1", "b1")),
    "practice.place": (practising, "down @", tried("b2")),
    **{f"practice.digit{digit}": (
        practising, "@", cursor_went_to(name),
        tried(*([name] if digit > 2 else []))) for digit, name in DIGITS},
    "practice.again": (practising, "5", soon(lambda ui: ui.app.screen.practice.stage is Stage.OVER), "@",
                       tried(), so(lambda ui: ui.app.screen.practice.stage is Stage.TURN)),
    "practice.goto": (practising, "@ b 2 enter", tried("b2")),
    **{f"practice.{step}": (practising, at("b2"), "@", cursor(name)) for step, name in BESIDE.items()},
    "practice.numbers": (practising, *NUMBERED),
    "practice.panel": (practising, "@", lacks("Find a better move"), "@", shows("Find a better move")),
    "practice.help": (practising, "@", on(HelpScreen)),
    "practice.leave": (practising, "@", on(ReviewScreen)),
    "practice.x": (practising_wild, at("b3"), "@", tried("Xb3")),  # last: of another game
    "practice.o": (practising_wild, at("b3"), "@", tried("Ob3")),
}  # fmt: skip


def at_stage(*stages: Stage) -> Do:
    return lambda ui: puzzles.at(ui, *stages)


def on_end(ui: Ui) -> bool:
    return ui.app.screen.attempt.stage is Stage.OVER


def assigned(look: Callable[[AssignedPuzzle], bool]) -> Do:
    return so(lambda ui: look(ui.app.screen.assigned))


async def asked_which(ui: Ui) -> None:
    """Ask for another puzzle where there is one of each kind."""
    ui.app.session = puzzles.a_session()
    ui.app.session.puzzles.add_own([puzzles.OWN], None)
    await show(ui, PuzzleScreen(ui.app.session, AssignedPuzzle(puzzles.STOP)), PuzzleScreen)
    await ui.press("p")


async def asked_with_made(ui: Ui) -> None:
    """Ask for another puzzle where the user has made one."""
    ui.app.session = puzzles.a_session()
    made = AssignedPuzzle(puzzles.OWN, made=(puzzles.OWN,))
    ui.app.session.puzzles.made = lambda besides=None: made  # type: ignore[method-assign]
    await show(ui, PuzzleScreen(ui.app.session, AssignedPuzzle(puzzles.STOP)), PuzzleScreen)
    await ui.press("p")


IN_A_PUZZLE: dict[str, Row] = {
    "puzzle.place": (at_puzzle, "up right right @", at_stage(Stage.TURN), tried("c1", "c3")),
    "puzzle.hint": (at_puzzle, "@", soon(says("The right move threatens a line"))),
    "puzzle.again": (at_puzzle, "9", soon(says("c3 loses")), "@", tried()),
    "puzzle.restart": (at_puzzle, "3", soon(tried("c1", "c3")), "@", tried()),
    "puzzle.show": (at_puzzle, "@", soon(tried("c1"))),
    "puzzle.another": (at_puzzle, "@", so(lambda ui: ui.app.screen.attempt.puzzle == puzzles.HOLD)),
    "puzzle.choose": (at_puzzle, "@", on(WhichPuzzleScreen)),
    "puzzle.share": (at_puzzle, "3", soon(tried("c1", "c3")), "5",
                     soon(tried("c1", "c3", "b2", "a2")), "7", soon(on_end), "@",
                     says("Sent to the clipboard")),
    "puzzle.help": (at_puzzle, "@", on(HelpScreen)),
    "puzzle.leave": (at_puzzle, "@", on(SetupScreen)),
    "puzzle.goto": (at_puzzle, "@ c 1 enter", at_stage(Stage.TURN), tried("c1", "c3")),
    **{f"puzzle.{step}": (at_puzzle, at("b2"), "@", cursor(name)) for step, name in BESIDE.items()},
    **{f"puzzle.digit{digit}": (
        at_puzzle, "@", cursor_went_to(name),
        tried(*([name] if name not in ("c2", "a1") else []))) for digit, name in DIGITS},
    "puzzle.numbers": (at_puzzle, *NUMBERED),
    "puzzle.panel": (at_puzzle, "@", lacks("▸ move 1"), "@", shows("▸ move 1")),
    "which.today": (asked_which, "@", on(PuzzleScreen), assigned(lambda it: it.day == puzzles.TODAY)),
    "which.mine": (asked_which, "@", on(PuzzleScreen), assigned(lambda it: it.is_mine)),
    "which.made": (asked_with_made, "@", on(PuzzleScreen), assigned(lambda it: it.made)),
    "which.close": (asked_which, "@", on(PuzzleScreen), assigned(lambda it: it.puzzle == puzzles.STOP)),
    **{f"which.{level.value}": (
        asked_which, "@", on(PuzzleScreen),
        assigned(lambda it, level=level: Difficulty.of(it.puzzle) is level)) for level in Difficulty},
}  # fmt: skip


async def studying(ui: Ui) -> None:
    """Study a game of 3×3 with a variation, at its second move, b1, which a2 could replace."""
    ui.app.session = Session(1)
    played = Game(a_setup())
    for name in LOST.split()[:4]:
        played.place(name)
    tree = Tree.of(played)
    cursor = Cursor(tree)
    for name in ("a1", "a2", "c3"):
        cursor.place(name)
    await show(ui, StudyScreen(ui.app.session, tree), StudyScreen)
    await ui.press("full_stop", "full_stop")


async def studying_wild(ui: Ui) -> None:
    """Study an empty game of X and O for both."""
    ui.app.session = Session(1)
    setup = Setup(Geometry(3, 3, 3, Rules(marks=Marks.WILD)))
    await show(ui, StudyScreen(ui.app.session, Tree(setup)), StudyScreen)


def line(*names: str) -> Do:
    """Expect the cursor of the study behind these moves."""

    def check(ui: Ui) -> None:
        setup = ui.app.screen.study.tree.setup
        played = [setup.geometry.name(move.square) for move in ui.app.screen.study.game.moves]
        assert played == [*names]

    return check


def tree(text: str) -> Do:
    """Expect all lines of the study."""

    def check(ui: Ui) -> None:
        assert to_movetext(ui.app.screen.study.tree) == text

    return check


WHOLE = "1. a1 2. b1 (2. a2 3. c3) 3. b2 4. c3"

IN_A_STUDY: dict[str, Row] = {
    "study.back": (studying, tree(WHOLE), line("a1", "b1"), "@", line("a1"), "@ @", line()),
    "study.above": (studying, "@", line("a1"), "@ @", line()),
    "study.below": (studying, "@", line("a1", "a2"), "@ @", line("a1", "b1", "b2"), "@ @",
                   line("a1", "b1", "b2", "c3")),
    "study.page_up": (studying, "@", line("a1")),
    "study.page_down": (studying, "@", line("a1", "b1", "b2", "c3"), "tab home @",
                        line("a1", "b1", "b2", "c3")),
    "study.on": (studying, "@", line("a1", "b1", "b2"), "@ @", line("a1", "b1", "b2", "c3")),
    "study.board": (studying, "@", so(lambda ui: ui.app.focused is None), "3",
                    line("a1", "b1", "c1"), tree("1. a1 2. b1 (2. a2 3. c3) 3. b2 (3. c1) 4. c3")),
    "study.place": (studying, "tab", at("c1"), "@", line("a1", "b1", "c1")),
    "study.walk": (studying, "@", so(lambda ui: ui.app.focused is None), "@", focused("TreeLog")),
    "study.previous": (studying, "tab @", line("a1")),
    "study.next": (studying, "tab @", line("a1", "b1", "b2")),
    "study.later": (studying, "@", line("a1", "a2"), "@", says("No more variations here")),
    "study.earlier": (studying, "right_square_bracket @", line("a1", "b1"), "@", says("No other move here")),
    "study.start": (studying, "@", line()),
    "study.end": (studying, "@", line("a1", "b1", "b2", "c3")),
    "study.comment": (studying, "@", on(CommentScreen), "g o o d enter", on(StudyScreen),
                      tree("1. a1 2. b1 {good} (2. a2 3. c3) 3. b2 4. c3"), shows("good")),
    "study.name": (studying, "@", on(LineScreen), "a enter", on(StudyScreen), shows("Study: a"),
                   tree("{a} 1. a1 2. b1 (2. a2 3. c3) 3. b2 4. c3"), "u", tree(WHOLE)),
    "study.sign": (studying, "@", on(SignScreen), "down enter",
                   tree("1. a1 2. b1? (2. a2 3. c3) 3. b2 4. c3"), shows("b1?")),
    "study.delete": (studying, "@", says("The game as played stays"), tree(WHOLE), "right_square_bracket @",
                     line("a1"), tree("1. a1 2. b1 3. b2 4. c3")),
    "study.promote": (studying, "right_square_bracket @", says("The game as played stays"), tree(WHOLE),
                      "comma 9 @", tree("1. a1 2. b1 (2. c3) (2. a2 3. c3) 3. b2 4. c3")),
    "study.undo": (studying, "right_square_bracket d @", tree(WHOLE), line("a1", "a2"), "@",
                   says("Nothing to undo")),
    "study.redo": (studying, "right_square_bracket d u @", tree("1. a1 2. b1 3. b2 4. c3"), "@",
                   says("Nothing to redo")),
    "study.from": (studying, "@", on(SetupScreen), so(
        lambda ui: ui.app.screen.current.start == Start.named(Geometry(3, 3, 3), "a1", "b1"))),
    "study.explorer": (studying, "@", shows("In your history", "No games are stored here"), "@",
                       lacks("In your history")),
    "study.solve": (studying, "@", soon(says("X wins in at most 5 moves, proved")), "full_stop",
                    so(lambda ui: "proved" not in ui.status)),
    "study.analysis": (studying, "@", soon(written(b2="W 5")), shows("wins"), "@", written(b2="")),
    "study.puzzle": (studying, "@", on(OwnPuzzleScreen), "escape", on(StudyScreen)),
    "study.edit": (studying, "@", on(EditorScreen), so(
        lambda ui: ui.app.screen.editor.result.start == Start.named(Geometry(3, 3, 3), "a1", "b1"))),
    "study.save": (studying, "@", on(LineScreen), "ctrl+u o u t full_stop t x t enter",
                   soon(says("Saved out.txt")),
                   so(lambda ui: from_text(Path("out.txt").read_text()).tree == ui.app.screen.study.tree),
                   lambda ui: Path("out.txt").unlink()),
    "line.keep": (studying, "s ctrl+u n o full_stop p d f @", says("Can't save the study"), tree(WHOLE)),
    "line.leave": (studying, "s @", on(StudyScreen), so(lambda ui: not Path("study-3x3.sgf").exists())),
    "study.help": (studying, "@", on(HelpScreen)),
    "study.leave": (studying, "@", on(SetupScreen)),
    "study.share": (studying, "@", says("Sent to the clipboard")),
    "study.panel": (studying, "@", soon(lacks("move 2")), "@", soon(shows("move 2"))),
    "study.numbers": (studying, *NUMBERED),
    "study.goto": (studying, "@ c 1 enter", line("a1", "b1", "c1")),
    **{f"study.{step}": (studying, "tab", at("b2"), "@", cursor(name)) for step, name in BESIDE.items()},
    **{f"study.digit{digit}": (studying, "home @", line(name)) for digit, name in DIGITS},
    "study.x": (studying_wild, "@", line("Xb2")),
    "study.o": (studying_wild, "@", line("Ob2")),
    "comment.keep": (studying, "c g @", tree("1. a1 2. b1 {g} (2. a2 3. c3) 3. b2 4. c3")),
    "comment.line": (studying, "c a @ b enter", tree("1. a1 2. b1 {a\nb} (2. a2 3. c3) 3. b2 4. c3")),
    "comment.leave": (studying, "c @", on(StudyScreen), lacks("brings"), "c a @", on(StudyScreen),
                      tree(WHOLE), says("Not saved; U brings your text back"), "U",
                      tree("1. a1 2. b1 {a} (2. a2 3. c3) 3. b2 4. c3")),
    "sign.take": (studying, "exclamation_mark home @", tree("1. a1 2. b1! (2. a2 3. c3) 3. b2 4. c3")),
    "sign.leave": (studying, "exclamation_mark home @", on(StudyScreen), tree(WHOLE)),
}  # fmt: skip


@asynccontextmanager
async def with_history() -> AsyncIterator[Ui]:
    """Start the program with three stored games, the newest of them unfinished."""
    history = StoreThread(Path("history.db").absolute(), max_wait=30)
    setup = a_setup(board=(5, 5), k=5)
    for number in range(3):
        session = Session(number, history)
        match = session.new_match(setup)
        for name in SIX.split():
            match.place(setup.geometry.parse(name))
        if number < 2:
            match.push(Move(0, None))
        session.release()
    async with running(TttApp(seed=1, session=Session(1, history))) as ui:
        yield ui
    history.close()


def edited(**of_setup: object) -> Do:
    """Edit the position of a game in a session that knows nothing yet."""

    async def edit(ui: Ui) -> None:
        await at_the_setup(ui)
        ui.app.edit_position(a_setup(**of_setup))  # type: ignore[arg-type]
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor")
        await ui.settle()

    return edit


def on_board(*squares: str) -> Do:
    """Expect these squares of each player's stones in the editor, and 3×3 or 4×4 boards' names."""

    def check(ui: Ui) -> None:
        editor = ui.app.screen.editor  # type: ignore[attr-defined]
        assert [" ".join(map(editor.geometry.name, each)) for each in editor.start.stones] == [*squares]

    return check


def puzzle_made(ui: Ui) -> None:
    """Show the dialog about a position with one right move, in a session without a folder for data."""
    start = Start.named(Geometry(3, 3, 3), "c1 c3", "c2", to_move=1)
    setup = Setup(Geometry(3, 3, 3), start=start)
    ui.app.make_puzzle(start_position(setup.geometry, start=start), setup)


def typed_path(ui: Ui) -> None:
    """Type the path of a new file."""
    ui.one("Input").value = str(Path(tempfile.mkdtemp()) / "own.txt")


proved = soon(shows("solve"))

FLIPPED = "a3"
"""Where the corner a1 is after the first turn."""

IN_THE_EDITOR: dict[str, Row] = {
    "setup.position": (at_the_setup, "@", on(EditorScreen)),
    "setup.empty": (at_the_setup, "E x enter g", on(SetupScreen), soon(lambda ui: ui.setup.current.start),
                    "@",
                    so(lambda ui: ui.setup.current.start is None)),
    "editor.use": (edited(), "x @", on(UseScreen)),
    "editor.turns": (edited(), "@ left @", on_board("b2", "a2")),
    "editor.stone1": (edited(), "@", on_board("b2", "")),
    "editor.stone2": (edited(), "@", on_board("", "b2")),
    **{f"editor.stone{digit}": (edited(), "@", says("Only these stones are in the game: X, O"))
       for digit in range(3, 10)},
    "editor.x": (edited(), "@", on_board("b2", "")),
    "editor.o": (edited(), "@", on_board("", "b2")),
    "editor.erase": (edited(), "x @", on_board("", "")),
    "editor.next": (edited(), "1 right @ p", on_board("b2", "c2")),
    "editor.previous": (edited(), "2 right @ p", on_board("c2", "b2")),
    "editor.put": (edited(), "1 right @", on_board("b2 c2", "")),
    "editor.turn": (edited(), "@", shows("O to move"), "@", shows("X to move")),
    "editor.due": (edited(board=(9, 9), rules=Rules.parse("ultimate")), "@", shows("on the middle board"),
                   "@", shows("on any open board")),
    "editor.flip": (edited(), "left up x @", on_board(FLIPPED, ""), "@ " * 7, on_board("a1", "")),
    "editor.paste": (edited(), "@", on(PasteScreen)),
    "editor.clear": (edited(), "x @", on_board("", "")),
    "editor.undo": (edited(), "x @", on_board("", "")),
    "editor.redo": (edited(), "x u @", on_board("b2", "")),
    "editor.help": (edited(), "@", on(HelpScreen), shows("Editing a position")),
    "editor.leave": (edited(), "x @", on(SetupScreen)),
    "editor.goto": (edited(board=(5, 5)), "1 u @", so(lambda ui: ui.typed == ""), "e 1 enter",
                    on_board("e1", "")),
    "editor.panel": (edited(), shows("Stones"), "@", soon(lacks("Stones")), "@", soon(shows("Stones"))),
    **{f"editor.{step}": (edited(), "@", cursor(there)) for step, there in BESIDE.items()},
    "use.game": (edited(), "x enter @", on(SetupScreen), soon(lambda ui: ui.setup.current.start)),
    "use.study": (edited(), "x enter @", on(StudyScreen)),
    "use.puzzle": (edited(), "x enter @", on(OwnPuzzleScreen)),
    "use.leave": (edited(), "x enter @", on(EditorScreen), on_board("b2", "")),
    "paste.take": (edited(), "v X 2 / 3 / 2 O @", on(EditorScreen), soon(on_board("a1", "c3"))),
    "paste.leave": (edited(), "v X 2 / 3 / 2 O @", on(EditorScreen), on_board("", "")),
    "own.play": (edited(), puzzle_made, proved, "@", on(PuzzleScreen)),
    "own.save": (edited(), puzzle_made, proved, "@", on(SavePuzzleScreen)),
    "own.leave": (edited(), puzzle_made, proved, "@", on(EditorScreen)),
    "save.write": (edited(), puzzle_made, proved, "s", on(SavePuzzleScreen), typed_path, "@",
                   on(OwnPuzzleScreen), shows("Saved own.txt")),
    "save.leave": (edited(), puzzle_made, proved, "s", on(SavePuzzleScreen), "@", on(OwnPuzzleScreen)),
}  # fmt: skip


@asynccontextmanager
async def with_lobby() -> AsyncIterator[Ui]:
    async with at_setup() as ui:
        ui.app.start_request = ui.app.start_request._replace(lobby=FakeLobby())
        yield ui


async def in_lobby(ui: Ui) -> None:
    """Show the lobby with the cursor on the first game."""
    lobby = ui.app.start_request.lobby
    lobby.sent.clear()
    await show(ui, PeopleScreen(lobby), PeopleScreen)
    await ui.press("home")


async def on_bob(ui: Ui) -> None:
    """Show the lobby with the cursor on a person."""
    await in_lobby(ui)
    await ui.press("end", "up")


def sent(message: object) -> Do:
    """Expect this as the latest request."""
    return soon(lambda ui: ui.app.start_request.lobby.sent[-1] == message)


FIVE = (15, 15, 5, "usual", True)
"""The first game that is offered."""

IN_THE_LOBBY: dict[str, Row] = {
    "people.take": (in_lobby, "@", sent(Join(4)), "down", "@", sent(Accept(7))),
    "people.find": (in_lobby, "@", on(OfferScreen), "enter", sent(Find(*FIVE)),
                    says("Looking for an opponent"), "@", sent(Withdraw())),
    "people.challenge": (on_bob, "@", on(OfferScreen), "enter", sent(Challenge(*FIVE, "bob"))),
    "people.withdraw": (in_lobby, "@", sent(Withdraw())),
    "people.greet": (on_bob, "@", on(GreetScreen), "down", "enter", sent(Greet("bob", 1)),
                     says("To bob: well")),
    "people.alone": (in_lobby, "@", on(SetupScreen), sent(Doing("alone")), "q", on(PeopleScreen),
                     sent(Doing("in the lobby"))),
    "people.search": (in_lobby, "@", on(TextScreen), *"bob", "enter", on(PeopleScreen),
                      lacks("eve", "carl"), shows("bob")),
    "people.ranking": (in_lobby, "@", on(RankingScreen), sent(ShowRanking())),
    "people.mute": (on_bob, "@", sent(Mute("bob")), "@", sent(Mute("bob"))),
    "people.rename": (in_lobby, "@", on(TextScreen), "x", "enter", sent(Rename("x"))),
    "people.key": (in_lobby, "@", on(TextScreen), "1", "enter", sent(AddKey("1"))),
    "people.help": (in_lobby, "@", on(HelpScreen)),
    "offer.keep": (in_lobby, "c", on(OfferScreen), "left", "@",
                   sent(Challenge(3, 3, 3, "usual", True, ""))),
    "offer.leave": (in_lobby, "c", on(OfferScreen), "@", on(PeopleScreen)),
    "offer.next": (in_lobby, "c", on(OfferScreen), "@", focused("#clock")),
    "offer.previous": (in_lobby, "c", on(OfferScreen), "@",
                       so(lambda ui: ui.app.focused is not ui.one("#game"))),
    "greet.take": (on_bob, "g", on(GreetScreen), "@", sent(Greet("bob", 0))),
    "greet.leave": (on_bob, "g", on(GreetScreen), "@", on(PeopleScreen)),
    "typed.keep": (in_lobby, "P", on(TextScreen), "x", "@", sent(Rename("x"))),
    "typed.leave": (in_lobby, "P", on(TextScreen), "x", "@", on(PeopleScreen)),
    "ranking.leave": (in_lobby, "L", on(RankingScreen), "@", on(PeopleScreen)),
}  # fmt: skip


TABLE: dict[str, tuple[Callable[[], AbstractAsyncContextManager[Ui]], dict[str, Row]]] = {
    "a game": (at_setup, IN_A_GAME),
    "dialogs": (at_setup, DIALOGS),
    "the setup": (at_setup, AT_THE_SETUP),
    "the history": (with_history, IN_THE_HISTORY),
    "a review": (at_setup, IN_A_REVIEW),
    "a study": (at_setup, IN_A_STUDY),
    "a puzzle": (at_setup, IN_A_PUZZLE),
    "the editor": (at_setup, IN_THE_EDITOR),
    "the lobby": (with_lobby, IN_THE_LOBBY),
}
"""How the program is started, and the rows that are walked through then."""


@pytest.mark.slow
async def test_the_settings_are_walked_and_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path))
    async with at_setup() as ui:
        for _, close in keys_of("settings.close"):
            ui.app.show_settings()
            await ui.until(lambda: isinstance(ui.app.screen, SettingsScreen), "the settings")
            await ui.rest()
            for (_, down), (_, up) in zip(keys_of("settings.down"), keys_of("settings.up"), strict=True):
                await ui.press(down, down, up)
                assert ui.app.screen.focused is not None
                assert ui.app.screen.focused.id == "coordinates"
                await ui.press(up)
            await ui.press(close)
            assert isinstance(ui.app.screen, SetupScreen), close


ELSEWHERE = {
    "app.quit": "test_a_key_quits",
    "setup.quit": "test_a_key_quits",
    "people.quit": "test_a_key_quits",
    "play.takeback": "test_a_takeback_is_requested",
    "play.agree": "test_a_takeback_request_is_answered",
    "play.refuse": "test_a_takeback_request_is_answered",
    "play.rejoin": "test_a_game_is_rejoined",
    "waiting.leave": "test_waiting_for_players_is_cancelled",
    "match_over.accept": "test_a_rematch_request_is_answered",
    "match_over.decline": "test_a_rematch_request_is_answered",
    "setup.join": "test_hosted_games_are_joined_and_watched",
    "setup.watch": "test_the_only_hosted_game_is_watched_at_once",
    "join.join": "test_hosted_games_are_joined_and_watched",
    "join.watch": "test_hosted_games_are_joined_and_watched",
    "join.leave": "test_hosted_games_are_joined_and_watched",
    "settings.down": "test_the_settings_are_walked_and_left",
    "settings.up": "test_the_settings_are_walked_and_left",
    "settings.close": "test_the_settings_are_walked_and_left",
    **dict.fromkeys(
        (*(f"vacant.{answer}" for answer in ("again", "expert", "person", "later")),
         *(f"vacant.brain{number}" for number in range(1, 10))),
        "test_a_replacement_player_is_chosen",
    ),
}  # fmt: skip
"""Bindings whose keys are pressed by a test of their own below."""

PRESSED_THERE = {
    "play.now": test_thinking.test_move_now_takes_what_the_computer_has,
    "play.pause": test_thinking.test_computers_pause_step_and_go_on,
    "play.resume": test_thinking.test_computers_pause_step_and_go_on,
    "play.step": test_thinking.test_computers_pause_step_and_go_on,
    "play.figures": test_panels.test_figures_come_with_a_key_and_stay_after_the_move,
    "play.accept_step": test_step_offer.test_three_losses_offer_the_step_below_in_a_new_match,
    "match_over.step": test_step_offer.test_the_summary_of_a_match_has_the_offer_and_the_losing_move,
    "review.deepen": test_review.test_looking_deeper_adds_a_pass_once_all_is_done,
}
"""Bindings of one key → the test in another module that presses it, since it needs what that module has."""


def our_bindings() -> Iterator[tuple[type[DOMNode], Binding]]:
    """Give every binding of every class in the package, with that class."""
    for module in pkgutil.walk_packages(ttt_tui.app.__path__, "ttt_tui.app."):
        for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if kind.__module__ == module.name and issubclass(kind, DOMNode) and "BINDINGS" in vars(kind):
                for binding in kind.BINDINGS:
                    assert isinstance(binding, Binding), f"{binding} has no id"
                    yield kind, binding


def keys_of(*ids: str) -> list[tuple[str, str]]:
    """Return the keys of these bindings, each with its binding's id."""
    keys = {binding.id: binding.key.split(",") for _, binding in our_bindings()}
    return [(id, key.strip()) for id in ids for key in keys[id]]


def test_every_binding_has_a_row() -> None:
    ids = [binding.id for _, binding in our_bindings()]
    rows = [id for _, rows in TABLE.values() for id in rows]
    assert all(ids), "every binding has an id"
    assert len({*ids}) == len(ids), "an id has one meaning"
    assert sorted(ids) == sorted([*rows, *ELSEWHERE, *PRESSED_THERE])
    assert {*ELSEWHERE.values()} <= globals().keys()
    assert [len(keys_of(id)) for id in PRESSED_THERE] == [1] * len(PRESSED_THERE)


def test_every_binding_is_of_an_action_that_there_is() -> None:
    for kind, binding in our_bindings():
        *of_the_app, name = binding.action.partition("(")[0].split(".")
        assert of_the_app in ([], ["app"]), binding
        method = getattr(TttApp if of_the_app else kind, f"action_{name}", None)
        assert method is not None, f"{kind.__name__} has no action {name}"
        arguments = ast.literal_eval(f"[{binding.action.partition('(')[2].removesuffix(')')}]")
        inspect.signature(method).bind(None, *arguments)


async def walk(ui: Ui, key: str, row: Row) -> None:
    """Take the steps of a row with this key."""
    for step in row:
        if isinstance(step, str):
            await ui.press(*step.replace("@", key).split())
        else:
            done = step(ui, key) if len(inspect.signature(step).parameters) == 2 else step(ui)  # type: ignore[call-arg]
            if inspect.isawaitable(done):
                await done


LEFT_OUT = (
    *"234678",
    *(f".{way}" for way in ("right", "up", "end", "bottom", "last", "page_up", "previous")),
)
"""How bindings end that are pressed in the slow tier only: others do the same, or the other way round."""


IN_BOTH_TIERS = ("a game", "a study", "the editor", "the lobby")
"""What the quick tier walks through, too."""


@pytest.mark.parametrize(
    "place",
    [place if place in IN_BOTH_TIERS else pytest.param(place, marks=pytest.mark.slow) for place in TABLE],
)
async def test_every_key_does_what_its_binding_is_for(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ttt_tui.app.app.collect_now", lambda: None)  # it would come after every few screens
    start, rows = TABLE[place]
    async with start() as ui:
        for id, row in rows.items():
            if sampled(False, id.endswith(LEFT_OUT)):
                continue
            for _, key in sampled(keys_of(id), keys_of(id)[-1:]):
                try:
                    await walk(ui, key, row)
                except AssertionError as error:
                    error.add_note(f"{key} of {id}, on\n{ui.text}")
                    raise


# --- what needs a program of its own, or people at other terminals ---------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("id", "key"), keys_of("app.quit", "setup.quit"))
async def test_a_key_quits(id: str, key: str) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        await ui.until(lambda: ui.has_quit, "the end of the program")


@pytest.mark.slow
async def test_a_replacement_player_is_chosen() -> None:
    brains = tuple(engine_level(f"Brain {number}") for number in range(1, 10))
    levels = {
        "vacant.again": "brain:Lost",
        "vacant.expert": "expert",
        "vacant.person": HUMAN,
        "vacant.later": None,
    }
    levels |= {f"vacant.brain{number}": brain for number, brain in enumerate(brains, 1)}
    async with at_setup() as ui:
        for id, key in keys_of(*levels):
            answers: list[str | None] = []
            lost = Player(level="brain:Lost")
            vacant = VacantSeatScreen(ui.app.session, lost, "it is gone", brains, can_try_again=True)
            ui.app.push_screen(vacant, answers.append)
            await asked(ui)
            await ui.press(key)
            assert answers == [levels[id]], key


@pytest.mark.slow
async def test_a_takeback_is_requested() -> None:
    for _, key in keys_of("play.takeback"):
        async with hosting() as (ui, bob):
            await ui.press("5", key)
            assert ui.status == "Takeback requested"
            await hearing(ui, bob, lambda: bob.multiplayer.ask is not None, "the request")


async def test_a_takeback_request_is_answered() -> None:
    async with hosting() as (ui, bob):
        await ui.press("5")
        for id, key in reversed(keys_of("play.agree", "play.refuse")):
            if len(ui.moves) == 1:
                await hearing(ui, bob, lambda: len(bob.match.game.moves) == 1, "the stone, told")
                bob.place("a1")
            await hearing(ui, bob, lambda: len(bob.match.game.moves) == 2, "both stones, told")
            bob.multiplayer.propose(UNDO)
            await ui.until(lambda: "requests a takeback" in ui.status, "the question")
            await ui.press(key)
            await ui.moved(*(["b2"] if id == "play.agree" else ["b2", "a1"]))
            if id == "play.refuse":
                await hearing(ui, bob, lambda: "Ada declined the takeback" in bob.said, "the answer")


async def resigned(ui: Ui, bob: GuestBench) -> None:
    """Resign the last game of a match, and wait until both have been told."""
    ui.play.controller.resign(0)
    ui.play.show_change()
    small = ui.app.size.width < 80
    await ui.until(
        lambda: isinstance(ui.app.screen, MatchOverScreen) if small else ui.one("MatchSummary").display,
        "the summary",
    )
    await hearing(ui, bob, lambda: bob.match.is_over, "the end, told")
    await ui.rest()


@pytest.mark.parametrize("width", [60, 80])
async def test_a_rematch_request_is_answered(width: int) -> None:
    for id, key in keys_of("match_over.accept", "match_over.decline"):
        async with hosting(two(rules=MatchRules(points=1))) as (ui, bob):
            await ui.pilot.resize_terminal(width, 24)
            await resigned(ui, bob)
            first = ui.match
            bob.multiplayer.propose(NEXT)
            await ui.until(lambda: "Bob requests a rematch" in ui.text, "the request")
            await ui.until(lambda: "y accept" in ui.text and "n decline" in ui.text, "the answers")
            await ui.press(key)
            assert isinstance(ui.app.screen, PlayScreen)
            assert (ui.match is first) == (id == "match_over.decline")
            if id == "match_over.decline":
                assert "You declined the rematch" in ui.status
                await hearing(ui, bob, lambda: "Ada declined the rematch" in bob.said, "the answer")


@pytest.mark.slow
async def test_waiting_for_players_is_cancelled() -> None:
    for _, key in keys_of("waiting.leave"):
        async with waiting() as (ui, home):
            await ui.press(key)
            await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
            with pytest.raises(sockets.ConnectionUnavailable):
                GuestBench(home)


async def test_a_game_is_rejoined() -> None:
    async with joined() as (ui, ada):
        ada.multiplayer.close("")
        await ui.until(lambda: "disconnected" in ui.status, "the news")
        for _, key in keys_of("play.rejoin"):
            await ui.press("left", key)
            assert "is not hosting a game" in ui.status


@pytest.mark.slow
async def test_hosted_games_are_joined_and_watched() -> None:
    async with joined() as (ui, ada):
        for id, key in keys_of("setup.join", "join.join", "join.watch", "join.leave"):
            if isinstance(ui.app.screen, PlayScreen):
                await ui.press("q")
                await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
            await ui.press("J" if id != "setup.join" else key)
            assert isinstance(ui.app.screen, JoinScreen), key
            await hearing(ui, ada, lambda: f"▌ {sockets.own_login()}" in ui.text, "the games")
            if id in ("setup.join", "join.leave"):
                await ui.press("escape" if id == "setup.join" else key)
                await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
            else:
                await ui.press(key)
                await hearing(ui, ada, lambda: isinstance(ui.app.screen, PlayScreen), "the game")
                assert ui.play.shared_match is not None
                assert ui.play.shared_match.is_spectator == (id == "join.watch")


async def test_the_only_hosted_game_is_watched_at_once() -> None:
    async with joined() as (ui, ada):
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        [(_, key)] = keys_of("setup.watch")
        await ui.press(key)
        await hearing(ui, ada, lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.play.shared_match is not None
        assert ui.play.shared_match.is_spectator


def test_a_terminal_without_the_kitty_protocol_sends_every_key_with_ctrl() -> None:
    keys = {key for _, binding in our_bindings() for key in binding.key.split(",") if key[:-1] == "ctrl+"}
    assert keys
    for key in keys:
        sent = bytes([ord(key[-1]) & 0x1F])
        assert [event.key for event in InputReader().feed(sent, 0.0)] == [key]
