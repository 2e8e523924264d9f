"""The scenes that pictures show: for every screen of the program how it is reached, and what is on it."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.support.driving import a_setup
from tests.support.lobby import FakeLobby
from tests.support.puzzles import FIVES, PICTURED, TODAY, WIN, a_service, solve_before
from tests.support.sample_review import MOVES as REVIEWED
from ttt_tui.app.screens.join import WaitingScreen
from ttt_tui.app.screens.people import PeopleScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.settings import SettingsScreen
from ttt_tui.app.screens.vacant_seat import VacantSeatScreen
from ttt_tui.computer.levels import STEPS
from ttt_tui.engine import ENGINE_PREFIX, HUMAN, OPEN, Geometry, Limit, Marks, Player, Rules, Setup
from ttt_tui.multiplayer.discovery import DiscoveredGame, UnavailableGame
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.rule_choices import with_rules
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from textual.screen import Screen


class Scene(NamedTuple):
    """A way to a screen: what has been played, and the keys that lead there."""

    setup: Setup | None = None
    """The set-up that is played, None for the main menu."""
    moves: str = ""
    """Those that have been made."""
    keys: str = ""
    """Names of keys with blanks between them."""
    earlier: str = ""
    """The games before, by who won: `X`, `O`, or `-` for a draw. They are on 3×3."""
    opens: "Callable[[Session], Screen[Any]] | None" = None
    """A screen that is shown instead of a game, or over it."""
    has_history: bool = False
    """Whether games have been stored."""
    is_reviewed: bool = False
    """Whether the game was reviewed before: it is the one of the sample."""
    thinks: bool = False
    """Whether to wait until a search has ended, or has found something."""
    size: tuple[int, int] | None = None
    """The only size in which there is such a scene."""


# --- set-ups ---------------------------------------------------------------------------------------------

EASY, MEDIUM, HARD = STEPS[1], STEPS[3], STEPS[5]


def against(level: str, name: str, preset: str) -> Setup:
    """Return the set-up of Ada against a step of the ladder, on the board of a preset."""
    setup = a_setup(HUMAN, level, names=("Ada", name))
    return with_rules(replace(setup, geometry=PRESETS[preset].geometry), PRESETS[preset].geometry.rules)


TWO = against(EASY, "easy 2", "computer")
PEOPLE = replace(TWO, players=(TWO.players[0], replace(TWO.players[1], name="Bob", level=HUMAN)))
FIFTEENTH = a_setup(HUMAN, HARD, board=(15, 15), k=5, names=("Ada", "hard 6"), limit=Limit(seconds=20.0))
TWENTIETH = replace(FIFTEENTH, geometry=Geometry(20, 20, 5))
FOUR = a_setup(HUMAN, HUMAN, board=(4, 4), names=("Ada", "Bob"))
FALLING = against(MEDIUM, "medium 4", "connect-four")
FALLING = replace(
    FALLING,
    players=[
        replace(player, symbol=symbol)
        for player, symbol in zip(FALLING.players, PRESETS["connect-four"].symbols, strict=True)
    ],
)
NINE_BOARDS = against(MEDIUM, "medium 4", "ultimate")
FIVE = a_setup(
    HUMAN, *["scorer"] * 4, board=(5, 5), k=4,
    names=("Ada", "scorer", "scorer 2", "scorer 3", "scorer 4"), symbols="XOAHK",
)  # fmt: skip
SWARM = a_setup(
    HUMAN, *["scorer"] * 14, board=(15, 15), k=4, symbols="XOAHKMNSTVWYZEU",
    names=("Ada", "Bob", *(f"Bot {number}" for number in range(3, 16))),
)  # fmt: skip
TABLE = Setup(
    Geometry(7, 7, 4), [Player("Ada", level=HUMAN), *(Player(name, level=OPEN) for name in ("Bob", "Guest")),
                        Player("easy 2", level=EASY)],
)  # fmt: skip
LONG = a_setup(HUMAN, HUMAN, names=("A2345678901234567890123B", "C2345678901234567890123D"))
SWAPPING = a_setup(HUMAN, HUMAN, board=(15, 15), k=5, names=("Ada", "Bob"), rules=Rules.parse("swap2"))

# --- moves -----------------------------------------------------------------------------------------------

WON = "b2 a1 c1 c2 a2 b3 a3"
LOST = "a1 b2 c3 c1 a3 a2 b1 c2"
DRAWN = "b2 a1 c1 a3 a2 c2 b1 b3"
OPEN_GAME = "b2 a1 c1 a3"
GOMOKU = "h8 i9 g8 i8 i7 g9 f8 e8 h6 j7"
FALLEN = "d6 d5 c6 e6 c5 b6 d4 d3"
FALLEN_WON = "b6 g6 e6 a6 e5 c6 c5 g5 d6 b5 g4 a5 c4 e4 a4 c3 a3 d5 e3 f6 g3 g2 a2 b4 d4"
FIVE_MOVES = "c3 b2 d2 d4 b4 c2 c4 a3 e3 b3 d3 b1 c5 e4 a4"
NINE_MOVES = (
    "h3 d9 c8 g4 b2 f5 i6 g7 b3 e9 f8 h6 f9 i9 i8 i5 h4 d1 b1 e3 f7 i2 g5 b6 d6 b8 e4 f2 i4 g3 a7 h8 "
    "d4 g6 a8 c5 h5 e5"
)
NINE_WON = (
    "f7 i2 h5 f4 i1 i3 g7 c2 i6 i7 g2 c6 g9 a7 b3 d8 b6 e9 f8 h4 f1 h1 d1 a1 c1 g1 a3 c7 g3 a8 c5 i4 h3 d7 "
    "b2 e5 f5 i5 g6 b7 d2 a6 f9 h7 d3 a4 f6 h9 e4 h2 d5 b5 e6 g4 i8 d4 d6"
)
SWARMING = " ".join(
    f"{column}{row}" for column, row in Random(4).sample([*product("defghijklm", range(3, 14))], 60)
)

EVENINGS = (
    (TWO, WON, "2026-11-18T20:02:11"),
    (TWO, LOST, "2026-11-18T20:04:40"),
    (PEOPLE, DRAWN, "2026-11-19T20:40:00"),
    (NINE_BOARDS, NINE_WON, "2026-11-19T20:58:30"),
    (FIVE, FIVE_MOVES, "2026-11-19T21:15:03"),
    (FALLING, FALLEN_WON, "2026-11-20T19:22:41"),
    (FIFTEENTH, REVIEWED, "2026-11-20T19:40:26"),
    (TWO, DRAWN, "2026-11-20T20:31:09"),
    (TWO, LOST, "2026-11-21T17:51:12"),
    (FIFTEENTH, GOMOKU, "2026-11-21T18:04:02"),
    (TWO, WON, "2026-11-21T18:12:55"),
)
"""Games that were played before: of whom, their moves, and when."""

HOSTED = [
    DiscoveredGame("ada", Geometry(15, 15, 5), ("O",), ("Ada",)),
    DiscoveredGame("cem", Geometry(7, 7, 4), (), ("Cem", "Dana", "Evi (eve)")),
    UnavailableGame("fay", "this game is invitation-only; bob is not invited"),
]
"""Games of others that can be joined, or not."""

# --- screens that no key opens ---------------------------------------------------------------------------


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


def waiting(_: Session) -> "Screen[Any]":
    """Return the screen of somebody who waits for players."""
    return WaitingScreen(Gathering())


def vacant(session: Session) -> "Screen[Any]":
    """Return the question who goes on for an engine that has failed."""
    player = Player("Rook", "O", level=f"{ENGINE_PREFIX}rook")
    reason, others = "rook has not moved within 6 s", (f"{ENGINE_PREFIX}bishop",)
    return VacantSeatScreen(session, player, reason, others, can_try_again=True)


def attempt(puzzle: Puzzle) -> "Callable[[Session], Screen[Any]]":
    """Return what shows a puzzle to somebody who has solved others before."""

    def shown(session: Session) -> "Screen[Any]":
        session.__dict__["puzzles"] = service = a_service()
        solve_before(service, WIN, 1, 2, 4)
        return PuzzleScreen(session, AssignedPuzzle(puzzle, TODAY))

    return shown


# --- the scenes ------------------------------------------------------------------------------------------

THREE = Scene(TWO, OPEN_GAME, "left", "XXXO")
FIFTEEN = Scene(FIFTEENTH, GOMOKU)

SCENES = {
    # the main menu, and what it opens
    "first-page": Scene(),
    "first-page-again": Scene(has_history=True),
    "card-focus": Scene(keys="tab down", has_history=True),
    "custom": Scene(keys="down down down down tab"),
    "connect-four-page": Scene(keys="down down down down down", has_history=True),
    "fifteen-computers-page": Scene(keys=" ".join(["down"] * [*PRESETS].index("fifteen-bots"))),
    "player": Scene(keys="e"),
    "rules-list": Scene(keys="R"),
    "name": Scene(keys="P"),
    "settings": Scene(opens=lambda session: SettingsScreen(session)),
    "themes": Scene(keys="f2"),
    "help": Scene(keys="question_mark"),
    "palette": Scene(keys="ctrl+p"),
    "too-small": Scene(size=(18, 7)),
    # with others
    "join": Scene(keys="J"),
    "host": Scene(keys="H"),
    "waiting": Scene(opens=waiting),
    "people": Scene(opens=lambda session: PeopleScreen(FakeLobby())),
    "challenge": Scene(opens=lambda session: PeopleScreen(FakeLobby()), keys="c"),
    "vacant-seat": Scene(FIFTEENTH, GOMOKU, opens=vacant),
    # games
    "3x3": THREE,
    "7x6": Scene(replace(TWO, geometry=Geometry(7, 6, 4)), "d6 d5 c6 e6 c5 c4"),
    "15x15": FIFTEEN,
    "20x20": Scene(TWENTIETH, GOMOKU),
    "connect-four": Scene(FALLING, FALLEN),
    "connect-four-won": Scene(FALLING, FALLEN_WON),
    "connect6": Scene(against(MEDIUM, "medium 4", "connect6"), "k10 k11 l11 j9 k9 l10 m9 j11"),
    "ultimate": Scene(NINE_BOARDS, NINE_MOVES),
    "ultimate-won": Scene(NINE_BOARDS, NINE_WON),
    "vanishing": Scene(against(EASY, "easy 2", "vanishing"), "b1 b2 a1 c1 a3 c3"),
    "torus": Scene(against(MEDIUM, "medium 4", "torus"), "a2 c3 b2 c4 e2 c1"),
    "torus-won": Scene(against(MEDIUM, "medium 4", "torus"), "a2 c3 b2 c4 e2 c1 d2"),
    "torus-15x15": Scene(replace(TWO, geometry=Geometry(15, 15, 5, Rules(wrap=True))), GOMOKU),
    "renju": Scene(
        against(MEDIUM, "medium 4", "renju"),
        "h8 l8 i8 j7 g6 i5 g7 f5 d12 i10 e12 l13 i12 h10 h12 m12 f12 k11 c9 d10 c10 c8 c11 b13",
    ),
    "wild": Scene(with_rules(TWO, Rules(marks=Marks.WILD)), "Xb2 Oa1", "left"),
    "notakto": Scene(with_rules(TWO, Rules(misere=True, marks=Marks.SHARED)), "b2 a1 b1 c3"),
    "opening": Scene(SWAPPING, "h8 i9 h9"),
    "five-players": Scene(FIVE, FIVE_MOVES),
    "fifteen-players": Scene(SWARM, SWARMING),
    "long-names": Scene(LONG, OPEN_GAME),
    # what a game shows beside the board, and its dialogs
    "hint-1": Scene(TWO, "b2 a1 c3 c1", "i", "XXXO", thinks=True),
    "hint-2": Scene(TWO, "b2 a1 c3 c1", "i i", "XXXO", thinks=True),
    "hint": Scene(TWO, "b2 a1 c3 c1", "i i i", "XXXO", thinks=True),
    "hint-15x15": Scene(FIFTEENTH, GOMOKU, "i i i", thinks=True),
    "analysis": Scene(FOUR, "b2 a1", "A ctrl+n", thinks=True),
    "best-moves": Scene(FIFTEENTH, GOMOKU, "A", thinks=True),
    "study": Scene(TWO, WON, "e up up", "XXXO"),
    "editor": Scene(keys="E"),
    "move-list": Scene(FIFTEENTH, GOMOKU, "tab up up"),
    "move-numbers": Scene(FIFTEENTH, GOMOKU, "M"),
    "go-to": Scene(FIFTEENTH, GOMOKU, "colon h 8"),
    "help-in-game": Scene(TWO, OPEN_GAME, "question_mark", "XXXO"),
    "palette-in-game": Scene(TWO, OPEN_GAME, "ctrl+p", "XXXO"),
    "new-game": Scene(FIFTEENTH, GOMOKU, "n"),
    "resign": Scene(PEOPLE, OPEN_GAME, "R", "XXXOO"),
    # the end of a game
    "won": Scene(TWO, WON, earlier="XXXO"),
    "lost": Scene(TWO, LOST, earlier="XXXO-O"),
    "drawn": Scene(TWO, DRAWN, earlier="XXXO-O"),
    "match": Scene(TWO, "a2 a1 b2 b1 c3 c1", earlier="XX-XOXO"),
    "shared": Scene(TWO, WON, "C", "XXXO"),
    # afterwards
    "review": Scene(FIFTEENTH, REVIEWED, "v n n", is_reviewed=True),
    "practice": Scene(FIFTEENTH, REVIEWED, "v n n t", is_reviewed=True),
    "history": Scene(keys="h", has_history=True),
    "statistics": Scene(keys="h s", has_history=True),
    "replay": Scene(keys="h down down enter right right right right right right", has_history=True),
    # puzzles
    "puzzle": Scene(opens=attempt(PICTURED), keys="colon h 8 enter down down down down"),
    "puzzle-3x3": Scene(opens=attempt(WIN)),
    "puzzle-hint": Scene(opens=attempt(FIVES), keys="i i"),
    "puzzle-solved": Scene(opens=attempt(WIN), keys="3 5 7"),
    "puzzle-missed": Scene(opens=attempt(WIN), keys="3 i 4"),
    "which-puzzle": Scene(opens=attempt(PICTURED), keys="p"),
}
"""Scenes by name."""
