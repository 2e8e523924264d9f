"""Stones that are chosen and not placed yet: to be confirmed, premoves, and blunders."""

import threading
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Region

from tests.app.shared_match import hearing, joined
from tests.support.boards import EMPTY
from tests.support.driving import LONGEST_WAIT, SCRIPTED, Script, Ui, a_setup, playing
from ttt_tui.app.play import placing
from ttt_tui.app.play.availability import SETTINGS
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.computer import Stop
from ttt_tui.engine import HUMAN, Game, Limit, Rules, Setup
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.session import Session
from ttt_tui.store.settings import Settings
from ttt_tui.store.thread import StoreThread

SIZES = [(80, 24), (40, 16)]


def has_ghost(ui: Ui, name: str, symbol: str = "X") -> bool:
    look = ui.look(name)
    return (look.symbol, look.is_preview) == (symbol, True)


def confirming() -> Session:
    return Session(1, settings=Settings(confirm_moves=True))


# --- confirmation ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_first_enter_shows_a_ghost_and_the_second_places_it(size: tuple[int, int]) -> None:
    async with playing(size=size, session=confirming()) as ui:
        await ui.press("enter")
        assert ui.moves == []
        assert has_ghost(ui, "b2")
        assert "Place on b2?" in ui.text
        assert "Esc takes" in ui.text
        await ui.press("enter")
        assert ui.moves == ["b2"]
        assert ui.look("b2").symbol == "X"
        assert not ui.look("b2").is_preview
        assert "Esc" not in ui.text


async def test_another_square_moves_the_ghost_and_esc_takes_it_off() -> None:
    async with playing(session=confirming()) as ui:
        await ui.press("enter", "left", "enter")
        assert has_ghost(ui, "a2")
        assert ui.look("b2").symbol == EMPTY
        await ui.press("escape")
        assert ui.look("a2").symbol == EMPTY
        assert ui.play.is_active, "nothing was left"
        await ui.press("enter")
        assert ui.moves == [], "it has to be confirmed anew"
        await ui.press("u")
        assert ui.look("a2").symbol == EMPTY


async def test_two_enters_at_once_place_one_stone_and_a_third_places_none(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), session=confirming()) as ui:
        for _ in range(3):
            ui.send("enter")
        await ui.settle()
        await ui.until(lambda: script.questions, "the computer's turn")
        assert ui.moves == ["b2"]


async def test_a_taken_square_is_refused_at_once_and_keeps_the_ghost() -> None:
    async with playing(moves=["b2"], session=confirming()) as ui:
        await ui.press("1", "5")
        assert "b2 is taken" in ui.status.lower()
        assert has_ghost(ui, "a1", "O")
        await ui.press("1")
        assert ui.moves == ["b2", "a1"]


async def test_clicks_digits_and_typed_squares_are_confirmed_by_any_of_them() -> None:
    async with playing(session=confirming()) as ui:
        await ui.click_square("c3")
        assert ui.moves == []
        await ui.click_square("c3")
        await ui.press("1", "enter")
        await ui.press("colon", "c", "1", "enter")
        assert ui.moves == ["c3", "a1"]
        await ui.press("3")
        assert ui.moves == ["c3", "a1", "c1"]


@pytest.mark.parametrize(
    ("setup", "keys", "held", "moves"),
    [
        (a_setup(board=(7, 6), k=4, rules=Rules(drop=True)), "3 3 3 3", None, ["c6", "c5"]),
        (a_setup(board=(9, 9), k=3, rules=Rules.parse("ultimate")), "5 5 5 5", None, ["e5"]),
        (a_setup(board=(9, 9), k=6, rules=Rules.parse("double")), "enter enter left enter enter", None,
         ["e5", "d5"]),
        (a_setup(rules=Rules.parse("wild")), "o x x left o enter", None, ["Xb2", "Oa2"]),
        (a_setup(rules=Rules.parse("wild")), "o x", "Xb2", []),
        (a_setup(board=(15, 15), k=5, rules=Rules.parse("swap2")), "enter enter left enter enter", None,
         ["h8", "g8"]),
    ],
    ids=["drop", "ultimate", "double", "wild", "wild, another mark", "opening"],
)  # fmt: skip
async def test_every_kind_of_stone_is_confirmed(
    setup: Setup, keys: str, held: str | None, moves: list[str]
) -> None:
    async with playing(setup, session=confirming()) as ui:
        await ui.press(*keys.split())
        assert ui.moves == moves
        square = None if held is None else ui.match.setup.geometry.parse(held)
        assert ui.play.placing.held == square


async def test_the_choice_of_an_opening_needs_no_second_key() -> None:
    setup = a_setup(board=(7, 7), k=5, rules=Rules.parse("pie"))
    async with playing(setup, moves=["d4"], session=confirming()) as ui:
        await ui.press("1")
        assert len(ui.moves) == 2


async def test_any_change_of_the_game_drops_the_ghost_but_a_pause_does_not(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), session=confirming()) as ui:
        await ui.press("enter", "p")
        assert has_ghost(ui, "b2")
        await ui.press("p", "enter")
        (await ui.question(script)).answer("a1")
        await ui.moved("b2", "a1")
        await ui.press("9", "n", "y")
        assert ui.moves == []
        assert ui.play.placing.held is None


@pytest.mark.parametrize("terminal", [Terminal(is_ascii=True), Terminal(colours=Colours.NONE)], ids=repr)
async def test_without_colours_a_question_mark_tells_a_held_stone_from_a_placed_one(
    terminal: Terminal,
) -> None:
    async with playing(moves=["a1"], session=confirming(), terminal=terminal) as ui:
        await ui.press("5", "up")
        x, y = ui.place_of("b2")
        assert ui.cell(x, y, 2) == "O?"
        await ui.press("5")
        assert "?" not in ui.cell(x, y, 2)


async def test_without_the_setting_nothing_is_held() -> None:
    async with playing() as ui:
        await ui.press("enter")
        assert ui.moves == ["b2"]
        assert ui.play.placing.held is None


# --- premoves --------------------------------------------------------------------------------------------


def premoving() -> Session:
    return Session(1, settings=Settings(premoves=True))


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_mark_is_placed_as_soon_as_its_turn_comes(size: tuple[int, int], script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), size, session=premoving()) as ui:
        await ui.press("5")
        question = await ui.question(script)
        await ui.press("1")
        assert ui.moves == ["b2"]
        assert has_ghost(ui, "a1")
        assert "a1" in ui.text
        assert "marked" in ui.text
        await ui.press("3")
        assert has_ghost(ui, "c1")
        assert ui.look("a1").symbol == EMPTY, "there is one mark"
        question.answer("a3")
        await ui.moved("b2", "a3", "c1")
        await ui.settle()
        assert ui.look("c1").symbol == "X"
        assert not ui.look("c1").is_preview
        assert "marked" not in ui.text


async def test_a_mark_whose_square_is_taken_is_dropped_with_a_sentence(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), session=premoving()) as ui:
        await ui.press("5")
        question = await ui.question(script)
        await ui.press("1")
        question.answer("a1")
        await ui.moved("b2", "a1")
        await ui.settle()
        assert "Mark dropped: a1 is taken" in ui.text
        await ui.press("3")
        assert ui.moves == ["b2", "a1", "c1"]


async def test_a_mark_in_a_column_is_dropped_where_another_stone_has_fallen(script: Script) -> None:
    setup = a_setup(HUMAN, SCRIPTED, board=(7, 6), k=4, rules=Rules(drop=True))
    async with playing(setup, session=premoving()) as ui:
        await ui.press("4")
        question = await ui.question(script)
        await ui.press("4")
        assert has_ghost(ui, "d5")
        question.answer("d5")
        await ui.moved("d6", "d5")
        await ui.settle()
        assert "Mark dropped: another stone fell in column 4" in ui.text
        await ui.press("5")
        question = await ui.question(script, 2)
        await ui.press("4")
        question.answer("a6")
        await ui.moved("d6", "d5", "e6", "a6", "d4")


async def test_only_the_squares_of_a_mark_are_painted(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[tuple[Region, ...]] = []
    refresh = BoardGrid.refresh

    def noting(self: BoardGrid, *regions: Region, **options: bool) -> BoardGrid:
        painted.append(regions)
        return refresh(self, *regions, **options)

    async with playing(a_setup(HUMAN, SCRIPTED, board=(15, 15), k=5), session=premoving()) as ui:
        await ui.press("enter")
        await ui.question(script)
        await ui.press("left")
        monkeypatch.setattr(BoardGrid, "refresh", noting)
        await ui.press("enter", "escape")
        assert len(painted) == 2
        assert all(sum(region.area for region in regions) in range(1, 9) for regions in painted)


@pytest.mark.parametrize("key", ["escape", "u"])
async def test_esc_and_u_take_a_mark_off_and_undo_nothing(key: str, script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), session=premoving()) as ui:
        await ui.press("5")
        question = await ui.question(script)
        await ui.press("1", key)
        assert ui.look("a1").symbol == EMPTY
        assert ui.moves == ["b2"]
        question.answer("a3")
        await ui.moved("b2", "a3")
        await ui.settle()
        assert ui.play.context.is_human_turn


async def test_a_mark_is_gone_once_its_game_has_been_taken_back(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), session=premoving()) as ui:
        await ui.press("5")
        await ui.question(script)
        await ui.press("1")
        ui.play.controller.undo()
        ui.play.show_change()
        assert ui.moves == []
        assert ui.play.placing.held is None


async def test_a_taken_square_cannot_be_marked_and_without_the_setting_none_can(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), session=premoving()) as ui:
        await ui.press("5")
        await ui.question(script)
        await ui.press("5")
        assert "b2 is taken" in ui.status.lower()
        assert ui.play.placing.held is None
        ui.app.session.settings = Settings()
        await ui.press("1")
        assert "It is Bob's turn" in ui.status
        assert ui.play.placing.held is None


async def test_a_mark_waits_for_all_other_players(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED, SCRIPTED, board=(5, 5)), session=premoving()) as ui:
        await ui.place("a1")
        question = await ui.question(script)
        await ui.click_square("e5")
        question.answer("b2")
        question = await ui.question(script, 2)
        await ui.settle()
        assert has_ghost(ui, "e5")
        question.answer("c3")
        await ui.moved("a1", "b2", "c3", "e5")


@pytest.mark.parametrize(("setup", "moves"), [
    (a_setup(SCRIPTED, HUMAN, board=(15, 15), k=5, rules=Rules.parse("swap2")), ""),
    (a_setup(HUMAN, SCRIPTED, HUMAN, board=(5, 5)), "a1"),
    (a_setup(SCRIPTED, SCRIPTED), ""),
], ids=["opening", "several people", "computers"])  # fmt: skip
async def test_no_mark_where_it_has_no_meaning(setup: Setup, moves: str, script: Script) -> None:
    async with playing(setup, moves=moves.split(), session=premoving()) as ui:
        await ui.question(script)
        await ui.press("enter")
        assert ui.play.placing.held is None


async def test_the_mark_of_a_wild_game_keeps_its_symbol(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED, rules=Rules.parse("wild")), session=premoving()) as ui:
        await ui.press("x")
        question = await ui.question(script)
        await ui.press("up", "o")
        assert has_ghost(ui, "b1", "O")
        question.answer("Xa1")
        await ui.moved("Xb2", "Xa1", "Ob1")


async def test_with_people_elsewhere_a_mark_is_placed_when_the_others_have_moved() -> None:
    async with joined() as (ui, ada):
        ui.app.session.settings = Settings(premoves=True)
        await ui.press("9")
        assert ui.play.placing.held is not None
        ada.place("b2")
        await hearing(ui, ada, lambda: len(ada.match.game.moves) == 2, "the marked stone")
        assert [ada.match.setup.geometry.name(move.square) for move in ada.match.game.moves] == ["b2", "c3"]
        await ui.until(lambda: ui.moves == ["b2", "c3"], "that it is shown")
        assert ui.play.placing.held is None


@pytest.mark.parametrize(("levels", "unused"), [
    ((HUMAN, SCRIPTED), {}),
    ((HUMAN, HUMAN), {"premoves": "several humans play here"}),
    ((SCRIPTED, SCRIPTED), dict.fromkeys(SETTINGS, "only computers play")),
])  # fmt: skip
async def test_the_settings_say_why_a_game_does_not_follow_them(
    levels: tuple[str, str], unused: dict[str, str], script: Script
) -> None:
    async with playing(a_setup(*levels)) as ui:
        assert ui.play.unused_settings == unused
        ui.app.show_settings()
        await ui.settle()
        for name, reason in unused.items():
            stepper = ui.app.screen.query_one(f"#{name}", Stepper)
            assert stepper.has_class("unused")
            line = next(line for line in ui.lines if stepper.label in line)
            assert reason in line


async def test_a_narrow_window_has_the_reason_below_the_settings() -> None:
    async with playing(size=(40, 16)) as ui:
        ui.app.show_settings()
        await ui.settle()
        assert "File:" in ui.text
        ui.app.screen.query_one("#premoves").focus()
        await ui.settle()
        assert "Several humans play here" in ui.text
        await ui.press("down")
        assert "Several humans" not in ui.text
        assert "File:" in ui.text


# --- warnings --------------------------------------------------------------------------------------------


@pytest.fixture
def patient_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a check take as long as a busy machine needs."""
    monkeypatch.setattr(placing, "MOST_CHECK_SECONDS", LONGEST_WAIT)


def warning() -> Session:
    return Session(1, settings=Settings(blunder_warnings=True))


GIVEN_AWAY = "a1 b2 c3"
"""X has opposite corners: O draws on a side and loses in a corner."""


@pytest.mark.usefixtures("patient_checks")
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_blunder_is_held_back_once_with_the_reason(size: tuple[int, int]) -> None:
    async with playing(size=size, moves=GIVEN_AWAY.split(), session=warning()) as ui:
        await ui.press("7")
        await ui.until(lambda: "a3 lets X make two threats at c1" in ui.text, "the warning")
        assert "again to place it, u to think again" in ui.text
        assert has_ghost(ui, "a3", "O")
        assert len(ui.moves) == 3
        await ui.press("7")
        assert ui.moves[3:] == ["a3"]
        assert (ui.match.game.warnings_heeded, ui.match.game.warnings_ignored) == (0, 1)


@pytest.mark.usefixtures("patient_checks")
async def test_a_long_warning_is_brief_in_a_narrow_window() -> None:
    moves = ["a1", "b1", "b2", "c3", "a3", "a2"]
    async with playing(size=(40, 16), moves=moves, session=warning()) as ui:
        await ui.press("8")
        await ui.until(lambda: "b3 gives away a proved win" in ui.text, "the warning")
        assert "again to place it, u to think again" in ui.text


@pytest.mark.usefixtures("patient_checks")
async def test_another_square_heeds_the_warning_and_a_good_stone_is_placed_by_itself() -> None:
    async with playing(moves=GIVEN_AWAY.split(), session=warning()) as ui:
        await ui.press("7")
        await ui.until(lambda: "again to place it" in ui.text, "the warning")
        await ui.press("u")
        assert ui.look("a3").symbol == EMPTY
        assert len(ui.moves) == 3, "nothing is undone"
        await ui.press("7")
        assert "again to place it" in ui.text, "it is known by now"
        await ui.press("2")
        await ui.moved("a1", "b2", "c3", "b1")
        assert (ui.match.game.warnings_heeded, ui.match.game.warnings_ignored) == (1, 0)


@pytest.mark.usefixtures("patient_checks")
async def test_the_check_runs_beside_the_screen_and_a_second_enter_does_not_hurry_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer, warnings = threading.Event(), Advisor.warning

    def slow(self: Advisor, *given: Any) -> Any:
        answer.wait(LONGEST_WAIT)
        return warnings(self, *given)

    monkeypatch.setattr(Advisor, "warning", slow)
    async with playing(session=warning()) as ui:
        await ui.press("enter", "enter", "left")
        assert "Checking b2" in ui.text
        assert has_ghost(ui, "b2")
        assert ui.cursor == "a2"
        assert ui.moves == []
        answer.set()
        await ui.moved("b2")


async def test_a_check_that_takes_too_long_warns_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()

    def endless(self: Advisor, game: Game, limit: Limit, stop: Stop, viewer: int | None) -> None:
        stop.wait(LONGEST_WAIT)
        stopped.set()

    monkeypatch.setattr(Advisor, "warning", endless)
    monkeypatch.setattr(placing, "MOST_CHECK_SECONDS", 0.02)
    async with playing(moves=GIVEN_AWAY.split(), session=warning()) as ui:
        await ui.press("7")
        await ui.moved(*GIVEN_AWAY.split(), "a3")
        await ui.until(stopped.is_set, "the end of the search")


async def test_a_check_that_fails_is_told_and_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(Advisor, "warning", failing)
    async with playing(session=warning()) as ui:
        await ui.press("5")
        await ui.moved("b2")
        await ui.until(lambda: "The check of a move failed" in ui.text, "the failure")


@pytest.mark.usefixtures("patient_checks")
async def test_a_stone_is_checked_while_its_confirmation_is_awaited() -> None:
    session = Session(1, settings=Settings(blunder_warnings=True, confirm_moves=True))
    async with playing(moves=GIVEN_AWAY.split(), session=session) as ui:
        await ui.press("2")
        await ui.until(lambda: not ui.play.placing.is_checking, "the check")
        assert "Place on b1?" in ui.text
        await ui.press("7")
        await ui.until(lambda: "a3 lets X make two threats" in ui.text, "the warning")
        assert len(ui.moves) == 3
        await ui.press("2", "2")
        assert ui.moves[3:] == ["b1"]
        assert ui.match.game.warnings_heeded == 1


@pytest.mark.usefixtures("patient_checks")
async def test_a_premove_is_checked_too(script: Script) -> None:
    session = Session(1, settings=Settings(blunder_warnings=True, premoves=True))
    async with playing(a_setup(SCRIPTED, HUMAN), session=session) as ui:
        (await ui.question(script)).answer("a1")
        await ui.moved("a1")
        await ui.press("5")
        question = await ui.question(script, 2)
        await ui.press("7")
        question.answer("c3")
        await ui.until(lambda: "a3 lets X make two threats" in ui.text, "the warning")
        assert ui.moves == ["a1", "b2", "c3"]


async def test_rated_and_shared_games_have_no_warnings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a stone was checked")

    monkeypatch.setattr(Advisor, "warning", never)
    session = Session(1, StoreThread(tmp_path / "history.db"), Settings(blunder_warnings=True))
    setup = a_setup(HUMAN, "expert 1", names=(session.profile.name, "easy"))
    async with playing(setup, session=session) as ui:
        assert ui.play.unused_settings == {"blunder_warnings": "not in rated games"}
        session.ratings.is_on = False  # as if the setting were off for a moment
        await ui.press("5")
        assert ui.moves[:1] == ["b2"]
        await ui.press("u")
        assert ui.play.unused_settings == {}, "what is taken back is not rated"
    session.close()
    async with joined() as (ui, _):
        ui.app.session.settings = Settings(blunder_warnings=True)
        assert ui.play.unused_settings["blunder_warnings"] == "not in shared games"


@pytest.mark.usefixtures("patient_checks")
async def test_the_review_counts_the_warnings() -> None:
    async with playing(moves=GIVEN_AWAY.split(), session=warning()) as ui:
        await ui.press("7")
        await ui.until(lambda: "again to place it" in ui.text, "the warning")
        await ui.press("7")
        game = ui.match.game
        assert game.warnings_ignored == 1
        ui.play.controller.resign(game.position.to_move)
        ui.play.show_change()
        await ui.press("v")
        await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")
        await ui.press("home")
        await ui.until(lambda: "Warnings: 1 ignored" in ui.text, "the warnings")
