"""Records of other programs: Piskvork's `.psq` and Gomocalc's word of moves, there and back."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.records import PSQ, names, refused, short_place
from tests.support.strategies import kinds_of_rules, make_setup, play
from ttt_tui.engine import HUMAN, Game, LineRule, Marks, Move, Opening, Player, Rules, Setup, Termination
from ttt_tui.engine.records import Record, usual_board
from ttt_tui.engine.records.json import to_json
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.records.moves import from_moves, to_moves
from ttt_tui.engine.records.psq import from_psq, to_psq
from ttt_tui.engine.records.text import to_text
from ttt_tui.errors import RecordError
from ttt_tui.store.files import read_record, write_record

a_few = settings(max_examples=30)

SAMPLE = """\
Piskvorky 20x15, 11:0, 1
11,8,0
12,8,16
11,7,1203
12,9,2041
pbrain-Sample.exe
Ada Lovelace
-1
2,Freestyle
"""
"""Written by hand: the second player is a person and began."""


@st.composite
def fives(draw: st.DrawFn, *, side: int | None = None) -> Game:
    """A game of five in a row for two, with some stones strewn, or all that fit."""
    columns, rows = (side or draw(st.integers(5, 20)) for _ in range(2))
    names = draw(
        st.lists(st.text("Ab12,- .é你", min_size=1, max_size=24).filter(str.strip), min_size=2, max_size=2)
    )
    levels = draw(st.lists(st.sampled_from([HUMAN, "expert"]), min_size=2, max_size=2))
    seats = [Player(name, level=level) for name, level in zip(names, levels, strict=True)]
    kinds = kinds_of_rules(columns, rows, 5, marks=[Marks.OWN, Marks.SHARED], openings=[Opening.FREE])
    geometry = make_setup(columns, rows, 5, kind=draw(kinds)).geometry
    game = Game(Setup(geometry, seats), draw(st.integers(0, 1)))
    squares = list(game.setup.geometry.squares)
    Random(draw(st.integers(0, 2**32))).shuffle(squares)
    for square in squares[: draw(st.integers(0, len(squares)))]:
        if game.outcome is None and not game.position.forbidden >> square & 1:
            game.place(square)
    return game


# --- .psq ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff", "\n \n"])
def test_a_psq_file_is_read(tmp_path: Path, end: str, mark: str) -> None:
    path = tmp_path / "game.PSQ"
    path.write_bytes((mark + SAMPLE).replace("\n", end).encode())
    record = read_record(path)
    setup = record.game.setup
    assert (setup.geometry.columns, setup.geometry.rows, setup.geometry.line_length) == (20, 15, 5)
    assert [(player.name, player.level) for player in setup.players] == [
        ("Sample", "brain:Sample"),
        ("Ada Lovelace", HUMAN),
    ]
    assert record.game.first == 1
    assert names(record) == ["k8", "l8", "k7", "l9"]


@pytest.mark.slow
@a_few
@given(fives())
def test_a_game_comes_back_from_its_psq(game: Game) -> None:
    text = to_psq(Record(game))
    again = from_psq(text, game.setup.geometry.rules).game
    assert (again.setup.geometry, again.first, again.moves) == (game.setup.geometry, game.first, game.moves)
    assert again.outcome == game.outcome
    for player, other in zip(game.setup.players, again.setup.players, strict=True):
        assert other.name in (player.name.strip(), player.name.replace(",", " ").strip())
        assert other.is_computer == player.is_computer


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    "name",
    ["1", "2", "2 ", " 2", "Player 1", "Player 2", "homo-ludens", "HOMO-x", "8,8,0", "9,9", "-1", "12",
     "0,Freestyle", "1,2,3", "Piskvorky 15x15, 0:0, 0"],
)  # fmt: skip
@pytest.mark.parametrize("level", ["human", "open", "expert", "brain:x"])
def test_no_name_changes_who_plays_or_what_was_played(name: str, level: str) -> None:
    players = [Player(name, level=level), Player(name)]
    record = Record(play(Game(Setup(make_setup(15, 15, 5).geometry, players)), "h8 h9"))
    [again] = read_records(to_psq(record))
    assert names(again) == ["h8", "h9"]
    first, second = again.game.setup.players
    assert first.is_computer == (level not in ("human", "open"))
    assert second.name == name.strip()
    assert first.is_computer or first.name == name.strip()


def test_people_and_engines_of_a_psq_file_stay_what_they_are() -> None:
    setup = from_psq(PSQ).game.setup
    assert [(p.name, p.is_human, p.level) for p in setup.players] == [
        ("x", False, "brain:x"), ("Ada", True, "human")
    ]  # fmt: skip
    written = to_psq(from_psq(PSQ))
    assert written.splitlines() == ["Piskvorky 15x15, 11:0, 0", "8,8,1500", "9,9,0", "x", "homo-Ada", "-1"]
    assert from_psq(written).game.setup == setup
    for other in (PSQ.replace("11:0", "3:3").replace("homo-", "HOMO-"), PSQ.replace("11:0", "0:0")):
        assert [p.is_human for p in from_psq(other).game.setup.players] == [False, True]
    assert from_psq("Piskvorky 15x15, 0:11, 0\n8,8,0\n-1").game.setup.players[1].level == "brain:engine"
    long = from_psq(PSQ.replace("pbrain-x.exe", "y" * 30)).game.setup.players[0]
    assert (long.name, long.level) == ("y" * 24, "brain:" + "y" * 18)
    unnamed = PSQ.replace("11:0", "0:0").replace("pbrain-x.exe", "homo-1").replace("homo-Ada", "homo-2")
    record = from_psq(unnamed)
    assert [player.name for player in record.game.setup.players] == ["Player 1", "Player 2"]
    assert to_psq(record) == unnamed


def test_games_of_a_psq_file_follow_one_another() -> None:
    found = read_records(PSQ + "\n" + PSQ.replace("8,8,1500\n", ""))
    assert [names(record) for record in found] == [["h8", "i9"], ["i9"]]
    wrong = PSQ + PSQ.replace("9,9,0", "16,9,0")
    assert short_place(refused(wrong, read=read_records)).startswith("9:1 a 15×15 board has squares")


@pytest.mark.parametrize("write", [to_psq, to_text, to_json])
def test_the_times_of_moves_come_back(write: Callable[[Record], str]) -> None:
    record = from_psq("Piskvorky 15x15, 0:0, 0\n8,8,1500\n9,9,0\n9,8,-5\n8,9,999999999\n7,7," + "9" * 40)
    times = [1500, None, None, 999_999_999, None]
    assert [move.milliseconds for move in record.game.moves] == times
    [again] = read_records(write(record))
    assert [move.milliseconds for move in again.game.moves] == times
    game = again.game
    for _ in times:
        game.pop()
    assert game.redo().milliseconds == 1500, "a move keeps its time when it is made again"
    assert game.moves[0] == Move(0, game.moves[0].square), "a move is the same whatever its time"


@pytest.mark.parametrize(
    "text",
    [
        "Piskvorky 15x15\n8,8\n9,9",
        "Piskvorky 15x15, 0:0, 0\n8,8,1\n\n 9 , 9 , 4 \n-1\n",
        "  Piskvorky  15 X 15 , 0 - 0\n8,8,1\n9,9,-1\n-1\n1,Freestyle\n",
        "Piskvorky 15x15, soon:never, 1\n8,8,1\n9,9,1\n\x1b[2J\nuntold\n-1",
        "Piskvorky 15x15, 0:0, 0, what else\n8,8,1\n9,9,1\nonly one",
    ],
)
def test_what_other_programs_leave_out_is_not_missed(text: str) -> None:
    record = from_psq(text)
    assert names(record) == ["h8", "i9"]
    assert record.game.first == 0
    assert all(player.is_human for player in record.game.setup.players)
    called = [player.name for player in record.game.setup.players]
    assert called == (["[2J", "untold"] if "untold" in text else ["Player 1", "Player 2"])


def test_names_in_a_psq_file_are_made_fit_to_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.psq"
    path.write_bytes(b"Piskvorky 15x15, 11:11, 0\npbrain-" + b"x" * 999 + b".zip\n\x9e\x1b[1mlut\xfd\n-1\n")
    assert [player.name for player in read_record(path).game.setup.players] == ["x" * 24, "ž[1mlutý"]
    unshown = from_psq("Piskvorky 15x15, 11:11, 0\n\x07\n\u202e\u2800\n-1\n")
    assert [player.name for player in unshown.game.setup.players] == ["Player 1", "Player 2"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1 a .psq file must begin like Piskvorky 15x15, 11:11, 0"),
        ("\n  15x15\n", "2:3 a .psq file must begin like Piskvorky 15x15, 11:11, 0"),
        ("Piskvorky 99x15, 0:0, 0", "1:11 "),
        ("Piskvorky 4x4, 0:0, 0", "1:11 "),
        ("Piskvorky 15x15\n8,8,0\n 16,1,0", "3:2 a 15×15 board has squares 1,1 to 15,15"),
        ("Piskvorky 15x15\n0,8,0", "2:1 a 15×15 board has squares 1,1 to 15,15"),
        ("Piskvorky 15x15\n-1,8,0", "2:1 a 15×15 board has squares"),
        (f"Piskvorky 15x15\n{'1' * 9999},8,0", "2:1 a 15×15 board has squares"),
        ("Piskvorky 15x15\n8,8,0\n8,8,0", "3:1 h8 is taken"),
        (
            "Piskvorky 15x15\n8,8,0\n  8;9;0\n8,7,0",
            "3:3 write a move like 8,8,1500: column, row, milliseconds",
        ),
        ("Piskvorky 15x15\n8,8,0\n8,", "3:1 write a move like"),
        ("Piskvorky 15x15\n8,8,0\nA\nB\n-1\n9,9,0", "3:1 write a move like"),
        (
            "Piskvorky 15x15\n" + "".join(f"{x},{y},0\n" for x in range(1, 7) for y in (1, 3)),
            "11:1 the game is over: here five or more in a row win, whatever its rule",
        ),
    ],
)
def test_what_is_wrong_in_a_psq_text_is_told_with_its_place(text: str, said: str) -> None:
    assert short_place(refused(text, read=from_psq)).startswith(said)


def test_stones_placed_when_nobody_can_win_any_more_are_left_out() -> None:
    columns = (1, 2, 3, 4, 5)
    order = [(x, y) for y in (1, 2) for x in columns] + [(x, y) for y in (4, 3, 5) for x in columns]
    moves = "".join(f"{x},{y},0\n" for x, y in order)
    game = from_psq(f"Piskvorky 5x5\n{moves}").game
    assert game.outcome is not None
    assert game.outcome.termination == Termination.DEAD_BOARD
    assert len(game.moves) < len(order)


@pytest.mark.parametrize("tell", [to_psq, to_moves])
def test_a_game_of_another_kind_is_refused_in_words(tmp_path: Path, tell: Callable[[Record], str]) -> None:
    for setup, reason in (
        (make_setup(15, 15, 5, players=3), "needs two players; this game has 3"),
        (make_setup(15, 15, 4), "needs 5 in a row; this game has 4"),
    ):
        with pytest.raises(RecordError, match=reason):
            tell(Record(Game(setup)))
        with pytest.raises(RecordError, match=reason):
            write_record(Record(Game(setup)), tmp_path / "game.psq")
    assert not [*tmp_path.iterdir()], "nothing was begun"


@pytest.mark.parametrize("tell", [to_psq, to_moves])
def test_a_resignation_is_left_out(tell: Callable[[Record], str]) -> None:
    game = play(Game(make_setup(15, 15, 5)), "h8 h9")
    before = tell(Record(game))
    game.push(Move(0, None))
    assert tell(Record(game)) == before


# --- a word of moves -------------------------------------------------------------------------------------


def test_rows_of_a_word_of_moves_count_from_the_bottom() -> None:
    record = from_moves("\ufeff\r\n h8A1o15\n")
    assert names(record) == ["h8", "a15", "o1"]
    assert to_moves(record) == "h8a1o15"
    assert to_moves(Record(play(Game(make_setup(7, 7, 5)), "a1 g7"))) == "a7g1"
    with pytest.raises(RecordError, match="a move string needs a square board; this one is 7×6"):
        to_moves(Record(Game(make_setup(7, 6, 5))))


def test_games_with_a_choice_of_marks_are_refused_both_ways() -> None:
    wild = Rules(marks=Marks.WILD)
    record = Record(play(Game(make_setup(15, 15, 5, kind=wild)), "Xh8 Oh9"))
    for write in (to_psq, to_moves):
        with pytest.raises(RecordError, match="cannot say which marks were placed"):
            write(record)
    for read, text in ((from_psq, SAMPLE), (from_moves, "h8h9")):
        with pytest.raises(RecordError, match="cannot say which marks were placed"):
            read(text, rules=wild)


@pytest.mark.parametrize("first", [0, 1])
def test_of_an_opening_the_stones_are_written_with_the_owners_that_they_have_in_the_end(first: int) -> None:
    rules = Rules.parse("exactly, swap2")
    game = play(
        Game(make_setup(15, 15, 5, kind=rules), first), "h8 i8 j10 two-more i9 i7 swap g9 a1 0-resigns"
    )
    exactly = Rules(LineRule.EXACTLY)
    for again in (from_psq(to_psq(Record(game)), exactly), from_moves(to_moves(Record(game)), rules=exactly)):
        assert names(again) == ["h8", "i8", "j10", "i9", "i7", "g9", "a1"]
    position = from_psq(to_psq(Record(game)), exactly).game.position
    assert position.stones == game.position.stones
    for read, text in ((from_psq, to_psq(Record(game))), (from_moves, to_moves(Record(game)))):
        with pytest.raises(RecordError, match="cannot say what was chosen in the opening; leave swap2 out"):
            read(text, rules=rules)


@pytest.mark.slow
@a_few
@given(fives(side=15))
def test_a_game_comes_back_from_its_word(game: Game) -> None:
    assume(game.moves)
    rules = game.setup.geometry.rules
    assume(usual_board(rules)[2] == 5)  # these rules would bring another board
    again = from_moves(to_moves(Record(game)), rules=rules).game
    assert [move.square for move in again.moves] == [move.square for move in game.moves]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("h8h16", "1:3 h16 is not on a 15×15 board"),
        ("\n  h8p1", "2:5 p1 is not on a 15×15 board"),
        ("h0", "1:1 h0 is not on a 15×15 board"),
        ("h8h9h8", "1:5 h8 is taken"),
        ("a1b1a2b2a3b3a4b4a5b5", "1:19 the game is over"),
        ("h8h9x", "1:1 “h8h9x” is not a move: write moves like h8 h9 i10"),
        ("h8 h9\nzz9", "2:1 “zz9” is not a move: write moves like h8 h9 i10"),
        ("h8 h9 7 i9", "1:7 “7” is not a move"),
        ("h8 {never ends", "1:4 this comment does not end: add }"),
        ("1. b2 a1\n2. O-resigns", "2:4 “O-resigns” is not a move"),
        ("https://gomocalc.com/#/", "1:1 this address does not end in moves"),
        ("https://example.org/about", "1:1 this address does not end in moves"),
        ("h8, i9 %", "1:8 “%” is not a move: write moves like h8 h9 i10"),
        ("", "1:1 write moves like h8 h9 i10"),
    ],
)
def test_what_is_wrong_in_moves_is_told_with_its_place(text: str, said: str) -> None:
    assert short_place(refused(text, read=from_moves)).startswith(said)
