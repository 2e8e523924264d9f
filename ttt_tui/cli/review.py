"""`ttt-tui history review`: rates each move of a stored game and explains why."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ttt_tui.analysis.review import (
    GameReview,
    accuracy,
    curve,
    longest_thought,
    reviewed_moves,
    time_of,
    turning_point,
)
from ttt_tui.analysis.review_json import load_review, to_json
from ttt_tui.analysis.review_sentences import (
    reason_sentence,
    time_sentence,
    turning_point_sentence,
    unrated_sentence,
    variation_text,
)
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.words import time_text
from ttt_tui.computer import ComputerFault, Value
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.errors import HistoryError, StoreError
from ttt_tui.process.paths import settings_path
from ttt_tui.process.signals import Signals
from ttt_tui.process.streams import print_error, print_json
from ttt_tui.puzzles.making import no_puzzles_sentence, own_puzzles
from ttt_tui.puzzles.text import to_text
from ttt_tui.session.advisor import PASSES, check_opinion, judge_by
from ttt_tui.session.coordinates import coordinates_note
from ttt_tui.session.engines import Engines
from ttt_tui.session.history_tables import print_table
from ttt_tui.session.layout import print_symbols_of
from ttt_tui.session.wording import move_words
from ttt_tui.store.games import History
from ttt_tui.store.settings import load_settings
from ttt_tui.store.stored_game import Entry

WORDS = ((Value.WIN, "win"), (Value.DRAW, "draw"), (Value.LOSS, "loss"))
"""Names of the proved values."""

SHOWN_MOVES = 6
"""The most moves of a better line in the table."""


def review_game(history: History, entry: Entry, as_json: bool) -> int:
    """Review a stored game, print the review, and return the exit status.

    An unfinished review is continued. If a signal ends it, the results so far are saved and printed. Raises
    `HistoryError` for a game without moves, `RecordError` or `StoreError`.
    """
    if not entry.moves:
        raise HistoryError(f"game {entry.id} has no moves to review")
    print_symbols_of(entry.setup.players)
    game, settings = entry.game(), load_settings(settings_path())
    game.show_by(settings.coordinates)
    by = settings.second_opinion or ""
    engines = Engines({**history.engines.all(), **settings.brains})
    try:
        if by:
            check_opinion(engines, by, game.setup)
    except ValueError as error:
        print_error(f"not using {by}: {error}")
        by = ""
    review = GameReview(game, PASSES, by) if by else load_review(game, history.review(entry.uid))
    judge = judge_by(engines, by, MEGABYTES)
    errors = Console(stderr=True)
    progress = Progress(
        "{task.description}",
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    with Signals().installed() as signals, progress:
        task = progress.add_task("reviewing", total=review.units, completed=review.done)
        try:
            while not signals.is_set() and review.work(judge, signals):
                progress.update(task, completed=review.done)
        except ComputerFault as fault:
            print_error(f"{by} {fault}")
        finally:
            judge.close()
            engines.close()
            try:
                if not by:
                    history.keep_review(entry.uid, to_json(review))
                    if review.is_full and settings.mistakes_as_puzzles:
                        progress.update(task, description="looking for puzzles")
                        history.puzzles.add_own(map(to_text, own_puzzles(review, signals)), entry.uid)
            except StoreError as error:
                print_error(f"review not saved: {error}")
    if as_json:
        print_json(_to_data(review, entry))
    else:
        _print(review)
    return signals.status


def _print(review: GameReview) -> None:
    table = Table(box=None, pad_edge=False)
    has_times = longest_thought(review) is not None
    for column in ("move", "played", *(["time"] * has_times), "value", "better", "why"):
        table.add_column(column, no_wrap=column != "why")
    players = review.setup.players
    for number, move in enumerate(reviewed_moves(review), 1):
        taken = time_of(review, number)
        time = ["" if taken is None else time_text(taken)] * has_times
        if move is None:
            unknown = "?" if number > review.start else "opening"
            table.add_row(str(number), Text(_played(review, number)), *time, unknown)
            continue
        is_bad = move.worth.mark.is_bad
        table.add_row(
            str(number),
            Text(f"{_played(review, number)}{move.worth.mark if is_bad else ''}"),
            *time,
            # the plies of a win include the move, as in the reason
            str(move.after.before() if move.after.value is Value.WIN else move.after),
            Text(variation_text(review.setup, move.better[:SHOWN_MOVES]) if is_bad else ""),
            Text(reason_sentence(review, move)),
        )
    print_table(table)
    if note := coordinates_note(review.setup.geometry):
        print(note)
    if explained := legend([move.after for move in reviewed_moves(review) if move is not None]):
        print(explained)
    for seat, player in enumerate(players):
        if (share := accuracy(review, seat)) is not None:
            print(f"{player.symbol} {player.name}: accuracy {share:.0f} %")
    if unrated := unrated_sentence(review):
        print(unrated)
    if why := no_puzzles_sentence(review.setup.geometry):
        print(why)
    if (move := turning_point(review)) is not None:
        print(turning_point_sentence(review, move))
    if spent := time_sentence(review):
        print(spent)
    if review.by:
        print(f"Judged by {review.by}; nothing is proved or saved")
    elif not review.is_full:
        print(f"Review unfinished ({review.done} of {review.units} steps); run it again to continue")


def legend(verdicts: Sequence[Verdict]) -> str:
    """Return a legend for the signs that occur in the column of values."""
    found = [(value[0].upper(), word) for value, word in WORDS if any(v.value is value for v in verdicts)]
    parts: list[str] = []
    if found:
        letters, words = zip(*found, strict=True)
        parts.append(f"{', '.join(letters)} = proved {', '.join(words)}")
        if any(verdict.plies is not None for verdict in verdicts):
            parts[0] += " in that many moves"
        if any(verdict.plies is not None and not verdict.is_exact for verdict in verdicts):
            parts.append("≤ = at most")
    if any(verdict.is_unknown for verdict in verdicts):
        parts.append("? = not proved")
    if not all(verdict.is_proved or verdict.is_unknown for verdict in verdicts):
        parts.append("% = judged chance to win")
    return f"Values (for the player who moved): {'; '.join(parts)}" if parts else ""


def _played(review: GameReview, number: int) -> str:
    return move_words(review.setup, review.moves[number - 1], owner=review.positions[number - 1].next_owner)


def _to_data(review: GameReview, entry: Entry) -> dict[str, Any]:
    """Return a review as plain data for JSON."""
    geometry = review.setup.geometry
    turn = turning_point(review)
    return {
        "id": entry.id,
        "by": review.by or None,
        "is_full": review.is_full,
        "moves": [
            None
            if move is None
            else {
                "number": move.number,
                "player": move.player,
                "milliseconds": time_of(review, move.number),
                "square": None if move.square is None else geometry.name(move.square),
                "mark": str(move.worth.mark),
                "lost": round(move.worth.lost, 3),
                "is_proved": move.worth.is_proved,
                "best": _verdict_to_data(move.best),
                "after": _verdict_to_data(move.after),
                "better": [geometry.name(square) for square in move.better],
                "why": reason_sentence(review, move),
            }
            for move in reviewed_moves(review)
        ],
        "accuracy": [accuracy(review, seat) for seat in range(len(review.setup.players))],
        "curve": [None if chances is None else [round(c, 3) for c in chances] for chances in curve(review)],
        "turning_point": None if turn is None else turn.number,
    }


def _verdict_to_data(verdict: Verdict) -> dict[str, Any]:
    return {
        "chance": None if verdict.is_unknown else round(verdict.chance, 3),
        "proved": verdict.value,
        "plies": verdict.plies,
        "is_exact": verdict.is_exact,
    }
