"""The moves below the board of a stored game: the latest ones that have room, never cut off."""

import pytest
from textual.app import App, ComposeResult

from tests.support.driving import a_setup
from ttt_tui.app.widgets.game_moves import GameMoves
from ttt_tui.engine import Game


class Alone(App[None]):
    """Nothing but the moves."""

    CSS = "GameMoves { margin: 0; }"

    def compose(self) -> ComposeResult:
        yield GameMoves()


async def shown(game: Game, size: tuple[int, int]) -> list[str]:
    async with Alone().run_test(size=size) as pilot:
        moves = pilot.app.query_one(GameMoves)
        moves.show(game)
        await pilot.pause()
        lines = ["".join(text for text, _ in line) for line in moves.lines(size[0])]
    assert len(lines) <= size[1]
    assert all(len(line) <= size[0] for line in lines)
    return lines


def filled(count: int, players: int = 2) -> Game:
    """A game on 20×20 in which nobody can win: `count` stones in reading order."""
    game = Game(a_setup(*["human"] * players, board=(20, 20), k=20))
    for square in list(game.setup.geometry.squares)[:count]:
        game.place(game.setup.geometry.name(square))
    return game


@pytest.mark.parametrize("size", [(44, 1), (44, 2), (44, 3), (44, 9), (24, 6), (60, 20), (20, 5)])
@pytest.mark.parametrize("count", [1, 8, 99, 100, 131])
@pytest.mark.parametrize("players", [2, 3])
async def test_the_latest_move_is_shown_and_the_list_starts_at_a_whole_column(
    size: tuple[int, int], count: int, players: int
) -> None:
    game = filled(count, players)
    heading, *rows = await shown(game, size)
    if size[1] < 3:
        rows = [heading, *rows]
    else:
        assert heading == "Moves"
    names = [word for row in rows for word in row.split() if word[0].islower()]
    name = game.setup.geometry.name
    moves = [name(move.square) for move in game.moves if move.square is not None]
    assert sorted(names) == sorted(moves[count - len(names) :]), "those before the latest, without a gap"
    assert names, "at least one"


async def test_without_moves_there_is_no_heading() -> None:
    assert await shown(filled(0), (44, 9)) == []
