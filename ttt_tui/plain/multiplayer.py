"""Shared matches in sentences: waiting for players, news from other terminals, and a list of participants."""

from collections.abc import Iterator

from ttt_tui.engine import Game, Move
from ttt_tui.errors import LineTooLong
from ttt_tui.multiplayer.session import MultiplayerSession, moves_in_common, participant_lines
from ttt_tui.plain import sentences
from ttt_tui.plain.repl import normalised
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session import wording
from ttt_tui.session.controller import Controller

POLL_SECONDS = 0.1
"""Seconds between two checks for messages from other terminals."""


def wait_for_players(
    multiplayer: MultiplayerSession, lines: LineReader, out: SentenceWriter, signals: Signals
) -> bool:
    """Wait until the match can begin. Return False if the user leaves or the host disconnects before."""
    if multiplayer.is_host and not multiplayer.is_ready:
        out.say(
            "Waiting for players",
            f"Players join with ttt-tui --join {multiplayer.host}",
            "Type quit to leave",
        )
    while not multiplayer.is_ready:
        with signals.interruptible():
            is_ready = lines.is_ready(POLL_SECONDS)
        multiplayer.receive()
        for sentence in multiplayer.take_notices():
            out.say(sentence)
        if multiplayer.end_reason is not None:
            out.say(wording.connection_end_text(multiplayer.host_name, multiplayer.end_reason))
            return False
        if is_ready and not multiplayer.is_ready:
            try:
                line = lines.next()
            except LineTooLong:
                line = ""
            command = None if line is None else normalised(line)
            if command in (None, "quit", "exit"):
                return False
            people = participant_lines(multiplayer, has_begun=False) if command == "who" else []
            out.say("The match has not started", *people, "Type quit to leave")
    return True


class PlainMultiplayer:
    """The other terminals of a shared match: reports what has changed since the latest report."""

    def __init__(self, multiplayer: MultiplayerSession, controller: Controller) -> None:
        self.multiplayer = multiplayer
        self._controller = controller
        self._request = ""  # the latest one that the user was told of
        self._game: Game | None = None  # the latest one that was reported
        self._moves: list[Move] = []  # of that game
        self.mark_reported()

    def mark_reported(self) -> None:
        """Mark the present state of the match as reported."""
        self._game = self._controller.match.game
        self._moves = [*self._game.moves]

    def take_updates(self) -> list[str]:
        """Process messages from other terminals, and return the changes as sentences."""
        self.multiplayer.receive()
        messages = [
            *self.multiplayer.take_notices(),
            *map(wording.sentence, self.multiplayer.take_refusals()),
        ]
        if changes := list(self._changes()):
            self.mark_reported()
        request, self._request = self._request, self.multiplayer.incoming_request
        if self._request and self._request != request:
            changes.append(f"{self._request}: type yes or no")
        return messages + changes

    def _changes(self) -> Iterator[str]:
        match = self._controller.match
        if match.game is not self._game:
            starter = match.setup.players[match.game.first]
            yield f"Game {match.game_number}: {starter.symbol} starts"
            self._moves = []
        moves = match.game.moves
        common = moves_in_common(self._moves, moves)
        if taken := self._moves[common:][::-1]:
            yield f"Taken back: {sentences.moves(match.game, taken)}"
        for move in moves[common:]:
            yield sentences.made(match.game, move)

    def people(self) -> list[str]:
        """Return who is connected, who is disconnected and who is watching, as sentences."""
        rejoin = (
            f"Players rejoin with ttt-tui --join {self.multiplayer.host}" if self.multiplayer.away else ""
        )
        return [*participant_lines(self.multiplayer, has_begun=True), rejoin]
