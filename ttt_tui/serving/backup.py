"""Backups of a server, which goes on meanwhile."""

import os
import tarfile
import tempfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from ttt_tui.errors import CannotStart, StoreError
from ttt_tui.store.database import BESIDE, copy_database

DATABASES = ("accounts.db", "games.db")
"""The accounts come first: so each game that is not over is among the games."""


def write_backup(folder: Path, path: Path) -> None:
    """Write what is in a server's folder, as it is now, to one archive.

    Raises `CannotStart` if there is no server's folder or the file exists, and `StoreError`.
    """
    if path.exists():
        raise CannotStart(f"{path} exists already")
    if not all((folder / name).exists() for name in DATABASES):
        raise CannotStart(f"{folder} is not the folder of a server")
    try:
        with tempfile.TemporaryDirectory(dir=folder) as copies:
            for name in DATABASES:
                copy_database(folder / name, Path(copies) / name)
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            try:
                with open(file, "wb") as written, tarfile.open(fileobj=written, mode="w:gz") as archive:
                    for name in DATABASES:
                        archive.add(Path(copies) / name, name)
                    for name in ("host_key", "homes"):
                        _add(archive, folder / name, name, Path(copies) / "copy.db")
            except BaseException:
                path.unlink(missing_ok=True)  # half an archive is none
                raise
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None


def _add(archive: tarfile.TarFile, path: Path, name: str, copy: Path) -> None:
    """Add a file or a directory in which visitors' programs make, change and remove files meanwhile."""
    with suppress(FileNotFoundError):
        if path.is_symlink():
            return
        if path.is_dir():
            archive.add(path, name, recursive=False)
            for below in sorted(os.listdir(path)):
                _add(archive, path / below, f"{name}/{below}", copy)
        elif path.is_file() and not name.endswith(BESIDE):
            info = archive.gettarinfo(path, name)
            data = _data(path, copy)
            info.size = len(data)
            archive.addfile(info, BytesIO(data))


def _data(path: Path, copy: Path) -> bytes:
    """Return what is in a file at one moment; of a damaged database what is there. Raises `OSError`."""
    if path.suffix == ".db" and path.exists():
        with suppress(StoreError):
            copy.unlink(missing_ok=True)
            copy_database(path, copy)
            return copy.read_bytes()
    return path.read_bytes()
