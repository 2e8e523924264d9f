"""Learning from losing in plain mode: the losing move, and another step of the ladder."""

from tests.plain.talks import MatchTalk, seats

LOST = "a1\nb1\nb2\nc3\na3\na2\nc1\n"
EASY = seats("human", "easy 3", board=(5, 5, 4))


def resigned(games: int) -> str:
    return "\n".join(["resign"] * games).replace("\n", "\n\n") + "\n"


def test_after_a_loss_the_losing_move_is_offered_and_the_review_names_it(talk: MatchTalk) -> None:
    lines = talk.answers("b2\nresign\nreview\n", seats("human", "easy 3"))
    assert any("Type review to see the losing move." in line for line in lines)
    assert any(line.startswith("Losing move: move ") for line in lines)


def test_three_losses_offer_an_easier_step_that_a_command_starts(talk: MatchTalk) -> None:
    lines = talk.answers(f"{resigned(3)}easier\n", EASY)
    offers = [line for line in lines if "in a row against" in line]
    assert len(offers) == 1
    assert "3 losses in a row against easy 3: type easier to play easy 2." in offers[0]
    assert any("(easy 2)" in line or "easy 2" in line for line in lines[lines.index(offers[0]) + 1 :])
    assert lines[-1].startswith("Your move")


def test_steps_end_and_other_games_have_none(talk: MatchTalk) -> None:
    assert talk.answers("easier\n", seats("human", "novice"))[-1] == "Novice 1 is the first step."
    assert talk.answers("harder\n", seats("human", "expert"))[-1] == "Expert is the last step."
    refused = "Harder is for a game between you and a level from novice to expert."
    assert talk.answers("harder\n", seats("human", "scorer"))[-1] == refused
