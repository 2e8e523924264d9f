"""What relies on parts of Textual that are not its public face, and nothing else does.

Each module says what it relies on; a test of each part says when a release of Textual has it no more.
"""
