"""Backups of a server, which goes on meanwhile."""

import os
import tarfile
import tempfile
from pathlib import Path

from ttt_tui.errors import CannotStart, StoreError
from ttt_tui.store.database import copy_database

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
            with open(file, "wb") as written, tarfile.open(fileobj=written, mode="w:gz") as archive:
                for name in DATABASES:
                    archive.add(Path(copies) / name, name)
                for name in ("host_key", "homes"):
                    if (folder / name).exists():
                        archive.add(folder / name, name)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
