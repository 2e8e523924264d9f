"""`ttt-tui match` with brains: whatever one does wrong gives the game away, and is counted as that."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.test_match import Shell, players, referee, shell
from tests.gomocup.bad_brains import command
from tests.support.processes import MARK, PATIENCE, marked
from tests.support.sampling import sampled
from ttt_tui.gomocup import BrainFault, dialogue
from ttt_tui.gomocup.dialogue import BrainTimeouts
from ttt_tui.tournament import report

__all__ = ["shell"]

HANGING = sampled(BrainTimeouts(), BrainTimeouts(first=0.1, start=0.2))
"""How long an engine is waited for that never answers."""


def brain(name: str, *fields: str) -> str:
    return ",".join((f"brain:{' '.join(command(name))}", *fields))


def match(shell: Shell, *specs: str, games: int = 2) -> tuple[int, str, str]:
    return shell("--board", 7, *players(*specs), "--games", games, "--json", "--seed", 1)


def test_a_brain_plays_from_both_seats_by_the_rules(shell: Shell) -> None:
    status, out, err = match(shell, brain("good", "name=Ann"), "scorer,name=Bob")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert [record["seats"] for record in data["records"]] == [[0, 1], [1, 0]]
    for record in data["records"]:
        assert referee(data, record) == record["winner"]
        assert record["fault"] is None
    ann, bob = data["players"]
    assert (ann["level"], ann["faults"], ann["losses"], bob["wins"]) == ("brain:Ann", {}, 2, 2)
    assert "good.py" not in out, "commands are not written down"


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("dies", "died", "stopped (exit status 3)"),
        ("dies_at_once", "died", "was killed by SIGSEGV"),
        ("on_stone", "illegal move", "which is taken"),
        ("off_board", "illegal move", "played 7,7, which is not on the board"),
        ("floods", "flood", "without an answer"),
        ("nonsense", "nonsense", "instead of an answer"),
        ("hangs", "hung", f"did not answer START within {HANGING.start:g} s"),
        ("refuses_start", "refused", "rejected START 7"),
        ("overruns", "overran", "exceeded its time limit of 0.1 s by more than 1.5 s"),
        ("no such brain", "did not start", "did not start: "),
    ],
)
def test_faults_are_named_and_counted_apart_from_losses(
    name: str, kind: str, told: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "hangs":
        monkeypatch.setattr(dialogue, "BRAIN_TIMEOUTS", HANGING)
    spec = brain(name, "name=Ann", "time=0.1") if " " not in name else "brain:/no/such,name=Ann"
    status, out, err = match(shell, "random,name=Bob", spec, games=1)
    assert status == 0
    data = json.loads(out)
    bob, ann = data["players"]
    assert (ann["faults"], ann["losses"], ann["crashes"], bob["wins"]) == ({kind: 1}, 0, 0, 1)
    assert data["records"][0]["fault"] == kind
    assert data["elo"]["low"] is not None, "the game was given away, which somebody has won"
    assert err.startswith("ttt-tui: Ann (brain:Ann) failed in game 1 after ")
    assert told in err
    assert err.count("\n") == 1
    assert err.strip().isprintable()


def test_the_table_has_words_for_every_kind_of_fault() -> None:
    kinds = {fault.kind for fault in BrainFault.__subclasses__()}
    assert kinds == report.KINDS.keys()


def test_the_table_names_faults(shell: Shell) -> None:
    words = [*players(brain("on_stone", "name=Ann"), "random,name=Bob"), "--board", 7, "--games", 2]
    status, out, _ = shell(*words, "--seed", 1)
    assert status == 0
    top, heading, ann, bob = out.splitlines()[1:5]
    assert top.split() == ["won", "won", "slowest"]
    assert heading.split()[-2:] == ["move", "faults"]
    assert heading.split()[:5] == ["player", "level", "won", "drawn", "lost"]
    assert ann.split()[:5] == ["Ann", "brain:Ann", "0", "0", "0"]
    assert ann.rstrip().endswith("2 illegal moves")
    assert bob.split()[:5] == ["Bob", "random", "2", "0", "0"]


def test_a_brain_that_does_not_work_is_found_out_before_the_match(shell: Shell) -> None:
    status, out, err = match(shell, "random", brain("refuses_start"))
    assert (status, out) == (2, "")
    assert "rejected START 15: “no such board”" in err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how processes are doing")
def test_ctrl_c_ends_the_brains_too() -> None:
    words = [*players(brain("overruns", "name=Ann", "time=3000"), "random"), "--board", "7", "--json"]
    mark, started = f"match {os.getpid()}", " ".join(command("overruns"))
    process = subprocess.Popen(
        [sys.executable, "-m", "ttt_tui", "match", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {MARK: mark},
    )
    with process:
        end = time.monotonic() + PATIENCE
        while not any(text.startswith(started) for text in marked(mark).values()):
            assert time.monotonic() < end
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, json.loads(out)["games"]) == (130, 0)
    assert err == b"ttt-tui: interrupted before the first of 20 games was over\n"
    assert marked(mark) == {}
