"""How plain mode speaks: in whole sentences, at once, and within ASCII if that is wished for."""

from collections.abc import Sequence
from typing import TextIO

from ttt_tui.engine import Player
from ttt_tui.session.layout import letters_for


class SentenceWriter:
    """Writes sentences to `out`. With `prompts` it shows when it waits for a line."""

    def __init__(self, out: TextIO, ascii: bool = False, prompts: bool = False) -> None:
        self._out = out
        self._encoding = "ascii" if ascii else out.encoding
        self.prompts = prompts
        self.letters: dict[int, str] = {}
        """What is written instead of some symbols, as `str.translate` takes it."""

    def call(self, players: Sequence[Player]) -> None:
        """Speak of these players from now on, with letters for symbols that cannot be written."""
        self.letters = letters_for(players, self._encoding)

    def say(self, *parts: str) -> None:
        """Say one or more sentences, given without their full stops; empty ones are left out."""
        self.write(" ".join(f"{part}." for part in parts if part))

    def write(self, text: str) -> None:
        """Write lines of text."""
        self._emit(f"{text}\n")

    def ask(self) -> None:
        """Show that a line is awaited."""
        if self.prompts:
            self._emit("> ")

    def end_line(self) -> None:
        """Leave the line of a prompt that was not answered."""
        if self.prompts:
            self._emit("\n")

    def ring(self) -> None:
        """Ring the terminal's bell."""
        if self.prompts:
            self._emit("\a")

    def _emit(self, text: str) -> None:
        text = text.translate(self.letters)
        if self._encoding == "ascii":
            signs = {ord("×"): "x", ord("–"): "-", ord("…"): "...", ord("·"): ".", ord("±"): "+-"}
            text = text.translate(signs).encode("ascii", "replace").decode()
        self._out.write(text)
        self._out.flush()  # who listens must not wait for more
