"""`ttt-tui brain`: a computer, the strongest level by default, for any manager of the Gomocup protocol.

A manager writes commands on standard input, a line each, and reads the answers. The computer plays five in a
row for two players, five or more, exactly five or renju, with the opening swap2 on request; squares are x,y,
both from 0.

Commands are read during a search. Those that start a new game end the search without an answer, as END does;
any other that needs the board finishes it first: the best move so far answers the earlier request.
"""

import re
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import Any, TextIO

from ttt_tui import __version__
from ttt_tui.computer import LEVELS, Computer
from ttt_tui.computer.own import maker, told
from ttt_tui.engine import Geometry, Limit, Position, Setup, Square, check_setup, squares_of
from ttt_tui.engine.geometry import LARGEST_SIDE
from ttt_tui.engine.setup import ENGINE_LINE_LENGTH
from ttt_tui.errors import (
    CommandImpossible,
    ComputerFault,
    EndedBySignal,
    InvalidSetup,
    LineTooLong,
    StartFailed,
)
from ttt_tui.gomocup.manager_limits import ManagerLimits
from ttt_tui.gomocup.own_process import Printed
from ttt_tui.gomocup.protocol import SWAP2BOARD, xy
from ttt_tui.gomocup.swap2 import QUESTIONS, THREE_STONES, answer_of, opening_position, think_of_moves
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import FAILED, Signals
from ttt_tui.process.streams import print_error

LEVEL = "expert"
SEED = 0

MOST_STONES = LARGEST_SIDE * LARGEST_SIDE
"""Lines kept between BOARD and DONE; each has at most `line_reader.LONGEST_LINE` bytes."""

ENDS_WITHIN = 1.0
"""Seconds that the end waits for a search."""

ME, OPPONENT = 0, 1

Stones = list[tuple[int, Square]]
"""Players and squares, in the order in which the stones were sent."""

PLAYERS = Setup(Geometry(3, 3, 3)).players
"""Two players for the check of set-ups, which knows the possible boards."""

NEEDS_BOARD = ("BEGIN", "TURN", "TAKEBACK")
"""Commands that make no sense before DONE has ended a list of stones."""


def serve(computer: Callable[..., Any]) -> None:
    """Serve a manager with a computer that a user has written, as an engine of its own.

    `computer` is its class, or another function that returns one; see `docs/programming.md`. Its output
    becomes messages to the manager. Ends the program with a status other than 0 if the computer cannot be
    made, or after a signal.
    """
    make = maker(computer)
    try:
        make(SEED).close()
        status = run(make, getattr(computer, "__name__", ""))
    except StartFailed as error:
        print_error(str(error), Path(sys.argv[0]).name)
        status = FAILED
    if status:
        sys.exit(status)


def run(make: Callable[[int], Computer] = LEVELS[LEVEL].make, name: str = "ttt-tui") -> int:
    """Serve a manager on standard input and output until it ends, and return the exit status.

    `make` makes the computer from a seed, and `name` is its name in the answer to ABOUT.
    """
    with Signals().installed() as signals:
        brain = BrainServer(LineReader(0), sys.stdout, signals, make, name)
        try:
            with redirect_stdout(Printed(brain.message)):
                brain.serve()
        except EndedBySignal as ended:
            return ended.status
        finally:
            brain.end()
    return 0


class BrainServer:
    """The engine's side of the protocol: reads commands from `lines` and writes answers to `out`."""

    def __init__(
        self,
        lines: LineReader,
        out: TextIO,
        signals: Signals,
        make: Callable[[int], Computer] = LEVELS[LEVEL].make,
        name: str = "ttt-tui",
    ) -> None:
        self._lines = lines
        self._out = out
        self._signals = signals
        self._limits = ManagerLimits()
        self._geometry: Geometry | None = None
        self._stones: Stones = []
        self._make = make
        self._name = name
        self._computer = make(SEED)
        self._kept_nodes = 0
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._is_aborted = False
        self._writing = threading.Lock()
        self._list_command: str | None = None  # BOARD or SWAP2BOARD, until DONE
        self._list_lines: list[str] = []
        self._received = 0.0
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": lambda rest: self._list("BOARD"),
            SWAP2BOARD: lambda rest: self._list(SWAP2BOARD),
            "DONE": self._done,
            "TAKEBACK": self._takeback,
            "INFO": self._info,
            "ABOUT": self._about,
        }

    def serve(self) -> None:
        """Execute commands until END or the end of input. Raises `EndedBySignal`."""
        while True:
            try:
                with self._signals.interruptible():
                    line = self._lines.next()
            except LineTooLong:
                self._write("UNKNOWN line too long")
                continue
            self._received = time.perf_counter()
            if line is None:
                self._finish()
                return
            name, _, rest = line.strip().partition(" ")
            if name.upper() == "END":
                return
            if name:
                self._execute(name.upper(), rest.strip())

    def end(self) -> None:
        """End the search without an answer, and do not wait long for a computer that cannot be stopped."""
        self._is_aborted = True
        if self._thread is not None:
            self._stop.set()
            self._thread.join(ENDS_WITHIN)

    def message(self, text: str) -> None:
        """Write a line for people."""
        self._write(f"MESSAGE {text}")

    # --- commands ----------------------------------------------------------------------------------------

    def _execute(self, name: str, rest: str) -> None:
        command = self._commands.get(name)
        if self._list_command is not None and command is None:
            if len(self._list_lines) <= MOST_STONES:  # one too many is enough to refuse them
                self._list_lines.append((name + rest).replace(" ", ""))
            return
        try:
            if command is None:
                self._write("UNKNOWN unsupported command")
            elif self._list_command is not None and name in NEEDS_BOARD:
                self._list_command = None
                raise CommandImpossible("expected DONE before this command")
            else:
                command(rest)
        except CommandImpossible as reason:
            self._write(f"ERROR {reason}")

    def _start(self, rest: str) -> None:
        if not re.fullmatch(r"[0-9]{1,4}", rest, re.ASCII):
            raise CommandImpossible("START needs a board size, for example START 15")
        self._new_game(int(rest), int(rest))

    def _rectstart(self, rest: str) -> None:
        self._new_game(*_numbers(rest, "RECTSTART needs columns and rows, for example RECTSTART 20,15"))

    def _restart(self, rest: str) -> None:
        geometry = self._started()
        self._new_game(geometry.columns, geometry.rows)

    def _new_game(self, columns: int, rows: int) -> None:
        self._is_aborted = True  # the search ends without an answer
        self._finish()
        self._is_aborted = False
        geometry = Geometry(columns, rows, ENGINE_LINE_LENGTH)
        try:
            check_setup(Setup(geometry, PLAYERS))
        except InvalidSetup as error:
            raise CommandImpossible(str(error).replace("×", "x")) from None  # managers read ASCII
        self._geometry = geometry
        self._stones = []
        self._list_command = None
        self._limits.begin()
        self._forget()
        self._write("OK")

    def _begin(self, rest: str) -> None:
        self._finish()
        self._started()
        if self._stones:
            raise CommandImpossible("BEGIN needs an empty board")
        self._think(self._stones)

    def _turn(self, rest: str) -> None:
        self._finish()
        geometry = self._started()
        square = _free(geometry, rest, "TURN needs a square, for example TURN 7,7", self._stones)
        self._think([*self._stones, (OPPONENT, square)])

    def _list(self, name: str) -> None:
        self._finish()
        self._list_command, self._list_lines = name, []

    def _done(self, rest: str) -> None:
        command, self._list_command = self._list_command, None
        if command is None:
            raise CommandImpossible("DONE without BOARD")
        geometry = self._started()
        if command == SWAP2BOARD:
            self._open(geometry)
            return
        if len(self._list_lines) > MOST_STONES:
            raise CommandImpossible(f"BOARD has at most {MOST_STONES} stones")
        stones: Stones = []
        for line in self._list_lines:
            where, _, field = line.rpartition(",")
            where = where if field in ("1", "2") else ""
            square = _free(geometry, where, "BOARD needs lines like 7,7,1 or 8,7,2", stones)
            stones.append((ME if field == "1" else OPPONENT, square))
        self._forget()
        self._think(stones)

    def _open(self, geometry: Geometry) -> None:
        """Answer SWAP2BOARD: its lines are the squares of all stones."""
        stones: Stones = []
        for line in self._list_lines[: max(QUESTIONS) + 1]:
            stones.append((OPPONENT, _free(geometry, line, f"{SWAP2BOARD} needs lines like 7,7", stones)))
        if len(stones) not in QUESTIONS:
            *counts, last = map(str, QUESTIONS)
            raise CommandImpossible(f"{SWAP2BOARD} needs {', '.join(counts)} or {last} stones")
        geometry = self._ruled()
        is_answer = len(stones) == THREE_STONES  # otherwise this player has begun
        position = opening_position(geometry, [square for _, square in stones], OPPONENT if is_answer else ME)
        self._forget(SystemRandom().getrandbits(32))  # otherwise all games would open alike
        self._start_search(position, self._answer_opening)

    def _takeback(self, rest: str) -> None:
        self._finish()
        geometry = self._started()
        column, row = _numbers(rest, "TAKEBACK needs a square, for example TAKEBACK 7,7")
        kept = [stone for stone in self._stones if xy(geometry, stone[1]) != f"{column},{row}"]
        if len(kept) == len(self._stones):
            raise CommandImpossible("no stone on that square")
        self._stones = kept
        self._write("OK")

    def _info(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        self._limits.inform(key.lower(), value.strip())

    def _about(self, rest: str) -> None:
        self._write(f'name="{self._name}", version="{__version__}"')

    # --- thinking ----------------------------------------------------------------------------------------

    def _started(self) -> Geometry:
        """Return the board's geometry; raises `CommandImpossible` before START."""
        if self._geometry is None:
            raise CommandImpossible("send START first")
        return self._geometry

    def _think(self, stones: Stones) -> None:
        """Put these stones on the board, and answer with a move in a thread of its own."""
        geometry = self._ruled()
        others = sum(player != ME for player, _ in stones)
        position = Position(geometry, 2, ME if len(stones) == 2 * others else 1 - ME)
        for player, square in stones:
            position.to_move = player  # a manager may list stones in any order
            position.play(square)
        position.to_move = ME
        if any(board.has_line(mine) for board, mine in zip(position.boards, position.stones, strict=True)):
            raise CommandImpossible("the game is over")
        if not position.empty:
            raise CommandImpossible("the board is full")
        if not position.legal:
            raise CommandImpossible("every empty square is forbidden")
        self._stones = stones
        self._start_search(position, self._answer)

    def _ruled(self) -> Geometry:
        """Return the board with its rules; raises `CommandImpossible` if no game can be played."""
        rules = self._limits.check()
        geometry = self._started()
        if geometry.rules != rules:  # INFO rule may come after START
            geometry = self._geometry = replace(geometry, rules=rules)
            self._forget()
        return geometry

    def _start_search(
        self, position: Position, answer: Callable[[Position, Limit], tuple[str, Stones]]
    ) -> None:
        """Start a search in its own thread, which writes the text of `answer`, and keeps the stones."""
        limit = self._limits.limit(time.perf_counter() - self._received)
        if limit.nodes is not None:
            if self._kept_nodes > limit.nodes // 2:
                self._forget()
            limit = replace(limit, nodes=limit.nodes - self._kept_nodes)
        self._stop.clear()
        received = self._received

        def search() -> None:
            try:
                text, stones = answer(position, limit)
            except ComputerFault as fault:
                text = f"ERROR the computer {fault}"
            except Exception as error:
                text = f"ERROR internal error: {told(error)}"
            else:
                if not self._is_aborted:
                    self._stones = stones
                    self._limits.spend(time.perf_counter() - received)
            if not self._is_aborted:
                with suppress(OSError):  # the manager has gone
                    self._write(text)

        self._thread = threading.Thread(target=search, daemon=True)
        self._thread.start()

    def _answer(self, position: Position, limit: Limit) -> tuple[str, Stones]:
        """Search, and return the move as text, and all stones after it."""
        thought = self._computer.think(position, limit, self._stop)
        self._kept_nodes += thought.nodes
        return xy(position.geometry, thought.move), [*self._stones, (ME, thought.move)]

    def _answer_opening(self, position: Position, limit: Limit) -> tuple[str, Stones]:
        """Search, and return the answer to SWAP2BOARD, and all stones after it."""
        moves = think_of_moves(self._computer, position, limit, self._stop)
        after = position.copy()
        for move in moves:
            after.play(move)
        stones = [
            (player, square) for player in (ME, OPPONENT) for square in squares_of(after.stones[player])
        ]
        return answer_of(position, moves), stones

    def _finish(self) -> None:
        """Stop the search, and wait until it has been answered."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None

    def _forget(self, seed: int = SEED) -> None:
        """Discard what the computer has learnt."""
        self._computer.close()
        self._computer = self._make(seed)
        self._kept_nodes = 0

    def _write(self, line: str) -> None:
        """Write an answer and flush it; raises `OSError` if the reader has gone."""
        text = "".join(c if c.isprintable() else "?" for c in line).encode("ascii", "replace").decode()
        with self._writing:
            self._out.write(f"{text}\n")
            self._out.flush()


def _numbers(text: str, example: str) -> tuple[int, int]:
    """Return the two numbers of `7,8`. Raises `CommandImpossible` with the message `example`."""
    match = re.fullmatch(r"([0-9]{1,4}) *, *([0-9]{1,4})", text, re.ASCII)
    if match is None:
        raise CommandImpossible(example)
    return int(match[1]), int(match[2])


def _free(geometry: Geometry, text: str, example: str, stones: Stones) -> Square:
    """Return the empty square of a text like `7,8`; raises `CommandImpossible`, as `_numbers` does."""
    column, row = _numbers(text, example)
    if column >= geometry.columns or row >= geometry.rows:
        raise CommandImpossible(f"{column},{row} is not on the {geometry.columns}x{geometry.rows} board")
    square = geometry.at(column, row)
    if any(square == other for _, other in stones):
        raise CommandImpossible(f"{column},{row} is taken")
    return square
