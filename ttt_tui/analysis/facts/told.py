"""The facts about a move in a player's words: `closed your diagonal and threatens a2`."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ttt_tui.analysis.facts.found import IMPORTANCE, Fact, FactKind, facts
from ttt_tui.analysis.threats import step_of
from ttt_tui.analysis.words import both, either, in_a_row, plural_number, spelled
from ttt_tui.engine import Game, Setup
from ttt_tui.engine.diagram import cells

WIDEST = 26
"""How many cells a phrase takes, if there is any way to say it in so many."""


def said(game: Game, ply: int, viewer: int | None) -> tuple[str, ...]:
    """Return what move `ply`, from 1, of a game did: no, one or two phrases whose subject is the mover.

    `viewer` is the seat of the person who reads it, None for nobody in particular: for `viewer` a line is
    `your row`, else `O's row`. Joined by a blank the phrases are one: `closed your diagonal and threatens
    a2`. Each fits `WIDEST` cells wherever that can be. They are plain text, in which players' symbols stand
    as they are. As long as the game runs, the wins that a person missed or was left are not told: they are
    for the person to see.

    Raises `ValueError` if the game has no such move.
    """
    told = [fact for fact in facts(game, ply) if not _gives_away(game, fact)]
    told.sort(key=lambda fact: (IMPORTANCE[fact.kind], fact.player != viewer))
    groups = [list(group) for _, group in groupby(told, key=lambda fact: (fact.kind, fact.player))][:2]
    groups.sort(key=lambda group: group[0].kind is FactKind.MISSED)  # what was not done stands last
    if [[fact.kind for fact in group] for group in groups] == [[FactKind.OPENED]]:
        return f"made {in_a_row(game.setup.geometry.line_length - 2)},", "open at both ends"
    words = _FactWords(game.setup, game.moves[ply - 1].player, viewer)
    phrases: list[str] = []
    for i, group in enumerate(groups):
        turns = group[0].kind in _DRAWBACKS and groups[0][0].kind not in _DRAWBACKS
        joint = "" if i == 0 else "but " if turns else "and "
        ways = [joint + way for way in words.ways_to_say(group)]
        phrases.append(next((way for way in ways if cells(way) <= WIDEST), ways[-1]))
    return tuple(phrases)


_DRAWBACKS = (FactKind.MISSED, FactKind.LEFT_OPEN)


def _gives_away(game: Game, fact: Fact) -> bool:
    return fact.kind in _DRAWBACKS and game.outcome is None and game.setup.players[fact.player].is_human


class _FactWords(NamedTuple):
    """How the facts about a move are said to one viewer."""

    setup: Setup
    mover: int
    viewer: int | None

    def ways_to_say(self, group: Sequence[Fact]) -> tuple[str, ...]:
        """Return ways to say facts of one kind about one player, the fullest first."""
        fact, k = group[0], self.setup.geometry.line_length
        names = [self.setup.geometry.name(square) for square in fact.squares]
        whose, whom = self._owner(fact.player)
        match fact.kind:
            case FactKind.WON:
                count = self.setup.geometry.longest_run(fact.line)
                return f"won with {in_a_row(count)}", f"won with {count} in a row"
            case FactKind.MISSED if len(names) == 2:
                return f"{either(names)} would have won", f"{names[0]} would have won"
            case FactKind.MISSED:
                return (f"{names[0]} would have won",)
            case FactKind.CLOSED | FactKind.BLOCKED if len(group) > 1:
                return f"{fact.kind} {spelled(len(group))} of {whose} lines", f"{fact.kind} {whose} lines"
            case FactKind.CLOSED:
                return (f"closed {whose} {self._direction(fact)}",)
            case FactKind.BLOCKED:
                blocked = f"blocked {whose} {self._direction(fact)}"
                return f"{blocked} at {names[0]}", blocked
            case FactKind.WANTS:
                threaten, have = ("threaten", "have") if self.mover == self.viewer else ("threatens", "has")
                ways = f"{len(names)} ways to win"
                many = f"now {have} {ways}", f"now {ways}"
                return (f"{threaten} {either(names)}", *many) if len(names) <= 3 else many
            case FactKind.LEFT_OPEN:
                many = f"left {whom} {len(names)} ways to win", f"left {whom} {len(names)} wins"
                return (f"left {both(names)} open to {whom}", *many) if len(names) <= 2 else many
            case FactKind.STOPPED:
                stones = plural_number(spelled(k - 2), len(group))
                return f"stopped {whose} open {stones}", f"stopped {whose} {stones}"
            case FactKind.OPENED if len(group) > 1:
                runs = f"open {plural_number(spelled(k - 2), len(group))}"
                return f"made {spelled(len(group))} {runs}", f"made {runs}"
            case FactKind.OPENED:
                return (f"made an open {spelled(k - 2)}",)
            case FactKind.EXTENDED:
                if any(_is_run(each, k - 2) for each in group):
                    return f"made {in_a_row(k - 2)}", f"made {spelled(k - 2)}"
                return f"lined up {spelled(k - 2)} of {spelled(k)}", f"lined up {k - 2} of {k}"
            case FactKind.MIDDLE:
                return ("took the centre",)
            case FactKind.CORNER:
                return ("took a corner",)

    def _owner(self, player: int) -> tuple[str, str]:
        """Return whose something is, and to whom it is left."""
        symbol = self.setup.players[player].symbol
        return ("your", "you") if player == self.viewer else (f"{symbol}'s", symbol)

    def _direction(self, fact: Fact) -> str:
        along_row, down_column, *_ = self.setup.geometry.directions
        return {along_row: "row", down_column: "column"}.get(step_of(fact.line), "diagonal")


def _is_run(fact: Fact, length: int) -> bool:
    """Whether the stones of a fact are so many, next to each other."""
    gaps = {after - before for before, after in zip(fact.squares, fact.squares[1:], strict=False)}
    return len(fact.squares) == length and gaps == {step_of(fact.line)}
