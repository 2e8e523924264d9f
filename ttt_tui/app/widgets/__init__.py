"""The widgets: parts of a screen, each with a `show` method for its contents."""
