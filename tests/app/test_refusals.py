"""What cannot be done is refused in the status line, with the reason, and changes nothing."""

import asyncio

import pytest

from tests.support.brains import asked
from tests.support.driving import NAMES, SCRIPTED, Script, a_setup, playing
from tests.support.recording import Recorded, Size, run
from ttt_tui.engine import HUMAN, Rules

WON = ["a1", "a2", "b1", "b2", "c1"]


def same(text: str, reason: str) -> bool:
    return reason.lower() in text.lower()


async def test_a_taken_square_is_refused() -> None:
    async with playing() as ui:
        await ui.press("5")
        for way in ("enter", "5", "click"):
            await (ui.click_square("b2") if way == "click" else ui.press(way))
            assert "b2 is taken" in ui.status, way
            assert ui.moves == ["b2"]
            await ui.press("left", "right")
            assert "taken" not in ui.status, "the refusal goes away with the next key"


@pytest.mark.slow
async def test_a_stone_out_of_turn_is_refused_while_a_computer_thinks(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        question = await ui.question(script)
        for keys in ("enter", "5", "click", ": b 2 enter"):
            await (ui.click_square("b2") if keys == "click" else ui.press(*keys.split()))
            assert same(ui.status, "it is Ada's turn"), keys
            await ui.press("left")
        assert ui.moves == []
        assert not question.stop.is_set(), "the computer is not disturbed"
        question.answer("c3")
        await ui.moved("c3")
        assert "Your move" in ui.status


@pytest.mark.slow
async def test_a_finished_game_takes_no_more_moves() -> None:
    for side in (3, 4):
        async with playing(a_setup(board=(side, side)), moves=WON) as ui:
            await ui.result()
            for way in ("5", "click"):
                await (ui.click_square("c3") if way == "click" else ui.press(way))
                assert same(ui.status, "the game is over"), way
                assert ui.moves == WON
                assert not ui.go_to.display
                await ui.press("left")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("other", "moves", "key", "reason"),
    [
        (HUMAN, ["b2"], "u", "you have no move to undo"),
        (SCRIPTED, [], "R", "only the player to move can resign"),
    ],
)
async def test_what_a_computer_did_is_not_taken_back_and_nobody_resigns_for_it(
    other: str, moves: list[str], key: str, reason: str, script: Script
) -> None:
    async with playing(a_setup(SCRIPTED, other), moves=moves) as ui:
        await ui.press(key)
        assert same(ui.status, reason)
        assert ui.moves == moves


async def test_a_computer_that_answers_with_a_taken_square_is_refused(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        (await ui.question(script)).answer("b2")
        await ui.until(lambda: "b2 is taken" in ui.status, "the refusal")
        assert ui.moves == ["b2"]
        await asked(ui)
        await ui.press("escape", "u")
        assert ui.moves == []
        await ui.press("1")
        (await ui.question(script, 2)).answer("b2")
        await ui.moved("a1", "b2")


LONG_NAMES = ["A very long name indeed", "Another one of that kind"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "has_room"), [((80, 24), True), ((110, 24), True), ((40, 16), True), ((60, 24), False)]
)
def test_a_notice_stands_beside_the_result_or_in_its_place_until_the_next_key(
    size: Size, has_room: bool
) -> None:
    async def play(recorded: Recorded) -> None:
        await recorded.press(*"14253")
        await asyncio.sleep(1.2)  # the motion of the line, and of the point
        await recorded.settle()
        before = recorded.text.splitlines()
        await recorded.press("R", *["plus"] * 5)
        lines, text = recorded.text.splitlines(), " ".join(recorded.text.split())
        assert text.count("This game has no") == 1
        assert "The game is over" not in text
        assert ("wins with" in text or "3 in a row, move" in lines[-2]) == has_room
        assert ("4 points to go" in text) == (size[0] > 40), "the card of the result has it"
        assert "4 more points win the match" not in text, "the notice has its place"
        assert lines[: -3 if size[0] < 60 else -2] == before[: -3 if size[0] < 60 else -2], (
            "nothing is covered"
        )
        assert not recorded.app.screen.query("Toast")
        recorded.assert_right("the notice")
        await recorded.press("left")
        assert recorded.text.splitlines() == before

    run(play, a_setup(names=NAMES if has_room else LONG_NAMES), size)


OUT = "you are out of this game: the others play on"


@pytest.mark.slow
@pytest.mark.parametrize("way_out", ["R", "a line of one's own in misère"])
async def test_who_is_out_is_offered_what_watchers_are_and_told_why_not_the_rest(
    way_out: str, script: Script
) -> None:
    rules = Rules(misere=way_out != "R")
    setup = a_setup(HUMAN, SCRIPTED, SCRIPTED, board=(5, 5), rules=rules)
    moves = ["a1", "a3", "a5", "b1", "c3", "d5"] if rules.misere else []
    async with playing(setup, moves=moves) as ui:
        await (ui.press("colon", "c", "1", "enter") if rules.misere else ui.press("R"))
        await ui.question(script)
        keys = ui.footer
        assert not any(word in keys for word in ("place", "hint", "resign", "go to")), keys
        assert "undo" in keys
        made = len(ui.moves)
        for key in ("R", "enter", "i", "colon", "click"):
            await (ui.click_square("e5") if key == "click" else ui.press(key))
            assert same(ui.status, OUT), key
        assert len(ui.moves) == made
        await ui.press("R")
        (await ui.question(script)).answer("e4")
        await ui.until(lambda: "e4" in ui.moves, "the move")
        assert same(ui.status, OUT), "the next move does not hide it"
        await ui.press("u")
        assert "place" in ui.footer
