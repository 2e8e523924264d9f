"""The expert in games of two players in which stones fall."""
