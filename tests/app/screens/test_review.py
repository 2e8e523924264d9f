"""The review of a game on the screen: where it opens, how it goes on and is kept, and practice."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.driving import USUAL, Script, Ui, a_setup, key_event, playing, running
from tests.support.sample_review import MOVES, sample_review
from tests.support.sampling import sampled
from tests.support.showing import seen
from tests.support.stores import recorded
from ttt_tui.analysis.judge import Judge, Judgement, ReportJudgement, ignore_judgement
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.review_json import from_json
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.practice import PracticeScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.terminal.event_loop import SEARCH_GROUP
from ttt_tui.app.widgets.game_views import result_phrases
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import HUMAN, Game, Geometry, Limit, LineRule, Move, Position, Rules, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import read_movetext
from ttt_tui.process.terminal import Terminal
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.session import wording
from ttt_tui.session.session import Session
from ttt_tui.store.games import History
from ttt_tui.store.thread import StoreThread

LOST = "a1 b1 b2 c3 a3 a2 c1"
"""X wins; b1 at move 2 gave away the draw, the only mistake."""

GOMOKU = a_setup(board=(15, 15), k=5, names=("Ada", "Romeo Golf"))


class Watched:
    """Notes which positions all judges were asked for, and holds them up if a test wants that."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, float | None]] = []
        """Stones of the position, and seconds given."""
        self.go_on = threading.Event()
        self.go_on.set()
        self.at_work = 0
        self.answered: list[tuple[int, float | None]] = []
        """Those that were not held up."""
        self.allowed: int | None = None
        """How many more are not held up before one is, None for any number."""

    def judging(
        self, judge: Judge, position: Position, limit: Limit, stop: Stop, report: ReportJudgement
    ) -> Judgement:
        self.asked.append((position.ply, limit.seconds))
        self.at_work += 1
        if self.allowed is None or self.allowed > 0:
            self.answered.append(self.asked[-1])
        else:
            self.go_on.clear()
        self.allowed = None if self.allowed is None else self.allowed - 1
        while not self.go_on.wait(0.002) and not stop.is_set():
            pass
        try:
            return JUDGE(judge, position, limit, stop, report)
        finally:
            self.at_work -= 1


JUDGE = Judge.judge


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()

    def judge(
        self: Judge,
        position: Position,
        limit: Limit,
        stop: Stop = NEVER,
        report: ReportJudgement = ignore_judgement,
    ) -> Judgement:
        return watched.judging(self, position, limit, stop, report)

    monkeypatch.setattr(Judge, "judge", judge)
    return watched


def at_the_end(
    moves: str = LOST,
    setup: Setup | None = None,
    history: StoreThread | None = None,
    size: tuple[int, int] = USUAL,
    terminal: Terminal | None = None,
) -> AbstractAsyncContextManager[Ui]:
    """Start the program in a game that is over."""
    return playing(setup, size, moves.split(), Session(1, history), terminal)


@asynccontextmanager
async def reviewing(moves: str = LOST, **wanted: Any) -> AsyncIterator[Ui]:
    """The same, in the whole review of that game."""
    async with at_the_end(moves, **wanted) as ui:
        await ui.press("v")
        await full(ui)
        yield ui


@asynccontextmanager
async def sample(**wanted: Any) -> AsyncIterator[Ui]:
    """The review of the game on 15×15 that has been reviewed before."""
    async with at_the_end(MOVES, GOMOKU, **wanted) as ui:
        ui.app.session.latest_review = sample_review(ui.match.game)
        await ui.press("v")
        await full(ui)
        yield ui


def screen(ui: Ui) -> ReviewScreen:
    assert isinstance(ui.app.screen, ReviewScreen)
    return ui.app.screen


async def full(ui: Ui) -> None:
    await ui.until(lambda: screen(ui).work.found.is_full, "the whole review")
    await ui.until(lambda: screen(ui)._shown is screen(ui).work.found, "that it is shown")
    await ui.settle()


def practice(ui: Ui) -> PracticeScreen:
    assert isinstance(ui.app.screen, PracticeScreen)
    return ui.app.screen


def workers(ui: Ui) -> int:
    """How many searches are going on."""
    return sum(w.group == SEARCH_GROUP and not w.is_finished for w in ui.app.workers)


def labels(ui: Ui) -> dict[str, str]:
    """What is written on empty squares."""
    board = ui.app.screen.query_one("BoardGrid")
    return {board.geometry.name(square): label.texts[0] for square, label in board.view.labels.items()}


def stones(ui: Ui) -> int:
    board = ui.app.screen.query_one("BoardGrid")
    return sum(mask.bit_count() for mask in board.view.stones)


def game_of(setup: Setup, moves: Iterable[str]) -> Game:
    game = Game(setup)
    for name in moves:
        game.place(name)
    return game


# --- times -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (40, 16), (120, 40)], ids=str)
async def test_the_review_says_how_long_the_move_took_and_where_most_time_went(size: tuple[int, int]) -> None:
    async with at_the_end(size=size) as ui:
        game, times = ui.match.game, (None, 1_000, 900, 12_430, 112_000, 3_000, 100)
        game.moves[:] = [
            replace(move, milliseconds=time) for move, time in zip(game.moves, times, strict=True)
        ]
        await ui.press("v")
        await full(ui)
        await ui.press("home", "right")
        assert " s" not in ui.text.split("a1", 1)[1].split("\n")[0], "the first move has no time"
        await ui.press("right", "right", "right")
        assert "12.4 s" in ui.text
        await ui.press("right")
        assert "1:52" in ui.text
        await ui.press("home")
        if size == (40, 16):
            await ui.press("s")  # its panel
        assert all(part in ui.text for part in ("Most time: 1:52 on", "5 (X, of 1:53)")), "it may wrap"


# --- where it opens --------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_end_of_a_match_offers_the_review_and_comes_again_after_it() -> None:
    async with at_the_end(setup=a_setup(points=1)) as ui:
        await ui.until(lambda: ui.one("MatchSummary").display, "the end of the match")
        await ui.rest()
        assert "v review" in ui.text
        await ui.press("v")
        await full(ui)
        await ui.press("q")
        assert isinstance(ui.app.screen, PlayScreen)
        assert "the match" in ui.text


async def test_among_computers_the_next_game_waits_for_the_review(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_tui.app.screens.match_progress.NEXT_GAME_PAUSE", 0.3)
    setup = a_setup("scripted", "scripted")
    async with at_the_end(setup=setup) as ui:
        await ui.press("v")
        await full(ui)
        assert ui.game_screen.controller.is_paused
        await ui.pilot.pause(0.4)  # the next one would have begun
        assert ui.match.game_number == 1
        assert not script.questions


@asynccontextmanager
async def in_history(history: StoreThread) -> AsyncIterator[Ui]:
    async with running(TttApp(session=Session(1, history))) as ui:
        await ui.press("h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and "open" in ui.footer, "the games")
        await ui.rest()
        yield ui


@pytest.mark.slow
async def test_in_the_history_v_opens_a_game_with_its_review_and_keeps_it(history: StoreThread) -> None:
    id = history.add(Record(game_of(a_setup(), LOST.split()), "2026-11-21"))
    async with in_history(history) as ui:
        await ui.press("v")
        await full(ui)
        assert f"X Ada – O Bob · X wins · 2026-11-21 · id {id}  " in ui.lines[0]
        await ui.press("q")
        assert isinstance(ui.app.screen, HistoryScreen)
        kept = history.run(lambda history: history.review(id), after_writes=True)
        assert kept is not None
        assert from_json(kept, game_of(a_setup(), LOST.split())).is_full


async def test_a_game_without_moves_has_nothing_to_be_reviewed(history: StoreThread) -> None:
    match, recorder = recorded(history)
    match.place("a1")
    match.undo()
    recorder.close()
    async with in_history(history) as ui:
        await ui.press("v")
        assert isinstance(ui.app.screen, HistoryScreen)
        assert "no moves to review" in ui.status


# --- how it goes on --------------------------------------------------------------------------------------


async def test_it_says_how_far_it_is_and_leaving_it_stops_it_and_keeps_what_is_done(
    history: StoreThread, watched: Watched
) -> None:
    watched.go_on.clear()
    async with at_the_end("b2 a1 c1 a3 a2 c2 b1 b3", history=history) as ui:
        id = ui.app.session.recorder.game_id
        await ui.press("v")
        await ui.until(lambda: watched.at_work == 1, "the first look")
        done = screen(ui).work.found.done
        units = screen(ui).work.found.units
        assert f"{100 * done // units} %" in ui.text
        assert workers(ui) == 1
        watched.go_on.set()
        await ui.until(lambda: screen(ui).work.found.done > done, "some work")
        watched.go_on.clear()
        reviewing = screen(ui).work
        await ui.press("q")
        assert isinstance(ui.app.screen, PlayScreen)
        await ui.until(lambda: not workers(ui) and not watched.at_work, "the end of the work")
        kept = history.run(lambda history: history.review(id), after_writes=True)
        if reviewing.found.done > done:
            assert kept is not None
            assert from_json(kept, ui.match.game).done > done


@pytest.mark.slow
@pytest.mark.parametrize("is_kept", [True, False])
async def test_coming_back_goes_on_without_looking_at_anything_twice(
    is_kept: bool, history: StoreThread, watched: Watched
) -> None:
    async with at_the_end("b2 a1 c1 a3 a2 c2 b1 b3", history=history if is_kept else None) as ui:
        for _ in range(2):
            watched.allowed = 1
            await ui.press("v")
            await ui.until(lambda: not watched.go_on.is_set(), "the second look, which is held up")
            await ui.press("q")
            await ui.until(lambda: not watched.at_work, "the end of the work")
            watched.go_on.set()
            if is_kept:
                ui.app.session.latest_review = None  # the store alone has it
        watched.allowed = None
        await ui.press("v")
        await full(ui)
        assert len(watched.answered) > 2
        assert max(Counter(watched.answered).values()) == 1
        whole = len(watched.asked)
        await ui.press("q", "v")
        await full(ui)
        assert len(watched.asked) == whole, "nothing is left to be looked at"


async def test_looking_deeper_adds_a_pass_once_all_is_done(watched: Watched) -> None:
    game = game_of(GOMOKU, MOVES.split())
    async with sample() as ui:
        before = screen(ui).work.found
        assert before.units == 3 * len(game.moves)
        assert not watched.asked
        watched.go_on.clear()
        await ui.press("d")
        await ui.until(lambda: watched.asked, "the deeper look")
        await ui.until(lambda: not screen(ui).found.is_full, "more to do")
        assert watched.asked[0][1] == 2 * before.passes[-1]
        assert screen(ui).work.found.passes == [*before.passes, 2 * before.passes[-1]]
        await ui.press("d")
        assert "The review is still running" in ui.status
        await ui.press("q")
        await ui.until(lambda: not watched.at_work, "the end of the work")


async def test_a_judge_that_fails_is_told_of_and_nothing_else_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Judgement:
        raise RuntimeError("no more memory")

    monkeypatch.setattr(Judge, "judge", fails)
    async with at_the_end() as ui:
        await ui.press("v")
        await ui.until(lambda: "no more memory" in ui.text, "the reason")
        await ui.press("right", "n", "q")
        assert isinstance(ui.app.screen, PlayScreen)


# --- what it shows ---------------------------------------------------------------------------------------


async def test_a_mistake_is_marked_in_the_list_and_on_the_board_with_what_was_better() -> None:
    async with reviewing() as ui:
        assert "Ada won in 7 moves" in ui.text
        assert "?? 1 blunder" in ui.text, "the sign has a meaning"
        assert "O b1??" in ui.text
        assert labels(ui) == {}, "the start is no mistake"
        await ui.press("n")
        assert screen(ui).ply == 2
        shown = labels(ui)
        board = ui.one("BoardGrid")
        better = board.view.labels[board.geometry.parse("b2")]
        assert (better.ghost, better.is_numbered) == (1, False), (
            "the better move is a pale stone without a number"
        )
        assert sorted(shown.values()) == ["1+", "2", "3", "4"], "the texts where no ghost is drawn"
        assert ui.status.endswith("O b1 a blunder"), "the panel has the rest"
        told = " ".join(" ".join(seen(ui, screen(ui).panel.explanation)).split())
        assert "X wins by force" in told
        assert told.count("win") == 1, "nothing is said twice"
        await ui.press("s")
        assert "a blunder; b2 was better" in ui.status, "the panel is hidden"
        await ui.press("s")
        assert "O b2  " in ui.text
        await ui.press("n")
        assert "This is the only mistake" in ui.status
        await ui.press("right")
        assert labels(ui) == {}
        await ui.press("right", "right", "right")
        told = " ".join(" ".join(seen(ui, screen(ui).panel.explanation)).split())
        assert told.startswith("O a2 was lost already"), told


@pytest.mark.parametrize("ascii", [False, True])
async def test_where_pale_stones_are_drawn_one_is_the_better_move_and_else_a_sign_is(ascii: bool) -> None:
    session = Session(1)
    game = game_of(a_setup(board=(15, 15), k=5), MOVES.split())
    session.latest_review = sample_review(game)
    async with running(TttApp(session=session, terminal=Terminal(is_ascii=ascii)), (120, 40)) as ui:
        ui.app.push_screen(ReviewScreen(session, game, "15x15"))
        await ui.rest()
        await ui.press("n")
        assert ("<+> g8" in ui.text) == ascii
        assert ("O g8  judged better" in ui.text) == (not ascii)
        assert ui.lines[0].split()[:2] == ["XOX", "ttt-tui"]
        assert ui.lines[0].split()[-1] == "Review"


async def test_the_next_mistake_follows_the_last() -> None:
    async with sample() as ui:
        plies = [4, 6, 7, 8]
        for key, order in (("n", [*plies, plies[0]]), ("N", [*plies[::-1], plies[-1]])):
            await ui.press("n" if key == "n" else "N")
            seen = [screen(ui).ply]
            for _ in range(len(plies)):
                await ui.press(key)
                seen.append(screen(ui).ply)
            assert seen == order


@pytest.mark.slow
async def test_the_better_line_is_shown_on_the_board_and_taken_away_again() -> None:
    async with sample() as ui:
        await ui.press("n", "b")
        assert stones(ui) == 3
        assert labels(ui)["g8"] == "1"
        assert ui.status.startswith("The better line for move 4")
        await ui.press("s")
        assert "Judged better than e13: g8 j8 h7" in ui.status, "nothing of it is proved"
        await ui.press("s")
        told = " ".join(" ".join(seen(ui, screen(ui).panel.explanation)).split())
        assert told.startswith("Instead of e13 ‹1› g8 judged better "), "the panel has the board's numbers"
        assert "‹2› j8 h7" in told
        assert "‹+›" not in told
        await ui.press("b")
        assert stones(ui) == 4
        await ui.press("b", "escape")
        assert stones(ui) == screen(ui).ply == 4
        await ui.press("b", "right")
        assert stones(ui) == screen(ui).ply == 5


@pytest.mark.slow
async def test_without_mistakes_the_keys_for_them_are_not_named() -> None:
    async with reviewing("b2 a1 c1 a3 a2 c2 b1 b3") as ui:
        assert "No mistakes found" in ui.text
        assert "next mistake" not in ui.footer
        assert "try again" not in ui.footer
        await ui.press("d")
        assert ui.status == "Every position is proved: there is nothing to analyse deeper"
        await ui.press("n")
        assert ui.status == "No mistakes found"


@pytest.mark.slow
async def test_where_only_proofs_rate_moves_a_missed_block_is_marked() -> None:
    setup = a_setup()
    setup = replace(setup, geometry=Geometry(7, 6, 4, Rules(LineRule.EXACTLY, drop=True)))
    async with playing(setup) as ui:
        await review_of(ui, "g d f d e d c d", 0)  # the last stone of X had to stop the line
        assert "1 blunder" in ui.text
        assert "No mistakes" not in ui.text
        await ui.press("n")
        assert screen(ui).ply == 7


@pytest.mark.slow
async def test_a_resignation_is_no_move_and_has_no_sign(history: StoreThread) -> None:
    game = game_of(a_setup(), ["a1", "b2"])
    game.push(Move(0, None))
    history.add(Record(game, "2026-11-21"))
    async with in_history(history) as ui:
        await ui.press("v")
        await full(ui)
        assert result_phrases(screen(ui).found) == ("Bob won after 2 moves", "Bob won", "O won")
        assert "resigns??" not in ui.text
        await ui.press("n")
        told = " ".join(" ".join(seen(ui, screen(ui).panel.explanation)).split())
        assert told.startswith("X resigned, giving up a proved draw")
        assert "Move 3 of 3: X resigns a blunder" in ui.status


@pytest.mark.slow
async def test_where_there_is_no_mistake_a_key_says_so() -> None:
    async with reviewing() as ui:
        for key in ("t", "b", "w"):
            await ui.press("right", "left", key)
            assert isinstance(ui.app.screen, ReviewScreen)
            assert "No mistake here: n goes to the next one" in ui.status


SIZES = [(20, 8), (40, 16), (60, 18), (80, 24), (120, 40), (200, 50)]


async def test_it_fits_every_size_and_follows_a_resize() -> None:
    async with sample(size=(120, 40)) as ui:
        for columns, lines in sampled(SIZES, SIZES[::5]):
            await ui.pilot.resize_terminal(columns, lines)
            await ui.rest()
            await ui.press("home", "n", "n")
            if columns >= 60:
                assert "f12??" in ui.text
            await ui.press("s")
            assert ("O f12??" in ui.text) == (columns < 60), "the panel comes, or goes where it was there"
            await ui.press("s", "b")
            assert stones(ui) == 5


@pytest.mark.slow
async def test_nothing_beyond_ascii_is_left_where_that_is_asked_for() -> None:
    async with sample(terminal=Terminal(is_ascii=True)) as ui:
        await ui.press("n", "n")
        assert ui.text.isascii()
        assert "###" in ui.text, "the curve is drawn"


async def test_of_several_players_each_has_a_curve_and_an_accuracy() -> None:
    setup = a_setup(*["human"] * 3, board=(5, 5), k=3)
    async with at_the_end("c3 a1 a5 c4 e1 e5 c5", setup) as ui:
        await ui.press("v")
        await ui.until(lambda: screen(ui).work.found.is_judged, "a first look")
        await ui.until(lambda: "accuracy" in ui.text.lower(), "the accuracies")
        await ui.press("n", "q")


# --- practice --------------------------------------------------------------------------------------------


async def at_practice(ui: Ui, key: str) -> None:
    await ui.press("n", key)
    assert isinstance(ui.app.screen, PracticeScreen)


@pytest.mark.slow
async def test_a_bad_try_says_what_it_costs_and_whose_moves_the_board_shows() -> None:
    async with reviewing() as ui:
        await at_practice(ui, "t")
        await ui.press("4")
        await ui.until(lambda: practice(ui).practice.stage is Stage.MISSED, "the end of the line")
        await ui.settle()
        assert ui.status == "a2 loses by force: X completes a line"
        told = " ".join(" ".join(seen(ui, practice(ui).explanation)).split())
        assert "O had a proved draw, now a proved loss in 5 moves" in told
        line = practice(ui).practice.continuation
        assert len(line) == 5
        assert "Expected: " + ", ".join(wording.move_words(ui.match.setup, move) for move in line) in told
        await ui.press(":")
        await ui.settle()
        await ui.press("t", ":")
        assert "Esc cancel" in ui.footer


async def decided(ui: Ui) -> None:
    await ui.until(lambda: practice(ui).practice.stage in (Stage.TURN, Stage.OVER), "an answer")
    await ui.settle()


async def test_a_bad_one_is_refuted_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_tui.app.screens.practice.STEP_SECONDS", 0.01)
    async with reviewing() as ui:
        await at_practice(ui, "t")
        for way in ("click", "typed", "cursor"):
            if way == "click":
                await ui.click_square("a2")
            else:
                await ui.press(*(":", "a", "2", "enter") if way == "typed" else ("down", "enter"))
            await ui.until(lambda: practice(ui).practice.stage is Stage.MISSED, f"the end after a {way}")
            await ui.settle()
            assert practice(ui).practice.game.outcome is not None
            assert "X completes a line" in ui.status
            assert stones(ui) == len(practice(ui).practice.game.moves) > 3
            await ui.press("t")
            assert stones(ui) == 1
            practice(ui).board.cursor = 0
        await ui.press("5")
        await decided(ui)
        assert "b2 holds the draw, proved" in ui.status
        await ui.press("escape")
        assert screen(ui).ply == 2


async def test_what_was_played_is_refused_with_the_reason() -> None:
    async with reviewing() as ui:
        await at_practice(ui, "t")
        await ui.press("enter")
        assert "b1 was played in the game" in ui.status
        await ui.press("1")
        assert "a1 is taken" in ui.status
        assert stones(ui) == 1


async def test_why_is_answered_whatever_is_tried() -> None:
    async with reviewing() as ui:
        await at_practice(ui, "w")
        await decided(ui)
        assert stones(ui) == 3, "the refutation begins"
        assert "try to get out" in ui.status
        while practice(ui).practice.stage is Stage.TURN:
            square = practice(ui).practice.game.position.moves[0]
            await ui.click_square(practice(ui).board.geometry.name(square))
            await decided(ui)
        assert "X completes a line: there was no way out" in ui.status
        await ui.press("enter")
        assert ui.status == "This try is over: t starts over"


@pytest.mark.slow
async def test_practice_ends_at_once_with_the_screen_and_the_review_goes_on(watched: Watched) -> None:
    async with sample() as ui:
        await at_practice(ui, "t")
        watched.go_on.clear()
        await ui.press("enter")  # what was played is no try
        await ui.press("right", "enter")
        await ui.until(lambda: watched.at_work == 1, "the look at the try")
        assert workers(ui) == 1
        await ui.press("escape")
        await ui.until(lambda: not watched.at_work and not workers(ui), "its end")
        assert screen(ui).ply == 4


# --- why a move was bad: no more is said than is proved --------------------------------------------------


async def review_of(ui: Ui, moves: str, number: int) -> ReviewScreen:
    """Play a game, review it, and go to one of its moves."""
    await ui.place(*moves.split())
    await ui.press("v")
    await full(ui)
    screen(ui).go(number)
    await ui.rest()
    return screen(ui)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "number", "title", "status"),
    [
        ("a1 b1 b2 c3 a3 a2 c1", 2, "Why it loses", "try to get out"),
        ("b2 a3 c3 b3 c2 a1 c1", 5, "Why it is an inaccuracy", "win anyway"),
        ("a3 b1 c2 c1 a1 b2 b3 c3 a2", 3, "Why it is a blunder", "hold the draw"),
    ],
)
async def test_only_a_move_that_is_proved_to_lose_is_said_to(
    moves: str, number: int, title: str, status: str
) -> None:
    async with playing(a_setup()) as ui:
        await review_of(ui, moves, number)
        await ui.press("w")
        await decided(ui)
        assert f"  {title}  " in ui.lines[0]
        assert ui.status.endswith(status)
        assert ("Try to get out" in ui.text) == (title == "Why it loses")
        for word in ("get out", "loses"):
            assert (word in ui.status) == (title == "Why it loses" and word == "get out")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "number", "said"),
    [
        ("b3 b2 c2 b1 c1 c3 a3 a2", 8, "That move ended the game"),  # a1 would have won
        ("a2 a1 c1 b1 a3 c3 b2", 6, "X wins at once with b2"),
        ("b2 a3 c3 b3 c2 a1 c1", 4, "X wins at once with a1"),
    ],
)
async def test_why_opens_no_board_on_which_nothing_can_be_tried(moves: str, number: int, said: str) -> None:
    async with playing(a_setup()) as ui:
        shown = await review_of(ui, moves, number)
        assert shown._mistake is not None
        await ui.press("w")
        await asyncio.sleep(0.1)
        await ui.settle()
        assert ui.app.screen is shown
        assert said in ui.status


@pytest.mark.slow
async def test_where_a_line_loses_nobody_wins_with_it_at_once() -> None:
    setup = a_setup()
    setup = replace(setup, geometry=replace(setup.geometry, rules=Rules(misere=True)))
    async with playing(setup) as ui:
        shown = await review_of(ui, "c2 a1 c3 a2 b3 c1 a3", 5)
        assert shown._mistake is not None
        assert "completes a line" not in ui.text
        await ui.press("w")
        await ui.until(lambda: "Why it loses" in ui.text, "the board to try on")


# --- all at once -----------------------------------------------------------------------------------------


BATCHES = (
    "v q",
    "v v",
    "v n t escape q",
    "v n w q q",
    "v n b q q",
    "v enter enter",
    "v N N t enter",
    "v q v q v",
)


@pytest.mark.slow
@pytest.mark.parametrize("keys", BATCHES)
async def test_keys_that_come_together_break_nothing(keys: str) -> None:
    async with at_the_end() as ui:
        for key in keys.split():
            ui.app.post_message(key_event(key))
        await ui.rest()
        for _ in range(3):
            if not isinstance(ui.app.screen, PlayScreen | SetupScreen):
                await ui.press("escape")
        await ui.until(lambda: not workers(ui), "no search any more")
        assert ui.app.crash is None


@pytest.mark.slow
async def test_quitting_while_it_works_keeps_what_is_done(history: StoreThread, watched: Watched) -> None:
    game = game_of(a_setup(), ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"])
    async with at_the_end("b2 a1 c1 a3 a2 c2 b1 b3", history=history) as ui:
        id = ui.app.session.recorder.game_id
        begun = GameReview(game).done
        await ui.press("v")
        await ui.until(lambda: screen(ui).work.found.done > begun, "some work")
        watched.go_on.clear()
        done = screen(ui).work.found.done
        await ui.press("ctrl+q")
        await ui.until(lambda: ui.has_quit, "the end of the program")
    kept = history.run(lambda history: history.review(id), after_writes=True)
    assert kept is not None
    assert from_json(kept, game).done >= done


# --- a review goes on whenever nothing else uses its worker ------------------------------------------------

UNIT_SECONDS = 0.3


def found_before() -> dict[tuple[int, ...], Judgement]:
    """What the review of the game says of each position, by its stones."""
    review = sample_review(game_of(GOMOKU, MOVES.split()))
    positions = zip(review.positions, review.known, strict=True)
    return {tuple(position.stones): known for position, known in positions if known is not None}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """Note the positions that are judged; each takes a moment, or less if it is told to stop.

    A position of the game is judged as before: else a mistake would be none after another look at it.
    """
    positions: list[Position] = []
    known = found_before()

    def judge(
        self: Judge,
        position: Position,
        limit: Limit,
        stop: Stop = NEVER,
        report: ReportJudgement = ignore_judgement,
    ) -> Judgement:
        positions.append(position)
        end = time.monotonic() + UNIT_SECONDS
        while time.monotonic() < end and not stop.is_set():
            time.sleep(0.002)
        even = Judgement(position.to_move, Verdict.judged(0.5), (0.5, 0.5), (position.moves[0],))
        return known.get(tuple(position.stones), even)

    monkeypatch.setattr(Judge, "judge", judge)
    return positions


@asynccontextmanager
async def unfinished() -> AsyncIterator[tuple[Ui, ReviewScreen]]:
    """Show a review with mistakes that has one look at each position to go, at the first mistake."""
    async with at_the_end(MOVES, GOMOKU) as ui:
        review = sample_review(ui.match.game)
        review.passed = [0] * len(review.passed)
        ui.app.session.latest_review = review
        await ui.press("v")
        await ui.until(lambda: screen(ui)._signs, "the mistakes")
        assert not screen(ui).found.is_full
        await ui.press("n")
        yield ui, screen(ui)


async def goes_on(ui: Ui, asked: list[Position]) -> None:
    """Expect that more of the game's positions are looked at."""
    count = len(asked)
    await ui.until(lambda: len(asked) >= count + 3, "more looks")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["w", "t"])
@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05])
async def test_a_review_goes_on_after_practice_that_is_left_before_the_answer(
    key: str, delay: float, asked: list[Position]
) -> None:
    async with unfinished() as (ui, shown):
        for _ in range(3):
            await ui.press(key)
            assert isinstance(ui.app.screen, PracticeScreen)
            if key == "t":
                await ui.press(":", "a", "1", "enter")
            await asyncio.sleep(delay)
            await ui.press("escape")
            assert ui.app.screen is shown
            await goes_on(ui, asked)


@pytest.mark.slow
async def test_a_review_goes_on_while_practice_waits_for_a_try(asked: list[Position]) -> None:
    async with unfinished() as (ui, _):
        await ui.press("t")
        await goes_on(ui, asked)
        await ui.press(":", "a", "1", "enter")
        await ui.until(lambda: practice(ui)._worker is None, "the answer to the try")
        await goes_on(ui, asked)


@pytest.mark.slow
async def test_a_review_goes_on_below_the_help(asked: list[Position]) -> None:
    async with unfinished() as (ui, _):
        await ui.press("?")
        await goes_on(ui, asked)


# --- play from here --------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_who_plays_from_here_plays_another_game_that_begins_so(
    history: StoreThread, tmp_path: Path
) -> None:
    async with reviewing("a1 b1 b2 a2 c3", setup=a_setup(HUMAN, HUMAN), history=history) as ui:
        await ui.press("end", "enter")
        assert ui.status == "The game is over here: ← goes back"
        await ui.press("n", "enter")
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.moves == ["a1", "b1"]
        assert history.last_unfinished().moves == ("a1", "b1"), "it is kept before it is seen"
        await ui.place("c1")
        assert ui.moves == ["a1", "b1", "c1"]
    history.close()
    stored = History(tmp_path / "history.db")
    entries = {entry.moves: entry for entry in stored.entries()}
    stored.close()
    assert {*entries} == {("a1", "b1", "b2", "a2", "c3"), ("a1", "b1", "c1")}
    assert entries["a1", "b1", "c1"].analysed
    assert entries["a1", "b1", "c1"].number == 1


async def test_from_a_better_line_one_plays_the_position_that_is_shown() -> None:
    async with reviewing("a1 b1 b2 a2 c3", setup=a_setup(HUMAN, HUMAN)) as ui:
        await ui.press("n", "b", "enter")
        assert ui.moves == ["a1"]


async def test_who_cannot_play_here_is_not_played_with(history: StoreThread) -> None:
    setup = a_setup()
    wizard = replace(setup.players[1], level="wizard")
    game = Game(replace(setup, players=(setup.players[0], wizard)))
    for name in ("a1", "b1"):
        game.place(name)
    history.add(Record(game, "2026-11-21"))
    async with in_history(history) as ui:
        await ui.press("v")
        assert isinstance(ui.app.screen, ReviewScreen)
        await ui.press("enter")
        assert isinstance(ui.app.screen, ReviewScreen)
        assert "unknown level" in ui.status.lower()


COMMENTED = f"{{A short game}} 1. a1 2. b1? {{{'gives the middle away ' * 8}}} 3. b2 4. c3 5. a3 6. a2 7. c1"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 16)])
async def test_a_review_shows_the_comments_of_a_game(size: tuple[int, int]) -> None:
    async with at_the_end(size=size) as ui:
        tree = read_movetext(COMMENTED, ui.match.game)
        await ui.app.push_screen(ReviewScreen(ui.app.session, ui.match.game, "commented", tree=tree))
        await full(ui)

        def said(text: str) -> bool:
            whole = [*seen(ui, screen(ui).panel.explanation), ui.status]
            return text in " ".join(" ".join(whole).split())

        assert said("A short game")
        await ui.press("right", "right")
        is_narrow = size[0] < 80
        assert said("gives the middle away") is not is_narrow, "of a mistake the line says what was better"
        assert said("(e)") is not is_narrow
        await ui.press("right")
        assert not said("gives")
        await ui.press("e", "c", *"seen", "enter", "q")
        await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")
        assert said("seen")
