"""The set-up of a match: the value that all front ends produce and `Match` consumes, and its validator.

`Setup` fills in the default name, symbol and colour of a seat where they are missing:

>>> from ttt_tui.engine import Geometry, Player, Setup, engine_level, check_setup
>>> setup = Setup(Geometry(15, 15, 5), [Player("Ada", "O"), Player(level="scorer")])
>>> [(player.name, player.symbol, player.colour) for player in setup.players]
[('Ada', 'O', 'blue'), ('Player 2', 'A', 'red')]
>>> check_setup(Setup(Geometry(3, 3, 3), players=5))
Traceback (most recent call last):
ttt_tui.errors.InvalidSetup: 5 players could not place 3 stones each on a 3×3 board; at most 4 can play

The level of a player for whom an engine moves is `brain:` and the engine's name. The command that starts it
is never part of a set-up, and so of no record.

>>> check_setup(Setup(Geometry(15, 15, 4), [Player("Ada"), Player(level=engine_level("Rapfi"))]))
Traceback (most recent call last):
ttt_tui.errors.NotForEngines: engines play 5 in a row, not 4
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ttt_tui.engine.clock import TimeControl
from ttt_tui.engine.geometry import LARGEST_SIDE, SHORTEST_LINE, SMALLEST_SIDE, Geometry
from ttt_tui.engine.names import check_distinct, check_name, check_symbol, shown, skeleton
from ttt_tui.engine.openings import most_stones
from ttt_tui.engine.rules import (
    MARK_LETTERS,
    RENJU_LENGTH,
    USUAL,
    LineRule,
    Marks,
    Opening,
    Rules,
    check_together,
)
from ttt_tui.engine.start import Start, start_position
from ttt_tui.errors import (
    InvalidLineLength,
    InvalidRules,
    InvalidSetup,
    InvalidSize,
    InvalidSymbol,
    NotForEngines,
)

HUMAN, OPEN = "human", "open"
"""The levels of humans: at this terminal, and at another one."""

ENGINE_PREFIX = "brain:"
"""The beginning of an engine's level; its name follows."""

OWN_PREFIX = "python:"
"""The beginning of the level of a user's own computer: an engine for every game, without a protocol."""

ENGINE_LINE_LENGTH = 5
ENGINE_RULES = (USUAL, Rules(LineRule.EXACTLY), Rules(LineRule.RENJU))
"""The rules of a game for engines, apart from its opening."""
LONGEST_ENGINE_NAME = 18
"""The most characters, so that a level, which is at most as long as a name, can hold the name."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 15
LONGEST_THINK = 3600.0
DEEPEST_SEARCH = LARGEST_SIDE * LARGEST_SIDE
MOST_POINTS = 99
MOST_DRAWS = 99

SYMBOLS = tuple("XOAHKMNSTVWYZEU")
"""Fifteen letters that differ at a glance, in the order in which new players get them."""

LETTERS_BESIDE_MARKS = ("A", "B")
"""The first symbols of players whose marks are shared: X and O would be taken for the marks."""

COLOURS = (
    "blue", "red", "green", "yellow", "magenta", "cyan", "orange", "purple",
    "lime", "pink", "teal", "brown", "gold", "olive", "grey",
)  # fmt: skip
"""The names of the players' colours; the theme chooses the shades."""

MARK_COLOURS = ("magenta", "green")
"""The colours of the marks that belong to no player, unless a player has one of them."""


class FirstMover(StrEnum):
    """The rule for the first mover in the games of a match after the first game."""

    TURN = "turn"
    ALWAYS = "first"
    LOT = "lot"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Limit:
    """A computer's limits for one move, None for no limit; the first one reached ends the search."""

    seconds: float | None = None
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Positions searched."""


class _Unset(str):
    """The type of `UNSET`, which is compared by identity, since a blank text is an invalid choice."""


UNSET = _Unset()
"""Sentinel: `Setup` chooses the default for the seat."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: name, symbol, colour, and who moves.

    `Setup` fills in a missing name, symbol or colour.
    """

    name: str = UNSET
    symbol: str = UNSET
    colour: str = UNSET
    level: str = HUMAN
    """`HUMAN`, `OPEN`, the name of a computer level, or an engine's level (see `engine_level`)."""
    limit: Limit = field(default_factory=Limit)

    @property
    def is_human(self) -> bool:
        """Whether a person at this terminal moves for this player."""
        return self.level == HUMAN

    @property
    def is_open(self) -> bool:
        """Whether a person at another terminal moves for this player."""
        return self.level == OPEN

    @property
    def is_computer(self) -> bool:
        """Whether no person moves for this player, here or elsewhere."""
        return self.level not in (HUMAN, OPEN)

    @property
    def is_engine(self) -> bool:
        """Whether another program moves for this player, which is a computer then."""
        return is_engine_level(self.level)


@dataclass(frozen=True, slots=True)
class MatchRules:
    """When a match ends and who starts its games."""

    points: int | None = None
    """Games won that win the match; None for no end."""
    draws: int | None = None
    """Draws in a row that end the match; None for no end."""
    first: FirstMover = FirstMover.TURN
    marks_by_lot: bool = False
    """Whether symbols are dealt at random when a match starts; the player with the first one moves first."""
    clock: TimeControl | None = None
    """The time of each player in each game; None without clocks."""


@dataclass(frozen=True, slots=True, init=False)
class Setup:
    """All that has to be known before the first move of a match.

    `players` are the players in turn order, or just their number. Games start on the empty board unless there
    is a `start`.
    """

    geometry: Geometry
    players: tuple[Player, ...]
    rules: MatchRules
    start: Start | None

    def __init__(
        self,
        geometry: Geometry,
        players: Iterable[Player] | int = 2,
        rules: MatchRules | None = None,
        start: Start | None = None,
    ) -> None:
        seats = [Player()] * players if isinstance(players, int) else players
        object.__setattr__(self, "geometry", geometry)  # the way of a frozen dataclass to set its fields
        object.__setattr__(self, "players", _by_seat(tuple(seats), usual_symbols(geometry.rules)))
        object.__setattr__(self, "rules", rules or MatchRules())
        object.__setattr__(self, "start", start)

    @property
    def marks(self) -> tuple[str, ...]:
        """Symbols of stones by their number in a position: the players' symbols, else X and O."""
        if self.geometry.rules.marks is Marks.OWN:
            return tuple(player.symbol for player in self.players)
        return MARK_LETTERS

    @property
    def drawn_players(self) -> tuple[Player, ...]:
        """Symbols and colours of stones by their number in a position: the players, else X and O.

        Marks that belong to no player have colours of their own.
        """
        if self.geometry.rules.marks is Marks.OWN:
            return self.players
        taken = {player.colour for player in self.players}
        free = (colour for colour in (*MARK_COLOURS, *COLOURS) if colour not in taken)
        return tuple(
            Player(letter, letter, colour) for letter, colour in zip(MARK_LETTERS, free, strict=False)
        )


def usual_symbols(rules: Rules) -> tuple[str, ...]:
    """Return the symbols that players get by these rules, in the order in which they get them."""
    if rules.marks is Marks.OWN:
        return SYMBOLS
    taken = (*LETTERS_BESIDE_MARKS, *MARK_LETTERS)
    return (*LETTERS_BESIDE_MARKS, *(symbol for symbol in SYMBOLS if symbol not in taken))


def _by_seat(players: Sequence[Player], usual: Sequence[str]) -> tuple[Player, ...]:
    """Return the players with defaults filled in; `usual` are the default symbols."""
    names = _chosen([player.name for player in players], [f"Player {i + 1}" for i in range(len(players))])
    symbols = _chosen([player.symbol for player in players], usual, skeleton)
    colours = _chosen([player.colour for player in players], COLOURS)
    return tuple(
        replace(player, name=name, symbol=symbol, colour=colour)
        for player, name, symbol, colour in zip(players, names, symbols, colours, strict=True)
    )


def _chosen(
    values: Sequence[str], usual: Sequence[str], key: Callable[[str], str] = str.casefold
) -> list[str]:
    """Return the values; each missing one becomes its seat's default, or the next free one.

    Values with the same `key` are considered equal.
    """
    chosen = list(values)
    for seat, value in enumerate(values):
        if value is UNSET:
            taken = set(map(key, chosen))
            in_turn = (usual[(seat + i) % len(usual)] for i in range(len(usual)))
            chosen[seat] = next((choice for choice in in_turn if key(choice) not in taken), usual[0])
    return chosen


def check_setup(setup: Setup, levels: Collection[str] | None = None) -> None:
    """Raise an `InvalidSetup` that names what is wrong with a set-up and what would be right.

    `levels` are the names of the levels that exist besides `HUMAN`; without them any name passes.
    """
    check_size(setup.geometry)
    check_line_length(setup.geometry)
    check_rules_fit(setup.geometry)
    _check_number_of_players(setup)
    for player in setup.players:
        check_player(player, levels)
    engines = [player.level for player in setup.players if player.is_engine]
    if any(len(engine_name(level)) > LONGEST_ENGINE_NAME for level in engines):
        raise InvalidSetup(f"an engine's name has at most {LONGEST_ENGINE_NAME} characters")
    if any(level.startswith(ENGINE_PREFIX) for level in engines):  # the engine's protocol restricts its games
        check_engines_can_play(setup.geometry, len(setup.players))
    _check_symbols_differ(setup.players)  # after the players: it quotes names, which then are printable
    _check_range(f"a match to {setup.rules.points} points", setup.rules.points, MOST_POINTS)
    _check_range(f"a limit of {setup.rules.draws} draws in a row", setup.rules.draws, MOST_DRAWS)
    if setup.rules.clock is not None:
        setup.rules.clock.check()
    if setup.start is not None:
        start_position(setup.geometry, len(setup.players), start=setup.start)
        if any(level.startswith(ENGINE_PREFIX) for level in engines):
            _check_engines_can_start(setup.geometry, setup.start)


def check_new_setup(setup: Setup, levels: Collection[str] | None = None) -> None:
    """Check a set-up that a user makes: like `check_setup`, and its symbols must not look alike.

    Where players place shared marks, they must not look like these either.
    """
    check_setup(setup, levels)
    check_distinct(player.symbol for player in setup.players)
    for player in setup.players:
        if looks_like_mark(player.symbol, setup.geometry.rules):
            raise InvalidSymbol(
                f"{player.symbol} is a mark that both players place by these rules; choose another symbol"
                f" for {player.name}"
            )


def looks_like_mark(symbol: str, rules: Rules) -> bool:
    """Return whether a symbol would be taken for a mark that both players place by these rules."""
    return rules.marks is not Marks.OWN and skeleton(symbol) in map(skeleton, MARK_LETTERS)


def is_valid_setup(setup: Setup, levels: Collection[str] | None = None) -> bool:
    try:
        check_setup(setup, levels)
    except InvalidSetup:
        return False
    return True


def engine_level(name: str) -> str:
    """Return the level of a player for whom the engine of this name moves."""
    return f"{ENGINE_PREFIX}{name}"


def own_level(name: str) -> str:
    """Return the level of a player for whom a computer of the user's own moves."""
    return f"{OWN_PREFIX}{name}"


def is_engine_level(level: str) -> bool:
    """Return whether another program moves for a player of this level."""
    return level.startswith((ENGINE_PREFIX, OWN_PREFIX))


def engine_name(level: str) -> str:
    """Return the name of the engine whose level this is."""
    return level.removeprefix(ENGINE_PREFIX).removeprefix(OWN_PREFIX)


def most_players(geometry: Geometry) -> int:
    """Return how many can play so that each could place a whole line: ⌈squares ÷ players⌉ ≥ line length.

    Some rules are for two.
    """
    if geometry.rules.for_two:
        return 2
    squares, k = geometry.columns * geometry.rows, geometry.line_length
    return min(MOST_PLAYERS, MOST_PLAYERS if k == 1 else (squares - 1) // (k - 1))


def usual_line(columns: int, rows: int) -> int:
    """Return the usual line length on a board of this size."""
    side = min(columns, rows)
    return 3 if side < 4 else 4 if side < 7 else 5


def check_size(geometry: Geometry) -> None:
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (geometry.columns, geometry.rows)):
        raise InvalidSize(
            f"a {geometry} board is not possible; each side must be {SMALLEST_SIDE} to {LARGEST_SIDE}"
        )


def check_line_length(geometry: Geometry) -> None:
    longest = max(geometry.columns, geometry.rows)
    if not SHORTEST_LINE <= geometry.line_length <= longest:
        possible = f"{SHORTEST_LINE}" + f" to {longest}" * (longest > SHORTEST_LINE)
        raise InvalidLineLength(
            f"{geometry.line_length} in a row is not possible on a {geometry} board; choose {possible}"
        )


def _check_number_of_players(setup: Setup) -> None:
    words, count = setup.geometry.rules.for_two, len(setup.players)
    if words and count != 2:
        verb = "is" if len(words) == 1 else "are"
        raise InvalidRules(f"{' and '.join(words)} {verb} for two players, not for {count}")
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        raise InvalidSetup(
            f"{count} player{'s' * (count != 1)} cannot play; choose {FEWEST_PLAYERS} to {MOST_PLAYERS}"
        )
    most = most_players(setup.geometry)
    if count > most:
        raise InvalidSetup(
            f"{count} players could not place {setup.geometry.line_length} stones each on a "
            f"{setup.geometry} board; at most {most} can play"
        )


def check_rules_fit(geometry: Geometry) -> None:
    """Raise `InvalidRules` if rules do not go together, or not with the line length."""
    rules, k = geometry.rules, geometry.line_length
    check_together(rules)
    only = rules.only_board
    if only is not None and (geometry.columns, geometry.rows, k) != only:
        columns, rows, line = only
        raise InvalidRules(
            f"{rules.game} is played on a {columns}×{rows} board with {line} in a row,"
            f" not on {geometry} with {k}"
        )
    if rules.line is LineRule.RENJU and k != RENJU_LENGTH:
        raise InvalidRules(f"renju is played with {RENJU_LENGTH} in a row, not {k}")
    if k <= (stones := most_stones(rules.opening)):
        raise InvalidRules(f"the opening {rules.opening} needs at least {stones + 1} in a row, not {k}")


def check_engines_can_play(geometry: Geometry, players: int) -> None:
    """Raise `NotForEngines` if no engine can play with `players` players on this board."""
    if players != 2:
        raise NotForEngines(f"engines play games for two, not for {players} players")
    check_engine_opening(geometry.rules.opening)
    if geometry.without_opening.rules not in ENGINE_RULES:
        possible = ", ".join(map(str, ENGINE_RULES))
        raise NotForEngines(f"engines cannot play by the rules {geometry.rules}; choose from {possible}")
    if geometry.line_length != ENGINE_LINE_LENGTH:
        raise NotForEngines(f"engines play {ENGINE_LINE_LENGTH} in a row, not {geometry.line_length}")
    if min(geometry.columns, geometry.rows) < (side := ENGINE_LINE_LENGTH):
        raise NotForEngines(f"engines need a board of at least {side}×{side}, not {geometry}")


def _check_engines_can_start(geometry: Geometry, start: Start) -> None:
    """Raise `NotForEngines` if engines would take the wrong side in renju, where the sides' rules differ."""
    black, white = (len(stones) for stones in (*start.stones, (), ())[:2])
    if geometry.rules.line is LineRule.RENJU and black - white != start.to_move:
        raise NotForEngines(
            "engines know their side in renju from the number of stones, so the first player needs as many as"
            " the second when it moves next, else one more"
        )


def check_engine_opening(opening: Opening) -> None:
    """Raise `NotForEngines` if the protocol of engines has no words for an opening."""
    if opening not in (Opening.FREE, Opening.SWAP2):
        raise NotForEngines(f"the only opening that engines know is {Opening.SWAP2}, not {opening}")


def can_engines_play(geometry: Geometry, players: int) -> bool:
    try:
        check_engines_can_play(geometry, players)
    except NotForEngines:
        return False
    return True


def _check_symbols_differ(players: tuple[Player, ...]) -> None:
    taken: dict[str, Player] = {}
    for player in players:
        if other := taken.get(player.symbol.casefold()):
            raise InvalidSetup(
                f"{other.name} and {player.name} both have the symbol {player.symbol}; change one of them"
            )
        taken[player.symbol.casefold()] = player


def check_player(player: Player, levels: Collection[str] | None = None) -> None:
    """Raise an `InvalidSetup` if a player is invalid in itself; `levels` as in `check_setup`."""
    limit = player.limit
    check_name(player.name)
    check_symbol(player.symbol)
    if player.colour not in COLOURS:
        raise InvalidSetup(f"unknown colour {shown(player.colour)}; choose from {', '.join(COLOURS)}")
    if levels is not None and player.level != HUMAN and player.level not in levels:
        if player.is_engine:
            raise InvalidSetup(f"unknown engine {shown(engine_name(player.level))}")
        known = ", ".join((HUMAN, *levels))
        raise InvalidSetup(f"unknown level {shown(player.level)}; choose from {known}")
    if limit.seconds is not None and not 0 < limit.seconds <= LONGEST_THINK:  # refuses nan as well
        right = f"more than 0, at most {LONGEST_THINK:g}"
        raise InvalidSetup(f"a time of {limit.seconds:g} s per move is not possible; choose {right}")
    _check_range(f"a depth of {limit.depth}", limit.depth, DEEPEST_SEARCH)
    if limit.nodes is not None and limit.nodes < 1:
        raise InvalidSetup(f"a limit of {limit.nodes} positions is not possible; choose at least 1")


def _check_range(what: str, value: int | None, most: int) -> None:
    """Raise `InvalidSetup` unless a number, if there is one, is from 1 to `most`."""
    if value is not None and not 1 <= value <= most:
        raise InvalidSetup(f"{what} is not possible; choose 1 to {most}")
