"""What people do with the program, each as the keys, clicks and pastes that it takes; and scripts of that."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.monkey.script import Item, Look, Pause, Resize, Script, Signal, Start, Write, events
from tests.support.terminal import DOWN, LEFT, RIGHT, UP
from ttt_tui.session.presets import PRESETS

ENTER, ESCAPE, TAB, BACKTAB, BACKSPACE = b"\r", b"\x1b", b"\t", b"\x1b[Z", b"\x7f"
ARROWS = tuple(arrow.encode() for arrow in (UP, DOWN, RIGHT, LEFT))
FAR = (b"\x1b[H", b"\x1b[F", b"\x1b[5~", b"\x1b[6~")
"""Home, End, page up, page down."""
FOCUS_IN, FOCUS_OUT = b"\x1b[I", b"\x1b[O"
PALETTE, THEME_KEY = b"\x10", b"\x1bOQ"
WORDS = (
    "new", "seven", "gomoku", "swarm", "two", "undo", "redo", "theme", "nord", "high", "light", "help",
    "panel", "resign", "place", "pause", "leave", "history", "zzz", "add", "moves", "fifteen", "okabe",
)  # fmt: skip
NAMES = ("Zoe", "Ada", "Ω", "ß", "Jo Ann", "", "0123456789012345678901234567890", "[red]x[/]", "你")
MEANINGFUL = "hjkluUnRpsmiiAtw.+-:?0123456789abcdexrvyN<> \r\t"
"""Keys that mean something somewhere, apart from those that leave."""


@dataclass
class Hands:
    """Somebody at a terminal of `columns` × `rows`, who guesses what is on it."""

    rng: Random
    columns: int = 80
    rows: int = 24

    def gesture(self) -> list[bytes]:
        ways, weights = zip(*GESTURES.items(), strict=True)
        chosen: Callable[[Hands], list[bytes]] = self.rng.choices(ways, weights)[0]
        return chosen(self)

    # --- playing -----------------------------------------------------------------------------------------

    def place(self) -> list[bytes]:
        arrow = self.rng.choice(ARROWS)
        return [arrow] * self.rng.randint(0, 3) + [self.rng.choice((ENTER, ENTER, b" "))]

    def digit(self) -> list[bytes]:
        """Place by a digit, or begin to type a square."""
        return [self.rng.choice(b"123456789").to_bytes(), *([ENTER] * self.rng.randint(0, 1))]

    def square(self) -> bytes:
        """Return the name of some square, more often one of a small board."""
        side = self.rng.choice((3, 3, 5, 9, 15, 20, 26))
        letter, row = chr(ord("a") + self.rng.randrange(side)), self.rng.randint(1, side)
        return self.rng.choice(
            (f"{letter}{row}",) * 5 + (f"{row * side}", f"{letter.upper()}{row}", letter)
        ).encode()

    def go_to(self) -> list[bytes]:
        """Type a square, with second thoughts."""
        typed = [bytes([c]) for c in self.square()]
        for _ in range(self.rng.choice((0, 0, 0, 1, 2))):
            edit = self.rng.choice(
                (BACKSPACE, BACKSPACE, b"\x0b", b"\x15", b"\x17", b"\x01", b"\x05", ARROWS[3])
            )
            typed += [edit, *(bytes([c]) for c in self.square())]
        return [b":", *typed, self.rng.choice((ENTER, ENTER, ENTER, ENTER, ESCAPE, ENTER + ENTER))]

    def take_back(self) -> list[bytes]:
        return self.rng.choices((b"u", b"U", b"\x1a", b"\x19"), (5, 3, 1, 1), k=self.rng.randint(1, 4))

    def computers(self) -> list[bytes]:
        """Set the pace of computers."""
        return self.rng.choices((b"p", b".", b"+", b"-", b"m"), k=self.rng.randint(1, 4))

    def walk(self) -> list[bytes]:
        """Walk in the list of moves, and perhaps go on from there."""
        steps = self.rng.choices((*ARROWS, *FAR), k=self.rng.randint(0, 4))
        return [TAB, *steps, *self.rng.choice(([], [TAB], [ENTER, b"y"], [ENTER, b"n"], [b"q"]))]

    def advice(self) -> list[bytes]:
        return self.rng.choices((b"i", b"A", b"t", b"w", b"\x0e"), (6, 3, 2, 2, 2), k=self.rng.randint(1, 5))

    def review(self) -> list[bytes]:
        keys = (b"n", b"N", b"t", b"b", b"w", b"d", b"C", b"1", b"5", b"b2", ENTER, ESCAPE, *ARROWS, *FAR)
        looks = self.rng.choices(keys, k=self.rng.randint(0, 6))
        return [b"v", *looks, *self.rng.choice(([b"q"], [b"q", b"q"], [ESCAPE], []))]

    def draw(self) -> list[bytes]:
        """Offer a draw; where people sit at one terminal, it is accepted or not."""
        return self.rng.choice(([b"D"], [b"D", b"y"], [b"D", ENTER], [b"D", b"n"]))

    def panel(self) -> list[bytes]:
        return [b"s"]

    def next_game(self) -> list[bytes]:
        return self.rng.choice(
            ([b"n"], [b"n", b"y"], [b"n", b"n"], [b"n", ESCAPE], [b"R"], [b"R", ENTER], [ENTER], [b"C", b"C"])
        )

    def leave_and_return(self) -> list[bytes]:
        """Leave the game and take it up again, or start another one."""
        back = self.rng.choice(
            ([b"r"], [b"r"], [ENTER], [DOWN.encode(), ENTER], [b"a", ENTER], [b"h", b"q", b"r"])
        )
        return [self.rng.choice((b"q", b"q", ESCAPE)), *back]

    # --- setting up --------------------------------------------------------------------------------------

    def set_up(self) -> list[bytes]:
        keys = (TAB, BACKTAB, *ARROWS, b"a", b"d", b"<", b">", b"x", b"3", b"7", b"\x1b[3~")
        return self.rng.choices(keys, k=self.rng.randint(1, 6))

    def choose(self) -> list[bytes]:
        return [self.rng.choice((UP, DOWN)).encode()] * self.rng.randint(1, 9) + [ENTER]

    def edit_player(self) -> list[bytes]:
        typed = [c.encode() for c in self.rng.choice(NAMES)]
        typed.insert(
            self.rng.randint(0, len(typed)), self.rng.choice((BACKSPACE, b"\x0b", b"\x15", TAB, b"x"))
        )
        more = self.rng.choices((TAB, *ARROWS, b"@", b"O", BACKTAB), k=self.rng.randint(0, 4))
        return [b"e", *typed, *more, self.rng.choice((ENTER, ENTER, ESCAPE, ENTER + ENTER))]

    # --- other screens -----------------------------------------------------------------------------------

    def find(self) -> list[bytes]:
        word = [c.encode() for c in self.rng.choice(WORDS)]
        steps = self.rng.choice(([], [], [DOWN.encode()], [UP.encode()], [BACKSPACE]))
        return [PALETTE, *word, *steps, *self.rng.choice(([ENTER], [ENTER, ENTER], [ENTER] * 3, [ESCAPE]))]

    def theme(self) -> list[bytes]:
        steps = [DOWN.encode()] * self.rng.randint(0, 5)
        return [THEME_KEY, *steps, *self.rng.choice(([ENTER], [ENTER, ENTER], [ESCAPE]))]

    def help(self) -> list[bytes]:
        read = self.rng.choices((b" ", *FAR, *ARROWS), k=self.rng.randint(0, 3))
        return [self.rng.choice((b"?", b"\x1bOP")), *read, self.rng.choice((b"q", ESCAPE, b"?", ENTER))]

    def history(self) -> list[bytes]:
        there = self.rng.choice(([b"q", b"h"], [b"h"]))
        keys = (*ARROWS, b"v", b"s", b"x", b"d", b"y", b"n", ENTER, TAB, b" ", b"p", *FAR)
        return [*there, *self.rng.choices(keys, k=self.rng.randint(0, 5)), b"q", b"r"]

    def puzzle(self) -> list[bytes]:
        """Try a puzzle, with its help, and perhaps another one, and leave it or not."""
        there = self.rng.choice(([b"q", b"p"], [b"p"]))
        more = b"1", b"5", b":b2", b"pt", b"pd", *ARROWS
        keys = (ENTER, ENTER * 2, b"i", b"u", b"S", b"C", b"n", b"s", *more)
        return [*there, *self.rng.choices(keys, k=self.rng.randint(1, 8)), *self.rng.choice(([b"q"], []))]

    # --- the mouse and the terminal ----------------------------------------------------------------------

    def point(self, code: int, *, released: bool = False) -> bytes:
        """Return a mouse report from somewhere on the screen; a few are beyond its edge."""
        x, y = self.rng.randint(1, self.columns), self.rng.randint(1, self.rows)
        if self.rng.random() < 0.02:
            x += self.columns
        return f"\x1b[<{code};{x};{y}{'m' if released else 'M'}".encode()

    def click(self) -> list[bytes]:
        code = self.rng.choice((0, 0, 0, 0, 0, 1, 2, 4, 16))
        down = self.point(code)
        return [down, down[:-1] + b"m"] * self.rng.choice((1, 1, 1, 2, 3))

    def mouse(self) -> list[bytes]:
        """Move the mouse, turn its wheel, drag, or press and never let go."""
        codes = self.rng.choice(((35,) * 4, (64,), (65,), (66,), (67,), (0, 32, 32), (0,), (35, 0, 0)))
        return [self.point(code, released=self.rng.random() < 0.2) for code in codes]

    def focus(self) -> list[bytes]:
        return self.rng.choice(([FOCUS_IN], [FOCUS_OUT], [FOCUS_OUT, FOCUS_IN]))

    def rubbish(self) -> list[bytes]:
        """Send what no key sends."""
        return [strange(self.rng) for _ in range(self.rng.choice((1, 1, 1, 2, 5)))]

    def paste(self) -> list[bytes]:
        return [paste(self.rng)]

    def random_keys(self) -> list[bytes]:
        some = [*(c.encode() for c in MEANINGFUL), *ARROWS, *FAR, ENTER, TAB, BACKTAB, BACKSPACE, b"\x1b[24~"]
        control = [bytes([code]) for code in range(32)]
        rare = [ESCAPE, b"q", PALETTE, b"\x1ba", b"\x1b[97;5u", b"\x1b[13u", b"\x1b[27u", b"\x0c", *control]
        keys = self.rng.choices((some, rare), (30, 1), k=self.rng.randint(1, 6))
        return [self.rng.choice(kind) for kind in keys]


GESTURES: dict[Callable[[Hands], list[bytes]], int] = {
    Hands.place: 20, Hands.digit: 8, Hands.go_to: 12, Hands.take_back: 8, Hands.computers: 5, Hands.walk: 6,
    Hands.panel: 3, Hands.advice: 5, Hands.review: 3, Hands.next_game: 6, Hands.leave_and_return: 4,
    Hands.set_up: 4, Hands.choose: 2, Hands.edit_player: 3, Hands.find: 6, Hands.theme: 2, Hands.help: 3,
    Hands.history: 3, Hands.puzzle: 3, Hands.click: 12, Hands.mouse: 8, Hands.focus: 2, Hands.rubbish: 6,
    Hands.paste: 2, Hands.random_keys: 8, Hands.draw: 2,
}  # fmt: skip
"""What people do, and how often one beside the other."""


# --- bytes that no key sends -----------------------------------------------------------------------------


PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
"""What stands before and after a bracketed paste."""

STRANGE = (
    b"\xe9", b"\xff", b"\xe2\x82", b"\xf0\x9f\x8e", b"\x80\xbf\xc0", b"\xed\xa0\x80", b"\x00",
    b"\x00\x00\x00", b"\x7f", b"\x1b[M !!", b"\x1b[M \xe8\xa0", b"\x1b[M#\xff\xff", b"\x1b[32;12;7M",
    b"\x1b[<0;0;0M", b"\x1b[<999;5;5M", b"\x1b[<0;99999;99999M", b"\x1b[<0;-3;-4M", b"\x1b[<67;10;5M",
    b"\x1b[999999999999999999999~", b"\x1b[1;999999999999999999999A", b"\x1b[99999999999999999999u",
    b"\x1b[1114112u", b"\x1b[55296u", b"\x1b[57344;1:3u", b"\x1b[57358u", b"\x1b[97;;229:99999999u",
    b"\x1b[48;24;80;0;0t", b"\x1b[48;0;0;0;0t", b"\x1b[48;24;80;384;640t", b"\x1b[?2048;1$y",
    b"\x1b[?2026;2$y", b"\x1b[24;80R", b"\x1b[0;0R", b"\x1b[?6c", b"\x1bP1$r0m\x1b\\",
    b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1b]0;title\x07", b"\x1b]52;c;", b"\x1bPq#0;2;0;0;0",
    b"\x1b^private\x1b\\", b"\x1b_application", b"\x1b[", b"\x1b[<0;5", b"\x1b[1;", b"\x1bO", b"\x1b\x1b",
    b"\x1b[[A", b"\x9b5~", b"\x1b[200", b"\x1b[?",
    b"\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24m",
    "é".encode("latin-1") + b"t\xe9", "ÄÖ€你🟥".encode(), "e\u0301\u200d\ufe0f".encode(),
    "\u202e\u2066\ufeff".encode(), b"\x1c\x1d\x1e\x1f", b"\n", b"\x05\x06\x0e\x0f\x12\x14\x15\x16\x18",
)  # fmt: skip
"""What a broken line, a foreign terminal or a paste in another encoding brings: halves of characters, mouse
reports of all kinds, numbers beyond all bounds, answers that were not asked for, sequences cut short."""


def strange(rng: Random) -> bytes:
    if rng.random() < 0.8:
        return rng.choice(STRANGE)
    return bytes(
        rng.choice((rng.randrange(128, 256), rng.randrange(256), 0x1B)) for _ in range(rng.randint(1, 8))
    )


def paste(rng: Random) -> bytes:
    text = rng.choice(
        (b"b2", b":b2\n", b"Zoe", b"h8\r", b"q", b"1 2 3\n4", "Zoë".encode("latin-1"), b"\x1b[A", b"x" * 2000)
    )
    return rng.choice((PASTE + text + PASTED,) * 6 + (PASTE + text, text + PASTED, PASTE + PASTED, text))


# --- scripts: what follows from a seed -------------------------------------------------------------------


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
