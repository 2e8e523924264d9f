"""The properties of SGF that are read and written, and what their values mean."""

OWN_TAGS, OWN_MOVE, OWN_SIGNS, OWN_ID = "KT", "KW", "KN", "KI"
PROGRAM = "ttt-tui"

GO, GOMOKU = "1", "4"
"""Numbers of games. Many programs call five in a row Go, which is also what a file without a number is."""

GAMES = {"2": "Othello", "3": "chess", "5": "nine men's morris", "6": "backgammon", "7": "Chinese chess",
         "8": "shogi", "11": "Hex"}  # fmt: skip

INFORMATION = {
    "EV": "event", "GN": "game", "RO": "round", "PC": "place", "SO": "source", "ON": "opening",
    "AN": "annotator", "BR": "black's rank", "WR": "white's rank", "BT": "black's team", "WT": "white's team",
    "TM": "time limit", "OT": "overtime", "CP": "copyright",
}  # fmt: skip
"""Properties of the game that become lines of its comment."""

SIGN_PROPERTIES: dict[tuple[str, str], int] = {
    ("TE", "1"): 1, ("BM", "1"): 2, ("TE", "2"): 3, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6,
    ("DM", "1"): 10, ("DM", "2"): 11, ("UC", "1"): 13, ("GB", "1"): 16, ("GW", "1"): 17, ("GB", "2"): 18,
    ("GW", "2"): 19,
}  # fmt: skip
"""Property and value → numeric annotation glyph, which calls White in chess who is Black here."""

PROPERTY_OF_SIGN = {nag: f"{name}[{value}]" for (name, value), nag in SIGN_PROPERTIES.items()}
SIGNING = {name for name, _ in SIGN_PROPERTIES}

WITHOUT_MEANING = frozenset(("FF", "GM", "CA", "AP", "ST", "SZ", "RU", "PB", "PW", "RE", "DT", "PL", "MN"))
"""Properties that are read elsewhere, or say nothing about the game."""

COLOURS = "BW"
SETTING_UP = ("AB", "AW", "AE")

GAMES_NAMED = (
    (r"connect\s*-?\s*6", "connect6"),
    (r"connect\s*-?\s*(?:4|four)", "connect4"),
    (r"renju|\brif\b|soos[yi]rv|taraguchi|yamaguchi", "renju"),
    (r"standard", "exactly"),
    (r"free|gomoku|go-moku|five in a row|omok|swap", "usual"),
)
"""What other programs say in `RU`, `GN` or `EV` → rules."""
