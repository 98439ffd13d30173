"""Actions that can be undone, and the rows that each of them changed."""
