"""Setting a game up: the presets, the steppers, the list of players and the dialog for one of them."""

import asyncio
from pathlib import Path

import pytest

from tests.screens.scenes import game_of
from tests.support.driving import Ui, a_setup, at_setup, playing, running
from tests.support.sampling import sampled
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.dialog import NameScreen
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.join import JoinScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.themes import roles_of
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import SCREEN_NAMES, STEPS, screen_name, strength_of
from ttt_tui.engine import COLOURS, HUMAN, FirstMover, Geometry, Limit, Player
from ttt_tui.engine.records import Record
from ttt_tui.multiplayer import StartRequest
from ttt_tui.multiplayer.sockets import own_login
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.process.terminal import Terminal
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

CHAIN = [
    "presets", "level", "side", "first", "columns-stepper", "rows-stepper", "line-stepper", "rules", "points",
    "draws", "clock", "players",
]  # fmt: skip
"""What the tab key goes through, by id."""

GAMES, HOSTED, JOIN = (len(PRESETS) + number for number in (1, 2, 3))
"""The entries of the games that were played, and of those of others."""


def entry(ui: Ui, title: str) -> tuple[int, int]:
    """Return a cell of the list of games with this title."""
    region = ui.one("#presets").region
    [y] = [y for y in range(region.y, region.bottom) if title in ui.lines[y][region.x : region.right]]
    return region.x + 4, y


async def edit(ui: Ui, seat: int = 0) -> None:
    """Open the dialog for a player."""
    await ui.focus("players")
    await ui.press("home", *["down"] * seat, "e")
    assert isinstance(ui.app.screen, PlayerScreen)


async def closed(ui: Ui) -> Player:
    """Accept the dialog and return the player that it was about."""
    await ui.press("enter")
    await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
    return ui.setup.current.players[ui.one("#players").highlighted]


# --- presets ---------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_click_chooses_a_game_a_second_one_starts_it_and_a_heading_is_none() -> None:
    async with at_setup() as ui:
        for heading in ("PLAY", "VARIANTS"):
            await ui.click_at(*entry(ui, heading))
            assert ui.one("#presets").highlighted == 0
        place = entry(ui, PRESETS["swarm"].title)
        await ui.click_at(*place)
        assert ui.setup.current.geometry == PRESETS["swarm"].geometry
        assert len(ui.setup.current.players) == 15
        await ui.click_at(*place)
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.match.setup.geometry == PRESETS["swarm"].geometry


@pytest.mark.slow
async def test_a_change_of_the_board_makes_the_game_a_custom_one_and_is_not_lost_among_the_others() -> None:
    async with at_setup() as ui:
        await ui.focus("columns-stepper")
        await ui.press("right")
        assert ui.one("#presets").highlighted == list(PRESETS).index("custom")
        assert "Custom · 4×3, three in a row" in ui.text
        changed = ui.setup.current
        assert changed.geometry == Geometry(4, 3, 3)
        await ui.focus("presets")
        await ui.press("home")
        assert ui.setup.current.geometry == Geometry(3, 3, 3)
        await ui.press(*["down"] * list(PRESETS).index("custom"))
        assert ui.setup.current == changed
        assert entry(ui, "Custom")[1] == next(y for y, line in enumerate(ui.lines) if "4×3" in line[:31])


async def test_enter_opens_the_history_and_the_list_of_hosted_games() -> None:
    async with at_setup() as ui:
        before = ui.setup.current
        for keys, number, text, screen in (
            ("end up up", GAMES, "replay", HistoryScreen),
            ("end", JOIN, "with people at other terminals", JoinScreen),
        ):
            await ui.press(*keys.split())
            assert ui.one("#presets").highlighted == number
            assert text in ui.text
            assert "Level" not in ui.text
            await ui.press("a")
            assert ui.status == "Choose a game under PLAY or WATCH first"
            await ui.press("enter")
            assert isinstance(ui.app.screen, screen)
            await ui.press("escape")
            await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
            await ui.press("home")
            assert ui.setup.current == before


# --- what is in sight ------------------------------------------------------------------------------------

MORE = ["p Puzzles", "h History", "H Host a game", "J Join a game"]
HEADINGS = ["PLAY", "VARIANTS", "WATCH"]
PRESET_TITLES = tuple(preset.title for preset in PRESETS.values())


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    ("size", "least"),
    [((80, 24), 14), ((120, 40), len(PRESETS)), ((100, 30), len(PRESETS)), ((200, 50), len(PRESETS)),
     ((112, 40), len(PRESETS)), ((80, 40), len(PRESETS)), ((40, 16), 11)],
    ids=str,
)  # fmt: skip
async def test_headings_stand_above_games_and_as_many_games_as_fit_are_in_sight(
    size: tuple[int, int], least: int
) -> None:
    async with at_setup(size=size) as ui:
        page = ui.one("#page")
        if size[0] >= 78:
            assert page.max_scroll_y == 0, "nothing scrolls but the list"
            assert all(title in ui.text for title in MORE)
        assert sum(f"  {preset.title} " in ui.text for preset in PRESETS.values()) >= least
        for _ in [*PRESETS, *MORE]:
            shown = [line[:31].strip(" ↓↑") for line in ui.lines]
            headings = [heading for heading in HEADINGS if heading in shown]
            assert headings == HEADINGS or size[1] < 30, "all are in sight where there is room"
            for heading in headings:
                assert shown[shown.index(heading) + 1].startswith(PRESET_TITLES), "no heading stands alone"
            await ui.press("down")


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)], ids=str)
async def test_texts_of_the_card_keep_two_cells_to_its_edges(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        region = ui.one("#card").region
        for _ in PRESETS:
            for y in range(region.y + 1, region.bottom - 1):
                row = ui.cell(region.x, y, region.width).replace("↑", " ").replace("↓", " ")
                assert row[:2].isspace(), row
                assert row[-2:].isspace(), row
            await ui.press("down")
        board = ui.one("LastGame")
        assert board.display == (size[0] >= 112)
        assert not board.display or board.region.y == region.y, "their tops are in one line"


async def test_the_accent_bar_is_where_the_keys_go() -> None:
    async with at_setup() as ui:
        roles = roles_of(ui.app.current_theme)

        def ground(x: int, y: int) -> object:
            colour = ui.style_at(x, y).bgcolor
            return colour and colour.name

        x, y = entry(ui, "You v computer")
        players = ui.one("#players").region
        assert ground(x, y) == roles.accent
        assert ground(players.x + 3, players.y) == roles.panel
        await ui.press("tab")
        assert ground(x, y) == roles.raised
        level = ui.one("#level").region
        value = ui.lines[level.y].index("easy 2", level.x)
        assert ground(value, level.y) == roles.accent
        assert ground(level.right - 1, level.y) == roles.raised
        await ui.focus("players")
        assert ground(value, level.y) == roles.panel
        assert ground(players.x, players.y) == ground(players.right - 1, players.y) == roles.accent


# --- level and side --------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_level_is_that_of_all_computers_and_mixed_if_they_differ() -> None:
    async with at_setup() as ui:
        await ui.press(*["down"] * list(PRESETS).index("swarm"))
        assert "‹ expert ›" in ui.text
        await edit(ui, 1)
        await ui.focus("level")
        await ui.press("home")
        await closed(ui)
        assert "‹ mixed ›" in ui.text
        await ui.focus("level")
        await ui.press("home")
        assert [player.level for player in ui.setup.current.players[1:]] == ["expert 1"] * 14
        assert [player.name for player in ui.setup.current.players[1:4]] == [
            "novice 1",
            "novice 1 (2)",
            "novice 1 (3)",
        ]
        assert "mixed" not in ui.text


async def test_your_seat_is_chosen_by_symbol_or_by_lot() -> None:
    async with at_setup() as ui:
        await ui.focus("side")
        assert "You play   ‹ X ›  goes first" in ui.text
        await ui.press("right")
        assert "You play   ‹ O ›  goes second" in ui.text
        first, second = ui.setup.current.players
        assert (first.symbol, first.colour, first.level) == ("X", "blue", "expert 2")
        assert (second.name, second.symbol, second.level) == ("You", "O", HUMAN)
        await ui.press("right")
        assert ui.setup.current.rules.marks_by_lot
        assert "You play   ‹ random ›" in ui.text
        await ui.press("home")
        assert not ui.setup.current.rules.marks_by_lot
        assert ui.setup.current.players[0].name == "You"
        await ui.press("a", "a")
        await ui.focus("side")
        for seat in ("‹ O ›  goes second", "‹ A ›  goes third", "‹ H ›  goes fourth"):
            await ui.press("right")
            assert f"You play   {seat}" in ui.text
        await ui.press("escape", "home", *["down"] * list(PRESETS).index("two-players"))
        assert "Level" not in ui.text
        assert "You play" not in ui.text
        assert "Symbols    ‹ as listed ›" in ui.text


# --- the board -------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_four_in_a_row_on_4x4_is_set_before_it_is_played() -> None:
    async with at_setup() as ui:
        assert "b board" in ui.footer
        await ui.press("b")
        assert "x rows, as in 4x4x4" in ui.footer
        await ui.press(*"4x4x4", "enter")
        assert "oard 4×4, four in a row; ↵ again starts the game" in ui.status
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.match.setup.geometry == Geometry(4, 4, 4)
        assert [player.name for player in ui.match.setup.players] == ["You", "easy 2"]


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("typed", ["6x5x4", "3x3x3", "6", "x5"])
async def test_enter_after_a_board_was_typed_starts_no_game_however_slowly(
    typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_tui.app.widgets.inputs.DIGIT_PAUSE", 0.001)  # long past before Enter
    async with at_setup() as ui:
        await ui.press("b", *typed)
        assert isinstance(ui.app.screen, SetupScreen)
        board = ui.app.screen.current.geometry
        await asyncio.sleep(0.05)
        await ui.press("enter")
        assert isinstance(ui.app.screen, SetupScreen), "no game yet"
        assert f"oard {board.columns}×{board.rows}, " in ui.status
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.match.setup.geometry == board


@pytest.mark.slow
async def test_enter_on_a_board_that_was_not_typed_starts_the_game() -> None:
    async with at_setup() as ui:
        await ui.press("b", "right", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")


@pytest.mark.slow
async def test_a_board_is_typed_with_any_sign_between_its_numbers() -> None:
    async with at_setup() as ui:
        for typed, board in (("15x15x5", Geometry(15, 15, 5)), ("7*6X4", Geometry(7, 6, 4))):
            await ui.press("b", *typed)
            assert ui.setup.current.geometry == board
            assert not ui.setup.current.rules.marks_by_lot, "x is no random symbols there"
        await ui.press("x", "9")
        assert ui.setup.current.geometry == Geometry(9, 6, 4), "after the last number comes the first"
        await ui.press("escape", "end", "b")
        assert ui.status == "Choose a game under PLAY or WATCH first"


# --- steppers --------------------------------------------------------------------------------------------


TYPED = {
    "two digits": ("1 5", Geometry(15, 3, 3)),
    "each field its own number": ("tab 7 tab 5", Geometry(15, 7, 5)),
    "a digit that makes no number begins a new one": ("shift+tab shift+tab 9 9", Geometry(9, 7, 5)),
    "and so does one that goes on": ("1 9", Geometry(19, 7, 5)),
    "half a number is forgotten elsewhere": ("tab 1 tab shift+tab 5", Geometry(19, 5, 5)),
    "the longest line": ("tab end", Geometry(19, 5, 19)),
    "the line never gets longer than the board": ("shift+tab shift+tab 5", Geometry(5, 5, 5)),
}
"""What is typed one after the other, from the columns on, and the board that comes of it."""


async def test_digits_set_numbers_and_steppers_every_rule() -> None:
    async with at_setup() as ui:
        await ui.focus("columns-stepper")
        for why, (typed, board) in TYPED.items():
            await ui.press(*typed.split())
            assert ui.setup.current.geometry == board, why
        assert "Board      ‹ 5 › × ‹ 5 ›" in ui.text
        await ui.focus("points")
        await ui.press("2", "left", "2")
        assert ui.setup.current.rules.points == 2, "a step between two digits makes two numbers of them"
        await ui.focus("draws")
        await ui.press("left", "3")
        await ui.focus("first")
        await ui.press("end", "x")
        rules = ui.setup.current.rules
        assert (rules.points, rules.draws, rules.first, rules.marks_by_lot) == (2, 3, FirstMover.LOSER, True)
        await ui.focus("points")
        await ui.press("end")
        assert ui.setup.current.rules.points is None
        assert "Match      ‹ unlimited ›" in ui.text


async def test_the_arrows_of_a_stepper_can_be_clicked_and_the_wheel_turns_it() -> None:
    async with at_setup() as ui:
        region = ui.one("#columns-stepper").region
        text = ui.lines[region.y]
        more, less = text.index("›", region.x), text.index("‹", region.x)
        await ui.click_at(more, region.y)
        await ui.click_at(more, region.y)
        assert ui.setup.current.geometry.columns == 5
        await ui.click_at(less, region.y)
        assert ui.setup.current.geometry.columns == 4
        await ui.turn_at(less, region.y, down=False)
        assert ui.setup.current.geometry.columns == 5
        await ui.turn_at(less, region.y, down=True)
        await ui.turn_at(less, region.y, down=True)
        await ui.turn_at(less, region.y, down=True)
        assert ui.setup.current.geometry.columns == 3, "it stops at the end"
        await ui.turn_at(region.x + 1, region.y, down=False)
        assert ui.setup.current.geometry.columns == 3, "over its label the wheel scrolls"


@pytest.mark.slow
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
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.press("escape", "home", *["down"] * list(PRESETS).index("fifteen-bots"), "a")
        assert len(ui.setup.current.players) == 15
        assert "A game has at most 15 players" in ui.status


# --- players ---------------------------------------------------------------------------------------------


async def test_a_click_on_a_player_edits_it_and_on_the_last_line_adds_one() -> None:
    async with at_setup() as ui:
        region = ui.one("#players").content_region
        await ui.click_at(region.x + 14, region.y + 2)
        assert len(ui.setup.current.players) == 3
        region = ui.one("#players").content_region
        await ui.click_at(region.x + 14, region.y + 1)
        assert isinstance(ui.app.screen, PlayerScreen)
        assert ui.app.screen.player == ui.app.screen_stack[0].current.players[1]


@pytest.mark.slow
async def test_a_players_name_symbol_colour_and_level_can_be_changed() -> None:
    async with at_setup() as ui:
        await edit(ui, 1)
        name = "abcdefghijklmnopqrstuvwxyz"
        await ui.press(
            "home", *["delete"] * 24, *name, "tab", "backspace", "$", "tab", "right", "tab", "tab", "end"
        )
        player = await closed(ui)
        assert (player.name, player.symbol, player.level) == (name[:24], "$", "expert"), "and no more"
        assert player.colour == "green"
        assert f"$ {name[:24]} expert" in " ".join(ui.text.split()), "its level is still to be seen"


@pytest.mark.slow
async def test_time_and_depth_can_be_set_where_they_matter() -> None:
    async with at_setup() as ui:
        await ui.press(*["down"] * list(PRESETS).index("custom"))
        await edit(ui, 1)
        assert "Time" not in ui.text, "the step decides how much it thinks"
        assert "Depth" not in ui.text
        await ui.press(*"Bo")
        await ui.focus("level")
        await ui.press("end")
        assert "Time" in ui.text
        assert "Depth" in ui.text
        await ui.focus("seconds")
        await ui.press("home", "right", "right", "tab", "4")
        player = await closed(ui)
        assert player.limit == Limit(seconds=0.3, depth=4)
        assert "expert · 0.3 s · depth 4" in ui.text
        await edit(ui, 1)
        await ui.focus("seconds")
        await ui.press("end")
        assert (await closed(ui)).limit == Limit(depth=4)
        await edit(ui, 1)
        await ui.focus("plays")
        await ui.press("home")
        assert "Time" not in ui.text, "a person takes the time that it takes"
        assert (await closed(ui)).limit == Limit()


WRONG = [
    ("name", "", "A name cannot be blank"),
    ("name", "   ", "A name cannot be blank"),
    ("symbol", "", "A symbol cannot be blank"),
    ("symbol", "XY", "A symbol must be one character"),
    ("symbol", "O", "Easy 2 already uses O; choose another symbol"),
    ("symbol", "o", "Easy 2 already uses O; choose another symbol"),
    ("symbol", "О", "(U+041E) look alike"),
    ("symbol", "·", "· cannot be a symbol: it marks the empty squares"),
]
"""What is typed for a player's name or symbol, and why it is refused."""


async def test_wrong_values_are_refused_with_a_reason_and_nothing_is_lost() -> None:
    async with at_setup() as ui:
        before = ui.setup.current
        await edit(ui)
        right = {"symbol": "Q", "name": "Zoe"}
        for field, text, reason in WRONG:
            values = right | {field: text}
            for id, value in values.items():
                await ui.focus(id)
                await ui.press("end", "ctrl+u", *value)
            await ui.press("enter")
            assert isinstance(ui.app.screen, PlayerScreen), text
            assert reason in " ".join(ui.text.replace("▌", " ").split()), "it may take two lines"
            assert {id: ui.one(f"#{id}").value for id in right} == values, "what was typed is still there"
        await ui.press("escape")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.setup.current == before


@pytest.mark.slow
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
        assert "[  [red]x[/]" in ui.text


@pytest.mark.slow
async def test_a_wide_symbol_keeps_the_list_of_players_in_line() -> None:
    async with at_setup() as ui:
        await edit(ui)
        await ui.focus("symbol")
        await ui.press("backspace", "你")
        assert (await closed(ui)).symbol == "你"
        region = ui.one("#players").content_region
        rows = [ui.cell(region.x, region.y + row, region.width).rstrip() for row in (0, 1)]
        assert "你 You" in rows[0]
        assert ui.cell(region.right - 7, region.y, 7) == "human  ", "levels end below one another"
        assert ui.cell(region.right - 10, region.y + 1, 10) == "computer  "


async def test_the_usual_times_follow_the_number_of_players_and_a_time_that_was_set_stays() -> None:
    async with at_setup() as ui:
        await ui.press(*["down"] * list(PRESETS).index("custom"))
        await edit(ui, 1)
        await ui.focus("level")
        await ui.press("end")
        await ui.focus("seconds")
        await ui.press("home")
        chosen = (await closed(ui)).limit
        await ui.press("a", "a")
        assert [player.limit.seconds for player in ui.setup.current.players[1:]] == [chosen.seconds, 0.3, 0.3]
        await ui.press("d")
        assert [player.limit.seconds for player in ui.setup.current.players[1:]] == [chosen.seconds, 0.5]


async def test_who_cannot_see_which_player_is_marked_is_told_before_it_is_removed() -> None:
    async with at_setup() as ui:
        await ui.press("a", "escape", "d")
        assert len(ui.setup.current.players) == 3
        name = ui.setup.current.players[2].name
        assert ui.status == f"Press d again to remove {name}"
        assert ui.app.focused is ui.setup.player_list
        await ui.press("d")
        assert len(ui.setup.current.players) == 2
        assert name not in ui.text


async def test_on_the_line_that_adds_a_player_only_a_does_something() -> None:
    async with at_setup() as ui:
        await ui.press("tab", "a", "down", "down")
        assert ui.setup.card.player_list.adds
        before = ui.setup.current.players
        assert len(before) == 3
        for key in ("d", "delete", "e", "<", ">"):
            assert "d remove" not in ui.footer
            await ui.press(key)
            assert "No player selected; ↑ selects one" in ui.status, key
            assert ui.setup.current.players == before
            await ui.press("up", "down")
        assert "a add a player" in ui.footer
        await ui.press("a")
        assert len(ui.setup.current.players) == 4


# --- who sits here ---------------------------------------------------------------------------------------


async def test_a_click_on_the_profile_asks_for_the_name_and_refuses_a_wrong_one() -> None:
    async with at_setup() as ui:
        assert ui.lines[0].startswith(" XOX ttt-tui "), "as on every other screen"
        assert ui.lines[0].rstrip().endswith(" You   P your name")
        await ui.click_at(ui.lines[0].index("P your name") + 3, 0)
        await ui.press("backspace", "enter")
        assert isinstance(ui.app.screen, NameScreen)
        assert "A name cannot be blank" in ui.text
        await ui.press("escape")
        assert ui.setup.current.players[0].name == "You"


@pytest.mark.slow
async def test_a_name_typed_for_the_only_human_is_that_of_the_person_here() -> None:
    async with at_setup() as ui:
        await edit(ui)
        await ui.press(*"Zoe")
        await closed(ui)
        assert ui.lines[0].rstrip().endswith(" Zoe   P rename")
        await ui.press("home")
        await ui.focus("presets")
        await ui.press(*["down"] * list(PRESETS).index("two-players"))
        await edit(ui)
        await ui.press(*"Eve")
        await closed(ui)
        assert " Zoe " in ui.lines[0], "with two at the keyboard nobody knows who it is"


async def test_the_score_comes_when_the_store_has_told_it(tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    for moves in ("a1 a2 b1 b2 c1", "a1 a2 b1 b2 c3 c2", "b2 a1 c1 a3 a2 c2 b1 b3"):
        history.add(Record(game_of(a_setup(HUMAN, "expert 2"), moves.split()), "2026-11-21"))
    session = Session(1, history)
    session.profile.rename("Ada")
    async with running(TttApp(session=session), (120, 40)) as ui:
        await ui.until(lambda: "Ada · 1 win " in ui.text, "the score")
        assert "last three ● ○ –" in ui.text
        assert "last game: draw in 8 moves" in ui.text
        assert "you 1–1 easy 2 at this game" in ui.text
        await ui.press("right", "right")
        assert "‹ easy 2 ›" not in ui.text
        assert "you 1–1" not in ui.text, "they have not met"
        x, y = entry(ui, "History")
        assert ui.lines[y][x : x + 27].split()[-1] == "3"
    history.close()


# --- ↓ and ↑ go from line to line ------------------------------------------------------------------------


def focused(ui: Ui) -> str:
    assert ui.app.focused is not None
    return ui.app.focused.id or ""


async def passed(ui: Ui, key: str, count: int) -> list[str]:
    """Press a key, and return what had the focus after each time."""
    seen = []
    for _ in range(count):
        await ui.press(key)
        seen.append(focused(ui))
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_down_goes_to_the_next_line_of_the_set_up(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        await ui.press("right")
        lines = ["level", "side", "first", "columns-stepper", "rules", "points", "clock", "players"]
        assert await passed(ui, "down", 7) == lines[1:]
        assert await passed(ui, "up", 8) == [*reversed(lines[:-1]), "presets"]
        await ui.press("right", *["tab"] * 8)
        assert focused(ui) == "draws"
        assert await passed(ui, "up", 1) == ["rules"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 16), (60, 24)])
async def test_where_each_field_has_a_line_down_takes_them_all(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        await ui.press("right", "down", "down", "down")
        assert focused(ui) == "columns-stepper"
        lines = {ui.one(f"#{number}-stepper").region.y for number in ("columns", "rows", "line")}
        following = ["rows-stepper", "line-stepper"] if len(lines) == 3 else ["rules", "points"]
        assert await passed(ui, "down", 2) == following


@pytest.mark.slow
async def test_in_a_low_window_down_goes_through_the_fields_of_a_player() -> None:
    async with at_setup(size=(40, 9)) as ui:
        await ui.press("tab", "e")
        assert await passed(ui, "down", 3) == ["symbol", "colour", "plays"], "and does not only scroll"


@pytest.mark.slow
async def test_the_answers_of_a_player_are_one_line() -> None:
    async with at_setup() as ui:
        await ui.press("tab", "e")
        for answer in ui.app.screen.focus_chain[-2:]:
            ui.app.screen.set_focus(answer)
            assert await passed(ui, "down", 1) == ["name"]
            await ui.press("up", "up")
            assert focused(ui) == "plays"


# --- every size ------------------------------------------------------------------------------------------

SIZES = [(20, 8), (24, 10), (31, 9), (40, 16), (49, 20), (60, 24), (77, 30), (78, 24), (80, 24), (100, 30)]
SIZES += [(111, 36), (112, 36), (120, 40), (200, 50)]


@pytest.mark.slow
@pytest.mark.parametrize("size", sampled(SIZES, SIZES[::2]), ids=str)
async def test_everything_can_be_reached_and_read_at_every_size(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        page = ui.one("#page")
        for title in [
            *(p.title for p in PRESETS.values()),
            *("p Puzzles", "h History", "H Host a game", "J Join a game"),
        ]:
            assert title in ui.text, f"{title} is in sight once it is chosen"
            await ui.press("down")
        await ui.press("home")
        seen = []
        for id in CHAIN:
            focused = ui.app.focused
            assert focused is not None
            seen.append(focused.id)
            assert page.region.contains_region(focused.region), f"{id} is in sight"
            if id not in ("presets", "players"):
                row = ui.cell(focused.region.x, focused.region.y, focused.region.width)
                assert "‹" in row, f"{id} is not cut"
                assert "›" in row, f"{id} is not cut"
            await ui.press("tab")
            await ui.settle()
        assert seen == CHAIN
        assert "↵ play" in ui.text


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    ("size", "labels"),
    [((40, 16), ("You v computer", "Level", "You play", "First move", "Board", "Match")),
     ((20, 8), ("Level", "You play", "First"))],
)  # fmt: skip
async def test_in_a_narrow_window_as_many_rows_of_the_details_as_fit_are_in_sight(
    size: tuple[int, int], labels: tuple[str, ...]
) -> None:
    async with at_setup(size=size) as ui:
        await ui.press("right")
        await ui.rest()  # the page scrolls once it is painted
        assert all(label in ui.text for label in labels)
        await ui.press("down", "down", "down", "down")
        assert sum("‹" in line for line in ui.lines) >= 3
        await ui.press("escape")
        assert "PLAY" in ui.text


@pytest.mark.slow
async def test_many_players_scroll_with_a_sign_that_there_are_more() -> None:
    async with at_setup() as ui:
        await ui.press(*["down"] * list(PRESETS).index("fifteen-bots"))
        await ui.focus("players")
        region = ui.one("#players").region
        for seat, player in enumerate(ui.setup.current.players):
            named = f"{player.symbol}  {player.name}  "
            lines = [ui.lines[y] for y in range(region.y, region.bottom) if named in ui.lines[y]]
            assert len(lines) == 1, f"player {seat + 1} is in sight"
            line = lines[0]
            assert (
                line[: region.right]
                .rstrip(" ↑↓")
                .endswith(" computer · no lookahead" if seat % 2 == 0 else " computer")
            ), "the sign is beside it"
            assert "h↑" not in line
            assert "h↓" not in line
            last = ui.lines[region.bottom - 1][: region.right].rstrip()
            assert last.endswith("↓") == (seat < 14)
            await ui.press("down")


async def test_in_a_very_high_window_the_page_is_in_the_middle() -> None:
    async with at_setup(size=(200, 50)) as ui:
        filled = [y for y, line in enumerate(ui.lines[:-3]) if line.strip()]
        assert abs(filled[0] - (len(ui.lines) - 3 - 1 - filled[-1])) <= 2


# --- keys that come all at once --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["↵↵", "e↵↵", "P↵↵↵", "e↵↵↵↵q"])
async def test_a_batch_of_keys_reaches_no_closed_screen(keys: str) -> None:
    async with at_setup() as ui:
        for key in keys:
            ui.send("enter" if key == "↵" else key)
        await ui.rest()
        assert isinstance(ui.app.screen, SetupScreen | PlayScreen)
        assert len(ui.app.screen_stack) <= 2
        assert not ui.has_quit
        assert ui.app.crash is None


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 24)], ids=str)
async def test_the_footer_names_the_keys_of_the_row_with_the_focus(size: tuple[int, int]) -> None:
    named = {
        "presets": "↑ ↓ game   → details   b board",
        "level": "← → level   b board   ↑ ↓ rows",
        "side": "← → your symbol   x random symbols",
        "first": "← → first move of each game",
        "columns-stepper": "x rows, as in 4x4x4",
        "rows-stepper": "x line length",
        "line-stepper": "x columns",
        "rules": "R list of rules",
        "points": "← → points that win",
        "draws": "← → draws in a row that end the match",
        "players": "e edit   a add   d remove   < > reorder",
    }
    fitting = {
        "presets": "↑ ↓ game   → details",
        "level": "← → level   b board",
        "side": "← → your symbol",
        "first": "← → first move of each game",
        "columns-stepper": "← → columns",
        "rows-stepper": "← → rows   x line length",
        "line-stepper": "← → how many in a row win",
        "rules": "← → rules   R list of rules",
        "points": "← → points that win   b board",
        "draws": "",
        "players": "e edit   a add   d remove",
    }
    """What 60 columns have room for beside the keys that play and quit: the last ones are left out."""
    async with at_setup(size=size) as ui:
        for id, words in named.items():
            await ui.focus(id)
            if size == (60, 24):
                kept = f"↵ play   {fitting[id]}".strip()
                assert [ui.footer[:43].strip(), ui.footer[43:].strip()] == [kept, "? help   q quit"]
            else:
                assert words in ui.footer, id
            assert ("↵ play" in ui.footer) == (size == (60, 24)), "else a button names it"
            assert ("↵ play" in ui.text) == (size != (60, 24)) or "↵ play" in ui.footer


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50), (60, 24), (40, 16), (20, 8)], ids=str)
async def test_no_key_is_named_twice(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        for keys in ((), ("tab",), ("b",), ("up", "up"), ("escape", "end"), ("up",), ("up", "up")):
            await ui.press(*keys)
            accent = roles_of(ui.app.current_theme).accent
            named = [
                "".join(text.split())
                for strip in ui.strips
                for text, style, _ in strip
                if style and style.bold and style.color and style.color.name == accent and text.strip()
            ]
            assert len(named) == len({*named}), (size, keys, named)


@pytest.mark.slow
async def test_what_a_level_does_is_in_the_card_as_a_whole() -> None:
    async with at_setup(size=(120, 40)) as ui:
        await ui.press("tab", "home")
        for level in (*SCREEN_NAMES, *CLASSIC_NAMES):
            assert ui.setup.current.players[1].level == level
            region = ui.one("#ladder").region
            shown = [ui.cell(region.x, y, region.width).strip() for y in range(region.y, region.bottom)]
            assert LEVELS[level].summary in " ".join(shown)
            assert "…" not in " ".join(shown)
            strength = strength_of(level)
            assert ("novice" in shown[0]) == (strength is not None)
            if strength is not None:
                assert shown[0] == f"novice {'━' * (strength - 1)}◆{'─' * (10 - strength)} expert"
                assert f"‹ {screen_name(level)} › " in ui.text
                assert f"{strength} of 10" not in ui.text, "the ladder says it"
            assert ui.status == ""
            await ui.press("right")


async def test_in_a_low_window_the_status_line_says_what_a_level_does() -> None:
    async with at_setup() as ui:
        assert "━◆──────── forgets to block" in ui.text
        assert ui.status == ""
        await ui.press("tab")
        assert ui.status == "takes a win, often forgets to block; for beginners"


async def test_a_click_on_the_ladder_chooses_a_step() -> None:
    async with at_setup(size=(120, 40)) as ui:
        for step in (7, 1, 10):
            y = ui.one("#ladder").region.y
            x = ui.lines[y].index("novice ") + len("novice ")
            await ui.click_at(x + step - 1, y)
            assert ui.setup.current.players[1].level == STEPS[step - 1]
            assert ui.lines[y][x + step - 1] == "◆"
        await ui.click_at(x - 2, y)
        assert ui.setup.current.players[1].level == STEPS[-1], "the words choose nothing"


async def test_what_comes_of_enter_is_told_where_a_seat_is_kept_for_somebody_elsewhere() -> None:
    async with running(TttApp(StartRequest(hosts=True), seed=1)) as ui:
        assert "  ↵ host and wait for players  " in ui.text
        assert "↵ play " not in ui.text
        await ui.press("home")
        assert "  ↵ play  " in ui.text


@pytest.mark.slow
async def test_the_buttons_say_what_enter_does_and_what_r_resumes() -> None:
    async with at_setup(size=(120, 40)) as ui:
        assert ui.status == ""
        await ui.press("end")
        assert "  ↵ join  " in ui.text
        assert "details" not in ui.footer
        await ui.press("tab")
        assert ui.status == "Choose a game under PLAY or WATCH first"
        await ui.press("up")
        assert "  ↵ host and wait for players  " in ui.text
        assert f"others see you as {own_login()}" in ui.text
        await ui.press("up")
        assert "  ↵ open  " in ui.text
        for keys in ("q", "enter q"):
            await ui.press("home", "down", "enter")
            await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
            await ui.press(*keys.split())
            await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
            assert (" r resume 15×15, " in ui.text) == (keys != "q"), "a game without a move is not resumed"
        await ui.click_on(" r resume")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the resumed game")
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.press("home")
        await ui.click_on("↵ play")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.match.setup.geometry == Geometry(3, 3, 3)


async def test_a_button_that_cannot_start_is_greyed_and_its_reason_in_the_status_line() -> None:
    async with at_setup() as ui:

        def looks() -> object:
            [y] = [y for y, line in enumerate(ui.lines) if "↵ play" in line]
            return ui.style_at(ui.lines[y].index("↵ play"), y).color

        before = looks()
        await ui.press("a", "a", "a")
        assert "at most 4 can play" in ui.status
        assert looks() != before
        await ui.press("d")
        assert looks() == before
        assert ui.status == ""


@pytest.mark.slow
async def test_in_a_narrow_window_the_status_line_says_what_is_not_in_the_card() -> None:
    async with at_setup(size=(40, 16)) as ui:
        assert ui.status == ""
        await ui.focus("level")
        assert ui.status == "takes a win, often forgets to block; for beginners"
        await ui.press("escape", "end", "up")
        assert ui.footer.startswith(" ↵ host")
        assert ui.status == f"others see you as {own_login()}"
        await ui.press("home", *["down"] * list(PRESETS).index("two-players"), "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        await ui.press("5", "q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.status == "r resume 3×3, 1 move"


async def test_a_finished_match_is_not_resumed() -> None:
    async with playing(a_setup(points=1), moves=["a1", "a2", "b1", "b2"]) as ui:
        await ui.press("3")
        await ui.until(lambda: ui.match.is_over, "the end")
        await ui.settle()
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert "goes on" not in ui.text
        await ui.press("r")
        assert isinstance(ui.app.screen, SetupScreen)
        assert "No unfinished game to resume" in ui.status


@pytest.mark.slow
async def test_in_ascii_every_sign_of_the_page_has_a_likeness() -> None:
    async with at_setup(terminal=Terminal(is_ascii=True)) as ui:
        for keys in ([], ["tab"], ["tab"], ["tab"] * 3):
            await ui.press(*keys)
            assert ui.text.isascii()
            assert "?" not in ui.text.replace("? help", ""), "what has no likeness is a question mark"
        assert "  Enter play  " in ui.text


@pytest.mark.slow
async def test_in_ascii_symbols_and_colours_of_a_player_are_told_apart() -> None:
    async with at_setup(terminal=Terminal(is_ascii=True)) as ui:
        await edit(ui)
        line = next(line for line in ui.lines if "Symbol" in line)
        suggested = line.split("Symbol")[1].split()[1:8]
        assert len(suggested) == len({*suggested}) == 7
        assert all(symbol.isalpha() and symbol.isascii() for symbol in suggested)
        await ui.focus("colour")
        for colour in COLOURS[:4]:
            assert f"< {colour} >" in ui.text
            await ui.press("right")
        assert ui.text.isascii()
        assert "?" not in ui.text.replace("? help", "")


async def test_the_kinds_of_player_are_named_and_classic_computers_listed_with_a_line_each() -> None:
    async with at_setup() as ui:
        await edit(ui, 1)
        await ui.focus("plays")
        await ui.press("home")
        for kind in ("human", "open seat", "computer", "classic computer", "engine"):
            assert f"Type     ‹ {kind} ›" in ui.text
            for level in CLASSIC_NAMES:
                assert (LEVELS[level].summary in ui.text) == (kind == "classic computer")
            await ui.press("right")
        await ui.press("left", "tab")
        assert "‹ minimax ›" in ui.text, "a level of the other kind is none of this"
        assert ui.one("#name").value == "minimax"
        await ui.press("home")
        assert "‹ random ›" in ui.text
        assert "Time" not in ui.text
        player = await closed(ui)
        assert (player.name, player.level) == ("random", "random")
        await edit(ui, 1)
        assert "‹ classic computer ›" in ui.text
        await ui.focus("plays")
        await ui.press("left")
        assert "‹ medium 4 ›  seldom looks ahead" in ui.text
        await ui.press("tab", "home", "right")
        assert "‹ easy 2 ›  forgets to block" in ui.text
        player = await closed(ui)
        assert (player.name, player.level) == ("easy 2", "expert 2")


async def test_the_heading_has_two_lines_where_there_is_room_also_after_a_resize() -> None:
    async with at_setup(size=(120, 40)) as ui:
        assert "3×3, three in a row" in ui.text
        assert "You v computer · 3×3" not in ui.text
        await ui.pilot.resize_terminal(80, 24)
        await ui.rest()
        assert "You v computer · 3×3, three in a row" in ui.text
