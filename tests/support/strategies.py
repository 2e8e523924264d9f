"""Set-ups and half-played games, by hand and for Hypothesis, with the reference board beside each game."""

from collections.abc import Sequence
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from tests.support.reference import CHOICES, SCRIPTS, Board, Cell
from tests.support.sampling import sampled
from ttt_tui.engine import (
    COLOURS,
    HUMAN,
    SYMBOLS,
    Choice,
    Game,
    Geometry,
    LineRule,
    Marks,
    MatchRules,
    Move,
    Opening,
    Player,
    Position,
    Rules,
    Setup,
    is_valid_setup,
)
from ttt_tui.engine.rules import RENJU_LENGTH, TWO_A_TURN, USUAL

some = settings(max_examples=sampled(60, 20))
many = settings(max_examples=sampled(200, 50))


def any_text(most: int = 40) -> st.SearchStrategy[str]:
    """Text of at most so many characters, any that there are. `st.text()` takes 200 MB for its alphabet."""
    codes = st.integers(0, 127) | st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFF)
    return st.lists(codes, max_size=most).map(lambda found: "".join(map(chr, found)))


def make_setup(
    columns: int = 3, rows: int = 3, k: int = 3, players: int = 2, rules: MatchRules | None = None,
    levels: tuple[str, ...] = (), kind: Rules = USUAL,
) -> Setup:  # fmt: skip
    """Players called P0, P1 … with the usual symbols, human where no level is given."""
    levels += (HUMAN,) * (players - len(levels))
    seats = tuple(
        Player(f"P{i}", SYMBOLS[i], COLOURS[i], level=level) for i, level in enumerate(levels[:players])
    )
    return Setup(Geometry(columns, rows, k, kind), seats, rules or MatchRules())


def play(game: Game, words: str) -> Game:
    """Place stones on the named squares in turn, resign at `1-resigns`; only the last may end the game."""
    for word in words.split():
        assert game.outcome is None
        player, _, resigns = word.partition("-")
        if resigns == "resigns":
            game.push(Move(int(player), None))
        else:
            game.place(word)
    return game


def position_after(geometry: Geometry, names: str, players: int = 2) -> Position:
    """The position after stones on the named squares in turn."""
    position = Position(geometry, players)
    for name in names.split():
        position.play(geometry.parse(name))
    return position


def reference_of(game: Game, moves: int | None = None) -> Board:
    """The same game on the reference board: its first moves, or all of them, made there once more."""
    geometry = game.setup.geometry
    players = list(range(len(game.setup.players)))
    board = Board(
        geometry.columns, geometry.rows, geometry.line_length, players, game.first,
        exactly=geometry.rules.line is LineRule.EXACTLY, misere=geometry.rules.misere,
        drop=geometry.rules.drop, torus=geometry.rules.wrap, marks=geometry.rules.marks,
        black=game.first if geometry.rules.line is LineRule.RENJU else None,
        double=geometry.rules.per_turn == 2, script=SCRIPTS[geometry.rules.opening],
        began=game.first, front=game.first,
    )  # fmt: skip
    for move in game.moves[:moves]:
        repeat(board, geometry, move)
    return board


def repeat(board: Board, geometry: Geometry, move: Move) -> None:
    """Make a game's move on the reference board."""
    if move.square is None:
        board.resign(move.player)
    else:
        board.place(cell_of(geometry, move.square), geometry.mark_of(move.square))


def position_of(board: Board) -> Position:
    """The engine's position for a drawn board: the stones are played in turn, whoever has to begin.

    Where stones fall the order is not one in which they could be placed.
    """
    players = len(board.playing)
    line = LineRule.EXACTLY if board.exactly else LineRule.AT_LEAST
    if board.black is not None:
        line = LineRule.RENJU
    per_turn = TWO_A_TURN if board.double else 1
    rules = Rules(line, board.misere, board.drop, board.torus, Marks(board.marks), per_turn=per_turn)
    geometry = Geometry(board.columns, board.rows, board.k, rules)
    position = Position(geometry, players, (board.to_move - len(board.cells)) % players)
    left = dict(board.cells)
    while left:
        fitting = (position.to_move,) if board.marks == "own" else (0, 1)
        cell = next(cell for cell in reversed(left) if left[cell] in fitting)
        position.play(placement_of(geometry, cell, left.pop(cell)))
    assert position.to_move == board.to_move
    return position


def cell_of(geometry: Geometry, square: int) -> Cell:
    if square < 0:
        return CHOICES[geometry.name(square)]
    return geometry.column(square), geometry.row(square)


def placement_of(geometry: Geometry, cell: Cell, stone: int) -> int:
    """The placement of a stone, or a choice; only by the rule of `WILD` it says which stone."""
    for word, chosen in CHOICES.items():
        if cell == chosen:
            return Choice[word.upper().replace("-", "_")]
    square = geometry.at(*cell)
    return geometry.marked(square, stone) if geometry.is_wild else square


def choices_of(geometry: Geometry, mask: int, player: int) -> set[tuple[Cell, int]]:
    """The cells of a mask of placements, each with the stone that is meant."""
    chosen = [placement for placement in geometry.placements if mask >> placement & 1]
    assert mask == sum(1 << placement for placement in chosen), "a bit that is no placement"
    marks = [geometry.mark_of(placement) for placement in chosen]
    return {
        (cell_of(geometry, placement), player if mark is None else mark)
        for placement, mark in zip(chosen, marks, strict=True)
    }


def cells_of(geometry: Geometry, mask: int) -> set[Cell]:
    """The cells of a mask, asked for one by one."""
    assert mask & ~geometry.board == 0, "a bit that is no square"
    return {cell_of(geometry, square) for square in geometry.squares if mask >> square & 1}


def snapshot(position: Position) -> tuple[object, ...]:
    """All that can be seen of a position."""
    return (
        tuple(position.stones), position.occupied, position.to_move, position.active, position.in_turn(),
        position.ply, position.last_square, tuple(position.moves),
    )  # fmt: skip


@st.composite
def setups(draw: st.DrawFn, largest: int = 20, openings: Sequence[Opening] = tuple(Opening)) -> Setup:
    """Any set-up that can be played: small and large boards, short and long lines, 2 to 15 players."""
    sides = st.sampled_from(range(3, largest + 1))
    columns, rows = draw(sides), draw(sides)
    k = draw(st.sampled_from([3, 4, 5, *range(3, 21)]).filter(lambda k: k <= max(columns, rows)))
    players = st.sampled_from([2, 2, 2, 3, 3, 4, *range(2, 16)])
    count = draw(players.filter(lambda n: -(-columns * rows // n) >= k))
    return make_setup(
        columns, rows, k, count, kind=draw(kinds_of_rules(columns, rows, k, count, openings=openings))
    )


def kinds_of_rules(
    columns: int, rows: int, k: int, players: int = 2, marks: Sequence[Marks] = tuple(Marks),
    openings: Sequence[Opening] = tuple(Opening),
) -> st.SearchStrategy[Rules]:  # fmt: skip
    """Any rules with these marks and openings that suit a board, the usual ones as often as all others."""
    flags = (st.booleans() for _ in range(3))
    opening = st.just(Opening.FREE) | st.sampled_from(openings)
    per_turn = st.sampled_from([1, 1, TWO_A_TURN])
    line, mark = st.sampled_from(LineRule), st.sampled_from(marks)
    kinds = st.just(USUAL) | st.builds(Rules, line, *flags, mark, opening, per_turn)
    if k == RENJU_LENGTH and players == 2:
        kinds |= st.builds(Rules, st.just(LineRule.RENJU), opening=opening)
    return kinds.filter(lambda kind: is_valid_setup(make_setup(columns, rows, k, players, kind=kind)))


@st.composite
def games(
    draw: st.DrawFn, largest: int = 20, running: bool = False, whole: bool = False,
    openings: Sequence[Opening] = tuple(Opening),
) -> Game:  # fmt: skip
    """A game played for a while, or to its end if `whole`; a `running` one still waits for a move.

    Stones are strewn or huddled, so that there are full boards as well as lines; some players resign.
    """
    setup = draw(setups(largest, openings))
    players = len(setup.players)
    game = Game(setup, draw(st.integers(0, players - 1)))
    geometry = setup.geometry
    length = (
        2 * len(geometry.squares) + 2
        if whole
        else draw(st.sampled_from([len(geometry.squares) * tenth // 10 for tenth in range(11)]))
    )
    huddled = draw(st.booleans())
    quitters = draw(st.sampled_from([0, 0, 0, 0.01, 0.1]))
    rng = Random(draw(st.integers(0, 2**32)))
    middle = cell_of(geometry, rng.choice(geometry.squares))

    def sooner(square: int) -> float:
        column, row = cell_of(geometry, square)
        near = max(abs(column - middle[0]), abs(row - middle[1]))
        return near * huddled + 2 * rng.random()

    order = sorted(geometry.squares, key=sooner, reverse=True)
    while game.outcome is None and len(game.moves) < length:
        if rng.random() < quitters:
            game.push(Move(rng.choice(game.position.active), None))
        elif game.position.choices:
            game.push(Move(game.position.to_move, rng.choice(game.position.choices)))
        else:
            square = order.pop()
            if game.position.forbidden >> square & 1:
                order.insert(0, square)
            else:
                game.place(placement_of(geometry, cell_of(geometry, square), rng.randrange(2)))
    if running and game.outcome is not None:
        game.pop()
        game.undone.clear()
    return game
