"""An analysis tells what trying everything tells, says what is proved, and ends when it is told to."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from tests.analysis.known import values_of
from tests.analysis.positions import played
from tests.computer.ultimate.test_levels import start
from ttt_tui.analysis.analysis import MOST_CANDIDATES, Analysis, Candidate, analyse
from ttt_tui.analysis.judge import Judge, Judgement
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Proof, Value
from ttt_tui.computer.base import merit
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.engine import Game, Position


def analysed(position: Position, reports: int | None = None) -> list[Analysis]:
    """All that is reported of a position, until all is known or so many reports have come."""
    found: list[Analysis] = []
    stop = SimpleNamespace(is_set=lambda: reports is not None and len(found) >= reports)
    judge, maps = Judge(), ProofMaps()
    before = position.copy()
    analyse(position, judge, maps, stop, found.append)
    judge.close()
    assert position == before
    return found


def games_of(board: tuple[int, int, int], count: int, most_empty: int) -> list[Game]:
    rng = Random(f"{board}")
    games = []
    while len(games) < count:
        game = played(board, "")
        while game.outcome is None and game.position.empty.bit_count() > most_empty:
            game.place(rng.choice(game.position.moves))
        if game.outcome is None:
            games.append(game)
    return games


@pytest.mark.slow
@pytest.mark.parametrize("board", [(3, 3, 3), (4, 3, 3), (4, 4, 4)], ids=str)
def test_where_all_can_be_proved_every_move_has_its_exact_worth(board: tuple[int, int, int]) -> None:
    for game in games_of(board, 12, 8):
        found = analysed(game.position)[-1]
        truth = values_of(game)
        assert found.is_complete
        assert found.is_mapped
        assert {s: (p.value, p.plies) for s, p in found.values.items()} == {
            s: (p.value, p.plies) for s, p in truth.items()
        }
        most = max(map(merit, truth.values()))
        assert set(found.best) == {square for square, proof in truth.items() if merit(proof) == most}
        best = truth[found.best[0]]
        assert found.verdict is not None
        assert (found.verdict.value, found.verdict.plies) == (best.value, best.plies)


def test_on_a_large_board_there_are_five_moves_none_better_than_the_first() -> None:
    reports = analysed(played((15, 15, 5), "h8 i9 g8 i8").position, 14)
    full = [found for found in reports if len(found.candidates) == MOST_CANDIDATES]
    assert full
    for found in full:
        chances = [candidate.verdict.chance for candidate in found.candidates]
        assert chances == sorted(chances, reverse=True)
        assert len({candidate.square for candidate in found.candidates}) == MOST_CANDIDATES
        assert all(found.position.empty >> candidate.square & 1 for candidate in found.candidates)


def test_a_move_that_wins_comes_first_and_is_proved() -> None:
    game = played((15, 15, 5), "h8 a1 h9 c1 h10 e1 h11 g1")
    found = analysed(game.position)[-1]
    assert found.is_complete
    first, second = found.candidates[:2]
    assert {str(first.verdict), str(second.verdict)} == {"W1"}
    assert {game.setup.geometry.name(c.square) for c in (first, second)} == {"h7", "h12"}


def test_several_players_have_candidates_too() -> None:
    reports = analysed(played((5, 5, 4), "c3 b2 d4", players=3).position, 8)
    assert sum(reports[-1].chances) == pytest.approx(1)
    assert reports[-1].candidates


@pytest.mark.slow
def test_it_does_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_tui.analysis.analysis.LAST_ROUND", 0.5)
    found = analysed(played((15, 15, 5), "h8 i9").position)
    assert [analysis.is_complete for analysis in found].index(True) == len(found) - 1
    assert not found[-1].is_mapped


def test_it_ends_as_soon_as_it_is_stopped() -> None:
    assert analysed(played((15, 15, 5), "h8").position, 0) == []


def test_a_quick_win_has_more_merit_than_a_slow_one_and_a_late_loss_than_an_early_one() -> None:
    won, lost = [Proof(Value.WIN, plies) for plies in (3, 5)], [Proof(Value.LOSS, plies) for plies in (8, 2)]
    proofs = [*won, Proof(Value.DRAW), *lost]
    assert sorted(proofs, key=merit, reverse=True) == proofs


def test_a_better_win_that_a_candidate_has_is_what_the_position_is_worth() -> None:
    position = played((15, 15, 5), "h8 i9").position
    judgement = Judgement(0, Verdict.proved(Value.WIN, 27), (1.0, 0.0), pv=(3,))
    quick = Candidate(3, Verdict.proved(Value.WIN, 5, is_exact=True), (3,))
    assert str(Analysis(position, judgement).verdict) == "W≤27"
    assert str(Analysis(position, judgement, (quick,)).verdict) == "W5"
    slow = replace(quick, verdict=Verdict.judged(0.9))
    assert str(Analysis(position, judgement, (slow,)).verdict) == "W≤27"
    judged = Judgement(0, Verdict.judged(0.8), (0.8, 0.2), pv=(3,))
    quick = Candidate(3, Verdict.proved(Value.WIN, 9, is_exact=True), (3,))
    assert str(Analysis(position, judged, (quick,)).verdict) == "W≤9", "others may win sooner"


def mapped(position: Position, **known: Proof) -> Analysis:
    """An analysis that knows these moves, and draws of all others."""
    values = dict.fromkeys(position.moves, Proof(Value.DRAW))
    return Analysis(position, values=values | {position.geometry.parse(name): known[name] for name in known})


@pytest.mark.parametrize(
    ("known", "verdict"),
    [
        ({"a1": Proof(Value.WIN, 9, is_exact=True)}, "W9"),
        ({"a1": Proof(Value.WIN, 9, is_exact=True), "b1": Proof(Value.WIN, 11)}, "W≤9"),
        ({"a1": Proof(Value.WIN, 9), "b1": Proof(Value.WIN, 9, is_exact=True)}, "W≤9"),
        ({"a1": Proof(Value.WIN, 9, is_exact=True), "b1": Proof(Value.WIN, 11, is_exact=True)}, "W9"),
        ({"a1": Proof(Value.WIN, 3, is_exact=True), "b1": Proof(Value.WIN, 11)}, "W3"),  # none has one in 1
        ({}, "D"),
    ],
)
def test_the_length_of_a_win_is_exact_only_if_no_other_move_may_be_quicker(
    known: dict[str, Proof], verdict: str
) -> None:
    position = played((6, 6, 4), "c3 d4").position
    assert str(mapped(position, **known).verdict) == verdict


@pytest.mark.parametrize(
    ("first", "other", "verdict"), [(True, False, "L8"), (False, True, "L8"), (False, False, "L≤8")]
)
def test_the_length_of_a_loss_is_exact_if_one_move_is_sure_to_last_so_long(
    first: bool, other: bool, verdict: str
) -> None:
    position = played((6, 6, 4), "c3 d4").position
    values = dict.fromkeys(position.moves, Proof(Value.LOSS, 6))
    a1, b1 = map(position.geometry.parse, ("a1", "b1"))
    values |= {a1: Proof(Value.LOSS, 8, first), b1: Proof(Value.LOSS, 8, other)}
    assert str(Analysis(position, values=values).verdict) == verdict


@pytest.mark.slow
@pytest.mark.parametrize("words", ["open-until-full", "open-until-full, most-boards"])
@pytest.mark.parametrize("moves", ["e5", "e5 e4 e2", "e5 d5 b5 e4 e2"])
def test_the_player_who_faces_the_known_win_of_ultimate_is_seen_to_lose(words: str, moves: str) -> None:
    found: list[Analysis] = []
    stop = SimpleNamespace(is_set=lambda: bool(found and found[-1].is_mapped))
    position = start(words)
    for name in moves.split():
        position.play(position.geometry.parse(name))
    judge = Judge()
    analyse(position, judge, ProofMaps(), stop, found.append)
    judge.close()
    verdict = found[-1].verdict
    assert verdict is not None
    assert verdict.value is Value.LOSS
    assert verdict.plies is not None
    assert verdict.plies <= 43 - position.ply
