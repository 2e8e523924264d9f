"""Vanishing: the game in which each player keeps three stones."""
