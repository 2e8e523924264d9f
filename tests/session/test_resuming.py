"""Sessions and their store: which game can be resumed, how it goes on, and a store that is slow or broken."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tests.support.stores import (
    edit,
    finish,
    hurry,
    late,
    locked,
    place,
    record_of,
    recorded,
    rows,
    use_rollback_journal,
    words,
)
from tests.support.strategies import make_setup
from ttt_tui.engine import OPEN, Match, MatchRules, Move, Rules
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.psq import from_psq
from ttt_tui.errors import CannotResume, StoreBusy, StoreError
from ttt_tui.plain import sentences
from ttt_tui.session.resuming import ResumableGame, find_resumable
from ttt_tui.session.session import Session
from ttt_tui.store.recorder import TAKEN_OVER
from ttt_tui.store.stored_game import Origin
from ttt_tui.store.thread import StoreThread

ENGINES = """Piskvorky 20x20, 11:11, 0
10,10,100
11,11,200
SLOW.zip
FAST.zip
15
"""
AGAINST_AN_ENGINE = "Piskvorky 20x20, 0:3, 1\n10,10,15432\n11,11,61\nhomo-1\npbrain-swine.exe\n-1\n"
OPEN_ELSEWHERE = r"r: resume P0 v P1, 3×3, 3 moves, open elsewhere since \d\d:\d\d"


def store(history: StoreThread, moves: str = "b2 a1", level: str = "human") -> None:
    """Store a game that was left, with a second player of this level."""
    setup = make_setup(rules=MatchRules())
    other = replace(setup.players[1], level=level)
    match, recorder = recorded(history, replace(setup, players=(setup.players[0], other)))
    place(match, moves)
    recorder.close()


def left(session: Session) -> ResumableGame:
    game = ResumableGame(session)
    game.refresh()
    return game


def offered(session: Session) -> str:
    return left(session).summary(100)


@contextmanager
def a_second_program(history: StoreThread) -> Iterator[Session]:
    """Give the session of another program on the same store; its process is as alive as this one."""
    other = StoreThread(history.path, max_wait=30)
    assert other.wait_until_open(30)
    yield Session(1, other)
    other.close()


def play_on(session: Session, moves: str) -> Match:
    """Resume the game that is offered, and play on."""
    entry = session.find_unfinished()
    assert entry is not None
    return place(session.resume(entry), moves)


def error_of(history: StoreThread | None, wanted: int | None = None) -> str:
    with pytest.raises(CannotResume) as caught:
        find_resumable(history, wanted)
    return str(caught.value)


# --- which game ------------------------------------------------------------------------------------------


def test_why_a_game_cannot_be_resumed(history: StoreThread) -> None:
    assert error_of(None) == "no game can be resumed: games are not saved here"
    assert error_of(history) == "no unfinished game to resume"
    assert error_of(history, 7) == "no game 7; see `history list`"
    finish(recorded(history)[0])
    assert error_of(history, 1) == "game 1 is finished; see `ttt-tui history show 1`"
    store(history)
    edit(history.path, "UPDATE games SET moves = ? WHERE id = 2", ['["a1", "a1"]'])
    assert error_of(history, 2) == "game 2 in the history is damaged: a1 is taken"
    store(history, level="wizard")
    reason = error_of(history, 3)
    assert reason.startswith("game 3 cannot be played here: unknown level “wizard”; choose from human, ")
    assert reason.endswith("; see `ttt-tui history show 3`")


def test_a_game_with_an_open_seat_can_be_resumed(history: StoreThread) -> None:
    store(history, "a1", OPEN)
    assert find_resumable(history, 1).setup.players[1].is_open


def test_a_resumed_game_keeps_its_rules(history: StoreThread, session: Session) -> None:
    match, recorder = recorded(history, make_setup(kind=Rules(misere=True)))
    place(match, "a1 a2 b1 b2")
    recorder.close()
    resumed = play_on(session, "c1")
    assert resumed.setup.geometry.rules == Rules(misere=True)
    assert resumed.game.outcome is not None
    assert resumed.game.outcome.winner == 1, "the line lost"


def test_a_resumed_game_of_renju_forbids_the_same_to_the_player_who_began(
    history: StoreThread, session: Session
) -> None:
    setup = make_setup(9, 9, 5, kind=Rules.parse("renju"))
    match, recorder = recorded(history, setup)
    place(match, "e5 a1 f5 a3 d3 a5 d4 a7")
    recorder.close()
    resumed = play_on(session, "")
    d5 = setup.geometry.parse("d5")
    assert resumed.game.position.forbidden == match.game.position.forbidden == 1 << d5
    assert str(resumed.game.check(d5)) == "d5 is forbidden: it makes two open threes"
    place(resumed, "a9 d5 i1")
    assert resumed.game.position.forbidden == 0
    assert session.history is not None
    (entry,) = session.history.entries()
    assert entry.moves[-3:] == ("a9", "d5", "i1")
    again = entry.game()
    assert (again.setup.geometry, again.moves) == (setup.geometry, resumed.game.moves)
    for ply in range(len(again.moves)):
        assert again.position_after(ply).forbidden == resumed.game.position_after(ply).forbidden


@pytest.mark.parametrize(
    ("rules", "played", "undone", "further", "owners"),
    [
        ("swap2", "h8 i8 j10 two-more i9", 1, "i9 i7 swap a1", "101010"),
        ("swap2", "h8 i8 j10 swap a1 b1", 3, "swap a1 b1 c1", "101010"),
        ("pie", "h8 swap a1", 0, "b1 c1 d1", "10101"),
        ("double", "h8 a1 b1 h9", 1, "h9 h10 c1 d1", "0110011"),
    ],
)
def test_a_game_is_resumed_in_an_opening_or_a_turn(
    rules: str, played: str, undone: int, further: str, owners: str, history: StoreThread, session: Session
) -> None:
    match, recorder = recorded(history, make_setup(15, 15, 5, kind=Rules.parse(rules)))
    place(match, played)
    left = len(match.game.moves) - undone
    match.undo_to(left)
    recorder.close()
    entry = session.find_unfinished()
    assert entry is not None
    assert (entry.moves, entry.undone) == (
        tuple(played.split()[:left]),
        tuple(reversed(played.split()[left:])),
    )
    game = place(session.resume(entry), further).game
    stones = [move.square for move in game.moves if move.square is not None and move.is_stone]
    assert "".join(str(game.position.owner(square)) for square in stones) == owners
    session.leave_match()
    again = session.find_unfinished()
    assert again is not None
    assert again.game().position == game.position


@pytest.mark.parametrize(
    "record", [from_psq(ENGINES), from_psq(AGAINST_AN_ENGINE), record_of("b2 a1")], ids=str
)
def test_an_imported_game_is_resumed_only_by_its_number(
    history: StoreThread, session: Session, record: Record
) -> None:
    history.add(record)
    assert session.find_unfinished() is None
    assert error_of(history) == "no unfinished game to resume"
    assert offered(session) == ""
    assert find_resumable(history, 1).id == 1, "other players can take the engines' seats"
    store(history, "b2 a1 c3")
    history.add(record)
    assert offered(session) == "r: resume P0 v P1, 3×3, 3 moves"
    assert find_resumable(history).moves == ("b2", "a1", "c3")


def test_a_game_that_cannot_be_played_does_not_hide_one_that_can(
    history: StoreThread, session: Session
) -> None:
    store(history, "b2")
    for _ in range(30):
        store(history, level="wizard")
    assert offered(session) == "r: resume P0 v P1, 3×3, 1 move"
    history.add(record_of("b2 a1"))
    history.add(from_psq(ENGINES))
    for name in ("SLOW", "FAST"):  # as an earlier version imported it
        edit(
            history.path, f"UPDATE games SET origin = NULL, setup = replace(setup, 'brain:{name}', 'program')"
        )
    assert offered(session) == "r: resume P0 v P1, 3×3, 2 moves"


def test_an_imported_game_is_offered_after_it_was_played_on(history: StoreThread, session: Session) -> None:
    store(history, "b2 a1 c3")
    history.add(record_of("b2 a1"))
    session.resume(find_resumable(history, 2)).note_analysis()
    assert not session.has_unfinished_game, "it was only opened"
    session.release()
    entry = history.find(2)
    assert entry is not None
    assert entry.origin is Origin.IMPORTED
    assert offered(Session(1, history)) == "r: resume P0 v P1, 3×3, 3 moves"
    place(session.resume(find_resumable(history, 2)), "c3 a3")
    session.release()
    assert offered(Session(1, history)) == "r: resume P0 v P1, 3×3, 4 moves"


def test_a_guests_copy_is_not_offered(history: StoreThread, session: Session) -> None:
    match = Match(make_setup(), 1)
    session.follow(match, [("", Record(match.game))], "ada")
    place(match, "b2")
    session.leave_match()
    assert not left(session).is_available
    assert offered(session) == ""


# --- games without a move, and next games ----------------------------------------------------------------


def test_a_game_without_a_move_is_stored_only_after_undo(history: StoreThread, session: Session) -> None:
    session.new_match(make_setup()).next_game()
    session.new_match(make_setup())
    session.release()
    assert rows(history.path) == []
    assert offered(Session(1, history)) == ""
    place(session.new_match(make_setup()), "b2").undo()
    session.release()
    assert len(history.entries()) == 1
    assert offered(Session(1, history)) == "r: resume P0 v P1, 3×3, 1 move to redo"


def test_the_next_game_of_a_match_is_offered_with_the_score_unless_the_match_was_deleted(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup(rules=MatchRules(5)))
    for _ in range(2):
        finish(match)
        match.next_game()
    assert ResumableGame(session).summary(100) == "r: next game, P0 v P1, 3×3, score 1–1"
    session.release()
    entries = history.entries()
    assert [entry.number for entry in entries] == [2, 1]
    later = Session(1, history)
    assert offered(later) == "r: next game, P0 v P1, 3×3, score 1–1"
    entry = later.find_unfinished()
    assert entry is not None
    assert sentences.saved_game(entry, later.points_before(entry)) == (
        "Saved game of P0 and P1 (3×3, game 3, score 1–1): to continue, type resume"
    )
    assert later.resume(entry).points == [1, 1]
    later.release()
    for each in entries:
        history.delete(each.uid)
    assert offered(Session(1, history)) == ""


def test_after_a_finished_game_the_next_one_is_offered_and_begun(
    history: StoreThread, session: Session
) -> None:
    match = session.new_match(make_setup(rules=MatchRules(5)))
    finish(match)
    session.leave_match()
    game = left(session)
    assert game.summary(100) == "r: next game, P0 v P1, 3×3, score 1–0"
    assert game.summary(30) == "r: next game, score 1–0"
    assert game.resume() is match
    assert (match.game_number, match.game.moves) == (2, [])
    place(match, "b2")
    assert [(row["number"], row["owner"]) for row in rows(history.path)] == [(1, None), (2, history.mark)]


def test_among_several_players_the_next_game_is_offered_by_its_number(session: Session) -> None:
    match = session.new_match(make_setup(players=3, rules=MatchRules(5)))
    while match.game.outcome is None:
        match.push(Move(match.game.position.to_move, None))
    assert ResumableGame(session).summary(100) == "r: next game, P0 v P1 and 1 more, 3×3, game 2"
    assert ResumableGame(session).summary(30) == "r: next game, game 2"


# --- left in a program that still runs -------------------------------------------------------------------


def test_a_game_that_was_left_is_released_and_goes_on_as_it_was(
    history: StoreThread, session: Session
) -> None:
    match = place(session.new_match(make_setup()), "b2 a1 c3")
    match.undo()
    session.leave_match()
    before = match.setup, match.seed, [*match.game.moves], [*match.game.undone], session.match_began
    with a_second_program(history) as other:
        assert offered(other) == "r: resume P0 v P1, 3×3, 2 moves"
    game = left(session)
    assert game.summary(100) == "r: resume P0 v P1, 3×3, 2 moves"
    again = game.resume()
    assert (again.setup, again.seed, again.game.moves, again.game.undone, session.match_began) == before
    place(again, "c3")
    with a_second_program(history) as other:
        assert re.fullmatch(OPEN_ELSEWHERE, offered(other))
    assert session.take_warnings() == []


def test_a_game_that_another_program_plays_on_is_offered_as_it_is_there(
    history: StoreThread, session: Session
) -> None:
    place(session.new_match(make_setup()), "b2 a1")
    session.leave_match()
    with a_second_program(history) as other:
        there = place(left(other).resume(), "c3")
        game = left(session)
        assert re.fullmatch(OPEN_ELSEWHERE, game.summary(100))
        assert game.summary(45) == "r: resume 3×3, 3 moves, open elsewhere"
        assert len(game.resume().game.moves) == 3
        place(there, "c1")
        assert other.take_warnings() == [TAKEN_OVER]
    assert session.take_warnings() == []


def test_a_game_that_another_program_finished_is_no_longer_offered(
    history: StoreThread, session: Session
) -> None:
    place(session.new_match(make_setup()), "b2 a1")
    session.leave_match()
    with a_second_program(history) as other:
        play_on(other, "c2 c1 a2")
        other.release()
    assert not left(session).is_available
    assert session.close() is None


def test_a_game_without_a_move_is_not_offered_and_hides_none_that_has_one(
    history: StoreThread, session: Session
) -> None:
    session.new_match(make_setup())
    session.leave_match()
    assert not left(session).is_available
    assert offered(session) == ""
    place(session.new_match(make_setup()), "b2 a1")
    session.new_match(make_setup(players=3))
    session.leave_match()
    game = left(session)
    assert game.summary(100) == "r: resume P0 v P1, 3×3, 2 moves"
    assert len(game.resume().game.moves) == 2


def test_a_game_whose_moves_were_all_taken_back_is_offered_as_what_it_is(session: Session) -> None:
    match = place(session.new_match(make_setup()), "b2 a1")
    for _ in range(2):
        match.undo()
    session.leave_match()
    assert offered(session) == "r: resume P0 v P1, 3×3, 2 moves to redo"
    place(session.new_match(make_setup()), "b2").undo()
    assert ResumableGame(session).summary(30) == "r: resume 3×3, 1 move to redo"


@pytest.mark.parametrize("is_resumed", [False, True])
def test_a_game_goes_on_where_the_stores_file_was_removed(
    history: StoreThread, session: Session, is_resumed: bool
) -> None:
    place(session.new_match(make_setup()), "a1 b1")
    if is_resumed:
        match = play_on(session, "a2 b2")
        history.path.unlink()
    else:
        session.leave_match()
        history.path.unlink()
        game = left(session)
        assert game.summary(100) == "r: resume P0 v P1, 3×3, 2 moves"
        match = place(game.resume(), "a2 b2")
    place(match, "c2")
    history.set_value("theme", "nord")  # after all that is to be kept again
    kept = history.last_unfinished()
    assert kept is not None
    assert kept.moves == ("a1", "b1", "a2", "b2", "c2")


@pytest.mark.parametrize("plays_on", [False, True])
def test_a_game_that_was_left_goes_on_while_the_store_does_not_answer(
    history: StoreThread, session: Session, monkeypatch: pytest.MonkeyPatch, plays_on: bool
) -> None:
    match = place(session.new_match(make_setup()), "b2 a1")
    session.leave_match()
    game = left(session)

    def claim(game: object, seconds: float = 0.0) -> None:
        raise StoreBusy("the history is busy")

    with monkeypatch.context() as patch:
        patch.setattr(history, "claim", claim)
        assert game.resume() is match
    if plays_on:
        with a_second_program(history) as other:
            play_on(other, "a3")
            place(match, "c3")
            assert session.take_warnings() == [TAKEN_OVER]
            assert words(history.path) == ['["b2", "a1", "a3"]']
    else:
        place(match, "c3")
        assert session.take_warnings() == []
        assert words(history.path) == ['["b2", "a1", "c3"]']
        assert [row["owner"] for row in rows(history.path)] == [history.mark]


# --- a store that is gone, slow or broken ----------------------------------------------------------------


def test_without_a_store_nothing_is_offered_or_remembered() -> None:
    session = Session()
    session.remember("theme", "nord")
    assert session.recall("theme") is None
    assert session.find_unfinished() is None
    match = session.new_match(make_setup())
    finish(match)
    match.next_game()
    assert match.points == [1, 0]
    assert session.recorder is not None
    assert not session.recorder.is_keeping
    assert session.close() is None
    assert (session.has_unfinished_game, session.take_warnings()) == (False, [])


def test_a_store_that_breaks_while_it_is_used_costs_what_it_held(
    history: StoreThread, session: Session
) -> None:
    session.remember("theme", "nord")
    assert session.recall("theme") == "nord"
    for table in ("games", "remembered"):
        edit(history.path, f"DROP TABLE {table}")
    assert session.find_unfinished() is None
    assert session.recall("theme") == "nord", "it is known still"
    session.remember("theme", "dracula")
    with pytest.raises(StoreError, match="no such table: games"):
        find_resumable(history)
    session.new_match(make_setup()).place(0)
    assert not session.has_unfinished_game
    warning = "The game continues, but it is not being saved: no such table: games"
    assert session.take_warnings() == [warning]
    assert session.take_warnings() == []


def test_texts_and_points_of_a_late_store_are_known_once_it_answers(history: StoreThread) -> None:
    before = Session(1, history)
    match = before.new_match(make_setup(rules=MatchRules()))
    finish(match)
    match.next_game()
    before.release()
    before.profile.rename("Ada")
    before.profile.rename("Zoë")
    before.preferences.delay = 2.0
    entry = history.last_unfinished()
    assert entry is not None

    slow, may_answer = late(history.path)
    session, arrived = Session(1, slow), threading.Semaphore(0)
    session.when_recalled = arrived.release
    for _ in range(3):
        assert session.profile.names == ["You"]
        assert session.preferences.delay == 0.3
        assert session.points_before(entry, arrived.release) == ()
    assert len(slow._queries) == 5, "an open question is not asked again"
    assert session.is_unanswered("delay")
    may_answer.set()
    for _ in range(4):
        assert arrived.acquire(timeout=30)
    slow.set_max_wait(30)
    assert session.has_late_answer
    assert session.points_before(entry) == [1, 0]
    assert session.profile.names == ["Zoë", "Ada", "You"]
    assert session.preferences.delay == 2.0
    slow.close()


def test_a_text_that_is_chosen_while_the_store_is_late_is_not_replaced(history: StoreThread) -> None:
    Session(1, history).remember("theme", "nord")
    slow, may_answer = late(history.path)
    session = Session(1, slow)
    assert session.recall("theme") is None
    assert session.is_unanswered("theme")
    session.remember("theme", "dracula")
    may_answer.set()
    slow.set_max_wait(30)
    slow.run(lambda history: None, after_writes=True)
    assert session.recall("theme") == "dracula"
    assert not session.is_unanswered("theme")
    slow.close()


@pytest.mark.parametrize("wanted", [None, 1])
def test_a_slow_store_is_waited_for_where_nothing_can_go_on_before(
    history: StoreThread, wanted: int | None
) -> None:
    store(history)
    use_rollback_journal(history)
    hurry(history)
    with locked(history.path, 0.3):
        assert find_resumable(history, wanted).moves == ("b2", "a1")
