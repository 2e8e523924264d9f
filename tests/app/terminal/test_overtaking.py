"""The keys that quit overtake everything that was typed before them; what is pasted is text."""

import pytest
from textual import events

from tests.support.driving import a_setup
from tests.support.recording import Recorded, run
from ttt_tui.app.app import TttApp
from ttt_tui.app.terminal.input import InputReader

QUIT_KEYS = ("ctrl+c", "ctrl+q")

QUITTING = {
    "Ctrl+C": b"\x03",
    "Ctrl+Q": b"\x11",
    "Ctrl+C of kitty": b"\x1b[99;5u",
    "Ctrl+Q of kitty": b"\x1b[113;5u",
}

BEFORE = {
    "letters": b"lkjh" * 1000,
    "arrows": b"\x1b[A\x1b[B" * 600,
    "the mouse": b"\x1b[<35;10;10M" * 300,
    "a paste": b"\x1b[200~" + b"x" * 3000 + b"\x1b[201~",
}


@pytest.mark.parametrize("quitting", QUITTING)
@pytest.mark.parametrize("before", BEFORE)
def test_the_reader_gives_a_key_that_quits_before_the_others(before: str, quitting: str) -> None:
    found = list(InputReader().feed(BEFORE[before] + QUITTING[quitting] + b"x", 1.0))
    assert isinstance(found[0], events.Key)
    assert found[0].key in QUIT_KEYS
    assert len(found) > 2, "the others follow"
    assert [event.key for event in found[1:] if isinstance(event, events.Key)][-1] == "x"


@pytest.mark.parametrize("quitting", QUITTING)
def test_in_a_paste_it_is_text(quitting: str) -> None:
    found = list(InputReader().feed(b"\x1b[200~ab" + QUITTING[quitting] + b"cd\x1b[201~", 1.0))
    assert [type(event) for event in found] == [events.Paste]


@pytest.mark.parametrize("key", QUIT_KEYS)
def test_the_app_leaves_without_what_was_typed_before(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handled = []
    on_event = TttApp.on_event

    async def counting(app: TttApp, event: events.Event) -> None:
        if isinstance(event, events.Key):
            handled.append(event.key)
        await on_event(app, event)

    monkeypatch.setattr(TttApp, "on_event", counting)

    async def play(recorded: Recorded) -> None:
        recorded.send("down", "enter")
        await recorded.settle()
        handled.clear()
        recorded.send(*["right"] * 200, "enter", key)
        await recorded.settle()

    assert run(play, a_setup(board=(20, 20), k=5)).return_code == 0
    assert handled == [key]
