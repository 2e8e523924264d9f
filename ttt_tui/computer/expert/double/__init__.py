"""The expert in games of two players with two stones a turn, such as Connect6."""
