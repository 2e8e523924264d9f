"""The plan of a match: each game has its players, seats and opening before one is played."""

from collections import Counter
from collections.abc import Sequence

import pytest

from tests.support.strategies import make_setup
from ttt_tui.tournament.plan import Fixture, PairingSystem, Plan

ONE_GAME, ROUND_ROBIN, GAUNTLET = PairingSystem


LEVELS = ("random", "rules", "scorer", "negamax", "minimax", "expert")


def plan(
    players: int, games: int, pairing: PairingSystem, seed: int = 1, levels: Sequence[str] = LEVELS
) -> Plan:
    return Plan(make_setup(3, 3, 3, players, levels=levels[:players]), games, seed, pairing)


def meetings(fixtures: list[Fixture]) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(fixture.seats)) for fixture in fixtures)


@pytest.mark.parametrize(
    ("pairing", "tables"),
    [
        (ONE_GAME, [(0, 1, 2, 3)]),
        (ROUND_ROBIN, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
        (GAUNTLET, [(0, 1), (0, 2), (0, 3)]),
    ],
)
def test_meetings_of_each_pairing(pairing: PairingSystem, tables: list[tuple[int, ...]]) -> None:
    fixtures = list(plan(4, 8, pairing).fixtures())
    assert meetings(fixtures) == dict.fromkeys(tables, 8)
    assert len(fixtures) == plan(4, 8, pairing).total


@pytest.mark.parametrize("games", [6, 7])
@pytest.mark.parametrize("pairing", PairingSystem)
def test_a_group_is_one_opening_from_every_seat_and_the_last_one_may_be_cut_short(
    pairing: PairingSystem, games: int
) -> None:
    match = plan(3, games, pairing)
    fixtures = list(match.fixtures())
    assert [fixture.number for fixture in fixtures] == list(range(match.total))
    groups: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        groups.setdefault(fixture.group, []).append(fixture)
        assert match.place_of(fixture.number) == (fixture.group, fixture.seats)
    for group in groups.values():
        assert len({fixture.opening for fixture in group}) == 1
        assert len({tuple(sorted(fixture.seats)) for fixture in group}) == 1
        assert len({fixture.seats for fixture in group}) == len(group) <= match.seats
    whole = [group for group in groups.values() if len(group) == match.seats]
    assert len(whole) == games // match.seats * len(match.tables)
    assert sum(map(len, groups.values())) == match.total


@pytest.mark.parametrize(
    ("levels", "games_an_opening"),
    [
        (("rules", "scorer", "rules"), 3),
        (("rules", "rules", "rules"), 1),
        (("rules", "scorer", "rules", "scorer"), 2),
        (("rules", "scorer", "scorer", "rules"), 4),
        (("rules", "rules"), 2),
    ],
)
def test_an_opening_is_not_played_again_from_a_seat_where_nothing_differs(
    levels: tuple[str, ...], games_an_opening: int
) -> None:
    match = plan(len(levels), 12, ONE_GAME, levels=levels)
    fixtures = list(match.fixtures())
    assert [fixture.group for fixture in fixtures] == [number // games_an_opening for number in range(12)]
    assert [match.opening_of(number) for number in range(12)] == [fixture.group for fixture in fixtures]
    assert [match.games_of(group) for group in range(12 // games_an_opening)] == [games_an_opening] * (
        12 // games_an_opening
    )
    in_seat = [Counter(fixture.seats[seat] for fixture in fixtures) for seat in range(len(levels))]
    assert in_seat == [dict.fromkeys(range(len(levels)), 12 // len(levels))] * len(levels)


def test_all_tables_play_an_opening_before_the_next_one_comes() -> None:
    fixtures = list(plan(3, 4, ROUND_ROBIN).fixtures())
    rounds = [fixtures[:6], fixtures[6:]]
    assert [len({fixture.opening for fixture in round_}) for round_ in rounds] == [1, 1]
    assert rounds[0][0].opening != rounds[1][0].opening
    assert all(set(meetings(round_).values()) == {2} for round_ in rounds)


def test_openings_dice_and_names_of_seats_follow_from_the_seed_alone() -> None:
    once, again, other = (list(plan(2, 8, ONE_GAME, seed).fixtures()) for seed in (1, 1, 2))
    assert once == again != other
    dice = [
        plan(2, 8, ONE_GAME, seed).random(number).random()
        for seed, number in ((1, 0), (1, 0), (1, 1), (2, 0))
    ]
    assert dice[0] == dice[1]
    assert len(set(dice)) == 3
