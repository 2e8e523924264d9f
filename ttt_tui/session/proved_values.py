"""What nobody has published, as far as we know, and `ttt-tui solve` proves in seconds.

`known_value` reads it. `python -m tests.session.known_values --generate` writes it, `--proved` checks it.
"""

SECONDS = 10
"""How long the solver had for a board."""

PROVED = (
    # longer and shorter side, line length, value, nodes and seconds of the proof
    (12, 5, 5, "draw", 6310, 0.2),
    (15, 6, 6, "draw", 47496, 5.7),
    (13, 7, 6, "draw", 36044, 3.0),
    (10, 8, 6, "draw", 6244, 0.9),
    (9, 9, 6, "draw", 19486, 3.4),
    (20, 7, 7, "draw", 23290, 3.0),
    (18, 8, 7, "draw", 27989, 4.9),
    (16, 9, 7, "draw", 33725, 5.8),
    (14, 10, 7, "draw", 30316, 4.8),
)
"""Each draw stands for all boards inside it, which were proved as well."""
