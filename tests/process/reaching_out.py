"""Everything by which a confined process could reach out, tried one after the other in such a process.

    python -m tests.process.reaching_out HOME OUTSIDE

`OUTSIDE` is a directory with `secret.txt` and, in `folder`, `file.txt`; `HOME` has a link `out` to it. Prints
a JSON object: the name of each attempt → what came of it: the name of an exception, or the result's `repr`.
"""

import asyncio
import ctypes
import glob
import json
import mmap
import os
import pathlib
import pty
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import syslog
import tempfile
import threading
import urllib.request
import webbrowser
import zipfile
from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

from ttt_tui.process import confinement

Attempts = dict[str, Callable[[], object]]


def _mapped(path: str) -> bytes:
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as mapped:
        return mapped[:]


def _beside(home: str, path: str) -> int:
    """Open a path relative to a directory that is open."""
    directory = os.open(home, os.O_RDONLY)
    return os.open(path, os.O_RDONLY, dir_fd=directory)


def _attached(path: str) -> object:
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT 1").fetchall()


def outside(home: str, out: str) -> Attempts:
    """Return what has to be refused."""
    secret, folder = f"{out}/secret.txt", f"{out}/folder"
    file, new, up = f"{folder}/file.txt", f"{out}/new", f"{home}/../{os.path.basename(out)}"
    inet = socket.AF_INET
    return {
        # reading
        "open": lambda: open(secret).read(),
        "open bytes": lambda: open(os.fsencode(secret)).read(),
        "open upwards": lambda: open(f"{up}/secret.txt").read(),
        "open upwards, relative": lambda: open(f"../{os.path.basename(out)}/secret.txt").read(),
        "open through a link": lambda: open(f"{home}/out/secret.txt").read(),
        "open by /proc": lambda: open(f"/proc/self/root{secret}").read(),
        "open beside a directory": lambda: _beside(home, f"../{os.path.basename(out)}/secret.txt"),
        "os.open": lambda: os.open(secret, os.O_RDONLY),
        "os.open a directory": lambda: os.open(out, os.O_RDONLY),
        "io.FileIO": lambda: __import__("io").FileIO(secret).read(),
        "io.open_code": lambda: __import__("io").open_code(secret).read(),
        "read_text": lambda: Path(secret).read_text(),
        "read_bytes": lambda: Path(secret).read_bytes(),
        "mmap": lambda: _mapped(secret),
        "/etc/passwd": lambda: open("/etc/passwd").read(),
        "environment": lambda: open("/proc/self/environ").read(),
        "memory": lambda: open("/proc/self/mem", "rb"),
        "another process": lambda: open("/proc/1/environ").read(),
        "zipfile": lambda: zipfile.ZipFile(secret),
        "fileinput": lambda: list(__import__("fileinput").input([secret])),
        "tokenize": lambda: __import__("tokenize").open(secret).read(),
        "import": lambda: (sys.path.append(out), __import__("stranger")),
        "runpy": lambda: __import__("runpy").run_path(secret),
        "terminal": lambda: open("/dev/tty"),
        # listing
        "listdir": lambda: os.listdir(out),
        "scandir": lambda: list(os.scandir(out)),
        "iterdir": lambda: list(Path(out).iterdir()),
        "listdir of the root": lambda: os.listdir("/"),
        "chdir": lambda: os.chdir(out),
        "getxattr": lambda: os.listxattr(secret),
        # changing
        "write": lambda: open(new, "w"),
        "append": lambda: open(secret, "a"),
        "exclusive": lambda: open(new, "x"),
        "update": lambda: open(secret, "r+"),
        "os.open to create": lambda: os.open(new, os.O_CREAT | os.O_WRONLY, 0o600),
        "os.open to truncate": lambda: os.open(secret, os.O_TRUNC),
        "write_text": lambda: Path(new).write_text("x"),
        "touch": lambda: Path(new).touch(),
        "mkdir": lambda: os.mkdir(new),
        "makedirs": lambda: os.makedirs(f"{new}/a/b"),
        "remove": lambda: os.remove(file),
        "remove through a link": lambda: os.remove(f"{home}/out/folder/file.txt"),
        "unlink": lambda: Path(file).unlink(),
        "rmdir": lambda: os.rmdir(folder),
        "rename away": lambda: os.rename(file, f"{home}/taken"),
        "rename there": lambda: os.rename(f"{home}/inside.txt", new),
        "replace": lambda: os.replace(f"{home}/inside.txt", secret),
        "link": lambda: os.link(secret, f"{home}/taken"),
        "link there": lambda: os.link(f"{home}/inside.txt", new),
        "symlink": lambda: os.symlink(secret, f"{home}/taken"),
        "symlink upwards": lambda: os.symlink(f"../{os.path.basename(out)}", f"{home}/taken"),
        "symlink there": lambda: os.symlink(f"{home}/inside.txt", new),
        "chmod": lambda: os.chmod(secret, 0o777),
        "chown": lambda: os.chown(secret, os.getuid(), os.getgid()),
        "truncate": lambda: os.truncate(secret, 0),
        "utime": lambda: os.utime(secret),
        "setxattr": lambda: os.setxattr(secret, "user.x", b""),
        "shutil.copy": lambda: shutil.copy(secret, home),
        "shutil.copytree": lambda: shutil.copytree(folder, f"{home}/taken"),
        "shutil.move": lambda: shutil.move(file, home),
        "shutil.rmtree": lambda: shutil.rmtree(folder),
        "shutil.make_archive": lambda: shutil.make_archive(new, "zip", home),
        "mkstemp": lambda: tempfile.mkstemp(dir=out),
        "mkdtemp": lambda: tempfile.mkdtemp(dir=out),
        "module in the library": lambda: open(f"{os.path.dirname(os.__file__)}/new.py", "w"),
        # databases
        "sqlite3": lambda: _attached(f"{out}/new.db"),
        "sqlite3 by a URI": lambda: sqlite3.connect(f"file:{out}/new.db?mode=rwc", uri=True),
        "sqlite3 by an encoded URI": lambda: sqlite3.connect(f"file:{out}/ne%77.db", uri=True),
        "sqlite3 upwards": lambda: sqlite3.connect(f"{up}/new.db"),
        "dbm": lambda: __import__("dbm.dumb").dumb.open(new, "c"),
        # programs
        "subprocess": lambda: subprocess.run(["/bin/true"]),
        "subprocess shell": lambda: subprocess.getoutput("true"),
        "asyncio subprocess": lambda: asyncio.run(asyncio.create_subprocess_exec("/bin/true")),
        "os.system": lambda: os.system("true"),
        "os.popen": lambda: os.popen("true"),
        "os.exec": lambda: os.execv("/bin/true", ["true"]),
        "os.fork": os.fork,
        "os.forkpty": os.forkpty,
        "os.posix_spawn": lambda: os.posix_spawn("/bin/true", ["true"], {}),
        "os.spawn": lambda: os.spawnv(os.P_WAIT, "/bin/true", ["true"]),
        "pty.spawn": lambda: pty.spawn("/bin/true"),
        "multiprocessing": lambda: __import__("multiprocessing").Process(target=print).start(),
        "webbrowser": lambda: webbrowser.GenericBrowser("true").open("http://localhost"),
        "kill": lambda: os.kill(1, 0),
        "kill the parent": lambda: os.kill(os.getppid(), 0),
        "killpg": lambda: os.killpg(os.getpgid(os.getppid()), 0),
        "setrlimit": lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
        "debugger": breakpoint,
        # the network, and other programs' sockets
        "connect": lambda: socket.create_connection(("127.0.0.1", 9)),
        "connect without a name": lambda: socket.socket(inet).connect(("127.0.0.1", 9)),
        "datagram": lambda: socket.socket(inet, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9)),
        "getaddrinfo": lambda: socket.getaddrinfo("localhost", 80),
        "gethostbyname": lambda: socket.gethostbyname("localhost"),
        "listen": lambda: socket.create_server(("127.0.0.1", 0)),
        "unix connect": lambda: socket.socket(socket.AF_UNIX).connect(f"{out}/socket"),
        "unix bind": lambda: socket.socket(socket.AF_UNIX).bind(f"{out}/socket"),
        "unix datagram": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"x", "/dev/log"),
        "urlopen": lambda: urllib.request.urlopen("http://127.0.0.1:9", timeout=1),
        "urlopen a file": lambda: urllib.request.urlopen(f"file://{secret}").read(),
        "asyncio connection": lambda: asyncio.run(asyncio.open_connection("127.0.0.1", 9)),  # type: ignore[arg-type]
        "syslog": lambda: syslog.syslog("x"),
        # machine code
        "ctypes": lambda: ctypes.CDLL(None),
        "ctypes function": lambda: ctypes.pythonapi.Py_GetVersion(),
        "ctypes address": lambda: ctypes.string_at(id(home), 8),
        # from elsewhere
        "a thread": lambda: _in_thread(lambda: open(secret).read()),
        "an executor": lambda: asyncio.run(_in_executor(lambda: open(secret).read())),
    }  # fmt: skip


def inside(home: str) -> Attempts:
    """Return what a program needs, which has to work."""
    return {
        "write": lambda: Path(home, "new.txt").write_text("x"),
        "read, relative": lambda: Path("new.txt").read_text(),
        "read upwards inside": lambda: open(f"{home}/folder/../new.txt").read(),
        "mkdir": lambda: os.makedirs("a/b/c"),
        "rename": lambda: os.rename("new.txt", "a/newer.txt"),
        "link": lambda: os.link("a/newer.txt", "a/b/same.txt"),
        "symlink": lambda: os.symlink("a/newer.txt", "shortcut"),
        "read through a link": lambda: open("shortcut").read(),
        "remove the link": lambda: os.remove("shortcut"),
        "remove a link that leads outside": lambda: os.remove("other"),
        "chmod": lambda: os.chmod("a/newer.txt", 0o600),
        "walk": lambda: sorted(name for _, _, names in os.walk(home) for name in names),
        "glob": lambda: glob.glob(f"{home}/a/**", recursive=True),
        "rglob": lambda: list(pathlib.Path(home).rglob("*.txt")),
        "rmtree": lambda: shutil.rmtree("a"),
        "tempfile": lambda: tempfile.TemporaryDirectory(dir=home).cleanup(),
        "sqlite3": lambda: sqlite3.connect("new.db").execute("CREATE TABLE t (a)").connection.close(),
        "sqlite3 by a URI": lambda: sqlite3.connect(f"file:{home}/new.db?mode=ro", uri=True).close(),
        "sqlite3 in memory": lambda: sqlite3.connect(":memory:").close(),
        "nothing": lambda: open(os.devnull, "r+").close(),
        "chance": lambda: len(os.urandom(4)),
        "memory": lambda: open("/proc/self/statm").read(),
        "the start of a process": lambda: open(f"/proc/{os.getppid()}/stat").read(),
        "late import": lambda: __import__("wave").__name__,
        "late import of a package": lambda: __import__("xml.dom.minidom").__name__,
        "late import of ours": lambda: __import__("ttt_tui.analysis.review").__name__,
        "data of ours": lambda: bool(__import__("ttt_tui.puzzles.collection", fromlist="x").removed()),
        "time zone": lambda: str(ZoneInfo("Europe/Berlin")),
        "event loop": lambda: asyncio.run(asyncio.sleep(0)),
        "thread": lambda: _in_thread(lambda: 1),
        "signal for itself": lambda: os.kill(os.getpid(), signal.SIGCONT),
        "socket pair": lambda: _spoken(),
        "environment": lambda: os.environ.update(X="1"),
        "standard error": lambda: sys.stderr.write(""),
        "name of the machine": lambda: bool(socket.gethostname()),
    }  # fmt: skip


def _spoken() -> bytes:
    one, other = socket.socketpair()
    with one, other:
        one.sendmsg([b"a message"])
        again = socket.socket(fileno=os.dup(other.fileno()))
        with again:
            return again.recv(20)


def _in_thread(act: Callable[[], object]) -> object:
    found: list[object] = []

    def run() -> None:
        try:
            found.append(act())
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


async def _in_executor(act: Callable[[], object]) -> object:
    return await asyncio.get_running_loop().run_in_executor(None, act)


def _result(act: Callable[[], object]) -> str:
    try:
        return repr(act())
    except BaseException as error:
        return type(error).__name__


def main() -> None:
    """Confine this process, try everything, and print what came of it."""
    home, out = sys.argv[1:]
    reports: list[str] = []
    confinement.MOST_REPORTS = 10_000
    confinement.confine(Path(home), reports.append)
    allowed = {name: _result(act) for name, act in inside(home).items()}
    before = [*reports]
    refused, reported = {}, {}
    for name, act in outside(home, out).items():
        reports.clear()
        refused[name] = _result(act)
        reported[name] = [*reports]
    print(json.dumps({"allowed": allowed, "before": before, "refused": refused, "reported": reported}))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
