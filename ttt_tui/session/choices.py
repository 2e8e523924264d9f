"""The games that the setup screen offers, each set up as it was left, and which of them is chosen."""

from ttt_tui.engine import Setup
from ttt_tui.session.person import Person
from ttt_tui.session.presets import PRESETS, renamed
from ttt_tui.session.setup_changes import has_open_seat, is_still, opened, with_your_name

CUSTOM = "custom"
TWO_PLAYERS = "two-players"


class Choices:
    """Starts with what was played last. A game that is changed into another one becomes the custom one."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._made: dict[str, Setup] = {}
        self.chosen = next(iter(PRESETS))
        """The name of the preset that is chosen."""
        if (last := person.last()) is not None:
            self.chosen, self._made[self.chosen] = last[0], last[1]

    def open_seats(self) -> None:
        """Choose a game with a seat for somebody at another terminal: that played last, or for two people."""
        if not has_open_seat(self.current):
            self.chosen = TWO_PLAYERS
            self._made[self.chosen] = with_your_name(opened(self.current), self._person.name)

    @property
    def current(self) -> Setup:
        """The set-up that is chosen, as it stands."""
        if self.chosen not in self._made:
            self._made[self.chosen] = self._person.make(PRESETS[self.chosen])
        return self._made[self.chosen]

    @property
    def boards(self) -> dict[str, str]:
        """The board of each preset, as `15×15`."""
        return {name: str(self._made.get(name, preset).geometry) for name, preset in PRESETS.items()}

    def change(self, setup: Setup) -> None:
        """Have the chosen game set up in this way, or the custom one if it is not that game any more."""
        if has_open_seat(setup):
            setup = with_your_name(setup, self._person.name)
        if not is_still(setup, PRESETS[self.chosen]):
            self.chosen = CUSTOM
        self._made[self.chosen] = setup

    def rename(self, name: str) -> None:
        """Call the person this, in all games."""
        before = self._person.name
        self._person.rename(name)
        self._made = {preset: renamed(setup, name, before) for preset, setup in self._made.items()}

    def play(self) -> Setup:
        """Return the set-up that is chosen, and remember that it is played."""
        self._person.played(self.chosen, self.current)
        return self._person.called(self.current)
