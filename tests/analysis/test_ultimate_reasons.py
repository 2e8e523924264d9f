"""Reasons, sentences and hints of Ultimate: each claim is true on the tests' own slow boards; none lacks."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.analysis.ultimate_truth import is_safe, new_game, takes, taking, walks, winning
from tests.support.sampling import sampled
from tests.support.ultimate import LINES, VARIANTS, NineBoards, Stone, name_of
from tests.support.ultimate_truth import after
from ttt_tui.analysis.hint import Hint, hint
from ttt_tui.analysis.hint_writer import WIDEST
from ttt_tui.analysis.reason_kinds import OF_ULTIMATE, Reason, ReasonKind
from ttt_tui.analysis.reasons import facts_of_stone, reasons
from ttt_tui.analysis.sentences import log_phrases, sentence
from ttt_tui.analysis.ultimate.words import WIDEST as WIDEST_PHRASE
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.engine import Game, squares_of
from ttt_tui.engine.diagram import cells

every_variant = pytest.mark.parametrize("words", VARIANTS)

Claim = tuple[ReasonKind, int, tuple[str, ...], frozenset[int]]
"""A reason: its kind, its player, the squares by name, and the small boards."""


def claim_of(game: Game, reason: Reason) -> Claim:
    boards = frozenset(board for board in range(9) if reason.boards >> board & 1)
    return reason.kind, reason.player, tuple(sorted(map(game.setup.geometry.name, reason.squares))), boards


class Case:
    """A move, as the slow boards see it."""

    def __init__(self, board: NineBoards, stone: Stone) -> None:
        self.board, self.stone, self.later = board, stone, after(board, stone)
        self.me, self.other = board.to_move, 1 - board.to_move
        self.small, self.place = stone
        self.result = self.later.result()

    def claim(
        self, kind: ReasonKind, player: int, boards: set[int], stones: list[Stone] | None = None
    ) -> Claim:
        stones = [self.stone] if stones is None else stones
        return kind, player, tuple(sorted(map(name_of, stones))), frozenset(boards)

    def claims(self) -> Iterator[Claim]:
        """All that is true, by the definitions of the kinds."""
        board, later, me, other, small = self.board, self.later, self.me, self.other, self.small
        own, kinds = {small}, ReasonKind
        if self.result == str(me):
            yield self.claim(kinds.WINS, me, own)
            return
        if self.result == str(other):
            yield self.claim(kinds.LOSES_LINE, me, own)
            return
        if wins := winning(board):
            yield self.claim(kinds.MISSES_LINE, me, set(), wins)
        could_take, takes_one = taking(board), takes(board, self.stone)
        if could_take and not takes_one:
            yield self.claim(kinds.MISSES_BOARD, me, {b for b, _ in could_take}, could_take)
        if small not in board.owners:
            yield from self.on_board(takes_one)
        goes_on, open_boards = self.result is None, {b for b, _ in later.legal()}
        if goes_on:
            if wins := winning(later):
                yield self.claim(kinds.LETS_COMPLETE, other, set(), wins)
            if given := taking(later):
                yield self.claim(kinds.GIVES_BOARD, other, {b for b, _ in given}, given)
            if len(open_boards) > 1:
                yield self.claim(kinds.FREES, other, own)
            else:
                yield from self.sent(*open_boards)
        if winning(board):
            return
        rest = [after(board, stone) for stone in board.legal() if stone != self.stone]
        if (
            rest
            and is_safe(board, self.stone)
            and not any(is_safe(board, s) for s in board.legal() if s != self.stone)
        ):
            yield self.claim(kinds.ONLY_ANSWER, other, own)
        if not rest or not goes_on or taking(later):
            return
        gives = [each.result() is None and bool(taking(each)) for each in rest]
        frees = [each.result() is None and len({b for b, _ in each.legal()}) > 1 for each in rest]
        if all(gives):
            yield self.claim(kinds.ONLY_QUIET, other, own)
        elif any(gives) and len(open_boards) == 1 and all(map(any, zip(gives, frees, strict=True))):
            yield self.claim(kinds.ONLY_SENDING, other, own)
        if len(open_boards) == 1 and not open_boards & set(later.owners) and any(gives + frees):
            yield self.claim(kinds.SENDS_TO_QUIET, other, open_boards)

    def on_board(self, takes_one: bool) -> Iterator[Claim]:
        board, later, me, other, small = self.board, self.later, self.me, self.other, self.small
        would_win = [line for line in LINES if small in line and self.lacks_only(board, other, line) == small]
        if would_win and not later.can_own(small, other):
            yield self.claim(ReasonKind.DENIES_GAME, other, {small})
        if takes_one:
            yield self.claim(ReasonKind.TAKES_BOARD, me, {small})
            lacked = {
                lack for line in LINES if (lack := self.lacks_only(later, me, line)) is not None
                and lack not in {self.lacks_only(board, me, each) for each in LINES}
            }  # fmt: skip
            if lacked:
                yield self.claim(ReasonKind.NEARS_GAME, me, lacked)
            return
        if self.stone in self.completing(board, other, small):
            is_last = not self.completing(later, other, small)
            kind = ReasonKind.KEEPS_BOARD if is_last else ReasonKind.BLOCKS_ON_BOARD
            yield self.claim(kind, other, {small})
        if new := self.completing(later, me, small) - self.completing(board, me, small):
            yield self.claim(ReasonKind.THREATENS_BOARD, me, {small}, [*new])

    def sent(self, to: int) -> Iterator[Claim]:
        later, me, other = self.later, self.me, self.other
        yield self.claim(ReasonKind.SENDS, other, {to})
        if to in later.owners:
            yield self.claim(ReasonKind.SENDS_TO_DECIDED, other, {to})
            return
        if not later.can_own(to, other):
            yield self.claim(ReasonKind.SENDS_TO_LOST, other, {to})
        elif not later.most_boards and not any(
            all(later.can_own(each, other) for each in line) for line in LINES if to in line
        ):
            yield self.claim(ReasonKind.SENDS_TO_UNNEEDED, other, {to})
        if not self.completing(later, other, to) and len(self.completing(later, me, to)) > 1:
            yield self.claim(ReasonKind.SENDS_TO_THREATS, other, {to})

    def lacks_only(self, board: NineBoards, player: int, line: list[int]) -> int | None:
        """The one small board that the player lacks in a line of boards and can still win."""
        lacking = [each for each in line if board.owners.get(each) != player]
        return lacking[0] if len(lacking) == 1 and board.can_own(lacking[0], player) else None

    def completing(self, board: NineBoards, player: int, small: int) -> set[Stone]:
        """Where a stone of the player, were it to move there, would win an undecided small board."""
        return {
            (small, lack[0])
            for line in LINES
            if small not in board.owners
            and len(lack := [place for place in line if board.stones.get((small, place)) != player]) == 1
            and (small, lack[0]) not in board.stones
        }


@pytest.mark.slow
@every_variant
def test_the_reasons_are_those_of_the_definitions(words: str) -> None:
    met: Counter[ReasonKind] = Counter()
    for game, board in walks(words, sampled(60, 5), "reasons"):
        position, legal = game.position, board.legal()
        dice = Random(f"{words} {position.ply}")
        for stone in dice.sample(legal, min(len(legal), 2)):
            square = position.geometry.parse(name_of(stone))
            found, expected = reasons(position, square), {*Case(board, stone).claims()}
            assert {claim_of(game, reason) for reason in found} == expected, (game, name_of(stone))
            assert len(found) == len(expected)
            facts = {claim_of(game, fact) for fact in facts_of_stone(position, square)}
            assert facts <= expected
            met.update(reason.kind for reason in found)
    possible = OF_ULTIMATE | {ReasonKind.WINS, ReasonKind.MISSES_LINE, ReasonKind.LETS_COMPLETE}
    possible -= {ReasonKind.ONLY_SENDING if "open-until-full" in words else ReasonKind.SENDS_TO_DECIDED}
    if "most-boards" in words:
        possible -= {ReasonKind.SENDS_TO_UNNEEDED}
    assert len(possible - {*met}) < sampled(1, 4), possible - {*met}


def test_reasons_are_worded() -> None:
    said = set()
    for game, _ in walks("ultimate", 8, "words"):
        position, dice = game.position, Random(game.position.ply)
        square = dice.choice(position.moves)
        name = position.geometry.name(square)
        for viewer in (None, 0, 1):
            for reason in reasons(position, square):
                text = sentence(reason, square, game.setup, viewer)
                is_about_others = reason.kind in (ReasonKind.MISSES_LINE, ReasonKind.MISSES_BOARD)
                assert text.startswith(name) != is_about_others
                for wrong in ("line at", "row at", "  ", "None", "board board", "the the"):
                    assert wrong not in text
                assert "in a row" not in text or "boards in a row" in text
                said.add(reason.kind)
    assert len(said) > 12


@pytest.mark.sample(every=4)
@every_variant
def test_the_log_says_what_each_move_did_in_two_phrases_that_fit(words: str) -> None:
    said = Counter[str]()
    for number in range(4):
        game = [*walks(words, 1, f"log {number}")][-1][0]
        for ply in range(1, len(game.moves) + 1):
            phrases = log_phrases(game, ply, viewer=number % 2)
            assert 0 < len(phrases) <= 2 or ply == len(game.moves), (game, ply)
            assert all(0 < cells(each) <= WIDEST_PHRASE for each in phrases), phrases
            said.update(phrase.split()[0] for phrase in phrases)
    assert said["sent"] > said["won"] > 0


# --- hints -----------------------------------------------------------------------------------------------


def hints_of(words: str, count: int, seed: str) -> Iterator[tuple[Game, NineBoards, Stone, Hint]]:
    for game, board in walks(words, count, seed):
        dice = Random(f"{seed} {game.position.ply}")
        stone = dice.choice(board.legal())
        square = game.setup.geometry.parse(name_of(stone))
        yield game, board, stone, hint(game.position, game.setup, Thought(square, pv=(square,)))


@pytest.mark.sample(every=4)
@every_variant
def test_the_themes_of_hints_are_true(words: str) -> None:
    themes = Counter[str]()
    for _, board, stone, found in hints_of(words, sampled(60, 12), "themes"):
        case, (first, second, third) = Case(board, stone), found.steps
        other = "OX"[board.to_move]
        assert all(0 < cells(step) <= WIDEST + 5 for step in found.steps), found.steps
        assert second.startswith(f"Look at {name_of(stone)}")
        assert ("board" in second) == (len({b for b, _ in board.legal()}) > 1)
        is_lost = not any(is_safe(board, each) for each in board.legal())
        match first.replace(other, "O"):
            case "You can win at once":
                assert case.result == str(case.me)
                assert "wins the game" in third
            case "Every move lets O win at once":
                assert is_lost
                assert not winning(board)
            case "Every move ends the game":
                assert all(after(board, each).result() == str(case.other) for each in board.legal())
            case "Every move but one lets O win at once":
                assert [each for each in board.legal() if is_safe(board, each)] == [stone]
            case "You can win a board":
                assert stone in taking(board)
            case "Every move but one lets O win a board":
                assert not taking(case.later)
                assert all(taking(after(board, each)) for each in board.legal() if each != stone)
            case "O lacks one square to win a board":
                assert stone in case.completing(board, case.other, stone[0])
            case "You can threaten to win a board":
                assert case.completing(case.later, case.me, stone[0])
            case "Think about where you send O":
                assert len({b for b, _ in case.later.legal()}) == 1
        assert is_lost or not first.startswith(("Every move lets", "Every move ends"))
        themes[first.replace(other, "O")] += 1
    assert len(themes) > 5, themes


@pytest.mark.sample(every=4)
@every_variant
def test_hints_draw_the_squares_that_they_mean(words: str) -> None:
    drawn = 0
    for game, board, stone, found in hints_of(words, sampled(20, 6), "drawing"):
        case, name = Case(board, stone), game.setup.geometry.name
        first, *others = found.drawing.moves
        assert (name(first.square), first.player, first.number) == (name_of(stone), board.to_move, 1)
        for move in others:
            assert name(move.square) in found.why
        for line in found.drawing.lines:
            names = {name(square) for square in squares_of(line.squares)}
            assert names in [{name_of((stone[0], place)) for place in each} for each in LINES]
            lacking = {each for each in names if each not in {*map(name_of, case.board.stones)}}
            assert name_of(stone) in lacking or line.player == case.me
            drawn += 1
    assert drawn


def test_a_hint_names_the_moves_that_are_expected() -> None:
    game = new_game()
    e5, e4, e1 = map(game.setup.geometry.parse, ("e5", "e4", "e1"))
    found = hint(game.position, game.setup, Thought(e5, pv=(e5, e4, e1)))
    assert found.steps == (
        "Think about where you send O",
        "Look at e5, on the middle board",
        "e5 sends O to the middle board; expected: O e4, X e1",
    )
    assert [move.square for move in found.drawing.moves] == [e5, e4, e1]


def test_a_hint_says_what_is_proved() -> None:
    game = new_game()
    e5 = game.setup.geometry.parse("e5")
    for value, first in (
        (Value.WIN, "You can win by force"),
        (Value.DRAW, "This is a proven draw; keep it"),
        (Value.LOSS, "O can win by force: hold out as long as you can"),
    ):
        plies = None if value is Value.DRAW else 5 - (value is Value.LOSS)
        found = hint(game.position, game.setup, Thought(e5, proof=Proof(value, plies)))
        assert found.look_for == first
