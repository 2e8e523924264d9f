"""What stands around the board: moves, points, what a computer thinks and did, the result."""

import pytest
from rich.cells import cell_len

from tests.support.driving import NAMES, SCRIPTED, Script, Ui, a_setup, playing
from ttt_tui.app.play import computer_search
from ttt_tui.app.screens.play import CLOCK_SECONDS
from ttt_tui.app.widgets.lines import MUTED, TEXT, Lines, changed_cells, fitted
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.panels import ResultCard, SearchPanel, ThinkingPanel, game_texts
from ttt_tui.app.widgets.scoreboard import NewStones, Scoreboard
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.engine import HUMAN, Geometry, Limit, Match, Move, Outcome, Player, Termination
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.results import result_of

Part = type[Lines] | type[MoveLog]


def panel(ui: Ui, kind: Part) -> list[str]:
    """The lines of a part of the panel, without what is blank or only the edge of a card."""
    region = ui.app.screen.query_one(kind).region
    lines = [ui.cell(region.x, y, region.width) for y in range(region.y, region.bottom)]
    return [" ".join(line.split()) for line in lines if line.strip(" ▄▀")]


def ground_at(ui: Ui, x: int, y: int) -> object:
    """What tells the ground of a cell from another one."""
    style = ui.style_at(x, y)
    return style.bgcolor, bool(style.reverse)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show at once that a computer thinks."""
    monkeypatch.setattr(computer_search, "LONG_THOUGHT", 0.0)


# --- moves -----------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_resignation_is_an_entry_like_any_other() -> None:
    async with playing(a_setup(*[HUMAN] * 3)) as ui:
        await ui.press("5", "R", "y", "9")
        assert panel(ui, MoveLog) == ["X b2 O out A c3"]
        assert not ui.is_over
    async with playing() as ui:
        await ui.press("5", "R", "y")
        assert panel(ui, MoveLog) == ["1 X b2 O resigns"]


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("players", [2, 3])
async def test_the_latest_move_stays_in_sight(players: int) -> None:
    names = [f"{letter}{row}" for row in range(1, 21) for letter in "abcdefghijklmnopqrst"]
    async with playing(a_setup(*[HUMAN] * players, board=(20, 20), k=20), moves=names[: 30 * players]) as ui:
        for _ in range(players):
            if ui.is_over:
                break
            await ui.place(next(name for name in names if name not in ui.moves))
            await ui.rest()
            assert ui.moves[-1] in panel(ui, MoveLog)[-1]
        assert "a1" not in panel(ui, MoveLog)[0].split(), "the first has scrolled away"


@pytest.mark.slow
async def test_the_latest_move_alone_is_raised_and_where_somebody_walks_that_one() -> None:
    def raised(ui: Ui) -> str:
        region = ui.one("MoveLog").region
        usual = ground_at(ui, region.right - 1, region.bottom - 1)
        cells = [(x, y) for y in range(region.y, region.bottom) for x in range(region.x, region.right)]
        return "".join(ui.cell(x, y) for x, y in cells if ground_at(ui, x, y) != usual)

    async with playing() as ui:
        await ui.press(*"519")
        assert raised(ui) == " X c3 "
        await ui.press("tab", "up")
        assert raised(ui) == " O a1 "
        await ui.press("tab")
        assert raised(ui) == " X c3 "


# --- points ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("points", "goal", "shown"),
    [
        (None, "Game 1", "1"),
        (2, "first to 2", "●○"),
        (9, "first to 9", "●○○○○○○○○"),
        (99, "first to 99", "1"),
    ],
)
async def test_the_top_line_and_the_dots_say_how_many_points_win_the_match(
    points: int | None, goal: str, shown: str
) -> None:
    async with playing(a_setup(points=points)) as ui:
        await ui.press(*"14253")
        assert ui.lines[0].rstrip().endswith(goal)
        assert panel(ui, Scoreboard)[0] == f"X Ada {shown}"


@pytest.mark.parametrize("terminal", [Terminal(Colours.NONE), Terminal(is_ascii=True)], ids=str)
async def test_dots_are_told_apart_without_colours_and_in_ascii(terminal: Terminal) -> None:
    async with playing(a_setup(points=3), terminal=terminal) as ui:
        await ui.press(*"14253")
        shown = panel(ui, Scoreboard)[0].split()[-1]
        assert shown == ("*.." if terminal.is_ascii else "●○○")


def test_beside_a_long_name_points_are_a_number() -> None:
    for name, points in (("A name of seventeen", "0"), ("A name of 17 cells", "○○○○○")):
        scores = Scoreboard()
        scores.show(Match(a_setup(names=(name, "Bob"))))
        shown = ["".join(text for text, _ in line).split()[-1] for line in scores.lines(31)[1:-1]]
        assert shown == [points, points]


@pytest.mark.slow
async def test_without_a_panel_the_top_line_has_the_points() -> None:
    async with playing() as ui:
        await ui.press(*"14253")
        for size in ((59, 24), (40, 16), (20, 8)):
            await ui.pilot.resize_terminal(*size)
            await ui.rest()
            assert ui.lines[0].startswith(" X 1–0 O ")
            assert ui.lines[0].rstrip().removesuffix(" · first to 5").endswith("Game 1")
            await ui.press("s")
            assert "1–0" not in ui.lines[0]
            assert panel(ui, Scoreboard)[0] == "X Ada ●○○○○"
            await ui.press("s")


@pytest.mark.slow
async def test_several_players_are_listed_with_their_stones() -> None:
    async with playing(a_setup(*[HUMAN] * 8, board=(7, 7), k=4)) as ui:
        await ui.place("a1")
        listed = panel(ui, Scoreboard)
        assert listed[0] == "▐X▌ Ada ○○○○○"
        assert listed[1] == "▌▐O▌ Bob ○○○○○", "it is Bob's turn"
        assert len(listed) == 8
        await ui.press("R", "y")
        await ui.rest()
        assert panel(ui, Scoreboard)[2].startswith("▌")
        region = ui.one("Scoreboard").region
        assert ui.style_at(region.x + 5, region.y + 2).strike, "Bob has resigned"
        assert not ui.style_at(region.x + 5, region.y + 3).strike


@pytest.mark.slow
@pytest.mark.parametrize(
    ("levels", "answers", "placed", "count", "listed"),
    [
        ((HUMAN, *[SCRIPTED] * 3), "b1 c5 e4", "c3", 4,
         ["Since your move", "◇ ▐O▌ b1 Bob", "◇ ▐A▌ c5 Cyd", "◆ ▐H▌ e4 Dan"]),
        ((HUMAN, HUMAN, SCRIPTED), "b1", "c3", 1, ["Since Bob's move"]),
        ((HUMAN, HUMAN, SCRIPTED), "b1", "c3 d4", 3, ["Since Ada's move"]),
        ((SCRIPTED, SCRIPTED, HUMAN), "b1", "", 1, ["Latest stone", "◆ ▐X▌ b1 Ada"]),
    ],
)  # fmt: skip
async def test_new_stones_are_listed_since_whose_move_they_are_new(
    levels: tuple[str, ...], answers: str, placed: str, count: int, listed: list[str], script: Script
) -> None:
    script.moves = answers.split()
    async with playing(a_setup(*levels, board=(5, 5), k=4)) as ui:
        await ui.place(*placed.split())
        await ui.until(lambda: len(ui.moves) == count, "all have moved")
        await ui.settle()
        assert panel(ui, NewStones)[: len(listed)] == listed
        if len(listed) == 4:
            assert ui.status == "Your move"
            assert ui.status_more == "3 new stones since your move"


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(("size", "is_listed"), [((80, 24), False), ((120, 40), True)])
async def test_new_stones_of_many_are_listed_where_the_moves_below_have_more(
    size: tuple[int, int], is_listed: bool
) -> None:
    async with playing(a_setup(HUMAN, *[SCRIPTED] * 14, board=(15, 15), k=4), size=size) as ui:
        assert ui.one("NewStones").display is is_listed
        assert ui.one("MoveLog").region.height >= 8


@pytest.mark.usefixtures("script")
async def test_without_a_new_stone_no_heading_stands_alone() -> None:
    async with playing(a_setup(HUMAN, SCRIPTED, SCRIPTED, board=(5, 5), k=4)) as ui:
        assert panel(ui, NewStones) == []
        height = ui.one("NewStones").region.height
        await ui.place("c3")
        assert panel(ui, NewStones) == []
        assert ui.one("NewStones").region.height == height == 3, "its place stays"


@pytest.mark.slow
@pytest.mark.parametrize("is_painted", [False, True])
async def test_a_part_that_was_hidden_while_the_game_went_on_shows_it_as_it_is(is_painted: bool) -> None:
    async with playing(a_setup(*[HUMAN] * 3, board=(5, 5), k=4), moves=["c3"]) as ui:
        part = ui.app.screen.query_one(NewStones)
        part.display = False
        if is_painted:
            await ui.settle()
        ui.play.choose(ui.board.geometry.parse("d4"))
        part.display = True
        await ui.settle()
        assert panel(ui, NewStones)[0] == f"Since {ui.match.setup.players[2].name}'s move"


@pytest.mark.usefixtures("script")
async def test_among_fifteen_you_are_told_who_you_are() -> None:
    moves = [f"{letter}1" for letter in "abcdefghijklmno"]
    async with playing(a_setup(HUMAN, *[SCRIPTED] * 14, board=(15, 15), k=4), moves=moves) as ui:
        assert len(panel(ui, MoveLog)) == 5, "the moves tell which are new"
        region = ui.one("#status").region
        line = " ".join(ui.cell(region.x, region.y, region.width).split())
        assert line == "Your move you are ▐X▌ 14 new stones since your move"


# --- a computer ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("patient")
async def test_what_a_computer_finds_shows_in_words_while_it_thinks(script: Script) -> None:
    setup = a_setup(SCRIPTED, HUMAN, board=(5, 5), k=4, limit=Limit(seconds=9))
    async with playing(setup) as ui:
        question = await ui.question(script)
        assert question.limit == Limit(seconds=9)
        question.finds("c2", depth=7, nodes=41_000, seconds=0.5, score=12, pv=(5, 0))
        await ui.until(lambda: "7 moves ahead" in ui.text, "how deep it sees")
        name, bar, *found = panel(ui, ThinkingPanel)
        assert name == "Ada thinking"
        assert set(bar) == {"━", "─"} or set(bar) == {"─"}
        assert found == ["7 moves ahead", "likes c2"]
        assert ui.status == "Ada is thinking"
        assert ui.status_more == "", "the footer names the key"
        assert ui.footer.split()[:3] == ["m", "move", "now"]


@pytest.mark.usefixtures("patient")
async def test_on_3x3_no_figures_of_a_search_are_told(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        question = await ui.question(script)
        question.finds("b1", depth=8, nodes=41_000, pv=(1, 4), proof=Proof(Value.DRAW, None))
        await ui.pilot.pause(1.5 * CLOCK_SECONDS)
        assert panel(ui, ThinkingPanel)[0] == "Ada thinking"
        assert len(panel(ui, ThinkingPanel)) == 2, "the name and the bar"
        await ui.press("m")
        await ui.moved("b1")
        await ui.settle()
        assert panel(ui, ThinkingPanel) == ["Ada solved the position"]


@pytest.mark.usefixtures("patient")
async def test_figures_come_with_a_key_and_stay_after_the_move(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        question = await ui.question(script)
        question.finds("c2", depth=7, nodes=41_000, seconds=0.5, score=12, pv=(5, 0))
        await ui.press("F")
        await ui.until(lambda: "depth 7" in ui.text, "how deep it sees")
        assert panel(ui, ThinkingPanel)[2:] == ["41 k positions · 82 k/s", "+12 b2 a1"]
        question.finds("c2", depth=9, nodes=950, proof=Proof(Value.WIN, 3))
        await ui.until(lambda: "wins in at most 3 moves" in ui.text, "its proof")
        await ui.press("m")
        await ui.moved("c2")
        await ui.rest()
        assert "depth 9" in " ".join(panel(ui, ThinkingPanel))
        await ui.press("F")
        assert "depth" not in ui.text


@pytest.mark.slow
async def test_what_a_computers_move_did_is_said_in_words(script: Script) -> None:
    script.moves = ["a1", "a3"]
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.place("b2")
        await ui.until(lambda: len(ui.moves) == 2, "its answer")
        await ui.place("c1")
        await ui.until(lambda: len(ui.moves) == 4, "its answer")
        await ui.settle()
        assert panel(ui, ThinkingPanel) == ["Bob closed your diagonal", "and threatens a2"]


@pytest.mark.slow
async def test_of_a_move_that_did_nothing_it_is_said_what_the_computer_looked_at(script: Script) -> None:
    looked = ["Bob looked 7", "moves ahead", "expects i9 j10"]
    async with playing(a_setup(HUMAN, SCRIPTED, board=(15, 15), k=5)) as ui:
        await ui.place("h8")
        question = await ui.question(script)
        geometry = question.position.geometry
        expected = tuple(geometry.parse(name) for name in ("g7", "i9", "j10", "a1"))
        question.finds("g7", depth=7, nodes=41_000, seconds=0.5, score=12, pv=expected)
        await ui.press("m")
        await ui.moved("h8", "g7")
        await ui.settle()
        assert panel(ui, ThinkingPanel) == looked
        await ui.place("o1")
        await ui.question(script, 2)
        assert panel(ui, ThinkingPanel) in (looked, ["Bob thinking"]), "until the next move"
        script.questions[-1].answer("o15")
        await ui.moved("h8", "g7", "o1", "o15")
        await ui.settle()
        said = " ".join(panel(ui, ThinkingPanel))
        assert said == "Bob does what the test says", "not the name alone where nothing is known"


@pytest.mark.slow
async def test_what_a_computer_looked_at_for_a_move_that_was_taken_back_is_not_told(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED, board=(15, 15), k=5)) as ui:
        for number, (mine, its) in enumerate((("h8", "g7"), ("o1", "o15")), 1):
            await ui.place(mine)
            question = await ui.question(script, number)
            question.finds(its, depth=number + 3)
            await ui.press("m")
            await ui.until(lambda: len(ui.moves) == 2 * number, "its answer")  # noqa: B023
        await ui.settle()
        assert panel(ui, ThinkingPanel) == ["Bob looked 5", "moves ahead"]
        await ui.press("u")
        await ui.settle()
        assert " ".join(panel(ui, ThinkingPanel)) == "Bob does what the test says"


def test_what_a_step_of_the_ladder_did_is_never_cut() -> None:
    panel, geometry = ThinkingPanel(), Geometry(3, 3, 3)
    glance = SearchPanel(Thought(0, depth=1), 0.1, geometry, is_running=False)
    panel.show(Player("easy 2", level="expert 2"), progress=glance)
    for width in (30, 26, 20):
        said = ["".join(text for text, _ in line) for line in panel.lines(width)[1:]]
        assert " ".join(" ".join(said).split()) == "easy 2 played without thinking ahead"
        assert max(map(len, said)) <= width


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "looked"), [("random", "moved at random"), ("scorer", "scored every square")]
)
async def test_a_computer_that_does_not_look_ahead_says_what_it_does(level: str, looked: str) -> None:
    async with playing(a_setup(HUMAN, level, board=(15, 15), k=5)) as ui:
        await ui.place("h8")
        await ui.until(lambda: len(ui.moves) == 2, "its answer")
        await ui.settle()
        assert " ".join(panel(ui, ThinkingPanel)) == f"Bob {looked}"


# --- the result ------------------------------------------------------------------------------------------


def ground(ui: Ui, kind: Part) -> object:
    """The ground in the middle of a part of the panel."""
    region = ui.app.screen.query_one(kind).region
    return ground_at(ui, region.right - 1, region.y + region.height // 2)


@pytest.mark.slow
async def test_a_win_at_this_keyboard_has_a_card_in_the_winners_colour(script: Script) -> None:
    script.moves = ["a2", "b2"]
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        card = ui.one("ResultCard")
        assert not card.display
        for square in ("a1", "b1", "c1"):
            await ui.place(square)
            await ui.until(lambda: len(ui.moves) % 2 == 0 or ui.is_over, "the answer")
        await ui.result()
        assert panel(ui, ResultCard) == [
            "▜▄ ▄▛ You win!",
            "▐█▌ score 1–0",
            "▟▀ ▀▙ 4 points to go",
        ]
        region = ui.one("Scoreboard").region
        colour = ui.style_at(region.x + 2, region.y + 1).color
        assert ground(ui, ResultCard) == (colour, False)
        assert ui.status == "3 in a row, move 5"
        assert not ui.status_more, "the card says what is left to win"
        assert not ui.one("ThinkingPanel").display
        await ui.press("u")
        assert not card.display


@pytest.mark.slow
async def test_a_loss_leaves_the_card_quiet_and_tells_what_would_have_won(script: Script) -> None:
    script.moves = ["a2", "b2", "c2"]
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        for square in ("a1", "b1", "c3"):
            await ui.place(square)
            await ui.until(lambda: len(ui.moves) % 2 == 0, "the answer")
        await ui.result()
        assert panel(ui, ResultCard) == [
            "▗▛▀▜▖ Bob wins", "█ █ score 0–1, 4 to go", "▝▙▄▟▘ c1 would have won",
        ]  # fmt: skip
        assert "v losing move" in ui.text
        assert ground(ui, ResultCard) == ground(ui, Scoreboard)
        assert ui.status == "3 in a row, move 6"
        assert not ui.status_more, "the card says what would have won"


async def test_a_draw_has_a_card_with_both_stones_and_a_pale_board() -> None:
    async with playing(moves=["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"]) as ui:
        assert panel(ui, ResultCard) == ["▜▄ ▄▛ ▗▛▀▜▖ Draw", "▐█▌ █ █ 8 moves", "▟▀ ▀▙ ▝▙▄▟▘ score 0–0"]
        score = ui.one("Scoreboard").region
        assert ui.style_at(*ui.place_of("b2")).color != ui.style_at(score.x + 2, score.y + 1).color


async def test_the_card_of_many_players_shows_all_of_them() -> None:
    async with playing(a_setup(*[HUMAN] * 15, board=(15, 15), k=3), size=(120, 40)) as ui:
        outcome = Outcome(Termination.FULL_BOARD)
        ui.play.board_area.show_result(result_of(ui.match, outcome))
        await ui.settle()
        shown = "".join(panel(ui, ResultCard))
        assert all(f"▐{player.symbol}▌" in shown for player in ui.match.setup.players)


async def test_the_card_comes_after_the_boards_motion_and_the_new_point_last() -> None:
    async with playing(moves=["a1", "a2", "b1", "b2"]) as ui:
        ui.app.animation_level = "full"
        scores = ui.app.screen.query_one(Scoreboard)
        show, seen = ui.play.progress.ending.show, list[tuple[bool, str]]()

        def show_and_note() -> None:
            show()
            lines = ("".join(text for text, _ in line) for line in scores.lines(scores.size.width))
            (ada, _) = (line for line in lines if line.strip(" ▄▀"))
            seen.append((ui.one("ResultCard").display, ada.split()[-1]))

        ui.play.progress.ending.show = show_and_note  # type: ignore[method-assign]
        await ui.press("3")
        await ui.until(lambda: len(seen) == 3, "the card and the point")
        assert panel(ui, Scoreboard)[0] == "X Ada ●○○○○"
        none, one = "○○○○○", "●○○○○"
        assert seen == [(False, none), (True, none), (True, one)]


async def test_what_is_done_before_the_card_comes_leaves_it_out() -> None:
    async with playing(moves=["a1", "a2", "b1", "b2"]) as ui:
        ui.app.animation_level = "full"
        await ui.press("3", "u")
        await ui.pilot.pause(1.2)
        assert not ui.one("ResultCard").display
        assert panel(ui, Scoreboard)[0] == "▌ X Ada ○○○○○"


# --- what is remembered ----------------------------------------------------------------------------------


async def test_panel_figures_numbers_and_pace_are_as_they_were_in_the_next_game() -> None:
    async with playing(a_setup(HUMAN, "random")) as ui:
        await ui.press("s", "F", "+", "M")
        delay = ui.play.controller.delay
        before = ui.play
        ui.app.play(a_setup())
        await ui.until(
            lambda: ui.app.screen is not before and ui.lines and "place" in ui.footer, "the next game"
        )
        assert ui.lines[0].startswith(" X 0–0 O ")
        assert not ui.one("#panel").display
        assert ui.play.board_area.thinking.shows_figures
        assert ui.play.controller.delay == delay < 0.3
        assert ui.board.shows_numbers
        await ui.press("s")
        assert ui.one("#panel").display


# --- names from outside ----------------------------------------------------------------------------------


LONG = "The Grandmaster of Gomok"
WIDE = "国際五目並べ名人戦優勝者国際五目並べ名人戦優勝者"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 16), (120, 40), (40, 16), (20, 8)])
@pytest.mark.parametrize("name", [LONG, WIDE])
async def test_long_and_wide_names_are_cut_to_their_place(name: str, size: tuple[int, int]) -> None:
    names = (name, name[::-1], *NAMES[2:])
    for players in (2, 5):
        setup = a_setup(*[HUMAN] * players, names=names, symbols="★国AHK", board=(5, 5), k=3)
        async with playing(setup, size=size) as ui:
            await ui.place("a1", *["b1", "c1", "d1", "e1"][: players - 1], "a2")
            for key in ("s", "s"):
                await ui.press(key)
                assert all(strip.cell_length == size[0] for strip in ui.strips)
            if ui.one("#panel").display and players == 2:
                assert ("…" in panel(ui, Scoreboard)[0]) == (name == WIDE or size[0] < 120)
                assert panel(ui, Scoreboard)[0].endswith(
                    " ○○○○○" if name == LONG and size[0] == 120 else " 0"
                )


def test_a_text_that_fits_is_left_alone_and_any_other_gets_an_ellipsis() -> None:
    assert fitted("Ada", 3) == "Ada"
    assert fitted("Ada Lovelace", 5) == "Ada…"
    assert fitted("国際五目", 8) == "国際五目"
    assert fitted("国際五目", 6) == "国際…"
    assert fitted("Ada", 0) == ""


def test_of_two_lines_only_the_cells_that_differ_are_painted() -> None:
    def differ(before: str, after: str) -> list[tuple[int, int]]:
        return list(changed_cells(((before, TEXT),), ((after, TEXT),)))

    assert differ("abc", "abc") == []
    assert differ("abc", "aXc") == [(1, 2)]
    assert differ("国bc", "国Xc") == [(2, 3)]
    assert differ("国bc", "五bc") == [(0, 2)]
    assert differ("abc", "") == differ("", "abc") == [(0, 3)]
    assert differ("━━───", "━━━──") == [(2, 3)]
    assert differ("abcdefgh", "XbXdefgX") == [(0, 3), (7, 8)]
    assert list(changed_cells((("abc", TEXT),), (("ab", TEXT), ("c", MUTED)))) == [(2, 3)]


HOSTILE = ["[red]x[/]", "[@click=app.quit]q[/]", "[/]", "\\[b]", "$text"]


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("name", HOSTILE)
async def test_names_are_shown_as_they_are_written_wherever_they_appear(name: str, script: Script) -> None:
    setup = a_setup(SCRIPTED, HUMAN, names=(name, "Bob"), board=(5, 5), k=3)
    async with playing(setup, size=(120, 40)) as ui:
        question = await ui.question(script)
        await ui.until(lambda: f"{name} thinking" in panel(ui, ThinkingPanel), "its name over its thoughts")
        assert panel(ui, Scoreboard)[0] == f"▌ X {name} ○○○○○"
        assert ui.status == f"{name} is thinking"
        question.answer("a1")
        await ui.moved("a1")
        script.moves = ["a2", "a3"]
        await ui.place("c1")
        await ui.until(lambda: len(ui.moves) == 3, "its second move")
        await ui.place("c2")
        await ui.result()
        assert ui.status == "3 in a row, move 5"
        assert panel(ui, ResultCard)[0].endswith(" wins")


@pytest.mark.slow
async def test_a_computer_that_fails_with_markup_in_its_message_is_quoted(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN, names=("[red]x[/]", "Bob"))) as ui:
        (await ui.question(script)).fail(ValueError("[bold]no[/] [/nothing]"))
        await ui.until(lambda: "failed" in ui.status, "the failure")
        assert "[red]x[/] failed" in ui.status
        assert "[bold]no[/] [/nothing]" in ui.status


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
async def test_a_click_on_a_move_shows_the_position_after_it(players: int) -> None:
    moves = ["a1", "b1", "c1", "a2", "b2", "c2"]
    async with playing(a_setup(*[HUMAN] * players, board=(5, 5)), moves=moves) as ui:
        region = ui.play.query_one(MoveLog).region
        for ply, square in ((3, "c1"), (6, "c2"), (1, "a1")):
            y = next(y for y in range(region.y, region.bottom) if f" {square}" in ui.cell(region.x, y, 28))
            await ui.click_at(region.x + ui.cell(region.x, y, 28).index(f" {square}"), y)
            assert f"Move {ply} of 6" in ui.status
            assert ui.cursor == square
        await ui.press("tab")
        assert "of 6" not in ui.status
        await ui.click_at(region.x + 6, region.bottom - 2)
        assert "of 6" not in ui.status, "below the moves is none"


# --- little room -----------------------------------------------------------------------------------------


@pytest.mark.sample(every=20)
@pytest.mark.parametrize("points", [1, 5, 9, 30])
@pytest.mark.parametrize("players", [2, 3, 15])
@pytest.mark.parametrize("width", [25, 28, 30, 38])
def test_a_card_cuts_neither_score_nor_what_is_left(width: int, players: int, points: int) -> None:
    names = [f"Player Number {number}" for number in range(players)]
    side = 3 if players == 2 else 10
    match = Match(a_setup(*[HUMAN] * players, points=points, names=names, board=(side, side)))
    for seat in range(1, players):
        match.push(Move(seat, None))
    assert match.game.outcome is not None
    result = result_of(match, match.game.outcome)
    room = width - 7 - 4
    for said in game_texts(result, room)[1:]:
        assert "…" not in said.text
        assert cell_len(said.text) <= room


DRAWN_UNSEEN = "a1 a2 b1 c1 b2 c3 c2 b3"
"""A draw on 3×3 in which the first player overlooks a win on b3."""


@pytest.mark.parametrize("rating", ["", "rating 1240 → 1262 ▲ 22", "rating after 4 more games"])
@pytest.mark.parametrize("moves", [DRAWN_UNSEEN, "b2 a1 c1 a3 a2 c2 b1 b3"])
def test_a_card_beside_two_stones_cuts_no_word(moves: str, rating: str) -> None:
    match = Match(a_setup(HUMAN, "expert", points=5))
    for name in moves.split():
        match.place(name)
    assert match.game.outcome is not None
    result = result_of(match, match.game.outcome, rating)
    assert all("…" not in text.text for text in game_texts(result, room=13))


async def test_of_a_reply_from_the_book_that_is_said() -> None:
    async with playing(a_setup(HUMAN, "expert", board=(15, 15), k=5)) as ui:
        await ui.place("h8")
        await ui.until(lambda: len(ui.moves) == 2, "the reply")
        await ui.settle()
        assert " ".join(panel(ui, ThinkingPanel)) == "Bob played a known opening"
