"""What the store is to hold about one game, as plain values that no later move changes."""

import json
import os
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Self

from ttt_tui.engine import Game, Setup
from ttt_tui.engine.records import UNFINISHED, Record, move_word, read_move, result_text, times_of
from ttt_tui.engine.records.json import setup_from_data, setup_to_data
from ttt_tui.store.stored_game import Entry, Origin, to_stored


class GameRow(NamedTuple):
    """A game as it is to be stored; the texts are those of the columns of the table of games."""

    number: int
    """Of the game in its match, from 1."""
    seed: int
    started: str
    setup: str
    first: int
    moves: str
    undone: str
    result: str
    hints: int
    analysed: bool
    held: bool
    """Whether this process plays it."""
    dropped: bool
    times: str
    host: str | None
    """The login of the user who hosts the game, if this is a guest's copy of it."""
    uid: str
    origin: Origin | None
    hosted_id: str | None = None
    """The uid that the game has at its host, if this is a guest's copy of it and that is known."""
    invited: tuple[str, ...] | None = None
    """The logins of those who may join the game if it is hosted, None for everybody."""

    @classmethod
    def of_game(
        cls,
        game: Game,
        number: int,
        seed: int,
        *,
        held: bool,
        started: str | None = None,
        host: str | None = None,
        uid: str | None = None,
        origin: Origin = Origin.PLAYED,
        hosted_id: str | None = None,
        invited: tuple[str, ...] | None = None,
    ) -> Self:
        """Return the row of a game that starts now, or did at a time in ISO 8601."""
        row = cls(
            number,
            seed,
            started or now(),
            "",
            game.first,
            "[]",
            "[]",
            UNFINISHED,
            0,
            analysed=False,
            held=held,
            dropped=False,
            times="[]",
            host=host,
            uid=uid or os.urandom(16).hex(),
            origin=origin,
            hosted_id=hosted_id,
            invited=invited,
        )
        return row.as_it_stands(game)

    @classmethod
    def of_entry(cls, entry: Entry, *, held: bool) -> Self:
        """Return the row that a stored game came from."""
        return cls(
            entry.number, entry.seed, to_stored(entry.started), _setup(entry.setup), entry.first,
            _words(entry.moves), _words(entry.undone), entry.result, entry.hints, entry.analysed, held,
            entry.dropped and not held, json.dumps(entry.times), entry.host, entry.uid, entry.origin,
            entry.hosted_id, entry.invited,
        )  # fmt: skip

    @property
    def game_id(self) -> str:
        """The id of the game that its host and all guests share."""
        return self.hosted_id or self.uid

    @property
    def is_finished(self) -> bool:
        """Whether the game has ended."""
        return self.result != UNFINISHED

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to keep: no move, none to redo, and no game of the match before it."""
        return self.number == 1 and self.moves == "[]" and self.undone == "[]"

    def as_it_stands(self, game: Game) -> Self:
        """Return the row with the game's players, moves and aids as they are now."""
        return self._replace(
            setup=_setup(game.setup),
            moves=_words([move_word(game.setup, move) for move in game.moves]),
            undone=_words([move_word(game.setup, move) for move in game.undone]),
            result=result_text(game),
            hints=game.hints,
            analysed=game.is_analysed,
            times=json.dumps(times_of([*game.moves, *reversed(game.undone)])),
        )

    def played_on(self, game: Game) -> Self:
        """Return the row after a change; an imported game that goes on is played here from then on."""
        row = self.as_it_stands(game)
        is_played = (row.moves, row.undone) != (self.moves, self.undone)
        return row._replace(origin=Origin.PLAYED) if is_played and row.origin is Origin.IMPORTED else row

    def record(self) -> Record:
        """Return the game as it was played, without what was taken back, and its id."""
        game = Game(setup_from_data(json.loads(self.setup)), self.first)
        for word in json.loads(self.moves):
            game.push(read_move(game, word))
        return Record(game, game_id=self.game_id)

    def released(self, *, dropped: bool = False) -> Self:
        """Return the row of a game that nobody plays; `dropped` if another one is started in its place."""
        return self._replace(held=False, dropped=dropped)


def now() -> str:
    """Return the local time as it is stored."""
    return to_stored(datetime.now().astimezone())


def _setup(setup: Setup) -> str:
    return json.dumps(setup_to_data(setup), ensure_ascii=False)


def _words(words: Sequence[str]) -> str:
    return json.dumps(list(words), ensure_ascii=False)
