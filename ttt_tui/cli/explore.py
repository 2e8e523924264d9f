"""`ttt-tui history explore`: which moves followed a position in the stored games, and how they ended."""

from argparse import Namespace

from ttt_tui.cli.progress import index_positions
from ttt_tui.cli.solve import game_of
from ttt_tui.engine import Coordinates
from ttt_tui.engine.records import usual_board
from ttt_tui.engine.rules import USUAL
from ttt_tui.process.streams import print_json
from ttt_tui.session.history_tables import print_rows
from ttt_tui.store.games import History
from ttt_tui.store.position_index import ExplorerMove, Source
from ttt_tui.store.positions import reached_in


def explore(history: History, options: Namespace) -> None:
    """Print the moves that followed the given ones in the stored games. Raises `UsageError`."""
    asked = Namespace(**vars(options) | {"moves": " ".join(options.moves), "start": None})
    if options.board is None:
        *board, length = usual_board(options.rules or USUAL)
        asked.board, asked.line = tuple(board), options.line or length
    asked.coordinates = Coordinates.TOP
    game = game_of(asked, "MOVES")
    geometry = game.setup.geometry
    index_positions(history.finder)
    moves = history.finder.explorer(geometry, reached_in(game), Source(options.source))
    if options.json:
        print_json({"moves": [_to_data(geometry.name(each.move), each) for each in moves]})
        return
    if not moves:
        print("No game went on from this position")
        return
    sides = [f"{player.symbol} won" for player in game.setup.players]
    columns = [
        [geometry.shown(each.move) for each in moves],
        [str(each.games) for each in moves],
        *([str(each.wins[side]) for each in moves] for side in range(len(sides))),
        [str(each.draws) for each in moves],
    ]
    print_rows(["move", "games", *sides, "drawn"], columns)


def _to_data(name: str, move: ExplorerMove) -> dict[str, object]:
    return {"move": name, "games": move.games, "wins": [*move.wins], "draws": move.draws}
