"""Reasons of moves: each kind where it is true and where not, its words, and all against slow_reasons."""

import doctest
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import count, islice

import pytest

from tests.analysis import slow_reasons
from tests.analysis.known import perfect, thought_of, values_of, why
from tests.analysis.slow_reasons import Claim
from tests.analysis.test_facts import random_game
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, reference_of
from ttt_tui.analysis import reasons as package
from ttt_tui.analysis.reasons import Reason, ReasonKind, reasons, sentence, told
from ttt_tui.analysis.reasons.reason import IMPORTANCE
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.engine import Game, Geometry, Setup, Square

TIC_TAC_TOE = 3, 3, 3
FOUR = 7, 7, 4
GOMOKU = 15, 15, 5
NOBODY, X, O = None, 0, 1  # noqa: E741 -- the players' symbols

THREE_AND_TWO = "e8 d8 f8 o1 g8 o3 i7 h13 k5"
"""X has three shut in on one side, and two more that are in line with the four they can become."""

TABLE = [
    # board, moves, what is known, viewer, all reasons of the last move
    # at once
    (TIC_TAC_TOE, "a1 b1 a2 b2 a3", "", NOBODY, ["wins at once"]),
    (TIC_TAC_TOE, "a1 b1 a2 b2 c3", "", O, ["a3 would have won at once", "lets you win at once with b3"]),
    (TIC_TAC_TOE, "a1 b1 a2 c3", "values", NOBODY, ["lets X win at once with a3"]),
    (GOMOKU, "h8 a1 i8 a3 j8 a5 k8 a7", "", X, ["lets you win at once with g8 or l8"]),
    # two threats
    (TIC_TAC_TOE, "a1 b1 a2 a3 b2", "", NOBODY, ["makes two threats at once"]),
    (GOMOKU, "h8 a1 i8 a3 j8 a5 k8", "", NOBODY, ["makes two threats at once"]),
    (GOMOKU, "h8 g8 i8 a3 j8 a5 k8", "", NOBODY, ["threatens a line at l8"]),  # only one
    (TIC_TAC_TOE, "a1 b2 c3 a3", "thoughts", NOBODY, [
        "lets X make two threats at c1", "b1 would have held the draw", "threatens a line at c1"]),
    (GOMOKU, "h8 a1 i8 a3 j8 o1", "", O, ["lets X make two threats at g8 or k8"]),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 h12 h13 h11 a1 h10", "", NOBODY, ["threatens to make two threats at h8"]),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 h12 h13 h11 a1 h10 c1", "", NOBODY, ["lets X make two threats at h8"]),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 h12 h13 h11 a1 h10 h8", "", X, ["stops you from making two threats at once"]),
    # by fours
    (GOMOKU, THREE_AND_TWO, "", NOBODY, ["threatens to win by fours: h8 j6"]),
    (GOMOKU, f"{THREE_AND_TWO} a3", "", NOBODY, ["X wins by fours: h8 j6"]),
    (GOMOKU, f"{THREE_AND_TWO} a3", "", X, ["you win by fours: h8 j6"]),
    (GOMOKU, f"{THREE_AND_TWO} h8", "", NOBODY, ["stops X from winning by fours"]),
    (GOMOKU, f"{THREE_AND_TWO} a3 h8", "", NOBODY, ["wins by fours: h8 j6", "threatens a line at i8"]),
    (GOMOKU, f"{THREE_AND_TWO} a3 h8", "expert", NOBODY, ["wins by fours: h8 j6", "threatens a line at i8"]),
    (GOMOKU, f"{THREE_AND_TWO} a3 o15", "expert", X, [
        "you could have won by fours: h8 j6", "h8 would have won in at most 5 plies"]),
    (GOMOKU, f"{THREE_AND_TWO} a3 i8", "", NOBODY, ["threatens a line at h8"]),
    (TIC_TAC_TOE, "a1 b1", "thoughts", NOBODY, [
        "X wins by force: a2 b2", "b2 would have held the draw"]),
    (TIC_TAC_TOE, "a1 b1 c3", "thoughts", NOBODY, [
        "X could have won by force: a2 b2", "a2 would have won in at most 5 plies",
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
    (GOMOKU, "h8 g8 i8 a3 j8", "", NOBODY, []),
    (GOMOKU, "h8 a1 i8 a3 j8 g8", "", X, ["stops your open three"]),
    (GOMOKU, "h8 a1 i8 a3 j8 f8", "", NOBODY, ["lets X make two threats at k8"]),  # it is still open
    (FOUR, "b1 b7 c1", "", NOBODY, ["makes an open two"]),
    # proved
    (TIC_TAC_TOE, "a1 b2", "values", NOBODY, ["the only move that draws"]),
    (TIC_TAC_TOE, "b2 a1", "values", NOBODY, []),  # so does any corner
    (TIC_TAC_TOE, "a1 c3 c1 b1 a3", "values", NOBODY, [
        "makes two threats at once", "the only move that wins"]),
    (TIC_TAC_TOE, "a1 b1 c3", "values", NOBODY, [
        "a2, b2 or a3 would have won in at most 5 plies", "threatens a line at b2"]),
    (TIC_TAC_TOE, "a1 b2 c3 a3", "values", NOBODY, [
        "lets X make two threats at c1", "any of 4 squares would have held the draw",
        "threatens a line at c1"]),
    ((4, 4, 3), "b2", "expert", NOBODY, [
        "wins by force in at most 5 plies", "threatens to make two threats at c2"]),
]  # fmt: skip


known_why = cache(why)
"""For the table, which is gone through twice."""


@pytest.mark.parametrize(("board", "moves", "known", "viewer", "phrases"), TABLE)
def test_a_move_and_its_reasons(
    board: tuple[int, int, int], moves: str, known: str, viewer: int | None, phrases: list[str]
) -> None:
    game, _, found = known_why(board, moves, known)
    assert [told(reason, game.setup, viewer) for reason in found] == phrases


def proved(value: Value, plies: int | None = None) -> Proof:
    return Proof(value, plies)


def test_what_is_proved_is_a_given() -> None:
    game, square, _ = why(GOMOKU, "h8 i9 j8 a1")
    names = game.setup.geometry.parse
    i8, k8, a1 = map(names, ("i8", "k8", "a1"))

    def phrases(**known: object) -> list[str]:
        found = reasons(game.position, square, **known)  # type: ignore[arg-type]  # as each test has them
        return [told(reason, game.setup, O) for reason in found]

    lost, held, won = proved(Value.LOSS, 28), proved(Value.DRAW), proved(Value.WIN, 9)
    after = Thought(i8, proof=proved(Value.WIN, 27), pv=(i8, k8))
    assert phrases(after=after) == [
        "X can win in at most 27 plies",
        "gives X an open three at h8 i8 j8",
    ]
    assert phrases(after=Thought(i8, pv=(i8,))) == ["gives X an open three at h8 i8 j8"]
    assert phrases(after=Thought(k8, pv=(k8,))) == []
    assert phrases(after=Thought(k8, proof=proved(Value.WIN))) == ["X can win by force"]
    assert phrases(before=Thought(i8, proof=lost)) == ["X can win in at most 27 plies"]  # as after any move
    assert phrases(before=Thought(i8, proof=held)) == []  # this one may hold as well
    assert phrases(before=Thought(i8, proof=held), values={a1: lost}) == [
        "X can win in at most 27 plies", "i8 would have held the draw",
    ]  # fmt: skip
    assert phrases(before=Thought(i8, proof=won)) == ["i8 would have won in at most 9 plies"]
    assert phrases(before=Thought(i8, proof=won), after=Thought(i8, proof=proved(Value.LOSS, 8))) == [
        "wins by force in at most 9 plies"
    ]
    others = [move for move in game.position.moves if move != a1]
    all_lose = dict.fromkeys(others, lost)
    assert phrases(values=all_lose) == ["every other move loses"]
    assert phrases(values=all_lose | {a1: held}) == ["the only move that draws"]
    assert phrases(values=all_lose | {a1: won}) == [
        "wins by force in at most 9 plies",
        "the only move that wins",
    ]
    assert phrases(values=all_lose | {k8: held, a1: won})[1:] == ["the only move that wins"]
    assert phrases(values=all_lose | {k8: held, a1: held}) == []
    del all_lose[k8]
    assert phrases(values=all_lose | {a1: held}) == []


@pytest.mark.parametrize(
    ("value", "best", "own", "phrase"),
    [
        (Value.WIN, 5, 7, "wins in 7 plies instead of 5"),
        (Value.WIN, 7, 7, "wins by force in 7 plies"),
        (Value.LOSS, 8, 4, "loses in 4 plies instead of 8"),
        (Value.LOSS, 4, 4, "X can win in 3 plies"),
    ],
)
def test_a_length_that_is_worse_than_need_be_is_said_if_both_are_exact(
    value: Value, best: int, own: int, phrase: str
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
        told_first = told(found[0], game.setup, NOBODY)
        assert (told_first == phrase) == all(is_exact) or "instead" not in phrase
        assert all(is_exact) or "instead" not in told_first


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
    assert [told(reason, game.setup, NOBODY) for reason in found] == phrases


@pytest.mark.parametrize(
    ("board", "moves", "known", "said"),
    [
        (TIC_TAC_TOE, "a1 b1 a2 b2 a3", "", ["a3 wins at once"]),
        (TIC_TAC_TOE, "a1 b1 a2 b2 c3", "", ["a3 would have won at once", "c3 lets O win at once with b3"]),
        (TIC_TAC_TOE, "a1 b1", "thoughts", [
            "after b1, X wins by force: a2 b2", "b2 would have held the draw"]),
        (TIC_TAC_TOE, "a1 b2", "values", ["b2 is the only move that draws"]),
        (TIC_TAC_TOE, "a1 b3 c1 b1", "", [
            "b1 lets X make two threats at b2", "b1 blocks X's line", "b1: every other move loses at once",
            "b1 threatens a line at b2"]),
        (TIC_TAC_TOE, "a1 b1 c3", "thoughts", [
            "X could have won by force: a2 b2", "a2 would have won in at most 5 plies",
            "c3 threatens a line at b2"]),
    ],
)  # fmt: skip
def test_a_sentence_about_a_move(
    board: tuple[int, int, int], moves: str, known: str, said: list[str]
) -> None:
    game, square, found = why(board, moves, known)
    assert [sentence(reason, square, game.setup, NOBODY) for reason in found] == said


def test_long_lists_are_cut() -> None:
    setup = Setup(Geometry(*GOMOKU))
    squares = tuple(setup.geometry.squares[:7])
    words = {kind: told(Reason(kind, X, squares), setup, NOBODY) for kind in ReasonKind}
    assert words[ReasonKind.WINS_BY_FOURS] == "wins by fours: a1 b1 c1 d1 e1 …"
    assert words[ReasonKind.LETS_FORK] == "lets X make two threats at any of 7 squares"
    assert words[ReasonKind.FORKS] == "makes seven threats at once"


def test_every_kind_is_in_the_tables() -> None:
    """Each is where it is true; and where it is not, since all reasons are listed."""
    found = {reason.kind for board, moves, known, *_ in TABLE for reason in known_why(board, moves, known)[2]}
    given = {ReasonKind.LETS_WIN, ReasonKind.OTHERS_LOSE, ReasonKind.GIVES_RUN}
    about_lengths = {ReasonKind.WINS_LATER, ReasonKind.LOSES_SOONER}
    assert found == {*ReasonKind} - given - about_lengths


def test_the_example_is_true() -> None:
    failed, tried = doctest.testmod(package)
    assert tried > 0
    assert failed == 0


# --- against the definitions -----------------------------------------------------------------------------

BOARDS = {
    # columns, rows, line length, players: how many positions
    (3, 3, 3, 2): 2000, (3, 3, 3, 3): 300, (4, 3, 3, 2): 1000, (4, 4, 3, 5): 300, (4, 4, 4, 2): 1500,
    (5, 5, 4, 2): 1200, (5, 5, 4, 3): 500, (6, 4, 3, 2): 800, (5, 5, 5, 2): 800, (6, 6, 5, 2): 700,
    (7, 3, 5, 2): 500, (7, 7, 4, 2): 500, (8, 8, 5, 2): 250, (10, 8, 6, 4): 150, (12, 12, 5, 2): 40,
    (15, 15, 5, 2): 20,
}  # fmt: skip

ABOUT_RUNS = {ReasonKind.STOPS_RUN, ReasonKind.MAKES_RUN, ReasonKind.GIVES_RUN, ReasonKind.STOPS_FOURS}

MET: dict[tuple[int, int, int, int], set[ReasonKind]] = {
    (3, 3, 3, 2): {*ReasonKind} - ABOUT_RUNS,
    (5, 5, 4, 2): ABOUT_RUNS,
}
"""Kinds that have to be met on a board, so that each is."""

MOST_EMPTY = 6
"""With so many empty squares at most it is known what every move is worth."""


def claims(geometry: Geometry, found: tuple[Reason, ...]) -> list[Claim]:
    return [
        Claim(
            reason.kind,
            reason.player,
            tuple(cell_of(geometry, square) for square in reason.squares),
            reason.plies,
        )
        for reason in found
    ]


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
    """A thought of somebody who guesses; None if the game is over."""
    if game.outcome is not None:
        return None
    line = dice.sample(game.position.moves, min(3, len(game.position.moves)))
    return Thought(line[0], pv=tuple(line))


def compare(game: Game, square: Square, dice: random.Random) -> Counter[str]:
    """Compare the reasons of a move with the definitions, and count them."""
    geometry, board, cell = game.setup.geometry, reference_of(game), cell_of(game.setup.geometry, square)
    before, after, values = knowledge(game, square, dice)
    found = reasons(game.position, square, before, after, values)
    places = [IMPORTANCE[reason.kind] for reason in found]
    assert places == sorted(places)
    said = claims(geometry, found)
    where = f"{game}\n{geometry.name(square)}: {said}"
    definite = {claim for claim in said if claim.kind in slow_reasons.COMPLETE}
    assert definite == slow_reasons.complete(board, cell), where
    assert len({*said}) == len(said), where
    is_proved = values is not None or (before is not None and before.proof is not None)
    exact = perfect(geometry) if is_proved else None
    for claim in said:
        if claim.kind not in slow_reasons.COMPLETE:
            assert slow_reasons.is_true(claim, board, cell, exact), f"{claim} is false:\n{where}"
    return Counter(claim.kind for claim in said)


@pytest.mark.sample(every=16)
@pytest.mark.parametrize("board", BOARDS)
def test_no_reason_is_false(board: tuple[int, int, int, int]) -> None:
    dice = random.Random(f"{board}")
    kinds = Counter[str]()
    positions = sampled(BOARDS[board], max(BOARDS[board] // 6, min(BOARDS[board], 80)))
    for game, move in islice(moves_of_games(board), positions):
        square = dice.choice([move, dice.choice(game.position.moves)])
        kinds += compare(game, square, dice)
    assert kinds.total() > positions // 10
    print(
        board, {str(k): v for k, v in kinds.items()}, {str(k) for k in ReasonKind} - {str(k) for k in kinds}
    )


def moves_of_games(board: tuple[int, int, int, int]) -> Iterator[tuple[Game, Square]]:
    """Positions of random games without end, and what was played in each."""
    for seed in count():
        played = random_game(board, seed)
        game = Game(played.setup, played.first)
        for move in played.moves:
            if move.square is not None:
                yield game, move.square
            game.push(move)
