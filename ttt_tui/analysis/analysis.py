"""Analyse a position: its worth and its best moves, in rounds, each twice as long as the one before.

Where the solver succeeds, every square gets a proof. Elsewhere the position is judged, and then the most
promising moves by the positions that they lead to: a search of the position itself examines all moves but the
best only until they are known to be worse, so it has no worth for them.

>>> from ttt_tui.engine import Geometry, Position
>>> position = Position(Geometry(3, 3, 3), players=2)
>>> for name in ("a1", "b1"):
...     position.play(position.geometry.parse(name))
>>> found = []
>>> from ttt_tui.analysis.judge import Judge
>>> judge, maps = Judge(), ProofMaps()
>>> analyse(position, judge, maps, report=found.append)
>>> found[-1].is_complete, str(found[-1].verdict)
(True, 'W5')
>>> sorted(map(position.geometry.name, found[-1].best))
['a2', 'a3', 'b2']
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ttt_tui.analysis.judge import AnyJudge, Judgement
from ttt_tui.analysis.verdict import Verdict, is_shortest, replaces, verdict_of_move
from ttt_tui.computer import LEVELS, Proof, Stop, Thought, Value
from ttt_tui.computer.base import NEVER, merit
from ttt_tui.computer.solving import ProofMaps, can_be_solved
from ttt_tui.engine import Limit, Position, Square

MOST_CANDIDATES = 5

FIRST_ROUND, LAST_ROUND = 0.25, 128.0
"""Seconds of the first round and of the last: four minutes in all, so that an abandoned terminal does not
keep a core busy all night."""

ENGINE_ROUNDS = 2.0, 16.0
"""Seconds of these rounds for an engine as judge: it answers no sooner, and often runs on after a stop."""

EARLY = 0.5
"""The part of a round before which one ends only because there is nothing left to search."""

POSITION_SHARE = 0.4
"""The part of a round for the position itself; the candidates share the rest."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the best moves."""

    square: Square
    verdict: Verdict
    """Its worth for its player."""
    line: tuple[Square, ...]
    """The moves that are expected, this one first."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a position so far."""

    position: Position
    """A copy that nothing changes."""
    judgement: Judgement | None = None
    """The judgement of the position, None before the first round."""
    candidates: tuple[Candidate, ...] = ()
    """The best moves, the very best first."""
    values: Mapping[Square, Proof] = field(default_factory=dict)
    """The proved values of moves, where the solver succeeds."""
    is_complete: bool = False
    """Whether nothing is left to find out, or the last round is over."""
    seconds: float = 0.0
    """The seconds of the last round that has ended."""

    @property
    def is_mapped(self) -> bool:
        """Whether the worth of every move is proved."""
        return len(self.values) == len(self.position.moves)

    @property
    def values_of_squares(self) -> dict[Square, Proof]:
        """The proved values of squares: where players choose marks, the better mark's."""
        values: dict[Square, Proof] = {}
        for move, proof in self.values.items():
            square = self.position.geometry.square_of(move)
            if square not in values or merit(values[square]) < merit(proof):
                values[square] = proof
        return values

    @property
    def verdict(self) -> Verdict | None:
        """The worth of the position for its mover, None while unknown."""
        if self.is_mapped and self.values:
            return self._mapped_verdict()
        if self.judgement is None:
            return None
        known = self.judgement.verdict
        best = self.candidates[0].verdict if self.candidates else known
        if best.value is not Value.WIN or _worth(best) <= _worth(known):
            return known
        is_exact = best.is_exact and self._is_quickest(best.plies)
        return Verdict.proved(Value.WIN, best.plies, is_exact)

    def _mapped_verdict(self) -> Verdict:
        """Return the worth of the position where every move is proved.

        A win is as long as the quickest of all moves' wins, so a bound on any of them makes it a bound. A
        loss is as long as the longest, so one exact longest loss is enough.
        """
        best = [self.values[square] for square in self.best]
        value, plies = best[0].value, best[0].plies
        is_exact = any(proof.is_exact for proof in best)
        if value is Value.WIN and is_exact:
            wins = (proof for proof in self.values.values() if proof.value is Value.WIN)
            is_exact = self._is_quickest(plies) or all(proof.is_exact for proof in wins)
        return Verdict.proved(value, plies, is_exact)

    def _is_quickest(self, plies: int | None) -> bool:
        """Whether the rules alone show that no move wins in fewer plies."""
        if plies is None or len(self.position.active) > 2:
            return False
        return is_shortest(self.position, Value.WIN, plies)

    @property
    def chances(self) -> tuple[float, ...]:
        """Each player's winning chance, by number; empty while unknown."""
        return () if self.judgement is None else self.judgement.chances

    @property
    def thought(self) -> Thought | None:
        """The best move in the form of a computer's thought; None while unknown."""
        judged = self.judgement
        moves = [*(candidate.square for candidate in self.candidates), *((judged and judged.pv) or ())[:1]]
        if self.is_mapped:
            best = self.best
            moves = [*(move for move in moves if move in best), *best]
        if not moves:
            return None
        move = moves[0]
        lines = {candidate.square: candidate.line for candidate in self.candidates}
        if judged is not None and judged.move == move and len(judged.pv) > 1:
            lines[move] = judged.pv
        verdict, proof = self.verdict, None
        if verdict is not None and verdict.is_proved and self._keeps(move, verdict):
            proof = verdict.proof
        depth = 0 if judged is None else judged.depth
        return Thought(move, proof=proof, depth=depth, pv=lines.get(move, (move,)))

    def _keeps(self, move: Square, verdict: Verdict) -> bool:
        """Whether a move is proved to keep the proved verdict of the position: any does in a lost one."""
        if self.is_mapped or verdict.value is Value.LOSS:
            return True
        if self.judgement is not None and self.judgement.move == move:
            return True
        return any(each.square == move and each.verdict.value is verdict.value for each in self.candidates)

    @property
    def best(self) -> tuple[Square, ...]:
        """The best moves, of equal worth as far as known, in reading order."""
        if not self.is_mapped:
            return tuple(candidate.square for candidate in self.candidates[:1])
        most = max(map(merit, self.values.values()), default=None)
        return tuple(square for square in sorted(self.values) if merit(self.values[square]) == most)


ReportAnalysis = Callable[[Analysis], None]
"""Called with the analysis so far, from the thread of the analysis."""


def analyse(
    position: Position,
    judge: AnyJudge,
    maps: ProofMaps | None,
    stop: Stop = NEVER,
    report: ReportAnalysis = lambda found: None,
    known: Analysis | None = None,
) -> None:
    """Analyse a position in which nobody has won and somebody can move.

    `known` is an earlier analysis of the position by this judge, to be continued. The analysis ends with
    `stop`, when everything is known, or after the last round, and returns as soon as the judge does. `report`
    is called with each new state. Without `maps` only the judge proves anything.
    """
    found = known or Analysis(position.copy())
    seconds, last_round = (FIRST_ROUND, LAST_ROUND) if not judge.by else ENGINE_ROUNDS
    if known is not None:
        report(known)
        seconds = max(seconds, 2 * known.seconds)
    while not stop.is_set() and not found.is_complete:
        before, began = found, time.monotonic()
        if maps is not None and can_be_solved(position) and not _is_exact(found):
            found = _mapped(found, maps, seconds, stop, report)
        if not stop.is_set() and not (found.is_mapped and found.candidates):
            found = _searched(found, judge, seconds, stop, report)
        if not stop.is_set():
            # A round that ends early has found all that its searches can, whatever their time.
            has_ended_early = time.monotonic() - began < EARLY * seconds
            has_changed = (found.values, found.candidates) != (before.values, before.candidates)
            is_all = _is_exact(found) or (has_ended_early and not has_changed)
            found = replace(found, is_complete=is_all or seconds >= last_round, seconds=seconds)
            report(found)
        seconds *= 2


def _is_exact(found: Analysis) -> bool:
    """Whether every move is proved, and every length the shortest one."""
    proofs = found.values.values()
    return found.is_mapped and all(proof.is_exact or proof.plies is None for proof in proofs)


def _mapped(found: Analysis, maps: ProofMaps, seconds: float, stop: Stop, report: ReportAnalysis) -> Analysis:
    """Return the analysis with the solver's proofs about the moves."""
    values = dict(found.values)

    def report_proof(square: Square, proof: Proof) -> None:
        values[square] = proof
        report(replace(found, values=dict(values)))

    values |= maps.of(found.position, Limit(seconds=seconds), stop, report_proof)
    return replace(found, values=values)


def _searched(
    found: Analysis, judge: AnyJudge, seconds: float, stop: Stop, report: ReportAnalysis
) -> Analysis:
    """Return the analysis with the position and its most promising moves judged anew."""
    position = found.position.copy()
    judgement = judge.judge(
        position,
        Limit(seconds=POSITION_SHARE * seconds),
        stop,
        lambda judgement: report(replace(found, judgement=deeper(found.judgement, judgement))),
    )
    judgement = deeper(found.judgement, judgement)
    if stop.is_set():
        return found
    found = replace(found, judgement=judgement)
    squares = list(_promising(found))
    limit = Limit(seconds=(1 - POSITION_SHARE) * seconds / max(1, len(squares)))
    fresh: list[Candidate] = []
    for square in squares:
        fresh.append(_candidate(position, square, judgement, judge, limit, stop))
        if stop.is_set():
            return found
        rest = [old for old in found.candidates if old.square not in {new.square for new in fresh}]
        report(replace(found, candidates=_in_order([*fresh, *rest], judgement)))
    return replace(found, candidates=_in_order(fresh, judgement))


def deeper(old: Judgement | None, new: Judgement) -> Judgement:
    """Return which of two judgements of a position holds: a proof, or the one that looked further."""
    if old is None or (
        replaces(new.verdict, old.verdict) and (new.verdict.is_proved or new.depth >= old.depth)
    ):
        return new
    return old


def _promising(found: Analysis) -> Iterator[Square]:
    """Yield the moves that are worth a search of their own, the best known one first."""
    assert found.judgement is not None
    scorer = LEVELS["scorer"].make().think(found.position)
    known = [] if found.judgement.move is None else [found.judgement.move]
    proved = sorted(found.values, key=lambda square: merit(found.values[square]), reverse=True)
    legal = set(found.position.moves)
    squares = *known, *proved, *found.judgement.ranked, *(move.square for move in scorer.ranked)
    yield from list(dict.fromkeys(square for square in squares if square in legal))[:MOST_CANDIDATES]


def _candidate(
    position: Position, square: Square, judgement: Judgement, judge: AnyJudge, limit: Limit, stop: Stop
) -> Candidate:
    """Return a move with its worth, by the position after it. The position is left unchanged."""
    if (decided := verdict_of_move(position, square)) is not None:
        return Candidate(square, decided, (square,))
    mover = position.to_move
    position.play(square)
    after = judge.judge(position, limit, stop)
    position.undo()
    verdict = after.verdict_of(mover).before()
    line = (square, *after.pv)
    if square == judgement.move and not verdict.is_proved:
        return Candidate(square, judgement.verdict, judgement.pv if len(judgement.pv) > 1 else line)
    return Candidate(square, verdict, line)


def _in_order(candidates: list[Candidate], judgement: Judgement) -> tuple[Candidate, ...]:
    """Return candidates, the best first; none that is only judged is better than the best move.

    A search of the position examines the replies to its best move for longer than a search of the position
    after another move does.
    """
    most = judgement.verdict.chance
    level = [
        candidate
        if candidate.verdict.is_proved or candidate.verdict.is_unknown or candidate.verdict.chance <= most
        else replace(candidate, verdict=Verdict.judged(most))
        for candidate in candidates
    ]

    def worth(candidate: Candidate) -> tuple[tuple[float, int], bool]:
        return _worth(candidate.verdict), candidate.square == judgement.move

    return tuple(sorted(level, key=worth, reverse=True)[:MOST_CANDIDATES])


def _worth(verdict: Verdict) -> tuple[float, int]:
    """Return the sort key of verdicts, the best highest."""
    return verdict.chance, 0 if verdict.proof is None else merit(verdict.proof)[1]
