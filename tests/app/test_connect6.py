"""Connect6 on the screen: which stone of a turn it is, what a computer did, undo, the list of moves."""

import pytest

from tests.app.test_rules import choose, leave_and_resume, start
from tests.support.driving import SCRIPTED, Script, Ui, a_setup, at_setup, playing
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.engine import HUMAN, Geometry, Rules, Setup, squares_of

MOVES = ["k10", "k11", "l11", "j9", "k9", "l10", "m9"]


def connect6(*levels: str, side: int = 19, k: int = 6, words: str = "connect6") -> Setup:
    players = a_setup(*levels or (HUMAN, HUMAN)).players
    return Setup(Geometry(side, side, k, Rules.parse(words)), players)


def latest(ui: Ui) -> set[str]:
    """Return the squares that the board marks as the latest move."""
    return {ui.board.geometry.name(square) for square in squares_of(ui.board.view.latest)}


def new(ui: Ui) -> set[str]:
    return {ui.board.geometry.name(square) for square in squares_of(ui.board.view.new)}


def listed(ui: Ui) -> list[str]:
    """Return the lines of the list of moves."""
    log = ui.one("MoveLog")
    assert isinstance(log, MoveLog)
    region = log.region
    rows = [ui.cell(region.x, y, region.width).split() for y in range(region.y, region.bottom)]
    return [" ".join(row) for row in rows if row]


async def place(ui: Ui, square: str) -> None:
    await ui.press(":", *square, "enter")


@pytest.mark.slow
async def test_the_preset_is_played_in_turns_of_two_stones_left_and_resumed() -> None:
    async with at_setup() as ui:
        await choose(ui, "connect6")
        assert "Connect6 · 19×19, six in a row, two a turn" in ui.text
        assert "two a turn" in ui.text
        await start(ui)
        assert "Connect6 · six in a row, two a turn" in ui.lines[0]
        assert ui.status == "Your move: stone 1 of 1"
        await ui.press("enter")
        await ui.until(lambda: len(ui.moves) == 3, "the computer's turn")
        assert ui.status == "Your move: stone 1 of 2"
        assert latest(ui) == new(ui) == {*ui.moves[1:]}
        await place(ui, "a1")
        cursor = ui.board.cursor
        assert ui.status == "Your move: stone 2 of 2"
        assert cursor == ui.board.geometry.parse("a1"), "it stays where the eye is"
        assert (latest(ui), new(ui)) == ({"a1"}, {*ui.moves[1:3]})
        await leave_and_resume(ui, "resume You v medium 4, 19×19 two a turn, 4 moves")
        assert ui.status == "Your move: stone 2 of 2"
        assert listed(ui) == [f"1 X {ui.moves[0]}", f"2 O {ui.moves[1]} {ui.moves[2]}", "4 X a1"]
        await place(ui, "b1")
        await ui.until(lambda: len(ui.moves) == 7, "the computer's turn")
        assert [move.player for move in ui.match.game.moves] == [0, 1, 1, 0, 0, 1, 1]


async def test_undo_takes_back_the_stone_of_a_turn_that_has_begun_and_else_the_turn() -> None:
    async with playing(connect6(HUMAN, "rules"), moves=MOVES) as ui:
        assert ui.status == "Your move: stone 1 of 2"
        assert "Connect6 · six in a row, two a turn" in ui.lines[0]
        await place(ui, "a1")
        await ui.press("u")
        assert (ui.moves, ui.status) == (MOVES, "Your move: stone 1 of 2")
        await ui.press("u")
        assert (ui.moves, ui.status) == (MOVES[:3], "Your move: stone 1 of 2")
        assert ui.board.cursor == ui.board.geometry.parse("j9"), "where the turn that was taken back began"
        await ui.press("u")
        assert (ui.moves, ui.status) == ([], "Your move: stone 1 of 1")
        for count in (3, 7, 8):
            await ui.press("U")
            assert ui.moves == [*MOVES, "a1"][:count]
        assert ui.status == "Your move: stone 2 of 2"


async def test_among_computers_undo_goes_back_by_turns_and_both_stones_are_marked() -> None:
    async with playing(connect6("rules", "rules"), moves=MOVES) as ui:
        await ui.press("p")
        await ui.press("u")
        count = len(ui.moves)
        assert count % 2 == 1
        assert latest(ui) == new(ui) == {*ui.moves[-2:]}
        await ui.press("u")
        assert len(ui.moves) == count - 2


async def test_the_past_shows_the_stones_of_its_turn() -> None:
    async with playing(connect6(), moves=MOVES[:6]) as ui:
        assert ui.status == "Bob (O) to move: stone 2 of 2"
        assert latest(ui) == {"l10"}
        await ui.press("tab", "up")
        assert latest(ui) == {"j9", "k9"}
        assert "Move 5 of 6: X k9" in ui.status
        await ui.press("up", "up")
        assert latest(ui) == {"k11", "l11"}
        await ui.press("up", "enter")
        await ui.press("y")
        assert ui.moves == MOVES[:2]


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(("size", "keys"), [((80, 24), ""), ((40, 16), "s"), ((200, 50), "")], ids=str)
async def test_each_turn_has_a_row_of_the_list_with_its_number(size: tuple[int, int], keys: str) -> None:
    async with playing(connect6(), moves=MOVES[:6], size=size) as ui:
        await ui.press(*keys)
        assert listed(ui) == ["1 X k10", "2 O k11 l11", "4 X j9 k9", "6 O l10"]


async def test_a_first_stone_that_wins_ends_the_game() -> None:
    moves = ["a1", "a3", "b3", "b1", "c1", "c3", "e3"]
    async with playing(connect6(side=6, k=4), moves=moves) as ui:
        await place(ui, "d1")
        await ui.until(lambda: ui.is_over, "the end")
        await ui.result()
        assert "4 in a row, move 8" in ui.status
        await ui.press("u")
        assert (ui.moves, ui.status) == (moves, "Ada (X) to move: stone 1 of 2")


async def test_a_computer_is_asked_for_each_stone_of_its_turn(script: Script) -> None:
    async with playing(connect6(HUMAN, SCRIPTED), moves=["k10"]) as ui:
        (await ui.question(script)).answer("k11")
        second = await ui.question(script, 2)
        assert ui.status.endswith("is thinking: stone 2 of 2")
        assert (latest(ui), new(ui)) == ({"k11"}, {"k11"})
        second.answer("l11")
        await ui.moved("k10", "k11", "l11")
        assert ui.status == "Your move: stone 1 of 2"
        assert latest(ui) == new(ui) == {"k11", "l11"}
