"""Confines a process to a directory by an audit hook, which sees what Python code does before it is done.

The process of a visitor plays in a home of its own. Whatever it opens, changes, connects to or starts outside
is refused and reported, wherever in the program, in Textual or in Python's library the attempt comes from.
An audit hook cannot be removed.

It is the second of three walls. The first is `permissions`, by which nothing of that kind is offered. The
hook sees Python's own calls, not what a C library does by itself (SQLite opens the files beside a database,
the C library reads the time zone), and not what raises no event (`os.stat`, `os.mkfifo`). So a machine that
strangers reach needs the third, that of the operating system.
"""

import os
import re
import site
import socket
import sys
import sysconfig
import threading
from collections.abc import Callable
from contextlib import suppress
from os.path import realpath
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from ttt_tui.errors import Confined
from ttt_tui.process.text import printable

Arguments = tuple[Any, ...]

MOST_REPORTS = 100
"""The most sentences that a process reports."""

LONGEST_REPORT = 300
"""Characters of the longest one."""

NAMING = str, bytes, os.PathLike, int, tuple
"""The types of arguments that say what was reached for; of others the sentence says nothing."""

is_confined = False
"""Whether this process is confined, so that code need not try what will be refused."""


def confine(home: Path, report: Callable[[str], None]) -> None:
    """Confine this process to `home` for good; it becomes the current directory.

    Refused attempts raise `Confined`, and `report` gets a sentence in one line about each, at most
    `MOST_REPORTS`; it may itself write wherever it wants. What is open stays open, and symbolic links below
    `home` to places outside lead nowhere. Raises `OSError` if there is no such directory.
    """
    global is_confined
    bounds = Bounds.of(home)
    os.chdir(bounds.home)
    sys.dont_write_bytecode = True  # it would be tried beside each imported module
    sys.addaudithook(_hook(bounds, report))
    is_confined = True


def _hook(bounds: "Bounds", report: Callable[[str], None]) -> Callable[[str, Arguments], None]:
    """Return the hook, which is called in any thread, and also when this module has been torn down."""
    harmless, checks, refused, state, left = HARMLESS, CHECKS, Confined, threading.local(), [MOST_REPORTS]

    def hook(event: str, arguments: Arguments) -> None:
        if event in harmless or getattr(state, "is_reporting", False):
            return
        check = checks.get(event)
        try:
            is_allowed = _is_unknown_harmless(event, arguments) if check is None else check(bounds, arguments)
        except Exception:  # arguments that make no sense
            is_allowed = False
        if is_allowed:
            return
        if left[0] > 0:
            left[0] -= 1
            state.is_reporting = True
            with suppress(Exception):  # whatever fails there, this is refused
                report(_sentence(event, arguments))
            state.is_reporting = False
        raise refused

    return hook


def _sentence(event: str, arguments: Arguments) -> str:
    """Return what was refused, bounded and without control characters."""
    shown = ", ".join(
        f"{each!r:.100}" for each in arguments[:2] if isinstance(each, str | bytes | int | tuple)
    )
    return printable(f"refused {event[:60]}({shown})")[:LONGEST_REPORT]


# --- places ----------------------------------------------------------------------------------------------

SYSTEM_DATA = (
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    "/usr/share/terminfo", "/usr/lib/terminfo", "/lib/terminfo", "/etc/terminfo",
)  # fmt: skip
"""Directories of time zones and of terminals."""

DEVICES = frozenset({"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"})

PROCESS_FILES = re.compile(r"/proc/\d+/(stat|statm|status)")
"""Files that say when a process started and how much memory it has; `ownership` compares starts."""

IMPORTED = (".py", ".pyc", ".so")
"""Suffixes of the files that an import reads."""


class Bounds(NamedTuple):
    """What a confined process may use. All directories are real paths."""

    home: str
    """The directory in which everything is allowed."""
    readable: tuple[str, ...]
    """The directories in which everything may be read: Python's library, and what is installed there."""
    import_paths: tuple[str, ...]
    """Other directories of `sys.path`, from which modules may be imported."""

    @classmethod
    def of(cls, home: Path) -> "Bounds":
        """Return the bounds of this process; raises `OSError` if there is no such directory."""
        installed = [path for name, path in sysconfig.get_paths().items() if name.endswith(("lib", "stdlib"))]
        package = os.path.dirname(os.path.dirname(__file__))
        readable = {realpath(path) for path in (*installed, *site.getsitepackages(), *SYSTEM_DATA, package)}
        others = {realpath(path) for path in sys.path if path and os.path.isdir(path)}
        return cls(realpath(home, strict=True), tuple(readable), tuple(others - readable))

    def may_read(self, path: str) -> bool:
        """Return whether a file at a real path may be read."""
        return (
            _is_below(path, (self.home, *self.readable))
            or path in DEVICES
            or PROCESS_FILES.fullmatch(path) is not None
            or (path.endswith(IMPORTED) and _is_below(path, self.import_paths))
        )

    def may_list(self, path: str) -> bool:
        """Return whether the names in a directory at a real path may be read."""
        return _is_below(path, (self.home, *self.readable)) or (
            path in self.import_paths or os.path.exists(os.path.join(path, "__init__.py"))
        )

    def may_change(self, path: str) -> bool:
        """Return whether a file or directory at a real path may be written, created or removed."""
        return _is_below(path, (self.home,))


def _is_below(path: str, directories: tuple[str, ...]) -> bool:
    return any(path == each or path.startswith(f"{each}/") for each in directories)


def _real(path: Any, directory: Any = None, *, follows: bool = True) -> str:
    """Return the real path that a call means by a path, without a last link unless it `follows` it.

    `directory` is the descriptor of the one that the path is relative to, None or negative for the current
    one. Raises `ValueError` for a relative path upwards, whose start an event does not always tell.
    """
    name = os.fsdecode(path)
    if not os.path.isabs(name):
        if ".." in name.split("/"):
            raise ValueError(name)
        if isinstance(directory, int) and directory >= 0:
            name = os.path.join(os.readlink(f"/proc/self/fd/{directory}"), name)
    if follows:
        return realpath(name)
    above, last = os.path.split(os.path.abspath(name) if ".." not in name.split("/") else realpath(name))
    return os.path.join(realpath(above), last)


# --- checks ----------------------------------------------------------------------------------------------

Check = Callable[[Bounds, Arguments], bool]
"""Returns whether an event with these arguments is allowed. An exception refuses it."""


def _opens(bounds: Bounds, arguments: Arguments) -> bool:
    path, mode, flags = arguments
    if isinstance(path, int):
        return True
    real = _real(path)
    changes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    if changes or (mode is not None and not set(mode).isdisjoint("wax+")):
        return bounds.may_change(real) or real in DEVICES
    return bounds.may_read(real) or (bounds.may_list(real) and os.path.isdir(real))


def _lists(bounds: Bounds, arguments: Arguments) -> bool:
    path = arguments[0]
    return path is None or isinstance(path, int) or bounds.may_list(_real(path))


def _changes(at: int = 0, directory: int | None = None, *, follows: bool = True) -> Check:
    """Return the check of an event that changes the path in one of its arguments.

    `directory` is the argument with the descriptor of the directory to which a path may be relative.
    """

    def check(bounds: Bounds, arguments: Arguments) -> bool:
        path = arguments[at]
        beside = None if directory is None else arguments[directory]
        return isinstance(path, int) or bounds.may_change(_real(path, beside, follows=follows))

    return check


def _both(first: Check, second: Check) -> Check:
    return lambda bounds, arguments: first(bounds, arguments) and second(bounds, arguments)


def _links(bounds: Bounds, arguments: Arguments) -> bool:
    """Check a symbolic link, which must not lead outside either."""
    target, path, directory = arguments
    place = _real(path, directory, follows=False)
    leads_to = realpath(os.path.join(os.path.dirname(place), os.fsdecode(target)))
    return bounds.may_change(place) and bounds.may_change(leads_to)


def _connects_to_database(bounds: Bounds, arguments: Arguments) -> bool:
    name = os.fsdecode(arguments[0])
    if name.startswith("file:"):
        name = unquote(name.removeprefix("file:").partition("?")[0])
        name = f"/{name.lstrip('/')}" if name.startswith("/") else name
    return name in ("", ":memory:") or bounds.may_change(_real(name))


def _is_of_unix(bounds: Bounds, arguments: Arguments) -> bool:
    """Check a new socket: a pair that wakes an event loop, or one that is open already (-1)."""
    return arguments[1] in (socket.AF_UNIX, -1)


def _has_no_address(bounds: Bounds, arguments: Arguments) -> bool:
    return arguments[1] is None


def _is_own(bounds: Bounds, arguments: Arguments) -> bool:
    return bool(arguments[0] == os.getpid())


HARMLESS = frozenset((
    # what the interpreter does by itself, very often
    "import", "compile", "exec", "marshal.dumps", "marshal.load", "marshal.loads", "code.__new__",
    "function.__new__", "array.__new__", "object.__getattr__", "object.__setattr__", "object.__delattr__",
    "builtins.id", "builtins.input", "builtins.input/result", "gc.get_objects", "gc.get_referents",
    "gc.get_referrers", "pickle.find_class", "sys._current_exceptions", "sys._current_frames",
    "sys._getframe", "sys._getframemodulename", "sys.addaudithook", "sys.excepthook",
    "sys.set_asyncgen_hook_finalizer", "sys.set_asyncgen_hook_firstiter",
    "sys.set_asyncgen_hooks_finalizer", "sys.set_asyncgen_hooks_firstiter", "sys.setprofile",
    "sys.settrace", "sys.monitoring.register_callback", "sys.unraisablehook",
    "cpython._PySys_ClearAuditHooks", "cpython.PyInterpreterState_Clear",
    # threads and time
    "_thread.start_new_thread", "_thread.start_joinable_thread", "signal.pthread_kill", "time.sleep",
    # what is open already
    "fcntl.fcntl", "fcntl.flock", "fcntl.ioctl", "fcntl.lockf", "mmap.__new__", "os.lockf",
    "sqlite3.connect/handle",
    # the environment, since no program can be started with it
    "os.putenv", "os.unsetenv", "socket.gethostname",
    # functions each of whose steps raises an event of its own
    "glob.glob", "glob.glob/2", "os.fwalk", "os.walk", "pathlib.Path.glob", "pathlib.Path.rglob",
    "pathlib.Path.walk",
    "shutil.chown", "shutil.copyfile", "shutil.copymode", "shutil.copystat", "shutil.copytree",
    "shutil.make_archive", "shutil.move", "shutil.rmtree", "shutil.unpack_archive", "tempfile.mkdtemp",
    "tempfile.mkstemp",
))  # fmt: skip
"""Events that are always allowed: they reach nothing outside."""

CHECKS: dict[str, Check] = {
    "open": _opens,
    "os.chdir": _changes(),
    "os.listdir": _lists,
    "os.scandir": _lists,
    "os.chflags": _changes(),
    "os.chmod": _changes(0, 2),
    "os.chown": _changes(0, 3),
    "os.getxattr": _changes(),
    "os.link": _both(_changes(0, 2), _changes(1, 3, follows=False)),
    "os.listxattr": _changes(),
    "os.mkdir": _changes(0, 2, follows=False),
    "os.remove": _changes(0, 1, follows=False),
    "os.removexattr": _changes(),
    "os.rename": _both(_changes(0, 2, follows=False), _changes(1, 3, follows=False)),
    "os.rmdir": _changes(0, 1, follows=False),
    "os.setxattr": _changes(),
    "os.symlink": _links,
    "os.truncate": _changes(),
    "os.utime": _changes(0, 3),
    "sqlite3.connect": _connects_to_database,
    "socket.__new__": _is_of_unix,
    "socket.sendmsg": _has_no_address,
    "os.kill": _is_own,
}
"""Events that are allowed with some arguments."""

REACHING = (
    "builtins.breakpoint", "cpython.", "ctypes.", "ensurepip.", "ftplib.", "http.", "imaplib.", "nntplib.",
    "os.", "pdb.", "poplib.", "pty.", "resource.", "setopencodehook", "shutil.", "smtplib.", "socket.",
    "sqlite3.", "subprocess.", "sys.remote_exec", "syslog.", "telnetlib.", "urllib.", "webbrowser.",
    "winreg.", "_winapi.", "msvcrt.",
)  # fmt: skip
"""Beginnings of events that reach outside: all others of these are refused, also those of later Pythons.

A debugger would belong to the visitor, a new interpreter would have no hook, and machine code sees none.
"""


def _is_unknown_harmless(event: str, arguments: Arguments) -> bool:
    """Return whether an event that no table has neither reaches outside nor names a path."""
    names = (os.fsdecode(each) for each in arguments if isinstance(each, str | bytes | os.PathLike))
    return not event.startswith(REACHING) and not any("/" in name for name in names)
