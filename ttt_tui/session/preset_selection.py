"""The games that the setup screen offers, each with its changes, and the chosen one."""

from ttt_tui.engine import Setup
from ttt_tui.session.presets import PRESETS, renamed, unnumbered
from ttt_tui.session.profile import Profile
from ttt_tui.session.setup_changes import (
    common_level,
    has_open_seat,
    is_game_of,
    with_open_seat,
    with_your_name,
)
from ttt_tui.session.strength import suggested_level, with_matched_step

CUSTOM = "custom"
TWO_PLAYERS = "two-players"

HOST = "host"
"""The name of the hosted game, listed beside the presets."""


class PresetSelection:
    """The chosen game and all others; initially the game played last is chosen."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._made: dict[str, Setup] = {}
        self._prefers_match: dict[str, bool] = {}  # by preset, only where the user has chosen it here
        self.chosen = self._first = next(iter(PRESETS))
        """The name of the chosen preset, or `HOST`."""
        self.load()

    def load(self) -> None:
        """Choose the game played last, which the store may know late, unless the user has chosen one."""
        if self.chosen != self._first or self._prefers_match:
            return
        self._made.clear()
        if (last := self._profile.last()) is not None:
            self.chosen = self._first = last[0]
            self._made[self.chosen] = last[1]

    def open_seats(self) -> None:
        """Choose the hosted game: the chosen game with an open seat."""
        if self.chosen != HOST:
            self._made[HOST] = self._hosted(self.current)
            self.chosen = HOST

    @property
    def current(self) -> Setup:
        """The chosen set-up."""
        if self.chosen not in self._made:
            self._made[self.chosen] = self._make(self.chosen)
        setup = self._made[self.chosen]
        return with_matched_step(setup, self._profile.ratings) if self._wants_match else setup

    @property
    def _wants_match(self) -> bool:
        return self._prefers_match.get(self.chosen, self._profile.prefers_match(self.chosen))

    @property
    def suggested_level(self) -> str | None:
        """The step as strong as the user in the chosen game, None if unknown."""
        return suggested_level(self.current, self._profile.ratings)

    @property
    def matches_strength(self) -> bool:
        """Whether the opponent is to be that step, also in the next games."""
        return self._wants_match and self.suggested_level is not None

    def _make(self, name: str) -> Setup:
        if name == HOST:
            return self._hosted(self._made.get(self._first) or self._make(self._first))
        return self._profile.make(PRESETS[name])

    def _hosted(self, setup: Setup) -> Setup:
        """Return a set-up with an open seat and a seat for the user."""
        if not any(player.is_human for player in setup.players):
            setup = self._profile.make(PRESETS[TWO_PLAYERS])
        return with_your_name(with_open_seat(setup), self._profile.name)

    @property
    def boards(self) -> dict[str, str]:
        """The board of each preset, as `15×15`."""
        return {name: str(self._made.get(name, preset).geometry) for name, preset in PRESETS.items()}

    def match_strength(self) -> None:
        """Match the chosen game's opponent to the user's strength from now on."""
        self._prefers_match[self.chosen] = True

    def change(self, setup: Setup, *, is_level: bool = False) -> None:
        """Change the set-up of the chosen game; choose the custom game if the game is no longer the preset's.

        With `is_level`, or if the level differs, the user has chosen the level.
        """
        is_level = is_level or common_level(setup) != common_level(self.current)
        prefers_match = self._wants_match and not is_level
        if has_open_seat(setup):
            setup = with_your_name(setup, self._profile.name)
        else:
            setup = self._profile.name_humans(unnumbered(setup, self._profile.name))
        is_same = has_open_seat(setup) if self.chosen == HOST else is_game_of(setup, PRESETS[self.chosen])
        if not is_same:
            self.chosen = CUSTOM
        self._made[self.chosen] = setup
        self._prefers_match[self.chosen] = prefers_match

    def rename(self, name: str) -> None:
        """Change the user's name, in all games."""
        before = self._profile.name
        self._profile.rename(name)
        self._made = {preset: renamed(setup, name, before) for preset, setup in self._made.items()}

    def play(self) -> Setup:
        """Return the chosen set-up, and store it as the one played last."""
        matches = self.matches_strength
        self._profile.record_played(self.chosen, self.current, matches_strength=matches)
        return self._profile.name_humans(self.current)
