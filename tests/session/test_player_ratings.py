"""The user's ratings: which games count, what they change, and what a new run of the program knows."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.support.driving import a_setup
from tests.support.stores import edit, patient, place
from ttt_tui.computer.ladder.kinds import kind_of
from ttt_tui.engine import HUMAN, Match, Move, Player, Setup
from ttt_tui.session.player_ratings import PlayerRatings
from ttt_tui.session.profile import YOU
from ttt_tui.session.session import NO_LONGER_RATED, Session
from ttt_tui.store.settings import Settings
from ttt_tui.store.thread import StoreThread

WON, LOST, DRAWN = "a1 b1 a2 b2 a3", "a1 b1 a2 b2 c3 b3", "c2 c1 b2 c3 a1 b1 b3 a2"
SETUP = a_setup(HUMAN, "expert 4", names=(YOU, "Bob"), points=None)
KIND = kind_of(SETUP.geometry)


def stored(history: StoreThread, names: tuple[str, ...] = (YOU,)) -> list[tuple[str, float]]:
    """Return the level and the score of the rated games in the store."""
    games = history.run(lambda history: history.rated_games(names), after_writes=True, seconds=30)
    return [(game.level, game.score) for game in games]


def loaded(session: Session) -> PlayerRatings:
    """Return the ratings, when the store has answered."""
    assert session.history is not None
    session.ratings.request()
    session.history.run(lambda history: None, seconds=30)
    assert not session.ratings.is_loading
    return session.ratings


def begun(session: Session, setup: Setup = SETUP) -> Match:
    match = session.new_match(setup)
    loaded(session)
    return match


def test_wins_draws_losses_and_resignations_count_and_a_new_run_knows_them(
    session: Session, history: StoreThread
) -> None:
    match = begun(session)
    for names in (WON, DRAWN, LOST):
        assert session.is_rated
        place(match, names)
        match.next_game()
    match.push(Move(0, None))
    scores = [game.score for game in session.ratings.recent_results(KIND)]
    assert scores == [1.0, 0.5, 0.0, 0.0], "the user started the first and the third"
    assert stored(history) == [("expert 4", score) for score in scores]
    again = loaded(Session(1, history))
    assert again.rating_of(KIND) == session.ratings.rating_of(KIND)
    assert again.recent_results(KIND) == session.ratings.recent_results(KIND)


def test_the_change_is_known_at_once_and_gone_with_the_next_game(session: Session) -> None:
    match = begun(session)
    place(match, WON)
    change = session.ratings.latest_change
    assert change is not None
    assert change.before.rating == 1500 < change.after.rating
    assert session.ratings.rating_of(KIND) == change.after
    match.next_game()
    assert session.ratings.latest_change is None
    assert session.ratings.games(KIND) == 1


def test_the_change_by_a_match_is_from_before_its_first_game(session: Session) -> None:
    match = begun(session)
    assert session.ratings.change_in(match) is None
    place(match, WON)
    first = session.ratings.latest_change
    match.next_game()
    place(match, DRAWN)
    change, latest = session.ratings.change_in(match), session.ratings.latest_change
    assert first is not None
    assert change is not None
    assert latest is not None
    assert change == (first.before, latest.after, 2)
    other = begun(session)
    assert session.ratings.change_in(other) is None
    place(other, WON)
    assert (change := session.ratings.change_in(other)) is not None
    assert change.before == latest.after


@pytest.mark.parametrize("aid", ["hint", "analysis", "undo", "seat"])
def test_a_game_with_help_is_not_rated_and_that_is_said_once(
    session: Session, history: StoreThread, aid: str
) -> None:
    match = begun(session)
    place(match, "a1 b1")
    if aid == "hint":
        match.note_hint()
    elif aid == "analysis":
        match.note_analysis()
    elif aid == "undo":
        match.undo()
        place(match, "a1 b1")
    else:
        match.give_seat(1, Player("Bob", "O", "blue", "expert 1", match.setup.players[1].limit))
    assert session.take_warnings() == [NO_LONGER_RATED]
    match.note_hint()
    place(match, "a2 b2 a3")
    assert session.take_warnings() == []
    assert session.ratings.latest_change is None
    assert stored(history) == []
    match.next_game()
    assert session.is_rated, "the next game is a new one"


def test_a_finished_game_that_goes_on_does_not_count_any_more(session: Session, history: StoreThread) -> None:
    match = begun(session)
    place(match, WON)
    assert session.ratings.games(KIND) == 1
    match.undo()
    assert session.ratings.games(KIND) == 0
    match.redo()
    assert session.ratings.games(KIND) == 0
    assert stored(history) == []


OTHERS = {
    "two humans": a_setup(HUMAN, HUMAN, names=(YOU, "Bob")),
    "two computers": a_setup("expert 1", "expert 4"),
    "a classic computer": a_setup(HUMAN, "rules", names=(YOU, "Bob")),
    "somebody else": a_setup(HUMAN, "expert 4", names=("Zoe", "Bob")),
    "three players": a_setup(HUMAN, "expert 4", "expert 4", names=(YOU, "Bob", "Eve"), board=(5, 5)),
}


@pytest.mark.parametrize("who", OTHERS)
def test_other_games_are_not_rated(session: Session, history: StoreThread, who: str) -> None:
    match = begun(session, OTHERS[who])
    assert not session.is_rated
    match.push(Move(match.game.position.to_move, None))
    assert session.ratings.latest_change is None
    assert session.take_warnings() == []


def test_games_are_not_rated_while_the_setting_is_off_and_stay_so(history: StoreThread) -> None:
    off = Session(1, history, Settings(rated=False))
    match = off.new_match(SETUP)
    place(match, WON)
    assert not off.is_rated
    assert loaded(Session(1, history)).games(KIND) == 0
    assert not off.ratings.can_match(KIND)


def test_a_game_that_is_killed_and_resumed_stays_rated_and_one_with_help_unrated(tmp_path: Path) -> None:
    path = tmp_path / "killed.db"
    for aid in (False, True):
        store = patient(path)
        match = begun(Session(1, store))
        place(match, "a1 b1")
        if aid:
            match.undo()
            place(match, "a1 b1")
        store.run(lambda history: None, after_writes=True, seconds=30)
        edit(path, "UPDATE games SET owner = NULL")  # its process was killed
        again = Session(1, patient(path))
        entry = again.find_unfinished()
        assert entry is not None
        resumed = again.resume(entry, 30)
        loaded(again)
        assert again.is_rated != aid
        place(resumed, "a2 b2 a3")
        assert (again.ratings.latest_change is None) == aid
        again.close()


def test_games_under_earlier_names_count_and_a_deleted_one_does_not(
    session: Session, history: StoreThread
) -> None:
    place(begun(session), WON)
    session.profile.rename("Zoe")
    ratings = loaded(session)
    assert ratings.games(KIND) == 1
    (entry,) = history.entries()
    history.delete(entry.uid)
    session.forget(entry.uid)
    assert ratings.games(KIND) == 0
    assert loaded(session).games(KIND) == 0


def test_a_match_for_the_strength_is_offered_after_five_games(session: Session) -> None:
    match = begun(session)
    for number in range(5):
        assert not session.ratings.can_match(KIND), number
        match.push(Move(0, None))
        match.next_game()
    assert session.ratings.can_match(KIND)
    assert session.ratings.suggested_step(KIND) < 4
    other = kind_of(replace(SETUP.geometry, columns=15, rows=15, line_length=5))
    assert (session.ratings.games(other), session.ratings.rating_of(other)) == (0, None)
    assert session.ratings.suggested_step(other) == 4


def test_without_a_store_there_are_no_ratings() -> None:
    session = Session()
    place(session.new_match(SETUP), WON)
    assert session.ratings.rating_of(KIND) is None
    assert not session.is_rated
    assert session.ratings.suggested_step(KIND) == 4


def test_damaged_rows_are_left_out(session: Session, history: StoreThread, tmp_path: Path) -> None:
    match = begun(session)
    for _ in range(3):
        match.push(Move(0, None))
        match.next_game()
    history.run(lambda history: None, after_writes=True, seconds=30)
    edit(tmp_path / "history.db", "UPDATE games SET setup = '{' WHERE id = 1")
    edit(tmp_path / "history.db", "UPDATE games SET changed = 'never' WHERE id = 2")
    assert stored(history) == [("expert 4", 0.0)]
    assert loaded(Session(1, history)).rating_of(KIND) is not None
    assert date.today() >= session.ratings.recent_results(KIND)[0].day
