"""How the results of a match among computers are told: a table and a sentence, or JSON."""

import math
from typing import Any

from rich.table import Table
from rich.text import Text

from ttt_tui.commands.elo import Elo
from ttt_tui.commands.match_results import Results, Standing
from ttt_tui.session.history_tables import print_table

MOST_SEATS = 5
"""Players whose wins are counted seat by seat in the table; `--json` does so for any number."""


def to_data(results: Results) -> dict[str, Any]:
    """Return the results as plain data, for JSON; infinite Elo differences become None."""
    geometry = results.setup.geometry
    difference = results.elo
    return {
        "board": [geometry.columns, geometry.rows],
        "line": geometry.line_length,
        "seed": results.seed,
        "games": len(results.games),
        "wanted": results.wanted,
        "draws": sum(game.winner is None for game in results.games),
        "players": [
            {
                "name": standing.player.name,
                "symbol": standing.player.symbol,
                "level": standing.player.level,
                "seconds": standing.player.limit.seconds,
                "depth": standing.player.limit.depth,
                "wins": sum(standing.wins),
                "draws": standing.draws,
                "losses": standing.losses,
                "wins_by_seat": standing.wins,
                "games_by_seat": standing.games,
                "crashes": standing.crashes,
                "faults": dict(standing.faults),
                "slowest": round(standing.slowest, 4),
            }
            for standing in results.standings
        ],
        "elo": None
        if difference is None
        else {
            name: round(value, 1) if math.isfinite(value) else None
            for name, value in (
                ("difference", difference.difference),
                ("low", difference.low),
                ("high", difference.high),
            )
        },
        "records": [
            {
                "seats": list(game.seats),
                "opening": game.opening,
                "moves": list(game.moves),
                "winner": game.winner,
                "termination": game.termination,
                "fault": game.fault,
            }
            for game in results.games
        ],
    }


def print_results(results: Results) -> None:
    """Print the table, and what it says of two players' strength."""
    count, played = len(results.standings), len(results.games)
    geometry = results.setup.geometry
    draws = sum(game.winner is None for game in results.games)
    of = f" of {results.wanted}" if played < results.wanted else ""
    line = geometry.line_length
    games = f"{played}{of} game{'s' * (results.wanted != 1)}"
    title = f"{geometry}, {line} in a row, seed {results.seed}: {games}, {draws} drawn"
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    table.add_column("player", no_wrap=True)
    table.add_column("level")
    by_seat = range(count if count <= MOST_SEATS else 0)  # more columns than that are cut in most terminals
    has_brain = any(standing.player.is_brain for standing in results.standings)
    for column in ("won", "drawn", "lost", *(f"as {seat + 1}." for seat in by_seat), "slowest"):
        table.add_column(column, justify="right", no_wrap=True)
    if has_brain:
        table.add_column("faults")
    for standing in results.standings:
        table.add_row(
            Text(standing.player.name),
            Text(standing.player.level),
            str(sum(standing.wins)),
            str(standing.draws),
            str(standing.losses),
            *(str(standing.wins[seat]) for seat in by_seat),
            f"{standing.slowest:.2f} s",
            *[_faults(standing)] * has_brain,
        )
    seats = [sum(standing.wins[seat] for standing in results.standings) for seat in range(count)]
    table.add_row("all", "", str(played - draws), str(draws), "", *(str(seats[seat]) for seat in by_seat), "")
    print_table(table)
    if not by_seat:
        print(f"Won from each seat: {' '.join(map(str, seats))}")
    if (difference := results.elo) is not None:
        print(comparison(difference, *(standing.player.name for standing in results.standings)))


def _faults(standing: Standing) -> str:
    """Return what a brain did wrong how often, as `2 overran, 1 died`."""
    return ", ".join(f"{count} {kind}" for kind, count in standing.faults.most_common())


def comparison(difference: Elo, first: str, second: str) -> str:
    """Return who is the stronger and by how much, with the interval."""
    points = difference.difference
    low, high = (
        f"{end:+.0f}" if math.isfinite(end) else f"{end:+}" for end in (difference.low, difference.high)
    )
    than = "weaker than" if points < 0 else "stronger than" if points > 0 else "as strong as"
    much = f"{abs(points):.0f} Elo " if points and math.isfinite(points) else ""
    by_far = "" if math.isfinite(points) else " by more than could be measured"
    return f"{first} is {much}{than} {second}{by_far} (95 %: {low} to {high})"
