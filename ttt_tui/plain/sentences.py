"""What plain mode says: one sentence for one thing, to be heard as well as read."""

from collections.abc import Iterable, Iterator, Sequence

from ttt_tui.analysis.review import GameReview, accuracy
from ttt_tui.analysis.words import in_a_row
from ttt_tui.engine import HUMAN, Game, Match, Move, Player, column_letter
from ttt_tui.session import wording
from ttt_tui.session.layout import listing, some
from ttt_tui.session.setup_changes import has_open_seat
from ttt_tui.store.stored_game import Entry

HELP = """\
A square, such as b2 or 5: place a stone there.
undo, redo: take back your latest move and all after it; play them again.
hint: what to look for; again for the square, and again for the reason.
review: after a game, list the mistakes and better moves; again for a longer look.
why: after a game, show how a mistake is refuted; again for the next mistake.
resign: resign the game; in a shared game, type it twice.
new, or Enter after a game: start the next game.
yes, no: accept or decline a request from a player at another terminal.
who: in a shared game, list who is connected, who is disconnected and who is watching.
resume: continue the saved game.
board: print the board. board always: print it after every move. board off: stop that.
row 3: list the stones in row 3. where O: list the stones of O.
moves, score: list the moves, show the score.
seat expert, seat human: replace a computer that cannot move; any level or engine can take the seat.
help, ?: this list.
quit, exit, or end of input: leave. An unfinished game is saved."""


def moves(game: Game, made: Iterable[Move]) -> str:
    """Return moves in the order given: `X a1, O b2`."""
    return ", ".join(wording.move_words(game.setup, move) for move in made)


def table(match: Match) -> str:
    """Return what is played and by whom."""
    geometry = match.setup.geometry
    players = "; ".join(f"{p.symbol} is {p.name} ({_level(p)})" for p in match.setup.players)
    return f"{geometry} squares, {in_a_row(geometry.line_length)} wins. {players}"


def _level(player: Player) -> str:
    """Return who moves for a player of a match that has begun: somebody sits at each open seat."""
    return HUMAN if player.is_open else wording.level_name(player)


def score(match: Match) -> str:
    """Return the points of every player."""
    names = [player.name for player in match.setup.players]
    return "Score: " + ", ".join(f"{name} {won}" for name, won in zip(names, match.points, strict=True))


def kept(entry: Entry, points: Sequence[int] = ()) -> str:
    """Return that a game can be resumed; `points` are those of its match if no move was made in it."""
    names = some([player.name for player in entry.setup.players], 3)
    elsewhere = f", open elsewhere since {entry.open_since:%H:%M}" if entry.open_since else ""
    size = f"{entry.setup.geometry}, {wording.stage(len(entry.moves), entry.number, points)}"
    how = hosting(entry) if has_open_seat(entry.setup) else "type resume"
    return f"Saved game of {names} ({size}{elsewhere}): to continue, {how}"


def hosting(entry: Entry) -> str:
    """Return how to continue a stored game that people at other terminals play."""
    return f"run ttt-tui --plain --resume {entry.id}"


def row(game: Game, number: int) -> str:
    """Return what is in a row, counted from 1 at the top."""
    geometry, position = game.setup.geometry, game.position
    columns = {column: position.owner(geometry.at(column, number - 1)) for column in range(geometry.columns)}
    stones = [
        f"{game.setup.players[owner].symbol} on {column_letter(column)}{number}"
        for column, owner in columns.items()
        if owner is not None
    ]
    empty = geometry.columns - len(stones)
    if not stones:
        return f"Row {number} is empty"
    return f"Row {number}: {listing(stones)}; {empty or 'none'} empty"


def stones(game: Game, seat: int) -> str:
    """Return where a player's stones are, in reading order."""
    symbol, geometry = game.setup.players[seat].symbol, game.setup.geometry
    names = [geometry.name(square) for square in geometry.squares if game.position.stones[seat] >> square & 1]
    return f"{symbol} is on {listing(names)}" if names else f"{symbol} has no stones on the board"


def accuracies(review: GameReview) -> Iterator[str]:
    """Give how accurately everybody played: `Accuracy of X: 96%`."""
    for seat, player in enumerate(review.setup.players):
        if (share := accuracy(review, seat)) is not None:
            yield f"Accuracy of {player.symbol}: {share:.0f}%"
