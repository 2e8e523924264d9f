"""The brain as a Gomocup manager meets it: every command in and out of order, times, games, and the end."""

import re
import signal
import time
from collections.abc import Iterator

import pytest

from tests.gomocup.gomocup_manager import Manager, play_games
from ttt_tui.errors import CommandImpossible
from ttt_tui.gomocup.server import FEWEST_NODES, NODE_BYTES, TO_SPARE, UNLIMITED, ManagerLimits

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


@pytest.mark.parametrize("size", [5, 15, 20])
def test_start_is_answered_by_ok_and_begin_by_a_move(started: Manager, size: int) -> None:
    assert started.ask(f"START {size}") == "OK"
    column, row = started.ask_move(FAST, "BEGIN")
    assert column in range(size)
    assert row in range(size)


def test_a_rectangle_has_columns_first(started: Manager) -> None:
    assert started.ask("RECTSTART 20,5") == "OK"
    started.send(FAST)
    assert started.ask("TURN 5,6").startswith("ERROR 5,6 is not on the 20x5 board")
    column, row = started.ask_move("TURN 19,4")
    assert column < 20
    assert row < 5


@pytest.mark.parametrize(
    "command",
    ["START", "START x", "START 4", "START 21", "START -15", "START 99999", "START 15 15", "START ١٥",
     "RECTSTART 15", "RECTSTART 4,4", "RECTSTART 5,2", "RECTSTART 21,5", "RECTSTART 15,x"],
)  # fmt: skip
def test_a_board_that_cannot_be_is_an_error_and_another_can_be_tried(started: Manager, command: str) -> None:
    assert started.ask(command).startswith("ERROR ")
    assert started.ask("START 15") == "OK"


def test_turns_are_answered_by_free_squares(started: Manager) -> None:
    taken = {(7, 7)}
    move = started.ask_move("TURN 7,7")
    for square in ((0, 0), (14, 14), (0, 14)):
        assert move not in taken
        taken |= {move, square}
        move = started.ask_move(f"TURN {square[0]},{square[1]}")
    assert move not in taken


def test_a_board_is_played_on_from_in_whatever_order_its_stones_come(started: Manager) -> None:
    four = ["3,7,1", "4,7,1", "5,7,1", "6,7,1", "3,8,2", "4,8,2", "5,8,2"]
    for lines in (four, four[::-1], [line.replace(",", ", ") for line in four]):
        assert started.ask_move("BOARD", *lines, "DONE") in ((2, 7), (7, 7))
    blocks = ["3,7,2", "4,7,2", "5,7,2", "6,7,2", "2,7,1", "4,8,1", "5,9,1"]
    assert started.ask_move("BOARD", *blocks, "DONE") == (7, 7)
    assert started.ask_move("BOARD", "DONE")


def test_after_a_board_its_stones_are_taken(started: Manager) -> None:
    move = started.ask_move("BOARD", "3,7,1", "4,7,2", "DONE")
    assert started.ask("TURN 3,7") == "ERROR 3,7 is taken"
    assert started.ask("TURN {},{}".format(*move)).endswith("is taken")
    assert started.ask_move("TURN 5,5")


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["7,7"], "BOARD needs"), (["7,7,3"], "BOARD needs"), (["7,7,0"], "BOARD needs"),
        (["x"], "BOARD needs"), (["7;7;1"], "BOARD needs"), (["15,0,1"], "15,0 is not on the 15x15 board"),
        (["7,7,1", "7,7,2"], "7,7 is taken"), ([f"{x},0,2" for x in range(5)], "the game is over"),
        ([f"{x},0,1" for x in range(6)], "the game is over"),
    ],
)  # fmt: skip
def test_a_board_with_a_fault_is_one_error_and_changes_nothing(
    started: Manager, lines: list[str], reason: str
) -> None:
    move = started.ask_move("BEGIN")
    assert started.ask("BOARD", *lines, "DONE").startswith(f"ERROR {reason}")
    assert started.ask("TURN {},{}".format(*move)).endswith("is taken")
    assert silent(started)


def test_a_square_is_free_after_takeback(started: Manager) -> None:
    mine = started.ask_move("TURN 3,3")
    assert started.ask("TAKEBACK {},{}".format(*mine)) == "OK"
    assert started.ask("TAKEBACK 3,3") == "OK"
    assert started.ask("TAKEBACK 3,3").startswith("ERROR ")
    assert started.ask("TAKEBACK 99,3").startswith("ERROR ")
    assert started.ask("TAKEBACK") == "ERROR TAKEBACK needs a square, for example TAKEBACK 7,7"
    assert started.ask_move("BEGIN"), "the board is empty"


def test_restart_begins_anew_on_the_same_board(manager: Manager) -> None:
    assert manager.ask("RESTART") == "ERROR send START first"
    assert manager.ask("RECTSTART 9,7") == "OK"
    manager.send(FAST)
    manager.ask_move("TURN 3,3")
    assert manager.ask("RESTART") == "OK"
    assert manager.ask_move("TURN 3,3")
    assert manager.ask("TURN 8,7").endswith(" is not on the 9x7 board")


def test_about_names_program_and_version(started: Manager) -> None:
    assert re.fullmatch(r'name="ttt-tui", version="[\d.]+"', started.ask("ABOUT"))


@pytest.mark.parametrize("stones", [[], ["7,7", "8,7", "9,9"]])
def test_swap2_is_refused_in_one_line_and_the_game_can_go_on(started: Manager, stones: list[str]) -> None:
    assert started.ask("SWAP2BOARD", *stones, "DONE") == "ERROR swap2 openings are not supported"
    assert silent(started)
    assert started.ask_move("BEGIN")


@pytest.mark.parametrize(
    "command", ["PLAY 3,3", "FOO", "7,7", "?", "BEGINN", "\x1b[31m", "é", "x" * 900, "x" * 5000]
)
def test_unknown_commands_are_answered_unknown(started: Manager, command: str) -> None:
    assert started.ask(command).startswith("UNKNOWN ")
    assert started.ask_move("BEGIN")


def test_commands_may_be_small_and_lines_empty_or_padded(started: Manager) -> None:
    started.send("", "  ")
    assert started.ask(" start 15 ") == "OK"
    assert started.ask_move("info TIMEOUT_TURN 30", "  turn  7 , 7 ")


# --- out of order ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["BEGIN", "TURN 7,7", "RESTART", "TAKEBACK 7,7"])
def test_before_start_there_is_no_board(manager: Manager, command: str) -> None:
    assert manager.ask(command) == "ERROR send START first"
    assert manager.ask("BOARD", "7,7,1", "DONE") == "ERROR send START first"
    assert manager.ask("START 15") == "OK"


def test_info_before_start_counts_too(manager: Manager) -> None:
    manager.send("INFO rule 1")
    assert manager.ask("START 15") == "OK"
    assert manager.ask("BEGIN").startswith("ERROR rule 1 ")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("BEGIN", "BEGIN needs an empty board"), ("TURN 7,7", "7,7 is taken"), ("DONE", "DONE without BOARD"),
        ("TURN 15,0", "15,0 is not on the 15x15 board"), ("TURN", "TURN needs"), ("TURN 7", "TURN needs"),
        ("TURN -1,0", "TURN needs"), ("TURN 7,7,1", "TURN needs"), ("TURN a,b", "TURN needs"),
    ],
)  # fmt: skip
def test_impossible_commands_are_errors_and_change_nothing(
    started: Manager, command: str, reason: str
) -> None:
    started.ask_move("TURN 7,7")
    assert started.ask(command).startswith(f"ERROR {reason}")
    assert silent(started)
    assert started.ask_move("TURN 0,0")


def test_a_list_that_is_never_done_hangs_nothing(started: Manager) -> None:
    assert started.ask("BOARD", "7,7,1", "TURN 3,3") == "ERROR expected DONE before this command"
    assert started.ask_move("TURN 3,3")
    started.send("BOARD", "5,5,1", "INFO game_type 1")
    assert started.ask("ABOUT").startswith("name=")
    assert started.ask_move("BOARD", "7,7,2", "DONE")
    started.send("BOARD", "7,7,1")
    assert started.ask("RESTART") == "OK"
    assert started.ask("DONE").startswith("ERROR DONE without BOARD")


def test_a_game_that_is_over_is_not_played_on(started: Manager) -> None:
    started.ask_move("BOARD", *(f"{x},0,1" for x in range(4)), *(f"{x},5,2" for x in range(3)), "DONE")
    assert started.ask("TURN 9,9") == "ERROR the game is over"
    assert started.ask("RESTART") == "OK"
    assert started.ask_move("BEGIN")


def test_a_full_board_takes_no_more(started: Manager) -> None:
    assert started.ask("START 5") == "OK"
    rows = ["11221", "22112", "11221", "22112", "11221"]
    stones = [f"{x},{y},{field}" for y, row in enumerate(rows) for x, field in enumerate(row)]
    assert started.ask("BOARD", *stones, "DONE") == "ERROR the board is full"
    assert started.ask_move("BOARD", *stones[1:], "DONE") == (0, 0)


# --- limits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [1, 2, 4, 8, 5, -1])
def test_other_rules_are_refused_with_the_next_move_and_rule_0_is_played(started: Manager, rule: int) -> None:
    started.send(f"INFO rule {rule}")
    assert silent(started), "managers do not read after INFO"
    for commands in (["BEGIN"], ["TURN 7,7"], ["BOARD", "7,7,2", "DONE"]):
        assert started.ask(*commands).startswith(f"ERROR rule {rule} is not supported; use rule 0")
    assert started.ask_move("INFO rule 0", "TURN 7,7"), "the refused turn was not kept"


def test_infos_that_mean_nothing_are_not_answered(started: Manager) -> None:
    started.send(
        "INFO", "INFO evaluate 3,3", "INFO folder /tmp", "INFO game_type 2", "INFO rule x", "INFO a b c"
    )
    assert started.ask_move("BEGIN")


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


def test_too_little_memory_is_refused_with_the_next_move(started: Manager) -> None:
    started.send("INFO max_memory 1000000")
    assert silent(started)
    assert started.ask("BEGIN").startswith("ERROR max_memory is too small")
    assert started.ask_move("INFO max_memory 350000000", "BEGIN")


# --- while it thinks -------------------------------------------------------------------------------------


@pytest.fixture
def thinking() -> Iterator[Manager]:
    """A brain that thinks for half a minute if it is let."""
    with Manager() as manager:
        assert manager.ask("START 20") == "OK"
        manager.send("INFO timeout_turn 30000", "BOARD", "9,9,1", "10,10,2", "9,11,2", "DONE")
        assert manager.hear(0.1) is None
        yield manager


def test_infos_and_questions_do_not_disturb_it(thinking: Manager) -> None:
    thinking.send("INFO time_left 100000")
    assert thinking.ask("ABOUT").startswith("name=")
    assert thinking.hear(0.2) is None


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


def test_end_ends_it_at_once_and_nothing_more_is_written(thinking: Manager) -> None:
    started = time.monotonic()
    thinking.send("END")
    assert thinking.hear() is None
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
