"""Under limits of time a level keeps what it proved in this game; under others each move stands alone."""

from copy import deepcopy
from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.computer import LEVELS, Computer, Proof, Value, iterative_deepening
from ttt_tui.computer.budget import Budget
from ttt_tui.engine import Game, Geometry, Limit, Position, Setup
from ttt_tui.errors import OutOfTime

A_MINUTE = Limit(seconds=60.0)
PATIENT, BUSY = 10_000_000, 1  # nodes for which the machine has time

GAMES = {
    "4x4x3": ((4, 4, 3), "d4 c2"),
    "5x4x4, 6 stones": ((5, 4, 4), "c3 c1 b1 e1 c4 d2"),
    "5x4x4, 7 stones": ((5, 4, 4), "c1 d4 c4 b2 d3 b3 a4"),
}
"""Games in which the player to move has a win that was thrown away on a busy machine."""

QUIET = (5, 4, 4), "c3 c1 b1 e1 c4 d2 b4 a4"
"""A win in five plies whose first move threatens nothing at once."""


either = pytest.mark.parametrize("level", ["negamax", pytest.param("minimax", marks=pytest.mark.slow)])
"""Both keep it by the same code; minimax, which takes ten times as long, is quick in one test."""


class Machine:
    """Gives budgets that run out at a chosen node, whatever the time."""

    def __init__(self) -> None:
        self.nodes = PATIENT

    def budget(self, limit: Limit, stop: object) -> Budget:
        nodes = self.nodes

        class Chosen(Budget):
            def tick(self) -> None:
                self.nodes += 1
                if self.nodes > nodes:
                    raise OutOfTime

            def is_up(self) -> bool:
                return self.nodes > nodes

        return Chosen(limit, stop)  # type: ignore[arg-type]  # what a budget takes


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(iterative_deepening, "Budget", machine.budget)
    return machine


def begun(size: tuple[int, int, int], moves: str) -> Game:
    game = Game(Setup(Geometry(*size)))
    for name in moves.split():
        game.place(name)
    return game


def after_its_proof(level: str, game: Game, machine: Machine) -> Computer:
    """Return a computer that has proved a win for the player to move and made its move."""
    computer = LEVELS[level].make(1)
    machine.nodes = PATIENT
    thought = computer.think(game.position, A_MINUTE)
    assert thought.proof is not None
    assert thought.proof.value is Value.WIN
    game.place(thought.move)
    machine.nodes = BUSY
    return computer


def is_won(game: Game, computer: Computer, dice: Random) -> bool:
    """Play on against moves by chance, and return whether the computer wins; it is the other's turn."""
    me = 1 - game.position.to_move
    while game.outcome is None:
        if game.position.to_move == me:
            thought = computer.think(game.position, A_MINUTE)
            assert thought.proof is not None
            assert thought.proof.value is Value.WIN
            game.place(thought.move)
        else:
            game.place(dice.choice(game.position.moves))
    return game.outcome.winner == me


@pytest.mark.parametrize(
    ("level", "example"),
    [
        ("negamax", "4x4x3"),
        ("minimax", "4x4x3"),
        pytest.param("negamax", "5x4x4, 6 stones", marks=pytest.mark.slow),
        pytest.param("minimax", "5x4x4, 6 stones", marks=pytest.mark.slow),
        pytest.param("negamax", "5x4x4, 7 stones", marks=pytest.mark.slow),
        pytest.param("minimax", "5x4x4, 7 stones", marks=pytest.mark.slow),
    ],
)
def test_a_win_is_kept_though_the_time_is_never_enough_again(
    level: str, example: str, machine: Machine
) -> None:
    dice = Random(1)
    game = begun(*GAMES[example])
    computer = after_its_proof(level, game, machine)
    for _ in range(sampled(50, 4)):
        again = Game(game.setup)
        for move in game.moves:
            assert move.square is not None
            again.place(move.square)
        assert is_won(again, deepcopy(computer), dice)


def replies(game: Game) -> list[Position]:
    """The positions after each reply that lets nobody complete a line at once."""
    found = []
    for square in game.position.moves:
        position = game.position.copy()
        mover = position.to_move
        position.play(square)
        if not any(position.completing(player) for player in (mover, position.to_move)):
            found.append(position)
    return found


@either
def test_each_reply_is_answered_by_a_move_that_wins_as_soon_as_promised(level: str, machine: Machine) -> None:
    for index in range(sampled(20, 3)):
        game = begun(*QUIET)
        computer = after_its_proof(level, game, machine)
        positions = replies(game)
        if index == len(positions):
            break
        position = positions[index]
        kept = computer.think(position, A_MINUTE)
        assert kept.proof is not None
        position.play(kept.move)
        machine.nodes = PATIENT
        fresh = LEVELS["negamax"].make(1).think(position, A_MINUTE)
        assert fresh.proof is not None
        assert fresh.proof.value is Value.LOSS
        assert fresh.proof.plies is not None
        assert kept.proof.plies is not None
        assert fresh.proof.plies < kept.proof.plies <= 5
        assert kept.ranked[0].square == kept.pv[0] == kept.move


@either
def test_a_win_in_one_comes_before_what_was_proved(level: str, machine: Machine) -> None:
    game = begun(*GAMES["4x4x3"])
    computer = after_its_proof(level, game, machine)
    mover = 1 - game.position.to_move
    at_once = game.position.completing(mover)
    assert at_once.bit_count() == 1
    game.place(next(square for square in game.position.moves if not at_once >> square & 1))
    thought = computer.think(game.position, A_MINUTE)
    assert at_once >> thought.move & 1
    assert thought.proof == Proof(Value.WIN, 1, is_exact=True)


@either
@pytest.mark.parametrize("limit", [Limit(depth=1), Limit(nodes=1), Limit(seconds=60.0, nodes=1), Limit()])
def test_under_other_limits_each_move_stands_alone(level: str, limit: Limit, machine: Machine) -> None:
    game = begun(*QUIET)
    computer = after_its_proof(level, game, machine)
    for position in replies(game):
        fresh, again = (thinker.think(position, limit) for thinker in (LEVELS[level].make(1), computer))
        assert (again.move, again.proof, again.nodes) == (fresh.move, fresh.proof, fresh.nodes)
    assert computer.think(replies(game)[0], A_MINUTE).proof is None, "nothing is left"


@either
def test_what_was_proved_is_forgotten_when_moves_are_taken_back_and_in_another_game(
    level: str, machine: Machine
) -> None:
    game = begun(*QUIET)
    computer = after_its_proof(level, game, machine)
    other_game = deepcopy(computer)
    one, other = (position for position in replies(game)[:2])
    assert computer.think(one, A_MINUTE).proof is not None
    assert computer.think(other, A_MINUTE).proof is None, "the reply was taken back"
    turned = begun((5, 4, 4), "c2 c4 b4 e4 c1 d3 b1 a1 a4 e1")
    assert turned.position.ply == game.position.ply + 1
    fresh = LEVELS[level].make(1).think(turned.position, A_MINUTE)
    found = other_game.think(turned.position, A_MINUTE)
    assert (found.move, found.proof) == (fresh.move, fresh.proof)


@either
def test_a_draw_is_kept_as_well(level: str, machine: Machine) -> None:
    dice = Random(2)
    for _ in range(5):
        game, computer = begun((3, 3, 3), "b2"), LEVELS[level].make(1)
        machine.nodes = PATIENT
        while game.outcome is None:
            if game.position.to_move:
                thought = computer.think(game.position, A_MINUTE)
                assert thought.proof is not None
                assert thought.proof.value is not Value.LOSS
                game.place(thought.move)
                machine.nodes = BUSY
            else:
                game.place(dice.choice(game.position.moves))
        assert game.outcome.winner != 0
