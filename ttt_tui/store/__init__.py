"""What outlives the process: the history of games, the user's settings, and where they are kept.

Imports the engine only, and no screen. One thread, that of the keeper, writes while the screen goes on.
"""
