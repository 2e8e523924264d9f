"""Moves that let the other side win by force: found out, whatever was looked for before, and not played.

Also when the time is short: none is played unchecked, and a likely win is believed.
"""

from random import Random

import pytest

from ttt_tui.computer import LEVELS
from ttt_tui.computer.base import NEVER, ignore_report
from ttt_tui.computer.budget import UNTIMED_NODES, Budget
from ttt_tui.computer.expert.two_player.candidates import Refutations
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.root import TwoPlayerSearch
from ttt_tui.computer.expert.two_player.search_tables import ProofTables, SearchTables
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.values import DECIDED
from ttt_tui.computer.expert.two_player.vcf import ForcedWin
from ttt_tui.computer.expert.two_player.vct import VCTSearch
from ttt_tui.engine import Geometry, Limit, Position, Square, squares_of

GOMOKU = Geometry(15, 15, 5)
NAMES = {GOMOKU.name(square): square for square in GOMOKU.squares}


def search(
    geometry: Geometry, moves: list[Square], proofs: ProofTables | None = None, certain: bool = False
) -> VCTSearch:
    stones = [0, 0]
    for ply, square in enumerate(moves):
        stones[ply % 2] |= 1 << square
    board = ThreatBoard(LineStates(geometry), (stones[0], stones[1]))
    return VCTSearch(board, Budget(Limit(), NEVER), proofs or ProofTables(geometry), certain)


def wins(searching: VCTSearch, attacker: int) -> bool | None:
    """Whether the attacker wins by force if it moves now; None if nobody may ask, or it was not found out."""
    anywhere, _ = searching.board.threats()
    if anywhere >> searching.board.five[1 - attacker] & searching.board.mask:
        return None
    found = searching.by_threes(attacker, 2000 / UNTIMED_NODES)
    return found is not None if found or searching.exhausted else None


@pytest.mark.slow
def test_what_was_found_when_a_side_moved_twice_is_not_mixed_up_with_real_positions() -> None:
    random = Random(6)  # six of its positions were taken for another with the same stones
    geometry = Geometry(7, 7, 4)
    decided = set()
    for _ in range(6):
        moves = random.sample(sorted(geometry.squares), random.randint(3, 8))
        shared = ProofTables(geometry)
        attacker = len(moves) % 2
        for game in (moves, *([*moves, move] for move in set(geometry.squares) - set(moves))):
            fresh = wins(search(geometry, game), attacker)  # after its own move it moves twice in a row
            assert wins(search(geometry, game, shared), attacker) == fresh
            decided.add(fresh)
    assert {True, False} <= decided


@pytest.mark.slow
def test_a_stone_more_never_helps_the_other_side() -> None:
    # It is why one look at the other side moving twice can clear all moves at once.
    random = Random(12)
    geometry = Geometry(7, 6, 4)
    cleared = 0
    for _ in range(60):
        moves = random.sample(sorted(geometry.squares), random.randint(4, 9))
        me = len(moves) % 2
        if wins(search(geometry, moves), 1 - me) is not False or wins(search(geometry, moves), me) is None:
            continue
        for move in set(geometry.squares) - set(moves):
            cleared += wins(search(geometry, [*moves, move]), 1 - me) is False
            assert wins(search(geometry, [*moves, move]), 1 - me) is not True
    assert cleared > 100


@pytest.mark.slow
def test_where_no_win_is_likely_there_is_none() -> None:
    random = Random(21)
    geometry = Geometry(8, 8, 4)
    both = likely_only = 0
    for _ in range(400):
        moves = random.sample(sorted(geometry.squares), random.randint(8, 16))
        attacker = len(moves) % 2
        likely = wins(search(geometry, moves), attacker)
        certain = wins(search(geometry, moves, certain=True), attacker)
        assert not (certain and likely is False)
        both += bool(certain and likely)
        likely_only += likely is True and certain is False
    assert both > 50
    assert likely_only < both / 10


def test_only_moves_that_stop_a_threat_stand() -> None:
    # X has three in a row with room on both sides.
    moves = [NAMES[name] for name in ("g8", "a1", "h8", "o1", "i8")]
    searching = search(GOMOKU, moves)
    refutations = Refutations(searching.board, 1, searching)
    refutations.find_threat()
    assert refutations.threat == ForcedWin(3, refutations.threat.pv)
    stopping = {NAMES[name] for name in ("f8", "j8")}
    others = {NAMES[name] for name in ("e8", "k8", "c3", "h7", "o15")}
    for move in stopping | others:
        refutations.check(move, 1.0)
    assert refutations.found.keys() == others


@pytest.mark.slow
@pytest.mark.parametrize(
    "names",
    ["k5 j4 j6 i7 i5 k7 h5 g5 h7 h4", "j7 l8 h4 g6 k9 h7 j9 j10 j5", "j7 h8 k6 i8 j6 h7"],
)
def test_the_expert_plays_no_move_after_which_it_is_lost_by_force(names: str) -> None:
    # Positions of lost games: the moves that look best there lose by force in 19 plies and more.
    moves = [NAMES[name] for name in names.split()]
    position = Position(GOMOKU, 2)
    for square in moves:
        position.play(square)
    thought = LEVELS["expert"].make(0).think(position, Limit(nodes=60_000))
    searching = search(GOMOKU, [*moves, thought.move])
    assert searching.by_threes((len(moves) + 1) % 2, 2500 / UNTIMED_NODES) is None


# --- when the time is short ------------------------------------------------------------------------------


def crowded(seed: int, plies: int) -> Position:
    """Stones close to one another, as in a game, and nobody has four of five."""
    random, position = Random(seed), Position(GOMOKU, players=2)
    while position.ply < plies:
        if not position.ply:
            position.play(GOMOKU.parse("h8"))
            continue
        stones = list(squares_of(position.occupied))
        near = {
            square
            for stone in stones
            for step in GOMOKU.directions
            for square in (stone + step, stone - step, stone + 2 * step, stone - 2 * step)
            if square in GOMOKU and position.empty >> square & 1
        }
        position.play(random.choice(sorted(near)))
        if position.completing(0) or position.completing(1):
            position.undo()
    return position


class Watched(TwoPlayerSearch):
    """Notes which moves were tried against wins by force."""

    def __init__(self, position: Position, nodes: int) -> None:
        limit = Limit(nodes=nodes)
        super().__init__(
            SearchTables(GOMOKU, None, 30), position, limit, Budget(limit, NEVER), ignore_report, Random(0)
        )
        self.checked: set[Square] = set()
        check = self.refutations.check

        def note(move: Square, share: float) -> None:
            check(move, share)
            self.checked.add(move)

        self.refutations.check = note  # type: ignore[method-assign]


@pytest.mark.slow
def test_no_move_is_played_that_was_not_tried_against_wins_by_force() -> None:
    tried = threatened = 0
    for position in (crowded(seed, 8 + seed % 9) for seed in range(40)):
        for nodes in (1500, 3000):
            thinking = Watched(position.copy(), nodes)
            thought = thinking.think()
            if thought.proof or (thought.score or 0) > DECIDED:
                continue
            threatened += thinking.refutations.threat is not None
            tried += 1
            assert thought.move in thinking.checked
            lost = thinking.refutations.found
            assert thought.move not in lost or thinking.checked <= lost.keys()
    assert tried > 30
    assert threatened > 10


@pytest.mark.slow
def test_a_likely_win_is_played_when_its_proof_takes_too_long() -> None:
    believed = 0
    for position in (crowded(seed, 8 + seed % 9) for seed in range(40)):
        thinking = Watched(position.copy(), 1200)
        found = thinking.likely.by_threes(thinking.me, 0.2)
        if found is None:
            continue
        thinking = Watched(position.copy(), 1200)
        proofs = thinking.certain.by_threes
        thinking.certain.by_threes = lambda attacker, share, proofs=proofs: proofs(attacker, 0.0)  # type: ignore[method-assign]
        thought = thinking.think()
        if thinking.certain.exhausted or thought.proof:
            continue
        believed += 1
        assert thought.move == thought.pv[0]
        assert thought.proof is None
        assert thought.score is not None
        assert thought.score > DECIDED
    assert believed > 0
