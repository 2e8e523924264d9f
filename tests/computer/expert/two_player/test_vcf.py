"""Wins by force: known positions, and every answer played out against every defence by a plain referee."""

import threading
from dataclasses import dataclass
from random import Random

import pytest

from tests.support.reference import Cell, lines
from tests.support.sample import POSITIONS
from tests.support.sampling import sampled
from ttt_tui.computer.budget import UNTIMED_NODES, Budget
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.search_tables import ProofTables
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vcf import ForcedWin, VCFSearch
from ttt_tui.computer.expert.two_player.vct import VCTSearch
from ttt_tui.engine import Geometry, Limit

KNOWN = {(each["width"], each["height"], each["k"]): None for each in POSITIONS}


@dataclass
class Referee:
    """A position as a plain dict, and the rules by walking all lines."""

    columns: int
    rows: int
    k: int
    stones: dict[Cell, int]
    proofs: ProofTables | None = None
    """What searches for threes have proved in this game; at first nothing."""
    nodes: int = 0
    """What the latest search took."""

    def __post_init__(self) -> None:
        if self.proofs is None:
            self.proofs = ProofTables(Geometry(self.columns, self.rows, self.k))

    def completing(self, player: int) -> set[Cell]:
        """Where one stone of the player makes a line."""
        found = set()
        for line in lines(self.columns, self.rows, self.k):
            missing = [cell for cell in line if self.stones.get(cell) != player]
            if len(missing) == 1 and missing[0] not in self.stones:
                found.add(missing[0])
        return found

    def has_line(self, player: int) -> bool:
        return any(
            all(self.stones.get(cell) == player for cell in line)
            for line in lines(self.columns, self.rows, self.k)
        )

    def empty(self) -> list[Cell]:
        return [
            (column, row)
            for row in range(self.rows)
            for column in range(self.columns)
            if (column, row) not in self.stones
        ]

    def forced_win(self, attacker: int, kind: str, most: int, nodes: int = 1_000_000) -> ForcedWin | None:
        """What the package says of the position, the attacker to move; `most` is for fours only."""
        geometry = Geometry(self.columns, self.rows, self.k)
        masks = [0, 0]
        for (column, row), player in self.stones.items():
            masks[player] |= 1 << geometry.at(column, row)
        key = (self.columns, self.rows, self.k)
        if KNOWN.get(key) is None:
            KNOWN[key] = LineStates(geometry)
        board, budget = ThreatBoard(KNOWN[key], (masks[0], masks[1])), Budget(Limit(), threading.Event())
        fours = VCFSearch(board, budget)
        if kind == "fours":
            found = fours.by_fours(attacker, most, nodes / UNTIMED_NODES)
            assert found or fours.exhausted
        else:
            assert self.proofs is not None
            threes = VCTSearch(board, budget, self.proofs, certain=True)
            found = threes.by_threes(attacker, nodes / UNTIMED_NODES)
            assert found or threes.exhausted or nodes < 1_000_000
        self.nodes = budget.nodes
        return found

    def cell(self, square: int) -> Cell:
        return square % (self.columns + 1), square // (self.columns + 1)


def check_win(referee: Referee, attacker: int, kind: str, most: int, plies: int) -> None:
    """Expect that the attacker, to move, wins in so many plies at most, whatever the defender does."""
    found = referee.forced_win(attacker, kind, most)
    assert found is not None
    assert found.plies <= plies
    assert len(found.pv) == found.plies == len(set(found.pv))
    move = referee.cell(found.pv[0])
    assert move not in referee.stones
    referee.stones[move] = attacker
    if not referee.has_line(attacker):
        threats = referee.completing(attacker)
        losing = referee.completing(1 - attacker)
        assert not losing, "the defender would simply win"
        if kind == "fours":
            assert threats, "every move is a four"
        # With a four on the board, every other reply lets the attacker complete it.
        for reply in sorted(threats) if threats else referee.empty():
            referee.stones[reply] = 1 - attacker
            check_win(referee, attacker, kind, most - 1, plies - 2)
            del referee.stones[reply]
    del referee.stones[move]


def check_win_by_threes(referee: Referee, attacker: int, found: ForcedWin) -> None:
    """Expect that a win holds against every defence if it is short, else against some of those there are."""
    if found.plies <= 7:
        check_win(referee, attacker, "threes", 0, found.plies)
        return
    random = Random(found.plies)
    for _ in range(30):
        game = Referee(referee.columns, referee.rows, referee.k, dict(referee.stones), referee.proofs)
        left, win = found.plies, game.forced_win(attacker, "threes", 0)
        while win and not game.has_line(attacker):
            assert win.plies <= left
            game.stones[game.cell(win.pv[0])] = attacker
            if game.has_line(attacker):
                break
            assert not game.completing(1 - attacker), "the defender would simply win"
            replies = list(game.completing(attacker)) or [game.cell(win.pv[1]), random.choice(game.empty())]
            game.stones[random.choice(replies)] = 1 - attacker
            left, win = left - 2, game.forced_win(attacker, "threes", 0)
        assert game.has_line(attacker)


def drawn(text: str, k: int) -> Referee:
    """A referee for a drawn board."""
    rows = text.split()
    stones = {
        (column, row): "XO".index(mark)
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark != "."
    }
    return Referee(len(rows[0]), len(rows), k, stones)


def known(entry: dict) -> tuple[Referee, int]:
    """A position of the sample and its attacker."""
    stones = {tuple(cell): player for player, name in enumerate("XO") for cell in entry[name]}
    return Referee(entry["width"], entry["height"], entry["k"], stones), "XO".index(entry["to_move"])


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
    found = referee.forced_win(attacker, "threes", 0, nodes=1000)
    assert found or not fours
    if found:
        check_win_by_threes(referee, attacker, found)


def test_on_random_positions_every_win_holds_and_a_shortest_win_by_fours_is_never_missed() -> None:
    random = Random(5)
    wins = 0
    for _ in range(sampled(250, 100)):
        k = random.choice([3, 4, 4, 5])
        referee = Referee(random.randint(4, 7), random.randint(4, 7), k, {})
        cells = random.sample(referee.empty(), random.randint(3, 14))
        referee.stones = {cell: i % 2 for i, cell in enumerate(cells)}
        if referee.has_line(0) or referee.has_line(1):
            continue
        attacker = len(cells) % 2
        most = next((n for n in range(4) if plain_fours(referee, attacker, n)), None)
        found = referee.forced_win(attacker, "fours", 3)
        assert (found and found.plies) == (None if most is None else 2 * most + 1)
        if found := referee.forced_win(attacker, "threes", 0):
            wins += 1
            check_win_by_threes(referee, attacker, found)
        else:
            assert most is None
    assert wins > sampled(50, 20)


def test_a_win_by_up_to_two_threes_is_never_missed() -> None:
    random = Random(8)
    wins = 0
    for _ in range(sampled(60, 35)):
        referee = Referee(5, 5, 4, {})
        cells = random.sample(referee.empty(), random.randint(8, 12))
        referee.stones = {cell: i % 2 for i, cell in enumerate(cells)}
        attacker = len(cells) % 2
        if referee.has_line(0) or referee.has_line(1) or plain_fours(referee, attacker, 3):
            continue
        if plain_threes(referee, attacker, 2):
            wins += 1
            assert referee.forced_win(attacker, "threes", 0), referee.stones
    assert wins >= sampled(3, 2)


def plain_threes(referee: Referee, attacker: int, left: int) -> bool:
    """Whether the attacker, to move, wins by so many fours and threes at most, then fours: tries all."""
    if plain_fours(referee, attacker, 2):
        return True
    if left == 0 or referee.completing(1 - attacker):
        return False
    for move in referee.empty():
        referee.stones[move] = attacker
        won = plain_fours(referee, attacker, 1) and all(
            holds_against(referee, attacker, reply, left - 1) for reply in referee.empty()
        )
        del referee.stones[move]
        if won:
            return True
    return False


def holds_against(referee: Referee, attacker: int, reply: Cell, left: int) -> bool:
    """Whether the attacker still wins after this reply."""
    referee.stones[reply] = 1 - attacker
    won = not referee.has_line(1 - attacker) and plain_threes(referee, attacker, left)
    del referee.stones[reply]
    return won


def plain_fours(referee: Referee, attacker: int, left: int) -> bool:
    """Whether the attacker, to move, wins by at most so many fours: every move tried, nothing clever."""
    if referee.completing(attacker):
        return True
    if left == 0:
        return False
    for move in referee.empty():
        referee.stones[move] = attacker
        threats = referee.completing(attacker)
        won = False
        if threats and not referee.completing(1 - attacker):
            won = True
            for reply in threats:
                referee.stones[reply] = 1 - attacker
                won &= plain_fours(referee, attacker, left - 1)
                del referee.stones[reply]
        del referee.stones[move]
        if won:
            return True
    return False


def test_two_windows_that_lack_the_same_squares_are_one_threat() -> None:
    # XX__X with four in a row: both windows lack the two squares between, so a stone there threatens one.
    referee = drawn("OXX..XO ....... ....... .......", 4)
    assert referee.forced_win(0, "fours", 5) is None


def test_fours_that_a_four_of_the_other_side_stops_are_not_played() -> None:
    # O is about to complete a column: X has to go there first, and that is no four.
    referee = drawn(".XXX... ....... O...... O...... O...... O...... .......", 5)
    referee.stones[0, 1] = 0
    assert referee.completing(1) == {(0, 6)}
    assert referee.forced_win(0, "fours", 6) is None
    assert referee.forced_win(0, "threes", 0) is None


CROSS = "........... ....X...... ....X...... .....XX.... ........... ........... O....O..... ...O.....O."


def test_two_threes_at_once_are_seen_without_a_search_and_hold_against_every_defence() -> None:
    referee = drawn(CROSS, 5)
    found = referee.forced_win(0, "threes", 0, nodes=1)
    assert found is not None
    assert found.plies == 5
    check_win(referee, 0, "threes", 0, 5)


def test_two_threes_at_once_are_no_proof_against_a_defender_with_a_four() -> None:
    # O replies with a four on the row, which gives it a second move, for the column.
    referee = drawn(CROSS, 5)
    referee.stones |= {(7, 4): 1, (7, 5): 1, (7, 6): 1, (7, 7): 0}
    found = referee.forced_win(0, "threes", 0)
    if found is not None:  # if it wins, then not by those two alone
        assert found.plies > 5
        check_win_by_threes(referee, 0, found)


def test_a_search_that_runs_out_of_nodes_says_so_and_leaves_the_board_alone() -> None:
    referee, attacker = known(next(entry for entry in POSITIONS if entry["fours"] == 7))
    geometry = Geometry(referee.columns, referee.rows, referee.k)
    masks = [0, 0]
    for (column, row), player in referee.stones.items():
        masks[player] |= 1 << geometry.at(column, row)
    board = ThreatBoard(LineStates(geometry), (masks[0], masks[1]))
    wins = VCFSearch(board, Budget(Limit(), threading.Event()))
    before = (board.stones.copy(), board.planes.copy(), board.strengths)
    assert wins.by_fours(attacker, 40, 50 / UNTIMED_NODES) is None
    assert not wins.exhausted
    assert (board.stones, board.planes, board.strengths) == before
    assert wins.by_fours(attacker, 40, 10.0)
