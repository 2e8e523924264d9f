"""The page in Chromium: it shows the board, and takes clicks and keys."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.chromium import Chromium, find_chromium
from tests.support.serving import PATIENCE, Display, ServerProcess

SIZE = 900, 600
"""Pixels of a window."""


class Window(Display):
    """A window of a browser: what its page has received, and pictures of what it shows."""

    def __init__(self, browser: Chromium, page: str) -> None:
        self._browser, self._window = browser, browser.open_window()
        browser.open(page, *SIZE)
        self._taken = 0
        until(lambda: self._frames(), "a web socket")
        found = re.search(r"width=(\d+)&height=(\d+)", self._frames()[0][0])
        assert found is not None
        super().__init__(int(found[1]), int(found[2]))

    def _frames(self) -> list[tuple[str, bytes]]:
        self._browser.window = self._window
        self._browser.value("0")  # takes what has arrived
        return self._browser.frames[self._window]

    def shows(self, pattern: str) -> bool:
        """Return whether the page has received something that shows this."""
        for _, data in self._frames()[self._taken :]:
            self._taken += 1
            self.feed(data)
        return re.search(pattern, self.text) is not None

    def wait_for(self, pattern: str) -> None:
        until(lambda: self.shows(pattern), pattern, lambda: self.text)

    def press(self, *keys: str) -> None:
        self._browser.window = self._window
        for key in keys:
            self._browser.press(key)

    def leave(self) -> None:
        """Go to another page, as a person does who has seen enough."""
        self._browser.window = self._window
        self._browser.open("about:blank", *SIZE)

    def square(self, name: str) -> tuple[float, float]:
        """Return the middle of a square in pixels, by the letters and digits at the edges of the board."""
        self._browser.window = self._window
        width, height = self._browser.value(
            "(r => [r.width, r.height])(document.querySelector('.xterm-screen').getBoundingClientRect())"
        )
        lines = self.text.split("\n")
        top = next(n for n, text in enumerate(lines) if re.fullmatch(r" +a +b +c .*", text))
        line = next(n for n, text in enumerate(lines) if n > top and re.match(rf" *{name[1]} .*┃", text))
        column = lines[top].index(name[0])
        return (column + 0.5) * width / self.screen.columns, (line + 0.5) * height / self.screen.lines

    def click(self, name: str) -> None:
        self._browser.click(*self.square(name))

    def picture(self, name: str) -> bytes:
        """Return a picture of a square."""
        x, y = self.square(name)
        return self._browser.picture((x - 40, y - 25, 80, 50))


def until(is_so: Callable[[], object], what: str, shown: Callable[[], str] = str) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, f"waited in vain for {what}\n{shown()}"
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.skipif(find_chromium() is None, reason="it needs Chromium, which the project does not install")
def test_two_windows_of_a_browser_play_each_other(tmp_path: Path) -> None:
    chromium = find_chromium()
    assert chromium is not None
    with ServerProcess(tmp_path / "server", web=True) as server, Chromium(chromium, scale=1) as browser:
        ada, bob = (Window(browser, server.page) for _ in range(2))
        ada.wait_for(r"guest 1 \(you\)[^$]*guest 2")
        ada.press("c")
        ada.wait_for("Challenge anybody")
        ada.press("ArrowLeft", "Enter")
        bob.wait_for("rated")
        bob.press("Home", "Enter")
        for window in (ada, bob):
            window.wait_for("Your move|to move")
        first, second = (ada, bob) if ada.shows("Your move") else (bob, ada)
        empty = {window: window.picture("a1") for window in (ada, bob)}
        first.click("a1")
        for window in (ada, bob):
            window.wait_for("X a1")
            until(lambda window=window: window.picture("a1") != empty[window], "the stone")
        for digit, reply, square in (("5", "O b2", "b1"), ("9", "O c3", "c1")):
            second.press(digit)
            for window in (ada, bob):
                window.wait_for(reply)
            first.click(square)
            for window in (ada, bob):
                window.wait_for(f"X {square}")
        for window in (ada, bob):
            window.wait_for("You win|wins")
            window.press("q")
            window.wait_for("Challenges|People")
