"""A history of very many games, written by direct SQL in the program's own format within seconds.

Games of Connect Four and on 3×3 are real ones from a pool; those of five in a row are random openings near
the middle, with transpositions, that end by resignation.

    python -m tests.support.many_games FILE [COUNT]
"""

import json
import sqlite3
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from ttt_tui.engine import Game, Geometry, Move, Player, Rules, Setup
from ttt_tui.engine.records import move_word, result_text
from ttt_tui.engine.records.json import setup_to_data
from ttt_tui.store.games import History

PEOPLE = 300
"""The number of different humans in imported games."""

LEVELS = ("expert 2", "expert 4", "expert 6", "random", "rules")

FIRST_DAY = datetime(2020, 1, 1, 18, 0)

BOARDS = (
    (Geometry(15, 15, 5), 60),
    (Geometry(15, 15, 5, Rules.parse("renju")), 5),
    (Geometry(7, 6, 4, Rules.parse("drop")), 20),
    (Geometry(3, 3, 3), 15),
)
"""The boards, each with its share in percent."""

POOL, LARGE_POOL = 400, 4000
"""Different games of each small board, and of 15×15."""


def random_game(setup: Setup, rng: Random, first: int = 0) -> Game:
    """Return a game of random moves until its end."""
    game = Game(setup, first)
    while game.outcome is None:
        placement = rng.choice([p for p in setup.geometry.placements if game.check(p) is None])
        game.push(Move(game.position.to_move, placement))
    return game


def _resigned(setup: Setup, rng: Random, first: int) -> tuple[list[str], str]:
    """Return the moves of a game without a line that the player to move resigns, and its result."""
    geometry = setup.geometry
    while True:
        count, stones = rng.randrange(3, 60), list[int]()
        spread = 0.8
        while len(stones) < count:
            column, row = (min(max(round(rng.gauss(7, spread)), 0), 14) for _ in range(2))
            if (square := geometry.at(column, row)) not in stones:
                stones.append(square)
            spread = min(spread + 0.1, 4.0)
        sides = [sum(1 << square for square in stones[side::2]) for side in (0, 1)]
        if not any(map(geometry.has_run, sides)):
            break
    loser = (first + count) % 2
    symbols = [player.symbol for player in setup.players]
    words = [*map(geometry.name, stones), f"{symbols[loser]}-resigns"]
    return words, f"{symbols[1 - loser]} wins: resignation"


def _ended(setup: Setup, rng: Random, first: int) -> tuple[list[str], str]:
    """Return the moves and the result of a game."""
    if setup.geometry.columns == 15:
        if setup.geometry.rules.are_usual:
            return _resigned(setup, rng, first)
        return ["h8", "g7", f"{setup.players[first].symbol}-resigns"], (
            f"{setup.players[1 - first].symbol} wins: resignation"
        )
    game = random_game(setup, rng, first)
    return [move_word(setup, move) for move in game.moves], result_text(game)


def game_rows(count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield the columns of `count` games."""
    rng = Random(seed)
    pool: dict[tuple[Geometry, int], list[tuple[list[str], str]]] = {}
    setups: dict[tuple[Geometry, Player, Player], tuple[Setup, str]] = {}
    for number in range(count):
        geometry = rng.choices([board for board, _ in BOARDS], [share for _, share in BOARDS])[0]
        is_own = rng.random() < 0.5
        if is_own:
            players = Player("You", "X"), Player(level := rng.choice(LEVELS), "O", level=level)
        else:
            one, other = rng.sample(range(PEOPLE), 2)
            players = Player(f"Player No {one}", "X"), Player(f"Player No {other}", "O")
        key = (geometry, *players)
        if key not in setups:
            made = Setup(geometry, players)
            setups[key] = made, json.dumps(setup_to_data(made), ensure_ascii=False)
        setup, text = setups[key]
        first = rng.randrange(2)
        games = pool.setdefault((geometry, first), [])
        if len(games) < (LARGE_POOL if geometry.columns == 15 else POOL):
            games.append(_ended(setup, rng, first))
        words, result = rng.choice(games)
        time = (FIRST_DAY + timedelta(hours=number * 50_000 // max(count, 1))).isoformat() + "+00:00"
        yield {
            "number": 1, "seed": 0, "started": time, "changed": time, "setup": text, "first": first,
            "moves": json.dumps(words), "undone": "[]", "result": result, "uid": f"{seed:08x}{number:024x}",
            "origin": "played" if is_own else "imported", "sequence": number + 1, "match": number + 1,
            "id": number + 1,
        }  # fmt: skip


def write_games(path: Path, count: int, seed: int = 1) -> None:
    """Write a new history with `count` games."""
    History(path).close()
    connection = sqlite3.connect(path)
    with connection:
        for row in game_rows(count, seed):
            names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
            connection.execute(f"INSERT INTO games ({names}) VALUES ({places})", row)
    connection.close()


if __name__ == "__main__":
    write_games(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000)
