"""What all front ends share: the match and its storage, presets, sentences and tables."""
