"""Keyboard layouts: the keys of the US layout that type other characters elsewhere, and look-alikes.

The tables are those of the usual layouts (Russian ЙЦУКЕН with the Ukrainian and Belarusian letters, Greek,
Hebrew SI-1452). A terminal that reports the key of the US layout needs none of them.
"""

import unicodedata

_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
_SHIFTED = 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'

_RUSSIAN = "йцукенгшщзхъфывапролджэячсмитьбюё"
_OTHER_CYRILLIC = {"і": "s", "ї": "]", "є": "'", "ґ": "`", "ў": "o"}
_GREEK = dict(zip("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm", strict=True))
_HEBREW = dict(zip("קראטוןםפשדגכעיחלךזסבהנמצ", "ertyuiopasdfghjklzxcvbnm", strict=True))

US_KEYS = {
    **dict(zip(_RUSSIAN, _KEYS, strict=True)),
    **dict(zip(_RUSSIAN.upper(), _SHIFTED, strict=True)),
    **_OTHER_CYRILLIC,
    **{letter.upper(): key.upper() for letter, key in _OTHER_CYRILLIC.items() if key.isalpha()},
    **_GREEK,
    **{letter.upper(): key.upper() for letter, key in _GREEK.items() if letter != "ς"},
    **_HEBREW,
}
"""Character of another layout → the character of its key in the US layout."""

_DIGITS_AND_SIGNS = dict(zip("1234567890-=\\/", "!@#$%^&*()_+|?", strict=True))
_WITH_SHIFT = {**dict(zip(_KEYS, _SHIFTED, strict=True)), **_DIGITS_AND_SIGNS}

DIGIT_ROWS = frozenset("+ěščřžýáíé&\"'(-è_çà")
"""Characters of the digit keys without Shift in the Czech and the French layout."""

_LOOK_ALIKES = str.maketrans(
    "авекмнорстухіјѕ" + "αβεζηικμνορτυχ" + "×",
    "abekmhopctyxijs" + "abezhikmnoptyx" + "x",
)
"""Letters whose capitals look like Latin ones."""


def us_key(character: str) -> str:
    """Return what the key of a non-ASCII character types with the US layout; empty if that is unknown."""
    folded = unicodedata.normalize("NFKC", character)
    if len(folded) == 1 and folded.isascii():
        return folded
    if (digit := unicodedata.decimal(character, None)) is not None:
        return str(digit)
    return US_KEYS.get(character, "")


def with_shift(key: str) -> str:
    """Return what a key types with Shift, with the US layout."""
    return _WITH_SHIFT.get(key, key)


def folded(text: str) -> str:
    """Return a text in lower case, with ASCII letters for full-width ones and ASCII digits for all others."""
    text = unicodedata.normalize("NFKC", text).lower()
    return "".join(str(unicodedata.decimal(c, c)) for c in text)


def by_look(text: str) -> str:
    """Return a text with look-alikes of Latin letters replaced by Latin letters, as in `а1` in Cyrillic."""
    return text.translate(_LOOK_ALIKES)


def by_keys(text: str) -> str:
    """Return what the keys of a text type with the US layout."""
    return "".join(c if c.isascii() else us_key(c) or c for c in text)
