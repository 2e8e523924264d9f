"""Reviews as JSON, to store a review and continue it another time.

The text names its format, the search that found it and the game's moves. The result of another version's
search is ignored, since verdicts of two searches do not compare: the review starts anew.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("a1", "b1"):
...     game.place(name)
>>> review = GameReview(game)
>>> from_json(to_json(review), game).done == review.done
True
"""

import json
from math import isfinite
from typing import Any

from ttt_tui.analysis.judge import SEARCH, SEARCH_VERSION, Judgement
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Square
from ttt_tui.engine.record import move_word

FORMAT = 1
FOUND_BY = f"ttt-tui {SEARCH} {SEARCH_VERSION}"
"""The search whose verdicts these are."""

LARGEST = 5_000_000
"""Characters; a review of the longest game takes a fifth of it."""

MOST_PASSES = 60


def to_json(review: GameReview) -> str:
    """Return a review as JSON that `from_json` reads back as the same."""
    data = {
        "format": FORMAT,
        "search": FOUND_BY,
        "moves": _moves(review),
        "passes": review.passes,
        "positions": [
            {"passed": passed, "known": None if known is None else _judgement_to_data(review, known)}
            for passed, known in zip(review.passed, review.known, strict=True)
        ],
    }
    return json.dumps(data, separators=(",", ":"))


def from_json(text: str, game: Game) -> GameReview:
    """Return the review of a game that a text holds; a new one if the format or the search is another.

    Raises `ValueError` with what is wrong for a text that is no review, or one of another game.
    """
    if len(text) > LARGEST:
        raise ValueError(f"a review has at most {LARGEST:,} characters; this one has {len(text):,}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("not a review: it is not JSON") from None
    if not isinstance(data, dict) or not {"format", "search"} <= data.keys():
        raise ValueError("not a review: format or search is missing")
    review = GameReview(game)
    if (data["format"], data["search"]) != (FORMAT, FOUND_BY):
        return review
    try:
        _read(review, data)
    except KeyError as error:
        raise ValueError(f"not a review: {error} is missing") from None
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"not a review: {error}") from None
    return review


def load_review(game: Game, kept: str | None) -> GameReview:
    """Return the stored review of a game, or a new one: the game may have gone on since."""
    if kept is not None:
        try:
            return from_json(kept, game)
        except ValueError:
            pass
    return GameReview(game)


def deeper_review(review: GameReview, kept: str | None) -> GameReview:
    """Return a review, or the stored one of the same game if that knows more.

    A review that could not be read in time was begun anew.
    """
    if kept is None:
        return review
    game = Game(review.setup, review.first)
    for move in review.moves:
        game.push(move)
    before = load_review(game, kept)
    return before if _known(before) > _known(review) else review


def _known(review: GameReview) -> tuple[int, int]:
    """Return the number of units done in all passes, and of positions with a judgement."""
    return sum(review.passed), sum(known is not None for known in review.known)


def _moves(review: GameReview) -> list[str]:
    return [move_word(review.setup, move) for move in review.moves]


def _read(review: GameReview, data: dict[str, Any]) -> None:
    """Fill a new review; raises `KeyError`, `TypeError` or `ValueError` for data that is no review."""
    if data["moves"] != _moves(review):
        raise ValueError("it is a review of another game")
    passes, positions = data["passes"], data["positions"]
    if not 0 < len(passes) <= MOST_PASSES or not all(_is_number(each) and each > 0 for each in passes):
        raise ValueError("passes must be numbers of seconds")
    if len(positions) != len(review.positions):
        raise ValueError(f"positions must be a list of {len(review.positions)}")
    review.passes = [float(each) for each in passes]
    for ply, position in enumerate(positions):
        review.passed[ply] = _whole(position["passed"], len(passes), "passed")
        known = position["known"]
        if known is not None and review.known[ply] is None:  # how the game ended is known
            review.known[ply] = _judgement_from_data(review, ply, known)


def _judgement_to_data(review: GameReview, judgement: Judgement) -> dict[str, Any]:
    verdict, geometry = judgement.verdict, review.setup.geometry
    return {
        "value": verdict.value,
        "chance": verdict.chance,
        "plies": verdict.plies,
        "exact": verdict.is_exact,
        "chances": judgement.chances,
        "pv": [geometry.name(square) for square in judgement.pv],
        "depth": judgement.depth,
        "nodes": judgement.nodes,
        "seconds": judgement.seconds,
    }


def _judgement_from_data(review: GameReview, ply: int, data: dict[str, Any]) -> Judgement:
    position, squares = review.positions[ply], len(review.setup.geometry.squares)
    chances = tuple(_share(chance) for chance in data["chances"])
    if len(chances) != len(review.setup.players):
        raise ValueError("chances must have one number for each player")
    if data["value"] is None:
        verdict = Verdict.judged(_share(data["chance"]))
    else:
        value, plies = Value(data["value"]), data["plies"]
        if not isinstance(data["exact"], bool):
            raise ValueError("exact must be true or false")
        length = None if plies is None else _whole(plies, squares, "plies")
        verdict = Verdict.proved(value, length, data["exact"], len(position.active))
        if value is not Value.DRAW and (value is Value.WIN) != (chances.index(1.0) == position.to_move):
            raise ValueError("a win or loss must be the mover's")
    seconds = data["seconds"]
    if not _is_number(seconds) or seconds < 0:
        raise ValueError("seconds must be a number")
    return Judgement(
        position.to_move,
        verdict,
        chances,
        _variation(review, ply, data["pv"]),
        _whole(data["depth"], 10**9, "depth"),
        _whole(data["nodes"], 10**15, "nodes"),
        float(seconds),
    )


def _variation(review: GameReview, ply: int, names: list[str]) -> tuple[Square, ...]:
    geometry, empty = review.setup.geometry, review.positions[ply].empty
    found = []
    for name in names:
        square = geometry.parse(_text(name))
        if not empty >> square & 1:
            raise ValueError(f"{name} is taken")
        empty ^= 1 << square
        found.append(square)
    return tuple(found)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _share(value: Any) -> float:
    if not _is_number(value) or not 0 <= value <= 1:
        raise ValueError("a chance must be a number from 0 to 1")
    return float(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("a square must be text")
    return value


def _whole(value: Any, most: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(f"{what} must be a whole number up to {most}")
    return value
