"""`ttt-tui brain`: the strongest level, played by any manager that speaks the Gomocup protocol.

The protocol: Petr Laštovička and Martin Petříček, Gomoku AI Protocol, plastovicka.github.io/protocl2en.htm.
A manager writes commands on standard input, a line each, and reads the answers. It plays two players' five in
a row; squares are x,y, both from 0.

Commands are read while it thinks. Those that begin anew end the thought without an answer, as END does; any
other that needs the board gets it over with first: the best move so far is the answer to what was asked.
"""

import re
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TextIO

from ttt_tui import __version__
from ttt_tui.computer import LEVELS, Computer
from ttt_tui.engine import Geometry, Limit, Position, Setup, Square, check_setup
from ttt_tui.engine.geometry import LARGEST_SIDE
from ttt_tui.errors import CommandImpossible, EndedBySignal, InvalidSetup, LineTooLong
from ttt_tui.gomocup.server_limits import BrainLimits
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals

LEVEL = "expert"
LINE_LENGTH = 5
SEED = 0

MOST_STONES = LARGEST_SIDE * LARGEST_SIDE
"""Lines that are kept between BOARD and DONE; each has at most `LONGEST_LINE` bytes."""

ME, OPPONENT = 0, 1

PLAYERS = Setup(Geometry(3, 3, 3)).players
"""Two players for the validator of set-ups, which knows what boards there are."""

NEEDS_BOARD = ("BEGIN", "TURN", "TAKEBACK")
"""What makes no sense before DONE has ended a list of stones."""


def run() -> int:
    """Serve a manager on standard input and output until it has enough, and return the exit status."""
    with Signals().heard() as signals:
        brain = BrainServer(LineReader(0), sys.stdout, signals)
        try:
            brain.serve()
        except EndedBySignal as ended:
            return ended.status
        finally:
            brain.abandon()
    return 0


class BrainServer:
    """One side of the dialogue: commands come by `lines`, answers go to `out`."""

    def __init__(self, lines: LineReader, out: TextIO, signals: Signals) -> None:
        self._lines = lines
        self._out = out
        self._signals = signals
        self._limits = BrainLimits()
        self._geometry: Geometry | None = None
        self._stones: list[tuple[int, Square]] = []
        """All stones with their players, in the order in which they came."""
        self._computer: Computer = LEVELS[LEVEL].make(SEED)
        self._nodes_kept = 0
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._dropped = False
        self._writing = threading.Lock()
        self._listing: str | None = None  # BOARD or SWAP2BOARD, while lines come until DONE
        self._listed: list[str] = []
        self._received = 0.0
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": lambda rest: self._list("BOARD"),
            "SWAP2BOARD": lambda rest: self._list("SWAP2BOARD"),
            "DONE": self._done,
            "TAKEBACK": self._takeback,
            "INFO": self._info,
            "ABOUT": self._about,
        }

    def serve(self) -> None:
        """Obey commands until END or the end of input; raises `EndedBySignal` when a signal comes."""
        while True:
            try:
                with self._signals.waiting():
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
                self._obey(name.upper(), rest.strip())

    def abandon(self) -> None:
        """End the thought without an answer."""
        self._dropped = True
        self._finish()
        self._dropped = False

    # --- commands ----------------------------------------------------------------------------------------

    def _obey(self, name: str, rest: str) -> None:
        command = self._commands.get(name)
        if self._listing is not None and command is None:
            if len(self._listed) <= MOST_STONES:  # one too many is enough to refuse them
                self._listed.append((name + rest).replace(" ", ""))
            return
        try:
            if command is None:
                self._write("UNKNOWN unsupported command")
            elif self._listing is not None and name in NEEDS_BOARD:
                self._listing = None
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
        self.abandon()
        geometry = Geometry(columns, rows, LINE_LENGTH)
        try:
            check_setup(Setup(geometry, PLAYERS))
        except InvalidSetup as error:
            raise CommandImpossible(str(error).replace("×", "x")) from None  # managers read ASCII
        self._geometry = geometry
        self._stones = []
        self._listing = None
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
        column, row = _numbers(rest, "TURN needs a square, for example TURN 7,7")
        self._think([*self._stones, (OPPONENT, _free(geometry, column, row, self._stones))])

    def _list(self, name: str) -> None:
        self._finish()
        self._listing, self._listed = name, []

    def _done(self, rest: str) -> None:
        listing, self._listing = self._listing, None
        if listing is None:
            raise CommandImpossible("DONE without BOARD")
        if listing == "SWAP2BOARD":
            raise CommandImpossible("swap2 openings are not supported")
        geometry = self._started()
        if len(self._listed) > MOST_STONES:
            raise CommandImpossible(f"BOARD has at most {MOST_STONES} stones")
        stones: list[tuple[int, Square]] = []
        for line in self._listed:
            field = line[-2:]
            if field not in (",1", ",2"):
                raise CommandImpossible("BOARD needs lines like 7,7,1 or 8,7,2")
            column, row = _numbers(line[:-2], "BOARD needs lines like 7,7,1 or 8,7,2")
            player = ME if field == ",1" else OPPONENT
            stones.append((player, _free(geometry, column, row, stones)))
        self._forget()
        self._think(stones)

    def _takeback(self, rest: str) -> None:
        self._finish()
        geometry = self._started()
        column, row = _numbers(rest, "TAKEBACK needs a square, for example TAKEBACK 7,7")
        kept = [stone for stone in self._stones if _xy(geometry, stone[1]) != (column, row)]
        if len(kept) == len(self._stones):
            raise CommandImpossible("no stone on that square")
        self._stones = kept
        self._write("OK")

    def _info(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        self._limits.inform(key.lower(), value.strip())

    def _about(self, rest: str) -> None:
        self._write(f'name="ttt-tui", version="{__version__}"')

    # --- thinking ----------------------------------------------------------------------------------------

    def _started(self) -> Geometry:
        """Return the board's geometry; raises `CommandImpossible` before START."""
        if self._geometry is None:
            raise CommandImpossible("send START first")
        return self._geometry

    def _think(self, stones: list[tuple[int, Square]]) -> None:
        """Take these stones for the board, and answer with a move in a thread of its own."""
        geometry = self._started()
        if complaint := self._limits.complaint:
            raise CommandImpossible(complaint)
        position = Position(geometry, 2)
        for player, square in stones:
            position.to_move = player  # a manager may list stones in any order
            position.play(square)
        position.to_move = ME
        if any(map(geometry.has_line, position.stones)):
            raise CommandImpossible("the game is over")
        if not position.empty:
            raise CommandImpossible("the board is full")
        self._stones = stones
        limit = self._limits.limit(time.perf_counter() - self._received)
        if limit.nodes is not None:
            if self._nodes_kept > limit.nodes // 2:
                self._forget()
            limit = replace(limit, nodes=limit.nodes - self._nodes_kept)
        self._stop.clear()
        self._thread = threading.Thread(
            target=self._answer, args=(position, limit, self._received), daemon=True
        )
        self._thread.start()

    def _answer(self, position: Position, limit: Limit, received: float) -> None:
        """Think and write the move, unless it is not wanted any more. `received` is when it was asked for."""
        try:
            thought = self._computer.think(position, limit, self._stop)
        except Exception as error:
            answer = f"ERROR internal error: {error!r:.200}"
        else:
            answer = "{},{}".format(*_xy(position.geometry, thought.move))
            self._nodes_kept += thought.nodes
            if not self._dropped:
                self._stones = [*self._stones, (ME, thought.move)]
                self._limits.spend(time.perf_counter() - received)
        if not self._dropped:
            with suppress(OSError):  # who has gone away does not miss it
                self._write(answer)

    def _finish(self) -> None:
        """Wait for the answer to what was asked before, which comes at once."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None

    def _forget(self) -> None:
        """Let go of what the computer remembers."""
        self._computer.close()
        self._computer = LEVELS[LEVEL].make(SEED)
        self._nodes_kept = 0

    def _write(self, line: str) -> None:
        """Write an answer at once; raises `OSError` if nobody reads any more."""
        text = "".join(c if c.isprintable() else "?" for c in line).encode("ascii", "replace").decode()
        with self._writing:
            self._out.write(f"{text}\n")
            self._out.flush()


def _numbers(text: str, right: str) -> tuple[int, int]:
    """Return the two numbers of `7,8`; raises `CommandImpossible`, saying what is right."""
    match = re.fullmatch(r"([0-9]{1,4}) *, *([0-9]{1,4})", text, re.ASCII)
    if match is None:
        raise CommandImpossible(right)
    return int(match[1]), int(match[2])


def _free(geometry: Geometry, column: int, row: int, stones: list[tuple[int, Square]]) -> Square:
    """Return an empty square of the board; raises `CommandImpossible`."""
    if column >= geometry.columns or row >= geometry.rows:
        raise CommandImpossible(f"{column},{row} is not on the {geometry.columns}x{geometry.rows} board")
    square = geometry.at(column, row)
    if any(square == other for _, other in stones):
        raise CommandImpossible(f"{column},{row} is taken")
    return square


def _xy(geometry: Geometry, square: Square) -> tuple[int, int]:
    return geometry.column(square), geometry.row(square)
