"""Games as a small text that pastes well anywhere: a title in one line, then the board in plain characters.

>>> from ttt_tui.engine.records.text import from_text
>>> record = from_text('''
...     [Board "5x5"]
...     [Line "4"]
...     [Player "X" "Ada" "human"]
...     [Player "O" "hard" "negamax"]
...
...     1. a1 b1
...     2. a2 b2
...     3. a3 b3
...     4. a4
... ''')
>>> print(share_text(record.game))
ttt-tui · 5×5 · Ada beat hard in 7 moves
<BLANKLINE>
X O · · ·
X O · · ·
X O · · ·
X · · · ·
· · · · ·
"""

from collections.abc import Sequence

from rich.cells import cell_len

from ttt_tui.analysis.words import counted, spelled
from ttt_tui.engine import LONGEST_NAME, Game, Geometry, Mask, Player, Termination
from ttt_tui.engine.diagram import EMPTY_SQUARE
from ttt_tui.process.text import printable, to_ascii
from ttt_tui.session.games import words_of
from ttt_tui.session.layout import letters_for, some
from ttt_tui.session.presets import YOU
from ttt_tui.session.wording import board_title

BETWEEN = " · "
"""Between the parts of a title."""

MOST_NAMED = 2
"""The most players that a title names on each side; beyond that it has their number."""

WHOLE = 9
"""Columns and rows of a board that is never cropped."""

MARGIN = 1
"""Empty columns and rows kept around the stones on a larger board."""

LEAVING = {Termination.RESIGNATION: "resignation", Termination.TIME: "time"}
"""The ends that no line decides, as words after *by*."""


def share_text(game: Game, ply: int | None = None, *, is_ascii: bool = False) -> str:
    """Return a game as a text: its end, or the position after `ply` moves.

    Names are bounded and have no control characters. With `is_ascii` the text is ASCII, except for names.
    """
    geometry = game.setup.geometry
    title = BETWEEN.join(("ttt-tui", *_played(geometry), summary(game, ply)))
    board = _board(game, ply, is_ascii=is_ascii)
    return f"{to_ascii(title) if is_ascii else title}\n\n{board}"


def _played(geometry: Geometry) -> tuple[str, ...]:
    """Return the board, and the rules if they are unusual: `3×3`, `misere`; or the name of the game."""
    if geometry.rules.only_board:
        return (board_title(geometry),)
    return (str(geometry),) if geometry.rules.are_usual else (str(geometry), str(geometry.rules))


def summary(game: Game, ply: int | None = None) -> str:
    """Return who beat whom in how many moves, or which position of the game this is."""
    moves, outcome = len(game.moves), game.outcome
    if ply not in (None, moves):
        return f"{_versus(game)}, move {ply} of {moves}"
    if outcome is None:
        return f"{_versus(game)}, {counted(moves, 'move')} so far"
    if outcome.winner is None:
        return f"{some([*map(name_of, game.setup.players)], MOST_NAMED)} drew in {counted(moves, 'move')}"
    stones = sum(not move.is_end for move in game.moves)
    how = f"by {left} after" if (left := LEAVING.get(outcome.termination)) else "in"
    return f"{_who_beat_whom(game, outcome.winner)} {how} {counted(stones, 'move')}"


def name_of(player: Player) -> str:
    """Return a player's name safe to show anywhere: one bounded line without control characters."""
    name = printable(player.name)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _versus(game: Game) -> str:
    """Return `Ada v Bob`, or how many players there are besides the first ones."""
    names = [name_of(player) for player in game.setup.players]
    first = " v ".join(names[:MOST_NAMED])
    return first if len(names) <= MOST_NAMED else f"{first} and {len(names) - MOST_NAMED} more"


def _who_beat_whom(game: Game, winner: int) -> str:
    players = game.setup.players
    losers = [player for seat, player in enumerate(players) if seat != winner]
    if len(losers) > 1 and all(player.is_computer for player in losers):
        beaten = f"{spelled(len(losers))} computers"
    else:
        beaten = some(["me" if player.name == YOU else name_of(player) for player in losers], MOST_NAMED)
    return f"{'I' if players[winner].name == YOU else name_of(players[winner])} beat {beaten}"


# --- the board -------------------------------------------------------------------------------------------


def _board(game: Game, ply: int | None, *, is_ascii: bool) -> str:
    """Return the board as lines of symbols; a large one without the columns and rows beyond the stones.

    Small boards have gaps between them, and their owners are a separate block below.
    """
    geometry, players = game.setup.geometry, game.setup.drawn_players
    position = game.position if ply is None else game.position_after(ply)
    letters = letters_for(players, "ascii") if is_ascii else {}
    symbols = [player.symbol.translate(letters) for player in players]
    empty = to_ascii(EMPTY_SQUARE) if is_ascii else EMPTY_SQUARE
    width = max(map(cell_len, symbols))
    columns, rows = played_part(geometry, position.stones)

    def mark(column: int, row: int) -> str:
        square = geometry.at(column, row)
        owner = next((seat for seat, mask in enumerate(position.stones) if mask >> square & 1), None)
        text = empty if owner is None else symbols[owner]
        return text + " " * (width - cell_len(text))

    block = geometry.block_side

    def gap(place: int, text: str) -> str:
        return text * bool(block and place and place % block == 0)

    lines = [
        gap(row, "\n") + " ".join(f"{gap(column, ' ')}{mark(column, row)}" for column in columns).rstrip()
        for row in rows
    ]
    if owners := words_of(geometry.rules).owners(position, symbols, empty, cell_len):
        lines += ["", owners]
    return "\n".join(lines)


def played_part(geometry: Geometry, stones: Sequence[Mask]) -> tuple[range, range]:
    """Return the columns and rows of a board that are worth showing: on a large one those around the stones.

    >>> played_part(Geometry(15, 15, 5), [1 << Geometry(15, 15, 5).parse("h8")])
    (range(6, 9), range(6, 9))
    """
    squares = [square for square in geometry.squares if any(mask >> square & 1 for mask in stones)]
    if not squares:
        return range(geometry.columns), range(geometry.rows)
    return (
        _around([geometry.column(square) for square in squares], geometry.columns),
        _around([geometry.row(square) for square in squares], geometry.rows),
    )


def _around(places: Sequence[int], count: int) -> range:
    if count <= WHOLE:
        return range(count)
    return range(max(0, min(places) - MARGIN), min(count, max(places) + MARGIN + 1))
