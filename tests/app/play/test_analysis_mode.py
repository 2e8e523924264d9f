"""The analysis on the screen: the worth of squares, the best moves, what it follows, what it never does."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from textual.worker import WorkerState

from tests.analysis.known import values_of
from tests.gomocup.bad_brains import command
from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from tests.support.sampling import sampled
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.app.terminal.event_loop import SEARCH_GROUP
from ttt_tui.engine import HUMAN, Game, Rules, Setup
from ttt_tui.process.child import end_all
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.session import Session
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.settings import Settings


def written(ui: Ui) -> dict[str, str]:
    """What is written on the squares."""
    return {square: look.written for square, look in ui.sight.looks().items() if look.written}


def truth(ui: Ui) -> dict[str, str]:
    """What should be written: the worth of each move, by trying everything."""
    game = Game(ui.match.setup, ui.match.game.first)
    for move in ui.match.game.moves:
        game.push(move)
    return {
        game.setup.geometry.name(square): str(Verdict.proved(proof.value, proof.plies, is_exact=True))
        for square, proof in values_of(game).items()
    }


def as_short(labels: dict[str, str]) -> dict[str, str]:
    return {square: label.replace(" ", "") for square, label in labels.items()}


async def mapped(ui: Ui) -> None:
    """Wait until every empty square says what it is worth, and nothing else."""
    await ui.until(lambda: as_short(written(ui)) == truth(ui), f"the worth of every move: {truth(ui)}")


async def still(ui: Ui) -> None:
    """Let the analysis find no more: what follows is about one state of it."""
    ui.play.analysis.update(may_search=False)
    update = ui.play.analysis.update
    ui.play.analysis.update = lambda *, may_search: update(may_search=False)  # type: ignore[method-assign]
    await ui.settle()
    ui.play.on_search_update()  # it shows what it has found
    await ui.settle()


def running(ui: Ui) -> int:
    """How many searches there are."""
    return sum(w.group == SEARCH_GROUP and w.state is WorkerState.RUNNING for w in ui.app.workers)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 16)], ids=str)
async def test_every_square_says_what_it_is_worth_and_follows_each_move(size: tuple[int, int]) -> None:
    async with playing(size=size) as ui:
        assert written(ui) == {}
        await ui.press("A")
        await mapped(ui)
        for key in "1", "5", "9", "3":
            await ui.press(key)
            await mapped(ui)
        await ui.press("u")
        await mapped(ui)
        await ui.press("U", "A")
        assert written(ui) == {}
        assert running(ui) == 0


@pytest.mark.slow
async def test_it_says_how_the_game_stands_and_how_many_moves_win() -> None:
    async with playing() as ui:
        await ui.press("1", "2", "A")
        await mapped(ui)
        await ui.until(lambda: "X wins in 5, proved" in ui.text, "how it stands")
        assert "in 3 of your moves" in ui.text
        assert "Analysis" in ui.lines[0]
        wins = sum(value.startswith("W") for value in truth(ui).values())
        assert f"Wins   {wins} of 7 squares" in ui.text
        best = [square for square, value in truth(ui).items() if value == "W5"]
        assert f"Best   {'  '.join(sorted(best, key=lambda square: square[::-1]))}" in ui.text
        await ui.pilot.resize_terminal(40, 16)
        await ui.until(
            lambda: "X wins in 3 of your moves, proved" in ui.lines[-2], "the same without a panel"
        )


@pytest.mark.slow
async def test_the_best_moves_of_a_large_board_are_numbered_and_can_be_gone_to() -> None:
    async with playing(a_setup(board=(15, 15), k=5), moves=["h8", "i9"]) as ui:
        await ui.press("A")
        await ui.until(lambda: set(written(ui).values()) >= set("12345"), "five candidates")
        await ui.until(lambda: "Best moves" in ui.text and "chances" in ui.text, "the candidates")
        assert "…" not in ui.text
        await still(ui)
        await ui.press("home", "pageup")  # where no good move is
        ranks, visited = written(ui), []
        for _ in range(5):
            await ui.press("ctrl+n")
            visited.append(ui.cursor)
        assert "".join(ranks[square] for square in visited) in 2 * "12345", "in turn, from the cursor on"
        third = next(square for square in visited if ranks[square] == "3")
        await ui.click_on(f"‹3› {third}")  # in the panel: on the board the sign stands without the name
        assert ui.cursor == third
        assert ui.moves == ["h8", "i9"]
        await ui.press("w")
        candidate = {c.square: c for c in ui.play.analysis.found.candidates}[ui.board.cursor]
        shown = {rank: square for square, rank in written(ui).items()}
        names = [ui.match.setup.geometry.name(square) for square in candidate.line[:9]]
        assert [shown[str(number)] for number in range(1, len(names) + 1)] == names
        await ui.press("w")
        assert written(ui) == ranks, "the candidates again"


async def test_threats_have_signs_of_their_own() -> None:
    async with playing(a_setup(board=(9, 9), k=5)) as ui:
        for square in "c5", "a1", "d5", "c1", "e5", "e1":
            await ui.press(":", *square, "enter")
        await ui.press("A", "t")
        await ui.until(lambda: written(ui).get("b5") == written(ui).get("f5") == "^", "where X makes four")
        assert "makes four of five" in ui.text
        await ui.press(":", *"f5", "enter")
        await ui.until(lambda: written(ui).get("b5") == written(ui).get("g5") == "!", "what completes a line")
        await ui.pilot.resize_terminal(40, 16)
        await ui.until(lambda: "! line   ^ 4 of 5   ~ open 3" in ui.text, "the signs where there is no panel")
        await ui.press("t")
        assert "!" not in written(ui).values()


@pytest.mark.slow
async def test_with_rules_by_which_lines_lose_there_are_no_threats_and_no_chances() -> None:
    setup = a_setup(board=(9, 9), k=4)
    setup = replace(setup, geometry=replace(setup.geometry, rules=Rules(misere=True)))
    async with playing(setup) as ui:
        for square in "c5", "a1", "d5", "c1", "e5", "e1":
            await ui.press(":", *square, "enter")
        await ui.press("A")
        await ui.until(lambda: "Not proved" in ui.text, "the verdict")
        await ui.until(lambda: "Moves looked at" in ui.text, "the candidates")
        assert "%" not in ui.text
        assert "threats" not in ui.text
        await ui.press("t")
        await ui.until(lambda: "rules have no threats to show" in ui.text, "the refusal")
        assert "!" not in written(ui).values()


async def test_all_signs_are_explained_where_there_is_little_room() -> None:
    async with playing(a_setup(HUMAN, HUMAN, HUMAN, board=(15, 15), k=5)) as ui:
        await ui.press(":", *"h8", "enter", "A", "t")
        await ui.until(lambda: "makes an open three" in ui.text, "the last sign")
        assert "completes a line" in ui.text
        assert "makes four of five" in ui.text


@pytest.mark.slow
async def test_it_follows_who_walks_in_the_list_of_moves() -> None:
    async with playing() as ui:
        await ui.press(*"15", "A")
        await mapped(ui)
        now = written(ui)
        await ui.press("tab", "up", "up")
        await ui.until(lambda: len(written(ui)) == 9, "the worth of all nine squares")
        assert set(written(ui).values()) == {"D"}
        await ui.press("tab")
        await ui.until(lambda: written(ui) == now, "the present again")


@pytest.mark.slow
async def test_it_rests_while_a_computer_thinks_that_plays_a_person(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("A")
        await mapped(ui)
        await ui.press("5")
        question = await ui.question(script)
        await ui.until(lambda: "Paused while" in ui.text, "that it rests")
        assert running(ui) == 1, "the computer's own"
        assert written(ui) == {}
        assert not question.stop.is_set()
        question.answer("a1")
        await ui.moved("b2", "a1")
        await mapped(ui)


@pytest.mark.slow
async def test_however_often_it_is_turned_on_and_off_there_is_one_worker() -> None:
    async with playing(a_setup(board=(15, 15), k=5)) as ui:
        await ui.press(":", *"h8", "enter")
        for _ in range(sampled(500, 60)):
            await ui.press("A")
            assert running(ui) <= 1
        assert running(ui) == 0
        await ui.press("A")
        await ui.until(lambda: "1" in written(ui).values(), "candidates")


@pytest.mark.slow
async def test_it_rests_while_a_dialog_lies_on_the_game() -> None:
    async with playing(a_setup(board=(15, 15), k=5)) as ui:
        await ui.press(":", *"h8", "enter", "A")
        await ui.until(lambda: "1" in written(ui).values(), "candidates")
        await ui.press("?")
        await ui.until(lambda: running(ui) == 0, "that it rests")
        await ui.press("escape")
        await ui.until(lambda: running(ui) == 1, "that it goes on")


def best(ui: Ui) -> str:
    found = ui.play.analysis.found
    return ui.match.setup.geometry.name(found.best[0]) if found is not None and found.best else ""


@pytest.mark.slow
async def test_a_hint_needs_no_search_while_it_is_on_and_names_its_best_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(Advisor, "hint", lambda *arguments: asked.append(arguments))
    async with playing(a_setup(board=(15, 15), k=5)) as ui:
        await ui.press(":", *"h8", "enter", "A", "i", "i")
        await ui.until(lambda: "look at" in ui.status.lower(), "a square")
        assert running(ui) == 1
        for _ in range(10):
            await asyncio.sleep(0.2)
            await ui.until(lambda: ui.status.split()[-1] == best(ui), "the best move of the analysis")
        square = ui.status.split()[-1]
        await ui.until(lambda: ui.look(ui.status.split()[-1]).is_preview, f"a ghost on {square}")
        await ui.press("up")
        await ui.until(lambda: set(written(ui).values()) >= set("12345"), "the best moves")
        assert not asked


@pytest.mark.slow
async def test_it_is_off_at_first_and_stays_on_only_where_no_person_plays_a_computer() -> None:
    async with playing() as ui:
        await ui.press("A")
        assert ui.app.session.preferences.analyses
        match = ui.app.session.new_match(a_setup(HUMAN, "random"))
        await ui.app.push_screen(type(ui.play)(ui.app.session, match))
        assert not ui.play.analysis.is_on
        await ui.press("A")
        match = ui.app.session.new_match(a_setup())
        await ui.app.push_screen(type(ui.play)(ui.app.session, match))
        assert ui.play.analysis.is_on


async def test_the_game_says_so_and_the_next_one_only_if_it_is_still_on() -> None:
    async with playing() as ui:
        assert not ui.match.game.is_analysed
        await ui.press("A", "A")
        assert ui.match.game.is_analysed
        await ui.press(*"14253")
        await ui.result()
        await ui.press("n")
        assert not ui.match.game.is_analysed


async def test_after_the_game_it_looks_back_and_is_no_aid_any_more() -> None:
    async with playing(moves=("a1", "b2", "b1", "c3", "c1")) as ui:
        await ui.press("A")
        assert not ui.match.game.is_analysed
        assert written(ui) == {}
        assert "Game over; Tab steps back" in ui.text
        await ui.press("tab", "up")
        await ui.until(lambda: as_short(written(ui)).get("c1") == "W1", "what could be won")


async def test_a_fault_costs_the_analysis_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(Advisor, "analyse", fails)
    async with playing() as ui:
        await ui.press("A")
        await ui.until(lambda: "The analysis failed" in ui.text, "why there is none")
        await ui.press("5")
        assert ui.moves == ["b2"]


async def test_in_another_match_it_speaks_of_the_players_of_then(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(a_setup(points=1), moves=("a1", "b1", "a2", "b2", "a3")) as ui:
        players, make = ui.match.setup.players, ui.app.session.new_match
        changed = replace(ui.match.setup, players=(replace(players[0], symbol="H"), players[1]))
        monkeypatch.setattr(ui.app.session, "new_match", lambda setup, **_: make(changed))
        await ui.until(lambda: "rematch" in ui.text, "the offer of another match")
        await ui.press("enter")  # in that, marks may be drawn by lot
        await ui.press("A", "1", "2")
        await ui.until(lambda: "H wins in 5, proved" in ui.text, "who wins")


# --- engines that are asked: by a setting, by b ----------------------------------------------------------


@pytest.fixture
def ended() -> Iterator[None]:
    yield
    end_all()


def brain(name: str, *arguments: object) -> EngineCommand:
    return EngineCommand(" ".join(command(name, *arguments)))


def with_brains(opinion: str | None = None) -> Session:
    brains = {"Sayer": brain("says_score", "200"), "Mute": brain("good"), "Dier": brain("dies")}
    return Session(settings=Settings(brains=brains, second_opinion=opinion))


def gomoku() -> Setup:
    return a_setup(board=(15, 15), k=5)


async def looked(ui: Ui, what: str) -> None:
    await ui.until(lambda: what in ui.text, what)


@pytest.mark.usefixtures("ended")
@pytest.mark.slow
async def test_b_asks_one_after_the_other_and_at_last_the_expert_again() -> None:
    session = with_brains()
    async with playing(gomoku(), session=session, size=(120, 40)) as ui:
        await ui.press("enter", "A")
        await looked(ui, "Best moves  ")
        await ui.press("b")
        assert "Analysis by Sayer" in ui.text
        await looked(ui, "Best moves by Sayer")
        await looked(ui, "73 %")
        assert "7 moves ahead" in ui.text
        await ui.press("b")
        await looked(ui, "Best moves by Mute")
        await ui.press("b")
        await looked(ui, "The analysis failed: Dier ")
        await ui.press("b")
        assert "Analysis by the expert" in ui.text
        await looked(ui, "Best moves  ")
        assert session.preferences.opinion == ""


@pytest.mark.usefixtures("ended")
async def test_what_a_brain_calls_a_mate_is_not_shown_as_proved() -> None:
    session = Session(settings=Settings(brains={"Sure": brain("says_score", "+M9")}, second_opinion="Sure"))
    async with playing(gomoku(), session=session, size=(120, 40)) as ui:
        await ui.press("enter", "A")
        await looked(ui, "Best moves by Sure")
        await looked(ui, "99 %")
        assert "wins" not in ui.text


@pytest.mark.usefixtures("ended")
async def test_a_setting_that_cannot_be_followed_is_told_and_the_expert_asked() -> None:
    async with playing(gomoku(), session=with_brains("Gone"), size=(120, 40)) as ui:
        await ui.press("A")
        assert "Can't use Gone: unknown engine 'Gone'; choose from Sayer, Mute, Dier" in ui.text
        await looked(ui, "Best moves  ")
    async with playing(a_setup(), session=with_brains("Sayer"), size=(120, 40)) as ui:
        await ui.press("A")
        assert "Can't use Sayer: engines play 5 in a row, not 3" in ui.text
        await ui.press("b")
        assert "can't switch engine: engines play 5 in a row, not 3" in ui.text.lower()
    async with playing(gomoku(), size=(120, 40)) as ui:
        await ui.press("A", "b")
        assert "Can't switch engine: none is set up" in ui.text


@pytest.mark.usefixtures("ended")
async def test_a_review_by_a_brain_says_so_and_is_not_kept_as_ours() -> None:
    session = with_brains("Sayer")
    async with playing(gomoku(), session=session, size=(120, 40)) as ui:
        for square in ("a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5"):
            await ui.press(":", *square, "enter")
        await ui.until(lambda: ui.match.game.outcome is not None, "the end of the game")
        await ui.press("v")
        await looked(ui, "Accuracy by Sayer")
        review = session.latest_review
        await ui.press("q")
        await ui.until(lambda: session.latest_review is not review, "what is kept of the review")
        assert session.latest_review is not None
        assert session.latest_review.by == "Sayer"


@pytest.mark.slow
@pytest.mark.usefixtures("ended")
async def test_a_review_whose_brain_fails_says_so() -> None:
    async with playing(gomoku(), session=with_brains("Dier"), size=(120, 40)) as ui:
        for square in ("a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5"):
            await ui.press(":", *square, "enter")
        await ui.until(lambda: ui.match.game.outcome is not None, "the end of the game")
        await ui.press("v")
        await looked(ui, "The review stopped: Dier ")


@pytest.mark.slow
@pytest.mark.usefixtures("ended")
async def test_a_command_that_cannot_be_read_is_told_and_the_expert_reviews() -> None:
    session = Session(settings=Settings(brains={"Odd": EngineCommand("'odd")}, second_opinion="Odd"))
    async with playing(gomoku(), session=session, size=(120, 40)) as ui:
        await ui.press("A")
        assert "Can't use Odd: cannot read the engine's command" in ui.text
        await ui.press("A")
        for square in ("a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5"):
            await ui.press(":", *square, "enter")
        await ui.until(lambda: ui.match.game.outcome is not None, "the end of the game")
        await ui.press("v")
        await looked(ui, "Ada won")
