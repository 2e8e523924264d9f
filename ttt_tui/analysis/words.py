"""Words for numbers and squares, which the sentences about positions share with those about matches."""

from collections.abc import Sequence
from types import MappingProxyType

from ttt_tui.engine import GameName, Geometry, LineRule, Move, Rules, Setup, Square
from ttt_tui.engine.rules import USUAL_WORD

_NUMBERS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty
""".split()  # noqa: SIM905 -- twenty-one literals would each take a line


_ORDINALS = {
    1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth", 20: "twentieth",
}  # fmt: skip
"""Ordinals that do not just end in -th."""

MOST_SPELLED = len(_NUMBERS) - 1
"""The largest number that is spelled."""


def spelled(number: int) -> str:
    """Return `five` for 5; from 0 to 20."""
    return _NUMBERS[number]


def ordinal(number: int) -> str:
    """Return `third` for 3; from 1 to 20."""
    return _ORDINALS.get(number) or f"{spelled(number)}th"


def plural_number(number: str, count: int) -> str:
    """Return a spelled number of stones as often as there are such: `three` or `threes`, `six` or `sixes`."""
    return number + ("es" if number.endswith("x") else "s") * (count > 1)


def counted(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "move"), counted(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {thing}{'s' * (number != 1)}"


def in_a_row(line_length: int) -> str:
    """Return `five in a row` for 5."""
    return f"{spelled(line_length) if line_length <= MOST_SPELLED else line_length} in a row"


def line_words(geometry: Geometry) -> str:
    """Return what decides a game, and the words of rules that are not about that: `four in a row, drop`."""
    in_deciding_words = ("exactly", "misere", *GameName)
    others = (_shown(word) for word in geometry.rules.words if word not in in_deciding_words)
    return ", ".join((deciding_words(geometry), *others))


def deciding_words(geometry: Geometry) -> str:
    """Return what decides a game: `five in a row`, `exactly five in a row`, `three in a row loses`.

    In Ultimate it is `three boards in a row`.
    """
    rules = geometry.rules
    if rules.game is GameName.ULTIMATE:
        return f"{spelled(geometry.line_length)} boards in a row"
    exactly = "exactly " * (rules.line is LineRule.EXACTLY)
    return f"{exactly}{in_a_row(geometry.line_length)}{' loses' * rules.misere}"


SPELLINGS = MappingProxyType(
    {
        "misere": "misère",
        "double": "two a turn",
        "ultimate": "Ultimate",
        "open-until-full": "open until full",
        "most-boards": "most boards",
        "vanishing": "Vanishing",
    }
)
"""The word of a rule → its display form, if it differs."""


def rules_title(rules: Rules) -> str:
    """Return the words of rules in display form: `exactly, misère`, `Ultimate, open until full`."""
    return ", ".join(shown_words(rules)) or USUAL_WORD


def shown_words(rules: Rules) -> tuple[str, ...]:
    """Return the words of rules in display form, separately; empty for the usual rules."""
    return tuple(map(_shown, rules.words))


def _shown(word: str) -> str:
    return SPELLINGS.get(word, word)


def board_words(geometry: Geometry) -> str:
    """Return a board with unusual rules, for places without room for the line length: `3×3 misère`.

    An only board is not named: `Ultimate, open until full`.
    """
    rules = geometry.rules
    if rules.only_board:
        return rules_title(rules)
    return str(geometry) if rules.are_usual else f"{geometry} {rules_title(rules)}"


def end_word(move: Move) -> str:
    """Return the word for a move without a stone, by which a player leaves the game."""
    return "out of time" if move.is_time_up else "resigns"


def move_text(setup: Setup, square: Square | None) -> str:
    """Return a move in a word: `b2`, or `resigns` for no square."""
    return "resigns" if square is None else setup.geometry.shown(square)


def moves_text(count: int | None) -> str:
    """Return a number of plies in words: `1 move`, `3 moves`, `some moves` if it is not known."""
    if count is None:
        return "some moves"
    return f"{count} move{'s' * (count != 1)}"


def time_text(milliseconds: int) -> str:
    """Return how long a player thought, in full tenths or from a minute on in full seconds.

    >>> [time_text(time) for time in (950, 12_430, 59_990, 112_600, 3_725_000)]
    ['0.9 s', '12.4 s', '59.9 s', '1:52', '1:02:05']
    """
    seconds = milliseconds // 1000
    if seconds < 60:
        return f"{milliseconds // 100 / 10:.1f} s"
    return clock_time(seconds)


def clock_time(seconds: int) -> str:
    """Return seconds as clocks show them: `1:52`, `1:02:05`."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def length(count: int | None, is_exact: bool) -> str:
    """Return the length of a proved win or loss: `5 moves`, `at most 5 moves` if fewer may suffice."""
    if is_exact or count is None or count <= 1:
        return moves_text(count)
    return f"at most {moves_text(count)}"


def percentage(judged: float) -> int:
    """Return a judged share of 1 in per cent, from 1 to 99: what is not proved is never certain."""
    return min(99, max(1, round(100 * judged)))


def percent(share: float) -> str:
    """Return a judged part of 1 as a percentage: `62 %` for .62, and `99 %` at most."""
    return f"{percentage(share)} %"


def by_fours(line_length: int) -> str:
    """Return how continuous fours of five, threes of four … win: `by fours`; of three `by force`."""
    return "by force" if line_length == 3 else f"by {plural_number(spelled(line_length - 1), 2)}"


def either(names: Sequence[str]) -> str:
    """Return `a2`, `a2 or c1`, `a2, b2 or c1`."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def both(names: Sequence[str]) -> str:
    """Return `a2`, `a2 and c1`, `a2, b2 and c1`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
