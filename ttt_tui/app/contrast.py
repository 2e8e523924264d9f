"""Colour arithmetic: contrast and distance of two colours, and shifting a colour until it is readable.

Colours are `#rrggbb`. Contrast is that of WCAG 2.1 (W3C, 2018), from 1 to 21; distance is Euclid's in OKLab
(B. Ottosson, "A perceptual color space for image processing", 2020), where black and white are 1 apart and
about 0.02 is just noticed. Difference is CIEDE2000 (G. Sharma, W. Wu and E. Dalal, "The CIEDE2000
color-difference formula", 2005), where black and white are 100 apart and about 2 is just noticed; it is the
better measure of how different two colours look.
"""

import math
from collections.abc import Iterable
from functools import cache, lru_cache

BLACK, WHITE = "#000000", "#ffffff"

STEPS = 64
"""Steps in which a colour is moved to black or white."""


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(4096)
def _linear(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue as light, each from 0 to 1."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in channels(colour))
    )
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance, from 0 to 1."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(4096)
def oklab(colour: str) -> tuple[float, float, float]:
    """Return lightness, from 0 to 1, and the two axes of colour."""
    red, green, blue = _linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def distance(one: str, other: str) -> float:
    """Return the perceived distance of two colours."""
    return math.dist(oklab(one), oklab(other))


WHITE_POINT = (0.95047, 1.0, 1.08883)
"""Daylight (D65) in CIE XYZ, as sRGB has it."""

Lab = tuple[float, float, float]
"""Lightness, from 0 to 100, and the two axes of colour."""


@lru_cache(4096)
def cielab(colour: str) -> Lab:
    red, green, blue = _linear(colour)
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    shares = [part / whole for part, whole in zip(xyz, WHITE_POINT, strict=True)]
    x, y, z = (share ** (1 / 3) if share > 216 / 24389 else share * 841 / 108 + 4 / 29 for share in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str) -> float:
    """Return the difference of two colours by CIEDE2000."""
    return ciede2000(cielab(one), cielab(other))


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the difference of two colours of CIELAB, step by step as in the article."""
    (light, a, b), (other_light, other_a, other_b) = one, other
    stretch = 1.5 - 0.5 * _share_of_chroma((math.hypot(a, b) + math.hypot(other_a, other_b)) / 2)
    chroma, other_chroma = math.hypot(stretch * a, b), math.hypot(stretch * other_a, other_b)
    hue, other_hue = (math.degrees(math.atan2(y, stretch * x)) % 360 for x, y in ((a, b), (other_a, other_b)))
    turn, mean_hue = 0.0, hue + other_hue
    if chroma * other_chroma:
        turn, mean_hue = other_hue - hue, (hue + other_hue) / 2
        if abs(turn) > 180:
            turn -= math.copysign(360, turn)
            mean_hue += 180 if hue + other_hue < 360 else -180
    mean_light, mean_chroma = (light + other_light) / 2, (chroma + other_chroma) / 2
    by_hue = (
        1
        - 0.17 * _cos(mean_hue - 30)
        + 0.24 * _cos(2 * mean_hue)
        + 0.32 * _cos(3 * mean_hue + 6)
        - 0.20 * _cos(4 * mean_hue - 63)
    )
    off_grey = (mean_light - 50) ** 2
    lightness = (other_light - light) / (1 + 0.015 * off_grey / math.sqrt(20 + off_grey))
    saturation = (other_chroma - chroma) / (1 + 0.045 * mean_chroma)
    shade = 2 * math.sqrt(chroma * other_chroma) * math.sin(math.radians(turn / 2))
    shade /= 1 + 0.015 * mean_chroma * by_hue
    rotation = 60 * math.exp(-(((mean_hue - 275) / 25) ** 2))
    blues = -2 * _share_of_chroma(mean_chroma) * math.sin(math.radians(rotation))
    return math.sqrt(lightness**2 + saturation**2 + shade**2 + blues * saturation * shade)


def _share_of_chroma(chroma: float) -> float:
    """Return how strong a chroma counts, from 0 for grey to 1."""
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour mixed with a share, 0 to 1, of another."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def moved(colour: str, others: Iterable[str], ratio: float, towards: str) -> str:
    """Return the colour moved as little as possible towards another, to a contrast `ratio` with all `others`.

    If that is not possible, return the other colour.
    """
    others = tuple(others)
    shades = (mixed(colour, towards, step / STEPS) for step in range(STEPS + 1))
    return next((shade for shade in shades if all(contrast(shade, o) >= ratio for o in others)), towards)


@lru_cache(4096)
def readable(colour: str, ground: str, ratio: float) -> str:
    """Return the colour moved as little as needed to a contrast `ratio` with one ground.

    The colour is moved away from the ground, to white or to black, or the other way if that is not enough.
    """
    ends = (WHITE, BLACK) if luminance(colour) >= luminance(ground) else (BLACK, WHITE)
    shades = (moved(colour, [ground], ratio, towards) for towards in ends)
    return next(
        (shade for shade in shades if contrast(shade, ground) >= ratio),
        max(ends, key=lambda end: contrast(end, ground)),
    )


def _palette(colours: str) -> tuple[str, ...]:
    return tuple(f"#{colour}" for colour in colours.split())


_VGA = _palette(
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
    "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
)

PALETTES_OF_16 = {
    "xterm": _palette(
        "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
        "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
    ),
    "VGA": _VGA,
    "Linux console": _VGA,
}
"""Terminal → its colours 0 to 15 (XTerm-col.ad, IBM's VGA, Linux's vt.c)."""


_CUBE = (0, 95, 135, 175, 215, 255)

PALETTE_OF_256 = dict(
    enumerate(
        [f"#{red:02x}{green:02x}{blue:02x}" for red in _CUBE for green in _CUBE for blue in _CUBE]
        + [f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(8, 248, 10)],
        start=16,
    )
)
"""Number → colour, for the numbers that are the same everywhere: xterm's cube and greys."""


@cache
def contrast_of_16(one: int, other: int) -> float:
    """Return the least contrast of two of the 16 colours in any of the palettes."""
    return min(contrast(palette[one], palette[other]) for palette in PALETTES_OF_16.values())
