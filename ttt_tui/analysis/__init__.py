"""What positions and moves are worth and why: verdicts, reasons, hints and reviews, below every screen."""
