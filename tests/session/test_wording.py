"""How sentences begin with a player's name, and what notes of the setup say."""

import pytest

from tests.support.driving import a_setup
from ttt_tui.engine import HUMAN, Match, Move
from ttt_tui.session import wording
from ttt_tui.session.results import result_of


@pytest.mark.parametrize(
    ("name", "begins"),
    [("easy", "Easy"), ("hard 2", "Hard 2"), ("You", "You"), ("bob", "bob"), ("Rapfi", "Rapfi")],
)
def test_only_a_level_that_a_sentence_begins_with_is_capitalized(name: str, begins: str) -> None:
    assert wording.capitalised(name) == begins
    match = Match(a_setup(HUMAN, "rules", names=("You", name)))
    match.push(Move(0, 0))
    assert wording.whose_turn(match) == f"{begins} is thinking"
    assert wording.resigning(match, 0) == f"{begins} gets the point: score 0–1."
    match.push(Move(1, None))
    assert match.game.outcome is not None
    assert result_of(match, match.game.outcome).sentence == f"You win: {name} resigned"
    match.next_game()
    match.push(Move(0, None))
    assert match.game.outcome is not None
    result = result_of(match, match.game.outcome)
    assert result.sentence == f"{begins} wins: you resigned"
    assert result.subject + result.predicate == f"{begins} wins"


def test_a_level_with_its_symbol_is_capitalized_too() -> None:
    match = Match(a_setup("rules", "rules", names=("easy", "easy 2")))
    assert wording.whose_turn(match) == "Easy (X) is thinking"
