"""The computer levels for Ultimate: each does here what its name means."""
