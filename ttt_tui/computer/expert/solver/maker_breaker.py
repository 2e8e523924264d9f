"""The maker-breaker game: one player wants a line, the other only wants to prevent it.

The game ignores the breaker's own lines. So if the breaker holds, the maker cannot win the real game either;
most draws are proved like this (J. Beck, "Combinatorial Games: Tic-Tac-Toe Theory", 2008). If the maker wins,
nothing is said about the real game.

Each answer comes with a *zone*. A breaker who holds does so on the zone alone and can let the maker have any
stones elsewhere; a maker who wins does so on the zone alone, whatever stones the breaker has elsewhere. So of
the moves of the side that failed only those inside the zones of all refutations so far are tried
(after the relevancy zones of W.-Y. Hsu, C.-L. Ko and others, "On solving the 7,7,5-game and the 8,8,5-game",
2020).

Verdicts are remembered, all images of a position as one. Games that took long are stored apart from the many
short ones: they are few, so that hardly any is forgotten, and replaying one can cost thousands of turns.
"""

from contextlib import suppress
from typing import NamedTuple

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.reductions import (
    MakerBreakerVerdict,
    Pairing,
    Rest,
    closure,
    dominated,
    reduced,
    refuted_alike,
)
from ttt_tui.computer.expert.solver.residuals import Reach, Residuals, Rows
from ttt_tui.computer.expert.solver.symmetry import Image, Keys, Symmetries, Turn, apply, common, united
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, room, rounded, tuple_bytes
from ttt_tui.engine import Mask, Square, mask_of

HOPELESS = 2  # sum of 2^-missing in one part of the board
_MANY_LINES = 100  # more than 8x8 has for k = 5
_MOST_FOURS = 2  # the maker's, in a row, that are looked for: the search finds longer wins
_BEFORE_FOURS = 2  # answers tried before a search for continuous fours, since most of the time one holds
_AT_ONCE, _AT_ONCE_SHARE = 6, 5  # at least six answers, and a fifth, are examined before any is searched
_DEEPEST = 120  # plies; deeper searches are abandoned, since Python's stack is limited


def tick(lines: Residuals, budget: Budget) -> None:
    """Count a node. Raises `OutOfTime` when the search has to end.

    On a board with many lines a node takes up to a few milliseconds, so each one checks the time.
    """
    budget.tick()
    if lines.width > _MANY_LINES:
        budget.check()


class _Spent(Exception):
    """Unwinds a search that used up its nodes."""


class _BreakerAnswers:
    """The breaker's answers in a position, as long as none of them is known to hold."""

    __slots__ = ("empty", "reach", "rows", "undecided", "worth_trying", "zone")

    def __init__(self, reach: Reach, rows: Rows, empty: Mask) -> None:
        self.reach = reach
        self.rows = rows
        self.empty = empty
        self.zone: Mask = 0
        """The squares on which the maker wins against the failed answers."""
        self.worth_trying = empty
        self.undecided: list[tuple[Square, Rest]] = []

    def fail(self, zone: Mask) -> None:
        """Note that the maker wins on a zone, whatever the breaker has outside."""
        self.zone |= zone
        self.worth_trying &= zone


class MakerBreaker:
    """Plays maker-breaker games on one geometry and remembers the verdicts within `megabytes`."""

    def __init__(self, lines: Residuals, fours: Fours, megabytes: float) -> None:
        self.lines = lines
        self.fours = fours
        self.symmetries = Symmetries(lines)
        self.pairing = Pairing(lines)
        self._verdicts = Verdicts(self.symmetries, megabytes)  # with the maker to move and without a four
        self.turns_left = 0
        """How many of the maker's turns the last verdict left, below 0 if there were too few."""

    @property
    def bytes(self) -> int:
        """The bytes in use, tables included."""
        return self._verdicts.bytes

    def verdict(
        self, reach: Reach, empty: Mask, breaker_first: bool, nodes: int, budget: Budget
    ) -> MakerBreakerVerdict | None:
        """Return how the game for this reach ends.

        None if that takes more than `nodes` turns of the maker's, or if the breaker has next to no hope.
        """
        self.turns_left = nodes
        lines = self.lines
        if not breaker_first and not reach & lines.field and self._is_hopeless(reach, empty):
            return None
        rows = lines.open(reach)
        if breaker_first:
            with suppress(_Spent):
                return self._breaker(reach, rows, empty, lines.by_lines(reach, empty), _DEEPEST, budget)
            return None
        place = self._verdicts.place(rows, empty & lines.squares_of(rows))
        if game := self._verdicts.long_game(place, nodes):
            return game.verdict
        verdict = None
        with suppress(_Spent):
            verdict = self._maker(reach, rows, empty, _DEEPEST, budget)
        self._verdicts.keep_long(place, LongGame(verdict, nodes), nodes - self.turns_left)
        return verdict

    def _is_hopeless(self, reach: Reach, empty: Mask) -> bool:
        """Whether the maker, to move, has enough chances in one part to win nearly always."""
        lines = self.lines
        enough = HOPELESS * lines.certain
        if lines.chances(reach) < enough:
            return False
        reach, rows, empty, _, _ = reduced(lines, reach, lines.open(reach), empty)
        while rows:
            part = lines.connected(rows, empty)
            rows ^= part
            if lines.chances(lines.only(reach, part)) >= enough:
                return True
        return False

    def _at_once(self, reach: Reach, rows: Rows, empty: Mask) -> MakerBreakerVerdict | None:
        """Return a verdict without a search, the maker to move and nothing decided yet; None if unknown.

        `rows` are the open lines of the reach, `empty` their empty squares.
        """
        if not rows:
            return MakerBreakerVerdict(True, 0)
        if four := reach & self.lines.field:
            return MakerBreakerVerdict(False, next(self.lines.left(four & -four, empty)))
        place = self._verdicts.place(rows, empty)
        known = self._verdicts.known(place)
        if not known and (zone := self.pairing.zone(reach, empty)) is not None:
            known = self._verdicts.keep(place, MakerBreakerVerdict(True, zone))
        return known

    def _maker(
        self, reach: Reach, rows: Rows, empty: Mask, depth: int, budget: Budget
    ) -> MakerBreakerVerdict:
        """The maker is to move; `rows` are the open lines of the reach."""
        lines = self.lines
        if four := reach & lines.field:
            return MakerBreakerVerdict(False, next(lines.left(four & -four, empty)))
        tick(lines, budget)
        rest = reduced(lines, reach, rows, empty)
        verdict = self._at_once(rest.reach, rest.rows, rest.empty)
        return rest.whole(verdict or self._by_parts(rest.reach, rest.rows, rest.empty, depth, True, budget))

    def _by_parts(
        self, reach: Reach, rows: Rows, empty: Mask, depth: int, fours: bool, budget: Budget
    ) -> MakerBreakerVerdict:
        """Search the board part by part, with the maker to move and no strategy seen for the breaker.

        No line connects two parts, so the breaker answers in the part where the maker moved. `fours` is false
        if continuous fours are known to win nothing.
        """
        lines = self.lines
        zone = 0
        every = rows
        while rows:
            part = lines.connected(rows, empty)
            rows ^= part
            here, squares = lines.only(reach, part), empty & lines.squares_of(part)
            verdict = None if part == every else self._at_once(here, part, squares)
            if verdict is None:
                verdict = self._every_move(here, part, squares, depth, fours, budget)
            if not verdict.held:
                return verdict
            zone |= verdict.zone
        return MakerBreakerVerdict(True, zone)

    def _every_move(
        self, reach: Reach, rows: Rows, empty: Mask, depth: int, fours: bool, budget: Budget
    ) -> MakerBreakerVerdict:
        """Try the maker's moves on connected lines, with the maker to move."""
        place = self._verdicts.place(rows, empty)
        if known := self._verdicts.known(place):
            return known
        self.turns_left -= 1
        if self.turns_left < 0 or not depth:
            raise _Spent
        verdict = self._by_fours(reach, empty, budget) if fours else None
        return self._verdicts.keep(place, verdict or self._by_moves(reach, rows, empty, depth, budget))

    def _by_fours(self, reach: Reach, empty: Mask, budget: Budget) -> MakerBreakerVerdict | None:
        """Return the maker's win by few continuous fours, with the maker to move; None without one."""
        variation = self.fours.win(reach, 0, empty, budget, _MOST_FOURS)
        return MakerBreakerVerdict(False, mask_of(variation)) if variation else None

    def _by_moves(
        self, reach: Reach, rows: Rows, empty: Mask, depth: int, budget: Budget
    ) -> MakerBreakerVerdict:
        """Try the maker's moves, except those refuted by the answers to others."""
        lines = self.lines
        images = self.symmetries.quickly_keeping((reach,), empty)
        better = dominated(lines, rows, empty)
        worth_trying = empty & ~mask_of(better)
        zone = 0
        answers = lines.by_lines(reach, empty)  # a stone of the maker's removes no line from any square
        for square in lines.by_chances((reach,), empty):
            if worth_trying >> square & 1:
                stone = 1 << square
                order = [answer for answer in answers if answer != square]
                after = self._breaker(
                    lines.gain(reach, square), rows, empty ^ stone, order, depth - 1, budget
                )
                if not after.held:
                    return MakerBreakerVerdict(False, after.zone | stone)
                zone |= united(images, after.zone)
                worth_trying &= common(images, after.zone)
                if after.move is not None:
                    alike = worth_trying & refuted_alike(lines, rows, empty, square, after.move)
                    if alike:
                        zone |= united(images, stone)
                        worth_trying &= ~united(images, alike)
        return MakerBreakerVerdict(True, closure(zone, better))

    def _breaker(
        self, reach: Reach, rows: Rows, empty: Mask, order: list[Square], depth: int, budget: Budget
    ) -> MakerBreakerVerdict:
        """The breaker is to move; `order` are the empty squares with lines, those with most lines first."""
        lines = self.lines
        if fours := lines.fours(reach, empty):
            if fours & (fours - 1):
                return MakerBreakerVerdict(False, fours)
            square = fours.bit_length() - 1
            after = self._maker(
                reach & ~lines.spread[square], rows & ~lines.through[square], empty ^ fours, depth, budget
            )
            return MakerBreakerVerdict(after.held, after.zone | fours, square)
        answers = _BreakerAnswers(reach, rows, empty)
        if held := self._seen(answers, order[:_BEFORE_FOURS], budget):
            return held
        maker_has_fours = False
        if len(order) > _BEFORE_FOURS and (by_fours := self._by_fours(reach, empty, budget)):
            maker_has_fours = True
            answers.fail(by_fours.zone)
        # To see through many answers costs more than to search a good one.
        at_once = max(_AT_ONCE, len(order) // _AT_ONCE_SHARE)
        held = (
            self._seen(answers, order[_BEFORE_FOURS:at_once], budget)
            or self._searched(answers, depth, maker_has_fours, budget)
            or self._seen(answers, order[at_once:], budget)
            or self._searched(answers, depth, maker_has_fours, budget)
        )
        return held or MakerBreakerVerdict(not reach, answers.zone)

    def _seen(
        self, answers: _BreakerAnswers, squares: list[Square], budget: Budget
    ) -> MakerBreakerVerdict | None:
        """Return an answer of these that holds without a search; those not decided are noted."""
        lines = self.lines
        for square in squares:
            if answers.worth_trying >> square & 1:
                tick(lines, budget)
                reach, rows = answers.reach & ~lines.spread[square], answers.rows & ~lines.through[square]
                rest = reduced(lines, reach, rows, answers.empty)
                verdict = self._at_once(rest.reach, rest.rows, rest.empty)
                if verdict is None:
                    answers.undecided.append((square, rest))
                    continue
                verdict = rest.whole(verdict)
                if verdict.held:
                    return MakerBreakerVerdict(True, verdict.zone | 1 << square, square)
                answers.fail(verdict.zone)
        return None

    def _searched(
        self, answers: _BreakerAnswers, depth: int, fours: bool, budget: Budget
    ) -> MakerBreakerVerdict | None:
        """Return one of the answers not decided yet that a search finds to hold."""
        undecided = sorted(answers.undecided, key=lambda answer: self._outlook(answer[1]))
        answers.undecided = []
        for square, rest in undecided:
            if answers.worth_trying >> square & 1:
                after = rest.whole(self._by_parts(rest.reach, rest.rows, rest.empty, depth, fours, budget))
                if after.held:
                    return MakerBreakerVerdict(True, after.zone | 1 << square, square)
                answers.fail(after.zone)
        return None

    def _outlook(self, rest: Rest) -> int:
        """Return the maker's outlook in a rest: the less, the sooner the breaker is seen to hold.

        It is the maker's chances plus a sixteenth for each square that a pairing, with two squares a line,
        lacks: fitted to the nodes of 20,000 answers on 8x4 with four in a row.
        """
        lines = self.lines
        lacking = 2 * rest.rows.bit_count() - rest.empty.bit_count()
        return 16 * lines.chances(rest.reach) + lines.certain * lacking


# --- the memory ------------------------------------------------------------------------------------------

_SHORT_SHARE, _ZONES_SHARE, _LONG_SHARE = 0.76, 0.19, 0.05  # shares of the megabytes
_ZONES = 20  # remembered for one set of open lines
_LONG = 100  # turns of the maker's that make a game a long one

Place = tuple[int, Turn | None]
"""The key of a position, and the symmetry to the image that the key is of, None for the position itself."""


class LongGame(NamedTuple):
    """The result of a game that took many turns."""

    verdict: MakerBreakerVerdict | None
    """None if the turns were not enough."""
    turns: int
    """The number of the maker's turns allowed."""


class Verdicts:
    """The memory of the games on one geometry, of `megabytes`."""

    def __init__(self, symmetries: Symmetries, megabytes: float) -> None:
        self._keys = Keys(symmetries, 1)
        lines = symmetries.lines
        self._bits = lines.squares
        megabytes = room(megabytes, self._keys.bytes)
        key, mask = int_bytes(self._keys.bits), int_bytes(lines.squares)
        self._short: TwoGenerationCache[int, int] = TwoGenerationCache(_SHORT_SHARE * megabytes, key + mask)
        """The zone, and in the lowest bit whether the breaker holds."""
        self._zones: TwoGenerationCache[int, list[Mask]] = TwoGenerationCache(
            _ZONES_SHARE * megabytes, int_bytes(lines.width) + rounded(56 + 8 * _ZONES) + mask * _ZONES
        )
        """Where the breaker holds, by open lines."""
        self._long: TwoGenerationCache[int, LongGame] = TwoGenerationCache(
            _LONG_SHARE * megabytes, key + tuple_bytes(2) + tuple_bytes(3) + mask
        )

    @property
    def bytes(self) -> int:
        """The bytes in use, tables included."""
        return self._short.bytes + self._zones.bytes + self._long.bytes + self._keys.bytes

    def place(self, rows: Rows, empty: Mask) -> Place:
        """Return where a position is remembered: the maker's open lines and the empty squares on these."""
        return self._keys.key(rows << self._bits | empty)

    def known(self, place: Place) -> MakerBreakerVerdict | None:
        """Return the remembered verdict of a position, None without one.

        A breaker who holds on a zone does so wherever else the maker has stones: only the open lines have to
        be the same, and the zone has to be empty.
        """
        key, turn = place
        found = self._short.get(key)
        if found is None:
            for zone in self._zones.get(key >> self._bits) or ():
                if not zone & ~key:
                    found = zone << 1 | 1
                    break
            else:
                return None
        zone = found >> 1
        return MakerBreakerVerdict(found & 1 == 1, apply(turn.back, zone) if turn else zone)

    def keep(self, place: Place, verdict: MakerBreakerVerdict) -> MakerBreakerVerdict:
        """Remember a verdict, and return it."""
        key, turn = place
        zone = apply(turn.there, verdict.zone) if turn else verdict.zone
        self._short.keep(key, zone << 1 | verdict.held)
        if verdict.held:
            rows = key >> self._bits
            others = self._zones.get(rows) or ()
            self._zones.keep(rows, [zone, *[other for other in others if zone & ~other]][:_ZONES])
        return verdict

    def long_game(self, place: Place, turns: int) -> LongGame | None:
        """Return the remembered result of a long game, None if `turns` turns might bring another one."""
        key, turn = place
        found = self._long.get(key)
        if found is None or (found.verdict is None and found.turns < turns):
            return None
        return _moved(found, turn.back) if turn else found

    def keep_long(self, place: Place, game: LongGame, taken: int) -> None:
        """Remember the result of a game if it has taken many turns."""
        if taken >= _LONG:
            key, turn = place
            self._long.keep(key, _moved(game, turn.there) if turn else game)


def _moved(game: LongGame, image: Image) -> LongGame:
    """Return the image of a game under a symmetry. With the maker to move a verdict has no move."""
    if game.verdict is None:
        return game
    return game._replace(verdict=game.verdict._replace(zone=apply(image, game.verdict.zone)))
