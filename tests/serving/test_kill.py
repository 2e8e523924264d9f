"""Rated games whose players, programs and server are killed at random moments."""

import random
from pathlib import Path

import pytest

from tests.serving.kill import Killer
from tests.support.serving import ServerProcess


@pytest.mark.slow
def test_no_move_is_lost_and_each_game_counts_once(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "server", web=True) as server:
        killer = Killer(server, tmp_path, random.Random(2))
        try:
            while killer.kills < 5:
                killer.play()
        finally:
            killer.close()
        assert killer.query("SELECT count(*) FROM rated") == killer.games
    assert killer.moves > 0
