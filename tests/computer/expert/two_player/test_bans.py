"""The expert's search at renju: it knows what is forbidden, and what it proves is so."""

from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from tests.support.reference import Board, Cell, MaxN
from tests.support.renju_positions import positions
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, cells_of, play, position_after, position_of, reference_of
from ttt_tui.computer import Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.expert.two_player.alphabeta import PrincipalVariationSearch
from ttt_tui.computer.expert.two_player.candidates import Candidates
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.search_tables import ProofTables
from ttt_tui.computer.expert.two_player.threat_board import BansBoard, ThreatBoard, board_of
from ttt_tui.computer.expert.two_player.values import INFINITE, PROVED, PROVED_WIN, TranspositionTable
from ttt_tui.computer.expert.two_player.vcf import ForcedWin, VCFSearch
from ttt_tui.computer.expert.two_player.vct import VCTSearch
from ttt_tui.engine import Game, Geometry, Limit, LineRule, Mask, Rules, Setup, mask_of
from ttt_tui.errors import OutOfTime

RENJU = Rules(LineRule.RENJU)
BLACK, WHITE = 0, 1


@cache
def lines_of(columns: int, rows: int) -> LineStates:
    return LineStates(Geometry(columns, rows, 5, RENJU))


def threats_of(board: Board) -> BansBoard:
    lines = lines_of(board.columns, board.rows)
    stones = [0, 0]
    for cell, owner in board.cells.items():
        stones[owner] |= 1 << lines.geometry.at(*cell)
    found = board_of(lines, (stones[0], stones[1]))
    assert isinstance(found, BansBoard)
    return found


def forced_win(board: Board, attacker: int, kind: str) -> ForcedWin | None:
    threats, budget = threats_of(board), Budget(Limit(nodes=5_000), NEVER)
    with suppress(OutOfTime):
        if kind == "fours":
            return VCFSearch(threats, budget).by_fours(attacker, 20, 1.0)
        proofs = ProofTables(threats.geometry, 20)
        return VCTSearch(threats, budget, proofs, certain=True).by_threes(attacker, 1.0)
    return None


# --- the board -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_board_knows_what_the_reference_forbids_stone_by_stone() -> None:
    for board in positions(sampled(400, 8)):
        threats = BansBoard(lines_of(board.columns, board.rows))
        geometry, stones = threats.geometry, list(board.cells.items())
        for cell, owner in stones:
            threats.play(geometry.at(*cell), owner)
        forbidden = {cell for cell in board.empty() if board.forbidden(cell)}
        assert cells_of(geometry, barred(threats)) == forbidden
        assert cells_of(geometry, threats.legal(BLACK)) == {*board.empty()} - forbidden
        assert cells_of(geometry, threats.legal(WHITE)) == {*board.empty()}
        cell, _ = stones.pop()
        threats.undo()
        del board.cells[cell]
        assert cells_of(geometry, barred(threats)) == {
            cell for cell in board.empty() if board.forbidden(cell)
        }


def barred(threats: ThreatBoard) -> Mask:
    return threats.threats()[0] >> threats.barred[BLACK] & threats.mask


@pytest.mark.slow
def test_black_makes_only_fours_that_it_may_make_and_white_all_of_them() -> None:
    for seed in range(sampled(200, 4)):
        board = strewn(Random(seed))
        threats = threats_of(board)
        anywhere, _ = threats.threats()
        for player in (BLACK, WHITE):
            five = anywhere >> threats.five[player] & threats.mask
            completing = {cell for cell in board.empty() if completes(board, cell, player)}
            assert cells_of(threats.geometry, five) == completing
            four = cells_of(threats.geometry, anywhere >> threats.four[player] & threats.mask)
            for cell in set(board.empty()) - completing:
                is_allowed = player == WHITE or not board.forbidden(cell)
                board.cells[cell] = player
                more = {each for each in board.empty() if completes(board, each, player)} - completing
                del board.cells[cell]
                assert (cell in four) >= bool(more and is_allowed)
                assert is_allowed or cell not in four


def completes(board: Board, cell: Cell, player: int) -> bool:
    child = replace(board, cells={**board.cells, cell: player})
    return bool(child.completed(cell))


# --- wins by force ---------------------------------------------------------------------------------------

FORBIDDEN_REPLY = "h8 g9 i8 g10 h7 g11 i6 a1 g13 a15 g7"
"""After these, a four of white's on g12 can only be stopped on g8, where black would make two threes."""


def test_white_wins_where_the_only_reply_is_forbidden() -> None:
    game = play(Game(Setup(Geometry(15, 15, 5, RENJU))), FORBIDDEN_REPLY)
    thought = Expert(1).think(game.position.copy(), Limit(nodes=500))
    assert game.setup.geometry.name(thought.move) == "g12"
    assert thought.proof is not None
    assert (thought.proof.value, thought.proof.plies) == (Value.WIN, 3)
    by_fours = forced_win(reference_of(game), WHITE, "fours")
    assert by_fours is not None
    assert (by_fours.pv[0], by_fours.plies) == (thought.move, 3)
    for square in thought.pv:
        game.place(square)
    assert game.outcome is not None
    assert game.outcome.winner == WHITE


def test_a_search_that_looks_ahead_sees_that_the_only_reply_is_forbidden() -> None:
    game = play(Game(Setup(Geometry(15, 15, 5, RENJU))), f"{FORBIDDEN_REPLY} g12")
    threats, budget = threats_of(reference_of(game)), Budget(Limit(), NEVER)
    wins = VCFSearch(threats, budget)
    table = TranspositionTable(threats.geometry, 1.0)
    search = PrincipalVariationSearch(threats, BLACK, budget, table, wins, Candidates(threats, wins))
    assert search._node(2, -INFINITE, INFINITE, BLACK) == game.position.ply + 2 - PROVED_WIN


def test_the_same_holds_when_the_other_seat_began() -> None:
    geometry = Geometry(15, 15, 5, RENJU)
    game = play(Game(Setup(geometry), first=1), FORBIDDEN_REPLY)
    expert = Expert(1)
    expert.think(play(Game(Setup(geometry)), FORBIDDEN_REPLY).position.copy(), Limit(nodes=500))
    thought = expert.think(game.position.copy(), Limit(nodes=500))
    assert geometry.name(thought.move) == "g12"
    game.place("b15")  # the other side gives g12 away: black cannot stop it on g8 either, but on g12
    thought = expert.think(game.position.copy(), Limit(nodes=500))
    assert game.check(thought.move) is None


def test_where_black_has_no_legal_move_a_four_wins_nothing() -> None:
    board = Board.read(
        """
        XXX.XXX
        OOXOXOO
        XXOOOXX
        OOXOXOO
        XXO.OXX
        OOXXOOO
        XXOOXXO
        """, 5, to_move=WHITE,
    )  # fmt: skip
    board.black = BLACK
    assert board.forbidden((3, 0)) == "overline"
    assert forced_win(board, WHITE, "fours") is None
    assert MaxN().worth_of_move(board, (3, 4))[WHITE] == 0


def test_a_three_is_no_threat_if_white_can_make_its_four_forbidden_from_elsewhere() -> None:
    board = Board.read(
        """
        ...........
        ...........
        ...........
        ...........
        ........O..
        ...........
        .....XX.X..
        X......XX..
        ...X...XX..
        ...XXXXX.X.
        X.X......XX
        """, 5, to_move=WHITE,
    )  # fmt: skip
    board.black = BLACK
    g9, i10 = (6, 8), (8, 9)
    assert not board.forbidden(g9), "a straight four"
    board.cells[i10] = WHITE
    assert board.forbidden(g9) == "threes", "one of which was none before, since i10 was forbidden"
    del board.cells[i10]
    threats = threats_of(board)
    anywhere, twice = threats.threats()
    straight = anywhere >> threats.opens[BLACK] & threats.mask
    assert cells_of(threats.geometry, straight) == {g9}
    assert straight & twice >> threats.unsure[BLACK]
    candidates = Candidates(threats, VCFSearch(threats, Budget(Limit(), NEVER)))
    _, rest = candidates.of(WHITE, anywhere, twice, None, 4, 10)
    assert rest > -PROVED, "the moves that are not looked at are not proved to lose"
    proofs = ProofTables(threats.geometry, 20)
    assert VCTSearch(threats, Budget(Limit(), NEVER), proofs, certain=True)._replies() == ()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["fours", "threes"])
def test_wins_by_force_hold_against_every_reply(kind: str) -> None:
    wins = [0, 0]
    for seed in range(sampled(600, 22)):
        board = strewn(Random(seed))
        for attacker in (BLACK, WHITE):
            found = forced_win(board, attacker, kind)
            if found is not None and 1 < found.plies <= (9 if kind == "fours" else 5):
                check_win(board, attacker, kind, found.plies)
                wins[attacker] += 1
    assert all(wins)


def check_win(board: Board, attacker: int, kind: str, plies: int) -> None:
    """Expect that the attacker, to move, wins in so many plies at most, by the rules of the reference."""
    found = forced_win(board, attacker, kind)
    assert found is not None
    assert found.plies <= plies
    assert len(found.pv) == found.plies == len(set(found.pv))
    geometry = lines_of(board.columns, board.rows).geometry
    board = replace(board, cells=dict(board.cells), to_move=attacker)
    board.place(cell := cell_of(geometry, found.pv[0]))
    if board.winner_by(cell) is not None:
        return
    defender = 1 - attacker
    legal = board.legal()
    assert legal, "else the game is drawn"
    assert not any(completes(board, each, defender) for each in legal), "the defender would simply win"
    lacking = {each for each in board.empty() if completes(board, each, attacker)}
    assert lacking or kind == "threes", "every move is a four"
    # With a four on the board, every other reply lets the attacker complete it.
    for reply in lacking.intersection(legal) if lacking else legal:
        child = replace(board, cells=dict(board.cells))
        child.place(reply)
        check_win(child, attacker, kind, plies - 2)


def strewn(dice: Random) -> Board:
    """Put stones near each other on a board of 9×9, so that nobody has a line."""
    board = Board(9, 9, 5, [0, 1], black=BLACK)
    board.cells[4, 4] = BLACK
    taken = [(4, 4)]
    for _ in range(10 + dice.randrange(16)):
        column, row = dice.choice(taken)
        cell = column - 2 + dice.randrange(5), row - 2 + dice.randrange(5)
        player = dice.randrange(2)
        if cell not in board.empty() or (player == BLACK and board.forbidden(cell)):
            continue
        if not completes(board, cell, player):
            board.cells[cell] = player
            taken.append(cell)
    return board


# --- proofs ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("size", "empty"), [((6, 6), 6), ((6, 6), 7)])
def test_what_the_expert_proves_is_true(size: tuple[int, int], empty: int) -> None:
    dice, truth, proved = Random(f"{size} {empty}"), MaxN(), 0
    for _ in range(sampled(150, 2)):
        board = running(size, empty, dice)
        position, mover = position_of(board), board.to_move
        worths = {cell: truth.worth_of_move(board, cell)[mover] for cell in board.legal()}
        best = max(worths.values())
        for limit in (Limit(depth=6), Limit(nodes=300)):
            thought = Expert(1, 4.0, solver=None).think(position, limit)
            worth = worths[cell_of(position.geometry, thought.move)]
            if thought.proof is not None:
                proved += 1
                value = (best > 0) - (best < 0)
                assert thought.proof.value is (Value.DRAW, Value.WIN, Value.LOSS)[value]
                assert (worth > 0) == (value > 0)
        whole = Expert(1, 4.0).think(position, Limit(seconds=60.0))
        assert worths[cell_of(position.geometry, whole.move)] == best, "with the solver nothing is missed"
    assert proved or sampled(False, True)


def running(size: tuple[int, int], empty: int, dice: Random) -> Board:
    """A running game in which so many squares are empty, and the player to move cannot win at once."""
    while True:
        board = Board(*size, 5, [0, 1], black=BLACK)
        while len(board.empty()) > empty and (cells := board.legal()):
            quiet = [cell for cell in cells if not completes(board, cell, board.to_move)]
            if not quiet:
                break
            own = [cell for cell in quiet if is_beside(board, cell)]
            board.place(dice.choice(own if own and dice.random() < 0.8 else quiet))
            if board.is_dead():
                break
        else:
            if not any(completes(board, cell, board.to_move) for cell in board.legal()):
                return board


def is_beside(board: Board, cell: Cell) -> bool:
    """Whether the player to move has a stone at most two steps away."""
    return any(
        owner == board.to_move and max(abs(cell[0] - column), abs(cell[1] - row)) <= 2
        for (column, row), owner in board.cells.items()
    )


def test_forbidden_squares_are_never_played_and_count_nothing() -> None:
    geometry = Geometry(15, 15, 5, RENJU)
    position = position_after(geometry, "h8 l8 i8 j7 g6 i5 g7 f5 d12 i10 e12 l13 i12 h10 h12 m12 f12 k11")
    threats = board_of(lines_of(15, 15), (position.stones[0], position.stones[1]))
    assert position.forbidden == mask_of(map(geometry.parse, ("g8", "g12")))
    mine, _ = threats.strengths_of(BLACK)
    _, yours = threats.strengths_of(WHITE)
    for name in ("g8", "g12"):
        assert mine[geometry.parse(name)] == yours[geometry.parse(name)] == 0
    candidates = Candidates(threats, VCFSearch(threats, Budget(Limit(), NEVER)))
    assert not {geometry.parse(name) for name in ("g8", "g12")} & set(candidates.all(BLACK))
    assert {geometry.parse(name) for name in ("g8", "g12")} <= set(candidates.all(WHITE))


def test_the_only_legal_square_is_played_though_it_promises_nothing() -> None:
    game = Game(Setup(Geometry(5, 6, 5, RENJU)), 1)
    names = "b2 c5 b3 c4 c6 c1 b4 a4 b1 d2 e3 e6 c3 a2 b6 d3 c2 e2 a6 d4 e4 e1 d1 d5 d6 a5 a3 e5"
    play(game, names)
    assert game.check("b5") is not None, "it is forbidden"
    thought = Expert(seed=1).think(game.position, Limit(nodes=50))
    assert game.setup.geometry.name(thought.move) == "a1"
