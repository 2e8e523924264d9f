"""What positions are worth in a game of two.

Values are whole numbers for the player to move. `PROVED_WIN - n` is a proved win that is complete with n
stones on the board; `LIKELY_WIN - n` one that was found while some of the loser's moves were left out;
everything less is the evaluation: what the open lines of both are worth.
"""

PROVED_WIN = 1_000_000
LIKELY_WIN = 900_000
"""Values of a win, proved and likely, less the stones on the board when it is complete."""

DECIDED = LIKELY_WIN - 1000
"""More than any evaluation, and less than any win."""

PROVED = PROVED_WIN - 1000
"""More than any likely win, and less than any proved one."""

INFINITE = PROVED_WIN + 1
