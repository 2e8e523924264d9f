"""`ttt-tui match`: computers against one another, and who is the stronger."""

import json
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random, SystemRandom

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from ttt_tui.commands.match_report import print_results, to_data
from ttt_tui.commands.match_results import Played, Results, Standing
from ttt_tui.commands.openings import openings
from ttt_tui.computer import LEVELS, Computer, megabytes_each
from ttt_tui.computer.gomocup import BrainFault, GameType
from ttt_tui.engine import Game, Move, Setup, Square
from ttt_tui.engine.record import move_word
from ttt_tui.process.child import end_all
from ttt_tui.process.exit_status import WrongOption
from ttt_tui.process.gc_policy import look_now
from ttt_tui.process.signals import Ended, Signals
from ttt_tui.process.streams import complain
from ttt_tui.session.brains import Brains
from ttt_tui.session.setup_options import setup_from


def run(options: Namespace) -> int:
    """Play the match, print its results and return the exit status.

    A signal ends it after the games that were finished, whose results are printed. Raises `WrongOption` with
    what is wrong with the options.
    """
    games = options.games
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    brains = Brains()
    setup = setup_from(options, Random(f"names {seed}"), brains)
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
                play(results, opening, seats, signals, brains)
                progress.update(task, advance=1)
        except Ended as ended:
            status = ended.status
    for crash in results.crashes:
        complain(crash)
    if options.json:
        print(json.dumps(to_data(results), ensure_ascii=False))
    else:
        print_results(results)
    return status


def _pairings(setup: Setup, seed: int) -> Iterator[tuple[Sequence[Square], tuple[int, ...]]]:
    """Give each opening once for every rotation of the players' seats, so that it favours nobody."""
    count = len(setup.players)
    for opening in openings(setup, seed):
        for rotation in range(count):
            yield opening, tuple((seat + rotation) % count for seat in range(count))


def play(
    results: Results, opening: Sequence[Square], seats: tuple[int, ...], signals: Signals, brains: Brains
) -> None:
    """Play one game and count it. Raises `Ended`, and counts nothing, if a signal comes."""
    players = tuple(results.setup.players[number] for number in seats)
    game = Game(Setup(results.setup.geometry, players))
    for square in opening:
        game.place(square)
    dice = Random(f"match {results.seed} {len(results.games)}")
    share = megabytes_each(players)
    computers: list[Computer] = []
    for player in players:
        seed = dice.getrandbits(32)
        if player.is_brain:
            computers.append(brains.make(player.level, GameType.TOURNAMENT))
        else:
            computers.append(LEVELS[player.level].make(seed, share))
    fault = None
    try:
        while game.outcome is None:
            mover = game.position.to_move
            move = _move(results, game, computers[mover], seats[mover], signals)
            if isinstance(move, BrainFault):
                fault = move.kind
                results.standings[seats[mover]].faults[fault] += 1
                move = Move(mover, None)
            game.push(move)
    finally:
        for computer in computers:
            computer.close()
        end_all()  # what a brain still does would take time from those of the next game
        look_now()
    winner = None if game.outcome.winner is None else seats[game.outcome.winner]
    for seat, number in enumerate(seats):
        standing = results.standings[number]
        standing.games[seat] += 1
        standing.wins[seat] += number == winner
        standing.draws += winner is None
    words = tuple(move_word(game.setup, move) for move in game.moves)
    results.games.append(Played(seats, len(opening), words, winner, game.outcome.termination.value, fault))


def _move(
    results: Results, game: Game, computer: Computer, number: int, signals: Signals
) -> Move | BrainFault:
    """Return a computer's move, or what a brain did wrong; a computer that gives no legal one resigns."""
    position, standing = game.position, results.standings[number]
    started = time.perf_counter()
    result: Move | BrainFault
    seconds = None
    try:
        thought = computer.think(position.copy(), standing.player.limit, signals)
        if refusal := game.check(thought.move):
            raise refusal
        result = Move(position.to_move, thought.move)
        if standing.player.is_brain:
            seconds = thought.seconds  # without the start of its process
    except Exception as error:
        signals.check()  # a brain that was stopped has no move to give
        reason = str(error) if isinstance(error, BrainFault) else f"{error!r:.200}"
        results.crashes.append(
            f"{standing.player.name} ({standing.player.level}) failed in game {len(results.games) + 1} "
            f"after {' '.join(move_word(game.setup, m) for m in game.moves)}: {reason}"
        )
        if isinstance(error, BrainFault):
            return error
        standing.crashes += 1
        result = Move(position.to_move, None)
    signals.check()
    taken = time.perf_counter() - started if seconds is None else seconds
    standing.slowest = max(standing.slowest, taken)
    return result
