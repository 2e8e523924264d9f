"""The study on the screen: what its list shows, how it is kept, and what a step of a large one costs."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from tests.support.driving import a_setup, at_setup, running
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.study import StudyScreen
from ttt_tui.app.screens.study_dialogs import CommentScreen
from ttt_tui.app.terminal.input import InputReader
from ttt_tui.app.widgets.lines import Line
from ttt_tui.app.widgets.tree_rows import TreeRow, TreeRows
from ttt_tui.engine import Game, Geometry, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import from_text
from ttt_tui.engine.records.tree import LONGEST_COMMENT, Cursor, Node, Tree, to_movetext
from ttt_tui.multiplayer import StartRequest
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import Origin
from ttt_tui.store.thread import StoreThread

RECORD = """
[Board "3x3"]
[Line "3"]
[Player "X" "Ada" "human"]
[Player "O" "Bob" "human"]

{about it} 1. b2! 2. a1 (2. b1? {loses} 3. a1 (3. c1 4. a3)) 3. c1 4. a3
"""


def tree_of(text: str = RECORD) -> Tree:
    tree = from_text(text).tree
    assert tree is not None
    return tree


def random_tree(nodes: int, seed: int = 1, setup: Setup | None = None) -> Tree:
    """Return a tree of random lines, comments and signs."""
    random = Random(seed)
    tree = Tree(setup or Setup(Geometry(20, 20, 6)))
    cursor = Cursor(tree)
    while cursor.count < nodes:
        if random.random() < 0.05 or cursor.game.outcome is not None or cursor.node.ply > 60:
            for _ in range(random.randrange(12)):
                cursor.back()
        squares = [s for s in tree.setup.geometry.squares if not cursor.game.position.occupied >> s & 1]
        cursor.place(random.choice(squares))
        if random.random() < 0.05:
            cursor.node.add_comment(" ".join(random.choices(("fork", "blocks", "四", "x" * 30), k=9)))
        if random.random() < 0.1:
            cursor.node.add_nag(random.randrange(1, 7))
    return tree


def text_of(rows: TreeRows, lit: Node) -> list[str]:
    return ["".join(text for text, _ in rows.drawn(row, lit)).rstrip() for row in rows.rows]


def test_the_list_has_comments_signs_and_variations_below_what_they_replace() -> None:
    tree = tree_of()
    rows = TreeRows(tree, tree.setup, 28)
    assert text_of(rows, tree.root) == [
        "  about it",
        "   1  X b2!      O a1",
        "    2 O b1?",
        "    loses",
        "    3 X a1",
        "      3 X c1  O a3",
        "   3  X c1       O a3",
    ]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("width", [18, 28, 54])
def test_every_move_is_listed_once_within_the_width_and_found_again(width: int, players: int) -> None:
    setup = a_setup(*["human"] * players, board=(15, 15), k=5)
    tree = random_tree(400, width, setup)
    rows = TreeRows(tree, tree.setup, width)
    listed = [node for row in rows.rows if not row.comment for node in row.nodes]
    assert sorted(map(id, listed)) == sorted(map(id, tree.nodes()))
    for node in listed:
        assert node in rows.rows[rows.of(node)].nodes
    order = {id(node): number for number, node in enumerate(listed)}
    for node in listed:
        if node.parent is not None and node.parent.move is not None:
            assert order[id(node.parent)] < order[id(node)], "a move is below the one before it"
    for row, text in zip(rows.rows, text_of(rows, tree.root), strict=True):
        if row.comment:
            assert cell_len(text) <= width
        elif len(row.nodes) > 1:
            places = [(x, line) for _, x, line in rows.places(row)]
            for (x, line), (after, _) in pairwise(places):
                assert x + sum(len(part) for part, _ in line) < after, "moves do not touch"


async def test_a_study_from_the_main_menu_is_in_the_history_and_opens_again(tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    async with running(TttApp(seed=1, session=Session(1, history))) as ui:
        await ui.press("S", "5", "1", "u", "3", "q", "h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and "study" in ui.text, "the list")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen), "the study")
        assert to_movetext(ui.app.screen.study.tree) == "1. b2 2. c1"
        await ui.press("end", "c", *"why", "enter", "q")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and "1 comment" in ui.text, "both")
        assert ui.text.count("why") == 2, "its name, in the list and beside it"
        assert "medium" not in ui.text.lower()
        await ui.press("d")
        assert "Delete the study 1 (2 moves)?" in ui.text
        await ui.press("escape")
        (entry,) = history.run(lambda stored: stored.entries())
        assert (entry.study, entry.origin) == ("1. b2 2. c1 {why}", Origin.STUDY)
        await ui.press("q")
        assert isinstance(ui.app.screen, SetupScreen)
        assert ui.app.session.find_unfinished() is None
    history.close()


async def test_a_replay_shows_comments_signs_and_that_there_are_variations(tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    history.run(lambda stored: stored.add(from_text(RECORD)))
    async with running(TttApp(seed=1, session=Session(1, history))) as ui:
        await ui.press("h")
        await ui.until(lambda: "2 variations" in ui.text and "2 comments (e)" in ui.text, "the preview")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen) and "b2!" in ui.text, "the replay")
        assert "about it · 2 variations, 2 comments (e)" in ui.text
        await ui.press("right", "right")
        assert "1 variation (e)" in ui.text
        await ui.press("e", "left", "c", *"centre", "enter", "q")
        assert "1 variation (e)" in ui.text
        await ui.press("left")
        assert "centre" in ui.text, "what a study adds is shown when it is left"
    history.close()


async def test_a_replay_of_a_study_says_what_it_has() -> None:
    tree = tree_of()
    tree.played = 0
    record = Record(Game(tree.setup), tree=tree)
    async with running(TttApp(StartRequest(record=record), seed=1)) as ui:
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        assert "4 moves, 2 variations, 2 comments (e)" in ui.text
        await ui.press("e")
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen), "the study")


@pytest.mark.parametrize("size", [(80, 24), (40, 16)])
async def test_arrows_walk_or_move_the_cursor_whichever_has_the_focus(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        ui.app.open_study(tree_of(), None)
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen) and "Study" in ui.text, "the study")
        study = ui.app.screen.study
        if size == (40, 16):
            await ui.press("tab")  # there the list has the board's place
        await ui.press("right", "tab")
        await ui.until(lambda: bool(ui.app.screen.board.region), "the board")
        await ui.press("3", "tab", "left")
        assert to_movetext(study.tree).count("(2. c1)") == 1
        assert [node.ply for node in study.node.path()] == [1]
        await ui.press("right", "right_square_bracket", "right_square_bracket", "d", "u", "U", "u")
        assert to_movetext(study.tree).count("(2. c1)") == 1


async def test_a_study_is_saved_again_under_its_name_unless_the_file_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with at_setup() as ui:
        ui.app.open_study(tree_of(), None)
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen) and "Study" in ui.text, "the study")
        await ui.press("s", "ctrl+u", *"lesson.txt", "enter")
        await ui.until(lambda: "Saved lesson.txt" in ui.text, "the file")
        await ui.press("c", *"more", "enter", "s", "enter")
        await ui.until(lambda: "more" in Path("lesson.txt").read_text(), "the file again")
        Path("lesson.txt").write_text("somebody else's")
        await ui.press("s", "enter")
        await ui.until(lambda: "Can't save the study: lesson.txt already exists" in ui.text, "the refusal")
    assert Path("lesson.txt").read_text() == "somebody else's"


async def test_a_comment_that_is_pasted_is_whole_or_its_length_is_said() -> None:
    async with at_setup() as ui:
        ui.app.open_study(tree_of(), None)
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen) and "Study" in ui.text, "the study")
        study = ui.app.screen.study
        for count in (LONGEST_COMMENT, LONGEST_COMMENT + 1):
            await ui.press("home", "right", "c")
            await ui.until(lambda: isinstance(ui.app.screen, CommentScreen), "the dialog")
            (paste,) = InputReader().feed(b"\x1b[200~" + b"x" * count + b"\x1b[201~", 0.0)
            ui.app.post_message(paste)
            await ui.until(lambda count=count: len(ui.app.screen.focused.text) == count, "the text")
            await ui.press("enter")
        assert len(study.tree.main_line[0].comment) == LONGEST_COMMENT
        assert "A comment has at most 20,000 characters: this has 20,001" in ui.text


@pytest.mark.parametrize("size", [(80, 24), (40, 16)])
async def test_a_long_comment_is_read_by_pages(size: tuple[int, int]) -> None:
    words = [f"word{number}" for number in range(400)]
    tree = tree_of(RECORD.replace("{loses}", "{" + " ".join(words) + "}"))
    async with at_setup(size=size) as ui:
        ui.app.open_study(tree, None)
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen) and "Study" in ui.text, "the study")
        await ui.press("full_stop", "full_stop", "right_square_bracket")
        assert "word0" in ui.text, "on the list, or below the board"
        if not ui.app.screen.board_area.shows_panel:
            assert "(p)" in ui.text
            await ui.press("pagedown")
        node, seen = ui.app.screen.study.node, set[str]()
        for _ in range(80):
            seen.update(ui.text.split())
            await ui.press("pagedown")
        assert ui.app.screen.study.node is not node
        assert seen.issuperset(words)


async def test_arrows_walk_all_moves_of_the_list_and_pages_reach_the_last_variation() -> None:
    tree = random_tree(600)
    order = [node for row in TreeRows(tree, tree.setup, 30).rows if not row.comment for node in row.nodes]
    assert sorted(map(id, order)) == sorted(map(id, tree.nodes()))
    rows = TreeRows(tree, tree.setup, 30)
    assert [rows.after(node) for node in (tree.root, *order)] == [*order, order[-1]]
    assert [rows.before(node) for node in (tree.root, *order)] == [tree.root, tree.root, *order[:-1]]
    async with at_setup() as ui:
        ui.app.open_study(tree, None)
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen) and "Study" in ui.text, "the study")
        study = ui.app.screen.study
        await ui.press("down", "down", "down", "up")
        assert study.node is order[1]
        for _ in range(60):
            await ui.press("pagedown")
        assert study.node is order[-1]


async def test_a_comment_in_another_layout_is_text(tmp_path: Path) -> None:
    async with at_setup() as ui:
        ui.app.open_study(tree_of(), None)
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen) and "Study" in ui.text, "the study")
        await ui.press("right", "c", *"ход", "ctrl+n", *"2!", "enter")
        assert ui.app.screen.study.node.comment == "ход\n2!"


async def cost_of_steps(tree: Tree, keys: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Return the most cells of the list that a step repaints, and the rows drawn in all steps."""
    async with at_setup() as ui:
        ui.app.open_study(tree, None)
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen) and "Study" in ui.text, "the study")
        await ui.settle()
        log = ui.app.screen.board_area.tree_log
        painted = [0]
        drawn: list[TreeRow] = []
        refresh, draw = log.refresh, TreeRows.drawn

        def noted(*regions: Region, **how: bool) -> object:
            painted.append(sum(region.area for region in regions) if regions else log.size.area)
            return refresh(*regions, **how)

        def noted_row(rows: TreeRows, row: TreeRow, lit: Node) -> Line:
            drawn.append(row)
            return draw(rows, row, lit)

        with monkeypatch.context() as patch:
            patch.setattr(log, "refresh", noted)
            patch.setattr(TreeRows, "drawn", noted_row)
            patch.setattr(TreeRows, "__init__", lambda *_: pytest.fail("a step divides nothing into rows"))
            await ui.press(*["right"] * keys)
        assert ui.app.screen.study.node.ply == keys
        return max(painted), len(drawn)


async def test_a_step_repaints_and_draws_what_it_does_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    cells, rows = await cost_of_steps(tree_of(), 3, monkeypatch)
    assert 0 < cells < 60
    assert 0 < rows <= 3 * 3 * 24


@pytest.mark.slow
async def test_a_step_in_a_large_study_costs_what_it_costs_in_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cells, rows = await cost_of_steps(random_tree(60), 5, monkeypatch)
    of_large = await cost_of_steps(random_tree(50_000), 5, monkeypatch)
    assert of_large[0] <= max(cells, 24 * 28), "at most the list in sight"
    assert of_large[1] <= max(rows, 5 * 3 * 24)
