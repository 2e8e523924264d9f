"""A diagram that the program draws is read as the position that it was drawn from, by every kind of rules."""

from random import Random

import pytest

from tests.support.all_rules import TABLE, new_game
from ttt_tui.engine import Game, Geometry, Rules, Setup, Start, start_of
from ttt_tui.engine.diagram import diagram
from ttt_tui.engine.records.diagrams import from_diagram, read_diagram
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.errors import InvalidStart, RecordError
from ttt_tui.session.layout import board_text

OTHER_GAMES = [
    ("ultimate", 2, (9, 9, 3)),
    ("ultimate, open-until-full", 2, (9, 9, 3)),
    ("ultimate, most-boards", 2, (9, 9, 3)),
    ("vanishing", 2, (3, 3, 3)),
]

DIAGRAM = "   A B C\n1  X O .\n2  . X .\n3  O . .\n"
"""X, who moved first, is to move: each has two stones."""


def start_in(text: str, setup: Setup) -> Start | None:
    found = read_diagram(text)
    assert found is not None
    assert found.size == (setup.geometry.columns, setup.geometry.rows)
    return found.start(setup)[0]


def squeezed(game: Game) -> str:
    """The rows without blanks and coordinates."""
    return "\n".join(
        line.split(maxsplit=1)[1].replace(" ", "")
        for line in board_text(game).splitlines()
        if line[1:2].isdigit()
    )


def in_fen(game: Game) -> str:
    """The rows between slashes, an independent way to write a board down."""
    geometry, marks = game.setup.geometry, game.setup.marks
    rows = []
    for row in range(geometry.rows):
        text, empty = "", 0
        for column in range(geometry.columns):
            owner = game.position.owner(geometry.at(column, row))
            if owner is None:
                empty += 1
            else:
                text += f"{empty or ''}{marks[owner].lower()}"
                empty = 0
        rows.append(f"{text}{empty or ''}")
    return "/".join(rows)


def by_age(start: Start | None) -> Start | None:
    """A start without what no diagram shows: which stones are older."""
    return start and Start(tuple(tuple(sorted(side)) for side in start.stones), start.to_move, start.board)


@pytest.mark.parametrize(
    ("words", "players", "size"), [(words, players, None) for words, players in TABLE] + OTHER_GAMES
)
def test_reads_what_the_program_draws(words: str, players: int, size: tuple[int, int, int] | None) -> None:
    random = Random(f"diagrams {words} {players}")
    for _ in range(3):
        game = new_game(words, players) if size is None else new_game(words, players, size)
        assert game is not None
        for _ in range(random.randrange(1, 9)):
            if game.outcome is None:
                game.place(random.choice(game.position.moves))
        if game.outcome is not None:
            game.pop()
        try:
            start = start_of(game.position)
        except InvalidStart:  # somebody is out
            continue
        mover = game.setup.players[game.position.to_move].symbol
        below = f"\n\nto move: {mover}" + (f"\nboard: {start.board + 1}" if start.board is not None else "")
        for drawn in (str(game), board_text(game), squeezed(game), in_fen(game)):
            assert by_age(start_in(drawn + below, game.setup)) == by_age(start)
            if words != "vanishing" and start.board is None:  # the turn follows from the stones
                assert start_in(drawn, game.setup) == start
        assert start_in(f"{in_fen(game)} {mover.lower()}", game.setup) == Start.of(
            game.position.geometry,
            by_age(start).stones,
            start.to_move,  # type: ignore[union-attr]  # a start
        )


@pytest.mark.parametrize(
    "text",
    [
        DIAGRAM,
        "X O .\n. X .\nO . .",
        "xo-\n-x-\no--",
        "XO_\n_X_\nO__\n",
        " X | O |   \n---+---+---\n   | X |   \n---+---+---\n O |   |   ",
        "| X | O |   |\n| . | X | . |\n| O |   |   |",
        "3 X O * 3\n2 * X * 2\n1 O * * 1\n  a b c",
        "● ○ .\n. ● .\n○ . .",
        "\ufeffX O .\r\n. X .\r\nO . .\r\n",
        "xo1/1x1/o2",
        "XO./.X./O..",
        "X O .\n\n. X .\n\nO . .\n",
        DIAGRAM + "\nX to move\n",
        DIAGRAM + "x",
        DIAGRAM + "It is a sentence about the position.\n",
    ],
)
def test_reads_diagrams_as_people_write_them(text: str) -> None:
    geometry = Geometry(3, 3, 3)
    [record] = read_records(text)
    assert not record.game.moves
    assert record.game.setup.geometry == geometry
    assert record.game.setup.start == Start.named(geometry, "a1 b2", "b1 a3")


def test_reads_the_board_of_ultimate_with_its_lines() -> None:
    game = new_game("ultimate", 2, (9, 9, 3))
    assert game is not None
    game.place("e5")
    game.place("d4")
    text = diagram(game.setup.geometry, game.position.stones, "XO", empty=".")
    assert "-+-" in text
    [record] = read_records(text + "\nboard 1", rules=Rules.parse("ultimate"))
    assert record.game.setup.start == start_of(game.position)


def test_squares_forbidden_by_renju_are_empty() -> None:
    text = "\n".join(["." * 15] * 7 + ["...X×X...OO...."] + ["." * 15] * 7)
    [record] = read_records(text, rules=Rules.parse("renju"))
    assert record.game.setup.start == Start.named(record.game.setup.geometry, "d8 f8", "j8 k8")


def test_the_turn_follows_from_the_stones_whoever_began() -> None:
    setup = Setup(Geometry(5, 5, 4), 3)
    assert start_in("X O A . .\n" + "\n".join(["....."] * 4), setup).to_move == 0  # type: ignore[union-attr]
    assert start_in(". O A . .\n" + "\n".join(["....."] * 4), setup).to_move == 0  # type: ignore[union-attr]
    assert start_in("X . A . .\n" + "\n".join(["....."] * 4), setup).to_move == 1  # type: ignore[union-attr]


def test_an_empty_board_is_no_start() -> None:
    [record] = read_records("...\n...\n...")
    assert record.game.setup.start is None
    [record] = read_records("3/3/3 o")
    assert record.game.setup.start == Start.named(record.game.setup.geometry, "", "", to_move=1)


def test_impossible_counts_are_a_note_where_the_turn_is_stated() -> None:
    [record] = read_records("XX.\n.X.\n...\nto move: O")
    assert record.notes[1:] == ("X has 3 and O has 0 stones, which no game with O to move has",)


REFUSED = [
    (
        "XX.\n.X.\n...",
        'X has 3 and O has 0 stones, which does not tell who is to move; add a line like "to move: X"',
    ),
    ("XO.\n.X.\n..", "row 3 has 2 squares, but row 1 has 3"),
    ("xo1/1x1/1", "row 3 has 1 squares, but row 1 has 3"),
    ("XXX\nOO.\n...", "a player has a line, so the game would be over"),
    ("XO.\n.X.\n...\nto move: Z", "no player with the symbol Z can be to move; choose X or O"),
    ("XQ.\n.X.\n...", "no player has the stone Q on b1; stones are X and O"),
    ("\n".join(["." * 21] * 21), "a 21×21 board is not possible; each side must be 3 to 20"),
    (DIAGRAM + "\n" + DIAGRAM, "expected one board, found 2: blank lines separate boards"),
    ("XO.\n.X.\n...\nboard: 5", "only Ultimate has small boards to play on"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_says_what_is_wrong_with_a_diagram(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_records(text)
    assert str(caught.value) == sentence


def test_stones_that_would_fall_are_refused() -> None:
    with pytest.raises(RecordError, match="the stone on a1 would fall"):
        read_records("X......\n" + "\n".join(["......."] * 5), rules=Rules.parse("drop"))


def test_who_is_to_move_has_to_be_stated_once_stones_vanish() -> None:
    text = "XXO\nOOX\n..."
    with pytest.raises(RecordError, match="does not tell who is to move"):
        from_diagram(text, Rules.parse("vanishing"))
    record = from_diagram(text + "\nto move: O", Rules.parse("vanishing"))
    assert record.game.position.to_move == 1
    assert "older" in record.notes[0]


@pytest.mark.parametrize(
    "text", ["h8 h9 i10", "4453", "1,2\n3,4", "hello\nworld\nthere", "2026/11/21", "", "."]
)
def test_other_texts_are_no_diagrams(text: str) -> None:
    assert read_diagram(text) is None


def test_takes_linear_time_for_texts_of_strangers() -> None:
    for text in (
        "." * 100_000,
        ".\n" * 60_000,
        "/" * 100_000,
        "a/" * 60_000,
        "1" * 90_000 + "/1/1",
        "| " * 60_000,
    ):
        assert read_diagram(text) is None


def test_a_board_on_which_a_player_has_won_is_no_start() -> None:
    with pytest.raises(RecordError, match="a player has a line"):
        read_records("   A B C\n1  X O .\n2  . X .\n3  O . X\n")
