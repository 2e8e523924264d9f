"""Shell completion, read from the parser so that it never lags behind it.

The scripts in `shells` call `ttt-tui --complete WORDS…` with the words up to the cursor, the last one perhaps
empty. The answer's first line is `words`, `files` or `directories`. After `words` follows a line for each
word that fits, with a tab and a description; the names of files are left to the shell.
"""

import re
from argparse import SUPPRESS, Action
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ttt_tui.cli.options import COLUMNS, LAST, LIST, OPENINGS, SHELLS, Parser
from ttt_tui.cli.parser import DIFFICULTIES, GOALS, SOURCES, make_parser
from ttt_tui.names import CLASSIC_NAMES, COORDINATE_NAMES, LADDER_NAMES, PRESET_NAMES, RULE_WORDS, THEME_NAMES
from ttt_tui.process.terminal import Colours
from ttt_tui.process.text import printable

FILES, DIRECTORIES, WORDS = "files", "directories", "words"

LEVELS = (*LADDER_NAMES, *CLASSIC_NAMES)

Offers = Iterable[tuple[str, str]]
"""Words and their descriptions."""


def script(shell: str) -> str:
    """Return the script that adds completion to a shell."""
    return (Path(__file__).parent / "shells" / SHELLS[shell]).read_text(encoding="utf-8")


def answer(words: Sequence[str]) -> str:
    """Return the answer to a shell: the completions of the last of these words."""
    *before, current = _joined(words) or [""]
    cut = len(current) - len(words[-1].lstrip("=:") if words else "")  # bash completes what is behind a `=`
    offers = _offers(before, current)
    if isinstance(offers, str):
        return f"{offers}\n"
    fitting = [f"{word[cut:]}\t{printable(what)}" for word, what in offers if word.startswith(current)]
    return "\n".join([WORDS, *fitting]) + "\n"


def _joined(words: Iterable[str]) -> list[str]:
    """Return words that bash splits at `=` and `:` as they were typed."""
    joined: list[str] = []
    glue = False
    for word in words:
        is_break = re.fullmatch("[=:]+", word) is not None
        if joined and (glue or is_break):
            joined[-1] += word
        else:
            joined.append(word)
        glue = is_break
    return joined


def _offers(before: Sequence[str], current: str) -> Offers | str:
    """Return the words that may follow `before`, or else `files` or `directories`."""
    parser = make_parser(before)
    given: list[Action] = []
    waiting: Action | None = None
    place = 0
    for word in before:
        name, is_assigned, _ = word.partition("=")
        if option := parser._option_string_actions.get(name):
            given.append(option)
            waiting = None if is_assigned or option.nargs == 0 else option
        elif waiting:
            waiting = None
        elif word in parser.parsers:
            parser, place = parser.parsers[word], 0
        else:
            place += 1
    name, is_assigned, value = current.partition("=")
    if is_assigned and (option := parser._option_string_actions.get(name)):
        offers = _values(option, value)
        return offers if isinstance(offers, str) else ((f"{name}={word}", what) for word, what in offers)
    if waiting and not current.startswith("-"):
        return _values(waiting, current)
    if current.startswith("-"):
        return _options(parser, given)
    if parser.parsers:
        return [(name, _brief(command.description)) for name, command in parser.parsers.items()]
    positionals = [action for action in parser._actions if not action.option_strings]
    if positionals and (place < len(positionals) or any(each.nargs == "+" for each in positionals)):
        return _values(positionals[min(place, len(positionals) - 1)], current)
    return _options(parser, given)


def _options(parser: Parser, given: Sequence[Action]) -> Offers:
    """Return the options that can follow; only `--player` can be repeated."""
    once = {*map(id, given)}
    for action in parser._actions:
        if action.help != SUPPRESS and (id(action) not in once or action.dest == "player"):
            for name in action.option_strings:
                if name.startswith("--"):
                    yield name, _brief(action.help)


def _values(action: Action, current: str) -> Offers | str:
    """Return the values of an option, or of an argument without one."""
    key = action.option_strings[-1] if action.option_strings else str(action.metavar)
    values = VALUES.get(key, ())
    return values(current) if callable(values) else values if isinstance(values, str) else _named(values)


def _named(words: Iterable[str]) -> Offers:
    return [(word, "") for word in words]


def _rules(current: str) -> Offers:
    """Return the rule words that may follow those already typed."""
    start, comma, _ = current.rpartition(",")
    return _named(f"{start}{comma}{word}" for word in RULE_WORDS if word not in start.split(","))


def _players(current: str) -> Offers:
    """Return the kinds of players, or after a comma the attributes of one."""
    start, comma, _ = current.rpartition(",")
    if comma:
        keys = ["name", "symbol"]
        kind = start.partition(",")[0]
        keys += ["time"] * (kind not in ("human", "open")) + ["depth"] * (kind in LEVELS)
        keys += ["strength"] * (kind == "expert") + ["cwd"] * kind.startswith("brain:")
        return _named(f"{start},{key}=" for key in keys if f",{key}=" not in start)
    return [
        ("human", "a player at this terminal"),
        ("open", "a player at another terminal"),
        *((name, "a step of the ladder") for name in LADDER_NAMES),
        *((name, "a classic computer") for name in CLASSIC_NAMES),
        ("brain:", "an engine: brain:COMMAND"),
        ("python:", "a computer of your own: python:FILE:CLASS"),
    ]


def _games(current: str, result: str | None = None) -> Offers:
    """Return the numbers of the latest games."""
    from ttt_tui.process.paths import history_path
    from ttt_tui.store.database import latest_numbers

    path = history_path()
    return [] if path is None else [(str(id), what) for id, what in latest_numbers(path, result)]


def _unfinished(current: str) -> Offers:
    """Return the numbers of the latest unfinished games."""
    from ttt_tui.engine.records import UNFINISHED

    return [(LAST, "the last unfinished game"), *_games(current, UNFINISHED)]


VALUES: dict[str, Iterable[str] | Callable[[str], Offers] | str] = {
    "--preset": PRESET_NAMES,
    "--theme": (*THEME_NAMES, LIST),
    "--coordinates": COORDINATE_NAMES,
    "--color": tuple(Colours),
    "--rules": _rules,
    "--player": _players,
    "--columns": COLUMNS,
    "--opening": OPENINGS,
    "--difficulty": DIFFICULTIES,
    "--goal": GOALS,
    "--source": SOURCES,
    "--print-completion": tuple(SHELLS),
    "--resume": _unfinished,
    "--replay": FILES,
    "--save": DIRECTORIES,
    "ID": _games,
    "GAMES": _games,
    "FILE": FILES,
}
"""The values of options and arguments with completion; other values are numbers, sizes or free names."""


def _brief(help: str | None) -> str:
    """Return the first clause of a help text."""
    return re.split(r"[;:] | \(|\.$", (help or "").replace("%%", "%"))[0]
