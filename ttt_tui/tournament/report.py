"""The results of a match among computers: tables, sentences about strength, and plain data for JSON."""

import csv
import math
import sys
from collections import Counter
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ttt_tui.analysis.words import counted, in_a_row, rules_title
from ttt_tui.computer.levels import screen_name
from ttt_tui.engine import Geometry
from ttt_tui.gomocup.engine import OPENING_LEVEL
from ttt_tui.session.history_tables import WIDE, print_table
from ttt_tui.session.layout import print_symbols_of
from ttt_tui.tournament.game import PlayedGame
from ttt_tui.tournament.match import Results, Standing
from ttt_tui.tournament.pairs import PairStatistics
from ttt_tui.tournament.ratings import Elo, EloRating
from ttt_tui.tournament.sprt import Sprt

MOST_SEATS = 5
"""Most players for whom the table counts wins by seat; `--json` does so for any number."""

WIDEST = 80
"""Greatest width of the table of points, in cells; a wider one is omitted."""

UNKNOWN = "–"

KINDS = {
    "did not start": ("failed start", "failed starts"),
    "died": ("exit", "exits"),
    "hung": ("hang", "hangs"),
    "overran": ("timeout", "timeouts"),
    "illegal move": ("illegal move", "illegal moves"),
    "nonsense": ("invalid answer", "invalid answers"),
    "flood": ("flood", "floods"),
    "refused": ("refusal", "refusals"),
    "raised": ("exception", "exceptions"),
}
"""The names of one fault and of several, by `BrainFault.kind`."""


def print_results(results: Results) -> None:
    """Print the tables and the sentences about the players' strength."""
    print_symbols_of(standing.player for standing in results.standings)
    print(_title(results))
    print_table(_standings(results))
    standings = results.standings
    if any(standing.times for standing in standings):
        print()
        print_table(_times(results))
    if not _by_seat(results):
        print(f"Wins by seat: {' '.join(map(str, _won_from_seats(results)))}")
    for standing in standings:
        if standing.opened_for:
            games, name = counted(standing.opened_for, "game"), standing.player.name
            print(f"{OPENING_LEVEL} opened {games} for {name}, which does not know the opening")
    if (difference := results.elo) is not None:
        rated = results.rated_games or 0
        print(comparison(difference, rated, *(standing.player.name for standing in standings)))
    if (pairs := results.pairs) is not None:
        print(pairs_line(pairs))
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


# --- wins and losses---------------------------------------------------------------------------------------


def _title(results: Results) -> str:
    """Return the board, the seed, and how many games were played and drawn."""
    played, plan = len(results.games), results.plan
    of = f"{played} of " if played < plan.total else ""
    games = of + counted(plan.total, "game")
    return f"{_board(plan.setup.geometry)}, seed {plan.seed}: {games}, {_drawn(results)} drawn"


def _drawn(results: Results) -> int:
    return sum(game.winner is None for game in results.games)


def _standings(results: Results) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("player", no_wrap=True)
    table.add_column("level")
    seats = _by_seat(results)
    has_engine = any(standing.player.is_engine for standing in results.standings)
    from_seats = (f"won\nas {_ordinal(seat + 1)}" for seat in seats)
    for column in ("won", "drawn", "lost", *from_seats):
        table.add_column(column, justify="right", no_wrap=True)
    if has_engine:
        table.add_column("faults")
    for standing in (results.standings[number] for number in _order(results)):
        table.add_row(
            Text(standing.player.name),
            Text(screen_name(standing.player.level)),
            str(sum(standing.wins)),
            str(standing.draws),
            str(standing.losses),
            *(str(standing.wins[seat]) for seat in seats),
            *[_faults(standing)] * has_engine,
        )
    won, draws = _won_from_seats(results), _drawn(results)
    table.add_row(
        "total", "", str(len(results.games) - draws), str(draws), "", *(str(won[seat]) for seat in seats)
    )
    return table


def _times(results: Results) -> Table:
    """Return the table of the times of moves, and of positions searched a second."""
    table = Table(box=None, pad_edge=False)
    table.add_column("time a move", no_wrap=True)
    for column in ("mean", "99 % within", "slowest", "moves", "nodes/s"):
        table.add_column(column, justify="right", no_wrap=True)
    for standing in (results.standings[number] for number in _order(results)):
        table.add_row(
            Text(standing.player.name),
            f"{standing.mean:.3f} s",
            f"{standing.p99:.3f} s",
            f"{standing.slowest:.3f} s",
            str(len(standing.times)),
            UNKNOWN if standing.speed is None else f"{standing.speed:,.0f}",
        )
    return table


def _board(geometry: Geometry) -> str:
    """Return `15×15, five in a row, exactly`, or `Ultimate, most boards`, which has one board only."""
    if geometry.rules.only_board:
        return rules_title(geometry.rules)
    return ", ".join((str(geometry), in_a_row(geometry.line_length), *geometry.rules.words))


def _by_seat(results: Results) -> range:
    """Return the seats that have columns: none if there are more than fit most terminals."""
    return range(results.plan.seats if results.plan.seats <= MOST_SEATS else 0)


def _ordinal(number: int) -> str:
    """Return `1st`, `2nd`, `3rd`, `4th`, up to `10th`."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _won_from_seats(results: Results) -> list[int]:
    return [sum(standing.wins[seat] for standing in results.standings) for seat in range(results.plan.seats)]


def _faults(standing: Standing) -> str:
    """Return the faults of an engine: `2 timeouts, 1 exit`."""
    return ", ".join(
        f"{count} {KINDS.get(kind, (kind, kind))[count != 1]}"
        for kind, count in standing.faults.most_common()
    )


# --- strength --------------------------------------------------------------------------------------------


def comparison(difference: Elo, games: int, first: str, second: str) -> str:
    """Return which player is stronger, or that `games` games do not decide it, with the interval."""
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


def pairs_line(pairs: PairStatistics) -> str:
    """Return the results of pairs, the likelihood of superiority, and normalised Elo with its interval."""
    words = [f"Pairs 0-½-1-1½-2: {' '.join(map(str, pairs.counts))}"]
    if pairs.superiority is not None:
        words.append(f"LOS {100 * pairs.superiority:.1f} %")
    if (elo := pairs.normalised_elo) is not None:
        words.append(f"normalised Elo {_signed(elo.difference)} (95 %: {_interval(elo.low, elo.high)})")
    return " · ".join(words)


def left_out(results: Results) -> str | None:
    """Return which games of an interrupted match strength is not estimated from, None if from all."""
    rated, played = results.rated_games, len(results.games)
    if rated is None or rated == played:
        return None
    if not rated:
        return "Strength: unknown until the first opening was played from both seats"
    return f"Elo from {rated} of {played} games: those before the first opening not played from both seats"


def verdict(sprt: Sprt, first: str, second: str) -> str:
    """Return the decision of a sequential test, with its log-likelihood ratio."""
    after = f"after {counted(sum(sprt.pairs), 'pair')} of games"
    low, high = sprt.hypotheses.bounds
    ratio = f"(LLR {sprt.ratio:+.2f}, bounds {low:+.2f} and {high:+.2f})"
    one, other, chosen = sprt.hypotheses.first, sprt.hypotheses.second, sprt.accepted
    if chosen is None:
        return f"SPRT undecided {after}: {first} may be {one:+g} or {other:+g} Elo against {second} {ratio}"
    than = f"{chosen:+g} than {other if chosen == one else one:+g} Elo against {second}"
    return f"SPRT decided {after}: {first} is more likely {than} {ratio}"


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
    """Return the players in the order of all tables: by rating if they have any, otherwise as given.

    With equal ratings, the higher share of points comes first.
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
    """Return the table of points that the player of a row scored against the player of a column."""
    order = _order(results)
    players = [results.standings[number].player for number in order]
    table = Table(box=None, pad_edge=False)
    table.add_column("points scored against", no_wrap=True)
    for player in players:
        table.add_column(Text(player.symbol), justify="right", no_wrap=True)
    for number, player in zip(order, players, strict=True):
        met = [results.points(number, other) for other in order]
        cells = (f"{points:g}" if games else UNKNOWN for points, games in met)
        table.add_row(Text(f"{player.symbol} {player.name}"), *cells)
    return table


def _interval(low: float, high: float) -> str:
    """Return `-30 to +20`, or with one infinite end `at least +20` or `at most -30`."""
    if math.isfinite(low) and math.isfinite(high):
        return f"{_signed(low)} to {_signed(high)}"
    if math.isfinite(low):
        return f"at least {_signed(low)}"
    return f"at most {_signed(high)}" if math.isfinite(high) else UNKNOWN


def _signed(points: float) -> str:
    """Return rounded points with their sign, or `UNKNOWN` if they are not finite."""
    return f"{round(points):+}" if math.isfinite(points) else UNKNOWN


# --- CSV ----------------------------------------------------------------------------------------------------


FORMULA = "=+-@\t\r"
"""What a text begins with that a spreadsheet would compute."""


def print_csv(results: Results) -> None:
    """Print a line for each game: the players in turn order, their seconds and positions, and the result."""
    seats = range(1, results.plan.seats + 1)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    of_seats = [f"{what} {seat}" for what in ("player", "seconds", "nodes") for seat in seats]
    writer.writerow(["game", *of_seats, "opening", "moves", "winner", "termination", "fault", "record"])
    names = [_harmless(standing.player.name) for standing in results.standings]
    for game in results.games:
        milliseconds = Counter[int]()
        for mover, time in zip(game.movers, game.times, strict=False):
            milliseconds[mover] += time or 0
        writer.writerow(
            [
                game.number + 1,
                *(names[number] for number in game.seats),
                *(f"{milliseconds[number] / 1000:.3f}" if game.times else "" for number in game.seats),
                *(game.nodes or [""] * len(game.seats)),
                game.opening,
                len(game.moves),
                "" if game.winner is None else names[game.winner],
                game.termination,
                game.fault or "",
                " ".join(game.moves),
            ]
        )


def _harmless(name: str) -> str:
    """Return a name that a spreadsheet takes for a text."""
    return f"'{name}" if name.startswith(tuple(FORMULA)) else name


# --- plain data ---------------------------------------------------------------------------------------------


def results_to_data(results: Results) -> dict[str, Any]:
    """Return the results as plain data for JSON; infinite and unknown Elo points become None."""
    plan = results.plan
    geometry = plan.setup.geometry
    difference, ratings = results.elo, results.ratings
    return {
        "board": [geometry.columns, geometry.rows],
        "line": geometry.line_length,
        "rules": str(geometry.rules),
        "pairing": plan.pairing.value,
        "seed": plan.seed,
        "games": len(results.games),
        "wanted": plan.total,
        "draws": _drawn(results),
        "players": [_standing_to_data(standing) for standing in results.standings],
        "elo": None
        if difference is None
        else {
            "difference": _finite(difference.difference),
            "low": _finite(difference.low),
            "high": _finite(difference.high),
        },
        "pairs": None if results.pairs is None else _pairs_to_data(results.pairs),
        "rated_games": results.rated_games,
        "ratings": None
        if ratings is None
        else [
            {
                "elo": _finite(rating.elo),
                "low": _finite(rating.low),
                "high": _finite(rating.high),
                "clean": {math.inf: "won", -math.inf: "lost"}.get(rating.elo),
            }
            for rating in ratings
        ],
        "points": None if ratings is None else _points_to_data(results),
        "sprt": None if results.sprt is None else _sprt_to_data(results.sprt),
        "error": results.error,
        "records": [_game_to_data(game) for game in results.games],
    }


def _standing_to_data(standing: Standing) -> dict[str, Any]:
    player = standing.player
    return {
        "name": player.name,
        "symbol": player.symbol,
        "level": screen_name(player.level),
        "seconds": player.limit.seconds,
        "depth": player.limit.depth,
        "wins": sum(standing.wins),
        "draws": standing.draws,
        "losses": standing.losses,
        "wins_by_seat": standing.wins,
        "games_by_seat": standing.games,
        "crashes": standing.crashes,
        "faults": dict(standing.faults),
        "opened_for": standing.opened_for,
        "slowest": round(standing.slowest, 4),
        "moves": len(standing.times),
        "mean": round(standing.mean, 4),
        "p99": round(standing.p99, 4),
        "nodes_per_second": None if standing.speed is None else round(standing.speed),
    }


def _points_to_data(results: Results) -> list[list[float | None]]:
    """Return each player's points (row) against each other player (column), None if they have not met."""
    players = range(len(results.standings))
    met = [[results.points(player, other) for other in players] for player in players]
    return [[points if games else None for points, games in row] for row in met]


def _pairs_to_data(pairs: PairStatistics) -> dict[str, Any]:
    elo = pairs.normalised_elo
    return {
        "counts": list(pairs.counts),
        "superiority": None if pairs.superiority is None else round(pairs.superiority, 4),
        "normalised_elo": None if elo is None else elo._asdict(),
    }


def _sprt_to_data(sprt: Sprt) -> dict[str, Any]:
    return {
        "elo": [sprt.hypotheses.first, sprt.hypotheses.second],
        "llr": round(sprt.ratio, 4),
        "bounds": [round(bound, 4) for bound in sprt.hypotheses.bounds],
        "pairs": sprt.pairs,
        "verdict": sprt.accepted,
    }


def _game_to_data(game: PlayedGame) -> dict[str, Any]:
    return {
        "game": game.number + 1,
        "seats": list(game.seats),
        "opening": game.opening,
        "moves": list(game.moves),
        "winner": game.winner,
        "termination": game.termination,
        "fault": game.fault,
    }


def _finite(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None
