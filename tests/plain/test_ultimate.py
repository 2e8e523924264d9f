"""Ultimate in plain mode: whole games against the slow boards, squares, small boards, rules, and a kill."""

import re
import signal
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.plain.talks import MatchTalk, ended, run, start, tell
from tests.support.ultimate import VARIANTS, NineBoards, Stone, name_of
from ttt_tui.engine import HUMAN, Geometry, Player, Rules, Setup
from ttt_tui.session.presets import YOU

BOARDS = [
    "top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right",
]  # fmt: skip

PLAYERS = "human,name=Ada", "human,name=Bob"


def ultimate(second: str = HUMAN, words: str = "ultimate") -> Setup:
    players = Player("Ada", "X", "blue"), Player("Bob", "O", "red", second)
    return Setup(Geometry(9, 9, 3, Rules.parse(words)), players)


def typed(stone: Stone, reference: NineBoards, dice: Random) -> str:
    """A square in one of the ways to write it."""
    board, place = stone
    code = ["abc"[each % 3] + str(each // 3 + 1) for each in stone]
    ways = [name_of(stone), "/".join(code), f"{board + 1}{place + 1}", f"{board + 1} {place + 1}"]
    if len({each for each, _ in reference.legal()}) == 1:
        ways.append(str(place + 1))
    return dice.choice(ways)


def random_script(words: str, seed: int) -> tuple[list[str], list[str]]:
    """The lines of a whole game, and what is to be answered to each of them."""
    dice, reference = Random(f"{words} {seed}"), NineBoards.by(words)
    lines, answers = [], []
    while reference.result() is None:
        stone = dice.choice(reference.legal())
        lines.append(typed(stone, reference, dice))
        owner, symbol = reference.owners.get(stone[0]), "XO"[reference.to_move]
        reference.play(stone)
        answer = f"{symbol} plays {name_of(stone)}"
        if owner is None and stone[0] in reference.owners:
            answer += f" and wins the {BOARDS[stone[0]]} board"
        elif owner is None and reference.is_full(stone[0]):
            answer += f": the {BOARDS[stone[0]]} board is drawn"
        if reference.result() is None:
            boards = {board for board, _ in reference.legal()}
            where = f"the {BOARDS[boards.pop()]} board" if len(boards) == 1 else "any open board"
            answer += f". {('Ada (X)', 'Bob (O)')[reference.to_move]} to move on {where}."
        answers.append(answer)
    return lines, answers


@pytest.mark.sample(every=20)
@pytest.mark.parametrize("words", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_in_every_notation_says_where_to_play_and_what_was_won(
    words: str, seed: int, talk: MatchTalk
) -> None:
    lines, answers = random_script(words, seed)
    answered = talk("\n".join(lines), ultimate(words=words)).splitlines()[2:]
    assert answered[:-1] == answers[:-1]
    assert answered[-1].startswith(answers[-1] + ". ")
    assert re.search(
        r"(wins with (three boards in a row|\w+ boards? to \w+)|Draw: .+)\. Score: ", answered[-1]
    )


def test_the_introduction_says_how_the_game_is_played(talk: MatchTalk) -> None:
    introduced, turn = talk("", ultimate()).splitlines()
    assert introduced == (
        "Ultimate: nine boards of nine squares, three boards in a row win. "
        "X is Ada (human); O is Bob (human). "
        "Rules: Ultimate. "
        "Your square sends the other player to the board in the same place, "
        "from a top right square to the top right board. "
        "A player who is sent to a board that is won or full may play on any open board. "
        "Type help for commands."
    )
    assert turn == "Ada (X) to move on any board."
    both = talk("", ultimate(words="open-until-full, most-boards"))
    assert "sent to a board that is full may" in both
    assert "A board that is won stays open until it is full. Without three boards" in both


def test_small_boards_are_described(talk: MatchTalk) -> None:
    script = (
        "19\n91\n15\n51\nboards\n11\nboards\nboard top left\nboard a1\nboard 1\nboard middle\nboard top\n"
    )
    answered = talk(script + "board nowhere\nboard\nrow 1\nwhere O\n", ultimate()).splitlines()[6:]
    won = "X has won the top left board: X on a1, X on b2 and X on c3; 6 empty."
    assert answered[:8] == [
        "All boards are open.",
        "X plays a1 and wins the top left board. Bob (O) to move on any open board.",
        "X has won the top left board. The top, top right, left, middle, right, bottom left, bottom and "
        "bottom right boards are open.",
        won, won, won,
        "The middle board is open: O on d4; 8 empty.",
        "The top board is open and empty.",
    ]  # fmt: skip
    assert answered[8] == "Type board and the name of a small board like top right, c1 or 3."
    assert answered[9:21] == [
        "   a b c | d e f | g h i",
        " 1 X . . | . . . | . . .",
        " 2 . X . | . . . | . . .",
        " 3 . . X | . . . | . . .",
        "   ------+-------+------",
        " 4 . . . | O . . | . . .",
        " 5 . . . | . . . | . . .",
        " 6 . . . | . . . | . . .",
        "   ------+-------+------",
        " 7 . . . | . . . | O . .",
        " 8 . . . | . . . | . . .",
        " 9 . . . | . . . | . . .",
    ]
    assert answered[21:] == ["Row 1: X on a1; 8 empty.", "O is on d4 and g7."]


def test_other_games_have_no_small_boards(talk: MatchTalk) -> None:
    setup = replace(ultimate(), geometry=Geometry(3, 3, 3))
    answered = talk("boards\nboard b2\nhelp\n", setup)
    assert "This game has no small boards." in answered
    assert "Unknown command 'board b2'; try board" in answered
    assert "b2/c3" not in answered
    assert "b2/c3" in talk("help\n", ultimate())


def test_digits_are_those_of_a_numpad_if_the_settings_say_so(talk: MatchTalk) -> None:
    talk.settings = replace(talk.settings, numpad=True)
    answered = talk("73\n3\nboard 9\n", ultimate()).splitlines()[2:]
    assert answered[0].startswith("X plays c3. Bob (O) to move on the bottom right board")
    assert answered[1].startswith("O plays i9. ")
    assert answered[2] == "The top right board is open and empty."


def test_a_square_that_cannot_be_played_gets_its_reason(talk: MatchTalk) -> None:
    answered = talk("5\na1\na1\nd1\nz9\n19\n12\n", ultimate()).splitlines()[2:]
    assert answered == [
        "Middle board: type its square as well; type help for commands.",
        "X plays a1. Bob (O) to move on the top left board.",
        "a1 is taken.",
        "d1 is not on the top left board, where you have to play.",
        "Type a square like e5, b2/c3 or 59; type help for commands.",
        "O plays c3. Ada (X) to move on the bottom right board.",
        "b1 is not on the bottom right board, where you have to play.",
    ]


def test_moves_are_undone_redone_and_resigned(talk: MatchTalk) -> None:
    answered = talk("e5\nd4\nundo\nundo\nredo\nmoves\nresign\nundo\n", ultimate()).splitlines()[4:]
    assert answered == [
        "Undone: O d4. Bob (O) to move on the middle board.",
        "Undone: X e5. Ada (X) to move on any board.",
        "Redone: X e5. Bob (O) to move on the middle board.",
        "Moves: X e5.",
        "O resigns. Ada (X) wins: Bob (O) resigned. Score: Ada 1, Bob 0. Press Enter for the next game.",
        "Undone: O resigns. Bob (O) to move on the middle board.",
    ]


@pytest.mark.slow
def test_a_computers_game_is_played_to_its_end_and_can_be_shared(talk: MatchTalk) -> None:
    digits = [str(place) for place in range(1, 10)]
    anywhere = [f"{board}{place}" for board in digits for place in digits]
    script = "\n".join([*digits * 3, *anywhere] * 40)  # one line in a few is a legal move
    answered = talk(f"{script}\nshare\n", ultimate("rules"), seed=4)
    assert "Press Enter for the next game." in answered
    assert re.search(r"ttt-tui · Ultimate · .* in \d+ moves\n\n", answered)


def test_hints_are_given_in_three_steps(talk: MatchTalk) -> None:
    answered = talk("19\n91\n15\n51\nhint\nhint\nhint\n11\n", ultimate()).splitlines()[6:]
    assert [line.startswith("Hint: ") for line in answered] == [True, True, True, False]
    assert "a1" in answered[1], "it wins a board at once"
    assert answered[3].startswith("X plays a1 and wins the top left board.")


@pytest.mark.slow
def test_a_game_that_was_resigned_is_reviewed(talk: MatchTalk) -> None:
    script = "19\n91\n15\n51\n12\n21\nresign\nreview\nwhy\n"
    answered = talk(script, ultimate()).splitlines()[8:]
    assert "resigns" in answered[0]
    review = "\n".join(answered[1:])
    assert "Accuracy of X: " in review
    assert "Move 7 (X resigns) is a blunder: gave up a winning chance" in review


def test_a_rated_game_changes_the_rating_of_ultimate_alone(talk: MatchTalk) -> None:
    first, second = ultimate("expert 1").players
    setup = replace(ultimate(), players=(replace(first, name=YOU), second))
    assert "Rating after 4 more games." in talk("e5\nresign\n", setup)
    assert [str(track.kind) for track in talk.session.ratings.tracks] == ["Ultimate"]
    most = replace(setup, geometry=Geometry(9, 9, 3, Rules.parse("most-boards")))
    assert "Rating after 4 more games." in talk("e5\nresign\n", most), "it is a kind of its own"


@pytest.mark.slow
def test_a_game_goes_on_where_the_program_was_killed(tmp_path: Path) -> None:
    options = "--preset", "ultimate", *(word for player in PLAYERS for word in ("--player", player))
    with start("--plain", *options, home=tmp_path) as process:
        tell(process, "e5\n", "X plays e5")
        tell(process, "59\n", "O plays f6. Ada (X) to move on the bottom right board.")
        process.kill()
        assert ended(process)[0] == -signal.SIGKILL
    status, answered = run("d4\n1\nquit\n", "--plain", "--resume", home=tmp_path)
    assert status == 0
    assert answered.splitlines()[1:5] == [
        "Moves: X e5, O f6.",
        "Ada (X) to move on the bottom right board.",
        "d4 is not on the bottom right board, where you have to play.",
        "X plays g7. Bob (O) to move on the top left board.",
    ]


def test_rules_of_ultimate_are_chosen_and_those_of_other_games_refused(talk: MatchTalk) -> None:
    script = "rules\nrules most-boards\nrules\nrules misere\nrules usual\nrules ultimate\n"
    answered = talk(script, ultimate()).splitlines()[2:]
    others = "Others: open-until-full; most-boards; open-until-full, most-boards. Type rules and one of them."
    assert answered[0].endswith(others)
    assert "Rules: Ultimate, most boards. " in answered[1]
    assert "Others: ultimate; open-until-full; open-until-full, most-boards." in answered[3]
    for line, words in zip(answered[4:6], ("Misere", "Usual"), strict=True):
        assert (
            line == f"{words} is not a rule of Ultimate; choose from ultimate, open-until-full, most-boards."
        )
    assert "Rules: Ultimate. Your square" in answered[6]
    three = replace(ultimate(), geometry=Geometry(3, 3, 3))
    assert "ltimate is played on a 9×9 board with 3 in a row" in talk("rules ultimate\n", three)
