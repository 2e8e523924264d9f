"""Calibrate the ladder by games: `python -m tests.tools.calibrate FOLDER [--stage STAGE] [--board NAME …]`.

Three stages, one after the other without `--stage`:

grid    players of many skills meet their neighbours, and the skills of the steps are fitted to the Elo
        ratings that this gives, as evenly as the range allows; on 3×3 to the share of games not lost against
        perfect play. Games of the second stage count as well, if there are any. `--write` puts the skills
        into `ttt_tui/computer/ladder/calibration.py`.
steps   each step meets its neighbours and, for a quarter of the games, the steps two places from it; the
        classic computers meet the steps that are near to them.
table   one joint fit of these games gives the ratings: `--write` puts them into the same module, and the
        tables into `docs/levels.md`.

Each game is a line of JSON in FOLDER, which lies outside the repository. A command that was stopped is
repeated: the games in FOLDER are not played again. Games are played one at a time on each of `--jobs` cores.
Players below the expert are limited by nodes, so a busy machine does not weaken them; the expert and the
classic computers that search are limited by seconds, so their games need idle cores.
"""

import argparse
import json
import math
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

from tests.support.perfect_play import PerfectPlayer
from ttt_tui.computer import LEVELS, Computer
from ttt_tui.computer.base import play_game
from ttt_tui.computer.ladder import calibration
from ttt_tui.computer.ladder.calibration import CALIBRATIONS, Calibration
from ttt_tui.computer.ladder.kinds import STEPS, BoardClass, class_of
from ttt_tui.computer.ladder.player import LadderPlayer
from ttt_tui.computer.ultimate.steps import UltimateStep
from ttt_tui.computer.vanishing.players import VanishingStep
from ttt_tui.engine import Game, Geometry, Limit, Rules, Setup
from ttt_tui.tournament.ratings import POINTS, EloRating, Encounter, dispersion, elo_ratings

BOARDS = {
    "3x3": Geometry(3, 3, 3),
    "5x5": Geometry(5, 5, 4),
    "7x6": Geometry(7, 6, 4),
    "connect-four": Geometry(7, 6, 4, Rules(drop=True)),
    "9x9": Geometry(9, 9, 5),
    "15x15": Geometry(15, 15, 5),
    "ultimate": Geometry(9, 9, 3, Rules.parse("ultimate")),
    "vanishing": Geometry(3, 3, 3, Rules.parse("vanishing")),
}
"""One board of each class."""

TITLES = {
    "3x3": "3×3, three in a row",
    "5x5": "5×5, four in a row",
    "7x6": "7×6, four in a row",
    "connect-four": "Connect Four",
    "9x9": "9×9, five in a row",
    "15x15": "15×15, five in a row",
    "ultimate": "Ultimate",
    "vanishing": "Vanishing",
}

GAMES = {"3x3": 400, "7x6": 500, "5x5": 300, "15x15": 60, "vanishing": 100}
"""Games of two neighbouring steps; 200 elsewhere."""

GRID_GAMES = {"15x15": 50, "ultimate": 60, "vanishing": 60}
"""Games of two neighbours on the grid; 100 elsewhere."""

CLASSIC_GAMES = 40
"""Games of a classic computer against each of the steps near to it."""

EXPERT_SECONDS = 0.25
"""The limit of the expert in the second stage."""

CLASSIC_SECONDS = 0.1
"""The limit of `minimax` and `negamax`."""

TIMED = {"expert", "minimax", "negamax"}
"""The players that are limited by seconds."""

NEWTON_STEPS, RIDGE = 60, 1e-4
"""Steps of the fit of the grid, and what holds the mean of the ratings at 0."""

GUARD = Limit(seconds=10.0)
"""The limit of the steps, which do not reach it."""

GRID_NODES = 2500
"""Nodes of the expert on the grid, which is played on busy machines as well."""

MOST_APART = 250.0
"""Elo points between two steps at most, where the range of skills would allow more."""

THREE_GAMES = 2000
"""Games of a player against perfect play on 3×3."""

MIDDLE = 1500.0
"""The mean of the ratings of the two middle steps."""

CAREFUL = (*(n / 10 for n in range(11)), 1.25, 1.5)
"""The skills on the grid of players that see every win and threat in one, such as step 3 …"""

CARELESS = (0.0, 0.15, 0.3, 0.45)
"""… and of those that sometimes do not, such as steps 1 and 2."""


class Entrant(NamedTuple):
    """A player of the calibration: a classic computer, or a player of some carelessness and skill."""

    name: str

    def make(self, board: str, seed: int) -> Computer:
        """Return a new computer for a board: `3:0.4` has the carelessness of step 3 and skill 0.4."""
        name = self.name.partition("@")[0]
        if name == "perfect":
            return PerfectPlayer(seed)
        if ":" in name:
            strength, skill = name.split(":")
            kind = {"ultimate": UltimateStep, "vanishing": VanishingStep}.get(board, LadderPlayer)
            return kind(int(strength), seed, skill=float(skill))
        return LEVELS[name].make(seed)

    @property
    def limit(self) -> Limit:
        """Its limit for a move: `expert@2500` has so many nodes, `expert` seconds."""
        name, _, nodes = self.name.partition("@")
        if nodes:
            return Limit(nodes=int(nodes))
        if name == "expert":
            return Limit(seconds=EXPERT_SECONDS)
        return Limit(seconds=CLASSIC_SECONDS) if name in TIMED else GUARD


class Task(NamedTuple):
    """Two games between two entrants, with the seats exchanged."""

    board: str
    first: str
    second: str
    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """The games of a task."""

    task: Task
    scores: tuple[float, ...]
    """The first entrant's, when it moved first and when it moved second."""


# --- playing ---------------------------------------------------------------------------------------------


class _Limited:
    """A computer with a limit of its own."""

    def __init__(self, entrant: Entrant, board: str, seed: int) -> None:
        self._computer = entrant.make(board, seed)
        self._limit = entrant.limit

    def think(self, position, limit):  # type: ignore[no-untyped-def]  # the limit of all is not used
        return self._computer.think(position, self._limit)

    def close(self) -> None:
        self._computer.close()


def play(task: Task) -> Played:
    """Play the two games of a task from an empty board."""
    scores = []
    for seat in range(2):
        random = Random(f"{task} {seat}")
        players = [
            _Limited(Entrant(name), task.board, random.getrandbits(32)) for name in (task.first, task.second)
        ]
        in_turn = players if seat == 0 else players[::-1]
        outcome = play_game(Game(Setup(BOARDS[task.board], 2)), in_turn)
        scores.append(0.5 if outcome.winner is None else float(outcome.winner == seat))
        for player in players:
            player.close()
    return Played(task, tuple(scores))


def _pin(cores: Sequence[int], counter: "list[int]") -> None:
    """Keep this worker on a core of its own."""
    with counter.get_lock():  # type: ignore[attr-defined]  # a shared value of multiprocessing
        number = counter.value  # type: ignore[attr-defined]
        counter.value += 1  # type: ignore[attr-defined]
    os.sched_setaffinity(0, {cores[number % len(cores)]})


class Games:
    """The games in a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "games.jsonl"
        self._played: dict[Task, Played] = {}
        if self._path.exists():
            for line in self._path.read_text().splitlines():
                *task, scores = json.loads(line)
                self._played[Task(*task)] = Played(Task(*task), tuple(scores))

    def play(self, tasks: Sequence[Task], jobs: int) -> None:
        """Play those of these tasks that have not been played, and keep each when it is done."""
        missing = [task for task in tasks if task not in self._played]
        cores = sorted(os.sched_getaffinity(0))[-jobs:]
        context = get_context("fork")
        with (
            context.Pool(len(cores), _pin, (cores, context.Value("i", 0))) as pool,
            self._path.open("a") as file,
        ):
            for done, played in enumerate(pool.imap_unordered(play, missing), 1):
                self._played[played.task] = played
                print(json.dumps([*played.task, played.scores]), file=file, flush=True)
                if done % 500 == 0 or done == len(missing):
                    print(f"{done} of {len(missing)} pairs of games", file=sys.stderr, flush=True)

    def among(self, board: str, plays: Callable[[str], bool]) -> list[Played]:
        """Return all games on a board between entrants for whom `plays` is true of the name."""
        return [
            played
            for task, played in self._played.items()
            if task.board == board and plays(task.first) and plays(task.second)
        ]

    def of(self, tasks: Sequence[Task]) -> list[Played]:
        """Return what was played of these tasks."""
        return [self._played[task] for task in tasks if task in self._played]


# --- the grid --------------------------------------------------------------------------------------------


def grid_tasks(board: str) -> Iterator[Task]:
    """Yield the games of the grid: a chain of neighbours from the most careless player to the expert."""
    if board == "3x3":
        for name in _three_entrants():
            for number in range(THREE_GAMES // 2):
                yield Task(board, name, "perfect", number)
        return
    first, second, third = ([f"{step}:{skill}" for skill in CARELESS] for step in (1, 2, 3))
    careful = [f"3:{skill}" for skill in CAREFUL]
    expert = f"expert@{GRID_NODES}"
    pairs = [*pairwise(first), *pairwise(second), *pairwise(careful), ("3:1.0", expert)]
    pairs += [*zip(first, second, strict=True), *zip(second, third, strict=True)]
    pairs += [(first[-1], careful[2]), ("3:0.8", expert), ("3:0.9", expert)]
    pairs += [("3:1.25", "expert"), ("3:1.5", "expert")]
    for number in range(GRID_GAMES.get(board, 100) // 2):
        for one, other in pairs:
            yield Task(board, one, other, number)


def _three_entrants() -> list[str]:
    return [f"{step}:{skill}" for step in (1, 2) for skill in CARELESS] + [f"3:{skill}" for skill in CAREFUL]


def fitted_skills(board: str, played: Sequence[Played]) -> tuple[float, ...]:
    """Return the skills of the steps below the last one, evenly strong steps apart as far as that goes."""
    strength = _shares(played) if board == "3x3" else _elo(played)
    curves = {
        step: _curve(
            [(float(name.split(":")[1]), strength[name]) for name in strength if name[:2] == f"{step}:"]
        )
        for step in (1, 2, 3)
    }
    top = 1.0 if board == "3x3" else strength.get("expert", strength[f"expert@{GRID_NODES}"])
    lowest = curves[1][0][1] if board != "3x3" else max(0.2, curves[1][0][1])
    apart = (top - lowest) / (STEPS - 1)
    if board != "3x3":
        apart = min(apart, MOST_APART)
    # Careful players are not as weak as the first two steps: the rest is spaced evenly above the third.
    third = max(top - apart * (STEPS - 3), curves[3][0][1])
    upper = (top - third) / (STEPS - 3)
    first = lowest if board == "3x3" else max(lowest, third - 2 * apart)
    wanted = [first, (first + third) / 2, *(third + upper * n for n in range(STEPS - 3))]
    skills = [_where(curves[min(step, 3)], level) for step, level in enumerate(wanted, 1)]
    print(board, "range", round(lowest, 2), round(top, 2), "wanted", [round(level, 2) for level in wanted])
    return tuple(round(skill, 3) for skill in skills)


def _knots(name: str) -> dict[str, float]:
    """Return the players of the grid next to one, with their weights; itself if it has no skill."""
    step, _, skill = name.partition(":")
    if not skill:
        return {name: 1.0}
    for low, high in pairwise(CAREFUL if step == "3" else CARELESS):
        if float(skill) <= high:
            part = (float(skill) - low) / (high - low)
            return {f"{step}:{low}": 1 - part, f"{step}:{high}": part}
    raise ValueError(f"{name} is beyond the grid")


def _elo(played: Sequence[Played]) -> dict[str, float]:
    """Return the Elo ratings of the players of the grid.

    A Bradley–Terry model in which the strength is a piecewise linear function of the skill, so that games of
    all skills tell of it. A drawn game more for each pair keeps players from being infinitely strong.
    """
    results: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.5, 0.5])
    for each in played:
        for score in each.scores:
            results[each.task.first, each.task.second][0] += score
            results[each.task.first, each.task.second][1] += 1 - score
    careless = {step: min(3, int(step)) for step in "123456789"}
    pairs = []
    for (first, second), (won, lost) in results.items():
        weights: dict[str, float] = defaultdict(float)
        for name, sign in ((first, 1.0), (second, -1.0)):
            step, _, skill = name.partition(":")
            for knot, weight in _knots(f"{careless[step]}:{skill}" if skill else name).items():
                weights[knot] += sign * weight
        pairs.append((weights, won, lost))
    knots = sorted({knot for weights, _, _ in pairs for knot in weights})
    strength = dict.fromkeys(knots, 0.0)
    for _ in range(NEWTON_STEPS):
        slope = {knot: -RIDGE * strength[knot] for knot in knots}
        curvature = {knot: dict.fromkeys(knots, 0.0) | {knot: RIDGE} for knot in knots}
        for weights, won, lost in pairs:
            lead = sum(strength[knot] * weight for knot, weight in weights.items())
            chance = 1 / (1 + math.exp(-lead))
            for one, weight in weights.items():
                slope[one] += weight * (won - (won + lost) * chance)
                for other, its in weights.items():
                    curvature[one][other] += weight * its * (won + lost) * chance * (1 - chance)
        rows = [[*(curvature[one][other] for other in knots), slope[one]] for one in knots]
        for knot, step_ in zip(knots, _solution(rows), strict=True):
            strength[knot] += max(-1.0, min(1.0, step_))
    return {knot: POINTS * value for knot, value in strength.items()}


def _solution(rows: list[list[float]]) -> list[float]:
    """Return the solution of linear equations with a positive definite matrix, right sides last."""
    for i, row in enumerate(rows):
        pivot = row[i]
        row[:] = [value / pivot for value in row]
        for other in rows:
            if other is not row and (factor := other[i]):
                other[:] = [value - factor * own for value, own in zip(other, row, strict=True)]
    return [row[-1] for row in rows]


def _shares(played: Sequence[Played]) -> dict[str, float]:
    """Return the share of games that each entrant did not lose."""
    scores = defaultdict(list)
    for each in played:
        scores[each.task.first] += [float(score > 0) for score in each.scores]
    return {name: mean(kept) for name, kept in scores.items()}


def _curve(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points of a curve that never falls, where neighbours that do are averaged.

    The pool adjacent violators algorithm: M. Ayer and others, "An empirical distribution function for
    sampling with incomplete information", 1955.
    """
    groups: list[list[tuple[float, float]]] = []
    for point in sorted(points):
        groups.append([point])
        while len(groups) > 1 and mean(y for _, y in groups[-2]) > mean(y for _, y in groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    return [(x, mean(y for _, y in group)) for group in groups for x, _ in group]


def _where(curve: list[tuple[float, float]], level: float) -> float:
    """Return the skill at which a curve takes a value, at its ends if it does nowhere."""
    if level <= curve[0][1]:
        return curve[0][0]
    for (x, y), (next_x, next_y) in pairwise(curve):
        if y <= level <= next_y and next_y > y:
            return x + (next_x - x) * (level - y) / (next_y - y)
    return curve[-1][0]


# --- the steps -------------------------------------------------------------------------------------------


@cache
def names_of_steps(board: str) -> tuple[str, ...]:
    """Return the entrants that are the steps on a board, by the constants as they are."""
    skills = CALIBRATIONS[class_of(BOARDS[board]).name].skills
    return (*(f"{step}:{skill}" for step, skill in enumerate(skills, 1)), "expert")


NEAR = {
    "random": (1, 2),
    "rules": (1, 2, 3, 4),
    "scorer": (2, 4, 7),
    "minimax": (3, 5, 8),
    "negamax": (3, 5, 8),
}
"""The steps that each classic computer meets."""


def step_tasks(board: str) -> Iterator[Task]:
    """Yield the games of neighbouring steps, and those of the classic computers."""
    steps = names_of_steps(board)
    for number in range(GAMES.get(board, 200) // 2):
        for one, other in pairwise(steps):
            yield Task(board, one, other, number)
        if number % 4 == 0:
            for one, other in zip(steps, steps[2:], strict=False):
                yield Task(board, one, other, number)
    for number in range(CLASSIC_GAMES // 2):
        for name, near in NEAR.items():
            for step in near:
                yield Task(board, name, steps[step - 1], number)
    if board == "3x3":
        for name in steps:
            for number in range(THREE_GAMES // 2):
                yield Task(board, name, "perfect", number)


@dataclass(frozen=True, slots=True)
class Measured:
    """What the games of the steps on a board tell."""

    ratings: dict[str, EloRating]
    """Of the steps and the classic computers, with the middle of the ladder at `MIDDLE`."""
    scores: list[tuple[int, float]]
    """Of each step below the last one: games against the next one, and its share of the points."""
    gaps: list[tuple[float, float, float]]
    """Elo points of the next step above each, with the 95 % interval."""
    kept: list[float]
    """On 3×3 the share of the games that each step does not lose against perfect play."""


def measured(board: str, played: Sequence[Played]) -> Measured:
    """Fit all games of a board together."""
    steps = names_of_steps(board)
    kept = _shares([each for each in played if each.task.second == "perfect"])
    played = [each for each in played if each.task.second != "perfect"]
    entrants = [*steps, *NEAR]
    number = {name: i for i, name in enumerate(entrants)}
    encounters = [
        Encounter(number[each.task.first], number[each.task.second], each.scores) for each in played
    ]
    ratings = elo_ratings(len(entrants), encounters)
    shift = MIDDLE - (ratings[4].elo + ratings[5].elo) / 2
    moved = {
        name: EloRating(each.elo + shift, each.low + shift, each.high + shift)
        for name, each in zip(entrants, ratings, strict=True)
    }
    scores, gaps = [], []
    for one, other in pairwise(steps):
        met = [each for each in encounters if {each.first, each.second} == {number[one], number[other]}]
        games = sum(len(each.scores) for each in met)
        share = sum(sum(each.scores) for each in met) / games
        scores.append((games, share))
        gaps.append(_gap(met, moved[other].elo - moved[one].elo))
    return Measured(moved, scores, gaps, [kept[name] for name in steps if name in kept])


def _gap(met: Sequence[Encounter], gap: float) -> tuple[float, float, float]:
    """Return an Elo difference of the joint fit with its 95 % interval by the games of the two alone.

    Only neighbours meet on the ladder, so no other games tell of their difference.
    """
    games = sum(len(each.scores) for each in met)
    share = 1 / (1 + 10 ** (gap / 400))
    error = POINTS * math.sqrt(dispersion(met, lambda first, second: share) / (games * share * (1 - share)))
    return gap, gap - 1.96 * error, gap + 1.96 * error


# --- writing ---------------------------------------------------------------------------------------------


def write_constants(found: dict[str, Calibration]) -> None:
    """Write the constants into their module."""
    path = Path(calibration.__file__)
    rows = []
    for name, each in found.items():
        rows.append(
            f'    "{name}": Calibration(\n        {each.skills},\n        {each.ratings},\n'
            f"        {each.deviations},\n    ),\n"
        )
    text = path.read_text()
    start = text.index("CALIBRATIONS = {")
    end = text.index("}\n", start)
    path.write_text(f"{text[:start]}CALIBRATIONS = {{\n{''.join(rows)}{text[end:]}")


TABLES = re.compile(r"(?<=<!-- calibrated -->\n).*(?=<!-- end -->\n)", re.DOTALL)


def write_tables(found: dict[str, Measured]) -> None:
    """Write the tables into `docs/levels.md`, where those of other boards stay."""
    path = Path(__file__).parents[2] / "docs" / "levels.md"
    path.write_text(TABLES.sub(lambda old: with_tables(old[0], found), path.read_text()))


def with_tables(text: str, found: dict[str, Measured]) -> str:
    """Return the tables of a text with those that were found instead of earlier ones or after them."""
    old = {table.partition("\n")[0]: table.strip() for table in text.split("### ")[1:]}
    new = {TITLES[board]: _table(board, each) for board, each in found.items()}
    tables = old | new
    return "\n\n\n".join(f"### {tables[title]}" for title in TITLES.values() if title in tables) + "\n\n"


def _table(board: str, found: Measured) -> str:
    """Return the table of a board, in Markdown, after its title."""
    steps = names_of_steps(board)
    skills = CALIBRATIONS[class_of(BOARDS[board]).name].skills
    has_shares = bool(found.kept)
    lines = [TITLES[board], ""]
    lines.append(f"| step | skill | rating | above the step below | games{' | not lost' * has_shares} |")
    lines.append(f"|---|---|---|---|---{'|---' * has_shares}|")
    for i, name in enumerate(steps):
        skill = "–" if i == STEPS - 1 else f"{skills[i]:g}"
        gap, games = "–", "–"
        if i:
            middle, low, high = found.gaps[i - 1]
            gap, games = f"{middle:+.0f} ({low:+.0f} to {high:+.0f})", str(found.scores[i - 1][0])
        kept = f" | {found.kept[i]:.1%}" if has_shares else ""
        lines.append(f"| {i + 1} | {skill} | {found.ratings[name].elo:.0f} | {gap} | {games}{kept} |")
    lines += ["", "| classic computer | rating | 95 % |", "|---|---|---|"]
    for name in NEAR:
        each = found.ratings[name]
        lines.append(f"| `{name}` | {_number(each.elo)} | {_number(each.low)} to {_number(each.high)} |")
    return "\n".join(lines)


def _number(elo: float) -> str:
    return f"{elo:.0f}" if math.isfinite(elo) else "–"


# --- the command -----------------------------------------------------------------------------------------


def main() -> None:
    """Run the stages that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.calibrate", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--stage", choices=("grid", "steps", "table"))
    parser.add_argument("--board", action="append", choices=tuple(BOARDS))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument(
        "--by-nodes", action="store_true", help="leave out players limited by seconds for now"
    )
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    games, boards = Games(options.folder), options.board or list(BOARDS)
    found = {each.name: CALIBRATIONS[each.name] for each in BoardClass}

    def chosen(tasks: Iterator[Task]) -> list[Task]:
        """Return those of these tasks that are to be played now."""
        return [task for task in tasks if not options.by_nodes or TIMED.isdisjoint((task.first, task.second))]

    if options.stage in (None, "grid"):
        for board in boards:
            tasks = chosen(grid_tasks(board))
            games.play(tasks, options.jobs)
            played = games.of(tasks)
            if board != "3x3":
                played = games.among(board, lambda name: ":" in name or "expert" in name)
            skills = fitted_skills(board, played)
            name = class_of(BOARDS[board]).name
            found[name] = Calibration(skills, found[name].ratings, found[name].deviations)
            print(board, skills)
        if options.write:
            write_constants(found)
            CALIBRATIONS.update(found)
    if options.stage in (None, "steps"):
        for board in boards:
            games.play(chosen(step_tasks(board)), options.jobs)
    if options.stage in (None, "table"):
        tables = {}
        for board in boards:
            entrants = {*names_of_steps(board), *NEAR, "perfect"}
            tables[board] = each = measured(board, games.among(board, entrants.__contains__))
            steps = [each.ratings[name] for name in names_of_steps(board)]
            name = class_of(BOARDS[board]).name
            found[name] = Calibration(
                found[name].skills,
                tuple(float(round(step.elo)) for step in steps),
                tuple(float(max(30, round((step.high - step.low) / 2 / 1.96))) for step in steps),
            )
            print(_table(board, each))
        if options.write:
            write_constants(found)
            write_tables(tables)


if __name__ == "__main__":
    main()
