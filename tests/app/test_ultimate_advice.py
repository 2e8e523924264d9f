"""Hints, analyses and reviews of Ultimate on the screen."""

import pytest

from tests.analysis.ultimate_truth import walks, winning
from tests.app.test_ultimate import ultimate
from tests.support.driving import Ui, playing
from tests.support.ultimate import name_of
from ttt_tui.app.screens.practice import PracticeScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.engine import Game


def names(game: Game) -> list[str]:
    return [game.setup.geometry.name(move.square) for move in game.moves if move.square is not None]


def before_a_win() -> tuple[list[str], str]:
    """Moves after which the player to move can win in one way, and the square."""
    for game, board in walks("ultimate", 50, "on screen"):
        if len(wins := winning(board)) == 1 and len({each for each, _ in board.legal()}) == 1:
            return names(game), name_of(wins[0])
    raise AssertionError("a game is won somewhere")


def finished() -> list[str]:
    """The moves of a game that somebody won."""
    for number in range(50):
        game = [*walks("ultimate", 1, f"finished {number}")][-1][0]
        if game.outcome is not None and game.outcome.winner is not None:
            return names(game)
    raise AssertionError("a game is won somewhere")


async def hinted(ui: Ui, text: str) -> None:
    await ui.press("i")
    await ui.until(lambda: text in ui.status, f"the hint {text!r}")


async def test_a_hint_names_the_win_and_draws_its_line() -> None:
    moves, square = before_a_win()
    async with playing(ultimate(), moves=moves) as ui:
        await hinted(ui, "You can win at once")
        await hinted(ui, f"Look at {square}")
        await hinted(ui, f"{square} wins the game: three boards in a row")
        hints = ui.play.advice.hints
        assert [ui.match.setup.geometry.name(each) for each in hints.labels] == [square]
        assert hints.lines
        await ui.place(square)
        assert ui.match.game.outcome is not None


async def test_an_analysis_ranks_five_moves_with_chances_and_shows_no_threats() -> None:
    async with playing(ultimate(), moves=["e5", "e4", "e1", "d2"]) as ui:
        await ui.press("A")
        await ui.until(lambda: "‹5›" in ui.text, "five best moves")
        assert "Best moves" in ui.text
        await ui.press("t")
        assert "rules have no threats to show" in ui.status
        await ui.press("ctrl+n")
        assert ui.cursor in {ui.match.setup.geometry.name(s) for s in ui.match.game.position.moves}


@pytest.mark.slow
async def test_a_lost_game_is_reviewed_with_chances_and_its_mistakes_can_be_tried_again() -> None:
    async with playing(ultimate(), moves=finished()) as ui:
        await ui.press("v")
        assert isinstance(ui.app.screen, ReviewScreen)
        review = ui.app.screen
        await ui.until(lambda: review.found.is_judged and review._mistakes != [], "a mistake")
        await ui.press("home", "n")
        assert review.ply in review._mistakes
        await ui.press("t")
        assert isinstance(ui.app.screen, PracticeScreen)
        await ui.press("escape")
        assert ui.app.screen is review
