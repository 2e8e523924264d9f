"""The brains that may play here: programs by name, which this user has listed or named on the command line.

A player's level has a brain's name (`brain_level`), as do records and stored games; what command that is,
only this knows. So nobody's record can start a program, and nobody's command is given to others.

What talks to brains is imported when the first of them is asked for something.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from ttt_tui.computer import ComputerFault, Report, Stop, Thought
from ttt_tui.computer.base import A_SECOND, NEVER, ignore_report
from ttt_tui.engine import BRAIN, Limit, Position, Setup, brain_level, name_problem
from ttt_tui.engine.brains import LONGEST_BRAIN_NAME
from ttt_tui.errors import StoreError
from ttt_tui.store.engines import BrainCommand
from ttt_tui.store.thread import Job, StoreThread

if TYPE_CHECKING:
    from ttt_tui.gomocup import Brain, BrainProgram, GameType
    from ttt_tui.gomocup.dialogue import BrainTimeouts, Hear


class MissingBrain:
    """Sits where a brain would if it could be started: it never has a move to give, for this reason."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Raise a `ComputerFault` that says so."""
        raise ComputerFault(f"cannot play: {self._reason}")

    def close(self) -> None:
        """Nothing: it has nothing."""


class Brains:
    """Those of the settings, those that the store remembers, and those that were named since the start.

    One that was named later has its name instead of an earlier one. `patience` is how long they are waited
    for, None for the usual time.
    """

    def __init__(
        self,
        settings: Mapping[str, BrainCommand] | None = None,
        history: StoreThread | None = None,
        patience: "BrainTimeouts | None" = None,
    ) -> None:
        listed = settings or {}
        self._settings = {name: brain for name, brain in listed.items() if not brain_name_problem(name)}
        self.warnings = [
            f"Engine {name[:30]!r} in the settings is ignored: {reason}"
            for name in listed
            if (reason := brain_name_problem(name))
        ]
        """What is wrong with the settings, a sentence each."""
        self._history = history
        self._patience = patience
        self._named: dict[str, BrainCommand] = {}
        self._forgotten: set[str] = set()
        self._asked: Job[dict[str, BrainCommand]] | None = None  # the store, which are remembered
        self._programs: dict[tuple[str, BrainCommand], BrainProgram] = {}
        self._has_started_any = False

    # --- which there are ---------------------------------------------------------------------------------

    def look(self, seconds: float = 0.0) -> None:
        """Ask the store which brains it remembers, and wait for it at least so long."""
        if self._history is None:
            return
        self._asked = self._history.submit(lambda history: history.engines.all())
        with suppress(StoreError):
            self._history.result(self._asked, seconds)

    @property
    def _known(self) -> dict[str, BrainCommand]:
        if self._asked is None:
            self.look()
        asked, remembered = self._asked, {}
        if asked is not None and asked.is_done and asked.error is None:
            sound = (name for name in asked.result if not brain_name_problem(name))
            remembered = {name: asked.result[name] for name in sound if name not in self._forgotten}
        return {**remembered, **self._settings, **self._named}

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(self._known)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of players for whom they move."""
        return tuple(map(brain_level, self._known))

    def command(self, name: str) -> BrainCommand | None:
        """Return how the brain of this name is started, None if none has it."""
        return self._known.get(name)

    def is_set(self, name: str) -> bool:
        """Whether a brain is in the settings, which the program never changes."""
        return name in self._settings

    def unknown(self, setup: Setup) -> list[int]:
        """Return the seats of a set-up whose brains are not known here."""
        return [
            seat
            for seat, player in enumerate(setup.players)
            if player.is_brain and player.level.removeprefix(BRAIN) not in self._known
        ]

    def without_history(self) -> "Brains":
        """Return the same brains as they are known now, for another process."""
        return Brains(self._known, patience=self._patience)

    # --- which there are to be ---------------------------------------------------------------------------

    def add(self, name: str, brain: BrainCommand) -> None:
        """Know a brain by this name from now on, and remember it where anything can be kept.

        Raises `ValueError` if that cannot be its name, or if its command cannot be read.
        """
        if reason := brain_name_problem(name):
            raise ValueError(reason)
        _program(brain)
        self._named[name] = brain
        self.remember(name)

    def check(self, brain: BrainCommand) -> None:
        """See whether a command can be read; raises `ValueError` if it cannot."""
        _program(brain)

    def forget(self, name: str) -> None:
        """Know no brain of this name any more, unless it is in the settings."""
        self._named.pop(name, None)
        self._forgotten.add(name)
        if self._history is not None:
            what = f"engine {name}"
            self._history.write(("brain", name), lambda history: history.engines.forget(name), what)

    def remember(self, name: str) -> None:
        """Remember a brain that was named since the start, unless the settings have one of that name.

        What is too long or cannot be written is known as long as the program runs.
        """
        brain = self._named.get(name)
        if brain is None or self._history is None or self.is_set(name):
            return
        self._forgotten.discard(name)
        kept = brain.settled()
        if not kept.can_be_kept:
            return
        self._history.write(
            ("brain", name), lambda history: history.engines.keep(name, kept), f"engine {name}"
        )

    # --- what is typed for them --------------------------------------------------------------------------

    def name_for(self, command: str, directory: str = "", name: str | None = None) -> str:
        """Return the name of a brain that is known by this text, or else is named with it as its command.

        Without a `name` it is started and asked for one. Raises `ValueError` if it cannot be read, does not
        work, or if another brain was given that name just before.
        """
        known = {} if directory or name not in (None, command) else self._known
        if command in known:
            self._named[command] = known[command]
            return command
        brain = BrainCommand(command, directory)
        _program(brain)
        if name is None:
            settled = brain.settled()
            name = next((n for n, other in self._known.items() if other.settled() == settled), None)
        if name is None:
            if not directory and re.fullmatch(r"[\w-]+", command) and which(command) is None:
                known_here = f"choose from {', '.join(self.names)}, or give" if self.names else "give"
                raise ValueError(
                    f"unknown engine {command[:24]!r}; {known_here} its command, for example brain:./pbrain"
                )
            name = self.ask_name(brain)
        if reason := brain_name_problem(name):
            raise ValueError(reason)
        if self._named.setdefault(name, brain) != brain:
            raise ValueError(f"two engines have the name {name}; rename one, for example with name=B")
        return name

    def ask_name(self, brain: BrainCommand, stop: Stop = NEVER) -> str:
        """Return what a brain calls itself, else what its file is called, with a number if that is taken.

        It is started for that, which may take seconds. Raises `ValueError` if it does not work, or when it
        was stopped.
        """
        from ttt_tui.errors import RequestCancelled
        from ttt_tui.gomocup import BrainFault, ask_about
        from ttt_tui.gomocup.dialogue import BRAIN_TIMEOUTS

        program = _program(brain)
        self._has_started_any = True
        try:
            name = ask_about(program, self._patience or BRAIN_TIMEOUTS, stop).name
        except RequestCancelled:
            raise ValueError("stopped before the engine gave its name") from None
        except BrainFault as fault:
            raise ValueError(f"engine {program.command[0]} {fault}") from fault
        if not name:
            file = Path(program.command[0]).name[:LONGEST_BRAIN_NAME].strip()
            name = "brain" if brain_name_problem(file) else file
        return free_name(name, self.names, LONGEST_BRAIN_NAME)

    # --- playing -----------------------------------------------------------------------------------------

    def make(self, level: str, game_type: "GameType | None" = None, hear: "Hear | None" = None) -> "Brain":
        """Return the brain of a level, one of `levels`; see `Brain` for the rest.

        Raises `ValueError` if its command cannot be read: in the settings anything may be written.
        """
        from ttt_tui.gomocup import Brain, GameType
        from ttt_tui.gomocup.dialogue import BRAIN_TIMEOUTS, nobody

        name = level.removeprefix(BRAIN)
        brain = self._known[name]
        self._has_started_any = True
        if (name, brain) not in self._programs:  # what is found out about a program is kept in it
            self._programs[name, brain] = _program(brain)
        return Brain(
            self._programs[name, brain],
            game_type or GameType.AGAINST_A_HUMAN,
            hear or nobody,
            self._patience or BRAIN_TIMEOUTS,
        )

    def close(self) -> None:
        """End all processes that were started for brains, and return when they are gone."""
        if self._has_started_any:
            from ttt_tui.process.child import end_all

            end_all()


def _program(brain: BrainCommand) -> "BrainProgram":
    """Return what a command means; raises `ValueError` if it cannot be read."""
    from ttt_tui.gomocup import BrainProgram

    return BrainProgram.parse(brain.command, brain.directory)


def brain_levels(setup: Setup) -> tuple[str, ...]:
    """Return the levels of a set-up's brains, whether they are known here or not."""
    return tuple(dict.fromkeys(player.level for player in setup.players if player.is_brain))


def brain_name_problem(name: str) -> str | None:
    """Return what is wrong with the name of a brain, in one sentence, or None."""
    if len(name) > LONGEST_BRAIN_NAME:
        return f"an engine's name has at most {LONGEST_BRAIN_NAME} characters; this one has {len(name)}"
    return name_problem(name) or name_problem(brain_level(name))


def free_name(name: str, taken: Iterable[str], longest: int) -> str:
    """Return the name, or if it is taken the name with a number, of at most so many characters."""
    taken = tuple(taken)
    numbers = (f" {number}" for number in range(2, len(taken) + 3))
    numbered = (f"{name[: longest - len(number)]}{number}" for number in numbers)
    return next(choice for choice in (name, *numbered) if choice not in taken)
