"""The figures of the evaluation where stones fall, in fiftieths of log-odds that side 0 wins.

Written by `python -m tests.computer.expert.fit_drop --write`, which says how they are fitted, from
29,500 positions of Connect Four whose values an exact solver had found. Not to be edited by hand.
"""

# Else each figure has a line of its own:
# fmt: off

TURN = 70
"""What it is worth to be the one to move."""

LINES = {
    "d2": (-1, -7), "d3": (5, -14), "d4": (11, -2), "d5": (-2, -2), "d6": (8, 7), "d12": (20, -28),
    "d13": (62, -49), "d14": (40, -44), "d23": (29, -36), "d24": (21, -25), "d25": (23, -32),
    "d34": (23, -21), "d35": (41, -13), "d36": (20, -17), "d45": (29, -21), "d46": (5, -8),
    "d56": (17, -22), "d123": (4, -18), "d124": (11, -28), "d134": (26, -19), "d234": (12, -7),
    "d235": (19, -6), "d245": (5, -4), "d345": (16, -8), "d346": (-3, -2), "d356": (6, 0),
    "d456": (7, -12), "h2": (-3, -33), "h3": (20, 2), "h4": (-8, -1), "h5": (13, 6), "h6": (-2, 4),
    "h11": (46, -38), "h22": (24, -51), "h33": (48, -26), "h44": (13, -23), "h55": (29, -22),
    "h66": (5, -14), "h111": (18, -6), "h222": (20, -17), "h333": (25, -21), "h444": (9, -13),
    "h555": (11, -13), "h666": (0, -1), "v34": (17, -18), "v45": (17, -10), "v56": (17, -20),
    "v234": (7, -1), "v345": (-4, -5), "v456": (1, 0),
}
"""What a line is worth to side 0 if it is that side's, and if it is side 1's.

By its direction (horizontal, diagonal, vertical) and the heights of the squares that it lacks.
"""

THREATS = (44, -33, 21, -22, -2, -15, 8, -10)
"""What a threat is worth to side 0, if it is that side's and if it is side 1's: on an odd row, on an even
row, and both again above a threat that decides."""

FILLED = (129, 149, 103, 70, 50, 41)
"""What it is worth to win if both only fill up the columns, by the plies that it takes."""
