"""Parts that screens own: hints, analysis, multiplayer, searches in threads, what can be done when."""
