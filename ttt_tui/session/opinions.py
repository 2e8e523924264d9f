"""Whom analyses and reviews ask: our own search, or a brain for a second opinion."""

from typing import TYPE_CHECKING

from ttt_tui.engine import Setup, brain_level, brain_problem
from ttt_tui.session.brains import Brains
from ttt_tui.session.session import Session

if TYPE_CHECKING:  # the searches are imported by who asks
    from ttt_tui.analysis.judge import AnyJudge
    from ttt_tui.analysis.second_opinion import SecondOpinion

PASSES = 0.5, 1.5
"""Seconds for a position in each pass of a review by a brain: with less many look at next to nothing."""


def second_opinion(brains: Brains, name: str, megabytes: float) -> "SecondOpinion":
    """Return a brain as a judge, with a search of ours of so many megabytes for what it does not tell."""
    from ttt_tui.analysis.judge import Judge
    from ttt_tui.analysis.second_opinion import SecondOpinion
    from ttt_tui.gomocup import GameType

    brain = brains.make(brain_level(name), GameType.AGAINST_A_BRAIN)
    return SecondOpinion(brain, name, Judge(megabytes=megabytes))


def judge_by(brains: Brains, name: str, megabytes: float) -> "AnyJudge":
    """Return the judge of this name, our own for none."""
    from ttt_tui.analysis.judge import Judge

    return second_opinion(brains, name, megabytes) if name else Judge(megabytes=megabytes)


def opinion_on(session: Session, setup: Setup) -> str:
    """Return the name of the brain that is asked about games of a set-up, nothing for our own search."""
    name = session.preferences.opinion
    return "" if not name or opinion_problem(session.brains, name, setup) else name


def opinion_problem(brains: Brains, name: str, setup: Setup) -> str | None:
    """Return why this brain cannot be asked about games of a set-up, in one sentence, or None."""
    if (command := brains.command(name)) is None:
        known = ", ".join(brains.names)
        return f"unknown engine {name[:24]!r}" + (f"; choose from {known}" if known else "")
    try:
        brains.check(command)  # in the settings anything may be written
    except ValueError as reason:
        return str(reason)
    return brain_problem(setup.geometry, len(setup.players))


def next_opinion(brains: Brains, name: str) -> str:
    """Return who is asked after the one of this name: our own search, each brain in turn, and again ours."""
    names = ["", *brains.names]
    return names[(names.index(name) + 1) % len(names)] if name in names else ""
