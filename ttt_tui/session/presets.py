"""Presets, and the defaults of players: names, symbols, colours and times."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import NamedTuple

from ttt_tui.computer.levels import STEPS, screen_name, strength_of
from ttt_tui.engine import (
    COLOURS,
    HUMAN,
    OPEN,
    SYMBOLS,
    GameName,
    Geometry,
    Limit,
    LineRule,
    Marks,
    MatchRules,
    Player,
    Rules,
    Setup,
)
from ttt_tui.engine.names import skeleton
from ttt_tui.engine.rules import ULTIMATE_BOARD, VANISHING_BOARD
from ttt_tui.engine.setup import LETTERS_BESIDE_MARKS, looks_like_mark, usual_symbols
from ttt_tui.names import CLASSIC_NAMES, LADDER_NAMES

NATO = (
    "Alfa", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo",
    "Lima", "Mike", "November", "Oscar", "Papa", "Quebec", "Romeo", "Sierra", "Tango", "Uniform", "Victor",
    "Whiskey", "Xray", "Yankee", "Zulu",
)  # fmt: skip
"""Earlier versions named a computer with two of these words."""

FIVE_POINTS = MatchRules(points=5)

YOU = "You"
"""The name of the only human until the user sets one."""


class Preset(NamedTuple):
    """A match that can be started at once."""

    name: str
    """The name on the command line."""
    title: str
    """The title on the setup screen."""
    geometry: Geometry
    levels: tuple[str, ...]
    """The players' levels, in turn order."""
    rules: MatchRules = FIVE_POINTS
    limit: Limit | None = None
    """The limit of computers that look ahead; None for the usual time."""
    symbols: tuple[str, ...] = ()
    """The symbols of the first players; none for the usual ones."""

    @property
    def is_watched(self) -> bool:
        """Whether only computers play."""
        return HUMAN not in self.levels

    def make(self) -> Setup:
        """Return the set-up, with computers named by `computer_name`."""
        players = _seats(self.levels, self.symbols)
        if self.limit is not None:
            players = tuple(replace(p, limit=self.limit) if p.level in TIMED else p for p in players)
        return with_fitting_symbols(Setup(self.geometry, players, self.rules))


def with_fitting_symbols(setup: Setup) -> Setup:
    """Return the set-up with other symbols if its two players have the usual ones of other rules.

    Where X and O are marks that belong to nobody, the players are A and B, and nobody keeps one of the marks.
    """
    rules = setup.geometry.rules
    fitting = usual_symbols(rules)[:2]
    others = SYMBOLS[:2] if fitting == LETTERS_BESIDE_MARKS else LETTERS_BESIDE_MARKS
    if sorted(player.symbol for player in setup.players) == sorted(others):
        players = [replace(p, symbol=fitting[others.index(p.symbol)]) for p in setup.players]
        return replace(setup, players=tuple(players))
    players = list(setup.players)
    for seat, player in enumerate(players):
        if looks_like_mark(player.symbol, rules):
            players[seat] = replace(player, symbol=free_symbol(players, usual_symbols(rules)))
    return setup if players == [*setup.players] else replace(setup, players=tuple(players))


def free_symbol(players: Sequence[Player], usual: Sequence[str] = SYMBOLS) -> str:
    """Return the first of the usual symbols that none of these players has, nor a look-alike."""
    taken = {skeleton(player.symbol) for player in players}
    return next((symbol for symbol in usual if skeleton(symbol) not in taken), "?")


def computer_name(level: str, taken: Sequence[str] = ()) -> str:
    """Return a name for a computer of this level: `medium 4`, or `medium 4 (2)` if that is taken."""
    return _numbered(screen_name(level), taken, "{} ({})" if strength_of(level) else "{} {}")


def _numbered(name: str, taken: Sequence[str], pattern: str = "{} {}") -> str:
    """Return the name, or if it is taken the name with the first free number from 2 on.

    The number after a step of the ladder is in parentheses: `expert 2` is another step than `expert`.
    """
    if name not in taken:
        return name
    return next(choice for number in count(2) if (choice := pattern.format(name, number)) not in taken)


def guest_name(taken: Sequence[str]) -> str:
    """Return the name of an open seat until a guest takes it."""
    return _numbered("Guest", taken)


_LEVELS = "|".join((*CLASSIC_NAMES, *LADDER_NAMES))
_USUAL_NAME = re.compile(rf"(Player|Guest|{_LEVELS})( [0-9]+)?( \([0-9]+\))?")
"""Names with numbers. Earlier versions called computers `easy`, `medium 2` and `hard 2`."""


def is_usual_name(name: str) -> bool:
    """Whether this version or an earlier one assigns the name by default."""
    if _USUAL_NAME.fullmatch(name):
        return True
    words = name.split()
    return name == YOU or (len(words) == 2 and words[0] in NATO and words[1] in NATO)


def usual_name(level: str, taken: Sequence[str]) -> str:
    """Return a name for one more player; humans are "You", then "Player 2" and so on."""
    if level == HUMAN:
        names = (YOU, *(f"Player {number}" for number in range(2, 17)))
        return next(name for name in names if name not in taken)
    return guest_name(taken) if level == OPEN else computer_name(level, taken)


def with_usual_names(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players, where computers with usual names are named after their levels, in turn order.

    Engines have names of their own, which stay.
    """
    usual = [p.is_computer and not p.is_engine and is_usual_name(p.name) for p in players]
    names = [player.name for player, is_usual in zip(players, usual, strict=True) if not is_usual]
    named = []
    for player, is_usual in zip(players, usual, strict=True):
        name = computer_name(player.level, names) if is_usual else player.name
        names.append(name)
        named.append(player if name == player.name else replace(player, name=name))
    return tuple(named)


def default_limit(players: int) -> Limit:
    """Return the usual limit of a computer: one second shared among its opponents, at least 0.1 s."""
    return Limit(seconds=max(0.1, round(1 / max(1, players - 1), 1)))


def new_player(
    level: str,
    others: Sequence[Player],
    players: int,
    *,
    symbols: Sequence[str] = SYMBOLS,
) -> Player:
    """Return one more player beside `others`, with the usual name, colour and time, and one of the symbols.

    `players` is how many there will be.
    """
    names = [player.name for player in others]
    colours = [player.colour for player in others]
    return Player(
        name=usual_name(level, names),
        symbol=free_symbol(others, symbols),
        colour=next((colour for colour in COLOURS if colour not in colours), COLOURS[0]),
        level=level,
        limit=Limit() if level in (HUMAN, OPEN) else default_limit(players),
    )


def fair_times(players: tuple[Player, ...], before: int) -> tuple[Player, ...]:
    """Return the players with the usual time for their number, if they had that for `before` players.

    Other times stay.
    """
    usual, now = default_limit(before), default_limit(len(players))
    return tuple(
        replace(player, limit=now) if player.is_computer and player.limit == usual else player
        for player in players
    )


def _seats(levels: Sequence[str], symbols: Sequence[str]) -> tuple[Player, ...]:
    players: list[Player] = []
    for number, level in enumerate(levels, 1):
        player = new_player(level, players, len(levels), symbols=(*symbols, *SYMBOLS))
        if levels.count(HUMAN) > 1 and level == HUMAN:  # with two at the keyboard "You" is ambiguous
            player = replace(player, name=f"Player {number}")
        players.append(player)
    return tuple(players)


def renamed(setup: Setup, name: str, before: str = YOU) -> Setup:
    """Return the set-up with the human called `before` renamed."""
    players = tuple(replace(p, name=name) if p.is_human and p.name == before else p for p in setup.players)
    return replace(setup, players=players)


def numbered(setup: Setup) -> Setup:
    """Return the set-up with "You" numbered if several humans play at this terminal."""
    people = [seat for seat, player in enumerate(setup.players) if player.is_human]
    you = next((seat for seat in people if setup.players[seat].name == YOU), None)
    if you is None or len(people) == 1:
        return setup
    taken = {player.name for player in setup.players}
    names = (f"Player {number}" for number in (you + 1, *range(1, 17)))
    return renamed(setup, next(name for name in names if name not in taken))


def unnumbered(setup: Setup, name: str) -> Setup:
    """Return the set-up with the only human renamed from the number that `numbered` assigned."""
    people = [player.name for player in setup.players if player.is_human]
    if len(people) != 1 or name in (player.name for player in setup.players):
        return setup
    first, *more = people[0].split()
    is_numbered = first == "Player" and len(more) == 1 and more[0].isdecimal()
    return renamed(setup, name, people[0]) if is_numbered else setup


_SMALL = Geometry(3, 3, 3)
_LARGE = Geometry(15, 15, 4)

EASY, MEDIUM = STEPS[1], STEPS[3]
"""The steps that people meet at first: on 3×3, where a better one is hardly ever beaten, and elsewhere."""

TIMED = ("minimax", "negamax", "expert")
"""The levels that play the better the longer they think; for the other steps time is a guard only."""


def _steps(*strengths: int) -> tuple[str, ...]:
    return tuple(STEPS[strength - 1] for strength in strengths)


ONE_NODE = Limit(nodes=1)
"""With one node, the expert among several players plays the best-looking square: it builds lines, and stops
only the next player. Most other levels stop everybody, so that games among five of them are drawn."""

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("computer", "You v computer", _SMALL, (HUMAN, EASY)),
        Preset("gomoku", "Gomoku", Geometry(15, 15, 5), (HUMAN, MEDIUM)),
        Preset("swarm", "Against the swarm", _LARGE, (HUMAN, *("expert",) * 14), MatchRules(5, 3), ONE_NODE),
        Preset("two-players", "Two players", _SMALL, (HUMAN, HUMAN)),
        Preset("custom", "Custom", Geometry(5, 5, 4), (HUMAN, MEDIUM)),
        Preset(
            "connect-four", "Connect Four", Geometry(7, 6, 4, Rules(drop=True)), (HUMAN, MEDIUM),
            symbols=("●", "○"),
        ),
        Preset(
            "ultimate", "Ultimate", Geometry(*ULTIMATE_BOARD, Rules(game=GameName.ULTIMATE)), (HUMAN, MEDIUM)
        ),
        Preset(
            "vanishing", "Vanishing",
            Geometry(*VANISHING_BOARD, Rules(game=GameName.VANISHING)), (HUMAN, EASY),
        ),
        Preset("renju", "Renju", Geometry(15, 15, 5, Rules(LineRule.RENJU)), (HUMAN, MEDIUM)),
        Preset("misere", "Misère", Geometry(3, 3, 3, Rules(misere=True)), (HUMAN, EASY)),
        Preset("wild", "Wild", Geometry(3, 3, 3, Rules(marks=Marks.WILD)), (HUMAN, EASY)),
        Preset(
            "notakto", "Notakto", Geometry(3, 3, 3, Rules(misere=True, marks=Marks.SHARED)),
            (HUMAN, EASY),
        ),
        Preset("torus", "Torus", Geometry(5, 5, 4, Rules(wrap=True)), (HUMAN, MEDIUM)),
        Preset("connect6", "Connect6", Geometry(19, 19, 6, Rules(per_turn=2)), (HUMAN, MEDIUM)),
        Preset(
            "computers", "Two computers", Geometry(15, 15, 5), _steps(7, 6), MatchRules(5, 3),
        ),
        Preset(
            "three-bots", "Three computers", Geometry(9, 9, 4), _steps(4, 2, 1), MatchRules(3, 3),
        ),
        Preset(
            "five-bots", "Five computers", Geometry(11, 11, 4), _steps(10, 1, 10, 2, 1),
            MatchRules(3, 3), ONE_NODE,
        ),
        Preset(
            "seven-bots", "Seven computers", Geometry(13, 13, 4), _steps(10, 1, 10, 1, 10, 2, 1),
            MatchRules(2, 3), ONE_NODE,
        ),
        Preset(
            "fifteen-bots", "Fifteen computers", Geometry(20, 20, 4), _steps(*(10, 1) * 7, 10),
            MatchRules(1, 3), ONE_NODE,
        ),
    )
}  # fmt: skip
"""In the order of the setup screen: for humans by the usual rules and by others, then for computers alone.

Enter starts the first one.
"""

DRAWN: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("computers-3x3", "Two computers on 3×3", _SMALL, ("negamax",) * 2, MatchRules(5, 3)),
        Preset("three-bots-3x3", "Three computers on 3×3", _SMALL, ("scorer",) * 3, MatchRules(5, 5)),
        Preset(
            "five-bots-5x5", "Five computers on 5×5", Geometry(5, 5, 4), ("scorer",) * 5, MatchRules(5, 3)
        ),
        Preset(
            "seven-bots-7x7", "Seven computers on 7×7", Geometry(7, 7, 5), ("scorer",) * 7, MatchRules(5, 1)
        ),
        Preset(
            "fifteen-bots-15x15", "Fifteen computers on 15×15", _LARGE, ("scorer",) * 15, MatchRules(5, 1)
        ),
    )
}
"""Presets for the command line only: all their games are drawn."""
