"""Matches: points, draws, the first mover, random symbols, undo among several games, and the listener."""

from dataclasses import replace

import pytest

from tests.support.strategies import make_setup, snapshot
from ttt_tui.engine import (
    Change,
    FinishedGame,
    FirstMover,
    Geometry,
    IllegalMove,
    InvalidSetup,
    Match,
    MatchRules,
    Move,
    NothingToRedo,
    NothingToUndo,
    Player,
    Setup,
)

DRAWN = "a1 b2 c1 b1 b3 a2 c2 c3 a3"


def place(match: Match, names: str) -> None:
    for name in names.split():
        match.place(match.setup.geometry.parse(name))


def win(match: Match, winner: int) -> None:
    """Play the game to its end with three in the first row for this one of two players."""
    starts = match.game.position.to_move == winner
    place(match, "a1 a3 b1 b3 c1" if starts else "a3 a1 b3 b1 c2 c1")
    assert match.game.outcome is not None
    assert match.game.outcome.winner == winner


def draw(match: Match) -> None:
    for name in DRAWN.split():
        if match.game.outcome is None:
            place(match, name)
    assert match.game.outcome is not None
    assert match.game.outcome.winner is None


def starters(match: Match, games: int) -> list[int]:
    """Who starts the next games, each of which the first player then wins by resignation."""
    found = []
    for _ in range(games):
        found.append(match.game.first)
        for player in match.game.position.active[1:]:
            match.push(Move(player, None))
        match.next_game()
    return found


# --- points and draws -------------------------------------------------------------------------------------


def test_a_won_game_is_a_point() -> None:
    match = Match(make_setup())
    assert (match.points, match.game_number, match.winner, match.is_over) == ([0, 0], 1, None, False)
    win(match, 1)
    assert (match.points, match.game_number) == ([0, 1], 1)
    match.next_game()
    assert (match.points, match.game_number) == ([0, 1], 2)
    win(match, 0)
    match.next_game()
    win(match, 1)
    assert (match.points, match.winner, match.is_over) == ([1, 2], None, False)


def test_whoever_has_the_points_has_won_the_match() -> None:
    match = Match(make_setup(rules=MatchRules(points=2)))
    for winner in (0, 1, 1):
        assert not match.is_over
        if match.game.outcome:
            match.next_game()
        win(match, winner)
    assert (match.winner, match.is_over) == (1, True)
    with pytest.raises(ValueError, match=r"^the match is over$"):
        match.next_game()
    assert match.game_number == 3


def test_draws_in_a_row_end_a_match_and_a_win_between_starts_the_count_anew() -> None:
    match = Match(make_setup(rules=MatchRules(draws=2)))
    draw(match)
    assert (match.draws_in_a_row, match.is_over) == (1, False)
    match.next_game()
    win(match, 0)
    assert match.draws_in_a_row == 0
    match.next_game()
    draw(match)
    match.next_game()
    assert (match.draws_in_a_row, match.is_over) == (1, False)
    draw(match)
    assert (match.draws_in_a_row, match.is_over, match.winner) == (2, True, None)
    assert match.points == [1, 0]


def test_without_a_limit_a_match_never_ends() -> None:
    match = Match(make_setup())
    for _ in range(5):
        draw(match)
        match.next_game()
    for _ in range(5):
        win(match, 0)
        match.next_game()
    assert (match.points, match.is_over) == ([5, 0], False)


def test_undoing_the_last_move_takes_the_point_or_draw_back() -> None:
    drawn = Match(make_setup(rules=MatchRules(draws=1)))
    draw(drawn)
    drawn.undo()
    assert (drawn.draws_in_a_row, drawn.is_over) == (0, False)
    match = Match(make_setup(rules=MatchRules(points=1)))
    win(match, 0)
    assert (match.points, match.is_over) == ([1, 0], True)
    match.undo()
    assert (match.points, match.is_over, match.winner) == ([0, 0], False, None)
    match.redo()
    assert (match.points, match.is_over, match.winner) == ([1, 0], True, 0)


def test_a_dropped_game_counts_for_nothing() -> None:
    match = Match(make_setup(rules=MatchRules(points=2, draws=2)))
    win(match, 0)
    match.next_game()
    place(match, "a1 b2")
    match.next_game()
    assert (match.points, match.game_number, match.game.moves, len(match.outcomes)) == ([1, 0], 2, [], 1)


# --- the first mover --------------------------------------------------------------------------------------


def test_in_turn_everybody_starts_once() -> None:
    match = Match(make_setup(5, 5, 3, players=3, rules=MatchRules(first=FirstMover.TURN)))
    assert starters(match, 7) == [0, 1, 2, 0, 1, 2, 0]


def test_always_the_first_player_can_start() -> None:
    match = Match(make_setup(5, 5, 3, players=3, rules=MatchRules(first=FirstMover.ALWAYS)))
    assert starters(match, 5) == [0, 0, 0, 0, 0]


def test_lots_give_everybody_a_start_and_the_seed_decides_them() -> None:
    setup = make_setup(5, 5, 3, players=3, rules=MatchRules(first=FirstMover.LOT))
    drawn = [starters(Match(setup, seed), 20) for seed in range(8)]
    assert drawn == [starters(Match(setup, seed), 20) for seed in range(8)]
    assert all(set(found) == {0, 1, 2} for found in drawn)
    assert {found[0] for found in drawn} == {0, 1, 2}
    assert len({tuple(found) for found in drawn}) == len(drawn)


def test_of_two_players_the_loser_starts_and_after_a_draw_the_other_one() -> None:
    match = Match(make_setup(rules=MatchRules(first=FirstMover.LOSER)))
    found = [match.game.first]
    for winner in (0, 0, 1, None, None, 1):
        if winner is None:
            draw(match)
        else:
            win(match, winner)
        match.next_game()
        found.append(match.game.first)
    assert found == [0, 1, 1, 0, 1, 0, 0]


def test_of_many_players_the_one_after_the_winner_starts_as_loser() -> None:
    match = Match(make_setup(5, 5, 3, players=4, rules=MatchRules(first=FirstMover.LOSER)))
    found = []
    for winner in (2, 3, 0):
        for player in range(4):
            if player != winner:
                match.push(Move(player, None))
        match.next_game()
        found.append(match.game.first)
    assert found == [3, 0, 1]


@pytest.mark.parametrize("first", FirstMover)
@pytest.mark.parametrize("seed", range(4))
def test_after_a_dropped_game_the_same_player_starts_again(first: FirstMover, seed: int) -> None:
    setup = make_setup(rules=MatchRules(first=first))
    straight, dropping = Match(setup, seed), Match(setup, seed)
    for result in (draw, lambda m: win(m, 0), lambda m: win(m, 1), draw, draw, lambda m: win(m, 1), draw):
        for _ in range(2):
            place(dropping, "b2")
            dropping.next_game()
            assert dropping.game.first == straight.game.first
        result(straight)
        result(dropping)
        straight.next_game()
        dropping.next_game()
        assert dropping.game.first == straight.game.first


# --- random symbols ---------------------------------------------------------------------------------------


def by_lot(players: int = 2, first: FirstMover = FirstMover.TURN) -> Setup:
    rules = MatchRules(marks_by_lot=True, first=first)
    return make_setup(5, 5, 3, players=players, rules=rules)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_marks_by_lot_are_the_same_marks_and_the_seed_decides_them(players: int) -> None:
    setup = by_lot(players)
    deals = set()
    for seed in range(30):
        dealt = Match(setup, seed).setup
        assert dealt == Match(setup, seed).setup
        assert sorted(p.symbol for p in dealt.players) == sorted(p.symbol for p in setup.players)
        assert sorted(p.name for p in dealt.players) == sorted(p.name for p in setup.players)
        assert replace(dealt, players=setup.players) == setup
        for player in dealt.players:
            before = next(p for p in setup.players if p.name == player.name)
            assert replace(player, symbol=before.symbol) == before
        deals.add(tuple(p.symbol for p in sorted(dealt.players, key=lambda p: p.name)))
    assert len(deals) == 2 if players == 2 else len(deals) > 4


@pytest.mark.parametrize("first", FirstMover)
@pytest.mark.parametrize("players", [2, 3])
def test_with_marks_by_lot_whoever_gets_the_first_mark_moves_first(players: int, first: FirstMover) -> None:
    setup = by_lot(players, first)
    movers = set()
    for seed in range(20):
        match = Match(setup, seed)
        assert match.setup.players[0].symbol == "X"
        mover = match.setup.players[match.game.position.to_move]
        assert mover.symbol == "X"
        movers.add(mover.name)
    assert movers == {player.name for player in setup.players}


def test_marks_by_lot_keep_the_order_round_the_table() -> None:
    for seed in range(20):
        names = [player.name for player in Match(by_lot(4), seed).setup.players]
        start = names.index("P0")
        assert names[start:] + names[:start] == ["P0", "P1", "P2", "P3"]


def test_marks_stay_for_the_whole_match() -> None:
    match = Match(by_lot(3), seed=5)
    dealt = match.setup
    starters(match, 5)
    assert match.setup == dealt


def test_without_lots_the_set_up_is_played_as_it_is() -> None:
    setup = make_setup()
    assert all(Match(setup, seed).setup is setup for seed in range(5))


# --- undo and redo ----------------------------------------------------------------------------------------


def test_undo_goes_back_to_before_the_latest_human_move() -> None:
    match = Match(make_setup(5, 5, 4, players=3, levels=("human", "random", "random")))
    place(match, "a1 b1 c1")
    before = snapshot(match.game.position)
    place(match, "a2 b2")
    assert len(match.undo()) == 2
    assert snapshot(match.game.position) == before
    assert [move.player for move in match.undo()] == [2, 1, 0]
    assert match.game.moves == []


def test_undo_finds_the_human_move_whoever_is_to_move_now() -> None:
    match = Match(make_setup(5, 5, 4, players=3, levels=("random", "human", "random")))
    place(match, "a1 b1 c1 d1")
    taken = match.undo()
    assert [match.setup.geometry.name(move.square or 0) for move in taken] == ["d1", "c1", "b1"]
    assert match.game.position.to_move == 1


def test_with_two_humans_undo_takes_one_move_back() -> None:
    match = Match(make_setup())
    place(match, "a1 b1 c1")
    assert [move.player for move in match.undo()] == [0]
    assert [move.player for move in match.undo()] == [1]


def test_a_human_resignation_is_a_human_move() -> None:
    match = Match(make_setup(5, 5, 4, players=3, levels=("human", "random", "random")))
    place(match, "a1 b1 c1")
    before = snapshot(match.game.position)
    match.push(Move(0, None))
    place(match, "a2 b2 c2")
    assert len(match.undo()) == 4
    assert snapshot(match.game.position) == before


def test_redo_plays_again_what_undo_took_back_and_no_more() -> None:
    match = Match(make_setup(5, 5, 4, players=3, levels=("human", "random", "random")))
    place(match, "a1 b1 c1 a2 b2 c2 a3")
    seen = [snapshot(match.game.position)]
    for _ in range(3):
        match.undo()
        seen.append(snapshot(match.game.position))
    for expected, count in zip(reversed(seen[:-1]), (3, 3, 1), strict=True):
        assert len(match.redo()) == count
        assert snapshot(match.game.position) == expected
    with pytest.raises(NothingToRedo):
        match.redo()


def test_without_humans_undo_and_redo_go_one_ply() -> None:
    match = Match(make_setup(levels=("random", "rules")))
    place(match, "a1 b1 c1")
    assert len(match.undo()) == 1
    assert len(match.undo()) == 1
    assert len(match.redo()) == 1
    assert len(match.game.moves) == 2
    match.undo()
    match.undo()
    with pytest.raises(NothingToUndo, match=r"^nothing to undo$"):
        match.undo()


def test_there_is_nothing_to_undo_before_a_human_has_moved() -> None:
    told: list[Change] = []
    match = Match(make_setup(levels=("random", "human")), listener=lambda _, change: told.append(change))
    with pytest.raises(NothingToUndo):
        match.undo()
    place(match, "a1")
    before = snapshot(match.game.position)
    with pytest.raises(NothingToUndo, match=r"^you have no move to undo$"):
        match.undo()
    assert snapshot(match.game.position) == before
    assert match.game.undone == []
    assert told == [Change.STARTED, Change.PUSHED]


def test_undo_does_not_reach_into_the_game_before() -> None:
    match = Match(make_setup())
    win(match, 0)
    match.next_game()
    with pytest.raises(NothingToUndo):
        match.undo()
    with pytest.raises(NothingToRedo):
        match.redo()
    assert match.points == [1, 0]


# --- the listener -----------------------------------------------------------------------------------------


def test_the_listener_is_told_of_every_change_after_it_was_made() -> None:
    told: list[tuple[Change, int, int]] = []
    points: list[list[int]] = []
    won = Match(make_setup(), listener=lambda m, _: points.append(m.points))
    win(won, 0)
    assert points[-2:] == [[0, 0], [1, 0]], "the point comes with the winning move"
    match = Match(
        make_setup(5, 5, 4, levels=("human", "random")),
        listener=lambda m, change: told.append((change, m.game_number, len(m.game.moves))),
    )
    place(match, "a1 b1")
    match.undo()
    match.redo()
    match.push(Move(0, None))
    match.next_game()
    assert told == [
        (Change.STARTED, 1, 0),
        (Change.PUSHED, 1, 1),
        (Change.PUSHED, 1, 2),
        (Change.POPPED, 1, 1),
        (Change.POPPED, 1, 0),
        (Change.REDONE, 1, 1),
        (Change.REDONE, 1, 2),
        (Change.PUSHED, 1, 3),
        (Change.STARTED, 2, 0),
    ]


def test_a_hint_counts_once_for_each_position_and_undo_takes_none_back() -> None:
    told: list[tuple[Change, int]] = []
    match = Match(make_setup(), listener=lambda m, change: told.append((change, m.game.hints)))
    match.note_hint()
    match.note_hint()
    place(match, "a1 b1")
    match.note_hint()
    match.undo_to(0)
    match.note_hint()
    assert match.game.hints == 2
    place(match, "b1")
    match.note_hint()
    match.undo_to(0)
    place(match, "a1 b1 c1")
    match.undo_to(2)
    match.note_hint()
    assert match.game.hints == 3, "it is the position of before, whatever was played meanwhile"
    assert [hints for change, hints in told if change is Change.HINTED] == [1, 2, 3]
    match.next_game()
    assert match.game.hints == 0
    match.note_hint()
    assert told[-2:] == [(Change.STARTED, 0), (Change.HINTED, 1)]


def test_an_analysis_is_noted_once_in_a_game_and_not_in_the_next_one() -> None:
    told: list[Change] = []
    match = Match(make_setup(), listener=lambda m, change: told.append(change))
    match.note_analysis()
    place(match, "a1")
    match.undo_to(0)
    match.note_analysis()
    assert match.game.is_analysed
    assert told.count(Change.ANALYSED) == 1
    match.next_game()
    assert not match.game.is_analysed


def test_the_listener_hears_nothing_of_a_refused_move() -> None:
    told: list[Change] = []
    match = Match(make_setup(), listener=lambda _, change: told.append(change))
    place(match, "b2")
    for move in (Move(1, match.setup.geometry.parse("b2")), Move(0, 0), Move(1, -1)):
        with pytest.raises(IllegalMove):
            match.push(move)
    with pytest.raises(NothingToRedo):
        match.redo()
    assert told == [Change.STARTED, Change.PUSHED]


def test_an_invalid_set_up_makes_no_match() -> None:
    with pytest.raises(ValueError, match=r"^a match to 0 points is not possible"):
        Match(make_setup(rules=MatchRules(points=0)))
    with pytest.raises(ValueError, match=r"^0 players cannot play"):
        Match(by_lot(players=0))


def test_a_match_tells_of_its_games() -> None:
    """Who won, who started and how long each took; a game that was dropped is not among them."""
    match = Match(make_setup())
    win(match, 0)
    match.next_game()
    place(match, "b2")
    match.next_game()  # dropped: its place is played again
    win(match, 0)
    match.next_game()
    draw(match)
    *before, last = match.finished
    assert [(game.outcome.winner, game.first, game.plies) for game in before] == [(0, 0, 5), (0, 1, 6)]
    assert (last.outcome.winner, last.first) == (None, 0)
    assert last.plies == len(match.game.moves)
    match.next_game()
    assert match.finished == [*before, last]
    again = Match.resumed(match.game, match.seed, match.earlier)
    assert again.finished == match.finished
    assert again.game_number == 4
    with pytest.raises(ValueError, match="goes on"):
        FinishedGame.of(match.game)


# --- other players on a seat -----------------------------------------------------------------------------


def test_another_player_has_the_seat_in_the_running_game_and_the_next() -> None:
    changes: list[Change] = []
    match = Match(Setup(Geometry(3, 3, 3), [Player("A"), Player("B", level="expert")]))
    match.listener = lambda match, change: changes.append(change)
    match.place("b2")
    other = Player("C", "O", "red", "rules")
    match.give_seat(1, other)
    assert changes == [Change.PUSHED, Change.RESEATED]
    assert match.setup is match.game.setup
    assert match.setup.players[1] == other
    match.place("a1")
    match.next_game()
    assert match.game.setup.players[1] == other


@pytest.mark.parametrize(
    "wrong", [Player("C", "X", "red"), Player("", "O", "red"), Player("C", "O", "red", "brain:A")]
)
def test_an_invalid_player_does_not_get_a_seat(wrong: Player) -> None:
    match = Match(Setup(Geometry(3, 3, 3), [Player("A"), Player("B", level="expert")]))
    before = match.setup
    with pytest.raises(InvalidSetup):
        match.give_seat(1, wrong)
    assert match.setup is match.game.setup is before
