"""A server in this process: visits with commands, the administrator, idle visitors, and the end."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ttt_tui.errors import CannotStart, NameRefused, VisitRefused
from ttt_tui.serving import admin
from ttt_tui.serving import server as server_module
from ttt_tui.serving.limits import Limits
from ttt_tui.serving.server import GameServer, Inside


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
            (["backup", str(tmp_path)], "exists already"),
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
        [answer] = admin.run(server, ["backup", str(tmp_path / "copy.tar.gz")])
        assert "bytes" in answer


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
