"""Writes a monkey's script: everything in it follows from a seed."""

from random import Random

from tests.monkey.gestures import ESCAPE, Hands
from tests.monkey.script import Item, Look, Pause, Resize, Script, Signal, Start, Write, events
from ttt_tui.session.presets import PRESETS

SIZES = ((20, 8), (40, 16), (80, 24), (120, 40), (200, 50))
USUAL = (1, 3, 8, 2, 1)
"""How often a size is chosen beside the others."""

NARROW = ((1, 24), (2, 24), (3, 24), (1, 2), (2, 2))
"""Windows in which there is only room to say that they are too small; a whole paint has a second line."""

THEMES = ("okabe-ito", "high-contrast", "nord", "textual-light", "ansi-dark", "ansi-light")
LEVELS = ("random", "rules", "scorer")
THINKERS = ("minimax,time=0.1", "negamax,time=0.1", "expert,time=0.1")

LIFE = 150
"""Batches until the program is ended and started in another way."""


def write_script(seed: int, wanted: int) -> Script:
    """Return a script of about so many events."""
    rng = Random(f"monkey {seed}")
    script: Script = []
    while (left := wanted - events(script)) > 0:
        start = _start(rng)
        hands = Hands(rng, start.columns, start.rows)
        script.append(start)
        if rng.random() < 0.8:  # else keys arrive while the program starts
            script.append(Look())
        for _ in range(rng.randint(LIFE // 10, LIFE)):
            batch = _batch(hands)
            script += [*batch, Look()]
            left -= events(batch)
            if left <= 0:
                break
            if isinstance(batch[-1], Signal) and batch[-1].name in ("TERM", "HUP"):
                break
    return script


def _start(rng: Random) -> Start:
    columns, rows = rng.choices(SIZES, USUAL)[0]
    arguments = [*_game(rng), "--seed", str(rng.randrange(1000))]
    if rng.random() < 0.15:
        arguments.append("--ascii")
    if rng.random() < 0.3:
        arguments += ["--color", rng.choice(("none", "16", "16", "256", "truecolor"))]
    if rng.random() < 0.2:
        arguments += ["--theme", rng.choice(THEMES)]
    if rng.random() < 0.05:
        arguments.append("--no-mouse")
    if rng.random() < 0.15:
        arguments = ["--resume"]
    animations = rng.choice(("full", "full", "none"))
    return Start(
        tuple(arguments),
        columns,
        rows,
        rng.choices(("xterm-256color", "xterm", "linux", "screen-256color"), (8, 2, 1, 1))[0],
        (("TEXTUAL_ANIMATIONS", animations), ("ESCDELAY", rng.choice(("25", "25", "100")))),
        rng.choice((0.0, 0.1, 0.3)),
    )


def _game(rng: Random) -> list[str]:
    kind = rng.random()
    if kind < 0.25:
        return []
    if kind < 0.6:
        short = ["--time", "0.1"] if rng.random() < 0.95 else []  # it is the screen that is looked at
        return ["--preset", rng.choice([name for name in PRESETS if name != "custom"]), *short]
    side = rng.choice((3, 3, 5, 8, 15, 20))
    columns, rows = rng.randint(3, side), rng.randint(3, side)
    line = rng.randint(3, min(6, max(columns, rows)))
    players = min(rng.choice((2, 2, 2, 3, 4, 15)), columns * rows // line)  # each has room for a line
    seats = [rng.choice(("human", "human", *LEVELS)) for _ in range(players)]
    if rng.random() < 0.2:
        seats[-1] = rng.choice(THINKERS)
    if rng.random() < 0.2:
        seats[0] += ",symbol=" + rng.choice(("你", "é", "◆", "#"))
    return ["--board", f"{columns}x{rows}", "--line", str(line)] + [
        word for seat in seats for word in ("--player", seat)
    ]


def _batch(hands: Hands) -> list[Item]:
    """Return what is done between two looks."""
    rng = hands.rng
    kind = rng.random()
    if kind < 0.02:
        columns, rows = rng.choice((*SIZES, (rng.randint(1, 220), rng.randint(3, 60))))
        hands.columns, hands.rows = columns, rows
        sizes = [Resize(rng.randint(10, 120), rng.randint(5, 40)) for _ in range(rng.choice((0, 0, 1, 3)))]
        return [*sizes, Resize(columns, rows)]
    if kind < 0.05:
        before = [Write(*hands.gesture())] if rng.random() < 0.5 else []
        return [*before, Signal(rng.choice(("TSTP", "STOP", "CONT", "WINCH", "WINCH")))]
    if kind < 0.052:
        return [Write(*hands.gesture()), Signal(rng.choice(("TERM", "HUP")))]
    if kind < 0.055:
        return [Write(*hands.gesture(), rng.choice((b"\x11", b"\x03")))]
    if kind < 0.075:  # typed while the window is too narrow, and afterwards it is as before
        narrow = [Resize(*rng.choice(NARROW)), *([Look()] if rng.random() < 0.5 else [])]
        return [*narrow, Write(*hands.gesture()), Resize(hands.columns, hands.rows)]
    parts = [part for _ in range(rng.choice((1, 1, 2, 3, 5))) for part in hands.gesture()][:20]
    way = rng.random()
    if way < 0.5:  # in one write
        return [Write(*parts)]
    if way < 0.75:  # with no gap, as fast as the program reads
        return [Write(part) for part in parts]
    batch: list[Item] = []
    for part in parts:
        batch += [Write(part), Pause(0.03 if part == ESCAPE else rng.choice((0.0, 0.002, 0.02)))]
    return batch
