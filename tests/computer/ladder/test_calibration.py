"""The constants of the ladder: what they are for, how they are fitted, and that the document has the same."""

import math
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.tools.calibrate import (
    BOARDS,
    NEAR,
    TITLES,
    Measured,
    Played,
    Task,
    fitted_skills,
    grid_tasks,
    names_of_steps,
    with_tables,
)
from ttt_tui.computer.ladder.calibration import CALIBRATIONS
from ttt_tui.computer.ladder.kinds import STEPS, BoardClass, class_of, kind_of, step_rating
from ttt_tui.engine import Geometry, Rules
from ttt_tui.tournament.ratings import EloRating

DOCUMENT = Path(__file__).parents[3] / "docs" / "levels.md"


@pytest.mark.parametrize(
    ("geometry", "board", "title"),
    [
        (Geometry(3, 3, 3), BoardClass.THREE, "three in a row"),
        (Geometry(20, 20, 3), BoardClass.THREE, "three in a row"),
        (Geometry(6, 5, 4), BoardClass.SMALL_FOUR, "four in a row, small board"),
        (Geometry(7, 6, 4), BoardClass.FOUR, "four in a row"),
        (Geometry(7, 6, 4, Rules(drop=True)), BoardClass.DROP, "falling stones"),
        (Geometry(11, 11, 5), BoardClass.SMALL_FIVE, "five in a row, small board"),
        (Geometry(19, 19, 6, Rules.parse("connect6")), BoardClass.FIVE, "five in a row, large board, double"),
        (Geometry(15, 15, 5, Rules.parse("swap2")), BoardClass.FIVE, "five in a row, large board"),
        (Geometry(9, 9, 5, Rules.parse("torus")), BoardClass.SMALL_FIVE, "five in a row, small board, torus"),
        (Geometry(9, 9, 3, Rules.parse("ultimate")), BoardClass.ULTIMATE, "Ultimate"),
        (Geometry(9, 9, 3, Rules.parse("most-boards")), BoardClass.ULTIMATE, "Ultimate, most-boards"),
    ],
)
def test_games_are_of_a_kind_by_board_and_rules_without_the_opening(
    geometry: Geometry, board: BoardClass, title: str
) -> None:
    kind = kind_of(geometry)
    assert (kind.board, str(kind)) == (board, title)


def test_every_class_has_a_board_on_which_it_was_measured() -> None:
    assert [*map(class_of, BOARDS.values())] == [*BoardClass]
    assert [*CALIBRATIONS] == [board.name for board in BoardClass]


@pytest.mark.parametrize("board", BOARDS)
def test_every_step_is_rated_above_the_one_below(board: str) -> None:
    kind = kind_of(BOARDS[board])
    ratings = [step_rating(kind, strength) for strength in range(1, STEPS + 1)]
    assert all(one.rating < other.rating for one, other in pairwise(ratings))
    assert (ratings[4].rating + ratings[5].rating) / 2 == pytest.approx(1500, abs=1)
    assert all(30 <= each.deviation <= 100 for each in ratings)


def test_a_rating_by_rules_without_games_of_their_own_is_less_certain() -> None:
    torus = kind_of(Geometry(9, 9, 5, Rules.parse("torus")))
    assert step_rating(torus, 5).deviation == 150
    assert step_rating(torus, 5).rating == step_rating(kind_of(Geometry(9, 9, 5)), 5).rating
    variant = kind_of(Geometry(9, 9, 3, Rules.parse("most-boards")))
    assert step_rating(variant, 5).deviation == 150
    assert step_rating(variant, 5).rating == step_rating(kind_of(BOARDS["ultimate"]), 5).rating


@pytest.mark.parametrize("board", BOARDS)
def test_the_document_has_the_ratings_and_positive_differences(board: str) -> None:
    section = DOCUMENT.read_text().partition(f"### {TITLES[board]}\n")[2].partition("###")[0]
    rows = re.findall(
        r"^\| (\d+) \| (\S+) \| (\d+) \| (\S+)(?: \((\S+) to (\S+)\))? \|", section, re.MULTILINE
    )
    constants = CALIBRATIONS[class_of(BOARDS[board]).name]
    assert [float(rating) for _, _, rating, *_ in rows] == list(constants.ratings)
    assert [float(skill) for _, skill, *_ in rows[:-1]] == list(constants.skills)
    if board != "3x3":  # there good players draw nearly every game
        assert all(float(low) > 0 for *_, low, _ in rows[1:])


def test_the_tables_of_one_board_leave_those_of_the_others() -> None:
    before = DOCUMENT.read_text().partition("<!-- calibrated -->\n")[2].partition("<!-- end -->")[0]
    assert with_tables(before, {}) == before
    ratings = dict.fromkeys((*names_of_steps("9x9"), *NEAR), EloRating(1500.0, 1490.0, 1510.0))
    found = Measured(ratings, [(7, 0.5)] * 9, [(12.0, 3.0, 21.0)] * 9, [])
    after = with_tables(before, {"9x9": found})
    section = after.partition(f"### {TITLES['9x9']}\n")[2].partition("###")[0]
    assert section.count("| +12 (+3 to +21) | 7 |") == 9
    for board in BOARDS.keys() - {"9x9"}:
        title = f"### {TITLES[board]}\n"
        assert after.partition(title)[2].partition("###")[0] == before.partition(title)[2].partition("###")[0]


def _simulated(task: Task, random: Random) -> Played:
    """Return games between players whose strength is a known function of their skill."""

    def strength(name: str) -> float:
        step, _, skill = name.partition(":")
        return 1000.0 if not skill else 900 * float(skill) - {"1": 500, "2": 250, "3": 0}[step]

    chance = 1 / (1 + math.exp((strength(task.second) - strength(task.first)) * math.log(10) / 400))
    return Played(task, tuple(float(random.random() < chance) for _ in range(2)))


def test_the_fit_finds_skills_that_are_evenly_apart() -> None:
    random = Random(1)
    skills = fitted_skills("9x9", [_simulated(task, random) for task in grid_tasks("9x9")])
    # Careful players are at 0 and more, so step 3 is; the seven steps above it are evenly apart up to 1000.
    # The two below keep a ninth of the whole range of 1500 between them.
    careful = [1000 / 7 * n / 900 for n in range(7)]
    assert skills == pytest.approx([(500 - 2 * 1500 / 9) / 900, (250 - 1500 / 9) / 900, *careful], abs=0.09)


def test_steps_have_the_skills_of_their_class() -> None:
    assert names_of_steps("9x9")[0].startswith("1:")
    assert names_of_steps("9x9")[-1] == "expert"
