"""Players of known strength who play rated games against the steps that are suggested to them.

`python -m tests.session.simulated_players` prints how near their ratings come, also for players who are
weaker than the first step or stronger than the last one.
"""

from datetime import date, timedelta
from random import Random
from statistics import fmean
from typing import NamedTuple

from tests.support.tool import parser_of
from ttt_tui.computer.ladder.kinds import STEPS, BoardClass, Kind, step_rating
from ttt_tui.engine import Rules
from ttt_tui.session.player_ratings import RatedGame, RatingTrack

KIND = Kind(BoardClass.FIVE, Rules())
GAMES = 15
START = date(2026, 1, 1)
DRAWS = 0.2
"""The share of draws between equal players."""


class Outcome(NamedTuple):
    """How far the ratings of some players are from their strengths."""

    near: float
    """The share of players within 100 points."""
    bias: float
    covered: float
    """The share of players within two deviations."""
    deviation: float


def chances(strength: float, opponent: float, draws: float) -> tuple[float, float]:
    """Return the probabilities of a win and a draw: Elo's formula gives the score, half of a draw is one."""
    expected = 1 / (1 + 10 ** ((opponent - strength) / 400))
    draw = draws * 4 * expected * (1 - expected)
    return expected - draw / 2, draw


def played(strength: float, random: Random, games: int = GAMES, draws: float = DRAWS) -> RatingTrack:
    """Return the rating of a player after some games, three a day, against the steps suggested."""
    track = RatingTrack(KIND)
    for number in range(games):
        step = track.suggested_step
        win, draw = chances(strength, step_rating(KIND, step).rating, draws)
        drawn = random.random()
        score = 1.0 if drawn < win else 0.5 if drawn < win + draw else 0.0
        day = START + timedelta(days=number // 3)
        track.add(RatedGame(str(number), day, KIND, step, score), day)
    return track


def outcome(strengths: list[float], random: Random, games: int = GAMES, draws: float = DRAWS) -> Outcome:
    """Let each of these players play, and return how near their ratings come."""
    errors, covered, deviations = [], 0, []
    for strength in strengths:
        track = played(strength, random, games, draws)
        rating = track.rating_on(START + timedelta(days=(games - 1) // 3))
        errors.append(rating.rating - strength)
        covered += abs(errors[-1]) <= 2 * rating.deviation
        deviations.append(rating.deviation)
    near = sum(abs(error) <= 100 for error in errors)
    return Outcome(near / len(errors), fmean(errors), covered / len(errors), fmean(deviations))


def main() -> None:
    """Print the tables."""
    random = Random(1)
    print("strength             draws  within 100   bias  covered  deviation")
    first, last = (step_rating(KIND, step).rating for step in (1, STEPS))
    for draws in (0.0, 0.2, 0.4):
        for title, strengths in (
            ("normal 1500 ± 300", [random.gauss(1500, 300) for _ in range(1000)]),
            ("all of the ladder", [random.uniform(first, last) for _ in range(1000)]),
        ):
            print(_row(title, draws, outcome(strengths, random, draws=draws)))
    for by in (-400, -200, -100, 0):
        print(_row(f"first step {by:+d}", DRAWS, outcome([first + by] * 1000, random)))
    for by in (0, 100, 200, 400):
        print(_row(f"last step {by:+d}", DRAWS, outcome([last + by] * 1000, random)))


def _row(title: str, draws: float, found: Outcome) -> str:
    near, bias, covered, deviation = found
    return f"{title:20} {draws:5.0%}   {near:9.1%}  {bias:+5.0f}    {covered:5.1%}  {deviation:9.0f}"


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    main()
