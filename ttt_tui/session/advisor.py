"""Advice in a game: hints, analyses, and second opinions of engines.

One search runs at a time, with one memory, and hints and analyses agree on a position: of two answers the
deeper one holds. The searches are imported when they are first needed.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ttt_tui.computer import Stop, Thought
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Game, Limit, Position, Setup, check_engines_can_play, engine_level
from ttt_tui.errors import UnknownEngine
from ttt_tui.session.engines import Engines
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis
    from ttt_tui.analysis.hint import Hint
    from ttt_tui.analysis.judge import AnyJudge, Judge
    from ttt_tui.analysis.second_opinion import SecondOpinion
    from ttt_tui.analysis.warning import MoveWarning
    from ttt_tui.computer.solving import ProofMaps


MAP_LIMIT = Limit(seconds=0.3)
"""The limit of the proof of all moves' values, before the search for a hint's best move."""

MAPS_SHARE = 0.5
"""The share of the memory for proofs; the rest is for the search."""


class Advisor:
    """Gives hints and analyses with the strongest computer, and with proofs where the board can be solved.

    Its searches share `megabytes`, and keep their tables for the next question until `close`.
    """

    def __init__(self, megabytes: float, engines: Engines | None = None) -> None:
        """`engines` are the ones that an analysis may use instead."""
        self._megabytes = megabytes
        self._engines = engines
        self._other: SecondOpinion | None = None  # the engine that was used last
        self._one_at_a_time = threading.Lock()  # a search that was stopped may still be running
        self._found: tuple[Judge, ProofMaps] | None = None
        self._known: Analysis | None = None  # what our own searches have found of the latest position

    def hint(
        self,
        position: Position,
        setup: Setup,
        limit: Limit,
        stop: Stop = NEVER,
        listener: "Callable[[Hint], None]" = lambda found: None,
    ) -> "Hint":
        """Return a hint for a position in which the game runs.

        `limit` is for the search of the best move; `listener` gets the hint so far, and the last one.
        """
        from ttt_tui.analysis.hint import hint
        from ttt_tui.computer.solving import can_be_solved

        with self._one_at_a_time:
            judge, maps = self._searches()
            values = maps.of(position, MAP_LIMIT, stop) if can_be_solved(position) else None

            def told(thought: Thought) -> "Hint":
                found = hint(position, setup, self._deepest(position, thought), values)
                listener(found)
                return found

            def report(thought: Thought) -> None:
                told(thought)

            if (known := self._known_of(position)) is not None and known.thought is not None:
                report(known.thought)
            return told(judge.expert.think(position, limit, stop, report))

    def warning(
        self, game: Game, limit: Limit, stop: Stop = NEVER, viewer: int | None = None
    ) -> "MoveWarning | None":
        """Return what the latest move of a game throws away, as `warning_against` does."""
        from ttt_tui.analysis.warning import warning_against

        with self._one_at_a_time:
            return warning_against(game, self._searches()[0], limit, stop, viewer)

    def _deepest(self, position: Position, thought: Thought) -> Thought:
        """Return `thought`, or the known thought about the position if that looked further."""
        from ttt_tui.analysis.analysis import Analysis, deeper
        from ttt_tui.analysis.judge import judgement_of_thought

        if len(position.active) > 2 or (thought.proof is None and thought.score is None):
            return thought  # no known thought to compare with
        known = self._known_of(position) or Analysis(position.copy())
        old, new = known.judgement, judgement_of_thought(position, thought)
        judgement = deeper(old, new)
        if judgement is not old:
            self._known = replace(known, judgement=judgement, candidates=())
            return thought
        return known.thought or thought

    def _known_of(self, position: Position) -> "Analysis | None":
        return self._known if self._known is not None and self._known.position == position else None

    def analyse(
        self, position: Position, stop: Stop, listener: "Callable[[Analysis], None]", by: str = ""
    ) -> None:
        """Analyse a position in which the game runs, until `stop` or until every move is proved.

        `by` is the name of an engine, empty for our own search. Raises what the engine raises.
        """
        from ttt_tui.analysis.analysis import analyse

        def report(found: "Analysis") -> None:
            self._known = found
            listener(found)

        with self._one_at_a_time:
            if stop.is_set():
                return
            if by:
                if self._other is None or self._other.by != by:
                    assert self._engines is not None, "only known engines are chosen"
                    self._forget_other()
                    self._other = second_opinion(self._engines, by, (1 - MAPS_SHARE) * self._megabytes)
                analyse(position, self._other, None, stop, listener)
            else:
                known = self._known_of(position)
                analyse(position, *self._searches(), stop, report, known)

    def _forget_other(self) -> None:
        other, self._other = self._other, None
        if other is not None:
            other.close()

    def _searches(self) -> "tuple[Judge, ProofMaps]":
        if self._found is None:
            from ttt_tui.analysis.judge import Judge
            from ttt_tui.computer.solving import ProofMaps

            judge = Judge(megabytes=(1 - MAPS_SHARE) * self._megabytes)
            self._found = judge, ProofMaps(MAPS_SHARE * self._megabytes)
        return self._found

    def close(self) -> None:
        """Release all memory; the next question starts afresh."""
        self._forget_other()
        self._known = None
        found, self._found = self._found, None
        if found is not None:
            for search in found:
                search.close()


PASSES = 0.5, 1.5
"""Seconds a position in the passes of a review by an engine; with less many engines hardly search."""


def second_opinion(engines: Engines, name: str, megabytes: float) -> "SecondOpinion":
    """Return an engine as a judge; where it gives no score, our own search with `megabytes` judges."""
    from ttt_tui.analysis.judge import Judge
    from ttt_tui.analysis.second_opinion import SecondOpinion
    from ttt_tui.gomocup import GameType

    engine = engines.make(engine_level(name), GameType.AGAINST_A_BRAIN)
    return SecondOpinion(engine, name, Judge(megabytes=megabytes))


def judge_by(engines: Engines, name: str, megabytes: float) -> "AnyJudge":
    """Return the engine of this name as a judge, or our own search if the name is empty."""
    from ttt_tui.analysis.judge import Judge

    return second_opinion(engines, name, megabytes) if name else Judge(megabytes=megabytes)


def opinion_on(session: Session, setup: Setup) -> str:
    """Return the name of the engine for analyses of a set-up's games, empty for our own search."""
    name = session.preferences.opinion
    return name if name and can_give_opinion(session.engines, name, setup) else ""


def check_opinion(engines: Engines, name: str, setup: Setup) -> None:
    """Raise a `ValueError` that says why this engine cannot be asked about games of a set-up."""
    if (command := engines.command(name)) is None:
        known = ", ".join(engines.names)
        raise UnknownEngine(f"unknown engine {name[:24]!r}" + (f"; choose from {known}" if known else ""))
    if command.own_class is not None:
        raise UnknownEngine(f"{name[:24]} only plays; an engine that speaks the Gomocup protocol can judge")
    engines.check(command)  # in the settings anything may be written
    check_engines_can_play(setup.geometry, len(setup.players))


def can_give_opinion(engines: Engines, name: str, setup: Setup) -> bool:
    """Return whether this engine can be asked about games of a set-up."""
    try:
        check_opinion(engines, name, setup)
    except ValueError:
        return False
    return True


def next_opinion(engines: Engines, name: str) -> str:
    """Return the choice after this one: our own search, which is empty, then each engine in turn."""
    names = ["", *engines.advisers]
    return names[(names.index(name) + 1) % len(names)] if name in names else ""


# --- steps of a hint -------------------------------------------------------------------------------------

MOST_STEPS = 3
"""The idea, the square, then the reason."""


class HintSteps:
    """Counts the steps of a hint that were shown; another position starts from the first."""

    def __init__(self) -> None:
        self.step = 0
        """The latest step, 0 if there is none."""
        self._position: Position | None = None

    def next(self, position: Position) -> int:
        """Return the step to show now, from 1."""
        if self._position != position:
            self._position, self.step = position.copy(), 0
        self.step = min(self.step + 1, MOST_STEPS)
        return self.step

    def is_about(self, position: Position) -> bool:
        """Whether a step about this position was shown."""
        return self.step > 0 and self._position == position

    def end(self) -> None:
        """Start over: the next step shown is the first."""
        self.step = 0
