"""Reasons and hints of Vanishing: each is true on the tests' own slow board, and none that is true lacks."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.engine.test_vanishing import BOARD, game_of
from tests.support.sampling import sampled
from tests.support.vanishing import LINES, Stones, name_of, values
from ttt_tui.analysis.hint import Hint, hint
from ttt_tui.analysis.hint_writer import WIDEST
from ttt_tui.analysis.reason_kinds import FACTS, OF_VANISHING, ReasonKind
from ttt_tui.analysis.reasons import facts_of_stone, reasons
from ttt_tui.analysis.sentences import log_phrases, sentence
from ttt_tui.computer import LEVELS, Thought
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.computer.vanishing.players import VanishingExpert
from ttt_tui.engine import Game, Limit, Setup, Square, squares_of
from ttt_tui.engine.diagram import cells

Claim = tuple[ReasonKind, int, str]
"""A reason: its kind, its player and its square."""

PLACES = {ReasonKind.CENTRE, ReasonKind.CORNER}

known_values = cache(values)


def walks(count: int, seed: str) -> Iterator[tuple[Game, Stones]]:
    """Each position of random games but the last, in both forms; players see a win, or a loss, now and then.

    Some games are played on seven squares, so that positions come again.
    """
    for number in range(count):
        dice = Random(f"{seed} {number}")
        game, board, care = Game(Setup(BOARD), number % 2), Stones(number % 2), dice.choice((0.0, 0.7, 0.95))
        few = dice.sample(range(9), 9 if number % 4 else 7)
        while game.outcome is None:
            yield game, board
            legal = board.legal()
            wanted = wins_of(board) or [each for each in legal if not wins_of(after(board, each))]
            careful = wanted if wanted and dice.random() < care else legal
            square = dice.choice([each for each in careful if each in few] or careful)
            game.place(name_of(square))
            board.play(square)


def after(board: Stones, square: int) -> Stones:
    first, second = board.lists
    later = Stones(board.to_move, ([*first], [*second]), [*board.past])
    later.play(square)
    return later


def wins_of(board: Stones) -> list[int]:
    """Where the player to move wins at once; nowhere if the game is over."""
    if board.result() is not None:
        return []
    return [each for each in board.legal() if after(board, each).result() == str(board.to_move)]


def going_on(board: Stones) -> dict[int, Stones]:
    """The positions after each move that does not end the game."""
    all_of_them = {each: after(board, each) for each in board.legal()}
    return {each: later for each, later in all_of_them.items() if later.result() is None}


def threats(board: Stones) -> dict[int, bool]:
    """Where the player who is not to move wins next, whatever the other plays elsewhere.

    The value is whether the square is taken now, so that nothing can be played there. All replies are tried.
    """
    if board.result() is not None:
        return {}
    replies = going_on(board)
    found = {}
    for square in range(9):
        elsewhere = [later for reply, later in replies.items() if reply != square]
        if elsewhere and all(square in wins_of(later) for later in elsewhere):
            found[square] = square not in board.legal()
    return found


def claims(board: Stones, square: int) -> Iterator[Claim]:
    """All that the next moves show of a move, by the definitions of the kinds."""
    me, other, later = board.to_move, 1 - board.to_move, after(board, square)
    wins = wins_of(board)
    if square in wins:
        yield ReasonKind.WINS, me, name_of(square)
        return
    for each in wins:
        yield ReasonKind.MISSES_LINE, me, name_of(each)
    for each in wins_of(later):
        yield ReasonKind.LETS_COMPLETE, other, name_of(each)
    for each, is_taken in threats(later).items():
        if each not in wins:
            yield ReasonKind.OPENS_LINE if is_taken else ReasonKind.THREATENS_LINE, me, name_of(each)
    if threats(board).get(square) is False:
        yield ReasonKind.BLOCKS, other, name_of(square)
    others = [after(board, each) for each in board.legal() if each != square]
    if not wins and not wins_of(later) and all(map(wins_of, others)):
        yield ReasonKind.ONLY_ANSWER, other, name_of(square)


def test_the_reasons_are_those_of_the_definitions() -> None:
    met = Counter[ReasonKind]()
    for game, board in walks(sampled(400, 15), "reasons"):
        for square in Random(f"{board.lists}").sample(board.legal(), 2):
            move = BOARD.parse(name_of(square))
            found, expected = reasons(game.position, move), [*claims(board, square)]
            said = [(each.kind, each.player, *map(BOARD.name, each.squares)) for each in found]
            assert sorted(said) == sorted(expected), (board, name_of(square))
            facts = {each.kind for each in facts_of_stone(game.position, move)}
            assert facts - PLACES == {kind for kind, *_ in expected if kind in FACTS}
            for reason in found:
                assert sentence(reason, move, game.setup, viewer=game.position.to_move)
            met.update(kind for kind, *_ in expected)
    assert {*met} >= OF_VANISHING | {
        ReasonKind.WINS, ReasonKind.MISSES_LINE, ReasonKind.LETS_COMPLETE, ReasonKind.BLOCKS,
        ReasonKind.ONLY_ANSWER, ReasonKind.THREATENS_LINE,
    }  # fmt: skip


def test_no_player_ever_threatens_two_lines() -> None:
    """Only two stones stay, so that one square at most makes a line: no sentence is about two threats."""
    for _, board in walks(sampled(400, 25), "one line"):
        assert len(threats(board)) < 2
        assert len(wins_of(board)) < 2


# --- hints -----------------------------------------------------------------------------------------------


def number_of(square: Square) -> int:
    """The slow board's number of a square."""
    return BOARD.squares.index(square)


class Case:
    """A position and the move of a hint, as the slow board sees them."""

    def __init__(self, board: Stones, square: int) -> None:
        self.board, self.square, self.later = board, square, after(board, square)
        mine, theirs = board.lists[board.to_move], board.lists[1 - board.to_move]
        self.mine, self.theirs = mine, theirs
        self.plies = known_values()[tuple(mine), tuple(theirs)]
        own = known_values()[tuple(theirs), (*mine, square)[-3:]]
        self.own_plies = None if own is None else own + 1
        self.others = [after(board, each) for each in board.legal() if each != square]

    def has_line(self, stones: list[int], line: str) -> bool:
        """Whether a named line is one, with two of these stones that stay when the next is placed."""
        squares = {name_of(each): each for each in range(9)}
        found = {squares[name] for name in line.split("–")}
        staying = stones[1:] if len(stones) == 3 else stones
        return found in LINES and len(found & {*staying}) == 2

    def values_of_others(self) -> list[int | None]:
        return [known_values()[tuple(b.lists[b.to_move]), tuple(b.lists[1 - b.to_move])] for b in self.others]

    def confirm_theme(self, text: str) -> str:
        """Check the first step, and return its kind."""
        board, other = self.board, 1 - self.board.to_move
        match text.replace(f"{'XO'[other]}", "O"):
            case "You can win at once" as kind:
                assert self.square in wins_of(board)
            case "Your oldest stone vanishes next, which opens O's line" as kind:
                assert threats(board) == {self.mine[0]: True}
                assert all(self.mine[0] in wins_of(later) for later in going_on(board).values())
            case "O threatens to complete a line" as kind:
                assert [*threats(board).values()] == [False]
            case "Look where O's oldest stone vanishes next" as kind:
                assert threats(self.later) == {self.theirs[0]: True}
            case "You can win by force" as kind:
                assert self.plies is not None
                assert self.plies % 2 == 1
            case "O can win by force: hold out as long as you can" as kind:
                assert self.plies is not None
                assert self.plies % 2 == 0
            case "Only one move holds the draw" as kind:
                assert self.plies is self.own_plies is None
                assert all(each is not None and each % 2 == 1 for each in self.values_of_others())
            case "This is a proven draw; keep it" as kind:
                assert self.plies is self.own_plies is None
            case "No forced win found for either side" as kind:
                pass
            case other_text:
                raise AssertionError(other_text)
        return kind

    def confirm_why(self, text: str) -> str:
        """Check the last step, and return its kind."""
        board, name = self.board, name_of(self.square)
        text = re.sub(r"; expected: .*", "", text).replace(f"{'XO'[1 - board.to_move]}'s", "O's")
        if found := re.fullmatch(r"(..) vanishes next, which opens O's line (\S+)", text):
            assert found[1] == name_of(self.mine[0])
            assert self.has_line(self.theirs, found[2])
            assert found[1] in found[2]
            assert all(self.mine[0] in wins_of(later) for later in going_on(board).values())
            return "opens O's line"
        assert text.startswith(name), text
        text = text.removeprefix(name)
        opening = r"(: | wins in 3 moves: )O's (..) vanishes next, (?:which opens your line|opening) (\S+)"
        if found := re.fullmatch(opening, text):
            assert found[2] == name_of(self.theirs[0])
            assert self.has_line(self.later.lists[board.to_move], found[3])
            assert found[2] in found[3]
            assert threats(self.later) == {self.theirs[0]: True}
            assert self.own_plies == 3
            return f"{found[1]} opens your line"
        if found := re.fullmatch(r" blocks O's line: (..) and (..) stay(, all else loses at once)?", text):
            assert self.has_line(self.theirs, "–".join((name, found[1], found[2])))
            assert [name_of(each) for each in sorted(self.theirs[1:])] == [found[1], found[2]]
            assert threats(board) == {self.square: False}
            assert bool(found[3]) == all(map(wins_of, self.others))
            return "blocks stones that stay"
        if found := re.fullmatch(r" (holds the draw and )?threatens a line at (..)", text):
            assert not found[1] or self.plies is self.own_plies is None
            assert {name_of(each): is_taken for each, is_taken in threats(self.later).items()} == {
                found[2]: False
            }
            return "holds the draw and threatens" if found[1] else "threatens"
        if found := re.fullmatch(r" wins by force in (\d+) moves", text):
            assert int(found[1]) == self.plies == self.own_plies
            return "wins by force"
        match text:
            case " wins at once":
                assert self.square in wins_of(board)
            case " blocks O's line: every other move loses at once":
                assert threats(board) == {self.square: False}
                assert all(map(wins_of, self.others))
                assert len(self.theirs) < 3
            case " blocks O's line":
                assert threats(board) == {self.square: False}
            case " is the only move that draws":
                assert self.plies is self.own_plies is None
                assert all(each is not None and each % 2 == 1 for each in self.values_of_others())
            case " holds the draw":
                assert self.plies is self.own_plies is None
            case " seems to hold out longest":
                assert self.plies is not None
                assert (self.plies, self.plies % 2) == (self.own_plies, 0)
            case " looks best to the search":
                pass
            case _:
                raise AssertionError(text)
        return text


def hints(count: int, seed: str) -> Iterator[tuple[Game, Stones, Hint, Case]]:
    """The expert's hint on positions of which none has come twice, so that the reference's values hold.

    One in four is without proofs.
    """
    expert, maps, dice = VanishingExpert(1), ProofMaps(), Random(seed)
    for game, board in walks(count, seed):
        if len({*board.past}) < len(board.past):
            continue
        thought = expert.think(game.position, Limit())
        values_of_moves = maps.of(game.position, Limit())
        if dice.random() < 1 / 4:
            thought, values_of_moves = Thought(thought.move, pv=(thought.move,)), {}
        found = hint(game.position, game.setup, thought, values_of_moves)
        yield game, board, found, Case(board, number_of(thought.move))


def test_each_step_of_a_hint_is_true_and_fits() -> None:
    themes, whys = Counter[str](), Counter[str]()
    for _, board, found, case in hints(sampled(600, 20), "hints"):
        assert all(0 < cells(step) <= WIDEST for step in found.steps), found.steps
        assert found.where == f"Look at {name_of(case.square)}"
        themes[case.confirm_theme(found.look_for)] += 1
        whys[case.confirm_why(found.why)] += 1
        assert not wins_of(board) or case.square in wins_of(board)
    assert len(themes) >= 8, themes
    assert len(whys) >= 12, whys


def test_a_hint_draws_lines_of_stones_that_stay_and_moves_on_free_squares() -> None:
    drawn = Counter[int]()
    for game, board, found, case in hints(sampled(300, 40), "drawing"):
        squares = [move.square for move in found.drawing.moves]
        assert squares[0] == found.square
        assert len({*squares}) == len(squares)
        assert not any(game.position.occupied >> square & 1 for square in squares)
        for line in found.drawing.lines:
            named = "–".join(map(BOARD.name, squares_of(line.squares)))
            is_mine = line.player == board.to_move
            stones = (case.later if is_mine else board).lists[line.player]
            won = {*stones} == {number_of(each) for each in squares_of(line.squares)}
            assert won or case.has_line(stones, named), (board, found)
        drawn[len(found.drawing.lines)] += 1
    assert {*drawn} == {0, 1}, drawn


@pytest.mark.parametrize(
    ("moves", "steps"),
    [
        ("a3 a2 c1", (
            "X threatens to complete a line", "Look at b2",
            "b2 blocks X's line: every other move loses at once")),
        ("b1 b2 a1 c1 a3", (
            "X threatens to complete a line", "Look at a2",
            "a2 blocks X's line: a1 and a3 stay, all else loses at once")),
        ("c2 b2 a1 a3 c1 b1 a2 c2 b3", (
            "Look where X's oldest stone vanishes next", "Look at c3",
            "c3 wins in 3 moves: X's c1 vanishes next, opening c1–c2–c3")),
        ("c3 c2 c1 a1 b3 b1 a3 c3 a2", (
            "Your oldest stone vanishes next, which opens X's line", "Look at c2",
            "a1 vanishes next, which opens X's line a1–a2–a3")),
        ("c2 b2 a1", (
            "This is a proven draw; keep it", "Look at b3", "b3 holds the draw and threatens a line at b1")),
    ],
)  # fmt: skip
def test_three_steps(moves: str, steps: tuple[str, str, str]) -> None:
    game = game_of(moves)
    thought = LEVELS["expert"].make(1).think(game.position, Limit())
    assert hint(game.position, game.setup, thought, ProofMaps().of(game.position, Limit())).steps == steps


def test_without_a_proof_a_hint_says_what_the_next_moves_show() -> None:
    game = game_of("a1 b1")
    move = BOARD.parse("c3")
    assert hint(game.position, game.setup, Thought(move, pv=(move,))).steps == (
        "No forced win found for either side", "Look at c3", "c3 threatens a line at b2",
    )  # fmt: skip


def test_a_review_says_of_which_square_the_stone_vanishes() -> None:
    game, move = game_of("c2 b2 a1 a3 c1 b1 a2 c2 b3"), BOARD.parse("c3")
    (found,) = reasons(game.position, move)
    assert sentence(found, move, game.setup, viewer=0) == (
        "c3 threatens a line at c1, whose stone vanishes next"
    )


def test_the_log_names_the_line_that_a_move_threatens() -> None:
    assert log_phrases(game_of("a1 b1 c3"), 3, viewer=1) == ("threatens b2",)
