"""Games by unusual rules on the screen: set up, played, left and resumed by keys, and their results."""

from dataclasses import replace

import pytest

from tests.support.driving import Ui, a_setup, at_setup, playing
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.rules_list import RulesScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.themes import roles_of
from ttt_tui.computer import LEVELS
from ttt_tui.engine import HUMAN, Geometry, Rules, Setup, squares_of
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.process.terminal import Terminal
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.rule_choices import rule_choices

MISERE, EXACTLY = Rules(misere=True), Rules.parse("exactly")


async def choose(ui: Ui, preset: str) -> None:
    await ui.press("home", *["down"] * list(PRESETS).index(preset))


async def start(ui: Ui) -> None:
    await ui.press("enter")
    await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")


async def leave_and_resume(ui: Ui, words: str) -> None:
    """Leave a game, see which one is resumed, and resume it."""
    moves = ui.moves
    await ui.press("q")
    await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
    assert all(part in ui.text for part in words.removeprefix("resume ").split(", ")), words
    await ui.press("r")
    await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
    assert ui.moves[: len(moves)] == moves


# --- the set-up ------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_row_steps_through_the_rules_that_fit_and_the_line_under_it_says_what_is_unusual() -> None:
    async with at_setup() as ui:
        await ui.focus("rules")
        assert "Rules      ‹ usual ›" in ui.text
        assert "draw with perfect play" in ui.text
        assert "← → rules   R list of rules" in ui.footer
        assert ui.status == ""
        for title, brief, meaning, rules in (
            ("exactly", "exact length", "lines longer than three in a row do not count", EXACTLY),
            ("misère", "completing a line loses", "completing a line loses", MISERE),
            ("exactly, misère", "exact length; a line loses", "not count; completing a line loses", None),
        ):
            await ui.press("right")
            while f"‹ {title} ›" not in ui.text:
                await ui.press("right")
            y = next(y for y, line in enumerate(ui.lines) if f"Rules      ‹ {title} ›" in line)
            assert brief in ui.lines[y + 1]
            assert meaning in ui.status
            assert "with perfect play" not in ui.text
            assert ui.setup.current.geometry.rules == (rules or Rules.parse("exactly, misere"))
        assert ui.setup.choices.chosen == "custom"
        await ui.press("home")
        assert ui.setup.current.geometry.rules.are_usual


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("size", [(80, 24), (40, 16), (20, 8)], ids=str)
async def test_the_list_has_a_line_for_each_rule_and_is_used_by_keys_or_mouse(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        await ui.press("R")
        assert isinstance(ui.app.screen, RulesScreen)
        assert "● usual" in ui.text
        assert "…" not in "".join(str(option.prompt) for option in ui.app.screen.names.options)
        await ui.press("down", "down")
        assert "misère" in ui.text
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.setup.current.geometry == Geometry(3, 3, 3, MISERE)
        assert "misère" in ui.cell(0, ui.one("#rules").region.y, size[0]), "the row is in sight"
        await ui.press("R")
        assert "● misère" in ui.text
        await ui.press("home")
        y = next(y for y, line in enumerate(ui.lines) if "exactly" in line or "usual" in line)
        chosen = Rules() if "usual" in ui.lines[y] else EXACTLY
        await ui.click_at(8, y) if size[0] < 80 else await ui.click_at(20, y)
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.setup.current.geometry.rules == chosen
        region = ui.one("#rules").region
        await ui.click_at(ui.lines[region.y].index("›"), region.y)
        assert ui.setup.current.geometry.rules != chosen, "the row steps by clicks"
        await ui.press("R", "down", "escape")
        assert isinstance(ui.app.screen, SetupScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_the_list_says_in_full_what_each_rule_means(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        choices = rule_choices(ui.setup.current)
        await ui.press("R", "down")
        screen = ui.app.screen
        assert isinstance(screen, RulesScreen)
        assert "exactly          lines longer than three in a row do not count" in ui.text
        assert "Lines longer" not in ui.text, "nothing below the list repeats it"
        await ui.press("end")
        assert "the opening swap2 needs at least 4 in a row, not 3" in ui.text, "in one line"
        blank = next(y for y, line in enumerate(ui.lines) if "↵ select" in line) - 1
        assert screen.names.content_region.bottom == blank, "the list has all lines of the card"
        listed = " ".join(" ".join(str(option.prompt) for option in screen.names.options).split())
        for choice in choices:
            assert (choice.refusal or choice.meaning) in listed
        assert "Notakto: completing a line loses" in listed


async def test_rules_that_do_not_suit_the_set_up_stand_in_a_group_below_those_that_do() -> None:
    async with at_setup(size=(120, 40)) as ui:
        choices = rule_choices(ui.setup.current)
        await ui.press("R")
        at = {
            heading: next(y for y, line in enumerate(ui.lines) if heading in line)
            for heading in ("One rule", "Two together", "Not with this set-up")
        }
        one, two, refused = at.values()
        for choice in choices:
            y = next(y for y, line in enumerate(ui.lines) if f" {choice.title}  " in line)
            assert refused < y if choice.refusal else (one < y < two) == ("," not in choice.title)
        await ui.press("end")
        await ui.press("enter")
        assert isinstance(ui.app.screen, RulesScreen), "it cannot be chosen"


async def test_the_card_of_few_rules_has_no_line_to_spare() -> None:
    async with at_setup() as ui:
        await choose(ui, "ultimate")
        await ui.press("R")
        screen = ui.app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.names.region.height == screen.names.virtual_size.height


async def test_meanings_are_muted_beside_the_names_of_the_rules() -> None:
    async with at_setup(size=(80, 24)) as ui:
        await ui.press("R")
        y = next(y for y, line in enumerate(ui.lines) if "misère " in line)
        name, meaning = (ui.style_at(ui.lines[y].index(word), y).color for word in ("misère", "completing"))
        roles = roles_of(ui.app.current_theme)
        assert (name.triplet.hex, meaning.triplet.hex) == (roles.text, roles.muted)
        for _ in range(2):
            await ui.press("down")
        selected = ui.style_at(ui.lines[y].index("completing"), y)
        assert (selected.color.triplet.hex, selected.bgcolor.triplet.hex) == (roles.ink, roles.accent)
        await ui.press("down")
        left = ui.style_at(ui.lines[y].index("completing"), y)
        assert left.color.triplet.hex == roles.muted


@pytest.mark.slow
async def test_the_words_of_a_preset_and_of_its_computer_are_true_by_its_rules() -> None:
    async with at_setup() as ui:
        await choose(ui, "misere")
        assert "Misère · 3×3, three in a row loses" in ui.text
        assert "completing a line loses" in ui.text
        assert LEVELS["rules"].note not in ui.text
        assert "Level      ‹ easy 2 ›" in ui.text
    async with playing(by_rules(MISERE, 2, "rules"), size=(160, 50)) as ui:
        assert LEVELS["rules"].summary not in ui.text
        assert "Bob completes a line" in ui.text
        assert "only if it has to" in ui.text
    async with at_setup() as ui:
        await choose(ui, "misere")
        await ui.focus("rules")
        await ui.press("right", "left")
        assert ui.setup.choices.chosen == "custom"


@pytest.mark.slow
async def test_entries_below_the_games_stay_in_sight_while_the_games_scroll() -> None:
    async with at_setup() as ui:
        more = ("p Puzzles", "h History", "H Host a game", "J Join a game")
        for preset in PRESETS.values():
            assert preset.title in ui.text
            assert all(entry in ui.text for entry in more)
            await ui.press("down")
        region = ui.one("#presets").region
        y = next(y for y, line in enumerate(ui.lines) if "H Host a game" in line)
        await ui.click_at(region.x + 4, y)
        assert "Host a game · " in ui.text


@pytest.mark.slow
async def test_in_ascii_the_rules_are_spelt_as_they_are_typed() -> None:
    async with at_setup(terminal=Terminal(is_ascii=True)) as ui:
        await choose(ui, "misere")
        assert "< misere >" in ui.text
        await ui.press("R")
        assert "* misere" in ui.text
        assert ui.text.isascii()


@pytest.mark.slow
async def test_the_set_up_offers_no_third_player_in_games_for_two() -> None:
    async with at_setup() as ui:
        for preset, can_add in (("notakto", False), ("wild", False), ("ultimate", False), ("misere", True)):
            await choose(ui, preset)
            assert ("+  add a player" in ui.text) == ("4 at most" in ui.text) == can_add


# --- games -----------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_preset_misere_is_lost_by_the_one_who_makes_a_line() -> None:
    async with at_setup() as ui:
        await choose(ui, "misere")
        await start(ui)
        assert "3×3 · three in a row loses" in ui.lines[0]
        for turn in range(5):
            await ui.until(lambda: ui.is_over or ui.match.game.position.to_move == 0, "your turn")
            if ui.is_over:
                break
            if turn == 1:
                await leave_and_resume(ui, "resume You v easy 2, 3×3 misère, 2 moves")
            position = ui.match.game.position
            mine = position.completing(0)
            square = next((s for s in position.moves if mine >> s & 1), position.moves[0])
            await ui.press(str(position.geometry.number(square)))
        await ui.until(lambda: ui.is_over, "the end")
        await ui.result()
        assert ui.match.game.outcome is not None
        assert (ui.match.game.outcome.winner, ui.match.points) == (1, [0, 1])
        assert "Easy 2 wins" in ui.text, "on the card"
        assert "X made 3 in a row, move" in ui.status


@pytest.mark.slow
async def test_six_in_a_row_do_not_win_where_exactly_five_do() -> None:
    x = ("a1", "b1", "c1", "d1", "f1", "e1", "a3", "b3", "c3", "d3", "e3")
    o = ("a2", "c2", "e2", "b4", "d4", "f4", "a6", "c6", "e6", "b5", "")
    squares = [square for both in zip(x, o, strict=True) for square in both if square]
    async with at_setup() as ui:
        await choose(ui, "two-players")
        await ui.press("b", *"6x6x5", "R", "down", "enter")
        assert ui.setup.current.geometry == Geometry(6, 6, 5, EXACTLY)
        await start(ui)
        assert "6×6 · exactly five in a row" in ui.lines[0]
        for square in squares:
            await ui.press(*square, "enter")
            if square == "e1":
                assert not ui.is_over, "six in a row"
                await leave_and_resume(ui, "6×6 exactly, 11 moves")
        await ui.until(lambda: ui.is_over, "the end")
        await ui.result()
        assert ui.moves == squares
        assert "Player 1 wins!" in ui.text
        assert "5 in a row, move" in ui.status


def by_rules(rules: Rules, players: int, *levels: str) -> Setup:
    setup = a_setup(*[HUMAN] * (players - len(levels)), *levels, board=(4, 4))
    return Setup(Geometry(4, 4, 3, rules), setup.players, setup.rules)


async def test_of_three_players_one_who_makes_a_line_is_out_and_the_last_one_left_wins() -> None:
    moves = ["a1", "a2", "a4", "b1", "b2", "b4"]
    async with playing(by_rules(MISERE, 3), moves=moves) as ui:
        await ui.press("c", "1", "enter")
        assert not ui.is_over
        assert ui.match.game.position.active == (1, 2)
        assert "Ada (X) made three in a row and is out" in " ".join((ui.status, ui.status_more))
        assert "X c1×" in ui.text, "the move by which a player is out is marked"
        assert ui.text.count("×") == 2, "with the 4×4 of the title no other"
        await ui.press("c", "2", "enter")
        await ui.until(lambda: ui.is_over, "the end")
        await ui.result()
        assert "Cyd wins!" in ui.text
        assert "O made 3 in a row, move 8" in ui.status


@pytest.mark.slow
async def test_the_preset_wild_is_played_with_both_marks_left_resumed_and_replayed() -> None:
    async with at_setup() as ui:
        await choose(ui, "wild")
        assert "You play   ‹ A ›" in ui.text
        await start(ui)
        assert "3×3 · three in a row, wild" in ui.lines[0]
        assert ui.status_more == "next mark X; click here to switch to O"
        await ui.press("o")
        await ui.until(lambda: len(ui.moves) == 2, "the computer's move")
        assert ui.moves[0] == "Ob2"
        assert ui.status_more == "next mark O; click here to switch to X"
        assert "A Ob2" in ui.text
        await leave_and_resume(ui, "resume You v easy 2, 3×3 wild, 2 moves")
        while not ui.is_over:
            position, geometry = ui.match.game.position, ui.match.setup.geometry
            if position.to_move == 0:
                move = next(squares_of(position.completing(0) or position.legal))
                await ui.press(":", *geometry.name(move), "enter")
                assert geometry.name(move) in ui.moves
            await ui.until(lambda: ui.is_over or ui.match.game.position.to_move == 0, "your turn")
        await ui.result()
        moves, winner = ui.moves, ui.match.game.outcome.winner
        assert ("You win!" if winner == 0 else "Easy 2 wins") in ui.text
        again = from_text(to_text(Record(ui.match.game))).game
        assert (again.setup, again.moves) == (ui.match.game.setup, ui.match.game.moves)
        ui.app.push_screen(ReplayScreen(ui.app.session, again, ["a record"]))
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen) and "Moves" in ui.text, "the replay")
        await ui.press("end")
        assert f"{'AB'[(len(moves) - 1) % 2]} {moves[-1]}" in ui.status


@pytest.mark.slow
async def test_in_notakto_all_stones_are_x_and_the_result_says_who_made_the_line() -> None:
    async with at_setup() as ui:
        await choose(ui, "notakto")
        await start(ui)
        assert ui.board.players[0].symbol == "X"
        while not ui.is_over:
            position = ui.match.game.position
            if position.to_move == 0:
                lines = position.completing(0)
                await ui.press(str(position.geometry.number(next(squares_of(lines or position.legal)))))
                if len(ui.moves) == 2:
                    await leave_and_resume(ui, "resume You v easy 2, 3×3 misère, shared, 2 moves")
            await ui.until(lambda: ui.is_over or ui.match.game.position.to_move == 0, "your turn")
        await ui.result()
        assert ui.match.game.position.stones[1] == 0
        assert "Easy 2 wins" in ui.text
        assert "A made 3 in a row, move" in ui.status


@pytest.mark.slow
async def test_the_preset_renju_is_played_left_resumed_and_replayed_with_its_marks() -> None:
    async with at_setup() as ui:
        await choose(ui, "renju")
        assert "Renju · 15×15" in ui.text
        assert "bans for the first" in ui.text or "two threes" in ui.text
        await start(ui)
        assert "Renju" in ui.lines[0]
        await ui.press("h", "8", "enter") if "h8" not in ui.cursor else await ui.press("enter")
        await ui.until(lambda: len(ui.moves) == 2, "the computer's move")
        await leave_and_resume(ui, "15×15 renju, 2 moves")
    setup = replace(a_setup(HUMAN, HUMAN), geometry=Geometry(9, 9, 5, Rules.parse("renju")))
    async with playing(setup, moves=["e5", "a1", "f5", "a3", "d3", "a5", "d4", "a7"]) as ui:
        assert ui.cell(*ui.place_of("d5")) == "×"
        await leave_and_resume(ui, "9×9 renju, 8 moves")
        assert ui.cell(*ui.place_of("d5")) == "×"
        ui.app.push_screen(ReplayScreen(ui.app.session, ui.match.game, ["a record"]))
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen) and "Moves" in ui.text, "the replay")
        await ui.press("end")
        assert ui.cell(*ui.place_of("d5")) == "×"
        await ui.press("left")
        assert ui.cell(*ui.place_of("d5")) != "×", "it is the second player's turn"


@pytest.mark.slow
async def test_on_a_torus_the_cursor_goes_over_the_edge_and_so_does_the_line_that_wins() -> None:
    async with at_setup() as ui:
        await choose(ui, "torus")
        await start(ui)
        await ui.press("home", "pageup", "left")
        assert ui.board.cursor == ui.board.geometry.parse("e1")
        await ui.press("right", "right", "up")
        assert ui.board.cursor == ui.board.geometry.parse("b5")
        await ui.press("home")
        assert ui.board.cursor == ui.board.geometry.parse("a5"), "it stays at the edge"
    geometry = PRESETS["torus"].geometry
    setup = Setup(geometry, a_setup(HUMAN, HUMAN).players)
    async with playing(setup, moves=["a1", "a3", "b1", "b3", "e1", "c4"]) as ui:
        await leave_and_resume(ui, "5×5 torus, 6 moves")
        await ui.press("d", "1", "enter")
        await ui.until(lambda: ui.is_over, "the end")
        await ui.result()
        assert "4 in a row, move 7" in ui.status


async def test_a_mark_is_chosen_also_by_a_key_on_a_square_that_is_taken() -> None:
    setup = Setup(Geometry(3, 3, 3, Rules.parse("wild")))
    async with playing(setup, moves=["Xb2"]) as ui:
        ui.board.cursor = ui.board.geometry.parse("b2")
        await ui.press("o")
        assert ui.status == "b2 is taken"
        assert ui.board.previewed == 1
        await ui.press("left")
        assert ui.status_more == "next mark O; click here to switch to X"
        await ui.press("enter", "7")
        assert ui.moves == ["Xb2", "Oa2", "Oa3"]


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("size", [(80, 24), (40, 16), (20, 8)], ids=str)
async def test_the_mouse_alone_chooses_the_mark_of_a_wild_stone(size: tuple[int, int]) -> None:
    async with playing(Setup(Geometry(3, 3, 3, Rules.parse("wild"))), size=size) as ui:
        status = ui.one("#status").region
        await ui.click_at(status.x + 3, status.y)
        assert ui.board.mark == 1
        assert ui.moves == []
        await ui.click_square("b2")
        assert ui.moves == ["Ob2"]
        await ui.click_at(status.x + 3, status.y)
        await ui.click_square("a1")
        assert ui.moves == ["Ob2", "Xa1"]
