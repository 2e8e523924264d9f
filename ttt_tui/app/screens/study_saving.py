"""Saving a study in a file, in a thread: no screen waits for the disk."""

import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ttt_tui.app.screens.sharing import hand_out, saved_as
from ttt_tui.engine.records.text import to_text
from ttt_tui.process.paths import LONGEST_PATH
from ttt_tui.process.permissions import Permission

if TYPE_CHECKING:
    from ttt_tui.app.screens.study import StudyScreen


class StudySaving:
    """Saves the study of a screen."""

    def __init__(self, screen: "StudyScreen") -> None:
        self._screen = screen
        self._written: dict[Path, bytes] = {}
        """What this study wrote to files."""
        self._saved_as = ""
        """The name of the file that it wrote last."""

    def action_save(self) -> None:
        """Ask for the name of a file, and save the study there; where no files may be written, copy it."""
        if not self._screen.session.permissions.allows(Permission.FILES):
            hand_out(self._screen, to_text(self._screen.study.record()))
            return
        from ttt_tui.app.screens.study_dialogs import LineScreen

        geometry = self._screen.study.game.setup.geometry
        name = self._saved_as or f"study-{geometry.columns}x{geometry.rows}.sgf"
        formats = ".sgf, .txt and .json keep all lines"
        screen = LineScreen("Save the study in a file", name, formats, LONGEST_PATH)
        self._screen.app.push_screen(screen, self._save)

    def _save(self, name: str | None) -> None:
        """Write the study in a thread, for no screen waits for the disk: to a new file, or to the one that it
        wrote before, unless somebody has changed that.
        """
        if not name:
            return
        self._screen.session.permissions.check(Permission.FILES)
        from ttt_tui.store.files import content_for, describe_os_error, write_content

        try:
            path = Path(name).expanduser()
            content = content_for([self._screen.study.record()], path)
        except (OSError, RuntimeError, ValueError) as error:  # of a record, a name or a home
            self._screen.refuse(f"can't save the study: {error}")
            return

        def save() -> None:
            try:
                write_content(content, path, self._written.get(path.absolute()))
                self._written[path.absolute()], self._saved_as = content, name
                tell = partial(self._screen.show_notice, saved_as(path.absolute()))
            except FileExistsError:
                tell = partial(
                    self._screen.refuse,
                    f"can't save the study: {path.name} already exists; choose a new name",
                )
            except (OSError, ValueError) as error:
                why = describe_os_error(error) if isinstance(error, OSError) else str(error)
                tell = partial(self._screen.refuse, f"can't save the study: {why}")
            with suppress(RuntimeError):  # the program is ending
                self._screen.call_later(tell)

        threading.Thread(target=save, name="save", daemon=True).start()
