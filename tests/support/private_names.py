"""Finds by the syntax where a module touches what is private in Textual."""

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import ttt_tui

PACKAGE = Path(ttt_tui.__file__).parent

OF_TUPLES = {"_asdict", "_fields", "_make", "_replace"}
"""Public in spite of the underscore, by which a named tuple keeps clear of the names of its fields."""


class Touch(NamedTuple):
    """A private part of Textual that a line of ours touches."""

    file: Path
    line: int
    name: str


def touches(path: Path, text: str | None = None, kinds: dict[str, type] | None = None) -> list[Touch]:
    """Return where a module of the app touches what is private in Textual.

    That is whatever begins with an underscore and is imported from Textual, asked of anything but `self`, or
    of a `self` whose bases in Textual have it; the last may also be a name of ours that hides one of theirs.
    """
    tree = ast.parse(path.read_text() if text is None else text)
    found = [Touch(path, node.lineno, name) for node in ast.walk(tree) for name in asked_for(node)]
    for node, kind in classes(tree, path) if kinds is None else of_kinds(tree, kinds):
        theirs = names_of(kind)
        ours = [(a.lineno, a.attr) for a in attributes_of_self(node)]
        ours += [(part.lineno, name) for part in node.body for name in defined(part)]
        found += [Touch(path, line, name) for line, name in ours if is_private(name) and name in theirs]
    return sorted(set(found))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in OF_TUPLES


def asked_for(node: ast.AST) -> list[str]:
    """Return the private names that a node asks of Textual's modules, or of something that is not `self`."""
    match node:
        case ast.ImportFrom(module=str(module), names=names) if module.partition(".")[0] == "textual":
            is_hidden = any(map(is_private, module.split(".")))
            return [alias.name for alias in names if is_hidden or is_private(alias.name)]
        case ast.Import(names=names):
            return [a.name for a in names if a.name.startswith("textual.") and "._" in a.name]
        case ast.Attribute(value=value, attr=name) if not is_self(value):
            return [name] if is_private(name) else []
        case ast.Call(
            func=ast.Name(id="getattr" | "setattr" | "hasattr" | "delattr"),
            args=[_, ast.Constant(value=str(name)), *_],
        ):
            return [name] if is_private(name) else []
    return []


def defined(node: ast.stmt) -> list[str]:
    """Return what a statement of a class body defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def classes(tree: ast.Module, path: Path) -> Iterator[tuple[ast.ClassDef, type]]:
    """Give the classes of a module, also those within classes."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    within: list[tuple[ast.Module | ast.ClassDef, object]] = [(tree, module)]
    for outer, there in within:
        for node in outer.body:
            if isinstance(node, ast.ClassDef):
                kind = getattr(there, node.name)
                within.append((node, kind))
                yield node, kind


def of_kinds(tree: ast.Module, kinds: dict[str, type]) -> Iterator[tuple[ast.ClassDef, type]]:
    return ((node, kinds[node.name]) for node in tree.body if isinstance(node, ast.ClassDef))


def names_of(kind: type) -> set[str]:
    """Return all that Textual's classes among a class and its bases define, or set on themselves."""
    theirs = (base for base in kind.__mro__ if base.__module__.partition(".")[0] == "textual")
    return set().union(*map(own_names, theirs))


@cache
def own_names(kind: type) -> set[str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    set_on_self = {node.attr for node in attributes_of_self(tree) if isinstance(node.ctx, ast.Store)}
    return vars(kind).keys() | inspect.get_annotations(kind).keys() | set_on_self


def attributes_of_self(tree: ast.AST) -> Iterator[ast.Attribute]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and is_self(node.value))


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")
