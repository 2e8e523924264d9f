"""Offers of another step of the ladder, from results and from stored games."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.support.driving import a_setup
from ttt_tui.computer.levels import STEPS
from ttt_tui.engine import HUMAN, Match, Move, Rules, Setup, Start
from ttt_tui.engine.records import Record
from ttt_tui.session.profile import Profile
from ttt_tui.session.session import Session
from ttt_tui.session.step_offers import (
    LadderResult,
    StepOffer,
    lost_seat,
    offered_step,
    promises_losing_move,
    stored_offer,
)
from ttt_tui.store.thread import StoreThread

MEDIUM = a_setup(HUMAN, "expert 4", board=(5, 5), k=4)
DOWN = StepOffer("expert 3", "expert 4", 3)
SIGNS = {"W": True, "D": None, "L": False}


def after(results: str, level: str = "expert 4") -> StepOffer | None:
    """Return the offer after these results, the latest at the end."""
    return offered_step([LadderResult(level, SIGNS[sign]) for sign in reversed(results)])


@pytest.mark.parametrize(
    ("results", "level"),
    [
        ("LL", None), ("LLL", "expert 3"), ("LLLL", None), ("LLLLLL", "expert 3"), ("WLLL", "expert 3"),
        ("LLDL", None), ("LLLD", None), ("LLLW", None), ("WWW", "expert 5"), ("WWWLLL", "expert 3"),
        ("DDD", None), ("", None),
    ],
)  # fmt: skip
def test_three_equal_results_offer_a_step_and_then_three_more(results: str, level: str | None) -> None:
    offer = after(results)
    assert (offer.level if offer else None) == level


def test_a_run_begins_again_with_another_step_and_ends_at_the_ends_of_the_ladder() -> None:
    lost = [LadderResult(level, won=False) for level in ("expert 3", "expert 4", "expert 4")]
    assert offered_step(lost) is None
    assert after("LLL", STEPS[0]) is None
    assert after("WWW", STEPS[-1]) is None
    assert after("LLL", STEPS[-1]) == StepOffer("expert 9", "expert", 3)


def stored(history: StoreThread, setup: Setup, *, winner: int = 1, analysed: bool = False) -> None:
    """Store a game that ended by a resignation."""
    session = Session(1, history)
    match = session.new_match(setup)
    match.place(setup.geometry.parse("a1"))
    if analysed:
        match.note_analysis()
    match.push(Move(1 - winner, None))
    session.release()


def offer(history: StoreThread, setup: Setup = MEDIUM) -> StepOffer | None:
    return history.run(lambda store: stored_offer(store, setup), after_writes=True)


def test_stored_games_of_the_same_kind_make_the_run(history: StoreThread) -> None:
    stored(history, MEDIUM)
    stored(history, a_setup(HUMAN, "expert 4", board=(5, 6), k=4))  # a board of the same class
    assert offer(history) is None
    stored(history, a_setup("expert 4", HUMAN, board=(5, 5), k=4), winner=0)
    assert offer(history) == DOWN


OTHER_GAMES: Sequence[Setup] = (
    a_setup(HUMAN, "expert 4", board=(15, 15), k=5),
    a_setup(HUMAN, HUMAN, board=(5, 5), k=4),
    a_setup(HUMAN, "scorer", board=(5, 5), k=4),
    a_setup("expert 4", "expert 4", board=(5, 5), k=4),
    a_setup(HUMAN, "expert 4", "expert 4", board=(5, 5), k=4),
)


def test_other_games_analysed_and_imported_ones_neither_count_nor_end_a_run(history: StoreThread) -> None:
    for _ in range(2):
        stored(history, MEDIUM)
    for setup in OTHER_GAMES[:-1]:
        stored(history, setup, winner=0)
    stored(history, MEDIUM, winner=0, analysed=True)
    match = Match(MEDIUM)
    match.push(Move(1, None))
    history.add(Record(match.game, "2026-11-21"))
    assert offer(history) is None
    stored(history, MEDIUM)
    assert offer(history) == DOWN
    assert all(offer(history, setup) is None for setup in OTHER_GAMES)


@pytest.mark.parametrize(("levels", "seat"), [((HUMAN, "rules"), 0), ((HUMAN, HUMAN), None)])
def test_only_a_human_who_lost_to_a_computer_has_a_losing_move(
    levels: tuple[str, ...], seat: int | None
) -> None:
    match = Match(a_setup(*levels))
    assert lost_seat(match) is None
    match.push(Move(0, None))
    assert lost_seat(match) == seat


@pytest.mark.parametrize(
    ("size", "rules", "promises"),
    [((15, 15, 5), Rules(), True), ((7, 6, 4), Rules(drop=True), False), ((4, 4, 3), Rules(drop=True), True)],
)
def test_a_losing_move_is_promised_only_where_most_lost_games_have_one(
    size: tuple[int, int, int], rules: Rules, promises: bool
) -> None:
    match = Match(a_setup(HUMAN, "rules", board=size[:2], k=size[2], rules=rules))
    match.push(Move(0, None))
    assert lost_seat(match) == 0
    assert promises_losing_move(match) is promises


def test_the_main_menu_has_the_step_that_was_accepted(history: StoreThread) -> None:
    session = Session(1, history)
    session.profile.record_played("custom", MEDIUM)
    session.profile.record_level(a_setup(HUMAN, "expert 3", board=(5, 5), k=4))
    session.profile.record_level(a_setup(HUMAN, "expert 3"))  # another board, from the command line
    last = Profile(session).last()
    assert last is not None
    assert [player.level for player in last[1].players] == [HUMAN, "expert 3"]
    assert last[1].geometry == MEDIUM.geometry


def test_games_from_a_position_neither_count_nor_bring_an_offer(history: StoreThread) -> None:
    started = replace(MEDIUM, start=Start.named(MEDIUM.geometry, "b2", "c3"))
    for _ in range(3):
        stored(history, started)
    assert offer(history) is None
    for _ in range(3):
        stored(history, MEDIUM)
    assert offer(history) == DOWN
    assert offer(history, started) is None


def test_a_game_lost_from_a_position_has_a_losing_move() -> None:
    match = Match(replace(MEDIUM, start=Start.named(MEDIUM.geometry, "b2", "c3")))
    match.push(Move(0, None))
    assert lost_seat(match) == 0
