"""Proofs for whole boards: the winner, and the winning move."""
