"""Words for what is known of a move: the log's phrases, and sentences with reasons."""

import pytest
from rich.cells import cell_len

from tests.analysis.known import why
from tests.analysis.positions import random_game
from tests.analysis.test_reasons import BOARDS, FOUR, GOMOKU, NOBODY, TIC_TAC_TOE, O, X
from ttt_tui.analysis.reason_kinds import OF_ULTIMATE, OF_VANISHING, Reason, ReasonKind
from ttt_tui.analysis.reasons import facts
from ttt_tui.analysis.sentences import log_phrases, phrase, sentence
from ttt_tui.engine import Game, Geometry, Move, Player, Setup

# --- the log of moves -----------------------------------------------------------------------------------


def watched(board: tuple[int, int, int], moves: str, symbols: str = "XO") -> Game:
    """A game of these moves between computers."""
    players = [Player(symbol=symbol, level="rules") for symbol in symbols]
    game = Game(Setup(Geometry(*board), players))
    for name in moves.split():
        game.place(name)
    return game


def last(game: Game, viewer: int | None = NOBODY) -> str:
    return " | ".join(log_phrases(game, len(game.moves), viewer))


@pytest.mark.parametrize(
    ("board", "moves", "viewer", "words"),
    [
        # whose it is
        (TIC_TAC_TOE, "b2 a1 c1 a3", X, "closed your diagonal | and threatens a2"),
        (TIC_TAC_TOE, "b2 a1 c1 a3", NOBODY, "closed X's diagonal | and threatens a2"),
        (TIC_TAC_TOE, "b2 a1 c1 a3", O, "closed X's diagonal | and threaten a2"),
        # which line
        (TIC_TAC_TOE, "a1 b2 b1 c1", X, "closed your row | and threatens a3"),
        (TIC_TAC_TOE, "a1 b2 a2 a3", X, "closed your column | and threatens c1"),
        (TIC_TAC_TOE, "c1 a1 b2 a3", X, "closed your diagonal | and threatens a2"),
        (GOMOKU, "f8 a1 g8 c1 h8 e1 i8 e8", X, "blocked your row at e8 | but left j8 open to you"),
        (GOMOKU, "f8 a1 f7 c1 f6 e1 f5 f9", X, "blocked your column at f9 | but left f4 open to you"),
        (GOMOKU, "f8 a1 g9 c1 h10 e1 i11 e7", X, "blocked your diagonal | but left j12 open to you"),
        (
            FOUR,
            "b1 b7 c1 d7 d1 f7 a2 b5 a3 d5 a4 a1",
            X,
            "blocked two of your lines | but left you 2 ways to win",
        ),
        # one, two, three and more squares
        (TIC_TAC_TOE, "a1 b3 c1", O, "threatens b1"),
        (TIC_TAC_TOE, "a1 b2 c3 a3 c1", O, "closed your diagonal | and threatens b1 or c2"),
        (TIC_TAC_TOE, "a1 b1 a2 b3 c3", O, "threatens b2 or a3 | but a3 would have won"),
        (GOMOKU, "f8 a1 g8 c1 h8 e1 i8 o15", X, "left e8 and j8 open to you"),
        # what was done well and what was not
        (TIC_TAC_TOE, "a1 b1 a2 b2 b3", O, "closed your column | but a3 would have won"),
        (TIC_TAC_TOE, "a1 b1 a2 b2 c2", O, "left b3 open to you | and a3 would have won"),
        # runs
        (GOMOKU, "f8 a1 g8 c1 h8", O, "made three in a row, | open at both ends"),
        (GOMOKU, "f8 a1 g8 c1 h9 e1 h10 g1 h8", O, "made two open threes"),
        (GOMOKU, "f8 a1 g8 c1 h8 e8", X, "stopped your open three"),
        (GOMOKU, "a8 a1 b8 c1 c8", O, "made three in a row"),
        (GOMOKU, "f8 a1 g8 c1 i8", O, "lined up three of five"),
        ((20, 20, 8), "a1 a20 b1 c20 c1 e20 d1 g20 e1 i20 f1", O, "made six in a row"),
        # the end, and the start
        (TIC_TAC_TOE, "a1 b1 a2 b2 a3", O, "won with three in a row"),
        (TIC_TAC_TOE, "b2", O, "took the centre"),
        (TIC_TAC_TOE, "b2 c1", O, "took a corner"),
        (TIC_TAC_TOE, "a2", O, ""),
    ],
)
def test_a_move_in_words(board: tuple[int, int, int], moves: str, viewer: int | None, words: str) -> None:
    assert last(watched(board, moves), viewer) == words


def test_the_viewers_lines_come_before_those_of_others() -> None:
    game = watched((5, 3, 3), "a1 c3 e3 b1 c2 c1", "XOA")
    assert last(game, viewer=0) == "closed your row | and closed O's column"
    assert last(game, viewer=1) == "closed your column | and closed X's row"
    assert last(game) == "closed X's row | and closed O's column"


@pytest.mark.parametrize(
    ("k", "moves", "words"),
    [
        (17, 17, "won with 17 in a row"),
        (18, 18, "won with eighteen in a row"),
        (18, 17, "threatens a1 or s1"),
        (18, 16, "made sixteen in a row, | open at both ends"),
        (19, 17, "made seventeen in a row, | open at both ends"),
    ],
)
def test_long_lines(k: int, moves: int, words: str) -> None:
    row = [f"{column}1" for column in "bcdefghijklmnopqrst"[:moves]]
    away = [f"{column}{row}" for row in (3, 5) for column in "acegikmoqs"]
    names = [name for both in zip(row, away, strict=False) for name in both]
    game = watched((20, 20, k), " ".join(names[:-1]))
    assert last(game) == words


@pytest.mark.slow
@pytest.mark.parametrize("symbols", ["XOAHKMNSTVWYZEU", "你我他她它們的是不了在有人這中"])
def test_a_phrase_fits_the_panel(symbols: str) -> None:
    for columns, rows, k, count in BOARDS:
        for seed in range(2):
            game = random_game((columns, rows, k, count), seed)
            players = [Player(symbol=symbol) for symbol in symbols[:count]]
            again = Game(Setup(game.setup.geometry, players), game.first)
            for move in game.moves:
                again.push(move)
            for ply in range(1, len(game.moves) + 1):
                for viewer in (NOBODY, 0, 1):
                    phrases = log_phrases(again, ply, viewer)
                    assert len(phrases) <= 2
                    assert all(0 < cell_len(phrase) <= 26 for phrase in phrases), phrases


def test_where_a_person_could_win_is_told_after_the_game_only() -> None:
    players = [Player(), Player(level="rules")]
    game = Game(Setup(Geometry(3, 3, 3), players))
    for name in ("a1", "b3", "b1", "a3"):  # both row 1 and row 3 lack one square
        game.place(name)
    assert last(game, X) == "threatens c3"
    assert ReasonKind.LETS_COMPLETE in [fact.kind for fact in facts(game, 4)]
    game.place("c3")
    assert last(game, X) == "closed O's row | and threaten c1 or b2"  # it missed a win, too
    game.place("c2")
    game.place("c1")
    assert log_phrases(game, 4, X) == ("threatens c3", "but left c1 open to you")
    assert log_phrases(game, 5, X) == ("closed O's row", "but c1 would have won")


def test_what_a_computer_missed_is_told_at_once() -> None:
    game = Game(Setup(Geometry(3, 3, 3), [Player(level="rules"), Player()]))
    for name in ("a1", "b1", "a2", "c1", "c3"):
        game.place(name)
    assert last(game, O) == "threatens b2 or a3 | but a3 would have won"


def test_a_resignation_has_no_words_but_for_a_win_missed() -> None:
    game = watched(TIC_TAC_TOE, "a1 b1 a2")
    game.push(Move(O, None))
    assert last(game) == ""
    game = watched(TIC_TAC_TOE, "a1 b1 a2 c3")
    game.push(Move(X, None))
    assert last(game) == "a3 would have won"


# --- sentences with reasons ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "known", "said"),
    [
        ("a1 b1 a2 b2 c3", "", ["a3 would have won at once", "c3 lets O win at once with b3"]),
        ("a1 b1", "thoughts", ["after b1, X wins by force: a2 b2", "b2 would have held the draw"]),
        ("a1 b3 c1 b1", "", [
            "b1 lets X make two threats at b2", "b1 blocks X's line", "b1: every other move loses at once",
            "b1 threatens a line at b2"]),
    ],
)  # fmt: skip
def test_a_sentence_about_a_move(moves: str, known: str, said: list[str]) -> None:
    game, square, found = why(TIC_TAC_TOE, moves, known)
    assert [sentence(reason, square, game.setup, NOBODY) for reason in found] == said


def test_long_lists_are_cut() -> None:
    setup = Setup(Geometry(*GOMOKU))
    squares = tuple(setup.geometry.squares[:7])
    only_facts = {ReasonKind.EXTENDS, ReasonKind.CENTRE, ReasonKind.CORNER}
    only_facts |= {ReasonKind.CLOSES_LINE, ReasonKind.BLOCKS_LINE}
    reasons = {*ReasonKind} - only_facts - OF_ULTIMATE - OF_VANISHING
    words = {kind: phrase(Reason(kind, X, squares), setup, NOBODY) for kind in reasons}
    assert words[ReasonKind.WINS_BY_FOURS] == "wins by fours: a1 b1 c1 d1 e1 …"
    assert words[ReasonKind.LETS_FORK] == "lets X make two threats at any of 7 squares"
    assert words[ReasonKind.FORKS] == "makes seven threats at once"


def test_what_only_the_log_says_has_no_phrase_as_a_reason() -> None:
    game = watched(TIC_TAC_TOE, "b2 a1")
    with pytest.raises(ValueError, match="only the log has a phrase"):
        phrase(facts(game, 2)[0], game.setup, NOBODY)
