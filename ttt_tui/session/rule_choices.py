"""The rules that a set-up can have, which of them suit its board and players, and what each one means.

Every word of `engine.rules.WORDS` is offered alone, and so are the `COMBINATIONS` of two that make a game
worth playing, if they belong to the set-up's game; all others are for the command line. `DESCRIPTIONS`
explains each word.

>>> from ttt_tui.session.presets import PRESETS
>>> setup = PRESETS["gomoku"].make()
>>> exactly = next(choice for choice in rule_choices(setup) if choice.title == "exactly")
>>> exactly.meaning, exactly.refusal
('lines longer than five in a row do not count', '')
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from ttt_tui.analysis.words import SPELLINGS, in_a_row, rules_title
from ttt_tui.engine import GameName, Rules, Setup, check_setup
from ttt_tui.engine.rules import USUAL, USUAL_WORD, WORDS
from ttt_tui.errors import InvalidRules, InvalidSetup
from ttt_tui.session.presets import with_fitting_symbols


class Description(NamedTuple):
    """The meaning of a word for rules; `{line}` stands for `five in a row`."""

    meaning: str
    brief: str
    """The meaning in about 15 characters."""
    meaning_for_more: str = ""
    """The meaning with more than two players, empty if it does not differ."""


DESCRIPTIONS: Mapping[str, Description] = MappingProxyType(
    {
        "exactly": Description("lines longer than {line} do not count", "exact length"),
        "renju": Description(
            "six, two fours and two threes are forbidden to the first player",
            "bans for the first",
        ),
        "misere": Description(
            "completing a line loses",
            "a line loses",
            "a line puts its player out, and the last one left wins",
        ),
        "drop": Description("stones fall to the lowest free square of their column", "stones fall"),
        "torus": Description("lines continue at the opposite edge", "no edges"),
        "shared": Description(
            "both place X, and a line counts for the player who completes it", "all stones are X"
        ),
        "wild": Description(
            "place X or O at each turn, and a line counts for the player who completes it", "X or O each turn"
        ),
        "pie": Description("after the first stone the other player may swap sides", "swap after 1"),
        "swap": Description("one player places three stones, then the other may swap sides", "swap after 3"),
        "swap2": Description(
            "one player places three stones; the other stays, swaps or places two more", "swap after 3 or 5"
        ),
        "double": Description("two stones a turn, but one in the first", "two a turn"),
        "ultimate": Description(
            "your square says on which board the other player plays, and three boards in a row win",
            "your square is the next board",
        ),
        "open-until-full": Description(
            "a board that is won stays open until it is full", "won boards stay open"
        ),
        "most-boards": Description("without a line of boards most of them win", "else most boards win"),
        "vanishing": Description(
            "each player keeps three stones, and the next one makes the oldest vanish", "three stones each"
        ),
    }
)
"""The word of a rule → its description; a word without one stands for itself."""

COMBINATIONS: Mapping[str, str] = MappingProxyType(
    {
        "exactly, misere": "",
        "exactly, drop": "",
        "exactly, torus": "",
        "exactly, swap2": "",
        "renju, swap": "",
        "renju, swap2": "",
        "misere, drop": "",
        "misere, torus": "",
        "misere, shared": "Notakto",
        "misere, wild": "",
        "open-until-full, most-boards": "",
    }
)
"""Two words that are offered together → the name of the game, empty if it has none."""


class RuleChoice(NamedTuple):
    """Rules to choose for a set-up."""

    rules: Rules
    title: str
    """Their words: `exactly, misère`."""
    meaning: str
    """What is unusual, or what usually decides a game, after the name of the game if it has one."""
    refusal: str = ""
    """Why the set-up cannot have them, empty if it can."""


def rules_meaning(setup: Setup) -> str:
    """Return what is unusual about the rules of a set-up, empty for the usual ones."""
    line, meanings = in_a_row(setup.geometry.line_length), []
    for word in _unusual_words(setup.geometry.rules):
        described = DESCRIPTIONS.get(word, Description(word, word))
        text = described.meaning_for_more if len(setup.players) > 2 else ""
        meanings.append((text or described.meaning).format(line=line))
    return "; ".join(meanings)


def _unusual_words(rules: Rules) -> tuple[str, ...]:
    """Return the words of rules, without the name of Ultimate where variant words follow it."""
    own = rules.game.value
    return rules.words if rules.words == (own,) else tuple(word for word in rules.words if word != own)


def meaning_of(setup: Setup) -> str:
    """Return what is unusual about the rules, or else what decides a game: `five or more in a row win`."""
    number = in_a_row(setup.geometry.line_length).split()[0]
    return rules_meaning(setup) or f"{number} or more in a row win"


def brief_meaning(setup: Setup, most: int) -> str:
    """Return what is unusual about the rules, in fewer words if that takes more than `most` characters."""
    meaning, words = rules_meaning(setup), _unusual_words(setup.geometry.rules)
    if len(meaning) <= most or not words:
        return meaning
    return "; ".join(DESCRIPTIONS[word].brief if word in DESCRIPTIONS else word for word in words)


def rule_choices(setup: Setup) -> list[RuleChoice]:
    """Return all rules of the set-up's game to choose from, its own included, and which do not suit."""
    own, usual = setup.geometry.rules, _error_in(with_rules(setup, USUAL))
    known = dict.fromkeys((*_known_rules(), own))
    return [_choice(with_rules(setup, rules), usual) for rules in known if rules.game is own.game]


@cache
def _known_rules() -> tuple[Rules, ...]:
    return USUAL, *map(Rules.parse, (*WORDS, *COMBINATIONS))


@lru_cache(maxsize=32)
def fitting_rules(setup: Setup) -> tuple[RuleChoice, ...]:
    """Return the rules that suit a set-up, and its own."""
    own = setup.geometry.rules
    return tuple(choice for choice in rule_choices(setup) if not choice.refusal or choice.rules == own)


def with_rules(setup: Setup, rules: Rules) -> Setup:
    """Return the set-up with these rules for each game."""
    return with_fitting_symbols(replace(setup, geometry=replace(setup.geometry, rules=rules)))


def typed_words(rules: Rules) -> str:
    """Return the words that mean these rules where their game is played: `open-until-full, most-boards`."""
    return ", ".join(_unusual_words(rules)) or USUAL_WORD


def check_game(setup: Setup, rules: Rules) -> None:
    """Raise `InvalidRules` if a set-up is of a game with rules of its own, and these are of another."""
    own = setup.geometry.rules
    if own.game is GameName.IN_A_ROW or rules.game is own.game:
        return
    others = ", ".join(word for word, changes in WORDS.items() if changes.get("game") is own.game)
    raise InvalidRules(f"{rules} is not a rule of {rules_title(Rules(game=own.game))}; choose from {others}")


def check_rules(setup: Setup, words: str) -> Setup:
    """Return the set-up with the rules that a text means; raises `InvalidRules`, also for another game's."""
    rules = Rules.parse(words)
    check_game(setup, rules)
    changed = with_rules(setup, rules)
    if refusal := _choice(changed, _error_in(with_rules(changed, USUAL))).refusal:
        raise InvalidRules(refusal)
    return changed


def _choice(setup: Setup, usual: InvalidSetup | None) -> RuleChoice:
    """Return the choice for a set-up's rules; `usual` is the set-up's error under the usual rules, if any."""
    rules = setup.geometry.rules
    meaning, error = meaning_of(setup), _error_in(setup)
    is_about_rules = error is not None and str(error) != str(usual)
    refusal = str(error) if is_about_rules else ""
    if name := COMBINATIONS.get(", ".join(rules.words)):
        meaning = f"{name}: {meaning}"
    title = ", ".join(SPELLINGS.get(word, word) for word in _unusual_words(rules)) or USUAL_WORD
    return RuleChoice(rules, title, meaning, refusal)


def _error_in(setup: Setup) -> InvalidSetup | None:
    try:
        check_setup(setup)
    except InvalidSetup as error:
        return error
    return None
