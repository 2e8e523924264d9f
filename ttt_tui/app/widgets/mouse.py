"""The buttons of a mouse: the left one does things, the others belong to the terminal."""

LEFT = 1
