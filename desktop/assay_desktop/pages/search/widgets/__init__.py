"""Widgets of the search page."""
