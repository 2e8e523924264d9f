"""Everything that outlives the process: the history of games, the user's settings, and records in files.

A move goes from the match's listener (`recorder`) into the queue of one thread (`thread`), which writes it in
one transaction (`reopening`) as a row of the table of games (`games`, `stored_game`).
"""
