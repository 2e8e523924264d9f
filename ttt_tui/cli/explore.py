"""`ttt-tui history explore`: which moves followed a position in the stored games, and how they ended."""

from argparse import Namespace

from ttt_tui.cli.progress import index_positions
from ttt_tui.cli.solve import game_of
from ttt_tui.engine.records.moves import USUAL_BOARD
from ttt_tui.engine.rules import USUAL, Rules
from ttt_tui.process.streams import print_json
from ttt_tui.session.history_tables import print_rows
from ttt_tui.session.presets import PRESETS
from ttt_tui.store.games import History
from ttt_tui.store.position_index import ExplorerMove, Source
from ttt_tui.store.positions import reached_in


def explore(history: History, options: Namespace) -> None:
    """Print the moves that followed the given ones in the stored games. Raises `UsageError`."""
    board = options.board or _usual_board(options.rules)
    game = game_of(board, options.line, options.rules, " ".join(options.moves), "MOVES")
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
        [geometry.name(each.move) for each in moves],
        [str(each.games) for each in moves],
        *([str(each.wins[side]) for each in moves] for side in range(len(sides))),
        [str(each.draws) for each in moves],
    ]
    print_rows(["move", "games", *sides, "drawn"], columns)


def _usual_board(rules: Rules | None) -> tuple[int, int] | None:
    """Return the board of the preset with these rules; of the usual ones that of bare move lists."""
    if rules is None or rules == USUAL:
        return USUAL_BOARD
    boards = (preset.geometry for preset in PRESETS.values())
    found = next((board for board in boards if board.rules == rules), None)
    return USUAL_BOARD if found is None else (found.columns, found.rows)


def _to_data(name: str, move: ExplorerMove) -> dict[str, object]:
    return {"move": name, "games": move.games, "wins": [*move.wins], "draws": move.draws}
