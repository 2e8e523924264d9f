"""What the command palette finds: everything that can be done just now, the presets and the themes."""

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from ttt_tui.app.host import Host
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.app.widgets.key_names import key_name
from ttt_tui.session.presets import PRESETS, Preset

Command = tuple[str, str, IgnoreReturnCallbackType]
"""A name to be found by, a line of help, and what to do."""


class GameCommands(Provider):
    """Finds by any part of a name, and lists everything as long as nothing is typed."""

    async def discover(self) -> Hits:
        """Give all commands."""
        for name, help_text, run in self._commands():
            yield DiscoveryHit(name, run, help=help_text)

    async def search(self, query: str) -> Hits:
        """Give the commands that what is typed may mean, with how well they match."""
        matcher = self.matcher(query)
        for name, help_text, run in self._commands():
            score, by_help = matcher.match(name), matcher.match(help_text) / 2
            if score or by_help:  # the word that the footer uses counts more than a longer explanation
                yield Hit(max(score, by_help), matcher.highlight(name), run, help=help_text)

    def _commands(self) -> Iterator[Command]:
        yield from self._actions()
        yield from self._presets()
        for name in THEME_NAMES:
            yield f"Theme: {name}", "How it all looks", partial(setattr, self.app, "theme", name)

    def _actions(self) -> Iterator[Command]:
        """Give what the keys of the screen do, each once."""
        seen = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            what = binding.tooltip  # what has none means something only where it is: moving in a list
            if not (active.enabled and what) or what in seen or binding.id == "app.commands":
                continue
            seen.add(what)
            run = partial(self.app.run_action, binding.action, active.node)
            yield binding.description.capitalize(), f"{what}  ·  {key_name(binding.key)}", run

    def _presets(self) -> Iterator[Command]:
        app = self.app
        assert isinstance(app, Host)
        for preset in PRESETS.values():
            if preset.name != "custom":
                yield f"Play: {preset.title}", "A new game", partial(_play, app, preset)


def _play(app: Host, preset: Preset) -> None:
    """Start a game; only now are names chosen, so that they do not depend on what was looked for."""
    app.play(app.session.person.make(preset))
