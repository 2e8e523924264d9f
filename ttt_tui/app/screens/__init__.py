"""The screens: what the user sees and may do at one time."""
