"""Count what the house is built of: `python -m tests.tools.house [ROOT]`.

One row a number: lines, files, walls between them, and what one Enter on a 15×15 board goes through in the
main thread. ROOT is a checkout, this one by default, so that two versions are counted by the same rules.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.tool import parser_of

SMALL = 60
"""Lines below which a module needs a reason to stand alone."""

SHORT = 7
"""Lines from which a function that is used once is long enough to be read apart."""

LARGE = 25
"""Methods above which a class is more than one idea."""

ONE_ENTER = """
import asyncio, sys
from collections import Counter
sys.path.insert(0, {root!r})
from ttt_tui.app.app import TttApp
from ttt_tui.engine import Geometry, Player, Setup
try:
    from ttt_tui.multiplayer import StartRequest
except ImportError:  # an earlier version
    from ttt_tui.session.wish import Wish as StartRequest

calls, files = Counter(), set()

def count(frame, event, argument):
    if event == "call" and "/ttt_tui/" in frame.f_code.co_filename:
        calls[frame.f_code] += 1

async def main():
    setup = Setup(Geometry(15, 15, 5), [Player("Ada"), Player("Bob")])
    app = TttApp(StartRequest(setup=setup), seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.5)
        await pilot.press("enter")
        await pilot.pause(0.5)
        await pilot.press("right")
        await pilot.pause(0.5)
        sys.setprofile(count)
        await pilot.press("enter")
        await pilot.pause(0.3)
        sys.setprofile(None)
        bases = [each for each in type(app.screen).__mro__ if each.__module__.startswith("ttt_tui")]
        print(sum(calls.values()), len(calls), len({{code.co_filename for code in calls}}), len(bases))

asyncio.run(main())
"""
"""Plays a stone on a 15×15 board and prints its calls, functions and files, and the screen's classes."""


def modules(package: Path) -> Iterator[tuple[str, Path]]:
    """Give each module's dotted name and file."""
    for path in sorted(package.rglob("*.py")):
        name = ".".join(path.relative_to(package.parent).with_suffix("").parts)
        yield name.removesuffix(".__init__"), path


def docstring_lines(tree: ast.AST) -> int:
    """Return how many lines are taken by strings that stand alone."""
    return sum(
        node.end_lineno - node.lineno + 1
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        and node.end_lineno is not None
    )


def importers(package: Path) -> Counter[str]:
    """Return by how many modules of the package each of its modules is imported."""
    names = {name for name, _ in modules(package)}
    count: Counter[str] = Counter()
    for name, path in modules(package):
        imported = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        count.update((imported & names) - {name})
    return count


SAYS_WHY_NOT = re.compile(r"\bwhy\b[^.;:]*\b(cannot|can't|not|no|refused)\b")
"""What the docstring of a function says that returns a reason against something, instead of raising it."""


def reasons_as_strings(package: Path) -> int:
    """Return how many functions return as a string why something cannot be done.

    Their names say so, or their docstrings; why a move is bad, which a review explains, is another question.
    """
    count = 0
    for _, path in modules(package):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                returns = ast.unparse(node.returns)
                says_why = SAYS_WHY_NOT.search(" ".join((ast.get_docstring(node) or "").split()))
                is_reason = re.search("problem|refusal|why_not|complaint", node.name) or says_why
                count += returns in ("str", "str | None") and bool(is_reason)
    return count


def used_once(package: Path) -> tuple[int, int]:
    """Return how many private functions are named once beside their definition, and how many are short.

    Those have fewer than `SHORT` lines with `def` and without the docstring. Tests do not count.
    """
    once = short = 0
    for _, path in modules(package):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not is_private(node.name):
                continue
            if len(re.findall(rf"\b{node.name}\b", text)) == 2:
                once += 1
                body = node.body[1:] if ast.get_docstring(node) else node.body
                short += sum((each.end_lineno or 0) - each.lineno + 1 for each in body) < SHORT
    return once, short


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def methods(tree: ast.ClassDef) -> int:
    return sum(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in tree.body)


def asking(package: Path, name: str) -> int:
    """Return how many modules have this word."""
    return sum(bool(re.search(rf"\b{name}\b", path.read_text())) for _, path in modules(package))


def with_sentences(package: Path) -> int:
    """Return how many modules have a text of three words or more that is no docstring."""
    return sum(any(map(is_sentence, strings(ast.parse(path.read_text())))) for _, path in modules(package))


def strings(tree: ast.AST) -> Iterator[str]:
    """Yield the strings that do not stand alone, also the parts of f-strings."""
    alone = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def is_sentence(text: str) -> bool:
    return len(re.findall(r"(?<![\w.<-])[A-Za-z]{2,}(?![\w(])", text)) >= 3


def main(root: Path) -> None:
    package = root / "ttt_tui"
    lines = code = docs = blank = 0
    small: list[str] = []
    classes: Counter[str] = Counter()
    large: dict[str, int] = {}
    errors = 0
    for name, path in modules(package):
        text = path.read_text()
        tree = ast.parse(text)
        rows = text.splitlines()
        empty = sum(not row.strip() for row in rows)
        documented = docstring_lines(tree)
        lines, blank, docs = lines + len(rows), blank + empty, docs + documented
        code += len(rows) - empty - documented
        if len(rows) < SMALL and len(rows) > 1:
            small.append(name)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name] += 1
                large[node.name] = max(methods(node), large.get(node.name, 0))
                bases = {ast.unparse(base) for base in node.bases}
                is_error = bool(bases & {"Exception", "ValueError"}) and node.name != "TttError"
                errors += is_error and "TttError" not in bases and not node.name.startswith("_")
    imported = importers(package)
    files = len([*modules(package)])
    done = subprocess.run(
        [sys.executable, "-c", ONE_ENTER.format(root=str(root))],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    enter = done.stdout.split() or ["?"] * 4
    once, short = used_once(package)
    large = {name: count for name, count in large.items() if count > LARGE}
    largest = max(large, key=lambda name: large[name])

    def total(*patterns: str, folder: Path = package) -> int:
        paths = {path for pattern in patterns for path in folder.glob(pattern)}
        return sum(len(path.read_text().splitlines()) for path in paths)

    setup = len([*package.glob("app/**/setup*.py")])
    rows_: list[tuple[str, object]] = [
        ("lines of ttt_tui", lines),
        ("lines of code, docstrings, blank", f"{code} {docs} {blank}"),
        ("files", files),
        (f"files under {SMALL} lines", len(small)),
        ("modules with one importer", sum(count == 1 for count in imported.values())),
        ("private functions used once, and short ones", f"{once} {short}"),
        (f"classes of over {LARGE} methods, the largest", f"{len(large)} {largest} {large[largest]}"),
        ("modules asking is_ultimate", asking(package, "is_ultimate")),
        ("modules with sentences", with_sentences(package)),
        ("class names in two modules", sum(count > 1 for count in classes.values())),
        ("own classes of the play screen", enter[3]),
        ("one Enter: calls, functions, files", " ".join(enter[:3])),
        ("lines of hosting and joining", total("session/remote/*.py", "multiplayer/*.py")),
        ("lines of the store", total("store/*.py")),
        ("modules, lines of the setup screen", f"{setup} {total('app/**/setup*.py')}"),
        ("functions that return why not as a string", reasons_as_strings(package)),
        ("exception classes without the root", errors),
        ("lines of tests", total("**/*.py", folder=root / "tests")),
    ]
    for what, number in rows_:
        print(f"{what:<45}{number:>20}")
    if done.returncode:
        print(done.stderr[-500:])


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parents[2], metavar="ROOT")
    main(parser.parse_args().root.resolve())
