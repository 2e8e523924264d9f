"""Bytes that no key sends: what a broken line, a foreign terminal or a paste in another encoding brings."""

from random import Random

PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
"""What stands before and after a bracketed paste."""

STRANGE = (
    b"\xe9",
    b"\xff",
    b"\xe2\x82",  # two thirds of a euro sign
    b"\xf0\x9f\x8e",
    b"\x80\xbf\xc0",
    b"\xed\xa0\x80",  # half of a surrogate pair
    b"\x00",
    b"\x00\x00\x00",
    b"\x7f",
    b"\x1b[M !!",  # a mouse report of the oldest kind, and one from column 200
    b"\x1b[M \xe8\xa0",
    b"\x1b[M#\xff\xff",
    b"\x1b[32;12;7M",  # the kind of urxvt
    b"\x1b[<0;0;0M",
    b"\x1b[<999;5;5M",
    b"\x1b[<0;99999;99999M",
    b"\x1b[<0;-3;-4M",
    b"\x1b[<67;10;5M",
    b"\x1b[999999999999999999999~",
    b"\x1b[1;999999999999999999999A",
    b"\x1b[99999999999999999999u",
    b"\x1b[1114112u",
    b"\x1b[55296u",
    b"\x1b[57344;1:3u",
    b"\x1b[57358u",
    b"\x1b[97;;229:99999999u",
    b"\x1b[48;24;80;0;0t",
    b"\x1b[48;0;0;0;0t",
    b"\x1b[48;24;80;384;640t",
    b"\x1b[?2048;1$y",
    b"\x1b[?2026;2$y",
    b"\x1b[24;80R",
    b"\x1b[0;0R",
    b"\x1b[?6c",
    b"\x1bP1$r0m\x1b\\",
    b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    b"\x1b]0;title\x07",
    b"\x1b]52;c;",
    b"\x1bPq#0;2;0;0;0",
    b"\x1b^private\x1b\\",
    b"\x1b_application",
    b"\x1b[",
    b"\x1b[<0;5",
    b"\x1b[1;",
    b"\x1bO",
    b"\x1b\x1b",
    b"\x1b[[A",
    b"\x9b5~",
    b"\x1b[200",
    b"\x1b[?",
    b"\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24m",
    "é".encode("latin-1") + b"t\xe9",
    "ÄÖ€你🟥".encode(),
    "e\u0301\u200d\ufe0f".encode(),
    "\u202e\u2066\ufeff".encode(),
    b"\x1c\x1d\x1e\x1f",
    b"\n",
    b"\x05\x06\x0e\x0f\x12\x14\x15\x16\x18",
)


def strange(rng: Random) -> bytes:
    """Return something that is no key."""
    if rng.random() < 0.8:
        return rng.choice(STRANGE)
    return bytes(
        rng.choice((rng.randrange(128, 256), rng.randrange(256), 0x1B)) for _ in range(rng.randint(1, 8))
    )


def paste(rng: Random) -> bytes:
    """Return what arrives when something is pasted."""
    text = rng.choice(
        (b"b2", b":b2\n", b"Zoe", b"h8\r", b"q", b"1 2 3\n4", "Zoë".encode("latin-1"), b"\x1b[A", b"x" * 2000)
    )
    return rng.choice((PASTE + text + PASTED,) * 6 + (PASTE + text, text + PASTED, PASTE + PASTED, text))
