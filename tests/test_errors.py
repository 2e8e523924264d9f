"""All errors are in one tree, and its picture at the top of the module is right."""

import ast
from pathlib import Path

from ttt_tui import errors
from ttt_tui.errors import TttError

PACKAGE = Path(errors.__file__).parent


def branches(kind: type[TttError], depth: int = 0) -> list[str]:
    below = [line for each in kind.__subclasses__() for line in branches(each, depth + 1)]
    return [f"{'    ' * depth}{kind.__name__}", *below]


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    assert "\n".join(branches(TttError)) in (errors.__doc__ or "")


def test_no_other_module_defines_an_error_that_leaves_it() -> None:
    names = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
    for path in PACKAGE.rglob("*.py"):
        if path.name == "errors.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                is_error = any(base in names or base.endswith(("Error", "Exception")) for base in bases)
                assert not is_error, f"{path}: {node.name}"
