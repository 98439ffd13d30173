"""Part of the search page."""
