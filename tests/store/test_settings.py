"""The user's settings: written once, later only single values change, and no content is fatal."""

import hashlib
import os
import re
import stat
import time
import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest

from tests.support.docs import ROOT, section
from ttt_tui.app.screens.help_texts import TEXTS
from ttt_tui.errors import SettingNotSaved
from ttt_tui.session.profile import Preferences
from ttt_tui.session.session import Session
from ttt_tui.store import settings as settings_module
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.settings import (
    ALL,
    LARGEST_SETTINGS,
    OLD_TEMPLATES,
    SETTINGS,
    TEMPLATE,
    Bell,
    Settings,
    load_settings,
    save_setting,
)

GUIDE = ROOT / "docs/guide.md"
CURRENT = "4ec44590af0cdbe59618156c4a10f34e0018ca9debcdba6d0814b7a3291febb1"
"""The digest of the template."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "settings.toml"


def load(path: Path, content: str | bytes) -> Settings:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load_settings(path)


def test_the_template_is_written_once_for_the_owner_alone(path: Path) -> None:
    old = os.umask(0)
    try:
        assert load_settings(path) == Settings()
    finally:
        os.umask(old)
    assert path.read_text() == TEMPLATE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    before = path.stat()
    again = load_settings(path)
    assert (again, again.warnings) == (Settings(), ())
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize("content", ["", "bell = true\n", "nonsense", "bell = 3"])
def test_an_existing_file_is_never_changed(path: Path, content: str) -> None:
    load(path, content)
    assert path.read_text() == content


def test_every_setting_of_the_template_is_known_and_is_the_default(path: Path) -> None:
    uncommented = "\n".join(
        line.removeprefix("# ")
        for line in TEMPLATE.splitlines()
        if line.startswith("# ") and (" = " in line or line == "# [brains]")
    )
    settings = load(path, uncommented)
    assert settings.warnings == ()
    assert settings.theme == "walnut"
    brains = {
        "Rapfi": EngineCommand("~/rapfi/pbrain-rapfi"),
        "Carbon": EngineCommand("./pbrain-carbon", "~/carbon"),
    }
    assert settings.second_opinion == "Rapfi"
    assert replace(settings, second_opinion=None) == Settings(
        theme="walnut", delay=Preferences(Session()).delay, brains=brains
    )
    known = {
        "theme",
        "numpad",
        "coordinates",
        "delay",
        "confirm_moves",
        "premoves",
        "bell",
        "plain",
        "mistakes_as_puzzles",
        "blunder_warnings",
        "rated",
        "second_opinion",
        "brains",
    }
    assert set(tomllib.loads(uncommented)) == known


def test_every_setting_is_read(path: Path) -> None:
    text = (
        'theme = "nord"\nnumpad = true\ndelay = 2\nbell = true\nplain = true\nmistakes_as_puzzles = false\n'
    )
    assert load(path, text) == Settings(
        theme="nord", numpad=True, delay=2.0, bell=Bell.REFUSALS, plain=True, mistakes_as_puzzles=False
    )


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("colour = 1", "colour"), ("[table]\nx = 1", "table"), ("theme = 3", "theme"),
        (f'theme = "{"x" * 101}"', "theme"), ("numpad = 1", "numpad"), ('bell = "true"', "bell"),
        ("bell = 3", "bell"),
        ("plain = []", "plain"), ("delay = -1", "delay"), ("delay = 61", "delay"), ("delay = nan", "delay"),
        ("delay = inf", "delay"), ("delay = true", "delay"), ('delay = "1"', "delay"),
        (f"delay = {'9' * 400}", "delay"), ('mistakes_as_puzzles = "no"', "mistakes_as_puzzles"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_named_and_the_rest_is_read(path: Path, line: str, named: str) -> None:
    settings = load(path, f"rated = false\n{line}\n")
    (warning,) = settings.warnings
    assert named in warning
    assert settings == Settings(rated=False)


@pytest.mark.parametrize(
    ("written", "bell"),
    [("false", Bell.OFF), ("true", Bell.REFUSALS), *((f'"{bell}"', bell) for bell in Bell)],
)
def test_the_bell_is_read_also_as_earlier_versions_wrote_it(path: Path, written: str, bell: Bell) -> None:
    settings = load(path, f"bell = {written}\n")
    assert (settings.bell, settings.warnings) == (bell, ())


def test_each_wrong_setting_has_a_warning_of_its_own(path: Path) -> None:
    assert len(load(path, "a = 1\nb = 2\nbell = 3\ndelay = 4\n").warnings) == 3


@pytest.mark.parametrize(
    "content",
    [
        "bell = ", "bell", "bell = true\nbell = true", "[", '"', "\x00", b"\xff\xfeb", b"\x80",
        "delay = " + "9" * 5_000, "a = " + "[" * 4_000, "a" + ".a" * 4_000 + " = 1",
    ],
    ids=range(11),
)  # fmt: skip
def test_a_file_that_cannot_be_read_gives_one_warning_and_the_defaults(
    path: Path, content: str | bytes
) -> None:
    settings = load(path, content)
    assert settings == Settings()
    (warning,) = settings.warnings
    assert len(warning) < 500


@pytest.mark.parametrize("is_directory", [False, True])
def test_a_wrong_kind_of_file_in_the_way_gives_a_warning(path: Path, is_directory: bool) -> None:
    if is_directory:
        path.mkdir(parents=True)
    else:
        path.parent.write_text("mine")
    assert len(load_settings(path).warnings) == 1
    assert path.is_dir() if is_directory else path.parent.read_text() == "mine"


def test_a_file_without_permission_gives_a_warning(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(settings_module, "open_at_once", refuse)
    settings = load_settings(path)
    assert settings == Settings()
    assert settings.warnings == ("The settings cannot be read: [Errno 13] Permission denied",)


def test_an_unwritable_place_gives_the_defaults(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = os.open

    def refuse(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise OSError(30, "Read-only file system")
        return usual(path, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    settings = load_settings(path)
    assert (settings, settings.warnings) == (Settings(), ())
    assert not path.exists()
    assert load_settings(Path("/proc/nothing/settings.toml")) == Settings()


def test_a_huge_file_is_refused_within_a_second(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    os.truncate(path, 10**9)
    start = time.monotonic()
    settings = load_settings(path)
    assert time.monotonic() - start < 1
    assert settings == Settings()
    assert settings.warnings == ("The settings are ignored: the file has more than 10,000 bytes",)


# --- one table -------------------------------------------------------------------------------------------


def test_the_table_has_every_setting_and_each_default_is_the_one_that_applies() -> None:
    assert [setting.name for setting in ALL] == [each.name for each in fields(Settings) if each.compare]
    for setting in SETTINGS:
        default = getattr(Settings(), setting.name)
        read = setting.read(tomllib.loads(f"x = {setting.example}")["x"], "x")
        assert default in (None, read)
        assert (setting.default == f"`{setting.example}`") == (default is not None)


def test_the_guide_has_the_table() -> None:
    rows = re.findall(r"^\| `\[?(\w+)\]?` \| (.*) \| (.*) \|$", section(GUIDE, "Settings"), re.MULTILINE)
    assert rows == [(each.name, each.default, each.comment.rstrip(".")) for each in ALL]


def test_the_help_names_each_setting_and_where_they_are() -> None:
    texts = {sign: text for groups in TEXTS.values() for _, rows in groups for sign, text in rows}
    assert all(setting.name in texts["File"] for setting in ALL)
    assert "ttt-tui settings path" in texts["File"]
    assert all(setting.label.lower() in texts["All settings"] for setting in SETTINGS)


# --- templates of earlier versions -----------------------------------------------------------------------

OLD = (Path(__file__).parent / "old_template.toml").read_text()
"""The template of an earlier version."""


def test_an_old_template_that_nobody_changed_is_replaced_once(path: Path) -> None:
    assert load(path, OLD) == Settings()
    assert path.read_text() == TEMPLATE
    before = path.stat()
    assert load_settings(path) == Settings()
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "changed", [OLD + "# mine\n", OLD.replace("# bell = false", "bell = false"), OLD[:-1]]
)
def test_an_old_template_that_the_user_changed_stays(path: Path, changed: str) -> None:
    load(path, changed)
    assert path.read_text() == changed


def test_the_digest_of_the_template_becomes_an_old_one_when_it_changes() -> None:
    assert hashlib.sha256(OLD.encode()).hexdigest() in OLD_TEMPLATES
    assert hashlib.sha256(TEMPLATE.encode()).hexdigest() not in OLD_TEMPLATES
    assert hashlib.sha256(TEMPLATE.encode()).hexdigest() == CURRENT, (
        "the template has changed: add the digest CURRENT to OLD_TEMPLATES, and put the new one here"
    )


# --- changing a value ------------------------------------------------------------------------------------

MINE = """\
# my own words
bell = true   # loud

  delay  =  0.5
theme = "nord" # a # in it
[brains]
Rapfi = "rapfi" # bell = 1
"""


@pytest.mark.parametrize(
    ("name", "value", "old", "new"),
    [
        ("bell", "turns", "bell = true   # loud", 'bell = "turns"   # loud'),
        ("bell", None, "bell = true   # loud", "# bell = true   # loud"),
        ("delay", 2.0, "  delay  =  0.5", "delay = 2.0"),
        ("theme", "kaya", '"nord" # a # in it', '"kaya" # a # in it'),
        ("theme", 'a"b\\c ü', '"nord" # a # in it', '"a\\"b\\\\c ü" # a # in it'),
        ("rated", False, "[brains]",
         "# Rate you by your games against the steps of the ladder.\nrated = false\n\n[brains]"),
    ],
)  # fmt: skip
def test_only_the_value_changes(
    path: Path, name: str, value: str | float | bool | None, old: str, new: str
) -> None:
    load(path, MINE)
    save_setting(path, name, value)
    assert path.read_text() == MINE.replace(old, new)
    expected = getattr(Settings(), name) if value is None else value
    assert getattr(load_settings(path), name) == expected


def test_every_setting_of_the_template_can_be_set_and_taken_back(path: Path) -> None:
    for setting in SETTINGS:
        value = tomllib.loads(f"x = {setting.example}")["x"]
        save_setting(path, setting.name, value)
        assert getattr(load_settings(path), setting.name) == value
        assert len(path.read_text().splitlines()) == len(TEMPLATE.splitlines())
        save_setting(path, setting.name, None)
    assert path.read_text() == TEMPLATE


@pytest.mark.parametrize(
    "content",
    ["bell = ", 'theme = """\nx"""\n', "theme = 1 2", f"bell{'.x' * 200} = 1", "#" * (LARGEST_SETTINGS + 1)],
)
def test_a_file_that_cannot_be_changed_so_stays(path: Path, content: str) -> None:
    load(path, content)
    with pytest.raises(SettingNotSaved, match="cannot change"):
        save_setting(path, "theme", "kaya")
    assert path.read_text() == content
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    with pytest.raises(SettingNotSaved, match="is not a file"):
        save_setting(path, "bell", True)
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_ends_of_lines_stay_as_they_are(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"bell = true\r\nrated = true\r\n")
    save_setting(path, "bell", False)
    assert path.read_bytes() == b"bell = false\r\nrated = true\r\n"


def test_a_link_to_the_file_stays_a_link_and_its_mode_stays(path: Path) -> None:
    path.parent.mkdir()
    real = path.parent / "dotfiles.toml"
    real.write_text("bell = true\n")
    real.chmod(0o644)
    path.symlink_to(real)
    save_setting(path, "bell", False)
    assert path.is_symlink()
    assert real.read_text() == "bell = false\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o644


def test_a_disk_that_cannot_be_written_is_told(path: Path) -> None:
    with pytest.raises(SettingNotSaved, match="cannot write"):
        save_setting(Path("/proc/nothing/settings.toml"), "bell", True)
