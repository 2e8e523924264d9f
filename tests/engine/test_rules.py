"""Rules: which shortcuts they allow."""

from dataclasses import fields, replace
from types import MappingProxyType

import pytest

from ttt_tui.engine import LineRule, Rules
from ttt_tui.engine import rules as module
from ttt_tui.engine.rules import ALLOWED, USUAL, Shortcut

EXACTLY, MISERE = Rules(LineRule.EXACTLY), Rules(misere=True)


def test_the_usual_rules_allow_everything_and_others_only_what_they_name() -> None:
    def allowed(rules: Rules) -> set[Shortcut]:
        return {shortcut for shortcut in Shortcut if rules.allows(shortcut)}

    assert allowed(USUAL) == {*Shortcut}
    assert allowed(EXACTLY) == {Shortcut.LINE_DECIDES, Shortcut.LINE_WINS, Shortcut.PATTERNS}
    assert allowed(Rules(LineRule.RENJU)) == {Shortcut.LINE_DECIDES, Shortcut.PATTERNS}
    assert allowed(MISERE) == {Shortcut.LINE_DECIDES}
    for (name, value), shortcuts in ALLOWED.items():
        assert allowed(replace(USUAL, **{name: value})) == shortcuts
        both = replace(MISERE, **{name: value})
        assert allowed(both) == shortcuts & allowed(MISERE), "all that differs has to leave it true"


def test_what_no_rule_names_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ALLOWED", MappingProxyType({}))
    module._allows.cache_clear()
    try:
        for rules in (EXACTLY, MISERE):
            assert not any(map(rules.allows, Shortcut))
        assert all(map(USUAL.allows, Shortcut))
    finally:
        module._allows.cache_clear()
    assert {name for name, _ in ALLOWED} <= {field.name for field in fields(Rules)}
