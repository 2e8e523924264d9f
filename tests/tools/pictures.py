"""Take pictures (PNG) of the installed program in a terminal: `python -m tests.tools.pictures [NAME …]`.

Each is a scene, a size, a theme and a number of colours: `won-80x24-walnut-truecolor`. Names may have
wildcards, as in `'won-*'` and `'*-kaya-*'`; without any, all of the usual selection are taken: each scene in
every size, and at 80×24 in every theme and with every number of colours. With `--all` names are looked for in
the whole cross, and `--list` prints them.

They are saved in `--out DIR`, by default `ttt-tui-pictures` in the directory for temporary files. What the
program writes to its pty is drawn by pyte, then as in `tests.screenshots`; a headless Chromium on the path
makes a PNG of that. Without one the SVG files are left. Dim text looks as usual: pyte does not know it.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pyte.screens
from rich.segment import Segment
from rich.style import Style

from tests import screenshots
from tests.screenshots import FIFTEENTH, FIVE, FOUR, GOMOKU, SWARM, SWARMING, TWO, WON, Picture
from tests.support.svg_picture import HEIGHT, MARGIN, TITLE_HEIGHT, WIDTH, to_svg
from tests.support.terminal import Terminal
from ttt_tui.engine import Marks, Rules
from ttt_tui.session.rule_choices import with_rules
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

SIZES = ((80, 24), (120, 40), (200, 50), (40, 16))
THEMES = ("walnut", "kaya", "okabe-ito")
COLOURS = {
    "truecolor": ("--color", "truecolor"),
    "256": ("--color", "256"),
    "16": ("--color", "16"),
    "none": ("--color", "none"),
    "ascii": ("--color", "truecolor", "--ascii"),
}
"""Number of colours → the options for it."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

KEYS = {
    "Enter": "\r", "Tab": "\t", "Esc": "\x1b", "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C",
    "Left": "\x1b[D", "End": "\x1b[F", "Home": "\x1b[H", "F2": "\x1bOQ", "^N": "\x0e", "^P": "\x10",
}  # fmt: skip

QUIET_SECONDS = 0.6
"""The program has come to rest when it has written nothing for so long."""

ANSWER_SECONDS = 3.0
"""How long to wait for the first frame after a key."""

FRAME_ENDS = b"\x1b[?2026l"

MOST_SECONDS = 6.0
"""How long to wait for that: while a computer thinks it never comes to rest."""

SCALE = 2
"""Pixels of a picture for each of its units."""


class Scene(NamedTuple):
    """A way to a screen."""

    keys: str = ""
    """Keys, and names of `KEYS`, with blanks between them."""
    game: Picture | None = None
    """The game that is stored before, and resumed; its last move is typed if that ends it."""
    arguments: str = ""
    """Arguments of the program instead of that."""
    has_history: bool = False
    """Whether some games have been stored before."""


def game(setup: screenshots.Setup, moves: str, earlier: str = "") -> Picture:
    """Return a game of this set-up, after these moves and earlier games."""
    return Picture("", setup=setup, moves=moves, earlier=earlier)


THREE = game(TWO, "b2 a1 c1 a3", "XXXO")
FIFTEEN = game(FIFTEENTH, GOMOKU)

SCENES = {
    "first-page": Scene(),
    "first-page-again": Scene(has_history=True),
    "custom": Scene("Down Down Down Down Tab"),
    "name": Scene("P"),
    "player": Scene("e"),
    "join": Scene("J"),
    "host": Scene(arguments="--host", keys="Enter"),
    "help": Scene("?"),
    "themes": Scene("F2"),
    "history": Scene("h", has_history=True),
    "statistics": Scene("h s", has_history=True),
    "replay": Scene("h Down Enter Right Right Right Right Right Right", has_history=True),
    "3x3": Scene(game=THREE),
    "7x6": Scene(game=game(replace(TWO, geometry=screenshots.Geometry(7, 6, 4)), "d6 d5 c6 e6 c5 c4")),
    "connect-four": Scene(
        game=game(
            replace(TWO, geometry=screenshots.Geometry(7, 6, 4, Rules(drop=True))),
            "d6 d5 c6 e6 c5 b6 d4 d3",
        )
    ),
    "wild": Scene("Left", game(with_rules(TWO, Rules(marks=Marks.WILD)), "Xb2 Oa1")),
    "notakto": Scene(game=game(with_rules(TWO, Rules(misere=True, marks=Marks.SHARED)), "b2 a1 b1 c3")),
    "renju": Scene(
        game=game(
            replace(TWO, geometry=screenshots.Geometry(15, 15, 5, Rules.parse("renju"))),
            "h8 l8 i8 j7 g6 i5 g7 f5 d12 i10 e12 l13 i12 h10 h12 m12 f12 k11 c9 d10 c10 c8 c11 b13",
        )
    ),
    "torus": Scene(
        game=game(
            replace(TWO, geometry=screenshots.Geometry(5, 5, 4, Rules(wrap=True))), "a2 c3 b2 c4 e2 c1 d2"
        )
    ),
    "connect6": Scene(
        game=game(
            replace(TWO, geometry=screenshots.Geometry(19, 19, 6, Rules(per_turn=2))),
            "k10 k11 l11 j9 k9 l10 m9 j11",
        )
    ),
    "torus-15x15": Scene(
        game=game(replace(TWO, geometry=screenshots.Geometry(15, 15, 5, Rules(wrap=True))), GOMOKU)
    ),
    "15x15": Scene(game=FIFTEEN),
    "20x20": Scene(game=game(replace(FIFTEENTH, geometry=screenshots.Geometry(20, 20, 5)), GOMOKU)),
    "five-players": Scene(game=game(FIVE, "c3 b2 d2 d4 b4 c2 c4 a3 e3 b3 d3 b1 c5 e4 a4")),
    "fifteen-players": Scene(game=game(SWARM, SWARMING)),
    "hint": Scene("i i i", THREE),
    "analysis": Scene("A ^N", game(FOUR, "b2 a1")),
    "best-moves": Scene("A", FIFTEEN),
    "move-list": Scene("Tab Up Up", FIFTEEN),
    "go-to": Scene(": h 8", FIFTEEN),
    "new-game": Scene("n", FIFTEEN),
    "palette": Scene("^P", THREE),
    "won": Scene(game=game(TWO, WON, "XXXO")),
    "shared": Scene("C", game(TWO, WON, "XXXO")),
    "match": Scene(game=game(TWO, "a2 a1 b2 b1 c2", "XX-XOX")),
    "review": Scene("v n", game(TWO, WON, "XXXO")),
    "puzzle": Scene(arguments="puzzle --id 514"),
    "puzzle-hint": Scene(arguments="puzzle --id 514", keys="i"),
    "which-puzzle": Scene(arguments="puzzle --id 514", keys="p"),
    "long-names": Scene(
        arguments="--player human,name=A2345678901234567890123B --player human,name=C2345678901234567890123D"
    ),
}
"""Scenes by name, without those that need others, as an engine that fails; `tests.screenshots` has some."""


class Shot(NamedTuple):
    """One picture."""

    scene: str
    size: tuple[int, int]
    theme: str
    colours: str

    @property
    def name(self) -> str:
        columns, rows = self.size
        return f"{self.scene}-{columns}x{rows}-{self.theme}-{self.colours}"

    @property
    def is_usual(self) -> bool:
        """Whether it is of the usual selection."""
        is_plain = self.theme == THEMES[0] and self.colours == "truecolor"
        differs = (self.theme != THEMES[0]) + (self.colours != "truecolor")
        return is_plain or (self.size == SIZES[0] and differs == 1)


def shots() -> Iterator[Shot]:
    """Yield the whole cross."""
    for scene in SCENES:
        for size in SIZES:
            for theme in THEMES:
                for colours in COLOURS:
                    yield Shot(scene, size, theme, colours)


def chosen(patterns: Sequence[str], *, from_all: bool = False) -> list[Shot]:
    """Return the pictures whose names match a pattern, all without any.

    A pattern that is a whole name, or part of no usual one, is looked for among all.
    """
    usual = [shot for shot in shots() if from_all or shot.is_usual]
    if not patterns:
        return usual
    found: dict[Shot, None] = {}
    for pattern in patterns:
        matching = [shot for shot in usual if fnmatch(shot.name, pattern) or shot.scene == pattern]
        matching = matching or [shot for shot in shots() if fnmatch(shot.name, pattern)]
        if not matching:
            raise SystemExit(f"no picture {pattern!r}; --list prints their names")
        found |= dict.fromkeys(matching)
    return list(found)


# --- taking ----------------------------------------------------------------------------------------------


def store(home: Path, scene: Scene) -> tuple[list[str], str]:
    """Store the games of a scene; return the program's arguments, and what is typed before its keys."""
    arguments, typed, picture = scene.arguments.split(), "", scene.game
    history = StoreThread(home / "history.db", max_wait=30)
    session = Session(7, history)
    session.profile.rename("Ada")
    if scene.has_history:
        screenshots.add_evenings(history)
    if picture is not None:
        *before, last = picture.moves.split()
        if screenshots.played(Session(7), picture).game.outcome is not None:  # it would not be resumed
            picture = replace(picture, moves=" ".join(before))
            typed = f": {' '.join(last)} Enter "
        screenshots.played(session, picture)
        arguments = ["--resume"]
    session.close()
    return arguments, typed


def capture(shot: Shot) -> list[list[Segment]]:
    """Return what the program shows, line by line."""
    scene, (columns, rows) = SCENES[shot.scene], shot.size
    with tempfile.TemporaryDirectory(prefix="ttt-tui-pictures-") as folder:
        arguments, typed = store(Path(folder), scene)
        options = "--theme", shot.theme, *COLOURS[shot.colours], *arguments
        of_home = {"TTT_TUI_HOME": folder, "TEXTUAL_ANIMATIONS": "none"}
        with Terminal(*options, columns=columns, rows=rows, **of_home) as terminal:
            terminal.wait_for(lambda: any(line.strip() for line in terminal.text()))
            rest(terminal)
            for key in (typed + scene.keys).split():
                terminal.send(KEYS.get(key, key))
                rest(terminal)
            assert terminal.process.poll() is None, "the program has ended"
            lines = [[segment(cell) for cell in line] for line in terminal.picture()]
            terminal.send("\x11")  # nothing may use the folder any more
            terminal.wait_exit()
    return lines


def rest(terminal: Terminal) -> None:
    """Wait until a frame was written, or there is none, and nothing more is, and the last frame is whole."""
    before, start = len(terminal.raw), time.monotonic()
    while FRAME_ENDS not in terminal.raw[before:] and time.monotonic() < start + ANSWER_SECONDS:
        terminal.read(QUIET_SECONDS)
    deadline = start + MOST_SECONDS
    while terminal.read(QUIET_SECONDS) and time.monotonic() < deadline:
        pass
    while terminal.is_in_a_frame and terminal.read(QUIET_SECONDS):
        pass


def segment(cell: pyte.screens.Char) -> Segment:
    """Return a cell of pyte's as Rich knows it."""
    return Segment(
        cell.data,
        Style(
            color=colour(cell.fg),
            bgcolor=colour(cell.bg),
            bold=cell.bold,
            italic=cell.italics,
            underline=cell.underscore,
            reverse=cell.reverse,
        ),
    )


def colour(name: str) -> str:
    """Return Rich's name of a colour of pyte's: digits, or one of 16 with the names of the old VGA."""
    if name == "default":
        return name
    if len(name) == 6 and all(digit in "0123456789abcdef" for digit in name):
        return f"#{name}"
    name = name.replace("bfight", "bright").replace("brown", "yellow")
    return name.replace("bright", "bright_")


def save(shot: Shot, folder: Path, browser: str | None) -> Path:
    """Save a picture, and return its path."""
    path = folder / f"{shot.name}.svg"
    columns, rows = shot.size
    path.write_text(to_svg(capture(shot), "ttt-tui"))
    if browser is None:
        return path
    width, height = columns * WIDTH + 2 * MARGIN, rows * HEIGHT + TITLE_HEIGHT + MARGIN
    png = path.with_suffix(".png")
    subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            f"--force-device-scale-factor={SCALE}", f"--window-size={width},{height}",
            f"--screenshot={png}", path.absolute().as_uri(),
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip
    path.unlink()
    return png


def main() -> None:
    """Take the pictures that are named."""
    parser = argparse.ArgumentParser(prog="tests.tools.pictures", description="Take pictures of the program.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="name of a scene or picture; * is anything")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir(), "ttt-tui-pictures"))
    parser.add_argument("--all", action="store_true", help="choose from the whole cross")
    parser.add_argument("--list", action="store_true", help="print the names instead")
    options = parser.parse_args()
    wanted = chosen(options.names, from_all=options.all)
    if options.list:
        print("\n".join(shot.name for shot in wanted))
        return
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"no {', '.join(BROWSERS)} on the path: the pictures stay SVG", file=sys.stderr)
    options.out.mkdir(parents=True, exist_ok=True)
    for shot in wanted:
        print(save(shot, options.out, browser), flush=True)


if __name__ == "__main__":
    main()
