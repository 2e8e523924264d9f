"""Makes the pictures of the README from the real program: `python -m tests.screenshots`."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from textual.pilot import Pilot

from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.engine import Limit, Setup
from ttt_tui.session.presets import PRESETS, players_from_specs

FOLDER = Path(__file__).parent.parent / "screenshots"
SIZE = (80, 24)
LONGEST_WAIT = 30.0


async def take(name: str, setup: Setup | None, *keys: str, stones: int = 0) -> None:
    """Start the app, press keys, wait until `stones` are on the board, and save what is on the screen.

    A key is one that the pilot knows, or a square, which is typed after a colon once it is a human's turn.
    """
    app = TttApp(setup, seed=7)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for key in keys:
            if key[-1].isdigit():
                await until(pilot, lambda: human_can_move(app))
                before = len(app.session.match.game.moves)
                await pilot.press("colon", *key, "enter")
                assert len(app.session.match.game.moves) > before, f"{name}: {key} was refused"
            else:
                await pilot.press(key)
        if stones:
            await until(pilot, lambda: len(app.session.match.game.moves) >= stones)
            await pilot.press("p")
        elif setup is not None:
            await until(pilot, lambda: human_can_move(app) or app.session.match.game.outcome is not None)
        await pilot.pause(0.2)
        (FOLDER / f"{name}.svg").write_text(app.export_screenshot(title="ttt-tui", simplify=True))


def human_can_move(app: TttApp) -> bool:
    """Whether a human is to move on the screen."""
    game = app.session.match.game
    human = app.session.match.setup.players[game.position.to_move].is_human
    return isinstance(app.screen, PlayScreen) and human and game.outcome is None


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait for something to become true; raises `TimeoutError` if it does not."""
    async with asyncio.timeout(LONGEST_WAIT):
        while not condition():
            await pilot.pause(0.02)


async def main() -> None:
    """Take all pictures."""
    names = Random("pictures")
    you, romeo = PRESETS["gomoku"].make(names).players
    gomoku = replace(PRESETS["gomoku"].make(names), players=(you, replace(romeo, limit=Limit(depth=2))))
    await take("setup", None, "down")
    await take("3x3", PRESETS["computer"].make(names), "b2", "up")
    await take("15x15", gomoku, "h8", "i9", "g7", "f9", "down", "down")
    await take("five-players", PRESETS["five-bots"].make(names), stones=8)
    two = players_from_specs(["human,name=Ada", "human,name=Bob"], names)
    won = replace(PRESETS["custom"].make(names), players=two)
    await take("won", won, "b2", "c2", "c3", "b3", "d4", "d2", "e5")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    asyncio.run(main())
