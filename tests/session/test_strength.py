"""An opponent as strong as the user: when it is offered, how it follows the rating, and what is expected."""

import pytest

from tests.session.test_controller import Runner
from tests.session.test_player_ratings import LOST, WON, loaded
from tests.support.stores import place
from ttt_tui.computer.ladder.kinds import kind_of, step_rating
from ttt_tui.computer.levels import STEPS
from ttt_tui.engine import HUMAN, Setup
from ttt_tui.session.controller import Controller
from ttt_tui.session.preset_selection import PresetSelection
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.resuming import find_resumable
from ttt_tui.session.session import MATCHED_GAMES, MOST_MATCHED, Session
from ttt_tui.session.setup_changes import common_level, with_level
from ttt_tui.session.strength import expectation, expected_score, suggested_level
from ttt_tui.session.wording import next_opponent
from ttt_tui.store.thread import StoreThread

PRESET = PRESETS["computer"]
KIND = kind_of(PRESET.geometry)


def play_games(session: Session, count: int = 5, moves: str = WON) -> None:
    """Play rated games against the preset's opponent."""
    match = session.new_match(PRESET.make())
    loaded(session)
    for number in range(count):
        place(match, moves)
        if number < count - 1:
            match.next_game()
    loaded(session)


def step(session: Session) -> str:
    return STEPS[session.ratings.suggested_step(KIND) - 1]


def test_after_five_rated_games_presets_have_the_step_as_strong_as_the_user(session: Session) -> None:
    play_games(session, 4)
    selection = PresetSelection(session.profile)
    assert selection.suggested_level is None
    assert not selection.matches_strength
    assert common_level(selection.current) in PRESET.levels
    play_games(session, 1)
    assert selection.matches_strength
    assert common_level(selection.current) == selection.suggested_level == step(session)
    assert session.profile.make(PRESET) == selection.current
    selection.chosen = "gomoku"
    assert not selection.matches_strength, "that is another kind of game"


def test_a_chosen_level_wins_and_is_remembered_until_matching_is_chosen_again(
    session: Session, history: StoreThread
) -> None:
    play_games(session)

    def selection_of_a_new_run() -> PresetSelection:
        again = Session(2, history)
        loaded(again)
        return PresetSelection(again.profile)

    selection = PresetSelection(session.profile)
    selection.play()
    assert selection_of_a_new_run().matches_strength
    for level in (PRESET.levels[1], step(session), "scorer"):
        selection.change(with_level(selection.current, level), is_level=True)
        assert not selection.matches_strength
        assert common_level(selection.play()) == level
        again = selection_of_a_new_run()
        assert not again.matches_strength
        assert common_level(again.current) == level
    selection.match_strength()
    selection.play()
    assert selection_of_a_new_run().matches_strength


def test_the_presets_own_level_is_no_choice_before_there_is_a_rating(session: Session) -> None:
    PresetSelection(session.profile).play()
    play_games(session)
    assert PresetSelection(session.profile).matches_strength


def test_another_board_of_the_kind_is_matched_as_well(session: Session) -> None:
    play_games(session)
    selection = PresetSelection(session.profile)
    setup = selection.current
    wide = Setup(PRESETS["gomoku"].geometry, setup.players, setup.rules)
    selection.change(wide)
    assert (selection.chosen, selection.matches_strength) == ("custom", False)
    selection.change(setup)
    assert selection.matches_strength


def test_each_game_of_a_match_and_a_rematch_has_the_step_that_is_suggested_then(session: Session) -> None:
    play_games(session, 5, LOST)
    setup = session.profile.make(PRESET)
    runner = Runner()
    match = session.new_match(setup, matches_strength=True)
    controller = Controller(session, match, runner)
    levels = set()
    for _ in range(8):
        while controller.match.game.outcome is None:
            place(controller.match, WON if controller.match.game.first == 0 else LOST)
        before, expected = controller.match.setup, step(session)
        controller.next_game()
        levels.add(expected)
        assert controller.match.setup.players[1].level == expected
        assert controller.match.game.setup.players[1].level == expected
        changed = next_opponent(before, controller.match.setup)
        assert bool(changed) == (before.players[1].level != expected)
    assert len(levels) > 1
    assert session.matches_strength
    controller.close()
    session.new_match(setup)
    assert session.next_setup(setup) == setup, "a match at a chosen level stays at it"


def test_resumed_games_keep_an_opponent_of_ones_strength_in_a_new_program(
    session: Session, history: StoreThread
) -> None:
    setup = PRESET.make()
    games = {"a1": True, "a1 b2": False, "a1 b2 c3": True, "b2": False}
    for moves, is_matched in games.items():
        place(session.new_match(setup, matches_strength=is_matched), moves)
    session.release()
    stored = {" ".join(entry.moves): entry.id for entry in history.run(lambda known: known.entries())}
    for moves, is_matched in games.items():
        again = Session(2, history)
        again.resume(find_resumable(history, stored[moves]))
        assert again.matches_strength == is_matched, moves
        again.release()


def test_so_many_games_at_most_are_remembered(session: Session, history: StoreThread) -> None:
    for _ in range(MOST_MATCHED + 3):
        place(session.new_match(PRESET.make(), matches_strength=True), "a1")
    session.release()
    kept = history.run(lambda known: known.get_value(MATCHED_GAMES), after_writes=True)
    assert kept is not None
    assert len(kept.split()) == MOST_MATCHED


def test_the_first_step_is_the_easiest_there_is_for_a_player_below_it(session: Session) -> None:
    for _ in range(12):
        play_games(session, 1, LOST)
    rating = session.ratings.rating_of(KIND)
    assert rating is not None
    assert rating.rating < step_rating(KIND, 1).rating
    assert suggested_level(PRESET.make(), session.ratings) == STEPS[0]
    novice = with_level(PRESET.make(), STEPS[0])
    assert expectation(novice, session.ratings) == "the easiest opponent there is"


def test_a_game_that_was_never_rated_does_not_become_unrated_after_one_that_was(session: Session) -> None:
    play_games(session, 1)
    assert session.is_rated
    place(session.new_match(PRESETS["two-players"].make()), "a1 b2")
    assert session.take_warnings() == []


def test_what_is_expected_follows_the_ratings_and_falls_from_step_to_step(session: Session) -> None:
    setup = with_level(PRESET.make(), "expert 4")
    assert expectation(setup, session.ratings) == "a good first opponent"
    play_games(session)
    rating = session.ratings.rating_of(KIND)
    assert rating is not None
    shares = [expected_score(rating.rating, step_rating(KIND, n).rating) for n in range(1, 11)]
    assert shares == sorted(shares, reverse=True)
    words = [expectation(with_level(setup, level), session.ratings) for level in STEPS]
    assert all(text.startswith("you ") and "score" in text for text in words), "draws count there"
    matched = with_level(setup, step(session))
    assert expectation(matched, session.ratings) in words
    assert expectation(with_level(setup, "scorer"), session.ratings) == ""


@pytest.mark.parametrize(("rating", "share"), [(1500, 0.5), (1700, 0.76), (1300, 0.24), (1900, 0.909)])
def test_the_expected_score_is_elos(rating: float, share: float) -> None:
    assert expected_score(rating, 1500.0) == pytest.approx(share, abs=0.001)


@pytest.mark.parametrize("name", ["swarm", "two-players", "five-bots"])
def test_only_a_human_against_one_computer_is_matched(name: str, session: Session) -> None:
    play_games(session)
    setup = PRESETS[name].make()
    assert suggested_level(setup, session.ratings) is None
    assert expectation(setup, session.ratings) == ""
    assert HUMAN not in STEPS
