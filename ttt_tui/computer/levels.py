"""The computer levels, the list that setup and help read, and their names on screen.

The command line has a copy of the names, since `--help` is not to import the computers; a test compares them.

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.computer.levels import screen_name
>>> list(LEVELS)
['random', 'rules', 'scorer', 'minimax', 'negamax', 'expert']
>>> LEVELS["rules"].summary, screen_name("rules")
('wins or blocks in one move, else extends a line', 'easy')

A computer with the same seed, 0 if none is given, chooses the same among equal moves, game after game:

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

from ttt_tui.computer.base import Computer
from ttt_tui.computer.iterative_deepening import IterativeDeepening
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.computer.minimax import MinimaxSearch
from ttt_tui.computer.negamax import NegamaxSearch
from ttt_tui.computer.rules_of_thumb import RandomMover, RulesOfThumb
from ttt_tui.computer.scorer import Scorer
from ttt_tui.engine import Player, Rules


class ComputerFactory(Protocol):
    """Makes a computer from a seed, which remembers no more than so many megabytes."""

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
    """The same in so few words, 21 characters at most, that they stand beside its name."""
    looks_ahead: bool
    """Whether a limit in seconds or plies makes a difference to it."""
    make: ComputerFactory
    """Makes a computer of this level."""

    def under(self, rules: Rules) -> "Level":
        """Return the level with words that are true by these rules."""
        if rules.misere and self.name == "rules":
            return replace(self, summary="completes a line only if it has to", note="avoids a line")
        return self


def _expert(seed: int = 0, megabytes: float = MEGABYTES) -> Computer:
    """Return a new expert; its many modules are imported for the first one, not for every start."""
    from ttt_tui.computer.expert.expert import Expert

    return Expert(seed, megabytes)


LEVELS: dict[str, Level] = {
    level.name: level
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
        Level("expert", "proves wins, else searches ahead",
              "proves wins", True, _expert),
    )
}  # fmt: skip
"""Weakest first, as a whole: on small boards two neighbours may be the other way round."""

SCREEN_NAMES = {"rules": "easy", "scorer": "medium", "negamax": "hard", "expert": "expert"}
"""The names on screen of the levels that are offered first there, weakest first.

Everywhere else, in command line, records, store, settings and protocol, a level has its own name.
"""

CLASSIC = tuple(level for level in LEVELS if level not in SCREEN_NAMES)
"""The other levels, which the screen lists as classic computers under their own names."""


def screen_name(level: str) -> str:
    """Return what a computer level is called on screen: `rules` is `easy`."""
    return SCREEN_NAMES.get(level, level)


def megabytes_each(players: Iterable[Player], guests: int = 0) -> float:
    """Return what each computer of a game may remember, so that together they keep to `MEGABYTES`.

    `guests` are computers that think now and then though they have no seat. Engines remember in processes of
    their own.
    """
    levels = (LEVELS[player.level] for player in players if player.is_computer and not player.is_engine)
    seated = sum(level.looks_ahead for level in levels)
    return MEGABYTES / max(1, seated + guests)
