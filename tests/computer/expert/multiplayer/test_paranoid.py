"""The expert with more than two players: against brute force on 3×3, and against scorers."""

from random import Random

import pytest

from tests.support.reference import CERTAIN, Board, MaxN, Paranoid
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, make_setup, position_of
from ttt_tui.computer import LEVELS
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.open_lines import OpenLines
from ttt_tui.computer.expert.multiplayer.root import CERTAIN_WIN, ParanoidSearch
from ttt_tui.engine import Game, Limit, Position


def searched(position: Position) -> dict[int, int]:
    search = ParanoidSearch(position, Budget(Limit(), NEVER))
    values = dict(search.values(position.moves, len(position.moves)))
    assert search.saw_everything
    return values


def expected(worth: int) -> int:
    sign = (worth > 0) - (worth < 0)
    return sign * (CERTAIN_WIN - (CERTAIN - abs(worth)))


def random_boards(players: int, count: int, fewest: int) -> list[Board]:
    """Positions of 3×3 that random play reaches and that go on."""
    random = Random(players)
    found = []
    while len(found) < count:
        board = Board(3, 3, 3, list(range(players)))
        for cell in random.sample(board.empty(), random.randint(fewest, 7)):
            board.place(cell)
        if not any(board.has_line(player) for player in range(players)):
            found.append(board)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("players", "fewest"), [(2, 1), (3, 2), (4, 2)])
def test_values_are_those_of_brute_force(players: int, fewest: int) -> None:
    minimax = MaxN()
    for board in random_boards(players, sampled(40, 15), fewest):
        position = position_of(board)
        values = searched(position)
        truth = Paranoid(board.to_move)
        worth = truth.worth(board)
        assert max(values.values()) == expected(worth)
        for square, value in values.items():
            child = board.copy()
            child.place(cell_of(position.geometry, square))
            exact = (
                CERTAIN - len(child.cells)
                if child.completed(cell_of(position.geometry, square))
                else truth.worth(child)
            )
            assert value >= expected(exact)
            if value == max(values.values()):
                assert exact == worth
        if players == 2:
            assert worth == minimax.worth(board)[board.to_move]


def test_open_lines_are_kept_up_to_date() -> None:
    random = Random(3)
    for _ in range(100):
        players = random.randint(2, 5)
        game = Game(make_setup(random.randint(3, 7), random.randint(3, 7), 3, players))
        lines = OpenLines(game.position)
        before = (lines.worth, lines.ready, lines.weight, lines.occupied)
        order = random.sample(game.position.moves, len(game.position.moves))
        played = 0
        for square in order[: random.randint(1, len(order))]:
            if not game.position.is_dead() and not game.position.completing(game.position.to_move):
                lines.play(square, game.position.to_move)
                game.position.play(square)
                played += 1
        fresh = OpenLines(game.position)
        assert (lines.worth, lines.ready, lines.weight) == (fresh.worth, fresh.ready, fresh.weight)
        for player in range(players):
            assert lines.completing(player) == game.position.completing(player)
        for _ in range(played):
            lines.undo()
        assert (lines.worth, lines.ready, lines.weight, lines.occupied) == before


@pytest.mark.parametrize("players", [3, 5])
def test_it_wins_at_once_and_stops_the_next_player(players: int) -> None:
    for me in range(players):
        for winner in (me, (me + 1) % players):
            position = Position(make_setup(8, 8, 4, players).geometry, players, first=me)
            for column in range(3):
                position.stones[winner] |= 1 << position.geometry.at(column, 2)
            position.occupied = position.stones[winner]
            thought = LEVELS["expert"].make(0).think(position, Limit(nodes=3000))
            assert thought.move == position.geometry.at(3, 2)


@pytest.mark.slow
def test_it_wins_more_than_its_share_against_scorers() -> None:
    # Scorers among themselves draw: whoever is about to complete a line is stopped by all the others.
    won, lost = played(players=3, seeds=4)
    assert won > 12 / 3 > lost
    won, lost = played(players=4, seeds=1, size=11)  # nothing can be forced here
    assert won >= 2
    assert lost == 0


def played(players: int, seeds: int, size: int = 8) -> tuple[int, int]:
    """How many games the expert wins and loses against scorers in all other seats, from every seat."""
    won = lost = 0
    for seat in range(players):
        for seed in range(seeds):
            game = Game(make_setup(size, size, 4, players))
            levels = ["expert" if player == seat else "scorer" for player in range(players)]
            computers = [LEVELS[level].make(17 * seed + player) for player, level in enumerate(levels)]
            while game.outcome is None:
                game.place(computers[game.position.to_move].think(game.position, Limit(nodes=3000)).move)
            won += game.outcome.winner == seat
            lost += game.outcome.winner not in (seat, None)
    return won, lost
