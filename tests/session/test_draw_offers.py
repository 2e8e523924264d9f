"""Draws by agreement with a computer: which squares still matter, when it accepts, and why it declines."""

import itertools
import random

import pytest

from tests.support.terminals import AtOnce
from ttt_tui.computer import Proof, Thought
from ttt_tui.computer.base import Value
from ttt_tui.engine import Game, Geometry, Limit, Match, Player, Rules, Setup, Termination
from ttt_tui.engine.records import Record, result_text
from ttt_tui.engine.records.json import from_data, to_data
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import DrawDeclined, GameOver, IllegalMove, NotYourTurn
from ttt_tui.session.controller import Controller
from ttt_tui.session.draw_offers import check_computer_accepts
from ttt_tui.session.seats import Answer
from ttt_tui.session.session import Session

NEARLY_DEAD = "a4 c2 c1 d4 d3 a1 b2 c3"
"""Moves on 4×4, four in a row, after which three squares can matter."""

DRAWN = Proof(Value.DRAW)


def nearly_dead(level: str = "expert") -> Match:
    match = Match(Setup(Geometry(4, 4, 4), [Player("Ada"), Player("Rex", level=level)]))
    for name in NEARLY_DEAD.split():
        match.place(name)
    return match


# --- squares that matter ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["usual", "misere", "drop", "wild", "torus"])
def test_a_square_matters_while_somebody_can_complete_a_line_through_it(words: str) -> None:
    rng = random.Random(words)
    geometry = Geometry(5, 4, 3, Rules.parse(words))
    for _ in range(20):
        game = Game(Setup(geometry))
        while game.outcome is None and len(game.moves) < rng.randrange(4, 18):
            game.place(geometry.name(rng.choice(game.position.moves)))
        position, owners = game.position, {}
        for square in geometry.squares:
            owners[geometry.column(square), geometry.row(square)] = position.owner(square)
        expected = set()
        for column, row in owners:
            for across, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + i * across, row + i * down) for i in range(3)]
                if geometry.rules.wrap:
                    line = [(x % 5, y % 4) for x, y in line]
                if all(each in owners for each in line):
                    on_it = {owners[each] for each in line} - {None}
                    if len(on_it) < 2 and on_it <= {*position.active, *([0, 1] if words == "wild" else [])}:
                        expected |= {each for each in line if owners[each] is None}
        live = {
            (geometry.column(square), geometry.row(square))
            for square in geometry.squares
            if position.live >> square & 1
        }
        assert live == expected, str(game)


def test_in_ultimate_the_squares_of_decided_boards_do_not_matter() -> None:
    rng, geometry = random.Random(1), Geometry(9, 9, 3, Rules.parse("ultimate"))
    lines = [[(i, j) for j in range(3)] for i in range(3)] + [[(j, i) for j in range(3)] for i in range(3)]
    lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    game = Game(Setup(geometry))
    assert game.position.live == geometry.board
    while game.outcome is None:
        game.place(geometry.name(rng.choice(game.position.moves)))
        live = game.position.live
        for left in range(0, 9, 3):
            for top in range(0, 9, 3):
                squares = {
                    (x, y): geometry.at(left + x, top + y) for x, y in itertools.product(range(3), repeat=2)
                }
                owners = [{game.position.owner(squares[place]) for place in line} for line in lines]
                is_won = any(len(on_it) == 1 and None not in on_it for on_it in owners)
                is_open = not is_won and any(len(on_it - {None}) < 2 for on_it in owners)
                for square in squares.values():
                    is_empty = game.position.owner(square) is None
                    assert bool(live >> square & 1) == (is_open and is_empty), str(game)


# --- a computer's answer ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("thought", "why"),
    [
        (Thought(0, 0), ""),
        (Thought(0, -70), ""),
        (Thought(0, 900, DRAWN), ""),
        (Thought(0, 0, Proof(Value.LOSS, 2)), ""),
        (Thought(0, 1), "it thinks that it is better"),
        (Thought(0, 0, Proof(Value.WIN, 3)), "it sees a win"),
        (Thought(0), "it has not judged the position"),
        (None, "it has not judged the position"),
    ],
)
def test_a_computer_accepts_when_it_is_not_ahead_and_little_can_happen(
    thought: Thought | None, why: str
) -> None:
    match = nearly_dead()
    assert 0 < match.game.position.live.bit_count() < 16 / 5
    if why:
        with pytest.raises(DrawDeclined, match=f"^Rex declines: {why}$"):
            check_computer_accepts(match, 1, thought)
    else:
        check_computer_accepts(match, 1, thought)


def test_a_computer_declines_while_a_fifth_of_the_squares_can_matter_and_without_a_search() -> None:
    match = nearly_dead()
    match.undo_to(4)
    with pytest.raises(DrawDeclined, match=r"^Rex declines: \d+ of 16 squares can still matter$"):
        check_computer_accepts(match, 1, Thought(0, 0, DRAWN))
    with pytest.raises(DrawDeclined, match="has not judged"):
        check_computer_accepts(nearly_dead("random"), 1, Thought(0, 0))


def test_a_draw_with_a_computer_ends_the_game_and_is_recorded() -> None:
    session = Session(1)
    limit = Limit(seconds=1.0)
    match = session.new_match(
        Setup(Geometry(4, 4, 4), [Player("Ada"), Player("Rex", level="expert", limit=limit)])
    )
    runner = AtOnce()
    controller = Controller(session, match, runner)
    controller.request_move()
    with pytest.raises(IllegalMove, match="after the first move"):
        controller.offer_draw()
    answers = iter(NEARLY_DEAD.split()[1::2])
    for name in NEARLY_DEAD.split()[::2]:
        controller.place(match.setup.geometry.parse(name))
        if match.game.outcome is None:
            with pytest.raises(NotYourTurn):
                controller.offer_draw()
            assert runner.asked is not None
            (_, question), square = runner.asked, match.setup.geometry.parse(next(answers))
            controller.accept(Answer(question, square, thought=Thought(square, 0, DRAWN)))
    taken = controller.undo()
    controller.redo()
    assert len(taken) == 2
    controller.offer_draw()
    assert match.game.outcome is not None
    assert match.game.outcome.termination is Termination.AGREEMENT
    assert (match.points, match.draws_in_a_row) == ([0, 0], 1)
    assert not controller.is_thinking
    with pytest.raises(GameOver):
        controller.offer_draw()

    for again in (from_text(to_text(Record(match.game))), from_data(to_data(Record(match.game)))):
        assert result_text(again.game) == "draw: agreement"
        assert again.game.moves == match.game.moves


def test_what_a_computer_thought_of_another_position_does_not_count() -> None:
    session = Session(1)
    match = session.new_match(Setup(Geometry(4, 4, 4), [Player("Ada"), Player("Rex", level="expert")]))
    for name in NEARLY_DEAD.split():
        match.place(name)
    controller = Controller(session, match, AtOnce())
    with pytest.raises(DrawDeclined, match="has not judged the position"):
        controller.offer_draw()
