"""`--replay` of bare moves on the real screen: what was assumed stands below the board at first."""

from pathlib import Path

import pytest

from tests.support.terminal import RIGHT, Terminal


@pytest.mark.slow
def test_a_replay_says_which_board_it_assumed(tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text("h8h9i9\n")
    with Terminal("--replay", str(file)) as terminal:
        terminal.wait_for("Assuming a 15×15 board with row 1 at the bottom; --board sets another")
        terminal.send(RIGHT)
        terminal.wait_for("1 of 3")
        assert "ssuming a" not in terminal.text()
        terminal.send("q")
        terminal.wait_for("You v computer")
        terminal.send("q")
        assert terminal.wait_exit() == 0
    with Terminal("--replay", str(file), "--board", "20") as terminal:
        terminal.wait_for("20×20")
        assert "ssuming a" not in terminal.text()
        terminal.send("q")
        terminal.wait_for("You v computer")
        terminal.send("q")
        assert terminal.wait_exit() == 0
