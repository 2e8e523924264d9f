"""Wrong values of options are refused with what would be right."""

from argparse import ArgumentTypeError
from collections.abc import Callable

import pytest

from ttt_tui.cli import option_types
from ttt_tui.cli.main import main
from ttt_tui.process.colours import Colours


@pytest.mark.parametrize(
    ("read", "text", "reason"),
    [
        (option_types.colours, "17", "'17' is no number of colours: auto, none, 16, 256, truecolor are"),
        (option_types.seconds, "soon", "'soon' is not a number of seconds: write it like 0.5"),
        (option_types.seconds, "0", "a time of 0 s a move is not possible"),
        (option_types.seconds, "nan", "a time of nan s a move is not possible"),
        (option_types.elo_bounds, "5", "'5' is not two Elo differences: write it like --sprt 0,20"),
        (option_types.elo_bounds, "5,0", "'5,0' is not two Elo differences from -1000 to 1000"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(
    read: Callable[[str], object], text: str, reason: str
) -> None:
    with pytest.raises(ArgumentTypeError) as refusal:
        read(text)
    assert str(refusal.value).startswith(reason)


def test_right_values_are_read() -> None:
    assert option_types.colours("16") is Colours.SIXTEEN
    assert option_types.seconds("0.5") == 0.5
    assert option_types.elo_bounds("-2.5,10") == (-2.5, 10)


@pytest.mark.parametrize(
    "words", [("--ascii", "history", "list"), ("--seed", "1", "bench"), ("--theme=kaya", "match")]
)
def test_an_option_before_a_command_that_takes_no_notice_of_it_is_refused(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([*words])
    assert end.value.code == 2
    assert "has no effect" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--resume --board 9", "--resume does not go with --board: that game is set up already"),
        ("--resume 3 --time 1", "--resume does not go with --time"),
        ("--replay game.txt --preset gomoku", "--replay does not go with --preset"),
        ("--resume --replay game.txt", "--resume does not go with --replay"),
        ("--join --host", "--join does not go with --host"),
        ("--join --board 9", "--join does not go with --board"),
        ("--watch=", "--watch takes a user: ttt-tui --join lists who hosts"),
        ("--player human --player rules --only bob", "--only goes with --host, or with a seat that is open"),
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


def test_names_keep_their_capitals_in_help(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["brain", "--help"], ["history", "export", "--help"]):
        with pytest.raises(SystemExit):
            main(words)
    out = capsys.readouterr().out
    assert "Serve the strongest computer over the Gomocup protocol" in out
    assert "as JSON" in out


@pytest.mark.parametrize("words", ["history list --js", "puzzle make x --boa 3"])
def test_no_option_is_abbreviated(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    assert "--" in capsys.readouterr().err
