"""`ttt-tui puzzle make`: finds puzzles in games between computers and adds them to a file."""

import errno
import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ttt_tui.analysis.words import counted, in_a_row
from ttt_tui.computer import LEVELS, Stop
from ttt_tui.engine import Game, Geometry, Limit, Setup, Square, check_setup, mask_of
from ttt_tui.engine.setup import usual_line
from ttt_tui.errors import InvalidSetup, OutOfTime, PuzzleTextError, RecordError, UsageError
from ttt_tui.process.signals import Signals
from ttt_tui.puzzles.making import likeness, puzzle_at
from ttt_tui.puzzles.prover import MOST_EMPTY, prover_of
from ttt_tui.puzzles.puzzle import Goal, Prover, Puzzle, has_exact_values
from ttt_tui.puzzles.text import LARGEST_TEXT, from_text, same_position_key, to_text
from ttt_tui.session.setup_options import option_at_fault
from ttt_tui.store.files import STANDARD, append, describe_os_error, read_at_most
from ttt_tui.tournament.openings import random_openings

NODES = (60, 150, 500)
"""Node limits of experts for a move, some hundredths of a second. Each player gets a random one, since equal
players draw often."""

CARELESS = 0.35
"""Probability of a random move on a small board, where well played games have few puzzles."""

SECONDS = 30.0
"""Seconds to prove that a position is a puzzle, on a slow machine; usually node limits end the proof."""

MOST_OF_A_KIND = 0.2
"""Greatest share of puzzles with the same goal and length, if there are several lengths."""

MOST_STONES = 30
"""The most stones of a puzzle on a large board: more of them hide the point."""

MOST_OF_A_GAME, PLIES_BETWEEN = 2, 8
"""The most puzzles from one game, and the plies between them: the moves of one combination are one puzzle."""

FIRST_PLY = 5
"""The least number of stones of a puzzle on a large board."""

DRY_GAMES = 3000
"""Games without a new puzzle after which the search ends."""

LARGEST_FILE = 4 * LARGEST_TEXT
"""The largest file of puzzles in bytes; a character takes at most four."""

Kind = tuple[Goal, int]


def run(options: Namespace) -> int:
    """Add puzzles to a file as requested, and return the exit status.

    Puzzles in the file are not repeated, nor are their mirror images. A signal ends the search; puzzles found
    before are kept. Raises `UsageError` for wrong options or an unusable file.
    """
    if options.count < 1:
        raise UsageError("choose at least 1, for example --count 20", "--count")
    geometry = _geometry(options)
    path = Path(options.file)
    is_printed = path == STANDARD
    if not path.parent.is_dir():  # otherwise reported only after the first puzzle
        missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        raise UsageError(describe_os_error(missing), "FILE")
    text = "" if is_printed else _read(path)
    try:
        known = from_text(text)
    except PuzzleTextError as error:
        raise UsageError(f"{path.name}: {error}", "FILE") from None
    gap = "" if text.endswith("\n") or not text else "\n"  # an editor may have omitted the last newline
    goals = frozenset(Goal) if options.goal is None else frozenset({Goal(options.goal)})
    errors = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=errors,
        disable=not errors.is_terminal,
    )
    made = 0
    with Signals().installed() as signals, progress:
        task = progress.add_task(f"{geometry}, {in_a_row(geometry.line_length)}", total=options.count)
        for puzzle in puzzles(geometry, options.count, options.seed, known, signals, goals):
            made += 1
            if is_printed:
                print(to_text(puzzle), flush=True)
                continue
            try:
                append(path, f"{gap}{to_text(puzzle)}\n")
            except OSError as error:
                raise UsageError(describe_os_error(error), "FILE") from None
            gap = ""
            progress.update(task, advance=1)
    added = counted(made, "puzzle")
    summary = f"Found {added}" if is_printed else f"Added {added} to {path.name}"
    if made < options.count and not signals.is_set():
        summary += f"; no new puzzle in the last {DRY_GAMES:,} games"
    print(summary, file=sys.stderr if is_printed else sys.stdout)
    return signals.status


def _geometry(options: Namespace) -> Geometry:
    columns, rows = options.board
    k = usual_line(columns, rows) if options.line is None else options.line
    geometry = Geometry(columns, rows, k)
    try:
        check_setup(Setup(geometry), LEVELS)
    except InvalidSetup as error:
        raise UsageError(str(error), option_at_fault(error)) from None
    return geometry


def _read(path: Path) -> str:
    """Return the text of a file, empty if it does not exist."""
    try:
        content = read_at_most(path, LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise UsageError(f"{path.name}: file too large (at most {LARGEST_FILE:,} bytes)", "FILE")
        return content.decode()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise UsageError(describe_os_error(error), "FILE") from None
    except RecordError as error:
        raise UsageError(str(error), "FILE") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path.name} is not UTF-8 text", "FILE") from None


def puzzles(
    geometry: Geometry,
    wanted: int,
    seed: int,
    before: Sequence[Puzzle],
    stop: Stop,
    goals: frozenset[Goal] = frozenset(Goal),
) -> Iterator[Puzzle]:
    """Yield up to `wanted` new puzzles on a board, unlike those in `before` and numbered after them.

    The search ends earlier when `stop` is set, or after `DRY_GAMES` games without a new puzzle.
    """
    provers = {board: prover_of(board) for board in {puzzle.geometry for puzzle in before}}
    known = {_key(puzzle, provers[puzzle.geometry]) for puzzle in before}
    number = max((puzzle.number for puzzle in before), default=0)
    kinds: Counter[Kind] = Counter()
    maker = _Maker(geometry, stop, goals)
    dry = found = 0
    for played in games(geometry, seed, stop):
        dry += 1
        for puzzle in maker.of_game(played, kinds):
            canonical = _key(puzzle, maker.prover)
            kind = puzzle.goal, puzzle.moves
            share = 1 if goals == {Goal.STOP} else MOST_OF_A_KIND
            if canonical in known or kinds[kind] >= max(1, share * wanted):
                continue
            known.add(canonical)
            kinds[kind] += 1
            dry, found = 0, found + 1
            yield replace(puzzle, number=number + found)
            if found == wanted:
                return
        if dry > DRY_GAMES or stop.is_set():
            return


def _key(puzzle: Puzzle, prover: Prover) -> Hashable:
    """Return a key that distinguishes the puzzles of a file."""
    try:
        return likeness(puzzle, prover)
    except (OutOfTime, IndexError):  # a puzzle written by hand may have no solution
        return same_position_key(puzzle)


class _Maker:
    """A search for puzzles in games on one board, each position once."""

    def __init__(self, geometry: Geometry, stop: Stop, goals: frozenset[Goal]) -> None:
        self.prover = prover_of(geometry)
        self._goals = goals
        self._geometry = geometry
        self._stop = stop
        self._seen: set[tuple[int, int]] = set()

    def of_game(self, played: Sequence[Square], kinds: Counter[Kind]) -> list[Puzzle]:
        """Return the best puzzles of a game: rare kinds, no two of one combination."""
        candidates = list(self._candidates(played))
        chosen: list[Puzzle] = []
        for puzzle in sorted(candidates, key=lambda each: (kinds[each.goal, each.moves], -each.moves)):
            apart = (abs(len(puzzle.played) - len(other.played)) >= PLIES_BETWEEN for other in chosen)
            if len(chosen) < MOST_OF_A_GAME and all(apart):
                chosen.append(puzzle)
        return chosen

    def _candidates(self, played: Sequence[Square]) -> Iterator[Puzzle]:
        squares = len(self._geometry.squares)
        if has_exact_values(self._geometry):
            plies = range(max(2, squares - MOST_EMPTY), len(played))
        else:
            plies = range(FIRST_PLY, min(MOST_STONES + 1, len(played)))
        for ply in plies:
            stones = mask_of(played[:ply:2]), mask_of(played[1:ply:2])
            if stones in self._seen:
                continue
            self._seen.add(stones)
            found = puzzle_at(
                self.prover, self._geometry, played[:ply], self._stop, seconds=SECONDS, goals=self._goals
            )
            if found is not None:
                yield found


def games(geometry: Geometry, seed: int, stop: Stop) -> Iterator[tuple[Square, ...]]:
    """Yield the moves of one random game after another, for ever; `seed` determines them."""
    setup = Setup(geometry)
    starts = None if has_exact_values(geometry) else random_openings(setup, seed)
    for number in count():
        if stop.is_set():
            return
        rng = Random(f"puzzles {seed} {number}")
        game = Game(setup)
        if starts is None:
            _play_carelessly(game, rng)
        else:
            for square in next(starts):
                game.place(square)
            _play_well(game, rng, stop)
        yield tuple(move.square for move in game.moves if move.square is not None)


def _play_carelessly(game: Game, rng: Random) -> None:
    scorer = LEVELS["scorer"].make(rng.getrandbits(32))
    while game.outcome is None:
        careless = rng.random() < CARELESS
        game.place(rng.choice(game.position.moves) if careless else scorer.think(game.position).move)


def _play_well(game: Game, rng: Random, stop: Stop) -> None:
    experts = [LEVELS["expert"].make(rng.getrandbits(32)) for _ in range(2)]
    limits = [Limit(nodes=rng.choice(NODES)) for _ in experts]
    while game.outcome is None and game.position.ply < MOST_STONES and not stop.is_set():
        mover = game.position.to_move
        game.place(experts[mover].think(game.position, limits[mover], stop).move)
    for expert in experts:
        expert.close()
