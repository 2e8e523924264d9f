"""Every scene of the pictures can be reached, and is what its name says."""

import pytest

import tests.support.quick_textual  # noqa: F401  # before what imports Textual
from tests.support.scene_runner import show
from tests.support.scenes import SCENES
from ttt_tui.process.terminal import Colours, Terminal

SAYS = {
    "card-focus": "Level", "player": "Symbol", "rules-list": "torus", "settings": "Settings",
    "themes": "kaya", "help": "Main menu", "too-small": "20×8", "join": "Cem", "waiting": "Bob joined",
    "vacant-seat": "6 s", "fifteen-computers-page": "20×20", "hint": "●●●", "connect-four-won": "You win",
    "ultimate-won": "You win", "torus-won": "You win", "lost": "wins", "drawn": "Draw", "match": "match",
    "shared": "clipboard", "resign": "Resign", "practice": "better", "history": "yesterday",
    "statistics": "Statistics", "puzzle-solved": "Solved", "puzzle-missed": "is wrong",
}  # fmt: skip
"""Words on the screens of some scenes."""


@pytest.mark.sample(every=12)
@pytest.mark.parametrize("name", SCENES)
async def test_a_scene_can_be_reached(name: str) -> None:
    scene = SCENES[name]
    lines = await show(scene, scene.size or (80, 24))
    text = "\n".join("".join(segment.text for segment in line) for line in lines)
    assert len(lines) == (scene.size or (80, 24))[1]
    assert SAYS.get(name, "") in text, text


@pytest.mark.parametrize(
    ("colours", "kinds"),
    [(Colours.TRUECOLOR, {"TRUECOLOR"}), (Colours.MANY, {"EIGHT_BIT"}), (Colours.NONE, set())],
)
async def test_a_scene_has_the_colours_of_its_terminal(colours: Colours, kinds: set[str]) -> None:
    lines = await show(SCENES["3x3"], terminal=Terminal(colours))
    found = {
        colour.type.name
        for line in lines
        for _, style, _ in line
        if style is not None
        for colour in (style.color, style.bgcolor)
        if colour is not None and not colour.is_default
    }
    assert found == kinds
