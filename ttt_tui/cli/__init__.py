"""The command line: what it takes, and what it hands on to whoever does it."""
