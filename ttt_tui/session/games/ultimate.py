"""Ultimate in words: where a player may play, the state of the small boards, and how a game ended.

>>> from ttt_tui.engine import Game, Geometry, Rules, Setup
>>> game = Game(Setup(Geometry(9, 9, 3, Rules.parse("ultimate"))))
>>> UltimateWords().where_to_play(game.position)
'any board'
>>> game.place("f4")
>>> UltimateWords().where_to_play(game.position)
'the top right board'
"""

import re
from collections.abc import Callable, Iterator, Sequence

from ttt_tui.analysis.words import both, deciding_words, spelled
from ttt_tui.engine import Game, Geometry, IllegalMove, Match, Move, Outcome, Position, Rules, Termination
from ttt_tui.engine.nine_boards import BOARD_NAMES, BOARD_OF, EVERY, HAS_LINE, PLACE_OF, board_code
from ttt_tui.engine.ultimate import UltimatePosition
from ttt_tui.session.games.in_a_row import GameWords


class UltimateWords(GameWords):
    """What is said of Ultimate."""

    def title(self, geometry: Geometry) -> str:
        return f"Ultimate: nine boards of nine squares, {deciding_words(geometry)} win"

    def rules(self, rules: Rules) -> Iterator[str]:
        same = "from a top right square to the top right board"
        yield f"Your square sends the other player to the board in the same place, {same}"
        closed = "full" if rules.until_full else "won or full"
        yield f"A player who is sent to a board that is {closed} may play on any open board"
        if rules.until_full:
            yield "A board that is won stays open until it is full"
        if rules.most_boards:
            yield "Without three boards in a row most boards win"

    def where_to_play(self, position: Position) -> str:
        if position.board_due is not None:
            return board_name(position.board_due)
        return "any open board" if position.ply else "any board"

    def parts(self, game: Game) -> Iterator[str]:
        """Yield which boards each player has won, which are drawn, and where stones can still be placed."""
        position = _position(game)
        for player, won in zip(game.setup.players, position.won, strict=True):
            if won:
                yield f"{player.symbol} has won {board_names(won)}"
        for boards, state in ((position.drawn, "drawn"), (EVERY & ~position.closed, "open")):
            if boards == EVERY:
                yield f"All boards are {state}"
            elif boards:
                yield f"T{board_names(boards)[1:]} {'is' if boards.bit_count() == 1 else 'are'} {state}"

    def owners(
        self, position: Position, symbols: Sequence[str], empty: str, cells: Callable[[str], int]
    ) -> str:
        """Return the owners as three rows: drawn boards are `DRAWN`, others without an owner `empty`."""
        assert isinstance(position, UltimatePosition)
        width = max(map(cells, symbols))

        def mark(board: int) -> str:
            owner = position.board_owner(board)
            text = (DRAWN if position.drawn >> board & 1 else empty) if owner is None else symbols[owner]
            return text + " " * (width - cells(text))

        return "\n".join(" ".join(map(mark, range(row, row + 3))).rstrip() for row in (0, 3, 6))

    def move_result(self, game: Game, move: Move) -> str:
        """Return also that a board is full without an owner: `: the top board is drawn`."""
        if move.stone is None:
            return ""
        board, before, cells = BOARD_OF[move.stone], (0, 0), [0, 0]
        for made in game.moves:
            if made.stone is not None and BOARD_OF[made.stone] == board:
                before = cells[0], cells[1]
                cells[made.player] |= 1 << PLACE_OF[made.stone]
            if made == move:
                break
        if any(HAS_LINE[nine] for nine in before):
            return ""
        if HAS_LINE[cells[move.player]]:
            return f" and wins {board_name(board)}"
        return f": {board_name(board)} is drawn" if cells[0] | cells[1] == EVERY else ""

    def draw(self, match: Match, outcome: Outcome) -> str:
        first, second = _boards_won(match)
        if match.setup.geometry.rules.most_boards:
            return f"Draw: {spelled(first)} boards to {spelled(second)}"
        return "Draw: no line of boards is possible any more"

    def win(self, match: Match, outcome: Outcome, number: Callable[[int], str] = spelled) -> str:
        """Return `three boards in a row`, or `five boards to three`."""
        if outcome.termination is not Termination.MOST_BOARDS:
            return f"{number(match.setup.geometry.line_length)} boards in a row"
        more, fewer = sorted(_boards_won(match), reverse=True)
        return f"{number(more)} board{'s' * (more > 1)} to {number(fewer)}"


def board_name(board: int) -> str:
    """Return a small board in a sentence: `the top right board`."""
    return board_names(1 << board)


def board_names(boards: int) -> str:
    """Return a nine of small boards in a sentence: `the top and bottom right boards`."""
    names = [name for board, name in enumerate(BOARD_NAMES) if boards >> board & 1]
    return f"the {both(names)} board{'s' * (len(names) > 1)}"


def board_meant(text: str, number: Callable[[int], int] = int) -> int:
    """Return the small board that is called `top right`, `c1` or `3`; raises `IllegalMove`.

    `number` turns a digit into the number of the board in reading order.
    """
    if re.fullmatch("[1-9]", text, re.ASCII):
        return number(int(text)) - 1
    for board, name in enumerate(BOARD_NAMES):
        if text in (name, board_code(board)):
            return board
    raise IllegalMove("type board and the name of a small board like top right, c1 or 3")


DRAWN = "-"
"""The mark of a small board that is drawn."""


def board_state(game: Game, board: int) -> str:
    """Return the state of one small board: `X has won the top board`, `The top board is open`."""
    position, name = _position(game), board_name(board)
    if (owner := position.board_owner(board)) is not None:
        return f"{game.setup.players[owner].symbol} has won {name}"
    return f"T{name[1:]} is {'drawn' if position.drawn >> board & 1 else 'open'}"


def _boards_won(match: Match) -> tuple[int, int]:
    """Return how many boards each player has won."""
    first, second = _position(match.game).won
    return first.bit_count(), second.bit_count()


def _position(game: Game) -> UltimatePosition:
    """Return the position of a game of Ultimate."""
    assert isinstance(game.position, UltimatePosition)
    return game.position
