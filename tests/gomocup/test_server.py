"""The brain as a Gomocup manager meets it: every command in and out of order, times, games, and the end."""

import re
import signal
import time
from collections.abc import Iterator

import pytest

from tests.gomocup.gomocup_manager import Manager, play_games
from ttt_tui.errors import CommandImpossible
from ttt_tui.gomocup.manager_limits import FEWEST_NODES, NODE_BYTES, TO_SPARE, UNLIMITED, ManagerLimits

# A brain is a process of its own, one of them for many tests.
FAST = "INFO timeout_turn 0"


@pytest.fixture
def manager() -> Iterator[Manager]:
    """A brain that has heard nothing yet."""
    with Manager() as manager:
        yield manager


@pytest.fixture(scope="module")
def shared() -> Iterator[Manager]:
    with Manager() as manager:
        yield manager


@pytest.fixture
def started(shared: Manager) -> Manager:
    """A brain with an empty board of 15×15 that answers soon."""
    shared.send("INFO rule 0", "INFO max_memory 0", "INFO timeout_match 0", FAST)
    assert shared.ask("START 15") == "OK"
    return shared


def silent(manager: Manager) -> bool:
    """Whether nothing more comes: a command that is always answered is answered next."""
    return manager.ask("ABOUT").startswith("name=")


# --- the commands ----------------------------------------------------------------------------------------

DIALOGUES = r"""
start is answered by OK and begin by a move
START 5 -> OK
BEGIN -> [0-4],[0-4]
START 15 -> OK
BEGIN -> MOVE
START 20 -> OK
BEGIN -> MOVE
ABOUT -> name="ttt-tui", version="[\d.]+"

a rectangle has columns first
RECTSTART 20,5 -> OK
TURN 5,6 -> ERROR 5,6 is not on the 20x5 board
TURN 19,4 -> 1?\d,[0-4]

a board that cannot be is an error and another can be tried
START | START x | START 4 | START 21 | START -15 | START 99999 | START 15 15 | START ١٥ -> ERROR .+
RECTSTART 15 | RECTSTART 4,4 | RECTSTART 5,2 | RECTSTART 21,5 | RECTSTART 15,x -> ERROR .+
START 15 -> OK

a board is played on from in whatever order its stones come
BOARD / 3,7,1 / 4,7,1 / 5,7,1 / 6,7,1 / 3,8,2 / 4,8,2 / 5,8,2 / DONE -> [27],7
BOARD / 5,8,2 / 4,8,2 / 3,8,2 / 6,7,1 / 5,7,1 / 4,7,1 / 3,7,1 / DONE -> [27],7
BOARD / 3, 7, 1 / 4, 7, 1 / 5, 7, 1 / 6, 7, 1 / 3, 8, 2 / 4, 8, 2 / 5, 8, 2 / DONE -> [27],7
BOARD / 3,7,2 / 4,7,2 / 5,7,2 / 6,7,2 / 2,7,1 / 4,8,1 / 5,9,1 / DONE -> 7,7
BOARD / DONE -> MOVE

after a board its stones are taken
BOARD / 3,7,1 / 4,7,2 / DONE -> MOVE
TURN 3,7 -> ERROR 3,7 is taken
TURN {move} -> ERROR {move} is taken
TURN 5,5 -> MOVE

a board with a fault is one error and changes nothing
BEGIN -> MOVE
BOARD / 7,7 / DONE | BOARD / 7,7,3 / DONE | BOARD / 7,7,0 / DONE | BOARD / x / DONE -> ERROR BOARD needs .+
BOARD / 7;7;1 / DONE -> ERROR BOARD needs .+
BOARD / 15,0,1 / DONE -> ERROR 15,0 is not on the 15x15 board
BOARD / 7,7,1 / 7,7,2 / DONE -> ERROR 7,7 is taken
BOARD / 0,0,2 / 1,0,2 / 2,0,2 / 3,0,2 / 4,0,2 / DONE -> ERROR the game is over
BOARD / 0,0,1 / 1,0,1 / 2,0,1 / 3,0,1 / 4,0,1 / 5,0,1 / DONE -> ERROR the game is over
TURN {move} -> ERROR {move} is taken

a square is free after takeback
TURN 3,3 -> MOVE
TAKEBACK {move} -> OK
TAKEBACK 3,3 -> OK
TAKEBACK 3,3 | TAKEBACK 99,3 -> ERROR .+
TAKEBACK -> ERROR TAKEBACK needs a square, for example TAKEBACK 7,7
BEGIN -> MOVE

before start there is no board, but infos count
RESTART | BEGIN | TURN 7,7 | TAKEBACK 7,7 | BOARD / 7,7,1 / DONE -> ERROR send START first
INFO rule 2 / START 15 -> OK
BEGIN -> ERROR rule 2 .+

restart begins anew on the same board
RECTSTART 9,7 -> OK
TURN 3,3 -> MOVE
RESTART -> OK
TURN 3,3 -> MOVE
TURN 8,7 -> ERROR 8,7 is not on the 9x7 board

swap2 is answered in one line and a fault in it changes nothing
BEGIN -> MOVE
SWAP2BOARD / 7,7 / 8,7 / DONE -> ERROR SWAP2BOARD needs 0, 3 or 5 stones
TURN {move} -> ERROR {move} is taken
SWAP2BOARD / DONE -> \d+,\d+ \d+,\d+ \d+,\d+

commands may be small and lines empty or padded
 /    /  start 15  -> OK
info TIMEOUT_TURN 30 /   turn  7 , 7  -> MOVE

impossible commands are errors and change nothing
TURN 7,7 -> MOVE
BEGIN -> ERROR BEGIN needs an empty board
TURN 7,7 -> ERROR 7,7 is taken
DONE -> ERROR DONE without BOARD
TURN 15,0 -> ERROR 15,0 is not on the 15x15 board
TURN | TURN 7 | TURN -1,0 | TURN 7,7,1 | TURN a,b -> ERROR TURN needs .+
TURN 0,0 -> MOVE

a list that is never done hangs nothing
BOARD / 7,7,1 / TURN 3,3 -> ERROR expected DONE before this command
TURN 3,3 -> MOVE
BOARD / 5,5,1 / INFO game_type 1 / ABOUT -> name=.+
BOARD / 7,7,2 / DONE -> MOVE
BOARD / 7,7,1 / RESTART -> OK
DONE -> ERROR DONE without BOARD

a game that is over is not played on
BOARD / 0,0,1 / 1,0,1 / 2,0,1 / 3,0,1 / 0,5,2 / 1,5,2 / 2,5,2 / DONE -> 4,0
TURN 9,9 -> ERROR the game is over
RESTART -> OK
BEGIN -> MOVE

by rule 1 six in a row do not win
INFO rule 1 / BOARD / 0,0,1 / 1,0,1 / 2,0,1 / 3,0,1 / 4,0,1 / 5,0,1 / DONE -> MOVE
INFO rule 1 / BOARD / 0,0,1 / 1,0,1 / 2,0,1 / 3,0,1 / 4,0,1 / 6,0,1 / DONE -> ERROR the game is over
BOARD / 0,0,1 / 1,0,1 / 2,0,1 / 3,0,1 / 5,0,1 / 0,5,2 / 1,5,2 / 2,5,2 / 3,5,2 / DONE -> 4,5
INFO rule 0 / BOARD / 0,0,1 / 1,0,1 / 2,0,1 / 3,0,1 / 5,0,1 / 0,5,2 / 1,5,2 / 2,5,2 / 3,5,2 / DONE -> 4,0

other rules are refused with the next move and rules 0, 1 and 4 are played
INFO rule 2 / ABOUT -> name=.+
BEGIN | TURN 7,7 | BOARD / 7,7,2 / DONE -> ERROR rule 2 is not supported; use rule 0 .+, 1 .+ or 4 .+
INFO rule 3 / BEGIN -> ERROR rule 3 .+
INFO rule 5 / BEGIN -> ERROR rule 5 .+
INFO rule 8 / BEGIN -> ERROR rule 8 .+
INFO rule 9 / BEGIN -> ERROR rule 9 .+
INFO rule -1 / BEGIN -> ERROR rule -1 .+
INFO rule 4 / TURN 5,5 -> MOVE
INFO rule 1 / TURN 0,0 -> MOVE
INFO rule 0 / TURN 1,0 -> MOVE

infos that mean nothing are not answered
INFO / INFO evaluate 3,3 / INFO folder /tmp / INFO game_type 2 / INFO rule x / INFO a b c / BEGIN -> MOVE

too little memory is refused with the next move
INFO max_memory 1000000 / ABOUT -> name=.+
BEGIN -> ERROR max_memory is too small.+
INFO max_memory 350000000 / BEGIN -> MOVE
"""
"""Titles, and below each what a manager sends in one piece, and the one answer that has to come.

What is between bars has the same answer, each by itself."""


@pytest.mark.parametrize("dialogue", DIALOGUES.strip().split("\n\n"), ids=lambda text: text.split("\n")[0])
def test_dialogue(dialogue: str, request: pytest.FixtureRequest) -> None:
    title, *lines = dialogue.split("\n")
    brain: Manager = request.getfixturevalue("manager" if title.startswith("before start") else "started")
    move = ""
    for line in lines:
        commands, answer = line.format(move=move).split(" -> ")
        for command in commands.split(" | "):
            told = brain.ask(*command.split(" / "))
            assert re.fullmatch(r"\d+,\d+" if answer == "MOVE" else answer, told), command
        move = told if re.fullmatch(r"\d+,\d+", told) else move
    assert silent(brain)


def test_turns_are_answered_by_free_squares(started: Manager) -> None:
    taken = {(7, 7)}
    move = started.ask_move("TURN 7,7")
    for square in ((0, 0), (14, 14), (0, 14)):
        assert move not in taken
        taken |= {move, square}
        move = started.ask_move(f"TURN {square[0]},{square[1]}")
    assert move not in taken


def test_unknown_commands_are_answered_unknown(started: Manager) -> None:
    for command in ("PLAY 3,3", "FOO", "7,7", "?", "BEGINN", "\x1b[31m", "é", "x" * 900, "x" * 5000):
        assert started.ask(command).startswith("UNKNOWN ")
    assert started.ask_move("BEGIN")


def test_more_stones_than_any_board_has_are_refused(started: Manager) -> None:
    answer = started.ask("BOARD", *["0,0,1"] * 500, "DONE")
    assert answer == "ERROR BOARD has at most 400 stones"
    assert started.ask_move("BEGIN")


def test_a_memory_limit_leaves_moves_to_be_found(started: Manager) -> None:
    for _ in range(2):
        assert started.ask("INFO max_memory 60000000", "RESTART") == "OK"
        assert started.ask_move("BEGIN")
        assert started.ask_move("TURN 0,0")


def test_a_full_board_takes_no_more(started: Manager) -> None:
    assert started.ask("START 5") == "OK"
    rows = ["11221", "22112", "11221", "22112", "11221"]
    stones = [f"{x},{y},{field}" for y, row in enumerate(rows) for x, field in enumerate(row)]
    assert started.ask("BOARD", *stones, "DONE") == "ERROR the board is full"
    assert started.ask_move("BOARD", *stones[1:], "DONE") == (0, 0)


def test_by_rule_4_who_began_has_forbidden_points_and_needs_exactly_five(started: Manager) -> None:
    row = [f"{x},0" for x in (0, 1, 2, 4, 5)]
    others = [f"14,{y}" for y in (1, 3, 5, 7, 9, 11)]

    def board(mine: list[str], theirs: list[str]) -> list[str]:
        stones = [*(f"{each},1" for each in mine), *(f"{each},2" for each in theirs)]
        return ["INFO rule 4", "BOARD", *stones, "DONE"]

    assert started.ask_move(*board(row, others)) == (3, 0), "six are enough for the second player"
    assert started.ask_move(*board(row, others[:5])) != (3, 0)
    started.ask_move(*board(others[:5], [*row, "3,0"]))
    assert started.ask(*board(others[:4], [*row[:4], "3,0"])) == "ERROR the game is over"


# --- limits ----------------------------------------------------------------------------------------------


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("milliseconds", [150, 400])
def test_the_turns_time_is_kept(manager: Manager, milliseconds: int) -> None:
    assert manager.ask("START 15") == "OK"
    manager.send(f"INFO timeout_turn {milliseconds}")
    manager.ask_move("TURN 7,7")
    before = time.monotonic()
    manager.ask_move("TURN 8,5")
    assert time.monotonic() - before < milliseconds / 1000 + 0.1, "a tenth of a second for a busy machine"


def test_the_rest_of_the_matchs_time_is_kept(manager: Manager) -> None:
    assert manager.ask("START 15") == "OK"
    manager.send("INFO timeout_turn 30000", "INFO timeout_match 60000", "INFO time_left 1500")
    manager.ask_move("TURN 7,7")
    before = time.monotonic()
    manager.ask_move("INFO time_left 1500", "TURN 8,5")
    assert time.monotonic() - before < 1.0


def test_limits_become_the_computers() -> None:
    limits = ManagerLimits()
    assert limits.limit(0).seconds == 1.0
    limits.inform("timeout_turn", "500")
    assert limits.limit(0).seconds == pytest.approx(0.5 - TO_SPARE)
    assert limits.limit(0.2).seconds == pytest.approx(0.3 - TO_SPARE)
    limits.inform("timeout_match", "3000")
    assert limits.limit(0).seconds == pytest.approx((3 - TO_SPARE) / 15)
    limits.spend(1.5)
    assert limits.limit(0).seconds == pytest.approx((1.5 - TO_SPARE) / 15)
    limits.begin()
    assert limits.limit(0).seconds == pytest.approx((3 - TO_SPARE) / 15)
    limits.inform("time_left", str(UNLIMITED))
    assert limits.limit(0).seconds == pytest.approx(0.5 - TO_SPARE)
    for time_left in ("0", "-100"):
        limits.inform("time_left", time_left)
        assert limits.limit(0).seconds == 0.001
    limits.inform("timeout_match", "0")
    limits.inform("timeout_turn", "0")
    assert limits.limit(0).seconds == 0.001


def test_memory_limits_the_nodes_and_too_little_is_refused() -> None:
    limits = ManagerLimits(base_memory=30_000_000)
    assert limits.most_nodes is None
    limits.inform("max_memory", "90000000")
    assert limits.most_nodes == 60_000_000 // NODE_BYTES
    limits.check()
    limits.inform("max_memory", "30000000")
    least = 30_000_000 + FEWEST_NODES * NODE_BYTES
    with pytest.raises(CommandImpossible, match=f"^max_memory is too small; use at least {least} bytes$"):
        limits.check()
    limits.inform("max_memory", str(least))
    limits.check()
    for plenty in ("0", "350000000"):
        limits.inform("max_memory", plenty)
        assert limits.most_nodes is None


# --- while it thinks -------------------------------------------------------------------------------------


@pytest.fixture
def thinking() -> Iterator[Manager]:
    """A brain that thinks for half a minute if it is let."""
    with Manager() as manager:
        assert manager.ask("START 20") == "OK"
        manager.send("INFO timeout_turn 30000", "BOARD", "9,9,1", "10,10,2", "9,11,2", "DONE")
        assert manager.hear(0.1) is None
        yield manager


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("command", ["TURN 0,0", "TAKEBACK 9,9", "BEGIN"])
def test_commands_that_need_the_board_get_the_best_move_so_far_first(thinking: Manager, command: str) -> None:
    started = time.monotonic()
    assert thinking.ask_move("INFO timeout_turn 30", command)
    answer = thinking.hear()
    assert answer is not None
    assert {"T": re.fullmatch(r"\d+,\d+|OK", answer), "B": answer.startswith("ERROR ")}[command[0]]
    assert time.monotonic() - started < 3


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("command", ["RESTART", "START 15", "RECTSTART 15,12"])
def test_commands_that_start_anew_end_the_search_without_an_answer(thinking: Manager, command: str) -> None:
    started = time.monotonic()
    assert thinking.ask(command) == "OK"
    assert time.monotonic() - started < 3
    assert thinking.ask_move(FAST, "BEGIN")
    assert silent(thinking)


def test_infos_and_questions_do_not_disturb_it_and_end_ends_it_at_once(thinking: Manager) -> None:
    thinking.send("INFO time_left 100000")
    assert thinking.ask("ABOUT").startswith("name=")
    assert thinking.hear(0.2) is None
    started = time.monotonic()
    thinking.send("END")
    assert thinking.hear() is None, "nothing more is written"
    assert thinking.process.wait(10) == 0
    assert time.monotonic() - started < 3


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda n: n.name)
def test_a_signal_ends_it_at_once(thinking: Manager, number: signal.Signals) -> None:
    started = time.monotonic()
    thinking.process.send_signal(number)
    assert thinking.process.wait(10) == 128 + number
    assert thinking.hear() is None
    assert time.monotonic() - started < 3


def test_the_end_of_input_ends_it_after_the_answer_that_is_owed(thinking: Manager) -> None:
    assert thinking.process.stdin is not None
    started = time.monotonic()
    thinking.process.stdin.close()
    answer = thinking.hear()
    assert answer is not None
    assert re.fullmatch(r"\d+,\d+", answer)
    assert thinking.process.wait(10) == 0
    assert time.monotonic() - started < 3


def test_a_manager_that_goes_away_ends_it_quietly(thinking: Manager) -> None:
    assert thinking.process.stdout is not None
    thinking.process.stdout.close()
    thinking.send("ABOUT", "ABOUT")
    assert thinking.process.wait(10) == 141


# --- lines and games -------------------------------------------------------------------------------------


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_commands_may_come_in_pieces_and_several_at_once(end: str) -> None:
    with Manager(end=end) as manager:
        for byte in f"START 15{end}".encode():
            manager.write(bytes([byte]))
            time.sleep(0.002)
        assert manager.hear() == "OK"
        manager.send("INFO timeout_turn 30", "INFO rule 0", "TURN 7,7")
        assert manager.hear() is not None
        manager.write(f"ABOUT{end}ABO".encode())
        assert manager.hear() is not None
        manager.write(f"UT{end}".encode())
        assert manager.hear() is not None


@pytest.mark.slow
def test_whole_games_without_an_error() -> None:
    won = play_games(30, seed=1)
    assert sum(won.values()) == 30
    assert won["manager"] == 0, "who plays at random does not win"
    assert won["brain"] > 15
