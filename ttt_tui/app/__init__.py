"""The full-screen program: the one place that imports textual."""
