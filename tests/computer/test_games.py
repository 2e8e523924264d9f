"""The table of the games that are not k in a row."""

import subprocess
import sys

import pytest

from ttt_tui.computer import LEVELS
from ttt_tui.computer.games import computers_of
from ttt_tui.computer.ladder.kinds import BoardClass
from ttt_tui.engine import GameName, Rules

OTHERS = [name for name in GameName if name is not GameName.IN_A_ROW]


@pytest.mark.parametrize("name", OTHERS)
def test_each_game_has_every_level_but_random_and_a_class_of_boards(name: GameName) -> None:
    computers = computers_of(Rules(game=name))
    assert computers is not None
    assert computers.level_words.keys() <= LEVELS.keys()
    for level in LEVELS.keys() - {"random"}:
        computers.make_computer(level, 1, 1.0).close()
    assert name.name in BoardClass.__members__


def test_words_of_levels_wait_for_no_computer() -> None:
    code = """
import sys
from ttt_tui.computer import LEVELS
from ttt_tui.engine import Rules
print(LEVELS["rules"].under(Rules.parse("ultimate")).note)
print(*(name for name in sys.modules if name.startswith("ttt_tui.computer.ultimate.")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["wins or blocks in one", "ttt_tui.computer.ultimate.computers"]
