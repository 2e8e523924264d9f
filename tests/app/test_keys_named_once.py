"""The line of keys on all screens: help and the way out at its right end, and no key is named twice."""

import re
from collections.abc import AsyncIterator

import pytest

from tests.screens.scenes import GAMES, game_of
from tests.support.driving import HUMAN, USUAL, Ui, a_setup, at_setup
from tests.support.puzzles import WIN, a_service, at, try_squares
from tests.support.sample_review import MOVES, sample_review
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.replay import replay_of
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.widgets.footer import ShownKey, fitting
from ttt_tui.engine import Rules, Setup
from ttt_tui.engine.records import Record
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.session.puzzle_service import AssignedPuzzle

SIZES = [USUAL, (20, 8), (120, 40), (200, 50), (40, 16)]

SAME = {"Enter": "↵", "Escape": "Esc", "Return": "↵"}
"""Two ways to write a key → the one that the footer has."""

THREE, WATCHED = a_setup(), a_setup("rules", "rules")
PLAYED: dict[str, tuple[Setup, str, list[str]]] = {
    "a turn": (THREE, "b2 a1", []),
    "the past": (THREE, "b2 a1", ["tab", "up"]),
    "an analysis": (THREE, "b2 a1", ["A"]),
    "a square is typed": (THREE, "b2 a1", [":"]),
    "a turn on 15×15": (*GAMES["play 15x15"], []),
    "a turn of Ultimate": (*GAMES["ultimate"], []),
    "a turn of Connect Four": (*GAMES["connect four"], []),
    "a mark is chosen": (a_setup(rules=Rules.parse("wild")), "", []),
    "an opening": (a_setup(board=(15, 15), k=5, rules=Rules.parse("swap2")), "h8 i9 h9", []),
    "won": (THREE, "a1 b1 a2 b2 a3", []),
    "resigned": (a_setup(HUMAN, "rules"), "b2", ["R"]),
    "paused": (WATCHED, "b2 a1", ["p"]),
}
"""States of a game: the set-up, the moves, and the keys that are pressed then."""


async def walk(ui: Ui) -> AsyncIterator[str]:
    """Go from screen to screen, and yield the name of each state."""
    session = ui.app.session
    for keys, name in (("h", "the history"), ("h", "the main menu")):
        await ui.press(*(keys if name == "the history" else ["escape"]))
        yield name
    for name, (setup, moves, pressed) in PLAYED.items():
        match = session.new_match(setup)
        for word in moves.split():
            match.place(setup.geometry.parse(word))
        ui.app.push_screen(PlayScreen(session, match))
        await ui.rest()
        await ui.press(*pressed)
        yield name
        ui.app.pop_screen()
        await ui.rest()
    game = game_of(a_setup(board=(15, 15), k=5), MOVES.split())
    ui.app.push_screen(replay_of(Record(game, "2026-11-21"), session))
    await ui.rest()
    yield "a replay"
    session.latest_review = sample_review(game)
    ui.app.push_screen(ReviewScreen(session, game, "15×15 · five in a row"))
    await ui.rest()
    for key, name in (("", "a review"), ("n", "a mistake"), ("b", "the better move"), ("t", "trying again")):
        await ui.press(*filter(None, [key]))
        yield name
    session.__dict__["puzzles"] = a_service()
    ui.app.push_screen(PuzzleScreen(session, AssignedPuzzle(WIN)))
    await ui.rest()
    yield "a puzzle"
    await try_squares(ui, "c1")
    yield "a right move"
    await try_squares(ui, "b1")
    await at(ui, Stage.MISSED)
    yield "a wrong move"
    await try_squares(ui, "b2 a3")
    yield "a solved puzzle"


def keys_of(footer: str) -> list[str]:
    """Return the keys that a line of keys names; `Space play   → next` has Space and →."""
    return [part.split()[0] for part in re.split(r" {2,}", footer.strip()) if part]


def check_named_once(ui: Ui, name: str) -> None:
    keys = keys_of(ui.footer)
    assert len(set(keys)) == len(keys), (name, ui.footer)
    if name in ("the main menu", "the history"):
        return
    words = [SAME.get(word, word) for word in re.split(r"[ ,:;()]+", ui.status)[1:]]
    words += [SAME.get(word, word) for word in re.split(r"[ ,;()]+", ui.status_more)]
    assert not {*words} & {*keys}, (name, ui.status, ui.status_more, ui.footer)


def check_the_right_end(ui: Ui, name: str, columns: int) -> None:
    """Check that help and the way out end the line; a huge window has another margin."""
    keys = keys_of(ui.footer)
    assert keys[-1] in ("q", "Esc"), (name, ui.footer)
    assert "?" not in keys or keys[-2] == "?", (name, ui.footer)
    blanks, margin = columns - len(ui.footer.rstrip()), 1 if columns < 60 else 2
    if columns < 200:
        assert blanks == margin, (name, ui.footer)


def check_alignment(ui: Ui, name: str) -> None:
    """Check that in a huge window the lines below begin and end where board and panel do."""
    screen = ui.app.screen
    if not hasattr(screen, "board_area") or name == "an opening":
        return
    wood, panel = screen.board_area.table.region, screen.board_area._beside.region
    footer, status = ui.footer, ui.lines[-2]
    assert len(footer) - len(footer.lstrip()) == max(wood.x, 2), name
    assert len(footer.rstrip()) == min(panel.right, 198), name
    assert len(status) - len(status.lstrip()) == max(wood.x, 2), name


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_line_of_keys_on_all_screens(size: tuple[int, int]) -> None:
    async with at_setup(size) as ui:
        async for name in walk(ui):
            check_named_once(ui, name)
            if name == "a square is typed":
                continue  # which has neither help nor the way out
            if size != (20, 8):
                check_the_right_end(ui, name, size[0])
            if size == (200, 50):
                check_alignment(ui, name)


# --- what fits --------------------------------------------------------------------------------------------


def shown(*texts: str) -> list[ShownKey]:
    """Return keys from texts such as `u undo`."""
    names = {"?": "question_mark", "F2": "f2", "^P": "ctrl+p", "Esc": "escape"}
    parts = [text.split(" ", 1) for text in texts]
    return [ShownKey(names.get(sign, sign), sign, word, True) for sign, word in parts]


KEYS = ("↵ place", "u undo", "? help", "q leave", "F2 theme", "i hint")


@pytest.mark.parametrize(
    ("room", "is_narrow", "line"),
    [
        (55, False, "↵ place, u undo, i hint | F2 theme, ? help, q leave"),
        (54, False, "↵ place, u undo, i hint | ? help, q leave"),
        (44, False, "↵ place, u undo, i hint | ? help, q leave"),
        (43, False, "↵ place, u undo | ? help, q leave"),
        (26, False, "↵ place | ? help, q leave"),
        (40, True, "↵ place, u undo, i hint | ? help, q leave"),
        (35, True, "↵ place, u undo, i hint | ?, q leave"),
        (34, True, "↵ place, u undo | ? help, q leave"),
        (31, True, "↵ place, u undo | ?, q leave"),
        (19, True, "↵ place | ?, q leave"),
        (17, True, "↵ place | ?"),
        (7, True, "↵ place | "),
    ],
)
def test_what_has_no_room_is_dropped_from_the_right_end_of_the_actions(
    room: int, is_narrow: bool, line: str
) -> None:
    parts = fitting(shown(*KEYS), room, 2 if is_narrow else 3, is_narrow=is_narrow)
    said = (", ".join(f"{key.sign} {key.description}".strip() for key in part) for part in parts)
    assert " | ".join(said) == line
