"""What theory knows of a board for two players, in one line for the setup screen. No computer reads it.

Sources: J. W. H. M. Uiterwijk, "Solving strong and weak 4-in-a-row" (2019); W.-Y. Hsu, C.-L. Ko, J.-C. Chen,
T.-H. Wei, C.-H. Hsueh and I.-C. Wu, "On solving the 7,7,5-game and the 8,8,5-game" (2020); L. V. Allis,
H. J. van den Herik and M. P. H. Huntjens, "Go-Moku solved by new search techniques" (1996); T. G. L. Zetters,
"8 (or more) in a row" (1980). That the second player never wins follows by stealing the strategy.
"""

from ttt_tui.engine import Geometry

SOLVE = "proved by ttt-tui solve"

DRAWN_SIDES = {
    4: (((8, 4), "Uiterwijk 2019"), ((5, 5), "Uiterwijk 2019")),
    5: (((8, 8), "Hsu et al. 2020"),),
    6: (((8, 8), SOLVE), ((9, 7), SOLVE), ((10, 6), SOLVE)),
    7: (((10, 10), SOLVE),),
}
"""For a line length, the longer and shorter side of the largest boards on which perfect play draws."""


def known_value(geometry: Geometry) -> str:
    """Return what perfect play of two comes to on a board, and who showed it, in at most 47 characters."""
    longer, shorter = sorted((geometry.columns, geometry.rows), reverse=True)
    match geometry.line_length:
        case 3 if longer == 3:
            return _draw("enumeration")
        case 3:
            return f"The first player wins in {7 if shorter == 3 else 5} plies (enumeration)"
        case k if shorter < k:  # lines run one way only: each square's neighbour in that way answers it
            return _draw("a pairing strategy")
        case k if k >= 8:
            return _draw("Zetters 1980")
        case 4 if shorter == 4 and longer in (9, 10):
            return _win("Uiterwijk 2019")
        case 4 if shorter >= 5 and longer >= 6:
            return _win("Uiterwijk 2019")
        case 5 if longer == shorter == 15:
            return _win("Allis et al. 1996")
        case k:
            for (most_long, most_short), source in DRAWN_SIDES[k]:
                if longer <= most_long and shorter <= most_short:
                    return _draw(source)
    return "Nobody has proved who wins"


def _draw(source: str) -> str:
    return f"Perfect play draws ({source})"


def _win(source: str) -> str:
    return f"The first player wins ({source})"
