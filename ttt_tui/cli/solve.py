"""`ttt-tui solve`: proves the exact value of a position of two players."""

import sys
import time
from argparse import Namespace
from dataclasses import dataclass

from ttt_tui.analysis.words import length
from ttt_tui.cli.options import SOLVE_SECONDS
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import Stop
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import make_solver
from ttt_tui.engine import Coordinates, Game, Geometry, IllegalMove, Limit, Rules, Setup, Square, check_setup
from ttt_tui.engine.records.json import setup_to_data
from ttt_tui.engine.rules import USUAL
from ttt_tui.engine.setup import usual_line
from ttt_tui.errors import InvalidSetup, OutOfTime, UsageError
from ttt_tui.process.signals import Signals
from ttt_tui.process.streams import print_error, print_json
from ttt_tui.session.presets import PRESETS, with_fitting_symbols
from ttt_tui.session.setup_options import option_at_fault

NOT_PROVED = 3
"""The exit status if the time ended before the proof."""

MEGABYTES = 200.0
"""Size of the solver's table; the process stays below 300 MB."""


class Watch:
    """A stop for a proof, on a signal or after its time; shows on a terminal that the proof is running.

    The default time is not a limit of the search, which shares out only a requested limit.
    """

    def __init__(self, signals: Stop, seconds: float) -> None:
        self._signals, self._seconds, self._out = signals, seconds, sys.stderr
        self._started = time.perf_counter()
        self._shown = 0
        self._is_terminal = self._out.isatty()

    def is_set(self) -> bool:
        passed = time.perf_counter() - self._started
        if self._is_terminal and int(passed) > self._shown:
            self._shown = int(passed)
            self._out.write(f"\rSolving: {self._shown} s of {self._seconds:g} s")
            self._out.flush()
        return passed >= self._seconds or self._signals.is_set()

    def close(self) -> None:
        """Clear the line that was shown."""
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()


@dataclass(frozen=True, slots=True)
class SolveResult:
    """The proved value of a position for the player to move, and the cost of the proof."""

    game: Game
    value: Value | None
    """The value, None if the time ended before the proof."""
    plies: int | None
    """For a win, the most plies that it takes; otherwise None."""
    best: tuple[Square, ...]
    """Moves that are proved to preserve the value."""
    nodes: int
    seconds: float


def run(options: Namespace) -> int:
    """Solve the requested position, print the answer and return the exit status. Raises `UsageError`."""
    game = game_of(options)
    with Signals().installed() as signals:
        watch = Watch(signals, SOLVE_SECONDS if options.time is None else options.time)
        answer = solve(game, Limit(seconds=options.time), watch, options.all)
        watch.close()
    if options.json:
        print_json(to_data(answer), indent=None)
    elif signals.status and answer.value is None:
        print(f"Unsolved: interrupted {effort(answer)}")
    else:
        print(sentence(answer))
    return signals.status or (NOT_PROVED if answer.value is None else 0)


def game_of(options: Namespace, argument: str = "--moves") -> Game:
    """Return the requested game of two players after its moves. Raises `UsageError`.

    `argument` is where the moves were written.
    """
    if options.start is None:
        game = Game(_setup(options))
    else:
        from ttt_tui.session.start_options import given_start

        given = given_start(options)
        filled = given.fill(options)
        setup = _setup(filled)
        given.check(setup, filled)
        setup, notes = given.on(setup)
        for note in notes:
            print_error(note)
        game = Game(setup)
    coordinates = Coordinates(options.coordinates)
    game.show_by(coordinates)
    moves = options.moves if coordinates is Coordinates.NUMBERS else options.moves.replace(",", " ")
    for word in moves.split():
        try:
            game.place(game.position.parse_choice(word))
        except IllegalMove as refusal:
            raise UsageError(f"at {word[:24]!r}: {refusal}", argument) from None
    return game


def _setup(options: Namespace) -> Setup:
    """Return two players on the requested board. Raises `UsageError`."""
    rules = options.rules or USUAL
    columns, rows, usual = _usual_board(options.board, rules)
    geometry = Geometry(columns, rows, usual if options.line is None else options.line, rules)
    setup = with_fitting_symbols(Setup(geometry, PRESETS["two-players"].make().players))
    try:
        check_setup(setup, LEVELS)
    except InvalidSetup as error:
        raise UsageError(str(error), option_at_fault(error)) from None
    return setup


def _usual_board(board: tuple[int, int] | None, rules: Rules) -> tuple[int, int, int]:
    """Return columns, rows and usual line length of `board`, by default of the only board for `rules`."""
    only = rules.only_board
    if only is not None and board in (None, only[:2]):
        return only
    if board is None:
        raise UsageError("a board is needed, for example --board 3", "--board")
    return *board, usual_line(*board)


def solve(game: Game, limit: Limit, stop: Stop, all_moves: bool) -> SolveResult:
    """Prove as much of a position as the limit allows.

    A finished game has the value of its result for the player to move.
    """
    budget = Budget(limit, stop)
    if game.outcome is not None:
        winner, mover = game.outcome.winner, game.position.to_move
        value = Value.DRAW if winner is None else Value.WIN if winner == mover else Value.LOSS
        return SolveResult(game, value, None, (), budget.nodes, budget.seconds)
    try:
        found = make_solver(game.setup.geometry, MEGABYTES).solve(
            game.position.copy(), budget, all_moves=all_moves
        )
    except OutOfTime:
        return SolveResult(game, None, None, (), budget.nodes, budget.seconds)
    plies = found.plies if found.value is Value.WIN else None
    return SolveResult(game, found.value, plies, tuple(found.best), budget.nodes, budget.seconds)


def to_data(answer: SolveResult) -> dict[str, object]:
    """Return an answer as plain data for JSON."""
    geometry = answer.game.setup.geometry
    return {
        "board": [geometry.columns, geometry.rows],
        "line": geometry.line_length,
        "rules": str(geometry.rules),
        **({} if (setup := answer.game.setup).start is None else {"start": setup_to_data(setup)["start"]}),
        "moves": [geometry.name(move.square) for move in answer.game.moves if move.square is not None],
        "value": "unknown" if answer.value is None else answer.value.value,
        "plies": answer.plies,
        "best": [geometry.name(square) for square in answer.best],
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def effort(answer: SolveResult) -> str:
    """Return the cost of an answer: `(1,234 nodes, 0.05 s)`."""
    return f"({answer.nodes:,} nodes, {answer.seconds:.2f} s)"


def sentence(answer: SolveResult) -> str:
    """Return an answer and its cost as a sentence."""
    game = answer.game
    geometry, mover = game.setup.geometry, game.setup.players[game.position.to_move].symbol
    cost = effort(answer)
    best = f": {' '.join(map(geometry.shown, answer.best))}" if answer.best else ""
    match answer.value:
        case None:
            return f"Unsolved: out of time {cost}"
        case Value.DRAW:
            return f"Draw{best} {cost}"
        case Value.LOSS:
            return f"{mover} to move loses{best} {cost}"
        case Value.WIN:
            return f"{mover} to move wins in {length(answer.plies, is_exact=False)}{best} {cost}"
