"""What positions and moves are worth, and reviews of whole games: numbers and data, below every screen."""
