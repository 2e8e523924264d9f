"""Ultimate in words: where a player may play, the state of the small boards, and how a game ended.

>>> from ttt_tui.engine import Game, Geometry, Rules, Setup
>>> game = Game(Setup(Geometry(9, 9, 3, Rules.parse("ultimate"))))
>>> where_to_play(game.position)
'any board'
>>> game.place("f4")
>>> where_to_play(game.position)
'the top right board'
"""

from collections.abc import Iterator

from ttt_tui.analysis.words import boards_in_a_row, both, spelled
from ttt_tui.engine import Match, Outcome, Position, Termination


def where_to_play(position: Position) -> str:
    """Return where the player to move may play: `the top right board`, `any open board`.

    In a game without small boards it is empty.
    """
    if position.geometry.block_side is None:
        return ""
    if position.board_due is not None:
        return board_name(position.board_due)
    return "any open board" if position.ply else "any board"


def board_name(board: int) -> str:
    """Return a small board in a sentence: `the top right board`."""
    return board_names(1 << board)


def board_names(boards: int) -> str:
    """Return a nine of small boards in a sentence: `the top and bottom right boards`."""
    from ttt_tui.engine.nine_boards import BOARD_NAMES  # only games of Ultimate need its tables

    names = [name for board, name in enumerate(BOARD_NAMES) if boards >> board & 1]
    return f"the {both(names)} board{'s' * (len(names) > 1)}"


def boards_sentences(match: Match) -> Iterator[str]:
    """Yield the state of the small boards: `X has won the top board`, `The left board is drawn`.

    A last sentence names the boards that are neither: `All boards are open`, `The right board is open`.
    """
    from ttt_tui.engine.nine_boards import EVERY
    from ttt_tui.engine.ultimate import UltimatePosition

    position = match.game.position
    if not isinstance(position, UltimatePosition):
        return
    for player, won in zip(match.setup.players, position.won, strict=True):
        if won:
            yield f"{player.symbol} has won {board_names(won)}"
    for boards, state in ((position.drawn, "drawn"), (EVERY & ~position.closed & ~position.decided, "open")):
        if boards == EVERY:
            yield f"All boards are {state}"
        elif boards:
            yield f"{_capitalised(board_names(boards))} {_are(boards)} {state}"
    if still_open := position.decided & ~position.closed:
        yield f"Stones can still be placed on {board_names(still_open)}"


def _are(boards: int) -> str:
    return "is" if boards.bit_count() == 1 else "are"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- the end of a game -----------------------------------------------------------------------------------


def draw_text(match: Match) -> str:
    """Return why a game of Ultimate was drawn."""
    first, second = _boards_won(match)
    if match.setup.geometry.rules.most_boards:
        return f"Draw: {spelled(first)} boards to {spelled(second)}"
    return "Draw: no line of boards is possible any more"


def winning_phrase(match: Match, outcome: Outcome) -> str:
    """Return what won a game of Ultimate: `three boards in a row`, `five boards to three`."""
    if outcome.termination is not Termination.MOST_BOARDS:
        return boards_in_a_row(match.setup.geometry.line_length)
    more, fewer = sorted(_boards_won(match), reverse=True)
    return f"{spelled(more)} board{'s' * (more > 1)} to {spelled(fewer)}"


def _boards_won(match: Match) -> tuple[int, int]:
    """Return how many boards each player has won."""
    from ttt_tui.engine.ultimate import UltimatePosition

    position = match.game.position
    assert isinstance(position, UltimatePosition), "the game is one of Ultimate"
    return position.won[0].bit_count(), position.won[1].bit_count()
