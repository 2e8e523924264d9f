"""What people do with the program, each as the keys, clicks and pastes that it takes."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.monkey.rubbish import paste, strange
from tests.support.terminal import DOWN, LEFT, RIGHT, UP

ENTER, ESCAPE, TAB, BACKSPACE = b"\r", b"\x1b", b"\t", b"\x7f"
ARROWS = tuple(arrow.encode() for arrow in (UP, DOWN, RIGHT, LEFT))
FAR = (b"\x1b[H", b"\x1b[F", b"\x1b[5~", b"\x1b[6~")
"""Home, End, page up, page down."""
FOCUS_IN, FOCUS_OUT = b"\x1b[I", b"\x1b[O"
PALETTE, THEMES = b"\x10", b"\x1bOQ"
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
        """Return something that a person does."""
        ways, weights = zip(*GESTURES.items(), strict=True)
        chosen: Callable[[Hands], list[bytes]] = self.rng.choices(ways, weights)[0]
        return chosen(self)

    # --- playing -----------------------------------------------------------------------------------------

    def place(self) -> list[bytes]:
        """Move the cursor about and place."""
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
        """Undo and redo."""
        return self.rng.choices((b"u", b"U", b"\x1a", b"\x19"), (5, 3, 1, 1), k=self.rng.randint(1, 4))

    def computers(self) -> list[bytes]:
        """Set the pace of computers."""
        return self.rng.choices((b"p", b".", b"+", b"-", b"m"), k=self.rng.randint(1, 4))

    def walk(self) -> list[bytes]:
        """Walk in the list of moves, and perhaps go on from there."""
        steps = self.rng.choices((*ARROWS, *FAR), k=self.rng.randint(0, 4))
        return [TAB, *steps, *self.rng.choice(([], [TAB], [ENTER, b"y"], [ENTER, b"n"], [b"q"]))]

    def advice(self) -> list[bytes]:
        """Ask for hints and for an analysis, and look at what it says."""
        return self.rng.choices((b"i", b"A", b"t", b"w", b"\x0e"), (6, 3, 2, 2, 2), k=self.rng.randint(1, 5))

    def review(self) -> list[bytes]:
        """Review a game that may be over, practise at its mistakes, and perhaps leave again."""
        keys = (b"n", b"N", b"t", b"b", b"w", b"d", b"1", b"5", b"b2", ENTER, ESCAPE, *ARROWS, *FAR)
        looks = self.rng.choices(keys, k=self.rng.randint(0, 6))
        return [b"v", *looks, *self.rng.choice(([b"q"], [b"q", b"q"], [ESCAPE], []))]

    def panel(self) -> list[bytes]:
        """Turn the panel."""
        return [b"s"]

    def next_game(self) -> list[bytes]:
        """Begin anew, or give up and go on."""
        return self.rng.choice(
            ([b"n"], [b"n", b"y"], [b"n", b"n"], [b"n", ESCAPE], [b"R"], [b"R", ENTER], [ENTER])
        )

    def leave_and_return(self) -> list[bytes]:
        """Leave the game and take it up again, or start another one."""
        back = self.rng.choice(
            ([b"r"], [b"r"], [ENTER], [DOWN.encode(), ENTER], [b"a", ENTER], [b"h", b"q", b"r"])
        )
        return [self.rng.choice((b"q", b"q", ESCAPE)), *back]

    # --- setting up --------------------------------------------------------------------------------------

    def set_up(self) -> list[bytes]:
        """Change what a set-up has."""
        keys = (TAB, b"\x1b[Z", *ARROWS, b"a", b"d", b"<", b">", b"x", b"3", b"7", b"\x1b[3~")
        return self.rng.choices(keys, k=self.rng.randint(1, 6))

    def choose(self) -> list[bytes]:
        """Choose a preset and start it."""
        return [self.rng.choice((UP, DOWN)).encode()] * self.rng.randint(1, 9) + [ENTER]

    def edit_player(self) -> list[bytes]:
        """Change a player in the dialog."""
        typed = [c.encode() for c in self.rng.choice(NAMES)]
        typed.insert(
            self.rng.randint(0, len(typed)), self.rng.choice((BACKSPACE, b"\x0b", b"\x15", TAB, b"x"))
        )
        more = self.rng.choices((TAB, *ARROWS, b"@", b"O", b"\x1b[Z"), k=self.rng.randint(0, 4))
        return [b"e", *typed, *more, self.rng.choice((ENTER, ENTER, ESCAPE, ENTER + ENTER))]

    # --- other screens -----------------------------------------------------------------------------------

    def find(self) -> list[bytes]:
        """Look for an action in the palette, impatiently."""
        word = [c.encode() for c in self.rng.choice(WORDS)]
        steps = self.rng.choice(([], [], [DOWN.encode()], [UP.encode()], [BACKSPACE]))
        return [PALETTE, *word, *steps, *self.rng.choice(([ENTER], [ENTER, ENTER], [ENTER] * 3, [ESCAPE]))]

    def theme(self) -> list[bytes]:
        """Choose another theme."""
        steps = [DOWN.encode()] * self.rng.randint(0, 5)
        return [THEMES, *steps, *self.rng.choice(([ENTER], [ENTER, ENTER], [ESCAPE]))]

    def help(self) -> list[bytes]:
        """Read the help."""
        read = self.rng.choices((b" ", *FAR, *ARROWS), k=self.rng.randint(0, 3))
        return [self.rng.choice((b"?", b"\x1bOP")), *read, self.rng.choice((b"q", ESCAPE, b"?", ENTER))]

    def history(self) -> list[bytes]:
        """Look at the games that were played."""
        there = self.rng.choice(([b"q", b"h"], [b"h"]))
        keys = (*ARROWS, b"v", b"s", b"x", b"d", b"y", b"n", ENTER, TAB, b" ", b"p", *FAR)
        return [*there, *self.rng.choices(keys, k=self.rng.randint(0, 5)), b"q", b"r"]

    def puzzle(self) -> list[bytes]:
        """Try a puzzle, with its help, and perhaps another one, and leave it or not."""
        there = self.rng.choice(([b"q", b"p"], [b"p"]))
        keys = (ENTER, ENTER * 2, b"i", b"u", b"S", b"n", b"s", b"1", b"5", b":b2", b"pt", b"pd", *ARROWS)
        return [*there, *self.rng.choices(keys, k=self.rng.randint(1, 8)), *self.rng.choice(([b"q"], []))]

    # --- the mouse and the terminal ----------------------------------------------------------------------

    def point(self, code: int, *, released: bool = False) -> bytes:
        """Return a mouse report from somewhere on the screen; a few are beyond its edge."""
        x, y = self.rng.randint(1, self.columns), self.rng.randint(1, self.rows)
        if self.rng.random() < 0.02:
            x += self.columns
        return f"\x1b[<{code};{x};{y}{'m' if released else 'M'}".encode()

    def click(self) -> list[bytes]:
        """Click once, twice or three times, mostly with the left button."""
        code = self.rng.choice((0, 0, 0, 0, 0, 1, 2, 4, 16))
        down = self.point(code)
        return [down, down[:-1] + b"m"] * self.rng.choice((1, 1, 1, 2, 3))

    def mouse(self) -> list[bytes]:
        """Move the mouse, turn its wheel, drag, or press and never let go."""
        codes = self.rng.choice(((35,) * 4, (64,), (65,), (66,), (67,), (0, 32, 32), (0,), (35, 0, 0)))
        return [self.point(code, released=self.rng.random() < 0.2) for code in codes]

    def focus(self) -> list[bytes]:
        """Go to another window, or come back."""
        return self.rng.choice(([FOCUS_IN], [FOCUS_OUT], [FOCUS_OUT, FOCUS_IN]))

    def rubbish(self) -> list[bytes]:
        """Send what no key sends."""
        return [strange(self.rng) for _ in range(self.rng.choice((1, 1, 1, 2, 5)))]

    def paste(self) -> list[bytes]:
        """Paste something."""
        return [paste(self.rng)]

    def random_keys(self) -> list[bytes]:
        """Press any keys."""
        some = [c.encode() for c in MEANINGFUL] + [
            *ARROWS,
            *FAR,
            ENTER,
            TAB,
            b"\x1b[Z",
            BACKSPACE,
            b"\x1b[24~",
        ]
        rare = [
            ESCAPE,
            b"q",
            PALETTE,
            b"\x1ba",
            b"\x1b[97;5u",
            b"\x1b[13u",
            b"\x1b[27u",
            b"\x0c",
            *map(bytes, zip(range(32))),
        ]
        keys = self.rng.choices((some, rare), (30, 1), k=self.rng.randint(1, 6))
        return [self.rng.choice(kind) for kind in keys]


GESTURES: dict[Callable[[Hands], list[bytes]], int] = {
    Hands.place: 20,
    Hands.digit: 8,
    Hands.go_to: 12,
    Hands.take_back: 8,
    Hands.computers: 5,
    Hands.walk: 6,
    Hands.panel: 3,
    Hands.advice: 5,
    Hands.review: 3,
    Hands.next_game: 6,
    Hands.leave_and_return: 4,
    Hands.set_up: 4,
    Hands.choose: 2,
    Hands.edit_player: 3,
    Hands.find: 6,
    Hands.theme: 2,
    Hands.help: 3,
    Hands.history: 3,
    Hands.puzzle: 3,
    Hands.click: 12,
    Hands.mouse: 8,
    Hands.focus: 2,
    Hands.rubbish: 6,
    Hands.paste: 2,
    Hands.random_keys: 8,
}
"""What people do, and how often one beside the other."""
