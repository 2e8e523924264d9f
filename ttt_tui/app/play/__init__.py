"""What the game's screen plays a match with: turns, searches in threads, keys."""
