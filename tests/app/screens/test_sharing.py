"""Sharing on the screen: `C` copies, saves a picture, and shows the text where nothing can be copied."""

from pathlib import Path

import pytest

from tests.support import puzzles
from tests.support.driving import Ui, a_setup, playing
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.match_over import MatchOverScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.sharing import ShareTextScreen
from ttt_tui.process.clipboard import Clipboard
from ttt_tui.process.terminal import Terminal
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

WON = ["a1", "a2", "b1", "b2", "c1"]
TEXT = "ttt-tui · 3×3 · Ada beat Bob in 5 moves\n\nX X X\nO O ·\n· · ·"


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note what is copied."""
    texts: list[str] = []

    def copy(app: TttApp, text: str) -> Clipboard:
        texts.append(text)
        return app.terminal.clipboard

    monkeypatch.setattr(TttApp, "copy", copy)
    return texts


async def test_a_finished_game_is_copied_then_pictured_then_shown(copied: list[str], tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    (tmp_path / "ttt-tui-2026-11-26-3x3.svg").touch()
    async with playing(moves=WON, session=Session(1, history)) as ui:
        ui.play.session.started = lambda: "2026-11-26T10:00:00"  # type: ignore[method-assign]
        await ui.press("C")
        assert copied == [TEXT]
        assert ui.status.startswith("3 in a row, move 5")
        assert "Sent to the clipboard · C again: save a picture" in ui.status
        await ui.press("C")
        await ui.until(lambda: "Saved ttt-tui-2026-11-26-3x3-2.svg in /" in ui.status, "the name")
        assert (tmp_path / "ttt-tui-2026-11-26-3x3-2.svg").read_text().startswith("<svg")
        assert (tmp_path / "ttt-tui-2026-11-26-3x3.svg").read_text() == "", "nothing is overwritten"
        await ui.press("C")
        assert isinstance(ui.app.screen, ShareTextScreen)
        assert [line.rstrip() for line in ui.lines[1:6]] == TEXT.split("\n")
        await ui.press("escape", "right", "C")
        assert copied == [TEXT, TEXT], "another key begins anew"
    history.close()


async def test_a_terminal_that_cannot_copy_gets_the_text_to_select(tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    terminal = Terminal(clipboard=Clipboard.NONE)
    async with playing(moves=WON, session=Session(1, history), terminal=terminal) as ui:
        await ui.press("C")
        assert isinstance(ui.app.screen, ShareTextScreen)
        assert "Can't copy here: select the text" in ui.lines[0]
        assert [line.rstrip() for line in ui.lines[1:6]] == TEXT.split("\n"), "it begins in the first column"
        await ui.press("C")
        assert isinstance(ui.app.screen, PlayScreen)
        await ui.until(lambda: "Saved ttt-tui-" in ui.status, "the name")
    history.close()


async def test_without_a_place_for_it_there_is_no_picture(copied: list[str]) -> None:
    async with playing(moves=WON) as ui:
        await ui.press("C", "C")
        assert "Can't save a picture" in ui.status


async def test_a_running_game_is_not_shared(copied: list[str]) -> None:
    async with playing(moves=WON[:4]) as ui:
        assert "share" not in ui.footer
        await ui.press("C")
        assert ui.status == "Games can be shared once they are over"
        await ui.place("c1")
        await ui.result()
        assert "C share" in ui.text
        assert not copied


async def test_the_summary_of_a_match_shares_its_last_game(copied: list[str]) -> None:
    async with playing(a_setup(points=1), moves=WON[:4]) as ui:
        await ui.pilot.resize_terminal(60, 24)
        await ui.press("3")
        await ui.until(lambda: isinstance(ui.app.screen, MatchOverScreen), "the summary")
        await ui.rest()
        await ui.press("C")
        await ui.until(lambda: copied == [TEXT], "the copy")
        assert "C again" in ui.status


async def test_a_narrow_window_says_it_in_fewer_words(copied: list[str]) -> None:
    async with playing(moves=WON, size=(40, 16)) as ui:
        await ui.press("C")
        assert "To the clipboard · C again: picture" in ui.text


async def test_a_review_shares_the_position_that_it_shows(copied: list[str]) -> None:
    async with playing(moves=WON) as ui:
        await ui.press("v", "C", "right", "right", "C", "end", "C")
    whole, second, last = copied
    assert whole == last == TEXT
    assert second.startswith("ttt-tui · 3×3 · Ada v Bob, move 2 of 5\n")


async def test_ascii_is_kept(copied: list[str]) -> None:
    async with playing(moves=WON, terminal=Terminal(is_ascii=True)) as ui:
        await ui.press("C")
        assert copied[0].isascii()
        assert "C again: save a picture" in ui.status


async def test_a_puzzle_is_shared_once_it_is_solved_without_its_solution(copied: list[str]) -> None:
    async def shown(ui: Ui) -> None:
        ui.app.session = puzzles.a_session()
        ui.app.push_screen(PuzzleScreen(ui.app.session, AssignedPuzzle(puzzles.WIN, puzzles.TODAY)))
        await ui.until(lambda: isinstance(ui.app.screen, PuzzleScreen), "the puzzle")
        await ui.settle()

    async with playing() as ui:
        await shown(ui)
        await ui.press("C")
        assert ui.status == "Results can be shared once the puzzle is solved"
        await puzzles.try_squares(ui, "c1 b2 a3")
        await ui.until(lambda: "C share" in ui.footer, "the key")
        await ui.press("C")
        (text,) = copied
        assert text.split("\n")[:2] == ["ttt-tui puzzle 2026-11-20 · solved at the first try", "■■■"]
        await ui.press("C")
        assert isinstance(ui.app.screen, ShareTextScreen)
        assert "C picture" not in ui.footer
