"""Worth of positions and moves with reasons: verdicts, hints, analyses and reviews, below every screen."""
