"""Measure a server under load: `python -m tests.serving.load --visitors 100 --seconds 60`.

Each visitor is a client of `asyncssh` that presses three keys a second; half of them are in games of two,
the others in the lobby. Printed are
the times from a key to the first byte of its paint, and the memory that a visitor's program has for itself,
beside those of one program in a terminal of its own without a server. The clients run on the same machine, in
one process whose share of the processors is part of the figures.
"""

import asyncio
import contextlib
import os
import pty
import re
import statistics
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import asyncssh

from tests.support.serving import ServerProcess, Visitor, connected, new_key

KEYS_A_SECOND = 3.0

ALONE_SECONDS = 20.0
"""Time for the program without a server."""

STARTED_AT_ONCE = 4
"""Visitors who come at the same time."""

DOWN, UP = "\x1b[B", "\x1b[A"


class TimedVisitor(Visitor):
    """A visitor whose screen is no longer computed once the times of keys are measured."""

    is_timed = False
    pressed: float | None = None
    """When the latest key was pressed that has not been answered."""

    def __init__(self, process: "asyncssh.SSHClientProcess[bytes]") -> None:
        self.times: list[float] = []
        """Seconds from a key to its paint."""
        self.late = 0
        """Keys that were not answered before the next one."""
        super().__init__(process, 80, 24)

    async def _next(self) -> bytes:
        data = await super()._next()
        while data and self.is_timed:
            if self.pressed is not None:
                self.times.append(time.perf_counter() - self.pressed)
                self.pressed = None
            data = await super()._next()
        return data

    async def press(self, until: float, start: float) -> None:
        """Press keys at the pace, beginning at a time."""
        await asyncio.sleep(start)
        self.is_timed, number = True, 0
        while time.perf_counter() < until:
            if self.pressed is None:
                self.pressed = time.perf_counter()
            else:
                self.late += 1
            self.send(UP if number % 2 else DOWN)
            number += 1
            await asyncio.sleep(1 / KEYS_A_SECOND)


def own_memory(process: int) -> int:
    """Return the bytes of memory that a process shares with no other, its USS."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"Private_\w+: +(\d+)", rollup)) * 1024


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def cpu_seconds(process: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def shown(times: Sequence[float]) -> str:
    """Return the percentiles of times, in ms."""
    parts = statistics.quantiles(times, n=100)
    return f"p50 {1000 * parts[49]:6.1f} ms, p99 {1000 * parts[98]:6.1f} ms, {len(times)} keys"


async def alone(folder: Path) -> None:
    """Measure one program without a server."""
    process, master = pty.fork()
    if process == 0:
        environment = os.environ | {
            "TTT_TUI_HOME": str(folder),
            "TERM": "xterm-256color",
            "HOME": str(folder),
        }
        os.execve(sys.executable, [sys.executable, "-m", "ttt_tui"], environment)
    os.set_blocking(master, False)
    last = [0.0]

    def read() -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(master, 65536)
            last[0] = time.perf_counter() if not last[0] else last[0]

    loop = asyncio.get_running_loop()
    loop.add_reader(master, read)
    await asyncio.sleep(5.0)
    times, number, end = [], 0, time.perf_counter() + ALONE_SECONDS
    while time.perf_counter() < end:
        last[0], pressed = 0.0, time.perf_counter()
        os.write(master, (UP if number % 2 else DOWN).encode())
        number += 1
        await asyncio.sleep(1 / KEYS_A_SECOND)
        if last[0]:
            times.append(last[0] - pressed)
    memory = own_memory(process)
    loop.remove_reader(master)
    os.kill(process, 15)
    os.waitpid(process, 0)
    os.close(master)
    print(f"one program alone:  {shown(times)}, {memory / 1e6:.1f} MB of its own", flush=True)


async def memory_over(seconds: float, programs: Sequence[int], server: int) -> None:
    """Print the memory of a visitor's program on average, and of the server, at each tenth of a time."""
    for tenth in range(11):
        await asyncio.sleep(seconds / 10 if tenth else 0.0)
        mean = statistics.mean(map(own_memory, programs))
        print(
            f"after {tenth / 10:4.0%}: {mean / 1e6:5.1f} MB a visitor, "
            f"server {own_memory(server) / 1e6:5.1f} MB",
            flush=True,
        )


async def served(folder: Path, count: int, seconds: float) -> None:
    """Measure a server with this many visitors."""
    options = "--visitors", str(count + 10), "--name", "box"
    with ServerProcess(folder / "server", *options) as server:
        async with contextlib.AsyncExitStack() as stack:
            gate, began = asyncio.Semaphore(STARTED_AT_ONCE), time.perf_counter()

            async def come(number: int) -> TimedVisitor:
                async with gate:
                    address = f"127.1.{number // 200}.{number % 200 + 1}"
                    connection = await stack.enter_async_context(
                        connected(server, f"player{number}", new_key(), address)
                    )
                    process = await connection.create_process(
                        term_type="xterm-256color", term_size=(80, 24), encoding=None
                    )
                    visitor = TimedVisitor(process)
                    await visitor.until("People")
                    visitor.is_timed = number >= count // 4 * 2
                    return visitor

            visitors = await asyncio.gather(*map(come, range(count)))
            print(f"{count} visitors came in {time.perf_counter() - began:.1f} s", flush=True)
            players = visitors[: count // 4 * 2]
            for one, two in zip(players[::2], players[1::2], strict=True):
                one.send("\x1b[Hc")  # at the top, where nobody is whom the challenge would be for
                await one.until("Rated")
                one.send("\x1b[D\r")
                await two.until("Home shows it")
                two.send("\x1b[H\r")
                for player in (one, two):
                    await player.until(lambda text: "Your move" in text or "to move" in text)
            await asyncio.sleep(2.0)
            programs = children(children(server.pid)[0])
            began, before, own = time.perf_counter(), cpu_seconds(server.pid), time.process_time()
            spent = sum(map(cpu_seconds, programs))
            until = began + seconds
            await asyncio.gather(
                memory_over(seconds, programs, server.pid),
                *(one.press(until, n / count / KEYS_A_SECOND) for n, one in enumerate(visitors)),
            )
            took = time.perf_counter() - began
            games, lobby = (
                [key for one in part for key in one.times] for part in (players, visitors[len(players) :])
            )
            memory = [own_memory(program) for program in programs]
            print(f"{len(players)} in games:        {shown(games)}")
            print(f"{count - len(players)} in the lobby:    {shown(lobby)}")
            print(f"all:                {shown(games + lobby)}, {sum(one.late for one in visitors)} late")
            print(
                f"memory of its own:  {statistics.mean(memory) / 1e6:.1f} MB a visitor, "
                f"at most {max(memory) / 1e6:.1f} MB; server {own_memory(server.pid) / 1e6:.1f} MB"
            )
            print(
                f"processors:         server {(cpu_seconds(server.pid) - before) / took:.2f}, "
                f"programs {(sum(map(cpu_seconds, programs)) - spent) / took:.2f}, "
                f"clients {(time.process_time() - own) / took:.2f}"
            )


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--visitors", type=int, default=100, help="how many (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, help="time of typing (default: %(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(alone(Path(folder)))
        asyncio.run(served(Path(folder), options.visitors, options.seconds))


if __name__ == "__main__":
    main()
