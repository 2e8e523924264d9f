"""The rows of a set-up: each of the choices becomes the value that the row shows, and names its keys."""

import pytest
from rich.cells import cell_len

from ttt_tui.app.widgets.setup_rows import MIXED, ROWS, Row, SetupView
from ttt_tui.computer.levels import LEVELS, STEPS
from ttt_tui.session.presets import PRESETS


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("preset", ["computer", "swarm", "ultimate", "two-players"])
def test_each_choice_becomes_the_value_and_the_present_one_changes_nothing(preset: str, row: Row) -> None:
    setup = PRESETS[preset].make()
    before = row.show(SetupView(setup))
    for value, _ in before.choices:
        changed = row.apply(setup, value)
        if value == before.value:
            assert changed == setup
        if before.is_shown and value != MIXED:
            assert row.show(SetupView(changed)).value == value
    assert row.keys


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_step_does_fits_beside_the_ladder(preset: str) -> None:
    for step in STEPS:
        note = LEVELS[step].under(PRESETS[preset].geometry.rules).note
        assert cell_len(note) <= 19, "at 80×24"
