"""Word the known facts about a move: phrases for the log of moves, and sentences with reasons.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("b2", "a1", "c1", "a3"):
...     game.place(name)
>>> log_phrases(game, 4, viewer=0)
('closed your diagonal', 'and threatens a2')
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ttt_tui.analysis.games import OtherGame, of_rules
from ttt_tui.analysis.reason_kinds import FACTS, Reason, ReasonKind
from ttt_tui.analysis.reasons import facts
from ttt_tui.analysis.threats import direction_of, step_of
from ttt_tui.analysis.words import both, by_fours, either, in_a_row, length, plural_number, spelled
from ttt_tui.engine import Game, Setup, Square
from ttt_tui.engine.diagram import cells

WIDEST = 26
"""The most cells of a phrase in the log, if any wording fits."""

MOST_ALTERNATIVES = 3
"""The most squares named as alternatives; more are counted."""

MOST_FOURS = 5
"""Fours of a win that are named; of a longer one the first."""


def log_phrases(game: Game, ply: int, viewer: int | None) -> tuple[str, ...]:
    """Return the effects of move `ply`, from 1: no, one or two phrases whose subject is the mover.

    `viewer` is the reader's seat, None for an observer: for `viewer` a line is `your row`, else `O's row`.
    Joined by a blank the phrases are one: `closed your diagonal and threatens a2`. Each fits its place
    wherever possible. They are plain text with the players' symbols. While the game runs, the wins that a
    person missed or was left are not mentioned: they are for the person to find.

    Raises `ValueError` if the game has no such move.
    """
    shown = [fact for fact in facts(game, ply) if not _gives_away(game, fact)]
    shown.sort(key=lambda fact: (FACTS.index(fact.kind), fact.player != viewer))
    groups = [list(group) for _, group in groupby(shown, key=lambda fact: (fact.kind, fact.player))][:2]
    groups.sort(key=lambda group: group[0].kind is ReasonKind.MISSES_LINE)  # a missed win stands last
    if [[fact.kind for fact in group] for group in groups] == [[ReasonKind.MAKES_RUN]]:
        return f"made {in_a_row(game.setup.geometry.line_length - 2)},", "open at both ends"
    words = _Words(game.setup, viewer)
    phrases: list[str] = []
    for i, group in enumerate(groups):
        turns = group[0].kind.is_fault and not groups[0][0].kind.is_fault
        joint = "" if i == 0 else "but " if turns else "and "
        ways = [joint + way for way in words.log_ways(group, game.moves[ply - 1].player)]
        fitting = next((way for way in ways if cells(way) <= words.widest), ways[-1])
        is_needless = i > 0 and group[0].kind is ReasonKind.SENDS  # the status line says it, too
        if cells(fitting) <= words.widest or not is_needless:
            phrases.append(fitting)
    return tuple(phrases)


def _gives_away(game: Game, fact: Reason) -> bool:
    is_seen = fact.kind in (ReasonKind.LOSES_LINE, ReasonKind.FREES)  # the player is out, or has the choice
    is_fault = fact.kind.is_fault and not is_seen
    return is_fault and game.outcome is None and game.setup.players[fact.player].is_human


def phrase(reason: Reason, setup: Setup, viewer: int | None) -> str:
    """Return a reason as a phrase that may follow the move's name: `blocks your four`.

    `viewer` is the seat of the reader, who is addressed, None for an observer.
    """
    return _Words(setup, viewer).phrase(reason)


def sentence(reason: Reason, square: Square, setup: Setup, viewer: int | None) -> str:
    """Return a reason as a sentence about a move on a square: `h9 blocks your four`."""
    (name,), words = setup.geometry.worded(square), phrase(reason, setup, viewer)
    match reason.kind:
        case (
            ReasonKind.MISSES_LINE
            | ReasonKind.MISSES_FOURS
            | ReasonKind.MISSES_WIN
            | ReasonKind.MISSES_DRAW
            | ReasonKind.MISSES_BOARD
        ):
            return words  # the reason is about other moves
        case ReasonKind.LETS_WIN_BY_FOURS | ReasonKind.LETS_WIN:
            return f"after {name}, {words}"
        case (
            ReasonKind.ONLY_ANSWER
            | ReasonKind.ONLY_SAFE
            | ReasonKind.OTHERS_LOSE
            | ReasonKind.ONLY_QUIET
            | ReasonKind.ONLY_SENDING
        ):
            return f"{name}: {words}"
        case ReasonKind.ONLY_WIN | ReasonKind.ONLY_DRAW:
            return f"{name} is {words}"
        case ReasonKind.BLOCKS:
            return f"{name} {words.removesuffix(f' at {name}')}"
    return f"{name} {words}"


def names_square(reason: Reason, square: Square) -> bool:
    """Return whether the words for a reason name a square."""
    is_line = reason.kind is ReasonKind.MISSES_FOURS
    named = reason.squares[:MOST_FOURS] if is_line else reason.squares
    return square in named and (is_line or len(named) <= MOST_ALTERNATIVES)


class _Words(NamedTuple):
    """The wording of reasons for one reader."""

    setup: Setup
    viewer: int | None

    @property
    def widest(self) -> int:
        """The cells for a phrase in the log."""
        return WIDEST if self.game is None else self.game.widest

    def log_ways(self, group: Sequence[Reason], mover: int) -> tuple[str, ...]:
        """Return wordings of facts of one kind about one player for the log, the fullest first."""
        fact = group[0]
        whom, whose = self._owner(fact.player)
        if self.game and (own := self.game.log_ways(fact, whom)):
            return own
        k, names = self.setup.geometry.line_length, self._names(fact.squares)
        match fact.kind:
            case ReasonKind.WINS:
                count = self.setup.geometry.longest_run(fact.line)
                return f"won with {in_a_row(count)}", f"won with {count} in a row"
            case ReasonKind.LOSES_LINE:
                count = self.setup.geometry.longest_run(fact.line)
                return f"lost with {in_a_row(count)}", f"lost with {count} in a row"
            case ReasonKind.MISSES_LINE if len(names) == 2:
                return f"{either(names)} would have won", f"{self._names(fact.squares[:1])[0]} would have won"
            case ReasonKind.MISSES_LINE:
                return (f"{names[0]} would have won",)
            case ReasonKind.CLOSES_LINE | ReasonKind.BLOCKS_LINE:
                verb = "closed" if fact.kind is ReasonKind.CLOSES_LINE else "blocked"
                if len(group) > 1:
                    return f"{verb} {spelled(len(group))} of {whose} lines", f"{verb} {whose} lines"
                stopped = f"{verb} {whose} {direction_of(self.setup.geometry, fact.line)}"
                return (stopped,) if verb == "closed" else (f"{stopped} at {names[0]}", stopped)
            case ReasonKind.FORKS | ReasonKind.THREATENS_LINE | ReasonKind.OPENS_LINE:
                names = self._names(sorted(fact.squares + fact.earlier))
                threaten, have = ("threaten", "have") if mover == self.viewer else ("threatens", "has")
                ways = f"{len(names)} ways to win"
                many = f"now {have} {ways}", f"now {ways}"
                return (f"{threaten} {either(names)}", *many) if len(names) <= 3 else many
            case ReasonKind.LETS_COMPLETE:
                many = f"left {whom} {len(names)} ways to win", f"left {whom} {len(names)} wins"
                return (f"left {both(names)} open to {whom}", *many) if len(names) <= 2 else many
            case ReasonKind.STOPS_RUN:
                stones = plural_number(spelled(k - 2), len(group))
                return f"stopped {whose} open {stones}", f"stopped {whose} {stones}"
            case ReasonKind.MAKES_RUN if len(group) > 1:
                runs = f"open {plural_number(spelled(k - 2), len(group))}"
                return f"made {spelled(len(group))} {runs}", f"made {runs}"
            case ReasonKind.MAKES_RUN:
                return (f"made an open {spelled(k - 2)}",)
            case ReasonKind.EXTENDS:
                if any(_is_run(each, k - 2) for each in group):
                    return f"made {in_a_row(k - 2)}", f"made {spelled(k - 2)}"
                return f"lined up {spelled(k - 2)} of {spelled(k)}", f"lined up {k - 2} of {k}"
            case ReasonKind.CENTRE:
                return ("took the centre",)
            case ReasonKind.CORNER:
                return ("took a corner",)
        raise ValueError(f"the log has no phrase for {fact.kind!r}")

    def phrase(self, reason: Reason) -> str:
        """Return the words for a reason. Raises `ValueError` for a reason that only the log states."""
        who, whose = self._owner(reason.player)
        if self.game:
            names = self._any(reason) if reason.squares else ""
            if own := self.game.phrase(reason, (who, whose), names):
                return own
        k = self.setup.geometry.line_length
        match reason.kind:
            case ReasonKind.WINS:
                return "wins at once"
            case ReasonKind.LOSES_LINE:
                return "completes a line, which loses"
            case ReasonKind.MISSES_LINE:
                return f"{self._any(reason)} would have won at once"
            case ReasonKind.LETS_COMPLETE:
                return f"lets {who} win at once with {self._any(reason)}"
            case ReasonKind.LETS_FORK:
                return f"lets {who} make two threats at {self._any(reason)}"
            case ReasonKind.LOSES_SOONER:
                return f"loses {_in(reason)} instead of {reason.best_plies}"
            case ReasonKind.LETS_WIN_BY_FOURS:
                return f"{who} {'win' if who == 'you' else 'wins'} {self._by_fours(reason)}"
            case ReasonKind.LETS_WIN:
                return f"{who} can win {_in(reason)}"
            case ReasonKind.MISSES_FOURS:
                return f"{who} could have won {self._by_fours(reason)}"
            case ReasonKind.MISSES_WIN:
                return f"{self._any(reason)} would have won {_in(reason)}"
            case ReasonKind.WINS_LATER:
                return f"wins {_in(reason)} instead of {reason.best_plies}"
            case ReasonKind.MISSES_DRAW:
                return f"{self._any(reason)} would have held the draw"
            case ReasonKind.FORKS:
                return f"makes {spelled(len(reason.squares))} threats at once"
            case ReasonKind.WINS_BY_FOURS:
                return f"wins {self._by_fours(reason)}"
            case ReasonKind.WINS_BY_FORCE:
                if reason.plies == 1:
                    return "wins"
                return "wins by force" if reason.plies is None else f"wins by force {_in(reason)}"
            case ReasonKind.BLOCKS if k == 3:
                return f"blocks {whose} line at {self._any(reason)}"
            case ReasonKind.BLOCKS:
                return f"blocks {whose} {spelled(k - 1)}"
            case ReasonKind.ONLY_ANSWER:
                return "every other move loses at once"
            case ReasonKind.ONLY_SAFE:
                return "every other move completes a line"
            case ReasonKind.ONLY_WIN:
                return "the only move that wins"
            case ReasonKind.ONLY_DRAW:
                return "the only move that draws"
            case ReasonKind.OTHERS_LOSE:
                return "every other move loses"
            case ReasonKind.STOPS_FOURS if len(reason.squares) == 1:
                return f"stops {who} from making two threats at once"
            case ReasonKind.STOPS_FOURS:
                return f"stops {who} from winning {by_fours(k)}"
            case ReasonKind.STOPS_RUN:
                return f"stops {whose} open {spelled(k - 2)}"
            case ReasonKind.MAKES_RUN:
                return f"makes an open {spelled(k - 2)}"
            case ReasonKind.THREATENS_FOURS if len(reason.squares) == 1:
                return f"threatens to make two threats at {self._any(reason)}"
            case ReasonKind.THREATENS_FOURS:
                return f"threatens to win {self._by_fours(reason)}"
            case ReasonKind.THREATENS_LINE:
                return f"threatens a line at {self._any(reason)}"
            case ReasonKind.GIVES_RUN:
                squares = " ".join(self._names(reason.squares))
                return f"gives {who} an open {spelled(k - 2)} at {squares}"
        raise ValueError(f"only the log has a phrase for {reason.kind!r}")

    @property
    def game(self) -> OtherGame | None:
        """The game, None for k in a row."""
        return of_rules(self.setup.geometry.rules)

    def _owner(self, player: int) -> tuple[str, str]:
        """Return how a player is called, and the possessive: `O` and `O's`, or `you` and `your`."""
        symbol = self.setup.players[player].symbol
        return ("you", "your") if player == self.viewer else (symbol, f"{symbol}'s")

    def _names(self, squares: Sequence[Square]) -> list[str]:
        return self.setup.geometry.worded(*squares)

    def _any(self, reason: Reason) -> str:
        """Return alternative squares: `a2 or c1`, `any of 5 squares`."""
        names = self._names(reason.squares)
        return either(names) if len(names) <= MOST_ALTERNATIVES else f"any of {len(names)} squares"

    def _by_fours(self, reason: Reason) -> str:
        """Return how a player wins by fours: `by fours: f7 g8 h9`."""
        names = map(self.setup.geometry.shown, reason.squares[:MOST_FOURS])
        more = " …" if len(reason.squares) > MOST_FOURS else ""
        return f"{by_fours(self.setup.geometry.line_length)}: {' '.join(names)}{more}"


def _is_run(fact: Reason, count: int) -> bool:
    """Whether a fact has exactly `count` stones, next to each other."""
    gaps = {after - before for before, after in zip(fact.squares, fact.squares[1:], strict=False)}
    return len(fact.squares) == count and gaps == {step_of(fact.line)}


def _in(reason: Reason) -> str:
    """Return the length of a win: `in 5 moves`, `in at most 9 moves`, `by force` if unknown."""
    return "by force" if reason.plies is None else f"in {length(reason.plies, reason.is_exact)}"
