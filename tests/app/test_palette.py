"""The command palette: commands in groups, each once, with its key and what it does, and a search."""

import pytest

from tests.support.driving import HUMAN, Ui, a_setup, at_setup, playing
from ttt_tui.app.palette import commands
from ttt_tui.app.screens.palette import Command, CommandList, GamePalette, found
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.computer.levels import screen_name

WON = ["a1", "a2", "b1", "b2", "c1"]
AGAINST_A_STEP = a_setup(HUMAN, "expert 4")


async def listed(ui: Ui) -> list[str]:
    """Open the palette, and return its lines."""
    await ui.press("ctrl+p")
    return lines(ui)


def lines(ui: Ui) -> list[str]:
    """Return the lines of the list, without the mark of the selected one."""
    assert isinstance(ui.app.screen, GamePalette)
    prompts = [str(option.prompt) for option in ui.one(CommandList).options]
    return [prompt if prompt.startswith("\n") else prompt[1:] for prompt in prompts]


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("keys", ["", "h", "p"], ids=["setup", "history", "puzzle"])
async def test_every_command_is_listed_once_with_its_key(keys: str) -> None:
    async with at_setup((120, 40)) as ui:
        await ui.press(*filter(None, [keys]))
        names = [command.name for command in commands(ui.app.screen)]
        assert len(set(names)) == len(names)
        shown = await listed(ui)
        assert len(set(shown)) == len(shown)
        assert any(line.split() == ["Theme", "F2"] for line in shown)


async def test_a_finished_game_has_each_command_once() -> None:
    async with playing(a_setup(), moves=WON) as ui:
        names = [line.split("  ")[0] for line in await listed(ui)]
        assert len(set(names)) == len(names)
        await ui.write("new game")
        assert lines(ui)[0].split()[:2] == ["New", "game"]


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 16), (20, 8)], ids=str)
async def test_it_is_a_card_with_one_line_for_each_command(size: tuple[int, int]) -> None:
    async with at_setup(size) as ui:
        await listed(ui)
        region = ui.one(CommandList).region
        card = ui.one(".card").region
        assert card.width <= min(size[0], 100)
        for y in range(card.y, card.bottom):
            assert ui.cell(card.x, y) == "▌"
        shown = [line[region.x : region.right] for line in ui.lines[region.y : region.bottom]]
        assert shown[0].split() == ["Main", "menu"]
        assert shown[1].split()[0] == "▌Play"
        assert ("Start the game" in shown[1]) == (size[0] >= 80)
        assert ("Start the game" in ui.text) == (size[1] > 8), "the selected command is explained"
        if size[0] >= 40:
            assert "…" not in "".join(shown), "no word is cut"
            assert shown[1].rstrip(" ▁▂▃▄▅▆▇█").endswith("Enter")


async def test_the_selected_command_alone_has_a_mark() -> None:
    async with at_setup() as ui:
        await listed(ui)
        for key, name in (("down", "History"), ("up", "Play"), ("pagedown", "")):
            await ui.press(key)
            prompts = [str(option.prompt) for option in ui.one(CommandList).options]
            [marked] = [place for place, prompt in enumerate(prompts) if "▌" in prompt]
            assert marked == ui.one(CommandList).highlighted
            assert prompts[marked].startswith(f"▌{name}")


@pytest.mark.parametrize(("size", "least"), [((80, 24), 11), ((40, 16), 9), ((120, 40), 25)], ids=str)
async def test_the_list_has_the_lines_that_are_free(size: tuple[int, int], least: int) -> None:
    async with at_setup(size) as ui:
        await listed(ui)
        assert ui.one(CommandList).size.height >= least
        card = ui.one(".card").region
        assert card.height <= size[1] - 2 * (size[1] > 20), "lines of the screen stay in sight"


@pytest.mark.parametrize("size", [(80, 24), (40, 16), (120, 40)], ids=str)
async def test_one_line_is_between_a_long_list_and_the_answers(size: tuple[int, int]) -> None:
    async with playing(AGAINST_A_STEP, moves=["b2", "a1"], size=size) as ui:
        shown = await listed(ui)
        listing, answers = ui.one(CommandList).region, ui.one(".answers").region
        assert answers.y - listing.bottom == (2 if size[0] < 60 else 1)
        card = ui.one(".card").region
        assert (
            ui.lines[card.y][card.x + 1 :].strip()
            == ""
            == ui.lines[card.bottom - 1][card.x + 1 : card.right].strip()
        )
        assert answers.bottom == card.bottom - 1
        names = [line.split("  ")[0].strip() for line in shown]
        assert names.index("Undo") < names.index("New game") < names.index("Resign")
        assert names.index("Quit") + 1 == names.index("Puzzles"), "the last one everywhere"


def test_what_repeats_the_name_is_not_said() -> None:
    assert [bool(command.meaning) for command in LISTED[:3]] == [True, False, True]
    assert not Command("Add player", "Add a player", str).meaning


async def test_the_groups_have_headings_that_cannot_be_selected() -> None:
    async with playing(AGAINST_A_STEP, size=(120, 40)) as ui:
        shown = await listed(ui)
        headings = [line.strip() for line, option in zip(shown, ui.one(CommandList).options, strict=True)
                    if option.disabled]  # fmt: skip
        assert headings == ["Playing", "Everywhere", "Puzzles", "New game"]
        assert all(line.startswith("\n") for line in shown[1:] if line.strip() in headings)
        palette, selected = ui.app.screen, set()
        for _ in shown:
            selected.add(ui.one(CommandList).highlighted)
            await ui.press("down")
        assert isinstance(palette, GamePalette)
        assert len(selected) == len(shown) - len(headings)
        await ui.press("up", "pageup", "pagedown", "pageup", "pageup")
        assert ui.one(CommandList).highlighted == 1


async def test_all_levels_are_one_entry_which_opens_a_choice() -> None:
    async with playing(AGAINST_A_STEP, size=(120, 40)) as ui:
        assert [line.split("  ")[0] for line in await listed(ui) if "evel" in line.split("  ")[0]] == [
            "Level…"
        ]
        await ui.write("level")
        await ui.press("enter")
        names = [line.split("  ")[0].strip() for line in lines(ui)]
        assert {"New match against", "novice 1", "Classic computers", "minimax"} <= {*names}
        assert screen_name("expert 4") not in names, "it is the present one"
        await ui.write("easy 3")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.match.setup.players[1].level == "expert 3"


async def test_quitting_is_the_last_command_of_the_main_menu() -> None:
    async with at_setup((120, 40)) as ui:
        names = [line.split("  ")[0].strip() for line in await listed(ui)]
        places = [names.index(name) for name in ("Play", "Puzzles", "Quit", "Everywhere")]
        assert places == sorted(places)
        assert places[3] - places[2] <= 2, "but for a blank line nothing is between it and the next group"


async def test_the_field_keeps_the_focus_and_a_click_runs_a_command() -> None:
    async with at_setup() as ui:
        await listed(ui)
        before = ui.app.focused
        await ui.press("down", "down")
        assert ui.app.focused is before
        await ui.write("settings")
        await ui.click_on("Settings  ")
        assert type(ui.app.screen).__name__ == "SettingsScreen"


async def test_a_click_beside_the_card_closes_it() -> None:
    async with at_setup((120, 40)) as ui:
        await listed(ui)
        await ui.click_at(2, 20)
        assert isinstance(ui.app.screen, SetupScreen)


# --- the search -------------------------------------------------------------------------------------------

LISTED = [
    Command("New game", "Start a new game; ask first if one is running", str),
    Command("Resign", "Resign the game", str),
    Command("Undo", "Undo your latest move and the replies to it", str),
    Command("Theme: kaya", "Switch to this light theme", str, is_listed=False),
]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("new", ["New game"]),
        ("NG", ["New game"]),
        ("kaya", ["Theme: kaya"]),
        ("surrender", ["Resign"]),
        ("replies", ["Undo"]),
        ("game", ["New game", "Resign"]),
        ("zugzwang", []),
    ],
)
def test_a_command_is_found_by_its_name_what_it_does_or_another_word(query: str, names: list[str]) -> None:
    assert [match.command.name for match in found(LISTED, query)][: len(names) or None] == names


def test_the_letters_that_match_are_marked() -> None:
    [match] = found(LISTED, "resi")
    assert match.offsets == (0, 1, 2, 3)
    [explained] = found(LISTED, "replies")
    assert explained.offsets == ()
