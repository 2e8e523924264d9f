"""Ultimate: compared with a slow reference and with OpenSpiel's games, and what its doors say."""

import pickle
from collections.abc import Iterator
from random import Random
from textwrap import wrap

import pytest

from tests.support.sampling import sampled
from tests.support.ultimate import VARIANTS, NineBoards, name_of
from tests.tools import ultimate_games
from ttt_tui.engine import (
    Game,
    GameName,
    Geometry,
    InvalidRules,
    Match,
    MatchRules,
    Move,
    NotASquare,
    Outcome,
    Position,
    Record,
    RecordError,
    Rules,
    Setup,
    SquareTaken,
    Termination,
    WrongBoard,
    check_engines_can_play,
    check_setup,
    squares_of,
    start_position,
)
from ttt_tui.engine.nine_boards import BOARD_NAMES, BOARD_OF, HAS_LINE, OPEN_SQUARES, PLACE_OF, boards_mask
from ttt_tui.engine.records.json import from_json, to_data, to_json
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.records.psq import to_psq
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.engine.rules import Shortcut
from ttt_tui.engine.setup import can_engines_play, most_players
from ttt_tui.engine.ultimate import UltimatePosition
from ttt_tui.errors import NotForEngines

GAMES = sampled(5_000, 50)
"""Of each variant."""


def board(words: str = "ultimate") -> Geometry:
    return Geometry(9, 9, 3, Rules.parse(words))


def start(words: str = "ultimate", first: int = 0) -> UltimatePosition:
    position = start_position(board(words), first=first)
    assert isinstance(position, UltimatePosition)
    return position


def game_of(moves: str, words: str = "ultimate") -> Game:
    """A game of moves like `55 59`: small board and square."""
    game = Game(Setup(board(words)))
    for move in moves.split():
        game.place(move)
    return game


def random_game(words: str, seed: object) -> Game:
    """A game of random moves."""
    rng, game = Random(f"{words} {seed}"), Game(Setup(board(words)))
    while game.outcome is None:
        game.place(rng.choice(game.position.moves))
    return game


def names(geometry: Geometry, mask: int) -> list[str]:
    return sorted(map(geometry.name, squares_of(mask)))


def nine(boards: Iterator[int] | list[int]) -> int:
    return sum(1 << each for each in boards)


def as_reference_says(outcome: Outcome | None) -> str | None:
    return None if outcome is None else "draw" if outcome.winner is None else str(outcome.winner)


# --- against others --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS)
def test_random_games_go_as_in_the_slow_reference(words: str) -> None:
    rng, geometry = Random(words), board(words)
    for number in range(GAMES):
        first = number % 2
        game, reference = Game(Setup(geometry), first), NineBoards.by(words, first)
        while True:
            position = game.position
            assert isinstance(position, UltimatePosition)
            assert as_reference_says(game.outcome) == reference.result()
            assert position.to_move == reference.to_move
            assert position.won == [nine(b for b in range(9) if reference.owners.get(b) == p) for p in (0, 1)]
            if game.outcome is not None:
                break
            legal = {name_of(stone): stone for stone in reference.legal()}
            assert names(geometry, position.legal) == sorted(legal)
            name = rng.choice(sorted(legal))
            game.place(name)
            reference.play(legal[name])


@pytest.mark.slow
def test_openspiels_games_have_the_same_legal_moves_and_results() -> None:
    for moves, letters, result in [*ultimate_games.read()][:: sampled(1, 4)]:
        position, ended = start(), None
        geometry = position.geometry
        for move, letter in zip(moves, letters, strict=True):
            legal = [str(geometry.number(square)) for square in position.moves]
            assert ultimate_games.checksum(legal) == letter
            assert move in legal
            mover = position.to_move
            position.play(geometry.parse(move))
            ended = ended or position.outcome_after(mover, geometry.parse(move))
        assert not position.legal or ended is not None
        assert ended is not None
        assert result == ("=" if ended.winner is None else "xo"[ended.winner])


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS)
def test_a_game_that_ends_early_could_not_end_otherwise(words: str) -> None:
    for number in range(sampled(1_000, 40)):
        game, rng = random_game(words, number), Random(number)
        position = game.position.copy()
        assert isinstance(position, UltimatePosition)
        assert game.outcome is not None
        if game.outcome.termination is Termination.LINE:
            continue
        while position.legal:
            position.play(rng.choice(position.moves))
        assert not HAS_LINE[position.won[0]]
        assert not HAS_LINE[position.won[1]]
        lead = position.won[0].bit_count() - position.won[1].bit_count()
        leader = None if lead == 0 else int(lead < 0)
        assert game.outcome.winner == (leader if "most-boards" in words else None)


@pytest.mark.parametrize("words", VARIANTS)
def test_undo_leads_back_through_every_position(words: str) -> None:
    for number in range(sampled(300, 15)):
        rng, position = Random(f"{words} {number}"), start(words, number % 2)
        past: list[UltimatePosition] = []
        while position.legal:
            past.append(position.copy())
            position.play(rng.choice(position.moves))
        while past:
            position.undo()
            before = past.pop()
            assert position == before
            assert position.key == before.key
            for name in ("cells", "reach", "closed", "occupied", "stones", "_past", "_before", "to_move"):
                assert getattr(position, name) == getattr(before, name), name


def test_squares_that_complete_win_at_once_and_no_others_do() -> None:
    for number in range(sampled(300, 20)):
        rng, position = Random(number), start(VARIANTS[number % 2])
        while position.legal:
            mover, won = position.to_move, [*position.won]
            completing, taking = position.completing(mover), position.taking(mover)
            for square in position.moves:
                position.play(square)
                assert (position.winner_by_line(mover) is not None) == bool(completing >> square & 1)
                assert (position.won != won) == bool(taking >> square & 1)
                position.undo()
            if completing:
                break
            position.play(rng.choice(position.moves))


# --- the rules, by example -------------------------------------------------------------------------------


def test_a_stone_leads_to_the_board_of_its_place() -> None:
    position = game_of("59").position
    assert isinstance(position, UltimatePosition)
    assert position.sent == 8
    assert position.playable == 1 << 8
    assert {BOARD_OF[square] for square in position.moves} == {8}


THE_FIRST_WINS_THE_MIDDLE = "51 15 55 54 42 25 59"
"""The first player has 1, 5 and 9 of the middle board, and the second is sent to the bottom right one."""


def test_a_won_board_is_closed_and_a_player_sent_there_chooses() -> None:
    game = game_of(THE_FIRST_WINS_THE_MIDDLE + " 95")
    position = game.position
    assert isinstance(position, UltimatePosition)
    assert position.board_owner(4) == 0
    assert position.board_owner(8) is None
    assert position.sent is None
    assert {BOARD_OF[square] for square in position.moves} == {0, 1, 2, 3, 5, 6, 7, 8}
    with pytest.raises(WrongBoard, match="the middle board is won; open: top left, top and 6 more"):
        game.place("52")


def test_a_won_board_stays_open_until_it_is_full_by_that_rule() -> None:
    position = game_of(THE_FIRST_WINS_THE_MIDDLE + " 95", "open-until-full").position
    assert isinstance(position, UltimatePosition)
    assert position.board_owner(4) == 0
    assert position.sent == 4
    assert sorted(PLACE_OF[square] for square in position.moves) == [1, 2, 5, 6, 7]


def test_only_the_first_line_of_a_small_board_counts() -> None:
    position = start("open-until-full")
    for player, square in ((0, "11"), (1, "14"), (0, "12"), (1, "15"), (0, "13"), (1, "16")):
        position.to_move = player
        position.play(position.geometry.parse(square))
    assert position.won == [1, 0]


def test_three_boards_in_a_line_win_and_the_outcome_has_their_squares() -> None:
    game = next(
        game for game in (random_game("ultimate", n) for n in range(50))
        if game.outcome is not None and game.outcome.termination is Termination.LINE
    )  # fmt: skip
    position, outcome = game.position, game.outcome
    assert isinstance(position, UltimatePosition)
    assert outcome is not None
    assert outcome.winner is not None
    boards = {BOARD_OF[square] for square in squares_of(outcome.squares)}
    assert outcome.squares == boards_mask(nine(list(boards)))
    assert HAS_LINE[nine(list(boards))]
    assert nine(list(boards)) & ~position.won[outcome.winner] == 0
    assert game.setup.geometry.longest_run(outcome.squares) == 3


@pytest.mark.slow
def test_without_a_line_of_boards_most_of_them_win_by_that_rule() -> None:
    ends = {words: [random_game(words, n).outcome for n in range(60)] for words in VARIANTS}
    kinds = {
        words: {None if outcome is None else outcome.termination for outcome in outcomes}
        for words, outcomes in ends.items()
    }
    assert Termination.MOST_BOARDS not in kinds["ultimate"] | kinds["open-until-full"]
    assert Termination.MOST_BOARDS in kinds["most-boards"] & kinds["open-until-full, most-boards"]
    assert all(
        outcome.winner is not None and outcome.squares == 0
        for outcomes in ends.values()
        for outcome in outcomes
        if outcome is not None and outcome.termination is Termination.MOST_BOARDS
    )


def test_resigning_ends_the_game_and_can_be_taken_back() -> None:
    game = game_of("55 59")
    before = game.position.copy()
    game.push(Move(1, None))
    assert game.outcome == Outcome(Termination.RESIGNATION, 0)
    game.pop()
    assert game.outcome is None
    assert game.position == before


# --- doors -----------------------------------------------------------------------------------------------


def test_a_game_goes_in_and_out_by_the_same_doors() -> None:
    game = random_game("ultimate", "doors")
    moves, outcome, last = [*game.moves], game.outcome, game.position.copy()
    for _ in moves:
        game.pop()
    assert game.position == start()
    for _ in moves:
        game.redo()
    assert (game.moves, game.outcome, game.position) == (moves, outcome, last)
    for plies in range(0, len(moves), 7):
        assert game.position_after(plies).ply == plies
        assert isinstance(game.position_after(plies), UltimatePosition)


def test_a_match_counts_games_of_ultimate() -> None:
    match = Match(Setup(board("most-boards"), rules=MatchRules(points=2)))
    rng = Random(3)
    while not match.is_over:
        if match.game.outcome:
            match.next_game()
        while match.game.outcome is None:
            match.place(rng.choice(match.game.position.moves))
    assert max(match.points) == 2


def test_illegal_moves_are_refused_with_their_reason() -> None:
    game = game_of("55 59")
    with pytest.raises(WrongBoard, match="a1 is not on the bottom right board, where you have to play"):
        game.place("a1")
    with pytest.raises(SquareTaken, match="e5 is taken"):
        game.place("e5")
    assert isinstance(game.check("a1"), WrongBoard)
    assert game.check("i9") is None


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["ultimate", "open-until-full"])
def test_a_refusal_names_open_boards_in_two_short_lines(variant: str) -> None:
    rng, seen = Random(5), set()
    for _ in range(30):
        game = Game(Setup(board(variant)))
        while game.outcome is None:
            position = game.position
            assert isinstance(position, UltimatePosition)
            for square in squares_of(OPEN_SQUARES[0] & ~position.occupied):
                if position.sent is None and position.closed >> BOARD_OF[square] & 1:
                    said = str(game.check(square))
                    first = [name for each, name in enumerate(BOARD_NAMES) if not position.closed >> each & 1]
                    assert (
                        f"{BOARD_NAMES[BOARD_OF[square]]} board is won; open: {', '.join(first[:2])}" in said
                    )
                    assert (f"and {len(first) - 2} more" in said) == (len(first) > 2)
                    assert len(wrap(said, 38)) <= 2
                    seen.add(said)
            game.place(rng.choice(position.moves))
    assert bool(seen) == (variant == "ultimate"), "an open board is closed by its last square otherwise"


def test_the_digit_of_a_full_board_is_refused_as_full() -> None:
    rng = Random(5)
    while True:
        position = start("open-until-full")
        while position.moves and not (position.closed and position.board_due is None):
            position.play(rng.choice(position.moves))
        if position.moves:
            break
    assert isinstance(position, UltimatePosition)
    closed = next(each for each in range(9) if position.closed >> each & 1)
    with pytest.raises(WrongBoard, match=f"the {BOARD_NAMES[closed]} board is full; open: "):
        position.parse_choice(str(closed + 1))


def test_a_position_differs_from_one_with_another_board_due_or_another_owner() -> None:
    one, other = start(), start()
    for position, moves in ((one, "55 51 15 52"), (other, "15 52 55 51")):
        for move in moves.split():
            position.play(position.geometry.parse(move))
    assert one.stones == other.stones
    assert one != other
    assert one.key != other.key
    assert one != Position(Geometry(9, 9, 5), 2)


def test_a_geometry_with_other_sizes_is_refused() -> None:
    rules = Rules.parse("ultimate")
    for sizes in ((3, 3, 3), (9, 9, 4), (15, 15, 5)):
        with pytest.raises(InvalidRules, match=r"ultimate is played on a 9×9 board with 3 in a row, not on"):
            check_setup(Setup(Geometry(*sizes, rules)))
    with pytest.raises(InvalidRules, match="ultimate is for two players, not for 3"):
        check_setup(Setup(board(), 3))
    assert most_players(board()) == 2


def test_engines_cannot_play_it() -> None:
    assert not can_engines_play(board(), 2)
    with pytest.raises(NotForEngines, match="engines cannot play by the rules ultimate"):
        check_engines_can_play(board(), 2)


@pytest.mark.parametrize("words", VARIANTS)
def test_a_line_of_boards_decides_at_once_and_no_other_shortcut_of_k_in_a_row_holds(words: str) -> None:
    rules = Rules.parse(words)
    assert [shortcut for shortcut in Shortcut if rules.allows(shortcut)] == [Shortcut.LINE_DECIDES]


# --- rules as words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", VARIANTS)
def test_rules_are_words_that_name_the_game(words: str) -> None:
    rules = Rules.parse(words)
    assert rules.game is GameName.ULTIMATE
    assert rules.words[0] == "ultimate"
    assert Rules.parse(str(rules)) == rules
    assert not rules.are_usual


@pytest.mark.parametrize("other", ["misere", "drop", "torus", "renju", "wild", "exactly", "double", "pie"])
def test_rules_of_k_in_a_row_do_not_go_with_it(other: str) -> None:
    with pytest.raises(InvalidRules, match="do not go together"):
        Rules.parse(f"most-boards, {other}")


# --- names of squares ------------------------------------------------------------------------------------


def test_every_square_has_four_names_and_its_digits_lead_back() -> None:
    geometry = board()
    for square in geometry.squares:
        where, place = divmod(geometry.number(square), 10)
        assert (where - 1, place - 1) == (BOARD_OF[square], PLACE_OF[square])
        codes = ["abc"[(n - 1) % 3] + str((n - 1) // 3 + 1) for n in (where, place)]
        for text in (geometry.name(square), f"{where}{place}", f"{where} {place}", "/".join(codes)):
            assert geometry.parse(text) == geometry.parse(text.upper()) == square
    assert geometry.parse("e2") == geometry.parse("b1/b2") == geometry.parse("25")


@pytest.mark.parametrize("text", ["", "5", "0", "50", "05", "555", "j1", "a10", "d1/a1", "a1/", "b2/b2/b2"])
def test_other_texts_name_no_square(text: str) -> None:
    with pytest.raises(NotASquare, match="write a square like e5, b2/c3 or 59"):
        board().parse(text)


def test_one_digit_is_a_square_of_the_board_that_is_due() -> None:
    position = game_of("55 59").position
    geometry = position.geometry
    assert position.parse_choice("1") == geometry.parse("91")
    assert position.parse_choice("93") == geometry.parse("93")
    with pytest.raises(NotASquare):
        start().parse_choice("1")
    usual = start_position(Geometry(3, 3, 3))
    assert usual.parse_choice("5") == usual.geometry.parse("b2")


def test_lines_are_those_of_the_small_boards() -> None:
    geometry = board()
    assert len(geometry.lines) == 72 == len(geometry.line_ends)
    assert {len(lines) for lines in geometry.lines_through.values()} == {2, 3, 4}
    for line in geometry.lines:
        assert geometry.has_line(line)
        assert geometry.longest_run(line) == 3
        first, middle, last = squares_of(line)
        assert geometry.winning_squares(line, middle) == line
        assert geometry.completing(line ^ 1 << middle) == 1 << middle
        assert geometry.longest_run(line ^ 1 << last) == 2
        assert geometry.longest_run(line ^ 1 << middle) == 1
        assert BOARD_OF[first] == BOARD_OF[last]
    across = sum(1 << geometry.parse(name) for name in ("b1", "c1", "d1"))
    assert not geometry.has_line(across)


def test_its_diagram_has_lines_between_the_small_boards() -> None:
    lines = str(game_of("55 51")).splitlines()
    assert lines[0] == "   a b c | d e f | g h i"
    assert lines[4] == "   ------+-------+------"
    assert lines[5:7] == [" 4 · · · | O · · | · · ·", " 5 · · · | · X · | · · ·"]
    assert len(lines) == 12


def test_it_travels_to_other_processes() -> None:
    setup = pickle.loads(pickle.dumps(Setup(board("most-boards"))))
    assert setup == Setup(board("most-boards"))
    assert setup.geometry.parse("55") == board().parse("e5")
    position = pickle.loads(pickle.dumps(game_of("55 59").position))
    assert position == game_of("55 59").position


# --- records ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", VARIANTS)
def test_records_name_the_game_and_lead_back(words: str) -> None:
    game = random_game(words, "record")
    for write, read in ((to_text, from_text), (to_json, from_json)):
        text = write(Record(game))
        [again] = read_records(text)
        assert again.game.setup == read(text).game.setup == game.setup
        assert again.game.moves == game.moves
        assert again.game.outcome == game.outcome
    lines = to_text(Record(game)).splitlines()
    assert lines[:3] == ['[Game "ultimate"]', '[Board "9x9"]', '[Line "3"]']
    variant = words.removeprefix("ultimate")
    assert (f'[Rules "{variant}"]' in lines) == bool(variant)


def test_a_program_that_does_not_know_the_game_refuses_its_record() -> None:
    """It ignores unknown fields of JSON, but not unknown words in the board."""
    assert to_data(Record(Game(Setup(board("most-boards")))))["board"] == [9, 9, "ultimate, most-boards"]


TEXT = """[Game "{game}"]
[Board "9x9"]
[Line "3"]
[Rules "{rules}"]
[Player "X" "Ada" "human"]
[Player "O" "Bob" "human"]

1. 55 b2/c3
2. g7 {more}
"""


def test_a_record_by_hand_may_write_squares_in_any_way() -> None:
    game = from_text(TEXT.format(game="ultimate", rules="most-boards", more="15")).game
    assert [game.setup.geometry.name(move.square or 0) for move in game.moves] == ["e5", "f6", "g7", "b2"]


@pytest.mark.parametrize(
    ("game", "rules", "more", "reason"),
    [
        ("chess", "usual", "", "unknown game “chess”; choose from in a row, ultimate"),
        ("in a row", "most-boards", "", "the rules ultimate, most-boards are not of the game in a row"),
        ("ultimate", "misere", "", "ultimate and misere do not go together"),
        ("ultimate", "usual", "e4", "e4 is not on the top left board, where you have to play"),
    ],
)
def test_a_wrong_record_is_refused_with_its_reason(game: str, rules: str, more: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        from_text(TEXT.format(game=game, rules=rules, more=more))


def test_formats_of_five_in_a_row_refuse_it() -> None:
    with pytest.raises(RecordError, match="needs 5 in a row"):
        to_psq(Record(game_of("55")))


def test_bare_moves_are_read_by_its_rules() -> None:
    rules = Rules.parse("ultimate")
    [record] = read_records("e5 e6", board=(9, 9), rules=rules)
    assert record.game.moves == game_of("e5 e6").moves
    with pytest.raises(RecordError, match="line 1, column 4: a1 is not on the middle board, where"):
        read_records("e5 a1", board=(9, 9), rules=rules)
