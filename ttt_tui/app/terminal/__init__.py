"""All code that relies on non-public parts of Textual.

Each module lists what it relies on, and a test names each part that a release of Textual no longer has. Each
patch states the measurement that justifies it, and the change in Textual that would make it obsolete.
"""
