"""Openings on the screen: stones for both sides, choices by keys and clicks, and what is not claimed."""

import re

import pytest

from tests.support.driving import HUMAN, SCRIPTED, Script, Ui, a_setup, at_setup, key_event, playing
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.widgets.board.motion import TURN_SECONDS, motion
from ttt_tui.app.widgets.board.view import BoardView, new_stones
from ttt_tui.app.widgets.choice_bar import ChoiceBar, ChoiceCard
from ttt_tui.engine import Geometry, Match, Rules, Setup
from ttt_tui.process.terminal import Terminal
from ttt_tui.session.rule_choices import rule_choices

SIZES = [(80, 24), (40, 16), (20, 8), (200, 50)]


def by_opening(words: str, *levels: str, board: tuple[int, int] = (15, 15), k: int = 5) -> Setup:
    return a_setup(*levels, board=board, k=k, rules=Rules.parse(words))


def asked(ui: Ui) -> str:
    """The question and its options as the screen shows them, empty if nothing is asked."""
    bar, card = ui.app.screen.query_one(ChoiceBar), ui.app.screen.query_one(ChoiceCard)
    if not bar.display:
        return ""
    rows = (
        ui.cell(part.region.x, y, part.region.width)
        for part in (bar, card)
        for y in range(part.region.y, part.region.bottom)
    )
    return " ".join(" ".join(rows).replace("▄", " ").replace("▀", " ").split())


async def place(ui: Ui, *names: str) -> None:
    for name in names:
        await ui.press(":", *name, "enter")


def stones(ui: Ui) -> list[str]:
    """The squares of each player's stones."""
    geometry, position = ui.match.setup.geometry, ui.match.game.position
    return [
        " ".join(geometry.name(square) for square in geometry.squares if mask >> square & 1)
        for mask in position.stones
    ]


async def test_swap2_is_played_by_keys_and_every_stone_is_undone_alone() -> None:
    async with playing(by_opening("swap2")) as ui:
        assert ui.status == "Ada (X) places X, O, X: now X (1 of 3)"
        await place(ui, "h8")
        assert ui.status == "Ada (X) places X, O, X: now O (2 of 3)"
        assert ui.board.previewed == 1, "the side's mark, not the mover's"
        await place(ui, "i8", "h9")
        assert asked(ui) == ("Bob (O), take a side 1 stay, O moves 2 swap, X moves 3 two more, X chooses")
        assert ui.look("i8").symbol == "O"
        assert ui.board.previewed is None
        await ui.press("u")
        assert (asked(ui), ui.moves) == ("", ["h8", "i8"])
        await ui.press("U", "3")
        assert ui.moves == ["h8", "i8", "h9", "two-more"]
        assert ui.status == "Bob (O) places O, X: now O (1 of 2)"
        await place(ui, "j10", "j11")
        assert asked(ui) == "Ada (X), take a side 1 stay, O moves 2 swap, X moves"
        await ui.press("3")
        assert asked(ui).startswith("Choose 1 or 2")
        await ui.press("2")
        assert stones(ui) == ["i8 j10", "h8 h9 j11"]
        assert ui.look("h8").symbol == "O"
        assert ui.status == "Ada (X) to move Ada (X) swaps: stones change sides"
        for move in ("X i8", "O two-more", "X swap"):
            assert move in ui.text
        await place(ui, "a1")
        assert ui.status.startswith("Bob (O) to move")
        await ui.press(*"uu")
        assert stones(ui) == ["h8 h9 j11", "i8 j10"]
        assert "swaps" not in ui.text, "that was taken back"
        assert asked(ui).startswith("Ada (X), take a side")
        await ui.press("1")
        assert ui.status.startswith("Bob (O) to move")
        await ui.press("tab", *["up"] * 5)
        assert ui.status.startswith("Move 2 of 7: O i8")
        assert asked(ui) == ""


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_question_has_room_in_every_window_and_is_answered_by_clicks(size: tuple[int, int]) -> None:
    terminal = Terminal(is_ascii=size[0] == 40)
    async with playing(by_opening("swap2"), size, ["h8", "i8", "h9"], terminal=terminal) as ui:
        question = asked(ui)
        assert all(words in question for words in ("take a side", "1 stay", "2 swap", "3 "))
        seen = next(name for name in ("h9", "i8", "h8") if name in ui.sight.places)
        assert ui.look(seen).symbol == ("O" if seen == "i8" else "X"), "the board stays in sight"
        await ui.click_square("a1") if size[0] >= 80 else await ui.press("u", "U")
        assert bool(re.search(r"2 swap( the stones)?, X moves", ui.text)) == (size[0] >= 80), "on the card"
        assert ui.text.count("1 stay") == 1
        await ui.click_on("2 swap")
        assert ui.moves[-1] == "swap"
        assert stones(ui) == ["i8", "h8 h9"]


async def test_the_options_are_named_once_with_and_without_the_panel() -> None:
    async with playing(by_opening("swap2"), moves=["h8", "i8", "h9"]) as ui:
        for size in ((80, 24), (80, 12), (80, 24), (40, 16), (80, 24)):
            await ui.pilot.resize_terminal(*size)
            await ui.rest()
            assert ui.text.count("1 stay") == 1, size
        for _ in range(3):
            await ui.press("s")
            assert ui.text.count("1 stay") == 1


async def test_enter_chooses_nothing_but_what_was_highlighted() -> None:
    async with playing(by_opening("swap"), moves=["h8", "i8"]) as ui:
        cursor = ui.board.cursor
        ui.send("enter")
        await ui.settle()
        assert len(ui.moves) == 3
        for key in ("enter", "right", "enter", "space"):
            ui.send(key)  # the same moment: nobody has read the question
            await ui.settle()
        assert len(ui.moves) == 3
        await ui.press("enter")
        assert asked(ui).startswith("Choose 1 or 2, or highlight one with ← and →")
        await ui.press("left", "right", "right", "enter")
        assert ui.moves[-1] == "swap"
        assert ui.board.cursor == cursor


async def test_digits_that_were_pressed_before_the_question_was_there_choose_nothing() -> None:
    async with playing(by_opening("pie", board=(3, 3), k=3)) as ui:
        ui.send("1")
        ui.send("1")
        await ui.settle()
        assert ui.moves == ["a1"]
        ui.send("1")
        await ui.settle()
        assert ui.moves == ["a1"], "1 is a square as well: there has to be time to read"
        assert "press 1 again" in ui.text, "nothing is ignored without a word"
        await ui.press("1")
        assert ui.moves == ["a1", "stay"]
        await ui.press("1")
        assert ui.status == "a1 is taken"
    async with playing(by_opening("swap2"), moves=["h8", "i8", "h9"]) as ui:
        event = key_event("2")
        event.time -= 5
        ui.app.post_message(event)
        await ui.settle()
        assert len(ui.moves) == 3
        ui.send("2")
        await ui.settle()
        assert ui.moves[-1] == "swap", "1 2 3 answer as soon as the question is there"


@pytest.mark.slow
async def test_a_choice_leaves_help_resigning_and_leaving_possible() -> None:
    async with playing(by_opening("swap2"), moves=["h8", "i8", "h9"]) as ui:
        await ui.press("a")
        assert "No stone now: choose" in asked(ui)
        await ui.press("?")
        assert "Keys" in ui.text or "Help" in ui.text
        await ui.press("escape", "i")
        assert asked(ui).startswith("Hints and analysis begin after the opening")
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.press("r")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert asked(ui).startswith("Bob (O), take a side")
        await ui.press("R", "y")
        await ui.until(lambda: ui.is_over, "the end")
        assert ui.status.startswith("Bob (O) resigned")
        assert asked(ui) == ""


async def test_a_computer_places_and_chooses_too(script: Script) -> None:
    script.moves = ["h8", "i8", "h9"]
    async with playing(by_opening("swap2", SCRIPTED, HUMAN)) as ui:
        choices = "Take a side 1 stay, you move 2 swap, X moves 3 two more, X chooses"
        await ui.until(lambda: asked(ui) == choices, "the choice")
        await ui.press("2")
        assert stones(ui) == ["i8", "h8 h9"]
        question = await ui.question(script)
        assert question.position.stage is None
    script.questions.clear()
    async with playing(by_opening("swap2", HUMAN, SCRIPTED)) as ui:
        await place(ui, "a1", "b1", "c1")
        question = await ui.question(script)
        question.answer("swap")
        await ui.until(lambda: len(ui.moves) == 4, "the choice")
        assert ui.status == "Your move Bob swaps: stones change sides; you are X now, second to move"
        assert ui.status_more == ""
        assert "swapped sides" in ui.text


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("words", ["renju, swap2", "exactly, pie", "drop, swap"])
async def test_after_the_opening_the_game_is_that_of_its_other_rules(words: str) -> None:
    async with playing(by_opening(words), moves=["h15", "i15", "h14"][: 1 if "pie" in words else 3]) as ui:
        await ui.press("2")
        assert ui.match.game.position.stage is None
        assert ui.match.game.position.to_move == 0
        before = len(ui.moves)
        await ui.press("home", "enter")
        assert len(ui.moves) == before + 1


async def test_an_opening_is_replayed_and_not_judged() -> None:
    moves = "e5 e6 d5 two-more a9 b9 swap"
    rest = "e7 f5 d8 g4"
    async with playing(by_opening("swap2", board=(9, 9), k=4), moves=(moves + " " + rest).split()) as ui:
        assert ui.match.game.position.stage is None
        await ui.press("R", "y")
        await ui.until(lambda: ui.is_over, "the end")
        game = ui.match.game
        ui.app.push_screen(ReplayScreen(ui.app.session, game, ["a record"]))
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen) and "Moves" in ui.text, "the replay")
        for expected in ("X e5", "O e6", "X d5", "O two-more", "O a9", "X b9", "X swap", "X e7"):
            await ui.press("right")
            assert ui.status.endswith(f": {expected}")
        await ui.press("q")
        ui.app.push_screen(ReviewScreen(ui.app.session, game, "9×9"))
        await ui.until(
            lambda: isinstance(ui.app.screen, ReviewScreen) and "not judged" in ui.text, "the review"
        )
        await ui.press("right", "right")
        assert "O e6" in ui.text
        assert "opening, not judged" in ui.text


@pytest.mark.slow
async def test_gomoku_is_played_with_swap2_after_one_choice_in_the_list() -> None:
    async with at_setup() as ui:
        await ui.press("home", "down")
        assert "Gomoku" in ui.text
        assert ui.setup.current.geometry.rules == Rules()
        titles = [choice.title for choice in rule_choices(ui.setup.current)]
        await ui.press("R")
        await ui.press(*["down"] * titles.index("swap2"))
        assert "the other stays, swaps or places two more" in " ".join(ui.text.replace("▌", " ").split())
        await ui.press("enter")
        assert ui.setup.current.geometry == Geometry(15, 15, 5, Rules.parse("swap2"))
        assert "‹ swap2 ›" in ui.text
        assert "swap after 3 or 5" in ui.text


def test_stones_that_change_sides_are_new_and_pale_for_a_moment() -> None:
    match = Match(by_opening("swap"))
    for word in ("h8", "i8", "h9"):
        match.place(word)
    before = BoardView.after(match.game, 3)
    match.place("swap")
    view = BoardView.after(match.game, 4)
    stones = match.game.position.occupied
    assert new_stones(match) == stones
    moments = motion(match.setup.geometry, before, view._replace(new=stones))
    assert [(seconds, moment.pale) for seconds, moment in moments] == [(0.0, stones), (TURN_SECONDS, 0)]
    match.place("a1")
    assert new_stones(match).bit_count() == 1
