"""Games and positions for the tests of analysis, and what is true of them."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

from tests.support.strategies import make_setup
from tests.support.truth import Truth
from ttt_tui.engine import Game, Geometry, Move, Position, Rules, Setup, Square, squares_of
from ttt_tui.engine.rules import USUAL


@cache
def truth_of(geometry: Geometry, blocked: int = 0) -> Truth:
    return Truth(geometry.columns, geometry.rows, geometry.line_length, blocked=blocked)


def bit(geometry: Geometry, square: Square) -> int:
    """A square as the truth knows it."""
    return 1 << geometry.number(square) - 1


def bits(geometry: Geometry, mask: int) -> int:
    return sum(bit(geometry, square) for square in squares_of(mask))


def stones_of(position: Position) -> tuple[int, int]:
    """The stones of the player to move and the other one's, as the truth knows them."""
    mine, theirs = (bits(position.geometry, position.stones[player]) for player in position.in_turn())
    return mine, theirs


def truth_about(position: Position) -> Truth:
    """Who knows a position of two players, and of others who have resigned."""
    two = sum(position.stones[player] for player in position.active)
    return truth_of(position.geometry, bits(position.geometry, position.occupied & ~two))


def worth_of(position: Position) -> int:
    return truth_about(position).worth(*stones_of(position))


def worth_of_move(position: Position, square: Square) -> int:
    """What a move of one of two players is worth to it, counted from before it."""
    return truth_about(position).worth_of_move(*stones_of(position), bit(position.geometry, square))


def scattered(columns: int, rows: int, k: int, empty: int, rng: Random) -> Position:
    """A running game of two after random moves, with so many empty squares."""
    while True:
        game = Game(make_setup(columns, rows, k))
        while game.outcome is None and game.position.empty.bit_count() > empty:
            game.place(rng.choice(game.position.moves))
        if game.outcome is None:
            return game.position


def complete_games(wanted: int) -> Iterator[Game]:
    """Random ones of all ways to play tic-tac-toe to its end, each equally likely."""
    rng = Random("249,984")

    known: dict[tuple[int, int], list[int]] = {}

    def endings(game: Game) -> int:
        return 1 if game.outcome is not None else sum(after_each_move(game))

    def after_each_move(game: Game) -> list[int]:
        key = stones_of(game.position)
        if key not in known:
            known[key] = []
            for square in game.position.moves:
                game.place(square)
                known[key].append(endings(game))
                game.pop()
        return known[key]

    assert endings(Game(make_setup())) == 249_984
    for _ in range(wanted):
        game = Game(make_setup())
        while game.outcome is None:
            game.place(rng.choices(game.position.moves, after_each_move(game))[0])
        yield game


def played(board: tuple[int, int, int], moves: str, players: int = 2) -> Game:
    """A game of these moves, in which `O!` is that O resigns."""
    game = Game(Setup(Geometry(*board), players))
    symbols = [player.symbol for player in game.setup.players]
    for name in moves.split():
        if name.endswith("!"):
            game.push(Move(symbols.index(name[0]), None))
        else:
            game.place(name)
    return game


def replayed(game: Game, moves: int | None = None) -> Game:
    """The first moves of a game, or all of them, made once more."""
    again = Game(game.setup, game.first)
    for move in game.moves[:moves]:
        again.push(move)
    return again


def random_game(board: tuple[int, int, int, int], seed: int, kind: Rules = USUAL) -> Game:
    """Up to 120 moves of players who build, mind what others want now and then, and miss most wins."""
    columns, rows, k, players = board
    game = Game(Setup(Geometry(columns, rows, k, kind), players), first=seed % players)
    geometry, position, dice = game.setup.geometry, game.position, Random(f"{board} {seed}")
    favourites = [dice.choice(geometry.lines) for _ in range(players)]
    while game.outcome is None and len(game.moves) < 120:
        if len(position.active) > 2 and dice.random() < 0.03:
            game.push(Move(dice.choice(position.active), None))
            continue
        mover = position.to_move
        if not favourites[mover] & position.empty:
            favourites[mover] = dice.choice(
                geometry.lines_through[dice.choice(position.moves)] or geometry.lines
            )
        wins = position.completing(mover)
        others = [position.completing(player) for player in position.active if player != mover]
        chosen = dice.choice([favourites[mover], favourites[mover], *others, geometry.board]) & position.empty
        if dice.random() < 0.9:
            chosen &= ~wins
        game.place(dice.choice([*squares_of(chosen)] or position.moves))
    return game


def moves_of_games(board: tuple[int, int, int, int]) -> Iterator[tuple[Game, Square]]:
    """Positions of random games without end, and what was played in each."""
    for seed in count():
        whole = random_game(board, seed)
        game = Game(whole.setup, whole.first)
        for move in whole.moves:
            if move.square is not None:
                yield game, move.square
            game.push(move)
