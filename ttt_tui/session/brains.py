"""The brains that may play here: programs by name, which this user has listed or named on the command line.

A player's level has a brain's name (`brain_level`), as do records and stored games; what command that is,
only this knows. So nobody's record can start a program, and nobody's command is given to others.
"""

from collections.abc import Mapping

from ttt_tui.computer.gomocup import LONGEST_BRAIN_NAME, Brain, BrainFault, BrainProgram, GameType, ask_about
from ttt_tui.computer.gomocup.dialogue import PATIENCE, Hear, Patience, nobody
from ttt_tui.engine import BRAIN, brain_level, name_problem


class Brains:
    """Programs by name; `patience` is how long they are waited for."""

    def __init__(
        self, programs: Mapping[str, BrainProgram] | None = None, patience: Patience = PATIENCE
    ) -> None:
        self._programs = dict(programs or {})
        self._patience = patience

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of players for whom they move."""
        return tuple(map(brain_level, self._programs))

    def name_for(self, command: str, directory: str = "", name: str | None = None) -> str:
        """Return the name of a brain that is known by this text, or else is added with it as its command.

        Without a `name` it is started and asked for one. Raises `ValueError` if it cannot be read, does not
        work, or if another brain has that name.
        """
        if command in self._programs and not directory and name in (None, command):
            return command
        program = BrainProgram.parse(command, directory)
        if name is None:
            name = next((n for n, other in self._programs.items() if other == program), None)
        if name is None:
            name = self._asked(program)
        if reason := brain_name_problem(name):
            raise ValueError(reason)
        if self._programs.setdefault(name, program) != program:
            raise ValueError(f"two brains have the name {name}: give one another, such as name=B")
        return name

    def make(self, level: str, game_type: GameType, hear: Hear = nobody) -> Brain:
        """Return the brain of a level, one of `levels`; see `Brain` for the rest."""
        return Brain(self._programs[level.removeprefix(BRAIN)], game_type, hear, self._patience)

    def _asked(self, program: BrainProgram) -> str:
        """Return what a brain calls itself, else what its file is called, with a number if that is taken."""
        try:
            name = ask_about(program, self._patience).name
        except BrainFault as fault:
            raise ValueError(f"the brain {program.command[0]} does not work: {fault}") from fault
        if not name:
            file = program.command[0].rpartition("/")[2][:LONGEST_BRAIN_NAME].strip()
            name = "brain" if brain_name_problem(file) else file
        return free_name(name, tuple(self._programs), LONGEST_BRAIN_NAME)


def brain_name_problem(name: str) -> str | None:
    """Return what is wrong with the name of a brain, in one sentence, or None."""
    if len(name) > LONGEST_BRAIN_NAME:
        return f"a brain's name has at most {LONGEST_BRAIN_NAME} characters; this one has {len(name)}"
    return name_problem(name) or name_problem(brain_level(name))


def free_name(name: str, taken: tuple[str, ...], longest: int) -> str:
    """Return the name, or if it is taken the name with a number, of at most so many characters."""
    numbers = (f" {number}" for number in range(2, len(taken) + 3))
    numbered = (f"{name[: longest - len(number)]}{number}" for number in numbers)
    return next(choice for choice in (name, *numbered) if choice not in taken)
