"""How a brain is started and begins a game, and what it says of itself.

>>> read_about('name="Rapfi", version="2023.1", author="its authors"')
About(name='Rapfi', version='2023.1')
"""

import re
from dataclasses import dataclass

from ttt_tui.computer.base import NEVER, Stop
from ttt_tui.engine import LONGEST_NAME, Geometry, is_valid_name
from ttt_tui.engine.setup import BRAIN_LINE, LONGEST_BRAIN_NAME
from ttt_tui.errors import BrainFault, CommandRefused, Hung, MeaninglessAnswer, RequestCancelled
from ttt_tui.gomocup import words
from ttt_tui.gomocup.dialogue import BRAIN_TIMEOUTS, BrainTimeouts, Dialogue, Hear, nobody
from ttt_tui.gomocup.program import BrainProgram
from ttt_tui.gomocup.words import ReplyKind

USUAL_BOARD = Geometry(15, 15, BRAIN_LINE)
"""Every brain can play on it."""


def begin(
    program: BrainProgram,
    geometry: Geometry,
    patience: BrainTimeouts,
    stop: Stop = NEVER,
    hear: Hear = nobody,
) -> Dialogue:
    """Start a brain and a game on such a board, with line ends that the brain reads.

    Raises a `BrainFault`, or `RequestCancelled`; the process ends then.
    """
    habits = program.habits
    if habits.wants_crlf is not None:
        return _begin(program, geometry, habits.wants_crlf, patience.start, patience, stop, hear)
    try:
        dialogue, wants_crlf = _begin(program, geometry, False, patience.first, patience, stop, hear), False
    except Hung:
        dialogue, wants_crlf = _begin(program, geometry, True, patience.start, patience, stop, hear), True
    habits.wants_crlf = wants_crlf
    return dialogue


def _begin(
    program: BrainProgram,
    geometry: Geometry,
    wants_crlf: bool,
    seconds: float,
    patience: BrainTimeouts,
    stop: Stop,
    hear: Hear,
) -> Dialogue:
    """Do so with these line ends; the first answer may take so many seconds."""
    dialogue = Dialogue(program, wants_crlf, patience)
    command = words.start(geometry)
    try:
        answer = dialogue.expect_ok(command, seconds, stop, hear)
        if answer.kind is not ReplyKind.OK:
            raise CommandRefused(f"rejected {command}: “{answer.text:.60}”")
    except (BrainFault, RequestCancelled):
        dialogue.end_soon()
        raise
    return dialogue


@dataclass(frozen=True, slots=True)
class About:
    """What a brain says of itself; nothing where it says nothing, or nothing that can be shown."""

    name: str = ""
    """One that a brain can have here."""
    version: str = ""


def ask_about(program: BrainProgram, patience: BrainTimeouts = BRAIN_TIMEOUTS, stop: Stop = NEVER) -> About:
    """Start a brain, see whether it begins a game, ask what it is, and let it end.

    Raises a `BrainFault`, or `RequestCancelled`. A brain that does not tell has no name, but no fault either.
    """
    dialogue = begin(program, USUAL_BOARD, patience, stop)
    try:
        dialogue.say("ABOUT", stop=stop)
        answer = dialogue.answer(patience.answer, stop, nobody)
        return read_about(answer.text) if answer is not None and answer.kind is ReplyKind.ABOUT else About()
    except MeaninglessAnswer:
        return About()
    finally:
        dialogue.end_soon()


def read_about(text: str) -> About:
    """Return what the answer to ABOUT says; any text says something, if nothing that is of use."""
    values = {key.lower(): value for key, value in re.findall(r'([A-Za-z]{1,20})\s*=\s*"([^"]*)"', text)}
    name = values.get("name", "").strip()[:LONGEST_BRAIN_NAME].strip()
    return About(name if is_valid_name(name) else "", values.get("version", "").strip()[:LONGEST_NAME])
