"""Style sheets are read and applied once for all apps of a process: that was a third of what a start costs.

Rules depend on the text, on whose they are, and on the theme's variables; nobody changes one that was read.
What they make of a widget depends on it and on those above it: their kinds, ids, classes and pseudo-classes.
"""

from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

_parse_rules = Stylesheet._parse_rules
_apply = Stylesheet.apply
_process_component_classes = Stylesheet._process_component_classes

FLAGS = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")
"""What a widget remembers of the rules that may be for it."""

Numbers = WeakKeyDictionary[Stylesheet, tuple[object, int]]
"""Sheet → an object that is another one after a change, and a number that stands for all of its items."""

_numbers: dict[tuple[object, ...], int] = {}
_themes: Numbers = WeakKeyDictionary()
_sheets: Numbers = WeakKeyDictionary()
_parsed: dict[tuple[object, ...], Any] = {}
_applied: dict[tuple[object, ...], tuple[dict[str, Any], list[bool]]] = {}
_components: dict[tuple[object, ...], dict[str, dict[str, Any]]] = {}
_pseudo_classes: dict[tuple[object, ...], tuple[str, ...]] = {}
"""Rules and the names by which they select → the pseudo-classes on which it depends what they do."""


def _number(sheet: Stylesheet, numbers: Numbers, current: object, items: Iterable[object]) -> int:
    if sheet not in numbers or numbers[sheet][0] is not current:
        numbers[sheet] = current, _numbers.setdefault(tuple(items), len(_numbers))
    return numbers[sheet][1]


def _path(sheet: Stylesheet, node: DOMNode, names: frozenset[str]) -> tuple[object, ...]:
    """Return all on which it depends what the rules that select by these names do to a widget."""
    rules = sheet.rules_map
    number = _number(sheet, _sheets, rules, sheet.rules)
    if (number, names) not in _pseudo_classes:
        involved = [rule.pseudo_classes for name in names for rule in rules.get(name, ())]
        _pseudo_classes[number, names] = tuple(set().union(*involved))
    pseudo_classes = _pseudo_classes[number, names]
    return number, *(
        (type(each), each._id, frozenset(each._classes), *map(each.has_pseudo_class, pseudo_classes))
        for each in node.css_path_nodes
    )


def _parse_once(sheet: Stylesheet, css: str, read_from: Any, *arguments: Any, **named: Any) -> list[RuleSet]:
    theme = _number(sheet, _themes, sheet._variables, sheet._variables.items())
    key = (css, read_from, arguments, tuple(named.items()), theme)
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, css, read_from, *arguments, **named)
    return _parsed[key]  # type: ignore[no-any-return]


def _apply_once(sheet: Stylesheet, node: DOMNode, *, animate: bool = False, cache: Any = None) -> None:
    path = _path(sheet, node, frozenset(node._selector_names))
    if path not in _applied:
        _apply(sheet, node, animate=animate, cache=cache)
        _applied[path] = dict(node.styles.base._rules), [getattr(node, flag) for flag in FLAGS]
        return
    rules, flags = _applied[path]
    for flag, is_set in zip(FLAGS, flags, strict=True):
        setattr(node, flag, is_set)
    sheet.replace_rules(node, rules, animate=animate)  # type: ignore[arg-type]
    sheet._process_component_classes(node)


def _process_once(sheet: Stylesheet, node: DOMNode) -> None:
    names = node._get_component_classes()
    if not names:
        return
    path = _path(sheet, node, frozenset(("*", *(f".{name}" for name in names))))
    if path not in _components:
        _process_component_classes(sheet, node)
        _components[path] = {name: dict(node._component_styles[name].base._rules) for name in names}
        return
    before = node._component_styles
    node._component_styles = {}
    for name, rules in _components[path].items():
        part = DOMNode(classes=name)
        part._attach(node)
        part.styles.base._rules.update(rules)  # type: ignore[typeddict-item]
        node._component_styles[name] = part.styles
    if before != node._component_styles:
        node.refresh()


def install() -> None:
    """Let all apps that this process starts from now on read and apply their style sheets so."""
    Stylesheet._parse_rules = _parse_once  # type: ignore[assignment,method-assign]
    Stylesheet.apply = _apply_once  # type: ignore[assignment,method-assign]
    Stylesheet._process_component_classes = _process_once  # type: ignore[assignment,method-assign]
