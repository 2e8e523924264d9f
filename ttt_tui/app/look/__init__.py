"""The look of the screens in numbers."""
