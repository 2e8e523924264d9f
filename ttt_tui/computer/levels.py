"""The computer levels, the list that setup and help read, and their names on screen.

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.computer.levels import STEPS, screen_name
>>> list(LEVELS)[:6]
['random', 'rules', 'scorer', 'minimax', 'negamax', 'expert 1']
>>> STEPS[3], screen_name(STEPS[3]), LEVELS[STEPS[3]].summary
('expert 4', 'medium 4', 'misses threats, seldom looks ahead')

A computer with the same seed, by default 0, makes the same choice among equal moves, game after game:

>>> from ttt_tui.engine import Geometry, Position
>>> position = Position(Geometry(15, 15, 5), players=2)
>>> moves = [LEVELS["rules"].make(seed).think(position).move for seed in (1, 1, 2)]
>>> moves[0] == moves[1] != moves[2]
True
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from ttt_tui.computer.base import A_SECOND, NEVER, Computer, Report, Stop, Thought, ignore_report
from ttt_tui.computer.games import computers_of
from ttt_tui.computer.iterative_deepening import IterativeDeepening
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.computer.minimax import MinimaxSearch, NegamaxSearch
from ttt_tui.computer.one_ply import RandomMover, RulesOfThumb, Scorer
from ttt_tui.engine import GameName, Limit, Marks, Player, Position, Rules


class ComputerFactory(Protocol):
    """Creates a computer from a seed, which uses at most `megabytes` of memory."""

    def __call__(self, seed: int = ..., megabytes: float = ...) -> Computer:
        """Return a new one."""
        ...


@dataclass(frozen=True, slots=True)
class Level:
    """A kind of computer player."""

    name: str
    summary: str
    """Its description in one line of the help and of a dialog: about 35 characters."""
    note: str
    """The description in at most 21 characters, short enough to stand beside the name."""
    looks_ahead: bool
    """Whether a limit in seconds or plies makes a difference."""
    make: ComputerFactory
    """Makes a computer of this level."""

    def under(self, rules: Rules) -> "Level":
        """Return the level with words that are true by these rules."""
        other = computers_of(rules)
        if other is not None and self.name in other.level_words:
            summary, note = other.level_words[self.name]
            return replace(self, summary=summary, note=note)
        if rules.misere and self.name == "rules":
            return replace(self, summary="completes a line only if it has to", note="avoids a line")
        if (rules.misere or rules.marks is not Marks.OWN) and self.name in _WITHOUT_LINES:
            summary, note = _WITHOUT_LINES[self.name]
            return replace(self, summary=summary, note=note)
        return self


class PerGame:
    """A computer of one level that plays every game, by the level's computer for the game at hand.

    It creates that computer at the first position of the game, and has one at a time.
    """

    def __init__(
        self, level: str, in_a_row: ComputerFactory, seed: int = 0, megabytes: float = MEGABYTES
    ) -> None:
        """`in_a_row` creates the computer for k in a row."""
        self._level = level
        self._in_a_row = in_a_row
        self._seed = seed
        self.megabytes = megabytes
        self._game: GameName | None = None
        self.computer: Computer | None = None
        """The one for the game at hand, None before the first move."""

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the move of the computer for this game."""
        rules = position.geometry.rules
        if self.computer is None or rules.game is not self._game:
            self.close()
            other = computers_of(rules)
            self._game = rules.game
            self.computer = (
                self._in_a_row(self._seed, self.megabytes)
                if other is None
                else other.make_computer(self._level, self._seed, self.megabytes)
            )
        return self.computer.think(position, limit, stop, report)

    def close(self) -> None:
        """Forget everything learned, and the game's computer."""
        if self.computer is not None:
            self.computer.close()
            self.computer = None


# The modules of the experts and the ladder are imported for the first one, not for every start.


def _expert(seed: int = 0, megabytes: float = MEGABYTES) -> Computer:
    from ttt_tui.computer.expert.expert import Expert

    return Expert(seed, megabytes)


def judging_expert(megabytes: float) -> Computer:
    """Return a computer that plays every game like `expert`, but without advice from tables of openings.

    So its scores are its own findings.
    """
    from ttt_tui.computer.expert.expert import Expert

    return PerGame("expert", partial(Expert, uses_openings=False), megabytes=megabytes)


def _step(strength: int, seed: int = 0, megabytes: float = MEGABYTES) -> Computer:
    from ttt_tui.computer.ladder.player import LadderPlayer

    return LadderPlayer(strength, seed, megabytes)


STEPS = (*(f"expert {strength}" for strength in range(1, 10)), "expert")
"""The steps of the ladder, the weakest first; the strength of a step is its place from 1."""

STEP_NAMES = (
    "novice", "easy", "easy", "medium", "medium", "hard", "hard", "strong", "strong", "expert",
)  # fmt: skip
"""The name of each step on screen, without its number."""

_STEP_WORDS = (
    ("often overlooks a line in one move", "overlooks lines"),
    ("takes a win, often forgets to block", "forgets to block"),
    ("blocks a line, overlooks diagonals", "overlooks diagonals"),
    ("misses threats, seldom looks ahead", "seldom looks ahead"),
    ("sees threats, sometimes looks ahead", "sees most threats"),
    ("looks ahead on one move in three", "sees ahead at times"),
    ("looks ahead on nearly every other move", "often looks ahead"),
    ("looks ahead, slips now and then", "slips now and then"),
    ("looks ahead, seldom slips", "seldom slips"),
    ("proves wins, else searches ahead", "proves wins"),
)

_WITHOUT_LINES = {
    "expert 1": ("often overlooks a line", "overlooks lines"),
    "expert 2": ("sometimes overlooks a line", "may overlook a line"),
    "expert 3": ("avoids a loss in one, seldom sees more", "avoids a quick loss"),
    "expert 4": ("avoids a loss in one, may look ahead", "may look ahead"),
}
"""Words of steps where a line loses or belongs to both players, so that no line is built or blocked."""

LEVELS: dict[str, Level] = {
    level.name: replace(level, make=partial(PerGame, level.name, level.make))
    if level.name != "random"
    else level
    for level in (
        Level("random", "plays a random move", "random moves", False, RandomMover),
        Level("rules", "wins or blocks in one move, else extends a line",
              "wins or blocks in one", False, RulesOfThumb),
        Level("scorer", "rates every square by the lines through it",
              "rates every square", False, Scorer),
        Level("minimax", "full search, no pruning",
              "searches every reply", True, partial(IterativeDeepening, MinimaxSearch)),
        Level("negamax", "searches ahead (alpha-beta)",
              "searches ahead", True, partial(IterativeDeepening, NegamaxSearch)),
        *(
            Level(name, *words, True, _expert if name == "expert" else partial(_step, strength))
            for strength, (name, words) in enumerate(zip(STEPS, _STEP_WORDS, strict=True), 1)
        ),
    )
}  # fmt: skip
"""The classic computers, then the ladder, each weakest first.

On small boards two neighbours among the classic ones may be the other way round.
"""


def strength_of(level: str) -> int | None:
    """Return the place of a step on the ladder, from 1, None for any other level."""
    return STEPS.index(level) + 1 if level in STEPS else None


def screen_name(level: str) -> str:
    """Return the name of a computer level on screen: `expert 4` is `medium 4`."""
    strength = strength_of(level)
    if strength is None or level == STEPS[-1]:
        return level
    return f"{STEP_NAMES[strength - 1]} {strength}"


SCREEN_NAMES = {level: screen_name(level) for level in STEPS}
"""The names on screen of the levels that are offered first there, the weakest first."""


def level_named(name: str) -> str | None:
    """Return the level that a name on screen stands for, None if no level has it.

    A name without its number is the weakest step of that name: `hard` is `expert 6`.
    """
    name = name.casefold()
    if name in LEVELS:
        return name
    if name in STEP_NAMES:
        return STEPS[STEP_NAMES.index(name)] if name != STEPS[-1] else name
    return next((level for level, on_screen in SCREEN_NAMES.items() if name == on_screen), None)


def megabytes_each(players: Iterable[Player], helpers: int = 0) -> float:
    """Return the megabytes of each computer of a game, so that all together stay within `MEGABYTES`.

    `helpers` is the number of computers without a seat that think now and then. Engines have memory in
    processes of their own, and levels that only the host of a shared game knows have theirs there.
    """
    levels = (LEVELS[player.level] for player in players if player.level in LEVELS)
    seated = sum(level.looks_ahead for level in levels)
    return MEGABYTES / max(1, seated + helpers)
