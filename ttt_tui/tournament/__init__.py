"""`ttt-tui match`: a match among computers, from its plan to what it says of their strength.

A `plan` fixes each game before the first is played. A `runner` has them played by `one_game`, here or by
`workers`, counts them in `results` and hands them to the `folder` that keeps them. `elo`, `ratings` and
`sprt` say what the results mean, `report` and `report_json` tell it, and `command` is what reads the options.

Who measures players from a program of their own makes a `Plan` and calls `runner.play_match`.
"""
