"""Wrong values of options are refused with what would be right."""

import re
from argparse import ArgumentTypeError
from collections.abc import Callable

import pytest

from ttt_tui.cli import options
from ttt_tui.cli.main import main
from ttt_tui.cli.options import LEVEL_NAMES
from ttt_tui.cli.parser import make_parser
from ttt_tui.computer import LEVELS, SCREEN_NAMES
from ttt_tui.process.terminal import Colours
from ttt_tui.session.setup_options import setup_from


@pytest.mark.parametrize(
    ("read", "text", "reason"),
    [
        (
            options.colours,
            "17",
            "unknown number of colours '17'; choose from auto, none, 16, 256, truecolor",
        ),
        (options.seconds, "soon", "invalid number of seconds 'soon'; try 0.5"),
        (options.seconds, "0", "a time of 0 s is not possible; choose more than 0, at most 3600"),
        (options.seconds, "nan", "a time of nan s is not possible; choose more than 0"),
        (options.elo_bounds, "5", "invalid Elo differences '5'; try --sprt 0,20"),
        (
            options.elo_bounds,
            "5,0",
            "invalid Elo differences '5,0'; choose two from -1000 to 1000, the smaller one first",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(
    read: Callable[[str], object], text: str, reason: str
) -> None:
    with pytest.raises(ArgumentTypeError) as refusal:
        read(text)
    assert str(refusal.value).startswith(reason)


def test_right_values_are_read() -> None:
    assert options.colours("16") is Colours.SIXTEEN
    assert options.seconds("0.5") == 0.5
    assert options.elo_bounds("-2.5,10") == (-2.5, 10)


@pytest.mark.parametrize(
    "words", [("--ascii", "history", "list"), ("--seed", "1", "bench"), ("--theme=kaya", "match")]
)
def test_an_option_before_a_command_that_takes_no_notice_of_it_is_refused(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([*words])
    assert end.value.code == 2
    assert ": not allowed before " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            "--resume --board 9",
            "argument --board: not allowed with argument --resume; that game is already set up",
        ),
        ("--resume 3 --time 1", "argument --time: not allowed with argument --resume"),
        ("--replay game.txt --preset gomoku", "argument --preset: not allowed with argument --replay"),
        ("--resume --replay game.txt", "argument --replay: not allowed with argument --resume"),
        ("--join --host", "argument --host: not allowed with argument --join; the host sets up the game"),
        ("--join --board 9", "argument --board: not allowed with argument --join; the host sets up the game"),
        ("--watch=", "argument --watch: expected a user; see `ttt-tui --join` for hosted games"),
        (
            "--player human --player rules --only bob",
            "argument --only: only allowed with --host or an open seat (--player open)",
        ),
    ],
)
def test_no_option_of_a_game_is_ignored(
    words: str,
    reason: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path_factory.mktemp("home")))
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    assert reason in capsys.readouterr().err


ACTIONS = ("list", "show", "export", "import", "review", "stats", "path")


@pytest.mark.parametrize(
    "words",
    [(command,) for command in ("match", "solve", "bench", "brain", "history", "puzzle")]
    + [("history", action) for action in ACTIONS]
    + [("puzzle", "make")],
)
def test_every_command_helps(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([*words, "--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: ttt-tui {' '.join(words)}")


def help_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    return capsys.readouterr().out


def test_names_keep_their_capitals_in_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Run level expert as a Gomocup engine" in help_of(["brain"], capsys)
    assert "JSON if its name ends in .json" in help_of(["history", "export"], capsys)


def test_the_help_ends_with_levels_and_examples_and_fits_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = help_of([], capsys)
    assert max(map(len, shown.splitlines())) <= 80
    examples = shown.partition("\nexamples:\n")[2]
    for option in ("--board 3x3", "--line", "--player"):
        assert option in examples
    for words in re.findall("^ +ttt-tui (.*)", examples, re.MULTILINE):
        options = make_parser(words.split()).parse_args(words.split())
        assert setup_from(options) is not None, words


def test_levels_are_known_by_the_names_that_the_computers_have() -> None:
    assert list(LEVEL_NAMES) == list(LEVELS)
    assert options.SCREEN_NAMES == SCREEN_NAMES


@pytest.mark.parametrize("words", ["history list --js", "puzzle make x --boa 3"])
def test_no_option_is_abbreviated(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    assert "--" in capsys.readouterr().err
