"""A server in this process: visits with commands, the administrator, idle visitors, and the end."""

import asyncio
import errno
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest

from ttt_tui.errors import CannotStart, NameRefused, StoreError, VisitRefused
from ttt_tui.process import visit_log
from ttt_tui.serving import admin
from ttt_tui.serving import server as server_module
from ttt_tui.serving.backup import write_backup
from ttt_tui.serving.limits import Limits
from ttt_tui.serving.server import GameServer, Inside
from ttt_tui.store.accounts import StoredRating


@asynccontextmanager
async def a_server(folder: Path, limits: Limits | None = None) -> AsyncIterator[GameServer]:
    server = GameServer(folder / "server", "box", limits or Limits())
    try:
        yield server
    finally:
        await server.close()


async def until(wanted: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not wanted():
            await asyncio.sleep(0.01)


def recorded_sockets(monkeypatch: pytest.MonkeyPatch) -> list[socket.socket]:
    """The ends of the pairs of sockets that are made from now on."""
    make, made = socket.socketpair, list[socket.socket]()

    def pair() -> tuple[socket.socket, socket.socket]:
        made.extend(ends := make())
        return ends

    monkeypatch.setattr(socket, "socketpair", pair)
    return made


class Visit:
    """A visit with a command, or with one that waits for ever."""

    def __init__(self, server: GameServer, name: str, *words: str) -> None:
        self.statuses: list[int] = []
        self.reasons: list[str] = []
        self.output, write = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        key = f"key of {name}"
        account = None if name == "guest" else server.account_of(key, name, "1.2.3.4")
        self.inside: Inside = server.enter(
            account,
            key if account is not None else "",
            "1.2.3.4",
            words=[*words],
            terminal=None,
            files=[nothing, write, write],
            ended=self.statuses.append,
            end=self.end,
        )
        for file in (nothing, write):
            os.close(file)

    def end(self, reason: str) -> None:
        self.reasons.append(reason)
        self.inside.hang_up(15)

    def read(self) -> str:
        with open(self.output) as file:
            return file.read()


async def test_nobody_new_fills_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_server(tmp_path) as server:
        first = Visit(server, "ada", "history", "list")
        await until(lambda: first.statuses)
        free = server_module.LEAST_FREE - 1
        monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
        for name in ("bob", "guest"):
            with pytest.raises(VisitRefused, match="the server's disk is almost full"):
                Visit(server, name, "history", "list")
        again = Visit(server, "ada", "history", "list")
        await until(lambda: again.statuses)
        assert server.accounts.named("bob") is None


async def test_a_visit_that_ends_before_it_has_begun_leaves_no_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_server(tmp_path) as server:
        made = recorded_sockets(monkeypatch)
        others = {*server._tasks}
        visit = Visit(server, "ada", "history", "list")
        for task in server._tasks - others:
            task.cancel()
        await until(lambda: visit.statuses)
        assert len(made) == 4
        assert {end.fileno() for end in made} == {-1}


async def test_a_command_answers_and_ends(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server:
        visit = Visit(server, "ada", "history", "list")
        await until(lambda: visit.statuses)
        assert visit.statuses == [0]
        assert visit.read() == "No games yet\n"
        assert not server.inside
        guest = Visit(server, "guest", "history", "stats")
        await until(lambda: guest.statuses)
        guest.read()
        assert [*(server.folder / "guests").iterdir()] == []
        assert [*server.answer("leaderboard", None)] == ["No ratings are certain enough yet"]
        assert [*server.answer("turns", None)] == []


async def test_the_administrator_commands(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server:
        visit = Visit(server, "ada", "brain")
        await until(lambda: visit.inside.visitor is not None or visit.statuses)
        assert any(line.startswith("ada ") for line in admin.run(server, ["list"])) or visit.statuses
        for words, wrong in (
            (["nonsense"], "choose from list"),
            (["kick"], "kick needs 1 word after it"),
            (["ban", "ada"], "ban needs 2 words after it"),
            (["unban", "bob"], "bob is not banned"),
            (["rename", "bob", "bert"], "unknown account bob"),
        ):
            with pytest.raises(CannotStart, match=wrong):
                [*admin.run(server, words)]
        assert next(admin.run(server, ["message", "Back", "soon"])).startswith("shown to")
        assert [*admin.run(server, ["rename", "ada", "eve"])] == ["ada is eve from now on"]
        with pytest.raises(NameRefused):
            [*admin.run(server, ["rename", "eve", "root"])]
        [answer] = admin.run(server, ["kick", "ADA", "go"])
        assert answer.endswith("visits ended")
        [answer] = admin.run(server, ["ban", "eve", "insults"])
        assert answer.startswith("eve is banned")
        assert any("banned: eve: insults" in line for line in admin.run(server, ["list"]))
        with pytest.raises(VisitRefused, match="you may not come in: insults"):
            server.account_of("key of ada", "ada", "1.2.3.4")
        assert [*admin.run(server, ["unban", "eve"])] == ["eve is no longer banned"]
        server.accounts.ban("5.6.7.8", "floods")
        with pytest.raises(VisitRefused, match="floods"):
            server.connect("5.6.7.8")


async def test_visitors_without_a_key_for_long_are_warned_and_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "IDLE_CHECK_SECONDS", 0.01)
    async with a_server(tmp_path, Limits(idle=0.3, warning=0.2)) as server:
        visit = Visit(server, "ada", "--plain")
        await until(lambda: visit.reasons or visit.statuses)
        await until(lambda: visit.statuses)
        visit.read()
    assert not visit.reasons or "no key for" in visit.reasons[0]


async def test_a_folder_is_cleared_of_guests_and_has_one_server(tmp_path: Path) -> None:
    (tmp_path / "server" / "guests" / "7").mkdir(parents=True)
    async with a_server(tmp_path) as server:
        assert [*(server.folder / "guests").iterdir()] == []
        with pytest.raises(CannotStart, match="a server runs in"):
            GameServer(tmp_path / "server", "box", Limits())
        await until(lambda: (server.folder / "games.db").exists())
        (server.folder / "host_key").write_text("secret")
        copy = tmp_path / "copy.tar.gz"
        for wrong, path, why in (
            (CannotStart, tmp_path, "exists already"),
            (StoreError, tmp_path / "nowhere" / "copy.tar.gz", "cannot write"),
        ):
            with pytest.raises(wrong, match=why):
                write_backup(server.folder, path)
        write_backup(server.folder, copy)
        assert copy.stat().st_mode & 0o77 == 0
        with tarfile.open(copy) as archive:
            assert {"accounts.db", "games.db", "homes", "host_key"} <= {*archive.getnames()}
        with pytest.raises(CannotStart, match="is not the folder of a server"):
            write_backup(tmp_path, tmp_path / "other.tar.gz")
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart, match="cannot use"):
        GameServer(tmp_path / "file", "box", Limits())


async def test_a_backup_bears_programs_that_write_and_leaves_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, path = os.listdir, tmp_path / "copy.tar.gz"
    async with a_server(tmp_path) as server:
        home = server.folder / "homes" / "1"
        home.mkdir(parents=True, exist_ok=True)
        (home / "damaged.db").write_text("no database")
        (home / "settings.toml").write_text("text")
        with closing(sqlite3.connect(home / "history.db")) as history:
            history.execute("PRAGMA journal_mode=WAL")
            history.execute("CREATE TABLE games (id)")
            history.execute("INSERT INTO games VALUES (7)")
            history.commit()
            with monkeypatch.context() as patched:
                patched.setattr(os, "listdir", lambda folder: [*files(folder), "gone", "gone.db"])
                write_backup(server.folder, path)
        with tarfile.open(path) as archive:
            homes = {name for name in archive.getnames() if name.startswith("homes/1/")}
            archive.extractall(tmp_path / "restored", filter="data")
        assert homes == {f"homes/1/{name}" for name in ("damaged.db", "settings.toml", "history.db")}
        with closing(sqlite3.connect(tmp_path / "restored" / "homes" / "1" / "history.db")) as history:
            assert history.execute("SELECT id FROM games").fetchall() == [(7,)]
        path.unlink()
        monkeypatch.setattr(tarfile.TarFile, "addfile", full_disk)
        with pytest.raises(StoreError, match="No space left"):
            write_backup(server.folder, path)
        assert not path.exists()


def full_disk(*_: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


async def test_ratings_and_turns_are_answered(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server:
        ada, bob = server.accounts.enter("a", "ada"), server.accounts.enter("b", "bob")
        rating = StoredRating(1612.4, 60.0, 0.06, 20, "2026-11-30")
        unsure = rating._replace(deviation=200.0)
        server.accounts.rate("one", "five in a row", [(ada, rating), (bob, rating)])
        server.accounts.rate("two", "three in a row", [(ada, rating), (bob, unsure)])
        assert [*server.answer("leaderboard", None)] == [
            "Five in a row",
            "  1  ada                   1612 ± 120",
            "  2  bob                   1612 ± 120",
            "",
            "Three in a row",
            "  1  ada                   1612 ± 120",
        ]
        assert [*server.answer("turns", ada)] == []
        server._visit_ended(999, 0)
        visit = Visit(server, "eve", "--plain")
        guest = Visit(server, "guest", "--plain")
        await until(lambda: visit.inside.visitor is not None)
        assert next(admin.run(server, ["ban", "1.2.3.4", "floods"])).endswith("2 visits ended")
        await until(lambda: visit.statuses and guest.statuses)
        assert "floods" in visit.reasons[0]


def test_a_large_log_makes_room_for_another(tmp_path: Path) -> None:
    log, before = tmp_path / "visits.log", tmp_path / "visits.log.1"
    visit_log.rotate(log)
    log.write_text("small")
    visit_log.rotate(log)
    assert not before.exists()
    log.write_text("x" * (visit_log.MOST_BYTES + 1))
    visit_log.rotate(log)
    assert not log.exists()
    assert before.stat().st_size > visit_log.MOST_BYTES


async def test_the_end_of_the_server_ends_visits_and_refuses_new_ones(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server:
        visit = Visit(server, "ada", "--plain")
        guest = Visit(server, "guest", "--plain")
        await server.close()
        with pytest.raises(VisitRefused, match="the server is closing"):
            server.connect("1.2.3.4")
        with pytest.raises(OSError, match=r"descriptor|pipe"):
            Visit(server, "guest", "--plain")
        for one in (visit, guest):
            one.read()
            assert one.reasons or one.statuses
        server.close = closed  # type: ignore[method-assign]  # it has been


async def closed() -> None:
    """Do nothing."""


def test_a_visitors_process_has_limits_and_a_log_of_lines(tmp_path: Path) -> None:
    code = """
import os, resource, sys
from ttt_tui.process.permissions import Permissions
from ttt_tui.process.crash import log_faults, report
from ttt_tui.process.visit_log import VisitLog
from ttt_tui.serving import visitor
visitor._limit()
assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == visitor.FILES
log = VisitLog(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT), "eve")
log.write("refused " + chr(27) + "x" * 5000)
log_faults(Permissions(log=log))()
report(ValueError("secret"), Permissions(log=log))
"""
    said = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "log")], check=True, capture_output=True, text=True
    )
    assert said.stderr == "ttt-tui: internal error; the administrator of the server can see why\n"
    logged = (tmp_path / "log").read_text().splitlines()
    assert all(re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} ", each) for each in logged)
    line, when, *trace = (each[20:] for each in logged)
    assert when.startswith("eve: ttt-tui ")
    assert trace == ["eve: ValueError: secret"]
    assert line.startswith("eve: refused \\x1b")
    assert len(line) <= 2100
