"""Vanishing in plain mode: a whole game, what each line says, hints, a review, and a game that was left."""

from pathlib import Path
from random import Random

import pytest

from tests.plain.talks import MatchTalk, run
from tests.support.vanishing import Stones, name_of
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import make_solver
from ttt_tui.engine import HUMAN, Geometry, Limit, Player, Rules, Setup, start_position

BOARD = Geometry(3, 3, 3, Rules.parse("vanishing"))


def vanishing(second: str = HUMAN) -> Setup:
    return Setup(BOARD, (Player("Ada", "X", "blue"), Player("Bob", "O", "red", second)))


def random_script(seed: int) -> tuple[list[str], list[str]]:
    """The lines of a whole game, and what is to be answered to each of them."""
    dice, reference = Random(seed), Stones()
    lines, answers = [], []
    while reference.result() is None:
        square, mover = dice.choice(reference.legal()), reference.to_move
        lines.append(dice.choice([name_of(square), str(square + 1)]))
        before = reference.lists[mover].copy()
        reference.play(square)
        answer = f"{'XO'[mover]} plays {name_of(square)}"
        if len(before) == 3:
            answer += f": {name_of(before[0])} vanishes"
        if reference.result() is None:
            answer += f". {('Ada (X)', 'Bob (O)')[1 - mover]} to move"
            if len(reference.lists[1 - mover]) == 3:
                answer += f": {name_of(reference.lists[1 - mover][0])} vanishes next"
            answer += "."
        answers.append(answer)
    return lines, answers


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_says_which_stone_vanishes_next_and_which_has(seed: int, talk: MatchTalk) -> None:
    lines, answers = random_script(seed)
    answered = talk("\n".join(lines), vanishing()).splitlines()[2:]
    assert answered[:-1] == answers[:-1]
    assert answered[-1].startswith(answers[-1])
    assert ") wins with three in a row. Score: " in answered[-1]


def test_the_introduction_says_how_the_game_is_played(talk: MatchTalk) -> None:
    introduced, turn = talk("", vanishing()).splitlines()
    assert introduced == (
        "Vanishing: 3×3 squares, three in a row wins. X is Ada (human); O is Bob (human). Rules: Vanishing. "
        "Each player keeps three stones: the next one makes the oldest vanish. "
        "Until then the square of the oldest is taken. "
        "A position that comes for the third time is a draw. Type help for commands."
    )
    assert turn == "Ada (X) to move."


def test_a_third_repetition_is_a_draw(talk: MatchTalk) -> None:
    answered = talk("a1 b1 b3 c3 c1 a3 c2 b2 ".replace(" ", "\n") * 4, vanishing()).splitlines()
    (end,) = [line for line in answered if "Draw" in line]
    assert "Draw by repetition. Score: Ada 0, Bob 0." in end


def test_moves_are_undone_redone_and_refused(talk: MatchTalk) -> None:
    script = "a1\nb1\nb3\nc3\nc1\na3\na1\nc2\nboard\nundo\nredo\nresign\nundo\nboards\nrules\nrules misere\n"
    answered = talk(script, vanishing()).splitlines()[8:]
    assert answered[:11] == [
        "a1 is taken.",
        "X plays c2: a1 vanishes. Bob (O) to move: b1 vanishes next.",
        "   a b c",
        " 1 . O X",
        " 2 . . X",
        " 3 O X O",
        "Undone: X c2. Ada (X) to move: a1 vanishes next.",
        "Redone: X c2. Bob (O) to move: b1 vanishes next.",
        "O resigns. Ada (X) wins: Bob (O) resigned. Score: Ada 1, Bob 0. Press Enter for the next game.",
        "Undone: O resigns. Bob (O) to move: b1 vanishes next.",
        "This game has no small boards.",
    ]
    assert answered[12] == "Misere is not a rule of Vanishing; choose from vanishing."


def test_hints_say_what_is_proved(talk: MatchTalk) -> None:
    make_solver(BOARD).solve(start_position(BOARD), Budget(Limit(), NEVER))  # whatever the machine does
    answered = talk("hint\nhint\nhint\nb2\nhint\n", vanishing()).splitlines()[2:]
    assert answered[0] == "Hint: You can win by force."
    assert answered[1] in {f"Hint: Look at {name}." for name in ("b1", "a2", "c2", "b3")}
    assert "wins by force in 13 moves" in answered[2]
    assert answered[4] == "Hint: This is a proven draw; keep it."


@pytest.mark.slow
def test_a_game_is_reviewed(talk: MatchTalk) -> None:
    answered = talk("b1\na3\nc3\nb2\nresign\nreview\nwhy\n", vanishing())
    assert "Accuracy of X" in answered


def test_a_game_that_was_left_goes_on_with_its_ages(tmp_path: Path) -> None:
    options = "--preset", "vanishing", "--player", "human,name=Ada", "--player", "human,name=Bob"
    status, answered = run("a1\nb1\nb3\nc3\nc1\na3\nquit\n", "--plain", *options, home=tmp_path)
    assert status == 0
    status, answered = run("c2\nquit\n", "--plain", "--resume", home=tmp_path)
    assert status == 0
    assert "X plays c2: a1 vanishes. Bob (O) to move: b1 vanishes next." in answered
