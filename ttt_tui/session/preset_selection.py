"""The games that the setup screen offers, each set up as it was left, and which of them is chosen."""

from ttt_tui.engine import Setup
from ttt_tui.session.presets import PRESETS, renamed, unnumbered
from ttt_tui.session.profile import Profile
from ttt_tui.session.setup_changes import has_open_seat, is_still, opened, with_your_name

CUSTOM = "custom"
TWO_PLAYERS = "two-players"

HOST = "host"
"""The name of the hosted game, which stands beside those of the presets."""


class PresetSelection:
    """Starts with what was played last. A game that is changed into another one becomes the custom one."""

    def __init__(self, person: Profile) -> None:
        self._person = person
        self._made: dict[str, Setup] = {}
        self.chosen = next(iter(PRESETS))
        """The name of the preset that is chosen, or `HOST`."""
        if (last := person.last()) is not None:
            self.chosen, self._made[self.chosen] = last[0], last[1]
        self._first = self.chosen

    def open_seats(self) -> None:
        """Choose the hosted game: the game that is chosen now, with an open seat."""
        if self.chosen != HOST:
            self._made[HOST] = self._hosted(self.current)
            self.chosen = HOST

    @property
    def current(self) -> Setup:
        """The set-up that is chosen, as it stands."""
        if self.chosen not in self._made:
            self._made[self.chosen] = self._make(self.chosen)
        return self._made[self.chosen]

    def _make(self, name: str) -> Setup:
        if name == HOST:
            return self._hosted(self._made.get(self._first) or self._make(self._first))
        return self._person.make(PRESETS[name])

    def _hosted(self, setup: Setup) -> Setup:
        """Return a set-up with an open seat, beside a seat for the person here."""
        if not any(player.is_human for player in setup.players):
            setup = self._person.make(PRESETS[TWO_PLAYERS])
        return with_your_name(opened(setup), self._person.name)

    @property
    def boards(self) -> dict[str, str]:
        """The board of each preset, as `15×15`."""
        return {name: str(self._made.get(name, preset).geometry) for name, preset in PRESETS.items()}

    def change(self, setup: Setup) -> None:
        """Have the chosen game set up in this way, or the custom one if it is not that game any more."""
        if has_open_seat(setup):
            setup = with_your_name(setup, self._person.name)
        else:
            setup = self._person.name_humans(unnumbered(setup, self._person.name))
        is_same = has_open_seat(setup) if self.chosen == HOST else is_still(setup, PRESETS[self.chosen])
        if not is_same:
            self.chosen = CUSTOM
        self._made[self.chosen] = setup

    def rename(self, name: str) -> None:
        """Call the person this, in all games."""
        before = self._person.name
        self._person.rename(name)
        self._made = {preset: renamed(setup, name, before) for preset, setup in self._made.items()}

    def play(self) -> Setup:
        """Return the set-up that is chosen, and remember that it is played."""
        self._person.record_played(self.chosen, self.current)
        return self._person.name_humans(self.current)
