"""Known results of perfect play for two, in one line for the setup screen; no computer reads them.

Sources: J. W. H. M. Uiterwijk, "Solving strong and weak 4-in-a-row" (2019); W.-Y. Hsu, C.-L. Ko, J.-C. Chen,
T.-H. Wei, C.-H. Hsueh and I.-C. Wu, "On solving the 7,7,5-game and the 8,8,5-game" (2020); L. V. Allis, H. J.
van den Herik and M. P. H. Huntjens, "Go-Moku solved by new search techniques" (1996); T. G. L. Zetters, "8
(or more) in a row" (1980); and `PROVED`, the boards that our own solver settles in seconds. That the second
player never wins follows from strategy stealing. The source for Ultimate with boards that stay open until
they are full is G. Bertholon, R. Géraud-Stewart, A. Kugelmann, T. Lenoir and D. Naccache, "At most 43 moves,
at least 29: optimal strategies and bounds for ultimate tic-tac-toe" (2020).

If the second player draws by only preventing lines, every board inside that one is a draw, too: it has fewer
lines to prevent. A win does not carry over to a larger board by itself, since there the second player has
more lines as well; that every board containing 6×5 is a win with four in a row is Uiterwijk's result.
"""

from typing import NamedTuple

from ttt_tui.engine import Geometry

UNKNOWN = "No known result"
DRAW, WIN = "draw", "win"


class Known(NamedTuple):
    """The value of a board, and its source."""

    longer: int
    """The longer side, in squares."""
    shorter: int
    line_length: int
    value: str
    """`DRAW`, which holds for all boards inside this one, or `WIN` for the first player."""
    source: str

    def applies_to(self, longer: int, shorter: int, line_length: int) -> bool:
        """Return whether this is the value of that board."""
        if line_length != self.line_length:
            return False
        if self.value == DRAW:
            return longer <= self.longer and shorter <= self.shorter
        return (longer, shorter) == (self.longer, self.shorter)


PUBLISHED = (
    Known(5, 5, 4, DRAW, "Uiterwijk 2019"),
    Known(8, 4, 4, DRAW, "Uiterwijk 2019"),
    Known(9, 4, 4, WIN, "Uiterwijk 2019"),
    Known(10, 4, 4, WIN, "Uiterwijk 2019"),
    Known(8, 8, 5, DRAW, "Hsu et al. 2020"),
    Known(15, 15, 5, WIN, "Allis et al. 1996"),
)
"""Single boards solved by others."""

SOLVER_SECONDS = 10
"""How long the solver had for a board of `PROVED`."""

PROVED = (
    # longer and shorter side, line length, value, nodes and seconds of the proof
    (12, 5, 5, "draw", 6310, 0.2),
    (15, 6, 6, "draw", 47496, 5.7),
    (13, 7, 6, "draw", 36044, 3.0),
    (10, 8, 6, "draw", 6244, 0.9),
    (9, 9, 6, "draw", 19486, 3.4),
    (20, 7, 7, "draw", 23290, 3.0),
    (18, 8, 7, "draw", 27989, 4.9),
    (16, 9, 7, "draw", 33725, 5.8),
    (14, 10, 7, "draw", 30316, 4.8),
)
"""Boards that `ttt-tui solve` proves in seconds, and that nobody has published as far as we know."""

SOLVED = tuple(
    Known(longer, shorter, line_length, value, "ttt-tui solve")
    for longer, shorter, line_length, value, _, _ in PROVED
)
"""Single boards solved by our own solver only."""


def known_value(geometry: Geometry) -> str:
    """Return the result of perfect play of two on a board, and its source, in at most 47 characters."""
    rules = geometry.rules
    if rules.until_full:
        return _win("Bertholon et al.")
    if rules.kept_stones:
        return "First player wins in 13 moves (enumeration)"
    if not rules.are_usual:
        return UNKNOWN
    return published(geometry) or _found(SOLVED, geometry) or UNKNOWN


def published(geometry: Geometry) -> str | None:
    """Return the result of perfect play by a general argument or by others, None if it is unknown."""
    longer, shorter = _sides(geometry)
    match geometry.line_length:
        case 3 if longer == 3:
            return _draw("enumeration")
        case 3:
            return f"First player wins in {7 if shorter == 3 else 5} moves (enumeration)"
        case k if shorter < k:  # lines run one way only: each square's neighbour in that way answers it
            return _draw("a pairing strategy")
        case k if k >= 8:
            return _draw("Zetters 1980")
        case 4 if shorter >= 5 and longer >= 6:
            return _win("Uiterwijk 2019")
    return _found(PUBLISHED, geometry)


def _found(known: tuple[Known, ...], geometry: Geometry) -> str | None:
    board = *_sides(geometry), geometry.line_length
    for entry in known:
        if entry.applies_to(*board):
            return _draw(entry.source) if entry.value == DRAW else _win(entry.source)
    return None


def _sides(geometry: Geometry) -> tuple[int, int]:
    """Return the longer side and the shorter one."""
    return max(geometry.columns, geometry.rows), min(geometry.columns, geometry.rows)


def _draw(source: str) -> str:
    return f"Draw with perfect play ({source})"


def _win(source: str) -> str:
    return f"First player wins by force ({source})"
