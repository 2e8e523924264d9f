"""`ttt-tui match`: a match among computers, from its plan to the report on their strength.

A `plan` fixes each game before the first is played, with `openings` that favour no seat. `match` has the
games played, here or by `workers`, counts them, and saves them in a `folder`. `ratings` and `sprt` estimate
strength from the results, `report` presents them.

To measure players from a program, make a `Plan` and call `match.play_match`.
"""
