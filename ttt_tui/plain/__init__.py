"""Plain mode: games, puzzles and reviews in sentences, for screen readers, dumb terminals and pipes."""
