"""The actions of the main menu: starting, hosting, joining or resuming games, and changing the players."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.binding import Binding

from ttt_tui.app.play.game_finder import GameFinder, GamesFound, ask_for_turns
from ttt_tui.app.play.store_answers import answering
from ttt_tui.app.widgets.setup_start import RESUME
from ttt_tui.engine import Game, Match, Player, Setup
from ttt_tui.errors import ConnectionUnavailable, InvalidSetup, StoreBusy, TttError
from ttt_tui.process.permissions import Permission
from ttt_tui.session.layout import fitted
from ttt_tui.session.presets import MEDIUM, YOU, fair_times, new_player, with_usual_names
from ttt_tui.session.resuming import ResumableGame, resume_entry
from ttt_tui.session.setup_changes import has_open_seat, without_open_seats, your_seat
from ttt_tui.store.stored_game import Entry

if TYPE_CHECKING:
    from ttt_tui.app.screens.setup import SetupScreen
    from ttt_tui.multiplayer.local_server import WaitingGame
    from ttt_tui.store.games import ClaimedGame
    from ttt_tui.store.thread import Job

UNCUT = 1000
"""Cells with room for the full description of a game to resume."""

LOOKING = "Looking for games to watch"
NO_GAMES = "no games are hosted on this machine; H hosts one"

WAITING = "Waiting for the history; any other key cancels"

CLAIM_SECONDS, POLL_SECONDS = 10.0, 0.05
"""Seconds to wait for a history that is late with the game to resume, and between two checks."""


class Starts:
    """Opens games and other screens above the main menu, or says on it why that is not possible."""

    def __init__(self, screen: "SetupScreen") -> None:
        self._screen = screen
        self._session = screen.session
        self.resumable = ResumableGame(screen.session, answering(screen))
        self.was_played = False
        """Whether a game covered the main menu since it was last in front."""
        self._turns: list[WaitingGame] = []  # games on servers of this machine that wait for a move
        self._finder = GameFinder(screen)
        self._late: Job[ClaimedGame] | None = None  # the game that the history is late with

    def ask_for_turns(self) -> None:
        """Ask which games on servers of this machine wait for a move; `show_turns` gets the answer."""
        app = self._screen.app
        if app.start_request.lobby is None and self._session.permissions.allows(Permission.LOCAL_GAMES):
            ask_for_turns(self._screen)

    def show_turns(self, games: "list[WaitingGame]") -> bool:
        """Offer the first of these games before one of the user's own; return whether others were known."""
        before, self._turns = self._turns, games
        return before != games

    @property
    def can_resume(self) -> bool:
        """Whether there is a game to resume, here or on a server."""
        return bool(self._turns) or self.resumable.is_available

    def to_resume(self, room: int) -> str:
        """Return what `r` resumes, in at most `room` cells; empty if nothing can be resumed."""
        if not self._turns:
            return self.resumable.summary(room)
        return fitted(f"{RESUME}{self._turns[0].opponent} has moved", room)

    def begin(self, setup: Setup, *, matches_strength: bool = False) -> None:
        """Start a match, or host it if a seat is open; `matches_strength` is as in `Session.new_match`."""
        if has_open_seat(setup):
            self._host(setup)
        else:
            self._play(self._session.new_match(setup, matches_strength=matches_strength))

    def _play(self, match: Match) -> None:
        """Play a match, or host it if a seat is open."""
        from ttt_tui.app.screens.play import PlayScreen

        if has_open_seat(match.setup):
            self._host(match.setup, lambda: match)
        else:
            self.was_played = True
            self._screen.app.push_screen(PlayScreen(self._session, match))

    def _host(self, setup: Setup, resume: Callable[[], Match] | None = None) -> None:
        try:
            self._screen.app.host(setup, resume)
        except ConnectionUnavailable as refusal:
            self._screen.refuse(str(refusal))
        else:
            self.was_played = True

    # --- games of others ---------------------------------------------------------------------------------

    def action_join(self) -> None:
        from ttt_tui.app.screens.join import JoinScreen

        self._session.permissions.check(Permission.LOCAL_GAMES)
        self._screen.app.push_screen(JoinScreen(), self._join_chosen)

    def action_watch(self) -> None:
        """Find the hosted games, for `watch_found`. Any other key cancels."""
        self._session.permissions.check(Permission.LOCAL_GAMES)
        self._screen.show_notice(LOOKING)
        self._finder.start()

    def watch_found(self, answer: GamesFound) -> None:
        """Watch the only game, list several, or say that there is none."""
        from ttt_tui.multiplayer.discovery import DiscoveredGame

        screen = self._screen
        if not screen.is_active or screen.notice != LOOKING:
            return
        games = [game for game in answer.found if isinstance(game, DiscoveredGame)]
        if games:
            screen.show_notice("")
        if len(games) == 1:
            self._join(games[0].host, watches=True)
        elif games:
            from ttt_tui.app.screens.join import WatchScreen

            screen.app.push_screen(WatchScreen(answer.found), self._join_chosen)
        elif answer.found:
            screen.refuse(f"no game to watch: that of {answer.found[0].host} {answer.found[0]}")
        else:
            screen.refuse(answer.problem or NO_GAMES)

    def _join_chosen(self, game: tuple[str, bool] | None) -> None:
        if game is not None:
            host, watches = game
            self._join(host, watches=watches)

    def _join(self, host: str, *, watches: bool) -> None:
        """Join or watch the game that the user with this login hosts."""
        self.was_played = True
        try:
            self._screen.app.join(host, watches=watches)
        except ConnectionUnavailable as refusal:
            self._screen.refuse(str(refusal))

    # --- games that were left ----------------------------------------------------------------------------

    def action_resume(self) -> None:
        """Resume the unfinished game; if another game has replaced it, name that first.

        A game on a server that waits for a move goes before.
        """
        if self._turns:
            game = self._turns.pop(0)
            try:
                self._screen.app.enter_server(game.server, game.number)
            except ConnectionUnavailable as refusal:
                self._screen.refuse(str(refusal))
            return
        before = self.resumable.summary(UNCUT)
        self.resumable.refresh()
        if self.resumable.summary(UNCUT) == before:
            self._resume(self.resumable.resume, self.resumable.stored)
        else:
            self._screen.refresh_bindings()
            self._screen.refuse("the game was changed at another terminal: check what r resumes now")

    def _resume(self, resume: Callable[[], Match], entry: Entry | None = None) -> None:
        """Play the match that `resume` returns, or show why it cannot be resumed.

        If the history is busy, resume `entry` as soon as the history answers.
        """
        try:
            match = resume()
        except StoreBusy as error:
            if entry is None:
                self._screen.refuse(str(error))
            else:
                self._resume_late(entry, str(error))
        except TttError as error:
            self._screen.refuse(str(error))
        else:
            self._play(match)

    def _resume_late(self, entry: Entry, reason: str) -> None:
        """Resume a stored game when the history returns it; after `CLAIM_SECONDS` say why it does not.

        The screen goes on meanwhile, and any other key cancels.
        """
        history = self._session.history
        assert history is not None, "the entry came from it"
        claim = self._late = history.submit(lambda stored: stored.claim(entry.uid), after_writes=True)
        until = time.monotonic() + CLAIM_SECONDS
        self._screen.show_notice(WAITING)

        def look() -> None:
            is_wanted = self._late is claim and self._screen.is_active and self._screen.notice == WAITING
            if is_wanted and not claim.is_done and time.monotonic() < until:
                return
            timer.stop()
            if is_wanted and claim.is_done:
                self._screen.show_notice("")
                self._resume(lambda: self._session.resume_claimed(entry, history.result(claim)))
                return
            history.cancel(claim)
            if is_wanted:
                self._screen.refuse(str(claim.error or reason))  # the latest reason is the best known

        timer = self._screen.set_interval(POLL_SECONDS, look)

    # --- other screens -----------------------------------------------------------------------------------

    def action_history(self) -> None:
        from ttt_tui.app.screens.history import HistoryScreen

        def resume(entry: Entry) -> None:
            self._resume(lambda: resume_entry(self._session, entry), entry)

        def chosen(entry: Entry | None) -> None:
            if entry is not None:
                self._screen.call_later(resume, entry)  # after `on_screen_resume`, which clears the notice

        self._screen.app.push_screen(HistoryScreen(self._session), chosen)

    def action_study(self) -> None:
        """Study the chosen game from its start on."""
        from ttt_tui.engine.records.tree import Tree

        try:
            tree = Tree.of(Game(without_open_seats(self._screen.current)))
        except InvalidSetup as error:
            self._screen.refuse(str(error))
        else:
            self._screen.app.open_study(tree, None)

    def action_puzzle(self) -> None:
        """Show today's puzzle, or another one if today's is solved."""
        from ttt_tui.app.screens.puzzle import PuzzleScreen

        self.was_played = True
        self._screen.app.push_screen(PuzzleScreen(self._session, self._session.puzzles.next()))


class PlayerChanges:
    """Adds, removes, edits and reorders the players of the main menu's set-up, and renames the user."""

    BINDINGS = (
        Binding("e", "edit", "edit player", show=False, id="setup.edit",
                tooltip="Name, symbol, level and time of the selected player"),
        Binding("a", "add", "add player", show=False, id="setup.add", tooltip="Add a player"),
        Binding("d,delete", "remove", "remove player", show=False, key_display="d", id="setup.remove",
                tooltip="Remove the selected player"),
        Binding("less_than_sign", "reorder(-1)", "move player up", show=False, key_display="< >",
                id="setup.earlier", tooltip="Move the selected player up in the turn order"),
        Binding("greater_than_sign", "reorder(1)", "move player down", show=False, key_display=">",
                id="setup.later", tooltip="Move the selected player down in the turn order"),
        Binding("x", "toggle_lot", "random symbols", show=False, id="setup.lot",
                tooltip="Turn random symbols on or off"),
        Binding("P", "rename", "your name", show=False, id="setup.rename",
                tooltip="Change your name"),
    )  # fmt: skip

    def __init__(self, screen: "SetupScreen") -> None:
        self._screen = screen
        self._list = screen.player_list

    def action_add(self) -> None:
        """Add a computer; its level can be changed."""
        players = self._screen.current.players
        count = len(players)
        self._change(fair_times((*players, new_player(MEDIUM, players, count + 1)), count), count)

    def action_remove(self) -> None:
        """Remove the selected player; if the selection is not visible, name them first."""
        players, seat = self._screen.current.players, self._list.marked
        if self._list.has_focus:
            self._change(fair_times(players[:seat] + players[seat + 1 :], len(players)), seat)
        else:
            self._list.focus()
            self._screen.refuse(f"press d again to remove {players[seat].name}")

    def action_edit(self) -> None:
        from ttt_tui.app.screens.player import PlayerScreen

        screen, seat = self._screen, self._list.marked
        listed = screen.current.players
        before = listed[seat]

        def edited(player: Player | None) -> None:
            if player is None or player == before:
                return
            players = screen.current.players
            self._change((*players[:seat], player, *players[seat + 1 :]), seat)
            if your_seat(screen.current) == seat and player.name not in (before.name, YOU):
                screen.rename(player.name)

        self._list.focus()
        others = listed[:seat] + listed[seat + 1 :]
        dialog = PlayerScreen(screen.session, before, others, screen.current.geometry, seat)
        screen.app.push_screen(dialog, edited)

    def action_reorder(self, by: int) -> None:
        players, seat = [*self._screen.current.players], self._list.marked
        if seat + by in range(len(players)):
            players[seat], players[seat + by] = players[seat + by], players[seat]
            self._change(players, seat + by)

    def _change(self, players: Sequence[Player], seat: int) -> None:
        """Change the players, and select the one on this seat or the last one."""
        self._screen.change(replace(self._screen.current, players=with_usual_names(players)))
        self._list.highlighted = min(seat, len(players) - 1)
        self._list.focus()

    def action_toggle_lot(self) -> None:
        setup = self._screen.current
        rules = replace(setup.rules, marks_by_lot=not setup.rules.marks_by_lot)
        self._screen.change(replace(setup, rules=rules))

    def action_rename(self) -> None:
        from ttt_tui.app.screens.dialog import NameScreen

        def named(name: str | None) -> None:
            if name is not None and name != self._screen.session.profile.name:
                self._screen.rename(name)

        self._screen.app.push_screen(NameScreen(self._screen.session.profile.name), named)
