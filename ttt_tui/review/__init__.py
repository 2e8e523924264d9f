"""What a position and a move are worth, and why: verdicts, reasons and hints, without a screen."""
