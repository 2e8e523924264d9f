"""The rules that a set-up offers: every word of the engine, what it means, and why it is refused."""

import re
from dataclasses import replace

import pytest

from tests.support.docs import ROOT
from tests.support.every_rule import EACH_RULE, THREE_AND_MORE
from tests.support.ultimate import VARIANTS
from ttt_tui.analysis.words import board_words, line_words, rules_title
from ttt_tui.engine import GameName, Geometry, Rules, Setup, engine_level
from ttt_tui.engine.rules import USUAL, WORDS
from ttt_tui.errors import InvalidRules
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.rule_choices import (
    COMBINATIONS,
    DESCRIPTIONS,
    brief_meaning,
    check_rules,
    fitting_rules,
    rule_choices,
    rules_meaning,
    with_rules,
)

GOMOKU = PRESETS["gomoku"].make()
ULTIMATE = Setup(Geometry(9, 9, 3, Rules.parse("ultimate")))
VANISHING = Setup(Geometry(3, 3, 3, Rules.parse("vanishing")))


def test_every_word_is_offered_alone_and_some_with_another_and_all_have_a_sentence() -> None:
    offered = [choice.rules for choice in rule_choices(GOMOKU)]
    others = [choice.rules for setup in (ULTIMATE, VANISHING) for choice in rule_choices(setup)]
    assert offered[0] == USUAL
    assert len({*offered}) == len(offered)
    assert {*map(Rules.parse, WORDS)} <= {*offered, *others}
    assert {*map(Rules.parse, COMBINATIONS)} <= {*offered, *others}
    assert Rules.parse("exactly, misere") in offered
    assert all(len(rules.words) < 3 for rules in offered)
    assert DESCRIPTIONS.keys() == WORDS.keys()
    assert [choice.title for choice in rule_choices(GOMOKU) if not choice.meaning] == []


@pytest.mark.parametrize(
    ("words", "players", "meaning", "brief"),
    [
        ("usual", 2, "", ""),
        ("exactly", 2, "lines longer than five in a row do not count", "exact length"),
        ("misere", 2, "completing a line loses", "a line loses"),
        ("misere", 3, "a line puts its player out, and the last one left wins", "a line loses"),
        (
            "exactly, misere", 2, "lines longer than five in a row do not count; completing a line loses",
            "exact length; a line loses",
        ),
    ],
)  # fmt: skip
def test_what_is_unusual_is_a_sentence_and_a_brief_one(
    words: str, players: int, meaning: str, brief: str
) -> None:
    setup = Setup(Geometry(15, 15, 5, Rules.parse(words)), players)
    assert (rules_meaning(setup), brief_meaning(setup, 0)) == (meaning, brief)
    assert brief_meaning(setup, len(meaning)) == meaning


def test_rules_are_said_with_the_board_and_spelt_as_people_spell_them() -> None:
    both = Geometry(3, 3, 3, Rules.parse("misere,exactly"))
    assert (rules_title(both.rules), rules_title(USUAL)) == ("exactly, misère", "usual")
    assert line_words(both) == "exactly three in a row loses"
    assert board_words(both) == "3×3 exactly, misère"
    assert board_words(replace(both, rules=USUAL)) == "3×3"


def test_a_set_up_offers_the_rules_of_its_own_game() -> None:
    assert {choice.rules.game for choice in rule_choices(GOMOKU)} == {GameName.IN_A_ROW}
    choices = rule_choices(ULTIMATE)
    assert [choice.title for choice in choices] == [
        "Ultimate", "open until full", "most boards", "open until full, most boards",
    ]  # fmt: skip
    assert [choice.refusal for choice in choices if choice.refusal] == []
    assert [choice.title for choice in rule_choices(VANISHING)] == ["Vanishing"]


def test_rules_that_do_not_suit_the_players_are_refused_with_the_reason_and_not_stepped_to() -> None:
    one, other = GOMOKU.players
    setup = replace(GOMOKU, players=(one, replace(other, level=engine_level("Rapfi"))))
    refused = {choice.title: choice.refusal for choice in rule_choices(setup) if choice.refusal}
    assert refused["misère"].startswith("engines cannot play")
    assert "usual" not in refused
    assert not refused.keys() & {choice.title for choice in fitting_rules(setup)}
    impossible = with_rules(setup, Rules(misere=True))
    assert "misère" in [choice.title for choice in fitting_rules(impossible)], "its own are shown"
    with pytest.raises(InvalidRules, match="engines cannot play"):
        check_rules(setup, "misere")


def test_what_is_wrong_with_the_rest_of_a_set_up_is_not_put_down_to_its_rules() -> None:
    crowded = Setup(Geometry(3, 3, 3), 5)
    refused = {choice.title: choice.refusal for choice in rule_choices(crowded) if choice.refusal}
    assert refused["wild"] == "wild is for two players, not for 5"
    assert not refused.keys() & {"usual", "exactly", "misère", "drop", "torus"}
    assert not [refusal for refusal in refused.values() if "could not place" in refusal]
    assert check_rules(crowded, "misère").geometry.rules == Rules(misere=True)
    with pytest.raises(InvalidRules, match="unknown rule “renjuu”"):
        check_rules(crowded, "renjuu")


def test_every_word_is_in_the_guide_and_played_by_tests() -> None:
    rules = (ROOT / "docs" / "guide.md").read_text().split("\n### Other rules\n")[1]
    told = re.findall(r"^\| `([\w-]+)` ", rules, re.MULTILINE)
    assert {*told} >= {*WORDS}
    played = {
        word for words in (*EACH_RULE, *THREE_AND_MORE, *VARIANTS, "vanishing") for word in words.split(", ")
    }
    assert played >= {*WORDS}
