"""What a board shows of a game: computed here, drawn by the board."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ttt_tui.engine import Game, Mask, Match, Position, Square


class Label(NamedTuple):
    """What is written on an empty square."""

    texts: tuple[str, ...]
    """How it can be said, the longest first: what finds room is taken, the last one in any case."""
    role: str = "text"
    """Its colour: `text`, `good`, `muted`, `bad` or `accent`."""
    player: int | None = None
    """Whose colour it has instead of a role's, None for nobody's."""
    is_marked: bool = False
    """Whether it stands between `‹` and `›`, where there is room for them."""
    is_filled: bool = False
    """Whether it stands on a ground of its colour: the best of several."""


class BoardView(NamedTuple):
    """What the board shows, apart from cursor and mouse."""

    stones: tuple[Mask, ...]
    last: Square | None = None
    """The latest stone."""
    new: Mask = 0
    """The stones since your last move."""
    winning: Mask = 0
    """The squares of the lines that won."""
    is_over: bool = False
    """Whether the game has ended, so that there is no cursor."""
    labels: Mapping[Square, Label] = MappingProxyType({})
    """What is written on empty squares."""

    @classmethod
    def of(
        cls, position: Position, new: Mask = 0, winning: Mask = 0, *, is_over: bool = False
    ) -> "BoardView":
        """Return the view of a position."""
        return cls(tuple(position.stones), position.last_square, new, winning, is_over or winning > 0)

    @classmethod
    def after(cls, game: Game, ply: int) -> "BoardView":
        """Return the view after the first `ply` moves of a game."""
        position = game.position_after(ply)
        is_end = ply == len(game.moves) and game.outcome is not None
        winning = game.outcome.squares if is_end and game.outcome else 0
        return cls.of(position, winning=winning, is_over=is_end)

    def changed(self, other: "BoardView") -> Mask:
        """Return the squares that look different in the other view."""
        changed = self.new ^ other.new
        for before, after in zip(self.stones, other.stones, strict=True):
            changed |= before ^ after
        if self.last != other.last:
            for square in (self.last, other.last):
                changed |= 0 if square is None else 1 << square
        for square in self.labels.keys() | other.labels.keys():
            if self.labels.get(square) != other.labels.get(square):
                changed |= 1 << square
        return changed


def looking(match: Match) -> int | None:
    """Return the seat of the human who is, or was last, to move; among computers there is none."""
    players, to_move = match.setup.players, match.game.position.to_move
    if players[to_move].is_human:
        return to_move
    return next((move.player for move in reversed(match.game.moves) if players[move.player].is_human), None)


def new_stones(match: Match) -> Mask:
    """Return the squares placed on since the latest move of who is looking, or the latest stone alone."""
    viewer = looking(match)
    new = 0
    for move in reversed(match.game.moves):
        if move.player == viewer or (viewer is None and new):
            break
        new |= 0 if move.square is None else 1 << move.square
    return new
