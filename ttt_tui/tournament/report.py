"""How the results of a match among computers are told: tables, and sentences on who is the stronger."""

import math

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ttt_tui.session.history_tables import WIDE, print_table
from ttt_tui.session.layout import print_symbols_of
from ttt_tui.tournament.elo import Elo
from ttt_tui.tournament.ratings import EloRating
from ttt_tui.tournament.results import Results, Standing
from ttt_tui.tournament.sprt import BOUND, Sprt

MOST_SEATS = 5
"""Players whose wins are counted seat by seat in the table; `--json` does so for any number."""

WIDEST = 80
"""Columns of the table of points; a wider one is left out."""

NOT_KNOWN = "–"

KINDS = {
    "did not start": ("failed start", "failed starts"),
    "died": ("exit", "exits"),
    "hung": ("hang", "hangs"),
    "overran": ("timeout", "timeouts"),
    "illegal move": ("illegal move", "illegal moves"),
    "nonsense": ("invalid answer", "invalid answers"),
    "flood": ("flood", "floods"),
    "refused": ("refusal", "refusals"),
}
"""What the table calls one fault of each kind of `BrainFault`, and several."""


def print_results(results: Results) -> None:
    """Print the tables, and what they say of the players' strength."""
    print_symbols_of(standing.player for standing in results.standings)
    print_table(_standings(results))
    standings = results.standings
    if not _by_seat(results):
        print(f"Wins by seat: {' '.join(map(str, _won_from_seats(results)))}")
    if (difference := results.elo) is not None:
        rated = results.rated_games or 0
        print(comparison(difference, rated, *(standing.player.name for standing in standings)))
    if (caution := left_out(results)) is not None:
        print(caution)
    if results.sprt is not None:
        print(verdict(results.sprt, *(standing.player.name for standing in standings)))
    if (ratings := results.ratings) is not None:
        print()
        print_table(_ratings(results, ratings))
        points = _points(results)
        if Console(width=WIDE).measure(points).maximum <= WIDEST:
            print()
            print_table(points)


# --- who won what ------------------------------------------------------------------------------------------


def _standings(results: Results) -> Table:
    played = len(results.games)
    geometry = results.plan.setup.geometry
    draws = sum(game.winner is None for game in results.games)
    wanted = results.plan.total
    of = f" of {wanted}" if played < wanted else ""
    games = f"{played}{of} game{'s' * (wanted != 1)}"
    title = f"{geometry}, {geometry.line_length} in a row, seed {results.plan.seed}: {games}, {draws} drawn"
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    table.add_column("player", no_wrap=True)
    table.add_column("level")
    seats = _by_seat(results)
    has_brain = any(standing.player.is_brain for standing in results.standings)
    from_seats = (f"won\nas {_ordinal(seat + 1)}" for seat in seats)
    for column in ("won", "drawn", "lost", *from_seats, "slowest\nmove"):
        table.add_column(column, justify="right", no_wrap=True)
    if has_brain:
        table.add_column("faults")
    for standing in (results.standings[number] for number in _order(results)):
        table.add_row(
            Text(standing.player.name),
            Text(standing.player.level),
            str(sum(standing.wins)),
            str(standing.draws),
            str(standing.losses),
            *(str(standing.wins[seat]) for seat in seats),
            f"{standing.slowest:.2f} s",
            *[_faults(standing)] * has_brain,
        )
    won = _won_from_seats(results)
    table.add_row("total", "", str(played - draws), str(draws), "", *(str(won[seat]) for seat in seats), "")
    return table


def _by_seat(results: Results) -> range:
    """Return the seats that have columns: more than that are cut in most terminals."""
    return range(results.plan.seats if results.plan.seats <= MOST_SEATS else 0)


def _ordinal(number: int) -> str:
    """Return `1st`, `2nd`, `3rd`, `4th`, up to `10th`."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _won_from_seats(results: Results) -> list[int]:
    return [sum(standing.wins[seat] for standing in results.standings) for seat in range(results.plan.seats)]


def _faults(standing: Standing) -> str:
    """Return how often a brain failed in which way: `2 timeouts, 1 exit`."""
    return ", ".join(
        f"{count} {KINDS.get(kind, (kind, kind))[count != 1]}"
        for kind, count in standing.faults.most_common()
    )


# --- who is the stronger -----------------------------------------------------------------------------------


def comparison(difference: Elo, games: int, first: str, second: str) -> str:
    """Return who is the stronger, or that so many games do not decide it, with the interval."""
    low, high = difference.low, difference.high
    interval = f"(95 %: {_interval(low, high)})"
    points = round(difference.difference) if math.isfinite(difference.difference) else None
    if low > 0 or high < 0:
        than = "stronger" if low > 0 else "weaker"
        if points is None:
            least = abs(round(low if low > 0 else high))
            return f"Strength: {first} is at least {least} Elo {than} than {second} (95 %)"
        return f"Strength: {first} is about {abs(points)} Elo {than} than {second} {interval}"
    few = "1 game is" if games == 1 else f"{games} games are"
    undecided = f"Strength: {few} too few to tell"
    if points is None:
        return f"{undecided}; {first} is {_interval(low, high)} Elo against {second} (95 %)"
    if points == 0:
        return f"{undecided}; {first} and {second} are even so far {interval}"
    return f"{undecided}; {first} is {points:+} Elo against {second} so far {interval}"


def left_out(results: Results) -> str | None:
    """Return which games of an interrupted match say nothing of strength, None if all do."""
    rated, played = results.rated_games, len(results.games)
    if rated is None or rated == played:
        return None
    if not rated:
        return "Strength: unknown until the first opening was played from both seats"
    return f"Elo from {rated} of {played} games: those before the first opening not played from both seats"


def verdict(sprt: Sprt, first: str, second: str) -> str:
    """Return what a sequential test has decided, and how surely."""
    count = sum(sprt.pairs)
    after = f"after {count} pair{'s' * (count != 1)} of games"
    one, other = sprt.hypotheses.first, sprt.hypotheses.second
    if sprt.verdict is None:
        return (
            f"SPRT undecided {after}: {first} may be {one:+g} or {other:+g} Elo against {second} "
            f"(LLR {sprt.ratio:+.2f}, bounds {-BOUND:+.2f} and {BOUND:+.2f})"
        )
    chosen = sprt.hypothesis_of(sprt.verdict)
    refused = other if chosen == one else one
    return (
        f"SPRT decided {after}: {first} is more likely {chosen:+g} than {refused:+g} Elo against {second} "
        f"(LLR {sprt.ratio:+.2f}, bounds {-BOUND:+.2f} and {BOUND:+.2f})"
    )


def _ratings(results: Results, ratings: list[EloRating]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("player", no_wrap=True)
    for column in ("Elo", "95 %", "points", "games"):
        table.add_column(column, justify="right", no_wrap=True)
    for number in _order(results):
        rating, standing = ratings[number], results.standings[number]
        table.add_row(
            Text(standing.player.name),
            _signed(rating.elo),
            _interval(rating.low, rating.high),
            f"{standing.points:g}",
            str(sum(standing.games)),
        )
    return table


def _order(results: Results) -> list[int]:
    """Return the players in the order of all tables: as they were named, or if they have ratings by these.

    Of equal ratings that comes first which made the most of its games.
    """
    ratings = results.ratings
    if ratings is None:
        return [*range(len(results.standings))]

    def key(number: int) -> tuple[bool, float, float]:
        standing, elo = results.standings[number], ratings[number].elo
        share = standing.points / max(1, sum(standing.games))
        return math.isnan(elo), 0.0 if math.isnan(elo) else -elo, -share

    return sorted(range(len(ratings)), key=key)


def _points(results: Results) -> Table:
    """Return the points that the player of each row scored against the one of each column."""
    order = _order(results)
    players = [results.standings[number].player for number in order]
    table = Table(box=None, pad_edge=False)
    table.add_column("points scored against", no_wrap=True)
    for player in players:
        table.add_column(Text(player.symbol), justify="right", no_wrap=True)
    for number, player in zip(order, players, strict=True):
        met = [results.points(number, other) for other in order]
        cells = (f"{points:g}" if games else NOT_KNOWN for points, games in met)
        table.add_row(Text(f"{player.symbol} {player.name}"), *cells)
    return table


def _interval(low: float, high: float) -> str:
    """Return `-30 to +20`; an end that is infinite is left out: `at least +20`, `at most -30`."""
    if math.isfinite(low) and math.isfinite(high):
        return f"{_signed(low)} to {_signed(high)}"
    if math.isfinite(low):
        return f"at least {_signed(low)}"
    return f"at most {_signed(high)}" if math.isfinite(high) else NOT_KNOWN


def _signed(points: float) -> str:
    """Return whole points with their sign; infinite ones, and those that are not known, have no number."""
    return f"{round(points):+}" if math.isfinite(points) else NOT_KNOWN
