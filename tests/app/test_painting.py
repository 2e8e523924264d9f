"""After every key the terminal shows what a fresh paint would: nothing stays behind, in any size of cells."""

import asyncio
import random
import time

import pytest

from tests.support.driving import a_setup
from tests.support.recording import BOARDS, Recorded, Size, run
from tests.support.sampling import sampled
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Rules, mask_of

KEYS_IN_A_GAME = sampled(60, 20)

KEYS = (
    *("left", "right", "up", "down") * 4, *("enter",) * 10, *"123456789", "u", "u", "U", "tab", "s",
    "colon", *"abc", "home", "end", "pageup", "pagedown", "m", "p", "plus", "R",
)  # fmt: skip


async def random_keys(recorded: Recorded, seed: int, count: int) -> None:
    keys = random.Random(seed)
    done = []
    for _ in range(count):
        if keys.random() < 0.1:
            x, y = (keys.randrange(cells) for cells in recorded.app.size)
            key = f"a click on {x}, {y}"
            recorded.click(x, y)
            await recorded.settle()
        else:
            key = keys.choice(KEYS)
            await recorded.press(key)
        done.append(key)
        if recorded.app.return_code is not None:  # a click met the way out
            return
        recorded.assert_right(done[-8:])


def symbols_on(number: int) -> str:
    """Narrow symbols on one board, wide ones on the next."""
    return "你●" if number % 2 else "XO"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_random_games(number: int) -> None:
    sides, k, size = BOARDS[number]
    setup = a_setup(board=sides, k=k, symbols=symbols_on(number))
    run(lambda recorded: random_keys(recorded, number, KEYS_IN_A_GAME), setup, size)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "size"),
    [
        ("ultimate", (80, 24)),
        ("open-until-full", (40, 16)),
        pytest.param("most-boards", (20, 8), marks=pytest.mark.slow),
        pytest.param("open-until-full", (120, 40), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_random_games_of_ultimate(words: str, size: Size) -> None:
    setup = a_setup(board=(9, 9), rules=Rules.parse(words))
    run(lambda recorded: random_keys(recorded, len(words), KEYS_IN_A_GAME), setup, size)


MOTIONS = [(number, animations) for number in range(len(BOARDS)) for animations in (True, False)]
"""Boards, and whether what happens on them moves."""

OF_EACH_BOARD_ONE = [(number, number // 2 % 2 == 0) for number in range(len(BOARDS))]
"""With narrow symbols as with wide ones both."""

WON_IN_A_ROW = ("a1", "a2", "b1", "b2", "c1")


def place(recorded: Recorded, square: str) -> None:
    """Place on a square as a click does, wherever it is drawn."""
    board = recorded.app.screen.query_one(BoardGrid)
    board.post_message(BoardGrid.Chosen(board.geometry.parse(square), None))


@pytest.mark.slow
@pytest.mark.parametrize(("number", "animations"), sampled(MOTIONS, OF_EACH_BOARD_ONE))
def test_a_win_leaves_nothing_behind_at_any_moment_of_its_motion(number: int, animations: bool) -> None:
    sides, _, size = BOARDS[number]

    async def play(recorded: Recorded) -> None:
        board = recorded.app.screen.query_one(BoardGrid)
        for square in WON_IN_A_ROW:
            place(recorded, square)
            await recorded.settle()
            recorded.assert_right(square)
        seconds = board.result_seconds()
        assert seconds == pytest.approx(0.38 if animations else 0)
        end = time.monotonic() + seconds + 0.15
        while time.monotonic() < end:
            await asyncio.sleep(0.02)
            await recorded.settle()
            recorded.assert_right("a moment of it")
        for key in ("u", "U", "u", "u"):  # in the middle of the motion that begins anew
            await recorded.press(key)
            recorded.assert_right(key)
        await asyncio.sleep(0.3)
        await recorded.settle()
        recorded.assert_right("a while")
        assert board.result_seconds() == 0

    run(play, a_setup(board=sides, k=3, symbols=symbols_on(number)), size, animations)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 16), (20, 8)])
def test_a_stone_that_is_news_blinks_and_leaves_nothing_behind(size: Size) -> None:
    async def play(recorded: Recorded) -> None:
        board = recorded.app.screen.query_one(BoardGrid)
        for number, square in enumerate(board.geometry.squares[:4]):
            stones = tuple(mask_of(board.geometry.squares[seat : number + 1 : 2]) for seat in range(2))
            board.call_later(board.show, BoardView(stones, square, new=1 << square))
            for _ in range(6 if number else 20):
                await asyncio.sleep(0.02)
                await recorded.settle()
                recorded.assert_right(f"stone {number}")

    run(play, a_setup(), size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 16), (20, 8)])
def test_a_stone_that_is_taken_back_while_it_flashes_leaves_nothing_behind(size: Size) -> None:
    async def play(recorded: Recorded) -> None:
        for key in ("enter", "left", "enter", "u", "U", "u", "u", "U", "U"):
            await recorded.press(key)
            recorded.assert_right(key)

    run(play, a_setup(), size)


@pytest.mark.slow
def test_a_board_that_changes_while_the_panel_has_its_place_is_whole_when_it_comes_back() -> None:
    async def play(recorded: Recorded) -> None:
        for keys in (("down", "s", "1"), ("s", "u", "s"), ("5", "9", "s", "2"), ("s", "R", "s")):
            recorded.send(*keys)
            await recorded.settle()
            recorded.assert_right(keys)

    run(play, a_setup(), (40, 16), animations=False)


@pytest.mark.slow
@pytest.mark.parametrize("keys", [("home",), ("end", "pageup"), ("pagedown", "home")])
def test_an_empty_list_of_games_looks_the_same_whatever_is_pressed(keys: tuple[str, ...]) -> None:
    async def play(recorded: Recorded) -> None:
        await recorded.press("h")
        before = recorded.drawn
        await recorded.press(*keys, "ctrl+l")
        assert recorded.drawn == before

    run(play, None)


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    "keys", [("n",), ("R",), ("question_mark",), ("f2",), ("n", "f2"), ("question_mark", "f2")]
)
def test_what_is_behind_a_dialog_is_painted_anew_with_it(keys: tuple[str, ...]) -> None:
    async def play(recorded: Recorded) -> None:
        await recorded.press("1", *keys)
        before, text = recorded.drawn, recorded.text
        assert "3×3" in text.splitlines()[0]
        await recorded.press("ctrl+l")
        assert recorded.text == text
        assert recorded.drawn == before

    run(play, a_setup(), animations=False)
