"""The state of a game in the status line: whose turn it is, how the game ended, and the possible actions."""

from typing import TYPE_CHECKING

from ttt_tui.analysis.words import counted
from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.app.widgets.board.view import new_stones
from ttt_tui.app.widgets.lines import MUTED, Line, chip_of
from ttt_tui.engine import Match, Outcome
from ttt_tui.engine.outcome import LEFT
from ttt_tui.engine.rules import MARK_LETTERS
from ttt_tui.session import opening_words, wording
from ttt_tui.session.layout import listing

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen
    from ttt_tui.multiplayer.session import MultiplayerSession

PAUSED = "Paused"

MANY = 9
"""The least number of players at which users are reminded which one they are."""


def state_of_play(screen: "PlayScreen") -> StatusText:
    """Return the state of the match on a screen, or which part of the game the screen shows."""
    controller, shared_match, past = screen.controller, screen.shared_match, screen.board_area.past
    match = controller.match
    if shared_match is not None and (state := _of_others(match, shared_match)) is not None:
        return state
    if past is not None:
        return StatusText(wording.place_in_game(match.game, past))
    if match.game.outcome is not None:
        return _result(screen, match.game.outcome)
    if (held := screen.placing.status) is not None:
        return _with_your_role(screen, held)
    if controller.is_paused and controller.is_computer_turn and not controller.is_thinking:
        return StatusText(PAUSED)
    turn, out = opening_words.turn_text(match), wording.elimination_text(match, wording.only_human(match))
    if out:
        return _with_your_role(screen, StatusText(turn, out))
    if not controller.is_human_turn:
        is_here = shared_match is None or shared_match.is_host
        more = "m move now" if controller.has_only_computers and is_here else ""  # else the footer names m
        return _with_your_role(screen, StatusText(turn, more, keys=("m",)))
    state = _news(match, turn) or _placing(screen, turn)
    return _with_your_role(screen, state._replace(brief=opening_words.opening_text(match, is_brief=True)))


def _of_others(match: Match, shared_match: "MultiplayerSession") -> StatusText | None:
    """Return the open request, or who has disconnected, None if there is neither."""
    if shared_match.end_reason is not None:
        kept = "spectators save no games" if shared_match.is_spectator else "the game is saved"
        return StatusText(wording.connection_end_text(shared_match.host_name, shared_match.end_reason), kept)
    if shared_match.incoming_request:
        return StatusText(shared_match.incoming_request)  # the last line has the keys
    if shared_match.own_request:
        return StatusText(wording.sentence(shared_match.own_request), "expires after 30 s")
    away = [match.setup.players[seat].name for seat in shared_match.away]
    if away and match.game.outcome is None:
        turn = opening_words.turn_text(match)
        count = f"{len(away)} players"
        who = count if len(away) > 2 else listing(away)
        less = f"{who} is away" if len(away) == 1 else f"{count} are away"
        more = f"{who} can rejoin: ttt-tui --join {shared_match.host}" if shared_match.is_host else less
        return StatusText(turn, more, less=less)
    return None


def _result(screen: "PlayScreen", outcome: Outcome) -> StatusText:
    """Return how the game ended, and what may follow."""
    controller, offer, result = screen.controller, screen.offers.offer, screen.progress.ending.result(outcome)
    match = controller.match
    is_held = controller.is_paused and controller.has_only_computers and not match.is_over
    colour = "text" if result.winner is None else match.setup.players[result.winner].colour
    more, less = "paused" if is_held else result.more, result.rating
    is_narrow = screen.board_area.is_narrow  # its footer has no room for these keys
    if offer is not None:
        more, less = (
            (f"{offer.sentence}: y {offer.name}", f"y {offer.short}")
            if is_narrow
            else (offer.sentence, offer.short)
        )
    elif is_narrow and screen.shared_match is None and outcome.termination in LEFT:
        more = ", ".join(filter(None, (more, "u undo")))
    area = screen.board_area
    if result.winner is not None and area.names_winner:  # as the panel does, with the score
        if offer is None and not is_held:
            more = result.rating
        how, brief = wording.sentence(result.how), wording.sentence(result.brief_how[0])
        return StatusText(how, more, brief=brief, keys=("u", "y"), less=less)
    return StatusText(result.sentence, more, colour, brief=result.brief, keys=("u", "y"), less=less)


def _news(match: Match, turn: str) -> StatusText | None:
    """Return how many stones are new since the only human's move, None with fewer than three players."""
    players, you = match.setup.players, wording.only_human(match)
    if you is None or len(players) == 2 or not (count := new_stones(match).bit_count()):
        return None
    mark = _you_are(match, you) if len(players) >= MANY else ()
    return StatusText(turn, f"{counted(count, 'new stone')} since your move", mark=mark)


def _with_your_role(screen: "PlayScreen", state: StatusText) -> StatusText:
    """Add which player sits at this terminal, if others play at other terminals."""
    if screen.shared_match is None or state.mark:
        return state
    you = wording.only_human(screen.match)
    if screen.shared_match.is_spectator:
        return state._replace(more=state.more or wording.your_role(screen.match, watches=True))
    return state if you is None else state._replace(mark=_you_are(screen.match, you))


def _you_are(match: Match, you: int) -> Line:
    return ("you are ", MUTED), *chip_of(match.setup.players[you], "ground"), ("   ", MUTED)


def _placing(screen: "PlayScreen", turn: str) -> StatusText:
    """Return the ways to place a stone besides the key that the footer names."""
    geometry, choices, next_mark = (
        screen.match.setup.geometry,
        screen.position.digit_choices,
        screen.board.mark,
    )
    if geometry.is_wild:
        mark, other = MARK_LETTERS[next_mark], MARK_LETTERS[1 - next_mark]
        less = f"next mark {mark}"
        return StatusText(turn, f"{less}; click here to switch to {other}", less=less)
    if geometry.block_side is not None and not choices:
        less = "two digits: board, square"
        return StatusText(turn, f"arrows, or {less}", less=less)
    digits, what = f"1–{choices}", "column" if geometry.rules.drop else "square"
    return StatusText(turn, f"arrows, or {digits if choices else f': and a {what}'}", keys=(digits, ":"))
