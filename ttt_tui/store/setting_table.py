"""The table of the user's settings, from which the file's template, the help and the screen follow.

>>> [setting.name for setting in SETTINGS][:3]
['theme', 'numpad', 'delay']
>>> print(TEMPLATE.splitlines()[4])
# theme = "walnut"
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ttt_tui.engine.validation import boolean, number, text
from ttt_tui.errors import InvalidData
from ttt_tui.store.engines import MOST_ENGINES, RIGHT, EngineCommand, engine_command


class Setting(NamedTuple):
    """One setting."""

    name: str
    label: str
    """The name on the settings screen, in at most 20 characters."""
    note: str
    """A note that the screen shows beside the value, where there is room."""
    example: str
    """A value as written in the file: the default, if there is one."""
    comment: str
    """The effect, as a sentence in the file."""
    default: str
    """The behaviour without the setting, in the words of the guide."""
    read: Callable[[object, str], Any]
    """Returns the value that the file has; raises `InvalidData`. The second argument names the setting."""


def _text(value: object, what: str) -> str:
    return text(value, what, 100, "a text in quotes, at most 100 characters")


def _delay(value: object, what: str) -> float:
    return number(value, what, 0, 60, "a number of seconds from 0 to 60")


def _brains(value: object, what: str) -> dict[str, EngineCommand]:
    if not isinstance(value, dict) or len(value) > MOST_ENGINES:
        raise InvalidData(f"{what} must be a table of up to {MOST_ENGINES} names and commands")
    brains = {}
    for name, command in value.items():
        try:
            brains[name] = engine_command(command)
        except InvalidData:
            raise InvalidData(f"{what} must be a table in which {name[:30]!r} is {RIGHT}") from None
    return brains


SETTINGS = (
    Setting("theme", "Theme", "F2 shows them", '"walnut"',
            "The colour theme; F2 in the program lists the themes.",
            "the latest choice by `F2`", _text),
    Setting("numpad", "Numpad digits", "7 8 9 are the top row", "false",
            "Digits as on a numpad: 7 8 9 are the top row of a 3×3 board, also in Ultimate.",
            "`false`", boolean),
    Setting("delay", "Speed", "a move", "0.3",
            "Seconds between a computer's move and the next move.",
            "the latest choice by `+` and `-`", _delay),
    Setting("bell", "Bell", "when a move is refused", "false",
            "Ring the terminal's bell when a move is refused.",
            "`false`", boolean),
    Setting("plain", "Plain text", "from the next start", "false",
            "Play in plain text, with a sentence for each move, instead of full screen.",
            "`false`", boolean),
    Setting("mistakes_as_puzzles", "Puzzles of mistakes", "from reviews", "true",
            "Turn the mistakes that reviews find in your games into puzzles, until you know them.",
            "`true`", boolean),
    Setting("rated", "Ratings", "from the next game", "true",
            "Rate you by your games against the steps of the ladder.",
            "`true`", boolean),
    Setting("second_opinion", "Second opinion", "judges analyses", '"Rapfi"',
            "The engine that judges analyses and reviews; b in the analysis changes it.",
            "the latest choice by `b`, at first the expert", _text),
)  # fmt: skip
"""The settings of one value each."""

BRAINS = Setting(
    "brains", "Engines", "", "",
    "Engines: programs for five in a row that speak the Gomocup protocol, by name.",
    "none", _brains,
)  # fmt: skip
"""The table of engines, which ends the file."""

ALL = (*SETTINGS, BRAINS)

BY_NAME = {setting.name: setting for setting in ALL}


def _template() -> str:
    head = """\
# Settings of ttt-tui. The program changes a value here when you do, by Settings among its commands (Ctrl+P).
# To set a value by hand, remove the # at the start of its line.
"""
    values = "".join(f"\n# {each.comment}\n# {each.name} = {each.example}\n" for each in SETTINGS)
    return f"""{head}{values}
# {BRAINS.comment}
# [{BRAINS.name}]
# Rapfi = "~/rapfi/pbrain-rapfi"
# Carbon = {{ command = "./pbrain-carbon", cwd = "~/carbon" }}
"""


TEMPLATE = _template()
"""The file as the program writes it."""

OLD_TEMPLATES = (
    "a84c6f665aa766f2e01adc19fd6f0da6fef12dee075c673de965563bb69cfd89",
    "7639ffe038daccefc1fbd340f297d1a58fe81cc3de3c295cdfe4af1243d073e9",
    "c8b780e322f795af1b3dba9e5bcb0c623a02c654d4a843e184558e43fb0560a7",
    "a4720404e510f032123e6cc21682b19efddb3cefcca985b43a7d2896eb5df0dd",
    "d6dbce171f90dde2bba1252bbf0803696a54437ae713f1faf378dcd3bc8c5d99",
    "fc82e4465fde02f668d08ed8be4952de78549a2cae3725d0c6a9c13a23a82ecf",
    "b663a03933a5fc49ea17e80045891bc185f8879baefa648b9a2aaa0e243c223d",
    "534e8fb3389fea444e464590a2cc7bc33a7f887104c563c6bdb2dcfa2f6dcc13",
    "60425e3f666d66927647e30c594401fb6afb4d40a3b004de55067b65395349a6",
    "80297ecf09215b1898dff30997ad212088e97d9c597feca007a62eaa4373bcc2",
    "7163301ec8df739d684c4be6f0edbd31ef987000a290962b724155cb86633098",
)
"""The SHA-256 digests of the templates of earlier versions: such a file is replaced, since nobody changed it.

A change of the template adds the digest of the one before.
"""
