"""Successors of a match: with other rules, or against another step of the ladder."""

from contextlib import suppress

from ttt_tui.computer.levels import screen_name
from ttt_tui.engine import IllegalMove, Match, Setup
from ttt_tui.errors import InvalidRules, StoreError
from ttt_tui.plain import sentences
from ttt_tui.session import wording
from ttt_tui.session.rule_choices import check_rules, fitting_rules, meaning_of, typed_words
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import with_level
from ttt_tui.session.step_offers import ladder_step, lost_seat, next_step, promises_losing_move, stored_offer


def own_rules(setup: Setup) -> str:
    """Return the rules of a match as a sentence."""
    return sentences.rules(setup) or f"Rules: usual. {wording.sentence(meaning_of(setup))}"


def other_rules(setup: Setup) -> str:
    """Return the other rules that fit a match, and how to choose them."""
    own = setup.geometry.rules
    others = "; ".join(typed_words(each.rules) for each in fitting_rules(setup) if each.rules != own)
    return f"Others: {others}. Type rules and one of them"


def with_other_rules(setup: Setup, words: str) -> Setup:
    """Return the set-up with other rules; raises `IllegalMove`."""
    try:
        return check_rules(setup, words)
    except InvalidRules as refusal:
        raise IllegalMove(str(refusal)) from None


def with_other_step(setup: Setup, by: int, line: str) -> Setup:
    """Return the set-up against the level `by` steps higher on the ladder; raises `IllegalMove`.

    `line` is the command for it, which the error names.
    """
    if (step := ladder_step(setup)) is None:
        raise IllegalMove(needs_step(line))
    if (level := next_step(step, by)) is None:
        raise IllegalMove(f"{screen_name(step)} is the {'first' if by < 0 else 'last'} step")
    return with_level(setup, level)


def needs_step(line: str) -> str:
    """Return a text that says which matches `line`, a command that changes the step, is for."""
    return f"{line} is for a game between you and a level from novice to expert"


def lessons(session: Session, match: Match) -> list[str]:
    """Return what can be learned from a game that is over: its losing move, and another step."""
    history, setup, offer = session.history, match.setup, None
    if history is not None and ladder_step(setup) is not None:
        with suppress(StoreError):  # the store reports its own errors
            offer = history.run(lambda store: stored_offer(store, setup), after_writes=True)
    review = "" if lost_seat(match) is None else "Type review to see your mistakes"
    if promises_losing_move(match):
        review = "Type review to see the losing move"
    if offer is None:
        return [review]
    command = "harder" if offer.is_up else "easier"
    return [review, f"{offer.sentence}: type {command} to play {offer.name}"]
