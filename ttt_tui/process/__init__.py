"""The operating system: child processes, streams, signals, paths, the terminal. Nothing of the game."""
