"""Worth of positions and moves with reasons: verdicts, hints, analyses and reviews; and players' ratings."""
