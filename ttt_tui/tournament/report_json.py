"""The results of a match among computers as plain data, for JSON."""

import math
from typing import Any

from ttt_tui.tournament.played import Played
from ttt_tui.tournament.results import Results, Standing
from ttt_tui.tournament.sprt import BOUND, Sprt


def to_data(results: Results) -> dict[str, Any]:
    """Return the results; infinite Elo differences, and those that are not known, become None."""
    plan = results.plan
    geometry = plan.setup.geometry
    difference, ratings = results.elo, results.ratings
    return {
        "board": [geometry.columns, geometry.rows],
        "line": geometry.line_length,
        "format": plan.format.value,
        "seed": plan.seed,
        "games": len(results.games),
        "wanted": plan.total,
        "draws": sum(game.winner is None for game in results.games),
        "players": [_standing(standing) for standing in results.standings],
        "elo": None
        if difference is None
        else {
            "difference": _finite(difference.difference),
            "low": _finite(difference.low),
            "high": _finite(difference.high),
        },
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
        "points": None if ratings is None else _points(results),
        "sprt": None if results.sprt is None else _sprt(results.sprt),
        "trouble": results.trouble,
        "records": [_record(game) for game in results.games],
    }


def _standing(standing: Standing) -> dict[str, Any]:
    player = standing.player
    return {
        "name": player.name,
        "symbol": player.symbol,
        "level": player.level,
        "seconds": player.limit.seconds,
        "depth": player.limit.depth,
        "wins": sum(standing.wins),
        "draws": standing.draws,
        "losses": standing.losses,
        "wins_by_seat": standing.wins,
        "games_by_seat": standing.games,
        "crashes": standing.crashes,
        "faults": dict(standing.faults),
        "slowest": round(standing.slowest, 4),
    }


def _points(results: Results) -> list[list[float | None]]:
    """Return what the player of each row got of the one of each column, None where they have not met."""
    players = range(len(results.standings))
    met = [[results.points(player, other) for other in players] for player in players]
    return [[points if games else None for points, games in row] for row in met]


def _sprt(sprt: Sprt) -> dict[str, Any]:
    return {
        "elo": [sprt.hypotheses.first, sprt.hypotheses.second],
        "llr": round(sprt.ratio, 4),
        "bounds": [-round(BOUND, 4), round(BOUND, 4)],
        "pairs": sprt.pairs,
        "verdict": None if sprt.verdict is None else sprt.hypothesis_of(sprt.verdict),
    }


def _record(game: Played) -> dict[str, Any]:
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
