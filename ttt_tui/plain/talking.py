"""What the dialogues of plain mode have in common: how they begin and end, and what some lines mean."""

import sys
from collections.abc import Callable, Iterable

from ttt_tui.engine import Game, Geometry, IllegalMove, NotASquare, Square
from ttt_tui.errors import EndedBySignal
from ttt_tui.plain import sentences
from ttt_tui.plain.speech import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.process.streams import status_of
from ttt_tui.process.text import closest_word
from ttt_tui.session.layout import listing
from ttt_tui.store.settings import Settings


def talk(is_ascii: bool, dialogue: Callable[[LineReader, SentenceWriter, Signals], None]) -> int:
    """Have a dialogue on standard input and output until it ends, and return the exit status."""
    prompts = sys.stdin is not None and sys.stdin.isatty()
    with Signals().installed() as signals:
        try:
            dialogue(LineReader(0), SentenceWriter(sys.stdout, is_ascii, prompts), signals)
        except EndedBySignal as ended:
            return ended.status
        except OSError as error:
            return signals.status or status_of(error)
    return 0


def plain_words(line: str) -> str:
    """Return what a line says, however it is spaced and whatever its case."""
    return " ".join(line.split()).lower()


def square_named(words: str, geometry: Geometry, settings: Settings, commands: Iterable[str]) -> Square:
    """Return the square of `b2`, on 3×3 also of `5`; raises `NotASquare` if it is none.

    The words are none of the `commands`, but perhaps a misspelt one, which the error then names.
    """
    if len(geometry.squares) == 9 and len(words) == 1 and words in "123456789":
        words = str(settings.square_number(int(words)))
    try:
        return geometry.parse(words)
    except IllegalMove as refusal:
        told = str(refusal)
        if told == geometry.how_written:
            if (right := closest_word(words, filter(None, commands))) is not None:
                raise NotASquare(f"unknown command {words[:24]!r}; try {right}") from None
            told = told.replace("write", "type", 1)
        raise NotASquare(f"{told}; type help for commands") from None


def row_told(game: Game, number: str) -> str:
    """Return what is in the row that was asked for; raises `IllegalMove` if there is no such."""
    rows = game.setup.geometry.rows
    if not (number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= rows):
        raise IllegalMove(f"type row and a number from 1 to {rows}")
    return sentences.row(game, int(number))


def stones_told(game: Game, symbol: str, voice: SentenceWriter) -> str:
    """Return where the stones of the player are that was asked for; raises `IllegalMove` if there is none."""
    players, wanted = game.setup.players, symbol.casefold()
    for seat, player in enumerate(players):
        if wanted in (player.symbol.casefold(), player.symbol.translate(voice.letters).casefold()):
            return sentences.stones(game, seat)
    raise IllegalMove(f"type where and one of {listing([player.symbol for player in players])}")
