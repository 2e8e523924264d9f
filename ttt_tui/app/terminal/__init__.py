"""What relies on parts of Textual that are not its public face, and nothing else does.

Each module lists what it relies on, and a test names each part that a release of Textual has no more. Each
patch has the measurement that justifies it, and the change in Textual that would delete it.
"""
