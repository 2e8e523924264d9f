"""The view of a game on a board, and the labels of an analysis on its empty squares."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ttt_tui.analysis.threats import Threats
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Proof, Value
from ttt_tui.engine import (
    Choice,
    Game,
    Geometry,
    Mask,
    Match,
    Move,
    Position,
    Square,
    mask_of,
    squares_of,
)
from ttt_tui.engine.game import turns

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis
    from ttt_tui.analysis.hint_drawing import MeantLine, PlannedMove


class Label(NamedTuple):
    """A text on an empty square."""

    texts: tuple[str, ...]
    """Variants, the longest first: the first that fits is shown, else the last."""
    role: str = "text"
    """Its colour: `text`, `good`, `muted`, `bad` or `accent`."""
    player: int | None = None
    """The player or mark whose colour it has instead of a role's, None for the role's."""
    is_marked: bool = False
    """Whether it stands between `‹` and `›` if they fit."""
    is_filled: bool = False
    """Whether it is on a ground of its colour, as the best of several are."""
    heat: float | None = None
    """How much of its colour tints the square of a proved value, from 0 to 1; None for no tint."""
    ghost: int | None = None
    """The player or mark whose pale stone is drawn instead of the text if colours allow it; None for none."""
    is_numbered: bool = False
    """Whether the pale stone has the text on it."""


class SmallBoards(NamedTuple):
    """The state of the nine small boards of Ultimate: nines, as in `engine.nine_boards`."""

    won: tuple[int, int]
    """The boards that each player has won."""
    closed: int
    """The boards where no stone can be placed any more."""
    playable: int
    """The boards on which the player to move may play, none when the game has ended."""

    @classmethod
    def of(cls, position: Position, *, is_over: bool) -> "SmallBoards | None":
        """Return the small boards of a position, None if it has none."""
        if position.geometry.block_side is None:
            return None
        from ttt_tui.engine.ultimate import UltimatePosition  # only games of Ultimate need it

        assert isinstance(position, UltimatePosition), "no other game has small boards"
        won = position.won[0], position.won[1]
        return cls(won, position.closed, 0 if is_over else position.playable)

    @property
    def owned(self) -> int:
        """The boards that either player has won."""
        return self.won[0] | self.won[1]

    @property
    def drawn(self) -> int:
        """The full boards without an owner."""
        return self.closed & ~self.owned

    @property
    def due(self) -> int | None:
        """The only board to play on, None if there are several or none."""
        return self.playable.bit_length() - 1 if self.playable.bit_count() == 1 else None

    @property
    def playable_squares(self) -> Mask:
        """The squares of the boards to play on."""
        from ttt_tui.engine.nine_boards import boards_mask  # only games of Ultimate need it

        return boards_mask(self.playable)

    def changed(self, other: "SmallBoards") -> int:
        """Return the boards, a nine, whose state differs."""
        changed = self.closed ^ other.closed | self.playable ^ other.playable
        for before, after in zip(self.won, other.won, strict=True):
            changed |= before ^ after
        return changed


class BoardView(NamedTuple):
    """The contents of a board, apart from cursor and mouse."""

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
    """Labels of empty squares."""
    lines: tuple["MeantLine", ...] = ()
    """The lines of squares that a hint refers to."""
    can_place: bool = True
    """Whether somebody at this terminal places stones; else there is no cursor."""
    is_drawn: bool = False
    """Whether the game has ended in a draw."""
    numbers: Mapping[Square, int] = MappingProxyType({})
    """The numbers of the moves that placed the stones."""
    turn: Mask = 0
    """All stones of the latest turn, none where a turn is one stone."""
    forbidden: Mask = 0
    """The squares that the bans of renju forbid to the player to move."""
    boards: SmallBoards | None = None
    """The small boards that the board consists of, None if it is one board."""
    leaving: Mask = 0
    """The stone that leaves the board with the next move, in Vanishing."""

    @property
    def has_cursor(self) -> bool:
        return self.can_place and not self.is_over

    @property
    def latest(self) -> Mask:
        """The stones that are marked as the latest."""
        return self.turn | (0 if self.last is None else 1 << self.last)

    @classmethod
    def of(
        cls, position: Position, new: Mask = 0, winning: Mask = 0, *, is_over: bool = False
    ) -> "BoardView":
        is_over = is_over or winning > 0
        boards = SmallBoards.of(position, is_over=is_over)
        leaving = 0 if is_over else leaving_next(position)
        stones, last = tuple(position.stones), position.last_square
        return cls(stones, last, new, winning, is_over, boards=boards, leaving=leaving)

    @classmethod
    def after(cls, game: Game, ply: int) -> "BoardView":
        """Return the view after the first `ply` moves of a game."""
        position = game.position if ply == len(game.moves) else game.position_after(ply)
        outcome = game.outcome if ply == len(game.moves) else None
        winning = outcome.squares if outcome else 0
        view = cls.of(position, winning=winning, is_over=outcome is not None)
        is_drawn = outcome is not None and outcome.winner is None
        return view._replace(
            turn=latest_turn(game, ply),
            is_drawn=is_drawn,
            numbers={
                square: number
                for square, number in move_numbers(game.setup.geometry, game.moves[:ply]).items()
                if position.occupied >> square & 1  # in Vanishing stones leave
            },
            forbidden=0 if outcome else position.forbidden,
        )

    @property
    def marked_forbidden(self) -> Mask:
        """The forbidden squares that are marked; a label replaces the mark."""
        if not self.forbidden:
            return 0
        return self.forbidden & ~mask_of(self.labels)

    def changed(self, other: "BoardView") -> Mask:
        """Return the squares that are drawn differently in another view, apart from the forbidden squares.

        Small boards may also be drawn differently as a whole.
        """
        changed = self.new ^ other.new | self.leaving ^ other.leaving
        for before, after in zip(self.stones, other.stones, strict=True):
            changed |= before ^ after
        changed |= self.latest ^ other.latest
        if self.last != other.last:
            changed |= mask_of(square for square in (self.last, other.last) if square is not None)
        if self.numbers != other.numbers:
            for square in self.numbers.keys() & other.numbers.keys():
                changed |= int(self.numbers[square] != other.numbers[square]) << square
        for square in self.labels.keys() | other.labels.keys():
            if self.labels.get(square) != other.labels.get(square):
                changed |= 1 << square
        for line in {*self.lines} ^ {*other.lines}:
            changed |= line.squares
        return changed


def leaving_next(position: Position) -> Mask:
    """Return the stone that leaves the board with the next move; none where stones stay."""
    if position.geometry.rules.kept_stones is None:
        return 0
    from ttt_tui.engine.vanishing import as_vanishing  # no other game needs it

    square = as_vanishing(position).leaving(position.to_move)
    return 0 if square is None else 1 << square


def viewer_of(match: Match) -> int | None:
    """Return the seat of the human who moves or moved last; None between computers."""
    players, to_move = match.setup.players, match.game.position.to_move
    if players[to_move].is_human:
        return to_move
    return next((move.player for move in reversed(match.game.moves) if players[move.player].is_human), None)


def may_place(match: Match) -> bool:
    """Return whether a human at this terminal still places stones in the game."""
    return any(match.setup.players[seat].is_human for seat in match.game.position.active)


def new_stones(match: Match) -> Mask:
    """Return the stones since the viewer's latest turn; without a viewer, the stones of the latest turn.

    A turn of the viewer that has only begun does not count. After a swap all stones are another player's:
    they are new as well, to both players.
    """
    game, viewer, new = match.game, viewer_of(match), 0
    played = turns(game)
    if viewer is not None and not game.position.is_turn_start and game.position.to_move == viewer:
        played.pop()
    for turn in reversed(played):
        move = game.moves[turn.start]
        if move.square == Choice.SWAP and (move is game.moves[-1] or move.player != viewer):
            return game.position.occupied
        if move.player == viewer or (viewer is None and new):
            break
        new |= _stones_of(game, turn)
    return new


def latest_turn(game: Game, plies: int) -> Mask:
    """Return the stones of the latest turn in the first `plies` moves, none where a turn is one stone."""
    if game.setup.geometry.rules.per_turn == 1 or not plies:
        return 0
    return _stones_of(game, turns(game, plies)[-1])


def _stones_of(game: Game, turn: range) -> Mask:
    moves, square_of = (game.moves[ply] for ply in turn), game.setup.geometry.square_of
    return mask_of(square_of(move.square) for move in moves if move.square is not None and move.is_stone)


LINE, FOUR, THREE = "!", "^", "~"
"""Signs of threats: a stone completes a line, makes a four (one short), or an open three (two short)."""

MOST_OF_LINE = 9
"""The most moves of a line that are shown."""

ROLES = {Value.WIN: "good", Value.DRAW: "muted", Value.LOSS: "bad"}
"""Value → the role of its colour."""

QUICK_PLIES = 5
"""Plies up to which a win or a loss is near."""

NEAR_HEAT, FAR_HEAT = 0.35, 0.22
"""The share of the colour in the square of a near win or loss, and of another one; a draw has none."""


def labels_of(found: "Analysis") -> dict[Square, Label]:
    """Return labels with the proved values of squares, and the ranks of the best unproved moves.

    Where players choose marks a square has the value of the better mark.
    """
    square_of = found.position.geometry.square_of
    ranks: dict[Square, int] = {}
    for rank, candidate in enumerate(found.candidates, 1):
        ranks.setdefault(square_of(candidate.square), rank)
    values = found.values_of_squares
    best = set(map(square_of, found.best))
    if not found.is_mapped or len(best) == len(values):
        best = set()
    labels = {
        square: Label((str(rank),), "good" if rank == 1 else "text", is_marked=True)
        for square, rank in ranks.items()
    }
    for square, proof in values.items():
        labels[square] = worth_label(proof, is_best=square in best)
    return labels


def worth_label(proof: Proof, is_best: bool = False) -> Label:
    """Return the label of a proved value: `W 5`, `W≤9` as an upper bound, `D`, `L 10`."""
    word = str(Verdict.proved(proof.value, proof.plies, proof.is_exact))
    texts = (word,) if len(word) == 1 else (f"{word[0]} {word[1:]}", word, word[0])
    heat = FAR_HEAT if proof.plies is None or proof.plies > QUICK_PLIES else NEAR_HEAT
    heat = 0.0 if proof.value is Value.DRAW else heat
    return Label(texts, ROLES[proof.value], is_filled=is_best, heat=heat)


def line_labels(position: Position, line: tuple[Square, ...]) -> dict[Square, Label]:
    """Return labels that number a line of moves, in the colours of the players."""
    geometry = position.geometry
    return {
        geometry.square_of(move): Label((str(number),), player=geometry.mark_by(player, move), is_marked=True)
        for number, (player, move) in enumerate(zip(position.movers(), line[:MOST_OF_LINE], strict=False), 1)
    }


def hint_label(player: int) -> Label:
    """Return the label of the square that a hint for this player, or with this mark, names."""
    return Label(("1",), "good", is_marked=True, ghost=player)


def held_label(player: int, symbol: str) -> Label:
    """Return the label of a stone of this player, or with this mark, that is chosen and not placed yet."""
    return Label((f"{symbol}?", "?"), player=player, ghost=player)


def planned_labels(geometry: Geometry, moves: Sequence["PlannedMove"]) -> dict[Square, Label]:
    """Return the labels of the moves that a hint's reason names; their numbers are their order."""
    labels: dict[Square, Label] = {}
    for move in moves[:MOST_OF_LINE]:
        mark = geometry.mark_by(move.player, move.square)
        label = Label((str(move.number),), player=mark, is_marked=True, ghost=mark, is_numbered=True)
        if not labels:
            label = hint_label(mark)._replace(is_numbered=len(moves) > 1)
        labels.setdefault(geometry.square_of(move.square), label)
    return labels


def threat_labels(threats: Threats) -> dict[Square, Label]:
    """Return labels of threats; squares where the player to move has to answer are filled."""
    labels: dict[Square, Label] = {}
    for sign, masks in ((THREE, threats.open_threes), (FOUR, threats.fours), (LINE, threats.completing)):
        for square in squares_of(reduce(or_, masks, 0)):
            owners = [player for player, mask in enumerate(masks) if mask >> square & 1]
            must_answer = bool((threats.answers or 0) >> square & 1)
            player = owners[0] if len(owners) == 1 else None
            labels[square] = Label((sign,), "accent", player, is_filled=must_answer)
    return labels


def move_numbers(geometry: Geometry, moves: Iterable[Move]) -> dict[Square, int]:
    """Return the number of the move that placed each stone; the first one is 1."""
    stones = ((number, move.stone) for number, move in enumerate(moves, 1))
    return {geometry.square_of(stone): number for number, stone in stones if stone is not None}
