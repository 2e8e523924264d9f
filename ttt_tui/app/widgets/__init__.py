"""The widgets: parts of a screen, each told what to show."""
