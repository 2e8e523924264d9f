"""The opening swap2 with engines: what they are asked, what their answers mean, and our own as one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gomocup.bad_brains import MEDIUM, QUICK, SHORT, program
from tests.gomocup.gomocup_manager import Manager
from tests.support.strategies import make_setup, play
from ttt_tui import errors
from ttt_tui.computer import LEVELS, Computer, play_game
from ttt_tui.engine import Choice, Game, Limit, Move, Rules, Termination
from ttt_tui.gomocup import Brain, BrainProgram
from ttt_tui.gomocup.dialogue import BrainTimeouts
from ttt_tui.gomocup.protocol import read_reply
from ttt_tui.gomocup.swap2 import moves_of

SOON = Limit(seconds=0.1)


def start(words: str = "swap2", moves: str = "", first: int = 0) -> Game:
    return play(Game(make_setup(15, 15, 5, kind=Rules.parse(words)), first), moves)


def go_on(game: Game, brain: Computer, moves: int = 1) -> str:
    """Let a computer make so many moves; return them."""
    for _ in range(moves):
        mover = game.position.to_move
        game.push(Move(mover, brain.think(game.position.copy(), SOON).move))
    return " ".join(
        game.setup.geometry.name(move.square or 0) for move in game.moves[len(game.moves) - moves :]
    )


def told(log: Path) -> str:
    """Return what a brain was told since the last time, without INFO lines."""
    lines = log.read_text().splitlines()
    log.write_text("")
    return ", ".join(line.removesuffix("\\n") for line in lines if not line.startswith("INFO"))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def opener() -> Iterator["Opener"]:
    made = Opener()
    yield made
    for brain in made.brains:
        brain.close()


class Opener:
    """Makes brains that answer SWAP2BOARD as they are told."""

    def __init__(self) -> None:
        self.brains: list[Brain] = []

    def __call__(
        self, log: Path, *answers: str, name: str = "opens", timeouts: BrainTimeouts = QUICK
    ) -> Brain:
        self.brains.append(Brain(program(name, log, *answers), timeouts=timeouts))
        return self.brains[-1]


# --- what an answer means --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "answer", "moves", "owns"),
    [
        ("", "7,7 8,7 9,9", "h8 i8 j10", "h8 j10"),
        ("h8 i8 j10", "SWAP", "swap", "h8 j10"),
        ("h8 i8 j10", "8,8", "stay i9", "i8 i9"),
        ("h8 i8 j10", "8,8 8,6", "two-more i9 i7", "i8 i9"),
        # the player who began takes the side that does not move now, or makes the move of the other one
        ("h8 i8 j10 two-more i9 i7", "SWAP", "stay", "h8 i7 j10"),
        ("h8 i8 j10 two-more i9 i7", "6,8", "swap g9", "g9 i8 i9"),
    ],
)
def test_an_engine_opens_a_game_by_its_answers(
    before: str, answer: str, moves: str, owns: str, opener: Opener, log: Path
) -> None:
    game = start("swap2", before, first=len(moves) % 2)
    mover = game.position.to_move
    assert go_on(game, opener(log, answer), len(moves.split())) == moves
    assert {game.setup.geometry.name(s) for s in _squares(game, mover)} == {*owns.split()}
    squares = {"h8": "7,7", "i8": "8,7", "j10": "9,9", "i9": "8,8", "i7": "8,6"}
    asked = [squares[name] for name in before.split() if name in squares]
    assert told(log) == ", ".join(["START 15", "SWAP2BOARD", *asked, "DONE"]), "it is asked once"


def _squares(game: Game, player: int) -> list[int]:
    return [square for square in game.setup.geometry.squares if game.position.owner(square) == player]


def test_after_the_opening_the_board_is_sent_with_its_owners(opener: Opener, log: Path) -> None:
    game = start("swap2", "h8 i8 j10")
    brain = opener(log, "SWAP")
    assert go_on(game, brain) == "swap"
    told(log)
    game.place("o15")
    assert go_on(game, brain) == "a1"
    assert told(log) == "BOARD, 7,7,1, 8,7,2, 9,9,1, 14,14,2, DONE"
    game.place("o14")
    assert go_on(game, brain) == "b1"
    assert told(log) == "TURN 14,13"


def test_renju_and_exactly_five_have_their_rule_in_an_opening(opener: Opener, tmp_path: Path) -> None:
    for words, rule in (("renju, swap2", 4), ("exactly, swap2", 1)):
        log = tmp_path / words
        assert go_on(start(words), opener(log, "7,7 8,7 9,9")) == "h8"
        assert f"INFO rule {rule}\\n" in log.read_text()


def test_what_is_undone_in_an_opening_is_asked_again_or_done_again(opener: Opener, log: Path) -> None:
    game = start("swap2", "h8 i8 j10")
    brain = opener(log, "8,8 8,6", "SWAP")
    assert go_on(game, brain, 3) == "two-more i9 i7"
    game.pop()
    assert go_on(game, brain) == "i7"
    for _ in range(3):
        game.pop()
    assert go_on(game, brain) == "swap"
    assert told(log).count("SWAP2BOARD") == 2


# --- engines that do not know it, or answer badly --------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "timeouts"), [("good", QUICK), ("opens", SHORT)], ids=["refuses", "is silent"]
)
def test_expert_opens_for_an_engine_that_does_not_know_the_opening(
    name: str, timeouts: BrainTimeouts, log: Path
) -> None:
    heard: list[str] = []
    brain = Brain(program(name, log), on_message=heard.append, timeouts=timeouts, seed=5)
    expert = LEVELS["expert"].make(5)
    game, other = start(), start()
    try:
        assert go_on(game, brain, 2) == go_on(other, expert, 2)
        assert heard == ["It does not know SWAP2BOARD: expert opens the game for it"]
        play(game, "o1 swap o15")
        assert go_on(game, brain) == "a1"
        assert told(log).endswith(", DONE")
        assert go_on(start(), brain) == go_on(start(), expert), "that it does not know it is remembered"
        assert "SWAP2BOARD" not in told(log)
    finally:
        brain.close()
        expert.close()


def test_an_engine_that_knows_the_opening_and_is_late_has_a_fault(opener: Opener, log: Path) -> None:
    brain = opener(log, "7,7 8,7 9,9", timeouts=SHORT)
    assert go_on(start(), brain) == "h8"
    with pytest.raises(errors.TimeExceeded, match=r"^exceeded its time limit of 0.1 s by more than 0.2 s$"):
        brain.think(start("swap2", "h8 i8 j10").position, SOON)
    assert not brain.was_opened_for


def test_a_stone_in_the_middle_of_an_opening_is_placed_for_an_engine_that_cannot_be_asked(
    opener: Opener, log: Path
) -> None:
    game = start("swap2", "h8")
    assert go_on(game, opener(log, "7,7 8,7 9,9"), 2)
    assert not log.exists()
    assert game.position.choices


@pytest.mark.parametrize(
    ("before", "answer", "fault", "reason"),
    [
        ("", "SWAP", errors.MeaninglessAnswer, "answered SWAP2BOARD with “SWAP” instead of three squares"),
        ("", "7,7", errors.MeaninglessAnswer, "answered SWAP2BOARD with “7,7” instead of three squares"),
        ("", "7,7 8,7 7,7", errors.IllegalBrainMove, "placed a stone on h8, which is taken"),
        ("", "7,7 8,7 15,0", errors.IllegalBrainMove, "placed a stone on 15,0, which is not on the board"),
        ("h8 i8 j10", "7,7", errors.IllegalBrainMove, "placed a stone on h8, which is taken"),
        (
            "h8 i8 j10", "1,1 2,2 3,3", errors.MeaninglessAnswer,
            "answered SWAP2BOARD with “1,1 2,2 3,3” instead of SWAP, one square or two",
        ),
        (
            "h8 i8 j10 two-more a1 b1", "1,1 2,2", errors.MeaninglessAnswer,
            "answered SWAP2BOARD with “1,1 2,2” instead of SWAP or one square",
        ),
        ("", 'a="B"', errors.MeaninglessAnswer, 'answered SWAP2BOARD with “a="B"” instead of three squares'),
    ],
)  # fmt: skip
def test_a_bad_answer_is_a_fault_with_a_sentence(
    before: str, answer: str, fault: type[errors.BrainFault], reason: str
) -> None:
    with pytest.raises(fault) as raised:
        moves_of(start("swap2", before).position, read_reply(answer))
    assert str(raised.value) == reason


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("SWAP", "answered SWAP2BOARD with “SWAP” instead"), ("swap it", "sent “swap it” instead of an answer")],
)
def test_a_bad_answer_ends_the_process(answer: str, reason: str, opener: Opener, log: Path) -> None:
    brain = opener(log, answer, timeouts=MEDIUM)
    with pytest.raises(errors.MeaninglessAnswer, match=f"^{reason}"):
        brain.think(start().position, SOON)
    assert brain.process_id is None


def test_squares_without_a_keyword_are_no_answer_outside_an_opening(opener: Opener, log: Path) -> None:
    game = Game(make_setup(15, 15, 5))
    brain = Brain(program("mutters"), timeouts=QUICK)
    assert go_on(game, brain) == "a1"
    brain.close()


def test_no_other_opening_is_played_by_engines(opener: Opener, log: Path) -> None:
    for words in ("pie", "swap"):
        with pytest.raises(
            errors.NotForEngines, match=f"^the only opening that engines know is swap2, not {words}$"
        ):
            opener(log).think(start(words).position, SOON)


# --- our own engine --------------------------------------------------------------------------------------

OWN = BrainProgram((sys.executable, "-m", "ttt_tui", "brain"))


@pytest.fixture(scope="module")
def manager() -> Iterator[Manager]:
    with Manager() as manager:
        assert manager.ask("START 15") == "OK"
        yield manager


def test_our_engine_answers_at_each_stage_and_plays_on(manager: Manager) -> None:
    manager.send("INFO rule 0", "INFO timeout_turn 200")
    openings = {manager.ask("SWAP2BOARD", "DONE") for _ in range(4)}
    assert len(openings) > 1, "games open differently"
    assert all(len({*squares.split()}) == 3 for squares in openings)
    # three of the first side in the middle beside each other, and a stone in a corner: it takes them
    assert manager.ask("SWAP2BOARD", "7,7", "0,0", "8,7", "DONE") == "SWAP"
    assert manager.ask_move("TURN 9,9") not in {(7, 7), (0, 0), (8, 7), (9, 9)}
    stones = ["0,0", "7,7", "14,0"]  # the second side is better, and moves
    x, y = manager.ask_move("SWAP2BOARD", *stones, "DONE")
    assert f"{x},{y}" not in stones
    assert manager.ask("SWAP2BOARD", "7,7", "0,0", "8,7", "14,14", "8,8", "DONE") == "SWAP"
    assert manager.ask_move("SWAP2BOARD", "0,0", "7,7", "14,0", "8,8", "14,14", "DONE")
    assert manager.ask_move("INFO rule 4", "SWAP2BOARD", "0,0", "7,7", "14,0", "DONE")
    assert manager.ask("BEGIN") == "ERROR BEGIN needs an empty board"


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["7,7"], "SWAP2BOARD needs 0, 3 or 5 stones"),
        (["7,7", "8,7", "9,9", "1,1", "2,2", "3,3"], "SWAP2BOARD needs 0, 3 or 5 stones"),
        (["7,7,1", "8,7,2", "9,9,1"], "SWAP2BOARD needs lines like 7,7"),
        (["7,7", "8,7", "7,7"], "7,7 is taken"),
        (["7,7", "8,7", "15,7"], "15,7 is not on the 15x15 board"),
    ],
)
def test_our_engine_says_what_is_wrong_with_an_opening(
    lines: list[str], error: str, manager: Manager
) -> None:
    assert manager.ask("SWAP2BOARD", *lines, "DONE") == f"ERROR {error}"


@pytest.mark.slow
def test_two_of_our_engines_play_a_whole_game_with_the_opening() -> None:
    brains = [Brain(OWN, timeouts=BrainTimeouts(0, 60, 60, 60, 60)) for _ in range(2)]
    game = Game(make_setup(6, 6, 5, kind=Rules.parse("swap2")))
    try:
        play_game(game, brains, Limit(seconds=0.03))
    finally:
        for brain in brains:
            brain.close()
    assert game.outcome is not None
    assert game.outcome.termination in (Termination.LINE, Termination.DEAD_BOARD, Termination.FULL_BOARD)
    assert game.moves[3].square in (*Choice,)
    assert [move.player for move in game.moves[:4]] == [0, 0, 0, 1]
    assert all(brain._program.habits.knows_swap2 for brain in brains)
