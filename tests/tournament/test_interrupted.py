"""A match that was interrupted: what it says of strength, and what it need not find again."""

import json
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from typing import Self

import pytest

from tests.support.sampling import sampled
from tests.support.strategies import make_setup
from ttt_tui.engine import Setup
from ttt_tui.process.signals import Signals
from ttt_tui.session.brains import Brains
from ttt_tui.tournament import plan as plans
from ttt_tui.tournament.folder import MATCH_FILE, REFUSED, Folder
from ttt_tui.tournament.game import Played
from ttt_tui.tournament.match import Results, play_match
from ttt_tui.tournament.openings import Opening
from ttt_tui.tournament.plan import Format, Plan
from ttt_tui.tournament.report import left_out, results_to_data


def plan_of(games: int, players: int = 2, format_: Format = Format.ONE_GAME) -> Plan:
    return Plan(make_setup(3, 3, 3, players, levels=("random",) * players), games, 1, format_)


def results_of(plan: Plan, *numbers: int) -> Results:
    """Return the results of these games, each won by whoever moved first."""
    results = Results(plan)
    for number in numbers:
        _, seats = plan.place_of(number)
        results.add(Played(number, seats, 0, (), seats[0], "line", (0.0, 0.0)))
    return results


@pytest.mark.parametrize(
    ("numbers", "rated"),
    [
        ((0, 1), 2),
        ((0, 1, 2), 2),
        ((0, 1, 2, 3), 4),
        ((0, 1, 3), 2),
        ((0, 1, 3, 4, 5), 2),
        ((0, 1, 2, 4, 6, 8), 2),
    ],
)
def test_who_moves_first_always_wins_and_nobody_is_stronger(numbers: tuple[int, ...], rated: int) -> None:
    results = results_of(plan_of(10), *numbers)
    assert results.elo is not None
    assert results.elo.difference == 0
    assert results.rated_games == results_to_data(results)["rated_games"] == rated
    assert (left_out(results) is None) == (rated == len(numbers))


@pytest.mark.parametrize("numbers", [(0,), (1,), (0, 2), (2, 3)])
def test_without_a_whole_pair_nobody_knows_who_is_stronger(numbers: tuple[int, ...]) -> None:
    results = results_of(plan_of(10), *numbers)
    assert results.elo is None
    assert left_out(results) == "Strength: unknown until the first opening was played from both seats"


def test_a_match_that_was_played_to_its_end_counts_whole() -> None:
    results = results_of(plan_of(3), 0, 1, 2)
    assert results.rated_games == 3
    assert left_out(results) is None


def test_ratings_are_of_whole_pairs_too() -> None:
    results = results_of(plan_of(4, 3, Format.ROUND_ROBIN), *range(9))
    assert results.rated_games == 8
    assert left_out(results) == (
        "Elo from 8 of 9 games: those before the first opening not played from both seats"
    )
    ratings = results.ratings
    assert ratings is not None
    assert [rating.elo for rating in ratings] == pytest.approx([0, 0, 0])


# --- openings --------------------------------------------------------------------------------------------


class Search:
    """Counts the candidates that were searched, and prefers any, but always the same."""

    def __init__(self) -> None:
        self.searched = 0

    def __call__(self) -> Callable[[Setup, Opening], float]:
        def difference(setup: Setup, opening: Opening) -> float:
            self.searched += 1
            return float(hash(opening) % 1000)

        return difference


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Search:
    counted = Search()
    monkeypatch.setattr(plans, "by_search", counted)
    return counted


def play(path: Path, plan: Plan, games: int) -> Results:
    """Play a match that is saved there until so many games have been played."""
    folder = Folder(path)
    folder.begin(plan, None)
    signals = Signals()

    def interrupt(results: Results, played: int) -> None:
        if played == games:
            signals._note(signal.SIGINT, None)

    try:
        return play_match(plan, Brains(), signals, folder=folder, progress=interrupt)
    finally:
        folder.close()


GAMES, FIRST_PART = sampled((12, 7), (8, 5))
"""Games of a match, and how many are played before it is interrupted, in the middle of a pair."""


def big_plan() -> Plan:
    return Plan(make_setup(7, 7, 4, 2, levels=("random", "random")), GAMES, 1)


def openings_of(results: Results) -> list[tuple[str, ...]]:
    return [game.moves[: game.opening] for game in results.games]


@dataclass
class Kept:
    """A match of which all tests take a copy."""

    folder: Path
    openings: list[tuple[str, ...]]
    searched: int

    @classmethod
    def play(cls, folder: Path, games: int) -> Self:
        search = Search()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(plans, "by_search", search)
            openings = openings_of(play(folder, big_plan(), games))
        return cls(folder, openings, search.searched)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return Kept.play(tmp_path_factory.mktemp("whole"), GAMES)


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return Kept.play(tmp_path_factory.mktemp("part"), FIRST_PART)


@pytest.mark.slow
def test_a_match_that_goes_on_does_not_search_for_its_openings_again(
    whole: Kept, part: Kept, tmp_path: Path, search: Search
) -> None:
    assert 0 < part.searched < whole.searched
    copytree(part.folder, tmp_path / "match")
    goes_on = play(tmp_path / "match", big_plan(), GAMES)
    assert search.searched == whole.searched - part.searched
    assert openings_of(goes_on) == whole.openings
    search.searched = 0
    play(tmp_path / "match", big_plan(), GAMES)
    assert search.searched == 0


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    "refused",
    [None, 3, [], [3], [["a1", 7]], [["z9"]], [["a1 a2 a3 a4"]], [[], []], [[[["a1"]]]], "missing"],
)
def test_what_was_kept_of_openings_only_saves_time(
    refused: object, whole: Kept, part: Kept, tmp_path: Path, search: Search
) -> None:
    copytree(part.folder, tmp_path / "match")
    kept = tmp_path / "match" / MATCH_FILE
    about, *games = map(json.loads, kept.read_text().splitlines())
    for game in games[:3]:
        game[REFUSED] = refused
        if refused == "missing":
            del game[REFUSED]
    kept.write_text("".join(f"{json.dumps(line)}\n" for line in (about, *games)))
    assert openings_of(play(tmp_path / "match", big_plan(), GAMES)) == whole.openings
    is_true = refused == []  # where none was refused
    assert search.searched > whole.searched - part.searched or is_true


def test_an_opening_that_is_missing_alone_is_searched_for_again(
    whole: Kept, tmp_path: Path, search: Search
) -> None:
    copytree(whole.folder, tmp_path / "match")
    for number in (5, 6):
        (tmp_path / "match" / f"game-{number:04}.txt").unlink()
    assert openings_of(play(tmp_path / "match", big_plan(), GAMES)) == whole.openings
    assert 0 < search.searched < whole.searched / 3


def test_where_openings_run_out_a_match_goes_on_with_the_same_ones(tmp_path: Path, search: Search) -> None:
    play(tmp_path / "match", plan_of(40), 20)
    goes_on = play(tmp_path / "match", plan_of(40), 40)
    assert openings_of(goes_on) == openings_of(play(tmp_path / "other", plan_of(40), 40))
