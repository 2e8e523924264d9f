"""The strong computer level: `expert`, with its searches for two and for more players, and the solver."""
