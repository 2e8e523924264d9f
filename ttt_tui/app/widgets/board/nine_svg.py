"""The small boards of Ultimate in the picture of a game (SVG), as `nine` draws them on the screen."""

from collections.abc import Iterator

from ttt_tui.app.themes import ink_on
from ttt_tui.app.widgets.board.svg_parts import BAR, LABELS, GamePicture, Point, bar, drawn_stone, short
from ttt_tui.app.widgets.board.tints import raised
from ttt_tui.app.widgets.board.view import SmallBoards
from ttt_tui.engine import Square, squares_of
from ttt_tui.engine.nine_boards import BOARD_OF, NINE_LINES, SIDE

GAP = 20
"""Units between two small boards."""

LARGE = 1.3
"""The size of a large stone compared with a stone of three squares."""

BELOW, RECEDING = 0.4, 0.3
"""Opacity of a large stone below small ones, and of small stones that recede."""

Box = tuple[float, float, float]
"""Left, top and side of a small board with half of the gap around it."""


class NineGamePicture(GamePicture):
    """The parts of a picture with small boards."""

    def start(self, number: int) -> int:
        """Return the units from the first column or row to another one."""
        return number * self.square + number // SIDE * GAP

    @property
    def _boards(self) -> SmallBoards:
        is_end = self.ply == len(self.game.moves) and self.game.outcome is not None
        boards = SmallBoards.of(self.position, is_over=is_end)
        assert boards is not None, "only games with small boards have such a picture"
        return boards

    @property
    def _covered(self) -> int:
        """The boards over which a large stone is drawn."""
        boards = self._boards
        return boards.owned & boards.closed

    def _box(self, board: int) -> Box:
        side, half = SIDE * self.square + GAP, GAP / 2
        return board % SIDE * side + LABELS - half, board // SIDE * side + LABELS - half, side

    def grid(self) -> Iterator[str]:
        """Yield raised boards to play on, strong lines between boards, and rules where stones are placed."""
        boards, square = self._boards, self.square
        for board in squares_of(boards.playable):
            yield self._filled(board, raised(self.roles.board, self.roles.accent))
        rules, strong = [], []
        for board in squares_of((1 << SIDE * SIDE) - 1 & ~(self._covered | boards.drawn)):
            left, top, side = self._box(board)
            for number in range(1, SIDE):
                start, length = GAP / 2 + number * square, side - GAP
                rules.append(f"M{short(left + start)} {short(top + GAP / 2)}v{short(length)}")
                rules.append(f"M{short(left + GAP / 2)} {short(top + start)}h{short(length)}")
        for number in range(1, SIDE):
            left, top, side = self._box(number * (SIDE + 1))
            strong.append(f"M{short(left)} {LABELS}v{short(SIDE * side - GAP)}")
            strong.append(f"M{LABELS} {short(top)}h{short(SIDE * side - GAP)}")
        yield f'<path d="{"".join(rules)}" stroke="{self.roles.grid}" stroke-width="2"/>'
        yield f'<path d="{"".join(strong)}" stroke="{self.roles.star}" stroke-width="5"/>'

    def _filled(self, board: int, colour: str) -> str:
        left, top, side = self._box(board)
        place = f'x="{short(left)}" y="{short(top)}" width="{short(side)}" height="{short(side)}"'
        return f'<rect {place} fill="{colour}"/>'

    @property
    def _lit(self) -> set[int]:
        """The boards of the winning lines."""
        return {BOARD_OF[square] for square in squares_of(self.winning)}

    def winning_lines(self) -> Iterator[str]:
        """Yield the boards of each winning line, filled and joined, over the strong lines between them."""
        outcome, lit = self.game.outcome, self._lit
        if lit and outcome is not None and outcome.winner is not None:
            colour = self.colour(self.game.setup.drawn_players[outcome.winner])
            for board in sorted(lit):
                yield self._filled(board, colour)
            for line in NINE_LINES:
                if lit.issuperset(boards := [*squares_of(line)]):
                    ends = self._middle_of(boards[0]), self._middle_of(boards[-1])
                    yield bar(*ends, colour, BAR * SIDE * self.square)

    def _middle_of(self, board: int) -> Point:
        left, top, side = self._box(board)
        return left + side / 2, top + side / 2

    def stones(self) -> Iterator[str]:
        """Yield small stones, and the large ones instead of them or below them."""
        covered, drawn_boards = self._covered, self._boards.drawn
        small: dict[bool, list[str]] = {True: [], False: []}  # by whether they recede
        for player, mask in zip(self.game.setup.drawn_players, self.position.stones, strict=True):
            colour, ink = self.colour(player), ink_on(self.theme, player.colour)
            for square in squares_of(mask):
                if not covered >> (board := BOARD_OF[square]) & 1 and board not in self._lit:
                    drawn = drawn_stone(player.symbol, *self.middle(square), self.square, colour, ink)
                    small[bool(drawn_boards >> board & 1)].append(drawn)
        yield f'<g opacity="{RECEDING}">{"".join(small[True])}</g>'
        yield f'<g opacity="{BELOW}">{"".join(self._large(self._boards.owned & ~covered))}</g>'
        yield from small[False]
        yield from self._large(covered)

    def mark_place(self, square: Square, size: float) -> Point:
        """Return the middle of a stone's mark: beside the large stone that replaces it."""
        if not self._covered >> (board := BOARD_OF[square]) & 1:
            return super().mark_place(square, size)
        left, _, side = self._box(board)
        return left + side - GAP / 2, self.middle(square)[1]

    def _large(self, boards: int) -> Iterator[str]:
        """Yield the large stones on the boards, a nine."""
        for player, won in zip(self.game.setup.drawn_players, self._boards.won, strict=True):
            for board in squares_of(won & boards):
                colour, ink = self.colour(player), ink_on(self.theme, player.colour)
                front, behind = (ink, colour) if board in self._lit else (colour, ink)
                size = LARGE * SIDE * self.square
                yield drawn_stone(player.symbol, *self._middle_of(board), size, front, behind)
