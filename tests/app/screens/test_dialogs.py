"""What all dialogs share: where they are, which answer has the focus, and batches of keys that meet them."""

from itertools import pairwise, product

import pytest
from textual.geometry import Region

from tests.support.driving import Ui, a_setup, at_setup, playing
from ttt_tui.app.screens.dialog import AnswerButton, ConfirmScreen, Dialog
from ttt_tui.app.screens.match_over import MatchOverScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.engine import COLOURS
from ttt_tui.process.terminal import Colours, Terminal

SIZES = [(200, 50), (120, 40), (80, 24), (40, 16), (20, 8)]

OPENED = {
    "resigning": ("5", "R"),
    "new game": ("5", "n"),
    "help": ("?",),
    "match over": tuple("14253"),
}
"""Dialogs over a game, and the keys that bring them."""


async def opened(ui: Ui, name: str) -> Dialog[object]:
    """Bring a dialog up."""
    await ui.press(*OPENED[name])
    await ui.until(lambda: isinstance(ui.app.screen, Dialog), name)
    await ui.rest()
    assert isinstance(ui.app.screen, Dialog)
    return ui.app.screen


@pytest.mark.slow
@pytest.mark.parametrize("name", OPENED)
async def test_a_dialog_is_in_the_middle_and_all_its_answers_are_in_the_window(name: str) -> None:
    sizes = SIZES if name != "match over" else [size for size in SIZES if size[0] < 80]
    async with playing(a_setup(points=1), sizes[0]) as ui:
        dialog = await opened(ui, name)
        for size in sizes:
            await ui.pilot.resize_terminal(*size)
            await ui.rest()
            card = dialog.query_one(".card").region
            window = Region(0, 0, *size)
            assert window.contains_region(card)
            assert abs(card.x - (window.right - card.right)) <= 1
            assert abs(card.y - (window.bottom - card.bottom)) <= 1
            answers = [answer for answer in dialog.query(AnswerButton) if answer.display]
            for answer in answers:
                assert card.contains_region(answer.region), answer.label
            title = "Playing" if name == "help" else dialog.heading.split()[0]
            title = title[: card.width - len("▌ 1/10  ")].rstrip()  # beside it is the number of the page
            is_wide = size == (200, 50)
            assert not is_wide or card.width >= 72
            assert title in ui.lines[card.y + (2 if is_wide else 0 if size[1] < 14 else 1)]
            for y in range(card.y, card.bottom):
                assert ui.cell(card.x, y) == "▌"


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 16), (20, 8)])
async def test_the_themes_leave_the_last_line_of_the_window_as_it_was(size: tuple[int, int]) -> None:
    async with playing(size=size) as ui:
        before = ui.footer
        await ui.press("f2")
        card = ui.one(".card").region
        assert ui.footer == before
        assert 0 <= card.y < card.bottom < size[1]


async def test_the_answer_that_had_the_focus_at_first_looks_as_any_other_without_it() -> None:
    async with playing() as ui:
        dialog = await opened(ui, "new game")
        looks = []
        for _ in range(2):
            looks.append(
                [ui.style_at(answer.region.x + 1, answer.region.y) for answer in dialog.query(AnswerButton)]
            )
            await ui.press("right")
            await ui.settle()
        assert looks[0] == looks[1][::-1]
        assert looks[0][0] != looks[0][1]


async def test_keys_are_in_the_accent_except_on_an_answer_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")
    async with playing() as ui:
        dialog = await opened(ui, "new game")
        accent = roles_of(ui.app.current_theme).accent
        for _ in range(2):
            for answer in dialog.query(AnswerButton):
                x, y = answer.region.x + 1, answer.region.y
                key, word = ui.style_at(x, y), ui.style_at(x + len(answer.label) - 1, y)
                assert key.bold
                assert key.color is not None
                assert (key.color.name == accent) != answer.has_focus
                assert (key.color == word.color) == answer.has_focus
            await ui.press("right")
            await ui.settle()


async def test_what_is_behind_is_dimmed_and_the_dialog_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")
    async with playing() as ui:
        before = ui.style_at(1, 0).color
        await opened(ui, "new game")
        behind = ui.style_at(1, 0).color
        assert before is not None
        assert behind is not None
        assert max(behind.get_truecolor()) < 0.6 * max(before.get_truecolor())


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["standard", "none"])
async def test_with_few_colours_what_is_behind_has_the_attribute(
    colours: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "standard")
    if colours == "none":
        monkeypatch.setenv("NO_COLOR", "1")
    async with playing() as ui:
        assert not ui.style_at(1, 0).dim
        dialog = await opened(ui, "new game")
        assert ui.style_at(1, 0).dim
        assert not ui.style_at(*dialog.query_one(".heading").region.offset).dim


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("colours", [Colours.SIXTEEN, Colours.NONE])
async def test_with_few_colours_nothing_that_is_filled_stays_bright_behind(
    colours: Colours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "standard")
    async with playing(a_setup(points=1), (60, 24), terminal=Terminal(colours)) as ui:
        dialog = await opened(ui, "match over")
        card = dialog.query_one(".card").region
        places = {(x, y) for y in range(24) for x in range(60)} - {
            (x, y) for x, y in product(range(card.x, card.right), range(card.y, card.bottom))
        }
        drawn = 0
        for x, y in places:
            style = ui.style_at(x, y)
            assert not style.reverse
            assert style.bgcolor is None or style.bgcolor.is_default
            drawn += ui.cell(x, y).strip() != "" and style.color is not None and not style.color.is_default
        assert drawn or colours is Colours.NONE, "stones keep their colours"


@pytest.mark.slow
async def test_rows_of_answers_stand_apart_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchOverScreen, "WIDTH", 40)
    async with playing(a_setup(points=1), (60, 24)) as ui:
        dialog = await opened(ui, "match over")
        rows = sorted({answer.region.y for answer in dialog.query(AnswerButton) if answer.display})
        assert len(rows) > 1
        assert all(below - above == 2 for above, below in pairwise(rows))


@pytest.mark.sample(every=21)
@pytest.mark.parametrize("batch", ["enter enter", "q enter", "q q", "escape escape", "n n", "y y", "y enter"])
@pytest.mark.parametrize("name", ["resigning", "new game", "help"])
async def test_a_batch_of_keys_answers_once_and_ends_nothing(name: str, batch: str) -> None:
    async with playing() as ui:
        await opened(ui, name)
        for key in batch.split():
            ui.send(key)
        await ui.rest()
        assert not ui.has_quit
        assert ui.match.game_number == 1
        assert sum(isinstance(screen, PlayScreen) for screen in ui.app.screen_stack) <= 1
        assert ui.moves.count("resigns") <= 1


@pytest.mark.slow
async def test_a_question_of_the_past_is_not_answered_twice() -> None:
    async with at_setup() as ui:
        answers: list[bool | None] = []
        ui.app.push_screen(ConfirmScreen("Really?", "It [b]matters[/b]."), answers.append)
        await ui.settle()
        assert "It [b]matters[/b]." in ui.text, "nothing is read as markup"
        ui.send("y")
        ui.send("y")
        ui.send("n")
        await ui.rest()
        assert answers == [True]


async def test_stones_below_the_list_show_the_theme_that_is_looked_at() -> None:
    async with at_setup() as ui:
        await ui.press("f2")
        shown = ui.one("StonesOnWood").region
        assert shown.bottom <= ui.one(".answers").region.y, "it is not behind the answers"
        for _ in range(2):  # our own themes
            roles, grounds = roles_of(ui.app.current_theme), set()
            for x in range(shown.x, shown.right):
                style = ui.style_at(x, shown.y + 1)
                grounds.add(style.bgcolor and style.bgcolor.name)
            assert roles.board in grounds, ui.app.theme
            assert {player_colour(ui.app.current_theme, each) for each in COLOURS[:2]} <= grounds
            await ui.press("down")
            await ui.rest()
        await ui.pilot.resize_terminal(40, 16)
        await ui.rest()
        assert not ui.one("StonesOnWood").display


@pytest.mark.slow
async def test_a_look_at_themes_leaves_nothing_behind() -> None:
    async with playing(moves=["b2"]) as ui:
        before, seen = ui.app.theme, set()
        await ui.press("f2")
        for _ in range(4):
            await ui.press("down")
            seen.add(ui.app.theme)
        assert len(seen) == 4
        assert ui.app.session.recall("theme") is None
        await ui.press("escape")
        assert ui.app.theme == before
        assert ui.moves == ["b2"]
