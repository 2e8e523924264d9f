"""What can be done in a game is worked out once after each change, and all who show or refuse it agree."""

import random
from collections.abc import Iterator
from itertools import islice, product

import pytest

from tests.support.driving import SCRIPTED, Script, a_setup, playing
from tests.support.sampling import sampled
from ttt_tui.app.palette import commands as commands_on
from ttt_tui.app.play import computer_search
from ttt_tui.app.play.availability import (
    PAST,
    RULES,
    ActionContext,
    Availability,
    DisabledReason,
    MultiplayerRole,
)
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.engine import HUMAN

WON = ["a1", "a2", "b1", "b2", "c1"]

KEYS = (
    *("enter",) * 6, *"123456789", *("left", "down") * 3, *("tab", "up", "escape") * 3, *"uuURny",
    *("colon", "b", "2"), "m", "p", "full_stop", "plus", "s", "backspace",
)  # fmt: skip

ACTIONS = sorted({binding.action.split("(")[0] for binding in PlayScreen.BINDINGS})


FACTS = (
    "is_over", "is_match_over", "has_moves", "has_undone", "is_human_turn", "can_resign",
    "has_only_computers", "is_asked", "is_guests_turn", "has_computers", "has_own_moves", "is_paused",
    "chooses_marks", "is_past", "is_waiting", "is_walking", "is_typing", "is_analysing", "hint_step",
    "can_go_back",
)  # fmt: skip
"""The facts that are combined in every way."""


def context_with(context: ActionContext | None = None, **facts: object) -> ActionContext:
    """Return a context with these facts, and the others of an earlier one."""
    made = ActionContext.__new__(ActionContext)
    vars(made).update({} if context is None else vars(context), **facts)
    return made


def all_contexts() -> Iterator[ActionContext]:
    """Give everything that may be the case, and some that cannot; with others only what they are about."""
    others = {
        "is_lost": False,
        "is_out": False,
        "is_opening": False,
        "is_choosing": False,
        "is_holding": False,
        "are_several_here": False,
        "is_rated": False,
        "stones_fall": False,
        "offered_step": "",
    }
    for values in product((False, True), repeat=len(FACTS)):
        given = dict(zip(FACTS, values, strict=True))
        if given["is_match_over"] and not given["is_over"]:
            continue
        if given["is_guests_turn"] and (given["is_human_turn"] or given["is_over"]):
            continue
        if not given["has_computers"] and (
            given["has_only_computers"] or given["is_waiting"] or given["is_paused"]
        ):
            continue
        if not given["has_own_moves"] and (given["has_undone"] or given["is_analysing"]):
            continue
        alone = context_with(role=MultiplayerRole.NONE, **given, **others)
        yield alone
        if not (alone.is_over or alone.is_analysing or alone.is_paused or alone.hint_step):
            yield context_with(alone, is_holding=True)
        if not (alone.is_over or alone.is_human_turn or alone.has_only_computers):
            yield context_with(alone, is_out=True)
        if alone.is_over and not (
            alone.is_analysing or alone.is_waiting or alone.is_paused or alone.hint_step
        ):
            yield context_with(alone, is_lost=True, offered_step="easy 3")
        if not (alone.is_analysing or alone.has_only_computers or alone.has_undone):
            for role in MultiplayerRole:
                yield context_with(alone, role=role)
            if not (alone.is_over or alone.is_waiting or alone.is_paused):
                yield context_with(alone, is_opening=True)
                yield context_with(alone, is_opening=True, is_choosing=True)


async def test_contexts_have_all_facts() -> None:
    async with playing(a_setup()) as ui:
        assert vars(next(all_contexts())).keys() == vars(ui.game_screen.context).keys()


# --- the rules -------------------------------------------------------------------------------------------


def test_every_rule_is_of_an_action_that_a_key_has() -> None:
    assert RULES.keys() <= set(ACTIONS)


@pytest.mark.slow
def test_enter_means_one_thing_no_key_is_the_games_while_a_square_is_typed_and_each_reason_is_given() -> None:
    given: set[DisabledReason] = set()
    for context in islice(all_contexts(), 0, None, sampled(1, 23)):
        availability = Availability.of(context)
        enter = "place", "pick", "next_game", "rematch", "rejoin"
        meant = [action for action in enter if availability.state(action) is not False]
        assert len(meant) == (not context.is_walking and not context.is_typing), vars(context)
        assert all(availability.state(action) is False for action in ACTIONS) == context.is_typing
        given.update(availability.disabled.values())
    assert given >= {reason for rule in RULES.values() for reason in rule.reasons}


@pytest.mark.slow
def test_the_past_cannot_be_changed_by_accident_and_takes_nothing_else_away() -> None:
    for context in all_contexts():
        past = Availability.of(context_with(context, is_past=True))
        present = Availability.of(context_with(context, is_past=False))
        changing = {action for action, reason in past.disabled.items() if reason is PAST}
        assert changing == {action for action, rule in RULES.items() if rule.is_of_present}
        others = set(ACTIONS) - changing
        assert {a: past.state(a) for a in others} == {a: present.state(a) for a in others}


# --- on the screen ---------------------------------------------------------------------------------------


async def test_it_is_worked_out_once_for_a_move_and_never_for_what_changes_nothing(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[ActionContext] = []
    of = Availability.of
    monkeypatch.setattr(computer_search, "LONG_THOUGHT", 1e9)
    monkeypatch.setattr(Availability, "of", lambda context: worked_out.append(context) or of(context))
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        worked_out.clear()
        await ui.press("left", "down", "U", "s", "s")
        assert worked_out == []
        await ui.press("enter")
        question = await ui.question(script)
        assert len(worked_out) == 1
        question.answer("b2")
        await ui.moved("a3", "b2")
        await ui.settle()
        assert len(worked_out) == 2
        await ui.press("tab")
        assert len(worked_out) == 3


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("levels", [(HUMAN, HUMAN), (HUMAN, SCRIPTED), (SCRIPTED, SCRIPTED)])
async def test_it_is_never_out_of_date(levels: tuple[str, str], script: Script) -> None:
    chance = random.Random(str(levels))
    seen = []
    async with playing(a_setup(*levels, points=9)) as ui:
        for _ in range(sampled(250, 100)):
            asked = [question for question in script.questions if not question.stop.is_set()]
            script.questions.clear()
            if asked and chance.random() < 0.8:
                position = asked[-1].position
                asked[-1].answer(position.geometry.name(chance.choice(position.moves)))
                await ui.rest()
            screen, key = ui.game_screen, chance.choice(KEYS)
            if key == "escape" and not (screen.context.is_typing or screen.context.is_walking):
                continue  # it would leave the game
            await ui.press(key)
            assert screen.availability == Availability.of(screen.context), key
            seen.append(screen.context)
    if SCRIPTED not in levels:  # else it depends on when computers answer
        for fact in ("is_over", "has_moves", "has_undone", "is_past", "is_walking", "is_typing"):
            assert {getattr(context, fact) for context in seen} == {False, True}, f"{fact} has been both"


STATES: dict[str, tuple[list[str], list[str]]] = {
    "start": ([], []),
    "running": (WON[:3], []),
    "undone": (WON[:3], ["u"]),
    "list": (WON[:3], ["tab"]),
    "past": (WON[:3], ["tab", "up"]),
    "typing": (WON[:3], [":"]),
    "over": (WON, []),
}
"""The moves that were made, and the keys that are pressed then."""


@pytest.mark.sample(every=8)
@pytest.mark.parametrize("name", STATES)
async def test_footer_and_palette_say_what_is_looked_up(name: str) -> None:
    moves, keys = STATES[name]
    async with playing(a_setup(points=2), moves=moves, size=(120, 30)) as ui:
        await ui.press(*keys)
        screen = ui.game_screen
        explained = [command.help for command in commands_on(screen)]
        active = {there.binding.id: there for there in screen.active_bindings.values()}
        shown = {key.description: key.enabled for key in screen.query_one(KeyHints).keys}
        for binding in PlayScreen.BINDINGS:
            action = binding.action.split("(")[0]
            if "." in action:
                continue  # the app's
            state = screen.availability.state(action)
            is_active = binding.id in active  # else another binding has its keys
            if is_active:
                assert state is not False
                assert active[binding.id].enabled == bool(state)
                assert shown.get(binding.description, bool(state)) == bool(state)
            assert (binding.tooltip in explained) == (is_active and state is True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "refused"),
    [([], "u U m full_stop p v w"), (WON, "U m full_stop i R colon w")],
    ids=["start", "over"],
)
async def test_a_key_is_refused_with_the_reason_that_is_looked_up(moves: list[str], refused: str) -> None:
    async with playing(a_setup(points=2), moves=moves, size=(120, 30)) as ui:
        for key in refused.split():
            actions = [binding.action for binding in PlayScreen.BINDINGS if key in binding.key.split(",")]
            reasons = [r.text for a in actions if (r := ui.play.availability.disabled.get(a))]
            assert reasons, key
            await ui.press("left", key)
            assert any(reason.lower() in ui.status.lower() for reason in reasons), key
            assert ui.moves == moves
