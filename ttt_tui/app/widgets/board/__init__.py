"""The board: where its squares are, how they are painted, and the widget that is clicked."""
