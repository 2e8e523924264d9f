"""What is done with the selected game of the history: resume, replay, study, review, export, delete."""

from functools import partial
from typing import TYPE_CHECKING

from ttt_tui.app.screens.dialog import confirm
from ttt_tui.app.screens.game_viewer import BETWEEN
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.sharing import hand_out, saved_as
from ttt_tui.engine import Game
from ttt_tui.engine.records.text import to_text
from ttt_tui.errors import RecordError, StillWriting, StoreError
from ttt_tui.process.memory import infrequent_gc
from ttt_tui.process.permissions import Permission
from ttt_tui.session.game_rows import length
from ttt_tui.session.history_tables import result, started
from ttt_tui.store.files import write_beside
from ttt_tui.store.stored_game import Entry

if TYPE_CHECKING:
    from ttt_tui.app.screens.history import HistoryScreen


class GameActions:
    """Acts on the selected game of a history."""

    def __init__(self, screen: "HistoryScreen") -> None:
        self._screen, self._session = screen, screen.session

    def action_open(self) -> None:
        """Resume an unfinished game of this machine; replay any other."""
        entry = self._screen.selected
        if entry is None:
            return
        if entry.is_free_study:
            self.action_study()
        elif not self._screen.can_resume(entry):
            if (game := self._read_game(entry)) is not None:
                record = entry.record()
                replay = ReplayScreen(
                    self._session, game, _known(entry), record.notes, entry.uid, record.tree
                )
                self._screen.app.push_screen(replay)
        elif entry.open_since is None:
            self._screen.dismiss(entry)
        else:
            where = f"Another terminal has had it open since {entry.open_since:%H:%M}."
            take_over = partial(self._screen.dismiss, entry)
            confirm(self._screen, take_over, "Take over this game?", where, yes="take over", no="cancel")

    def action_study(self) -> None:
        """Study the selected game with its lines."""
        if (entry := self._screen.selected) is not None:
            try:
                with infrequent_gc():  # a large tree is a million objects, none of which is garbage
                    self._screen.app.open_study(entry.tree(), entry.uid)
            except RecordError as error:
                self._screen.refuse(str(error))

    def action_review(self) -> None:
        if (entry := self._screen.selected) is not None and (game := self._read_game(entry)) is not None:
            from ttt_tui.app.screens.review import ReviewScreen  # it imports the searches

            title, tree = BETWEEN.join(_known(entry)), entry.record().tree
            self._screen.app.push_screen(ReviewScreen(self._session, game, title, entry.uid, tree=tree))

    def _read_game(self, entry: Entry) -> Game | None:
        """Return a stored game; None after a refusal if it is damaged."""
        try:
            return entry.game()
        except RecordError as error:
            self._screen.refuse(str(error))
            return None

    def action_export(self) -> None:
        """Write the selected game to a new file beside the history, where pictures are saved, too.

        Where no files may be written, copy it.
        """
        entry = self._screen.selected
        if entry is None:
            return
        if not self._session.permissions.allows(Permission.FILES):
            try:
                hand_out(self._screen, to_text(entry.record()))
            except RecordError as error:
                self._screen.refuse(f"can't copy the game: {error}")
            return
        history = self._session.history
        folder = None if history is None or history.path is None else history.path.parent
        assert folder is not None, "the game is stored there"
        try:
            path = write_beside(to_text(entry.record()).encode(), folder, f"ttt-tui-{entry.id}", ".txt")
        except (OSError, RecordError) as error:
            self._screen.refuse(f"can't export the game: {error}")
        else:
            self._screen.show_notice(saved_as(path))

    def action_delete(self) -> None:
        entry, history = self._screen.selected, self._session.history
        if entry is None or history is None:
            return

        def delete() -> None:
            try:
                history.delete(entry.uid)
            except StillWriting:
                pass  # the list is read after that
            except StoreError as error:
                self._screen.refuse(f"can't delete the game: {error}")
                return
            self._session.forget(entry.uid)
            self._screen.read()

        what = f"the study {entry.id}" if entry.is_free_study else f"game {entry.id}"
        question = f"Delete {what} ({length(entry)[0]})?"
        confirm(self._screen, delete, question, "This can't be undone.", yes="delete", no="keep")


def _known(entry: Entry) -> tuple[str, ...]:
    return result(entry), started(entry), f"id {entry.id}"
