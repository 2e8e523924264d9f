"""Shared matches in sentences: waiting for players, news from other terminals, and a list of participants."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ttt_tui.engine import Game, IllegalMove, Move
from ttt_tui.errors import LineTooLong
from ttt_tui.multiplayer.session import MultiplayerSession, moves_in_common, participant_lines
from ttt_tui.plain import sentences
from ttt_tui.plain.repl import LEAVING, normalised
from ttt_tui.session import wording

if TYPE_CHECKING:
    from ttt_tui.plain.match import PlainMatch

POLL_SECONDS = 0.1
"""Seconds between two checks for messages from other terminals."""

QUIT = "Type quit to leave"


class PlainMultiplayer:
    """The part of `plain` for the other terminals: reports what has changed since the latest report."""

    def __init__(self, plain: "PlainMatch") -> None:
        self._plain = plain
        self._request = ""  # the latest one that was reported
        self._game: Game | None = None  # the latest one that was reported
        self._moves: list[Move] = []  # of that game
        self._has_ended = False  # that game, when it was reported

    def wait_for_players(self, multiplayer: MultiplayerSession) -> bool:
        """Wait until the match can begin. Return False if the user leaves or the host disconnects before."""
        lines, out = self._plain.lines, self._plain.out
        if multiplayer.is_host and not multiplayer.is_ready:
            out.say("Waiting for players", f"Players join with ttt-tui --join {multiplayer.host}", QUIT)
        while not multiplayer.is_ready:
            with self._plain.signals.interruptible():
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
                if line is None or normalised(line) in LEAVING:
                    return False
                is_list = normalised(line) == "who"
                people = participant_lines(multiplayer, has_begun=False) if is_list else []
                out.say("The match has not started", *people, QUIT)
        return True

    def mark_reported(self) -> None:
        """Mark the present state of the match as reported."""
        self._game = self._plain.game
        self._moves = [*self._game.moves]
        self._has_ended = self._game.outcome is not None

    def take_updates(self) -> list[str]:
        """Process messages from other terminals; return sentences about the changes and the new state."""
        if (multiplayer := self._plain.multiplayer) is None:
            return []
        multiplayer.receive()
        updates = [*multiplayer.take_notices(), *map(wording.sentence, multiplayer.take_refusals())]
        if changes := list(self._changes()):
            self.mark_reported()
            updates += changes
        before, self._request = self._request, multiplayer.incoming_request
        if self._request not in ("", before):
            updates.append(f"{self._request}: type yes or no")
        if updates:
            updates += self._plain.state()
        if (reason := multiplayer.end_reason) is not None:
            updates.append(wording.connection_end_text(multiplayer.host_name, reason))
        return updates

    def _changes(self) -> Iterator[str]:
        match = self._plain.match
        if match.game is not self._game:
            yield sentences.next_game(match)
            self._moves, self._has_ended = [], False
        moves = match.game.moves
        common = moves_in_common(self._moves, moves)
        if taken := self._moves[common:][::-1]:
            yield f"Taken back: {sentences.moves(match.game, taken)}"
        for move in moves[common:]:
            yield sentences.made(match.game, move)
        outcome = match.game.outcome
        if outcome is not None and outcome.is_agreed and not self._has_ended:
            yield "The draw was accepted"

    def vote(self, yes: bool) -> None:
        """Accept or decline the request of a player at another terminal."""
        if (multiplayer := self._plain.multiplayer) is None or not multiplayer.incoming_request:
            raise IllegalMove("no request is waiting for an answer")
        multiplayer.vote(yes)

    def list_people(self) -> None:
        """Say who is connected, who is disconnected and who is watching."""
        if (multiplayer := self._plain.multiplayer) is None:
            raise IllegalMove("this game is not shared")
        rejoin = f"Players rejoin with ttt-tui --join {multiplayer.host}" if multiplayer.away else ""
        self._plain.out.say(*participant_lines(multiplayer, has_begun=True), rejoin)

    def report_request(self) -> None:
        """Say that the other players were asked; if none is connected, the action is reported as news."""
        if (multiplayer := self._plain.multiplayer) is not None and multiplayer.own_request:
            self._plain.out.say(f"{multiplayer.own_request}, waiting for an answer")
