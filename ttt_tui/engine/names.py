"""Names and symbols of players: only characters that every terminal shows as written, in the same width.

>>> from ttt_tui.engine.names import check_distinct, check_name, check_symbol, skeleton
>>> check_name("Zoë")
>>> check_symbol("XO")
Traceback (most recent call last):
ttt_tui.errors.InvalidSymbol: a symbol must be one character, such as X, ● or 你
>>> skeleton("Х"), skeleton("Ｘ"), skeleton("x"), skeleton("O") == skeleton("0")
('x', 'x', 'x', False)
>>> check_distinct(["X", "Х"])
Traceback (most recent call last):
ttt_tui.errors.InvalidSymbol: X (U+0058) and Х (U+0425) look alike; change one of them
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from ttt_tui.engine.diagram import EMPTY_SQUARE
from ttt_tui.errors import InvalidName, InvalidSymbol

LONGEST_NAME = 24
MOST_MARKS = 3
"""Combining marks on one letter: as many as the scripts of living languages put there."""

_RIGHT_TO_LEFT = ("R", "AL", "AN")

_FILLERS = frozenset(chr(code) for code in (0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0))
"""The fillers of Hangul, and the blank Braille cell."""

_DRAWN_BEFORE = frozenset(map(chr, (*range(0x1160, 0x1200), *range(0xD7B0, 0xD800))))
"""Vowels and finals of Hangul, drawn on the letter before."""

_WITHOUT_SHAPE = (_FILLERS | _DRAWN_BEFORE).union(
    [chr(code) for code in range(0x1F3FB, 0x1F400)]  # skin tones, drawn on the emoji before
    + [chr(code) for code in range(0x1F1E6, 0x1F200)]  # halves of flags
)


@lru_cache(maxsize=4096)
def check_name(name: str) -> None:
    """Raise `InvalidName` unless this can be a player's name."""
    if not name.strip():
        raise InvalidName("a name cannot be blank")
    if len(name) > LONGEST_NAME:
        raise InvalidName(f"a name has at most {LONGEST_NAME} characters; this one has {len(name)}")
    if not name.isprintable():
        raise InvalidName("a name can only have printable characters")
    if filler := next((c for c in name if c in _FILLERS), None):
        raise InvalidName(f"U+{ord(filler):04X} is invisible and cannot be in a name; use a space")
    kinds = "".join("s" if c.isspace() else unicodedata.category(c)[0] for c in name)
    if re.search("(^|s)M", kinds):
        raise InvalidName("a combining mark in a name needs a letter before it")
    marks = max(map(len, re.findall("M+", kinds)), default=0)
    if marks > MOST_MARKS:
        raise InvalidName(
            f"a letter in a name has at most {MOST_MARKS} combining marks; this one has {marks}"
        )
    if all(c in _DRAWN_BEFORE or c.isspace() for c in name):
        raise InvalidName("a name needs a visible character, such as a letter or a digit")


def is_valid_name(name: str) -> bool:
    try:
        check_name(name)
    except InvalidName:
        return False
    return True


def check_symbol(symbol: str) -> None:
    """Raise `InvalidSymbol` unless this can be a player's symbol.

    Terminals disagree about how wide joined, selected and zero-width characters are, and one symbol that is
    drawn wider than counted shifts the whole row; so a symbol is one character that all of them agree on.
    """
    if not symbol.strip():
        raise InvalidSymbol("a symbol cannot be blank")
    if len(symbol) > 1:
        raise InvalidSymbol("a symbol must be one character, such as X, ● or 你")
    if (
        unicodedata.category(symbol)[0] not in "LNPS"
        or unicodedata.bidirectional(symbol) in _RIGHT_TO_LEFT
        or symbol in _WITHOUT_SHAPE
    ):
        raise InvalidSymbol(
            f"U+{ord(symbol):04X} cannot be a symbol: terminals draw it differently; use one like X, ● or 你"
        )
    if symbol == EMPTY_SQUARE:
        raise InvalidSymbol(f"{EMPTY_SQUARE} cannot be a symbol: it marks the empty squares")


def is_valid_symbol(symbol: str) -> bool:
    try:
        check_symbol(symbol)
    except InvalidSymbol:
        return False
    return True


def shown(text: str) -> str:
    """Quote untrusted text for a message, printable and short."""
    printable = "".join(c if c.isprintable() else "?" for c in text[:LONGEST_NAME])
    return f"“{printable}{'…' if len(text) > LONGEST_NAME else ''}”"


# --- look-alikes -----------------------------------------------------------------------------------------

LOOKALIKES = {
    "A": "АΑᎪꓮᗅ", "a": "аα⍺ɑ", "B": "ВΒᏴꓐᗷ", "b": "ЬƄ", "C": "СϹⲤᏟꓚ", "c": "сϲⲥᴄ", "D": "Ꭰꓓᗞᗪ",
    "d": "ԁ", "E": "ЕΕᎬꓰⴹ", "e": "еҽ℮", "F": "Ϝꓝᖴ", "f": "ք", "G": "ԌᏀᏳꓖ", "g": "ԍցɡ", "H": "НΗⲎᎻꓧᕼ",
    "h": "һհ", "I": "ІӀΙⲒᎥꓲᛁ", "i": "іι⍳ıɪ", "J": "ЈͿᎫꓙᒍ", "j": "јϳ", "K": "КΚⲔᏦꓗᛕ", "k": "кκ",
    "L": "ⳐᏞꓡᒪ", "l": "ӏⵏ", "M": "МΜϺⲘᎷꓟᗰᛖ", "N": "ΝⲚꓠ", "n": "ոռ", "O": "ОΟՕⲞꓳⵔ〇",
    "o": "оοօჿⲟᴏᴑ০୦ଠ०੦൦၀ዐ", "P": "РΡⲢᏢꓑᑭ", "p": "рρ⍴ⲣ", "Q": "Ԛⵕ", "q": "ԛգզ", "R": "ᎡᏒꓣᖇƦ", "r": "гⲅ",
    "S": "ЅՏᏕᏚꓢ", "s": "ѕꜱ", "T": "ТΤⲦᎢꓔ", "U": "Սꓴᑌ⋃", "u": "υսᴜʋ", "V": "ѴᏙꓦᐯⴸ", "v": "ѵνᴠ⋁",
    "W": "ѠԜᎳᏔꓪ", "w": "ѡԝɯᴡ", "X": "ХΧⲬꓫ᙭ⵝᚷꞳ", "x": "хχ᙮ᕁᕽ×⨯╳⤫✕", "Y": "УҮΥⲨᎩᎽꓬ", "y": "уүγყɣʏ",
    "Z": "ΖᏃꓜ", "z": "ᴢ", "2": "ϨᒿƧ", "3": "ЗзӠӡⳌƷȜ", "4": "Ꮞ", "5": "Ƽ", "6": "бⳒᏮ", "8": "ȣȢ৪",
    "9": "Ⳋ৭", "·": "∙⋅‧・･ᐧ",
}  # fmt: skip
"""Letters, digits and the mark of an empty square, each with its look-alikes.

After `confusables.txt` of Unicode Technical Standard #39, version 14: its pairs of characters that can be
symbols, with `к`, `κ`, `χ` and small letters beside capitals. Unlike there, I, l, 1 and O, 0 stay distinct:
they are typed on purpose, and the fonts of terminals show them differently.
"""

_ALIKE = {alike: plain for plain, those in LOOKALIKES.items() for alike in those}

_FORMS = ("<wide>", "<narrow>", "<font>", "<compat>")
"""Unicode's marks for another form of a character, such as a fullwidth letter or a Roman numeral."""


def skeleton(symbol: str) -> str:
    """Return the skeleton of a symbol, in the sense of UTS #39: equal for symbols that look alike."""
    if len(symbol) == 1 and symbol not in _ALIKE and unicodedata.decomposition(symbol).startswith(_FORMS):
        plain = unicodedata.normalize("NFKC", symbol)
        symbol = plain if len(plain) == 1 else symbol
    return _ALIKE.get(symbol, symbol).casefold()


def check_distinct(symbols: Iterable[str]) -> None:
    """Raise `InvalidSymbol` if two of these symbols, or one and the mark of an empty square, look alike.

    Only set-ups that a user makes are checked for this; records and stored games keep their symbols.
    """
    seen = {skeleton(EMPTY_SQUARE): EMPTY_SQUARE}
    for symbol in symbols:
        before = seen.setdefault(skeleton(symbol), symbol)
        if before == EMPTY_SQUARE:
            raise InvalidSymbol(
                f"{_with_code(symbol)} looks like {EMPTY_SQUARE}, which marks empty squares; choose another"
            )
        if before != symbol:
            raise InvalidSymbol(
                f"{_with_code(before)} and {_with_code(symbol)} look alike; change one of them"
            )


def _with_code(symbol: str) -> str:
    """Return a symbol with its code point, which distinguishes look-alikes."""
    return f"{symbol} (U+{ord(symbol):04X})"
