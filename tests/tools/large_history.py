"""Measure what a history of very many games costs, in CPU milliseconds, and how that grows.

`python -m tests.tools.large_history [--games 100000]` writes two histories, the second ten times as large,
and prints the time of each thing in both, and their ratio. Ten means that time is linear in the games.
"""

import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

from tests.support.many_games import random_game, write_games
from tests.support.strategies import make_setup
from tests.support.tool import parser_of
from ttt_tui.engine import Geometry
from ttt_tui.engine.records import Record
from ttt_tui.session.finding import search_wording
from ttt_tui.store.games import History
from ttt_tui.store.positions import reached
from ttt_tui.store.search import GameQuery, parse_query
from ttt_tui.store.statistics import Names, person_statistics

SEARCHES = ("medium", "renju lost", "-renju after:2022 15x15", "moves:h8 i9")
EXPLORED = ("", "h8", "h8 i9", "h8 i9 g7", "h8 h9 i9 g7 g8 i7 h7")
NAMES = ("You",)


def measured(count: int) -> dict[str, float]:
    """Return the milliseconds that each thing takes among so many games."""
    times: dict[str, float] = {}

    def measure(what: str, work: Callable[[], object]) -> None:
        started = time.process_time()
        work()
        times[what] = (time.process_time() - started) * 1000

    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "history.db")
        write_games(path, count)
        wording, board = search_wording(date.today()), Geometry(15, 15, 5)
        with closing(History(path)) as history:
            finder = history.finder
            measure("read the list", lambda: finder.search(GameQuery(), NAMES, wording))
            measure("index all positions", finder.index_all)
            finder.search(GameQuery(), NAMES, wording)
            for text in SEARCHES:
                measure(f"search {text}", partial(finder.search, parse_query(text), NAMES, wording))
            for moves in EXPLORED:
                position = reached(board, 2, moves.split())
                assert position is not None
                measure(f"explore {moves}".strip(), partial(finder.explorer, board, position))
            games = finder.finished()
            measure("read for statistics", finder.finished)
            measure("count statistics", lambda: person_statistics(games, Names(NAMES), "You"))
            measure("the unfinished game", history.last_unfinished)
            measure("the score", lambda: history.score(NAMES))
            rng = Random(3)
            setup = replace(make_setup(7, 6, 4), geometry=Geometry(7, 6, 4))
            records = [Record(random_game(setup, rng)) for _ in range(count // 100)]
            measure("import 1 % more", lambda: history.add_all(records, again=False))
    return times


def main() -> None:
    """Print the table."""
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="games of the larger history")
    count = parser.parse_args().games
    small, large = measured(count // 10), measured(count)
    print(f"{'CPU ms':28}{count // 10:>10,}{count:>10,}   ratio")
    for what, time_taken in large.items():
        ratio = time_taken / max(small[what], 0.001)
        print(f"{what:28}{small[what]:10.1f}{time_taken:10.1f}{ratio:8.1f}")


if __name__ == "__main__":
    main()
