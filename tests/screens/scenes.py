"""What the screens read, as text that a person can compare: one walk through the program for each size.

Below the text stands what is told by an attribute alone: `_` under what is underlined, `#` under what is in
reverse, each such line with the number of its line on the screen.
"""

import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from rich.style import Style

import tests.support.quick_textual  # noqa: F401  # before what imports Textual
from tests.support.driving import HUMAN, USUAL, Ui, a_setup
from tests.support.puzzles import FIVES, WIN, a_service, at, try_squares
from tests.support.sample_review import MOVES, sample_review
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import Game, Rules, Setup
from ttt_tui.engine.records import Record
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

FOLDER = Path(__file__).parent
SIZES = ((80, 24), (40, 16), (120, 40), (200, 50))
"""Columns and lines: the one that everything has to work at, a phone's, a large window's, a desk's."""

HUGE = SIZES[-1]
AT_HUGE = {"help", "play 15x15", "fifteen players"}
"""What is looked at in a huge window, beside the main menu and puzzles: all else is as in a large one."""

Keys = tuple[str, ...]

SCROLLBAR = " ▁▂▃▄▅▆▇█"

GAMES = {
    "play 3x3": (a_setup(HUMAN, "rules", names=("You", "easy")), "b2 a1 c3 a3"),
    "play 7x6": (a_setup(board=(7, 6), k=4), "d6 d5 c6 e6 c5 c4"),
    "connect four": (
        replace(a_setup(HUMAN, "scorer", names=("You", "medium")), geometry=PRESETS["connect-four"].geometry),
        "d6 d5 c6 e6 c5 b6 d4 d3",
    ),
    "connect6": (
        replace(a_setup(HUMAN, "scorer", names=("You", "medium")), geometry=PRESETS["connect6"].geometry),
        "k10 k11 l11 j9 k9 l10 m9 j11",
    ),
    "ultimate": (
        replace(a_setup(HUMAN, "scorer", names=("You", "medium")), geometry=PRESETS["ultimate"].geometry),
        "h3 d9 c8 g4 b2 f5 i6 g7 b3 e9 f8 h6 f9 i9 i8 i5 h4 d1 b1 e3 f7 i2 g5 b6 d6 b8 e4 f2 i4 g3 a7 h8 d4 "
        "g6 a8 c5 h5 e5",
    ),
    "play 15x15": (
        a_setup(HUMAN, "negamax", board=(15, 15), k=5, names=("You", "hard")),
        "h8 i9 h9 h7 i8 g8 j9 g10",
    ),
    "opening": (
        a_setup(HUMAN, HUMAN, board=(15, 15), k=5, rules=Rules.parse("swap2")),
        "h8 i9 h9",
    ),
    "play 20x20 four players": (
        a_setup(HUMAN, "scorer", "scorer", HUMAN, board=(20, 20), k=5),
        "j10 k10 j11 k11 a1 t20 i9 t1 a20 l12 h8 b2",
    ),
    "fifteen players": (a_setup(*[HUMAN] * 15, board=(15, 15), k=4), "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10"),
    "wide symbols": (a_setup(board=(5, 5), k=4, symbols=("❌", "⭕")), "c3 b2 d4"),
    "won": (a_setup(board=(9, 9), k=5), "e5 e6 f5 f6 d5 d6 c5 g6 g5"),
    "drawn": (a_setup(), "b2 a1 c1 a3 a2 c2 b1 b3"),
}  # fmt: skip
"""Scenes of games: the set-up and the moves that have been made."""

AT_SETUP = {
    "setup fifteen bots": (("down",) * list(PRESETS).index("fifteen-bots"), ("home",)),
    "help": (("?",), ("escape",)),
    "player": (("e",), ("escape",)),
    "editor": (("E",), ("escape", "escape")),
    "history": (("h",), ("escape",)),
    "statistics": (("h", "s"), ("escape", "escape")),
    "study": (("h", "e", "end"), ("escape", "escape")),
    "replay": (("h", "enter", "end"), ("escape", "escape")),
}
"""Scenes that start at the setup: the keys that lead there, and those that lead back."""

IN_A_GAME = {
    "go to": ((":", "c"), ("escape",)),
    "help in a game": (("?",), ("escape",)),
    "the past": (("tab", "up", "up"), ("escape",)),
    "new game": (("n",), ("escape",)),
}
"""The same for scenes that start in the game on 15×15."""

ONLY_AT_USUAL_SIZE = {
    "setup fifteen bots",
    "replay",
    "help in a game",
    "new game",
    "play 7x6",
    "drawn",
}
"""What other sizes tell nothing new about."""


def drawn(ui: Ui) -> str:
    """Return the screen as text, and below it what attributes alone tell."""
    lines, told = [], []
    for number, strip in enumerate(ui.strips, 1):
        lines.append(strip.text.rstrip())
        marks = "".join(_mark(text, style) * len(text) for text, style, _ in strip).rstrip()
        if marks:
            told += [f"{number:>3} {lines[-1]}", f"    {marks}"]
    return "\n".join([*lines, *(["", "attributes:", *told] if told else [])]) + "\n"


def _mark(text: str, style: Style | None) -> str:
    """Return the sign for a segment's attributes; blanks and the blocks of a scrollbar have none to tell."""
    if style is None or not text.strip(SCROLLBAR):
        return " "
    return "#" if style.reverse else "_" if style.underline else " "


async def scenes(size: tuple[int, int]) -> AsyncIterator[tuple[str, str]]:
    """Walk through the program in a terminal of this size, and give each scene's name and what it reads."""
    with tempfile.TemporaryDirectory(prefix="ttt-tui-screens-") as folder:
        history = StoreThread(Path(folder, "history.db"), max_wait=30)
        for setup, moves in (GAMES["won"], GAMES["drawn"]):
            history.add(Record(game_of(setup, moves.split()), "2026-11-21"))
        session = Session(1, history)
        session.today = lambda: date(2026, 11, 22)
        app = TttApp(session=session)
        app.animation_level = "none"  # what flashes is still
        async with app.run_test(size=size) as pilot:
            ui = Ui(app, pilot)
            await ui.until(lambda: "quit" in ui.footer and isinstance(app.screen, SetupScreen), "the setup")
            await ui.rest()
            yield "setup", drawn(ui)
            async for scene in _there_and_back(ui, AT_SETUP):
                yield scene
            if size != HUGE:
                async for scene in _review(ui):
                    yield scene
            async for scene in _games(ui):
                yield scene
            async for scene in _puzzles(ui):
                yield scene
        history.close()


async def _review(ui: Ui) -> AsyncIterator[tuple[str, str]]:
    """Give a mistake in a game on 15×15, and the place where a better move is looked for."""
    game = game_of(a_setup(board=(15, 15), k=5, names=("Ada", "Bob")), MOVES.split())
    ui.app.session.latest_review = sample_review(game)
    ui.app.push_screen(ReviewScreen(ui.app.session, game, "2026-11-21 · 15×15 · five in a row"))
    await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")
    await ui.press("n", "n")
    await ui.rest()
    yield "review", drawn(ui)
    if ui.app.size == USUAL:
        await ui.press("t")
        await ui.rest()
        yield "try again", drawn(ui)
        await ui.press("escape")
    await ui.press("q")
    await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup")


async def _puzzles(ui: Ui) -> AsyncIterator[tuple[str, str]]:
    """Give a puzzle as it begins, after a right move, after a miss, and when it is solved."""
    session = ui.app.session
    session.__dict__["puzzles"] = a_service()  # those that come with the program may become others
    for puzzle in (WIN, FIVES):
        name = f"puzzle {puzzle.geometry.columns}x{puzzle.geometry.rows}"
        ui.app.push_screen(PuzzleScreen(session, AssignedPuzzle(puzzle)))
        await ui.until(lambda: isinstance(ui.app.screen, PuzzleScreen), name)
        await ui.rest()
        yield name, drawn(ui)
        if puzzle is WIN:
            await try_squares(ui, "c1")
            yield f"{name} right", drawn(ui)
            await try_squares(ui, "b1")
            await at(ui, Stage.MISSED)
            await ui.rest()
            yield f"{name} missed", drawn(ui)
            await try_squares(ui, "b2 a3")
            await ui.rest()
            yield f"{name} solved", drawn(ui)
            if ui.app.size == USUAL:
                await ui.press("p")
                yield "which puzzle", drawn(ui)
                await ui.press("escape")
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup")


async def _games(ui: Ui) -> AsyncIterator[tuple[str, str]]:
    session = ui.app.session
    session.history = None  # or the first game would be offered to be resumed
    session.ratings.is_on = False
    for name, (setup, moves) in GAMES.items():
        if _is_left_out(name, ui):
            continue
        match = session.new_match(setup)
        for square in moves.split():
            match.place(setup.geometry.parse(square))
        ui.app.push_screen(PlayScreen(session, match))
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), name)
        await ui.rest()
        if setup.geometry.rules.drop:
            await ui.until(lambda: ui.look(ui.cursor).is_preview, "the stone at the cursor")
        yield name, drawn(ui)
        if name == "play 15x15":
            async for scene in _there_and_back(ui, IN_A_GAME):
                yield scene
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup")


async def _there_and_back(ui: Ui, ways: Mapping[str, tuple[Keys, Keys]]) -> AsyncIterator[tuple[str, str]]:
    for name, (there, back) in ways.items():
        if not _is_left_out(name, ui):
            await ui.press(*there)
            await ui.rest()
            yield name, drawn(ui)
            await ui.press(*back)
            await ui.rest()


def _is_left_out(name: str, ui: Ui) -> bool:
    size = ui.app.size
    return (name in ONLY_AT_USUAL_SIZE and size != USUAL) or (name not in AT_HUGE and size == HUGE)


def game_of(setup: Setup, moves: Sequence[str]) -> Game:
    """Return the game with these moves."""
    game = Game(setup)
    for square in moves:
        game.place(setup.geometry.parse(square))
    return game


def file_of(size: tuple[int, int], scene: str) -> Path:
    """Return where a scene's text is kept."""
    return FOLDER / f"{size[0]}x{size[1]}" / f"{scene.replace(' ', '-')}.txt"
