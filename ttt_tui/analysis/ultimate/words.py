"""The words for the effects of a move of Ultimate: phrases of reasons, and of the log of moves."""

from ttt_tui.analysis.reason_kinds import Reason, ReasonKind
from ttt_tui.analysis.words import either, spelled
from ttt_tui.engine.nine_boards import BOARD_NAMES

MOST_NAMED = 2
"""The most boards that are named as alternatives; more are only counted."""

WIDEST = 24
"""The widest phrase in the log, in cells: a window of 80 columns has room for it beside the board."""

BY_LINE, BY_MORE = "three boards in a row", "more boards"

SENT = {
    ReasonKind.SENDS_TO_THREATS: ", facing two threats",
    ReasonKind.SENDS_TO_DECIDED: ", which is won already",
    ReasonKind.SENDS_TO_LOST: ", which {who} can never win",
    ReasonKind.SENDS_TO_UNNEEDED: ", which {who} no longer needs",
    ReasonKind.SENDS_TO_QUIET: ", which {who} can't win yet",
    ReasonKind.SENDS: "",
}
"""The end of the phrase about the board to which a player is sent."""


def phrase(reason: Reason, player: tuple[str, str], names: str) -> str | None:
    """Return a reason as a phrase that follows the move's name: `wins the top board`.

    `player` is the name and the possessive of the reason's player: `O` and `O's`. `names` are the reason's
    squares: `c4 or e5`. Returns None for a reason that all games word alike.
    """
    who, whose = player
    boards, is_one = any_board(reason.boards), reason.boards.bit_count() == 1
    if reason.kind in SENT:
        return f"sends {who} to {boards}{SENT[reason.kind].format(who=who, whose=whose)}"
    match reason.kind:
        case ReasonKind.WINS:
            return f"wins the game: {BY_LINE}" if reason.line else f"wins the game by {BY_MORE}"
        case ReasonKind.LOSES_LINE:
            return "ends the game with fewer boards"
        case ReasonKind.GIVES_BOARD:
            return f"lets {who} win {boards}" + f" with {names}" * is_one
        case ReasonKind.MISSES_BOARD:
            return f"{names} would have won {boards if is_one else 'a board'}"
        case ReasonKind.FREES:
            return f"lets {who} play on any open board"
        case ReasonKind.DENIES_GAME:
            return f"keeps {who} from winning the game on {boards}"
        case ReasonKind.TAKES_BOARD:
            return f"wins {boards}"
        case ReasonKind.ONLY_QUIET:
            return f"every other move lets {who} win a board"
        case ReasonKind.ONLY_SENDING:
            return f"every other move lets {who} win a board or choose one"
        case ReasonKind.KEEPS_BOARD:
            return f"keeps {who} from winning {boards}"
        case ReasonKind.BLOCKS_ON_BOARD:
            return f"blocks one of {whose} lines on {boards}"
        case ReasonKind.NEARS_GAME:
            return f"threatens to win the game on {boards}"
        case ReasonKind.THREATENS_BOARD:
            return f"threatens to win {boards} with {names}"
    return None


def log_ways(fact: Reason, who: str) -> tuple[str, ...]:
    """Return wordings of a fact for the log, the fullest first; none if all games word it alike.

    `who` is the name of the fact's player.
    """
    boards = any_board(fact.boards)
    short = boards.removeprefix("the ").removesuffix(" board")
    match fact.kind:
        case ReasonKind.WINS:
            by_line = f"won {BY_LINE}", "won 3 boards in a row"
            return by_line if fact.line else (f"won by {BY_MORE}",)
        case ReasonKind.LOSES_LINE:
            return ("ended with fewer boards",)
        case ReasonKind.TAKES_BOARD:
            return f"won {boards}", f"won the {short}"
        case ReasonKind.KEEPS_BOARD | ReasonKind.BLOCKS_ON_BOARD:
            ways = f" on {boards}", f" on the {short}", f" {short}", ""
            return tuple(f"blocked {who}{where}" for where in ways)
        case ReasonKind.FREES:
            return f"let {who} choose the board", f"let {who} choose"
        case ReasonKind.SENDS:
            return f"sent {who} to {boards}", f"sent {who} to the {short}", f"sent {who} {short}"
    return ()


def any_board(boards: int) -> str:
    """Return small boards as alternatives: `the top board`, `the top or the left board`; "" for none."""
    if not boards:
        return ""
    names = [f"the {name}" for board, name in enumerate(BOARD_NAMES) if boards >> board & 1]
    return f"{either(names)} board" if len(names) <= MOST_NAMED else f"any of {spelled(len(names))} boards"
