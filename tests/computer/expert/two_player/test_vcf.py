"""Wins by force: known positions, and every answer played out against every defence by a plain referee."""

from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from tests.support.reference import Board, Cell
from tests.support.sample import POSITIONS
from tests.support.sampling import sampled
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import UNTIMED_NODES, Budget
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.search_tables import ProofTables
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vcf import ForcedWin, VCFSearch
from ttt_tui.computer.expert.two_player.vct import VCTSearch
from ttt_tui.engine import Geometry, Limit


@dataclass
class Referee(Board):
    """A position by the plain rules, which can be shown to the package."""

    proofs: ProofTables | None = None
    """What searches for threes have proved in this game; at first nothing."""
    nodes: int = 0
    """What the latest search took."""

    def board(self) -> ThreatBoard:
        geometry = Geometry(self.columns, self.rows, self.k)
        masks = [0, 0]
        for cell, player in self.cells.items():
            masks[player] |= 1 << geometry.at(*cell)
        return ThreatBoard(lines_of(geometry), (masks[0], masks[1]))

    def forced_win(self, attacker: int, kind: str, most: int = 0, nodes: int = 1_000_000) -> ForcedWin | None:
        """What the package says of the position, the attacker to move; `most` is for fours only."""
        board, budget = self.board(), Budget(Limit(), NEVER)
        if kind == "fours":
            fours = VCFSearch(board, budget)
            found = fours.by_fours(attacker, most, nodes / UNTIMED_NODES)
            assert found or fours.exhausted
        else:
            self.proofs = self.proofs or ProofTables(board.geometry)
            threes = VCTSearch(board, budget, self.proofs, certain=True)
            found = threes.by_threes(attacker, nodes / UNTIMED_NODES)
            assert found or threes.exhausted or nodes < 1_000_000
        self.nodes = budget.nodes
        return found

    def cell(self, square: int) -> Cell:
        return square % (self.columns + 1), square // (self.columns + 1)


@cache
def lines_of(geometry: Geometry) -> LineStates:
    return LineStates(geometry)


def check_win(referee: Referee, attacker: int, kind: str, most: int, plies: int) -> None:
    """Expect that the attacker, to move, wins in so many plies at most, whatever the defender does."""
    found = referee.forced_win(attacker, kind, most)
    assert found is not None
    assert found.plies <= plies
    assert len(found.pv) == found.plies == len(set(found.pv))
    move = referee.cell(found.pv[0])
    assert move not in referee.cells
    referee.cells[move] = attacker
    if not referee.has_line(attacker):
        threats = referee.wins_at(attacker)
        losing = referee.wins_at(1 - attacker)
        assert not losing, "the defender would simply win"
        if kind == "fours":
            assert threats, "every move is a four"
        # With a four on the board, every other reply lets the attacker complete it.
        for reply in sorted(threats) if threats else referee.empty():
            referee.cells[reply] = 1 - attacker
            check_win(referee, attacker, kind, most - 1, plies - 2)
            del referee.cells[reply]
    del referee.cells[move]


def check_win_by_threes(referee: Referee, attacker: int, found: ForcedWin) -> None:
    """Expect that a win holds against every defence if it is short, else against some of those there are."""
    if found.plies <= 7:
        check_win(referee, attacker, "threes", 0, found.plies)
        return
    random = Random(found.plies)
    for _ in range(30):
        game = replace(referee, cells=dict(referee.cells))
        left, win = found.plies, game.forced_win(attacker, "threes")
        while win and not game.has_line(attacker):
            assert win.plies <= left
            game.cells[game.cell(win.pv[0])] = attacker
            if game.has_line(attacker):
                break
            assert not game.wins_at(1 - attacker), "the defender would simply win"
            replies = list(game.wins_at(attacker)) or [game.cell(win.pv[1]), random.choice(game.empty())]
            game.cells[random.choice(replies)] = 1 - attacker
            left, win = left - 2, game.forced_win(attacker, "threes")
        assert game.has_line(attacker)


def known(entry: dict) -> tuple[Referee, int]:
    stones = {tuple(cell): player for player, name in enumerate("XO") for cell in entry[name]}
    attacker = "XO".index(entry["to_move"])
    return Referee(entry["width"], entry["height"], entry["k"], [0, 1], attacker, stones), attacker


@pytest.mark.slow
@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: str(entry["id"]))
def test_known_positions(entry: dict) -> None:
    referee, attacker = known(entry)
    found = referee.forced_win(attacker, "fours", 40)
    if entry["fours"] is None:
        assert found is None
        return
    assert found is not None
    assert found.plies == entry["plies"]
    assert list(referee.cell(found.pv[0])) in entry["first_min"]
    check_win(referee, attacker, "fours", entry["fours"], entry["plies"])
    if entry["fours"]:
        assert referee.forced_win(attacker, "fours", entry["fours"] - 1) is None


def test_puzzles_of_up_to_nine_plies_take_few_nodes() -> None:
    # What is aimed at is 10 ms for each on a quick machine, which looks at ten nodes and more in each.
    for entry in POSITIONS:
        if entry["fours"] is not None and entry["plies"] <= 9 and entry["width"] == 15:
            referee, attacker = known(entry)
            assert referee.forced_win(attacker, "fours", 40)
            assert referee.nodes <= 100, entry["id"]


@pytest.mark.sample(every=24)
@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: str(entry["id"]))
def test_threes_find_what_fours_find_and_hold_against_every_defence(entry: dict) -> None:
    referee, attacker = known(entry)
    fours = referee.forced_win(attacker, "fours", 3)
    found = referee.forced_win(attacker, "threes", nodes=1000)
    assert found or not fours
    if found:
        check_win_by_threes(referee, attacker, found)


@pytest.mark.slow
def test_on_random_positions_every_win_holds_and_a_shortest_win_by_fours_is_never_missed() -> None:
    random = Random(5)
    wins = 0
    for _ in range(sampled(250, 100)):
        k = random.choice([3, 4, 4, 5])
        referee = Referee(random.randint(4, 7), random.randint(4, 7), k, [0, 1])
        cells = random.sample(referee.empty(), random.randint(3, 14))
        referee.cells = {cell: i % 2 for i, cell in enumerate(cells)}
        if referee.has_line(0) or referee.has_line(1):
            continue
        attacker = len(cells) % 2
        most = next((n for n in range(4) if plain_fours(referee, attacker, n)), None)
        found = referee.forced_win(attacker, "fours", 3)
        assert (found and found.plies) == (None if most is None else 2 * most + 1)
        if found := referee.forced_win(attacker, "threes"):
            wins += 1
            check_win_by_threes(referee, attacker, found)
        else:
            assert most is None
    assert wins > sampled(50, 20)


@pytest.mark.slow
def test_a_win_by_up_to_two_threes_is_never_missed() -> None:
    random = Random(8)
    wins = 0
    for _ in range(sampled(60, 35)):
        referee = Referee(5, 5, 4, [0, 1])
        cells = random.sample(referee.empty(), random.randint(8, 12))
        referee.cells = {cell: i % 2 for i, cell in enumerate(cells)}
        attacker = len(cells) % 2
        if referee.has_line(0) or referee.has_line(1) or plain_fours(referee, attacker, 3):
            continue
        if plain_threes(referee, attacker, 2):
            wins += 1
            assert referee.forced_win(attacker, "threes"), referee.cells
    assert wins >= sampled(3, 2)


def plain_threes(referee: Referee, attacker: int, left: int) -> bool:
    """Whether the attacker, to move, wins by so many fours and threes at most, then fours: tries all."""
    if plain_fours(referee, attacker, 2):
        return True
    if left == 0 or referee.wins_at(1 - attacker):
        return False

    def holds_against(reply: Cell) -> bool:
        referee.cells[reply] = 1 - attacker
        holds = not referee.has_line(1 - attacker) and plain_threes(referee, attacker, left - 1)
        del referee.cells[reply]
        return holds

    for move in referee.empty():
        referee.cells[move] = attacker
        won = plain_fours(referee, attacker, 1) and all(map(holds_against, referee.empty()))
        del referee.cells[move]
        if won:
            return True
    return False


def plain_fours(referee: Referee, attacker: int, left: int) -> bool:
    """Whether the attacker, to move, wins by at most so many fours: every move tried, nothing clever."""
    if referee.wins_at(attacker):
        return True
    if left == 0:
        return False
    for move in referee.empty():
        referee.cells[move] = attacker
        threats = referee.wins_at(attacker)
        won = bool(threats) and not referee.wins_at(1 - attacker)
        for reply in threats if won else ():
            referee.cells[reply] = 1 - attacker
            won &= plain_fours(referee, attacker, left - 1)
            del referee.cells[reply]
        del referee.cells[move]
        if won:
            return True
    return False


def test_two_windows_that_lack_the_same_squares_are_one_threat() -> None:
    # XX__X with four in a row: both windows lack the two squares between, so a stone there threatens one.
    referee = Referee.read("OXX..XO ....... ....... .......", 4)
    assert referee.forced_win(0, "fours", 5) is None


def test_fours_that_a_four_of_the_other_side_stops_are_not_played() -> None:
    # O is about to complete a column: X has to go there first, and that is no four.
    referee = Referee.read(".XXX... ....... O...... O...... O...... O...... .......", 5)
    referee.cells[0, 1] = 0
    assert referee.wins_at(1) == {(0, 6)}
    assert referee.forced_win(0, "fours", 6) is None
    assert referee.forced_win(0, "threes") is None


CROSS = "........... ....X...... ....X...... .....XX.... ........... ........... O....O..... ...O.....O."


def test_two_threes_at_once_are_seen_without_a_search_and_hold_against_every_defence() -> None:
    referee = Referee.read(CROSS, 5)
    found = referee.forced_win(0, "threes", nodes=1)
    assert found is not None
    assert found.plies == 5
    check_win(referee, 0, "threes", 0, 5)


def test_two_threes_at_once_are_no_proof_against_a_defender_with_a_four() -> None:
    # O replies with a four on the row, which gives it a second move, for the column.
    referee = Referee.read(CROSS, 5)
    referee.cells |= {(7, 4): 1, (7, 5): 1, (7, 6): 1, (7, 7): 0}
    found = referee.forced_win(0, "threes")
    if found is not None:  # if it wins, then not by those two alone
        assert found.plies > 5
        check_win_by_threes(referee, 0, found)


def test_a_search_that_runs_out_of_nodes_says_so_and_leaves_the_board_alone() -> None:
    referee, attacker = known(next(entry for entry in POSITIONS if entry["fours"] == 7))
    board = referee.board()
    wins = VCFSearch(board, Budget(Limit(), NEVER))
    before = (board.stones.copy(), board.planes.copy(), board.strengths)
    assert wins.by_fours(attacker, 40, 50 / UNTIMED_NODES) is None
    assert not wins.exhausted
    assert (board.stones, board.planes, board.strengths) == before
    assert wins.by_fours(attacker, 40, 10.0)
