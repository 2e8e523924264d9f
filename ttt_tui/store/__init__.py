"""What outlives the process: the history of games, the user's settings, and where they are kept.

Imports the engine only; no screen, no thread.
"""
