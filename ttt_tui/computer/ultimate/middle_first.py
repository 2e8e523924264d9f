"""The first player's forced win where boards are open until full.

The attacker opens in the centre of the middle board, and answers each stone there with the centre of the
board that it leads to, which sends the other player back, until the middle board is full. The other player
has then won that board, but the attacker has the centres of all boards except the last one. From there on the
attacker places stones only on the line of that board's place through the centre: at the place of the last
board, then at the one opposite, which sends the other player to the same two boards until most of the others
are won.

The idea is due to G. Bertholon, R. Géraud-Stewart, A. Kugelmann, T. Lenoir and D. Naccache, "At Most 43
Moves, At Least 29" (arXiv 2006.02353, 2020). Only the idea is used: the search tries those one to four moves
for the attacker and every reply of the other player, and so proves or disproves the win by this way. From the
empty board it proves 43 plies, as many as the paper. A shorter win by other moves is not excluded.
"""

from ttt_tui.computer.ultimate.forced_win import ANY, LACKING, ForcedWins
from ttt_tui.computer.ultimate.search_board import ANYWHERE, Code, SearchBoard
from ttt_tui.engine.nine_boards import EVERY, SIDE

MIDDLE = 4
"""The middle among nine, boards or places."""

CENTRE = 9 * MIDDLE + MIDDLE
"""The move to the centre of the middle board."""

FEW_STONES = 17
"""The most stones with which positions are compared with their images: most of them are images."""


def _images() -> list[tuple[int, ...]]:
    """Return the turns and reflections of nine places: for each, the image of every place."""
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
"""Image → nine → its image."""


def way(board: SearchBoard) -> list[Code]:
    """Return the moves of the player to move that go this way, the most promising first."""
    places = _places(board, board.mover)
    moves = board.moves()
    if CENTRE in moves:
        return [CENTRE]
    found = [move for place in places for move in moves if move % 9 == place]
    if board.sent == ANYWHERE:  # where a board is nearly won
        mine, others = board.cells[board.mover], board.cells[1 - board.mover]
        owned = board.won[0] | board.won[1]

        def distance(move: Code) -> tuple[int, int]:
            each = move // 9
            return owned >> each & 1, LACKING[mine[each] << 9 | others[each]]

        found.sort(key=distance)
    return found


def is_on_the_way(board: SearchBoard) -> bool:
    """Whether all stones of the player to move are where this way leads, which does not prove a win."""
    return bool(way(board)) and _has_kept_to_it(board, board.mover)


def faces_it(board: SearchBoard) -> bool:
    """Whether the other player has begun this way and kept to it, which does not prove a win."""
    other = 1 - board.mover
    return bool(board.cells[other][MIDDLE] >> MIDDLE & 1) and _has_kept_to_it(board, other)


def _has_kept_to_it(board: SearchBoard, player: int) -> bool:
    """Whether all stones of a player are where this way leads."""
    strays = EVERY & ~sum(1 << place for place in {MIDDLE, *_places(board, player)})
    return not any(stones & strays for stones in board.cells[player])


def _places(board: SearchBoard, player: int) -> tuple[int, ...]:
    """Return the places where a player continues, the most promising first."""
    if not board.closed >> MIDDLE & 1:
        return (MIDDLE,)
    stones = board.cells[player]
    rest = [each for each in range(9) if each != MIDDLE and not stones[each] >> MIDDLE & 1]
    return (rest[0], 8 - rest[0]) if len(rest) == 1 else ()


class MiddleFirstWins(ForcedWins):
    """Searches for wins by way of the middle board, where boards are open until full."""

    def _attacks(self, board: SearchBoard, known: Code) -> list[Code]:
        return way(board)

    def _in_order(self, board: SearchBoard, moves: list[Code], known: Code) -> list[Code]:
        return moves  # each reply is lost, so that any order will do

    def _is_too_far(self, board: SearchBoard, attacker: int, most: int) -> bool:
        return most != ANY and super()._is_too_far(board, attacker, most)

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
