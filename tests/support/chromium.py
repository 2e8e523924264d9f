"""A Chromium without a window that makes pictures (PNG) of pages, all in one process.

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
        self._page = ""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._page = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._call("Page.enable")

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

    def open(self, page: Path, width: int, height: int) -> None:
        """Open a page in a window of this size in pixels."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=self._scale, mobile=False,
        )  # fmt: skip
        self._call("Page.navigate", url=page.absolute().as_uri())
        while self._receive().get("method") != "Page.loadEventFired":
            pass

    def picture(self) -> bytes:
        """Return the open page as PNG."""
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    def _call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Have something done, and return the result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._page:
            message["sessionId"] = self._page
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
        return message
