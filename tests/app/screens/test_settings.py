"""The settings on their screen: each can be changed by keys and mouse, and is written at once."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from textual.widgets import Static

from tests.support.driving import Ui, at_setup
from ttt_tui.app.screens.settings import SettingsScreen
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.store.settings import SETTINGS, Bell

SIZES = [(80, 24), (40, 16)]
GROUPS = ["Screen", "Playing", "Learning"]


@pytest.fixture(autouse=True)
def file(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's file, in a folder whose name is short enough for the smallest card."""
    with TemporaryDirectory() as home:
        monkeypatch.setenv("TTT_TUI_HOME", home)
        yield Path(home, "settings.toml")


async def opened(ui: Ui) -> SettingsScreen:
    """Open the settings from the palette."""
    await ui.press("ctrl+p")
    await ui.rest()
    await ui.write("settings")
    await ui.rest()
    await ui.press("enter")
    await ui.until(lambda: isinstance(ui.app.screen, SettingsScreen), "the settings")
    await ui.rest()
    assert isinstance(ui.app.screen, SettingsScreen)
    return ui.app.screen


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_each_setting_can_be_changed_by_keys_and_the_whole_card_is_seen(
    size: tuple[int, int], file: Path
) -> None:
    async with at_setup(size) as ui:
        screen = await opened(ui)
        assert all(setting.label in ui.text for setting in SETTINGS)
        at = screen.query_one("#where", Static).content_region
        rows = [line[at.x : at.right].strip() for line in ui.lines[at.y : at.bottom]]
        assert "".join(rows).replace(" ", "") == f"File:{file}", "it wraps where there is no room"
        assert "Esc close" in ui.text
        for setting in sorted(SETTINGS, key=lambda setting: GROUPS.index(setting.group)):
            assert isinstance(screen.focused, Stepper)
            assert screen.focused.id == setting.name
            before = screen.focused.value
            await ui.press("left" if before is True else "right")
            if len(screen.focused.choices) > 1:
                value = screen.focused.value
                assert value != before
                assert tomllib.loads(file.read_text())[setting.name] == value
                assert getattr(ui.app.session.settings, setting.name) == value
            await ui.press("down")
        await ui.press("escape")
        assert not isinstance(ui.app.screen, SettingsScreen)


async def test_a_click_changes_a_value_and_back_removes_it(file: Path) -> None:
    async with at_setup() as ui:
        screen = await opened(ui)
        stepper = screen.query_one("#delay", Stepper)
        region = stepper.content_region
        await ui.click_at(region.x + stepper.left + 3, region.y)
        assert tomllib.loads(file.read_text()) == {"delay": stepper.value}
        assert ui.app.session.preferences.delay == stepper.value
        await ui.click_at(region.x + stepper.left, region.y)
        assert tomllib.loads(file.read_text()) == {}
        assert ui.app.session.settings.delay is None


@pytest.mark.slow
async def test_the_theme_changes_at_once() -> None:
    async with at_setup() as ui:
        screen = await opened(ui)
        await ui.press("end")
        assert ui.app.theme == screen.query_one("#theme", Stepper).value


async def test_a_file_that_cannot_be_written_is_told_and_nothing_changes(file: Path) -> None:
    file.write_text("bell = ")
    async with at_setup() as ui:
        screen = await opened(ui)
        screen.query_one("#bell", Stepper).focus()
        await ui.press("right")
        assert "Cannot change" in " ".join(ui.text.split())
        assert screen.query_one("#bell", Stepper).value is Bell.OFF
        assert ui.app.session.settings.bell is Bell.OFF
        assert file.read_text() == "bell = "


def test_each_setting_has_a_note() -> None:
    assert all(setting.note for setting in SETTINGS)
    assert all(len(setting.label) <= 20 for setting in SETTINGS)


async def test_what_follows_a_choice_made_elsewhere_has_its_value_and_its_keys() -> None:
    async with at_setup() as ui:
        ui.app.session.preferences.delay = 1.0
        await opened(ui)
        text = " ".join(ui.text.split())
        for value, note in (
            (ui.app.theme, "last used; F2 changes it"),
            ("1 s", "last used; + - change it"),
            ("expert", "last used; b changes it"),
        ):
            assert f"‹ {value} › {note}" in text
        await ui.press("right")
        assert "‹ walnut › colours of the screen" in " ".join(ui.text.split()), (
            "it stays, whatever F2 chooses"
        )
        await ui.press("left")
        assert "‹ walnut › last used; F2 changes it" in " ".join(ui.text.split())


@pytest.mark.parametrize(("size", "has_headings"), [((80, 24), True), ((80, 20), False), ((40, 16), False)])
async def test_groups_have_headings_where_all_settings_are_still_seen(
    size: tuple[int, int], has_headings: bool
) -> None:
    async with at_setup(size) as ui:
        await opened(ui)
        shown = [line.strip() for line in ui.lines]
        assert [group for group in GROUPS if any(group in line.split() for line in shown)] == (
            GROUPS if has_headings else []
        )
        assert all(setting.label in ui.text for setting in SETTINGS)
        assert "Esc close" in ui.text


async def test_values_and_notes_stand_in_columns_and_a_long_value_pushes_only_its_own_note() -> None:
    async with at_setup() as ui:
        screen = await opened(ui)

        def columns(of: str) -> set[int]:
            lines = [next(line for line in ui.lines if setting.label in line) for setting in SETTINGS]
            return {
                line.find(of or ("last used" if "last used" in line else each.note))
                for line, each in zip(lines, SETTINGS, strict=True)
            }

        assert len(columns("‹")) == len(columns("")) == 1
        screen.query_one("#coordinates", Stepper).focus()
        await ui.press("right", "right", "right")
        assert "‹ without i, from the bottom ›" in ui.text
        assert len(columns("‹")) == 1
        assert len(columns("")) == 2


async def test_in_a_narrow_window_the_values_stand_in_one_column_too() -> None:
    async with at_setup((40, 16)) as ui:
        await opened(ui)
        assert len({line.index("‹") for line in ui.lines if "›" in line}) == 1
