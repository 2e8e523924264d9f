"""Proofs for whole boards: who wins, and with which move."""
