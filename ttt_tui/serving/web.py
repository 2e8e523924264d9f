"""The web side of a server: pages whose terminal is a program of the server; all who come are guests.

Page and protocol are textual-serve's: JSON from the page, bytes of a terminal to it. The program is started
as for a visit over SSH, with a socket in place of a terminal, so that the limits are the same.
"""

import asyncio
import json
import logging
import os
import secrets
import signal
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING

import aiohttp_jinja2
from aiohttp import WSMsgType, web
from aiohttp.http import HttpProcessingError
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int
from yarl import URL

from ttt_tui.errors import VisitRefused
from ttt_tui.multiplayer.limits import Pace, TokenBucket
from ttt_tui.process.terminal import DRIVER_VARIABLE, FRAMES, WEB_DRIVER
from ttt_tui.serving.limits import terminal_size

if TYPE_CHECKING:
    from ttt_tui.serving.server import GameServer, Inside

PRELUDE = b"__GANGLION__\n"
"""The line after which a program writes packets: a letter, four bytes with a length, and data."""

HEADER = 5
"""Bytes before the data of a packet."""

DATA = b"D"
"""The letter of packets with output for the terminal."""

MOST_OUTPUT = 4 << 20
"""The longest packet of a program; a whole screen in true colour is far shorter."""

MOST_INPUT = 1 << 18
"""The longest message of a page; of a text that is pasted, a program takes less."""

PACE = Pace(300.0, 3000.0, 128 * 1024.0, 1024 * 1024.0, is_slowed=True)
"""What a page may send: each movement of the mouse is a message."""

CONNECTIONS = 2
"""Connections for each visitor that the server may have: a browser opens some for a page."""

REQUEST_SECONDS = 20.0
"""Time for the first request on a connection."""

KEPT_SECONDS = 15.0
"""Time for another request on a connection."""

ALIVE_SECONDS = 15.0
"""Time between two questions whether the page is still there."""

MOST_SENTENCES = 200
"""Reasons why visits have ended that are kept until a page asks for them."""

PAGE = """{% include "app_index.html" %}
<script>
document.title = {{ title | tojson }};
addEventListener("load", () => document.querySelector("textarea")?.focus());
</script>"""
"""The page of textual-serve, with a title, and with keys that work without a click before."""

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws: wss:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: only what is of this server, thus no fonts of others, who would count visitors."""


class WebVisit(AppService):
    """The program of a guest, and the page that shows it."""

    _inside: "Inside"
    _reader: asyncio.StreamReader

    def __init__(self, site: "WebSite", page: web.WebSocketResponse) -> None:
        super().__init__(
            "",
            write_bytes=page.send_bytes,
            write_str=page.send_str,
            close=self._close,
            download_manager=site.download_manager,
        )
        self._site, self._page = site, page
        self._reason = ""
        self._status: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def enter(self, address: str, columns: int, lines: int) -> None:
        """Start the program. Raises `VisitRefused` or `OSError`."""
        ours, theirs = socket.socketpair()
        nothing = os.open(os.devnull, os.O_WRONLY)
        try:
            self._inside = self._site.server.enter(
                None,
                "",
                address,
                words=[],
                terminal=None,
                files=[theirs.fileno(), theirs.fileno(), nothing],
                ended=self._ended,
                end=self._end,
                environment={
                    DRIVER_VARIABLE: WEB_DRIVER,
                    "TEXTUAL_COLOR_SYSTEM": "truecolor",
                    "TEXTUAL_FPS": FRAMES,
                    "COLUMNS": str(columns),
                    "ROWS": str(lines),
                },
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
            os.close(nothing)
        ours.setblocking(False)
        self._reader, self._stdin = await asyncio.open_unix_connection(sock=ours)
        self._task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Show the program's output until it or the page is closed; then end both."""
        try:
            await self._reader.readuntil(PRELUDE)
            while True:
                header = await self._reader.readexactly(HEADER)
                if (size := int.from_bytes(header[1:], "big")) > MOST_OUTPUT:
                    break
                data = await self._reader.readexactly(size)
                if header[:1] == DATA:  # nothing else that a program says is believed
                    await self.remote_write_bytes(data)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            pass
        finally:
            self._inside.signal(signal.SIGHUP)
            self.stdin.close()
        if await self._status and not self._reason:
            self._reason = "the program ended unexpectedly"
        await self.remote_close()

    async def _close(self) -> None:
        await self._site.close_page(self._page, self._reason)

    async def stop(self) -> None:
        """End the program, if it still runs, and wait for its end."""
        self._inside.signal(signal.SIGHUP)
        self.stdin.close()
        if self._task is not None:
            await self._task

    def _ended(self, status: int) -> None:
        if not self._status.done():
            self._status.set_result(status)

    def _end(self, reason: str) -> None:
        """End the visit, with a reason that the page shows."""
        self._reason = reason
        self._inside.signal(signal.SIGTERM)

    async def take(self, text: str) -> None:
        """Pass on a message of the page; what is not understood is ignored."""
        match _parsed(text):
            case ["stdin", str(keys), *_]:
                await self.send_bytes(keys.encode(errors="ignore"))
            case ["resize", {"width": int(columns), "height": int(lines)}, *_]:
                await self.set_terminal_size(*terminal_size(columns, lines))
            case ["ping", str(time), *_]:
                await self._page.send_json(["pong", time])
            case ["focus", *_]:
                await self.focus()
            case ["blur", *_]:
                await self.blur()


class WebSite(Server):
    """The pages of a server.

    `proxy` is the address of the page if there is a proxy before it, which says where visitors come from.
    """

    def __init__(self, server: "GameServer", proxy: str | None = None) -> None:
        super().__init__("", title=f"ttt-tui on {server.lobby.server}")
        self.server, self._proxy = server, None if proxy is None else URL(proxy)
        self._sentences: dict[str, str] = {}
        self._silent: dict[asyncio.Protocol, asyncio.TimerHandle] = {}  # connections without a request
        self._listening: asyncio.Server | None = None
        self._runner: web.AppRunner | None = None

    async def listen(self, host: str, port: int) -> int:
        """Accept browsers, and return the port. Raises `OSError`."""
        self._runner = web.AppRunner(
            await self._make_app(),
            access_log=None,
            logger=_logger(),
            keepalive_timeout=KEPT_SECONDS,
            shutdown_timeout=1.0,
        )
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(self._accept, host, port, reuse_address=True)
        chosen: int = self._listening.sockets[0].getsockname()[1]
        return chosen

    def _accept(self) -> asyncio.Protocol:
        """Return what serves a connection, which has to send a request soon; too many are closed at once."""
        assert self._runner is not None
        server = self._runner.server
        if server is None or len(server.connections) >= CONNECTIONS * self.server.limits.visitors:
            return _Closed()
        connection = server()
        loop = asyncio.get_running_loop()
        self._silent[connection] = loop.call_later(REQUEST_SECONDS, self._close_silent, connection)
        return connection

    def _close_silent(self, connection: web.RequestHandler) -> None:
        del self._silent[connection]
        connection.force_close()

    async def close(self) -> None:
        """Close all pages, and accept no others."""
        if self._listening is not None:
            self._listening.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        for resource in app.router.resources():
            if isinstance(resource, web.StaticResource):
                resource._show_index = False  # textual-serve lists its folder
        app.on_response_prepare.append(self._protect)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing, unlike textual-serve."""

    async def _protect(self, request: web.Request, response: web.StreamResponse) -> None:
        """Note a request, and say what browsers may do with a page."""
        if (timer := self._silent.pop(request.protocol, None)) is not None:
            timer.cancel()
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"

    # --- requests ----------------------------------------------------------------------------------------

    def _address_of_page(self, request: web.Request) -> URL:
        """Return the address by which the visitor knows the page. Raises `web.HTTPBadRequest`."""
        try:
            return self._proxy or request.url.origin()
        except ValueError:
            raise web.HTTPBadRequest(text="the name of the server is missing") from None

    def _address_of(self, request: web.Request) -> str:
        """Return the address of a visitor: behind a proxy the one that it has added to those it was sent."""
        if self._proxy is not None:
            sent = request.headers.getall("X-Forwarded-For", [""])[-1].rpartition(",")[2].strip()
            with suppress(ValueError):
                return str(ip_address(sent))
        return request.remote or ""

    async def handle_index(self, request: web.Request) -> web.Response:
        """Return the page; with `delay` it waits for a click, and says why the visit before has ended."""
        page = self._address_of_page(request)
        reason = self._sentences.get(request.query.get("ended", "")) if "delay" in request.query else None
        context = {
            "font_size": to_int(request.query.get("fontsize", ""), 16),
            "app_websocket_url": f"{_websocket(page)}/ws",
            "config": {"static": {"url": f"{_bare(page)}/static/"}},
            "application": {"name": reason or self.title},
            "title": self.title,
        }
        shown = aiohttp_jinja2.get_env(request.app).from_string(PAGE).render(context)
        return web.Response(text=shown, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Let a visitor in whose page has connected."""
        self._check_origin(request)
        page = web.WebSocketResponse(heartbeat=ALIVE_SECONDS, max_msg_size=MOST_INPUT)
        await page.prepare(request)
        visit, address = WebVisit(self, page), self._address_of(request)
        columns, lines = (to_int(request.query.get(name, ""), 0) for name in ("width", "height"))
        try:
            self.server.connect(address)
        except VisitRefused as refusal:
            await self.close_page(page, str(refusal))
            return page
        try:
            await visit.enter(address, *terminal_size(columns, lines))
            try:
                await self._process_messages(page, visit)
            finally:
                await visit.stop()
        except VisitRefused as refusal:
            await self.close_page(page, str(refusal))
        except OSError:
            await self.close_page(page, "the server cannot start it now")
        finally:
            self.server.disconnect(address)
        return page

    def _check_origin(self, request: web.Request) -> None:
        """Raise `web.HTTPForbidden` unless a page of this server connects."""
        try:
            origin = URL(request.headers.get("Origin", "")).origin()
        except ValueError:
            origin = None
        if origin != self._address_of_page(request).origin():
            raise web.HTTPForbidden(text="only the page of this server may connect")

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        """Pass on what a page sends until it is closed, at the pace at which it may send."""
        assert isinstance(app_service, WebVisit)
        loop = asyncio.get_running_loop()
        messages = TokenBucket(PACE.lines, PACE.most_lines, loop.time())
        characters = TokenBucket(PACE.bytes, PACE.most_bytes, loop.time())
        async for message in websocket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break  # a frame that is wrong or too long; the connection is closed already
            debt = messages.owe(1, loop.time()), characters.owe(len(message.data), loop.time())
            if seconds := max(debt):
                await asyncio.sleep(seconds)
            if message.type == WSMsgType.TEXT:
                await app_service.take(message.data)

    async def close_page(self, page: web.WebSocketResponse, reason: str) -> None:
        """End a session; the page shows the reason, if there is one."""
        if reason and not page.closed:
            key = secrets.token_urlsafe(9)
            self._sentences[key] = reason[:1].upper() + reason[1:]
            while len(self._sentences) > MOST_SENTENCES:
                del self._sentences[next(iter(self._sentences))]
            address = {"url": f"?delay=1&ended={key}", "new_tab": False}
            with suppress(ConnectionError):
                await page.send_json(["open_url", address])
        await page.close()


class _Closed(asyncio.Protocol):
    """A connection that is not served."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


def _logger() -> logging.Logger:
    """Return where faults of the site go, but not those of strangers' requests."""

    def is_fault(record: logging.LogRecord) -> bool:
        return record.exc_info is None or not isinstance(record.exc_info[1], HttpProcessingError)

    logger = logging.getLogger(__name__)
    logger.addFilter(is_fault)
    return logger


def _bare(page: URL) -> str:
    return str(page).rstrip("/")


def _websocket(page: URL) -> str:
    """Return the address of a page for web sockets."""
    return _bare(page.with_scheme("wss" if page.scheme == "https" else "ws"))


def _parsed(text: str) -> object:
    """Return a message of a page, None for what is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
