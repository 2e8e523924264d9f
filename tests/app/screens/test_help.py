"""The help: nine pages by what a player wants, with every key once, and a search that knows other words."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding

from tests.support.driving import at_setup, playing
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.help import HelpScreen, _sources
from ttt_tui.app.screens.help_pages import CURSOR_KEYS, HelpEntry, Page, found, page_of, pages, synonyms
from ttt_tui.app.screens.help_texts import SYNONYMS
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.themes import WALNUT
from ttt_tui.app.widgets.footer import key_name
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import screen_name

TITLES = [
    "Playing", "Main menu", "The board", "Computers and hints", "Puzzles and reviews", "Playing together",
    "History and records", "Studies", "Settings and colours", "Rules",
]  # fmt: skip


def the_pages(first: type[object] | None = None, *, is_ascii: bool = False) -> list[Page]:
    return pages(_sources(TttApp, has_lobby=True), first, WALNUT, is_ascii)  # type: ignore[arg-type]


def rows(listed: list[Page]) -> Iterator[HelpEntry]:
    yield from (row for page in listed for section in page.sections for row in section.rows)


def key_rows(title: str) -> list[HelpEntry]:
    """Return the rows of a screen's keys, on whichever page they are."""
    sections = (section for page in the_pages() for section in page.sections if section.title == title)
    return [row for section in sections for row in section.rows]


def test_every_key_has_one_row_with_all_that_it_does() -> None:
    for source in _sources(TttApp, has_lobby=True):
        listed = key_rows(f"{source.BINDING_GROUP_TITLE}: keys")
        signs = [sign for row in listed for sign in row.sign.plain.split("  ")]
        assert len(set(signs)) == len(signs), source
        for binding in source.BINDINGS:
            assert isinstance(binding, Binding)
            text = CURSOR_KEYS.get(binding.action) or binding.tooltip or binding.description
            [row] = [row for row in listed if text in row.text.replace("; so do", "\n").split("\n")]
            keys = row.sign.plain.split("  ")
            assert "…" in keys[0] or key_name(binding.key.split(",")[0]) in keys, binding.id


def test_the_keys_of_the_cursor_share_rows_before_all_others() -> None:
    listed = key_rows("Playing: keys")
    assert (listed[0].sign.plain, listed[0].text) == ("←  ↓  ↑  →", "Move the cursor; so do h j k l")
    assert [row.sign.plain for row in listed[1:4]] == ["Home  End", "PgUp  PgDn", "Enter  Space"]
    meanings = listed[3].text.split("\n")
    assert meanings[0] == "Place a stone at the cursor"
    assert all(text.startswith(("In ", "After ")) for text in meanings[1:]), "each says when"


def test_keys_that_move_come_first_and_those_that_leave_last() -> None:
    for title in ("Main menu: keys", "Playing: keys", "History: keys"):
        groups = [row.group for row in key_rows(title)]
        assert groups == sorted(groups)
        assert set(groups) == {0, 1, 2}
    listed = [row.sign.plain for row in key_rows("Main menu: keys")]
    assert listed[:5] == ["Enter", "↓", "↑", "Tab", "Shift+Tab"]
    assert listed[-4:] == ["?", "q", "Esc", "F2"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_groups_of_keys_stand_apart_and_a_pair_of_arrows_in_one_line(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        await ui.press("?")
        y = next(y for y, line in enumerate(ui.lines) if "Shift+Tab " in line)
        assert ui.lines[y + 1][:50].strip(" ▌") == "", "a blank line"
        assert not any(line[:60].rstrip().endswith("←") for line in ui.lines)
        assert all("→" in line for line in ui.lines if "←" in line)


def test_every_key_is_in_the_guide() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "guide.md").read_text(encoding="utf-8")
    for source in _sources(TttApp, has_lobby=True):
        for binding in source.BINDINGS:
            assert isinstance(binding, Binding)
            names = [key_name(key.strip()) for key in binding.key.split(",")]
            is_digit = names[0].isdigit()  # of which the guide names the first and the last
            assert is_digit or any(f"`{name}`" in guide for name in names), binding.id


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_told_by_its_name_on_screen_and_found_by_its_own(level: str) -> None:
    [row] = [row for row in rows(the_pages()) if row.also == level]
    assert (row.sign.plain, row.text) == (screen_name(level), LEVELS[level].summary)
    assert row in list(rows([found(the_pages(), level)]))


# --- where it opens --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("screen", "title"),
    [
        (PlayScreen, "Playing"),
        (SetupScreen, "Main menu"),
        (PuzzleScreen, "Puzzles and reviews"),
        (ReviewScreen, "Puzzles and reviews"),
        (HistoryScreen, "History and records"),
        (None, "Playing"),
    ],
)
def test_each_screen_has_its_keys_first_on_its_page(screen: type[PlayScreen] | None, title: str) -> None:
    assert page_of(screen) == title
    [page] = [page for page in the_pages(screen) if page.title == title]
    if screen not in (None, PlayScreen):
        assert page.sections[0].title == f"{screen.BINDING_GROUP_TITLE}: keys"


@pytest.mark.slow
async def test_the_pages_are_turned_with_their_titles() -> None:
    async with playing() as ui:
        await ui.press("?")
        for number, title in enumerate(TITLES):
            following = TITLES[(number + 1) % len(TITLES)]
            assert f"Help · {title}" in ui.lines[2]
            assert f"{number + 1}/10" in ui.lines[2]
            body = ui.app.screen.query_one(".body")
            assert f"Space {'more' if body.max_scroll_y else f'next: {following}'}" in ui.text
            body.scroll_end(animate=False, immediate=True)
            await ui.settle()
            assert f"Space next: {following}" in ui.text, "at the end of the page"
            await ui.press("right")
        assert "Help · Playing" in ui.lines[2]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 16)])
async def test_a_blank_is_between_the_text_and_the_scrollbar(size: tuple[int, int]) -> None:
    async with playing(size=size) as ui:
        await ui.press("?")
        body = ui.app.screen.query_one(".body")
        bar = body.vertical_scrollbar.region
        number = next(y for y, line in enumerate(ui.lines) if "1/10" in line)
        assert ui.lines[number].index("1/10") + len("1/10") == bar.x - 1
        assert all(ui.cell(bar.x - 1, y) == " " for y in range(bar.y, bar.bottom))


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("size", [(200, 50), (120, 40)])
async def test_in_a_large_window_a_page_has_columns_and_in_a_huge_one_it_does_not_scroll(
    size: tuple[int, int],
) -> None:
    async with playing(size=size) as ui:
        await ui.press("?")
        screen = ui.app.screen
        assert isinstance(screen, HelpScreen)
        for page in screen.pages:
            body = screen.query_one(".body")
            region = body.region
            columns = 3 if size == (200, 50) else 2
            pitch = (region.width - 2 - 4 * (columns - 1)) // columns + 4
            whole: dict[int, str] = {}
            while True:
                seen = [line[region.x : region.right - 1] for line in ui.lines[region.y : region.bottom]]
                whole |= dict(enumerate(seen, body.scroll_offset.y))
                if "Space more" not in ui.text:
                    break
                assert size != (200, 50), page.title
                await ui.press("space")
            parts = [[line[x * pitch : (x + 1) * pitch] for line in whole.values()] for x in range(columns)]
            assert all(any(line.strip() for line in part) for part in parts[:2])
            read = " ".join(" ".join(line for part in parts for line in part).split())
            for section in page.sections:
                assert section.title in read
                for row in section.rows:
                    assert " ".join(row.text.split()) in read, row
            await ui.press("space")
        assert screen.number == 0


@pytest.mark.slow
async def test_space_does_what_the_last_line_says() -> None:
    async with playing(size=(40, 16)) as ui:
        await ui.press("?")
        screen = ui.app.screen
        assert isinstance(screen, HelpScreen)
        read = set(ui.lines)
        for _ in range(200):
            number, seen = screen.number, screen.query_one(".body").scroll_y
            says_more = "Space more" in ui.text
            following = TITLES[(number + 1) % len(TITLES)]
            page = following if len(following) < 9 else f"page {TITLES.index(following) + 1}"
            assert says_more or f"Space next: {page}" in ui.text
            await ui.press("space")
            read |= set(ui.lines)
            if says_more:
                assert (screen.number, screen.query_one(".body").scroll_y > seen) == (number, True)
            else:
                assert screen.pages[screen.number].title == following
                if screen.number == 0:
                    text = " ".join(" ".join(line.strip("▌ ") for line in read).split())
                    for word in ("Place", "random", "symbols", "Quit", "alpha-beta", "Resign"):
                        assert word in text, word
                    return
        pytest.fail("the help has no end")


@pytest.mark.parametrize("title", TITLES)
def test_the_search_finds_a_page_by_its_title(title: str) -> None:
    [page] = [page for page in the_pages() if page.title == title]
    assert page.sections
    for wanted in (title, title.upper(), title.split()[-1]):
        sections = found(the_pages(), wanted).sections
        assert [section for section in sections if section in page.sections] == [*page.sections]


async def test_while_a_search_is_typed_the_last_line_names_no_key_that_is_a_letter_then() -> None:
    async with playing() as ui:
        await ui.press("?", "slash", *"zz?")
        assert "Nothing found" in ui.text, "? is a letter there"
        await ui.press(*["backspace"] * 3, *"TOGETHER")
        assert "Search results" in ui.text
        assert "Space" not in ui.lines[-3]
        assert "/ search" not in ui.text
        await ui.press("enter")
        assert "Space more" in ui.text
        await ui.press("escape")
        assert "Help · Playing" in ui.text


# --- the search ------------------------------------------------------------------------------------------

WANTED = {
    "redo": "Redo the moves that you undid",
    "replay": "replays it move by move",
    "rematch": "another match|another one",
    "spectator": "watches the hosted game as a spectator",
    "timer": "A computer has 1 s per move",
    "difficulty": "change it for all computers",
    "undo": "Goes back to before your latest move",
    "takeback": "Goes back to before your latest move",
    "ssh": "All players log in to one machine",
    "colour": "uses fewer colours",
    "color": "uses fewer colours",
    "theme": "F2 lists the themes",
    "resume": "resumes the unfinished game",
    "save": "Every move is saved at once",
    "surrender": "Ends the game for you",
    "online": "All players log in to one machine",
    "opponent": "edits name, level, thinking time",
    "clock": "humans have no limit",
    "AI": "edits name, level, thinking time",
    "coordinates": "c2 is the third column",
    "elo": "Starts at 1500",
    "blunder": "?? blunder",
    "export": "saves a game as a text file",
    "nickname": "Change your name",
    "shortcut": "Help: ",
    "daily": "one a day",
    "preferences": "settings.toml",
}
"""What a player may type, and what has to be found then."""


@pytest.mark.slow
@pytest.mark.parametrize("word", WANTED)
def test_the_search_finds_what_is_meant(word: str) -> None:
    page = found(the_pages(), word)
    text = "\n".join(f"{row.sign.plain} {row.text}" for row in rows([page]))
    assert any(each in text for each in WANTED[word].split("|")), text
    assert len(list(rows([page]))) < 50, "not everything"


def test_what_is_typed_comes_before_other_words_for_it() -> None:
    texts = [f"{row.sign.plain} {row.text} {row.also}".lower() for row in rows([found(the_pages(), "undo")])]
    with_it = ["undo" in text for text in texts]
    assert with_it == sorted(with_it, reverse=True)


def test_two_letters_are_the_beginning_of_a_word_or_a_whole_one() -> None:
    assert synonyms("re") == set()
    assert "computer" in synonyms("ai")
    texts = [f"{row.sign.plain} {row.text} {row.also}".lower() for row in rows([found(the_pages(), "h8")])]
    assert texts
    assert all(" h8" in text for text in texts)


def test_synonyms_are_words_of_the_help() -> None:
    text = " ".join(f"{row.sign.plain} {row.text} {row.also}".lower() for row in rows(the_pages()))
    for group in SYNONYMS:
        assert any(word in text for word in group.split()), group


def test_what_is_nowhere_is_not_found() -> None:
    assert [section.title for section in found(the_pages(), "zugzwang").sections] == ["Nothing found"]


def test_in_ascii_the_marks_are_spelt() -> None:
    [board] = [page for page in the_pages(is_ascii=True) if page.title == "The board"]
    marks = [row.sign.plain for section in board.sections for row in section.rows][:6]
    assert all(mark.isascii() for mark in marks)


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (120, 40), (200, 50)])
async def test_the_descriptions_of_a_page_begin_in_one_column(size: tuple[int, int]) -> None:
    async with playing(size=size) as ui:
        await ui.press("?")
        screen, text = ui.app.screen, ui.text
        assert isinstance(screen, HelpScreen)
        for _ in range(30):
            await ui.press("down")
            text += ui.text
        starts = {}
        for row in rows(screen.pages[:1]):
            words = " ".join(row.text.split()[:2])
            if found := re.search(rf"(?<!\S){re.escape(row.sign.plain)} +(?={re.escape(words)})", text):
                starts[row.sign.plain] = found.end() - found.start()
        assert len(starts) > 15
        assert len(set(starts.values())) == 1, starts


async def test_keys_that_are_longer_than_the_column_stand_above_their_description() -> None:
    async with playing() as ui:
        await ui.press("?", "slash", *"quit", "enter")
        [y] = [y for y, line in enumerate(ui.lines) if "Ctrl+Q  Ctrl+C" in line]
        assert ui.lines[y].strip(" ▌▅█▂▃▄▁▆▇") == "Ctrl+Q  Ctrl+C"
        assert ui.lines[y + 1].split()[1] == "Quit"
