"""`ttt-tui match`: computers against one another, and who is the stronger."""

import json
import math
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random, SystemRandom
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ttt_tui.commands.elo import Elo, elo
from ttt_tui.commands.openings import openings
from ttt_tui.computer import LEVELS, Computer, megabytes_each
from ttt_tui.engine import Game, Move, Player, Setup, Square
from ttt_tui.engine.record import move_word
from ttt_tui.process.exit_status import WrongOption
from ttt_tui.process.gc_policy import look_now
from ttt_tui.process.signals import Ended, Signals
from ttt_tui.process.streams import complain
from ttt_tui.session.history_tables import print_table
from ttt_tui.session.setup_options import setup_from

MOST_SEATS = 5
"""Players whose wins are counted seat by seat in the table; `--json` does so for any number."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: who sat where, and how it went."""

    seats: tuple[int, ...]
    """The players, by their number in the match, in turn order."""
    opening: int
    """How many of the moves were the opening's."""
    moves: tuple[str, ...]
    winner: int | None
    """The player who won, by number in the match; None for a draw."""
    termination: str


@dataclass(slots=True)
class Standing:
    """What one player has reached so far."""

    player: Player
    wins: list[int]
    """By seat, the one who moves first at the start."""
    games: list[int]
    """Played, by seat."""
    draws: int = 0
    crashes: int = 0
    slowest: float = 0.0
    """The longest that it took for a move, in seconds."""

    @property
    def losses(self) -> int:
        """Games that were neither won nor drawn."""
        return sum(self.games) - sum(self.wins) - self.draws


@dataclass(slots=True)
class Results:
    """A match among computers."""

    setup: Setup
    seed: int
    wanted: int
    standings: list[Standing]
    games: list[Played] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    """A sentence for each time that a computer failed; it resigned then."""

    @property
    def elo(self) -> Elo | None:
        """The first player's Elo difference from the second, None unless there are two who have played."""
        if len(self.standings) != 2 or not self.games:
            return None
        first = self.standings[0]
        return elo(sum(first.wins), first.draws, first.losses)


def run(options: Namespace) -> int:
    """Play the match, print its results and return the exit status.

    A signal ends it after the games that were finished, whose results are printed. Raises `WrongOption` with
    what is wrong with the options.
    """
    games = options.games
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    setup = setup_from(options, Random(f"names {seed}"))
    if setup is None:
        raise WrongOption("a match needs computers, such as --player negamax --player scorer")
    if human := next((player for player in setup.players if not player.is_computer), None):
        raise WrongOption(f"a match is among computers, and {human.name} ({human.symbol}) is human")
    if games < 1:
        raise WrongOption("a match has at least one game: write it like --games 100")
    count = len(setup.players)
    results = Results(setup, seed, games, [Standing(p, [0] * count, [0] * count) for p in setup.players])
    errors = Console(stderr=True)
    progress = Progress(
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    status = 0
    with Signals().heard() as signals, progress:
        task = progress.add_task("games", total=games)
        try:
            for opening, seats in islice(_pairings(setup, seed), games):
                play(results, opening, seats, signals)
                progress.update(task, advance=1)
        except Ended as ended:
            status = ended.status
    for crash in results.crashes:
        complain(crash)
    if options.json:
        print(json.dumps(to_data(results), ensure_ascii=False))
    else:
        _print(results)
    return status


def _pairings(setup: Setup, seed: int) -> Iterator[tuple[Sequence[Square], tuple[int, ...]]]:
    """Give each opening once for every rotation of the players' seats, so that it favours nobody."""
    count = len(setup.players)
    for opening in openings(setup, seed):
        for rotation in range(count):
            yield opening, tuple((seat + rotation) % count for seat in range(count))


def play(results: Results, opening: Sequence[Square], seats: tuple[int, ...], signals: Signals) -> None:
    """Play one game and count it. Raises `Ended`, and counts nothing, if a signal comes."""
    players = tuple(results.setup.players[number] for number in seats)
    game = Game(Setup(results.setup.geometry, players))
    for square in opening:
        game.place(square)
    dice = Random(f"match {results.seed} {len(results.games)}")
    share = megabytes_each(players)
    computers = [LEVELS[player.level].make(dice.getrandbits(32), share) for player in players]
    try:
        while game.outcome is None:
            mover = game.position.to_move
            game.push(_move(results, game, computers[mover], seats[mover], signals))
    finally:
        for computer in computers:
            computer.close()
        look_now()
    winner = None if game.outcome.winner is None else seats[game.outcome.winner]
    for seat, number in enumerate(seats):
        standing = results.standings[number]
        standing.games[seat] += 1
        standing.wins[seat] += number == winner
        standing.draws += winner is None
    words = tuple(move_word(game.setup, move) for move in game.moves)
    results.games.append(Played(seats, len(opening), words, winner, game.outcome.termination.value))


def _move(results: Results, game: Game, computer: Computer, number: int, signals: Signals) -> Move:
    """Return a computer's move; one that fails to give a legal one resigns."""
    position, standing = game.position, results.standings[number]
    started = time.perf_counter()
    try:
        thought = computer.think(position.copy(), standing.player.limit, signals)
        if refusal := game.check(thought.move):
            raise refusal
        move = Move(position.to_move, thought.move)
    except Exception as error:
        standing.crashes += 1
        results.crashes.append(
            f"{standing.player.name} ({standing.player.level}) failed in game {len(results.games) + 1} "
            f"after {' '.join(move_word(game.setup, m) for m in game.moves)}: {error!r:.200}"
        )
        move = Move(position.to_move, None)
    signals.check()
    standing.slowest = max(standing.slowest, time.perf_counter() - started)
    return move


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
            }
            for game in results.games
        ],
    }


def _print(results: Results) -> None:
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
    for column in ("won", "drawn", "lost", *(f"as {seat + 1}." for seat in by_seat), "slowest"):
        table.add_column(column, justify="right", no_wrap=True)
    for standing in results.standings:
        table.add_row(
            Text(standing.player.name),
            standing.player.level,
            str(sum(standing.wins)),
            str(standing.draws),
            str(standing.losses),
            *(str(standing.wins[seat]) for seat in by_seat),
            f"{standing.slowest:.2f} s",
        )
    seats = [sum(standing.wins[seat] for standing in results.standings) for seat in range(count)]
    table.add_row("all", "", str(played - draws), str(draws), "", *(str(seats[seat]) for seat in by_seat), "")
    print_table(table)
    if not by_seat:
        print(f"Won from each seat: {' '.join(map(str, seats))}")
    if (difference := results.elo) is not None:
        print(comparison(difference, *(standing.player.name for standing in results.standings)))


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
