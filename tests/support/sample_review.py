"""The whole review of a game on 15×15, as `review_sample.json` has it: made once by the real search."""

import json
from pathlib import Path

from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.review_json import FOUND_BY, from_json
from ttt_tui.engine import Game

FILE = Path(__file__).parent / "review_sample.json"
MOVES = "h8 i9 i8 e13 h9 f12 e11 g11 h10 c15 d14 i10 g12 i12 f10 i11 i13 j11 h11 h12 h7"
"""The first player wins; f12 and e11 are mistakes, as are some moves before and after."""


def sample_review(game: Game) -> GameReview:
    """Return the review of a game with these moves, whichever version's search has found it."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return from_json(json.dumps({**data, "search": FOUND_BY}), game)
