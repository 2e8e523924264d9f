"""Engines by name: outside programs that the settings list, the store remembers or the command line names.

A player's level, a record and a stored game have an engine's name alone (`engine_level`); only this module
knows the command. So no record can start a program, and no command reaches another user.

The Gomocup protocol is imported when the first engine is used.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from ttt_tui.computer import ComputerFault, Report, Stop, Thought
from ttt_tui.computer.base import A_SECOND, NEVER, ignore_report
from ttt_tui.engine import (
    OWN_PREFIX,
    Limit,
    Position,
    Setup,
    check_name,
    engine_level,
    engine_name,
    own_level,
)
from ttt_tui.engine.setup import LONGEST_ENGINE_NAME
from ttt_tui.errors import InvalidName, StoreError
from ttt_tui.process.permissions import EVERYTHING, Permission, Permissions
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.thread import Job, StoreThread

if TYPE_CHECKING:
    from ttt_tui.gomocup import Brain, BrainProgram, GameType, OwnPlayer, OwnProgram
    from ttt_tui.gomocup.dialogue import BrainTimeouts, MessageHandler


class MissingEngine:
    """A computer in place of an engine that cannot be started: it fails with the reason."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Raise a `ComputerFault` with the reason."""
        raise ComputerFault(f"cannot play: {self._reason}")

    def close(self) -> None: ...


class Engines:
    """The engines of the settings, of the store and of this run's command line; later ones replace earlier.

    `timeouts` are for all conversations with engines, None for the usual ones. Without the permission no
    engine is known, and what would use a command raises `NotPermitted`.
    """

    def __init__(
        self,
        settings: Mapping[str, EngineCommand] | None = None,
        history: StoreThread | None = None,
        timeouts: "BrainTimeouts | None" = None,
        permissions: Permissions = EVERYTHING,
    ) -> None:
        self._permissions = permissions
        listed = settings or {}
        self._settings: dict[str, EngineCommand] = {}
        self.warnings: list[str] = []
        """Errors of the settings, a sentence each."""
        for name, engine in listed.items():
            try:
                check_engine_name(name)
                self._settings[name] = engine
            except InvalidName as error:
                self.warnings.append(f"Engine {name[:30]!r} in the settings is ignored: {error}")
        self._history = history
        self._timeouts = timeouts
        self._named: dict[str, EngineCommand] = {}
        self._forgotten: set[str] = set()
        self._job: Job[dict[str, EngineCommand]] | None = None  # loads the engines of the store
        self._programs: dict[tuple[str, EngineCommand], BrainProgram | OwnProgram] = {}
        self._has_started_any = False

    # --- known engines -----------------------------------------------------------------------------------

    def load(self, seconds: float = 0.0) -> None:
        """Load the engines of the store, waiting at least `seconds` for it."""
        if self._history is None:
            return
        self._job = self._history.submit(lambda history: history.engines.all())
        with suppress(StoreError):
            self._history.result(self._job, seconds)

    @property
    def _known(self) -> dict[str, EngineCommand]:
        if not self._permissions.allows(Permission.ENGINES):
            return {}
        if self._job is None:
            self.load()
        job, stored = self._job, {}
        if job is not None and job.is_done and job.error is None:
            names = filter(is_valid_engine_name, job.result)
            stored = {name: job.result[name] for name in names if name not in self._forgotten}
        return {**stored, **self._settings, **self._named}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._known)

    @property
    def levels(self) -> tuple[str, ...]:
        return tuple(map(_level_of, self._known.items()))

    def level(self, name: str) -> str:
        """Return the level of the engine of this name, which may be unknown."""
        known = self._known.get(name)
        return engine_level(name) if known is None else _level_of((name, known))

    @property
    def advisers(self) -> tuple[str, ...]:
        """The names of the engines that judge positions: all but the user's own computers."""
        return tuple(name for name, engine in self._known.items() if engine.own_class is None)

    def command(self, name: str) -> EngineCommand | None:
        """Return the command of the engine of this name, None if it is unknown."""
        return self._known.get(name)

    def is_set(self, name: str) -> bool:
        """Return whether an engine is in the settings, which the program never changes."""
        return name in self._settings

    def unknown(self, setup: Setup) -> list[int]:
        """Return the seats of a set-up whose engines are not known here."""
        return [
            seat
            for seat, player in enumerate(setup.players)
            if player.is_engine and player.level not in self.levels
        ]

    def without_history(self) -> "Engines":
        """Return a copy of the known engines that has no store, for another process."""
        return Engines(self._known, timeouts=self._timeouts, permissions=self._permissions)

    # --- adding and forgetting ---------------------------------------------------------------------------

    def add(self, name: str, engine: EngineCommand) -> None:
        """Add an engine, and store it if anything can be stored.

        Raises `InvalidName`, or `ValueError` if the command cannot be read.
        """
        check_engine_name(name)
        self._program(engine)
        self._named[name] = engine
        self.remember(name)

    def check(self, engine: EngineCommand) -> None:
        """Raise `ValueError` if a command cannot be read."""
        self._program(engine)

    def forget(self, name: str) -> None:
        """Remove the engine of this name, unless it is in the settings."""
        self._named.pop(name, None)
        self._forgotten.add(name)
        if self._history is not None:
            what = f"engine {name}"
            self._history.write(("brain", name), lambda history: history.engines.forget(name), what)

    def remember(self, name: str) -> None:
        """Store an engine that was added in this run, unless the settings have one of that name.

        A command that is too long or cannot be encoded lasts as long as the program runs.
        """
        engine = self._named.get(name)
        if engine is None or self._history is None or self.is_set(name):
            return
        self._forgotten.discard(name)
        kept = engine.with_absolute_paths()
        if not kept.can_be_kept:
            return
        self._history.write(
            ("brain", name), lambda history: history.engines.keep(name, kept), f"engine {name}"
        )

    # --- commands that a user types ----------------------------------------------------------------------

    def name_for(self, command: str, directory: str = "", name: str | None = None) -> str:
        """Return the name of the known engine with this command, or add an engine and return its name."""
        known = {} if directory or name not in (None, command) else self._known
        if command in known:
            self._named[command] = known[command]
            return command
        engine = EngineCommand(command, directory)
        self._program(engine)
        if name is None:
            absolute = engine.with_absolute_paths()
            name = next(
                (n for n, other in self._known.items() if other.with_absolute_paths() == absolute), None
            )
        if name is None:
            if not directory and re.fullmatch(r"[\w-]+", command) and which(command) is None:
                known_here = f"choose from {', '.join(self.names)}, or give" if self.names else "give"
                raise ValueError(
                    f"unknown engine {command[:24]!r}; {known_here} its command, for example brain:./pbrain"
                )
            name = self.ask_name(engine)
        check_engine_name(name)
        if self._named.setdefault(name, engine) != engine:
            raise ValueError(f"two engines have the name {name}; rename one, for example with name=B")
        return name

    def ask_name(self, engine: EngineCommand, stop: Stop = NEVER) -> str:
        """Start an engine and return its name, or the name of its file; numbered if it is taken.

        This may take seconds. Raises `ValueError` if the engine does not work, or after `stop`.
        """
        from ttt_tui.errors import RequestCancelled
        from ttt_tui.gomocup import BrainFault, OwnProgram, ask_about
        from ttt_tui.gomocup.dialogue import BRAIN_TIMEOUTS

        program, timeouts = self._program(engine), self._timeouts or BRAIN_TIMEOUTS
        self._has_started_any = True
        called = program.where.name if isinstance(program, OwnProgram) else f"engine {program.command[0]}"
        try:
            if isinstance(program, OwnProgram):
                program.check(timeouts, stop)
                name = called[:LONGEST_ENGINE_NAME]
            else:
                name = ask_about(program, timeouts, stop).name or _name_of_file(program.command[0])
        except RequestCancelled:
            raise ValueError("stopped before the engine gave its name") from None
        except BrainFault as fault:
            raise ValueError(f"{called} {fault}") from fault
        return free_name(name, self.names, LONGEST_ENGINE_NAME)

    def _program(self, engine: EngineCommand) -> "BrainProgram | OwnProgram":
        """Parse a command; raises `ValueError` if it cannot be read, and `NotPermitted`."""
        from ttt_tui.gomocup import BrainProgram, OwnProgram

        self._permissions.check(Permission.ENGINES)
        if engine.own_class is not None:
            return OwnProgram.parse(engine.own_class, engine.directory)
        return BrainProgram.parse(engine.command, engine.directory)

    # --- playing -----------------------------------------------------------------------------------------

    def make(
        self,
        level: str,
        game_type: "GameType | None" = None,
        on_message: "MessageHandler | None" = None,
        seed: int = 0,
    ) -> "Brain | OwnPlayer":
        """Return the engine of a level, one of `levels`; the other arguments are those of `Brain`."""
        from ttt_tui.gomocup import Brain, GameType, OwnPlayer, OwnProgram
        from ttt_tui.gomocup.dialogue import BRAIN_TIMEOUTS, ignore_message

        name = engine_name(level)
        engine = self._known[name]
        self._has_started_any = True
        if (name, engine) not in self._programs:  # a `BrainProgram` remembers what the program can do
            self._programs[name, engine] = self._program(engine)
        program = self._programs[name, engine]
        if isinstance(program, OwnProgram):
            return OwnPlayer(program, on_message or ignore_message, self._timeouts or BRAIN_TIMEOUTS, seed)
        return Brain(
            program,
            game_type or GameType.AGAINST_A_HUMAN,
            on_message or ignore_message,
            self._timeouts or BRAIN_TIMEOUTS,
            seed,
        )

    def close(self) -> None:
        """End all processes of engines, and wait until they are gone."""
        if self._has_started_any:
            from ttt_tui.process.child import end_all

            end_all()


def _level_of(known: tuple[str, EngineCommand]) -> str:
    """Return the level of an engine by its name and command."""
    name, engine = known
    return engine_level(name) if engine.own_class is None else own_level(name)


def unknown_engine(level: str) -> str:
    """Return that the engine of a level is unknown here, and how to make it known."""
    name = engine_name(level)
    if level.startswith(OWN_PREFIX):
        return f"unknown computer {name!r}; a game with --player python:FILE:{name} makes it known"
    return f"unknown engine {name!r}"


def _name_of_file(command: str) -> str:
    """Return a name for the engine that a command starts."""
    file = Path(command).name[:LONGEST_ENGINE_NAME].strip()
    return file if is_valid_engine_name(file) else "brain"


def engine_levels(setup: Setup) -> tuple[str, ...]:
    """Return the levels of a set-up's engines, known here or not."""
    return tuple(dict.fromkeys(player.level for player in setup.players if player.is_engine))


def check_engine_name(name: str) -> None:
    """Raise `InvalidName` unless this can be the name of an engine."""
    if len(name) > LONGEST_ENGINE_NAME:
        raise InvalidName(
            f"an engine's name has at most {LONGEST_ENGINE_NAME} characters; this one has {len(name)}"
        )
    check_name(name)
    check_name(engine_level(name))


def is_valid_engine_name(name: str) -> bool:
    try:
        check_engine_name(name)
    except InvalidName:
        return False
    return True


def free_name(name: str, taken: Iterable[str], longest: int) -> str:
    """Return the name, numbered if it is taken, in at most `longest` characters."""
    taken = tuple(taken)
    numbers = (f" {number}" for number in range(2, len(taken) + 3))
    numbered = (f"{name[: longest - len(number)]}{number}" for number in numbers)
    return next(choice for choice in (name, *numbered) if choice not in taken)
