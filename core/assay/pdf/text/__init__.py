"""Running text out of the lines of a page."""
