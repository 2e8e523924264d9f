"""The operating system's side of the program: streams, signals, files, the terminal. Nothing of the game."""
