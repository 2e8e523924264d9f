"""Reviews that are kept: in the store with their game, and the latest one as long as the program runs."""

from typing import TYPE_CHECKING, Any

from ttt_tui.analysis.review_json import begun, deeper, to_json
from ttt_tui.engine import Game
from ttt_tui.errors import StoreError
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import GameRef

if TYPE_CHECKING:
    from ttt_tui.analysis.game_review import GameReview
    from ttt_tui.store.games import History
    from ttt_tui.store.thread import Job

ANSWER_SECONDS = 2.0
"""How long who reads nothing meanwhile waits for the store."""


def taken_up(session: Session, game: Game, stored: GameRef | None) -> "GameReview":
    """Return what is known of a game by our own search, waiting for it; a review to begin with if nothing is.

    `stored` names the game in the store, None if it is not kept there.
    """
    if (latest := latest_of(session, game)) is not None:
        return latest
    if session.history is None or stored is None:
        return begun(game, None)
    try:
        kept = session.history.run(lambda history: history.review(stored), seconds=ANSWER_SECONDS)
    except StoreError:
        kept = None  # the store says by itself what is wrong
    return begun(game, kept)


def asked_for(session: Session, stored: GameRef | None) -> "Job[str | None] | None":
    """Ask the store what is kept of a game, without waiting; None if nothing is kept there."""
    if session.history is None or stored is None:
        return None
    return session.history.submit(lambda history: history.review(stored))


def latest_of(session: Session, game: Game, by: str = "") -> "GameReview | None":
    """Return a copy of the latest review if it is of this game, by our own search or by a brain."""
    latest = session.latest_review
    return latest.copy() if latest is not None and latest.by == by and is_about(latest, game) else None


def keep_review(session: Session, review: "GameReview", stored: GameRef | None) -> None:
    """Keep what is known of a game, which nobody changes any more; a brain's word not in the store."""
    session.latest_review = review
    if session.history is not None and stored is not None and not review.by:
        key: tuple[Any, ...] = ("review", stored)
        session.history.write(key, lambda history: _keep(history, stored, review), "a review")
        session.history.forget(key)  # in another file the game may be missing


def _keep(history: "History", stored: GameRef, review: "GameReview") -> None:
    """Keep a review, unless what is kept knows more: a busy store may not have told it before."""
    history.keep_review(stored, to_json(deeper(review, history.review(stored))))


def is_about(review: "GameReview", game: Game) -> bool:
    """Return whether a review is that of a game as it stands."""
    return (review.setup, review.first, review.moves, review.outcome) == (
        game.setup,
        game.first,
        tuple(game.moves),
        game.outcome,
    )
