"""Reasons of moves: examples of each kind and its words, and all of them against the definitions."""

import random
from collections import Counter
from functools import cache, partial
from itertools import islice

import pytest

from tests.analysis import definitions
from tests.analysis.claims import Case, confirm
from tests.analysis.definitions import Claim
from tests.analysis.known import thought_of, values_of, why
from tests.analysis.positions import moves_of_games, played, random_game
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, cells_of, reference_of
from ttt_tui.analysis.reason_kinds import FACTS, IMPORTANCE, OF_ULTIMATE, OF_VANISHING, Reason, ReasonKind
from ttt_tui.analysis.reasons import facts, reasons, would_have_won
from ttt_tui.analysis.sentences import phrase, sentence
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.engine import Game, Geometry, LineRule, Rules, Square, mask_of

TIC_TAC_TOE = 3, 3, 3
FOUR = 7, 7, 4
GOMOKU = 15, 15, 5
NOBODY, X, O = None, 0, 1  # noqa: E741 -- the players' symbols


# --- by the rules ----------------------------------------------------------------------------------------


def known_facts(game: Game, ply: int | None = None) -> list[str]:
    """Each fact about a move, the last if none is named, as `O closes a line a3`."""
    symbols = [player.symbol for player in game.setup.players]
    return [
        " ".join([symbols[fact.player], fact.kind, *map(game.setup.geometry.name, fact.squares)])
        for fact in facts(game, ply or len(game.moves))
    ]


@pytest.mark.parametrize(
    ("board", "moves", "expected"),
    [
        # closed: none of the stones has a line that way any more; blocked: some have
        (TIC_TAC_TOE, "a1 b2 c3 a3 c1 c2",
         ["X closes a line c2", "O threatens a line a2", "X lets complete a line b1"]),
        (GOMOKU, "a8 a1 b8 c1 c8 e1 d8 e8", ["X closes a line e8"]),
        (GOMOKU, "f8 a1 g8 c1 h8 e1 i8 e8", ["X blocks a line e8", "X lets complete a line j8"]),
        # two lines in two directions are two facts, two in one direction are one
        (FOUR, "b1 b7 c1 d7 d1 f7 a2 b5 a3 d5 a4 a1",
         ["X blocks a line a1", "X blocks a line a1", "X lets complete a line e1 a5"]),
        (FOUR, "b1 b7 c1 d7 e1 f7 f1 d1", ["X closes a line d1"]),
        # stopped: at an end, or beyond it; opened; extended: at the edge, shut in, with a gap
        (GOMOKU, "f8 a1 g8 c1 h8 e8", ["X stops a run f8 g8 h8"]),
        (GOMOKU, "f8 d8 g8 a1 h8 j8", ["X stops a run f8 g8 h8"]),
        (GOMOKU, "f8 a1 g8 c1 h8 d8", []),  # still open: j8 is empty
        (GOMOKU, "f8 a1 g8 c1 h9 e1 h10 g1 h8", ["X makes a run f8 g8 h8", "X makes a run h8 h9 h10"]),
        (GOMOKU, "a8 a1 b8 c1 c8", ["X extends a line a8 b8 c8"]),
        (GOMOKU, "f8 e8 g8 a1 h8", ["X extends a line f8 g8 h8"]),
        (GOMOKU, "f8 a1 g8 c1 i8", ["X extends a line f8 g8 i8"]),
        (GOMOKU, "f8 d8 g8 i8 h8", []),  # only e8 is left
        (GOMOKU, "f8 a1 g8", []),  # two of five are nothing yet
        # places
        ((5, 3, 3), "c2 e3", ["O takes a corner e3"]),
        ((4, 4, 4), "b2", []),
        ((6, 6, 4), "a1", []),
    ],
)  # fmt: skip
def test_what_a_move_did(board: tuple[int, int, int], moves: str, expected: list[str]) -> None:
    assert known_facts(played(board, moves)) == expected


def test_with_more_players_each_opponent_has_a_fact_in_the_order_of_their_turns() -> None:
    game = played((5, 5, 3), "a1 a5 c3 b1 b5 d3 e3 e5", players=3)
    told = ["O misses a line c5", "A lets complete a line b3", "X lets complete a line c1"]
    assert known_facts(game) == told
    game = played((6, 6, 3), "a1 c2 f6 b1 c3 c1", players=3)
    assert known_facts(game) == ["X closes a line c1", "O blocks a line c1", "O lets complete a line c4"]


def test_a_resignation_can_have_missed_a_win() -> None:
    assert known_facts(played(TIC_TAC_TOE, "a1 b1 a2 b3 X!")) == ["X misses a line a3"]
    out_of_turn = played(TIC_TAC_TOE, "a1 b1 a2 b2 c3 X!")
    assert known_facts(out_of_turn) == []
    assert would_have_won(out_of_turn, 6) == ()


@pytest.mark.parametrize("ply", [-1, 0, 4])
def test_a_move_that_was_not_made_is_refused(ply: int) -> None:
    game = played(TIC_TAC_TOE, "a1 b2 c3")
    with pytest.raises(ValueError, match=f"no move {ply} in a game of 3"):
        facts(game, ply)
    with pytest.raises(ValueError, match=f"no move {ply} in a game of 3"):
        would_have_won(game, ply)


def test_a_move_is_judged_by_what_was_there_then() -> None:
    game = played(TIC_TAC_TOE, "b2 a1 c1 a3 a2")
    assert known_facts(game, 4) == ["X closes a line a3", "O threatens a line a2"]
    game.pop()
    assert known_facts(game, 4) == ["X closes a line a3", "O threatens a line a2"]
    assert len(game.moves) == 4
    assert len(game.undone) == 1


# --- for and against -------------------------------------------------------------------------------------

THREE_AND_TWO = "e8 d8 f8 o1 g8 o3 i7 h13 k5"
"""X has three shut in on one side, and two more that are in line with the four they can become."""

TABLE = [
    # board, moves, what is known, viewer, all reasons of the last move
    # at once
    (TIC_TAC_TOE, "a1 b1 a2 b2 a3", "", NOBODY, ["wins at once"]),
    (TIC_TAC_TOE, "a1 b1 a2 b2 c3", "", O, ["a3 would have won at once", "lets you win at once with b3"]),
    (GOMOKU, "h8 a1 i8 a3 j8 a5 k8 a7", "", X, ["lets you win at once with g8 or l8"]),
    # two threats
    (TIC_TAC_TOE, "a1 b1 a2 a3 b2", "", NOBODY, ["makes two threats at once"]),
    (GOMOKU, "h8 a1 i8 a3 j8 a5 k8", "", NOBODY, ["makes two threats at once"]),
    (TIC_TAC_TOE, "a1 b2 c3 a3", "thoughts", NOBODY, [
        "lets X make two threats at c1", "b1 would have held the draw", "threatens a line at c1"]),
    (GOMOKU, "h8 a1 i8 a3 j8 o1", "", O, ["lets X make two threats at g8 or k8"]),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 h12 h13 h11 a1 h10", "", NOBODY, ["threatens to make two threats at h8"]),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 h12 h13 h11 a1 h10 c1", "", NOBODY, ["lets X make two threats at h8"]),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 h12 h13 h11 a1 h10 h8", "", X, ["stops you from making two threats at once"]),
    # by fours
    (GOMOKU, THREE_AND_TWO, "", NOBODY, ["threatens to win by fours: h8 j6"]),
    (GOMOKU, f"{THREE_AND_TWO} a3", "", X, ["you win by fours: h8 j6"]),
    (GOMOKU, f"{THREE_AND_TWO} h8", "", NOBODY, ["stops X from winning by fours"]),
    (GOMOKU, f"{THREE_AND_TWO} a3 h8", "", NOBODY, ["wins by fours: h8 j6", "threatens a line at i8"]),
    (GOMOKU, f"{THREE_AND_TWO} a3 o15", "expert", X, [
        "you could have won by fours: h8 j6", "h8 would have won in at most 5 moves"]),
    (TIC_TAC_TOE, "a1 b1", "thoughts", NOBODY, [
        "X wins by force: a2 b2", "b2 would have held the draw"]),
    (TIC_TAC_TOE, "a1 b1 c3", "thoughts", NOBODY, [
        "X could have won by force: a2 b2", "a2 would have won in at most 5 moves",
        "threatens a line at b2"]),
    # blocks
    (TIC_TAC_TOE, "a1 b3 c1 b1", "", NOBODY, [
        "lets X make two threats at b2", "blocks X's line at b1", "every other move loses at once",
        "threatens a line at b2"]),
    (GOMOKU, "h8 g8 i8 a3 j8 a5 k8 l8", "", X, ["blocks your four", "every other move loses at once"]),
    (GOMOKU, "h8 a1 i8 a3 j8 a5 k8 l8", "", NOBODY, ["lets X win at once with g8"]),  # one end of two
    ((4, 4, 4), "a1 a2 b1 b2 c1 d1", "", NOBODY, ["blocks X's three", "every other move loses at once"]),
    (TIC_TAC_TOE, "a1 b1 a2 b2 b3", "", NOBODY, [  # a3 was as good against that
        "a3 would have won at once", "blocks O's line at b3"]),
    # runs
    (GOMOKU, "h8 a1 i8 a3 j8", "", NOBODY, ["makes an open three"]),
    (GOMOKU, "h8 a1 i8 a3 j8 g8", "", X, ["stops your open three"]),
    (GOMOKU, "h8 a1 i8 a3 j8 f8", "", NOBODY, ["lets X make two threats at k8"]),  # it is still open
    (FOUR, "b1 b7 c1", "", NOBODY, ["makes an open two"]),
    # proved
    (TIC_TAC_TOE, "a1 b2", "values", NOBODY, ["the only move that draws"]),
    (TIC_TAC_TOE, "a1 c3 c1 b1 a3", "values", NOBODY, [
        "makes two threats at once", "the only move that wins"]),
    (TIC_TAC_TOE, "a1 b1 c3", "values", NOBODY, [
        "a2, b2 or a3 would have won in at most 5 moves", "threatens a line at b2"]),
    (TIC_TAC_TOE, "a1 b2 c3 a3", "values", NOBODY, [
        "lets X make two threats at c1", "any of 4 squares would have held the draw",
        "threatens a line at c1"]),
    ((4, 4, 3), "b2", "expert", NOBODY, [
        "wins by force in at most 5 moves", "threatens to make two threats at c2"]),
]  # fmt: skip


known_why = cache(why)
"""For the table, which is gone through twice."""


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(("board", "moves", "known", "viewer", "phrases"), TABLE)
def test_a_move_and_its_reasons(
    board: tuple[int, int, int], moves: str, known: str, viewer: int | None, phrases: list[str]
) -> None:
    game, _, found = known_why(board, moves, known)
    assert [phrase(reason, game.setup, viewer) for reason in found] == phrases


def proved(value: Value, plies: int | None = None) -> Proof:
    return Proof(value, plies)


def test_what_is_proved_is_a_given() -> None:
    game, square, _ = why(GOMOKU, "h8 i9 j8 a1")
    names = game.setup.geometry.parse
    i8, k8, a1 = map(names, ("i8", "k8", "a1"))

    def phrases(**known: object) -> list[str]:
        found = reasons(game.position, square, **known)  # type: ignore[arg-type]  # as each test has them
        return [phrase(reason, game.setup, O) for reason in found]

    lost, held, won = proved(Value.LOSS, 28), proved(Value.DRAW), proved(Value.WIN, 9)
    after = Thought(i8, proof=proved(Value.WIN, 27), pv=(i8, k8))
    assert phrases(after=after) == [
        "X can win in at most 27 moves",
        "gives X an open three at h8 i8 j8",
    ]
    assert phrases(after=Thought(i8, pv=(i8,))) == ["gives X an open three at h8 i8 j8"]
    assert phrases(after=Thought(k8, pv=(k8,))) == []
    assert phrases(after=Thought(k8, proof=proved(Value.WIN))) == ["X can win by force"]
    assert phrases(before=Thought(i8, proof=lost)) == ["X can win in at most 27 moves"]  # as after any move
    assert phrases(before=Thought(i8, proof=held)) == []  # this one may hold as well
    assert phrases(before=Thought(i8, proof=held), values={a1: lost}) == [
        "X can win in at most 27 moves", "i8 would have held the draw",
    ]  # fmt: skip
    assert phrases(before=Thought(i8, proof=won)) == ["i8 would have won in at most 9 moves"]
    assert phrases(before=Thought(i8, proof=won), after=Thought(i8, proof=proved(Value.LOSS, 8))) == [
        "wins by force in at most 9 moves"
    ]
    others = [move for move in game.position.moves if move != a1]
    all_lose = dict.fromkeys(others, lost)
    assert phrases(values=all_lose) == ["every other move loses"]
    assert phrases(values=all_lose | {a1: held}) == ["the only move that draws"]
    assert phrases(values=all_lose | {a1: won}) == [
        "wins by force in at most 9 moves",
        "the only move that wins",
    ]
    assert phrases(values=all_lose | {k8: held, a1: won})[1:] == ["the only move that wins"]
    assert phrases(values=all_lose | {k8: held, a1: held}) == []
    del all_lose[k8]
    assert phrases(values=all_lose | {a1: held}) == []


@pytest.mark.parametrize(
    ("value", "best", "own", "words"),
    [
        (Value.WIN, 5, 7, "wins in 7 moves instead of 5"),
        (Value.WIN, 7, 7, "wins by force in 7 moves"),
        (Value.LOSS, 8, 4, "loses in 4 moves instead of 8"),
        (Value.LOSS, 4, 4, "X can win in 3 moves"),
    ],
)
def test_a_length_that_is_worse_than_need_be_is_said_if_both_are_exact(
    value: Value, best: int, own: int, words: str
) -> None:
    game, square, _ = why(GOMOKU, "h8 i9 j8 a1")
    i8 = game.setup.geometry.parse("i8")
    after = Value.LOSS if value is Value.WIN else Value.WIN
    for is_exact in ((True, True), (True, False), (False, True)):
        found = reasons(
            game.position,
            square,
            before=Thought(i8, proof=Proof(value, best, is_exact[0])),
            after=Thought(i8, proof=Proof(after, own - 1, is_exact[1])),
        )
        first = phrase(found[0], game.setup, NOBODY)
        assert (first == words) == all(is_exact) or "instead" not in words
        assert all(is_exact) or "instead" not in first


@pytest.mark.parametrize(
    ("moves", "phrases"),
    [
        ("a1 c2 f6 b1 c3 c1", ["blocks X's line at c1", "every other move loses at once"]),  # O may win then
        ("a1 a5 c3 b1 b5 d3 e3 e5", ["c5 would have won at once", "lets A win at once with b3"]),
        ("a1 a5 c3 b1 b5 d3 c1", ["wins at once"]),
        ("b2 a5 e1 c3", ["makes two threats at once"]),
    ],
)
def test_more_than_two_players(moves: str, phrases: list[str]) -> None:
    game, _, found = why((6, 6, 3), moves, players=3)
    assert [phrase(reason, game.setup, NOBODY) for reason in found] == phrases


def test_every_kind_is_in_the_tables() -> None:
    """Each is where it is true; and where it is not, since all reasons are listed."""
    found = {reason.kind for board, moves, known, *_ in TABLE for reason in known_why(board, moves, known)[2]}
    given = {ReasonKind.LETS_WIN, ReasonKind.OTHERS_LOSE, ReasonKind.GIVES_RUN}
    given |= OF_MISERE
    about_lengths = {ReasonKind.WINS_LATER, ReasonKind.LOSES_SOONER}
    assert found == {*ReasonKind} - given - about_lengths - ONLY_FACTS - OF_ULTIMATE - OF_VANISHING


ONLY_FACTS = {
    ReasonKind.CLOSES_LINE, ReasonKind.BLOCKS_LINE, ReasonKind.EXTENDS, ReasonKind.CENTRE, ReasonKind.CORNER,
}  # fmt: skip
"""The kinds that only the log of moves mentions."""


OF_MISERE = {ReasonKind.LOSES_LINE, ReasonKind.ONLY_SAFE}
"""The kinds that are true only where a line loses."""


# --- against the definitions -----------------------------------------------------------------------------

BOARDS = (
    *((3, 3, 3, 2), (3, 3, 3, 3), (3, 3, 3, 4), (4, 3, 3, 2), (3, 5, 3, 4), (4, 4, 4, 2), (4, 4, 3, 5)),
    *((5, 5, 4, 2), (5, 5, 4, 3), (5, 5, 5, 2), (7, 3, 5, 2), (6, 6, 4, 3), (7, 6, 4, 2), (8, 8, 5, 2)),
    *((9, 7, 6, 2), (9, 9, 5, 3), (12, 4, 7, 3), (10, 10, 4, 15), (15, 15, 5, 2), (20, 9, 3, 7)),
    *((20, 20, 5, 2), (20, 20, 6, 4), (20, 20, 18, 2), (20, 20, 3, 15)),
)
"""Columns, rows, line length, players."""


def claims(geometry: Geometry, found: tuple[Reason, ...], with_lines: bool = False) -> list[Claim]:
    return [
        Claim(
            reason.kind,
            reason.player,
            tuple(cell_of(geometry, square) for square in reason.squares),
            reason.plies,
            frozenset(cells_of(geometry, reason.line)) if with_lines else frozenset(),
            tuple(cell_of(geometry, square) for square in reason.earlier) if with_lines else (),
        )
        for reason in found
    ]


def bare(found: set[Claim]) -> set[Claim]:
    """Claims without their lines, which reasons do not need."""
    return {claim._replace(line=frozenset(), earlier=()) for claim in found}


@pytest.mark.slow
def test_the_facts_are_those_of_the_definitions() -> None:
    positions = 0
    kinds: Counter[ReasonKind] = Counter()
    for board in sampled(BOARDS, BOARDS[:14]):
        wanted, seed = sampled(1.0, 0.13) * min(800, 18_000 // (board[0] * board[1])), 0
        while wanted > 0:
            game = random_game(board, seed)
            kinds += compared(game)
            wanted, positions, seed = wanted - len(game.moves), positions + len(game.moves), seed + 1
    assert positions >= sampled(10_000, 900)
    assert min(
        kinds[kind] for kind in FACTS if kind not in OF_MISERE | OF_ULTIMATE | OF_VANISHING
    ) >= sampled(50, 8), kinds


EXACT_BOARDS = (3, 5, 3, 2), (6, 6, 3, 2), (5, 5, 4, 3), (8, 6, 4, 2), (10, 9, 5, 2)


@pytest.mark.slow
@pytest.mark.parametrize("board", EXACT_BOARDS, ids=str)
def test_lines_that_are_too_long_are_no_reason(board: tuple[int, int, int, int]) -> None:
    kinds, dice = Counter[ReasonKind](), random.Random(f"exactly {board}")
    for seed in range(sampled(60, 4)):
        whole = random_game(board, seed, Rules(LineRule.EXACTLY))
        kinds += compared(whole)
        game = Game(whole.setup, whole.first)
        for move in whole.moves:
            if move.square is not None and dice.random() < sampled(0.5, 0.2):
                found = claims(game.setup.geometry, reasons(game.position, move.square))
                definite = {claim for claim in found if claim.kind in definitions.COMPLETE}
                board_now = reference_of(game)
                assert definite == bare(
                    definitions.complete(board_now, cell_of(whole.setup.geometry, move.square))
                )
            game.push(move)
    assert kinds.total() > 30


def compared(game: Game) -> Counter[ReasonKind]:
    """How many facts of each kind are in a game, all of which have been compared."""
    geometry = game.setup.geometry
    board = reference_of(game, 0)
    kinds: Counter[ReasonKind] = Counter()
    for ply, move in enumerate(game.moves, 1):
        found = facts(game, ply)
        kinds.update(fact.kind for fact in found)
        if move.square is None:
            winning = board.wins_at(move.player) if move.player == board.to_move else set()
            assert {fact.kind for fact in found} == ({ReasonKind.MISSES_LINE} if winning else set())
            board.resign(move.player)
        else:
            cell = cell_of(geometry, move.square)
            winning = board.wins_at(move.player)
            expected = definitions.facts(board, cell)
            assert {*claims(geometry, found, with_lines=True)} == expected, f"{game}\nmove {ply}"
            assert len(found) == len(expected)
            assert [fact.kind for fact in found] == sorted((fact.kind for fact in found), key=FACTS.index)
            board.place(cell)
        assert cells_of(geometry, mask_of(would_have_won(game, ply))) == winning
    return kinds


PLAYED = {
    # columns, rows, line length, players: how many positions
    (3, 3, 3, 2): 2000, (3, 3, 3, 3): 300, (4, 3, 3, 2): 1000, (4, 4, 3, 5): 300, (4, 4, 4, 2): 1500,
    (5, 5, 4, 2): 1200, (5, 5, 4, 3): 500, (6, 4, 3, 2): 800, (5, 5, 5, 2): 800, (6, 6, 5, 2): 700,
    (7, 3, 5, 2): 500, (7, 7, 4, 2): 500, (8, 8, 5, 2): 250, (10, 8, 6, 4): 150, (12, 12, 5, 2): 40,
    (15, 15, 5, 2): 20,
}  # fmt: skip

MOST_EMPTY = 6
"""With so many empty squares at most it is known what every move is worth."""


def knowledge(
    game: Game, square: Square, dice: random.Random
) -> tuple[Thought | None, Thought | None, dict[Square, Proof] | None]:
    """What may be known of a move: nothing; what somebody expects without proof; and with few empty squares
    what is true: thoughts of a perfect player, or the values of some moves or of all.
    """
    is_solved = len(game.position.active) == 2 and game.position.empty.bit_count() <= MOST_EMPTY
    known = dice.choice(["nothing", "guesses", *["values", "some values", "thoughts"] * is_solved])
    if known.endswith("values"):
        values = values_of(game)
        is_kept = {move: known == "values" or dice.random() < 0.7 for move in values}
        if known == "some values":
            is_kept[square] = False
        return None, None, {move: proof for move, proof in values.items() if is_kept[move]}
    if known == "nothing":
        return None, None, None
    think = thought_of if known == "thoughts" else partial(guess, dice=dice)
    before = think(game)
    game.place(square)
    after = think(game)
    game.pop()
    return before, after, None


def guess(game: Game, dice: random.Random) -> Thought | None:
    if game.outcome is not None:
        return None
    line = dice.sample(game.position.moves, min(3, len(game.position.moves)))
    return Thought(line[0], pv=tuple(line))


def compare(game: Game, square: Square, dice: random.Random) -> Counter[str]:
    geometry, board, cell = game.setup.geometry, reference_of(game), cell_of(game.setup.geometry, square)
    before, after, values = knowledge(game, square, dice)
    found = reasons(game.position, square, before, after, values)
    places = [IMPORTANCE[reason.kind] for reason in found]
    assert places == sorted(places)
    said = claims(geometry, found)
    where = f"{game}\n{geometry.name(square)}: {said}"
    definite = {claim for claim in said if claim.kind in definitions.COMPLETE}
    assert definite == bare(definitions.complete(board, cell)), where
    assert len({*said}) == len(said), where
    case = Case(game, cell)
    for reason in found:
        if reason.kind not in definitions.COMPLETE:
            confirm(case, sentence(reason, square, game.setup, NOBODY), Counter())
        if reason.kind in (ReasonKind.MISSES_WIN, ReasonKind.MISSES_DRAW):
            assert case.own_worth < (reason.kind is ReasonKind.MISSES_WIN), where
    return Counter(claim.kind for claim in said)


@pytest.mark.slow
@pytest.mark.parametrize("board", PLAYED)
def test_no_reason_is_false(board: tuple[int, int, int, int]) -> None:
    dice = random.Random(f"{board}")
    kinds = Counter[str]()
    positions = sampled(PLAYED[board], max(PLAYED[board] // 6, min(PLAYED[board], 80)))
    for game, move in islice(moves_of_games(board), positions):
        square = dice.choice([move, dice.choice(game.position.moves)])
        kinds += compare(game, square, dice)
    assert kinds.total() > positions // 10
