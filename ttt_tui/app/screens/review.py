"""The review of a game: stepped through, from mistake to mistake, while more is found."""

from collections.abc import Collection, Mapping, Sequence

from textual.binding import Binding
from textual.worker import Worker

from ttt_tui.analysis.by_rules import winning_squares
from ttt_tui.analysis.review import GameReview, ReviewedMove, curve, losing_move, reviewed_moves
from ttt_tui.analysis.review_sentences import (
    MARK_NAMES,
    better_move_phrase,
    no_losing_move_phrase,
    no_mistakes_phrase,
    so_far,
)
from ttt_tui.analysis.words import either
from ttt_tui.app.look.room import NARROW
from ttt_tui.app.play.background import judge_queue
from ttt_tui.app.play.review_words import (
    accuracies,
    accuracy_heads,
    better_explained,
    better_line,
    explained,
    new_puzzles_sentence,
    overview,
    progress_phrases,
    warnings_sentence,
    with_comment,
)
from ttt_tui.app.play.review_work import SAVE_SECONDS, ReviewWork
from ttt_tui.app.screens.base import part_action
from ttt_tui.app.screens.board_screen import numbers_binding, share_binding
from ttt_tui.app.screens.game_viewer import GameViewerScreen, walking_bindings
from ttt_tui.app.screens.practice import PracticeScreen
from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.app.widgets.board.view import BoardView, Label, line_labels
from ttt_tui.app.widgets.game_views import ReviewView
from ttt_tui.app.widgets.lines import MUTED, TextStyle
from ttt_tui.computer import LEVELS
from ttt_tui.engine import Game, check_setup, squares_of
from ttt_tui.engine.records.tree import Tree
from ttt_tui.errors import ActionUnavailable, InvalidSetup
from ttt_tui.session.advisor import opinion_on
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import GameRef

IN_FOOTER = ("mistake(1)", "try", "better", "why", "play_from", "app.help", "leave")
"""The actions in the footer where there is room."""

ON_MISTAKES = ("mistake(1)", "try", "better", "why")
"""The actions that need a mistake."""

IN_NARROW_FOOTER = ("mistake(1)", "panel", "leave")
"""The actions in a narrow window, whose panel, with the text about a mistake, is opened by a key."""


class ReviewScreen(GameViewerScreen):
    """Shows a game with its review, which continues in the background and is saved.

    For a `loser` it begins at the end of the game, and goes to the losing move once that is known, and to
    another one that a longer search finds, as long as the user does nothing.
    """

    MODE = "Review"
    BINDING_GROUP_TITLE = "Reviewing"
    BINDINGS = [
        Binding("n", "mistake(1)", "next mistake", id="review.next", tooltip="Go to the next mistake"),
        Binding("t", "try", "try again", id="review.try",
                tooltip="Try again: find a better move than the mistake"),
        Binding("b", "better", "better", id="review.better",
                tooltip="Show or hide the better move and its line"),
        Binding("w", "why", "why", id="review.why",
                tooltip="See why it is a mistake: play on against the best replies"),
        Binding("d", "deepen", "deeper", id="review.deepen",
                tooltip="Analyse deeper: twice as long for each position"),
        Binding("N", "mistake(-1)", "previous mistake", show=False, key_display="N", id="review.previous",
                tooltip="Go to the previous mistake"),
        *walking_bindings("review", play="space,p"),
        Binding("e", "study", "study", show=False, id="review.study",
                tooltip="Study the game: add variations, comments and signs"),
        numbers_binding("review"),
        share_binding("review"),
        Binding("q,escape", "leave", "leave", key_display="q", id="review.leave",
                tooltip="Leave the review; its results are saved"),
        Binding("enter", "play_from", "play from here", key_display="↵", id="review.from",
                tooltip="Play from here in a new match"),
    ]  # fmt: skip

    on_store_answered = part_action("work", ReviewWork.start_late)

    def __init__(
        self,
        session: Session,
        game: Game,
        title: str,
        stored: GameRef | None = None,
        *,
        loser: int | None = None,
        tree: Tree | None = None,
    ) -> None:
        """`stored` names the game in the store, None if it is not there. `tree` has all its lines, None if
        they have not been read.

        `loser` is the seat whose losing move is wanted, None to begin at the start of the game.
        """
        self.panel = ReviewView(game.setup)
        super().__init__(session, game, title, self.panel, self.panel.move_log)
        self._by = opinion_on(session, game.setup)
        self.judge = judge_queue(session)
        """Judges positions, also for practice; `_reviewer` may be another one."""
        self._reviewer = judge_queue(session, self._by) if self._by else self.judge
        self._stored, self._tree = stored, tree
        self.work = ReviewWork(self, stored, self._reviewer, self._by)
        self._shown: GameReview | None = None
        self._moves: Sequence[ReviewedMove | None] = ()
        self._mistakes: Sequence[int] = ()  # the numbers of all bad moves
        self._signs: Mapping[int, str] = {}  # those of stones have a sign, resigning has none
        self._shows_better = False
        self._was_full = self._has_failed = False
        self._loser = loser
        if loser is not None:
            self.first_ply = len(game.moves)
        self._seeks = loser is not None  # whether the user has done nothing yet

    def on_mount(self) -> None:
        self.work.start()
        self._show_found()

    def on_unmount(self) -> None:
        """Stop at once, and save the results."""
        self.work.close()
        self.judge.close()
        self._reviewer.close()

    def on_screen_resume(self) -> None:
        """Continue if the judge is idle, and show what was found meanwhile, and comments of a study."""
        if self._shown is not None:
            self.work.resume()
            self.show_ply(self.ply)
            self._show_found()

    def show_anew(self) -> None:
        self.work.show_by(self.game.setup)
        self.found.setup = self.game.setup
        super().show_anew()

    # --- results -----------------------------------------------------------------------------------------

    def resume_work(self) -> None:
        """Continue, unless the screen has been left."""
        if not self.has_gone:
            self.work.resume()

    def on_search_update(self) -> None:
        self.work.save(SAVE_SECONDS)
        if self.is_active:
            self._show_found()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.is_finished:
            if new := self.work.take_puzzles():
                self.announce(new_puzzles_sentence(new))
            self.on_search_update()

    def _show_found(self) -> None:
        """Show the new results."""
        found = self.work.found
        if found is not self._shown:
            self._shown = found
            self._moves = reviewed_moves(found)
            bad = [move for move in self._moves if move and move.worth.mark.is_bad]
            self._mistakes = [move.number for move in bad]
            self._signs = {move.number: str(move.worth.mark) for move in bad if move.square is not None}
            self.move_log.sign(self._signs)
            self.show_ply(self.ply)
            self._go_to_losing_move()
        self._show_progress()

    def _go_to_losing_move(self) -> None:
        """Go to the losing move when it becomes known or changes, unless the user has done something."""
        move = self._losing_move
        if self._seeks and move is not None and move.number != self.ply:
            self.show_ply(move.number)

    @property
    def _losing_move(self) -> ReviewedMove | None:
        return None if self._loser is None else losing_move(self.found, self._loser)

    def begin_key(self, actions: Collection[str]) -> None:
        self._seeks = self._seeks and not actions
        super().begin_key(actions)

    def go(self, ply: int) -> None:
        self._seeks = False  # a click in the move list comes here, too
        super().go(ply)

    def _show_progress(self) -> None:
        """Show the progress of the review; once it is finished, the accuracy of the moves."""
        found, head = self.found, self.panel.moves_head
        if self.work.failure:
            head.show(("Review stopped",), TextStyle("bad"))
            if not self._has_failed:
                self._has_failed = True
                self.refuse(self.work.failure)
        elif found.is_full:
            judged = accuracy_heads(found, self._by)
            head.show(judged, TextStyle("faint"), accuracies(found))
        else:
            head.show(progress_phrases(found), MUTED)
        if found.is_full != self._was_full:
            self._was_full = found.is_full
            self.refresh_bindings()

    # --- display -----------------------------------------------------------------------------------------

    @property
    def found(self) -> GameReview:
        """The results that the screen shows."""
        return self._shown or self.work.found

    @property
    def move(self) -> ReviewedMove | None:
        """The move that the board shows, None at the start and while nothing is known of it."""
        return self._moves[self.ply - 1] if self.ply and self._moves else None

    @property
    def _mistake(self) -> ReviewedMove | None:
        move = self.move
        return move if move is not None and move.worth.mark.is_bad else None

    def show_ply(self, ply: int) -> None:
        """Show the game after `ply` moves, with the review of the latest one."""
        if ply != self.ply:
            self._shows_better = False
        super().show_ply(ply)
        found, view = self.found, self.panel
        view.head.show_place(found, self.ply)
        view.curve.show(curve(found), self._signs, self.ply)
        if self._shows_better and self._mistake is not None:
            text = better_explained(found, self._mistake)
        else:
            text = overview(found, warnings_sentence(self.game))
            if self.ply:
                text = explained(found, self.ply, self.move, draws_ghosts=self.board.draws_ghosts)
            text = with_comment(text, self._comment, self.ply)
        view.explanation.show(text)
        self.refresh_bindings()

    @property
    def _comment(self) -> str:
        """A person's comment on the move that the board shows, at the start on the game."""
        return "" if self._tree is None else [self._tree.root, *self._tree.main_line][self.ply].comment

    def view(self) -> BoardView:
        """Return the board, with the better move and the refutation of a bad one, or with the better line."""
        view, move = super().view(), self._mistake
        if move is None:
            return view
        if self._shows_better:
            before = BoardView.after(self.game, self.ply - 1)
            labels = line_labels(self.found.positions[self.ply - 1], move.better)
            return before._replace(labels=labels, can_place=False)
        known = self.found.known[self.ply]
        labels = line_labels(self.found.positions[self.ply], known.pv if known else ())
        if move.better and move.better[0] != move.square:
            geometry = self.game.setup.geometry
            square, mark = geometry.square_of(move.better[0]), geometry.mark_by(move.player, move.better[0])
            reply = (
                () if square not in labels else labels[square].texts
            )  # its number, where no ghost is drawn
            texts = (*(f"{number}+" for number in reply), "+")
            labels[square] = Label(texts, "good", is_marked=True, ghost=mark)
        return view._replace(labels=labels)

    def state(self) -> StatusText:
        """Return the position's place in the game, and what was wrong with the move."""
        place, move = super().state(), self._mistake
        if move is not None and self._shows_better:
            if self.board_area.shows_panel:  # which has its moves
                return place._replace(statement=f"The better line for move {move.number}")
            return place._replace(statement=better_line(self.found, move))
        if move is not None:
            is_losing = move == self._losing_move
            named = f"the losing move{so_far(self.found)}" if is_losing else MARK_NAMES[move.worth.mark]
            if self.board_area.shows_panel:  # which has the rest
                return place._replace(more=named)
            more = "; ".join(filter(None, (named, better_move_phrase(self.game.setup, move))))
            return place._replace(more=more, less=named)
        comment = "" if self.board_area.shows_panel else " ".join(self._comment.split())
        if comment and not self._seeking:
            return place._replace(more=comment, less=self.status.beginning(place.statement, comment, " (s)"))
        return place._replace(more=self._seeking)

    @property
    def _seeking(self) -> str:
        """The text about the losing move at the end of a lost game."""
        if self._loser is None or self.ply < len(self.game.moves):
            return ""
        if self.found.is_full and self._losing_move is None:
            return no_losing_move_phrase(self.found, self._loser)
        return "looking for the losing move" if self._seeks and not self.work.failure else ""

    def show_status(self) -> None:
        """Show an announcement about a lost game for a while even beside its losing move."""
        super().show_status()
        message = self.status_message
        if message and not self.notice and self._loser is not None:
            self.status.show_beside(self.state(), message)

    @property
    def hides_announcement(self) -> bool:
        return bool(self.notice) if self._loser is not None else super().hides_announcement

    def is_in_footer(self, binding: Binding) -> bool:
        """Return whether a key is shown in the footer; the one for a deeper analysis only if possible."""
        is_full = self.found.is_full
        if binding.action in ON_MISTAKES and is_full and not self._mistakes:
            return False
        if self.size.width < NARROW:
            return binding.action in IN_NARROW_FOOTER
        return binding.action in IN_FOOTER or binding.action == ("deepen" if is_full else "step(1)")

    # --- actions -----------------------------------------------------------------------------------------

    def check_possible(self, action: str) -> None:
        if action in ("try", "better", "why"):
            self._check_mistake(action, self._mistake)
        elif action == "play_from":
            self._check_play_from()
        elif action == "deepen" and not self.found.is_full:
            raise ActionUnavailable("the review is still running")
        elif action == "deepen" and self.found.is_solved:
            raise ActionUnavailable("every position is proved: there is nothing to analyse deeper")

    def _check_mistake(self, action: str, move: ReviewedMove | None) -> None:
        """Raise `ActionUnavailable` if an action on the mistake that the board shows is not possible."""
        if move is None:
            raise ActionUnavailable("no mistake here: n goes to the next one")
        if action == "better":
            if not move.better:
                raise ActionUnavailable("no better move found")
            return
        if move.square is None:
            raise ActionUnavailable("the mistake was to resign: no other square to try")
        if action == "why" and self.ply == len(self.game.moves) and self.game.outcome is not None:
            raise ActionUnavailable("that move ended the game")
        position, setup = self.found.positions[self.ply], self.game.setup
        if action == "why" and (winning := winning_squares(position)):
            squares = either(setup.geometry.worded(*squares_of(winning)))
            raise ActionUnavailable(f"{setup.players[position.to_move].symbol} wins at once with {squares}")

    def _check_play_from(self) -> None:
        """Raise `ActionUnavailable` if nobody can play on from the position on the board."""
        if self.game.outcome and self._ply_to_play_from == len(self.game.moves):
            raise ActionUnavailable("the game is over here: ← goes back")
        try:
            check_setup(self.game.setup, LEVELS)
        except InvalidSetup as error:
            raise ActionUnavailable(str(error)) from error

    def action_mistake(self, by: int) -> None:
        """Go to the next mistake, or to the previous one, wrapping around."""
        plies = self._mistakes
        if not plies:
            self.refuse(no_mistakes_phrase(self.found))
            return
        later = [ply for ply in plies if (ply - self.ply) * by > 0]
        target = (later or plies)[0 if by > 0 else -1]
        if target == self.ply:
            self.refuse(f"this is the only mistake{so_far(self.found)}")
            return
        self.go(target)

    def action_better(self) -> None:
        """Show the better move and its line, or the game again."""
        self.board_area.see_board()
        self._shows_better = not self._shows_better
        self.show_ply(self.ply)

    def action_try(self) -> None:
        self._practise(is_escape=False)

    def action_why(self) -> None:
        """Try to escape the refutation of this move."""
        self._practise(is_escape=True)

    def _practise(self, *, is_escape: bool) -> None:
        move = self._mistake
        if move is None or not self.is_active:
            return
        self.stop()
        self.app.push_screen(PracticeScreen(self, move, is_escape=is_escape))

    @property
    def _ply_to_play_from(self) -> int:
        """The number of moves after which the position on the board was reached."""
        return self.ply - self._shows_better

    def action_play_from(self) -> None:
        """Start a match from this position; the reviewed game stays unchanged."""
        self.app.play_from(self.game, self._ply_to_play_from)

    def action_study(self) -> None:
        """Study the game; the review goes on when the study is left."""
        self.stop()
        self._tree = self._tree or self.tree_of(self.game, self._stored)
        if self._tree is not None:
            self.app.open_study(self._tree, self._stored, self.ply)

    def action_deepen(self) -> None:
        """Analyse every position once more, for twice as long."""
        if self.work.is_done:
            self.work.start(deeper=True)

    def action_leave(self) -> None:
        """Leave the screen, or return from the better line to the game."""
        if self._shows_better:
            self.action_better()
        else:
            super().action_leave()
