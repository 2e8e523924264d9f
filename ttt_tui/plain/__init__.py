"""Plain mode: a game in sentences, for screen readers, dumb terminals and pipes."""
