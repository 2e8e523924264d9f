"""What nobody has published, as far as we know, and `ttt-tui solve` proves in seconds.

`theory` reads it. Written by `python -m tests.session.known_values --generate`; `--proved` proves it again.
"""

SECONDS = 10
"""How long the solver had for a board."""

PROVED = (
    # longer and shorter side, line length, value, nodes and seconds of the proof
    (10, 5, 5, "draw", 47028, 7.2),
    (14, 6, 6, "draw", 29499, 7.5),
    (11, 7, 6, "draw", 11491, 1.7),
    (10, 8, 6, "draw", 6466, 0.9),
    (9, 9, 6, "draw", 24223, 5.3),
    (15, 7, 7, "draw", 2959, 0.9),
    (13, 8, 7, "draw", 1195, 0.4),
    (12, 9, 7, "draw", 698, 0.3),
    (11, 10, 7, "draw", 1535, 0.6),
)
"""Each draw stands for all boards inside it, which were proved as well."""
