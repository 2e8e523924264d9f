"""Learning from losing: the review at the losing move, and another step of the ladder after three results."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.support.driving import Ui, a_setup, playing
from ttt_tui.analysis.review import reviewed_moves
from ttt_tui.app.screens.match_over import MatchOverScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.engine import HUMAN, Rules, Setup
from ttt_tui.session.session import Session
from ttt_tui.session.step_offers import stored_offer
from ttt_tui.store.query import Query
from ttt_tui.store.thread import StoreThread

THREE_LOSSES = "3 losses in a row against medium 4"


def against(level: str, points: int | None = 9) -> Setup:
    return a_setup(HUMAN, level, points=points, names=("Ada", "Bob"), board=(5, 5), k=4)


@asynccontextmanager
async def a_match(
    history: StoreThread, level: str = "expert 4", points: int = 9, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Ui]:
    async with playing(against(level, points), size, session=Session(1, history)) as ui:
        yield ui


async def end(ui: Ui, *, wins: bool = False) -> None:
    """End the game by the human's resignation, or by the computer's."""
    ui.play.controller.resign(int(wins))
    ui.play.show_change()
    await ui.rest()


async def run_of(ui: Ui, number: int, *, wins: bool = False) -> None:
    """End so many games, one after the other."""
    for count in range(number):
        if count:
            await ui.press("enter")
        await end(ui, wins=wins)


async def test_three_losses_offer_the_step_below_in_a_new_match(
    history: StoreThread,
) -> None:
    async with a_match(history) as ui:
        await run_of(ui, 2)
        assert "step down" not in ui.text
        await ui.press("enter")
        await end(ui)
        await ui.until(lambda: "y easy 3" in ui.footer, "the offer")
        assert ui.text.count("easy 3") == 1, "every key once"
        await ui.press("y")
        assert [player.level for player in ui.match.setup.players] == [HUMAN, "expert 3"]
        assert (ui.match.points, ui.moves) == ([0, 0], [])
        assert ui.status == "New match against easy 3; u undoes it"


async def test_an_accepted_offer_can_be_undone(history: StoreThread) -> None:
    async with a_match(history) as ui:
        await run_of(ui, 3)
        await ui.until(lambda: "y easy 3" in ui.footer, "the offer")
        before, points = ui.match, list(ui.match.points)
        await ui.press("y")
        assert ui.match is not before
        await ui.press("u")
        assert ui.match is before
        assert ui.match.points == points
        assert ui.match.game.outcome is not None
        await ui.press("enter")
        assert [player.level for player in ui.match.setup.players] == [HUMAN, "expert 4"]


@pytest.mark.slow
async def test_three_wins_offer_the_step_above(history: StoreThread) -> None:
    async with a_match(history) as ui:
        await run_of(ui, 3, wins=True)
        await ui.until(lambda: "y medium 5" in ui.footer, "the offer")
        await ui.press("y")
        assert ui.match.setup.players[1].level == "expert 5"


@pytest.mark.slow
async def test_an_offer_that_is_ignored_comes_again_only_after_three_more(history: StoreThread) -> None:
    async with a_match(history) as ui:
        await run_of(ui, 3)
        await ui.until(lambda: "y easy 3" in ui.footer, "the offer")
        for _ in range(2):
            await ui.press("enter")
            await end(ui)
            assert "easy 3" not in ui.text
        assert ui.match.setup.players[1].level == "expert 4"
        await ui.press("enter")
        await end(ui)
        await ui.until(lambda: "y easy 3" in ui.footer, "the next offer")


@pytest.mark.slow
async def test_keys_typed_before_the_offer_could_be_read_accept_nothing(history: StoreThread) -> None:
    async with a_match(history) as ui:
        await run_of(ui, 2)
        await ui.press("enter")
        for key in ("R", "enter", "enter", "y"):
            ui.send(key)
        await ui.rest()
        assert ui.is_over
        assert ui.match.game_number == 3
        await ui.until(lambda: "y easy 3" in ui.footer, "the offer")
        await ui.press("enter")
        assert (ui.match.game_number, ui.match.setup.players[1].level) == (4, "expert 4")


@pytest.mark.slow
async def test_a_game_that_is_taken_back_takes_the_offer_with_it(history: StoreThread) -> None:
    async with a_match(history) as ui:
        await run_of(ui, 3)
        await ui.until(lambda: "y easy 3" in ui.footer, "the offer")
        await ui.press("u")
        assert "easy 3" not in ui.text
        await ui.press("y")
        assert ui.match.setup.players[1].level == "expert 4"


@pytest.mark.slow
async def test_the_run_of_results_survives_a_restart(history: StoreThread) -> None:
    async with a_match(history) as ui:
        await run_of(ui, 2)
    async with a_match(history) as ui:
        await end(ui)
        await ui.until(lambda: "y easy 3" in ui.footer, "the offer")


@pytest.mark.slow
@pytest.mark.parametrize(("level", "wins"), [("expert 1", False), ("expert", True), ("scorer", False)])
async def test_the_ends_of_the_ladder_and_classic_computers_have_no_offer(
    level: str, wins: bool, history: StoreThread
) -> None:
    async with a_match(history, level) as ui:
        await run_of(ui, 3, wins=wins)
        assert history.run(lambda store: stored_offer(store, against(level)), after_writes=True) is None
        assert not ui.play.availability.context.offered_step


@pytest.mark.parametrize("width", [60, 80])
async def test_the_summary_of_a_match_has_the_offer_and_the_losing_move(
    width: int, history: StoreThread
) -> None:
    async with a_match(history, points=3, size=(width, 24)) as ui:
        await run_of(ui, 3)
        await ui.until(lambda: isinstance(ui.app.screen, MatchOverScreen) == (width < 80), "the summary")
        await ui.until(lambda: "y one step down: easy 3" in ui.text, "the offer")
        assert THREE_LOSSES in ui.text
        assert "v losing move" in ui.text
        await ui.rest()
        await ui.press("y")
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.match.setup.players[1].level == "expert 3"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "is_found"), [("drop", False), ("double", True), ("torus", False), ("wild", False)]
)
async def test_the_losing_move_is_offered_only_where_most_lost_games_have_one(
    words: str, is_found: bool
) -> None:
    setup = a_setup(HUMAN, "expert 4", names=("Ada", "Bob"), board=(7, 6), k=4, rules=Rules.parse(words))
    async with playing(setup, (80, 24), session=Session(1)) as ui:
        await end(ui)
        assert ("v losing move" in ui.text) is is_found
        assert "v review" in ui.text or is_found


@pytest.mark.slow
async def test_a_late_answer_of_the_store_reaches_the_summary(
    history: StoreThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_match(history, points=3, size=(60, 24)) as ui:
        await run_of(ui, 2)
        await ui.press("enter")
        take, waits = Query.take, [True]
        monkeypatch.setattr(Query, "take", lambda query: not waits[0] and take(query))
        await end(ui)
        await ui.until(lambda: isinstance(ui.app.screen, MatchOverScreen), "the summary")
        assert "step down" not in ui.text
        waits[0] = False
        ui.game_screen.on_store_answered()
        await ui.until(lambda: "y one step down: easy 3" in ui.text, "the offer")


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("size", [(40, 16), (80, 24), (200, 50)])
async def test_the_offer_and_the_losing_move_are_named_in_every_window(
    size: tuple[int, int], history: StoreThread
) -> None:
    async with a_match(history, size=size) as ui:
        await run_of(ui, 3)
        await ui.until(lambda: "easy 3" in ui.text, "the offer")
        assert "v losing move" in ui.text


LOST = "a1 b1 b2 c3 a3 a2 c1"
"""X wins; O's b1 at move 2 is the one mistake: b2 holds the draw."""


@asynccontextmanager
async def lost(history: StoreThread | None = None, moves: str = LOST) -> AsyncIterator[Ui]:
    """Start the program at the end of a game that a human lost to a step of the ladder."""
    setup = a_setup("expert 4", HUMAN)
    async with playing(setup, moves=moves.split(), session=Session(1, history)) as ui:
        await ui.until(lambda: "v losing move" in ui.text, "the button")
        yield ui


def review(ui: Ui) -> ReviewScreen:
    assert isinstance(ui.app.screen, ReviewScreen)
    return ui.app.screen


async def test_a_loss_is_reviewed_at_the_losing_move_and_comes_back_as_a_puzzle(history: StoreThread) -> None:
    async with lost(history) as ui:
        assert ui.app.session.puzzles.count_due() == 0
        await ui.press("v")
        await ui.until(lambda: review(ui).ply == 2, "the losing move")
        await ui.until(lambda: "1 mistake added to your puzzles" in ui.text, "the news of the puzzle")
        assert ui.app.session.puzzles.count_due() == 1
        mine = ui.app.session.puzzles.mine()
        assert mine is not None
        assert [mine.puzzle.geometry.name(square) for square in mine.puzzle.played] == ["a1"]
    later = Session(1, history)
    later.puzzles.load(30)
    assert later.puzzles.count_due() == 1


@pytest.mark.slow
async def test_the_losing_move_is_called_so(soon_read: None) -> None:
    async with lost() as ui:
        await ui.press("v")
        await ui.until(lambda: "O b1 the losing move" in ui.status, "its name")


@pytest.mark.slow
async def test_whoever_has_looked_elsewhere_meanwhile_stays_there() -> None:
    async with lost() as ui:
        await ui.press("v")
        screen = review(ui)
        await ui.until(lambda: screen.ply == 2, "the losing move")
        await ui.press("home")
        screen._go_to_losing_move()  # as after a longer look
        assert screen.ply == 0


@pytest.mark.slow
async def test_a_longer_look_may_find_another_losing_move(monkeypatch: pytest.MonkeyPatch) -> None:
    async with lost() as ui:
        await ui.press("v")
        screen = review(ui)
        await ui.until(lambda: screen.ply == 2 and screen.found.is_full, "the losing move")
        other = reviewed_moves(screen.found)[3]
        monkeypatch.setattr("ttt_tui.app.screens.review.losing_move", lambda found, loser: other)
        screen._go_to_losing_move()
        assert screen.ply == 4


async def test_to_resign_a_drawn_game_is_its_losing_move() -> None:
    async with playing(a_setup(HUMAN, "expert 4"), moves=["b2", "a1"]) as ui:
        await end(ui)
        await ui.press("v")
        await ui.until(lambda: "X resigns the losing move" in ui.status, "the losing move")


async def test_without_a_losing_move_the_review_stays_at_the_end_and_says_so() -> None:
    """On 5×5 with three in a row the second player is lost from the start."""
    setup, moves = a_setup("expert 4", HUMAN, board=(5, 5)), ["c3", "a1", "b3", "a3", "d3"]
    async with playing(setup, moves=moves) as ui:
        await ui.until(lambda: "v losing move" in ui.text, "the button")
        await ui.press("v")
        await ui.until(lambda: review(ui).found.is_full, "all of it")
        await ui.until(lambda: "no losing move found" in ui.text, "the sentence")
        assert review(ui).ply == len(moves)
