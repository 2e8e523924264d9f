"""Positions as sets of stones, equal under the symmetries of their board, and keys to look them up by.

Moves lead to a *reached position*: which stones stand where, and which side is to move. Games that reach it
in another order reach the same one, and so do games on the turned or mirrored board. Sides count from the one
that began; choices of an opening are not moves here. In Vanishing the ages of stones matter, in Ultimate the
board due.

>>> from ttt_tui.engine import Geometry
>>> board = Geometry(15, 15, 5)
>>> position = reached(board, 2, ["h8", "g7", "j10"])
>>> position.is_like(reached(board, 2, ["f6", "i9", "h8"]))
True
>>> position.key == reached(board, 2, ["f6", "i9", "h8"]).key
True
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b

from ttt_tui.engine import Choice, Game, Geometry
from ttt_tui.engine.geometry import Placement, Square
from ttt_tui.engine.nine_boards import square_at
from ttt_tui.engine.position import Position
from ttt_tui.engine.records import ENDS, move_word
from ttt_tui.engine.rules import GameName
from ttt_tui.engine.start import Start, start_position
from ttt_tui.engine.symmetry import symmetries
from ttt_tui.engine.ultimate import UltimatePosition
from ttt_tui.errors import NotASquare
from ttt_tui.store.stored_game import LineUp

Item = tuple[int, Square]
"""A kind of stone, which counts sides or marks first, and its square."""

KEY_BITS = 63

_MIDDLE = 4
"""The place in the middle of a small board, which every symmetry maps to that of another one."""

_DUE, _OWNED = 2, 3
"""Kinds of items in Ultimate: the board due, and from here on the boards of each side."""


class Symmetric:
    """The tables of one board: what the keys of its positions are made of."""

    def __init__(self, geometry: Geometry, players: int) -> None:
        self.geometry = geometry
        self.players = players
        self.images = symmetries(geometry)
        self._codes: dict[Item, int] = {}
        self._index = {square: index for index, square in enumerate(geometry.squares)}
        stones_tell_all = players == 2 and geometry.rules.game is GameName.IN_A_ROW
        self._code_bits = (2 * len(geometry.squares) - 1).bit_length()
        self._most_packed = (KEY_BITS - 2) // self._code_bits if stones_tell_all else -1

    def code(self, item: Item) -> int:
        """Return an item's number for each symmetry, as lanes of 64 bits; those of a position are XORed."""
        code = self._codes.get(item)
        if code is None:
            kind, square = item
            lanes = array("Q", (_random(kind, self._index[image[square]]) for image in self.images))
            code = self._codes[item] = int.from_bytes(lanes.tobytes(), "little")
        return code

    def canonical(self, lanes: int) -> tuple[int, list[int]]:
        """Return the least lane, and the numbers of the symmetries that have it."""
        numbers = array("Q", lanes.to_bytes(8 * len(self.images), "little"))
        least = min(numbers)
        first = numbers.index(least)
        if numbers.count(least) == 1:
            return least, [first]
        return least, [index for index, number in enumerate(numbers) if number == least]

    def is_packed(self, stones: int) -> bool:
        """Whether keys of positions with so many stones say the whole position: they never collide."""
        return stones <= self._most_packed

    def key(self, items: Iterable[Item], count: int, least: int, image: int, to_move: int) -> int:
        """Return the key of a position of `count` items: the position itself if it fits, else a hash below 0.

        `least` and `image` are those of `canonical`.
        """
        if not self.is_packed(count):
            return -1 - ((least ^ _random(-1, to_move)) >> 64 - KEY_BITS)
        squares, size = self.images[image], len(self._index)
        packed = 1
        for code in sorted(kind * size + self._index[squares[square]] for kind, square in items):
            packed = packed << self._code_bits | code
        return packed << 1 | to_move

    def first_image(self, images: Iterable[int], placement: Placement) -> Placement:
        """Return the least image of a placement under these symmetries."""
        geometry = self.geometry
        square = geometry.square_of(placement)
        least = min((self.images[image][square] for image in images), key=self._index.__getitem__)
        return least + placement - square

    def back(self, image: int, placement: Placement) -> Placement:
        """Return the placement that a symmetry maps to this one."""
        square = self.geometry.square_of(placement)
        return self.images[image].index(square) + placement - square


@lru_cache(maxsize=16)
def symmetric(geometry: Geometry, players: int) -> Symmetric:
    """Return the tables of a board, which has no opening."""
    return Symmetric(geometry, players)


@lru_cache(maxsize=1 << 14)
def _random(kind: int, index: int) -> int:
    """Return 64 bits that look random and are the same in every process: they are stored."""
    return int.from_bytes(blake2b(b"%d %d" % (kind, index), digest_size=8).digest(), "little")


class ReachedPosition:
    """A position on the way of a game. It is not changed."""

    def __init__(self, table: Symmetric, items: frozenset[Item], to_move: int, stones: int) -> None:
        self.table = table
        self.items = items
        self.to_move = to_move
        """The side to move."""
        self.stones = stones
        """Stones placed until then, with those of the start."""

    @cached_property
    def _canonical(self) -> tuple[int, list[int]]:
        lanes = 0
        for item in self.items:
            lanes ^= self.table.code(item)
        return self.table.canonical(lanes)

    @cached_property
    def key(self) -> int:
        """The number to look it up by, equal for all its images; see `Symmetric.key`."""
        least, images = self._canonical
        return self.table.key(self.items, len(self.items), least, images[0], self.to_move)

    @property
    def is_packed(self) -> bool:
        """Whether no other position has this key."""
        return self.table.is_packed(len(self.items))

    @cached_property
    def _images(self) -> frozenset[frozenset[Item]]:
        return frozenset(
            frozenset((kind, image[square]) for kind, square in self.items) for image in self.table.images
        )

    def is_like(self, other: "ReachedPosition") -> bool:
        """Whether the other position of this board is this one or an image of it."""
        return self.to_move == other.to_move and other.items in self._images

    def canonical_move(self, placement: Placement) -> Placement:
        """Return a move as the index has it: mapped to the image of this position that the key means."""
        return self.table.first_image(self._canonical[1], placement)

    def own_move(self, placement: Placement) -> Placement:
        """Return the first square here, in reading order, that a move from the index means."""
        backs = (self.table.back(image, placement) for image in self._canonical[1])
        square_of = self.table.geometry.square_of
        return min(backs, key=lambda each: (square_of(each), each))


class Step:
    """A position on the way of a game, while it is walked through, and the next stone."""

    __slots__ = ("_table", "items", "lanes", "stone", "stones", "to_move")

    def __init__(
        self,
        table: Symmetric,
        items: Sequence[Item],
        lanes: int,
        to_move: int,
        stones: int,
        stone: Placement | None,
    ) -> None:
        self._table = table
        self.items = items
        self.lanes = lanes
        self.to_move = to_move
        self.stones = stones
        """Stones placed until then, with those of the start."""
        self.stone = stone
        """The next stone, None at the end."""

    def position(self) -> ReachedPosition:
        return ReachedPosition(self._table, frozenset(self.items), self.to_move, self.stones)

    def key_and_move(self) -> tuple[int, Placement | None]:
        """Return the key of the position, and the next stone as the index has it."""
        table, count = self._table, len(self.items)
        least, images = table.canonical(self.lanes)
        key = table.key(self.items, count, least, images[0], self.to_move)
        return key, None if self.stone is None else table.first_image(images, self.stone)


def walk(setup: LineUp, first: int, words: Sequence[str]) -> Iterator[Step]:
    """Yield the positions of a game from its start on.

    The walk ends at a resignation, and before a word that is no move here: rows may have been edited.
    """
    return _walk(setup.geometry, len(setup.players), first, setup.start, words)


def reached(geometry: Geometry, players: int, words: Sequence[str]) -> ReachedPosition | None:
    """Return the position after these moves from the empty board; None if they are no moves there."""
    placements = list[Placement]()
    try:
        placements += (geometry.parse(word) for word in words)
    except NotASquare:
        return None
    position = start_position(geometry.without_opening, players)
    names = list[str]()
    for placement in placements:
        if placement < 0 or (landed := position.landing(placement)) is None:
            return None
        names.append(geometry.name(landed))
        if position.occupied >> geometry.square_of(landed) & 1 or len(position.active) < 2:
            return None
        position.play(landed)
    *_, last = _walk(geometry.without_opening, players, 0, None, names)
    return last.position() if last.stones == len(words) else None


def reached_in(game: Game) -> ReachedPosition:
    """Return the position of a game, or the one before the first resignation."""
    setup = game.setup
    words = [move_word(setup, move) for move in game.moves]
    *_, last = _walk(setup.geometry, len(setup.players), game.first, setup.start, words)
    return last.position()


def winning_side(setup: LineUp, first: int, words: Sequence[str], winner: int) -> int:
    """Return the side of a winner's seat; sides are exchanged by an odd number of swaps."""
    swaps = sum(word == Choice.SWAP.word for word in words)
    return (winner - first + swaps) % len(setup.players)


def _walk(
    geometry: Geometry, players: int, first: int, start: Start | None, words: Sequence[str]
) -> Iterator[Step]:
    position = start_position(geometry, players, first, start)
    table = symmetric(position.geometry, players)
    placements = _placements(geometry)
    tracks_all = geometry.rules.game is not GameName.IN_A_ROW
    items = _items(position)
    lanes = _lanes(table, items)
    stones = position.ply
    for word in words:
        placement = placements.get(word)
        if placement is None:
            if word.endswith(ENDS) or position.stage is None or (choice := Choice.named(word)) is None:
                break
            position.play(choice)
            continue
        square = position.geometry.square_of(placement)
        if position.occupied >> square & 1 or len(position.active) < 2:
            break
        yield Step(table, items, lanes, _side(position, position.next_owner), stones, placement)
        position.play(placement)
        stones += 1
        if tracks_all:
            items = _items(position)
            lanes = _lanes(table, items)
        else:
            owner = position.owner(square)
            assert owner is not None, "the stone was just placed"
            item = (owner if position.has_marks else _side(position, owner), square)
            items = [*items, item]
            lanes ^= table.code(item)
    yield Step(table, items, lanes, _side(position, position.next_owner), stones, None)


def _lanes(table: Symmetric, items: Iterable[Item]) -> int:
    lanes = 0
    for item in items:
        lanes ^= table.code(item)
    return lanes


def _side(position: Position, player: int) -> int:
    return (player - position.first) % len(position.stones)


def _items(position: Position) -> list[Item]:
    """Return everything on the board that a later move depends on."""
    kept = position.geometry.rules.kept_stones
    owners = position.squares_by_owner()
    items = []
    for owner, squares in enumerate(owners):
        kind = owner if position.has_marks else _side(position, owner)
        if kept is None:
            items += [(kind, square) for square in squares]
        else:
            items += [(kind * kept + age, square) for age, square in enumerate(reversed(squares))]
    if isinstance(position, UltimatePosition):
        if (due := position.board_due) is not None:
            items.append((_DUE, square_at(due, _MIDDLE)))
        for board in range(9):
            if (player := position.board_owner(board)) is not None:
                items.append((_OWNED + _side(position, player), square_at(board, _MIDDLE)))
    return items


@lru_cache(maxsize=16)
def _placements(geometry: Geometry) -> dict[str, Placement]:
    return {geometry.name(placement): placement for placement in geometry.placements}
