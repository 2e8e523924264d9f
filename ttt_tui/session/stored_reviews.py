"""Reviews: in the store with their game, and the latest one in the session."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ttt_tui.analysis.review_json import deeper_review, load_review, to_json
from ttt_tui.engine import Game
from ttt_tui.errors import StoreError
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import GameRef

if TYPE_CHECKING:
    from ttt_tui.analysis.review import GameReview
    from ttt_tui.store.games import History
    from ttt_tui.store.thread import Job

ANSWER_SECONDS = 2.0
"""How long to wait for the store where nothing else is shown meanwhile."""


def resume_review(session: Session, game: Game, stored: GameRef | None) -> "GameReview":
    """Return our own search's review of a game as far as it got, or a new one; waits for the store."""
    if (latest := latest_review_of(session, game)) is not None:
        return latest
    if session.history is None or stored is None:
        return load_review(game, None)
    try:
        kept = session.history.run(lambda history: history.review(stored), seconds=ANSWER_SECONDS)
    except StoreError:
        kept = None  # the store reports its own errors
    return load_review(game, kept)


def query_review(
    session: Session, stored: GameRef | None, when_done: Callable[[], object]
) -> "Job[str | None] | None":
    """Ask the store for a game's review without waiting; None if the game is not stored.

    The store's thread calls `when_done` after the answer.
    """
    if session.history is None or stored is None:
        return None
    return session.history.submit(lambda history: history.review(stored), when_done=when_done)


def latest_review_of(session: Session, game: Game, by: str = "") -> "GameReview | None":
    """Return a copy of the latest review if it is of this game, by our own search or an engine."""
    latest = session.latest_review
    return latest.copy() if latest is not None and latest.by == by and is_about(latest, game) else None


def keep_review(session: Session, review: "GameReview", stored: GameRef | None) -> None:
    """Store a review, which must not change any more; an engine's review stays in the session."""
    session.latest_review = review
    if session.history is not None and stored is not None and not review.by:
        key: tuple[Any, ...] = ("review", stored)

        def keep(history: "History") -> None:  # the stored one may have got further: the store may be busy
            history.keep_review(stored, to_json(deeper_review(review, history.review(stored))))

        session.history.write(key, keep, "a review")
        session.history.forget(key)  # in another file the game may be missing


class ReviewSummary(NamedTuple):
    """What a list of games shows of a review."""

    chances: Sequence[Sequence[float] | None]
    """Each player's chances, 0 to 1, after 0, 1, 2 … moves; None where unknown."""
    signs: Mapping[int, str]
    """The signs of bad moves by number, from 1."""
    accuracies: Sequence[float | None]
    """Each player's accuracy in per cent, None if unknown."""


def summary_of(game: Game, kept: str) -> ReviewSummary | None:
    """Return the summary of a stored review, None if it has not judged every position of the game.

    Accuracies may take a tenth of a second: call it in a thread.
    """
    from ttt_tui.analysis.review import accuracy, curve, mistakes

    review = load_review(game, kept)
    if not review.is_judged:
        return None
    signs = {move.number: str(move.worth.mark) for move in mistakes(review) if move.square is not None}
    accuracies = [accuracy(review, seat) for seat in range(len(review.setup.players))]
    return ReviewSummary(curve(review), signs, accuracies)


def is_about(review: "GameReview", game: Game) -> bool:
    """Whether a review is of a game as it stands."""
    return (review.setup, review.first, review.moves, review.outcome) == (
        game.setup,
        game.first,
        tuple(game.moves),
        game.outcome,
    )
