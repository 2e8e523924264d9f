"""A confined process reaches nothing outside its home by whatever means, and does there all that it needs."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.process import reaching_out
from ttt_tui.errors import Confined, NotPermitted
from ttt_tui.process import confinement
from ttt_tui.process.confinement import LONGEST_REPORT, MOST_REPORTS, Bounds, Check

SECRET = "the treasure is under the oak"

REPOSITORY = Path(__file__).parents[2]

ANOTHER_END = {"import": "ModuleNotFoundError"}
"""What comes of attempts that Python's library gives up after a refusal."""


def tree(directory: Path) -> dict[str, object]:
    """Return all that could be changed in a directory."""
    return {
        str(path): (status.st_mode, status.st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in sorted((directory, *directory.rglob("*")))
        for status in [path.lstat()]
    }


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what came of everything that was tried, and what was outside before and afterwards."""
    folder = tmp_path_factory.mktemp("confinement")
    home, out = folder / "home", folder / "out"
    for directory in (home / "folder", out / "folder"):
        directory.mkdir(parents=True)
    (out / "secret.txt").write_text(SECRET)
    (out / "stranger.py").write_text(f"raise RuntimeError({SECRET!r})")
    (out / "folder" / "file.txt").write_text(SECRET)
    (home / "inside.txt").write_text("mine")
    for name in ("out", "other"):
        (home / name).symlink_to(out)
    before = tree(out)
    done = subprocess.run(
        [sys.executable, "-m", "tests.process.reaching_out", str(home), str(out)],
        capture_output=True,
        cwd=REPOSITORY,
        env={name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
        | {"PYTHONPATH": str(REPOSITORY)},
        timeout=60,
    )
    assert not done.returncode, done.stderr.decode()
    return json.loads(done.stdout) | {"outside before": before, "outside": tree(out)}


def test_all_that_reaches_out_is_refused_and_reported(tried: dict[str, Any]) -> None:
    attempts = reaching_out.outside("/", "/")
    assert len(attempts) > 90
    assert tried["refused"].keys() == attempts.keys()
    for name, result in tried["refused"].items():
        assert result == ANOTHER_END.get(name, Confined.__name__), name
        assert tried["reported"][name], name
        for sentence in tried["reported"][name]:
            assert sentence.startswith("refused "), name
            assert len(sentence) <= LONGEST_REPORT
            assert sentence.isprintable()


def test_nothing_outside_is_learnt_or_changed(tried: dict[str, Any]) -> None:
    assert SECRET not in json.dumps(tried["refused"])
    assert tried["outside"] == tried["outside before"]


def test_what_a_program_needs_is_allowed_and_not_reported(tried: dict[str, Any]) -> None:
    assert tried["allowed"].keys() == reaching_out.inside("/").keys()
    failed = {name: result for name, result in tried["allowed"].items() if result.endswith("Error")}
    assert not failed
    assert Confined.__name__ not in tried["allowed"].values()
    assert tried["before"] == []


def test_a_refusal_is_a_sentence_for_the_visitor_and_an_error_of_files() -> None:
    error = Confined()
    assert isinstance(error, NotPermitted)
    assert isinstance(error, PermissionError)
    assert str(error) == "that isn't allowed on a server; the administrator can see it in the log"


# --- the tables, without being confined ------------------------------------------------------------------


@pytest.fixture
def reports() -> list[str]:
    return []


@pytest.fixture
def hook(tmp_path: Path, reports: list[str]) -> Any:
    """Return the hook of a process that is not confined by it."""
    return confinement._hook(Bounds.of(tmp_path), reports.append)


def is_refused(hook: Any, event: str, *arguments: object) -> bool:
    try:
        hook(event, arguments)
    except Confined:
        return True
    return False


@pytest.mark.parametrize(
    ("event", "arguments"),
    [
        ("sys.remote_exec", (1, "/tmp/script.py")),
        ("cpython.remote_debugger_script", ("/tmp/script.py",)),
        ("cpython.PyInterpreterState_New", ()),
        ("sqlite3.enable_load_extension", (None, True)),
        ("sqlite3.load_extension", (None, "/tmp/x.so")),
        ("ctypes.memoryview_at", (1, 2, 3)),
        ("os.something_new", ()),
        ("socket.something_new", ()),
        ("library.opens", ("/etc/passwd",)),
        ("library.opens", (b"/etc/passwd",)),
        ("library.opens", (Path("/etc/passwd"),)),
        ("open", ()),
        ("open", ("/etc/passwd", "r", 0)),
        ("open", ("inside\0", "r", 0)),
        ("os.kill", ("all", 0)),
        ("os.mkdir", (3.5, 0, -1)),
    ],
)
def test_other_events_that_reach_out_are_refused(
    hook: Any, reports: list[str], event: str, arguments: tuple[object, ...]
) -> None:
    assert is_refused(hook, event, *arguments)
    assert len(reports) == 1


@pytest.mark.parametrize(
    ("event", "arguments"),
    [
        ("sys._getframemodulename", (1,)),
        ("sys.monitoring.register_callback", (None,)),
        ("pathlib.Path.walk", (Path("/etc"),)),
        ("library.counts", (3, "words", None)),
        ("open", (3, "r", 0)),
        ("os.listdir", (None,)),
        ("os.scandir", (3,)),
        ("os.chmod", (3, 0o600, -1)),
        ("os.kill", (os.getpid(), 0)),
    ],
)
def test_other_events_that_stay_inside_are_allowed(
    hook: Any, reports: list[str], event: str, arguments: tuple[object, ...]
) -> None:
    assert not is_refused(hook, event, *arguments)
    assert reports == []


def test_a_path_is_relative_to_the_directory_that_is_named(hook: Any, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for directory, is_outside in ((tmp_path, False), (tmp_path / "mine", False), (tmp_path.parent, True)):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            assert is_refused(hook, "os.mkdir", "new", 0o700, descriptor) is is_outside
        finally:
            os.close(descriptor)
    assert is_refused(hook, "os.remove", f"{tmp_path}/mine/../../new", -1)
    assert not is_refused(hook, "os.remove", f"{tmp_path}/mine/../new", -1)


def test_links_databases_and_sockets_stay_inside(hook: Any, tmp_path: Path) -> None:
    database, link = f"{tmp_path}/new.db", f"{tmp_path}/link"
    allowed = (
        ("os.symlink", "new.db", link, -1),
        ("os.link", database, f"{tmp_path}/same.db", -1, -1),
        ("sqlite3.connect", database),
        ("sqlite3.connect", os.fsencode(database)),
        ("sqlite3.connect", f"file:{database}?mode=ro"),
        ("sqlite3.connect", ":memory:"),
        ("socket.__new__", None, socket.AF_UNIX, socket.SOCK_STREAM, 0),
        ("socket.sendmsg", None, None),
    )
    refused = (
        ("os.symlink", "../new.db", link, -1),
        ("os.symlink", "new.db", "/tmp/link", -1),
        ("os.link", database, "/tmp/same.db", -1, -1),
        ("os.link", "/etc/passwd", link, -1, -1),
        ("sqlite3.connect", "/tmp/new.db"),
        ("sqlite3.connect", f"file:{tmp_path}/%2e%2e/new.db"),
        ("sqlite3.connect", "file:///tmp/new.db"),
        ("socket.__new__", None, socket.AF_INET, socket.SOCK_STREAM, 0),
        ("socket.sendmsg", None, "/tmp/socket"),
    )
    for event, *arguments in allowed:
        assert not is_refused(hook, event, *arguments), (event, arguments)
    for event, *arguments in refused:
        assert is_refused(hook, event, *arguments), (event, arguments)


def test_of_a_folder_on_the_path_only_what_an_import_reads_is_read(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    bounds = Bounds(str(home), (), (str(elsewhere),))
    assert bounds.may_read(f"{elsewhere}/module.py")
    assert bounds.may_list(str(elsewhere))
    for path in (
        f"{elsewhere}/diary.txt",
        str(elsewhere),
        f"{tmp_path}/module.py",
        f"{elsewhere}2/module.py",
    ):
        assert not bounds.may_read(path), path
    assert not bounds.may_list(f"{elsewhere}/private")
    assert not bounds.may_change(f"{elsewhere}/module.py")


def test_of_a_flood_only_the_beginning_is_reported(hook: Any, reports: list[str]) -> None:
    for number in range(MOST_REPORTS + 50):
        assert is_refused(hook, "os.system", f"command {number}\n\x1b[2J" + "x" * 1000)
    assert len(reports) == MOST_REPORTS
    assert reports[0].startswith("refused os.system('command 0")
    assert all(each.isprintable() and len(each) <= LONGEST_REPORT for each in reports)


def test_a_report_may_do_everything_and_fail(tmp_path: Path) -> None:
    def report(sentence: str) -> None:
        hook("open", ("/var/log/server.log", "a", 0))
        raise RuntimeError(sentence)

    hook = confinement._hook(Bounds.of(tmp_path), report)
    assert is_refused(hook, "os.system", "true")
    assert is_refused(hook, "open", "/var/log/server.log", "a", 0), "outside of a report it may not"


def test_a_missing_home_confines_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        confinement.confine(tmp_path / "nowhere", print)
    assert not confinement.is_confined


def test_each_event_is_decided_once() -> None:
    checks: dict[str, Check] = confinement.CHECKS
    assert not confinement.HARMLESS & checks.keys()
