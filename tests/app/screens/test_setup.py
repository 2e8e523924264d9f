"""Setting a game up: the presets, the steppers, the list of players and the dialog for one of them."""

import pytest

from tests.support.driving import Ui, at_setup
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import HUMAN, FirstMover, Geometry, Limit, Player, problem
from ttt_tui.session.presets import PRESETS

STEPPERS = ["columns-stepper", "rows-stepper", "line-stepper", "points", "draws", "first", "lot"]


async def focus(ui: Ui, id: str) -> None:
    """Go to a widget with the tab key."""
    for _ in range(12):
        if ui.app.focused is not None and ui.app.focused.id == id:
            return
        await ui.press("tab")
    raise AssertionError(f"tab does not lead to {id}")


async def edit(ui: Ui, seat: int = 0) -> None:
    """Open the dialog for a player."""
    await focus(ui, "players")
    await ui.press("home", *["down"] * seat, "e")
    assert isinstance(ui.app.screen, PlayerScreen)


async def closed(ui: Ui) -> Player:
    """Accept the dialog and return the player that it was about."""
    await ui.press("enter")
    await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
    return ui.setup.current.players[ui.one("#players").highlighted]


# --- presets ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
async def test_every_preset_starts_from_the_keyboard(name: str) -> None:
    number = list(PRESETS).index(name)
    async with at_setup() as ui:
        await ui.press(*["down"] * number)
        current = ui.setup.current
        assert problem(current) is None
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.match.setup == current
        expected = PRESETS[name].make(ui.app.session.names)
        assert current.geometry == expected.geometry
        assert current.rules == expected.rules
        assert [p.level for p in current.players] == [p.level for p in expected.players]
        assert str(current.geometry) in ui.lines[0]
        if current.players[0].is_human:
            assert "move" in ui.status
        elif len(current.geometry.squares) > 9:
            await ui.until(lambda: len(ui.moves) > 1, "two moves of computers")
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")


@pytest.mark.parametrize("name", ["computer", "three-bots", "gomoku"])
async def test_a_preset_can_be_clicked(name: str) -> None:
    number = list(PRESETS).index(name)
    async with at_setup() as ui:
        region = ui.one("#presets").content_region
        await ui.click_at(region.x + 3, region.y + number)
        assert ui.setup.current.geometry == PRESETS[name].make(ui.app.session.names).geometry
        assert len(ui.setup.current.players) == (3 if name == "three-bots" else 2)
        assert isinstance(ui.app.screen, SetupScreen), "a click chooses, it does not start"
        await ui.click_footer("start")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")


async def test_a_change_makes_the_game_a_custom_one_and_is_not_lost_among_the_presets() -> None:
    async with at_setup() as ui:
        await ui.press("tab", "right")
        assert ui.one("#presets").highlighted == list(PRESETS).index("custom")
        changed = ui.setup.current
        assert changed.geometry == Geometry(4, 3, 3)
        await focus(ui, "presets")
        await ui.press("home")
        assert ui.setup.current.geometry == Geometry(3, 3, 3)
        await ui.press("end")
        assert ui.setup.current == changed


async def test_letters_go_through_the_list_as_the_arrows_do() -> None:
    async with at_setup() as ui:
        await ui.press("j", "j")
        assert ui.one("#presets").highlighted == 2
        await ui.press("k")
        assert ui.one("#presets").highlighted == 1


# --- steppers --------------------------------------------------------------------------------------------


async def test_digits_set_a_number_also_one_of_two_digits() -> None:
    async with at_setup() as ui:
        await ui.press("tab", "1", "5")
        assert ui.setup.current.geometry.columns == 15
        assert "Columns ‹ 15 ›" in ui.text
        await ui.press("tab", "7", "tab", "5")
        assert ui.setup.current.geometry == Geometry(15, 7, 5)
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert "15×7 · five in a row" in ui.lines[0]


async def test_digits_that_make_no_number_on_offer_begin_a_new_one() -> None:
    async with at_setup() as ui:
        await ui.press("tab", "9", "9")
        assert ui.setup.current.geometry.columns == 9
        await ui.press("1", "9")
        assert ui.setup.current.geometry.columns == 19
        await ui.press("tab", "1", "tab", "shift+tab", "5")
        assert ui.setup.current.geometry.rows == 5, "half a number is forgotten elsewhere"


async def test_a_step_between_two_digits_makes_two_numbers_of_them() -> None:
    async with at_setup() as ui:
        await focus(ui, "points")
        await ui.press("2", "left", "2")
        assert ui.setup.current.rules.points == 2


async def test_the_line_never_gets_longer_than_the_board() -> None:
    async with at_setup() as ui:
        await ui.press("tab", "1", "5", "tab", "tab", "end")
        assert ui.setup.current.geometry.line_length == 15
        await ui.press("shift+tab", "shift+tab", "5")
        assert ui.setup.current.geometry == Geometry(5, 3, 5)


async def test_the_arrows_of_a_stepper_can_be_clicked() -> None:
    async with at_setup() as ui:
        region = ui.one("#columns-stepper").region
        text = ui.lines[region.y]
        more, less = text.index("›", region.x), text.index("‹", region.x)
        await ui.click_at(more, region.y)
        await ui.click_at(more, region.y)
        assert ui.setup.current.geometry.columns == 5
        await ui.click_at(less, region.y)
        assert ui.setup.current.geometry.columns == 4


async def test_every_rule_of_a_match_can_be_set() -> None:
    async with at_setup() as ui:
        await focus(ui, "points")
        await ui.press("2")
        await focus(ui, "draws")
        await ui.press("left", "3")
        await focus(ui, "first")
        await ui.press("end")
        await focus(ui, "lot")
        await ui.press("right")
        rules = ui.setup.current.rules
        assert (rules.points, rules.draws, rules.first, rules.marks_by_lot) == (2, 3, FirstMover.LOSER, True)
        await focus(ui, "points")
        await ui.press("end")
        assert ui.setup.current.rules.points is None
        assert "First to ‹ ∞" in ui.text


async def test_a_setup_that_cannot_be_played_says_why_and_does_not_start() -> None:
    async with at_setup() as ui:
        await ui.press("a", "a", "a")
        assert len(ui.setup.current.players) == 5
        assert "at most 4 can play" in ui.status
        await ui.press("enter")
        assert isinstance(ui.app.screen, SetupScreen)
        assert "at most 4 can play" in ui.status
        await ui.press("d", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")


async def test_sixteen_players_are_refused() -> None:
    async with at_setup() as ui:
        await ui.press(*["down"] * 6, "a")
        assert len(ui.setup.current.players) == 15
        assert "At most 15 can play" in ui.status


async def test_without_a_game_that_was_left_there_is_nothing_to_resume() -> None:
    async with at_setup() as ui:
        await ui.press("r")
        assert isinstance(ui.app.screen, SetupScreen)
        assert "No game was left to return to" in ui.status


# --- players ---------------------------------------------------------------------------------------------


async def test_a_click_on_a_player_edits_it_and_on_the_last_line_adds_one() -> None:
    async with at_setup() as ui:
        region = ui.one("#players").content_region
        await ui.click_at(region.x + 3, region.y + 2)
        assert len(ui.setup.current.players) == 3
        region = ui.one("#players").content_region
        await ui.click_at(region.x + 3, region.y + 1)
        assert isinstance(ui.app.screen, PlayerScreen)
        assert ui.app.screen.player == ui.app.screen_stack[1].current.players[1]


async def test_a_players_name_symbol_colour_and_level_can_be_changed() -> None:
    async with at_setup() as ui:
        await edit(ui, 1)
        await ui.press(
            "home", *["delete"] * 24, *"Grace", "tab", "backspace", "$", "tab", "right", "tab", "end"
        )
        assert "Grace" in ui.text
        player = await closed(ui)
        assert (player.name, player.symbol, player.level) == ("Grace", "$", "expert")
        assert player.colour == "green"
        assert "$  Grace" in ui.text
        assert "expert" in ui.text


async def test_time_and_depth_can_be_set_where_they_matter() -> None:
    async with at_setup() as ui:
        await ui.press("end")
        await edit(ui, 1)
        assert "Time" in ui.text
        assert "Depth" in ui.text
        await focus(ui, "seconds")
        await ui.press("home", "right", "right", "tab", "4")
        player = await closed(ui)
        assert player.limit == Limit(seconds=0.3, depth=4)
        assert "negamax · 0.3 s · depth 4" in ui.text
        await edit(ui, 1)
        await focus(ui, "seconds")
        await ui.press("end")
        assert (await closed(ui)).limit == Limit(depth=4)
        await edit(ui, 1)
        await focus(ui, "level")
        await ui.press("home")
        assert "Time" not in ui.text, "a person takes the time that it takes"
        assert (await closed(ui)).limit == Limit()


async def test_a_computer_that_becomes_a_person_gets_a_persons_name_and_the_other_way_round() -> None:
    async with at_setup() as ui:
        await edit(ui, 1)
        await focus(ui, "level")
        await ui.press("home")
        player = await closed(ui)
        assert player.level == HUMAN
        assert player.name == "Player 2"
        await edit(ui, 0)
        await focus(ui, "level")
        await ui.press("end")
        player = await closed(ui)
        assert player.level == "expert"
        assert player.name != "You"
        assert player.limit.seconds is not None


async def test_a_name_that_was_typed_stays_when_the_level_changes() -> None:
    async with at_setup() as ui:
        await edit(ui)
        await ui.press(*"Ada")
        await focus(ui, "level")
        await ui.press("end")
        assert (await closed(ui)).name == "Ada"


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("name", "", "A name cannot be blank"),
        ("name", "   ", "A name cannot be blank"),
        ("symbol", "", "A symbol cannot be blank"),
        ("symbol", "XY", "A symbol is one character"),
        ("symbol", "O", "each needs one of its own"),
        ("symbol", "o", "each needs one of its own"),
        ("symbol", "·", "it marks the empty squares"),
    ],
)
async def test_wrong_values_are_refused_with_a_reason_and_nothing_is_lost(
    field: str, text: str, reason: str
) -> None:
    async with at_setup() as ui:
        before = ui.setup.current
        await edit(ui)
        other = "symbol" if field == "name" else "name"
        kept = "Q" if other == "symbol" else "Zoe"
        for id, value in ((other, kept), (field, text)):
            await focus(ui, id)
            await ui.press("end", *["backspace"] * 24, *value)
        await ui.press("enter")
        assert isinstance(ui.app.screen, PlayerScreen)
        assert reason in " ".join(ui.text.replace("│", " ").split()), "it may take two lines"
        assert ui.one(f"#{field}").value == text
        assert ui.one(f"#{other}").value == kept, "what was typed is still there"
        await ui.press("escape")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.setup.current == before


async def test_names_have_room_for_24_characters_and_no_more() -> None:
    async with at_setup() as ui:
        await edit(ui)
        await ui.press(*"abcdefghijklmnopqrstuvwxyz")
        player = await closed(ui)
        assert player.name == "abcdefghijklmnopqrstuvwx"
        assert "human" in ui.text, "its level is still to be seen"


async def test_names_with_markup_are_shown_as_they_were_typed() -> None:
    async with at_setup() as ui:
        await edit(ui)
        await ui.press(*"[red]x[/]", "tab", "backspace", "[")
        assert "[red]x[/]" in ui.text
        player = await closed(ui)
        assert (player.name, player.symbol) == ("[red]x[/]", "[")
        assert "[  [red]x[/]" in ui.text
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert "[ [red]x[/] 0" in ui.lines[0]


async def test_a_wide_symbol_keeps_the_list_of_players_in_line() -> None:
    async with at_setup() as ui:
        await edit(ui)
        await focus(ui, "symbol")
        await ui.press("backspace", "你")
        assert (await closed(ui)).symbol == "你"
        region = ui.one("#players").content_region
        rows = [ui.cell(region.x, region.y + row, 40) for row in (0, 1)]
        assert "你" in rows[0]
        places = []
        for row, level in enumerate(("human", "rules")):
            places.append(
                next(
                    x
                    for x in range(region.x, region.right - 5)
                    if ui.cell(x, region.y + row, 5) == level
                )
            )  # fmt: skip
        assert places[0] == places[1], "levels stand below one another"


async def test_the_usual_times_follow_the_number_of_players_and_a_time_that_was_set_stays() -> None:
    async with at_setup() as ui:
        await ui.press("end")
        await edit(ui, 1)
        await focus(ui, "seconds")
        await ui.press("home")
        chosen = (await closed(ui)).limit
        await ui.press("a", "a")
        assert [player.limit.seconds for player in ui.setup.current.players[1:]] == [chosen.seconds, 0.3, 0.3]
        await ui.press("d")
        assert [player.limit.seconds for player in ui.setup.current.players[1:]] == [chosen.seconds, 0.5]
