"""Which game is offered to be gone on with: one that was played here and can be."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.stores import edit, finish, place, record_of, recorded, rows, words
from tests.support.strategies import make_setup
from ttt_tui.engine import Match, MatchRules, Move
from ttt_tui.engine.record import Record
from ttt_tui.engine.record_psq import from_psq
from ttt_tui.errors import StoreBusy
from ttt_tui.plain import sentences
from ttt_tui.session.left_game import ResumableGame
from ttt_tui.session.session import Session, find_resumable
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.recorder import TAKEN_OVER
from ttt_tui.store.stored_game import Entry, Origin

ENGINES = """Piskvorky 20x20, 11:11, 0
10,10,100
11,11,200
SLOW.zip
FAST.zip
15
"""
AGAINST_AN_ENGINE = "Piskvorky 20x20, 0:3, 1\n10,10,15432\n11,11,61\nhomo-1\npbrain-swine.exe\n-1\n"


@pytest.fixture
def history(tmp_path: Path) -> Iterator[StoreThread]:
    history = StoreThread(tmp_path / "history.db", patience=30)
    assert history.opened(30)
    yield history
    history.close()


@pytest.fixture
def session(history: StoreThread) -> Session:
    return Session(1, history)


def played(history: StoreThread, moves: str = "b2") -> None:
    match, recorder = recorded(history, make_setup(rules=MatchRules()))
    place(match, moves)
    recorder.close()


def told(session: Session) -> str:
    left = ResumableGame(session)
    left.look()
    return left.told(100)


@contextmanager
def a_second_program(history: StoreThread) -> Iterator[Session]:
    """Give the session of another program on the same store; its process is as alive as this one."""
    other = StoreThread(history.path, patience=30)
    assert other.opened(30)
    yield Session(1, other)
    other.close()


def state(match: Match) -> tuple[object, ...]:
    game = match.game
    return match.setup, match.seed, match.points, match.game_number, game.moves, game.undone


@pytest.mark.parametrize(
    "record", [from_psq(ENGINES), from_psq(AGAINST_AN_ENGINE), record_of("b2 a1")], ids=str
)
def test_an_unfinished_game_that_was_imported_is_not_offered(
    history: StoreThread, session: Session, record: Record
) -> None:
    history.add(record)
    assert session.resumable() is None
    assert find_resumable(history) == "no unfinished game to resume"
    assert told(session) == ""
    played(history, "b2 a1 c3")
    history.add(record)
    assert told(session) == "r: resume P0 v P1, 3×3, 3 moves"
    found = find_resumable(history)
    assert isinstance(found, Entry)
    assert found.moves == ("b2", "a1", "c3")


def test_a_game_that_an_earlier_version_imported_is_offered_only_if_it_can_be_played(
    history: StoreThread, session: Session
) -> None:
    history.add(record_of("b2 a1"))
    history.add(from_psq(ENGINES))
    for name in ("SLOW", "FAST"):
        edit(
            history.path, f"UPDATE games SET origin = NULL, setup = replace(setup, 'brain:{name}', 'program')"
        )
    assert told(session) == "r: resume P0 v P1, 3×3, 2 moves"


def test_a_game_whose_players_cannot_play_here_does_not_hide_one_that_can_be_played(
    history: StoreThread, session: Session
) -> None:
    played(history)
    setup = make_setup()
    for _ in range(30):
        wizard = replace(setup.players[1], level="wizard")
        match, recorder = recorded(history, replace(setup, players=(setup.players[0], wizard)))
        place(match, "b2 a1")
        recorder.close()
    assert told(session) == "r: resume P0 v P1, 3×3, 1 move"


def test_an_imported_game_of_engines_is_resumed_only_by_its_number(history: StoreThread) -> None:
    history.add(from_psq(ENGINES))
    assert find_resumable(history) == "no unfinished game to resume"
    found = find_resumable(history, 1)
    assert isinstance(found, Entry), "other players can take the engines' seats"


def test_why_a_game_cannot_be_resumed_is_said_with_what_can_be_done(history: StoreThread) -> None:
    setup = make_setup()
    wizard = replace(setup.players[1], level="wizard")
    match, recorder = recorded(history, replace(setup, players=(setup.players[0], wizard)))
    place(match, "b2 a1")
    recorder.close()
    reason = find_resumable(history, 1)
    assert isinstance(reason, str)
    assert reason.startswith("game 1 cannot be played here: ")
    assert reason.endswith("; see `ttt-tui history show 1`")


def test_an_imported_game_that_somebody_goes_on_with_is_their_own_from_then_on(
    history: StoreThread, session: Session
) -> None:
    history.add(record_of("b2 a1"))
    found = find_resumable(history, 1)
    assert isinstance(found, Entry)
    place(session.resume(found), "c3")
    session.release()
    assert told(Session(1, history)) == "r: resume P0 v P1, 3×3, 3 moves"


def test_an_imported_game_that_was_only_opened_is_not_offered(history: StoreThread, session: Session) -> None:
    played(history, "b2 a1 c3")
    history.add(record_of("b2 a1"))
    found = find_resumable(history, 2)
    assert isinstance(found, Entry)
    session.resume(found).note_analysis()
    assert not session.has_unfinished_game, "nobody is told to type --resume"
    session.release()
    entry = history.find(2)
    assert entry is not None
    assert entry.origin is Origin.IMPORTED
    assert told(Session(1, history)) == "r: resume P0 v P1, 3×3, 3 moves"


# --- games without a move --------------------------------------------------------------------------------


def test_a_game_without_a_move_is_not_stored(history: StoreThread, session: Session) -> None:
    match = session.new_match(make_setup())
    match.next_game()
    session.new_match(make_setup())
    session.release()
    assert rows(history.path) == []
    assert told(Session(1, history)) == ""


def test_a_game_whose_moves_were_all_taken_back_is_stored_and_offered(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup())
    place(match, "b2")
    match.undo()
    session.release()
    assert len(history.entries()) == 1
    assert told(Session(1, history)) == "r: resume P0 v P1, 3×3, no moves yet"


def test_the_next_game_of_a_match_is_offered_with_its_score_and_not_listed(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup(rules=MatchRules(5)))
    finish(match)
    match.next_game()
    finish(match)
    match.next_game()
    assert ResumableGame(session).told(100) == "r: next game, P0 v P1, 3×3, score 1–1"
    session.release()
    assert [entry.number for entry in history.entries()] == [2, 1]
    later = Session(1, history)
    assert told(later) == "r: next game, P0 v P1, 3×3, score 1–1"
    entry = later.resumable()
    assert entry is not None
    assert sentences.saved_game(entry, later.points_before(entry)) == (
        "Saved game of P0 and P1 (3×3, game 3, score 1–1): to continue, type resume"
    )
    assert later.resume(entry).points == [1, 1]


def test_a_next_game_whose_match_was_deleted_is_not_offered(history: StoreThread, session: Session) -> None:
    match = session.new_match(make_setup(rules=MatchRules(5)))
    finish(match)
    match.next_game()
    session.release()
    (entry,) = history.entries()
    history.delete(entry.uid)
    assert told(Session(1, history)) == ""


def test_a_finished_game_is_offered_as_the_next_one_of_its_match_which_r_begins(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup(rules=MatchRules(5)))
    finish(match)
    session.leave_match()
    left = ResumableGame(session)
    left.look()
    assert left.told(100) == "r: next game, P0 v P1, 3×3, score 1–0"
    assert left.told(30) == "r: next game, score 1–0"
    assert left.take_up() is match
    assert (match.game_number, match.game.moves) == (2, [])
    place(match, "b2")
    assert [(row["number"], row["owner"] is not None) for row in rows(history.path)] == [
        (1, False),
        (2, True),
    ]


def test_of_several_players_the_next_game_is_offered_by_its_number(session: Session) -> None:
    match = session.new_match(make_setup(players=3, rules=MatchRules(5)))
    while match.game.outcome is None:
        match.push(Move(match.game.position.to_move, None))
    assert ResumableGame(session).told(100) == "r: next game, P0 v P1 and 1 more, 3×3, game 2"
    assert ResumableGame(session).told(30) == "r: next game, game 2"


# --- left in a program that still runs ------------------------------------------------------------------


def test_a_game_that_was_left_is_open_nowhere_and_goes_on_as_it_was(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup())
    place(match, "b2 a1 c3")
    match.undo()
    session.leave_match()
    with a_second_program(history) as other:
        assert told(other) == "r: resume P0 v P1, 3×3, 2 moves"
    left = ResumableGame(session)
    left.look()
    assert left.told(100) == "r: resume P0 v P1, 3×3, 2 moves"
    began = session.match_began
    again = left.take_up()
    assert isinstance(again, Match)
    assert (state(again), session.match_began) == (state(match), began)
    place(again, "c3")
    with a_second_program(history) as other:
        assert re.fullmatch(r"r: resume P0 v P1, 3×3, 3 moves, open elsewhere since \d\d:\d\d", told(other))
    assert session.take_troubles() == []


def test_a_game_that_was_left_is_offered_as_another_program_played_it_on(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup())
    place(match, "b2 a1")
    session.leave_match()
    with a_second_program(history) as other:
        there = ResumableGame(other)
        there.look()
        on = there.take_up()
        assert isinstance(on, Match)
        place(on, "c3")
        left = ResumableGame(session)
        left.look()
        assert re.fullmatch(
            r"r: resume P0 v P1, 3×3, 3 moves, open elsewhere since \d\d:\d\d", left.told(100)
        )
        assert left.told(45) == "r: resume 3×3, 3 moves, open elsewhere"
        here = left.take_up()
        assert isinstance(here, Match)
        assert len(here.game.moves) == 3
        place(on, "c1")
        assert other.take_troubles() == [TAKEN_OVER]
    assert session.take_troubles() == []


def test_a_game_that_another_program_finished_is_not_offered_any_more(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup())
    place(match, "b2 a1")
    session.leave_match()
    with a_second_program(history) as other:
        on = other.resumable()
        assert on is not None
        place(other.resume(on), "c2 c1 a2")
        other.release()
    left = ResumableGame(session)
    left.look()
    assert not left.is_there
    assert session.close() is None


def test_a_game_without_a_move_that_was_left_goes_on_and_is_stored(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup())
    session.leave_match()
    left = ResumableGame(session)
    left.look()
    assert left.told(100) == "r: resume P0 v P1, 3×3, no moves yet"
    assert left.take_up() is match
    place(match, "b2")
    assert [row["owner"] for row in rows(history.path)] == [history.mark]


def test_a_game_that_was_left_goes_on_where_its_file_was_replaced(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup())
    place(match, "b2")
    session.leave_match()
    history.path.unlink()
    left = ResumableGame(session)
    left.look()
    assert left.told(100) == "r: resume P0 v P1, 3×3, 1 move"
    again = left.take_up()
    assert isinstance(again, Match)
    place(again, "a1")
    assert again.game.moves[-1].square is not None
    assert [row["moves"] for row in rows(history.path)] == ['["b2", "a1"]']


def test_a_guests_copy_of_a_hosted_game_is_not_offered(history: StoreThread, session: Session) -> None:
    match = Match(make_setup(), 1)
    session.follow(match, [("", Record(match.game))], "ada")
    place(match, "b2")
    session.leave_match()
    left = ResumableGame(session)
    left.look()
    assert not left.is_there
    assert left.told(100) == ""


@pytest.mark.parametrize("plays_on", [False, True])
def test_a_game_that_was_left_goes_on_while_the_store_does_not_answer(
    history: StoreThread, session: Session, monkeypatch: pytest.MonkeyPatch, plays_on: bool
) -> None:
    match = session.new_match(make_setup())
    place(match, "b2 a1")
    session.leave_match()
    left = ResumableGame(session)
    left.look()

    def take_up(game: object, seconds: float = 0.0) -> None:
        raise StoreBusy("the history is busy")

    with monkeypatch.context() as patch:
        patch.setattr(history, "take_up", take_up)
        assert left.take_up() is match
    if plays_on:
        with a_second_program(history) as other:
            on = other.resumable()
            assert on is not None
            place(other.resume(on), "a3")
            place(match, "c3")
            assert session.take_troubles() == [TAKEN_OVER]
            assert words(history.path) == ['["b2", "a1", "a3"]']
    else:
        place(match, "c3")
        assert session.take_troubles() == []
        assert words(history.path) == ['["b2", "a1", "c3"]']
        assert [row["owner"] for row in rows(history.path)] == [history.mark]
