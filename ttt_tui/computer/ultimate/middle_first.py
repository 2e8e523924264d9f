"""The first player's forced win where boards are open until full.

The attacker opens in the centre of the middle board, and answers each stone there with the centre of the
board that it leads to, which sends the other player back, until the middle board is full. The other one has
won it then, but the attacker has the centres of all boards save one, the last one. From there on the
attacker places stones only on the line of that board's place through the centre: at the place of the last
board, then at the one opposite, which sends the other player to the same two boards until most of the
others are won.

The idea is that of G. Bertholon, R. Géraud-Stewart, A. Kugelmann, T. Lenoir and D. Naccache, "At Most 43
Moves, At Least 29" (arXiv 2006.02353, 2020). Nothing else is taken from there: the search tries those one
to four moves for the attacker and every reply of the other player, and so proves the win, or that this is
none. From the empty board it proves 43 plies, as many as the paper. A shorter win by other moves is not
excluded.
"""

from ttt_tui.computer.ultimate.forced_win import ForcedWins
from ttt_tui.computer.ultimate.search_board import ANYWHERE, Code, SearchBoard
from ttt_tui.engine.nine_boards import SIDE

MIDDLE = 4
"""The middle among nine, boards or places."""

FEW_STONES = 17
"""As long as there are no more, positions are compared with their images: most of them are images."""


def _images() -> list[tuple[int, ...]]:
    """Return the turns and reflections of nine: what each of them makes of each place."""
    turn = [place % SIDE * SIDE + SIDE - 1 - place // SIDE for place in range(9)]
    mirror = [place // SIDE * SIDE + SIDE - 1 - place % SIDE for place in range(9)]
    image, found = list(range(9)), []
    for _ in range(4):
        found += [tuple(image), tuple(image[place] for place in mirror)]
        image = [turn[place] for place in image]
    return found


IMAGES = _images()

NINE_IMAGES = [
    [sum(1 << image[place] for place in range(9) if nine >> place & 1) for nine in range(512)]
    for image in IMAGES
]
"""Image → nine → what it becomes."""


class MiddleFirstWins(ForcedWins):
    """Searches for wins by way of the middle board, where boards are open until full."""

    def _attacks(self, board: SearchBoard, known: Code) -> list[Code]:
        """Return the moves to the middle board, or once it is full to the last one, then to that opposite."""
        if not board.closed >> MIDDLE & 1:
            places = [MIDDLE]
        else:
            stones = board.cells[board.mover]
            rest = [each for each in range(9) if each != MIDDLE and not stones[each] >> MIDDLE & 1]
            if len(rest) != 1:
                return []
            places = [rest[0], 8 - rest[0]]
        moves = board.moves()
        return [move for place in places for move in moves if move % 9 == place]

    def _key(self, board: SearchBoard) -> int:
        if board.stones.bit_count() > FEW_STONES:
            return board.key
        return min(_key_of_image(board, *image) for image in zip(IMAGES, NINE_IMAGES, strict=True))


def _key_of_image(board: SearchBoard, image: tuple[int, ...], nines: list[int]) -> int:
    """Return the key of a position that was turned or reflected."""
    stones = 0
    for player in (0, 1):
        for each, nine in enumerate(board.cells[player]):
            stones |= nines[nine] << 81 * player + 9 * image[each]
    sent = board.sent if board.sent == ANYWHERE else image[board.sent]
    return stones | (sent << 10 | board.mover << 9 | nines[board.won[0]]) << 162
