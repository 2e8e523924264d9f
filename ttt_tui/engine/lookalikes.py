"""Symbols that look like others: what players choose for themselves has to be told apart at a glance.

>>> from ttt_tui.engine.lookalikes import alike_problem, look
>>> look("Х"), look("Ｘ"), look("x"), look("O") == look("0")
('x', 'x', 'x', False)
>>> alike_problem(["X", "Х"])
'X (U+0058) and Х (U+0425) look alike; change one of them'

Only set-ups that somebody makes are checked for it. Records and stored games are read whatever their symbols
are, as they always were.
"""

import unicodedata
from collections.abc import Iterable

from ttt_tui.engine.diagram import EMPTY_SQUARE

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
"""Letters, digits and the mark of an empty square, each with what looks like it.

After `confusables.txt` of Unicode Technical Standard #39, version 14: its pairs of characters that can be
symbols, with `к`, `κ`, `χ` and small letters beside capitals. Differently from there, I, l, 1 and O, 0 stay
apart: they are typed on purpose, and the fonts of terminals show them differently.
"""

_ALIKE = {alike: plain for plain, those in LOOKALIKES.items() for alike in those}

_FORMS = ("<wide>", "<narrow>", "<font>", "<compat>")
"""How Unicode marks another form of a character, such as a fullwidth letter or a Roman numeral."""


def look(symbol: str) -> str:
    """Return what a symbol looks like: the same for those that are easily taken for one another."""
    if len(symbol) == 1 and symbol not in _ALIKE and unicodedata.decomposition(symbol).startswith(_FORMS):
        plain = unicodedata.normalize("NFKC", symbol)
        symbol = plain if len(plain) == 1 else symbol
    return _ALIKE.get(symbol, symbol).casefold()


def alike_problem(symbols: Iterable[str]) -> str | None:
    """Return which of these symbols cannot be told apart, in one sentence, or None."""
    seen = {look(EMPTY_SQUARE): EMPTY_SQUARE}
    for symbol in symbols:
        before = seen.setdefault(look(symbol), symbol)
        if before == EMPTY_SQUARE:
            return f"{_describe(symbol)} looks like {EMPTY_SQUARE}, which marks empty squares; choose another"
        if before != symbol:
            return f"{_describe(before)} and {_describe(symbol)} look alike; change one of them"
    return None


def _describe(symbol: str) -> str:
    """Return a symbol with its code point, by which those that look alike differ."""
    return f"{symbol} (U+{ord(symbol):04X})"
