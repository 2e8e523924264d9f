"""A match: games that end in any order, workers, and the strength that an interrupted match shows."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.support.strategies import make_setup
from ttt_tui.errors import EndedBySignal, WorkerFailed
from ttt_tui.process import child
from ttt_tui.process.signals import Signals
from ttt_tui.session.engines import Engines
from ttt_tui.tournament import game, match, workers
from ttt_tui.tournament.game import PlayedGame
from ttt_tui.tournament.match import Results, play_match
from ttt_tui.tournament.plan import Fixture, PairingSystem, Plan
from ttt_tui.tournament.report import left_out, results_to_data
from ttt_tui.tournament.sprt import Hypotheses
from ttt_tui.tournament.workers import play_in_workers

Order = Callable[[Sequence[PlayedGame]], Sequence[PlayedGame]]


def a_plan(games: int = 400, *levels: str, pairing: PairingSystem = PairingSystem.ONE_GAME) -> Plan:
    levels = levels or ("random", "random")
    return Plan(make_setup(3, 3, 3, len(levels), levels=levels), games, 1, pairing)


def lots(plan: Plan) -> list[PlayedGame]:
    """The games of a match in which the first player wins two of three, without a board."""
    rng = Random(5)
    games = []
    for number in range(plan.total):
        _, seats = plan.place_of(number)
        winner = None if rng.random() < 0.1 else 0 if rng.random() < 2 / 3 else 1
        games.append(PlayedGame(number, seats, 0, (), winner, "line", (0.0, 0.0)))
    return games


def like_workers(games: Sequence[PlayedGame]) -> Sequence[PlayedGame]:
    """As from several workers: a few places early or late."""
    rng = Random(2)
    return sorted(games, key=lambda game: game.number + rng.uniform(0, 5))


def won_first(games: Sequence[PlayedGame]) -> Sequence[PlayedGame]:
    """The games that the first player loses take so long that all others end before."""
    return sorted(games, key=lambda game: game.winner != 0)


def first_last(games: Sequence[PlayedGame]) -> Sequence[PlayedGame]:
    return [*games[1:], games[0]]


ORDERS: tuple[Order, ...] = (list, like_workers, won_first, first_last)


def run(monkeypatch: pytest.MonkeyPatch, order: Order, **options: Any) -> Results:
    plan = a_plan()

    def play(*arguments: object) -> Iterator[PlayedGame]:
        yield from order(lots(plan))

    monkeypatch.setattr(match, "play_here", play)
    return play_match(plan, Engines(), Signals(), **options)


@pytest.mark.parametrize("order", ORDERS)
def test_games_count_in_the_order_of_their_numbers(monkeypatch: pytest.MonkeyPatch, order: Order) -> None:
    seen: list[int] = []
    results = run(monkeypatch, order, progress=lambda results, played: seen.append(played))
    assert results.games == lots(a_plan())
    assert seen == list(range(401))


def test_a_test_decides_the_same_whichever_games_end_first(monkeypatch: pytest.MonkeyPatch) -> None:
    once, *others = (run(monkeypatch, order, hypotheses=Hypotheses(0, 100)) for order in ORDERS)
    assert once.sprt is not None
    assert once.sprt.verdict is not None
    assert 0 < len(once.games) < 400
    assert len(once.games) == 2 * sum(once.sprt.pairs), "what comes after the verdict does not count"
    for other in others:
        assert other.sprt is not None
        assert (other.sprt.verdict, other.sprt.ratio) == (once.sprt.verdict, once.sprt.ratio)
        assert other.games == once.games


def test_games_before_a_signal_count_but_not_in_the_sprt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(games: Sequence[PlayedGame]) -> Sequence[PlayedGame]:
        class UntilASignal(list[PlayedGame]):
            def __iter__(self) -> Iterator[PlayedGame]:
                yield from (games[0], games[1], games[3], games[6], games[4])
                raise EndedBySignal(signal.SIGINT)

        return UntilASignal()

    results = run(monkeypatch, interrupted, hypotheses=Hypotheses(0, 100))
    assert [game.number for game in results.games] == [0, 1, 3, 4, 6]
    assert results.sprt is not None
    assert sum(results.sprt.pairs) == 1, "of the other pairs one game is missing"


# --- workers -----------------------------------------------------------------------------------------------


def timeless(games: Sequence[PlayedGame]) -> list[PlayedGame]:
    return [replace(game, slowest=()) for game in games]


def test_workers_play_the_same_games_as_are_played_here() -> None:
    plan = a_plan(7, "random", "rules", "negamax")
    here = play_match(plan, Engines(), Signals())
    there = play_match(plan, Engines(), Signals(), jobs=3)
    assert timeless(here.games) == timeless(there.games)
    assert len(here.games) == 7


def test_workers_end_at_sigterm_and_need_not_be_killed() -> None:
    started: set[workers.Child] = set()

    def look(results: Results, played: int) -> None:
        started.update(child._running)

    results = play_match(a_plan(4), Engines(), Signals(), jobs=2, progress=look)
    assert len(results.games) == 4
    statuses = [one._process.returncode for one in started]
    assert len(statuses) == 2
    assert -signal.SIGKILL not in statuses


def test_a_worker_that_is_killed_ends_the_match_with_a_sentence_and_all_others() -> None:
    plan = a_plan(1000)
    killed: list[int] = []
    started: list[workers.Child] = []

    def kill(results: Results, played: int) -> None:
        started[:] = child._running
        if played == 4:
            killed.append(started[0].process_id)
            os.kill(killed[0], signal.SIGKILL)

    results = play_match(plan, Engines(), Signals(), jobs=2, progress=kill)
    assert results.error is not None
    assert results.error.startswith("the process for game ")
    assert results.error.endswith(" was killed by SIGKILL")
    assert 4 <= len(results.games) < 1000
    for one in started:
        with pytest.raises(ProcessLookupError):
            os.kill(one.process_id, 0)


def test_an_unexpected_error_in_a_worker_comes_with_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "START", "import sys; " + workers.START.replace("; sys.exit", FAULTY))
    plan = a_plan(2)
    with pytest.raises(WorkerFailed, match=r"(?s)Traceback.*RuntimeError: nobody knows why"):
        list(play_in_workers(plan, plan.fixtures(), Engines(), Signals(), 1))


FAULTY = """
from ttt_tui.tournament import workers
def play(*arguments): raise RuntimeError("nobody knows why")
workers.play_game = play
sys.exit"""


def test_a_worker_that_cannot_be_started_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.sys, "executable", "/no/such/python")
    error = play_match(a_plan(2), Engines(), Signals(), jobs=2).error
    assert error is not None
    assert error.startswith("cannot start a process for game 1: ")


def test_a_signal_ends_a_game_that_is_being_played() -> None:
    signals = Signals()
    signals._note(signal.SIGTERM, None)
    fixture = next(a_plan().fixtures())
    with pytest.raises(EndedBySignal):
        game.play_game(a_plan(), fixture, signals, Engines())


def test_nothing_is_played_without_fixtures() -> None:
    none: list[Fixture] = []
    assert list(play_in_workers(a_plan(), iter(none), Engines(), Signals(), 2)) == []


# --- interrupted matches -----------------------------------------------------------------------------------


def results_of(plan: Plan, *numbers: int) -> Results:
    """Return the results of these games, each won by whoever moved first."""
    results = Results(plan)
    for number in numbers:
        _, seats = plan.place_of(number)
        results.add(PlayedGame(number, seats, 0, (), seats[0], "line", (0.0, 0.0)))
    return results


@pytest.mark.parametrize(
    ("numbers", "rated"),
    [
        ((0, 1), 2), ((0, 1, 2), 2), ((0, 1, 2, 3), 4), ((0, 1, 3), 2), ((0, 1, 3, 4, 5), 2),
        ((0, 1, 2, 4, 6, 8), 2),
    ],
)  # fmt: skip
def test_if_the_first_mover_always_wins_the_players_are_equal(numbers: tuple[int, ...], rated: int) -> None:
    results = results_of(a_plan(10), *numbers)
    assert results.elo is not None
    assert results.elo.difference == 0
    assert results.rated_games == results_to_data(results)["rated_games"] == rated
    assert (left_out(results) is None) == (rated == len(numbers))


@pytest.mark.parametrize("numbers", [(0,), (1,), (0, 2), (2, 3)])
def test_without_a_whole_pair_strength_is_unknown(numbers: tuple[int, ...]) -> None:
    results = results_of(a_plan(10), *numbers)
    assert results.elo is None
    assert left_out(results) == "Strength: unknown until the first opening was played from both seats"


def test_a_match_that_was_played_to_its_end_counts_whole() -> None:
    results = results_of(a_plan(3), 0, 1, 2)
    assert results.rated_games == 3
    assert left_out(results) is None


def test_ratings_are_of_whole_pairs_too() -> None:
    results = results_of(a_plan(4, *["random"] * 3, pairing=PairingSystem.ROUND_ROBIN), *range(9))
    assert results.rated_games == 8
    assert left_out(results) == (
        "Elo from 8 of 9 games: those before the first opening not played from both seats"
    )
    ratings = results.ratings
    assert ratings is not None
    assert [rating.elo for rating in ratings] == pytest.approx([0, 0, 0])
