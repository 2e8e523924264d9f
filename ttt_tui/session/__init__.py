"""What every way to play shares: the match and where it is kept, presets, words and tables."""
