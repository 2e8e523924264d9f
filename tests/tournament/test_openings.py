"""Openings: even, undecided, different, and saved with a match so that the search is not repeated."""

import json
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from shutil import copytree
from typing import Self

import pytest

from tests.support.reference import Board, MaxN
from tests.support.sampling import sampled
from tests.support.strategies import make_setup
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.engine import Game, Limit, Position, Setup
from ttt_tui.process.signals import Signals
from ttt_tui.session.engines import Engines
from ttt_tui.tournament import plan as plans
from ttt_tui.tournament.folder import MATCH_FILE, REFUSED, Folder
from ttt_tui.tournament.match import Results, play_match
from ttt_tui.tournament.openings import (
    SEARCHED_CANDIDATES,
    Opening,
    OpeningChoices,
    OpeningSearch,
    by_search,
    random_openings,
)
from ttt_tui.tournament.plan import Plan


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    ("columns", "rows", "k", "count"),
    [(3, 3, 3, 2), (4, 4, 4, 2), (15, 15, 5, 2), (20, 3, 3, 3), (7, 7, 4, 5), (20, 20, 4, 15), (5, 5, 4, 5)],
)
def test_openings_are_even_undecided_and_all_different(columns: int, rows: int, k: int, count: int) -> None:
    setup = make_setup(columns, rows, k, count)
    seen = list(islice(random_openings(setup, 1), 6))
    assert len(set(seen)) == 6
    assert seen == list(islice(random_openings(setup, 1), 6))
    assert seen != list(islice(random_openings(setup, 2), 6))
    for opening in seen:
        game = Game(setup)
        for square in opening:
            game.place(square)
        assert game.outcome is None
        assert game.position.to_move == 0
        assert {stones.bit_count() for stones in game.position.stones} == {len(opening) // count}
        board = Board(columns, rows, k, list(range(count)), 0)
        for square in opening:
            board.place((setup.geometry.column(square), setup.geometry.row(square)))
        assert not any(board.wins_at(player) for player in range(count))


def test_noted_openings_are_taken_unless_no_search_can_have_come_to_them() -> None:
    setup, noted = make_setup(5, 5, 4), dict[int, OpeningChoices]()
    seen = list(islice(random_openings(setup, 1, known=noted), 3))
    assert list(islice(random_openings(setup, 1), 3)) == seen

    def fails(*_: object) -> float:
        raise AssertionError("it was searched for")

    assert list(islice(random_openings(setup, 1, fails, known=noted), 3)) == seen
    strange = noted | {1: (OpeningSearch(seen[0], ()),)}  # of another match: here it has come already
    assert list(islice(random_openings(setup, 1, known=strange), 3)) == seen


@pytest.mark.slow
def test_searched_openings_favour_the_player_to_move_less() -> None:
    setup = make_setup(15, 15, 5)
    expert = Expert(solver=None)

    def advantage(supply: Iterator[Opening]) -> float:
        scores = []
        for opening in islice(supply, 6):
            position = Position(setup.geometry, 2)
            for square in opening:
                position.play(square)
            scores.append(expert.think(position, Limit(nodes=4000)).score)
        return sum(score for score in scores if score is not None) / len(scores)

    searched = random_openings(setup, 1, by_search(), SEARCHED_CANDIDATES)
    assert advantage(searched) < 0.7 * advantage(random_openings(setup, 1))


def test_when_all_openings_are_played_they_come_again() -> None:
    seen = list(islice(random_openings(make_setup(3, 3, 3), 1), 200))
    assert len(seen) == 200
    supply = seen.index(seen[0], 1)
    assert 10 < supply == len(set(seen)) < 72


@pytest.mark.slow
def test_no_opening_of_two_is_won_already_where_there_are_others() -> None:
    worth = MaxN()
    setup = make_setup(3, 3, 3)
    for opening in islice(random_openings(setup, 1), 40):
        board = Board(3, 3, 3, [0, 1], 0)
        for square in opening:
            board.place((setup.geometry.column(square), setup.geometry.row(square)))
        assert worth.worth(board)[0] == 0


def test_on_a_board_that_is_won_from_the_start_there_are_openings_too() -> None:
    assert len(set(islice(random_openings(make_setup(5, 5, 3), 1), 10))) == 10


# --- saved with a match ------------------------------------------------------------------------------------


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
        return play_match(plan, Engines(), signals, folder=folder, progress=interrupt)
    finally:
        folder.close()


GAMES, FIRST_PART = sampled((12, 7), (8, 5))
"""Games of a match, and how many are played before it is interrupted, in the middle of a pair."""


def small_plan() -> Plan:
    return Plan(make_setup(3, 3, 3, 2, levels=("random", "random")), 40, 1)


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
def test_a_continued_match_does_not_search_for_known_openings(
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
def test_saved_choices_of_openings_only_save_time(
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


def test_a_match_repeats_its_openings_when_there_are_no_more(tmp_path: Path, search: Search) -> None:
    play(tmp_path / "match", small_plan(), 20)
    goes_on = play(tmp_path / "match", small_plan(), 40)
    assert openings_of(goes_on) == openings_of(play(tmp_path / "other", small_plan(), 40))
