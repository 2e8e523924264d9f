"""Where files are kept: the platform's places, or all in one directory named by `TTT_TUI_HOME`."""

import os
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_log_path

HOME_VARIABLE = "TTT_TUI_HOME"

APP = "ttt-tui"


def history_path() -> Path:
    """Return the path of the database of games."""
    return (_home() or user_data_path(APP, appauthor=False)) / "history.db"


def settings_path() -> Path:
    """Return the path of the user's settings."""
    return (_home() or user_config_path(APP, appauthor=False)) / "settings.toml"


def log_path() -> Path:
    """Return the path of the log in which an unexpected error leaves its traceback."""
    return (_home() or user_log_path(APP, appauthor=False)) / "ttt-tui.log"


def make_private_directory(directory: Path) -> None:
    """Make a directory that only its owner can look into, if it is not there; raises `OSError`."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)


def _home() -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) if home else None
