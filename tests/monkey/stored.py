"""What the store holds of the game on the screen, and whether the screen shows the same."""

import contextlib
import io
import json
import os
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.boards import EMPTY
from tests.support.reading import board, moves, places
from tests.support.terminal import Screen
from ttt_tui.cli.main import main

RESIGNS = "-resigns"

PLAYING = re.compile(r"\b(place|next game|rematch|undo|leave|cancel|pause)\b")
"""What the line of keys tells while a game is on the screen."""

NOT_THE_PRESENT = re.compile(r"\b(back|play|accept|close|next mistake)\b")
"""And what it tells where the board may show the past, or what is on the screen is no game."""

DIALOG = re.compile(r"(?<!\S)(n (keep playing|cancel)|Esc (board|as before|cancel|close))(?!\w)")
"""The harmless answer of a dialog, which hides what is below."""

PALETTE = re.compile(r"[▌|] +Commands *$", re.M)
"""The heading of the palette, which hides what is below."""

NOTICE = re.compile(r"(?<![^\s▀-▟─-╿])[▌|] +[A-Z][a-z']* [a-z\d]")
"""A notice lies on the board: behind its edge, which may stand beside half a stone, stands a sentence."""


SMALL = 40
"""Columns of a window in which there is no room beside the board."""

ADVICE = frozenset("123456789+WDL!^~")
"""What advice writes on empty squares."""


class Broken(AssertionError):
    """The store is not whole."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A row of the table of games."""

    id: int
    setup: dict[str, Any]
    first: int
    number: int
    moves: tuple[str, ...]
    undone: tuple[str, ...]
    result: str

    @property
    def symbols(self) -> list[str]:
        return [player["symbol"] for player in self.setup["players"]]

    @property
    def is_listed(self) -> bool:
        return bool(self.moves or self.undone)

    @property
    def can_be_resumed(self) -> bool:
        """Whether there is anything to go on with: of a match, a game without a move may be its next."""
        return self.result == "unfinished" and (self.is_listed or self.number > 1)

    def placed(self) -> list[tuple[str, str]]:
        """Return the stones in their order, each as (symbol, square)."""
        symbols, active = self.symbols, list(range(len(self.symbols)))
        has_two_a_turn = "double" in self.setup["board"]
        mover, stones = self.first, []
        for word in self.moves:
            if word.endswith(RESIGNS):
                gone = symbols.index(word.removesuffix(RESIGNS))
                if gone == mover:
                    mover = _next(active, mover)
                active.remove(gone)
            else:
                stones.append((symbols[mover], word))
                if not has_two_a_turn or len(stones) % 2:  # one stone in the first turn
                    mover = _next(active, mover)
        return stones


def _next(active: list[int], seat: int) -> int:
    return active[(active.index(seat) + 1) % len(active)]


def games(home: Path, pid: int | None = None) -> list[StoredGame]:
    """Return the stored games, newest first; those that a process plays now if one is given."""
    path = home / "history.db"
    if not path.exists():
        return []
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as store:
        rows = store.execute(
            "SELECT id, setup, first, number, moves, undone, result FROM games"
            " WHERE ? IS NULL OR owner LIKE '%:' || ? || ':%' ORDER BY changed DESC, id DESC",
            (pid, pid),
        ).fetchall()
    return [
        StoredGame(
            id, json.loads(setup), first, number, *(tuple(json.loads(t)) for t in (done, undone)), result
        )
        for id, setup, first, number, done, undone, result in rows
    ]


def is_board(screen: Screen) -> bool:
    """Return whether the screen shows a game as it is now, and nothing in front of it."""
    lines = screen.text()
    above = "\n".join(lines[:-1])
    if len(lines[-1]) < SMALL and "Esc cancel" in lines[-1]:
        return False  # what is typed to go to a square stands where the number of a row does
    if "Game " not in lines[0] or any(hides.search(above) for hides in (DIALOG, PALETTE, NOTICE)):
        return False
    return bool(PLAYING.search(lines[-1]) and not NOT_THE_PRESENT.search(lines[-1]) and places(screen))


def is_untouched(screen: Screen) -> bool:
    """Return whether the screen shows the first game of a match without a stone, which need not be stored."""
    is_first = re.search(r"\bGame 1\b", screen.text()[0]) is not None
    return is_first and not moves(screen) and ADVICE.issuperset({*board(screen).values()} - {EMPTY})


def difference(screen: Screen, game: StoredGame) -> str:
    """Return where board or list of moves on the screen are not as the stored game, if anywhere."""
    placed = game.placed()
    marked = [(word[0], word[1:]) if word[0].isupper() else (symbol, word) for symbol, word in placed]
    there = {square: symbol for symbol, square in marked}  # in a wild game the marks are on the board
    known = {symbol for symbol in [*game.symbols, *there.values()] if symbol.isascii()}
    advice = ADVICE - set(game.symbols)
    for square, shown in board(screen).items():
        if shown in advice and square not in there:
            continue  # the smallest cells have no room for its marks
        if (shown == EMPTY) != (square not in there) or (shown in known and there.get(square) != shown):
            return f"{square} is {shown!r} on the screen and {there.get(square, 'empty')!r} in the store"
    listed = moves(screen)
    starts = range(len(placed) - len(listed) + 1)  # it may be scrolled
    if known.issuperset(game.symbols) and not any(placed[i : i + len(listed)] == listed for i in starts):
        return f"the list of moves shows {listed}, the store has {placed}"
    return ""


def assert_whole(home: Path) -> int:
    """Assert that the store is sound and every game in it can be read; return how many there are."""
    path = home / "history.db"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as store:
        (found,) = store.execute("PRAGMA integrity_check").fetchone()
        ids = [id for (id,) in store.execute("SELECT id FROM games")]
    if found != "ok":
        raise Broken(f"integrity_check says {found}")
    with _home(home):
        for id in ids:
            said = io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                status = main(["history", "show", str(id)])
            if status or "[Board" not in said.getvalue():
                raise Broken(f"history show {id} ends with {status} and says {said.getvalue()[:200]!r}")
    return len(ids)


_ONE_HOME = threading.Lock()
"""Parts may be played side by side, and there is one environment and one standard output for all of them."""


@contextmanager
def _home(home: Path) -> Iterator[None]:
    with _ONE_HOME:
        before = os.environ.get("TTT_TUI_HOME")
        os.environ["TTT_TUI_HOME"] = str(home)
        try:
            yield
        finally:
            del os.environ["TTT_TUI_HOME"]
            if before is not None:
                os.environ["TTT_TUI_HOME"] = before
