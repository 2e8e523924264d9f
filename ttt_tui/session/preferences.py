"""How somebody likes to watch a game: what was chosen last, in this run of the program or an earlier one."""

from ttt_tui.session.texts import KeyValueStore

DELAYS = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0)
"""Seconds that a computer's stone stays before the next one, to choose from."""


class Preferences:
    """Reads each choice once, when it is wanted, and keeps every change.

    `delay` and `opinion` are what the settings say, None for nothing.
    """

    def __init__(self, texts: KeyValueStore, delay: float | None = None, opinion: str | None = None) -> None:
        self._texts = texts
        self._set_delay = delay
        self._set_opinion = opinion
        self._known: dict[str, str | None] = {}
        self._chosen: set[str] = set()  # in this run of the program

    @property
    def delay(self) -> float:
        """Seconds that a computer's stone stays; what the settings say counts more than the latest choice."""
        if self._set_delay is not None and "delay" not in self._chosen:
            return self._set_delay
        return next((delay for delay in DELAYS if f"{delay:g}" == self._text("delay")), 0.3)

    @delay.setter
    def delay(self, seconds: float) -> None:
        self._keep("delay", f"{seconds:g}")

    @property
    def hides_panel(self) -> bool:
        """Whether the panel is hidden also where there is room for it."""
        return self._text("panel") == "hidden"

    @hides_panel.setter
    def hides_panel(self, hides: bool) -> None:
        self._keep("panel", "hidden" if hides else "shown")

    @property
    def shows_figures(self) -> bool:
        """Whether a computer's search is told in figures: time, depth, positions, score."""
        return self._text("figures") == "shown"

    @shows_figures.setter
    def shows_figures(self, shows: bool) -> None:
        self._keep("figures", "shown" if shows else "hidden")

    @property
    def analyses(self) -> bool:
        """Whether games are analysed while they are played, where no person plays a computer."""
        return self._text("analysis") == "on"

    @analyses.setter
    def analyses(self, analyses: bool) -> None:
        self._keep("analysis", "on" if analyses else "off")

    @property
    def opinion(self) -> str:
        """The name of the brain that is asked in analyses and reviews, nothing for our own search.

        What the settings say counts more than the choice of an earlier run.
        """
        if self._set_opinion is not None and "opinion" not in self._chosen:
            return self._set_opinion
        return self._text("opinion") or ""

    @opinion.setter
    def opinion(self, name: str) -> None:
        self._keep("opinion", name)

    def _text(self, key: str) -> str | None:
        if key not in self._known:
            self._known[key] = self._texts.remembered(key)
        return self._known[key]

    def _keep(self, key: str, text: str) -> None:
        self._known[key] = text
        self._chosen.add(key)
        self._texts.remember(key, text)
