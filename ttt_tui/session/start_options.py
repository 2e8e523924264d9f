"""The position that `--start FILE` names: that of a record or of a diagram, in a set-up that fits it."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ttt_tui.computer.levels import screen_name
from ttt_tui.engine import HUMAN, Player, Position, Rules, Setup, start_of, start_position
from ttt_tui.engine.records.diagrams import Diagram, read_diagram
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.errors import InvalidStart, RecordError, UsageError
from ttt_tui.session.presets import MEDIUM
from ttt_tui.session.setup_options import setup_from
from ttt_tui.store.files import describe_os_error, read_text

if TYPE_CHECKING:
    from ttt_tui.session.engines import Engines

START = "--start"


class GivenStart(NamedTuple):
    """What a file says about the start of a game."""

    columns: int
    rows: int
    line_length: int | None
    """None if the file does not say it; likewise the rules."""
    rules: Rules | None
    players: int
    """The number of players, the least if it is not `is_complete`."""
    source: Position | Diagram
    looks: Sequence[Player] = ()
    """Players whose symbols and colours the stones have, in the order of the sides."""
    notes: tuple[str, ...] = ()
    """Clauses without full stops."""

    @property
    def is_complete(self) -> bool:
        """Whether the file says the rules as well: only a diagram does not."""
        return isinstance(self.source, Position)

    def fill(self, options: Namespace) -> Namespace:
        """Return the options with what the file says where they say nothing."""
        filled = Namespace(**vars(options))
        if options.preset is None:
            filled.board = options.board or (self.columns, self.rows)
            filled.line = self.line_length if options.line is None else options.line
            filled.rules = self.rules if options.rules is None else options.rules
            if not options.player and self.players > 2:
                filled.player = [HUMAN, *[screen_name(MEDIUM)] * (self.players - 1)]
        return filled

    def check(self, setup: Setup, options: Namespace) -> None:
        """Raise `UsageError` if a set-up of the options contradicts the file."""
        geometry, players = setup.geometry, len(setup.players)
        is_preset = options.preset is not None
        if (geometry.columns, geometry.rows) != (self.columns, self.rows):
            wrong = "--board" if options.board else "--preset" if is_preset else "--rules"
            raise UsageError(f"the start is on a {self.columns}×{self.rows} board, not {geometry}", wrong)
        if self.rules not in (None, geometry.rules):
            wrong = "--preset" if is_preset and options.rules is None else "--rules"
            raise UsageError(f"the rules of the start are {self.rules}, not {geometry.rules}", wrong)
        if self.line_length not in (None, geometry.line_length):
            wrong = "--preset" if is_preset and options.line is None else "--line"
            raise UsageError(
                f"the start is of a game with {self.line_length} in a row, not {geometry.line_length}", wrong
            )
        if players < self.players or (self.is_complete and players != self.players):
            wrong = "--player" if options.player else "--preset" if is_preset else START
            raise UsageError(f"the start is of a game for {self.players} players, not {players}", wrong)

    def on(self, setup: Setup) -> tuple[Setup, tuple[str, ...]]:
        """Return a set-up that starts there, and notes. Raises `UsageError`."""
        try:
            if isinstance(self.source, Diagram):
                start, notes = self.source.start(setup)
            else:
                start, notes = start_of(self.source), ()
            if start is not None and not start.squares and not start.to_move:
                start = None
            if start is not None:
                start_position(setup.geometry, len(setup.players), start=start)
        except (InvalidStart, RecordError) as error:
            raise UsageError(str(error), START) from None
        return replace(setup, start=start), (*self.notes, *notes)


def given_start(options: Namespace) -> GivenStart:
    """Read the start that the options name. Raises `UsageError`."""
    try:
        path = Path(options.start)
        text, notes = read_text(path, options.encoding)
        if (diagram := read_diagram(text)) is not None:
            if options.at is not None:
                raise UsageError("a diagram has no moves; only a record has", "--at")
            only_for_two = options.rules is not None and bool(options.rules.for_two)
            players = 2 if only_for_two else diagram.least_players
            return GivenStart(*diagram.size, None, None, players, diagram, notes=notes)
        record, *more = read_records(text, path.suffix.lower(), options.board, options.rules)
    except OSError as error:
        raise UsageError(describe_os_error(error), START) from None
    except RecordError as error:
        raise UsageError(str(error), START) from None
    notes += record.notes
    if more:
        notes += (f"the file has {len(more) + 1} games; the first is the start",)
    game, count = record.game, len(record.game.moves)
    if options.at is None and game.outcome is not None:
        raise UsageError(f"that game is over; --at {count - 1} starts before its last move", START)
    if options.at is not None and options.at > count:
        raise UsageError(f"the game has {count} moves", "--at")
    position = game.position_after(count if options.at is None else options.at)
    geometry, seats = position.geometry, game.setup.players
    looks = (*seats[position.first :], *seats[: position.first])
    size = geometry.columns, geometry.rows
    return GivenStart(*size, geometry.line_length, geometry.rules, len(seats), position, looks, notes)


def setup_with_start(
    options: Namespace, engines: "Engines | None" = None, is_in_pairs: bool = False
) -> tuple[Setup, tuple[str, ...]]:
    """Return the set-up that the options ask for, which starts where their file says, and notes on it.

    The parameters are those of `setup_from`. Raises `UsageError`.
    """
    given = given_start(options)
    setup = setup_from(given.fill(options), engines, is_in_pairs)
    assert setup is not None, "the file says the board"
    pair = replace(setup, players=setup.players[:2]) if is_in_pairs else setup
    given.check(pair, options)
    started, notes = given.on(pair)
    players = setup.players
    if given.looks and not options.player and len(given.looks) == len(players):
        players = tuple(
            replace(player, symbol=look.symbol, colour=look.colour)
            for player, look in zip(players, given.looks, strict=True)
        )
    return replace(started, players=players), notes
