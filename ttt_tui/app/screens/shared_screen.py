"""A match that people at other terminals play as well: they are heard, and answered."""

from typing import TYPE_CHECKING

from ttt_tui.app.host import BaseApp
from ttt_tui.app.play.news import listen
from ttt_tui.app.screens.advised_screen import AdvisedScreen
from ttt_tui.app.widgets.panels import Around
from ttt_tui.engine import Game, Match, Move
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.multiplayer.company import MultiplayerSession

MOST_NEWS = 3
"""How much of what came at once is shown."""


class SharedScreen(AdvisedScreen):
    """Hears its company, if it has any."""

    def __init__(self, session: Session, match: Match, company: "MultiplayerSession | None" = None) -> None:
        super().__init__(session, match, company)
        self._look_around()
        self._shown: tuple[Game, list[Move]] = match.game, []  # the game that was painted last, and its moves
        self._shown_company: object = None  # and how things stood among the people

    def on_mount(self) -> None:
        """Hear what comes from other terminals."""
        if self.company is not None:
            listen(self, self.company)

    def on_unmount(self) -> None:
        """Part from who plays elsewhere."""
        if self.company is not None:
            self.company.close()

    def tick(self) -> None:
        """Look also whether the others were asked for too long."""
        super().tick()
        if self.company is not None:
            self.on_remote_update()

    def show_change(self) -> None:
        """Paint the game after a change of it."""
        self._shown = self.match.game, [*self.match.game.moves]
        self._shown_company = self._standing
        self._announcements.hasten_news()
        super().show_change()

    def on_remote_update(self) -> None:
        """Take what has come from other terminals, and show what has become of the match."""
        assert self.company is not None
        heard = self.company.hear()
        self._look_around()
        game = self.match.game
        if (game, game.moves) != self._shown:
            self.thoughts.forget()
            if game is not self._shown[0]:
                self.show_next_game()
            self.show_change()
        elif self._standing != self._shown_company or self.facts != self.availability.facts:
            self._shown_company = self._standing
            self.show_match()
            self.show_request()
        for said in self.company.take_said()[-MOST_NEWS:]:
            self.announce(said, is_news=True)
        for reason in self.company.take_refusals():
            self.refuse(reason)
        if heard and self.company.ended is not None:
            self._announcements.drop_news()
            self.forget_refusal()

    @property
    def _standing(self) -> object:
        """What is shown of the people elsewhere: much that they say changes nothing here."""
        company = self.company
        if company is None:
            return None
        return (
            company.setup,
            [*company.away],
            [*company.watchers],
            company.asked,
            company.wished,
            company.ended,
        )

    def _look_around(self) -> None:
        """Let the card of the players tell who else is there."""
        if self.company is not None:
            self.middle.show_around(Around([*self.company.away], [*self.company.watchers]))

    def show_request(self) -> None:
        """Show what the others request also on what lies on the screen."""

    def show_next_game(self) -> None:
        """Let everything be about another game, before it is shown."""
        raise NotImplementedError

    def action_agree(self, yes: bool) -> None:
        """Answer what somebody else wants."""
        if self.company is not None:
            self.company.vote(yes)
            self.on_remote_update()

    def action_rejoin(self) -> None:
        """Go back to a host who has gone, as soon as they are there again."""
        if not isinstance(self.app, BaseApp) or self.company is None:
            return
        if reason := self.app.join(self.company.host, watches=self.company.watches):
            self.refuse(reason)
