"""Visits with a browser: the messages of textual-serve's page, and the installed program behind them."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest

from tests.support.serving import PATIENCE, ServerProcess, browsing
from ttt_tui.cli.command_line import run
from ttt_tui.errors import VisitRefused
from ttt_tui.serving.limits import Limits
from ttt_tui.serving.web import CONNECTIONS, MOST_INPUT, WebSite


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("web") / "server"
    with ServerProcess(folder, "--name", "box", web=True) as server:
        yield server


async def visitors(server: ServerProcess, wanted: int) -> None:
    """Wait until so many are listed for the administrator."""
    for _ in range(int(PATIENCE)):
        answer, _ = await asyncio.to_thread(server.ask, "list")
        if f"{wanted} visitors" in answer:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(answer)


async def test_the_page_is_textual_serves_and_loads_nothing_of_others(server: ServerProcess) -> None:
    async with aiohttp.ClientSession() as client:
        async with client.get(server.page) as page:
            text, policy = await page.text(), page.headers["Content-Security-Policy"]
        assert "ttt-tui on box" in text
        assert f'data-session-websocket-url="{server.page.replace("http", "ws")}ws"' in text
        assert "default-src 'self'" in policy
        assert "http" not in policy
        async with client.get(f"{server.page}static/js/textual.js") as script:
            assert script.status == 200
        for folder in ("static", "static/", "static/js/"):
            async with client.get(server.page + folder) as listing:
                assert listing.status in (403, 404), folder


async def test_a_visit_shows_the_lobby_takes_keys_resizes_and_ends(server: ServerProcess) -> None:
    async with browsing(server.page, (100, 30)) as page:
        await page.until("(you)")
        assert page.text.splitlines()[29].rstrip().endswith("q quit"), "the footer is in the last line"
        await page.send("ping", "17")
        await page.send("stdin", "c")
        await page.until("Challenge anybody")
        await page.send("stdin", "\x1b")
        await page.until(lambda text: "Challenge anybody" not in text)
        page.screen.resize(20, 60)
        page.screen.reset()
        await page.send("resize", {"width": 60, "height": 20})
        await page.until(lambda text: text.split("\n")[19].rstrip().endswith("q quit"))
        assert ["pong", "17"] in page.messages
        answer, _ = await asyncio.to_thread(server.ask, "list")
        assert "127.0.0.1" in answer
    await visitors(server, 0)


async def test_a_click_presses_a_button(server: ServerProcess) -> None:
    async with browsing(server.page) as page:
        await page.until("c challenge")
        column = page.text.split("\n")[23].index("c challenge")
        for end in "Mm":
            await page.send("stdin", f"\x1b[<0;{column + 3};24{end}")
        await page.until("Challenge anybody")


async def test_the_end_of_the_program_ends_the_session(server: ServerProcess) -> None:
    async with browsing(server.page) as page:
        await page.until("(you)")
        await page.send("stdin", "q")
        assert await page.closed() is None, "whoever quits is told nothing"
    await visitors(server, 0)


async def test_whoever_is_sent_away_learns_why_on_the_page(server: ServerProcess) -> None:
    async with browsing(server.page) as page:
        await page.until("(you)")
        name = re.search(r"(guest \d+) \(you\)", page.text)
        assert name is not None
        assert await asyncio.to_thread(server.ask, "kick", name[1]) == ("1 visits ended\n", 0)
        address = await page.closed()
    assert address is not None
    async with aiohttp.ClientSession() as client, client.get(server.page + address) as after:
        assert "The administrator has ended your visit" in await after.text()
    async with aiohttp.ClientSession() as client, client.get(server.page + "?delay=1&ended=x") as after:
        assert "ended your visit" not in await after.text()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://[", "https://127.0.0.1"])
async def test_pages_of_others_cannot_connect(server: ServerProcess, origin: str) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        async with browsing(server.page, Origin=origin):
            pass
    assert refused.value.status == 403


NONSENSE = [
    "", "[]", "{}", "null", "5", "[1]", '["stdin"]', '["stdin", 5]', '["stdin", "\\ud800"]', "[" * 50_000,
    '["resize"]', '["resize", {"width": 5}]', '["resize", {"width": "a", "height": 5}]', '["ping", {}]',
    '["resize", {"width": 1e999, "height": NaN}]', '["resize", {"width": ' + "9" * 4000 + ', "height": 24}]',
    '["resize", {"width": ' + "9" * 5000 + ', "height": 24}]',
]  # fmt: skip


async def test_messages_that_make_no_sense_are_ignored(server: ServerProcess) -> None:
    async with browsing(server.page) as page:
        await page.until("(you)")
        for text in NONSENSE:
            await page.socket.send_str(text)
        await page.socket.send_bytes(b"\xff\x00")
        page.screen.reset()
        await page.send("resize", {"width": 80, "height": 24})
        await page.send("stdin", "c")
        await page.until("Challenge anybody")


async def test_a_message_that_is_too_long_ends_the_session(server: ServerProcess) -> None:
    async with browsing(server.page) as page:
        await page.until("(you)")
        await page.send("stdin", "x" * MOST_INPUT)
        await page.closed()
        assert page.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    await visitors(server, 0)


async def test_limits_and_the_end_of_the_server_are_explained(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "server", "--guests", "1", "--per-address", "1", web=True) as server:
        async with browsing(server.page) as one, aiohttp.ClientSession() as client:
            await one.until("(you)")
            for _ in range(2):  # connections that have ended do not count
                async with browsing(server.page) as two:
                    address = await two.closed()
                assert address is not None
                async with client.get(server.page + address) as page:
                    assert "1 guests are here: come with an SSH key, or later" in await page.text()
            ending = asyncio.create_task(asyncio.to_thread(server.stop))
            address = await one.closed()
            assert address is not None
            async with client.get(server.page + address) as page:
                assert "The server is closing; your games are kept" in await page.text()
            assert await ending == 0


# --- without programs -------------------------------------------------------------------------------------


class Refusing:
    """A server that lets nobody in, and remembers from where they came."""

    def __init__(self) -> None:
        self.lobby = SimpleNamespace(server="box")
        self.addresses: list[str] = []
        self.limits = Limits(visitors=3)

    def connect(self, address: str) -> None:
        self.addresses.append(address)
        raise VisitRefused("not today")


@pytest.fixture
async def refusing() -> AsyncIterator[tuple[Refusing, list[str]]]:
    """A server, and the addresses of two pages of it: the second one for a proxy."""
    server = Refusing()
    sites = [WebSite(server, proxy) for proxy in (None, "https://games.example.org/ttt/")]  # type: ignore[arg-type]
    yield server, [f"http://127.0.0.1:{await site.listen('127.0.0.1', 0)}/" for site in sites]
    for site in sites:
        await site.close()


@pytest.mark.parametrize(
    ("sent", "believed"),
    [
        (["1.2.3.4, 5.6.7.8"], "5.6.7.8"),
        (["1.2.3.4", "2001:db8::1"], "2001:db8::1"),
        (["5.6.7.8, unknown"], "127.0.0.1"),
        (["1.2.3.4, "], "127.0.0.1"),
        ([], "127.0.0.1"),
    ],
)
async def test_a_proxy_says_where_visitors_come_from(
    refusing: tuple[Refusing, list[str]], sent: list[str], believed: str
) -> None:
    server, pages = refusing
    headers = [("X-Forwarded-For", value) for value in sent]
    async with aiohttp.ClientSession(headers=headers) as client:
        for page, origin in zip(pages, (pages[0], "https://games.example.org"), strict=True):
            async with client.ws_connect(f"{page}ws", headers={"Origin": origin.rstrip("/")}) as socket:
                assert (await socket.receive_json())[0] == "open_url"
    assert server.addresses == ["127.0.0.1", believed]


async def test_a_page_behind_a_proxy_knows_its_address(refusing: tuple[Refusing, list[str]]) -> None:
    _, (_, page) = refusing
    async with aiohttp.ClientSession() as client:
        async with client.get(page) as got:
            text = await got.text()
        assert 'data-session-websocket-url="wss://games.example.org/ttt/ws"' in text
        assert 'src="https://games.example.org/ttt/static/js/textual.js"' in text
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await client.ws_connect(f"{page}ws", headers={"Origin": page.rstrip("/")})


async def test_names_of_servers_are_escaped(refusing: tuple[Refusing, list[str]]) -> None:
    _, (page, _) = refusing
    async with aiohttp.ClientSession() as client:
        for host in ('"><script>', "a b", "[", "x" * 5000):
            async with client.get(page, headers={"Host": host}) as got:
                assert got.status in (200, 400)
                assert "><script>" not in await got.text()


async def test_reasons_do_not_pile_up(refusing: tuple[Refusing, list[str]]) -> None:
    _, (page, _) = refusing
    async with aiohttp.ClientSession() as client:
        addresses = []
        for _ in range(201):
            async with client.ws_connect(f"{page}ws", headers={"Origin": page.rstrip("/")}) as socket:
                addresses.append((await socket.receive_json())[1]["url"])
        for address, is_known in ((addresses[0], False), (addresses[-1], True)):
            async with client.get(page + address) as got:
                assert ("Not today" in await got.text()) == is_known


async def test_there_are_only_so_many_connections_and_silent_ones_end(
    refusing: tuple[Refusing, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, (page, _) = refusing
    port = int(page.rstrip("/").rpartition(":")[2])
    monkeypatch.setattr("ttt_tui.serving.web.REQUEST_SECONDS", 0.3)
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3 * CONNECTIONS + 1)]
    async with asyncio.timeout(PATIENCE):
        assert await opened[-1][0].read() == b"", "one too many"
        opened[0][1].write(b"GET / HTTP/1.1\r\nHost: box\r\n\r\n")
        assert (await opened[0][0].readline()).startswith(b"HTTP/1.1 200")
        for reader, _ in opened[1:]:
            assert await reader.read() == b"", "nothing was asked"
        opened[0][1].write(b"GET / HTTP/1.1\r\nHost: box\r\n\r\n")
        await opened[0][0].readuntil(b"HTTP/1.1 200")
    for _, writer in opened:
        writer.close()


async def test_what_is_no_request_is_not_logged(
    refusing: tuple[Refusing, list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    _, (page, _) = refusing
    for data in (b"garbage\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 5000):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(page.rstrip("/").rpartition(":")[2]))
        writer.write(data)
        assert b" 400 " in await reader.readline()
        writer.close()
    assert not caplog.records


# --- the command line -------------------------------------------------------------------------------------


def test_without_the_libraries_the_command_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    with pytest.raises(SystemExit, match="2"):
        run(["serve", "--web", "0"])
    assert "needs more libraries: pip install 'ttt-tui[serve]'" in capsys.readouterr().err


def test_an_address_that_is_taken(tmp_path: Path, server: ServerProcess) -> None:
    answer, status = server.ask("--folder", str(tmp_path), "--ssh", "0", "--web", server.page[7:].rstrip("/"))
    assert status == 1
    assert "cannot listen on 127.0.0.1:" in answer
