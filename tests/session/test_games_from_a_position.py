"""By every kind of rules a game from a position is played, advised, reviewed, resumed and recorded."""

from dataclasses import replace
from random import Random

import pytest

from tests.support.all_rules import TABLE, new_game
from ttt_tui.analysis.review import GameReview, reviewed_moves
from ttt_tui.computer import LEVELS
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Game, InvalidStart, Limit, Move, start_of
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import to_json
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.records.text import to_text
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

LIMIT = Limit(seconds=0.05)

GAMES = [(words, players, None) for words, players in TABLE if players < 4] + [
    ("ultimate", 2, (9, 9, 3)),
    ("ultimate, most-boards", 2, (9, 9, 3)),
    ("vanishing", 2, (3, 3, 3)),
]


def started(words: str, players: int, size: tuple[int, int, int] | None, random: Random) -> Game | None:
    """A game from a position after four to six random moves, None if they always end the game."""
    for _ in range(20):
        game = new_game(words, players) if size is None else new_game(words, players, size)
        assert game is not None
        for _ in range(random.randint(4, 6)):
            if game.outcome is None:
                game.place(random.choice(game.position.moves))
        try:
            if game.outcome is None:
                return Game(replace(game.setup, start=start_of(game.position)))
        except InvalidStart:
            continue
    return None


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(("words", "players", "size"), GAMES)
def test_it_is_a_game_like_any_other(
    words: str, players: int, size: tuple[int, int, int] | None, history: StoreThread
) -> None:
    game = started(words, players, size, Random(f"{words} {players}"))
    if game is None:
        pytest.skip("such games end within a few moves")
    setup, at_first = game.setup, str(game)
    session = Session(1, history)
    match = session.new_match(setup)
    expert = LEVELS["expert"].make(1, 20)
    for _ in range(2):
        if match.game.outcome is None:
            match.place(expert.think(match.game.position.copy(), LIMIT, NEVER).move)
    expert.close()
    played = match.game
    advisor = Advisor(20.0)
    if played.outcome is None:
        hint = advisor.hint(played.position, setup, LIMIT)
        assert played.position.empty >> setup.geometry.square_of(hint.square) & 1
    advisor.close()
    review = GameReview(played, (0.01,))
    assert review.positions[0] == Game(setup).position
    assert len(reviewed_moves(review)) == len(played.moves)
    for text in (to_text(Record(played)), to_json(Record(played))):
        [read] = read_records(text)
        assert (read.game.setup, read.game.moves) == (setup, played.moves)
    moves = list(played.moves)
    session.release()
    [entry] = history.entries()
    resumed = entry.game()
    assert (resumed.setup, resumed.moves) == (setup, moves)
    while resumed.moves:
        resumed.pop()
    assert str(resumed) == at_first


def test_the_next_game_starts_there_again_with_the_sides_exchanged(history: StoreThread) -> None:
    game = started("usual", 2, (6, 6, 5), Random("again"))
    assert game is not None
    match = Session(1, history).new_match(game.setup)
    before = [*match.game.position.stones]
    match.push(Move(0, None))
    match.next_game()
    assert match.game.position.stones == before[::-1]
    assert match.setup.start == game.setup.start
