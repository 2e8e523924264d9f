"""People at other terminals, in sentences: who is waited for, what they do, and what they want."""

from collections.abc import Iterator

from ttt_tui.engine import Game, IllegalMove, Move
from ttt_tui.errors import LineTooLong
from ttt_tui.multiplayer.session import MultiplayerSession, who_is_where
from ttt_tui.plain import sentences
from ttt_tui.plain.speech import SentenceWriter
from ttt_tui.plain.talking import plain_words
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session import wording
from ttt_tui.session.controller import Controller

HEARING_SECONDS = 0.1
"""Between two looks whether something has come from other terminals."""


def wait_for(company: MultiplayerSession, lines: LineReader, voice: SentenceWriter, signals: Signals) -> bool:
    """Wait until the match can begin, and return whether it can: the user may leave, or the host go."""
    if company.is_host and not company.is_ready:
        voice.say(
            "Waiting for players", f"Players join with ttt-tui --join {company.host}", "Type quit to leave"
        )
    while not company.is_ready:
        with signals.interruptible():
            is_ready = lines.is_ready(HEARING_SECONDS)
        company.receive()
        for said in company.take_notices():
            voice.say(said)
        if company.end_reason is not None:
            voice.say(wording.why_ended(company.host_name, company.end_reason))
            return False
        if is_ready and not company.is_ready:
            try:
                line = lines.next()
            except LineTooLong:
                line = ""
            words = None if line is None else plain_words(line)
            if words in (None, "quit", "exit"):
                return False
            known = who_is_where(company, has_begun=False) if words == "who" else []
            voice.say("The match has not started", *known, "Type quit to leave")
    return True


class PlainMultiplayer:
    """Tells what has become of a match since this was asked last."""

    def __init__(self, company: MultiplayerSession, controller: Controller) -> None:
        self.company = company
        self._controller = controller
        self._asked = ""  # what the people here have been asked last
        self._game: Game | None = None  # that was told of last
        self._moves: list[Move] = []  # of that game
        self.note()

    def note(self) -> None:
        """Take it that the match has been told as it stands."""
        self._game = self._controller.match.game
        self._moves = [*self._game.moves]

    def hear(self) -> list[str]:
        """Return what has come from elsewhere, as sentences; nothing if nothing has."""
        self.company.receive()
        told = [*self.company.take_notices(), *map(wording.sentence, self.company.take_refusals())]
        if told_of_match := list(self._news()):
            self.note()
        asked, self._asked = self._asked, self.company.incoming_request
        if self._asked and self._asked != asked:
            told_of_match.append(f"{self._asked}: type yes or no")
        return told + told_of_match

    def _news(self) -> Iterator[str]:
        match = self._controller.match
        if match.game is not self._game:
            starter = match.setup.players[match.game.first]
            yield f"Game {match.game_number}: {starter.symbol} starts"
            self._moves = []
        moves = match.game.moves
        pairs = zip(self._moves, moves, strict=False)
        common = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(self._moves), len(moves)))
        if taken := self._moves[common:][::-1]:
            yield f"Taken back: {sentences.moves(match.game, taken)}"
        for move in moves[common:]:
            yield wording.move_words(match.setup, move, "plays")


def who(others: PlainMultiplayer | None) -> list[str]:
    """Return who plays and is here, who is not, and who looks on, as sentences.

    Raises `IllegalMove` where `others` is None, since nobody plays at another terminal.
    """
    if others is None:
        raise IllegalMove("this game is not shared")
    company = others.company
    come = f"Players rejoin with ttt-tui --join {company.host}" if company.away else ""
    return [*who_is_where(company, has_begun=True), come]
