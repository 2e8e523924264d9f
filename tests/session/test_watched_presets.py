"""The presets that are watched: their games are decided, by computers that do not place anywhere."""

import json
from dataclasses import replace

import pytest

from tests.support.driving import play_out
from ttt_tui.cli.main import main
from ttt_tui.cli.names import PRESET_NAMES
from ttt_tui.engine import Limit, Match, problem
from ttt_tui.session.presets import DRAWN, PRESETS, Preset
from ttt_tui.session.setup_changes import with_level

WATCHED = [preset for preset in PRESETS.values() if preset.is_watched]
PLAYERS = {"computers": 2, "three-bots": 3, "five-bots": 5, "seven-bots": 7, "fifteen-bots": 15}


def test_as_many_play_as_ever_on_real_boards_and_nobody_at_random() -> None:
    assert {preset.name: len(preset.levels) for preset in WATCHED} == PLAYERS
    for preset in WATCHED:
        assert preset.geometry.columns > 3
        assert preset.geometry.line_length >= 4
        assert "random" not in preset.levels
        assert problem(preset.make()) is None


def decided(preset: Preset, games: int) -> int:
    """Return how many of so many games are decided, each the first of a match."""
    count = 0
    for seed in range(games):
        match = Match(preset.make(), seed)
        play_out(match, most_games=40)
        outcome = match.outcomes[0]
        count += outcome.winner is not None
    return count


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("name", ["computers", "three-bots", "five-bots"])
def test_games_that_are_watched_are_decided(name: str) -> None:
    preset = PRESETS[name]._replace(rules=replace(PRESETS[name].rules, points=1, draws=1))
    assert decided(preset, 6) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_at_least_half_of_the_games_of_a_match_are(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    games = 12 if name == "fifteen-bots" else 40  # which takes three seconds a game
    assert main(["match", "--preset", name, "--games", str(games), "--seed", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["games"] == games
    assert said["draws"] <= games // 2


def test_what_was_watched_before_is_known_to_the_command_line_alone() -> None:
    assert set(PRESET_NAMES) == {*PRESETS, *DRAWN}
    assert not PRESETS.keys() & DRAWN.keys()
    assert {(str(p.geometry), p.geometry.line_length, len(p.levels)) for p in DRAWN.values()} == {
        ("3×3", 3, 2), ("3×3", 3, 3), ("5×5", 4, 5), ("7×7", 5, 7), ("15×15", 4, 15),
    }  # fmt: skip
    for preset in DRAWN.values():
        assert problem(preset.make()) is None


def test_another_level_has_its_usual_time() -> None:
    setup = PRESETS["three-bots"].make()
    assert setup.players[0].limit == Limit(nodes=1)
    changed = with_level(setup, "negamax")
    assert {player.level for player in changed.players} == {"negamax"}
    assert {player.limit for player in changed.players} == {Limit(seconds=0.5)}
