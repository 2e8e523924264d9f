"""The ladder: ten steps of one player, from a beginner to the expert."""
