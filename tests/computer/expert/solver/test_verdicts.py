"""What is remembered of maker-breaker games saves turns, and is true of every image."""

import threading

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.maker_breaker import MakerBreaker
from ttt_tui.computer.expert.solver.residuals import Residuals
from ttt_tui.engine import Geometry, Limit, Mask, mask_of, squares_of


def test_a_game_that_took_long_is_not_played_again_for_any_image_however_little_is_remembered() -> None:
    geometry = Geometry(7, 4, 4)
    tables = Residuals(geometry)
    maker_breaker = MakerBreaker(tables, Fours(tables, 0.05), 0.05)

    def ask(maker: str, breaker: str, turns: int) -> tuple[bool | None, int, Mask]:
        """Return whether the breaker holds against a stone, the turns that it took, and the zone."""
        own, strange = 1 << geometry.parse(maker), 1 << geometry.parse(breaker)
        reach, empty = tables.reach(own, strange), geometry.board ^ own ^ strange
        verdict = maker_breaker.verdict(reach, empty, False, turns, Budget(Limit(), threading.Event()))
        used = turns - max(0, maker_breaker.turns_left)
        return verdict and verdict.held, used, verdict.zone if verdict else 0

    assert ask("b2", "c3", 300) == (None, 300, 0)
    assert ask("b2", "c3", 300) == ask("b2", "c3", 200) == (None, 0, 0)
    held, used, zone = ask("b2", "c3", 5000)
    assert held
    assert used > 300
    assert ask("b2", "c3", 300) == (True, 0, zone)
    reflected = mask_of(
        geometry.at(6 - geometry.column(square), geometry.row(square)) for square in squares_of(zone)
    )
    assert reflected != zone
    assert ask("f2", "e3", 300) == (True, 0, reflected)
