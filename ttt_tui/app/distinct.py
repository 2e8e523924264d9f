"""Players' colours for themes that were not made for them: readable, and told apart from each other.

Each colour is changed as little as needed: its hue first, then also its lightness and its strength.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from itertools import product

from ttt_tui.app.contrast import STEPS, channels, contrast, difference, mixed

PLAYERS_APART, ROLES_APART = 10.0, 8.0
"""Least difference (CIEDE2000) of two players' colours, and of one and the good, the bad or the accent."""

TURNS = (0, 12, -12, 24, -24, 36, -36)
"""Changes of hue in degrees, in the order in which they are tried."""

SHADES = (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.24)
"""Changes of lightness, on a scale from 0 to 1."""

STRENGTHS = (1.0, 0.7, 0.4)
"""Factors of the saturation."""


_CHANGES = [
    (strength, more, turn)
    for _, (_, strength), (_, more), (_, turn) in sorted(
        (sum(number**2 for number, _ in change), *change)
        for change in product(enumerate(STRENGTHS), enumerate(SHADES), enumerate(TURNS))
    )
]
"""All changes together, from the smallest."""


def distinct(
    colours: Mapping[str, str], grounds: Sequence[str], roles: Iterable[str], ratio: float, towards: str
) -> Iterator[tuple[str, str]]:
    """Yield the names and colours of players, changed so that they can be read and told apart.

    They have a contrast of `ratio` to all grounds, for which they move `towards` black or white. A colour
    that no change is enough for is only made readable. Each depends on those before it alone.
    """
    hardest = min(grounds, key=lambda ground: contrast(ground, towards))
    taken = [(role, ROLES_APART) for role in roles]
    for name, drawn in colours.items():
        shades = (_readable(variant, hardest, ratio, towards) for variant in _variants(drawn))
        found = next(
            (shade for shade in shades if all(difference(shade, o) >= least for o, least in taken)),
            _readable(drawn, hardest, ratio, towards),
        )
        taken.append((found, PLAYERS_APART))
        yield name, found


def _readable(colour: str, ground: str, ratio: float, towards: str) -> str:
    """Return a colour moved as little as needed towards another, to a contrast `ratio` with a ground."""

    def is_enough(step: int) -> bool:
        return contrast(mixed(colour, towards, step / STEPS), ground) >= ratio

    return mixed(colour, towards, bisect_left(range(STEPS), True, key=is_enough) / STEPS)


def _variants(colour: str) -> Iterator[str]:
    """Yield a colour, and others like it, the most similar first."""
    yield colour
    hue, lightness, saturation = rgb_to_hls(*(channel / 255 for channel in channels(colour)))
    for strength, more, turn in _CHANGES[1:]:
        lighter = min(max(lightness + more, 0.0), 1.0)
        rgb = hls_to_rgb((hue + turn / 360) % 1, lighter, saturation * strength)
        yield "#" + "".join(f"{round(255 * channel):02x}" for channel in rgb)
