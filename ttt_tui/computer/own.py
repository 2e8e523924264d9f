"""Computers that others write: objects with `think(position, limit)`, loaded by name.

>>> from ttt_tui.computer import Thought
>>> from ttt_tui.engine import Geometry, Position
>>> class First:
...     def think(self, position, limit):
...         return Thought(position.moves[0])
>>> OwnComputer(First()).think(Position(Geometry(3, 3, 3), players=2)).move == Geometry(3, 3, 3).parse("a1")
True
>>> class Nothing(First):
...     def think(self, position, limit):
...         return None
>>> OwnComputer(Nothing()).think(Position(Geometry(3, 3, 3), players=2))
Traceback (most recent call last):
ttt_tui.errors.MeaninglessAnswer: returned None instead of a Thought with a square
"""

import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from operator import index
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ttt_tui.computer.base import A_SECOND, NEVER, Computer, Report, Stop, Thought, ignore_report
from ttt_tui.engine import Limit, Position
from ttt_tui.errors import IllegalBrainMove, MeaninglessAnswer, StartFailed
from ttt_tui.process.text import printable

OPENING_LEVEL = "expert"
"""The level that decides in openings like swap2, where a player may also choose a side."""

THIS_PACKAGE, IMPORTING = str(Path(__file__).parents[1]), str(Path(importlib.__file__).parent)
"""Where the frames of an error are not the author's."""


class OwnComputer:
    """A computer that wraps somebody else's object, which needs only `think(position, limit)`.

    The object's `think` may accept `stop` and `report`, too, and the object may have a `close()`, like a
    `Computer`. In an opening such as swap2 `expert` decides for it. Raises `StartFailed` if the object has no
    usable `think`.
    """

    def __init__(self, thinker: Any, seed: int = 0) -> None:
        self._thinker = thinker
        self._seed = seed
        self._opener: Computer | None = None
        name = type(thinker).__name__
        think = getattr(thinker, "think", None)
        if not callable(think):
            raise StartFailed(f"did not start: {name} has no method think(position, limit)")
        self._taken = next((n for n in (4, 3, 2) if _takes(think, n)), 0)
        if not self._taken:
            raise StartFailed(f"did not start: {name}.think does not take (position, limit)")

    @property
    def can_be_stopped(self) -> bool:
        """Whether the object's `think` accepts the stop request."""
        return self._taken > 2

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the object's move, checked; raises its errors, `MeaninglessAnswer` or `IllegalBrainMove`."""
        if position.stage is not None:
            if self._opener is None:
                from ttt_tui.computer.levels import LEVELS

                self._opener = LEVELS[OPENING_LEVEL].make(self._seed)
            return self._opener.think(position, limit, stop)
        thought = self._thinker.think(*(position.copy(), limit, stop, report)[: self._taken])
        move = None
        with suppress(TypeError, AttributeError):
            move = index(thought.move)  # also an integer of numpy
        if not isinstance(thought, Thought) or move is None:
            raise MeaninglessAnswer(f"returned {thought!r:.60} instead of a Thought with a square")
        if move not in position.moves:
            raise IllegalBrainMove(f"played {_refused(position, move)}")
        return replace(thought, move=move)

    def close(self) -> None:
        """Close the object, if it has a `close()`."""
        close = getattr(self._thinker, "close", None)
        if callable(close):
            close()
        if self._opener is not None:
            self._opener.close()
            self._opener = None


def _takes(function: Callable[..., object], arguments: int) -> bool:
    """Whether a function accepts `arguments` arguments; a function without a signature does."""
    try:
        inspect.signature(function).bind(*range(arguments))
    except TypeError:
        return False
    except ValueError:
        return arguments == 2
    return True


def _refused(position: Position, move: int) -> str:
    """Return the text for an illegal move, with the reason."""
    geometry = position.geometry
    square = geometry.square_of(move)
    if move < 0 or square not in geometry:
        return f"{move}, which is not on the board"
    why = "taken" if position.occupied >> square & 1 else "not a legal move there"
    return f"{geometry.name(square)}, which is {why}"


# --- loading ---------------------------------------------------------------------------------------------


class OwnClass(NamedTuple):
    """The location of a computer's class, as written after `python:`."""

    module: str
    """The path of a file, or the name of a module."""
    name: str
    """The name of the class, or of a function without arguments that returns a computer."""

    @classmethod
    def parse(cls, text: str) -> "OwnClass":
        """Parse `FILE_OR_MODULE:Class`; raises `ValueError`."""
        module, _, name = text.strip().rpartition(":")
        if not module or not name.isidentifier():
            raise ValueError(f"no class in {text[:40]!r}; write python:FILE:CLASS, such as python:my.py:Mine")
        return cls(module, name)

    @property
    def is_file(self) -> bool:
        return "/" in self.module or self.module.endswith(".py")


def load(where: OwnClass) -> Callable[[int], OwnComputer]:
    """Import a computer's class and return a function that makes one from a seed.

    Modules are looked for in the working directory first. Raises `StartFailed`, in words for its author; so
    does the function.
    """
    if where.is_file and not Path(where.module).is_file():
        raise StartFailed(f"did not start: no such file: {where.module}")
    try:
        module = _import(where)
    except ModuleNotFoundError as error:
        missing = not where.is_file and where.module.startswith(str(error.name))
        reason = f"no module {error.name} found" if missing else told(error)
        raise StartFailed(f"did not start: {reason}") from error
    except (Exception, SystemExit) as error:
        raise StartFailed(f"did not start: {told(error)}") from error
    made = getattr(module, where.name, None)
    if not callable(made):
        classes = [name for name, value in vars(module).items() if inspect.isclass(value)]
        mine = [name for name in classes if vars(module)[name].__module__ == module.__name__]
        hint = f"it has {', '.join(mine)}" if mine else "it has no class"
        raise StartFailed(f"did not start: {where.module} has no {where.name}; {hint}")
    return maker(made)


def maker(made: Callable[..., Any]) -> Callable[[int], OwnComputer]:
    """Return a function that creates a computer of this class from a seed.

    The class gets the seed if it accepts one. The function raises `StartFailed`, worded for the author.
    """

    def make(seed: int) -> OwnComputer:
        parameters: dict[str, object] = {}
        with suppress(TypeError, ValueError):
            inspect.signature(made).bind(seed=seed)
            parameters = {"seed": seed}
        try:
            thinker = made(**parameters)
        except (Exception, SystemExit) as error:
            raise StartFailed(f"did not start: {told(error)}") from error
        return OwnComputer(thinker, seed)

    return make


def _import(where: OwnClass) -> ModuleType:
    if not where.is_file:
        sys.path.insert(0, "")
        return importlib.import_module(where.module)
    file = Path(where.module).absolute()
    sys.path.insert(0, str(file.parent))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{where.module} is not a file of Python, whose name ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def told(error: BaseException) -> str:
    """Return an error of somebody else's code in a line: `ValueError: no move (mine.py, line 12)`."""
    text = printable(" ".join(f"{type(error).__name__}: {error}".split()))[:160]
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith((THIS_PACKAGE, IMPORTING, "<"))
    ]
    if not frames or isinstance(error, SyntaxError):  # which names its own file and line
        return text
    return f"{text} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
