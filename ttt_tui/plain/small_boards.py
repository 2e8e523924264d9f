"""The small boards of Ultimate in plain mode: which are won, drawn or open, and the stones on one.

Modules for Ultimate are imported in the functions, since every match in plain mode has these commands.
"""

from collections.abc import Iterator

from ttt_tui.engine import Game, IllegalMove, squares_of
from ttt_tui.session.games import words_of
from ttt_tui.session.layout import listing
from ttt_tui.store.settings import Settings


def describe_boards(game: Game) -> Iterator[str]:
    """Yield sentences about the state of the small boards; raises `IllegalMove` in a game without them."""
    if game.setup.geometry.block_side is None:
        raise IllegalMove("this game has no small boards")
    yield from words_of(game.setup.geometry.rules).parts(game)


def describe_board(game: Game, name: str, settings: Settings) -> str:
    """Return the state of a small board and its stones; raises `IllegalMove` for an unknown name."""
    from ttt_tui.engine.nine_boards import BOARD_SQUARES
    from ttt_tui.session.games.ultimate import board_meant, board_state

    board = board_meant(name, settings.square_number)
    state, squares = board_state(game, board), BOARD_SQUARES[board]
    players, geometry, position = game.setup.players, game.setup.geometry, game.position
    stones = [
        f"{players[owner].symbol} on {geometry.name(square)}"
        for square in squares_of(squares)
        if (owner := position.owner(square)) is not None
    ]
    empty = (squares & position.empty).bit_count()
    return f"{state}: {listing(stones)}; {empty or 'none'} empty" if stones else f"{state} and empty"
