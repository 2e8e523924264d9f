"""The turns of a game: which of its moves belong together.

A turn is one move, but for rules by which a turn has two stones: there the first stone of a game is a turn,
and then two and two are. A choice of the opening is a turn of its own, and so is a resignation.

>>> from ttt_tui.engine import Game, Geometry, Rules, Setup
>>> game = Game(Setup(Geometry(19, 19, 6, Rules.parse("connect6"))))
>>> for name in "k10 k11 l11 j9".split():
...     game.place(name)
>>> [list(turn) for turn in turns(game, 4)]
[[0], [1, 2], [3]]
>>> game.position.stones_left
1
"""

from ttt_tui.engine.game import Game


def turns(game: Game, plies: int | None = None) -> list[range]:
    """Return the indexes of the moves of each turn, for all moves of a game or the first `plies`."""
    moves = game.moves[:plies]
    if game.setup.geometry.rules.per_turn == 1:
        return [range(ply, ply + 1) for ply in range(len(moves))]
    found: list[range] = []
    stones = 0
    for ply, move in enumerate(moves):
        if move.is_stone and stones and stones % 2 == 0:
            found[-1] = range(found[-1].start, ply + 1)
        else:
            found.append(range(ply, ply + 1))
        stones += move.is_stone
    return found


def rounds(game: Game) -> list[range]:
    """Return the indexes of the moves on each line of a list of moves.

    A line is a turn where turns can have two stones, else a move of each player. A choice of the opening has
    a line of its own, and the next round begins after it.
    """
    if game.setup.geometry.rules.per_turn > 1:
        return turns(game)
    found: list[range] = []
    for ply, move in enumerate(game.moves):
        is_full = not found or len(found[-1]) == len(game.setup.players)
        if is_full or move.is_choice or game.moves[ply - 1].is_choice:
            found.append(range(ply, ply + 1))
        else:
            found[-1] = range(found[-1].start, ply + 1)
    return found
