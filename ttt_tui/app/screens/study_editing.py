"""The edits of a study by keys: comments, signs and names are asked for, and each edit can be undone."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ttt_tui.errors import ActionUnavailable, IllegalMove, RecordError

if TYPE_CHECKING:
    from ttt_tui.app.screens.study import StudyScreen

LONGEST_NAME = 200
"""Characters of a name that is typed."""


class StudyEditing:
    """Edits the study of a screen, at the move that it shows."""

    def __init__(self, screen: "StudyScreen") -> None:
        self._screen = screen

    def change(self, edit: Callable[[], object], notice: str = "") -> None:
        """Change the study and show it with a notice, or say why that is not possible."""
        try:
            edit()
        except (ActionUnavailable, IllegalMove, RecordError) as refusal:
            self._screen.refuse(str(refusal))
            return
        self._screen.show_tree()
        if notice:
            self._screen.show_notice(notice)

    def action_comment(self) -> None:
        """Change the comment on this move."""
        from ttt_tui.app.screens.study_dialogs import CommentScreen, TypedComment

        study, node = self._screen.study, self._screen.study.node

        def commented(typed: TypedComment | None) -> None:
            if typed is None or study.node is not node:
                return
            if typed.is_saved:
                self.change(lambda: study.comment(typed.text))
            else:
                self.change(lambda: study.comment_undone(typed.text), "Not saved; U brings your text back")

        heading = f"Comment on {self._screen.move_words}" if node.parent else "Comment on the game"
        self._screen.app.push_screen(CommentScreen(heading, node.comment), commented)

    def action_rename(self) -> None:
        """Change the name of the study."""
        from ttt_tui.app.screens.study_dialogs import LineScreen

        study = self._screen.study

        def named(name: str | None) -> None:
            if name is not None:
                self.change(lambda: study.rename(name))

        note = "It is the first line of the comment on the game."
        longest = max(LONGEST_NAME, len(study.heading))
        self._screen.app.push_screen(LineScreen("Name of the study", study.heading, note, longest), named)

    def action_sign(self) -> None:
        """Choose the sign of this move."""
        from ttt_tui.app.screens.study_dialogs import NO_SIGN, SignScreen

        study, node = self._screen.study, self._screen.study.node

        def signed(nag: int | None) -> None:
            if nag is not None and study.node is node:
                self.change(lambda: study.sign(None if nag == NO_SIGN else nag))

        if node.parent is None:
            self._screen.refuse("go to a move first")
        else:
            self._screen.app.push_screen(SignScreen(self._screen.move_words, node.nags), signed)

    def action_delete(self) -> None:
        self.change(self._screen.study.delete, "Deleted; u brings it back")

    def action_promote(self) -> None:
        self.change(self._screen.study.promote)

    def action_undo(self) -> None:
        self.change(self._screen.study.undo)

    def action_redo(self) -> None:
        self.change(self._screen.study.redo)
