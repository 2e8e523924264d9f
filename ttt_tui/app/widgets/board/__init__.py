"""The board: layout, painting, motion, and the widget that keeps the cursor."""
