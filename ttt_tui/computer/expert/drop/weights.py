"""The figures of the evaluation where stones fall, in fiftieths of log-odds that side 0 wins.

Written by `python -m tests.computer.expert.fit_drop --write`, which says how they are fitted, from
21,000 positions of Connect Four whose values an exact solver had found. Not to be edited by hand.
"""

# Otherwise each figure would have a line of its own:
# fmt: off

TURN = 78
"""The worth of being the side to move."""

LINES = {
    "d2": (1, -21), "d3": (19, -22), "d4": (14, -16), "d5": (13, -9), "d6": (13, 4),
    "d12": (16, -33), "d13": (67, -54), "d14": (44, -44), "d23": (31, -41), "d24": (24, -26),
    "d25": (24, -29), "d34": (23, -21), "d35": (44, -13), "d36": (18, -13), "d45": (27, -22),
    "d46": (3, -6), "d56": (19, -22), "d123": (7, -19), "d124": (12, -27), "d134": (25, -20),
    "d234": (13, -7), "d235": (21, -6), "d245": (4, -2), "d345": (16, -10), "d346": (-3, -3),
    "d356": (3, -2), "d456": (7, -15), "h2": (-3, -50), "h3": (31, -13), "h4": (-3, -11),
    "h5": (35, -11), "h6": (9, -8), "h11": (47, -38), "h22": (26, -52), "h33": (48, -28),
    "h44": (15, -24), "h55": (29, -22), "h66": (5, -16), "h111": (16, -6), "h222": (22, -19),
    "h333": (25, -22), "h444": (9, -13), "h555": (10, -13), "h666": (0, -1), "v34": (18, -17),
    "v45": (20, -13), "v56": (15, -18), "v234": (7, 0), "v345": (-1, -6), "v456": (0, 1),
}
"""The worth of a line to side 0 if side 0 has it, and if side 1 has it.

By the line's direction (horizontal, diagonal, vertical) and the heights of the missing squares.
"""

EARLY_THREATS = (91, -36, 25, -47, -24, -12, -16, 3)
"""The worth of a threat to side 0, if side 0 has it and if side 1 has it: on an odd row, on an even row, and
both again above a threat that decides."""

LATE_THREATS = (37, -22, 13, -24, -18, 0, 12, 3)
"""The worth of threats, in the order of `EARLY_THREATS`, when the filled-up board is evaluated."""

FILLED = (91, 117, 90, 57, 32, 0)
"""The worth of winning if both only fill up the columns, by the plies that it takes."""
