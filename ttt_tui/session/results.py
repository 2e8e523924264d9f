"""The end of a game in words: in the status line, and on a card of three lines.

The last line of the card names a win that was missed, if there was one.
"""

from typing import NamedTuple

from ttt_tui.analysis.reasons import would_have_won
from ttt_tui.analysis.words import counted
from ttt_tui.engine import Game, Match, Outcome, Termination
from ttt_tui.engine.outcome import LEFT
from ttt_tui.session import wording
from ttt_tui.session.games import words_of


class ResultText(NamedTuple):
    """The end of a game in words."""

    winner: int | None
    """The seat, None for a draw."""
    is_ours: bool
    """Whether a human at this terminal won."""
    sentence: str
    """The line: `You win with three in a row`."""
    brief: str
    """The line where there is less room: `You win`."""
    more: str
    """The line's second part: `1 more point wins the match`."""
    subject: str
    """The beginning of the card's title, which may have to be cut: `You`."""
    predicate: str
    """The rest of the title: ` win!`."""
    how: str
    """The card's second line: `3 in a row, move 7`."""
    then: str
    """The card's third line: `score 4–1 · 1 point to go`."""
    brief_how: tuple[str, ...]
    """The second line where there is less room, the longest first: `3 in a row`."""
    brief_then: tuple[str, ...]
    """The third one, the longest first: `score 4–1, 1 to go`, `score 4–1`."""
    standing: tuple[str, ...]
    """The state of the match, the longest first: `score 4–1 · 1 point to go`, `score 4–1`."""
    rating: str = ""
    """The change of the user's rating by the game, unless the match is over: `rating 1240 → 1262 ▲ 22`."""
    match_rating: str = ""
    """The change of the user's rating by the finished match."""


def result_of(match: Match, outcome: Outcome, rating: str = "") -> ResultText:
    """Return the words for the current game of a match, which ended with this outcome.

    `rating` is the change of the user's rating, `rating 1240 → 1262 ▲ 22`, empty if the game was not rated.
    """
    result = _result_of(match, outcome)
    if not rating:
        return result
    more = " · ".join(filter(None, (result.more, rating)))
    return result._replace(more=more, rating=rating)


def _result_of(match: Match, outcome: Outcome) -> ResultText:
    players, viewer, winner = match.setup.players, wording.only_human(match), outcome.winner
    missed = _missed(match.game, viewer) if viewer is not None and viewer != winner else None
    how, brief_how = _how(match, outcome)
    sentence, more = wording.game_end_text(match, outcome), _more(match, winner)
    brief_line = "Draw" if winner is None else wording.winner_text(match, winner, viewer)
    if missed is not None:
        square, ply = missed
        more = f"{square} at move {ply} would have won"
    if match.winner is not None:
        sentence, more = wording.match_result(match), how
    elif match.is_over:
        more = f"{wording.draws_in_a_row(match)}: the match is drawn"
    standing = _standing(match, winner)
    then, *brief_then = standing if missed is None else [f"{missed[0]} would have won", f"missed {missed[0]}"]
    brief = (brief_how,), tuple(brief_then), tuple(standing)
    if winner is None:
        return ResultText(None, False, sentence, brief_line, more, "Draw", "", how, then, *brief)
    if winner == viewer:
        return ResultText(winner, True, sentence, brief_line, more, "You", " win!", how, then, *brief)
    is_ours = players[winner].is_human
    wins = " wins!" if is_ours else " wins"
    name = wording.capitalised(players[winner].name)
    return ResultText(winner, is_ours, sentence, brief_line, more, name, wins, how, then, *brief)


def _how(match: Match, outcome: Outcome) -> tuple[str, str]:
    """Return how a game ended, in full and in brief."""
    count = len(match.game.moves)
    if outcome.winner is None and outcome.termination is not Termination.TIME:
        return (moves := counted(count, "move")), moves
    if outcome.termination in LEFT:
        how = "on time" if outcome.termination is Termination.TIME else "by resignation"
        return wording.leaving_text(match, wording.only_human(match)), how
    return f"{(line := _line(match, outcome))}, move {count}", line


def _line(match: Match, outcome: Outcome) -> str:
    """Return what decided a game, with who made a line that lost: `3 in a row`, `O made 3 in a row`."""
    rules = match.setup.geometry.rules
    decided = words_of(rules).win(match, outcome, str)
    if not rules.misere:
        return decided
    return f"{match.setup.players[match.game.moves[-1].player].symbol} made {decided}"


def _more(match: Match, winner: int | None) -> str:
    """Return the state of the match, for the line."""
    goal, players = match.setup.rules.points, match.setup.players
    if (
        winner is not None
        and goal is not None
        and (players[winner].is_human or all(p.is_computer for p in players))
    ):
        return wording.more_points(goal - match.points[winner])
    return _lead(match)


def _standing(match: Match, winner: int | None) -> list[str]:
    """Return the state of the match for the card, the longest text first."""
    goal, points = match.setup.rules.points, match.points
    if winner is None:
        return [_lead(match)]
    score = f"score {wording.score(points)}" if len(points) == 2 else counted(points[winner], "point")
    if goal is None:
        return [score]
    left = goal - points[winner]
    if left == 0:
        return [f"{score} · match won", score]
    to_go = f"{left} to go"
    return [
        f"{score} · {counted(left, 'point')} to go",
        f"{score}, {to_go}",
        f"{score.removeprefix('score ')}, {to_go}",
        score,
    ]


def _lead(match: Match) -> str:
    """Return the score of two players, or the leader of more; empty if nobody leads."""
    points = match.points
    if len(points) == 2:
        return f"score {wording.score(points)}"
    most = max(points)
    if points.count(most) > 1:
        return ""
    leader = points.index(most)
    name = "you lead" if leader == wording.only_human(match) else f"{match.setup.players[leader].name} leads"
    return f"{name} with {most}"


def _missed(game: Game, seat: int) -> tuple[str, int] | None:
    """Return the square that would have won at a player's latest move, and the number of that move."""
    ply = next((ply for ply in range(len(game.moves), 0, -1) if game.moves[ply - 1].player == seat), 0)
    squares = would_have_won(game, ply) if ply else ()
    return (game.setup.geometry.worded(squares[0])[0], ply) if squares else None
