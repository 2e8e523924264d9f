"""Reviews as JSON, to store a review and continue it another time.

The text names its format, the search behind it and the game's moves. The result of another version's search
is ignored, since verdicts of two searches do not compare: the review starts over.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("a1", "b1"):
...     game.place(name)
>>> review = GameReview(game)
>>> from_json(to_json(review), game).done == review.done
True
"""

import json
from typing import Any

from ttt_tui.analysis.judge import SEARCH, SEARCH_VERSION, Judgement
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Square
from ttt_tui.engine.records import move_word
from ttt_tui.engine.validation import MOST, Fields, boolean, check, items, number, text, whole
from ttt_tui.errors import InvalidData

FORMAT = 2
FOUND_BY = f"ttt-tui {SEARCH} {SEARCH_VERSION}"
"""The search that produced the verdicts."""

LARGEST = 5_000_000
"""Characters; a review of the longest game takes a fifth of it."""

MOST_PASSES = 60


def to_json(review: GameReview) -> str:
    """Return a review as JSON that `from_json` reads back as an equal review."""
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

    Raises `InvalidData` for a text that is not a review, or one of another game.
    """
    if len(text) > LARGEST:
        raise InvalidData(f"a review has at most {LARGEST:,} characters; this one has {len(text):,}")
    review = GameReview(game)
    try:
        fields = Fields(json.loads(text), "it")
        if (fields["format"], fields["search"]) == (FORMAT, FOUND_BY):
            _read(review, fields)
    except (json.JSONDecodeError, RecursionError):
        raise InvalidData("not a review: it is not JSON") from None
    except ValueError as error:
        raise InvalidData(f"not a review: {error}") from None
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

    The given review may have been started because the stored one could not be read in time.
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


def _read(review: GameReview, fields: Fields) -> None:
    """Fill a new review. Raises `InvalidData` or another `ValueError`."""
    if fields["moves"] != _moves(review):
        raise InvalidData("it is a review of another game")
    passes = [
        number(each, "passes", 0, MOST, "numbers of seconds")
        for each in items(fields["passes"], "passes", 1, MOST_PASSES)
    ]
    check(0 not in passes, "passes", "numbers of seconds")
    plies = len(review.positions)
    positions = items(fields["positions"], "positions", plies, plies)
    review.passes = passes
    for ply, data in enumerate(positions):
        position = Fields(data, "a position")
        review.passed[ply] = whole(position["passed"], "passed", 0, len(passes))
        known = position["known"]
        if known is not None and review.known[ply] is None:  # the end of a game is known already
            review.known[ply] = _judgement(review, ply, Fields(known, "known"))


def _judgement_to_data(review: GameReview, judgement: Judgement) -> dict[str, Any]:
    verdict, geometry = judgement.verdict, review.setup.geometry
    return {
        "value": verdict.value,
        "chance": None if verdict.is_unknown else verdict.chance,
        "plies": verdict.plies,
        "exact": verdict.is_exact,
        "chances": judgement.chances,
        "pv": [geometry.name(square) for square in judgement.pv],
        "depth": judgement.depth,
        "nodes": judgement.nodes,
        "seconds": judgement.seconds,
        "looks": judgement.looks,
    }


def _judgement(review: GameReview, ply: int, fields: Fields) -> Judgement:
    position = review.positions[ply]
    most = max(len(review.setup.geometry.squares), position.squares_left)
    seats = len(review.setup.players)
    chances = tuple(map(_share, items(fields["chances"], "chances", seats, seats)))
    if fields["value"] is None and fields["chance"] is None:
        verdict = Verdict.unknown(len(position.active))
    elif fields["value"] is None:
        verdict = Verdict.judged(_share(fields["chance"]))
    else:
        value, plies = Value(fields["value"]), fields["plies"]
        length = None if plies is None else whole(plies, "plies", 0, most)
        verdict = Verdict.proved(value, length, boolean(fields["exact"], "exact"), len(position.active))
        if value is not Value.DRAW:
            is_movers = chances.index(1.0) == position.to_move
            check(is_movers == (value is Value.WIN), "a win or loss", "the mover's")
    return Judgement(
        position.to_move,
        verdict,
        chances,
        _variation(review, ply, items(fields["pv"], "pv", 0, most)),
        whole(fields["depth"], "depth", 0, 10**9),
        whole(fields["nodes"], "nodes", 0, 10**15),
        number(fields["seconds"], "seconds", 0, MOST),
        looks=tuple(map(_look, items(fields["looks"], "looks", 0, most + 1))),
    )


def _look(value: object) -> tuple[int, float]:
    depth, chance = items(value, "a look", 2, 2)
    return whole(depth, "depth", 0, 10**9), _share(chance)


def _variation(review: GameReview, ply: int, names: list[object]) -> tuple[Square, ...]:
    geometry, position = review.setup.geometry, review.positions[ply].copy()
    empty, found = position.empty, []
    for name in names:
        move = geometry.parse(text(name, "a square"))
        square = geometry.square_of(move)
        check(bool(empty >> square & 1), f"{name}", "an empty square")
        empty ^= 1 << square
        if geometry.rules.kept_stones:
            position.play(move)
            empty = position.empty
        found.append(move)
    return tuple(found)


def _share(value: object) -> float:
    return number(value, "a chance", 0, 1)
