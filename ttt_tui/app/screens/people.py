"""The lobby of a server: who is here, challenges, games to return to or to watch."""

from collections.abc import Callable, Iterator, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ttt_tui.analysis.rating import LEAST_SHOWN
from ttt_tui.app.look.room import LOW
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.screens.join import OfferList
from ttt_tui.app.screens.people_dialogs import GreetScreen, OfferScreen, RankingScreen, TextScreen
from ttt_tui.app.widgets.bars import ScreenHeader, StatusLine, StatusText, quiet, title
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.errors import ActionUnavailable, InvalidSetup
from ttt_tui.multiplayer.lobby import Lobby
from ttt_tui.multiplayer.lobby_messages import (
    ALONE,
    GREETINGS,
    IN_LOBBY,
    Accept,
    AddKey,
    Challenge,
    Decline,
    Find,
    GameKind,
    Greet,
    Join,
    Mute,
    Offered,
    Person,
    Rename,
    Running,
    ShowRanking,
    Withdraw,
)
from ttt_tui.session import wording
from ttt_tui.session.clocks import clock_words
from ttt_tui.session.layout import fitted

CHALLENGES, TO_WATCH = "Challenges", "Games to watch"
"""Headings."""

Entry = Running | Offered | Person

_Line = tuple[Entry, str, Sequence[str]]
"""A line of the list: what it is, its left part, and variants of its right one."""


def title_of(game: GameKind) -> str:
    """Return the title of a game that the server has sent."""
    try:
        return wording.board_title(game.geometry)
    except InvalidSetup:
        return "an unknown game"


class PeopleScreen(BaseScreen[None]):
    """The first page of a visitor."""

    BINDING_GROUP_TITLE = "People"
    SHOWS_STATUS = True
    AUTO_FOCUS = "OfferList"
    DEFAULT_CSS = """
    PeopleScreen OfferList { height: 1fr; background: $ground; padding: 0 1; scrollbar-gutter: stable; }
    PeopleScreen.-airy OfferList { padding: 1; }
    """
    BINDINGS = [
        Binding("enter", "take", "open", key_display="↵", id="people.take",
                tooltip="Accept the challenge, return to or watch the game, or challenge the person"),
        Binding("f", "find", "find", id="people.find",
                tooltip="Play whoever looks for the same game and is as strong as you"),
        Binding("c", "challenge", "challenge", id="people.challenge",
                tooltip="Offer a game to anybody, or to the person at the cursor"),
        Binding("w", "withdraw", "withdraw", id="people.withdraw",
                tooltip="Withdraw your challenges and your search; decline the one at the cursor"),
        Binding("g", "greet", "greet", id="people.greet",
                tooltip="Send a greeting to the person at the cursor"),
        Binding("m,escape", "alone", "play alone", key_display="m", id="people.alone",
                tooltip="The main menu: play computers, puzzles, your history"),
        Binding("slash", "search", "search", key_display="/", show=False, id="people.search",
                tooltip="Show only names that contain a text"),
        Binding("L", "ranking", "leaderboard", key_display="L", id="people.ranking",
                tooltip="The best players of each kind of game"),
        Binding("M", "mute", "mute", show=False, key_display="M", id="people.mute",
                tooltip="Show nothing of the person at the cursor any more, or show it again"),
        Binding("P", "rename", "your name", show=False, key_display="P", id="people.rename",
                tooltip="Change your name on this server"),
        Binding("K", "key", "add a key", show=False, key_display="K", id="people.key",
                tooltip="Use your account with another SSH key, by a code"),
        Binding("question_mark", "app.help", "help", key_display="?", id="people.help",
                tooltip="Help: keys, rules and levels"),
        Binding("q", "app.quit", "quit", id="people.quit", tooltip="Leave the server; your games are kept"),
    ]  # fmt: skip

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self.lobby = lobby
        self._list = OfferList(markup=False)
        self._header, self._status = ScreenHeader(), StatusLine(id="status")
        self._entries: list[Entry | None] = []
        self._searching = ""
        self._finding = ""
        self._chosen: Challenge | None = None  # the latest, with which the next choice begins

    def compose(self) -> ComposeResult:
        yield self._header
        yield self._list
        yield self._status
        yield KeyHints(self.is_in_footer)

    def on_screen_resume(self) -> None:
        self.show()
        self.call_after_refresh(self._tell_if_here)

    def _tell_if_here(self) -> None:
        """Tell the others that the visitor is in the lobby, and not just between the screens of a game."""
        if self.is_active:
            self.lobby.tell(IN_LOBBY)

    def on_resize(self) -> None:
        self.show()

    # --- what is shown -----------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the lobby as it is now; the cursor stays where it is."""
        before, at = self._marked, self._list.highlighted
        self._header.show(
            [title(f"{self.lobby.server} · {self.lobby.name}"), title(self.lobby.name)],
            [quiet(self._own_rating), ()],
        )
        sections = [
            (heading, found)
            for heading, lines in self._sections()
            if (found := [line for line in lines if self._is_wanted(line[1])]) or self._stays(heading)
        ]
        count = sum(max(len(found), 1) + 2 for _, found in sections)
        is_airy = self.app.size.height >= LOW and count + 4 <= self.app.size.height
        self.set_class(is_airy, "-airy")
        self._entries, options = [], list[Option]()
        for heading, found in sections:
            if is_airy and options:
                self._entries.append(None)
                options.append(Option("", disabled=True))
            self._entries += [None, *(entry for entry, _, _ in found)]
            options.append(Option(f" {heading}", disabled=True))
            options += [Option(self._line(left, right)) for _, left, right in found]
            if not found:
                self._entries.append(None)
                options.append(Option(Content.styled("  none", "$muted"), disabled=True))
        self._list.clear_options()
        self._list.add_options(options)
        keys = [_key(entry) for entry in self._entries]
        if before is not None and _key(before) in keys:
            self._list.highlighted = keys.index(_key(before))
        else:
            places = [place for place, entry in enumerate(self._entries) if entry is not None]
            self._list.highlighted = min(places, key=lambda place: abs(place - (at or 0)), default=None)
        self.show_status()
        self.refresh_bindings()

    @property
    def _own_rating(self) -> str:
        """The visitor's rating, or when there will be one; "" for guests."""
        me = self.lobby.people.get(self.lobby.name)
        if me is None or self.lobby.is_guest:
            return ""
        if me.rating is None:
            return wording.rating_after(LEAST_SHOWN - me.rated_games, "game")
        return f"rating {me.rating}"

    def _sections(self) -> Iterator[tuple[str, Sequence[_Line]]]:
        """Yield the headings with their lines."""
        me, games = self.lobby.name, self.lobby.games.values()
        mine = [game for game in games if me in game.players and game.to_move]
        mine.sort(key=self._is_my_turn, reverse=True)
        # A game that is over and still watched is no longer one's own.
        others = [game for game in games if game not in mine]
        yield "Your games", [(game, " v ".join(game.players), self._about(game)) for game in mine]
        yield (
            CHALLENGES,
            [
                (
                    offer,
                    f"{offer.by}{_rating(offer.rating)}{f' → {offer.to}' * bool(offer.to)}",
                    self._terms(offer),
                )
                for offer in self.lobby.offers.values()
            ],
        )
        yield TO_WATCH, [(game, " v ".join(game.players), self._about(game)) for game in others]
        people = self.lobby.people.values()
        yield (
            "People",
            [
                (
                    person,
                    f"{person.name}{_rating(person.rating)}{' (you)' * (person.name == me)}",
                    [person.doing],
                )
                for person in sorted(people, key=lambda person: (person.name != me, person.name.casefold()))
            ],
        )

    def _is_my_turn(self, game: Running) -> bool:
        return game.to_move == self.lobby.name

    def _about(self, game: Running) -> list[str]:
        turn = "your turn" if self._is_my_turn(game) else f"move {game.moves + 1}"
        if not game.to_move:
            return _with_titles(game, "over")
        clock = _clock(game)
        return [*(_with_titles(game, f"{clock} · {turn}")[:1] if clock else ()), *_with_titles(game, turn)]

    def _terms(self, game: Offered) -> list[str]:
        clock = f"{game.clock} · " * bool(game.clock)
        return [*_with_titles(game, _terms(game)), f"{clock}{'rated' if game.rated else 'unrated'}"]

    def _stays(self, heading: str) -> bool:
        """Return whether a heading is shown without lines, so that what is below seldom moves."""
        return heading in (CHALLENGES, TO_WATCH) and not self._searching

    def _is_wanted(self, text: str) -> bool:
        return self._searching.casefold() in text.casefold()

    def _line(self, left: str, rights: Sequence[str]) -> Content:
        """Return a line with its two parts, of the right one the longest variant that fits."""
        room = self.app.size.width - 6
        right = next((text for text in rights if len(left) + len(text) + 2 <= room), rights[-1])
        left = fitted(left, max(room // 2, room - len(right) - 2))
        right = fitted(right, max(room - len(left) - 2, 0))
        blanks = " " * max(room - len(left) - len(right), 1)
        return Content.assemble(f"  {left}", (f"{blanks}{right}", "$muted"))

    def show_status(self) -> None:
        """Show a notice, else what the visitor waits for, or what can be done."""
        if self.status_message:
            text = self.status_message
        elif self.lobby.offers_computer:
            text = "No opponent yet: m plays a computer until one comes"
        elif self._finding:
            text = f"Looking for an opponent: {self._finding}"
        elif any(offer.by == self.lobby.name for offer in self.lobby.offers.values()):
            text = "Your challenge is open: w withdraws it"
        elif any(map(self._is_my_turn, self.lobby.games.values())):
            is_marked = isinstance(marked := self._marked, Running) and self._is_my_turn(marked)
            text = f"Your turn: {'' if is_marked else 'Home '}↵ returns to the game"
        elif self._searching:
            text = f"Only names with {self._searching!r}: / Esc shows all"
        elif (offer := next(reversed(self.lobby.offers.values()), None)) is not None:
            who = f"{offer.by} challenges {'you' if offer.to else 'all'}"
            text = f"{who}: {'↵ accepts' if self._marked == offer else 'Home shows it'}"
        else:
            text = "f finds an opponent, c challenges all"
        self._status.show(StatusText(text))

    # --- actions -----------------------------------------------------------------------------------------

    @property
    def _marked(self) -> Entry | None:
        """What is at the cursor."""
        at = self._list.highlighted
        return self._entries[at] if at is not None and at < len(self._entries) else None

    @property
    def _person(self) -> str:
        """The name of the person at the cursor, or of the opponent or challenger there, "" for none."""
        marked = self._marked
        if isinstance(marked, Person):
            return "" if marked.name == self.lobby.name else marked.name
        if isinstance(marked, Offered):
            return "" if marked.by == self.lobby.name else marked.by
        if isinstance(marked, Running):
            return next((name for name in marked.players if name != self.lobby.name), "")
        return ""

    def check_possible(self, action: str) -> None:
        if action in ("greet", "mute") and not self._person:
            raise ActionUnavailable("put the cursor on another person first")
        if action in ("rename", "key") and self.lobby.is_guest:
            raise ActionUnavailable("guests have no account: come with an SSH key")

    def on_option_list_option_highlighted(self) -> None:
        self.show_status()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        """Accept, return, watch, or challenge."""
        marked = self._marked
        if isinstance(marked, Offered):
            if marked.by == self.lobby.name:
                self.action_withdraw()
            else:
                self.lobby.send(Accept(marked.number))
        elif isinstance(marked, Running):
            self.lobby.send(Join(marked.number))
        elif self._person:
            self.action_challenge()

    def action_challenge(self) -> None:
        """Offer a game, to the person at the cursor or to anybody."""
        person = self._person if isinstance(self._marked, Person) else ""
        self._choose_game(person, self.lobby.send)

    def _choose_game(self, to: str, then: Callable[[Challenge], object], *, finds: bool = False) -> None:
        """Let a game be chosen, from the latest choice on."""

        def chosen(game: Challenge | None) -> None:
            if game is not None:
                self._chosen = game
                then(game)

        self.app.push_screen(OfferScreen(to, self._chosen, is_guest=self.lobby.is_guest, finds=finds), chosen)

    def action_find(self) -> None:
        """Look for an opponent, or stop looking."""
        if self._finding:
            self.stop_finding()
            self.lobby.send(Withdraw())
            return

        def find(game: Challenge) -> None:
            fields = GameKind.fields_of(game.geometry)
            self._finding = f"{title_of(game)}, {_terms(game)}; f stops"
            self.lobby.send(Find(*fields, game.rated, clock=game.clock))
            self.show_status()

        self._choose_game("", find, finds=True)

    def stop_finding(self) -> None:
        """Look for no opponent any more."""
        self._finding, self.lobby.offers_computer = "", False
        self.show_status()

    def action_withdraw(self) -> None:
        """Decline the challenge at the cursor, or withdraw one's own and the search."""
        marked = self._marked
        if isinstance(marked, Offered) and marked.to == self.lobby.name:
            self.lobby.send(Decline(marked.number))
            return
        self.stop_finding()
        self.lobby.send(Withdraw())

    def action_greet(self) -> None:
        """Choose a greeting for the person at the cursor."""
        name = self._person

        def chosen(greeting: int | None) -> None:
            if greeting is not None:
                self.lobby.send(Greet(name, greeting))
                self.show_notice(f"To {name}: {GREETINGS[greeting]}")

        self.app.push_screen(GreetScreen(name), chosen)

    def action_mute(self) -> None:
        """Mute the person at the cursor, or show what they send again."""
        self.lobby.send(Mute(self._person))

    def action_alone(self) -> None:
        """Open the main menu."""
        if self._searching:
            self._searching = ""
            self.show()
            return
        self.lobby.tell(ALONE)
        self.app.push_screen(self.app.setup_screen())

    def action_search(self) -> None:
        """Show only some names."""

        def chosen(text: str | None) -> None:
            self._searching = text or ""
            self.show()

        self.app.push_screen(TextScreen("Search names", self._searching), chosen)

    def action_ranking(self) -> None:
        """Ask for the leaderboard and show it."""
        self.lobby.ranking = []
        self.lobby.send(ShowRanking())
        self.app.push_screen(RankingScreen(self.lobby))

    def action_rename(self) -> None:
        """Ask for another name."""

        def chosen(name: str | None) -> None:
            if name:
                self.lobby.send(Rename(name))

        self.app.push_screen(TextScreen("Your name on this server", self.lobby.name), chosen)

    def action_key(self) -> None:
        """Type a code of another key, or get one."""

        def chosen(code: str | None) -> None:
            if code is not None:
                self.lobby.send(AddKey(code))

        explanation = "Type the code that you got with your other key, or nothing to get one for it."
        self.app.push_screen(TextScreen("Another key", "", explanation), chosen)


def _with_titles(game: GameKind, what: str) -> list[str]:
    """Return what is said of a game, with its titles from the longest to the shortest, and alone."""
    try:
        titles = wording.board_titles(game.geometry)
    except InvalidSetup:
        titles = []
    return [*(f"{title} · {what}" for title in titles), what]


def _terms(game: GameKind) -> str:
    """Return the clock of a game, if it has one, and whether it is rated."""
    clock = _clock(game)
    return f"{clock}{' · ' * bool(clock)}{'rated' if game.rated else 'unrated'}"


def _clock(game: GameKind) -> str:
    """Return the clock of a game in words, "" for none or one that is not understood."""
    try:
        control = game.time_control
    except InvalidSetup:
        return ""
    return "" if control is None else clock_words(control)


def _rating(rating: int | None) -> str:
    return "" if rating is None else f" {rating}"


def _key(entry: Entry | None) -> object:
    """Return by what a line is recognised after the next change."""
    if isinstance(entry, Person):
        return entry.name
    return None if entry is None else (type(entry), entry.number)
