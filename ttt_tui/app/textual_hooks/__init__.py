"""What relies on parts of Textual that are not its public face, and nothing else does."""
