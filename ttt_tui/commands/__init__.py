"""What the program does beside playing: tournaments, proofs, the bench, the history, the Gomocup protocol."""
