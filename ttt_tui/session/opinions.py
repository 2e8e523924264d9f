"""Whom analyses and reviews ask: our own search, or a brain for a second opinion."""

from typing import TYPE_CHECKING

from ttt_tui.engine import Setup, brain_level, check_brains_can_play
from ttt_tui.errors import UnknownEngine
from ttt_tui.session.brains import Brains
from ttt_tui.session.session import Session

if TYPE_CHECKING:  # the searches are imported by who asks
    from ttt_tui.analysis.judgement import AnyJudge
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
    return name if name and can_be_asked(session.brains, name, setup) else ""


def check_opinion(brains: Brains, name: str, setup: Setup) -> None:
    """Raise a `ValueError` that says why this engine cannot be asked about games of a set-up."""
    if (command := brains.command(name)) is None:
        known = ", ".join(brains.names)
        raise UnknownEngine(f"unknown engine {name[:24]!r}" + (f"; choose from {known}" if known else ""))
    brains.check(command)  # in the settings anything may be written
    check_brains_can_play(setup.geometry, len(setup.players))


def can_be_asked(brains: Brains, name: str, setup: Setup) -> bool:
    """Return whether this engine can be asked about games of a set-up."""
    try:
        check_opinion(brains, name, setup)
    except ValueError:
        return False
    return True


def next_opinion(brains: Brains, name: str) -> str:
    """Return who is asked after the one of this name: our own search, each brain in turn, and again ours."""
    names = ["", *brains.names]
    return names[(names.index(name) + 1) % len(names)] if name in names else ""
