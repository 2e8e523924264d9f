"""What is true of positions of Ultimate, on the tests' own slow boards."""

from collections.abc import Iterator
from random import Random

from tests.support.ultimate import LINES, NineBoards, Stone, name_of
from tests.support.ultimate_truth import after
from ttt_tui.engine import Game, Geometry, Rules, Setup


def new_game(words: str = "ultimate", moves: str = "") -> Game:
    """A game after moves like `55 59`: small board and square."""
    game = Game(Setup(Geometry(9, 9, 3, Rules.parse(words))))
    for move in moves.split():
        game.place(move)
    return game


def walks(words: str, count: int, seed: str = "", is_eager: bool = True) -> Iterator[tuple[Game, NineBoards]]:
    """Each position of random games but the last, in both forms.

    Two moves in three take a board if they can, or else leave it, so that games last long.
    """
    for number in range(count):
        dice = Random(f"{seed} {words} {number}")
        game, board = new_game(words), NineBoards.by(words)
        while game.outcome is None:
            yield game, board
            legal = board.legal()
            wanted = [stone for stone in legal if takes(board, stone) == is_eager]
            stone = dice.choice(wanted if wanted and dice.random() < 2 / 3 else legal)
            game.place(name_of(stone))
            board.play(stone)


def takes(board: NineBoards, stone: Stone) -> bool:
    """Whether a stone of the player to move wins its small board."""
    return stone[0] not in board.owners and stone[0] in after(board, stone).owners


def taking(board: NineBoards) -> list[Stone]:
    """Where the player to move wins a small board."""
    return [stone for stone in board.legal() if takes(board, stone)]


def winning(board: NineBoards) -> list[Stone]:
    """Where the player to move wins the game."""
    return [stone for stone in board.legal() if after(board, stone).result() == str(board.to_move)]


def worth_at_sight(board: NineBoards) -> tuple[str, int] | None:
    """Whether the player to move wins with one move, or loses by the next one, whatever it plays."""
    if winning(board):
        return "W", 1
    lasts = []
    for stone in board.legal():
        later = after(board, stone)
        if later.result() == str(1 - board.to_move):
            lasts.append(1)
        elif later.result() is None and winning(later):
            lasts.append(2)
        else:
            return None
    return "L", max(lasts)


def is_safe(board: NineBoards, stone: Stone) -> bool:
    """Whether a stone of the player to move neither loses the game nor lets the other win with one move."""
    later = after(board, stone)
    result = later.result()
    return not winning(later) if result is None else result != str(1 - board.to_move)


def lines_through(place: int) -> list[list[int]]:
    return [line for line in LINES if place in line]


def stones_of(names: list[str]) -> dict[str, Stone]:
    """The stones that are called like that."""
    return {name_of((b, p)): (b, p) for b in range(9) for p in range(9) if name_of((b, p)) in names}
