"""A Chromium without a screen that makes pictures (PNG) of pages, takes keys and clicks, all in one process.

It is spoken to through a pipe, in the DevTools protocol (https://chromedevtools.github.io/devtools-protocol/).
"""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
"""What it may be called."""

CODES = {"Enter": 13, "Home": 36}
"""Keys without a character, by their names, and their numbers in Windows, which Chromium wants."""

CLIP = "x", "y", "width", "height", "scale"

READS, WRITES = 3, 4
"""The descriptors of its ends of the pipe."""


def find_chromium() -> str | None:
    """Return the path of a Chromium, None if none is on the path."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    """Use it in a `with` statement. `scale` is how many pixels of a picture a pixel of a page becomes."""

    def __init__(self, path: str, scale: float = 2) -> None:
        self._scale = scale
        self._home = tempfile.TemporaryDirectory(prefix="ttt-tui-chromium-", ignore_cleanup_errors=True)
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_read, to_write)]

        def connect() -> None:
            for end, number in zip(ends, (READS, WRITES), strict=True):
                os.dup2(end, number)

        self._process = subprocess.Popen(
            [
                path, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--allow-file-access-from-files", "--remote-debugging-pipe",
                f"--user-data-dir={self._home.name}",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(READS, WRITES),
            preexec_fn=connect,
        )  # fmt: skip
        for end in (to_read, to_write, *ends):
            os.close(end)
        self._number = 0
        self._rest = b""
        self.window = ""
        """The window that everything is about."""
        self.frames: dict[str, list[tuple[str, bytes]]] = {}
        """What web sockets bring: for each window the address of the socket with "", then data."""
        self.open_window()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        os.close(self._to)
        self._process.terminate()
        self._process.wait()
        os.close(self._from)
        self._home.cleanup()

    def open_window(self) -> str:
        """Open another window, and return it."""
        self.window = ""
        target = self._call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        self.window = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.frames[self.window] = []
        self._call("Page.enable")
        self._call("Network.enable")
        self._call("Emulation.setFocusEmulationEnabled", enabled=True)
        return self.window

    def open(self, page: Path | str, width: int, height: int) -> None:
        """Open a file, or an address, in a window of this size in pixels."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=self._scale, mobile=False,
        )  # fmt: skip
        self._call("Page.navigate", url=page if isinstance(page, str) else page.absolute().as_uri())
        while self._receive().get("method") != "Page.loadEventFired":
            pass

    def picture(self, part: tuple[float, float, float, float] | None = None) -> bytes:
        """Return the open page as PNG, or a part of it: left, top, width and height."""
        clip = {} if part is None else {"clip": dict(zip(CLIP, (*part, 1), strict=True))}
        return base64.b64decode(self._call("Page.captureScreenshot", format="png", **clip)["data"])

    def press(self, key: str) -> None:
        """Press a key: a character, or a name of `CODES`."""
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        code = {"windowsVirtualKeyCode": CODES[key], "code": key} if key in CODES else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **code)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    def click(self, x: float, y: float) -> None:
        """Click with the left button, at a place in pixels."""
        for what in ("mouseMoved", "mousePressed", "mouseReleased"):
            button: dict[str, object] = {} if what == "mouseMoved" else {"button": "left", "clickCount": 1}
            self._call("Input.dispatchMouseEvent", type=what, x=x, y=y, **button)

    def value(self, expression: str) -> Any:
        """Return the value of an expression in JavaScript."""
        return self._call("Runtime.evaluate", expression=expression, returnByValue=True)["result"]["value"]

    def _call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Have something done, and return the result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self.window:
            message["sessionId"] = self.window
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (answer := self._receive()).get("id") != self._number:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _receive(self) -> dict[str, Any]:
        """Return the next message."""
        while b"\0" not in self._rest:
            data = os.read(self._from, 1 << 16)
            if not data:
                raise RuntimeError("Chromium has ended")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        match message:
            case {"method": "Network.webSocketCreated", "params": {"url": url}}:
                self.frames[message["sessionId"]].append((url, b""))
            case {"method": "Network.webSocketFrameReceived", "params": {"response": frame}}:
                is_binary, data = frame["opcode"] == 2, frame["payloadData"]
                read = base64.b64decode(data) if is_binary else data.encode()
                self.frames[message["sessionId"]].append(("", read if is_binary else b""))
        return message
