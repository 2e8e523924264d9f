"""The man page, generated from the parser by `python -m ttt_tui.cli.man_page`, as in the build."""

import re
from argparse import SUPPRESS, Action
from collections.abc import Iterator
from textwrap import dedent

from ttt_tui import __version__
from ttt_tui.cli.options import Parser
from ttt_tui.cli.parser import MAKE, make_parser

EPILOG_SECTIONS = re.compile(r"^(levels|examples):\n", re.MULTILINE)
"""The headings in a parser's epilog."""


def man_page() -> str:
    """Return the man page of `ttt-tui` and its commands, as roff."""
    top = make_parser([*make_parser(()).parsers, MAKE])
    return "\n".join(_lines(top)) + "\n"


def _lines(top: Parser) -> Iterator[str]:
    summary, _, opening = str(top.description).partition(": ")
    yield f'.TH TTT\\-TUI 1 "" "ttt\\-tui {__version__}" "User Commands"'
    yield from (".nh", ".ad l")  # no hyphenation: words may be typed as they appear
    yield from (".SH NAME", f"ttt\\-tui \\- {_escaped(summary[0].lower() + summary[1:])}", ".SH SYNOPSIS")
    yield from (".B ttt\\-tui", "[\\fIOPTION\\fR...] [\\fICOMMAND\\fR...]", ".SH DESCRIPTION")
    yield _escaped(opening[0].upper() + opening[1:])
    introduction, *rest = EPILOG_SECTIONS.split(str(top.epilog))
    yield from (".PP", _escaped(introduction.strip()), ".SH OPTIONS")
    yield from _arguments(top)
    yield ".SH COMMANDS"
    for parser in _below(top):
        yield from (f".SS {_escaped(parser.prog)}", _escaped(str(parser.description)))
        yield from _arguments(parser)
        if parser.epilog:
            yield from (".PP", _escaped(parser.epilog))
    for heading, text in zip(rest[::2], rest[1::2], strict=True):
        yield from (f".SH {heading.upper()}", ".nf")
        yield from (_escaped(line) for line in dedent(text).splitlines() if line)
        yield ".fi"


def _below(parser: Parser) -> Iterator[Parser]:
    """Yield the parsers of commands and of their actions."""
    for child in parser.parsers.values():
        yield child
        yield from _below(child)


def _arguments(parser: Parser) -> Iterator[str]:
    """Yield the options and arguments of a parser, each with its help."""
    for action in parser._actions:
        if action.help != SUPPRESS and action.dest not in ("command", "action"):
            text = (action.help or "").replace("%%", "%")
            yield from (".TP", _named(action), _escaped(f"{text[:1].upper()}{text[1:]}."))


def _named(action: Action) -> str:
    """Return an option with the name of its value, or the name of an argument."""
    value = f"\\fI{_escaped(str(action.metavar or ''))}\\fR"
    if not action.option_strings:
        return value + ("..." if action.nargs == "+" else "")
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in action.option_strings)
    return names if action.nargs == 0 else f"{names} [{value}]" if action.nargs == "?" else f"{names} {value}"


def _escaped(text: str) -> str:
    """Return text as roff: in ASCII, with no letter read as an instruction."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"[^\x00-\x7f]", lambda letter: f"\\[u{ord(letter[0]):04X}]", text)
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


if __name__ == "__main__":
    print(man_page(), end="")
