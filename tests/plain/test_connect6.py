"""Connect6 in plain mode: prompts say which stone of the turn it is, and a line can have both."""

from tests.plain.talks import MatchTalk
from ttt_tui.engine import HUMAN, Geometry, Player, Rules, Setup


def connect6(second: str = HUMAN, words: str = "connect6") -> Setup:
    players = Player("Ada", "X", "blue"), Player("Bob", "O", "red", second)
    return Setup(Geometry(9, 9, 6, Rules.parse(words)), players)


def test_a_prompt_says_which_stone_of_the_turn_is_to_be_placed(talk: MatchTalk) -> None:
    answered = talk("e5\na1\nb1\nundo\nundo\nredo\nmoves\n", connect6()).splitlines()
    assert answered[0].startswith("9×9 squares, six in a row wins.")
    assert "Rules: two a turn. Two stones a turn, but one in the first." in answered[0]
    assert answered[1:] == [
        "Ada (X) to move: stone 1 of 1.",
        "X plays e5. Bob (O) to move: stone 1 of 2.",
        "O plays a1. Bob (O) to move: stone 2 of 2.",
        "O plays b1. Ada (X) to move: stone 1 of 2.",
        "Undone: O b1, O a1. Bob (O) to move: stone 1 of 2.",
        "Undone: X e5. Ada (X) to move: stone 1 of 1.",
        "Redone: X e5. Bob (O) to move: stone 1 of 2.",
        "Moves: X e5.",
    ]


def test_a_line_with_two_squares_places_both_stones_or_none(talk: MatchTalk) -> None:
    script = "e5 e6\ne5\na1 a1\na1 e5\na1 z9\na1 b1\nf5,g5\nc1\nd1 e1\nd1\nundo it\nh5 i5\nmoves\n"
    answered = talk(script, connect6()).splitlines()[2:]
    assert answered == [
        "Only one stone is left in this turn: type one square.",
        "X plays e5. Bob (O) to move: stone 1 of 2.",
        "a1 is taken.",
        "e5 is taken.",
        "z9 is not on a 9×9 board; type help for commands.",
        "O plays a1, O plays b1. Ada (X) to move: stone 1 of 2.",
        "X plays f5, X plays g5. Bob (O) to move: stone 1 of 2.",
        "O plays c1. Bob (O) to move: stone 2 of 2.",
        "Only one stone is left in this turn: type one square.",
        "O plays d1. Ada (X) to move: stone 1 of 2.",
        "Unknown command 'undo it'; try undo.",
        "X plays h5, X plays i5. Bob (O) to move: stone 1 of 2.",
        "Moves: X e5, O a1, O b1, X f5, X g5, O c1, O d1, X h5, X i5.",
    ]


def test_the_second_square_of_a_line_is_left_out_if_the_first_one_wins(talk: MatchTalk) -> None:
    setup = Setup(Geometry(5, 5, 4, Rules.parse("connect6")), connect6().players)
    answered = talk("a1\na5 b5\nb1 c1\nd5 d4\nd1 e1\nmoves\n", setup).splitlines()
    assert answered[-2].startswith("X plays d1. Ada (X) wins with four in a row.")
    assert answered[-1].endswith("O d4, X d1.")


def test_a_computer_places_its_two_stones_and_undo_takes_them_back_with_yours(talk: MatchTalk) -> None:
    answered = talk("e5\nundo\nmoves\n", connect6("rules")).splitlines()[1:]
    assert answered[:2] == ["Your move: stone 1 of 1.", "X plays e5."]
    first, second = (line.removeprefix("O plays ").split(".")[0] for line in answered[2:4])
    assert answered[3].endswith("Your move: stone 1 of 2.")
    assert answered[4] == f"Undone: O {second}, O {first}, X e5. Your move: stone 1 of 1."
    assert answered[5] == "No moves yet."


def test_stones_that_fall_are_named_by_two_columns_too(talk: MatchTalk) -> None:
    answered = talk("a\na b\nb b\n", connect6(words="double, drop")).splitlines()[3:]
    assert answered == [
        "O plays column 1, O plays column 2. Ada (X) to move: stone 1 of 2.",
        "X plays column 2, X plays column 2. Bob (O) to move: stone 1 of 2.",
    ]
