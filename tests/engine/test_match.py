"""Matches: points, draws, the first mover, random symbols, undo among several games, and the listener."""

from dataclasses import replace

import pytest

from tests.support.strategies import make_setup, snapshot
from ttt_tui.engine import (
    Change,
    FinishedGame,
    FirstMover,
    GameOver,
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
    Termination,
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
    match.undo()
    assert (match.points, match.is_over, match.winner) == ([1, 1], False, None), "undo takes the point back"
    match.redo()
    assert (match.points, match.is_over, match.winner) == ([1, 2], True, 1)


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
    match.undo()
    assert (match.draws_in_a_row, match.is_over) == (1, False), "undo takes the draw back"
    assert match.points == [1, 0]


# --- the first mover --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "expected"), [(FirstMover.TURN, [0, 1, 2, 0, 1, 2, 0]), (FirstMover.ALWAYS, [0, 0, 0, 0, 0])]
)
def test_everybody_starts_in_turn_or_always_the_first_player(first: FirstMover, expected: list[int]) -> None:
    setup = make_setup(5, 5, 3, players=3, rules=MatchRules(first=first))
    match = Match(setup, seed=3)
    assert match.setup is setup
    assert starters(match, len(expected)) == expected


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


@pytest.mark.parametrize("first", FirstMover)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_marks_by_lot_are_dealt_by_the_seed_and_whoever_gets_the_first_one_moves_first(
    players: int, first: FirstMover
) -> None:
    setup = by_lot(players, first)
    names = [player.name for player in setup.players]
    deals, movers = set(), set()
    for seed in range(30):
        match = Match(setup, seed)
        dealt = match.setup
        assert dealt == Match(setup, seed).setup
        assert replace(dealt, players=setup.players) == setup
        start = [player.name for player in dealt.players].index(names[0])
        seated = dealt.players[start:] + dealt.players[:start]
        assert [replace(p, symbol="?") for p in seated] == [replace(p, symbol="?") for p in setup.players]
        assert {p.symbol for p in seated} == {p.symbol for p in setup.players}
        mover = dealt.players[match.game.position.to_move]
        assert mover.symbol == dealt.players[0].symbol == "X"
        movers.add(mover.name)
        deals.add(tuple(player.symbol for player in seated))
    assert movers == {*names}
    assert len(deals) == 2 if players == 2 else len(deals) > 4
    starters(match, 2)
    assert match.setup == dealt, "the marks stay for the whole match"


# --- undo and redo ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "played", "taken_back", "redone"),
    [
        (["human", "random", "random"], "a1 b1 c1 a2 b2", [2, 3], [3, 2]),
        (["human", "random", "random"], "a1 b1 c1 a2 b2 c2 a3", [1, 3, 3], [3, 3, 1]),
        (["random", "human", "random"], "a1 b1 c1 d1", [3], [3]),
        (["human", "human"], "a1 b1 c1", [1, 1, 1], [1, 1, 1]),
        (["human", "random", "random"], "a1 b1 c1 resigns b2 c2 b3", [4, 3], [3, 4]),
        (["random", "rules"], "a1 b1 c1", [1, 1, 1], [1, 1, 1]),  # without humans they go one ply
    ],
)
def test_undo_goes_back_to_before_the_latest_human_move_and_redo_plays_it_again(
    levels: list[str], played: str, taken_back: list[int], redone: list[int]
) -> None:
    match = Match(make_setup(5, 5, 4, players=len(levels), levels=tuple(levels)))
    seen = [snapshot(match.game.position)]
    for word in played.split():
        if word == "resigns":
            match.push(Move(match.game.position.to_move, None))
        else:
            match.place(word)
        seen.append(snapshot(match.game.position))
    moves = [*match.game.moves]
    for count in taken_back:
        at = len(match.game.moves)
        assert match.undo() == moves[at - count : at][::-1]
        assert snapshot(match.game.position) == seen[at - count]
    with pytest.raises(NothingToUndo):
        match.undo()
    for count in redone:
        at = len(match.game.moves)
        assert match.redo() == moves[at : at + count]
        assert snapshot(match.game.position) == seen[at + count]
    with pytest.raises(NothingToRedo, match=r"^nothing to redo$"):
        match.redo()


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
        (Change.STARTED, 1, 0), (Change.PUSHED, 1, 1), (Change.PUSHED, 1, 2), (Change.POPPED, 1, 1),
        (Change.POPPED, 1, 0), (Change.REDONE, 1, 1), (Change.REDONE, 1, 2), (Change.PUSHED, 1, 3),
        (Change.STARTED, 2, 0),
    ]  # fmt: skip


def test_a_hint_counts_once_for_each_position_and_an_analysis_once_in_a_game() -> None:
    told: list[tuple[Change, int]] = []
    match = Match(make_setup(), listener=lambda m, change: told.append((change, m.game.hints)))
    for moves, hints in (("", 1), ("", 1), ("a1 b1", 2), ("", 2), ("b1", 3), ("", 3)):
        place(match, moves)
        match.note_hint()
        match.note_analysis()
        assert match.game.hints == hints, "undo takes none back"
        match.undo_to(0)
    place(match, "a1 b1 c1")
    match.undo_to(2)
    match.note_hint()
    assert match.game.hints == 3, "it is the position of before, whatever was played meanwhile"
    assert [hints for change, hints in told if change is Change.HINTED] == [1, 2, 3]
    assert [change for change, _ in told].count(Change.ANALYSED) == 1
    assert match.game.is_analysed
    match.next_game()
    assert not match.game.is_analysed
    match.note_hint()
    assert told[-2:] == [(Change.STARTED, 0), (Change.HINTED, 1)]


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
    assert match.points == [2, 0]
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


def test_another_player_has_the_seat_in_the_running_game_and_the_next_unless_it_is_invalid() -> None:
    changes: list[Change] = []
    match = Match(Setup(Geometry(3, 3, 3), [Player("A"), Player("B", level="expert")]))
    match.listener = lambda match, change: changes.append(change)
    match.place("b2")
    before = match.setup
    for wrong in (Player("C", "X", "red"), Player("", "O", "red"), Player("C", "O", "red", "brain:A")):
        with pytest.raises(InvalidSetup):
            match.give_seat(1, wrong)
    assert match.setup is match.game.setup is before
    other = Player("C", "O", "red", "rules")
    match.give_seat(1, other)
    assert changes == [Change.PUSHED, Change.RESEATED]
    assert match.setup is match.game.setup
    assert match.setup.players[1] == other
    match.place("a1")
    match.next_game()
    assert match.game.setup.players[1] == other


def test_an_agreed_draw_counts_as_a_draw_and_is_undone_with_the_latest_move() -> None:
    changes: list[Change] = []
    match = Match(Setup(Geometry(3, 3, 3)), listener=lambda _, change: changes.append(change))
    place(match, "b2 a1 c1")
    match.undo()
    match.agree_draw()
    assert match.game.outcome is not None
    assert (match.game.outcome.termination, match.game.outcome.winner) == (Termination.AGREEMENT, None)
    assert (match.points, match.draws_in_a_row, changes[-1]) == ([0, 0], 1, Change.AGREED)
    with pytest.raises(NothingToRedo):
        match.redo()
    with pytest.raises(GameOver):
        match.agree_draw()
    with pytest.raises(GameOver):
        match.place("c3")
    match.undo()
    assert match.game.outcome is None
    match.redo()
    assert match.game.outcome is None, "a move brings no agreement back"
    match.agree_draw()
    match.next_game()
    assert match.game_number == 2
